#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Columns: tables contain exactly the listed columns, and figures address columns by name.

load common

setup() {
    begin
    cat > s.yaml <<'Y'
carom: 1
table: { width_m: 1, height_m: 0.5 }
duration_s: 0.5
samples: 6
balls: [ { name: a, x_m: 0.2, y_m: 0.25, vx_mps: 1, radius_m: 0.03, spin_radps: 1 }, { name: b, x_m: 0.4, y_m: 0.26, radius_m: 0.03 } ]
solvers: [ { name: impulse, kind: impulse }, { name: heun, kind: penalty, integrator: heun, stiffness_N_per_m: 1e4, step_s: 1e-4 } ]
convergence: { phases: 2, thetas: 3, factors: 2 }
statistics: { seeds: 2 }
Y
}

teardown() { rm -rf "$work"; }

# The header of a table according to carom list columns.
listed() {
    "$carom" list columns | awk -v table="$1" '
        /^  [^ ]/ { inside = $1 == table; next }
        inside { line = line tab $1; tab = "\t" }
        END { print line }'
}

@test "columns: every table has the listed header, and every listed table is written" {
    "$carom" compare s.yaml --set trace.contacts=2 -o out > /dev/null
    if has_gnuplot; then "$carom" plot out --at 0.2 > /dev/null; fi
    for study in diverge converge statistics reverse fan contact gradient; do
        "$carom" $study s.yaml -o out/$study --no-plots > /dev/null
    done
    printf 't_s\tball\tx_m\ty_m\n0\ta\t0.2\t0.25\n0\tb\t0.4\t0.26\n0.1\ta\t0.301\t0.25\n0.1\tb\t0.4\t0.26\n' > film.tsv
    sed 's/^solvers: \[/&{ name: film, kind: recorded, file: film.tsv, sigma_m: 1e-3 },/' s.yaml > f.yaml
    "$carom" fit f.yaml --set fit.by=balls.a.vx_mps -o out/fit --no-plots > /dev/null
    printf 'x\tx_error\ty\ty_error\tseries\tsource\n2\t0\t2\t1\tballs\tby hand\n' > data.tsv
    if has_gnuplot; then
        "$carom" sweep s.yaml -o out/sweep --set 'sweep={ parameters: [ { key: balls.a.vx_mps, values: [1, 2, 3] } ],
            collect: [collisions], data: data.tsv, theory: [ { quantity: collisions, formula: x } ] }' > /dev/null
    fi
    "$carom" list columns | awk '/^  [^ ]/ { print $1 }' > tables
    [ "$(wc -l < tables)" -ge 20 ]
    while read -r table; do
        case $table in snapshot.tsv | sweep-theory.tsv | sweep-data.tsv) has_gnuplot || continue ;; esac
        found=$(find out -name "$table" | head -n 1)
        [ -n "$found" ] || { echo "nothing has written $table"; return 1; }
        [ "$(head -n 1 "$found")" = "$(listed "$table")" ] || { echo "$table: $(head -n 1 "$found")"; return 1; }
        # every row has the same number of cells
        [ "$(awk -F '\t' '{ print NF }' "$found" | sort -u | wc -l)" -eq 1 ]
    done < tables
}

@test "columns: each has a description" {
    run "$carom" list columns
    [ "$status" -eq 0 ]
    [[ "$output" == *"kinetic_J                      energy of translation (J)"* ]]
    ! "$carom" list columns | grep -E '^    [^ ]+ *$' || false
}

@test "columns: --json agrees with the list, and with summary.tsv of a run" {
    command -v python3 > /dev/null || skip "no python3"
    "$carom" list columns --json > columns.json
    "$carom" compare s.yaml -o out --no-plots --json > run.json
    python3 - "$root" <<'P'
import csv, json
tables = {t["table"]: t for t in json.load(open("columns.json"))}
assert len(tables) >= 20
names = [c["name"] for c in tables["summary.tsv"]["columns"]]
rows = list(csv.DictReader(open("out/summary.tsv"), delimiter="\t"))
said = json.load(open("run.json"))
assert [r["solver"] for r in rows] == [s["solver"] for s in said] == ["impulse", "heun"]
for row, one in zip(rows, said):
    assert list(row) == names
    for c in tables["summary.tsv"]["columns"]:
        value = one[c["name"]]
        if c["text"]:
            assert row[c["name"]] == value
        else:
            assert row[c["name"]] == "nan" if value is None else float(row[c["name"]]) == value, c
P
    "$carom" list quantities --json > quantities.json
    python3 -c 'import json; print("\n".join(c["name"] for c in json.load(open("quantities.json"))))' |
        diff - <("$carom" list quantities | awk 'NR > 1 { print $1 }')
}

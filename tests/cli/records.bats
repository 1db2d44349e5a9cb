#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Records are untrusted input: faults are rejected with file and place.

load common

setup() {
    begin
    cat > s.yaml <<'Y'
carom: 1
table: { width_m: 1, height_m: 0.5 }
duration_s: 0.5
samples: 6
balls: [ { name: a, x_m: 0.2, y_m: 0.25, vx_mps: 1, radius_m: 0.03 }, { name: b, x_m: 0.4, y_m: 0.25, radius_m: 0.03 } ]
solvers: [ { name: impulse, kind: impulse }, { name: heun, kind: penalty, integrator: heun, stiffness_N_per_m: 1e4, step_s: 1e-4 } ]
checks: [ { quantity: collisions, min: 1 }, { kind: sequence, solver: heun }, { kind: column, column: kinetic_J, min: 0 } ]
Y
    "$carom" compare s.yaml -o good --no-plots > /dev/null
}

teardown() { rm -rf "$work"; }

# refused MESSAGE COMMAND...: status 65, one line with the message, no sanitizer report
refused() {
    words=$1
    shift
    run "$carom" "$@"
    [ "$status" -eq 65 ] || { echo "$*: status $status: $output"; return 1; }
    case $output in *"$words"*) ;; *) echo "$*: $output (expected: $words)"; return 1 ;; esac
    [ "${#lines[@]}" -eq 1 ]
}

changed() { # changed FILE SED: copies the records to bad/ and changes that file
    rm -rf bad
    cp -r good bad
    sed -i "$2" "bad/$1"
}

@test "records: a manifest with missing or invalid members is rejected with the place" {
    for key in reached_s first_mismatch_s lag_m energy_scale_J; do
        changed run.json "s/\"$key\": [^,}]*/\"was_$key\": 1/"
        refused "bad/run.json:1" plot bad
        refused "$key: found nothing; expected a finite number" plot bad
        for value in nan -inf '"x"' '[1]' '{a: 1}' 1e999; do
            changed run.json "s/\"$key\": [^,}]*/\"$key\": $value/"
            refused "$key: found " plot bad
            refused "$key: found " plot bad --film
            refused "$key: found " plot bad --sound
        done
    done
    changed run.json 's/"reached_s": [^,}]*/"reached_s": null/'
    refused "reached_s: found 'null'; expected a finite number" plot bad --at 0.1
    changed run.json 's/"name": "heun"/"name": "..\/..\/x"/'
    refused "expected the name of a solver in its scenario" plot bad
    changed run.json 's/"name": "heun"/"name": "impulse"/'
    refused "expected a name not used by another solver" plot bad
    changed run.json 's/"solvers": \[/"were": [/'
    refused "solvers: found nothing; expected a list" plot bad
    changed run.json 's/"scenario": "/"was": "/'
    refused "scenario: found nothing; expected a text" plot bad
    refused "scenario: found nothing; expected a text" check --records bad
    changed run.json 's/^  "scenario": ".*"/  "scenario": "carom: 1"/'
    refused "scenario, line 1" plot bad
    for text in '' '[]' '{' 'x' '{"a": 1, "a": 2}'; do
        printf '%s' "$text" > bad/run.json
        refused "bad/run.json:" plot bad
    done
    rm bad/run.json
    run "$carom" plot bad --film
    [ "$status" -eq 66 ]
    [[ "$output" == *"the folder 'bad' has no run.json"*"'carom help records'"* ]]
    run "$carom" plot nothing
    [ "$status" -eq 66 ]
    [[ "$output" == *"'nothing/run.json': No such file"* ]]
}

@test "records: an infinite or negative duration in the manifest is limited to the samples" {
    for value in 1e300 -1e300 -1; do
        changed run.json "s/\"reached_s\": [^,}]*/\"reached_s\": $value/"
        run "$carom" plot bad --sound
        [ "$status" -eq 0 ]
    done
}

@test "records: tables with missing columns, short rows, non-numbers or no bytes are rejected with file and line" {
    changed heun/trajectory.tsv '1s/x_m/x_km/'
    refused "bad/heun/trajectory.tsv:1: no column 'x_m'; expected one of: t_s, ball, x_km" plot bad --at 0.2
    for cell in nan inf x '' 1e999; do
        changed heun/trajectory.tsv "2s/^\([^\t]*\t[^\t]*\t\)[^\t]*/\1$cell/"
        refused "bad/heun/trajectory.tsv:2: x_m: found '$cell'; expected a finite number" plot bad --at 0
    done
    changed heun/trajectory.tsv '3s/\t[^\t]*$//'
    refused "bad/heun/trajectory.tsv:3: 5 cells; expected 6, as in the header" plot bad --at 0.2
    : > bad/heun/trajectory.tsv
    refused "'bad/heun/trajectory.tsv' is empty; expected a header line" plot bad --at 0.2
    changed heun/trajectory.tsv '2s/a/\x00/'
    refused "bad/heun/trajectory.tsv:2: contains a NUL byte" plot bad --at 0.2
    for cell in nan inf -1 1e300 0.6; do
        changed heun/collisions.tsv "2s/^[^\t]*/$cell/"
        refused "bad/heun/collisions.tsv:2: t_s: found " plot bad --sound
    done
    changed heun/collisions.tsv '2s/^\(\([^\t]*\t\)\{6\}\)[^\t]*/\1fast/'
    refused "bad/heun/collisions.tsv:2: approach_mps: found 'fast'; expected a finite number" plot bad --sound
    changed heun/collisions.tsv '1s/kind/sort/'
    refused "no column 'kind'" plot bad --sound
    # a wide header over many short lines allocates no memory for missing cells
    changed heun/collisions.tsv '2,$d'
    { head -c 300000 /dev/zero | tr '\0' '\t'; head -c 300000 /dev/zero | tr '\0' '\n'; } > bad/heun/collisions.tsv
    refused "bad/heun/collisions.tsv:2: 1 cells; expected 300001" plot bad --sound
}

@test "records: the verdict of a check names their fault" {
    changed heun/collisions.tsv "2s/^[^\t]*/nan/"
    run "$carom" check --records bad
    [ "$status" -eq 1 ]
    [[ "$output" == *"bad/heun/collisions.tsv:2: t_s: found 'nan'; expected a finite number"* ]]
    changed heun/collisions.tsv '1s/separation_mps/x/'
    run "$carom" check --records bad
    [ "$status" -eq 1 ]
    [[ "$output" == *"bad/heun/collisions.tsv:1: no column 'separation_mps'"* ]]
    changed heun/collisions.tsv "2s/\ta\tb\t/\ta\tz\t/"
    run "$carom" check --records bad
    [ "$status" -eq 1 ]
    [[ "$output" == *"bad/heun/collisions.tsv:2: no such bodies: a, z"* ]]
}

@test "records: run.json has the scenario as JSON, the same as show prints" {
    sed '1a title: "a \\"b\\" \\\\ \\u00e9, [c]: { d } - true"' s.yaml > t.yaml
    for scene in t.yaml 13-gas 15-as-published; do
        # the shortest runs: only the scenario counts
        "$carom" compare $scene -o out --no-plots --set duration_s=0.001 --set samples=2 > /dev/null || [ $? -eq 1 ]
        "$carom" show $scene --json --set duration_s=0.001 --set samples=2 > shown.json
        # member of the last lines, two columns further right
        sed -n '/^  "scenario_json": {$/,/^  }$/p' out/run.json | sed '1s/.*/{/; 2,$s/^  //' | cmp shown.json -
        awk -f "$root/tests/cli/json.awk" out/run.json
        "$carom" show shown.json > read.yaml
        "$carom" show $scene --set duration_s=0.001 --set samples=2 | cmp read.yaml -
    done
    "$carom" plot out > /dev/null
}

@test "records: quoted text that looks like a number or a flag is a text in JSON, and values of a sweep are numbers" {
    cat > quoted.yaml <<'Y'
carom: 1
title: "2026"
balls: [ { name: "1", x_m: 0.5, y_m: 0.5, vx_mps: 1, material: "true" }, { name: "1e5", x_m: 1, y_m: 0.5 } ]
solvers: [ { name: impulse, kind: impulse, label: "1" }, { name: "007", kind: impulse, label: "-3.5" } ]
sweep: { parameters: [ { key: balls.1.vx_mps, values: [1, "2.5", 1e-3], label: "10" } ], collect: [collisions] }
Y
    "$carom" compare quoted.yaml -o quoted -q --no-plots
    "$carom" show quoted.yaml --json > shown.json
    for file in shown.json quoted/run.json; do
        grep -qF '"title": "2026"' $file
        grep -qF '{ "name": "1", "x_m": 0.5,' $file
        grep -qF '"material": "true"' $file
        grep -qF '{ "name": "1e5", "x_m": 1,' $file
        grep -qF '"label": "1"' $file
        grep -qF '"label": "-3.5"' $file
        grep -qF '"values": [1, 2.5, 1e-3], "label": "10"' $file
    done
    "$carom" show shown.json | cmp - <("$carom" show quoted.yaml)
}

@test "records: the Python reader of carom help records works" {
    local python='' tried
    for tried in python3 /usr/bin/python3; do "$tried" -c 'import numpy' 2> /dev/null && python=$tried && break; done
    [ -n "$python" ] || skip "no numpy"
    "$carom" help records | sed -n '/^in Python/,/^columns/s/^  //p' > read.py
    [ -s read.py ]
    [ "$(wc -l < read.py)" -le 20 ]
    "$carom" compare 01-head-on -o out --no-plots > /dev/null
    "$python" read.py out > said.txt
    [ "$(grep -c 'energy residual at most' said.txt)" -eq "$(($(wc -l < out/summary.tsv) - 1))" ]
    way=$(columns out/heun/trajectory.tsv ball x_m y_m | awk '$1 == "cue" { if (n++) s += sqrt(($2 - x) ^ 2 + ($3 - y) ^ 2); x = $2; y = $3 }
        END { printf "%.6f", s }')
    sed -n '/^heun:/,/^[a-z]*:/p' said.txt | grep -qx "  cue: $way m"
}

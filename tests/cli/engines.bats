#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Nightly: the programs of experiments/25-engines: records of an engine pass `carom check --records` and play back, and the report card.

load common
setup() {
    begin
    scenes="$root/experiments/25-engines"
}
teardown() { rm -rf "$work"; }

@test "engines: the report card of carom's own solvers" {
    CAROM="$carom" OUT=card sh "$scenes/card.sh" impulse stepped > card.txt
    cat card.txt
    verdicts() { columns card/values.tsv program verdict | grep "^$1 " | awk '{ n[$2]++ } END { print n["exact"] + 0, n["close"] + 0, n["off"] + 0, n["wrong"] + 0 }'; }
    [ "$(verdicts impulse)" = "11 0 1 0" ] # rigid balls have another value for touching spheres
    [ "$(verdicts stepped)" = "8 1 2 1" ]
    grep -q '^Derivative of one bounce: d y(1 s)/d y(0)  *-1  *-1=  *1X$' card.txt
}

@test "engines: the report card names a missing program" {
    for missing in nosuch absent/carom; do
        CAROM=$missing run sh "$scenes/card.sh" "${missing/absent*/impulse}"
        [ "$status" -eq 1 ]
        [[ "$output" == "card.sh: missing program: '$missing' ("* ]]
    done
    [ ! -e out ]
}

@test "engines: Chipmunk's records of a cradle pass the checks, fail other ones, and play back" {
    make -C "$scenes" OUT="$work/built" > made.txt 2>&1 || { cat made.txt; false; }
    [ -x built/chipmunk ] || skip "libchipmunk-dev is not installed"
    run built/chipmunk "$scenes/cradle.yaml" records step_s=0.016666666666666666 iterations=100 units_per_m=64
    [ "$status" -eq 0 ]
    [ "$(wc -l < records/chipmunk/trajectory.tsv)" -eq 184 ]
    columns records/summary.tsv energy_residual_rel | awk '{ exit !($1 < 1e-13 && $1 > -1e-13) }'
    "$carom" check "$scenes/cradle.yaml" --records records --solver chipmunk > checked.txt
    grep -q '^PASS  column vx_mps ball third over end (chipmunk)  *10 ' checked.txt
    cp "$scenes"/cradle* .
    sed -i 's/solver: chipmunk, equals: 10/solver: chipmunk, equals: 6.666666666666667/' cradle.yaml # ODE's outcome
    run "$carom" check cradle.yaml --records records --solver chipmunk
    [ "$status" -eq 1 ]
    sed -i 's|file: cradle-chipmunk.tsv|file: records/chipmunk/trajectory.tsv, columns: { vx_mps: vx_mps, vy_mps: vy_mps }|' cradle.yaml
    "$carom" compare cradle.yaml --solver impulse --solver chipmunk --no-plots -o out > /dev/null
    cut -f 1-6 out/chipmunk/trajectory.tsv | cmp - records/chipmunk/trajectory.tsv
    # what it cannot run, and an unknown key
    for key in friction=0.1 stepp_s=0.1; do
        run built/chipmunk "$scenes/cradle.yaml" none $key
        [ "$status" -eq 1 ]
        [[ "$output" == *"carom: error: expected a rectangle or an open table"* || "$output" == *stepp_s* ]]
    done
    [ ! -e none ]
}

#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Moved balls of a group, on the command line and in a file, in runs, sweeps, checks and studies.
# (Messages: tests/scenario/test_placement.c.)

load common

setup() {
    begin
    cat > rack.yaml <<'Y'
carom: 1
duration_s: 0.5
samples: 6
balls: [ { name: cue, x_m: 0.635, y_m: 0.6353, vx_mps: 6 } ]
groups: [ { kind: rack, rows: 4 } ]
solvers:
  - { name: impulse, kind: impulse }
  - { name: heun, kind: penalty, stiffness_N_per_m: 1.0e5, step_s: 5.0e-5 }
checks: [ { kind: renumbering } ]
Y
}

teardown() { rm -rf "$work"; }

@test "placement: canonical form, command line and file give the same bytes" {
    "$carom" show rack.yaml --set balls.rack7.x_m=1.3 --set balls.rack7.vy_mps=-0.7 > shown.yaml
    grep -q '"rack7", x_m: 1.3, .*vy_mps: -0.7,' shown.yaml
    "$carom" show shown.yaml | cmp - shown.yaml
    { cat rack.yaml; echo 'place: [ { ball: rack7, x_m: 1.3, vy_mps: -0.7 } ]'; } > placed.yaml
    "$carom" show placed.yaml | cmp - shown.yaml
    "$carom" run rack.yaml --set balls.rack7.x_m=1.3 --set balls.rack7.vy_mps=-0.7 -o set > /dev/null
    "$carom" run placed.yaml -o placed > /dev/null
    "$carom" run shown.yaml -o shown > /dev/null
    "$carom" run rack.yaml -o rack > /dev/null
    for table in impulse/trajectory impulse/collisions heun/trajectory heun/series; do
        cmp set/$table.tsv placed/$table.tsv
        cmp set/$table.tsv shown/$table.tsv
    done
    ! cmp -s set/impulse/collisions.tsv rack/impulse/collisions.tsv || false
    # balls written out are reached by --set
    "$carom" show shown.yaml --set balls.rack7.x_m=1.4 | grep -q '"rack7", x_m: 1.4, .*vy_mps: -0.7,'
}

@test "placement: balls in reverse order give the same bits" {
    run "$carom" check rack.yaml --set balls.rack7.x_m=1.3 --set balls.rack1.vx_mps=0.3
    echo "$output"
    [ "$status" -eq 0 ]
    [[ "$output" == *"0 failed"* ]]
}

@test "placement: a sweep moves a ball of a group, and reports invalid points" {
    cat >> rack.yaml <<'Y'
sweep:
  parameters: [ { key: balls.rack7.y_m, from: 0.2, to: 0.3, count: 3 } ]
  collect: [ rack7.y_m, collisions ]
Y
    "$carom" sweep rack.yaml --set balls.rack7.x_m=1.3 -o s > /dev/null
    for y in 0.2 0.25 0.3; do
        "$carom" run rack.yaml --set balls.rack7.x_m=1.3 --set balls.rack7.y_m=$y --solver impulse -o r$y > /dev/null
        want=$(awk -F'\t' '$2 == "rack7" { y = $4 } END { print y }' r$y/impulse/trajectory.tsv)
        got=$(awk -F'\t' -v y=$y '$1 == y && $2 == "impulse" { print $3 }' s/sweep.tsv)
        [ -n "$got" ] && [ "$got" = "$want" ]
    done
    run "$carom" sweep rack.yaml --set balls.rack7.x_m=1.3 --set sweep.parameters.0.to=1.25 -o t
    echo "$output"
    [ "$status" -ne 0 ]
    [[ "$output" == *"sweep balls.rack7.y_m=1.25: error: balls: 'rack7' reaches 0.008575 m beyond the top wall"* ]]
}

@test "placement: ten thousand unknown names take linear time" {
    { printf 'carom: 1\ntable: { width_m: 400, height_m: 400 }\nsolvers: [ { kind: impulse } ]\n'
      printf 'groups: [ { kind: gas, count: 200000, packing_fraction: 0.1 } ]\nplace:\n'
      seq -f '  - { ball: gsa%.0f, x_m: 1 }' 10000; } > many.yaml
    run timeout -s KILL 20 "$carom" show many.yaml
    [ "$status" -eq 65 ]
    [[ "${lines[0]}" == "many.yaml:6:13: error: place[0].ball: found 'gsa1'; expected a ball of a group: gas1 to gas200000; did you mean 'gas1'?" ]]
    [[ "$output" == *"carom: 10000 errors in 'many.yaml'"* ]]
}

@test "placement: a placed ball of a gas has its position for every seed" {
    cat > gas.yaml <<'Y'
carom: 1
table: { width_m: 4, height_m: 2 }
duration_s: 0.2
samples: 3
seed: 5
groups: [ { kind: gas, count: 30, radius_m: 0.01 } ]
place: [ { ball: gas4, vx_mps: 0.2385, vy_mps: -0.5 } ]
solvers: [ { kind: impulse } ]
statistics: { seeds: 3 }
Y
    for seed in 5 6; do
        "$carom" show gas.yaml --set seed=$seed > $seed.txt
        grep -q '"gas4", .*vx_mps: 0.2385, vy_mps: -0.5,' $seed.txt
    done
    [ "$(grep '"gas4"' 5.txt)" != "$(grep '"gas4"' 6.txt)" ]
    # in an ensemble too: the energy per ball is m v^2/(2 n) of the placed ball
    "$carom" statistics gas.yaml --set balls.gas4.vx_mps=2385 -o ensemble --no-plots > /dev/null
    awk -F'\t' 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "energy_J") at = i; next }
        { want = 0.5 * 0.17 * 2385 ^ 2 / 30; if (($at / want - 1) ^ 2 < 1e-10) good++ } END { exit good != 3 }' ensemble/runs.tsv
}

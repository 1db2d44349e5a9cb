#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Verdicts: every kind of check passes and fails by name; TAP, JUnit, and somebody else's records.

load common

setup() {
    begin
    cat > two.yaml <<'Y'
carom: 1
title: Two & two
table: { boundary: open }
duration_s: 1
samples: 21
balls:
  - { name: cue, x_m: 0, y_m: 0, vx_mps: 1 }
  - { name: eight, x_m: 0.3, y_m: 0.01 }
solvers:
  - { name: impulse, kind: impulse }
  - { name: heun, kind: penalty, integrator: heun, stiffness_N_per_m: 1.0e5, theta: 0.05 }
  - { name: euler, kind: penalty, integrator: euler, stiffness_N_per_m: 1.0e5, theta: 0.05 }
convergence: { thetas: 8, theta_to: 0.1, phases: 16 }
checks: []
Y
}

teardown() { rm -rf "$work"; }

# One check by itself: the verdict's first word, and the exit status.
verdict() { # verdict PASS|FAIL CHECK [more options]
    want=$1; check=$2; shift 2
    run "$carom" check two.yaml -o out --set "checks=[ $check ]" "$@"
    echo "$output"
    [[ "${lines[0]}" == "$want"* ]]
    [ "$status" -eq "$([ "$want" = PASS ] && echo 0 || echo 1)" ]
}

@test "summary: max, min, equals" {
    verdict PASS '{ quantity: collisions, solver: heun, equals: 1, within: 0 }'
    # T = pi sqrt(mu/k), and v_n T with v_n = sqrt(1 - (0.01/0.05715)^2) m/s; the touch is seen up to a step late
    verdict PASS '{ quantity: contact_s, solver: heun, equals: 2.8964e-3, within: 1e-5 }'
    verdict PASS '{ quantity: lag_m, solver: heun, equals: 2.8517e-3, within: 1e-5 }'
    verdict FAIL '{ quantity: collisions, solver: heun, equals: 2, within: 0.5 }'
    verdict PASS '{ quantity: energy_residual_rel, solver: euler, max: 0.3 }'
    verdict FAIL '{ quantity: energy_residual_rel, solver: euler, max: 0.01 }'
    verdict PASS '{ quantity: steps, solver: euler, min: 1000 }'
    verdict FAIL '{ quantity: steps, solver: euler, min: 1e7 }'
    verdict PASS '{ quantity: first_mismatch_s, solver: heun, min: 1 }'
}

@test "theory: the formula is printed, and it can fail" {
    verdict PASS '{ quantity: energy_residual_rel, solver: impulse, max: theory }'
    [[ "$output" == *"theory: 8 eps (collisions + steps + 1)"* ]]
    verdict PASS '{ quantity: energy_residual_rel, solver: euler, max: theory }'
    [[ "$output" == *"exp(pi theta)"*"N = 1, theta = 0.05"* ]]
    verdict PASS '{ quantity: energy_residual_rel, solver: heun, max: theory }'
    verdict PASS '{ quantity: restitution_ball, solver: heun, equals: theory }'
    verdict PASS '{ quantity: max_overlap_m, solver: heun, max: theory }'
    verdict PASS '{ quantity: momentum_residual_rel, solver: euler, max: theory }'
    # records that break it: more energy than the method can make, by a factor of 100
    "$carom" compare two.yaml -o out --no-plots > /dev/null
    awk -F'\t' -v OFS='\t' 'NR > 1 { $3 *= 1000 } { print }' out/summary.tsv > s && mv s out/summary.tsv
    run "$carom" check two.yaml --records out --set 'checks=[ { quantity: energy_residual_rel, solver: heun, max: theory } ]'
    [ "$status" -eq 1 ]
    [[ "$output" == "FAIL  energy_residual_rel (heun)"* ]]
    verdict FAIL '{ quantity: pair_tests, solver: heun, max: theory }'
    [[ "$output" == *"no theory for this"* ]]
}

@test "column: at a time, the last, the largest" {
    verdict PASS '{ kind: column, file: trajectory, column: x_m, ball: cue, at_s: 0.1, solver: impulse, equals: 0.1, within: 1e-14 }'
    verdict FAIL '{ kind: column, file: trajectory, column: x_m, ball: eight, at_s: 0.1, solver: impulse, equals: 0.1, within: 1e-14 }'
    verdict PASS '{ kind: column, column: kinetic_J, over: largest, solver: impulse, equals: 0.085, within: 1e-15 }'
    verdict FAIL '{ kind: column, column: kinetic_J, over: max, solver: euler, max: 0.085 }'
    verdict PASS '{ kind: column, file: divergence, column: rms_m, over: end, solver: heun, max: 0.01 }'
    verdict FAIL '{ kind: column, file: divergence, column: rms_m, over: end, solver: heun, max: 1e-9 }'
    verdict PASS '{ kind: column, file: collisions, column: approach_mps, ball: eight, over: start, solver: impulse, min: 0.9 }'
    verdict FAIL '{ kind: column, column: kinetic_J, at_s: 0.123, solver: impulse, min: 0 }'
    [[ "$output" == *"no sample at that time"* ]]
    verdict FAIL '{ kind: column, column: charge_C, solver: impulse, min: 0 }'
    [[ "$output" == *"series.tsv has no column 'charge_C'"* ]]
}

@test "order: in the step and in the stiffness" {
    verdict PASS '{ kind: order, solver: euler }'
    verdict PASS '{ kind: order, of: stiffness, solver: euler, equals: -0.5, within: 0.01 }'
    verdict FAIL '{ kind: order, solver: euler, equals: 2, within: 0.1 }'
    verdict FAIL '{ kind: order, of: stiffness, solver: heun, equals: -1, within: 0.1 }'
    run "$carom" check two.yaml -o out --set 'checks=[ { kind: order } ]' # of all: of those with springs
    [ "$status" -eq 0 ]
    [[ "$output" == *"2 passed, 0 failed"* ]]
}

@test "sequence: the same collisions, or until when" {
    verdict PASS '{ kind: sequence, solver: heun }'
    [[ "$output" == *"1 collisions are the same"* ]]
    cat >> two.yaml <<'Y'
title2: 0
Y
    sed -i '/title2/d; s/  - { name: eight, x_m: 0.3, y_m: 0.01 }/  - { name: eight, x_m: 0.3, y_m: 0 }\n  - { name: nine, x_m: 0.35715, y_m: 0 }/; s/boundary: open/boundary: walls/; s/duration_s: 1/duration_s: 6/; s/x_m: 0, y_m: 0,/x_m: 0.1, y_m: 0.6,/; s/y_m: 0 }/y_m: 0.6 }/g' two.yaml
    verdict FAIL '{ kind: sequence, solver: heun, as: impulse }'
    [[ "$output" == *"the first other one is at t = "* ]]
    verdict PASS '{ kind: sequence, solver: heun, as: impulse, until_s: 0.3 }'
}

@test "renumbering: generalized reflections do not see it, sequential_index does" {
    verdict PASS '{ kind: renumbering }'
    one_hits_two <<'Y'
solvers: [ { name: good, kind: impulse }, { name: bad, kind: impulse, impact_policy: sequential_index } ]
checks: [ { kind: renumbering } ]
Y
    run "$carom" check three.yaml -o out
    [ "$status" -eq 1 ]
    [[ "$output" == *"PASS  renumbering (good)"* ]]
    [[ "$output" == *"FAIL  renumbering (bad)"* ]]
}

@test "somebody else's records; TAP and JUnit XML" {
    checks='checks=[ { quantity: collisions, min: 1 }, { kind: renumbering, solver: heun }, { quantity: energy_residual_rel, solver: euler, max: 1e-9 } ]'
    "$carom" compare two.yaml -o theirs --no-plots --set "$checks" > /dev/null
    run "$carom" check --records theirs --tap --junit verdicts.xml
    [ "$status" -eq 1 ]
    [ "${lines[0]}" = "TAP version 13" ]
    [ "${lines[1]}" = "1..5" ]
    [[ "$output" == *"ok 1 - collisions (impulse)"* ]]
    [[ "$output" == *"ok 4 - renumbering (heun) # SKIP"* ]]
    [[ "$output" == *"not ok 5 - energy_residual_rel (euler)"* ]]
    grep -q '<testsuite name="theirs" tests="5" failures="1" skipped="1" errors="0">' verdicts.xml
    grep -q '<testcase classname="carom" name="energy_residual_rel (euler)"><failure message=' verdicts.xml
    if command -v python3 > /dev/null; then python3 -c 'import xml.dom.minidom as d; d.parse("verdicts.xml")'; fi
    rm theirs/heun/series.tsv theirs/summary.tsv theirs/run.json
    run "$carom" check two.yaml --records theirs --set "$checks"
    [ "$status" -eq 1 ]
    [[ "$output" == *"FAIL  collisions (impulse)"*"cannot read"* ]]
    run "$carom" check --records theirs
    [ "$status" -eq 66 ]
    run "$carom" check
    [ "$status" -eq 2 ]
}

@test "what is wrong with a check" {
    run "$carom" check two.yaml --set 'checks=[ { quantity: collisions } ]'
    [ "$status" -eq 65 ]
    [[ "$output" == *"neither max nor min nor equals"* ]]
    run "$carom" check two.yaml --set 'checks=[ { quantity: collisions, max: much } ]'
    [ "$status" -eq 65 ]
    [[ "$output" == *"a number, or theory"* ]]
    run "$carom" check two.yaml --set 'checks=[ { kind: column, min: 0 } ]'
    [ "$status" -eq 65 ]
    [[ "$output" == *"column"* ]]
    run "$carom" check two.yaml --set 'checks=[ { quantity: collisions, min: theory } ]'
    [ "$status" -eq 65 ]
}

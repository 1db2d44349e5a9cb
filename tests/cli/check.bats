#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Verdicts: every kind of check passes and fails; TAP, and records of other programs.

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

# Runs one check: tests the first word of the verdict and the exit status.
verdict() { # verdict PASS|FAIL CHECK [more options]
    want=$1; check=$2; shift 2
    run "$carom" check two.yaml -o out --set "checks=[ $check ]" "$@"
    echo "$output"
    [[ "${lines[0]}" == "$want"* ]]
    [ "$status" -eq "$([ "$want" = PASS ] && echo 0 || echo 1)" ]
}

@test "summary: max, min, equals" {
    verdict PASS '{ quantity: collisions, solver: heun, equals: 1, within: 0 }'
    # t_c = pi sqrt(m_red/k), and v_n t_c with v_n = sqrt(1 - (0.01/0.05715)^2) m/s; the onset is up to a step late
    verdict PASS '{ quantity: contact_s, solver: heun, equals: 2.8964e-3, within: 1e-5 }'
    verdict PASS '{ quantity: lag_m, solver: heun, equals: 2.8517e-3, within: 1e-5 }'
    verdict FAIL '{ quantity: collisions, solver: heun, equals: 2, within: 0.5 }'
    verdict PASS '{ quantity: energy_residual_rel, solver: euler, max: 0.3 }'
    verdict FAIL '{ quantity: energy_residual_rel, solver: euler, max: 0.01 }'
    verdict PASS '{ quantity: steps, solver: euler, min: 1000 }'
    verdict FAIL '{ quantity: steps, solver: euler, min: 1e7 }'
    verdict PASS '{ quantity: first_mismatch_s, solver: heun, min: 1 }'
}

@test "goal: a text of the lab, of at most 199 bytes" {
    verdict PASS '{ quantity: steps, solver: euler, min: 1, goal: "ends: {here}, \"twice\"" }'
    run "$carom" check two.yaml -o out --set "checks=[{ quantity: steps, min: 1, goal: $(printf 'g%.0s' {1..200}) }]"
    [ "$status" -eq 65 ]
    [[ $output == *"checks[0].goal: found a text of 200 bytes; expected at most 199"* ]]
}

@test "theory: prints the formula, and can fail" {
    verdict PASS '{ quantity: energy_residual_rel, solver: impulse, max: theory }'
    [[ "$output" == *"theory: 8 eps (collisions + steps + 1)"* ]]
    verdict PASS '{ quantity: energy_residual_rel, solver: euler, max: theory }'
    [[ "$output" == *"exp(pi theta)"*"N = 1, theta = 0.05"* ]]
    verdict PASS '{ quantity: energy_residual_rel, solver: heun, max: theory }'
    verdict PASS '{ quantity: restitution_ball, solver: heun, equals: theory }'
    verdict PASS '{ quantity: max_overlap_m, solver: heun, max: theory }'
    verdict PASS '{ quantity: momentum_residual_rel, solver: euler, max: theory }'
    # records with 100 times the energy error that theory allows
    "$carom" compare two.yaml -o out --no-plots > /dev/null
    awk -F'\t' -v OFS='\t' 'NR > 1 { $3 *= 1000 } { print }' out/summary.tsv > s && mv s out/summary.tsv
    run "$carom" check two.yaml --records out --set 'checks=[ { quantity: energy_residual_rel, solver: heun, max: theory } ]'
    [ "$status" -eq 1 ]
    [[ "$output" == *"FAIL  energy_residual_rel (heun)"* ]]
}

@test "column: at a time, the last value, the largest value" {
    verdict PASS '{ kind: column, file: trajectory, column: x_m, ball: cue, at_s: 0.1, solver: impulse, equals: 0.1, within: 1e-14 }'
    verdict FAIL '{ kind: column, file: trajectory, column: x_m, ball: eight, at_s: 0.1, solver: impulse, equals: 0.1, within: 1e-14 }'
    verdict PASS '{ kind: column, column: kinetic_J, over: largest, solver: impulse, equals: 0.085, within: 1e-15 }'
    verdict PASS '{ quantity: kinetic_J, solver: impulse, equals: 0.085, within: 1e-15 }' # 0 before
    verdict FAIL '{ quantity: kinetic_J, solver: impulse, max: 0.05 }'
    verdict FAIL '{ kind: column, column: kinetic_J, over: max, solver: euler, max: 0.085 }'
    verdict PASS '{ kind: column, file: divergence, column: rms_m, over: end, solver: heun, max: 0.01 }'
    verdict FAIL '{ kind: column, file: divergence, column: rms_m, over: end, solver: heun, max: 1e-9 }'
    verdict PASS '{ kind: column, file: collisions, column: approach_mps, ball: eight, over: start, solver: impulse, min: 0.9 }'
    # 0.3 differs from 3 * 0.1; samples 20 ns apart are distinguished
    verdict PASS '{ kind: column, column: t_s, at_s: 0.15, solver: impulse, equals: 0.15, within: 1e-15 }'
    verdict PASS '{ kind: column, column: t_s, at_s: 4e-9, solver: impulse, equals: 4e-9, within: 1e-20 }' --set duration_s=2e-8 --set samples=11
}

@test "column: the smallest value, and the value of the first row" {
    # the minimum of the cue ball is v sin^2 of the impact angle: (0.01/0.05715)^2 m/s
    verdict PASS '{ kind: column, file: trajectory, column: vx_mps, ball: cue, solver: impulse, over: min, equals: 0.0306173451853, within: 1e-12 }'
    verdict FAIL '{ kind: column, file: trajectory, column: vx_mps, ball: cue, solver: impulse, over: min, min: 0.0307 }'
    verdict PASS '{ kind: column, file: trajectory, column: vx_mps, ball: cue, solver: impulse, over: start, equals: 1, within: 0 }'
    verdict FAIL '{ kind: column, file: trajectory, column: vx_mps, ball: cue, solver: impulse, over: start, max: 0.5 }'
    verdict FAIL '{ kind: column, file: collisions, column: impulse_Ns, solver: impulse, over: min, min: 0 }' --set balls.cue.vx_mps=-1
    [[ "$output" == *"no such row, or no number there"* ]]
}

@test "a check without a number prints the reason and does not pass" {
    verdict FAIL '{ quantity: energy_residual_rel, solver: impulse, max: 1 }' --set balls.cue.vx_mps=0
    [[ "$output" == *"there is no energy at t = 0, so its relative value is undefined; expected a check of kind: column, file: series, column: energy_residual_J"* ]]
    verdict FAIL '{ quantity: momentum_residual_rel, solver: impulse, max: 1 }' --set balls.cue.vx_mps=0
    [[ "$output" == *"there is no momentum (no ball moves) at t = 0"*"column: momentum_residual_kgmps"* ]]
    verdict FAIL '{ quantity: angular_momentum_residual_rel, solver: impulse, max: 1 }' --set 'table={ width_m: 2, height_m: 1, boundary: periodic }'
    [[ "$output" == *"not defined in this scenario"* ]]
    verdict FAIL '{ quantity: lost_digits, solver: impulse, max: 1 }'
    [[ "$output" == *"not defined in this scenario"* ]]
}

@test "theory: angular momentum of conserving methods, overlaps of rigid balls" {
    verdict PASS '{ quantity: angular_momentum_residual_rel, solver: heun, max: theory }' --set solvers.heun.integrator=velocity_verlet
    [[ "$output" == *"theory: 8 eps (collisions + steps + 1)"* ]]
    run "$carom" check two.yaml -o out --set 'checks=[{ quantity: angular_momentum_residual_rel, solver: heun, max: theory }]'
    [ "$status" -eq 65 ]
    [[ "$output" == *"no theory gives angular_momentum_residual_rel of solver 'heun'"* ]]
    verdict PASS '{ quantity: max_overlap_m, solver: impulse, max: theory }'
    # 64 eps (2.54 m + 1.27 m): the size of the table, although it is open
    [[ "$output" == *"(max 5.414"*"e-14)  theory: 64 eps (width + height)"* ]]
}

@test "order: in the step and in the stiffness" {
    verdict PASS '{ kind: order, solver: euler }'
    verdict PASS '{ kind: order, of: stiffness, solver: euler, equals: -0.5, within: 0.01 }'
    verdict FAIL '{ kind: order, solver: euler, equals: 2, within: 0.1 }'
    verdict FAIL '{ kind: order, of: stiffness, solver: heun, equals: -1, within: 0.1 }'
    run "$carom" check two.yaml -o out --set 'checks=[ { kind: order } ]' # without a solver: all solvers with springs
    [ "$status" -eq 0 ]
    [[ "$output" == *"2 passed, 0 failed"* ]]
}

@test "sequence: the same collisions, or those until a time" {
    verdict PASS '{ kind: sequence, solver: heun }'
    [[ "$output" == *"1 collision is the same"* ]]
    cat >> two.yaml <<'Y'
title2: 0
Y
    sed -i '/title2/d; s/  - { name: eight, x_m: 0.3, y_m: 0.01 }/  - { name: eight, x_m: 0.3, y_m: 0 }\n  - { name: nine, x_m: 0.35715, y_m: 0 }/; s/boundary: open/boundary: walls/; s/duration_s: 1/duration_s: 6/; s/x_m: 0, y_m: 0,/x_m: 0.1, y_m: 0.6,/; s/y_m: 0 }/y_m: 0.6 }/g' two.yaml
    verdict FAIL '{ kind: sequence, solver: heun, as: impulse }'
    [[ "$output" == *"the first difference is at t = "* ]]
    verdict PASS '{ kind: sequence, solver: heun, as: impulse, until_s: 0.3 }'
}

@test "renumbering: generalized reflections pass, sequential_index fails" {
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

@test "records of another program; TAP" {
    checks='checks=[ { quantity: collisions, min: 1 }, { kind: renumbering, solver: heun }, { quantity: energy_residual_rel, solver: euler, max: 1e-9 } ]'
    "$carom" compare two.yaml -o theirs --no-plots --set "$checks" > /dev/null
    run "$carom" check --records theirs --tap
    [ "$status" -eq 1 ]
    [ "${lines[0]}" = "TAP version 13" ]
    [ "${lines[1]}" = "1..8" ]
    [[ "$output" == *"ok 1 - records agree with trajectory.tsv (impulse)"* ]]
    [[ "$output" == *"ok 4 - collisions (impulse)"* ]]
    [[ "$output" == *"ok 7 - renumbering (heun) # SKIP"* ]]
    [[ "$output" == *"not ok 8 - energy_residual_rel (euler)"* ]]
    sed '/^euler/d' theirs/summary.tsv > less.tsv
    cp theirs/summary.tsv whole.tsv
    cp less.tsv theirs/summary.tsv
    run "$carom" check --records theirs
    [ "$status" -eq 1 ]
    [[ "$output" == *"FAIL  energy_residual_rel (euler)"*"summary.tsv has no row of 'euler'"* ]]
    cp whole.tsv theirs/summary.tsv
    rm theirs/heun/series.tsv theirs/summary.tsv theirs/run.json
    run "$carom" check two.yaml --records theirs --set "$checks"
    [ "$status" -eq 1 ]
    [[ "$output" == *"FAIL  collisions (impulse)"*"cannot read"* ]]
    run "$carom" check --records theirs
    [ "$status" -eq 66 ]
    run "$carom" check
    [ "$status" -eq 2 ]
}

@test "error messages of faulty checks" {
    run "$carom" check two.yaml --set 'checks=[ { quantity: collisions } ]'
    [ "$status" -eq 65 ]
    [[ "$output" == *"no bound; expected max, min or equals"* ]]
    run "$carom" check two.yaml --set 'checks=[ { quantity: collisions, max: much } ]'
    [ "$status" -eq 65 ]
    [[ "$output" == *"a number, or theory"* ]]
    run "$carom" check two.yaml --set 'checks=[ { kind: column, min: 0 } ]'
    [ "$status" -eq 65 ]
    [[ "$output" == *"column"* ]]
    run "$carom" check two.yaml --set 'checks=[ { quantity: collisions, min: theory } ]'
    [ "$status" -eq 65 ]
}

# Checks without an answer, or that cannot fail or pass, are rejected with their place before the run.
refused() { # refused MESSAGE CHECK [more options]
    says=$1; check=$2; shift 2
    rm -rf out
    sed -i "s/^checks: .*/checks: [ $check ]/" two.yaml
    run "$carom" check two.yaml -o out "$@"
    echo "$output"
    [ "$status" -eq 65 ]
    [[ "$output" == "two.yaml:14:"*": error: checks[0]."*"$says"* ]]
    [ ! -e out ]
}

@test "checks without an answer are rejected before the run" {
    refused "ball: no ball is called 'cueu'; expected one of the scenario's; did you mean 'cue'?" '{ kind: column, file: trajectory, column: x_m, ball: cueu, min: 0 }'
    refused "did you mean 'x_m'?" '{ kind: column, file: trajectory, column: xm, ball: cue, min: 0 }'
    refused "series.tsv has no numbers called 'charge_C'; expected one of: t_s, kinetic_J" '{ kind: column, column: charge_C, min: 0 }'
    refused "trajectory.tsv has no numbers called 'ball'" '{ kind: column, file: trajectory, column: ball, ball: cue, min: 0 }'
    refused "trajectory.tsv has no numbers called 'spin_radps'" '{ kind: column, file: trajectory, column: spin_radps, ball: cue, min: 0 }'
    refused "no sample at 0.123 s; expected for instance 0.1 or 0.15 s" '{ kind: column, column: kinetic_J, at_s: 0.123, min: 0 }'
    refused "found 2 s, after the end" '{ kind: column, column: kinetic_J, at_s: 2, min: 0 }'
    refused "collisions.tsv has no samples" '{ kind: column, file: collisions, column: t_s, at_s: 0.5, min: 0 }'
    refused "the column has values of 2 balls" '{ kind: column, file: trajectory, column: x_m, min: 0 }'
    refused "series.tsv has no values of single balls" '{ kind: column, column: kinetic_J, ball: cue, min: 0 }'
    refused "max: no theory gives pair_tests of solver 'heun'" '{ quantity: pair_tests, solver: heun, max: theory }'
    refused "max: no theory gives the value of a check of kind 'column'" '{ kind: column, column: kinetic_J, max: theory }'
    refused "equals: no theory gives collisions of solver 'impulse'; expected within" '{ quantity: collisions, equals: 1 }'
    refused "as: no solver is called 'heunn'; expected one of the scenario's; did you mean 'heun'?" '{ kind: sequence, as: heunn }'
    refused "has no time step" '{ kind: order, solver: impulse }'
}

@test "checks that cannot fail or cannot pass are rejected before the run" {
    refused "'impulse' is compared with itself, so the check cannot fail" '{ kind: sequence, solver: impulse }'
    refused "'impulse' is the reference of rms_divergence_m" '{ quantity: rms_divergence_m, solver: impulse, max: 1 }'
    refused "no collision happens before 0 s, so the check cannot fail" '{ kind: sequence, solver: heun, until_s: 0 }'
    refused "applies to no solver of the scenario, so the check cannot fail" '{ kind: order }' --set 'solvers=[{ kind: impulse }]'
    refused "one ball cannot be reordered" '{ kind: renumbering }' --set 'balls=[{ x_m: 1, y_m: 1 }]'
    refused "max: found -1; expected a number >= 0" '{ quantity: collisions, max: -1 }'
    refused "min: found 3, above max, 2" '{ quantity: collisions, min: 3, max: 2 }'
    refused "within: found -1" '{ quantity: collisions, equals: 1, within: -1 }'
    refused "within: given without equals" '{ quantity: collisions, min: 1, within: 1 }'
    # "all solvers" excludes the solver compared with
    run "$carom" check two.yaml -o out --set 'checks=[ { quantity: rms_divergence_m, max: 1 } ]'
    [ "$status" -eq 0 ]
    [[ "$output" == *"2 passed, 0 failed"* ]]
    run "$carom" check two.yaml -o out --solver heun --set 'checks=[ { quantity: collisions, solver: euler, min: 1 } ]'
    [ "$status" -eq 65 ]
    [[ "$output" == *"none applies to the solvers chosen by --solver"* ]]
}

# Elastic 2:1 head-on collision, written only from the layout in `carom help checks`, without code of carom.
foreign_records() {
    cat > their.yaml <<'Y'
carom: 1
table: { width_m: 4, height_m: 2, boundary: open }
duration_s: 2
samples: 101
balls:
  - { name: a, x_m: 0.5, y_m: 1, vx_mps: 0.75, vy_mps: 0.0625, radius_m: 0.1, mass_kg: 0.4 }
  - { name: b, x_m: 1.2, y_m: 1, vy_mps: 0.0625, radius_m: 0.1, mass_kg: 0.2 }
solvers: [ { name: theirs, kind: impulse } ]
checks:
  - { quantity: energy_residual_rel, max: 1e-12 }
  - { kind: column, column: momentum_residual_kgmps, over: largest, max: 1e-12 }
  - { kind: column, file: trajectory, column: x_m, ball: b, equals: 2.53333333333333333, within: 1e-12 }
  - { kind: column, column: kinetic_J, over: max, max: 0.2 }
Y
    mkdir -p records/theirs
    awk 'BEGIN { OFS = "\t"; CONVFMT = OFMT = "%.17g"; hit = 0.5 / 0.75; m["a"] = 0.4; m["b"] = 0.2
        D = "records/theirs/"
        print "t_s", "ball", "x_m", "y_m", "vx_mps", "vy_mps" > (D "trajectory.tsv")
        print "t_s", "kinetic_J", "elastic_J", "potential_J", "dissipated_J", "energy_residual_J", "px_kgmps", "py_kgmps", "momentum_residual_kgmps" > (D "series.tsv")
        print "t_s", "kind", "a", "b", "approach_mps", "separation_mps", "contact_s" > (D "collisions.tsv")
        print hit, "ball", "a", "b", 0.75, 0.75, 0 > (D "collisions.tsv")
        for (k = 0; k <= 100; k++) {
            t = 2 * k / 100; after = t > hit ? t - hit : 0
            va = t > hit ? 0.25 : 0.75; vb = t > hit ? 1 : 0
            xa = 0.5 + 0.75 * (t - after) + 0.25 * after; xb = 1.2 + after; y = 1 + 0.0625 * t
            print t, "a", xa, y, va, 0.0625 > (D "trajectory.tsv"); print t, "b", xb, y, vb, 0.0625 > (D "trajectory.tsv")
            K = 0.2 * (va * va + 0.0625 ^ 2) + 0.1 * (vb * vb + 0.0625 ^ 2); px = 0.4 * va + 0.2 * vb; py = 0.6 * 0.0625
            if (k == 0) { K0 = K; P0 = px }
            print t, K, 0, 0, 0, K - K0, px, py, (px > P0 ? px - P0 : P0 - px) > (D "series.tsv")
        }
        print "solver", "kinetic_J", "energy_residual_rel", "collisions" > "records/summary.tsv"
        print "theirs", K, (K - K0) / K0, 1 > "records/summary.tsv" }'
}

tampered() { # tampered MESSAGE COMMAND: a copy of the records, changed by COMMAND in theirs/, fails with MESSAGE
    rm -rf bad && cp -r records bad
    (cd bad/theirs && eval "$2")
    run "$carom" check their.yaml --records bad
    [ "$status" -eq 1 ] || { echo "$2: status $status: $output"; return 1; }
    case $output in *"FAIL  records agree with trajectory.tsv (theirs)"*"$1"*) ;; *) echo "$2: $output (expected: $1)"; return 1 ;; esac
}

column_times() { # column_times FILE COLUMN FORMULA: x of that column becomes the formula
    awk -F '\t' -v OFS='\t' -v CONVFMT=%.17g -v c="$2" "NR == 1 { for (i = 1; i <= NF; i++) if (\$i == c) at = i } NR > 1 { x = \$at; \$at = $3 } 1" "$1" > new.tsv && mv new.tsv "$1"
}

@test "records of springs: a sample in the step in which a contact ends is no fault" {
    "$carom" run 13-gas --solver soft --set duration_s=0.3 --set samples=7 -o gas --no-plots > /dev/null
    run "$carom" check --records gas
    [[ "$output" == *"PASS  records agree with trajectory.tsv (soft)"* ]] || { echo "$output"; false; }
    (cd gas/soft && awk -F '\t' -v OFS='\t' 'NR == 250 { $5 += 1e-4 } 1' trajectory.tsv > new.tsv && mv new.tsv trajectory.tsv)
    run "$carom" check --records gas
    [[ "$output" == *"FAIL  records agree with trajectory.tsv (soft)"* ]]
}

@test "records of another program in the documented layout: correct ones pass, changed ones fail" {
    "$carom" help checks | grep -q 'DIR/SOLVER/trajectory.tsv'
    foreign_records
    run "$carom" check their.yaml --records records
    echo "$output"
    [ "$status" -eq 0 ]
    [[ "$output" == *"5 passed, 0 failed"* ]]
    # changed velocities, kinetic energy and residual, missing rows
    tampered "vx_mps of a at t = 0 s is 1.5; expected 0.75" "column_times trajectory.tsv vx_mps 2*x"
    tampered "series.tsv: kinetic_J at t = 0 s" "column_times series.tsv kinetic_J 3*x"
    # energies that the trajectory does not show: an elastic scene loses none, rigid balls store none
    tampered "series.tsv: dissipated_J at t = 0.96 s is 0.01; expected 0" "column_times series.tsv dissipated_J 'NR==50?0.01:x'"
    tampered "series.tsv: elastic_J at t = 0.96 s is 0.01; expected 0" "column_times series.tsv elastic_J 'NR==50?0.01:x'"
    tampered "series.tsv: energy_residual_J" "column_times series.tsv energy_residual_J 'NR==50?0.01:x'"
    # a ball twice, not a number, an invented collision, momentum that a collision does not conserve
    tampered "trajectory.tsv:5: ball 'a' appears twice at 0.02 s" "sed -i '5s/\tb\t/\ta\t/' trajectory.tsv"
    tampered "expected a finite number" "column_times trajectory.tsv x_m 'NR==50?\"nan\":x'"
    tampered "collisions.tsv: at t = 0.01 s a and b are 0.5 m apart; they cannot collide" "printf '0.01\tball\ta\tb\t1\t1\t0\n' >> collisions.tsv"
    tampered "summary.tsv: collisions at t = 2 s is 7; expected 1" "cd ..; column_times summary.tsv collisions 7"
    tampered "trajectory.tsv: total x momentum at t = 0.68 s is 0.33; expected 0.3" "column_times trajectory.tsv x_m '\$2==\"b\"&&NR>69?x+0.15*(\$1-0.66666666666666663):x'; column_times trajectory.tsv vx_mps '\$2==\"b\"&&NR>69?1.15*x:x'"
    tampered "the last sample is at 0.36 s, before duration_s = 2" "head -n 39 trajectory.tsv > new.tsv; mv new.tsv trajectory.tsv"
    # changes from sample 20 on: free flight and sums
    tampered "trajectory.tsv: vx_mps of a at t = 0.2 s" "column_times trajectory.tsv vx_mps '(NR>20?2:1)*x'"
    tampered "trajectory.tsv: x_m of b at t = 1.4 s" "column_times trajectory.tsv x_m 'NR==143?x+1e-7:x'"
    tampered "trajectory.tsv: vy_mps of b at t = 1.4 s" "column_times trajectory.tsv vy_mps 'NR==143?x+1e-4:x'"
    tampered "series.tsv: px_kgmps" "column_times series.tsv px_kgmps 'NR==77?x*1.001:x'"
    tampered "summary.tsv: energy_residual_rel" "cd ..; column_times summary.tsv energy_residual_rel 1e-3"
    tampered "series.tsv has 100 rows; expected 101" "sed -i 50d series.tsv"
    tampered "unexpected sample" "sed -i 50d trajectory.tsv"
    tampered "trajectory.tsv" "rm trajectory.tsv"
}

@test "missing records, and records of another scenario" {
    run "$carom" check two.yaml --records nowhere --set 'checks=[ { quantity: collisions, min: 1 } ]'
    [ "$status" -eq 66 ]
    [[ "$output" == "carom: error: cannot read the records in 'nowhere': No such file or directory" ]]
    run "$carom" check two.yaml --records two.yaml --set 'checks=[ { quantity: collisions, min: 1 } ]'
    [ "$status" -eq 66 ]
    "$carom" compare two.yaml -o theirs --no-plots > /dev/null
    run "$carom" check two.yaml --records theirs --set 'checks=[ { quantity: collisions, min: 1 } ]' --set title=other
    [ "$status" -eq 0 ]
    [[ "$output" != *"another scenario"* ]]
    run "$carom" check two.yaml --records theirs --set 'checks=[ { quantity: collisions, min: 1 } ]' --set balls.cue.vx_mps=2
    [[ "$output" == *"two.yaml: warning: the records in 'theirs' come from another scenario: recorded '  - { name: \"cue\", x_m: 0, y_m: 0, vx_mps: 1,"*"scenario '"*"vx_mps: 2,"* ]]
}

@test "records of a run with --solver: the other solvers are skipped by name" {
    sed -i 's/^checks: .*/checks: [ { quantity: energy_residual_rel, max: 0.5 }, { kind: sequence, solver: heun, as: impulse } ]/' two.yaml
    "$carom" run two.yaml -o out --solver heun > /dev/null
    for given in two.yaml ''; do
        run "$carom" check $given --records out
        [ "$status" -eq 0 ] || { echo "$output"; false; }
        has "SKIP  records agree with trajectory.tsv (impulse)   'impulse' was not run"
        has "SKIP  energy_residual_rel (euler)                   'euler' was not run"
        has "SKIP  sequence as impulse (heun)                    'impulse' was not run"
        has "2 passed, 0 failed, 5 skipped"
    done
    run "$carom" check two.yaml --records out --tap
    has "ok 1 - records agree with trajectory.tsv (impulse) # SKIP 'impulse' was not run"
    # what was run can still fail, and so can a record that is lost
    run "$carom" check two.yaml --records out --set checks.0.max=1e-99
    [ "$status" -eq 1 ]
    has "1 passed, 1 failed, 5 skipped"
    rm out/heun/trajectory.tsv
    run "$carom" check two.yaml --records out
    [ "$status" -eq 1 ]
    # nothing to check is no success
    run "$carom" check two.yaml --records out --solver euler
    [ "$status" -eq 65 ]
    has "two.yaml: error: checks: none applies to the solvers of these records; choose another solver"
    # without run.json every solver is expected
    rm out/run.json
    run "$carom" check two.yaml --records out --solver euler
    [ "$status" -eq 1 ]
    has "FAIL  records agree with trajectory.tsv (euler)"
}

@test "TAP: a name is not a directive" {
    sed -i 's/name: cue,/name: "a # SKIP \\\\ \\"b\\"",/; s/^checks: .*/checks: [ { kind: column, file: trajectory, column: x_m, ball: "a # SKIP \\\\ \\"b\\"", solver: heun, max: 0 } ]/' two.yaml
    "$carom" check two.yaml -o out --tap > out.tap || true
    cat out.tap
    grep -qF 'not ok 1 - column x_m ball a \# SKIP \\ "b" over end (heun)' out.tap
    ! grep -q '[^\]# SKIP' out.tap || false
    grep -q '^  found: "[^"]*"$' out.tap
}

@test "sequence and order: no pass without collisions to compare or points to fit" {
    "$carom" run two.yaml -o apart > /dev/null
    run "$carom" check two.yaml --records apart --set 'checks=[ { quantity: first_mismatch_s, solver: heun, min: 1 } ]'
    echo "$output"
    [ "$status" -eq 1 ]
    [[ "$output" == *"FAIL  first_mismatch_s (heun)"*"contain no comparison with a reference"* ]]
    "$carom" compare two.yaml --no-plots -o together > /dev/null
    run "$carom" check two.yaml --records together --set 'checks=[ { quantity: first_mismatch_s, solver: heun, min: 1 } ]'
    [ "$status" -eq 0 ]
}


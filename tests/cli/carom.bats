#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# The main commands from a user's view. CAROM names another build of the program.

load common

setup() {
    begin
    cat > two.yaml <<'Y'
carom: 1
title: Two balls
duration_s: 0.6
samples: 13
balls:
  - { name: cue, x_m: 0.6, y_m: 0.63, vx_mps: 2 }
  - { name: eight, x_m: 1.2, y_m: 0.65 }
solvers:
  - { name: impulse, kind: impulse }
  - { name: heun, kind: penalty, integrator: heun, stiffness_N_per_m: 1.0e5, step_s: 1.0e-5 }
  - { name: euler, kind: penalty, integrator: euler, stiffness_N_per_m: 1.0e5, step_s: 1.0e-5 }
checks:
  - { quantity: energy_residual_rel, solver: impulse, max: 1.0e-12 }
  - { quantity: collisions, min: 1 }
sweep:
  parameters:
    - { key: solvers.heun.step_s, from: 1e-6, to: 1e-4, count: 3, scale: log }
    - { key: balls.cue.vx_mps, values: [1, 2] }
  collect: [energy_residual_rel, rms_divergence_m]
Y
}

teardown() {
    chmod -R u+rwX "$work" 2>/dev/null || true
    rm -rf "$work"
}

@test "without arguments: help on standard error, status 2" {
    run "$carom"
    [ "$status" -eq 2 ]
    [[ "$output" == *"usage:"* ]]
}

@test "a usage error is status 2 and names the expected usage" {
    run "$carom" compere two.yaml
    [ "$status" -eq 2 ]
    run "$carom" compare
    [ "$status" -eq 2 ]
    [[ "$output" == *"carom compare FILE"* ]]
    run "$carom" compare two.yaml extra
    [ "$status" -eq 2 ]
    run "$carom" compare two.yaml --colour
    [ "$status" -eq 2 ]
    run "$carom" compare two.yaml --set duration_s
    [ "$status" -eq 2 ]
    [[ "$output" == *"KEY=VALUE"* ]]
    run "$carom" compare two.yaml -o
    [ "$status" -eq 2 ]
    run "$carom" compare two.yaml --jobs 0
    [ "$status" -eq 2 ]
    run "$carom" compare two.yaml --solver nobody --no-plots
    [ "$status" -eq 2 ]
    [[ "$output" == *"impulse heun euler"* ]]
    run "$carom" show two.yaml --jobs 2
    [ "$status" -eq 2 ]
    run "$carom" list nonsense
    [ "$status" -eq 2 ]
}

@test "--solver: an invalid solver that is not chosen does not stop the run" {
    sed '/name: euler/s/step_s: 1.0e-5/step_s: 0.5/' two.yaml > bad.yaml
    run "$carom" run bad.yaml -o all
    [ "$status" -eq 65 ]
    [[ "$output" == *"error: step_s (solver euler)"* ]]
    run "$carom" run bad.yaml --solver heun -o one
    [ "$status" -eq 0 ]
    [[ "$output" == *"warning: step_s (solver euler)"* ]]
    [ -f one/heun/series.tsv ]
    run "$carom" reverse bad.yaml --solver impulse --no-plots -o back
    [ "$status" -eq 0 ]
    run "$carom" run bad.yaml --solver euler -o none
    [ "$status" -eq 65 ]
}

@test "compare writes every record, with the columns of the format" {
    run "$carom" compare two.yaml --no-plots -o out
    [ "$status" -eq 0 ]
    [[ "$output" == *"energy residual"* ]]
    [ "$(head -n 1 out/impulse/series.tsv)" = "$(printf 't_s\tkinetic_J\telastic_J\tpotential_J\tdissipated_J\tenergy_residual_J\tpx_kgmps\tpy_kgmps\tmomentum_residual_kgmps\tangular_momentum_kgm2ps\tangular_momentum_residual_kgm2ps\tmax_overlap_m\tcontacts\tcollisions')" ]
    [ "$(head -n 1 out/heun/trajectory.tsv)" = "$(printf 't_s\tball\tx_m\ty_m\tvx_mps\tvy_mps')" ]
    [ "$(head -n 1 out/euler/collisions.tsv)" = "$(printf 't_s\tkind\ta\tb\tnormal_x\tnormal_y\tapproach_mps\tseparation_mps\timpulse_Ns\tcontact_s\tmax_overlap_m\tdissipated_J')" ]
    [ "$(head -n 1 out/divergence.tsv)" = "$(printf 't_s\tsolver\treference\trms_m\tmax_m\trms_mps')" ]
    [ "$(head -n 1 out/summary.tsv)" = "$(printf 'solver\tkind\tenergy_residual_rel\tmomentum_residual_rel\tangular_momentum_residual_rel\tmax_overlap_m\tcollisions\tsteps\tforce_evaluations\tpair_tests\trms_divergence_m\tfirst_mismatch_s\twall_clock_s')" ]
    [ "$(wc -l < out/impulse/series.tsv)" -eq 14 ]
    [ "$(wc -l < out/impulse/trajectory.tsv)" -eq 27 ]
    [ "$(wc -l < out/divergence.tsv)" -eq 40 ]
    [ "$(wc -l < out/summary.tsv)" -eq 4 ]
    [ "$(tail -n 1 out/impulse/series.tsv | cut -f 1)" = 0.59999999999999998 ]
    grep -q "$(printf 'ball\tcue\teight')" out/heun/collisions.tsv
    ! find out -name '.*.tmp' | grep -q . || false # (bats passes over a plain "!")
}

@test "the default output folder is out/ plus the stem of the file" {
    "$carom" run two.yaml > /dev/null
    [ -f out/two/summary.tsv ]
    [ ! -e out/two/divergence.tsv ]
    [ ! -e out/two/overview.png ]
}

@test "the same input gives the same bytes, except the clock, with any number of threads" {
    "$carom" compare two.yaml --no-plots -o a > /dev/null
    "$carom" compare two.yaml --no-plots -o b --jobs 3 > /dev/null
    for file in impulse/series.tsv heun/trajectory.tsv euler/collisions.tsv divergence.tsv run.json; do
        cmp "a/$file" "b/$file"
    done
    cut -f 1-12 a/summary.tsv > a.cut
    cut -f 1-12 b/summary.tsv > b.cut
    cmp a.cut b.cut
}

@test "--set changes the scenario" {
    run "$carom" run two.yaml -o a --set restitution=0.5 --set solvers.heun.step_s=2e-5
    [ "$status" -eq 0 ]
    grep -q 'step_s: 2e-05' a/run.json
    awk 'NR > 1 && $1 == "heun" && $8 != 29999 && $8 != 30000 { exit 1 }' FS='\t' a/summary.tsv
}

@test "EXPERIMENT/SCENE names another scene of an experiment" {
    run "$carom" check 15-as-published/order -o out
    [ "$status" -eq 0 ]
    [[ "$output" == *"5 passed, 0 failed"* ]]
    run "$carom" show 15-as-published/missing
    [ "$status" -eq 66 ]
}

@test "a scenario can come from standard input" {
    run "$carom" show - < two.yaml
    [ "$status" -eq 0 ]
    [[ "$output" == *"name: \"eight\""* ]]
}

@test "bad scenario: status 65, all errors with file, line, column and key" {
    printf 'carom: 1\nduration: 1\nballs:\n  - { x_m: 1, y_m: 1, mass_kg: -2 }\nsolvers: [ { kind: impuls } ]\n' > bad.yaml
    run "$carom" compare bad.yaml -o out
    [ "$status" -eq 65 ]
    [[ "$output" == *"bad.yaml:2:1: error: duration: unknown key; did you mean 'duration_s'?"* ]]
    [[ "$output" == *"bad.yaml:4:32: error: balls[0].mass_kg: found '-2'; expected a number > 0 (kg)"* ]]
    [[ "$output" == *"bad.yaml:5:20: error: solvers[0].kind: found 'impuls'; expected one of: impulse, penalty"* ]]
    [[ "$output" == *"3 errors"* ]]
    [ ! -e out ]
}

@test "status 73 and no files if the folder cannot be created" {
    touch file
    run "$carom" run two.yaml -o file/out
    [ "$status" -eq 73 ]
    [[ "$output" == *"cannot create"* ]]
    if [ "$(id -u)" -ne 0 ]; then
        mkdir closed && chmod a-w closed
        run "$carom" run two.yaml -o closed
        [ "$status" -eq 73 ]
        [ -z "$(ls -A closed)" ]
    fi
}

@test "a full disk is status 74 and leaves no incomplete file" {
    "$carom" run two.yaml -o out > /dev/null
    run bash -c "trap '' XFSZ; ulimit -f 20; '$carom' run two.yaml -o out --set samples=20000"
    [ "$status" -eq 74 ]
    [[ "$output" == *"cannot write"* ]]
    [ "$(find out -type f)" = out/run.json ] # the new run has removed the earlier tables
    [ -e /dev/full ] || skip "no /dev/full"
    run bash -c "'$carom' show two.yaml > /dev/full"
    [ "$status" -eq 74 ]
}

@test "a solver that stops keeps its records until then, the others are complete, status 65" {
    cat > bounce.yaml <<'Y'
carom: 1
gravity_mps2: [0, -9.8]
restitution: 0.8
duration_s: 6
samples: 61
balls: [ { name: b, x_m: 1, y_m: 1, radius_m: 0.1 } ]
solvers:
  - { name: impulse, kind: impulse }
  - { name: heun, kind: penalty, stiffness_N_per_m: 1.0e4, step_s: 1.0e-4 }
reference: heun
Y
    run "$carom" compare bounce.yaml --no-plots -o out
    [ "$status" -eq 65 ]
    [[ "$output" == *"solver 'impulse' stopped: collapse: inelastic collapse at t = 3.8"* ]]
    [ "$(wc -l < out/heun/series.tsv)" -eq 62 ]
    [ "$(wc -l < out/impulse/series.tsv)" -eq 40 ]
    [ "$(wc -l < out/divergence.tsv)" -eq 123 ]
    grep -q '"failure": "collapse: inelastic collapse' out/run.json
    [[ "$output" =~ 'first mismatch (s)'\ +none\ to\ 3.8\ +none ]] # later collisions are not compared
}

@test "sweep: the last parameter of the grid varies fastest" {
    sed -i 's/^duration_s: .*/duration_s: 0.1/' two.yaml # only the grid is tested
    run "$carom" sweep two.yaml --no-plots -o out
    [ "$status" -eq 0 ]
    [ "$(head -n 1 out/sweep.tsv)" = "$(printf 'solvers.heun.step_s\tballs.cue.vx_mps\tsolver\tenergy_residual_rel\trms_divergence_m')" ]
    [ "$(wc -l < out/sweep.tsv)" -eq 19 ]
    [ "$(sed -n 2p out/sweep.tsv | cut -f 1-3)" = "$(printf '1e-06\t1\timpulse')" ]
    [ "$(sed -n 5p out/sweep.tsv | cut -f 1-3)" = "$(printf '1e-06\t2\timpulse')" ]
    [ "$(sed -n 9p out/sweep.tsv | cut -f 1-3)" = "$(printf '1e-05\t1\theun')" ]
    [ "$(sed -n 19p out/sweep.tsv | cut -f 1-3)" = "$(printf '0.0001\t2\teuler')" ]
    run "$carom" sweep two.yaml --no-plots -o out --set 'sweep.parameters=[ { key: durations_s, values: [1] } ]'
    [ "$status" -eq 65 ]
    [[ "$output" == *"did you mean 'duration_s'"* ]]
}

@test "fan: all outcomes of one ball that hits two at once" {
    one_hits_two <<'Y'
solvers: [ { kind: impulse } ]
Y
    run "$carom" fan three.yaml -o out --no-plots
    [ "$status" -eq 0 ]
    [[ "$output" == *"3 balls collide at t = 1.5 s: 7 outcomes from the policies, 6 serial orders and springs"* ]]
    [[ "$output" == *"generalized_reflections (and 1 more)"* ]]
    [[ "$output" == *"(+0.600000000, +0.346410162) m/s"* ]]
    [[ "$output" == *"(-0.125000000, -0.216506351) m/s"* ]]
    [[ "$output" == *"(-0.125000000, +0.216506351) m/s"* ]]
    [ "$(head -n 1 out/fan.tsv)" = "$(printf 'outcome\tsource\tsources\tball\tx_m\ty_m\tradius_m\tvx_mps\tvy_mps\tarriving_vx_mps\tarriving_vy_mps')" ]
    [ "$(wc -l < out/fan.tsv)" -eq 22 ]
    # springs approach the symmetric outcome as k^(-1/2): 1.9299e-4 at 1e6 (carom help theory, impacts), a thousandth of it at 1e12
    awk -F'\t' '$2 == "springs of 1e+06 N/m" && $4 == "cue" && ($8 + 0.19980706)^2 > 1e-14 { exit 1 }
                $2 == "springs of 1e+12 N/m" && $4 == "cue" && ($8 + 0.2)^2 > 1e-12 { exit 1 }' out/fan.tsv
    run "$carom" fan three.yaml -o out --set duration_s=1 --no-plots
    [ "$status" -eq 65 ]
    [[ "$output" == *"nothing collides"* ]]
    has_gnuplot || skip "no gnuplot"
    run "$carom" fan three.yaml -o out
    [ "$status" -eq 0 ]
    [ -s out/fan.png ]
    [ -s out/fan.svg ]
    [ -s out/fan.svg ]
}

@test "list shows every plug-in interface with its parameters" {
    run "$carom" list
    [ "$status" -eq 0 ]
    for word in impulse penalty euler heun hooke constant generalized_reflections sequential_index \
            rack gas stiffness_N_per_m contact_end 04-break rms_divergence_m gravity_mps2; do
        [[ "$output" == *"$word"* ]]
    done
    for what in solvers integrators force-laws impact-laws impact-policies friction-laws groups experiments quantities; do
        run "$carom" list $what
        [ "$status" -eq 0 ]
        [ "${#lines[@]}" -gt 1 ]
    done
    "$carom" list experiments | grep -q '^  15-as-published/clock  *Balls that pass'
}

@test "NO_COLOR and pipes get no escape sequences" {
    "$carom" check two.yaml -o out | { ! grep -q $'\033'; }
}

@test "figures of one solver, of an open table, of a periodic table" {
    has_gnuplot || skip "no gnuplot"
    run "$carom" compare two.yaml --solver heun --set figures=[energy,scene] -o one
    [ "$status" -eq 0 ]
    [ -s one/overview.png ]
    run "$carom" compare two.yaml --set table.boundary=open --set figures=[scene] -o open
    [ "$status" -eq 0 ]
    run "$carom" compare two.yaml --set table.boundary=periodic --set figures=[scene] -o periodic
    [ "$status" -eq 0 ]
    [ -s periodic/scene.svg ]
}

@test "figures of a scene that begins and ends at rest" {
    has_gnuplot || skip "no gnuplot"
    run "$carom" compare 12-collapse --set figures=[energy,scene] -o out
    [ "$status" -eq 0 ]
    [ -s out/overview.png ]
    run "$carom" compare 12-collapse --set figures=[energy,scene] -o still --set gravity_mps2='[0, 0]' # nothing moves
    [ "$status" -eq 0 ]
    [ -s still/overview.png ]
    [[ "$output" != *arning* ]] # a warning of gnuplot
}

@test "sound: channels, silence, and records without a log" {
    # channels: impulse has a collision at 0 s, the blog its first at 0.6 s
    "$carom" compare 15-as-published/clock --solver impulse --solver blog-2-Hz -o clock --no-plots > /dev/null
    "$carom" plot clock --sound
    od -A n -v -t d2 -j 44 -N $((4 * 4410)) clock/sound.wav | tr -s ' ' '\n' | grep . |
        awk '{ NR % 2 == 1 ? left += ($1 != 0) : right += ($1 != 0) } END { exit !(left > 100 && right == 0) }'
    "$carom" compare two.yaml -o still --no-plots --set duration_s=0.1 > /dev/null
    run "$carom" plot still --sound
    [ "$status" -eq 65 ]
    [[ "$output" == *"the sound would be silent"* ]]
    "$carom" run two.yaml -o nolog > /dev/null
    rm nolog/*/collisions.tsv
    run "$carom" plot nolog --sound
    [ "$status" -eq 66 ]
}

@test "explain: predicts contacts, delays and errors before a run" {
    run "$carom" explain 04-break
    [ "$status" -eq 0 ]
    [[ "$output" == *"16 balls, 1 moving, at most 6 m/s"* ]]
    [[ "$output" == *"cue and rack1 at t = 202.142 ms"* ]]
    [[ "$output" == *"30 pairs touch at t = 0"* ]]
    [[ "$output" == *"collisions per ball"* ]]
    [[ "$output" == *"heun: soft balls. A contact of two balls lasts at most 915.9 µs, of a ball and a wall at most 1.295 ms"*"theta = h w0 = 0.0343"* ]]
    [[ "$output" == *"after a head-on collision at 6 m/s the contact delay is at most 5.5 mm, at a wall at most 7.77 mm"* ]] # v T
    # the normal rotates at an inward corner as 1/r and not at a flat wall
    corner='table={shape: polygon, corners: [[0, 0], [1, 0.3], [2, 0], [2, 2], [0, 2]]}'
    one='balls=[{name: a, x_m: 1.2, y_m: 1, vy_mps: -1, radius_m: 0.05, mass_kg: 1}]'
    soft='solvers=[{name: s, kind: penalty, stiffness_N_per_m: 1e5, step_s: 1e-5}]'
    run "$carom" explain 01-head-on --set reference=s --set checks=[] --set "$soft" --set "$one" --set "$corner"
    [[ "$output" == *"A contact of a ball and a wall lasts at most 9.935 ms"*"at most about 0.2 rad (v_t/s T)"* ]] # v T/r
    run "$carom" explain 01-head-on --set reference=s --set checks=[] --set "$soft" --set "$one"
    [[ "$output" == *"A contact of a ball and a wall lasts"* && "$output" != *" rad (v_t/s T)"* ]]
    run "$carom" explain 12-collapse
    [[ "$output" == *"e^2 = 0.25 of its energy"* ]]
    run "$carom" explain two.yaml --set solvers.heun.step_s=1
    [ "$status" -eq 65 ]
}

@test "without gnuplot: a message how to install it, and complete records" {
    "$carom" compare two.yaml --no-plots -o out > /dev/null
    mkdir empty
    ln -s "$(command -v sh)" empty/sh
    PATH="$work/empty" run "$carom" plot out
    [ "$status" -eq 73 ]
    [[ "$output" == *"gnuplot is not installed; install it"* ]]
    PATH="$work/empty" run "$carom" compare two.yaml -o other
    [ "$status" -eq 73 ]
    [ -s other/summary.tsv ]
}

@test "a schedule of restitutions in the records" {
    cat > scene.yaml <<'YAML'
carom: 1
duration_s: 6
allow_energy_gain: true
schedule:
  - { at_s: 2, restitution: 0.5 }
  - { at_s: 4, restitution: { ball_wall: 1.5 } }
balls: [ { name: one, x_m: 1.27, y_m: 0.6, vx_mps: 1 } ]
solvers: [ { kind: impulse }, { kind: stepped }, { kind: penalty, stiffness_N_per_m: 1e6, contacts: located, integrator: rk4 } ]
YAML
    run "$carom" compare scene.yaml -o out --no-plots
    [ "$status" -eq 0 ]
    [[ "$output" != *"restitution at walls"* ]]
    for kind in impulse stepped penalty; do # wall hits at 1.24 s (e = 1) and 3.72 s (e = 0.5); the next is after the end
        tail -n 1 out/$kind/trajectory.tsv | awk -F '\t' '{ exit !($5*$5 > 0.25 - 1e-5 && $5*$5 < 0.25 + 1e-5) }'
    done
    "$carom" show scene.yaml > shown.yaml
    "$carom" show shown.yaml | cmp - shown.yaml
    run "$carom" explain scene.yaml
    [[ "$output" == *"After t = 4 s the restitution is 0.5 between balls and 1.5 at walls."* ]]
}

@test "notes: doubtful results are flagged" {
    run "$carom" run 01-head-on --set solvers.heun.step_s=3e-3 --set solvers.heun.allow_unstable=true -o out
    [ "$status" -eq 0 ]
    [[ "$output" == *"heun: "*"shorten the step"* ]]
    [[ "$output" == *"restitution of balls: specified"* ]]
    # solvers with the same note share it
    "$carom" compare 01-head-on -o same --no-plots > same.txt
    [ "$(grep -c '^euler, heun: .* 10 % of a radius' same.txt)" -eq 1 ]
    [ "$(grep -c ' 10 % of a radius' same.txt)" -eq 1 ]
    # sentence by sentence: euler has a further one
    "$carom" compare 04-break --set duration_s=0.5 -o break --no-plots > break.txt
    [ "$(grep -c '^euler, heun: .* 6 % of a radius' break.txt)" -eq 1 ]
    [ "$(grep -c '^euler: .* of E(0)' break.txt)" -eq 1 ]
}

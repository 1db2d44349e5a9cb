#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Sweeps: the same bytes for any number of jobs and interruptions.

load common

setup() {
    begin
    speeds=8 phases=5 first=0.1 last=0.9 step_s=1.0e-5 fine_s=5e-6
    ! sanitized || { speeds=3 phases=4 first=0.125 last=0.875 step_s=5.0e-5 fine_s=2e-5; }
    points=$((speeds * phases)) rows=$((3 * speeds * phases + 1))
    cat > grid.yaml <<Y
carom: 1
duration_s: 0.7
balls:
  - { name: cue, x_m: 0.6, y_m: 0.63, vx_mps: 2 }
  - { name: eight, x_m: 1.2, y_m: 0.65 }
solvers:
  - { name: impulse, kind: impulse }
  - { name: heun, kind: penalty, stiffness_N_per_m: 1.0e5, step_s: $step_s, phase: 0 }
  - { name: euler, kind: penalty, integrator: euler, stiffness_N_per_m: 1.0e5, step_s: $step_s, phase: 0 }
sweep:
  parameters:
    - { key: balls.cue.vx_mps, from: 1, to: 4, count: $speeds }
    - { key: solvers.*.phase, scale: phases, count: $phases }
  collect: [energy_residual_rel, rms_divergence_m, collisions, restitution_ball]
Y
}

teardown() { rm -rf "$work"; }

@test "sweep: any number of jobs gives the same bytes" {
    "$carom" sweep grid.yaml --no-plots -o a -j 1
    "$carom" sweep grid.yaml --no-plots -o b --jobs 7
    cmp a/sweep.tsv b/sweep.tsv
    [ "$(wc -l < a/sweep.tsv)" -eq $rows ]
    [ "$(head -n 1 a/sweep.tsv)" = "$(printf 'balls.cue.vx_mps\tsolvers.*.phase\tsolver\tenergy_residual_rel\trms_divergence_m\tcollisions\trestitution_ball')" ]
    [ "$(sed -n 2p a/sweep.tsv | cut -f 1-3)" = "$(printf '1\t%s\timpulse' $first)" ]
    [ "$(sed -n ${rows}p a/sweep.tsv | cut -f 1-3)" = "$(printf '4\t%s\teuler' $last)" ]
    # the sub-step offset (phase) changes penalty solvers only
    [ "$(awk -F'\t' '$3 == "impulse" && $1 == 1 { print $4 }' a/sweep.tsv | sort -u | wc -l)" -eq 1 ]
    [ "$(awk -F'\t' '$3 == "heun" && $1 == 1 { print $4 }' a/sweep.tsv | sort -u | wc -l)" -eq $phases ]
}

@test "sweep: killed at any time, --resume produces the same bytes" {
    fine="--set solvers.*.step_s=$fine_s"
    "$carom" sweep grid.yaml --no-plots -o whole $fine
    for delay in 0 0.01 0.02 0.05 0.08; do # after the first row
        "$carom" sweep grid.yaml --no-plots -o parts $fine --resume > said 2>&1 &
        pid=$!
        while kill -0 $pid 2> /dev/null && [ "$(cat parts/sweep.tsv 2> /dev/null | wc -l)" -lt 2 ]; do sleep 0.002; done
        sleep $delay
        kill -9 $pid 2> /dev/null || true
        wait $pid 2> /dev/null || true
        size=$(stat -c %s parts/sweep.tsv)
        head -c "$size" whole/sweep.tsv | cmp - parts/sweep.tsv # the beginning of the whole table
        [ "$size" -lt "$(stat -c %s whole/sweep.tsv)" ] || break # the sweep ended before the kill
    done
    found=$((($(head -n -1 whole/sweep.tsv | head -c "$size" | wc -l) - 1) / 3))
    run "$carom" sweep grid.yaml --no-plots -o parts $fine --resume
    [ "$status" -eq 0 ]
    [[ "$output" == *"$points points, $found of them from before: parts/sweep.tsv"* ]]
    cmp whole/sweep.tsv parts/sweep.tsv
    # other values or solvers are refused; without --resume the sweep starts anew
    run "$carom" sweep grid.yaml --no-plots -o parts --resume
    [ "$status" -eq 65 ]
    [[ "$output" == *"sweep.json' is of another scenario: recorded "*"omit --resume to start anew"* ]]
    run "$carom" sweep grid.yaml --no-plots -o parts $fine --resume --solver impulse
    [ "$status" -eq 65 ]
    [[ "$output" == *"sweep.tsv', line 3, is not of this sweep"* ]]
    cmp whole/sweep.tsv parts/sweep.tsv
    run "$carom" sweep grid.yaml --no-plots -o parts $fine --solver impulse
    [ "$status" -eq 0 ]
    [ "$(wc -l < parts/sweep.tsv)" -eq $((points + 1)) ]
    [[ "$output" == "$points points: parts/sweep.tsv" ]]
}

@test "sweep: an interrupt is status 130, prints the progress and keeps the points" {
    "$carom" sweep grid.yaml --no-plots -o out --set solvers.*.step_s=1e-7 2> err &
    pid=$!
    await grep -qs heun out/sweep.tsv
    kill -INT $pid
    status=0
    wait $pid || status=$?
    [ "$status" -eq 130 ]
    grep -q "of $points points; --resume continues from there" err
    grep -q heun out/sweep.tsv
    run "$carom" sweep grid.yaml --no-plots --jobs none
    [ "$status" -eq 2 ]
}

@test "sweep: final position and velocity of a ball are columns" {
    "$carom" sweep 19-two-ball-drop --no-plots -o out --solver impulse --set 'sweep.collect=[small.x_m, small.vy_mps, large.vy_mps]'
    [ "$(head -n 1 out/sweep.tsv)" = "$(printf 'balls.small.y_m\tsolver\tsmall.x_m\tsmall.vy_mps\tlarge.vy_mps')" ]
    awk -F'\t' 'NR > 1 && (($4 - 2.2) ^ 2 > 1e-24 || ($5 - 0.2) ^ 2 > 1e-24 || $3 == $4) { exit 1 }' out/sweep.tsv
}

@test "sweep: formulas set several keys from one value; final direction and spin of a ball are columns" {
    # spin does not change the direction of flight
    "$carom" sweep 19-two-ball-drop --no-plots -o out --solver impulse --set duration_s=1e-3 --set balls.small.spin_radps=2.5 \
        --set 'sweep={ parameters: [ { key: aim_deg, values: [30, -120, 180], sets: [ { key: balls.small.vx_mps, formula: 2*cos(x*pi/180) }, { key: balls.small.vy_mps, formula: 2*sin(x*pi/180) } ] } ], collect: [small.vx_mps, small.direction_deg, small.spin_radps, large.direction_deg] }' --set balls.large.vy_mps=0 --set balls.small.y_m=1
    [ "$(head -n 1 out/sweep.tsv)" = "$(printf 'aim_deg\tsolver\tsmall.vx_mps\tsmall.direction_deg\tsmall.spin_radps\tlarge.direction_deg')" ]
    awk -F'\t' 'NR > 1 { d = $4 - $1; if (d * d > 1e-24 || ($3 - 2 * cos($1 * 3.14159265358979 / 180)) ^ 2 > 1e-24 || $5 != 2.5 || $6 != "nan") exit 1 }' out/sweep.tsv
    [ "$(wc -l < out/sweep.tsv)" -eq 4 ]
    run "$carom" sweep 19-two-ball-drop --no-plots -o o --set 'sweep={ parameters: [ { key: aim, values: [1], sets: [ { key: seed, formula: 2*y } ] } ] }'
    [ "$status" -eq 65 ]
    [[ "$output" == *"sweep.parameters[0].sets[0].formula"*"found 'y'"* ]]
    run "$carom" sweep 19-two-ball-drop --no-plots -o o --set 'sweep={ parameters: [ { key: aim, values: [left], sets: [ { key: duration_s, formula: x } ] } ] }'
    [ "$status" -eq 65 ]
    [[ "$output" == *"duration_s"*"nan"* ]]
}

@test "sweep: left.first_ball is the ball of the first collision with the left wall, nan without one" {
    cat > walls.yaml <<'END'
carom: 1
duration_s: 2.3
table: { width_m: 2.2, height_m: 1.1 }
balls:
  - { name: a, x_m: 1.32, y_m: 0.31, vx_mps: -0.91, vy_mps: 0.11 }
  - { name: b, x_m: 1.57, y_m: 0.83, vx_mps: -0.92 }
  - { name: c, x_m: 0.83, y_m: 0.55, vx_mps: 0.13, vy_mps: 0.31 }
solvers:
  - { name: impulse, kind: impulse }
  - { name: springs, kind: penalty, integrator: velocity_verlet, stiffness_N_per_m: 1e4, theta: 0.1 }
sweep:
  parameters: [{ key: balls.a.vx_mps, values: [-0.91, -0.43, 0.29] }, { key: duration_s, values: [0.3, 2.3] }]
  collect: [left.first_ball, right.first_ball, top.first_ball]
END
    "$carom" sweep walls.yaml --no-plots -o out > /dev/null
    for point in 1 2 3 4 5 6; do
        "$carom" run walls.yaml -o out/$point --set balls.a.vx_mps="$(sed -n $((2 * point))p out/sweep.tsv | cut -f 1)" \
            --set duration_s="$(sed -n $((2 * point))p out/sweep.tsv | cut -f 2)" > /dev/null
        for solver in impulse springs; do
            for wall in left right top; do
                want=$(awk -F'\t' -v wall=$wall 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } $at["b"] == wall && (t == "" || $at["t_s"] + 0 < t) { t = $at["t_s"] + 0; ball = index("abc", $at["a"]) } END { print ball == "" ? "nan" : ball }' out/$point/$solver/collisions.tsv)
                awk -F'\t' -v point=$point -v solver=$solver -v wall=$wall -v want=$want 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } $at["solver"] == solver && ++row == point { print point, solver, wall, $at[wall ".first_ball"], want; exit $at[wall ".first_ball"] != want }' out/sweep.tsv
            done
        done
    done
    [ "$(awk -F'\t' '$3 == "impulse" { printf "%s ", $4 }' out/sweep.tsv)" = "nan 1 nan 2 nan 2 " ]
    run "$carom" sweep walls.yaml --no-plots -o no --set 'sweep.collect=[middle.first_ball]'
    [ "$status" -eq 65 ]
    [[ "$output" == *"found 'middle.first_ball'"*"left.first_ball"* ]]
}

@test "sweep: together draws all quantities in one figure" {
    "$carom" sweep 21-throw -o out
    [ "$(cd out && echo *.png)" = sweep-together.png ]
    grep -q 'Angle of throw over cut angle' out/sweep.figures.tsv
    [ "$(cut -f 1 out/sweep-theory.tsv | sort -u | tr '\n' ' ')" = "fast.direction_deg medium.direction_deg quantity slow.direction_deg " ]
}

@test "sweep: seeds, and error messages of grids" {
    run "$carom" sweep grid.yaml --no-plots -o out --set 'sweep={ parameters: [ { key: seed, scale: seeds, count: 3 } ], collect: [collisions] }'
    [ "$status" -eq 0 ]
    [ "$(cut -f 1 out/sweep.tsv | tr '\n' ' ')" = "seed 1 1 1 2 2 2 3 3 3 " ]
    run "$carom" sweep grid.yaml --no-plots -o out --set 'sweep={ parameters: [ { key: seed, count: 3 } ] }'
    [ "$status" -eq 65 ]
    [[ "$output" == *"expected either values"* ]]
    run "$carom" sweep grid.yaml --no-plots -o out --set 'sweep={ parameters: [ { key: seed, scale: seeds, from: 0.5 } ] }'
    [ "$status" -eq 65 ]
    run "$carom" sweep grid.yaml --no-plots -o out --set 'sweep={ parameters: [ { key: solvers.*.thetta, values: [1] } ] }'
    [ "$status" -eq 65 ]
    [[ "$output" == *"no item has the key 'thetta'"* ]]
}

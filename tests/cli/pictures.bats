#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# What moves, what is heard, and what figures say of jumps and of zeros.

load common

setup() {
    begin
    has_gnuplot || skip "no gnuplot"
    cat > open.yaml <<'Y'
carom: 1
title: Two balls without a table
table: { boundary: open }
restitution: 0.5
duration_s: 0.6
samples: 7
orientation: true
balls:
  - { name: cue, x_m: 0.6, y_m: 0.63, vx_mps: 2, spot_rad: [0.5, 1.2] }
  - { name: eight, x_m: 1.2, y_m: 0.65 }
solvers:
  - { name: impulse, kind: impulse }
  - { name: euler, kind: penalty, integrator: euler, stiffness_N_per_m: 1.0e6, step_s: 1.0e-6 }
  - { name: heun, kind: penalty, integrator: heun, stiffness_N_per_m: 1.0e6, step_s: 1.0e-6 }
Y
}

teardown() { rm -rf "$work"; }

@test "animate: open tables, any two solvers, the overlay beside the other" {
    "$carom" compare open.yaml -o out --no-plots > /dev/null
    run "$carom" animate out
    [ "$status" -eq 0 ]
    [ "$(head -c 6 out/animation.gif)" = GIF89a ]
    cp out/animation.gif first.gif
    run "$carom" animate out --overlay --solver heun
    [ "$status" -eq 0 ]
    [[ "$output" == *"out/animation-overlay.gif"* ]]
    cmp first.gif out/animation.gif # it stands by itself
    run "$carom" animate out --solver heun --solver euler
    [ "$status" -eq 0 ]
    ! cmp -s first.gif out/animation.gif || false
    run "$carom" animate out --solver nobody
    [ "$status" -eq 65 ]
    [[ "$output" == *"no solver 'nobody' in the records; they have: impulse, euler, heun"* ]]
    run "$carom" animate out --solver heun --solver euler --solver impulse
    [ "$status" -eq 2 ]
}

@test "animate: a spot starts where the file says, and shows that it rolls" {
    "$carom" compare open.yaml -o one --no-plots > /dev/null
    "$carom" compare open.yaml -o two --no-plots --set balls.cue.spot_rad=[2,1] > /dev/null
    cmp one/impulse/trajectory.tsv two/impulse/trajectory.tsv
    "$carom" animate one > /dev/null
    "$carom" animate two > /dev/null
    ! cmp -s one/animation.gif two/animation.gif || false
    "$carom" show open.yaml > shown.yaml
    grep -q 'spot_rad: \[0.5, 1.2\]' shown.yaml
    "$carom" show shown.yaml | cmp - shown.yaml
}

@test "sound: which solver on which ear, and one loudness for several runs" {
    "$carom" compare open.yaml -o fast --no-plots > /dev/null
    "$carom" compare open.yaml -o slow --no-plots --set balls.cue.vx_mps=1.2 > /dev/null
    peak() { od -A n -v -t d2 -j 44 "$1/sound.wav" | tr -s ' ' '\n' | grep . | awk '{ v = $1 < 0 ? -$1 : $1; if (v > m) m = v } END { print m }'; }
    "$carom" sound fast && "$carom" sound slow
    [ "$(peak fast)" -eq "$(peak slow)" ] # each as loud as can be
    "$carom" sound fast --loudest 4 && "$carom" sound slow --loudest 4
    # the clicks' loudness is as the approach speeds, to the 16 bits of a sample
    awk -v f="$(peak fast)" -v s="$(peak slow)" -v a="$(awk -F '\t' 'NR == 2 { print $7 }' fast/impulse/collisions.tsv)" \
        -v b="$(awk -F '\t' 'NR == 2 { print $7 }' slow/impulse/collisions.tsv)" 'BEGIN { d = f / s - a / b; exit !(d < 0.001 && d > -0.001 && a > b) }'
    run "$carom" sound fast --solver heun --solver euler
    [[ "$output" == *"left: heun, 1 collisions; right: euler, 1"* ]]
    run "$carom" sound fast --loudest 0
    [ "$status" -eq 2 ]
}

@test "figures: an impulse is a step at its own time, a zero is not drawn as 1e-17" {
    "$carom" compare open.yaml -o out > /dev/null
    # without the log the samples are joined; with it the SVG has one stroke more straight down, though samples are 0.1 s apart
    "$carom" compare open.yaml -o nolog --no-collisions > /dev/null
    strokes() { tr '\n\t' '  ' < "$1/energy.svg" | grep -o 'd=.M[0-9.,LM -]*' | tr 'ML' '\n\n' |
        awk -F, 'NF == 2 { if ($1 + 0 == x && ($2 - y > 40 || y - $2 > 40)) n++; x = $1 + 0; y = $2 } END { print n + 0 }'; }
    [ "$(strokes out)" -eq $(($(strokes nolog) + 1)) ]
    "$carom" compare 01-head-on -o still > /dev/null
    grep -q "exactly 0: impulse" still/energy.svg
}

@test "figures: colours of one's own, a style that is missing, names with a preset" {
    echo 'COLOURS = "#ff0000 #00aa00 #0000ff #00ffff #ff00ff #777777 #123456"' > own.gp
    "$carom" compare open.yaml -o out --style own.gp > /dev/null
    for rgb in '255, *0, *0' '0, *170, *0' '0, *0, *255'; do grep -Eq "rgb\( *$rgb\)" out/energy.svg; done
    ! grep -Eq 'rgb\(213, *94, *0\)' out/energy.svg || false # Euler's usual colour
    run "$carom" compare open.yaml -o none --style nowhere.gp
    [ "$status" -eq 66 ]
    [[ "$output" == *"cannot read the style 'nowhere.gp'"* ]]
    [ ! -e none ] # found before the run
    run "$carom" plot out --preset slide
    [[ "$output" == *"out/overview-slide.png and others"* ]]
    [ -s out/overview-slide.png ]
    run "$carom" plot out --preset column
    [[ "$output" == *"out/overview-column.png and others"* ]]
    [ -s out/energy-column.png ]
}

@test "sweep: two parameters are a map, three are said to have none before the run" {
    cat >> open.yaml <<'Y'
sweep:
  parameters:
    - { key: balls.cue.vx_mps, from: 1, to: 3, count: 4 }
    - { key: restitution.ball_ball, values: [0.5, 0.7, 0.9] }
  collect: [energy_residual_rel, rms_divergence_m]
Y
    run "$carom" sweep open.yaml -o map --plots
    [ "$status" -eq 0 ]
    [[ "$output" == *"map/sweep-COLUMN-SOLVER.png and others"* ]]
    [[ "$output" != *arning* ]]
    [ -s map/sweep-rms_divergence_m-heun.png ]
    grep -q 'restitution between balls' map/sweep-rms_divergence_m-heun.svg
    sed -i.bak 's/^  collect/    - { key: seed, values: [1, 2] }\n  collect/' open.yaml
    run "$carom" sweep open.yaml -o cube --plots
    [ "$status" -eq 0 ]
    [[ "${lines[0]}" == *"there will be no figures"* ]]
    [ -s cube/sweep.tsv ]
}

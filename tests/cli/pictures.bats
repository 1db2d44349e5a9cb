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
balls:
  - { name: cue, x_m: 0.6, y_m: 0.63, vx_mps: 2 }
  - { name: eight, x_m: 1.2, y_m: 0.65 }
solvers:
  - { name: impulse, kind: impulse }
  - { name: euler, kind: penalty, integrator: euler, stiffness_N_per_m: 1.0e6, step_s: 1.0e-6 }
  - { name: heun, kind: penalty, integrator: heun, stiffness_N_per_m: 1.0e6, step_s: 1.0e-6 }
Y
}

teardown() { rm -rf "$work"; }

# Frames of a GIF: graphic control extensions.
frames() { LC_ALL=C grep -obUaP '\x00\x21\xf9\x04' "$1" | wc -l; }

@test "animate: every solver, those asked for, the overlay beside the other" {
    all_formats
    "$carom" compare open.yaml -o out --no-plots > /dev/null
    run "$carom" animate out --gif --length 0.2
    [ "$status" -eq 0 ]
    [[ "$output" == *"animation: out/animation.gif"* ]]
    [ "$(head -c 6 out/animation.gif)" = GIF89a ]
    [ ! -e out/animation.mp4 ]
    cp out/animation.gif first.gif
    run "$carom" animate out --gif --length 0.2 --overlay --solver heun
    [ "$status" -eq 0 ]
    [[ "$output" == *"out/animation-overlay.gif"* ]]
    cmp first.gif out/animation.gif # it stands by itself
    "$carom" animate out --gif --length 0.2
    cmp first.gif out/animation.gif # the same bytes
    run "$carom" animate out --gif --length 0.2 --solver heun --solver euler
    [ "$status" -eq 0 ]
    ! cmp -s first.gif out/animation.gif || false
    run "$carom" animate out --solver nobody
    [ "$status" -eq 65 ]
    [[ "$output" == *"no solver 'nobody' in the records; they have: impulse, euler, heun"* ]]
    run "$carom" animate out --overlay --solver heun --solver euler --solver impulse
    [ "$status" -eq 2 ]
    run "$carom" animate out --length 0
    [ "$status" -eq 2 ]
}

@test "animate: slowed while balls collide, and says so; one solver alone" {
    all_formats
    "$carom" run open.yaml -o one --solver heun > /dev/null
    "$carom" animate one --gif --length 0.4 > /dev/null
    grep -q 'It runs 1.5 x as fast, and slowed 13.3 x during 1 collision' one/animation.txt
    # a frame of the film is 0.04 s; six slow ones precede the contact onset and six follow the separation
    [ "$(frames one/animation.gif)" -ge 20 ]
    "$carom" run open.yaml -o none --no-collisions --solver heun > /dev/null
    "$carom" animate none --gif --length 0.4 > /dev/null
    grep -q 'slow motion requires collisions.tsv' none/animation.txt
    [ "$(frames none/animation.gif)" -eq 11 ]
}

@test "animate: an MP4 where ffmpeg is, a sentence where it is not" {
    all_formats
    "$carom" run open.yaml -o out --solver heun > /dev/null
    mkdir bin
    for program in gnuplot; do ln -s "$(command -v $program)" bin/; done
    PATH="$work/bin" run "$carom" animate out --length 0.2
    [ "$status" -eq 0 ]
    [[ "$output" == *"no animation.mp4: ffmpeg is not installed"* ]]
    [ -s out/animation.gif ]
    [ ! -e out/animation.mp4 ]
    # what stands for it is given a PNG for each frame, and its file becomes animation.mp4
    cat > bin/ffmpeg <<'F'
#!/bin/sh
while [ $# -gt 1 ]; do [ "$1" != -i ] || frames=$2; shift; done
case $frames in *'/frame%05d.png') ;; *) exit 3 ;; esac
ls "${frames%/*}" | grep -c '^frame[0-9]*\.png$' > "$1"
F
    chmod +x bin/ffmpeg
    PATH="$work/bin:$PATH" run "$carom" animate out --length 0.2
    [ "$status" -eq 0 ]
    [[ "$output" == *"animation.mp4 and .gif"* ]]
    [ "$(cat out/animation.mp4)" -eq "$(frames out/animation.gif)" ]
    printf '#!/bin/sh\nexit 1\n' > bin/ffmpeg
    rm out/animation.gif
    PATH="$work/bin:$PATH" run "$carom" animate out --length 0.2
    [ "$status" -eq 73 ]
    [[ "$output" == *"ffmpeg failed"*"the GIF in 'out' is complete"* ]]
    [ "$(head -c 6 out/animation.gif)" = GIF89a ]
    [ -z "$(ls -A out | grep '^\.carom-')" ]
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
    [[ "$output" == *"left: heun, 1 collision; right: euler, 1"* ]]
    run "$carom" sound fast --loudest 0
    [ "$status" -eq 2 ]
}

@test "figures: nothing is joined across an impulse, zero and rounding are a band" {
    "$carom" compare open.yaml -o out --figures all > /dev/null
    # without the log the samples are joined; with it impulse's energy (black, and nothing else is so wide) has a gap
    "$carom" compare open.yaml -o nolog --no-collisions --figures energy > /dev/null
    pieces() { tr '\n\t' '  ' < "$1/energy.svg" | grep -o 'd=.M[0-9.,LM -]*' | tr -d ' ' | tr -cd 'M' | wc -c; }
    [ "$(pieces out)" -eq $(($(pieces nolog) + 1)) ]
    grep -q "rounding: Impulse" out/energy.svg # exactly 0: of 01-head-on, below
    [ ! -e out/drift.png ] # of few collisions
}

@test "figures: titles are findings, a scene chooses its panels, and what shows nothing is not drawn" {
    "$carom" compare 01-head-on -o out --figures all > /dev/null
    grep -q "exactly 0: Impulse" out/energy.svg
    gained=$(awk -F '\t' '$1 == "euler" { printf "%.2g", 100 * $3 }' out/summary.tsv)
    grep -q "^Euler gains $gained % of the energy; Impulse conserves it exactly, Heun within" out/energy.txt
    head -n 1 out/overview.txt | grep -q "^Euler gains $gained %.*(a) Euler .*(b) All 3 solvers count 1 collision"
    # two balls: where they are at equal times; not the distance, which is a contact delay, nor the momentum, which all keep
    grep -q '(b) balls at equal times' out/overview.svg
    grep -q 'a disc every 0.1 s; rings: Impulse at the end' out/overview.svg
    ! grep -q '(c) ' out/overview.svg || false
    head -n 1 out/divergence.txt | grep -q '^Euler is at most 4.6 mm from Impulse, 0.5 times the contact delay'
    "$carom" compare 01-head-on -o own --set 'figures=[momentum, paths]' > /dev/null
    grep -q '(b) paths of cue, eight' own/overview.svg
    ! grep -q '(c) ' own/overview.svg || false
    run "$carom" compare 01-head-on -o bad --set 'figures=[energy, rastr]'
    [ "$status" -eq 65 ]
    [[ "$output" == *"figures[1]"*"'rastr'"*"raster"* ]]
    # the reference twice: nothing differs, and there is no figure of it
    "$carom" compare open.yaml -o same --set 'solvers=[{ name: impulse, kind: impulse }, { name: again, kind: impulse }]' > /dev/null
    [ ! -e same/divergence.png ]
    head -n 1 same/overview.txt | grep -q '^Impulse and Again agree exactly at every sample'
    [ -s same/strobe.png ]
    "$carom" list figures | grep -q '^  space-time '
    "$carom" show 01-head-on --set 'figures=[raster]' > shown.yaml
    grep -q '^figures: \[raster\]' shown.yaml
    "$carom" show shown.yaml | cmp - shown.yaml
}

@test "figures: the budget's bars are the sums of the collisions and the ledger's error" {
    "$carom" compare 03-bumper -o out > /dev/null
    for solver in impulse euler heun; do
        budget=$(awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
            FILENAME ~ /collisions/ && !($at["dissipated_J"] == "dissipated_J") { walls += $at["dissipated_J"] } END { printf "%.17g", walls }' out/$solver/collisions.tsv)
        # E(end) = E(0) - walls + error, to rounding, and each of them as it is drawn
        awk -F '\t' -v walls="$budget" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
            { e = $at["kinetic_J"] + $at["elastic_J"] + $at["potential_J"]; if (NR == 2) first = e; error = $at["energy_residual_J"] }
            END { off = first - walls + error - e; print first, walls, error, e, off; if (off > 1e-12 || off < -1e-12) exit 1
                  for (i = 1; i <= 4; i++) printf "%.2g\n", i == 1 ? first : i == 2 ? walls : i == 3 ? error : e > "/dev/stderr" }' out/$solver/series.tsv 2> drawn
        sed -n 1p drawn; for k in 1 2 4; do grep -q "$(sed -n ${k}p drawn)<" out/waterfall.svg; done
    done
    awk -F '\t' '{ print }' drawn | sed -n 3p
    grep -q '>method<' out/waterfall.svg
    head -n 1 out/waterfall.txt | grep -q "^Walls take 0.27 J of 0.36 J; Euler's method adds 33 mJ"
    "$carom" compare 01-head-on -o none --set 'solvers.*.step_s=1e-7' --set 'figures=[waterfall, energy]' > said 2>&1
    grep -q "No panel 'waterfall': nothing changes the energy" said
}

@test "figures: energy over many collisions, what a located contact takes adds up as theory has it" {
    "$carom" compare 05-time-step/bounces -o out --set duration_s=15 --set samples=301 > /dev/null
    [ -s out/drift.png ]
    grep -q '^The energy error of .*Heun and RK4-located grows as n, of .*Verlet.* grows as n^0' out/drift.txt
    # N pi theta^5/72, off by theta/pi where a contact is cut within its last step
    awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $at["solver"] == "rk4-located" { n = $at["collisions"]; each = 3.14159265358979 * 0.04 ^ 5 / 72
            off = -$at["energy_residual_rel"] / (n * each) - 1; seen = n > 1000 }
        $at["solver"] == "verlet" { bounded = ($at["energy_residual_rel"]) ^ 2 <= (0.04 ^ 2 / 2) ^ 2 }
        END { exit !(seen && bounded && off ^ 2 <= (0.04 / 3.14) ^ 2) }' out/summary.tsv
}

@test "figures: colours of one's own, a style that is missing, names with a preset" {
    echo 'COLOURS = "#ff0000 #00aa00 #0000ff #00ffff #ff00ff #777777 #123456"' > own.gp
    "$carom" compare open.yaml -o out --style own.gp --figures energy > /dev/null
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
    [ -s out/overview-column.png ]
}

@test "plot: a style sets heading, labels, ranges, scale and commands of one figure" {
    all_formats
    "$carom" compare open.yaml -o out --no-plots > /dev/null
    cat > my.gp <<'G'
if (PANEL eq "energy") {
    TITLE = "Own heading"; LABEL[2] = "Leonhard"
    OWN_XLOW = 0.1; OWN_XHIGH = 0.45; OWN_YLOW = 0.2; OWN_YHIGH = 0.385; OWN_YLOG = 1
    BEFORE_PLOT = 'if (STACKED == 1) { set label 90 "first hit" at 0.2, graph 0.5 }; set ylabel "E (J)"'
}
G
    "$carom" plot out --style my.gp --figures energy,momentum
    grep -q 'Own heading' out/energy.svg
    [ "$(grep -c 'Leonhard' out/energy.svg)" -eq 2 ] # both axes
    [ "$(grep -c 'first hit' out/energy.svg)" -eq 1 ]
    grep -q '>E (J)<' out/energy.svg
    ! grep -q '>0.6<' out/energy.svg || false # the x axis ends at 0.45 s
    # nothing of it in another figure
    ! grep -qE 'Own heading|Leonhard|first hit' out/momentum.svg || false
    grep -q '>Euler<' out/momentum.svg
}

@test "plot: an own heading, named figures, and a kept script with which gnuplot alone draws the same" {
    all_formats
    "$carom" compare open.yaml -o out > /dev/null
    [ -s out/overview.png ]
    [ ! -e out/raster.png ] # not in the overview
    rm out/*.png
    run "$carom" plot out --figures energy,raster --title 'Two balls: 5 %' --keep
    [ "$status" -eq 0 ]
    [[ "$output" == *"figures: out/energy.png, raster.png" ]]
    [ -s out/raster.svg ]
    [ ! -e out/overview.png ]
    head -n 1 out/energy.txt | grep -q '^Two balls: 5 %\. Two balls without a table\. The mechanical energy'
    grep -q '^energy.gp' out/files.tsv
    mv out moved # without carom, in another place
    for file in energy.png energy.svg raster.png; do mv moved/$file $file; done
    (cd moved && gnuplot energy.gp && gnuplot raster.gp)
    for file in energy.png energy.svg raster.png; do cmp $file moved/$file; done
    (cd moved && sed 's/Two balls: 5/Two balls: 7/' energy.gp > own.gp && gnuplot own.gp)
    grep -q 'Two balls: 7 %' moved/energy.svg
    run "$carom" plot moved --figures energy,enregy
    [ "$status" -eq 65 ]
    [[ "$output" == *"--figures: no figure 'enregy'; there are: "*"energy,"* ]]
    # the overview shows the panels that are named with it, in their order
    "$carom" plot moved --figures overview,paths,momentum -q
    grep -q '(a) paths of cue, eight' moved/overview.svg
    grep -q '(b) momentum' moved/overview.svg
    "$carom" plot moved --figures all -q
    [ -s moved/space-time.png ]
    # a study
    "$carom" contact open.yaml -o contact --figures force --title Force -q --keep
    [ "$(ls contact/*.png)" = contact/force.png ]
    (cd contact && mv force.png first.png && gnuplot force.gp && cmp first.png force.png)
}

@test "sweep: two parameters are a map, three are said to have none before the run" {
    cat >> open.yaml <<'Y'
sweep:
  parameters:
    - { key: balls.cue.vx_mps, from: 1, to: 3, count: 4 }
    - { key: restitution.ball_ball, values: [0.5, 0.7, 0.9] }
  collect: [energy_residual_rel, rms_divergence_m]
Y
    run "$carom" sweep open.yaml -o map --plots --set 'solvers.*.step_s=1e-5'
    [ "$status" -eq 0 ]
    [[ "$output" == *"map/sweep-energy_residual_rel.png, sweep-"* ]]
    [[ "$output" != *arning* ]]
    [ -s map/sweep-rms_divergence_m.png ]
    grep -q 'restitution between balls' map/sweep-rms_divergence_m.svg
    sed -i.bak 's/^  collect/    - { key: seed, values: [1, 2] }\n  collect/' open.yaml
    run "$carom" sweep open.yaml -o cube --plots --set 'solvers.*.step_s=1e-5'
    [ "$status" -eq 0 ]
    [[ "${lines[0]}" == *"carom: no figures: only sweeps"* ]]
    [ -s cube/sweep.tsv ]
}

@test "figures: a contact from near, with an overlap that can be seen" {
    "$carom" compare 01-head-on -o out --no-plots > /dev/null
    run "$carom" plot out --at 0.5 --zoom eight
    [ "$status" -eq 0 ]
    [[ "$output" != *"arning"* ]]
    [ -s out/zoom-heun.png ]
    grep -q "^Impulse: cue and eight collide instantaneously at 0.54" out/zoom-impulse.txt
    # halfway two equal balls are v sqrt(mu/k) = 2.915 mm deep in each other (Heun: to a step's part), drawn 2 times; before and
    # after they are apart, by v T - gap as fast as they came and went; and the middle is the same one for all
    awk -F '\t' 'NR > 1 && $1 == "heun" && $3 == "eight" { deep[$2] = $9; drawn[$2] = $10; t[$2] = $4 }
        NR > 1 && $1 == "impulse" { rigid = $9 > rigid ? $9 : rigid }
        END { d = deep["during"] - sqrt(0.085 / 1e4); T = 3.14159265358979 * sqrt(0.085 / 1e4)
              lasted = (t["after"] - t["before"]) / 3 - T
              exit !(d < 1e-8 && d > -1e-8 && deep["before"] == 0 && deep["after"] == 0 && rigid < 1e-15 && lasted < 1e-6 && lasted > -1e-6 &&
                     (drawn["during"] - 0.028575 - 0.5 * deep["during"])^2 < 1e-30) }' out/zoom.tsv
    run "$carom" plot out --at 0.5 --zoom nobody
    [ "$status" -eq 65 ]
    [[ "$output" == *"no ball 'nobody'"* ]]
    run "$carom" plot out --zoom eight
    [ "$status" -eq 2 ]
}

# F = K delta^1.5: peak as v^(6/5), duration as v^(-1/5); measured from the samples of the WAV
@test "sound: the force of Hertz contacts peaks as v^1.2 and lasts as v^-0.2" {
    cat > hertz.yaml <<'Y'
carom: 1
table: { boundary: open }
duration_s: 2
samples: 3
balls:
  - { name: a, x_m: -0.4, y_m: 0, vx_mps: 1, radius_m: 0.03 }
  - { name: b, x_m: 0, y_m: 0, radius_m: 0.03 }
  - { name: c, x_m: -2, y_m: 1, vx_mps: 2, radius_m: 0.03 }
  - { name: d, x_m: 0, y_m: 1, radius_m: 0.03 }
  - { name: e, x_m: -6.4, y_m: 2, vx_mps: 4, radius_m: 0.03 }
  - { name: f, x_m: 0, y_m: 2, radius_m: 0.03 }
solvers: [ { name: rigid, kind: impulse }, { name: hertz, kind: penalty, law: hertz, contact_time_s: 8e-3, at_speed_mps: 1, integrator: rk4, step_s: 1e-5 } ]
Y
    "$carom" compare hertz.yaml -o out --no-plots > /dev/null
    run "$carom" sound out --of force
    [[ "$output" == *"loudest: "*" N" ]]
    # left and right of each frame; the three contacts begin at 0.34, 0.97 and 1.585 s
    pulses() { od -A n -v -t d2 -w4 -j 44 out/sound.wav | awk -v ear="$1" '{ v = $ear; t = NR / 44100; i = t < 0.7 ? 1 : t < 1.3 ? 2 : 3
        if (v > peak[i]) peak[i] = v; if (v > 0) count[i]++ }
        END { for (i = 2; i <= 3; i++) print log(peak[i] / peak[i - 1]) / log(2), log(count[i] / count[i - 1]) / log(2) }'; }
    pulses 2
    # of 350, 307 and 267 samples: an edge of one is 0.005 in the power
    pulses 2 | awk '{ p = $1 - 1.2; d = $2 + 0.2; if (p * p > 1e-4 || d * d > 2.25e-4) { print; bad = 1 } rows++ } END { exit bad || rows != 2 }'
    # of impulses, 13 samples and fewer: the peak, averaged over a sample
    pulses 1 | awk '{ p = $1 - 1.2; if (p * p > 0.01) { print; bad = 1 } rows++ } END { exit bad || rows != 2 }'
    run "$carom" sound out --of weight
    [ "$status" -eq 2 ]
    run "$carom" sound out --of force --loudest 2
    [ "$status" -eq 2 ]
}

@test "plot: a named figure that cannot be drawn is reported with the reason, and not listed" {
    has_gnuplot || skip "no gnuplot"
    run "$carom" compare 01-head-on -o out --figures newton,birkhoff
    echo "$output"
    [ "$status" -eq 0 ]
    has "No panel 'birkhoff': fewer than 100 hits"
    has "figures: out/newton.png"
    has_not "birkhoff.png"
    has_not "no figure 'birkhoff'"
    run "$carom" plot out --figures nosuch
    [ "$status" -eq 65 ]
    has "no figure 'nosuch'; there are: "
}

@test "plot: without run.json, a change of energy is in J if there is potential energy, whose zero is arbitrary" {
    "$carom" compare 12-collapse -o fall --no-plots -q
    rm fall/run.json fall/*.tsv
    change=$(for solver in rest tc springs; do
        awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next } { e = $c["kinetic_J"] + $c["elastic_J"] + $c["potential_J"] }
            NR == 2 { first = e } END { printf "%.17g\n", e - first }' fall/$solver/series.tsv
    done | sort -g | head -n 1 | awk '{ printf "%.2g", $1 }')
    [ "$change" = -8 ] # m g (1.125 m - 0.125 m)
    "$carom" plot fall -q
    grep -qF "The energy of Springs changes by $change J up to t = 3 s. fall." fall/overview.txt
    # from rest there is no relative change either; 0.5 m v^2
    awk -F '\t' -v OFS='\t' 'NR == 1 { print "t_s", "kinetic_J"; next } { print $1, NR == 2 ? 0 : 0.00042 }' fall/rest/series.tsv > rest.tsv
    mkdir push && mv rest.tsv push/series.tsv
    "$carom" plot push -q
    grep -qF "The kinetic energy of Push changes by +420 µJ up to t = 3 s." push/overview.txt
}

@test "plot: with gravity, titles give errors of the energy in J" {
    printf '%s\n' 'carom: 1' 'gravity_mps2: [0, -9.81]' 'table: { width_m: 1, height_m: 2 }' 'duration_s: 2' 'samples: 201' \
        'balls:' '  - { name: ball, x_m: 0.5, y_m: 1.0, radius_m: 0.125, mass_kg: 0.001 }' 'solvers:' '  - { name: impulse, kind: impulse }' \
        '  - { name: euler, kind: penalty, integrator: euler, stiffness_N_per_m: 100, step_s: 1e-5 }' > fall.yaml
    "$carom" compare fall.yaml -o fall -q --figures energy,waterfall > notes.txt # E(0) = 0: the centre of the table
    column=$(head -n 1 fall/euler/series.tsv | tr '\t' '\n' | grep -n '^energy_residual_J$' | cut -d: -f1)
    gain=$(tail -n 1 fall/euler/series.tsv | cut -f "$column" | awk '{ printf "%.2g", 1e3 * $1 }')
    grep -q "^Euler gains $gain mJ; Impulse conserves the energy within rounding\. " fall/energy.txt
    grep -q "^Euler's method adds $gain mJ\. " fall/waterfall.txt
    grep -q 'energy error (J)' fall/energy.svg
    "$carom" run fall.yaml --no-plots -o run > notes.txt 2>&1
    grep -q "^euler: Integration error has added $(awk "BEGIN { printf \"%.2g\", $gain / 1e3 }")[0-9]* J; shorten" notes.txt
    ! "$carom" reverse fall.yaml -o back --no-plots | grep "E(0)" || false
}

@test "plot: a folder without run.json is drawn from the tables that exist, and the others are named" {
    "$carom" compare open.yaml -o run --no-plots > /dev/null
    mkdir -p theirs/mine 'theirs/a"`b$(c)' theirs/empty theirs/zeta
    cp run/euler/*.tsv theirs/mine
    sed -n 1,2p run/euler/series.tsv > theirs/zeta/series.tsv # changes by 0
    cp run/impulse/collisions.tsv 'theirs/a"`b$(c)'
    run "$carom" plot theirs
    echo "$output"
    [ "$status" -eq 0 ]
    [ "${lines[0]}" = 'carom: missing: run.json, a"`b$(c)/series.tsv, a"`b$(c)/trajectory.tsv, zeta/collisions.tsv, zeta/trajectory.tsv' ]
    [ "${lines[1]}" = 'figures: theirs/overview.png' ]
    # kinetic, elastic and potential energy of the first and the last sample
    change=$(awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next } { e = $c["kinetic_J"] + $c["elastic_J"] + $c["potential_J"] }
        NR == 2 { first = e } END { printf "%+.2g", 100 * (e / first - 1) }' run/euler/series.tsv)
    grep -qF "The energy of Mine changes by $change % up to t = 0.6 s. theirs." theirs/overview.txt
    # only energies: those of motion
    mkdir kinetic && cut -f 1,2 run/euler/series.tsv > kinetic/series.tsv
    run "$carom" plot kinetic/
    has "missing: run.json"
    has "elastic_J of kinetic"
    grep -qF 'The kinetic energy of ' kinetic/overview.txt
    # nothing but positions, and nothing but collisions
    mkdir -p path/x && cp run/euler/trajectory.tsv path/x
    "$carom" plot path 2> /dev/null
    grep -q '^14 recorded positions\. path\.' path/overview.txt
    mkdir hits && cp run/euler/collisions.tsv hits
    "$carom" plot hits --preset slide 2> /dev/null
    grep -q '^Hits has 1 collision\. ' hits/overview-slide.txt
    # more solvers than colors
    for i in 1 2 3 4 5 6 7 8 9 x y; do mkdir -p "many/$i" && cp run/impulse/collisions.tsv "many/$i"; done
    run "$carom" plot many
    has "missing: run.json, folders from 'x' on, 1/series.tsv"
    # faulty tables
    head -n 1 run/euler/trajectory.tsv > path/x/trajectory.tsv
    run "$carom" plot path
    [ "$status" -eq 65 ]
    has "the tables in 'path' have no rows"
    sed 1s/x_m/x/ run/euler/trajectory.tsv > path/x/trajectory.tsv
    run "$carom" plot path
    [ "$status" -eq 65 ]
    has "path/x/trajectory.tsv:1: no column 'x_m'"
}

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

# The collision at 0.1 s of a run that makes a film of 4 s.
short() { "$carom" "$1" open.yaml -o "$2" --no-plots --set duration_s=0.205 --set balls.cue.x_m=0.95 "${@:3}" > /dev/null; }

@test "film: every solver, or those asked for, with the same bytes" {
    all_formats
    short compare out
    run "$carom" plot out --film
    [ "$status" -eq 0 ]
    has "film: out/animation."
    [ "$(head -c 6 out/animation.gif)" = GIF89a ]
    cp out/animation.gif first.gif
    "$carom" plot out --film
    cmp first.gif out/animation.gif
    "$carom" plot out --film --solver heun --solver euler
    ! cmp -s first.gif out/animation.gif || false
    run "$carom" plot out --film --solver nobody
    [ "$status" -eq 65 ]
    has "no solver 'nobody' in the records; they have: impulse, euler, heun"
    run "$carom" plot out --solver heun
    [ "$status" -eq 2 ]
    has "--solver needs --film or --sound"
    run "$carom" plot out --sound --solver heun --solver euler --solver impulse
    [ "$status" -eq 2 ]
}

@test "film: an MP4 where ffmpeg is, a sentence where it is not, slow motion during collisions" {
    all_formats
    short compare out --solver impulse --solver heun
    mkdir bin
    for program in gnuplot; do ln -s "$(command -v $program)" bin/; done
    PATH="$work/bin" run "$carom" plot out --film --solver heun
    [ "$status" -eq 0 ]
    has "no animation.mp4: ffmpeg is not installed"
    [ ! -e out/animation.mp4 ]
    # 4.1 s of 25 frames, and at least twelve slow ones
    [ "$(frames out/animation.gif)" -ge $((103 + 12)) ]
    # what stands for it is given a PNG for each frame, and its file becomes animation.mp4
    cat > bin/ffmpeg <<'F'
#!/bin/sh
while [ $# -gt 1 ]; do [ "$1" != -i ] || frames=$2; shift; done
case $frames in *'/frame%05d.png') ;; *) exit 3 ;; esac
ls "${frames%/*}" | grep -c '^frame[0-9]*\.png$' > "$1"
F
    chmod +x bin/ffmpeg
    PATH="$work/bin:$PATH" run "$carom" plot out --film
    [ "$status" -eq 0 ]
    has "animation.mp4 and .gif"
    [ "$(cat out/animation.mp4)" -eq "$(frames out/animation.gif)" ]
    printf '#!/bin/sh\nexit 1\n' > bin/ffmpeg
    rm out/animation.gif
    PATH="$work/bin:$PATH" run "$carom" plot out --film
    [ "$status" -eq 73 ]
    [[ "$output" == *"ffmpeg failed"*"the GIF in 'out' is complete"* ]]
    [ "$(head -c 6 out/animation.gif)" = GIF89a ]
    [ -z "$(ls -A out | grep '^\.carom-')" ]
}

@test "film: the spot of a ball turns by path over radius" {
    mkdir bin
    printf '#!/bin/sh\ncp "$2" "%s/script"\nexit 0\n' "$work" > bin/gnuplot
    chmod +x bin/gnuplot
    short run one --solver impulse
    PATH="$work/bin:$PATH" "$carom" plot one --film > /dev/null 2>&1 || true
    # the first frames: the spot of the cue ball is at sin(a + s/r) of 0.75 r along x, where sin a = 0.6; 0 m large on the far side
    awk -F '\t' '/^NOW = / { split($0, now, " = ") } /^\$SPOTS1 / { row = 1; next } row == 1 { row = 2; next }
        row == 2 { row = 0; s = 2 * now[2]; if (s > 0.19) next; r = 0.028575; x = (($1 - 0.95 - s) / (0.75 * r)); want = sin(atan2(0.6, 0.8) + s / r)
            if ((x - want) ^ 2 > 1e-8 || ($3 > 0) != (cos(atan2(0.6, 0.8) + s / r) > 0)) { print now[2], x, want; bad++ } seen++ }
        END { exit bad || seen < 20 }' script
}

@test "sound: a WAV header of 44 bytes, which solver on which ear" {
    "$carom" compare open.yaml -o out --no-plots > /dev/null
    run "$carom" plot out --sound
    [ "$status" -eq 0 ]
    has "left: impulse, 1 collision; right: euler, 1"
    # 0.6 s and 0.4 s of ringing at 44 100 Hz, 16 bits, two channels
    [ "$(wc -c < out/sound.wav)" -eq $((44 + 4 * 44101)) ]
    word() { od -A n -v -t "u$2" -j "$1" -N "$2" out/sound.wav | tr -d ' '; }
    [ "$(head -c 4 out/sound.wav)$(tail -c +9 out/sound.wav | head -c 8)" = "RIFFWAVEfmt " ]
    [ "$(word 4 4) $(word 16 4) $(word 20 2) $(word 22 2) $(word 24 4) $(word 28 4) $(word 32 2) $(word 34 2) $(word 40 4)" = \
        "$((36 + 4 * 44101)) 16 1 2 44100 176400 4 16 $((4 * 44101))" ]
    # silence up to the collision, then a click as loud as can be, 0.9 of 32767, which is over after ln(1e4) * 5 ms
    od -A n -v -t d2 -w4 -j 44 out/sound.wav | awk -v from="$(columns out/impulse/collisions.tsv t_s | head -n 1)" '
        NR <= 44100 * from && $1 != 0 { early = 1 } NR > 44100 * (from + 0.047) && $1 != 0 { late = 1 } { v = $1 < 0 ? -$1 : $1; if (v > most) most = v }
        END { exit early || late || most < 29480 || most > 29491 }'
    run "$carom" plot out --sound --solver heun --solver euler
    has "left: heun, 1 collision; right: euler, 1"
    # the left channel has the impulse's collision at 0 s, the right one the blog's first at 0.6 s
    "$carom" compare 15-as-published/clock --solver impulse --solver blog-2-Hz -o clock --no-plots > /dev/null
    "$carom" plot clock --sound
    od -A n -v -t d2 -w4 -j 44 -N $((4 * 4410)) clock/sound.wav |
        awk '{ left += ($1 != 0); right += ($2 != 0) } END { exit !(left > 100 && right == 0) }'
}

@test "figures: nothing is joined across an impulse, zero and rounding are a band" {
    "$carom" compare open.yaml -o out --figures all > /dev/null
    # without the log the samples are joined; with it impulse's energy (black, and nothing else is so wide) has a gap
    "$carom" compare open.yaml -o nolog --no-plots > /dev/null
    rm nolog/*/collisions.tsv
    "$carom" plot nolog --figures energy > /dev/null
    pieces() { tr '\n\t' '  ' < "$1/energy.svg" | grep -o 'd=.M[0-9.,LM -]*' | tr -d ' ' | tr -cd 'M' | wc -c; }
    [ "$(pieces out)" -eq $(($(pieces nolog) + 1)) ]
    grep -q "rounding: Impulse" out/energy.svg # exactly 0: of 01-head-on, below
}

@test "figures: a heading of two lines, a fixed choice of panels, or those of the scenario" {
    "$carom" compare 01-head-on -o out --figures all > /dev/null
    grep -q "exactly 0: Impulse" out/energy.svg
    grep -q '>Head-on collision of two equal balls<' out/energy.svg
    grep -q '>Energy and its error<' out/energy.svg
    for head in '(a) Positions over time' '(b) Energy and its error' '(c) Distance from Impulse'; do grep -qF ">$head<" out/overview.svg; done
    ! grep -q '(d) ' out/overview.svg || false # one collision has no raster
    grep -q 'a disc every 0.1 s; rings: Impulse at the end' out/scene.svg
    "$carom" compare 01-head-on -o own --set 'figures=[scene, raster]' > /dev/null
    grep -q '(a) Balls on the table' own/overview.svg
    grep -q '(b) Collisions over time' own/overview.svg
    ! grep -q '(c) ' own/overview.svg || false
    run "$carom" compare 01-head-on -o bad --set 'figures=[energy, rastr]'
    [ "$status" -eq 65 ]
    [[ "$output" == *"figures[1]"*"'rastr'"*"raster"* ]]
    run "$carom" compare 01-head-on -o bad --set 'figures=[strobe]'
    [ "$status" -eq 65 ]
    has "use scene"
    # the reference twice: no distance, and no figure of it
    "$carom" compare open.yaml -o same --set 'solvers=[{ name: impulse, kind: impulse }, { name: again, kind: impulse }]' > /dev/null
    [ ! -e same/divergence.png ]
    [ -s same/scene.png ]
    "$carom" list figures | grep -q '^  space-time '
    "$carom" show 01-head-on --set 'figures=[raster]' > shown.yaml
    grep -q '^figures: \[raster\]' shown.yaml
    "$carom" show shown.yaml | cmp - shown.yaml
}

@test "figures: the energy error over many collisions is logarithmic; a located contact's adds up as in theory" {
    "$carom" compare 05-time-step/bounces -o out --set duration_s=15 --set samples=301 > /dev/null
    grep -q '>number of collisions<' out/energy.svg
    # N pi theta^5/72, off by theta/pi where a contact is cut within its last step
    awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $at["solver"] == "rk4-located" { n = $at["collisions"]; each = 3.14159265358979 * 0.04 ^ 5 / 72
            off = -$at["energy_residual_rel"] / (n * each) - 1; seen = n > 1000 }
        $at["solver"] == "verlet" { bounded = ($at["energy_residual_rel"]) ^ 2 <= (0.04 ^ 2 / 2) ^ 2 }
        END { exit !(seen && bounded && off ^ 2 <= (0.04 / 3.14) ^ 2) }' out/summary.tsv
}

@test "figures: the user's style, and names with a preset" {
    mkdir -p config/carom
    echo 'COLOURS = "#ff0000 #00aa00 #0000ff #00ffff #ff00ff #777777 #123456"; load PLOTS . "/lines.gp"' > config/carom/style.gp
    XDG_CONFIG_HOME="$work/config" "$carom" compare open.yaml -o out --figures energy > /dev/null
    for rgb in '255, *0, *0' '0, *170, *0' '0, *0, *255'; do grep -Eq "rgb\( *$rgb\)" out/energy.svg; done
    ! grep -Eq 'rgb\(213, *94, *0\)' out/energy.svg || false # Euler's usual colour
    mkdir -p .config && mv config/carom .config/ && cp -R .config/carom out/ # not one of an output folder
    XDG_CONFIG_HOME=relative HOME="$work" "$carom" plot out --figures energy > /dev/null
    grep -Eq 'rgb\( *255, *0, *0\)' out/energy.svg
    (cd out && cp carom/style.gp . && XDG_CONFIG_HOME="$work" HOME=/nonexistent "$carom" plot . --figures energy > /dev/null)
    grep -Eq 'rgb\(213, *94, *0\)' out/energy.svg
    run "$carom" plot out --preset slide
    [[ "$output" == *"out/overview-slide.png and others"* ]]
    [ -s out/overview-slide.png ]
    run "$carom" plot out --preset column
    [[ "$output" == *"out/overview-column.png and others"* ]]
    [ -s out/overview-column.png ]
}

@test "plot: an own heading, named figures and formats" {
    all_formats
    "$carom" compare open.yaml -o out > /dev/null
    [ -s out/overview.png ] && [ -s out/overview.svg ] && [ ! -e out/overview.pdf ]
    [ ! -e out/raster.png ] # not in the overview
    rm out/*.png out/*.svg
    run "$carom" plot out --figures energy,raster --title 'Two balls: 5 %' --format svg,pdf
    [ "$status" -eq 0 ]
    [[ "$output" == *"figures: out/energy.svg, raster.svg" ]]
    [ -s out/raster.svg ] && [ -s out/raster.pdf ] && [ ! -e out/raster.png ]
    [ ! -e out/overview.svg ]
    grep -q '>Two balls: 5 %<' out/energy.svg
    run "$carom" plot out --figures energy,paths
    [ "$status" -eq 65 ]
    [[ "$output" == *"--figures: 'paths' was removed; use scene"* ]]
    run "$carom" plot out --figures energy,enregy
    [ "$status" -eq 65 ]
    [[ "$output" == *"--figures: no figure 'enregy'; there are: "*"energy,"* ]]
    for list in '' tex png, png,,svg ,png; do
        run "$carom" plot out --format "$list"
        [ "$status" -eq 2 ]
        has '--format expects png, svg or pdf'
    done
    # the overview shows the panels that are named with it, in their order
    "$carom" plot out --figures overview,scene,energy -q
    grep -q '(a) Balls on the table' out/overview.svg
    grep -q '(b) Energy and its error' out/overview.svg
    run "$carom" plot out --figures all -q
    [ "$status" -eq 0 ] && [ -z "$output" ]
    [ -s out/space-time.png ]
    # a study
    "$carom" contact open.yaml -o contact --figures force --title Force -q
    [ "$(ls contact/*.png)" = contact/force.png ]
    grep -q '>Force<' contact/force.svg
}

@test "sweep: two parameters are a map, three are said to have none before the run" {
    cat >> open.yaml <<'Y'
sweep:
  parameters:
    - { key: balls.cue.vx_mps, from: 1, to: 3, count: 4 }
    - { key: restitution.ball_ball, values: [0.5, 0.7, 0.9] }
  collect: [energy_residual_rel, rms_divergence_m]
Y
    run "$carom" sweep open.yaml -o map --set 'solvers.*.step_s=1e-5'
    [ "$status" -eq 0 ]
    [[ "$output" == *"map/sweep-energy_residual_rel.png, sweep-"* ]]
    [[ "$output" != *arning* ]]
    [ -s map/sweep-rms_divergence_m.png ]
    grep -q 'restitution between balls' map/sweep-rms_divergence_m.svg
    sed -i.bak 's/^  collect/    - { key: seed, values: [1, 2] }\n  collect/' open.yaml
    run "$carom" sweep open.yaml -o cube --set 'solvers.*.step_s=1e-5'
    [ "$status" -eq 0 ]
    [[ "${lines[0]}" == *"carom: no figures: only sweeps"* ]]
    [ -s cube/sweep.tsv ]
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

@test "plot: with gravity, errors of the energy are in J" {
    printf '%s\n' 'carom: 1' 'gravity_mps2: [0, -9.81]' 'table: { width_m: 1, height_m: 2 }' 'duration_s: 2' 'samples: 201' \
        'balls:' '  - { name: ball, x_m: 0.5, y_m: 1.0, radius_m: 0.125, mass_kg: 0.001 }' 'solvers:' '  - { name: impulse, kind: impulse }' \
        '  - { name: euler, kind: penalty, integrator: euler, stiffness_N_per_m: 100, step_s: 1e-5 }' > fall.yaml
    "$carom" compare fall.yaml -o fall -q --figures energy > notes.txt # E(0) = 0: the centre of the table
    column=$(head -n 1 fall/euler/series.tsv | tr '\t' '\n' | grep -n '^energy_residual_J$' | cut -d: -f1)
    gain=$(tail -n 1 fall/euler/series.tsv | cut -f "$column" | awk '{ printf "%.2g", 1e3 * $1 }')
    grep -q 'energy error (J)' fall/energy.svg
    "$carom" run fall.yaml --no-plots -o run > notes.txt 2>&1
    grep -q "^euler: Integration error has added $(awk "BEGIN { printf \"%.2g\", $gain / 1e3 }")[0-9]* J; shorten" notes.txt
    ! "$carom" reverse fall.yaml -o back --no-plots | grep "E(0)" || false
}

@test "figures: footers name friction" {
    "$carom" compare open.yaml -o out --set table.boundary=walls --set "friction={ ball_ball: 0.1, ball_wall: 0.2 }" --set tangential_restitution=0.5 --solver impulse --figures overview > /dev/null
    grep -q 'mu = 0.1 (balls), 0.2 (walls), beta = 0.5' out/overview.svg
}

@test "contact: figures are drawn, and again in another preset" {
    has_gnuplot || skip "no gnuplot"
    cat > head-on.yaml <<'Y'
carom: 1
table: { boundary: open }
duration_s: 1
samples: 11
balls:
  - { name: light, x_m: 0, y_m: 0, vx_mps: 2, radius_m: 0.1, mass_kg: 1 }
  - { name: heavy, x_m: 0.5, y_m: 0, radius_m: 0.1, mass_kg: 3 }
solvers:
  - { name: rigid, kind: impulse }
  - { name: euler, kind: penalty, integrator: euler, stiffness_N_per_m: 1e4, theta: 0.01 }
  - { name: heun, kind: penalty, integrator: heun, stiffness_N_per_m: 1e4, theta: 0.01 }
Y
    run "$carom" contact head-on.yaml -o out --theta 0.25
    [ "$status" -eq 0 ]
    for figure in force phase axes; do
        [ -s out/$figure.png ] && [ -s out/$figure.svg ]
    done
    grep -q ">Force in the contact of .* and .* over time<" out/force.svg
    "$carom" plot out --preset slide > /dev/null
    [ -s out/phase-slide.png ]
    cat > rough.yaml <<'Y'
carom: 1
table: { width_m: 3, height_m: 3 }
friction: 0.1
tangential_restitution: 0
duration_s: 0.3
samples: 3
balls: [ { name: ball, x_m: 1, y_m: 0.2, vx_mps: 0.2, vy_mps: -1, radius_m: 0.1, mass_kg: 1 } ]
solvers:
  - { kind: impulse }
  - { name: soft, kind: penalty, integrator: rk4, contacts: located, flight: leap, stiffness_N_per_m: 1e14, theta: 0.02 }
  - { name: grid, kind: penalty, integrator: heun, stiffness_N_per_m: 1e6, theta: 0.1, tangential_stiffness_ratio: 0.8235 }
Y
    "$carom" contact rough.yaml -o rough > /dev/null
    grep -q ">Friction in the contact of ball and bottom over time<" rough/force.svg
    grep -q ">.*: slides 9.1 %<" rough/force.svg && grep -q ">.*: slides 48 %<" rough/force.svg
    # the steps of a solver are counted whatever axis ranges another figure has set
    "$carom" contact head-on.yaml -o out --no-plots > /dev/null
    cat > count.gp <<G
DIR = "out"; N = 2; DOT = 1
array NAME[2] = ["euler", "heun"]; array SOLVER[2] = ["euler", "heun"]; array LABEL[2] = ["Euler", "Heun"]
array STYLE[2] = [1, 2]; array EXACT_T[2] = [1, 1]
max2(a, b) = a > b ? a : b
hue(style) = style
set datafile columnheaders
set xrange [5:6]
set yrange [5:6]
load "$BATS_TEST_DIRNAME/../../plots/inside.gp"
print ROWS_sum
G
    want=$(awk -F '\t' 'NR > 1 && $1 == "heun"' out/contact-steps.tsv | wc -l)
    [ "$want" -gt 100 ]
    run gnuplot -d count.gp
    [ "$status" -eq 0 ]
    awk -v got="${lines[-1]}" -v want="$want" 'BEGIN { exit got != want }'
}

@test "plot: the figures of a study are drawn again with the same bytes, and in another style" {
    has_gnuplot || skip "no gnuplot"
    all_formats
    one_hits_two <<< 'solvers: [ { name: impulse, kind: impulse } ]'
    "$carom" fan three.yaml -o out > /dev/null
    mkdir first && cp out/fan.png out/fan.svg first
    rm out/fan.*g
    run "$carom" plot out
    [ "$status" -eq 0 ]
    for file in first/*; do cmp "$file" "out/$(basename "$file")"; done
    run "$carom" plot out --preset slide
    [ "$status" -eq 0 ]
    [ -s out/fan-slide.png ]
    "$carom" fan three.yaml -o bare --no-plots > /dev/null
    [ ! -e bare/fan.png ]
    "$carom" plot bare > /dev/null
    cmp first/fan.png bare/fan.png
}

@test "published: table, summary and footers of figures name the source" {
    run "$carom" compare 15-as-published/clock -o out --figures energy
    [ "$status" -eq 0 ]
    [[ "$output" == *"kind  "*"impulse"*"blog_2013"* ]]
    [ "$(awk -F '\t' '$1 == "blog-2-Hz" { print $2 }' out/summary.tsv)" = blog_2013 ]
    grep -q 'blog-2-Hz: blog_2013, frame_s 0.5 s' out/energy.svg
    grep -q 'put-right: blog_2013, frame_s 0.5 s, clock right' out/energy.svg
}

@test "published: figures of a solver that equals the reference exactly" {
    run "$carom" compare 15-as-published/sign -o out
    [ "$status" -eq 0 ]
    [[ "$output" != *arning* ]]
    [ -s out/divergence.png ]
}

@test "published: for a wrong formula the energy figure shows the energy itself, not the ledger" {
    "$carom" compare 15-as-published/sticking -o out --figures energy > /dev/null
    # the energy only falls: no segment of a curve rises
    tr '\n\t' '  ' < out/energy.svg | grep -o 'd=.M[0-9.,LM -]*' | tr 'M' '\n' | tr 'L' ' ' |
        awk 'NF > 20 && substr($1, index($1, ",") + 1) < 400 { curves++; for (i = 2; i <= NF; i++) { split($(i - 1), a, ","); split($i, b, ","); rises += b[2] < a[2] - 1 } }
             END { print curves, rises + 0; exit !(curves >= 12 && rises == 0) }'
}

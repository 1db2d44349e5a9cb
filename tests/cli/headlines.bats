#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Titles of figures state a result. The tests compare it with the tables of the figure, and with changed scenarios.

load common

setup() { begin; }

teardown() { rm -rf "$work"; }

title() { # of the figure $2 in $1.figures.tsv
    awk -F'\t' -v figure="$2" '$2 == "TITLE" { title = $3 } ($1 == "figure" || $1 == "clocked") && $2 == figure { print title; found = 1 } END { exit !found }' "$1.figures.tsv"
}

says() { # figure, what its title has to say
    [[ "$(title "$1" "$2")" == *"$3"* ]] || { echo "got:  $(title "$1" "$2")"; echo "want: $3"; return 1; }
}

@test "sweep: the power that a distance falls with, what does not change, and whose key it is" {
    "$carom" sweep 06-stiffness --solver impulse --solver leap -o out > /dev/null
    says out/sweep sweep-rms_divergence_m "Rms divergence at the end of Leap: as the power −0.500 ± 0.0002 of the stiffness k"
    says out/sweep sweep-steps "Steps or events of Leap: 65 at every stiffness k"
    [ "$(awk -F'\t' '$2 == "leap" && $4 != 65' out/sweep.tsv | wc -l)" -eq 0 ]
    # theory, pi sqrt(mu) times the way that is missed per contact time, over the root of k; higher orders are k^(-1/2) of it
    awk -F'\t' 'NR == FNR { if ($1 == "rms_divergence_m") { x[n] = $3; y[n++] = $4 } next }
        $2 == "leap" && $1 >= 1e6 && $1 < 1e14 { for (i = 0; i < n; i++) if (x[i] / $1 < 1.001 && x[i] / $1 > 0.999) { d = $3 / y[i] - 1; rows++; if (d > 0.005 || d < -0.005) { print $1, $3, y[i]; bad = 1 } } }
        END { exit bad || rows < 8 }' out/sweep-theory.tsv out/sweep.tsv
}

@test "sweep: who counts as theory does, and up to where springs do" {
    ! sanitized || return 0
    "$carom" sweep 17-counting-collisions -o out --set 'sweep.parameters=[{key: balls.large.mass_kg, from: 1, to: 1e6, count: 7, scale: log}]' > /dev/null
    says out/sweep sweep-collisions "Collisions: Impulse, Oracle within 1 % of theory at all 7 points; Springs up to 100000"
    grep -q 'text	XNAME	mass of large (kg)' out/sweep.figures.tsv # in the words of its row, where no label is given
    # and no theory is theirs that is another
    "$carom" sweep 17-counting-collisions -o out --set 'sweep.parameters=[{key: balls.large.mass_kg, values: [1, 100, 10000]}]' \
        --set sweep.theory.0.formula='3.2*sqrt(x)' --solver impulse > /dev/null
    [[ "$(title out/sweep sweep-collisions)" != *"within 1 %"* ]]
}

@test "sweep: how near theory is that is not quite so" {
    "$carom" sweep 13-gas/cooling --solver impulse -o out > /dev/null --set sweep.parameters.0.count=5
    off=$(awk -F'\t' 'NR > 1 { t = 10 / (1 + $1 / 1.0762) ^ 2; d = $3 / t - 1; if (d < 0) d = -d; if (d > m) m = d } END { printf "%.2g", 100 * m }' out/sweep.tsv)
    says out/sweep sweep-kinetic_J "Energy of translation at the end: Impulse within $off % of theory at all 5 points"
}

@test "sweep: by how much theory is missed, where nothing simpler can be said" {
    "$carom" sweep 24-rough-gas --solver impulse -o out --set 'groups.0.count=300' \
        --set 'sweep.parameters=[{key: duration_s, from: 0.1, to: 0.8, count: 3, label: time (s)}]' > /dev/null
    off=$(awk -F'\t' 'NR > 1 { e = exp(2.8616 * $1 + 1.14622); t = 20 / 3 * (1 - 8 / (e - 1 / e) ^ 2); d = $3 - t; if (d < 0) d = -d; if (d > m) m = d } END { printf "%.2g", m }' out/sweep.tsv)
    says out/sweep sweep-spin_J "Energy of rotation at the end: deviation of Impulse at most $off J from theory"
}

@test "sweep: a jump, and who does not jump" {
    "$carom" sweep 08-one-hits-two -o out > /dev/null
    says out/sweep sweep-upper-vx_mps "Upper: velocity along x: Impulse jumps from 0.375 to 0.75; no jump in Springs (10 kN/m)"
    grep -q 'text	XNAME	offset of the cue ball (mm)' out/sweep.figures.tsv
    grep -q 'number	XTIMES	1000' out/sweep.figures.tsv
}

@test "sweep: carom plot draws it again, the same bytes at the same look" {
    has_gnuplot || skip "no gnuplot"
    all_formats
    "$carom" sweep 09-cradle --plots -o out > /dev/null
    mkdir first
    cp out/*.png out/*.svg first
    rm out/*.png out/*.svg
    run "$carom" plot out
    [ "$status" -eq 0 ]
    for figure in first/*; do cmp "$figure" "out/${figure#first/}"; done
    [ -s out/sweep-third-vx_mps.png ]
    "$carom" plot out --preset slide
    [ -s out/sweep-third-vx_mps-slide.png ]
    grep -q "gap between the last two balls" out/sweep-third-vx_mps.svg
    ! grep -q "balls.third.x_m" out/sweep-third-vx_mps.svg || false
}

@test "sweep: numbers of many digits leave the names of the axes on the page, in an SVG too" {
    has_gnuplot || skip "no gnuplot"
    cat > small.yaml <<'END'
carom: 1
duration_s: 2
samples: 3
balls: [{ name: a, x_m: 0.6, y_m: 0.6, vx_mps: 1, mass_kg: 0.000217 }, { name: b, x_m: 1.2, y_m: 0.6, mass_kg: 0.0001 }]
solvers: [{ name: impulse, kind: impulse }]
sweep: { parameters: [{ key: restitution, values: [0.97, 0.98, 0.99] }], collect: [kinetic_J] }
END
    "$carom" sweep small.yaml --plots -o out > /dev/null
    # places of texts: x and y of their base lines, and the font's size
    awk -F'[(,)"]' '/translate/ { for (i = 1; i < NF; i++) { if ($i ~ /translate$/) { x = $(i + 1); y = $(i + 2) } if ($i ~ /font-size=/) size = $(i + 1) } }
        /energy of translation at the end .J./ { if (x < size) { print "beyond the left edge: " x; bad = 1 } seen++ }
        />restitution</ { below = y; seen++ }
        />carom [0-9.]+, commit/ { foot = y - size }
        END { if (below > foot) { print "name of the x axis, " below ", on the footer, " foot; bad = 1 } exit bad || seen != 2 }' out/sweep-kinetic_J.svg
}

@test "sweep: maps are drawn again from sweep.tsv, with their contour" {
    has_gnuplot || skip "no gnuplot"
    "$carom" sweep 06-stiffness --solver impulse --solver leap -o out --plots --set sweep.theory=[] --set sweep.contour=1e-4 \
        --set 'sweep.parameters=[{key: solvers.leap.stiffness_N_per_m, values: [1e6, 1e8, 1e10]}, {key: balls.one.vx_mps, values: [1, 2]}]' > /dev/null
    cp out/sweep-rms_divergence_m-leap.svg first.svg
    rm out/sweep-*.svg out/sweep-*.png
    "$carom" plot out > /dev/null
    cmp first.svg out/sweep-rms_divergence_m-leap.svg
    grep -q "line: 0.0001" first.svg
    says out/sweep sweep-rms_divergence_m-leap "Leap: rms divergence at the end from"
}

@test "sweep: a theory that is no formula, or of what is not collected, has its place" {
    run "$carom" sweep 08-one-hits-two -o out --set sweep.theory.0.formula='3/' --set sweep.theory.1.quantity=steps
    [ "$status" -eq 65 ]
    [[ "$output" == *"sweep.theory[0]: no formula: found '' at character 3 of '3/'; expected a number, x, pi, a function or a bracket"* ]]
    [[ "$output" == *"sweep.theory[1]: quantity 'steps' is not collected"* ]]
}

@test "studies: titles have the numbers of their tables" {
    ! sanitized || return 0 # reverse runs under them in compare.bats
    "$carom" reverse 01-head-on -o reverse --no-plots > /dev/null
    level=$(awk -F'\t' '$2 == "LEVEL" { print $3 }' reverse/reverse.figures.tsv)
    last=$(awk -F'\t' -v level="$level" '$1 != "euler" { next } !step { step = $2 } $2 == step && $5 > level { far = 1 } $2 == step && !far { t = $4 } END { printf "%.3g", t }' reverse/reverse.tsv)
    says reverse/reverse reverse "Impulse returns from up to 1 s, Euler from up to $last s"
    "$carom" fan 08-one-hits-two -o fan --no-plots > /dev/null
    says fan/fan fan "One impact of 3 balls has 3 outcomes for rigid balls; stiff springs agree with generalized reflections"
    [ "$(awk -F'\t' 'NR > 1 && $2 !~ /^springs/ { print $1 }' fan/fan.tsv | sort -u | wc -l)" -eq 3 ]
    "$carom" transfer 16-speed-dependent -o transfer --no-plots > /dev/null
    says transfer/transfer restitution "e falls from $(awk -F'\t' 'NR == 2 { first = $2 } { last = $2 } END { printf "%.2f to %.2f", first, last }' transfer/restitution.tsv) with the speed"
    # springs against the force law alone: the error of their converged steps
    awk -F'\t' 'NR == 1 { bad = $3 != "theory"; next } ($2 - $3)^2 > 1e-16 { print; bad = 1 } END { exit bad }' transfer/restitution.tsv
    grep -q "SPOTNAME	one hits three, 3.7 s" transfer/transfer.figures.tsv
    times=$(awk -F'\t' 'NR > 1 && $2 > 0 && $3 > 0 { print $2 / $3 }' transfer/transfer.tsv | sort -g | awk '{ v[NR] = $1 } END { printf "%.2g", NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }')
    says transfer/transfer transfer "With e(v) instead of e = 0.9, impulses are $times times nearer to Spheres"
    "$carom" diverge 20-stadium/circle -o circle --no-plots > /dev/null
    says circle/diverge controls "a difference of 1e-08 m grows to at most 5.9e-07 m, as a power of time"
}

@test "diverge: growth by 2 l/d is Dahlqvist's round a post, and nothing where no ball is met" {
    "$carom" diverge 20-stadium/sinai -o sinai --no-plots > /dev/null
    # from post to post 2 ln(1/R) - 0.13, R = 0.2 m, over a way of (1 - pi R^2)/(2 R) at 1 m/s; to a sixth, as the experiment has it
    awk -F'\t' -v growth="$(awk -F'\t' '$2 == "GROWTHTHEORY" { print $3 }' sinai/diverge.figures.tsv)" \
        'NR > 1 && $2 == "impulse" { t = $1; met = $4 } END { got = log(growth) * met / t; want = (2 * log(5) - 0.13) / ((1 - 3.14159265 * 0.04) / 0.4); print got, want; exit !(got / want < 7 / 6 && got / want > 5 / 6) }' sinai/controls.tsv
    "$carom" diverge 20-stadium/circle -o circle --no-plots > /dev/null
    grep -q "number	GROWTHTHEORY	0$" circle/diverge.figures.tsv
    # in a stadium exp(0.430 v t/R), if its straights are two radii of the path of the centre
    "$carom" diverge 20-stadium -o stadium --solver impulse --no-plots --set duration_s=5 > /dev/null
    awk -F'\t' '$2 == "GROWTHTHEORY" { got = log($3) } END { print got; exit !(got > 0.4299 && got < 0.4301) }' stadium/diverge.figures.tsv
    "$carom" diverge 20-stadium -o short --solver impulse --no-plots --set duration_s=5 --set table.length_m=1 > /dev/null
    grep -q "number	GROWTHTHEORY	0$" short/diverge.figures.tsv
}

@test "converge: the title has the orders of orders.tsv" {
    "$carom" converge 05-time-step --solver euler --solver heun -o out --no-plots \
        --set convergence='{ theta_from: 0.004, theta_to: 0.1, thetas: 6, factors: 1, phases: 8 }' > /dev/null
    of() { awk -F'\t' -v who="$1" '$1 == who { printf "%.1f", $2 }' out/orders.tsv; }
    says out/converge convergence "Heun converges with order $(of heun), Euler with order $(of euler)"
}

#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Headings and contents of figures. The tests compare them with the tables of the figure, and with changed scenarios.

load common

setup() { begin; }

teardown() { rm -rf "$work"; }

subject() { # of the figure $2 in $1.figures.tsv
    awk -F'\t' -v figure="$2" '$2 == "SUBJECT" { title = $3 } ($1 == "figure" || $1 == "clocked") && $2 == figure { print title; found = 1 } END { exit !found }' "$1.figures.tsv"
}

says() { # figure, its subject
    [ "$(subject "$1" "$2")" = "$3" ] || { echo "got:  $(subject "$1" "$2")"; echo "want: $3"; return 1; }
}

@test "sweep: a distance falls with the stiffness as theory has it" {
    "$carom" sweep 06-stiffness --solver impulse --solver leap -o out > /dev/null
    says out/sweep sweep-rms_divergence_m "Rms divergence at the end over stiffness k"
    grep -q "^text	TITLE	$(awk -F': *' '/^title:/ { print $2 }' "$root/experiments/06-stiffness/experiment.yaml")$" out/sweep.figures.tsv
    [ "$(awk -F'\t' '$2 == "leap" && $4 != 65' out/sweep.tsv | wc -l)" -eq 0 ]
    # theory, pi sqrt(mu) times the way that is missed per contact time, over the root of k; higher orders are k^(-1/2) of it
    awk -F'\t' 'NR == FNR { if ($1 == "rms_divergence_m") { x[n] = $3; y[n++] = $4 } next }
        $2 == "leap" && $1 >= 1e6 && $1 < 1e14 { for (i = 0; i < n; i++) if (x[i] / $1 < 1.001 && x[i] / $1 > 0.999) { d = $3 / y[i] - 1; rows++; if (d > 0.005 || d < -0.005) { print $1, $3, y[i]; bad = 1 } } }
        END { exit bad || rows < 8 }' out/sweep-theory.tsv out/sweep.tsv
}

@test "sweep: an axis without a label has the words of its row" {
    "$carom" sweep 17-counting-collisions -o out --solver impulse --set 'sweep.parameters=[{key: balls.large.mass_kg, from: 1, to: 1e4, count: 5, scale: log}]' > /dev/null
    grep -q 'text	XNAME	mass of large (kg)' out/sweep.figures.tsv
    says out/sweep sweep-collisions "Collisions over mass of large"
}

@test "sweep: values as a formula shows them" {
    "$carom" sweep 13-gas/cooling --solver impulse -o out > /dev/null --set sweep.parameters.0.count=5
    # Haff's law within 3 %
    awk -F'\t' 'NR > 1 { t = (1 + $1 / 1.0762) / sqrt(10); d = 1 / sqrt($3) / t - 1; if (d * d > 0.03 * 0.03) { print $0, d; exit 1 } }' out/sweep.tsv
    awk -F'\t' 'NR == FNR { e[$1] = $3; next } FNR == 1 { exit $3 != "kinetic_J" || $4 != "kinetic_J_error" } { d = $3 * sqrt(e[$1]) - 1; if (d * d > 1e-28 || $4 != 0) exit 1 }' out/sweep.tsv out/sweep-curves.tsv
    run "$carom" sweep 13-gas/cooling -o no --set sweep.shown_as=1/sqrt
    [ "$status" -eq 65 ]
    [[ "$output" == *"sweep.shown_as: no formula"* ]]
}

@test "sweep: means over seeds with their standard errors" {
    "$carom" sweep 24-rough-gas/cooling -o out --set groups.0.count=60 --set duration_s=0.4 --set 'sweep.parameters.1.count=5' \
        --set sweep.parameters.0.count=3 > /dev/null
    awk -F'\t' 'NR == FNR { if (FNR > 1) { n[$1]++; s[$1] += $4; q[$1] += $4 * $4 } next }
        FNR > 1 { m = s[$1] / n[$1]; e = sqrt((q[$1] / n[$1] - m * m) / (n[$1] - 1)); rows++
                  if (n[$1] != 5 || ($3 / m - 1) ^ 2 > 1e-24 || ($4 / e - 1) ^ 2 > 1e-12) { print $0, m, e; bad = 1 } }
        END { exit bad || rows != 3 }' out/sweep.tsv out/sweep-curves.tsv
    grep -q 'count	ERRORS	1$' out/sweep.figures.tsv
    # one parameter: the values scatter
    "$carom" sweep 24-rough-gas/cooling -o one --set groups.0.count=60 --set duration_s=0.4 --set 'sweep.parameters=[{key: seed, scale: seeds, count: 9}]' \
        --set sweep.theory=[] --set sweep.together= --set sweep.collect=[collisions] > /dev/null
    says one/sweep sweep-collisions "Collisions over seed of the random numbers"
    grep -q 'count	UNORDERED	1$' one/sweep.figures.tsv
    [ ! -e one/sweep-curves.tsv ]
}

@test "sweep: a short length has a prefix on its axis" {
    "$carom" sweep 08-one-hits-two --solver impulse -o out > /dev/null
    says out/sweep sweep-upper-vx_mps "Upper: velocity along x over offset of the cue ball"
    grep -q 'text	XNAME	offset of the cue ball (mm)' out/sweep.figures.tsv
    grep -q 'number	XTIMES	1000' out/sweep.figures.tsv
}

@test "sweep: which ball is first: for rigid balls the offset alone decides" {
    coarse="--set sweep.parameters.0.count=8 --set sweep.parameters.1.count=4"
    # shellcheck disable=SC2086
    "$carom" sweep 04-break/outcomes $coarse -o out > /dev/null
    [ "$(awk -F'\t' '$3 == "impulse" { print $1, $4 }' out/sweep.tsv | sort -u | wc -l)" -eq 8 ]
    says out/sweep sweep-left-first_ball "First ball at the left wall over offset of the cue ball and speed of the cue ball"
    # the most frequent ball has the first color
    most=$(awk -F'\t' 'NR > 1 && $4 != "nan" { print $4 }' out/sweep.tsv | sort | uniq -c | sort -k 1,1nr -k 2,2n | awk '{ print $2; exit }')
    grep -q "count	RANK\[$most\]	1$" out/sweep.figures.tsv
    # rolling resistance has a scale of speed
    # shellcheck disable=SC2086
    "$carom" sweep 04-break/outcomes $coarse -o rolling --set rolling_resistance=0.05 --solver impulse > /dev/null
    [ "$(awk -F'\t' '$3 == "impulse" && $4 != "nan" { print $1, $4 }' rolling/sweep.tsv | sort -u | wc -l)" -gt 8 ]
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
    cp out/sweep-rms_divergence_m.svg first.svg
    rm out/sweep-*.svg out/sweep-*.png
    "$carom" plot out > /dev/null
    cmp first.svg out/sweep-rms_divergence_m.svg
    grep -q "line: 0.0001" first.svg
    [ "$(grep -cE ">(Impulse|Leap)<" first.svg)" -eq 2 ]
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
    "$carom" diverge 20-stadium/circle -o circle --no-plots > /dev/null
    says circle/diverge controls "a difference of 1e-08 m grows to 5.9e-07 m, as a power of time"
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

@test "studies: titles are true where nothing fits, nothing differs or the reference has nothing" {
    # all energies of the reference are 0: a percentage would be infinite
    "$carom" statistics 15-as-published/sign -o zero --no-plots --set statistics.seeds=3 > /dev/null
    says zero/statistics ensemble "The energy of Lecture (frame = 1 ms) differs from that of Impulse, which is 0"
    # a path that stays as near as it began
    "$carom" diverge 03-bumper -o near --no-plots --set duration_s=2 > /dev/null
    says near/diverge controls "Impulse: a difference of 5e-08 m stays within 5e-08 m"
    # friction takes the same from all: none returns from later than the others
    "$carom" reverse 12-collapse -o back --no-plots --solver rest --set duration_s=2 > /dev/null
    says back/reverse reverse "Rest returns from up to "
    # too few steps for an order
    "$carom" converge 08-one-hits-two -o few --set convergence='{ thetas: 4, factors: 2, phases: 2 }' > /dev/null
    says few/converge convergence "No order of convergence could be fitted"
    has_gnuplot || skip "no gnuplot"
    # 1e4 in a name is no number
    grep -q "Springs-1e4" few/map-springs-1e4.svg
}

@test "runs: forty discs with friction, many collisions, and solvers that agree" {
    has_gnuplot || skip "no gnuplot"
    cat > forty.yaml <<'Y'
carom: 1
title: Forty discs with friction
table: { width_m: 2, height_m: 1.2 }
restitution: 0.92
friction: { ball_ball: 0.15, ball_wall: 0.1 }
rolling_resistance: 0.01
duration_s: 2
samples: 51
seed: 7
groups: [ { kind: gas, count: 40, radius_m: 0.03, mass_kg: 0.2, temperature_J: 0.8 } ]
solvers:
  - { name: impulse, kind: impulse }
  - { name: euler, kind: penalty, integrator: euler, stiffness_N_per_m: 2.0e5, theta: 0.2 }
  - { name: verlet, kind: penalty, integrator: velocity_verlet, stiffness_N_per_m: 2.0e6, theta: 0.05 }
Y
    "$carom" compare forty.yaml -o forty -q --figures all
    # Euler, whose energy is wrong, parts first; title and mark are of the solver that conserves it
    columns forty/summary.tsv solver first_mismatch_s | awk '$1 == "euler" { e = $2 } $1 == "verlet" { v = $2 } END { exit !(e > 0 && v >= e) }'
    t=$(columns forty/summary.tsv solver first_mismatch_s | awk '$1 == "verlet" { printf "%.3g", $2 }')
    head -n 1 forty/raster.txt | grep -q "^Verlet parts from Impulse at $t s, after [0-9]* equal collisions\."
    grep -q ">Verlet parts, $t s" forty/raster.svg
    grep -q ">Verlet parts, $t s<" forty/divergence.svg
    # the rate where there are more than 300 ticks, and a bar for each loss
    [ "$(columns forty/summary.tsv solver collisions | awk '$2 > 300' | wc -l)" -eq "$(grep -c '>up to [0-9]* in 1 s<' forty/raster.svg)" ]
    for row in start walls balls resistance method end; do grep -q ">$row<" forty/waterfall.svg; done
    for kind in wall ball; do
        lost=$(columns forty/verlet/collisions.tsv kind dissipated_J | awk -v kind=$kind '$1 == kind { lost += $2 } END { printf "%.2g", lost }')
        grep -q ">−$lost<" forty/waterfall.svg
    done
    # Euler explodes: its number has a power of ten, and its bars leave room for those of the others
    head -n 1 forty/waterfall.txt | grep -q "Euler's method adds [1-9]e[1-9][0-9] J"
    "$carom" compare forty.yaml -o same -q --figures overview,strobe --set 'solvers=[{ name: impulse, kind: impulse }, { name: again, kind: impulse }]'
    head -n 1 same/strobe.txt | grep -q '^Impulse and Again agree exactly at every sample\.'
    [ "$(grep -c '>all solvers<' same/strobe.svg)" -eq 1 ]
}


@test "sweep: solvers without a value, and power laws on logarithmic axes" {
    "$carom" sweep 27-measured/chain -o touching --set sweep.parameters.0.count=3 > /dev/null
    awk -F'\t' '$1 ~ /^[0-9]/ && $2 == "impulse" && $3 != "nan" { exit 1 }' touching/sweep.tsv
    # a straight line on logarithmic axes
    [ "$(awk -F'\t' '$2 ~ /^(LOGX|LOGY|EMPTY\[.\])$/ { v[$2] = $3 } $2 == "sweep-peak_force_N" { print v["LOGX"], v["LOGY"], v["EMPTY[1]"], v["EMPTY[2]"] }' touching/sweep.figures.tsv)" = "1 1 1 0" ]
}

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
    "$carom" sweep 06-stiffness --no-plots --solver impulse --solver leap -o out > /dev/null
    says out/sweep sweep-rms_divergence_m "Rms divergence at the end over stiffness k"
    grep -q "^text	TITLE	$(awk -F': *' '/^title:/ { print $2 }' "$root/experiments/06-stiffness/experiment.yaml")$" out/sweep.figures.tsv
    [ "$(awk -F'\t' '$2 == "leap" && $4 != 65' out/sweep.tsv | wc -l)" -eq 0 ]
    # theory, pi sqrt(mu) times the way that is missed per contact time, over the root of k; higher orders are k^(-1/2) of it
    awk -F'\t' 'NR == FNR { if ($1 == "rms_divergence_m") { x[n] = $3; y[n++] = $4 } next }
        $2 == "leap" && $1 >= 1e6 && $1 < 1e14 { for (i = 0; i < n; i++) if (x[i] / $1 < 1.001 && x[i] / $1 > 0.999) { d = $3 / y[i] - 1; rows++; if (d > 0.005 || d < -0.005) { print $1, $3, y[i]; bad = 1 } } }
        END { exit bad || rows < 8 }' out/sweep-theory.tsv out/sweep.tsv
}

@test "sweep: an axis without a label has the words of its row" {
    "$carom" sweep 17-counting-collisions --no-plots -o out --solver impulse --set 'sweep.parameters=[{key: balls.large.mass_kg, from: 1, to: 1e4, count: 5, scale: log}]' > /dev/null
    grep -q 'text	XNAME	mass of large (kg)' out/sweep.figures.tsv
    says out/sweep sweep-collisions "Collisions over mass of large"
}

@test "sweep: values as a formula shows them" {
    "$carom" sweep 13-gas/cooling --no-plots --solver impulse -o out > /dev/null --set sweep.parameters.0.count=5
    # Haff's law within 3 %
    awk -F'\t' 'NR > 1 { t = (1 + $1 / 1.0762) / sqrt(10); d = 1 / sqrt($3) / t - 1; if (d * d > 0.03 * 0.03) { print $0, d; exit 1 } }' out/sweep.tsv
    awk -F'\t' 'NR == FNR { e[$1] = $3; next } FNR == 1 { exit $3 != "kinetic_J" || $4 != "kinetic_J_error" } { d = $3 * sqrt(e[$1]) - 1; if (d * d > 1e-28 || $4 != 0) exit 1 }' out/sweep.tsv out/sweep-curves.tsv
    run "$carom" sweep 13-gas/cooling --no-plots -o no --set sweep.shown_as=1/sqrt
    [ "$status" -eq 65 ]
    [[ "$output" == *"sweep.shown_as: no formula"* ]]
}

@test "sweep: means over seeds with their standard errors" {
    "$carom" sweep 24-rough-gas/cooling --no-plots -o out --set groups.0.count=60 --set duration_s=0.4 --set 'sweep.parameters.1.count=5' \
        --set sweep.parameters.0.count=3 > /dev/null
    awk -F'\t' 'NR == FNR { if (FNR > 1) { n[$1]++; s[$1] += $4; q[$1] += $4 * $4 } next }
        FNR > 1 { m = s[$1] / n[$1]; e = sqrt((q[$1] / n[$1] - m * m) / (n[$1] - 1)); rows++
                  if (n[$1] != 5 || ($3 / m - 1) ^ 2 > 1e-24 || ($4 / e - 1) ^ 2 > 1e-12) { print $0, m, e; bad = 1 } }
        END { exit bad || rows != 3 }' out/sweep.tsv out/sweep-curves.tsv
    grep -q 'count	ERRORS	1$' out/sweep.figures.tsv
    # one parameter: the values scatter
    "$carom" sweep 24-rough-gas/cooling --no-plots -o one --set groups.0.count=60 --set duration_s=0.4 --set 'sweep.parameters=[{key: seed, scale: seeds, count: 9}]' \
        --set sweep.theory=[] --set sweep.together= --set sweep.collect=[collisions] > /dev/null
    says one/sweep sweep-collisions "Collisions over seed of the random numbers"
    grep -q 'count	UNORDERED	1$' one/sweep.figures.tsv
    [ ! -e one/sweep-curves.tsv ]
}

@test "sweep: a short length has a prefix on its axis" {
    "$carom" sweep 08-one-hits-two --no-plots --solver impulse -o out > /dev/null
    says out/sweep sweep-upper-vx_mps "Upper: velocity along x over offset of the cue ball"
    grep -q 'text	XNAME	offset of the cue ball (mm)' out/sweep.figures.tsv
    grep -q 'number	XTIMES	1000' out/sweep.figures.tsv
}

@test "sweep: which ball is first: for rigid balls the offset alone decides" {
    coarse="--set sweep.parameters.0.count=8 --set sweep.parameters.1.count=4"
    # shellcheck disable=SC2086
    "$carom" sweep 04-break/outcomes --no-plots $coarse -o out > /dev/null
    [ "$(awk -F'\t' '$3 == "impulse" { print $1, $4 }' out/sweep.tsv | sort -u | wc -l)" -eq 8 ]
    says out/sweep sweep-left-first_ball "First ball at the left wall over offset of the cue ball and speed of the cue ball"
    # the most frequent ball has the first color
    most=$(awk -F'\t' 'NR > 1 && $4 != "nan" { print $4 }' out/sweep.tsv | sort | uniq -c | sort -k 1,1nr -k 2,2n | awk '{ print $2; exit }')
    grep -q "count	RANK\[$most\]	1$" out/sweep.figures.tsv
    # rolling resistance has a scale of speed
    # shellcheck disable=SC2086
    "$carom" sweep 04-break/outcomes --no-plots $coarse -o rolling --set rolling_resistance=0.05 --solver impulse > /dev/null
    [ "$(awk -F'\t' '$3 == "impulse" && $4 != "nan" { print $1, $4 }' rolling/sweep.tsv | sort -u | wc -l)" -gt 8 ]
}

@test "sweep: a figure has the measured points of its quantity" {
    has_gnuplot || skip "no gnuplot"
    ! sanitized || skip "long with sanitizers; make nightly runs it"
    cat > scene.yaml << 'SCENE'
carom: 1
title: A ball hits a wall
table: { width_m: 2, height_m: 1 }
duration_s: 1
samples: 11
balls:
  - { name: a, x_m: 1.5, y_m: 0.5, vx_mps: 1, radius_m: 0.05, mass_kg: 0.2 }
solvers:
  - { name: impulse, label: Impulse, kind: impulse }
sweep:
  parameters: [ { key: restitution, from: 0.2, to: 1, count: 5 } ]
  collect: [a.vx_mps, energy_residual_rel]
  data: data.tsv
SCENE
    printf 'x\tx_error\ty\ty_error\tseries\tsource\tquantity\n0.3\t0\t-0.3\t1\tsteel\tme\ta.vx_mps\n' > data.tsv
    "$carom" sweep scene.yaml -o zero --set sweep.collect='[a.vx_mps]' --set sweep.together='velocity (m/s)'
    grep -q '>steel<' zero/sweep-together.svg
    # the key of a figure has its own series only, numbered from its first
    printf '0.3\t0\t0\t1\tglass\tme\tenergy_residual_rel\n' >> data.tsv
    "$carom" sweep scene.yaml -o two
    grep -q '>steel<' two/sweep-a-vx_mps.svg
    ! grep -q '>glass<' two/sweep-a-vx_mps.svg || false
    grep -q '>glass<' two/sweep-energy_residual_rel.svg
    ! grep -q '>steel<' two/sweep-energy_residual_rel.svg || false
    rm two/*.png
    "$carom" plot two
    [ -s two/sweep-a-vx_mps.png ]
}

@test "sweep: carom plot draws it again, the same bytes at the same look" {
    has_gnuplot || skip "no gnuplot"
    all_formats
    "$carom" sweep 09-cradle -o out > /dev/null
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
    "$carom" sweep small.yaml -o out > /dev/null
    # places of texts: x and y of their base lines, and the font's size
    awk -F'[(,)"]' '/translate/ { for (i = 1; i < NF; i++) { if ($i ~ /translate$/) { x = $(i + 1); y = $(i + 2) } if ($i ~ /font-size=/) size = $(i + 1) } }
        /energy of translation at the end .J./ { if (x < size) { print "beyond the left edge: " x; bad = 1 } seen++ }
        />restitution</ { below = y; seen++ }
        />carom [0-9.]+, commit/ { foot = y - size }
        END { if (below > foot) { print "name of the x axis, " below ", on the footer, " foot; bad = 1 } exit bad || seen != 2 }' out/sweep-kinetic_J.svg
}

@test "sweep: maps are drawn again from sweep.tsv, with their contour" {
    has_gnuplot || skip "no gnuplot"
    "$carom" sweep 06-stiffness --solver impulse --solver leap -o out --set sweep.theory=[] --set sweep.contour=1e-4 \
        --set 'sweep.parameters=[{key: solvers.leap.stiffness_N_per_m, values: [1e6, 1e8, 1e10]}, {key: balls.one.vx_mps, values: [1, 2]}]' > /dev/null
    cp out/sweep-rms_divergence_m.svg first.svg
    rm out/sweep-*.svg out/sweep-*.png
    "$carom" plot out > /dev/null
    cmp first.svg out/sweep-rms_divergence_m.svg
    grep -q "line: 0.0001" first.svg
    [ "$(grep -cE ">(Impulse|Leap)<" first.svg)" -eq 2 ]
}

@test "sweep: a theory that is no formula, or of what is not collected, has its place" {
    run "$carom" sweep 08-one-hits-two --no-plots -o out --set sweep.theory.0.formula='3/' --set sweep.theory.1.quantity=steps
    [ "$status" -eq 65 ]
    [[ "$output" == *"sweep.theory[0]: no formula: found '' at character 3 of '3/'; expected a number, x, pi, a function or a bracket"* ]]
    [[ "$output" == *"sweep.theory[1]: quantity 'steps' is not collected"* ]]
}

@test "fan: three outcomes of rigid balls, and the figure's heading" {
    "$carom" fan 08-one-hits-two -o fan --no-plots > /dev/null
    says fan/fan fan "Velocities before (grey) and after the first simultaneous impact"
    [ "$(awk -F'\t' 'NR > 1 && $2 !~ /^springs/ { print $1 }' fan/fan.tsv | sort -u | wc -l)" -eq 3 ]
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

@test "converge: the order of orders.tsv stands in its panel, and the modelling error is a line" {
    has_gnuplot || skip "no gnuplot"
    "$carom" converge 05-time-step --solver euler --solver heun -o out \
        --set convergence='{ theta_from: 0.004, theta_to: 0.1, thetas: 6, factors: 1, phases: 8 }' > /dev/null
    says out/converge convergence "Order of convergence: discretization error over time step"
    for solver in Euler Heun; do
        order=$(awk -F'\t' -v who="$solver" 'tolower(who) == $1 { printf "%.1f", $2 }' out/orders.tsv)
        grep -q ">$solver, $order" out/convergence.svg || { echo "$solver $order"; false; }
    done
    [ "$(awk -F'\t' '$2 == "FLOORAT" { print $3 }' out/converge.figures.tsv)" = "$(awk -F'\t' 'NR == 2 { print $3 }' out/floors.tsv)" ]
}

@test "studies: names are drawn as they are" {
    has_gnuplot || skip "no gnuplot"
    # 1e4 in a name is no number
    "$carom" converge 08-one-hits-two -o few --set convergence='{ thetas: 4, factors: 2, phases: 2 }' > /dev/null
    grep -q "Springs-1e4" few/map-springs-1e4.svg
}

@test "sweep: solvers without a value, and power laws on logarithmic axes" {
    "$carom" sweep 27-measured/chain --no-plots -o touching --set sweep.parameters.0.count=3 > /dev/null
    awk -F'\t' '$1 ~ /^[0-9]/ && $2 == "impulse" && $3 != "nan" { exit 1 }' touching/sweep.tsv
    # a straight line on logarithmic axes
    [ "$(awk -F'\t' '$2 ~ /^(LOGX|LOGY|EMPTY\[.\])$/ { v[$2] = $3 } $2 == "sweep-peak_force_N" { print v["LOGX"], v["LOGY"], v["EMPTY[1]"], v["EMPTY[2]"] }' touching/sweep.figures.tsv)" = "1 1 1 0" ]
}

@test "studies: perturbed copies, cost and speeds are drawn" {
    has_gnuplot || skip "no gnuplot"
    cat > two.yaml <<'Y'
carom: 1
table: { boundary: open }
duration_s: 1
samples: 21
balls: [ { name: cue, x_m: 0, y_m: 0, vx_mps: 1 }, { name: eight, x_m: 0.3, y_m: 0.01 } ]
solvers:
  - { name: impulse, kind: impulse }
  - { name: heun, kind: penalty, integrator: heun, stiffness_N_per_m: 1.0e5, theta: 0.1 }
  - { name: euler, kind: penalty, integrator: euler, stiffness_N_per_m: 1.0e5, theta: 0.1 }
Y
    "$carom" diverge two.yaml -o out > /dev/null
    [ -s out/copies.png ]
    grep -q ">Euler<" out/copies.svg && grep -q ">1 ulp<" out/copies.svg
    "$carom" converge two.yaml -o out --set convergence='{ thetas: 4, factors: 2, phases: 1 }' > /dev/null
    [ -s out/convergence.png ] && [ -s out/map-heun.svg ] && [ -s out/work.png ]
    "$carom" statistics 13-gas -o out --set statistics.seeds=2 --set duration_s=1 --set statistics.from_s=0.5 > /dev/null
    [ -s out/speeds.png ] && [ -s out/ensemble.svg ]
}

@test "plot: a ball outside the table, and the table at one time" {
    has_gnuplot || skip "no gnuplot"
    cat > out.yaml <<'Y'
carom: 1
table: { width_m: 2, height_m: 1 }
duration_s: 0.8
samples: 81
balls: [ { name: striker, x_m: 1, y_m: 0.5, vx_mps: 1.5, radius_m: 0.25, mass_kg: 1 } ]
solvers: [ { kind: impulse }, { name: late, kind: stepped, step_s: 0.8 } ]
Y
    run "$carom" compare out.yaml --set figures=[scene] -o out
    [ "$status" -eq 0 ] && has_not arning
    run "$carom" plot out --at 0.8
    [ "$status" -eq 0 ] && has_not arning
    # 1 + 1.5*0.8
    columns out/snapshot.tsv solver ball x_m | awk '$1 == "late" && ($3 - 2.2)^2 < 1e-20 { seen = 1 } END { exit !seen }'
    # at a contact
    "$carom" compare 01-head-on -o head-on --no-plots > /dev/null
    run "$carom" plot head-on --at 0.545
    [ "$status" -eq 0 ] && has_not arning
    [ -s head-on/table-heun.png ] && [ -s head-on/table-euler.svg ]
    [ ! -e head-on/table-impulse.png ]
}

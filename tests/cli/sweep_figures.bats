#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# What figures of studies show. Their headings and axes: tests/cases/sweep_figures.case.

load common

setup() { begin; }

teardown() { rm -rf "$work"; }

subject() { # of the figure $2 in $1.figures.tsv
    awk -F'\t' -v figure="$2" '$2 == "SUBJECT" { title = $3 } ($1 == "figure" || $1 == "clocked") && $2 == figure { print title; found = 1 } END { exit !found }' "$1.figures.tsv"
}

says() { # figure, its subject
    [ "$(subject "$1" "$2")" = "$3" ] || { echo "got:  $(subject "$1" "$2")"; echo "want: $3"; return 1; }
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

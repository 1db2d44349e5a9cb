#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Statements of fan, diverge, reverse, compare and explain are true of the run.

load common

setup() {
    begin
}

teardown() {
    rm -rf "$work"
}

# ---- fan ----

@test "fan: the velocities of springs are read after the impact and before the next one" {
    cat > line.yaml <<'Y'
carom: 1
table: { boundary: open }
duration_s: 1
balls:
  - { name: a, x_m: 0.3, y_m: 0, vx_mps: 1, radius_m: 0.0286 }
  - { name: b, x_m: 0.6, y_m: 0, radius_m: 0.0286 }
  - { name: c, x_m: 0.68, y_m: 0, radius_m: 0.0286 }
solvers: [ { kind: impulse } ]
Y
    run "$carom" fan line.yaml -o out --no-plots
    [ "$status" -eq 0 ]
    # b has 1 m/s in every policy and with springs: one outcome
    [[ "$output" == *"2 balls collide at t = 0.2428 s: 1 outcome from"* ]]
    [[ "$output" == *"b                (+1.000000000, +0.000000000) m/s"* ]]
    awk -F'\t' 'NR > 1 && $4 == "b" && ($8 - 1)^2 > 1e-16 { exit 1 }' out/fan.tsv
    # 2 sequential policies, 2 simultaneous ones, 2 orders and 4 springs, also with friction
    run timeout 20 "$carom" fan line.yaml -o out --no-plots --set rolling_resistance=0.01
    [ "$status" -eq 0 ]
    [[ "$output" == *"generalized_reflections (and 9 more)"* ]]
}

@test "fan: gravity does not act during an impact" {
    cat > fall.yaml <<'Y'
carom: 1
table: { width_m: 2, height_m: 4 }
gravity_mps2: [0, -9.81]
duration_s: 1
balls:
  - { name: large, x_m: 1, y_m: 0.6, radius_m: 0.1, mass_kg: 1 }
  - { name: small, x_m: 1, y_m: 0.75, radius_m: 0.05, mass_kg: 0.25 }
solvers: [ { kind: impulse } ]
Y
    run "$carom" fan fall.yaml -o out --no-plots
    [ "$status" -eq 0 ]
    # v = sqrt(2 g 0.5 m); springs in a touching stack (19-two-ball-drop: 1.1886 and 0.9470 of it, any k)
    awk -F'\t' 'BEGIN { v = sqrt(2 * 9.81 * 0.5) }
                $2 ~ /^springs/ && $4 == "small" && ($9 / v - 1.1886)^2 > 1e-8 { exit 1 }
                $2 ~ /^springs/ && $4 == "large" && ($9 / v - 0.9470)^2 > 1e-8 { exit 1 }
                $2 ~ /^springs/ { n++ } END { if (n < 2) exit 1 }' out/fan.tsv
}

@test "fan: balls that touch at t = 0 collide" {
    cat > touching.yaml <<'Y'
carom: 1
duration_s: 1
balls:
  - { name: a, x_m: 1.15, y_m: 0.5, vx_mps: 1, radius_m: 0.25 }
  - { name: b, x_m: 1.65, y_m: 0.5, radius_m: 0.25 }
solvers: [ { kind: impulse } ]
Y
    run "$carom" fan touching.yaml -o out --no-plots
    [ "$status" -eq 0 ]
    [[ "$output" == *": 1 outcome from"* ]]
    [[ "$output" == *"b                (+1.000000000, +0.000000000) m/s"* ]]
}

@test "fan: a policy that collapses is a row without an outcome; the other rows are complete" {
    run "$carom" fan 04-break -o out --no-plots
    [ "$status" -eq 0 ]
    [[ "$output" == *"16 balls collide"* ]]
    run "$carom" fan 04-break -o out --no-plots --set restitution=0.3
    [ "$status" -eq 0 ]
    [[ "$output" == *"no outcome: collapse: inelastic collapse"* ]]
    [[ "$output" == *"newton_lcp"* ]]
    [ "$(awk -F'\t' '$8 == "nan" { print $2 }' out/fan.tsv | sort -u | wc -l)" -eq 1 ]
    awk -F'\t' '$2 == "springs of 1e+12 N/m" { n++ } END { exit n != 16 }' out/fan.tsv
}

# ---- diverge ----

@test "diverge: one collision causes no chaos, no growth and no nan" {
    run "$carom" diverge 01-head-on -o out --no-plots
    [ "$status" -eq 0 ]
    has_not nan
    has_not "after it, chaos"
    has_not "it is chaos"
    has_not "a difference grows"
    has_not "grows exponentially"
    has "until the end (t = 1 s) the difference is modelling error (0.0046 m"
    has "more than 0.002858 m after t = 0.546 s, without chaos: copies perturbed by 1 ulp stay within"
    has "impulse              2.86e-08   at most 2.43e-07 m away; the growth could not be fitted"
    awk -F'\t' 'NR > 1 && $5 != "nan" { exit 1 }' out/horizons.tsv
}

@test "diverge: a ball in a box is not chaotic, whatever its discretization error" {
    run "$carom" diverge 03-bumper -o out --no-plots
    [ "$status" -eq 0 ]
    has_not "it is chaos"
    has_not "a difference grows"
}

@test "diverge: chaos begins when a perturbed copy has diverged" {
    run "$carom" diverge 11-chaos -o out --no-plots
    [ "$status" -eq 0 ]
    has "springs and impulse: until t = 1.074 s (2.56 collisions per ball) the difference is modelling error"
    has "after t = 3.49 s the runs are chaotic: a copy of springs perturbed by 1 ulp is 0.002858 m away."
    has "the difference is rounding (0.0035 m at t = 4.5 s"
    has "a difference grows by exp("
}

@test "diverge: no contacts of three without contacts; errors of fixed steps are not rounding" {
    run "$carom" diverge 10-friction -o out --no-plots
    [ "$status" -eq 0 ]
    has_not "contacts of three or more"
    has_not rounding
    has "blog and exact: until the end (t = 20 s) the difference is discretization error (0.0029 m at t = 1.6 s: modelling error 0 m, discretization error 0.0029 m)"
    has "after t = 1.563 s, without chaos"
    has_not "of the model"
    # only with a modelling error
    run "$carom" diverge 01-head-on --set rolling_resistance=0.001 -o out --no-plots
    [ "$status" -eq 0 ]
    has "its parts are unknown with rolling resistance or drag"
    # a difference of two policies is not rounding, a difference from arbitrary precision is
    run "$carom" diverge 09-cradle/touching -o out --no-plots
    has "lcp and reflections: until the end (t = 1 s) the difference is modelling error (0.047 m at t = 0.2 s"
    has "more than 0.005 m after t = 0.2 s, without chaos"
    has "its parts are unknown after contacts of three or more balls"
    has_not "is chaos"
    run "$carom" diverge 02-oblique-unequal/lossy -o out --no-plots
    has "impulse and oracle: until the end (t = 3 s) the difference is rounding"
}

# ---- residuals of systems at rest ----

@test "compare: the momentum residual is relative to the initial momentum, or undefined" {
    run "$carom" compare 12-collapse -o out --no-plots
    [ "$status" -eq 0 ]
    has "momentum residual / sum |m v|              at rest         at rest         at rest"
    has "No ball moves at t = 0"
    awk -F'\t' 'NR > 1 && $4 != "nan" { exit 1 }' out/summary.tsv
    # relative to the start, so a ball at rest at the end does not matter
    run "$carom" compare 02-oblique-unequal -o out --no-plots
    has_not "at rest"
    # sum |m v| = 0.75 kg m/s at t = 0
    awk -F'\t' 'NR == 2 && !($4 >= 0 && $4 < 1e-12) { exit 1 }' out/summary.tsv
}

@test "check: for a system at rest the message suggests the absolute residual" {
    cat > rest.yaml <<'Y'
carom: 1
gravity_mps2: [0, -9.81]
duration_s: 0.2
balls: [ { name: a, x_m: 1, y_m: 1 } ]
solvers: [ { kind: impulse } ]
checks:
  - { quantity: momentum_residual_rel, max: 1e-12 }
  - { kind: column, file: series, column: momentum_residual_kgmps, over: max, max: 1e-12 }
Y
    run "$carom" check rest.yaml
    [ "$status" -eq 1 ]
    has "there is no momentum (no ball moves) at t = 0, so its relative value is undefined; expected a check of kind: column, file: series, column: momentum_residual_kgmps"
    has "1 passed"
}

# ---- notes of compare ----

@test "compare: energy errors are reported before overlaps" {
    made=0.417 in=5 mean=1.02 brief=
    ! sanitized || { brief="--set duration_s=0.1" made=0.0349 in=9 mean=1.02; } # as much is seen of memory in a tenth
    run "$carom" compare 13-gas/heating -o out --no-plots $brief
    [ "$status" -eq 0 ]
    has "euler: Integration error has added $made of E(0); shorten the step or use an integrator of higher order.
euler: The mean coefficient of restitution of two balls is $mean; the scenario specifies 1.
euler"
    has "Three or more bodies touch in $in % of the contacts"
    has_not "heun: Integration error"
}

@test "compare: balls that can pass through each other, and collisions that were missed" {
    ! sanitized || skip "long with sanitizers; make nightly runs it"
    cat > fast.yaml <<'Y'
carom: 1
table: { width_m: 4, height_m: 1 }
duration_s: 0.02
balls:
  - { name: a, x_m: 1, y_m: 0.5, vx_mps: 100, radius_m: 0.01 }
  - { name: b, x_m: 2.07, y_m: 0.5, radius_m: 0.01 }
solvers:
  - { name: impulse, kind: impulse }
  - { name: steps, kind: stepped }
  - { name: springs, kind: penalty, stiffness_N_per_m: 100 }
  - { name: leaps, kind: penalty, stiffness_N_per_m: 1e12, flight: leap }
Y
    run "$carom" compare fast.yaml -o out --no-plots
    [ "$status" -eq 0 ]
    has "steps: A ball moves by at most 10 of the smallest radius in a step of 0.001 s, so balls can pass through each other undetected"
    has "springs: A ball moves by at most 15.4 of the smallest radius in a step of 0.00154 s"
    has_not "impulse: "
    has_not "leaps: A ball"
    cat > slow.yaml <<'Y'
carom: 1
table: { boundary: open }
duration_s: 200
balls:
  - { name: a, x_m: 0.1, y_m: 0.5, radius_m: 0.03, vx_mps: 1e-11 }
  - { name: b, x_m: 0.1600000010, y_m: 0.5, radius_m: 0.03 }
  - { name: f, x_m: 2, y_m: 1.0, radius_m: 0.03, vx_mps: 1e4 }
solvers: [ { kind: impulse } ]
Y
    run "$carom" compare slow.yaml -o out --no-plots
    # either a collides with b, or their overlap of 1e-9 m is reported
    awk -F'\t' 'NR == 2 && !($7 == 1 || ($6 > 0.9e-9 && $6 < 1.1e-9)) { exit 1 }' out/summary.tsv
}

@test "compare: the specified restitution is that of the pairs" {
    cat > pairs.yaml <<'Y'
carom: 1
table: { boundary: open }
duration_s: 1
restitution: 1
pairs: [ { a: steel, b: steel, restitution: 0.5 } ]
balls:
  - { name: a, x_m: 0, y_m: 0, vx_mps: 1, material: steel }
  - { name: b, x_m: 0.5, y_m: 0, material: steel }
solvers: [ { kind: impulse } ]
checks: [ { quantity: restitution_ball, equals: theory } ]
Y
    run "$carom" compare pairs.yaml -o out --no-plots
    [ "$status" -eq 0 ]
    has "restitution of balls: specified                0.5"
    has "  measured                                     0.5"
    run "$carom" check pairs.yaml
    [ "$status" -eq 0 ]
    # a third ball without material collides with the default restitution
    sed 's/^solvers/  - { name: c, x_m: 2, y_m: 0 }\n&/' pairs.yaml > three.yaml
    run "$carom" compare three.yaml -o out --no-plots
    has "restitution of balls: specified           0.5 to 1"
}

# ---- reverse ----

@test "reverse: every failure to return has a reason, and no number is nan" {
    cat > twos.yaml <<'Y'
carom: 1
table: { boundary: open }
duration_s: 1
balls:
  - { name: a, x_m: 0, y_m: 0, vx_mps: 1 }
  - { name: b, x_m: 0.3, y_m: 0.02 }
solvers:
  - { name: impulse, kind: impulse }
  - { name: steps, kind: stepped, step_s: 0.03 }
Y
    run "$carom" reverse twos.yaml -o out --no-plots
    [ "$status" -eq 0 ]
    has_not "impulse does not return"
    has "steps does not return: its time steps detect collisions late in both directions."
    run "$carom" reverse twos.yaml -o out --no-plots --set restitution=0.5
    [ "$status" -eq 0 ]
    has "impulse does not return: it loses"
    run "$carom" reverse twos.yaml -o out --no-plots --set restitution=1.1 --set allow_energy_gain=true
    has "impulse does not return: it gains"
    # three at once: no impact rule inverts a simultaneous impact
    one_hits_two <<'Y'
solvers: [ { name: impulse, kind: impulse } ]
Y
    run "$carom" reverse three.yaml -o out --no-plots
    has "impulse does not return: no rule for rigid balls inverts a simultaneous impact"
}

@test "reverse: a solver that stops is reported" {
    cat > falls.yaml <<'Y'
carom: 1
table: { boundary: open }
duration_s: 2
restitution: 0.03
balls:
  - { name: left, x_m: 0, y_m: 0, vx_mps: 1, radius_m: 0.1 }
  - { name: middle, x_m: 0.6, y_m: 0, radius_m: 0.1 }
  - { name: right, x_m: 0.81, y_m: 0, radius_m: 0.1 }
solvers: [ { name: impulse, kind: impulse } ]
Y
    run "$carom" reverse falls.yaml -o out --no-plots
    [ "$status" -eq 65 ]
    has_not nan
    has "stopped before the reversal: collapse: inelastic collapse"
}

# ---- explain ----

@test "explain: published loops, gravity, drag and pairs" {
    run "$carom" explain 15-as-published/sign
    [ "$status" -eq 0 ]
    has_not nan
    has "lecture: the loop of lecture_2006, step by step, in frames of"
    has "interpenetration_sign as_published"
    run "$carom" explain 15-as-published/clock
    has "blog-60-Hz: the loop of blog_2013, step by step, in frames of 16.7 ms, in which a ball moves by up to 16.7 mm: guard with, clock as_published."
    has "1 pair touches at t = 0"
    run "$carom" explain 12-collapse
    has "1 ball, 0 moving, at most 0 m/s, 0 J of kinetic energy"
    has "Gravity of 8 m/s^2 acts in the plane of the table, along (0, -1)"
    has "more slowly than"
    cat > kinds.yaml <<'Y'
carom: 1
air_drag: 0.01
pairs: [ { a: steel, b: steel, restitution: 0.5, stiffness_factor: 3 }, { a: steel, b: wall, restitution: 0.8 } ]
balls:
  - { name: a, x_m: 0.5, y_m: 0.5, vx_mps: 1, material: steel }
  - { name: b, x_m: 1, y_m: 0.5, material: steel }
solvers: [ { kind: impulse } ]
Y
    run "$carom" explain kinds.yaml
    has "A head-on collision of balls keeps e^2 = 0.25 of the kinetic energy of the approach."
    has "A ball that hits a wall head-on keeps e^2 = 0.64 of its energy."
    has "Between steel and steel e = 0.5, and springs are 3 times as stiff."
    has "Between steel and walls e = 0.8."
    has "never stops them"
    sed 's/x_m: 1, y_m: 0.5, material: steel/x_m: 1, y_m: 0.5/; s/^solvers.*/solvers: [ { name: soft, kind: penalty, law: viscoelastic, stiffness_N_per_m1p5: 1e7, reference_speed_mps: 0.5, theta: 0.05 } ]\nrestitution: 0.9/' kinds.yaml > more.yaml
    echo 'rolling_resistance: 0.01' >> more.yaml
    run "$carom" explain more.yaml
    has "A ball that hits a wall head-on keeps e^2 = 0.64 to 0.81 of its energy, depending on the materials."
    has "Rolling resistance and drag slow the balls until they rest;"
    has "soft: soft balls."
    has "The restitution falls with speed and has the specified value at 500 mm/s."
}

# ---- converge ----

@test "converge: no order without collisions, and no number is nan" {
    cat > apart.yaml <<'Y'
carom: 1
table: { boundary: open }
duration_s: 0.2
balls:
  - { name: a, x_m: 0.3, y_m: 0, vx_mps: 1 }
  - { name: b, x_m: 0.6, y_m: 0.5 }
solvers: [ { name: springs, kind: penalty, stiffness_N_per_m: 1e5 } ]
Y
    run "$carom" converge apart.yaml -o out --no-plots
    [ "$status" -eq 0 ]
    has_not nan
    has "springs: no order could be fitted, because of too few usable time steps or no collision."
}

@test "plot: the figures of a study are drawn again with the same bytes, and in another style" {
    has_gnuplot || skip "no gnuplot"
    all_formats
    one_hits_two <<< ''
    cat >> three.yaml <<'Y'
solvers:
  - { name: impulse, kind: impulse }
Y
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
    printf 'figure\t../fan\tfan\n' >> bare/fan.figures.tsv
    run "$carom" plot bare
    [ "$status" -eq 65 ]
    [[ "$output" == *"fan.figures.tsv:"*"is not a statement of a figure"* ]]
}

@test "fan: two balls have one rigid outcome, which springs approach as k^(-1/2); a corner is two walls" {
    cat > two.yaml <<'Y'
carom: 1
table: { width_m: 2, height_m: 1 }
duration_s: 1
samples: 2
balls: [ { name: a, x_m: 0.5, y_m: 0.48, vx_mps: 1.5, radius_m: 0.03 }, { name: b, x_m: 0.9, y_m: 0.5, radius_m: 0.03 } ]
solvers: [ { kind: impulse } ]
Y
    "$carom" fan two.yaml -o out --no-plots > out.txt
    grep -q "^2 balls collide at" out.txt
    [ "$(awk -F '\t' 'NR > 1 && $2 !~ /springs/ { print $1 }' out/fan.tsv | sort -u | wc -l)" -eq 1 ]
    # 1e6, 1e8, 1e10, 1e12 N/m: the difference falls tenfold each time
    awk -F '\t' 'NR == 2 { v = $8 } NR > 2 && $4 == "a" && $2 ~ /springs/ { off = ($8 - v) ^ 2; if (last && (last < 80 * off || last > 120 * off)) { print $2; bad = 1 }
        last = off; rows++ } END { exit bad || rows < 3 }' out/fan.tsv
    "$carom" fan --help | grep -q "the normal rotates"
    sed -i 's/^balls: .*/balls: [ { name: a, x_m: 1.5, y_m: 0.5, vx_mps: 1, vy_mps: 1, radius_m: 0.03125 } ]/' two.yaml
    "$carom" fan two.yaml -o out --no-plots | grep -q "^1 ball hits 2 walls at t"
    sed -i 's/vy_mps: 1,/vy_mps: 0.5,/' two.yaml
    "$carom" fan two.yaml -o out --no-plots | grep -q "^1 ball hits a wall at t"
}

#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# kind: mujoco. These tests compute a contact of MuJoCo step by step from its documentation:
# the relative acceleration is -d B v - d K d r (B = damping/dmax, K = stiffness/dmax^2), the force never pulls, v' = v + h a, x' = x + h v'.

load common
setup() {
    begin
    export CAROM_ENGINES="$root/build/engines"
    [ -e "$CAROM_ENGINES/mujoco.so" ] || skip "libmujoco-dev is not installed"
    cat > head.yaml <<'Y'
carom: 1
table: { boundary: open }
duration_s: 0.3
samples: 4
balls:
  - { name: a, x_m: -2, y_m: 0.1, vx_mps: 10, radius_m: 0.5, mass_kg: 1 }
  - { name: b, x_m: 0, y_m: 0.1, radius_m: 0.5, mass_kg: 1 }
solvers:
  - { name: m, kind: mujoco, dmin: 0.95, tolerance: 1e-14 }
Y
    cat > cradle.yaml <<'Y'
carom: 1
table: { boundary: open }
duration_s: 0.4
samples: 2
balls:
  - { name: a, x_m: -2, y_m: 0, vx_mps: 10, radius_m: 0.5, mass_kg: 1 }
  - { name: b, x_m: 0, y_m: 0, radius_m: 0.5, mass_kg: 1 }
  - { name: c, x_m: 1, y_m: 0, radius_m: 0.5, mass_kg: 1 }
solvers:
  - { name: m, kind: mujoco, dmin: 0.9999, dmax: 0.9999, step_s: 0.0005, tolerance: 1e-14 }
Y
    cat > box.yaml <<'Y'
carom: 1
table: { width_m: 10, height_m: 8 }
duration_s: 1
samples: 10
restitution: { ball_ball: 0.8, ball_wall: 0.9 }
balls:
  - { name: f, x_m: 9, y_m: 4, radius_m: 0.5, mass_kg: 1, fixed: true }
  - { name: s, x_m: 5, y_m: 6, vx_mps: -1, vy_mps: -3, radius_m: 0.4, mass_kg: 20 }
groups:
  - { kind: row, name: g, count: 8, moving: 3, vx_mps: 8, x_m: 1, y_m: 4, gap_m: 0.3, radius_m: 0.3, mass_kg: 1.3 }
solvers:
  - { name: m, kind: mujoco, stiffness: 1e4 }
Y
}
teardown() { rm -rf "$work"; }

# recurrence GAP SPEED STIFFNESS DAMPING STEP DMIN DMAX WIDTH: prints the separation speed of two balls by the recurrence. d rises as
# the documented sigmoid of power 2 with its middle at width/2.
recurrence() {
    awk -v gap="$1" -v u="$2" -v k="$3" -v b="$4" -v h="$5" -v lo="$6" -v hi="$7" -v w="$8" '
        function impedance(r,  x) { x = r / w; if (x >= 1) return hi
            return lo + (hi - lo) * (x <= 0.5 ? 2 * x * x : 1 - 2 * (1 - x) ^ 2) }
        BEGIN { r = -gap; v = u; do { if (r > 0) { d = impedance(r); a = -d * b / hi * v - d * k / hi ^ 2 * d * r; if (a < 0) v += h * a }
            r += h * v } while (r > 0 || v > 0); printf "%.17g\n", -v }'
}

# zeta for a restitution, with contact_end: force ('carom help theory', dashpot), by bisection
zeta_of() {
    awk -v e="$1" 'function acos(x) { return atan2(sqrt(1 - x * x), x) }
        BEGIN { lo = 0; hi = 1; for (i = 0; i < 60; i++) { z = (lo + hi) / 2; f = z == 0 ? 1 : exp(-2 * z * acos(z) / sqrt(1 - z * z)); if (f > e) lo = z; else hi = z }
            printf "%.17g\n", e == 1 ? 0 : z }'
}

@test "mujoco: head-on, the recurrence with the damping of the specified restitution" {
    # Newton solves one contact exactly, so rounding times the steps of a contact remains. (No step may end at the onset:
    # the force of a dashpot jumps there, and rounding would decide.)
    local e zeta
    cat > pairs.yaml <<'Y'
carom: 1
table: { boundary: open }
duration_s: 0.3
samples: 2
balls:
  - { name: a, x_m: -2.003, y_m: 0, vx_mps: 10, radius_m: 0.5, mass_kg: 1 }
  - { name: b, x_m: 0, y_m: 0, radius_m: 0.5, mass_kg: 1 }
  - { name: c, x_m: -2.0137, y_m: 5, vx_mps: 10, radius_m: 0.5, mass_kg: 1 }
  - { name: d, x_m: 0, y_m: 5, radius_m: 0.5, mass_kg: 10000 }
solvers:
  - { name: m, kind: mujoco, dmin: 0.95, tolerance: 1e-14 }
Y
    for e in 1 0.5 0.2; do
        zeta=$(zeta_of $e)
        "$carom" run pairs.yaml --set restitution=$e -o o > /dev/null
        for gap in 1.003 1.0137; do
            recurrence $gap 10 2500 "$(awk -v z="$zeta" 'BEGIN { printf "%.17g", 100 * z }')" 0.002 0.95 0.95 0.001
        done | paste -d ' ' - <(columns o/m/collisions.tsv a approach_mps separation_mps impulse_Ns | sort) | awk -v e=$e '
            { mu = $2 == "a" ? 0.5 : 10000 / 10001; n++; printf "e %s got %.17g want %.17g\n", e, $4, $1
              if ((($4 - $1) / 10) ^ 2 > 1e-22 || ($5 / mu / ($3 + $4) - 1) ^ 2 > 1e-20 || ($4 / $3 - e) ^ 2 > 0.02 ^ 2) bad = 1 }
            END { exit bad || n != 2 }'
    done
}

@test "mujoco: elastic, e^2 is within theta^2/4 of 1; damped, e converges to the specified one with the step" {
    # semi-implicit Euler conserves v^2 + w0^2 x^2 - h w0^2 x v: onset and end within a step leave at most (w0 h)^2/4
    for x in -2.001 -2.005 -2.0137; do
        "$carom" run head.yaml --set restitution=1 --set balls.a.x_m=$x --set solvers.m.step_s=0.004 -o o > /dev/null
        columns o/m/collisions.tsv approach_mps separation_mps | awk '{ q = ($2 / $1) ^ 2 - 1; print q; if (q ^ 2 > (0.04 / 4 / (1 - 0.01)) ^ 2) exit 1 }'
    done
    for h in 0.004 0.0004 0.00004; do
        "$carom" run head.yaml --set restitution=0.5 --set solvers.m.step_s=$h -o o > /dev/null
        columns o/m/collisions.tsv approach_mps separation_mps
    done | awk '{ off = $2 / $1 - 0.5; print off; limit = 0.05 / 10 ^ (NR - 1); if (off > limit || off < -limit) bad = 1 } END { exit bad || NR != 3 }'
}

@test "mujoco: the default impedance rises from 0.9 to 0.95 within a millimetre" {
    "$carom" run head.yaml --set restitution=0.5 --set balls.a.x_m=-2.003 --set solvers.m.dmin=0.9 --set solvers.m.width=0.05 -o o > /dev/null
    want=$(recurrence 1.003 10 2500 "$(awk -v z="$(zeta_of 0.5)" 'BEGIN { printf "%.17g", 100 * z }')" 0.002 0.9 0.95 0.05)
    columns o/m/collisions.tsv separation_mps | awk -v want="$want" '{ print $1, want; exit ($1 - want) ^ 2 > 1e-20 }'
}

@test "mujoco: solref as (timeconst, dampratio) and as (-stiffness, -damping) are the same contact" {
    "$carom" run head.yaml --set solvers.m.timeconst=0.04 --set solvers.m.dampratio=0.5 -o tc > /dev/null
    "$carom" run head.yaml --set solvers.m.stiffness=2500 --set solvers.m.damping=50 -o direct > /dev/null
    paste <(columns tc/m/collisions.tsv separation_mps) <(columns direct/m/collisions.tsv separation_mps) |
        awk '{ print; exit ($1 - $2) ^ 2 > 1e-20 || $1 < 1 }'
}

@test "mujoco: free fall is x0 + n h v0 + g h^2 n(n + 1)/2 by Euler, exact by RK4" {
    cat > fall.yaml <<'Y'
carom: 1
table: { boundary: open }
gravity_mps2: [0.7, -9.81]
duration_s: 1
samples: 9
balls: [ { name: a, x_m: 0, y_m: 1, vx_mps: 1.3, vy_mps: 4.1, radius_m: 0.1, mass_kg: 2 } ]
solvers:
  - { name: euler, kind: mujoco, step_s: 0.0078125 }
  - { name: implicit, kind: mujoco, integrator: implicit, step_s: 0.0078125 }
  - { name: rk4, kind: mujoco, integrator: RK4, step_s: 0.0078125 }
Y
    "$carom" run fall.yaml -o o > /dev/null
    for s in euler implicit rk4; do
        columns o/$s/trajectory.tsv t_s x_m y_m vx_mps vy_mps | awk -v s=$s '
            function far(got, want) { return (got - want) ^ 2 > 1e-25 }
            { h = 0.0078125; n = $1 / h; q = s == "rk4" ? $1 * $1 / 2 : h * h * n * (n + 1) / 2; rows++; print
              if (far($2, 1.3 * $1 + 0.7 * q) || far($3, 1 + 4.1 * $1 - 9.81 * q) || far($4, 1.3 + 0.7 * $1) || far($5, 4.1 - 9.81 * $1)) bad = 1 }
            END { exit bad || rows != 9 }'
    done
}

@test "mujoco: a wall and a ball that rests on it under gravity" {
    # at rest a = 0: d k d r/dmax^2 = (1 - d) g, with d = dmax r = (1 - d) g/k, so d near 1 sinks in least
    cat > rest.yaml <<'Y'
carom: 1
table: { width_m: 4, height_m: 4 }
gravity_mps2: [0, -9.81]
duration_s: 3
samples: 2
restitution: 0.2
balls: [ { name: a, x_m: 2, y_m: 0.5, radius_m: 0.5, mass_kg: 3 } ]
solvers:
  - { name: m, kind: mujoco, dmin: 0.95, tolerance: 1e-14 }
Y
    "$carom" run rest.yaml -o o > /dev/null
    columns o/m/trajectory.tsv y_m vy_mps | tail -1 | awk '{ want = 0.5 - 0.05 * 9.81 / 2500; print $1, want; exit ($1 - want) ^ 2 > 1e-20 || $2 ^ 2 > 1e-20 }'
    columns o/m/series.tsv momentum_residual_kgmps | tail -1 | awk '{ print; exit $1 > 1e-10 }'
    "$carom" run rest.yaml --set gravity_mps2='[0, 0]' --set balls.a.vy_mps=-2 --set balls.a.y_m=1 --set restitution=1 -o w > /dev/null
    columns w/m/collisions.tsv kind a b normal_y approach_mps separation_mps impulse_Ns | head -1 | awk '
        { print; exit $1 != "wall" || $3 != "bottom" || $4 != -1 || ($6 / $5 - 1) ^ 2 > 1e-5 || ($7 / 3 - $5 - $6) ^ 2 > 1e-20 }'
}

@test "mujoco: three in a row give (-1/3, 2/3, 2/3): each contact moves as if it were alone, unlike springs" {
    # springs of any stiffness give (-0.130, 0.150, 0.980); the tolerance is 1 - d = 1e-4 of the speeds plus (w0 h)^2
    "$carom" run cradle.yaml -o o > /dev/null
    columns o/m/trajectory.tsv ball vx_mps | tail -3 | awk '
        { want = $1 == "a" ? -10 / 3 : 20 / 3; print; if (($2 - want) ^ 2 > 0.005 ^ 2) bad = 1 } END { exit bad || NR != 3 }'
}

@test "mujoco: one ball hits two: forces follow the matrix of all contacts, and energy grows" {
    # by symmetry both contacts have one overlap r and one force f: (2 + cos 2 phi)/m f + (1 - d)/d 2/m f = -d k r/dmax^2, phi the angle
    # of the normals, which rotate; such forces have no potential. The same recurrence in other words
    cat > three.yaml <<'Y'
carom: 1
table: { boundary: open }
duration_s: 0.4
samples: 2
balls:
  - { name: cue, x_m: -2, y_m: 0, vx_mps: 10, radius_m: 0.5, mass_kg: 1 }
  - { name: upper, x_m: 0.86602540378443864676, y_m: 0.5, radius_m: 0.5, mass_kg: 1 }
  - { name: lower, x_m: 0.86602540378443864676, y_m: -0.5, radius_m: 0.5, mass_kg: 1 }
solvers:
  - { name: m, kind: mujoco, dmin: 0.95, step_s: 0.0005, tolerance: 1e-14 }
Y
    "$carom" run three.yaml --set balls.upper.y_m=0.501 --set balls.lower.y_m=-0.501 -o o > /dev/null
    want=$(awk 'BEGIN { h = 0.0005; d = 0.95; k = 2500; x = -2; X = sqrt(3) / 2; Y = 0.501; v = 10
        for (n = 0; n < 800; n++) { s = sqrt((X - x) ^ 2 + Y ^ 2); c = (X - x) / s; t = Y / s; f = 0
            if (s < 1) f = k / d * (1 - s) / (2 + c * c - t * t + (1 - d) / d * 2)
            v -= h * 2 * f * c; V += h * f * c; W += h * f * t; x += h * v; X += h * V; Y += h * W }
        printf "%.17g %.17g %.17g", v, V, W }')
    echo "$want" "$(columns o/m/trajectory.tsv vx_mps vy_mps | tail -3 | tr '\n' ' ')" | awk '
        { print; energy = ($4 ^ 2 + 2 * ($6 ^ 2 + $7 ^ 2)) / 100; print energy
          exit ($4 - $1) ^ 2 > 1e-18 || ($6 - $2) ^ 2 > 1e-18 || ($7 - $3) ^ 2 > 1e-18 || ($9 + $7) ^ 2 > 1e-18 || energy < 1.03 }'
    # stiffer contacts rotate less and approach -2 as stiffness^(-1/2)
    "$carom" run three.yaml --set solvers.m.stiffness=250000 --set solvers.m.step_s=0.00005 -o hard > /dev/null
    columns hard/m/trajectory.tsv vx_mps | tail -3 | head -1 | awk '{ print; exit $1 < -2.1 || $1 > -1.9 }'
}

@test "mujoco: the ledger accounts for all momentum, with walls, a fixed ball and two restitutions" {
    # forces are equal and opposite by construction: rounding of 500 steps
    "$carom" run box.yaml -o o > /dev/null
    columns o/summary.tsv momentum_residual_rel angular_momentum_residual_rel collisions | awk '{ print; exit $1 > 1e-12 || $2 > 1e-12 || $3 < 8 }'
    columns o/m/collisions.tsv a b | awk '$1 == "f" || $2 == "f" { n++ } END { exit n == 0 }'
}

@test "mujoco: restitution of materials and of a schedule" {
    cat > pairs.yaml <<'Y'
carom: 1
table: { width_m: 20, height_m: 4 }
duration_s: 1.5
samples: 2
restitution: 1
pairs: [ { a: steel, b: ivory, restitution: 0.5 }, { a: ivory, b: wall, restitution: 0.3 } ]
balls:
  - { name: i, x_m: 2, y_m: 1, vx_mps: 4, radius_m: 0.5, mass_kg: 1, material: steel }
  - { name: j, x_m: 4, y_m: 1, radius_m: 0.5, mass_kg: 1, material: ivory }
  - { name: k, x_m: 6, y_m: 3, radius_m: 0.5, mass_kg: 1, material: ivory }
  - { name: l, x_m: 4, y_m: 3, vx_mps: 4, radius_m: 0.5, mass_kg: 1, material: ivory }
  - { name: n, x_m: 19, y_m: 3, vx_mps: 4, radius_m: 0.5, mass_kg: 1, material: ivory }
solvers:
  - { name: m, kind: mujoco, step_s: 0.0001, stiffness: 10000 }
Y
    "$carom" run pairs.yaml -o o > /dev/null
    columns o/m/collisions.tsv a b approach_mps separation_mps | awk '
        { want = $1 == "i" ? 0.5 : $1 == "n" ? 0.3 : 1; n++; print $0, $4 / $3, want; if (($4 / $3 - want) ^ 2 > 0.01 ^ 2) bad = 1 }
        END { exit bad || n != 3 }'
    "$carom" run head.yaml --set 'schedule=[ { at_s: 0.05, restitution: 0.5 } ]' --set solvers.m.step_s=0.0001 -o c > /dev/null
    columns c/m/collisions.tsv approach_mps separation_mps | awk '{ print; exit ($2 / $1 - 0.5) ^ 2 > 0.005 ^ 2 }'
}

@test "mujoco: sampling changes no bit, the same input gives the same bits, the order of balls changes the last bits" {
    "$carom" run box.yaml -o ten > /dev/null
    "$carom" run box.yaml --set samples=1000 -o thousand > /dev/null
    "$carom" run box.yaml -o again > /dev/null
    cmp ten/m/trajectory.tsv again/m/trajectory.tsv
    cmp ten/m/collisions.tsv again/m/collisions.tsv
    cmp ten/m/collisions.tsv thousand/m/collisions.tsv
    cmp <(tail -10 ten/m/trajectory.tsv) <(tail -10 thousand/m/trajectory.tsv)
    "$carom" run cradle.yaml -o o > /dev/null
    "$carom" run cradle.yaml --set solvers.m.insertion=reversed -o r > /dev/null
    paste <(columns o/m/trajectory.tsv vx_mps) <(columns r/m/trajectory.tsv vx_mps) | awk '{ if (($1 - $2) ^ 2 > 1e-20) exit 1 }'
}

@test "mujoco: RK4 reports no impulses, so they are nan" {
    "$carom" run head.yaml --set solvers.m.integrator=RK4 --set restitution=0.5 -o o > /dev/null
    columns o/m/collisions.tsv impulse_Ns approach_mps separation_mps | awk '{ print; n++; exit $1 != "nan" || $3 < 4 || $3 > 6 } END { if (n != 1) exit 1 }'
}

@test "mujoco: studies treat it as a time-stepping solver, not as springs of carom" {
    "$carom" diverge box.yaml --set 'solvers=[ { name: impulse, kind: impulse }, { name: m, kind: mujoco } ]' --set duration_s=0.3 --no-plots -o d > d.txt
    grep -q '^m and impulse' d.txt
    run "$carom" transfer head.yaml -o t
    [ "$status" -eq 65 ]
    [[ "$output" == *"no penalty solver"* ]]
}

@test "mujoco: a step too long for the damping causes a warning and adds energy" {
    # MuJoCo limits timeconst = 2/damping to 2 h if specified; for e = 0.2 damping is 73 /s, and 1/damping is below h = 0.02 s
    run "$carom" run head.yaml --set restitution=0.2 --set balls.a.x_m=-2.003 --set solvers.m.step_s=0.02 -o o
    echo "$output"
    [ "$status" -eq 0 ]
    [[ "$output" == *"warning"*"step_s"*"contacts overshoot and gain energy (damping h = 1.46, w0 h = 1); expected at most 1 and 2"* ]]
    want=$(recurrence 1.003 10 2500 "$(awk -v z="$(zeta_of 0.2)" 'BEGIN { printf "%.17g", 100 * z }')" 0.02 0.95 0.95 0.001)
    columns o/m/collisions.tsv approach_mps separation_mps | awk -v want="$want" '{ print $0, want; exit $2 < $1 || ($2 - want) ^ 2 > 1e-20 }'
    run "$carom" run head.yaml --set restitution=0.2 --set solvers.m.step_s=0.01 -o o
    [[ "$output" != *"overshoot"* ]]
}

@test "mujoco: contacts so soft that balls pass through each other cause a warning" {
    # overlap 10 m/s over w0 = 10/s, 1 m; radii 0.5 m: (10/0.5)^2 = 400 /s^2
    run "$carom" run head.yaml --set solvers.m.stiffness=100 -o o
    echo "$output"
    [ "$status" -eq 0 ]
    [[ "$output" == *"warning"*"stiffness"*"up to 1 m deep"*"radius 0.5 m pass through each other; expected at least 4e+02 /s^2"* ]]
    columns o/m/trajectory.tsv ball x_m | tail -2 | awk '{ x[$1] = $2 } END { exit x["a"] < x["b"] }'
    run "$carom" run head.yaml --set solvers.m.stiffness=401 -o o
    [ "$status" -eq 0 ]
    [[ "$output" != *"pass through"* ]]
}

@test "mujoco: unsupported features are rejected with a message, and its own warnings stop the run" {
    refused() {
        local sentence="$1" file="$2" settings=() one; shift 2
        for one in "$@"; do settings+=(--set "$one"); done
        run "$carom" run "$file" "${settings[@]}" -o o
        echo "$output"
        [ "$status" -eq 65 ]
        [[ "$output" == *"$sentence"* ]]
    }
    refused "MuJoCo does not support periodic tables" box.yaml table.boundary=periodic
    refused "MuJoCo does not support rolling resistance" box.yaml rolling_resistance=0.01
    refused "MuJoCo does not support walls that stop centres" box.yaml wall_contact=centre
    refused "MuJoCo does not support rolling without slipping" box.yaml orientation=true
    refused "'circle' is not supported by mujoco" head.yaml 'table={ shape: circle, radius_m: 9 }' balls.a.x_m=5 balls.b.x_m=7 balls.a.y_m=9 balls.b.y_m=9
    refused "more than 0, because no damping suffices for 0" box.yaml restitution=0
    refused "at most 1, because its contacts cannot add energy" box.yaml restitution=1.1 allow_energy_gain=true
    sed -i 's/stiffness: 1e4/timeconst: 0.02/' box.yaml
    refused "less than 1 for a dampratio > 0" box.yaml restitution=1
    refused "which MuJoCo would use instead" box.yaml solvers.m.timeconst=0.003
    refused "belongs to the other form of solref" head.yaml solvers.m.dampratio=0.5
    refused "belongs to the other form of solref" box.yaml solvers.m.damping=0.5
    refused "MuJoCo warns: Nan, Inf or huge value in" head.yaml solvers.m.stiffness=1e30
    [ ! -e MUJOCO_LOG.TXT ]
    "$carom" explain head.yaml | grep -q '^m: MuJoCo 2.* an elastic contact lasts 62.8 ms, [24]00 mm deep, w0 h = 0.1'
}

# Motion out of the plane by rounding of a wall's normal would grow with every collision, until balls pass under each other.
@test "mujoco: a gas stays in the plane: no overlap exceeds that of the largest possible speed, v/w0" {
    cat > gas.yaml <<'Y'
carom: 1
table: { width_m: 8, height_m: 8 }
duration_s: 6
samples: 7
groups:
  - { kind: gas, count: 20, radius_m: 0.5, mass_kg: 1, temperature_J: 50 }
solvers:
  - { name: m, kind: mujoco, step_s: 0.0005, stiffness: 1e6, tolerance: 1e-10 }
Y
    "$carom" run gas.yaml -o o > table
    # 20 balls of 50 J, one of which may have all energy: 2 sqrt(2000) m/s over w0 = 1000/s
    awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } $at["max_overlap_m"] > 0.09 || $at["collisions"] < 900 { bad = 1 } END { exit bad }' o/summary.tsv
}

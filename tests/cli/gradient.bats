#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# carom gradient: derivatives of the outcome, for every solver.

load common

setup() { begin; }
teardown() { cd /; rm -rf "$work"; }

head_on() { # head-on.yaml: two equal discs; the solvers come from standard input
    cat > head-on.yaml <<'Y'
carom: 1
table: { boundary: open }
duration_s: 1
balls:
  - { name: a, x_m: -0.8137, y_m: 0, vx_mps: 1.5173, radius_m: 0.25, mass_kg: 1 }
  - { name: b, x_m: 0.2113, y_m: 0, radius_m: 0.25, mass_kg: 1 }
gradient: { of: b.x_m, by: [balls.a.x_m, balls.b.x_m, balls.a.vx_mps, balls.b.vx_mps] }
Y
    cat >> head-on.yaml
}

bounce() { # bounce.yaml: a disc hits a wall once
    cat > bounce.yaml <<'Y'
carom: 1
table: { width_m: 4, height_m: 4 }
duration_s: 1
balls:
  - { name: ball, x_m: 2, y_m: 2.9517, vy_mps: -5, radius_m: 0.5, mass_kg: 1 }
gradient: { of: ball.y_m, by: [balls.ball.y_m] }
Y
    cat >> bounce.yaml
}

near() { awk -v a="$1" -v b="$2" -v d="$3" 'BEGIN { exit !(a - b <= d && b - a <= d) }' || { echo "$1 instead of $2 +- $3"; return 1; }; }

@test "gradient: two equal discs, exact for impulses and for the springs' own model" {
    head_on <<'Y'
solvers:
  - { name: impulse, kind: impulse }
  - { name: springs, kind: penalty, integrator: heun, stiffness_N_per_m: 1e4, step_s: 1e-3, flight: leap }
Y
    run "$carom" gradient head-on.yaml -o out
    [ "$status" -eq 0 ]
    expected=(1 0 0.9888928 0.0111072) # 1, 0, T - t_c/2, t_c/2 with t_c = pi sqrt(m_red/k)
    rigid=(1 0 1 0)
    for k in 0 1 2 3; do
        read -r pathwise exact < <(columns out/gradient.tsv solver pathwise exact | awk '$1 == "springs" { print $2, $3 }' | sed -n "$((k + 1))p")
        near "$exact" "${expected[k]}" 1e-6
        near "$pathwise" "${expected[k]}" 2e-3
        near "$(columns out/gradient.tsv solver pathwise | awk '$1 == "impulse" { print $2 }' | sed -n "$((k + 1))p")" "${rigid[k]}" 1e-9
    done
}

@test "gradient: springs on the grid and time stepping have wrong slopes" {
    bounce <<'Y'
solvers:
  - { name: impulse, kind: impulse }
  - { name: stepped, kind: stepped, step_s: 1e-3 }
  - { name: grid, kind: penalty, integrator: velocity_verlet, stiffness_N_per_m: 1e4, step_s: 1e-3 }
  - { name: leap, kind: penalty, integrator: velocity_verlet, stiffness_N_per_m: 1e4, step_s: 1e-3, flight: leap }
Y
    run "$carom" gradient bounce.yaml -o out
    [ "$status" -eq 0 ]
    columns out/gradient.tsv solver pathwise exact distance > slopes.txt
    near "$(awk '$1 == "stepped" { print $2 }' slopes.txt)" 1 1e-9
    near "$(awk '$1 == "stepped" { print $4 }' slopes.txt)" 0.0067 2e-4
    near "$(awk '$1 == "grid" { print $2 }' slopes.txt)" -2.92941 1e-4
    near "$(awk '$1 == "leap" { print $2 }' slopes.txt)" -1.00121 1e-5
    [ "$(awk '{ if (($3 + 1)^2 > 1e-18) bad++ } END { print bad + 0 }' slopes.txt)" -eq 0 ]
    # the scene in which nothing hits anything: every slope is 1
    "$carom" gradient bounce.yaml -o out --set duration_s=0.3 > /dev/null
    columns out/gradient.tsv pathwise | while read -r slope; do near "$slope" 1 1e-9; done
}

@test "gradient: no exact derivative where the reference solver cannot run, or has another model" {
    head_on <<'Y'
restitution: 0.8
solvers: [ { name: impulse, kind: impulse }, { name: slow, kind: impulse, impact_law: power, exponent: 0.2 } ]
Y
    exact() { columns out/gradient.tsv solver exact | awk -v s="$1" '$1 == s { print $2 }' | sort -u | tr '\n' ' '; }
    "$carom" gradient head-on.yaml -o out --set gradient.by=balls.a.vx_mps > /dev/null
    near "$(exact impulse)" 0.9 1e-9 # (1 + e)/2 T
    [ "$(exact slow)" = "nan " ]
    "$carom" gradient head-on.yaml -o out --set gradient.by=balls.a.vx_mps --set rolling_resistance=0.01 --solver impulse > /dev/null
    [ "$(exact impulse)" = "nan " ]
}

@test "gradient: any key with a number, also at the limit of its range" {
    head_on <<'Y'
solvers:
  - { name: springs, kind: penalty, integrator: rk4, stiffness_N_per_m: 1e4, step_s: 1e-3, contacts: located, flight: leap }
Y
    run "$carom" gradient head-on.yaml -o out --set gradient.by=balls.a.mass_kg,restitution,balls.a.radius_m,solvers.springs.stiffness_N_per_m
    [ "$status" -eq 0 ]
    columns out/gradient.tsv by pathwise exact > slopes.txt
    # v t_c/(4 k) for the stiffness, as b leaves half a contact late
    near "$(awk '/stiffness/ { print $2 }' slopes.txt)" 8.4264e-07 1e-9
    near "$(awk '/radius/ { print $2 }' slopes.txt)" 1 1e-6
    near "$(awk '/mass/ { print $2 }' slopes.txt)" "$(awk '/mass/ { print $3 }' slopes.txt)" 1e-5
    near "$(awk '/restitution/ { print $2 }' slopes.txt)" "$(awk '/restitution/ { print $3 }' slopes.txt)" 1e-5
}

@test "gradient: differences across a jump do not converge, and the note states that" {
    one_hits_two <<'Y'
solvers: [ { kind: impulse } ]
gradient: { of: cue.y_m, by: [balls.cue.y_m] }
Y
    run "$carom" gradient three.yaml -o out
    [ "$status" -eq 0 ]
    has "impulse: no derivative: the differences do not converge"
    [ "$(columns out/gradient.tsv pathwise)" = nan ]
    columns out/gradient.tsv note | grep -q '^no derivative'
}

@test "gradient: messages for an unknown ball, column and key, and a key that changes nothing" {
    head_on <<'Y'
solvers: [ { kind: impulse } ]
Y
    run "$carom" gradient head-on.yaml --set gradient.of=c.x_m
    [ "$status" -eq 65 ]
    has "of: unknown 'c.x_m'; expected BALL.COLUMN"
    run "$carom" gradient head-on.yaml --set gradient.of=a.z_m
    [ "$status" -eq 65 ]
    has "of: unknown 'a.z_m'; expected BALL.COLUMN"
    run "$carom" gradient head-on.yaml --set gradient.by=balls.a.xm
    [ "$status" -eq 65 ]
    has "unknown key; did you mean 'x_m'?"
    run "$carom" gradient head-on.yaml --set gradient.by=balls.c.x_m
    [ "$status" -eq 65 ]
    has "no item 'c'"
    run "$carom" gradient head-on.yaml --set gradient.by=title
    [ "$status" -eq 65 ]
    has "title has no value in this scenario; expected a key with a number"
    run "$carom" gradient head-on.yaml --set gradient.by=samples
    [ "$status" -eq 65 ]
    has "expected a whole number"
    run "$carom" gradient head-on.yaml -o out --set gradient.by=divergence.horizon_rel
    [ "$status" -eq 0 ]
    has "divergence.horizon_rel changes nothing: b.x_m is the same in every run."
}

@test "gradient: JSON has the columns of the table; the file with the records has no gradient of its own" {
    head_on <<'Y'
solvers: [ { kind: impulse } ]
Y
    "$carom" gradient head-on.yaml -o out --json > out.json
    grep -q '"gradient": \[' out.json
    grep -q '"pathwise": 1' out.json
    "$carom" show head-on.yaml | grep -qF 'gradient: { of: "b.x_m", by: ["balls.a.x_m", '
    ! "$carom" show 01-head-on | grep -q gradient || false
}

@test "gradient: explain warns of springs on the grid, not of exact onsets" {
    head_on <<'Y'
solvers:
  - { name: impulse, kind: impulse }
  - { name: grid, kind: penalty, integrator: heun, stiffness_N_per_m: 1e4, step_s: 1e-3 }
  - { name: located, kind: penalty, integrator: heun, stiffness_N_per_m: 1e4, step_s: 1e-3, contacts: located }
  - { name: leap, kind: penalty, integrator: euler, stiffness_N_per_m: 1e4, step_s: 1e-3, flight: leap }
  - { name: both, kind: penalty, integrator: symplectic_euler, stiffness_N_per_m: 1e4, step_s: 1e-3, contacts: located }
Y
    "$carom" explain head-on.yaml > explained.txt
    # theta w0 T = 1e-3 * (sqrt(1e4/0.5))^2 * 1
    grep -q '^grid: .* error of up to about theta w0 T = 20; use flight: leap or contacts: located' explained.txt
    grep -q '^both: .* theta w0 T = 20; use flight: leap (' explained.txt
    "$carom" explain head-on.yaml --set restitution=0.8 | grep -q '^grid: .* up to about (theta + 2 zeta e) w0 T = 38, which shorter steps hardly reduce; use flight: leap or'
    ! grep -E '^(impulse|located|leap): ' explained.txt | grep -q 'theta w0 T' || false
}

@test "gradient: the error of springs on a grid grows as sqrt(k) and as theta" {
    bounce <<'Y'
solvers: # 62.5 and 15.5 steps in a contact, so that the error is theta w0 T/2 for every sub-step offset
  - { name: soft, kind: penalty, integrator: velocity_verlet, stiffness_N_per_m: 1e5, theta: 0.050260191 }
  - { name: hard, kind: penalty, integrator: velocity_verlet, stiffness_N_per_m: 1e7, theta: 0.050260191 }
  - { name: coarse, kind: penalty, integrator: velocity_verlet, stiffness_N_per_m: 1e7, theta: 0.202336644 }
Y
    run "$carom" gradient bounce.yaml -o out
    [ "$status" -eq 0 ]
    error() { columns out/gradient.tsv solver pathwise exact | awk -v s="$1" '$1 == s { e = $2 - $3; print e < 0 ? -e : e }'; }
    near "$(awk -v a="$(error soft)" -v b="$(error hard)" 'BEGIN { print log(b/a)/log(100) }')" 0.50 0.02
    near "$(awk -v a="$(error hard)" -v b="$(error coarse)" 'BEGIN { print log(b/a)/log(0.202336644/0.050260191) }')" 1.0 0.1
    # the outcome does not become worse with the stiffness
    columns out/gradient.tsv solver distance | awk '$1 == "soft" || $1 == "hard" { bad += $2 > 2e-3 } END { exit bad }'
}

@test "gradient: with a dashpot the error is 2 zeta e w0 T for every step length" {
    bounce <<'Y'
restitution: 0.8
solvers:
  - { name: long, kind: penalty, integrator: heun, stiffness_N_per_m: 1e4, step_s: 1e-3 }
  - { name: short, kind: penalty, integrator: heun, stiffness_N_per_m: 1e4, step_s: 1.1e-4 }
Y
    run "$carom" gradient bounce.yaml -o out
    [ "$status" -eq 0 ]
    columns out/gradient.tsv pathwise exact grid_error > slopes.txt
    # zeta = -ln e/sqrt(pi^2 + ln^2 e), w0 = 100/s, 0.48 s after the contact
    while read -r pathwise exact bound; do
        near "$exact" -0.8 1e-6
        near "$pathwise" "$(awk 'BEGIN { l = log(0.8); print -0.8 + 2*l*0.8/sqrt(9.8696 + l*l)*100*0.48 }')" 1
        awk -v p="$pathwise" -v b="$bound" 'BEGIN { exit !(-p - 0.8 < b) }'
    done < slopes.txt
}

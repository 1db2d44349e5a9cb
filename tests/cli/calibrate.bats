#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# carom calibrate along the tangent: springs with a tangential restitution, compared with a run of one contact.

load common
setup() { begin; }
teardown() { rm -rf "$work"; }

value() { # value LABEL: of the row that begins with it
    awk -v label="  $1 " 'index($0, label) == 1 { sub(/^ +/, "", $0); printf "%.17g\n", substr($0, length(label) - 1) }' calibrate.txt
}

near() { # near LABEL WANT TOLERANCE
    awk -v got="$(value "$1")" -v want="$2" -v tolerance="$3" 'BEGIN { d = got - want; exit !(d <= tolerance && -d <= tolerance) }' || {
        echo "$1: got $(value "$1"), want $2 within $3"
        return 1
    }
}

@test "calibrate: no tangential rows without friction" {
    "$carom" calibrate > calibrate.txt
    ! grep -q tangent: calibrate.txt || false
    "$carom" calibrate --set inertia_factor=0.5 > discs.txt
    cmp calibrate.txt discs.txt
}

@test "calibrate: kappa = 1/14 stops the slip of spheres and 2/7 reverses it, as in a run of one contact" {
    "$carom" calibrate --set stiffness_N_per_m=1e11 --set friction=0.1 > calibrate.txt
    near "mass ratio m_n/m_t" 3.5 1e-12
    near "kappa of a sticking contact" 0.0714285714285714 1e-12
    near "beta measured in a run (rk4, located)" 0 2e-5
    near "tangential frequency" 542326.1445 1e-3 # half of w0: pi/2 in the time in which the contact takes pi
    near "impulse model: sticks below u_t/u_n =" 0.7 1e-12
    near "springs: slide from onset above u_t/u_n =" 1.4 1e-12
    "$carom" calibrate --set stiffness_N_per_m=1e11 --set tangential_stiffness_ratio=0.333333333333333 --set inertia_factor=0.5 \
        --set against=wall > calibrate.txt
    near "mass ratio m_n/m_t" 3 1e-12
    near "beta of a sticking contact" 1 1e-12
    near "beta measured in a run (rk4, located)" 1 4e-5
    ! grep -q "sticks below" calibrate.txt || false # without friction it never does
}

@test "calibrate: both ends of a contact, other masses" {
    for law in hooke; do
        for end in force overlap; do
            "$carom" calibrate --set law=$law --set stiffness_N_per_m=1e11 --set restitution=0.7 --set contact_end=$end --set tangential_restitution=0.3 \
                --set other_mass_kg=0.3 --set other_radius_m=0.04 --set other_inertia_factor=0.5 > calibrate.txt
            near "beta measured in a run (rk4, located)" 0.3 5e-4
        done
    done
}

@test "calibrate: an impossible tangential restitution is reported" {
    run "$carom" calibrate --set law=hertz --set tangential_restitution=0.9
    [ "$status" -eq 65 ]
    [[ "$output" == *"tangential_stiffness_ratio: required for friction with law: hertz"* ]]
    run "$carom" calibrate --set tangential_restitution=0.9 --set tangential_stiffness_ratio=0.2
    [ "$status" -eq 65 ]
    [[ "$output" == *"conflicts with tangential_restitution; remove one of them"* ]]
}

@test "calibrate: a nearly overdamped contact has steps, or is reported as damped too much" {
    timeout 60 "$carom" calibrate --set stiffness_N_per_m=1e6 --set damping_Ns_per_m=1e6 > calibrate.txt
    grep -qE '^  rk4 +[0-9.]+e-10 +[0-9.]+e-06 +[0-9]+$' calibrate.txt
    run timeout 60 "$carom" calibrate --set law=viscoelastic --set stiffness_N_per_m1p5=1e8 --set dissipation_s=1
    [ "$status" -eq 65 ]
    [[ "$output" == *"viscoelastic: a contact at 1 m/s is damped too much to end (a restitution below 2e-5)"* ]]
    run timeout 60 "$carom" calibrate --set law=hertz --set tangential_stiffness_ratio=1e30
    [ "$status" -eq 65 ]
    [[ "$output" == *"found 1e+30; with this ratio a contact never ends, or takes too many steps"* ]]
}

@test "calibrate: the numbers of the help page on friction of springs" {
    "$carom" help theory | sed -n '/^friction of springs$/,$p' > theory.txt
    "$carom" calibrate --set law=hertz --set tangential_stiffness_ratio=0.285714285714285714 > calibrate.txt
    near "beta of a sticking contact" 0.833333333333 1e-9
    grep -q '5/6 for Hertz' theory.txt
    "$carom" calibrate --set law=hertz --set tangential_stiffness_ratio=0.271314 > calibrate.txt # 0.9496 2/7
    near "beta of a sticking contact" 0.836312 1e-6
    grep -q 'is 0.836312, at kappa = 0.9496 m_t/m_n' theory.txt
    # a run with springs of kappa = 1/14
    cat > rub.yaml <<'Y'
carom: 1
table: { boundary: open }
friction: 0.1
duration_s: 1e-6
samples: 2
balls:
  - { name: a, x_m: -0.03, y_m: 0, vx_mps: 1, vy_mps: 0.5, radius_m: 0.03, mass_kg: 0.17 }
  - { name: b, x_m: 0.03, y_m: 0, radius_m: 0.03, mass_kg: 0.17 }
solvers: [ { kind: penalty, stiffness_N_per_m: 1e15, theta: 1e-3, contacts: located, tangential_stiffness_ratio: 0.0714285714285714 } ]
Y
    "$carom" run rub.yaml -o o > /dev/null # beta = J_t/(m_t u_t) - 1
    awk -F '\t' '!/^#/ { for (i = 1; i <= NF; i++) if ($i == "impulse_t_Ns") at = i; else if (i == at && NR > 1) printf "  beta %.17g\n", $i / (2 / 7 * 0.085 * 0.5) - 1 }' \
        o/penalty/collisions.tsv > calibrate.txt
    near "beta" -0.178571 3e-6
    grep -q -- '-0.178571,' theory.txt
}

#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Studies, explain and figures of scenes with friction make no statement that needs frictionless balls.

load common
setup() {
    begin
    cat > two.yaml <<'Y'
carom: 1
table: { width_m: 3, height_m: 3 }
friction: { ball_ball: 0.1, ball_wall: 0.2 }
tangential_restitution: 0.5
duration_s: 1.5
samples: 51
balls:
  - { name: a, x_m: 1, y_m: 1.5, vx_mps: 1, vy_mps: 0.4, radius_m: 0.1, mass_kg: 1 }
  - { name: b, x_m: 1.31, y_m: 1.52, radius_m: 0.1, mass_kg: 1 }
solvers:
  - { name: it, kind: impulse }
  - { name: springs, kind: penalty, integrator: rk4, contacts: located, stiffness_N_per_m: 1e6, theta: 0.1 }
reference: it
checks:
  - { quantity: energy_residual_rel, solver: it, max: theory }
  - { quantity: restitution_ball, solver: it, equals: theory }
Y
    cat > gas.yaml <<'Y'
carom: 1
table: { width_m: 1, height_m: 1, boundary: periodic }
friction: 0.4
tangential_restitution: 1
duration_s: 0.3
samples: 11
groups:
  - { kind: gas, count: 20, packing_fraction: 0.2, temperature_J: 0.05, mass_kg: 0.17 }
solvers:
  - { name: it, kind: impulse }
statistics: { seeds: 2 }
Y
    # two balls hit from both sides at the same time
    cat > crowd.yaml <<'Y'
carom: 1
table: { width_m: 3, height_m: 3, boundary: open }
friction: 0.2
duration_s: 0.5
samples: 6
balls:
  - { name: left, x_m: 1.125, y_m: 1.5, vx_mps: 1, vy_mps: 0.25, radius_m: 0.0625, mass_kg: 1 }
  - { name: middle, x_m: 1.5, y_m: 1.5, radius_m: 0.0625, mass_kg: 1 }
  - { name: right, x_m: 1.875, y_m: 1.5, vx_mps: -1, vy_mps: -0.25, radius_m: 0.0625, mass_kg: 1 }
solvers:
  - { name: it, kind: impulse }
Y
}
teardown() { rm -rf "$work"; }

@test "friction: statistics has no theory of frictionless discs; its energy includes rotation" {
    run "$carom" statistics gas.yaml --no-plots -o o
    [ "$status" -eq 0 ]
    has "no theory: friction converts"
    has_not "theory 0."
    awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        !($at["energy_J"] > 1.02 * $at["temperature_J"]) { bad = 1 } END { exit bad || NR != 3 }' o/runs.tsv
    run "$carom" statistics gas.yaml --no-plots -o o --set friction=0
    has "theory: of a gas in equilibrium"
    has_not "rub"
}

@test "friction: reverse reports that friction dissipates energy" {
    run "$carom" reverse two.yaml --no-plots -o o --solver it
    has "Friction dissipates energy in contacts that slide"
    run "$carom" reverse two.yaml --no-plots -o o --solver it --set friction=0
    has_not "rub"
}

# with the rotation of frictionless balls, a part of 0.06 m would exceed the difference of 0.01 m
@test "friction: diverge and converge omit the parts and the slope of frictionless balls" {
    run "$carom" diverge two.yaml --no-plots -o o
    has "its parts are unknown with friction in contacts"
    has_not "rotation of the contact normal"
    quick='--set convergence.thetas=3 --set convergence.factors=3 --set convergence.phases=2 --set duration_s=0.2'
    run "$carom" converge two.yaml -o c $quick
    [ "$status" -eq 0 ]
    has "With friction stiff springs"
    awk -F'\t' 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "expected_slope") c = i } NR > 1 && tolower($c) != "nan" { exit 1 }' c/orders.tsv
    run "$carom" check two.yaml $quick --set "checks=[{ kind: order, of: stiffness, solver: springs }]"
    [ "$status" -eq 1 ]
    has "theory gives no value for this order"
    run "$carom" converge two.yaml --no-plots -o c $quick --set friction=0
    [[ "$output" =~ springs.*" -0.5 " ]]
}

# springs with friction exceed the bound for frictionless contacts, 1.8-fold in this scene with rk4
@test "friction: no theory of energy and restitution of springs with friction" {
    "$carom" check two.yaml -o o
    for quantity in energy_residual_rel restitution_ball; do
        run "$carom" check two.yaml -o o --set "checks=[{ quantity: $quantity, solver: springs, max: theory }]"
        [ "$status" -eq 65 ]
        has "no theory gives $quantity of solver 'springs'"
    done
    run "$carom" explain two.yaml
    has_not "The integrator changes the energy"
    run "$carom" explain two.yaml --set friction=0
    has "The integrator changes the energy"
}

@test "friction: explain reports the friction of materials, and spin" {
    run "$carom" explain two.yaml --set balls.a.spin_radps=5
    has "and 50 mJ of spin"
    has "Friction acts between balls, mu = 0.1"
    run "$carom" explain two.yaml --set balls.b.material=glass --set 'pairs=[{ a: glass, b: wall, friction: 0.3, tangential_restitution: -0.5 }]'
    has "Between glass and walls e is the default, friction 0.3, tangential restitution -0.5."
    run "$carom" explain two.yaml --set friction=0
    has_not "rub"
    has_not "spin"
    run "$carom" explain two.yaml --set friction=0 --set balls.a.spin_radps=5
    has "Contacts have no friction, so spins never change"
}

@test "friction: figures' footers name friction" {
    has_gnuplot || skip
    "$carom" compare two.yaml -o o > /dev/null
    grep -q 'mu = 0.1 (balls), 0.2 (walls), beta = 0.5' o/overview.svg
}

@test "friction: fan lists spins, also for an impact that the default policy rejects" {
    run "$carom" fan crowd.yaml --no-plots -o o
    [ "$status" -eq 0 ]
    has "3 balls collide"
    has "left and others have 2 simultaneous contacts"
    has "rad/s"
    head -n 1 o/fan-spin.tsv | grep -q spin_radps
    run "$carom" compare crowd.yaml --no-plots -o o
    [ "$status" -eq 65 ]
    has "use impact_policy: sequential_speed, springs (kind: penalty) or friction 0"
    "$carom" compare crowd.yaml --no-plots -o o --set solvers.it.impact_policy=sequential_speed
}

# sliding: J_t = mu (1 + e) m_n g_n = 0.0943 N s changes both spins by -r J_t/I = -2.358 rad/s
@test "friction: the table of one collision has spins, and the effect of spin alone" {
    run "$carom" compare two.yaml --no-plots -o o
    [[ "$output" =~ "a: spin (rad/s)"\ +0\ +-2\.358 ]]
    [[ "$output" =~ "b: spin (rad/s)"\ +0\ +-2\.358 ]]
    [[ "$output" =~ "both: energy of spin (J)"\ +0\ +0\.02224 ]]
    run "$carom" compare two.yaml --no-plots -o o --set friction=0
    has_not "spin (rad/s)"
    run "$carom" compare two.yaml --no-plots -o o --set balls.a.vy_mps=0 --set balls.b.y_m=1.5 --set balls.a.spin_radps=5
    has "a: v_t (m/s)"
}

@test "friction: explain lists the policies that work if balls with friction touch at t = 0" {
    run "$carom" explain crowd.yaml
    has_not "simultaneous impacts with friction"
    run "$carom" explain crowd.yaml --set balls.middle.x_m=1.25
    has "1 pair touches at t = 0"
    has "need impact_policy: sequential_speed or sequential_index"
    run "$carom" explain crowd.yaml --set balls.middle.x_m=1.25 --set friction=0
    has_not "impact_policy"
    # a run warns before it starts if a ball that may be hit touches others
    says() { # says STATUS-OF-GREP OPTIONS...
        local expected=$1
        shift
        "$carom" run crowd.yaml -o o "$@" 2> said > /dev/null || true
        run grep "warning: impact_policy (solver it): frictional balls touch at the start, and generalized_reflections stops" said
        [ "$status" -eq "$expected" ] || { echo "$@"; cat said; return 1; }
    }
    says 0 --set balls.middle.x_m=1.25 --set balls.right.x_m=1.375
    says 0 --set balls.right.x_m=1.625 --set balls.right.vx_mps=0 --set balls.right.vy_mps=0
    says 1 --set balls.right.x_m=1.635 --set balls.right.vx_mps=0 --set balls.right.vy_mps=0
    says 1 --set balls.middle.x_m=1.25 # two that part at once
    says 1 --set balls.middle.x_m=1.25 --set balls.right.x_m=1.375 --set friction=0
    says 1 --set balls.middle.x_m=1.25 --set balls.right.x_m=1.375 --set solvers.it.impact_policy=sequential_speed
    # also across the boundary of a periodic table
    set -- --set table.boundary=periodic --set balls.middle.x_m=0.0625 --set balls.right.x_m=2.9375
    says 1 "$@"
    run "$carom" explain crowd.yaml "$@"
    has "1 pair touches at t = 0"
    has "need impact_policy: sequential_speed or sequential_index"
    set -- "$@" --set balls.left.x_m=0.1875
    says 0 "$@"
    run "$carom" explain crowd.yaml "$@"
    has "2 pairs touch at t = 0"
    # independent of the velocities
    run "$carom" explain crowd.yaml --set balls.middle.x_m=1.25 --set air_drag=0.01
    has "1 pair touches at t = 0"
    # the statement is true: left and right both press the middle ball
    set -- --no-plots -o o --set balls.middle.x_m=1.25 --set balls.right.x_m=1.375
    run "$carom" compare crowd.yaml "$@"
    [ "$status" -eq 65 ]
    for policy in sequential_speed sequential_index; do
        "$carom" compare crowd.yaml "$@" --set solvers.it.impact_policy=$policy
    done
}

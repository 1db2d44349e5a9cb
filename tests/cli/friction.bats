#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Friction and spin on the command line: keys, columns, checks, rejections.

load common
setup() {
    begin
    cat > rough.yaml <<'Y'
carom: 1
table: { width_m: 3, height_m: 3 }
friction: { ball_ball: 0.1, ball_wall: 0 }
tangential_restitution: 1
duration_s: 0.5
samples: 3
balls:
  - { name: a, x_m: 1, y_m: 1.5, vx_mps: 1, vy_mps: 1, radius_m: 0.1, mass_kg: 1 }
  - { name: b, x_m: 1.2, y_m: 1.5, radius_m: 0.1, mass_kg: 1, inertia_factor: 0.4 }
solvers:
  - { name: it, kind: impulse }
  - { name: steps, kind: stepped, step_s: 1e-4 }
checks:
  - { quantity: energy_residual_rel, solver: it, max: 1e-14 }
  - { quantity: angular_momentum_residual_rel, solver: it, max: 1e-14 }
  - { kind: column, file: trajectory, column: spin_radps, ball: a, solver: it, equals: -5, within: 1e-13 }
  - { kind: column, file: collisions, column: impulse_t_Ns, over: max, solver: it, equals: 0.1, within: 1e-15 }
  - { kind: renumbering }
sweep:
  parameters: [ { key: friction.ball_ball, values: [0, 0.1, 10] } ]
  collect: [a.vy_mps, b.vy_mps]
Y
}
teardown() { rm -rf "$work"; }

# u_n = u_t = 1, spheres: J_t = mu (1 + e) m_n u_n = 0.1 N s, sliding; both spins change by -r J_t/I = -0.1 * 0.1/0.004
@test "friction: records contain spins, friction impulses and losses" {
    [ "$(head -n 1 <("$carom" run rough.yaml -o o > /dev/null; cat o/it/trajectory.tsv))" = "t_s	ball	x_m	y_m	vx_mps	vy_mps	spin_radps" ]
    head -n 1 o/it/series.tsv | grep -q '	collisions	spin_J$'
    head -n 1 o/it/collisions.tsv | grep -q '	dissipated_J	impulse_t_Ns	sliding$'
    # loss m_t (u_t^2 - u_t'^2)/2 with m_t = 1/7 kg and u_t' = 1 - 0.7
    awk -F '\t' 'NR == 2 { d = $12 - (1 - 0.09) / 14; exit !(d * d < 1e-30 && $14 == 1) }' o/it/collisions.tsv
    awk -F '\t' 'END { d = $15 - 2 * 0.004 * 2.5 * 2.5 / 2; exit !(d * d < 1e-30) }' o/it/series.tsv
}

@test "friction: the energy residual of the records is the sum in carom help ledger" {
    sed -i 's/^samples: 3/samples: 51/' rough.yaml
    "$carom" compare rough.yaml -o out --no-plots > /dev/null
    terms=$("$carom" help ledger | awk '/energy_residual_J = / { on = 1; sub(/.*= /, "") } on && /the same at t = 0/ { exit } on { gsub(/[+]/, " "); print }' | tr '\n' ' ')
    for solver in out/*/series.tsv; do
        awk -F '\t' -v terms="$terms" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; terms_n = split(terms, term, / +/); next }
            { sum = 0; for (k = 1; k <= terms_n; k++) if (term[k] != "") { if (!(term[k] in at)) { print "no column " term[k]; exit 1 }
                                                                         sum += $at[term[k]] }
              if (NR == 2) first = sum
              spun += $at["spin_J"]; off = sum - first - $at["energy_residual_J"]
              if (off > 1e-13 * first || -off > 1e-13 * first) { print FILENAME ": " sum - first ", recorded: " $at["energy_residual_J"]; exit 1 } }
            END { if (!(spun > 1e-6)) { print "nothing spins"; exit 1 } }' "$solver"
    done
}

@test "friction: checks pass, with columns that only exist with spin" {
    sed -i 's/equals: -5/equals: -2.5/' rough.yaml
    "$carom" check rough.yaml -o o
    run "$carom" check rough.yaml -o o --set friction=0
    [ "$status" -eq 65 ]
    [[ "$output" == *spin_radps* ]]
}

@test "friction: a sweep over mu from frictionless to sticking: 0, 1/10, 2/7 of the slip" {
    "$carom" sweep rough.yaml --no-plots -o s > /dev/null
    awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $at["solver"] == "it" { mu = $at["friction.ball_ball"]; want = mu == 0 ? 0 : mu == 0.1 ? 0.1 : 2 / 7; d = $at["b.vy_mps"] - want; if (d * d > 1e-28) bad = 1; n++ }
        END { exit bad || n != 3 }' s/sweep.tsv
}

@test "friction: frictionless scenes have no columns of friction" {
    "$carom" run rough.yaml -o o --set friction=0 > /dev/null
    [ "$(head -n 1 o/it/trajectory.tsv)" = "t_s	ball	x_m	y_m	vx_mps	vy_mps" ]
    ! grep -q 'spin' o/it/series.tsv || false
    # without friction a spin is constant
    "$carom" run rough.yaml -o p --set friction=0 --set balls.a.spin_radps=3 > /dev/null
    awk -F '\t' '$2 == "a" && $7 != 3 { bad = 1 } END { exit bad }' p/it/trajectory.tsv
}

@test "friction: solvers without friction reject it; values out of range are reported with their place" {
    run "$carom" run rough.yaml -o o --set 'solvers.steps={ kind: published, source: blog_2013, frame_s: 0.01 }'
    [ "$status" -eq 65 ]
    [[ "$output" == *"blog_2013 does not support friction"* ]]
    run "$carom" run rough.yaml -o o --set tangential_restitution.ball_ball=1.5 --set friction.ball_wall=-1 --set balls.b.inertia_factor=0
    [ "$status" -eq 65 ]
    [[ "$output" == *"tangential_restitution.ball_ball"*"from -1 to 1"* ]]
    [[ "$output" == *"friction.ball_wall"* && "$output" == *"inertia_factor"* ]]
    run "$carom" run rough.yaml -o o --set wall_contact=centre
    [ "$status" -eq 65 ]
}

# mu at slip 1 m/s and friction 0.5, times (1 + e) m_n u_n = 1 N s
@test "friction: a law of the slip speed works with --set, sweeps and show" {
    "$carom" run rough.yaml -o o --set friction.law=exponential --set friction.ball_ball=0.5 --set friction.rise=0.2 > /dev/null
    awk -F '\t' 'NR == 2 { d = $13 - 0.5 * (0.00995 + 0.2 * exp(-1.088)); exit !(d * d < 1e-30) }' o/it/collisions.tsv
    "$carom" show rough.yaml --set friction=0.5 --set friction.law=exponential > shown.yaml
    grep -qF 'friction: { ball_ball: 0.5, ball_wall: 0.5, law: exponential, floor: 0.00995, rise: 0.108, decay_s_per_m: 1.088 }' shown.yaml
    "$carom" show shown.yaml | cmp - shown.yaml
    "$carom" sweep rough.yaml --no-plots -o s --set friction.law=exponential --set 'sweep.parameters=[ { key: friction.decay_s_per_m, values: [0, 1, 1000] } ]' > /dev/null
    awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $at["solver"] == "it" { want = 0.1 * (0.00995 + 0.108 * exp(-$at["friction.decay_s_per_m"])); d = $at["b.vy_mps"] - want; if (d * d > 1e-28) bad = 1; n++ }
        END { exit bad || n != 3 }' s/sweep.tsv
    run "$carom" run rough.yaml -o o --set friction.law=stribeck --set friction.rise=1
    [ "$status" -eq 65 ]
    [[ "$output" == *"friction.law"*"expected one of: constant, exponential"* ]]
}

# u_n = u_t = 1, 45 degrees; an impulse sticks up to mu (1 + e) (7/2)/(1 + beta) = 0.35 and slides beyond
@test "friction: explain predicts the effect of friction in a collision" {
    "$carom" explain rough.yaml > said.txt
    grep -q "^Friction acts between balls, mu = 0.1: in the impulse model the surfaces stick (beta = 1) if the slip is at most 0.35 of the approach speed; otherwise they slide." said.txt
    grep -q "^Their slip is 1 of the approach speed, 45 degrees from the normal: in the impulse model they slide (they stick up to 0.35).$" said.txt
    ! grep -q "between balls and walls" said.txt || false
    # a spin that cancels most of the slip: v_t + omega r = 0.2
    "$carom" explain rough.yaml --set friction.ball_wall=0.2 --set balls.a.spin_radps=-8 > said.txt
    grep -q "^Friction acts between balls and walls, mu = 0.2: in the impulse model the surfaces stick .* at most 0.7 of" said.txt
    grep -q "^Their slip is 0.2 of .*: in the impulse model they stick (they stick up to 0.35).$" said.txt
    ! "$carom" explain rough.yaml --set friction=0 | grep -q "Friction\|slip" || false
}

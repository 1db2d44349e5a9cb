#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# kind: ode. The Open Dynamics Engine against closed forms: its integrator is x' = x + h v', a contact joint requires
# the separation velocity max(e u, erp depth/h), and yields by cfm times its force.

load common
setup() {
    begin
    export CAROM_ENGINES="$root/build/engines"
    [ -e "$CAROM_ENGINES/ode.so" ] || skip "libode-dev is not installed"
    cat > head.yaml <<'Y'
carom: 1
table: { boundary: open }
duration_s: 0.3
samples: 4
balls:
  - { name: a, x_m: -2, y_m: 0.1, vx_mps: 10, radius_m: 0.5, mass_kg: 1 }
  - { name: b, x_m: 0, y_m: 0.1, radius_m: 0.5, mass_kg: 1 }
solvers:
  - { name: q, kind: ode, step_s: 0.0125 }
Y
    cat > cradle.yaml <<'Y'
carom: 1
table: { boundary: open }
duration_s: 0.3
samples: 2
balls:
  - { name: a, x_m: -2, y_m: 0, vx_mps: 10, radius_m: 0.5, mass_kg: 1 }
  - { name: b, x_m: 0, y_m: 0, radius_m: 0.5, mass_kg: 1 }
  - { name: c, x_m: 1, y_m: 0, radius_m: 0.5, mass_kg: 1 }
solvers:
  - { name: lcp, kind: impulse, impact_policy: newton_lcp }
  - { name: q, kind: ode }
  - { name: d, kind: ode, method: step }
Y
    cat > box.yaml <<'Y'
carom: 1
table: { width_m: 10, height_m: 8 }
duration_s: 3
samples: 10
restitution: 0.8
balls:
  - { name: f, x_m: 9, y_m: 4, radius_m: 0.5, mass_kg: 1, fixed: true }
  - { name: s, x_m: 5, y_m: 6, vx_mps: -1, vy_mps: -3, radius_m: 0.4, mass_kg: 20 }
groups:
  - { kind: row, name: g, count: 8, moving: 3, vx_mps: 5, x_m: 1, y_m: 4, gap_m: 0.3, radius_m: 0.3, mass_kg: 1.3 }
solvers:
  - { name: q, kind: ode, step_s: 0.005 }
  - { name: d, kind: ode, method: step, step_s: 0.005 }
Y
}
teardown() { rm -rf "$work"; }

@test "ode: head-on, the specified restitution less the effects of cfm and of the last iteration" {
    # impulse = (1 + e) m_red u (1 - (1 - w)^20)/(1 + m_red cfm/h); rounding of e: some ulps of 10 m/s
    local e x m
    for e in 1 0.5 0.21; do
        for x in -2.03 -2.0625 -1.99; do
            for m in 1 10000; do
                "$carom" run head.yaml --set restitution=$e --set balls.a.x_m=$x --set balls.b.mass_kg=$m -o o > /dev/null
                columns o/q/collisions.tsv approach_mps separation_mps impulse_Ns | awk -v e=$e -v m=$m '
                    { mu = m / (1 + m); J = (1 + e) * mu * 10 * (1 - 0.3 ^ 20) / (1 + mu * 1e-10 / 0.0125); want = J / mu / 10 - 1
                      got = $2 / $1; n++; printf "%.17g %.17g %.17g\n", got, want, e
                      if ((got - want) ^ 2 > 1e-28 || ($3 - J) ^ 2 > 1e-24 || (got - e) ^ 2 > 1e-14) bad = 1 }
                    END { exit bad || n != 1 }'
            done
        done
    done
}

@test "ode: a restitution below erp depends on the overlap at the step" {
    # the joint requires max(e u, erp depth/h), depth <= u h; with erp = 0 the restitution is the specified one
    local x seen=""
    for x in -2.03 -2.0625 -1.99 -1.9; do
        "$carom" run head.yaml --set restitution=0.05 --set balls.a.x_m=$x --set solvers.q.method=step -o o > /dev/null
        seen="$seen$(columns o/q/collisions.tsv approach_mps separation_mps max_overlap_m | awk '
            NR == 1 { want = 0.2 * $3 / 0.0125; if (want < 0.5) want = 0.5
              printf "%.3f ", $2 / $1; if (($2 - want) ^ 2 > 1e-14) bad = 1 } END { exit bad }')" || return 1
        "$carom" run head.yaml --set restitution=0.05 --set balls.a.x_m=$x --set solvers.q.erp=0 -o o > /dev/null
        columns o/q/collisions.tsv approach_mps separation_mps | awk '{ if (($2 / $1 - 0.05) ^ 2 > 1e-15) exit 1 }'
    done
    echo "$seen"
    [ "$seen" = "0.152 0.100 0.050 0.160 " ]
}

@test "ode: balls slower than bounce_vel do not bounce" {
    "$carom" run head.yaml --set solvers.q.bounce_vel=10.5 --set solvers.q.erp=0 -o o > /dev/null
    columns o/q/collisions.tsv separation_mps | awk '{ n++; if ($1 ^ 2 > 1e-14) bad = 1 } END { exit bad || n != 1 }'
}

@test "ode: a heavy ball loses restitution by its mass times cfm over the step" {
    # against a wall m_red = m: e - (1 + e) m cfm/h
    cat > heavy.yaml <<'Y'
carom: 1
table: { width_m: 10, height_m: 10 }
duration_s: 0.5
samples: 2
restitution: 0.8
balls: [ { name: a, x_m: 5, y_m: 5, vx_mps: 10, vy_mps: 1, radius_m: 0.5, mass_kg: 10000 } ]
solvers:
  - { name: q, kind: ode, step_s: 0.005, method: step }
Y
    "$carom" run heavy.yaml -o o > /dev/null
    columns o/q/collisions.tsv b approach_mps separation_mps impulse_Ns | awk '
        { got = $3 / $2; J = 1.8 * 1e4 * 10 / (1 + 1e4 * 1e-10 / 0.005); n++; print $0, got, J / 1e5 - 1
          if ($1 != "right" || (got - (J / 1e5 - 1)) ^ 2 > 1e-26 || ($4 / J - 1) ^ 2 > 1e-26) bad = 1 } END { exit bad || n != 1 }'
    "$carom" run heavy.yaml --set solvers.q.cfm=0 -o o > /dev/null
    columns o/q/collisions.tsv approach_mps separation_mps | awk '{ if (($2 / $1 - 0.8) ^ 2 > 1e-30) exit 1 }'
}

@test "ode: free fall is x0 + n h v0 + g h^2 n(n + 1)/2, and its energy falls by m n (g h)^2/2" {
    cat > fall.yaml <<'Y'
carom: 1
table: { boundary: open }
gravity_mps2: [0.7, -9.81]
duration_s: 1
samples: 9
balls: [ { name: a, x_m: 0, y_m: 1, vx_mps: 1.3, vy_mps: 4.1, radius_m: 0.1, mass_kg: 2 } ]
solvers:
  - { name: q, kind: ode, step_s: 0.0078125 }
  - { name: d, kind: ode, method: step, step_s: 0.0078125 }
Y
    "$carom" run fall.yaml -o o > /dev/null
    for s in q d; do
        columns o/$s/trajectory.tsv t_s x_m y_m vx_mps vy_mps | awk '
            function far(got, want) { return (got - want) ^ 2 > 1e-26 }
            { h = 0.0078125; n = $1 / h; s = h * h * n * (n + 1) / 2; rows++; print
              if (far($2, 1.3 * $1 + 0.7 * s) || far($3, 1 + 4.1 * $1 - 9.81 * s) || far($4, 1.3 + 0.7 * $1) || far($5, 4.1 - 9.81 * $1)) bad = 1 }
            END { exit bad || rows != 9 }'
        columns o/$s/series.tsv t_s energy_residual_J momentum_residual_kgmps | awk '
            { h = 0.0078125; want = -2 * ($1 / h) * (0.7 ^ 2 + 9.81 ^ 2) * h * h / 2; rows++; print $0, want
              if (($2 - want) ^ 2 > 1e-24 || $3 > 1e-12) bad = 1 } END { exit bad || rows != 9 }'
    done
}

@test "ode: three in a row give (-1/3, 2/3, 2/3) as newton_lcp, not (0, 0, 1)" {
    # 20 iterations of SOR over two coupled contacts leave about 1e-9; cfm changes 1e-8 m/s
    "$carom" run cradle.yaml --set solvers.d.insertion=reversed -o o > /dev/null
    for s in lcp q d; do
        columns o/$s/trajectory.tsv ball vx_mps | tail -3 | awk -v s=$s '
            { want = $1 == "a" ? -10 / 3 : 20 / 3; tol = s == "lcp" ? 1e-14 : 2e-7; print s, $0
              if (($2 - want) ^ 2 > tol ^ 2) bad = 1 } END { exit bad || NR != 3 }'
    done
}

@test "ode: a failure of its exact solver is reported and stops the run, or not if requested" {
    run "$carom" run cradle.yaml -o o
    [ "$status" -eq 65 ]
    [[ "$output" == *"solver 'd' stopped: kind: the engine ode has ended itself between"*"LCP internal error, s <= 0"*"messages: ignore"* ]]
    "$carom" run cradle.yaml --set solvers.d.messages=ignore --solver d -o o > /dev/null
    # the step omits the contact: a passes into b, and error reduction pushes it out
    columns o/d/trajectory.tsv ball vx_mps | tail -3 | awk '$1 == "a" && $2 < 0 { exit 1 }'
}

@test "ode: one ball hits two: exact for the normals at the step" {
    # at the depth d the normals have cos = c/sqrt(c^2 + 1/4), c = cos 30 - d: cue v (1 - 2 cos^2)/(1 + 2 cos^2), -2 to -1.39
    cat > three.yaml <<'Y'
carom: 1
table: { boundary: open }
duration_s: 0.3
samples: 2
balls:
  - { name: cue, x_m: -2, y_m: 0, vx_mps: 10, radius_m: 0.5, mass_kg: 1 }
  - { name: upper, x_m: 0.86602540378443864676, y_m: 0.5, radius_m: 0.5, mass_kg: 1 }
  - { name: lower, x_m: 0.86602540378443864676, y_m: -0.5, radius_m: 0.5, mass_kg: 1 }
solvers:
  - { name: q, kind: ode, step_s: 0.0166666666666666666, iterations: 60 }
  - { name: d, kind: ode, step_s: 0.0166666666666666666, method: step }
Y
    for x in -1.99 -1.95 -1.9 -1.86; do
        "$carom" run three.yaml --set balls.cue.x_m=$x -o o > /dev/null
        for s in q d; do
            columns o/$s/trajectory.tsv ball vx_mps vy_mps | tail -3 | awk -v x=$x '$1 == "cue" {
                step = 10 / 60; d = x; while (d < 0) d += step # position at the step
                c = sqrt(3) / 2 - d; cc = c * c / (c * c + 0.25); want = 10 * (1 - 2 * cc) / (1 + 2 * cc)
                print x, $2, want; if (($2 - want) ^ 2 > 1e-14 || $3 ^ 2 > 1e-14) bad = 1 } END { exit bad }'
        done
    done
}

@test "ode: the ledger accounts for all momentum and angular momentum, with walls, a fixed ball and e = 0.8" {
    # rounding of some 40 collisions and 600 steps; angular momentum over arms of 5 m
    "$carom" run box.yaml -o o > /dev/null
    columns o/summary.tsv solver momentum_residual_rel angular_momentum_residual_rel collisions | awk '
        { print; if ($2 > 1e-13 || $3 > 1e-13 || $4 < 20) bad = 1 } END { exit bad || NR != 2 }'
    columns o/q/collisions.tsv a b | awk '$1 == "f" || $2 == "f" { n++ } END { exit n == 0 }'
}

@test "ode: a gas without cfm conserves energy to rounding and stays in the plane" {
    # cfm dissipates (1 + e)^2 m_red cfm/h of m_red u^2/2 per collision, w = 1.3 leaves 0.3^20; without both e = 1 conserves energy, also in clusters.
    # Out of the plane by rounding alone, balls would pass under each other within a few hundred collisions
    cat > gas.yaml <<'Y'
carom: 1
table: { width_m: 8, height_m: 8 }
duration_s: 6
samples: 7
groups:
  - { kind: gas, count: 20, radius_m: 0.5, mass_kg: 1, temperature_J: 50 }
solvers:
  - { name: d, kind: ode, step_s: 0.0005, method: step, cfm: 0, erp: 0 }
  - { name: q, kind: ode, step_s: 0.0005, cfm: 0, erp: 0, sor_w: 1 }
Y
    "$carom" run gas.yaml -o o > /dev/null
    columns o/summary.tsv solver energy_residual_rel momentum_residual_rel collisions | awk '
        { print; if ($2 ^ 2 > 1e-24 || $3 > 1e-13 || $4 < 900) bad = 1 } END { exit bad || NR != 2 }'
    "$carom" run gas.yaml --solver q --set solvers.q.cfm=1e-10 -o soft > /dev/null
    columns soft/summary.tsv energy_residual_rel collisions | awk '{ print; exit $1 > -1e-6 || $1 < -$2 * 4 * 0.5 * 2e-7 }'
}

@test "ode: sampling changes no bit, and the same input gives the same bits" {
    "$carom" run box.yaml -o ten > /dev/null
    "$carom" run box.yaml --set samples=1000 -o thousand > /dev/null
    "$carom" run box.yaml -o again > /dev/null
    for s in q d; do
        cmp ten/$s/trajectory.tsv again/$s/trajectory.tsv
        cmp ten/$s/collisions.tsv again/$s/collisions.tsv
        cmp ten/$s/collisions.tsv thousand/$s/collisions.tsv
        cmp <(tail -10 ten/$s/trajectory.tsv) <(tail -10 thousand/$s/trajectory.tsv)
    done
    # two ODE solvers in one run are independent, even in the shuffles of quickstep
    "$carom" run box.yaml --solver q -o alone > /dev/null
    cmp ten/q/trajectory.tsv alone/q/trajectory.tsv
}

@test "ode: the order of the balls changes the last bits, with few iterations more" {
    "$carom" run cradle.yaml --solver q -o o > /dev/null
    "$carom" run cradle.yaml --solver q --set solvers.q.insertion=reversed -o r > /dev/null
    "$carom" run cradle.yaml --solver q --set solvers.q.iterations=3 -o o3 > /dev/null
    "$carom" run cradle.yaml --solver q --set solvers.q.iterations=3 --set solvers.q.insertion=reversed -o r3 > /dev/null
    last() { columns "$1/q/trajectory.tsv" vx_mps | tail -3 | tr '\n' ' '; }
    echo "$(last o) $(last r) $(last o3) $(last r3)" | awk '
        { few = ($8 - $11) ^ 2; print; exit !(($1 - $4) ^ 2 < 4e-14 && few > 1e-6) }'
}

@test "ode: every search finds the same pairs; balls of many sizes fit into its cells" {
    sed -i 's/radius_m: 0.4, mass_kg: 20/radius_m: 1.1, mass_kg: 20/' box.yaml
    for space in hash sweep_and_prune simple; do
        "$carom" run box.yaml --solver d --set solvers.d.space=$space --set duration_s=1 -o $space > /dev/null
    done
    # the order of contacts changes the last bits, which a dozen collisions with paths of 1 m amplify by some thousand
    for space in sweep_and_prune simple; do
        paste <(columns hash/d/trajectory.tsv x_m y_m) <(columns $space/d/trajectory.tsv x_m y_m) |
            awk '{ if (($1 - $3) ^ 2 + ($2 - $4) ^ 2 > 1e-20) bad = 1 } END { exit bad || NR != 100 }'
    done
    columns hash/d/collisions.tsv a b | awk 'END { exit NR < 8 }'
}

@test "ode: unsupported features are rejected with a message, and keys outside their range" {
    refused() {
        run "$carom" run box.yaml --set "$1" -o o
        echo "$output"
        [ "$status" -eq 65 ]
        [[ "$output" == *"$2"* ]]
    }
    refused table.boundary=periodic "ODE does not support periodic tables"
    refused rolling_resistance=0.01 "ODE does not support rolling resistance"
    refused wall_contact=centre "ODE does not support walls that stop centres"
    refused orientation=true "ODE does not support rolling without slipping"
    run "$carom" run head.yaml --set 'table={ shape: circle, radius_m: 9 }' --set balls.a.x_m=5 --set balls.b.x_m=7 --set balls.a.y_m=9 --set balls.b.y_m=9 -o o
    echo "$output"
    [ "$status" -eq 65 ]
    [[ "$output" == *"'circle' is not supported by ode"* ]]
    "$carom" explain box.yaml | grep -q '^q: ODE 0.* here up to [0-9.]* mm deep.* by 20 iterations of SOR, w = 1.3'
    refused solvers.q.iterations=0 "iterations"
    refused solvers.q.method=jacobi "expected one of: quickstep, step"
}

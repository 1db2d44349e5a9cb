#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# carom explain: numbers of one contact of springs against closed forms, the step that they need, and e(v) as points.

load common
setup() { begin; }
teardown() { rm -rf "$work"; }

number() { # number KEY PATTERN: of the first line of explained.json that has the pattern
    awk -v key="\"$1\": " -v pattern="$2" 'index($0, pattern) { at = index($0, key); if (at) { printf "%.17g\n", substr($0, at + length(key)) + 0; exit } }' explained.json
}

near() { # near KEY PATTERN WANT [RELATIVE]
    awk -v got="$(number "$1" "$2")" -v want="$3" -v within="${4:-1e-9}" 'BEGIN { d = got / want - 1; exit !(d <= within && -d <= within) }' || {
        echo "$1 of $2: got $(number "$1" "$2"), want $3"
        return 1
    }
}

explain() { "$carom" explain "$@" --json | sed 's/}, {/},\n{/g' > explained.json; }

@test "explain: contact time, overlap and contact delay of a linear spring" {
    cat > pair.yaml <<'Y'
carom: 1
table: { boundary: open }
duration_s: 1
balls: [{ name: a, x_m: 0, y_m: 0, vx_mps: 2, mass_kg: 1 }, { name: b, x_m: 1, y_m: 0, mass_kg: 3 }]
solvers: [{ name: soft, kind: penalty, integrator: velocity_verlet, stiffness_N_per_m: 1e4, step_s: 1e-5 }]
Y
    explain pair.yaml
    "$carom" help theory > theory.txt
    for row in "contact_s 0.02720699046351" "overlap_m 0.01732050807569" "delay_m 0.05441398092703"; do
        near "${row% *}" '"about": "contact"' "${row#* }" 1e-12
        value=${row#* }
        grep -q "${value:0:11}" theory.txt
    done
    near elastic_force_N '"about": "contact"' 173.2050807569
    # the same contact by its duration, and by its overlap
    sed 's/stiffness_N_per_m: 1e4/contact_time_s: 0.02720699046351/' pair.yaml > timed.yaml
    explain timed.yaml
    near stiffness '"about": "contact"' 1e4 1e-7
    # damped: e, and the delay e v T
    explain pair.yaml --set restitution=0.7
    near restitution '"about": "contact"' 0.7
    near delay_m '"about": "contact"' "$(awk -v T="$(number contact_s '"about": "contact"')" 'BEGIN { print 1.4 * T }')" 1e-5
    grep -q ' 0.7 ' <("$carom" explain pair.yaml --set restitution=0.7)
}

@test "explain: contact time, overlap and force of Hertz from the materials, at a wall too" {
    cat > glass.yaml <<'Y'
carom: 1
materials: [glass, steel]
wall_material: steel
duration_s: 1
balls: [{ name: a, x_m: 0.5, y_m: 0.5, vx_mps: 2, radius_m: 0.01, material: glass }, { name: b, x_m: 0.8, y_m: 0.5, radius_m: 0.01, material: glass }]
solvers: [{ name: hertz, kind: penalty, law: hertz, integrator: rk4, step_s: 1e-7 }]
Y
    explain glass.yaml --set 'materials=[{ name: glass, youngs_modulus_Pa: 48e9, poisson_ratio: 0.2, density_kgpm3: 2800 }, steel]' --set balls.a.vx_mps=20
    near contact_s '"b": "b"' 40.3395e-6 1e-5
    near overlap_m '"b": "b"' 274.113e-6 1e-5
    near elastic_force_N '"b": "b"' 10696.9 1e-5
    # K = 4/3 E sqrt(r), 1/E = (1 - nu^2)/E of both; m = 4/3 pi r^3 2500; delta = (5 m v^2/(4 K))^(2/5), t = 2.94327518 delta/v
    explain glass.yaml
    awk 'BEGIN { E = 1 / ((1 - 0.24 ^ 2) / 70e9 + (1 - 0.3 ^ 2) / 210e9); K = 4 / 3 * E * sqrt(0.01); m = 4 / 3 * atan2(0, -1) * 1e-6 * 2500
        d = exp(0.4 * log(5 * m * 4 / (4 * K))); printf "%.12g %.12g %.12g\n", 2.94327518 * d / 2, d, K * d ^ 1.5 }' > want
    read -r T d F < want
    near contact_s '"a wall"' "$T" 1e-8
    near overlap_m '"a wall"' "$d" 1e-8
    near elastic_force_N '"a wall"' "$F" 1e-8
}

@test "explain: the step for 1 % of e, which a contact at that step keeps" {
    cat > pair.yaml <<'Y'
carom: 1
table: { boundary: open }
duration_s: 0.2
restitution: 0.8
balls: [{ name: a, x_m: 0, y_m: 0, vx_mps: 1 }, { name: b, x_m: 0.0601, y_m: 0 }]
solvers: [{ name: soft, kind: penalty, integrator: heun, stiffness_N_per_m: 1e5, step_s: 1e-5 }]
Y
    explain pair.yaml
    h=$(number step_s '"about": "step for')
    for phase in 0.1 0.3 0.5 0.7 0.9; do
        "$carom" run pair.yaml -o out --set "solvers.soft.step_s=$h" --set "solvers.soft.phase=$phase" --no-plots -q
        columns out/soft/collisions.tsv approach_mps separation_mps | awk '{ print $2 / $1 / 0.8 - 1 }'
    done > off
    cat off
    awk '{ s += $1 * $1 } END { rms = sqrt(s / NR); exit !(NR == 5 && rms < 0.015 && rms > 0.001) }' off
    # nearly overdamped: it ends
    timeout 60 "$carom" explain pair.yaml --set restitution=1e-4 > /dev/null
    # located contacts need no such step
    ! "$carom" explain pair.yaml --set solvers.soft.contacts=located | grep -q 'step for an error' || false
}

@test "explain: e(v) as points, with which impulses come closer to the springs" {
    "$carom" explain 16-speed-dependent > said
    grep '^      - { approach_mps' said | tr -d ',}' | awk '{ print $4, $6 }' > points
    [ "$(wc -l < points)" -eq 16 ]
    awk 'NR > 1 && ($1 <= v || $2 >= e) { exit 1 } { v = $1; e = $2 }' points # e falls with speed
    # 0.9 at the reference speed of 1 m/s
    awk '$1 < 1 { v = $1; e = $2 } $1 > 1 { e = e + ($2 - e) * log(1 / v) / log($1 / v); exit !((e - 0.9) ^ 2 < 1e-7) }' points
    # they are those of the experiment
    grep '{ approach_mps' "$root/experiments/16-speed-dependent/experiment.yaml" | tr -d ',}' | awk '{ print $4, $6 }' | cmp - points
    "$carom" compare 16-speed-dependent -o out --no-plots -q
    columns out/divergence.tsv t_s solver rms_m | awk '$1 > 1 && $1 < 3.6 && $2 == "impulse" { d = $3 } $1 > 1 && $1 < 3.6 && $2 == "table" { rows++; if (d < 30 * $3) { print; bad = 1 } } END { exit bad || rows < 200 }'
    # a linear spring has the same e at every speed
    ! "$carom" explain 07-restitution | grep -q approach_mps || false
    # one ball: the points are those of a wall
    cat > floor.yaml <<'Y'
carom: 1
table: { width_m: 1, height_m: 2 }
gravity_mps2: [0, -9.81]
duration_s: 1
restitution: 0.8
balls: [{ name: a, x_m: 0.5, y_m: 1, radius_m: 0.02, mass_kg: 0.1 }]
solvers: [{ name: soft, kind: penalty, law: viscoelastic, stiffness_N_per_m1p5: 1e8, integrator: rk4, contacts: located, theta: 0.02 }]
Y
    "$carom" explain floor.yaml > said
    grep -q 'table_for_walls: true' said
    # and work in a run: e of the first bounce as from the springs
    { cat floor.yaml | sed '/^solvers/d'; echo 'solvers:'; echo '  - { name: soft, kind: penalty, law: viscoelastic, stiffness_N_per_m1p5: 1e8, integrator: rk4, contacts: located, theta: 0.02 }'
      echo '  - name: table'; echo '    kind: impulse'; sed -n '/impact_law: table/,/^Trial\|^$/p' said | grep -E 'impact_law|table_for|points|approach'; } > both.yaml
    "$carom" compare both.yaml -o both --no-plots -q
    for solver in soft table; do columns both/$solver/collisions.tsv approach_mps separation_mps | awk 'NR == 1 { print $2 / $1 }'; done > got
    cat got
    awk 'NR == 1 { e = $1 } NR == 2 { exit !(($1 - e) ^ 2 < 1e-8) }' got
}

#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# materials: stiffness of elastic spheres from Young's modulus, Poisson's ratio and radii.

load common
setup() { begin; }
teardown() { rm -rf "$work"; }

balls() { # balls RADIUS SPEED E NU DENSITY CONTACT_S: two equal balls head-on
    cat > scene.yaml <<Y
carom: 1
table: { boundary: open }
duration_s: $(awk "BEGIN { print 0.05 * $1 / $2 + 3 * $6 }")
samples: 3
materials: [{ name: m, youngs_modulus_Pa: $3, poisson_ratio: $4, density_kgpm3: $5 }]
balls:
  - { name: a, x_m: $(awk "BEGIN { print -1.05 * $1 }"), y_m: 0, vx_mps: $2, radius_m: $1, material: m }
  - { name: b, x_m: $(awk "BEGIN { print 1.05 * $1 }"), y_m: 0, vx_mps: -$2, radius_m: $1, material: m }
solvers: [{ name: hertz, kind: penalty, law: hertz, integrator: rk4, contacts: located, theta: 0.01 }]
Y
}

plane() { # plane RADIUS SPEED E NU DENSITY CONTACT_S: a ball onto a plane a thousand times as stiff
    cat > scene.yaml <<Y
carom: 1
table: { width_m: $(awk "BEGIN { print 10 * $1 }"), height_m: $(awk "BEGIN { print 10 * $1 }") }
duration_s: $(awk "BEGIN { print 0.05 * $1 / $2 + 3 * $6 }")
samples: 3
materials:
  - { name: m, youngs_modulus_Pa: $3, poisson_ratio: $4, density_kgpm3: $5 }
  - { name: plane, youngs_modulus_Pa: $(awk "BEGIN { printf \"%.17g\", 1000 * $3 }"), poisson_ratio: $4 }
wall_material: plane
balls: [{ name: a, x_m: $(awk "BEGIN { print 5 * $1 }"), y_m: $(awk "BEGIN { print 1.05 * $1 }"), vy_mps: -$2, radius_m: $1, material: m }]
solvers: [{ name: hertz, kind: penalty, law: hertz, integrator: rk4, contacts: located, theta: 0.01 }]
Y
}

contact_is() { # contact_is OVERLAP_M FORCE_N CONTACT_S: within 1e-4
    "$carom" contact scene.yaml -o out --no-plots > said || { cat said; return 1; }
    columns out/contact.tsv max_overlap_m force_N contact_s | head -n 1 > got
    cat got
    awk -v d="$1" -v f="$2" -v t="$3" 'function off(got, want) { return (got / want - 1) ^ 2 > 1e-8 }
        { exit off($1, d) || off($2, f) || off($3, t) }' got
}

# Elastic impacts of Chung and Ooi, Granular Matter 13, 643 (2011), tests 1 and 2: overlap, force, contact time by Hertz's theory
# with F = K delta^1.5: delta = (5 m_red v^2/(4 K))^(2/5), t = 2.94327518 delta/v.
@test "materials: normal impacts of the benchmark of Chung and Ooi, two equal spheres" {
    balls 0.01 10 48e9 0.20 2800 4.1e-5
    contact_is 274.113e-6 10.6969e3 40.3395e-6
    balls 0.01 10 20e9 0.25 2500 5.5e-5
    contact_is 368.304e-6 7.10824e3 54.2010e-6
}

@test "materials: normal impacts of the benchmark of Chung and Ooi, a sphere and a rigid plane" {
    plane 0.1 0.2 70e9 0.30 2699 7.4e-4
    contact_is 49.7371e-6 11.3653e3 731.95e-6
    plane 0.1 0.2 40e9 0.35 1800 7.7e-4
    contact_is 52.1441e-6 7.22979e3 767.37e-6
    plane 0.0025 3.9 380e9 0.23 4000 6.2e-6
    contact_is 8.0920e-6 0.615106e3 6.1070e-6
    plane 0.0025 3.9 100e9 0.25 7000 1.3e-5
    contact_is 17.1956e-6 0.506558e3 12.9773e-6
}

@test "materials: two sizes have the stiffness of their reduced radius" {
    balls 0.01 10 48e9 0.20 2800 4.1e-5
    sed -i '/name: b/s/radius_m: 0.01/radius_m: 0.004/' scene.yaml
    "$carom" run scene.yaml -o by-material --no-plots -q
    # K = 4/3 E sqrt(R), E = 48e9/(2 (1 - 0.04)), R = 0.01 0.004/0.014
    K=$(awk 'BEGIN { printf "%.17g", 4 / 3 * 48e9 / 1.92 * sqrt(0.00004 / 0.014) }')
    sed "s/law: hertz,/law: hertz, stiffness_N_per_m1p5: $K,/" scene.yaml > given.yaml
    "$carom" run given.yaml -o by-stiffness --no-plots -q
    columns by-material/hertz/trajectory.tsv vx_mps | tail -n 2 > one
    columns by-stiffness/hertz/trajectory.tsv vx_mps | tail -n 2 > other
    paste one other
    paste one other | awk '{ if ($1 < $2 - 1e-9 || $1 > $2 + 1e-9) bad = 1 } END { exit bad || NR != 2 }'
    # the masses follow from the density: 4/3 pi r^3 rho
    "$carom" show scene.yaml | grep -q 'mass_kg: 0.01172861257340'
}

@test "materials: with friction the ratio of the stiffnesses is that of Mindlin" {
    balls 0.01 1 48e9 0.23 2800 6.5e-5
    sed -i 's/^table/friction: 0.5\ntable/; /name: a/s/vx_mps/vy_mps: 0.1, vx_mps/' scene.yaml
    "$carom" run scene.yaml -o by-material --no-plots -q
    # 2 (1 - nu)/(2 - nu)
    sed "s/law: hertz,/law: hertz, tangential_stiffness_ratio: $(awk 'BEGIN { printf "%.17g", 2 * 0.77 / 1.77 }'),/" scene.yaml > given.yaml
    "$carom" run given.yaml -o by-ratio --no-plots -q
    columns by-material/hertz/trajectory.tsv vy_mps spin_radps | tail -n 2 > one
    columns by-ratio/hertz/trajectory.tsv vy_mps spin_radps | tail -n 2 > other
    paste one other
    paste one other | awk '{ if (($1 - $3) ^ 2 > 1e-20 || ($2 - $4) ^ 2 > 1e-16 || $2 == 0) bad = 1 } END { exit bad || NR != 2 }'
}

@test "materials: a body without constants is named" {
    balls 0.01 10 48e9 0.20 2800 4.1e-5
    sed '/^materials/d' scene.yaml > none.yaml
    run "$carom" run none.yaml
    echo "$output"
    [ "$status" -eq 65 ]
    has 'missing; give it, contact_time_s or max_overlap_m, or the constants of the materials'
    sed '/name: b/s/, material: m//' scene.yaml > ball.yaml
    run "$carom" run ball.yaml
    echo "$output"
    has 'ball b has no material with constants'
    sed 's/boundary: open/width_m: 1, height_m: 1/; s/x_m: -0.0105, y_m: 0/x_m: 0.4, y_m: 0.5/; s/x_m: 0.0105, y_m: 0/x_m: 0.5, y_m: 0.5/' scene.yaml > wall.yaml
    run "$carom" run wall.yaml
    echo "$output"
    has 'the walls have no material with constants'
    sed 's/poisson_ratio: 0.20/poisson_ratio: 0.6/' scene.yaml > ratio.yaml
    run "$carom" run ratio.yaml
    echo "$output"
    has 'materials[0].poisson_ratio'
}

@test "materials: shown scenarios are complete" {
    plane 0.1 0.2 70e9 0.30 2699 7.4e-4
    "$carom" show scene.yaml > shown.yaml
    "$carom" run scene.yaml -o one --no-plots -q
    "$carom" run shown.yaml -o two --no-plots -q
    cmp one/hertz/trajectory.tsv two/hertz/trajectory.tsv
}

@test "materials: the restitution falls as a power of the speed, and is at most 1" {
    cat > scene.yaml <<'Y'
carom: 1
table: { width_m: 20, height_m: 20 }
duration_s: 1.5
samples: 2
restitution: 0.7
balls: [{ name: a, x_m: 10, y_m: 2, vy_mps: -2.385, radius_m: 0.5, mass_kg: 1 }]
solvers:
  - { name: fast, kind: impulse, impact_law: power, exponent: 0.234, reference_speed_mps: 0.5 }
  - { name: slow, kind: impulse, impact_law: power, exponent: 0.234, reference_speed_mps: 40 }
  - { name: square, kind: impulse, impact_law: power, exponent: 2, reference_speed_mps: 2 }
Y
    "$carom" run scene.yaml -o out -q --no-plots
    for solver in fast slow square; do columns out/$solver/trajectory.tsv vy_mps | tail -n 1; done > got
    cat got
    awk 'function off(x, want) { return (x / want - 1) ^ 2 > 1e-28 }
        NR == 1 { bad += off($1, 2.385 * 0.7 * exp(-0.234 * log(2.385 / 0.5))) } NR == 2 { bad += off($1, 2.385) }
        NR == 3 { bad += off($1, 2.385 * 0.7 * (2 / 2.385) ^ 2) } END { exit bad || NR != 3 }' got
}

# ---- presets ----

@test "materials: every constant of every preset has a source" {
    "$carom" list materials --json > list.json
    python3 - list.json <<'P'
import json, sys
presets = json.load(open(sys.argv[1]))
assert len(presets) >= 9, len(presets)
for preset in presets:
    for key in ('youngs_modulus_Pa', 'poisson_ratio', 'density_kgpm3'):
        constant = preset[key]
        assert constant['value'] > 0 and len(constant['source']) > 8, (preset['name'], key)
    assert 1e9 < preset['youngs_modulus_Pa']['value'] < 1e12 and preset['poisson_ratio']['value'] < 0.5, preset['name']
assert len({p['name'] for p in presets}) == len(presets)
P
    # the text has the same names and sources
    "$carom" list materials > list.txt
    python3 - list.json list.txt <<'P'
import json, sys
text = open(sys.argv[2]).read()
for preset in json.load(open(sys.argv[1])):
    assert '\n  ' + preset['name'] + '\n' in text and text.count(preset['density_kgpm3']['source']) > 0, preset['name']
P
}

@test "materials: a name in the list is a preset, and an own entry overrides its constants" {
    balls 0.01 10 48e9 0.20 2800 4.1e-5
    sed -i 's/material: m\b/material: steel/' scene.yaml
    sed 's/^materials: .*/materials: [steel]/' scene.yaml > preset.yaml
    sed 's/^materials: .*/materials: steel/' scene.yaml > alone.yaml
    sed 's/^materials: .*/materials: [{ name: steel, youngs_modulus_Pa: 210e9, poisson_ratio: 0.3, density_kgpm3: 7850 }]/' scene.yaml > own.yaml
    "$carom" show preset.yaml > preset
    "$carom" show alone.yaml | cmp - preset
    "$carom" show own.yaml | cmp - preset
    "$carom" show preset | cmp - preset
    # 4/3 pi r^3 7850
    grep -q 'mass_kg: 0.0328820' preset
    sed 's/^materials: .*/materials: [{ name: steel, density_kgpm3: 7700 }]/' scene.yaml > denser.yaml
    "$carom" show preset.yaml --set materials.steel.density_kgpm3=7700 > set
    "$carom" show denser.yaml | cmp - set
    grep -q 'name: "steel", youngs_modulus_Pa: 2.1e+11, poisson_ratio: 0.3, density_kgpm3: 7700' set || { cat set; false; }
    # a name that is not in the list changes nothing
    sed '/^materials/d; s/law: hertz, /stiffness_N_per_m: 1e9, /' scene.yaml > unlisted.yaml
    "$carom" show unlisted.yaml | grep -q 'mass_kg: 0.17,'
}

@test "materials: an unknown preset is named, with the known ones" {
    balls 0.01 10 48e9 0.20 2800 4.1e-5
    sed 's/^materials: .*/materials: [stel]/' scene.yaml > unknown.yaml
    run "$carom" run unknown.yaml
    echo "$output"
    [ "$status" -eq 65 ]
    has "materials[0].youngs_modulus_Pa: missing, and 'stel' is not a preset (carom list materials): steel, cast-iron"
    has "did you mean 'steel'?"
    has 'unknown.yaml:5:'
    sed 's/^materials: .*/materials: [{ name: wood, youngs_modulus_Pa: 1e10 }]/' scene.yaml > half.yaml
    run "$carom" run half.yaml
    has "materials[0].poisson_ratio: missing, and 'wood' is not a preset"
    sed 's/^materials: .*/materials: [[steel]]/' scene.yaml > list.yaml
    run "$carom" run list.yaml
    echo "$output"
    [ "$status" -eq 65 ]
    has 'materials[0]'
}

@test "materials: groups without a mass have the density of their material" {
    for group in 'kind: rack, rows: 2' 'kind: row, x_m: 0.5, y_m: 0.5, count: 3' 'kind: lattice, x_m: 0.5, y_m: 0.5, count: 3' 'kind: gas, count: 3'; do
        cat > scene.yaml <<Y
carom: 1
materials: [glass]
groups: [{ $group, radius_m: 0.02, material: glass }]
solvers: [{ kind: impulse }]
Y
        # 4/3 pi r^3 2500
        "$carom" show scene.yaml > shown
        [ "$(grep -c 'mass_kg: 0.0837758' shown)" -eq 3 ] || { cat shown; false; }
        sed 's/radius_m/mass_kg: 0.3, radius_m/' scene.yaml > mass.yaml
        [ "$("$carom" show mass.yaml | grep -c 'mass_kg: 0.3,')" -eq 3 ]
        sed 's/radius_m/density_kgpm3: 1000, radius_m/' scene.yaml > density.yaml
        [ "$("$carom" show density.yaml | grep -c 'mass_kg: 0.0335103')" -eq 3 ]
        sed 's/^materials.*//' scene.yaml > none.yaml
        [ "$("$carom" show none.yaml | grep -c 'mass_kg: 0.17,')" -eq 3 ]
    done
    sed 's/0.02/1e-120/' scene.yaml > tiny.yaml
    run "$carom" show tiny.yaml
    echo "$output"
    [ "$status" -eq 65 ]
    has 'groups[0].density_kgpm3: gives a mass of 0 kg'
}

#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# kind: chipmunk against closed forms: positions advance by v h, contacts are detected, velocities get g h and then
# impulses, pass after pass. Balls of radius 1/2 at 10 m/s in steps of 1/64 s, which are exact numbers.

load common

setup() {
    begin
    export CAROM_ENGINES="$root/build/engines"
    [ -e "$CAROM_ENGINES/chipmunk.so" ] || skip "libchipmunk-dev is not installed"
}
teardown() { cd / && rm -rf "$work"; }

# scene KEYS BALLS [MORE]: writes scene.yaml; balls are "x y vx vy mass", named a, b, c ...
scene() {
    local name balls
    {
        printf 'carom: 1\nduration_s: 1\nsamples: 11\n%s\nballs:\n' "${3:-table: { boundary: open \}}"
        paste -d ' ' <(printf '%s\n' a b c d e f g h) <(printf '%s\n' "$2") | while read -r name x y vx vy m; do
            [ -z "$x" ] || echo "  - { name: $name, x_m: $x, y_m: $y, vx_mps: $vx, vy_mps: $vy, mass_kg: $m, radius_m: 0.5 }"
        done
        echo "solvers: [ { name: chip, kind: chipmunk, step_s: 0.015625$1 } ]"
    } > scene.yaml
}

compare() { "$carom" compare scene.yaml -o out --no-plots "$@" > said || { cat said; false; }; }

last() { # last FILE COLUMN [BALL]: prints its last value
    awk -F '\t' -v c="$2" -v b="$3" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        b == "" || $at["ball"] == b { v = $at[c] } END { print v }' out/chip/"$1".tsv
}

near() { # near GOT WANT TOLERANCE
    awk -v g="$1" -v w="$2" -v t="$3" 'BEGIN { d = g - w; if (g == "" || g == "nan" || d > t || d < -t) { printf "got %.17g, want %.17g within %g\n", g, w, t; exit 1 } }'
}

# For one contact the first pass is exact to rounding; each pass adds rounding: 10 passes of eps times 10 m/s.
rounding=2e-14

@test "chipmunk: the list shows its version, its keys and how it reports collisions" {
    "$carom" list solvers > list
    grep -A1 '^  chipmunk ' list | grep -q 'Chipmunk2D 7\.[0-9.]*, a third-party engine'
    for key in iterations collision_slop collision_bias collision_persistence units_per_m wall_radius_m; do
        grep -A10 '^  chipmunk ' list | grep -q "^      $key "
    done
    scene '' '0 0 1 0 1'
    compare
    grep -q 'Chipmunk2D 7' out/run.json
    "$carom" explain scene.yaml | grep -q "^chip: Chipmunk2D 7.* Steps of 15.625 ms with 10 iterations .* the slop is 97.7 µm"
}

@test "chipmunk: head-on with any masses, the restitution is the specified one" {
    for e in 1 0.5 0; do
        scene '' "-1.51 0 10 0 1
0.3 0 0 0 1
-1.51 5 10 0 3.7
0.3 5 0 0 1
-1.51 9 10 0 1e4
0.3 9 0 0 1
-1.51 13 10 0 1e-4
0.3 13 0 0 1" "table: { boundary: open }
restitution: $e"
        compare
        for pair in 'a b 1' 'c d 3.7' 'e f 1e4' 'g h 1e-4'; do
            read -r hits rests m <<< "$pair"
            near "$(last trajectory vx_mps $hits)" "$(awk -v m=$m -v e=$e 'BEGIN { printf "%.17g", 10 * (m - e) / (m + 1) }')" $rounding
            near "$(last trajectory vx_mps $rests)" "$(awk -v m=$m -v e=$e 'BEGIN { printf "%.17g", 10 * (1 + e) * m / (m + 1) }')" $rounding
            # at e = 0 the balls remain in contact and have no separation speed
            awk -F '\t' -v a=$hits -v e=$e -v m=$m 'NR > 1 && $3 == a { j = 10 * (1 + e) * m / (m + 1); n++
                if ($7 != 10 || (e > 0 && ($8 / 10 - e) ^ 2 > 1e-29) || ($9 / j - 1) ^ 2 > 1e-29) { print; bad = 1 } } END { exit bad || n != 1 }' out/chip/collisions.tsv
        done
        near "$(last series energy_residual_J)" 0 5e-9       # of 5e5 J: 50 eps
        near "$(last series momentum_residual_kgmps)" 0 1e-9 # of 1e5 N s
    done
}

@test "chipmunk: restitution of materials and of a schedule, contact by contact" {
    cat > scene.yaml <<'Y'
carom: 1
table: { boundary: open }
restitution: 0.75
pairs: [ { a: soft, b: soft, restitution: 0.25 } ]
schedule: [ { at_s: 0.5, restitution: 0.5 } ]
duration_s: 1
balls:
  - { name: a, x_m: 0, y_m: 0, vx_mps: 4, radius_m: 0.5, mass_kg: 1, material: soft }
  - { name: b, x_m: 1.3, y_m: 0, radius_m: 0.5, mass_kg: 1, material: soft }
  - { name: c, x_m: 0, y_m: 5, vx_mps: 4, radius_m: 0.5, mass_kg: 1 }
  - { name: d, x_m: 1.3, y_m: 5, radius_m: 0.5, mass_kg: 1 }
  - { name: e, x_m: 0, y_m: 9, vx_mps: 4, radius_m: 0.5, mass_kg: 1 }
  - { name: f, x_m: 3.5, y_m: 9, radius_m: 0.5, mass_kg: 1, material: soft }
solvers: [ { name: chip, kind: chipmunk } ]
Y
    compare
    near "$(last trajectory vx_mps b)" 2.5 $rounding
    near "$(last trajectory vx_mps d)" 3.5 $rounding
    near "$(last trajectory vx_mps f)" 3 $rounding
}

@test "chipmunk: resolves collisions at the step positions, along their line of centres" {
    # After n steps of 10/64 m the gap along x is first below 0; this overlap rotates the normal.
    for x in -1.5 -1.46 -1.42 -1.38; do
        scene '' "$x 0.5 10 0 1
0.3 0 0 0 1"
        compare
        read -r vx vy < <(awk -v x=$x 'BEGIN { while ((0.3 - x) ^ 2 + 0.25 >= 1) x += 0.15625
            l = sqrt((0.3 - x) ^ 2 + 0.25); printf "%.17g %.17g\n", 10 * ((0.3 - x) / l) ^ 2, -10 * (0.3 - x) / l * 0.5 / l }')
        near "$(last trajectory vx_mps b)" "$vx" 1e-13
        near "$(last trajectory vy_mps b)" "$vy" 1e-13
        near "$(last series energy_residual_J)" 0 2e-12
    done
}

@test "chipmunk: grazing balls collide only if a step ends while they overlap and approach" {
    # At 0.99 of the sum of radii this holds on 0.1411 m of a step of 0.15625 m. Pairs start at 32 sub-step offsets.
    {
        printf 'carom: 1\nduration_s: 1\ntable: { boundary: open }\nballs:\n'
        for k in $(seq 0 31); do
            echo "  - { name: m$k, x_m: $(awk -v k="$k" 'BEGIN { printf "%.17g", -2 - k * 0.15625 / 32 }'), y_m: $((10 * k)).99, vx_mps: 10, radius_m: 0.5, mass_kg: 1 }"
            echo "  - { name: r$k, x_m: 0.3, y_m: $((10 * k)), radius_m: 0.5, mass_kg: 1 }"
        done
        echo "solvers: [ { name: impulse, kind: impulse }, { name: chip, kind: chipmunk, step_s: 0.015625 } ]"
    } > scene.yaml
    compare
    [ "$(grep -c ball out/impulse/collisions.tsv)" -eq 32 ]
    met=$(grep -c ball out/chip/collisions.tsv)
    echo "met $met times of 32" # 32 * 0.1411/0.15625 = 28.9
    [ "$met" -eq 28 ] || [ "$met" -eq 29 ]
}

@test "chipmunk: one ball hits two: exact by its rule, each pass leaves a sixteenth of the error" {
    # At the step positions the normal has the cosine c with the path: v (1 - 2 c^2)/(1 + 2 c^2), -2 at 30 degrees.
    for x in -1.5 -1.47 -1.44 -1.41; do
        want=$(awk -v x=$x 'BEGIN { while ((0.8660254037844386 - x) ^ 2 + 0.25 >= 1) x += 0.15625
            c2 = (0.8660254037844386 - x) ^ 2; c2 /= c2 + 0.25; printf "%.17g", 10 * (1 - 2 * c2) / (1 + 2 * c2) }')
        scene '' "$x 0 10 0 1
0.86602540378443864676 0.5 0 0 1
0.86602540378443864676 -0.5 0 0 1"
        compare
        # the first pass misses impulses of 7 N s; the cue gets 2 c of the remaining error
        near "$(last trajectory vx_mps a)" "$want" 1.2e-11 # 2 * 7 * 16^-10 = 1.3e-11
        compare --set solvers.chip.iterations=4
        ! near "$(last trajectory vx_mps a)" "$want" 2e-5 || false
        near "$(last trajectory vx_mps a)" "$want" 2.2e-4 # 2 * 7 * 16^-4
        compare --set solvers.chip.iterations=20
        near "$(last trajectory vx_mps a)" "$want" $rounding
    done
}

@test "chipmunk: a light ball between two heavy ones: k passes leave the error 2 u (M/(M + m))^(2 k)" {
    # The exact result: the light ball stays at rest, the heavy ones reverse; 1 kg between 1, 100 and 10^4 kg.
    while read -r heavy passes; do
        scene ", iterations: $passes" "-1.5 0 10 0 $heavy
0 0 0 0 1
1.5 0 -10 0 $heavy"
        compare --set duration_s=0.1
        near "$(last trajectory vx_mps b)" "$(awk -v M="$heavy" -v k="$passes" 'BEGIN { printf "%.17g", 20 * (M / (M + 1)) ^ (2 * k) }')" 1e-9
    done <<< '1 10
100 100
100 1000
1e4 100000'
}

@test "chipmunk: the order of the balls changes the remaining error" {
    balls="-1.5 0 10 0 1
0.86602540378443864676 0.5 0 0 1
0.86602540378443864676 -0.5 0 0 1"
    scene ', iterations: 4' "$balls"
    compare
    b=$(last trajectory vx_mps b) c=$(last trajectory vx_mps c)
    ! near "$b" "$c" 1e-6 || false
    compare --set solvers.chip.insertion=reversed
    near "$(last trajectory vx_mps c)" "$b" $rounding
    near "$(last trajectory vx_mps b)" "$c" $rounding
}

@test "chipmunk: walls, with their impulse in the ledger" {
    for e in 1 0.5; do
        scene '' '1 1 3 1.25 2' "table: { width_m: 2.5, height_m: 4 }
restitution: $e
duration_s: 5"
        sed -i '0,/^duration_s: 1$/{//d}' scene.yaml
        compare
        near "$(last series energy_residual_J)" 0 1e-12
        near "$(last series momentum_residual_kgmps)" 0 1e-12
        awk -F '\t' -v e=$e 'NR > 1 { n++; u = $7; s = $8; j = $9
            if (s / u - e > 1e-14 || e - s / u > 1e-14 || (j - 2 * (1 + e) * u) ^ 2 > 1e-26 || $1 * 64 != int($1 * 64)) { print; bad = 1 } }
            END { exit bad || n < 3 }' out/chip/collisions.tsv || { cat out/chip/collisions.tsv; false; }
        cut -f 4 out/chip/collisions.tsv | grep -q right
        cut -f 4 out/chip/collisions.tsv | grep -q top
    done
    # overlap correction moves the ball and changes the angular momentum; without correction it is conserved
    ! near "$(last series angular_momentum_residual_kgm2ps)" 0 1e-6 || false
    compare --set solvers.chip.collision_bias=1
    near "$(last series angular_momentum_residual_kgm2ps)" 0 1e-12
}

@test "chipmunk: a fixed ball reflects balls, and its impulse is in the ledger" {
    scene '' '-1.51 0 10 0 3.7
0.3 0 0 0 1' 'table: { boundary: open }
restitution: 0.5'
    sed -i 's/name: b,/name: b, fixed: true,/' scene.yaml
    compare
    near "$(last trajectory vx_mps a)" -5 $rounding
    near "$(last collisions impulse_Ns)" 55.5 1e-13
    near "$(last trajectory x_m b)" 0.3 0
    near "$(last series energy_residual_J)" 0 1e-11
    near "$(last series momentum_residual_kgmps)" 0 1e-12
}

@test "chipmunk: walls are thick: only a step longer than their thickness passes through" {
    scene '' '1.25 1 60 0 1' 'table: { width_m: 4, height_m: 2 }'
    compare # 0.94 m per step
    awk -F '\t' 'NR > 1 && ($3 < -1 || $3 > 5) { bad = 1 } END { exit bad }' out/chip/trajectory.tsv
    compare --set solvers.chip.wall_radius_m=0
    awk -v x="$(last trajectory x_m a)" 'BEGIN { exit !(x > 50) }'
}

@test "chipmunk: free fall is x0 + v t + g h^2 n (n - 1)/2, the energy is n m (g h)^2/2 too large" {
    scene '' '0 0 1.25 2 3' 'table: { boundary: open }
gravity_mps2: [0, -9.8125]'
    compare
    near "$(last trajectory x_m a)" 1.25 1e-15
    near "$(last trajectory vy_mps a)" -7.8125 1e-13
    near "$(last trajectory y_m a)" "$(awk 'BEGIN { n = 64; h = 1 / n; printf "%.17g", 2 - 9.8125 * h * h * n * (n - 1) / 2 }')" 1e-13
    near "$(last series energy_residual_J)" "$(awk 'BEGIN { printf "%.17g", 64 * 3 * (9.8125 / 64) ^ 2 / 2 }')" 1e-11
    grep -q '^steps or events  *64$' said
}

@test "chipmunk: at rest under gravity: e = 0 rests at the slop depth, e = 1 hops by the fall of a step" {
    table='table: { width_m: 4, height_m: 4 }
gravity_mps2: [0, -9.8125]'
    scene '' '2 0.5 0 0 1' "$table
restitution: 0"
    compare --set duration_s=10
    near "$(last trajectory y_m a)" "$(awk 'BEGIN { printf "%.17g", 0.5 - 0.1 / 1024 }')" 1e-12
    near "$(last trajectory vy_mps a)" 0 1e-14
    [ "$(last series collisions)" -eq 1 ]
    scene '' '2 0.5 0 0 1' "$table"
    compare --set duration_s=10
    [ "$(last series collisions)" -gt 100 ]
    near "$(last series momentum_residual_kgmps)" 0 1e-12 # the impulse of an ended contact is not counted again
    awk -F '\t' 'NR > 1 && ($4 > 0.5 + 9.8125 / 4096 || $4 < 0.5 - 2 * 9.8125 / 4096) { bad = 1 } END { exit bad }' out/chip/trajectory.tsv
}

gas() { # gas COUNT
    cat > scene.yaml <<Y
carom: 1
table: { width_m: 2, height_m: 2 }
duration_s: 2
groups: [ { kind: gas, count: $1, temperature_J: 0.1, radius_m: 0.03, mass_kg: 0.17, name: g } ]
solvers: [ { name: chip, kind: chipmunk } ]
Y
}

@test "chipmunk: e = 1 in a dense gas: exact after convergence without warm starting; by default it loses energy" {
    gas 400
    sed -i 's/^duration_s: 2$/duration_s: 1/' scene.yaml
    compare --set solvers.chip.iterations=100 --set solvers.chip.collision_persistence=1
    [ "$(last series collisions)" -gt 3000 ]
    near "$(last series energy_residual_J)" 0 1e-11 # of 40 J
    compare
    awk -v r="$(last series energy_residual_J)" 'BEGIN { print r; exit !(r < -0.02) }'
    compare --set solvers.chip.iterations=100 # more passes do not help: cached impulses pull
    awk -v r="$(last series energy_residual_J)" 'BEGIN { print r; exit !(r < -0.02) }'
    compare --set duration_s=5 --set solvers.chip.collision_persistence=10
    near "$(last series momentum_residual_kgmps)" 0 1e-12 # walls pull, too; the ledger includes it
}

@test "chipmunk: the same bits in a second run, with other samples, and in other units" {
    gas 100
    compare
    mv out first
    compare
    cmp first/chip/trajectory.tsv out/chip/trajectory.tsv
    cmp first/chip/collisions.tsv out/chip/collisions.tsv
    compare --set samples=10
    tail -n 100 out/chip/trajectory.tsv > ten
    cp out/chip/collisions.tsv ten.collisions
    compare --set samples=1000
    tail -n 100 out/chip/trajectory.tsv | cmp ten
    cmp ten.collisions out/chip/collisions.tsv
    compare --set solvers.chip.units_per_m=2048 --set solvers.chip.collision_slop=0.2
    cmp first/chip/trajectory.tsv out/chip/trajectory.tsv
}

# An L-shaped table with an inward corner at (2, 2).
ell='table: { shape: polygon, corners: [[0, 0], [4, 0], [4, 2], [2, 2], [2, 4], [0, 4]] }'

@test "chipmunk: a polygon with an inward corner" {
    scene ', wall_radius_m: 0' '1 1 3.25 3.25 1' "$ell"
    compare --set duration_s=0.5
    near "$(last trajectory vx_mps a)" -3.25 $rounding
    near "$(last trajectory vy_mps a)" -3.25 $rounding
    [ "$(cut -f 2,4 out/chip/collisions.tsv | sed -n 2,3p)" = "$(printf 'wall\tcorner4')" ]
}

@test "chipmunk: unsupported features are rejected with a message" {
    refused() { # refused MESSAGE MORE [KEYS]
        scene "${3:-}" '1 1 1 0 1' "$2"
        run "$carom" compare scene.yaml -o out
        echo "$output"
        [ "$status" -eq 65 ]
        [[ "$output" == *"$1"* ]]
        [ ! -e out ]
    }
    table='table: { width_m: 4, height_m: 4 }'
    refused "chipmunk does not support periodic tables" 'table: { width_m: 4, height_m: 4, boundary: periodic }'
    refused "chipmunk does not support rolling resistance" "$table
rolling_resistance: 0.01"
    refused "chipmunk does not support walls that stop centres" "$table
wall_contact: centre"
    refused "has arcs, but chipmunk has straight walls only" 'table: { shape: circle, radius_m: 2 }'
    refused "has arcs, but chipmunk has straight walls only" 'table: { shape: stadium, radius_m: 2, length_m: 2 }'
    refused "must be 0 for chipmunk on a table with a corner that points inwards" "$ell"
    refused "collision_persistence" "$table" ', collision_persistence: 0'
    refused "iterations" "$table" ', iterations: 0'
}

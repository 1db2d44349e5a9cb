#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# kind: lammps against the springs of carom with the same law, stiffness, dashpot and step: LAMMPS equals verlet_half_step
# to rounding, and without dashpots also velocity_verlet.

load common

setup() {
    begin
    export CAROM_ENGINES="$root/build/engines"
    [ -e "$CAROM_ENGINES/lammps.so" ] || skip "liblammps-dev is not installed"
}
teardown() { cd / && rm -rf "$work"; }

# Steps are 2^-15 s or a half, a quarter, ...: samples fall exactly on steps.
h=3.0517578125e-5

# 100 separate discs in ten rows on 1 m x 1 m, displaced by up to 0.015 m, up to 2.8 m/s; all shifted to the right by ULPS units
# in the last place of x.
discs() { # discs ULPS E BOUNDARY DURATION SAMPLES LAW-KEYS [STEP]
    printf 'carom: 1\nrestitution: %s\ntable: { width_m: 1, height_m: 1, boundary: %s }\nduration_s: %s\nsamples: %s\nballs:\n' "$2" "$3" "$4" "$5"
    awk -v ulps="$1" 'function u() { seed = (seed * 1103515245 + 12345) % 2147483648; return seed / 2147483648 - 0.5 }
        BEGIN { seed = 17
            for (i = 0; i < 100; i++) {
                x = 0.05 + 0.1 * (i % 10) + 0.03 * u(); y = 0.05 + 0.1 * int(i / 10) + 0.03 * u()
                for (ulp = 2 ^ -53; ulp > x * 2 ^ -52; ulp /= 2);
                printf "  - { x_m: %.17g, y_m: %.17g, vx_mps: %.17g, vy_mps: %.17g, radius_m: 0.03, mass_kg: 0.17 }\n", x + ulps * ulp, y, 4 * u(), 4 * u()
            } }'
    echo 'solvers:'
    for kind in 'verlet, kind: penalty, integrator: velocity_verlet' 'half, kind: penalty, integrator: verlet_half_step' 'lammps, kind: lammps'; do
        echo "  - { name: $kind, step_s: ${7:-$h}, $6 }"
    done
}

# Prints for each sample: t, maximum distance (m) of the second and of the third trajectory from the first; the table is 1 m x 1 m.
apart() { # apart BOUNDARY TRAJECTORY TRAJECTORY TRAJECTORY
    awk -v periodic="$([ "$1" = periodic ] && echo 1 || echo 0)" '
        function near(d) { return periodic && d > 0.5 ? d - 1 : periodic && d < -0.5 ? d + 1 : d }
        FNR == 1 { file++; next }
        file == 1 { x[FNR] = $3; y[FNR] = $4; next }
        { d = sqrt(near($3 - x[FNR]) ^ 2 + near($4 - y[FNR]) ^ 2); if (d > far[file, $1]) far[file, $1] = d; if (!($1 in seen)) { seen[$1]; t[++n] = $1 } }
        END { for (i = 1; i <= n; i++) print t[i], far[2, t[i]] + 0, far[3, t[i]] + 0 }' "$2" "$3" "$4"
}

# Runs LAMMPS, carom and a copy of carom perturbed by 1 ulp; writes apart.txt.
beside() { # beside OWN E BOUNDARY LAW-KEYS
    discs 0 "$2" "$3" 0.5 17 "$4" > scene.yaml
    discs 1 "$2" "$3" 0.5 17 "$4" > control.yaml
    "$carom" run scene.yaml -o out > said 2>&1 || { cat said; false; }
    "$carom" run control.yaml --solver "$1" -o control > said 2>&1
    [ "$(wc -l < out/lammps/collisions.tsv)" -gt 500 ]
    apart "$3" "out/$1/trajectory.tsv" out/lammps/trajectory.tsv "control/$1/trajectory.tsv" > apart.txt
    echo "$*: t (s), from carom's own: LAMMPS, control (m)"
    cat apart.txt
    [ "$(wc -l < apart.txt)" -eq 17 ]
    # the perturbed copy exceeds 1e-12 m within the run, but not immediately
    awk '$3 > 1e-12 { exit !(NR > 5) }' apart.txt
    awk 'END { exit !($3 > 1e-12) }' apart.txt
}

@test "lammps: without dashpots it equals velocity_verlet within 1e-12 m, until a perturbation of 1 ulp exceeds that" {
    for boundary in walls periodic; do
        for law in 'stiffness_N_per_m: 1.0e5' 'law: hertz, stiffness_N_per_m1p5: 1.0e6'; do
            beside verlet 1 $boundary "$law"
            awk '$3 > 1e-12 { exit } $2 > 1e-12 { print "too far:", $0; bad = 1; exit } END { exit bad }' apart.txt
            # verlet_half_step is the same method there
            apart $boundary out/{verlet,half,half}/trajectory.tsv | awk '$2 != 0 { exit 1 }'
            ! sanitized || return 0
        done
    done
}

@test "lammps: with dashpots it equals verlet_half_step up to the growth of 1 ulp, and not velocity_verlet" {
    for scene in 'walls stiffness_N_per_m: 1.0e5' 'periodic stiffness_N_per_m: 1.0e5' 'walls law: viscoelastic, stiffness_N_per_m1p5: 1.0e6'; do
        beside half 0.8 "${scene%% *}" "${scene#* }"
        # both round in each of 16384 steps, the copy is perturbed once: measured at most 5 times its distance
        awk '$2 > 1e-12 && $2 > 8 * $3 { print "too far:", $0; bad = 1 } END { exit bad }' apart.txt
        apart "${scene%% *}" out/{verlet,lammps,lammps}/trajectory.tsv | awk 'NR > 2 && !($2 > 1e-6) { exit 1 }'
        ! sanitized || return 0
    done
}

@test "lammps: fixed balls, weight, walls at ball centres, balls of several masses" {
    cat > fixed.yaml <<'Y'
carom: 1
table: { boundary: open }
gravity_mps2: [0.3, -1]
duration_s: 0.875
samples: 8
balls:
  - { name: post, x_m: 1.2, y_m: 0.635, fixed: true, radius_m: 0.05, mass_kg: 1 }
  - { name: cue, x_m: 0.6, y_m: 0.66, vx_mps: 1.5, vy_mps: 0.2 }
  - { name: big, x_m: 1.25, y_m: 0.1, vy_mps: 1.6, radius_m: 0.07, mass_kg: 0.9 }
solvers:
  - { name: half, kind: penalty, integrator: verlet_half_step, stiffness_N_per_m: 1.0e4, step_s: 3.0517578125e-5 }
  - { name: lammps, kind: lammps, stiffness_N_per_m: 1.0e4, step_s: 3.0517578125e-5 }
Y
    sed 's/boundary: open/boundary: walls/; s/^gravity.*/wall_contact: centre\nrestitution: 0.7\ngravity_mps2: [0, -1]/; s/radius_m: 0.0[0-9]*, mass_kg: [0-9.]* //; s/fixed: true, //' fixed.yaml > centre.yaml
    for scene in fixed centre; do
        "$carom" run $scene.yaml -o out > said || { cat said; false; }
        [ "$(wc -l < out/lammps/collisions.tsv)" -ge 3 ]
        apart open out/{half,lammps,lammps}/trajectory.tsv > apart.txt
        cat apart.txt
        # few collisions: 28672 steps of an ulp of 1 m
        awk '$2 > 1e-13 { exit 1 }' apart.txt
        # the ledger includes walls, posts and weight: rounding of the sum of m g h over the steps
        awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } $at["momentum_residual_kgmps"] > 1e-11 { print; exit 1 }' out/lammps/series.tsv
    done
}

@test "lammps: with a dashpot its difference from velocity_verlet is of order 1 in the step" {
    # positions of 100 discs after 1/16 s, four halvings of the step; scatter by the sub-step offsets of contacts
    for step in 1 2 4 8; do
        discs 0 0.8 walls 0.0625 2 'stiffness_N_per_m: 1.0e5' "$(awk -v k=$step -v h=$h 'BEGIN { printf "%.17g", h / k }')" > scene.yaml
        "$carom" run scene.yaml -o out > said
        apart walls out/{verlet,lammps,half}/trajectory.tsv | tail -n 1 >> far.txt
    done
    cat far.txt
    awk 'NR == 1 { first = $2 } { last = $2 } END { slope = log(first / last) / log(8); print "slope", slope; exit !(slope > 0.75 && slope < 1.25) }' far.txt
    # e of one contact with its onset at a step
    for step in 1.52587890625e-05 3.814697265625e-06; do
        cat > two.yaml <<Y
carom: 1
restitution: 0.5
table: { boundary: open }
duration_s: 0.015625
samples: 2
balls:
  - { name: a, x_m: 0.875, y_m: 0.5, vx_mps: 1, radius_m: 0.015625, mass_kg: 0.17 }
  - { name: b, x_m: 0.91015625, y_m: 0.5, radius_m: 0.015625, mass_kg: 0.17 }
solvers:
  - { name: verlet, kind: penalty, integrator: velocity_verlet, step_s: $step, stiffness_N_per_m: 1.0e5 }
  - { name: half, kind: penalty, integrator: verlet_half_step, step_s: $step, stiffness_N_per_m: 1.0e5 }
  - { name: lammps, kind: lammps, step_s: $step, stiffness_N_per_m: 1.0e5 }
Y
        "$carom" run two.yaml -o out > said
        echo "$step $(for s in verlet half lammps; do tail -n 1 out/$s/collisions.tsv | cut -f 8; done | tr '\n' ' ')" >> e.txt
    done
    cat e.txt
    # c v(t - h/2) = c v - (c h/2) v': the reduced mass falls by c h/2, so zeta becomes zeta (1 + zeta theta/2); contact_end: force
    # e = exp(-zeta/w (pi - atan2(2 zeta w, 1 - 2 zeta^2))), w^2 = 1 - zeta^2; the rest is of higher order
    awk 'function e(z, w) { w = sqrt(1 - z * z); return exp(-z / w * (3.14159265358979 - atan2(2 * z * w, 1 - 2 * z * z))) }
        { d = $3 - $4; if (d * d > 1e-30) bad = 1; theta = $1 * sqrt(1e5 / 0.085); step[NR] = $4 - $2 }
        END { for (low = 0.1; k++ < 60;) { z = low + 0.6 / 2 ^ k; if (e(z) > 0.5) low = z }
            want = e(z * (1 + z * theta / 2)) - e(z); slope = log(step[1] / step[2]) / log(4)
            print "slope", slope, "difference of e", step[2], "by theory", want
            exit bad || !(slope > 0.9 && slope < 1.1) || !(step[2] / want > 0.95 && step[2] / want < 1.05) }' e.txt
}

@test "lammps: it equals the program lmp with the script of carom export, to the bit" {
    command -v lmp > /dev/null || skip 'LAMMPS (lmp) is not installed'
    discs 0 0.8 walls 0.125 3 'stiffness_N_per_m: 1.0e5' > scene.yaml
    "$carom" run scene.yaml --solver lammps -o out > said
    "$carom" export scene.yaml --to lammps --solver half -o in.lammps
    lmp -in in.lammps -log none > lmp.txt
    tail -n 100 trajectory.lammpstrj | awk '{ print $2, $3, $4, $5 }' > lmp
    tail -n 100 out/lammps/trajectory.tsv | awk '{ print $3, $4, $5, $6 }' | cmp - lmp
}

@test "lammps: samples change no bit, and the same input gives the same bits" {
    for samples in 2 33 2000; do
        discs 0 0.8 periodic 0.125 $samples 'stiffness_N_per_m: 1.0e5' > scene.yaml
        "$carom" run scene.yaml --solver lammps -o $samples > said
        tail -n 100 $samples/lammps/trajectory.tsv > $samples/last
    done
    cmp 2/last 33/last
    cmp 2/last 2000/last
    # contacts that are open at a sample, or ended and not yet separated, stay in the log
    cmp 2/lammps/collisions.tsv 2000/lammps/collisions.tsv
    "$carom" run scene.yaml --solver lammps -o again > said
    cmp 2000/lammps/trajectory.tsv again/lammps/trajectory.tsv
    cmp 2000/lammps/series.tsv again/lammps/series.tsv
    grep -q '"LAMMPS [0-9]* [A-Z][a-z][a-z] 20[0-9][0-9]"' again/run.json
}

@test "lammps: the ledger of walls and dashpots equals that of carom, momentum to rounding" {
    for scene in 'verlet 1' 'half 0.8'; do
        discs 0 "${scene#* }" walls 0.125 9 'stiffness_N_per_m: 1.0e5' > scene.yaml
        "$carom" run scene.yaml -o out > said
        # energy: 22 J with position differences of 1e-13 m; momentum: 4096 steps of half an ulp of 100 balls of 0.3 kg m/s
        paste out/"${scene% *}"/series.tsv out/lammps/series.tsv | awk -F '\t' '
            NR == 1 { for (i = 1; i <= NF / 2; i++) at[$i] = i; half = NF / 2; next }
            { e = at["energy_residual_J"]; p = at["momentum_residual_kgmps"]; d = $e - $(e + half)
              if (d * d > 1e-20 || $(p + half) > 1e-12) { print $1, $e, $(e + half), $(p + half); exit 1 } }'
    done
}

@test "lammps: its walls act at overlap 0, carom's above: a ball that starts at one is decelerated for half a step" {
    cat > touching.yaml <<'Y'
carom: 1
restitution: 0.8
table: { width_m: 1, height_m: 1, boundary: walls }
duration_s: 3.0517578125e-5
samples: 2
balls: [ { name: a, x_m: 0.03125, y_m: 0.5, vx_mps: -1, radius_m: 0.03125, mass_kg: 0.17 } ]
solvers:
  - { name: half, kind: penalty, integrator: verlet_half_step, stiffness_N_per_m: 1.0e5, step_s: 3.0517578125e-5 }
  - { name: lammps, kind: lammps, stiffness_N_per_m: 1.0e5, step_s: 3.0517578125e-5 }
Y
    "$carom" run touching.yaml -o out > said
    gamma=$("$carom" export touching.yaml --to lammps --solver half | sed -n 's/^fix walls_x .* hooke [0-9.e+]* 0 \([0-9.e+-]*\) .*/\1/p')
    # v - gamma h/2 v in the first half step: x differs by gamma h^2/2 v, here 5e-8 m; rounding of x is 7e-18
    paste <(tail -n 1 out/half/trajectory.tsv) <(tail -n 1 out/lammps/trajectory.tsv) | awk -v g="$gamma" -v h=$h '
        { got = $9 - $3; want = 0.5 * g * h * h; print "got", got, "want", want; exit !(want > 1e-9 && got / want - 1 < 1e-8 && got / want - 1 > -1e-8) }'
    # the momentum residual is this impulse
    awk -F '\t' -v g="$gamma" -v h=$h 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } { p = $at["momentum_residual_kgmps"] }
        END { want = 0.5 * 0.17 * g * h; print "got", p, "want", want; exit !(p / want - 1 < 1e-8 && p / want - 1 > -1e-8) }' out/lammps/series.tsv
}

@test "lammps: unsupported features are rejected by key" {
    cat > one.yaml <<'Y'
carom: 1
duration_s: 0.1
samples: 2
balls: [ { name: a, x_m: 0.5, y_m: 0.5, vx_mps: 1 }, { name: b, x_m: 1, y_m: 0.5, mass_kg: 0.3 } ]
solvers: [ { name: l, kind: lammps, stiffness_N_per_m: 1.0e5, step_s: 1.0e-5 } ]
Y
    "$carom" run one.yaml -o out > said
    refused() { # refused MESSAGE OPTIONS...: exactly one error
        words=$1
        shift
        run "$carom" run one.yaml -o out "$@"
        echo "$* -> $status: $output"
        [ "$status" -eq 65 ]
        [[ "$output" == *"$words"* ]]
        [ "$(grep -c ': error: ' <<< "$output")" -eq 1 ]
    }
    refused 'rolling_resistance (solver l): LAMMPS has no rolling resistance' --set rolling_resistance=0.01
    refused 'air_drag (solver l): LAMMPS has no drag' --set air_drag=0.01
    refused 'friction (solver l): lammps does not support friction between surfaces (see carom help engines)' --set friction=0.1
    refused 'orientation (solver l)' --set orientation=true
    refused 'LAMMPS has one K_n and one gamma_n' --set restitution=0.9
    refused 'LAMMPS has no contacts that gain energy' --set restitution=1.1 --set allow_energy_gain=true --set balls.b.mass_kg=0.17
    refused 'the stability limit' --set solvers.l.step_s=1e-2
    sed 's/stiffness_N_per_m: 1.0e5/law: hertz, stiffness_N_per_m1p5: 1.0e6/; s/, mass_kg: 0.3//' one.yaml > hertz.yaml
    run "$carom" run hertz.yaml -o out --set restitution=0.9
    [ "$status" -eq 65 ]
    [[ "$output" == *'proportional to delta^(1/2)'* ]]
    sed 's/^duration/table: { shape: circle, radius_m: 1 }\nduration/' one.yaml > circle.yaml
    run "$carom" run circle.yaml -o out
    [ "$status" -eq 65 ]
    [[ "$output" == *'needs a rectangular table'* ]]
    sed 's/^duration/schedule: [ { at_s: 0.05, restitution: 0.5 } ]\nduration/' one.yaml > changes.yaml
    run "$carom" run changes.yaml -o out
    [ "$status" -eq 65 ]
    [[ "$output" == *'a constant restitution'* ]]
}

@test "lammps: its error exit stops only its own run, with the reason" {
    # a ball passes through a soft wall: LAMMPS loses it
    cat > soft.yaml <<'Y'
carom: 1
duration_s: 3
samples: 31
balls: [ { name: a, x_m: 1, y_m: 0.5, vx_mps: 5 } ]
solvers: [ { name: l, kind: lammps, stiffness_N_per_m: 1, step_s: 1.0e-3 }, { name: i, kind: impulse } ]
Y
    run "$carom" run soft.yaml -o out
    echo "$status: $output"
    [ "$status" -eq 65 ]
    [[ "$output" == *"solver 'l' stopped: kind: the engine lammps has ended itself between t = 0.3"*"it called exit(); it printed: ERROR: Lost atoms: original 1 current 0"* ]]
    [ "$(tail -n 1 out/i/trajectory.tsv | cut -f 1)" = 3 ]
    tail -n 1 out/l/trajectory.tsv | awk '{ print $1; exit !($1 > 0.29 && $1 < 0.31) }'
}

@test "lammps: the program is not linked with LAMMPS, and no files of LAMMPS remain" {
    ! ldd "$CAROM_ENGINES/lammps.so" | grep -qE 'lammps|libmpi' || false
    discs 0 1 open 0.0078125 2 'stiffness_N_per_m: 1.0e5' > scene.yaml
    mkdir tmp
    TMPDIR="$PWD/tmp" "$carom" run scene.yaml --solver lammps -o out > said
    [ -z "$(ls tmp)" ]
    [ ! -e log.lammps ]
}

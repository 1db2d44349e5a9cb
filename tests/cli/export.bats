#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# carom export: files for other programs. An installed LAMMPS runs its input script.

load common
setup() { begin; }
teardown() { rm -rf "$work"; }

needs_lammps() { command -v lmp > /dev/null || skip 'LAMMPS (lmp) is not installed'; }

# Prints the maximum distance (m) of balls between a LAMMPS dump and a CSV, and the number of rows; on periodic tables of nearest images.
farthest() { # farthest DUMP CSV [WIDTH HEIGHT]
    awk -v w="${3:-0}" -v h="${4:-0}" '
        function near(d, l) { return l == 0 ? d : d > l / 2 ? d - l : d < -l / 2 ? d + l : d }
        FNR == NR { if (/^ITEM/) on = /^ITEM: ATOMS/; else if (on) at[++n] = $2 " " $3; next }
        FNR == 1 { next }
        { k = split($0, cell, ","); split(at[++m], a, " "); dx = near(a[1] - cell[k - 3], w); dy = near(a[2] - cell[k - 2], h)
          d = sqrt(dx ^ 2 + dy ^ 2); if (d > most) most = d }
        END { print most + 0, n, m }' "$1" "$2"
}

# LAMMPS and carom run a scenario; the maximum distance must be at most WITHIN (m).
agree() { # agree WITHIN FILE OPTIONS... ; WIDTH and HEIGHT of a periodic table
    within=$1
    shift
    "$carom" export "$@" --to lammps -o in.lammps
    "$carom" export "$@" --to csv -o carom.csv
    rm -f trajectory.lammpstrj
    lmp -in in.lammps -log none > lammps.txt
    far=$(farthest trajectory.lammpstrj carom.csv $WIDTH $HEIGHT)
    echo "$*: farthest apart (m), rows of both: $far; expected at most $within"
    echo "$far" | awk -v within="$within" '{ exit !($1 <= within && $2 == $3 && $2 > 10) }'
}

gas() { # gas BOUNDARY SOLVER-KEYS: 100 discs with some 50 collisions
    cat <<Y
carom: 1
table: { width_m: 2, height_m: 1, boundary: $1 }
duration_s: 0.2
samples: 21
groups: [ { kind: gas, count: 100, radius_m: 0.02, mass_kg: 0.17, temperature_J: 0.1 } ]
solvers: [ { name: v, kind: penalty, integrator: velocity_verlet, step_s: 1.0e-5, $2 } ]
Y
}

names() { # two.yaml with special characters in names
    cat > two.yaml <<'Y'
carom: 1
title: 'a "title" """ of $x &'
table: { boundary: open }
duration_s: 0.1
samples: 3
balls:
  - { name: 'a, "b" &', x_m: 0.1, y_m: 0.7000000000000001, vx_mps: 0.3333333333333333, radius_m: 0.05, mass_kg: 1 }
groups: [ { kind: row, name: r, x_m: 1, y_m: 0, count: 2, gap_m: 0.1, radius_m: 0.02, mass_kg: 0.3 } ]
solvers:
  - { name: rigid, kind: impulse }
  - { name: v, kind: penalty, integrator: velocity_verlet, stiffness_N_per_m: 1.0e4, step_s: 1.0e-5 }
Y
}

@test "export: CSV has the numbers of trajectory.tsv, units in its header, and quotes as RFC 4180" {
    names
    "$carom" run two.yaml -o o > /dev/null
    "$carom" export o --to csv > all.csv 2> said.txt
    grep -q "exported solver 'rigid'" said.txt
    [ "$(head -n 1 all.csv)" = 't (s),ball,x (m),y (m),vx (m/s),vy (m/s)' ]
    sed -n 2p all.csv | grep -q '^0,"a, ""b"" &",0.1[0-9]*,'
    for solver in rigid v; do
        "$carom" export o --to csv --solver $solver 2> said.txt | sed '1d; s/"a, ""b"" &"/a/' > $solver.csv
        [ ! -s said.txt ]
        sed '1d; s/a, "b" &/a/' o/$solver/trajectory.tsv | tr '\t' , | cmp - $solver.csv
        # a scenario file gives the same bytes as its records
        "$carom" export two.yaml --to csv --solver $solver -o again.csv
        sed '1d; s/"a, ""b"" &"/a/' again.csv | cmp - $solver.csv
        "$carom" export - --to csv --solver $solver < two.yaml | cmp - again.csv
    done
    awk -F , 'NF != 6 { bad = 1 } END { exit bad || NR != 9 }' v.csv
}

@test "export: a spreadsheet reads no name as a formula; numbers and records are unchanged" {
    cat > named.yaml <<'Y'
carom: 1
table: { boundary: open }
duration_s: 0.1
samples: 2
balls:
  - { name: '=1+1', x_m: -0.1, y_m: -0.7, vx_mps: -0.3333333333333333 }
  - { name: '@SUM(A1,"2")', x_m: 1, y_m: 1 }
  - { name: '-2+3', x_m: 2, y_m: 1 }
  - { name: '+1', x_m: 3, y_m: 1 }
  - { name: ' =1', x_m: 4, y_m: 1 }
  - { name: '1=1', x_m: 5, y_m: 1 }
solvers: [ { name: rigid, kind: impulse } ]
Y
    "$carom" run named.yaml -o o > /dev/null
    "$carom" export o --to csv > named.csv 2> said.txt
    sed -n '2,7s/,-*[0-9.]*,-*[0-9.]*,-*[0-9.]*,-*[0-9.]*$//p' named.csv > cells.txt
    cat > expected.txt <<'C'
0,"'=1+1"
0,"'@SUM(A1,""2"")"
0,"'-2+3"
0,"'+1"
0,"' =1"
0,1=1
C
    cmp expected.txt cells.txt
    sed -n 2p named.csv | grep -q ',-0.1[0-9]*,-0.[67][0-9]*,-0.3[0-9]*,0$'
    [ "$(sed -n 2p o/rigid/trajectory.tsv | cut -f 2)" = '=1+1' ]
    "$carom" export named.yaml --to csv 2> said.txt | cmp - named.csv
}

@test "export: extended XYZ has a frame per sample, with the numbers of trajectory.tsv" {
    names
    "$carom" run two.yaml --set table.boundary=periodic -o o > /dev/null
    "$carom" export o --to xyz --solver v -o v.xyz
    "$carom" export two.yaml --set table.boundary=periodic --to xyz --solver v | cmp - v.xyz
    [ "$(grep -c '^3$' v.xyz)" -eq 3 ]
    [ "$(wc -l < v.xyz)" -eq 15 ]
    sed -n 2p v.xyz | grep -q '^Lattice="2.54 0 0 0 1.27 0 0 0 0.1[0-9]*" Origin="0 0 -0.05[0-9]*" '
    sed -n 2p v.xyz | grep -q ' Properties=species:S:1:pos:R:3:velo:R:3:radius:R:1:mass:R:1:id:I:1 Time=0 pbc="T T F"$'
    # the species is the name of the ball in one word, or the name of its group
    [ "$(grep -o '^a,_"b"_& ' v.xyz | wc -l)" -eq 3 ]
    [ "$(grep -o '^r ' v.xyz | wc -l)" -eq 6 ]
    grep -E '^(a|r)' v.xyz | awk '{ print $2, $3, $5, $6 }' > states.txt
    sed 1d o/v/trajectory.tsv | awk -F '\t' '{ print $3, $4, $5, $6 }' | cmp - states.txt
    grep Time= v.xyz | sed 's/.* Time=\([^ ]*\) .*/\1/' > times.txt
    sed 1d o/v/trajectory.tsv | cut -f 1 | uniq | cmp - times.txt
}

@test "export: a script for LAMMPS has the numbers of the scenario, and comments on differences" {
    names
    "$carom" export two.yaml --to lammps --set restitution=1 > in.lammps 2> said.txt
    grep -q "exported solver 'v'" said.txt
    grep -qx 'units si' in.lammps
    grep -qx 'boundary m m p' in.lammps
    grep -qx 'pair_style gran/hooke 10000 0 0 0 0 0' in.lammps
    grep -qx '1 1 0.10000000000000001 1 0.10000000000000001 0.70000000000000007 0' in.lammps
    grep -qx 'set type 2 mass 0.29999999999999999' in.lammps
    grep -qx 'timestep 1.0000000000000001e-05' in.lammps
    grep -qx 'run 10000' in.lammps
    grep -q 'every 5000 ' in.lammps
    [ "$(grep -c '"""' in.lammps)" -eq 2 ] # none from the title
    ! grep -q 'LAMMPS integrates with' in.lammps || false
    "$carom" export two.yaml --to lammps --set solvers.v.integrator=heun --set solvers.v.step_s=3.0e-5 > in.lammps
    grep -q "^# LAMMPS integrates with velocity Verlet, not with 'heun'" in.lammps
    grep -q '^# samples are 1666.666.* steps apart: the nearest steps are shown' in.lammps
    # gamma_n is the damping over the reduced mass, for pairs and at walls
    gas walls 'stiffness_N_per_m: 1.0e5, damping_Ns_per_m: 3.4' | "$carom" export - --to lammps > in.lammps
    grep -q '^pair_style gran/hooke 100000 0 \(40\|39.99\)[0-9.]* 0 0 0 limit_damping$' in.lammps
    grep -q '^fix walls_x .* hooke 100000 0 \(20\|19.99\)[0-9.]* 0 0 0 limit_damping xplane 0 2$' in.lammps
    gas walls 'stiffness_N_per_m: 1.0e5, damping_Ns_per_m: 3.4, contact_end: overlap' | "$carom" export - --to lammps > in.lammps
    ! grep -q limit_damping in.lammps || false
}

@test "export: features that LAMMPS lacks are rejected by key" {
    names
    refused() { # refused WORDS OPTIONS...
        words=$1
        shift
        run "$carom" export two.yaml --to lammps -o refused.in "$@"
        [ "$status" -eq 65 ]
        [[ "$output" == *"to lammps: $words"* ]] || { echo "$output" "-- expected: $words"; false; }
        [ ! -e refused.in ]
    }
    refused 'kind: LAMMPS has springs, not impulses' --solver rigid
    refused 'contacts: LAMMPS does not locate' --set solvers.v.contacts=located
    refused 'flight: LAMMPS has no analytic free flight' --set solvers.v.flight=leap
    refused 'phase: ' --set solvers.v.phase=0.5
    refused 'rolling_resistance: ' --set rolling_resistance=0.01
    refused 'air_drag: ' --set air_drag=0.01
    refused "friction: LAMMPS applies the tangential force at the full radius" --set friction.ball_ball=0.1
    refused 'schedule: ' --set 'schedule=[{ at_s: 0.05, restitution: 0.9 }]'
    refused 'pairs: ' --set 'pairs=[{ a: steel, b: wall, restitution: 0.9 }]' --set balls.0.material=steel
    refused 'table.shape: ' --set 'table={ boundary: walls, shape: circle, radius_m: 2 }' --set balls.0.x_m=2 --set 'groups=[]' --set balls.0.y_m=2
    refused 'balls: LAMMPS has one K_n' --set restitution=0.9
    gas periodic 'law: hertz, stiffness_N_per_m1p5: 1.0e6' > two.yaml
    refused 'law: ' --set restitution=0.9
    # all at once
    names
    run "$carom" export two.yaml --to lammps --set solvers.v.phase=0.5 --set rolling_resistance=0.01
    [ "$(echo "$output" | grep -c 'cannot export solver .* to lammps')" -eq 2 ]
}

@test "export: usage errors and wrong folders are reported, without partial files" {
    names
    run "$carom" export two.yaml
    [ "$status" -eq 2 ]
    [[ "$output" == *'missing option --to lammps, xyz or csv'* ]]
    run "$carom" export two.yaml --to cvs
    [ "$status" -eq 2 ]
    [[ "$output" == *"did you mean 'csv'?"* ]]
    run "$carom" export two.yaml --to csv --solver v --solver rigid
    [ "$status" -eq 2 ]
    run "$carom" export two.yaml --to csv --solver w
    [ "$status" -eq 2 ]
    [[ "$output" == *'its solvers are: rigid v'* ]]
    "$carom" run two.yaml -o o > /dev/null
    run "$carom" export o --to lammps
    [ "$status" -eq 2 ]
    run "$carom" export o --to csv --set seed=2
    [ "$status" -eq 2 ]
    run "$carom" export o --to csv --solver w
    [ "$status" -eq 65 ]
    [[ "$output" == *'they have: rigid, v'* ]]
    mkdir empty
    run "$carom" export empty --to xyz -o there.xyz
    [ "$status" -eq 66 ]
    [ ! -e there.xyz ]
    # a faulty table keeps the old file; links are followed
    echo before > kept.csv
    ln -s kept.csv link.csv
    cp -r o broken
    sed -i '4s/\t[^\t]*$/\tnonsense/' broken/v/trajectory.tsv
    run "$carom" export broken --to csv --solver v -o link.csv
    [ "$status" -eq 65 ]
    [ "$(cat kept.csv)" = before ]
    "$carom" export o --to csv --solver v -o link.csv
    [ -L link.csv ]
    [ "$(wc -l < kept.csv)" -eq 10 ]
}

@test "export: LAMMPS and carom agree to rounding where springs are elastic, balls, walls and images" {
    needs_lammps
    # one collision at 1 m/s, 100 000 steps
    agree 1e-14 01-head-on --solver heun --set solvers.heun.integrator=velocity_verlet
    # chaos amplifies rounding; measured: 1e-15, 2e-13, 1e-15
    gas walls 'stiffness_N_per_m: 1.0e5' > walls.yaml
    agree 1e-12 walls.yaml
    gas walls 'law: hertz, stiffness_N_per_m1p5: 1.0e6' > hertz.yaml
    agree 1e-12 hertz.yaml
    gas periodic 'stiffness_N_per_m: 1.0e5' > periodic.yaml
    WIDTH=2 HEIGHT=1 agree 1e-10 periodic.yaml
    # another method disagrees, so the test can fail
    sed 's/velocity_verlet/heun/' walls.yaml > other.yaml
    run agree 1e-9 other.yaml
    [ "$status" -ne 0 ]
}

@test "export: LAMMPS and carom agree on fixed balls, gravity, walls at ball centres, several masses" {
    needs_lammps
    cat > fixed.yaml <<'Y'
carom: 1
title: '"""&'
table: { boundary: open }
gravity_mps2: [0.3, -1]
duration_s: 0.9
samples: 91
balls:
  - { name: '"po,st" &', x_m: 1.2, y_m: 0.635, fixed: true, radius_m: 0.05, mass_kg: 1 }
  - { name: cue, x_m: 0.6, y_m: 0.66, vx_mps: 1.5, vy_mps: 0.2 }
  - { name: big, x_m: 1.25, y_m: 0.1, vy_mps: 1.6, radius_m: 0.07, mass_kg: 0.9 }
solvers: [ { name: v, kind: penalty, integrator: velocity_verlet, stiffness_N_per_m: 1.0e4, step_s: 1.0e-5 } ]
Y
    "$carom" run fixed.yaml -o o > /dev/null
    [ "$(wc -l < o/v/collisions.tsv)" -ge 3 ]
    agree 1e-13 fixed.yaml
    sed 's/boundary: open/boundary: walls/; s/^gravity.*/wall_contact: centre/; s/radius_m: 0.0[0-9]*, //; s/radius_m: 0.07/radius_m: 0.028575/' fixed.yaml |
        sed 's/, mass_kg: 1 }/, radius_m: 0.028575, mass_kg: 1 }/; s/, radius_m: 0.028575, radius_m/, radius_m/' > centre.yaml
    agree 1e-13 centre.yaml
}

@test "export: with dashpots LAMMPS and carom agree to the order of the step" {
    ! sanitized || return 0
    needs_lammps
    for keys in 'stiffness_N_per_m: 1.0e5' 'law: viscoelastic, stiffness_N_per_m1p5: 1.0e6'; do
        gas walls "$keys" | sed 's/^table/restitution: 0.9\ntable/; s/duration_s: 0.2/duration_s: 0.1/' > lossy.yaml
        agree 1e-3 lossy.yaml
        coarse=$(farthest trajectory.lammpstrj carom.csv)
        agree 1e-3 lossy.yaml --set solvers.v.step_s=2.5e-6
        fine=$(farthest trajectory.lammpstrj carom.csv)
        # order 1: a quarter; expected between 1/6 and 1/2.5
        echo "$coarse $fine" | awk '{ print $1 / $4; exit !($1 / $4 > 2.5 && $1 / $4 < 6) }'
    done
}

@test "export: the help explains why LAMMPS gets no friction" {
    "$carom" export --help | tr -s ' \n' ' ' > said
    grep -q "rejects friction, because LAMMPS applies it at the full radius, carom at the contact point" said
}

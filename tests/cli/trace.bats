#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# trace: contacts recorded step by step, from the command line. (Theory: tests/physics/test_trace.c; tracing changes
# no bit of any solver: tests/conformance/test_trace.c.)

load common
setup() { begin; }
teardown() { rm -rf "$work"; }

header="$(printf 'contact\tt_s\ta\tb\toverlap_m\trate_mps\tforce_N\tforce_t_N\ttangential_m\tnx\tny\tva_n_mps\tva_t_mps\tvb_n_mps\tvb_t_mps\telastic_J\tdissipated_J')"

@test "trace: contacts.tsv of every solver; the other records are unchanged" {
    "$carom" compare 01-head-on --no-plots -o plain > /dev/null
    "$carom" compare 01-head-on --no-plots -o traced --set trace.contacts=1 > /dev/null
    [ ! -e plain/heun/contacts.tsv ]
    for solver in impulse euler heun; do
        [ "$(head -n 1 traced/$solver/contacts.tsv)" = "$header" ]
        for record in series trajectory collisions; do cmp plain/$solver/$record.tsv traced/$solver/$record.tsv; done
        # it begins at the time of the collision
        [ "$(cut -f 2-4,6,10-11 traced/$solver/contacts.tsv | sed -n 2p)" = \
            "$(awk -F '\t' -v OFS='\t' 'NR == 2 { print $1, $3, $4, $7, $5, $6 }' traced/$solver/collisions.tsv)" ]
    done
    [ "$(sed 1d traced/impulse/contacts.tsv | cut -f 7 | sort -u)" = nan ]
    [ "$(wc -l < traced/heun/contacts.tsv)" -gt 900 ]
    "$carom" run 01-head-on --solver heun -o alone --set trace.contacts=1 > /dev/null
    cmp alone/heun/contacts.tsv traced/heun/contacts.tsv
    # the next run removes it
    "$carom" compare 01-head-on --no-plots -o traced > /dev/null
    [ ! -e traced/heun/contacts.tsv ]
}

@test "trace: selects pairs and walls by name, with the contact numbers of collisions.tsv" {
    "$carom" run 04-break --solver impulse -o out --set duration_s=2 --set 'trace.contacts=[[left, cue], [cue, rack1]]' > /dev/null
    awk -F '\t' 'NR > 1 && $3 == "cue" && ($4 == "left" || $4 == "rack1") || $3 == "rack1" && $4 == "cue" { print NR - 1, $1, $3, $4 }' \
        out/impulse/collisions.tsv > want
    awk -F '\t' 'NR > 1 && NR % 2 == 0 { print $1, $2, $3, $4 }' out/impulse/contacts.tsv > got
    [ -s want ]
    cmp want got
    # the manifest contains the trace key
    grep -q 'trace: { contacts: \[\[\\"left\\", \\"cue\\"\], \[\\"cue\\", \\"rack1\\"\]\] }' out/run.json
    "$carom" show 04-break --set trace.contacts=5 > shown.yaml
    grep -q 'trace: { contacts: \["5"\] }' shown.yaml
    "$carom" show shown.yaml | cmp - shown.yaml
}

@test "trace: faulty keys are reported with their place" {
    run "$carom" run 01-head-on -o out --set 'trace.contacts=[[cue, eihgt]]'
    [ "$status" -eq 65 ]
    [[ "${lines[0]}" == *"trace.contacts[0]: found 'eihgt'; expected a ball, or a part of the wall: cue, eight, left, right, bottom, top; did you mean 'eight'?" ]]
    run "$carom" run 01-head-on -o out --set trace.contacts=some
    [ "$status" -eq 65 ]
    [[ "${lines[0]}" == *"trace.contacts: found 'some'; expected a number of contacts, from 1 to 1000000, or pairs of bodies: [[cue, eight], [cue, left]]" ]]
    [ ! -e out ]
}

# Prints a cell of the before/after table: ROW in the column of a solver.
cell() { # cell ROW COLUMN < OUTPUT
    awk -v row="$1" -v column="$2" '/ hits /{ inside = 1 } inside && index($0, row) == 1 { print $(NF - column) }'
}

@test "compare: a table of the only collision, ball by ball" {
    "$carom" compare 02-oblique-unequal --no-plots -o out > table
    grep -qx 'light hits heavy at t = 1.268 s (impulse)' table
    # v_n' = (m1 - m2)/(m1 + m2) v_n with m2 = 2 m1, at 30 degrees: cos 30/3; v_t stays sin 30; 4 columns follow before
    [ "$(cell 'light: v_n' 4 < table)" = 0.866 ]
    [ "$(cell 'light: v_n' 3 < table)" = -0.2887 ]
    [ "$(cell 'light: v_t' 3 < table)" = 0.5 ]
    [ "$(cell 'heavy: v_n' 3 < table)" = 0.5774 ]
    [ "$(cell 'heavy: v_t' 3 < table)" = 0 ]
    for column in 0 1 2 3 4; do [ "$(cell 'both: p_n' $column < table)" = 0.6495 ]; done
    [ "$(cell 'both: kinetic energy' 3 < table)" = 0.375 ]
    # no rows along t without motion there; no table for several collisions
    "$carom" compare 01-head-on --no-plots -o out > table
    grep -q ' hits ' table
    ! grep -q 'v_t' table || false
    [ ! -e out/heun/contacts.tsv ]
    ! "$carom" compare 09-cradle --no-plots -o out | grep ' hits ' || false
}

# a slides over b: J_n = 1 N s, J_t = 0.1 N s; u_t falls by 0.1 * 7, both spins by 0.1 * 0.1/0.004
@test "trace: with spin, slip and spins before and after, and whether the contact slid" {
    cat > rough.yaml <<'Y'
carom: 1
table: { boundary: open }
friction: 0.1
duration_s: 0.5
samples: 3
trace: { contacts: 1 }
balls:
  - { name: a, x_m: 1, y_m: 1.5, vx_mps: 1, vy_mps: 1, radius_m: 0.1, mass_kg: 1 }
  - { name: b, x_m: 1.2, y_m: 1.5, radius_m: 0.1, mass_kg: 1, spin_radps: 1 }
solvers:
  - { name: it, kind: impulse }
  - { name: steps, kind: stepped, step_s: 1e-4 }
  - { name: long, kind: oracle }
Y
    "$carom" run rough.yaml -o out > /dev/null
    for solver in it steps long; do
        [ "$(head -n 1 out/$solver/contacts.tsv)" = "$header$(printf '\tslip_mps\tspin_a_radps\tspin_b_radps\tsliding')" ]
        awk -F '\t' -v OFS='\t' 'function near(got, want) { if ((got - want) ^ 2 > 1e-6) { print NR, got, want; exit 1 } }
            NR == 2 { near($18, 1.1); near($19, 0); near($20, 1); near($21, 1) }
            NR == 3 { near($18, 0.4); near($19, -2.5); near($20, -1.5); near($21, 1) }
            END { exit NR != 3 }' out/$solver/contacts.tsv
    done
    "$carom" run rough.yaml -o out --set friction=0 --set balls.b.spin_radps=0 > /dev/null
    [ "$(head -n 1 out/it/contacts.tsv)" = "$header" ]
}

# Prints QUANTITY of SOLVER in out/run.json.
quantity() { # quantity SOLVER QUANTITY
    grep -o "\"name\": \"$1\".*" out/run.json | grep -o "\"$2\": [^,]*" | cut -d ' ' -f 2
}

@test "trace: force and speed of a pulse between the first two traced pairs" {
    cat > row.yaml <<'END'
carom: 1
table: { boundary: open }
duration_s: 0.02
samples: 11
groups: [ { kind: row, name: b, count: 9, x_m: 0, y_m: 0, radius_m: 0.0123, mass_kg: 0.0617, gap_m: 2.385e-4, moving: 1, vx_mps: 2.17 } ]
solvers:
  - { name: impulse, kind: impulse }
  - { name: springs, kind: penalty, integrator: rk4, contacts: located, flight: leap, stiffness_N_per_m: 3.1e9, theta: 0.02 }
trace: { contacts: [[b3, b4], [b7, b8]] }
END
    "$carom" run row.yaml -o out -q
    # rigid balls: v (1 + D/gap), and no force
    awk -v got="$(quantity impulse pulse_mps)" 'BEGIN { want = 2.17 * (1 + 0.0246 / 2.385e-4); exit !((got / want - 1) ^ 2 < 1e-20) }'
    [ "$(quantity impulse peak_force_N)" = null ]
    # separate pairs of springs: peak v sqrt(k m/2); the next contact begins half a contact's displacement, v t_c/2,
    # before the gap is crossed: a time of gap/v + (1/2) t_c for each ball
    awk -v f="$(quantity springs peak_force_N)" -v v="$(quantity springs pulse_mps)" 'BEGIN { pi = atan2(0, -1); w = sqrt(2 * 3.1e9 / 0.0617)
        F = 2.17 * 3.1e9 / w; V = (0.0246 + 2.385e-4) / (2.385e-4 / 2.17 + pi / w / 2)
        print f, F, v, V; exit !((f / F - 1) ^ 2 < 1e-12 && (v / V - 1) ^ 2 < 1e-12) }'
    # touching rigid balls: all at once, no speed; one pair: no speed either; the order of the pairs does not matter
    "$carom" run row.yaml -o out -q --set groups.0.gap_m=0
    [ "$(quantity impulse pulse_mps)" = null ]
    "$carom" run row.yaml -o out -q --set 'trace.contacts=[[b3, b4]]'
    [ "$(quantity springs pulse_mps)" = null ]
    first=$(quantity springs peak_force_N)
    "$carom" run row.yaml -o out -q --set 'trace.contacts=[[b8, b7], [b4, b3]]'
    [ "$(quantity springs peak_force_N)" = "$first" ]
}

@test "trace: a comparison that stores only the ends of a contact has no peak force" {
    "$carom" compare 01-head-on -o out --no-plots > table
    ! grep -q 'peak force' table || false
    "$carom" compare 01-head-on -o out --no-plots --set trace.contacts=[1] > table
    grep -Eq '^peak force \(N\) +- +[1-9]' table
}

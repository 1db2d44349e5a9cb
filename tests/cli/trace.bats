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
    # the trace works without the collision log
    "$carom" run 01-head-on --no-collisions --solver heun -o alone --set trace.contacts=1 > /dev/null
    [ ! -e alone/heun/collisions.tsv ]
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
    # no rows along t without motion there; no table for several collisions or without the log
    "$carom" compare 01-head-on --no-plots -o out > table
    grep -q ' hits ' table
    ! grep -q 'v_t' table || false
    [ ! -e out/heun/contacts.tsv ]
    ! "$carom" compare 01-head-on --no-plots --no-collisions -o out | grep ' hits ' || false
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

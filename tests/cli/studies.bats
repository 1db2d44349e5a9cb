#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Studies say only what is so: what fan, diverge, transfer, reverse, compare and explain print is held to what happens.

load common

setup() {
    begin
}

teardown() {
    rm -rf "$work"
}

# ---- fan ----

@test "fan: springs are read off when the impact is over, before the next one" {
    cat > line.yaml <<'Y'
carom: 1
table: { boundary: open }
duration_s: 1
balls:
  - { name: a, x_m: 0.3, y_m: 0, vx_mps: 1, radius_m: 0.0286 }
  - { name: b, x_m: 0.6, y_m: 0, radius_m: 0.0286 }
  - { name: c, x_m: 0.68, y_m: 0, radius_m: 0.0286 }
solvers: [ { kind: impulse } ]
Y
    run "$carom" fan line.yaml -o out --no-plots
    [ "$status" -eq 0 ]
    # b has 1 m/s whoever resolves it: every way, springs too, leads to the one outcome
    [[ "$output" == *"2 balls meet at t = 0.2428 s: 1 outcome from"* ]]
    [[ "$output" == *"b                (+1.000000000, +0.000000000) m/s"* ]]
    awk -F'\t' 'NR > 1 && $4 == "b" && ($8 - 1)^2 > 1e-16 { exit 1 }' out/fan.tsv
    # 2 policies one after the other, 2 at once, 2 orders, 4 springs: the springs are there with friction too
    run timeout 20 "$carom" fan line.yaml -o out --no-plots --set rolling_resistance=0.01
    [ "$status" -eq 0 ]
    [[ "$output" == *"generalized_reflections (and 9 more)"* ]]
}

@test "fan: gravity adds nothing to an instant" {
    cat > fall.yaml <<'Y'
carom: 1
table: { width_m: 2, height_m: 4 }
gravity_mps2: [0, -9.81]
duration_s: 1
balls:
  - { name: large, x_m: 1, y_m: 0.6, radius_m: 0.1, mass_kg: 1 }
  - { name: small, x_m: 1, y_m: 0.75, radius_m: 0.05, mass_kg: 0.25 }
solvers: [ { kind: impulse } ]
Y
    run "$carom" fan fall.yaml -o out --no-plots
    [ "$status" -eq 0 ]
    # v = sqrt(2 g 0.5 m); springs in a touching stack (PHYSICS: 1.1886 and 0.9470 of it, any k)
    awk -F'\t' 'BEGIN { v = sqrt(2 * 9.81 * 0.5) }
                $2 ~ /^springs/ && $4 == "small" && ($9 / v - 1.1886)^2 > 1e-8 { exit 1 }
                $2 ~ /^springs/ && $4 == "large" && ($9 / v - 0.9470)^2 > 1e-8 { exit 1 }
                $2 ~ /^springs/ { n++ } END { if (n < 2) exit 1 }' out/fan.tsv
}

@test "fan: what touches from the start is resolved, not listed as it comes in" {
    cat > touching.yaml <<'Y'
carom: 1
duration_s: 1
balls:
  - { name: a, x_m: 1.15, y_m: 0.5, vx_mps: 1, radius_m: 0.25 }
  - { name: b, x_m: 1.65, y_m: 0.5, radius_m: 0.25 }
solvers: [ { kind: impulse } ]
Y
    run "$carom" fan touching.yaml -o out --no-plots
    [ "$status" -eq 0 ]
    [[ "$output" == *": 1 outcome from"* ]]
    [[ "$output" == *"b                (+1.000000000, +0.000000000) m/s"* ]]
}

@test "fan: a policy that collapses is one row without an outcome, and the others stand" {
    run "$carom" fan 04-break -o out --no-plots
    [ "$status" -eq 0 ]
    [[ "$output" == *"16 balls meet"* ]]
    [[ "$output" == *"no outcome: inelastic collapse"* ]]
    [[ "$output" == *"newton_lcp"* ]]
    [ "$(awk -F'\t' '$8 == "nan" { print $2 }' out/fan.tsv | sort -u | wc -l)" -eq 1 ]
    awk -F'\t' '$2 == "springs of 1e+12 N/m" { n++ } END { exit n != 16 }' out/fan.tsv
}

#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# density_kgpm3, drag and g_mps2 on the command line: sweeps, canonical form, errors with their place.

load common
setup() {
    begin
    cat > ball.yaml <<'Y'
carom: 1
table: { boundary: open }
rolling_resistance: 0.01
drag: { ball_kgpm3: 1700 }
duration_s: 30
balls:
  - { name: cue, x_m: 0, y_m: 0, vx_mps: 2, density_kgpm3: 1700 }
groups:
  - { kind: row, name: steel, x_m: 0, y_m: 5, count: 2, density_kgpm3: 7850 }
solvers: [ { kind: impulse } ]
sweep:
  parameters: [ { key: drag.c_d, values: [0, 0.47] }, { key: g_mps2, values: [9.80665, 1.62] } ]
  collect: [cue.x_m]
Y
}
teardown() { rm -rf "$work"; }

@test "density: a sweep over c_d and g, against ln(1 + b v^2/a)/(2 b)" {
    "$carom" sweep ball.yaml --no-plots --set duration_s=150 -o s > /dev/null
    awk -F '\t' 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        { a = 0.01 * $at["g_mps2"]; b = 3 * 1.2 * $at["drag.c_d"] / (8 * 1700) / 0.028575
          want = b > 0 ? log(1 + b * 4 / a) / (2 * b) : 4 / (2 * a)
          rows++; if (($at["cue.x_m"] - want) ^ 2 > (1e-12 * want) ^ 2) { print $0, want; bad = 1 } }
        END { exit bad || rows != 4 }' s/sweep.tsv
}

@test "density: show prints masses and f_d, which read back" {
    "$carom" show ball.yaml > once.yaml
    "$carom" show once.yaml > twice.yaml
    cmp once.yaml twice.yaml
    grep -q '^air_drag: 0.000124411' once.yaml
    grep -q 'mass_kg: 0.16614843' once.yaml
    grep -c 'mass_kg: 0.76721' once.yaml | grep -qx 2
    run grep -E '^drag|density' once.yaml
    [ "$status" -eq 1 ]
    # without ball_kgpm3 each ball has its own density: drag decelerates steel less
    "$carom" show ball.yaml --set 'drag={ c_d: 0.47 }' | grep -c 'air_drag: 2.694' | grep -qx 2
}

@test "density: together with a mass or air_drag it is rejected" {
    run "$carom" show ball.yaml --set balls.cue.mass_kg=0.17
    [ "$status" -eq 65 ]
    [[ "$output" == *"ball.yaml:7:"*"density_kgpm3: given together with 'mass_kg'"* ]]
    run "$carom" show ball.yaml --set air_drag=0.001
    [ "$status" -eq 65 ]
    [[ "$output" == *"air_drag: given together with 'drag'"* ]]
    run "$carom" show ball.yaml --set drag.air=1
    [ "$status" -eq 65 ]
    [[ "$output" == *"drag.air: unknown key; did you mean 'air_kgpm3'?"* ]]
    "$carom" list keys | grep -q '^  g_mps2 .*default 9.80665'
    "$carom" list groups | grep -c '^      density_kgpm3 ' | grep -qx 4
}

#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# carom card: the expected values against the arbitrary-precision reference, the grades, and engines that fail or hang.

load common
setup() { begin; }
teardown() { rm -rf "$work"; }

cells() { columns out/card/card.tsv kind verdict scene quantity value | sort; }

@test "card: the arbitrary-precision reference and the impulse solver have the expected values" {
    "$carom" card impulse oracle --no-plots > /dev/null
    cells > cells.txt
    cat cells.txt
    # rigid balls have another value for touching spheres
    [ "$(grep -c '^impulse exact' cells.txt)" -eq 14 ]
    grep -q '^impulse off cradle touching' cells.txt
    [ "$(grep -c "^oracle exact" cells.txt)" -eq 14 ]
}

@test "card: elastic spheres reverse the striker of a touching cradle by the expected speed" {
    cat > cradle.yaml <<'Y'
carom: 1
table: { boundary: open }
duration_s: 1
samples: 2
balls:
  - { name: a, x_m: -1.33, y_m: 0, vx_mps: 10, radius_m: 0.5, mass_kg: 1 }
  - { name: b, x_m: 0, y_m: 0, radius_m: 0.5, mass_kg: 1 }
  - { name: c, x_m: 1, y_m: 0, radius_m: 0.5, mass_kg: 1 }
solvers:
  - { name: hertz, kind: penalty, law: hertz, stiffness_N_per_m1p5: 1e8, integrator: rk4, contacts: located, theta: 0.01 }
checks:
  - { kind: column, file: trajectory, column: vx_mps, ball: a, equals: -0.7095235365, within: 1e-6 }
Y
    "$carom" check cradle.yaml
}

@test "card: grades follow the error over the scale, and springs on the grid fail the derivative" {
    "$carom" card penalty --no-plots > card.txt
    grep '^penalty' card.txt
    awk -F '\t' 'NR > 1 { scale = $2 == "oblique" ? 90 : ($2 == "thin post" ? 100 : ($2 ~ /bounces|order|derivative/ ? 1 : 10))
        error = ($4 - $5) / scale; error = error < 0 ? -error : error
        want = error <= 1e-6 ? "exact" : (error <= 1e-2 ? "close" : (error <= 0.1 ? "off" : "wrong"))
        if (want != $6) { print $0, want; bad = 1 } }
        END { exit bad || NR != 31 }' out/card/card.tsv
    cells | grep -q '^penalty wrong derivative'   # the default: contacts on the grid of steps
    cells | grep -q '^penalty exact derivative'   # with event location
}

@test "card: TAP has a line for each value, JSON a row" {
    "$carom" card stepped --tap --no-plots > tap.txt
    grep -qx '1..15' tap.txt
    [ "$(grep -c '^ok\|^not ok' tap.txt)" -eq 15 ]
    grep -qx 'not ok 15 - stepped, defaults: derivative: one bounce' tap.txt
    ! grep -q '^head-on' tap.txt || false
    [ "$("$carom" card stepped --json --no-plots | jq '.card | length')" -eq 15 ]
}

@test "card: an unknown kind is an error" {
    run "$carom" card nosuch
    echo "$output"
    [ "$status" -eq 65 ]
    has 'nosuch: unknown kind of solver'
    [ ! -e out ]
}

@test "card: an engine that crashes fails, one that hangs is stopped at the limit" {
    export CAROM_ENGINES="$root/build/engines/mock"
    [ -e "$CAROM_ENGINES/mock.so" ] || skip "the mock is not built: make build/engines/mock/mock.so"
    MOCK_STEPS=crashes "$carom" card mock --no-plots > card.txt
    grep -q '^mock, defaults: 2 refused, 13 failed' card.txt
    grep -q 'the engine mock has ended itself' out/card/card.tsv
    MOCK_STEPS=hangs timeout 60 "$carom" card mock --set limit_s=0.05 --no-plots > card.txt
    grep -q '^mock, defaults: 15 slow' card.txt
}

@test "card: ODE solves the contacts of a touching cradle together" {
    export CAROM_ENGINES="$root/build/engines"
    [ -e "$CAROM_ENGINES/ode.so" ] || skip "libode-dev is not installed"
    "$carom" card ode --no-plots > card.txt
    grep '^ode' card.txt
    # a linear complementarity problem gives (-1/3, 2/3, 2/3) of the speed; contacts at the ends of steps give slope +1
    awk -F '\t' '$7 == "defaults" && $2 == "cradle touching" { cradle = $4 } $7 == "defaults" && $2 == "derivative" { slope = $4 }
        END { print cradle, slope; exit !((cradle + 10 / 3) ^ 2 < 1e-4 && (slope - 1) ^ 2 < 1e-6) }' out/card/card.tsv
    grep -q 'its manual puts speed and stability before physical accuracy' card.txt
}

@test "card: the figure names every solver" {
    has_gnuplot || skip "gnuplot is not installed"
    "$carom" card impulse stepped > /dev/null
    grep -q '>Impulse<' out/card/card.svg
    grep -q '>Stepped<' out/card/card.svg
    grep -q 'Solvers of carom at default settings' out/card/card.svg
}

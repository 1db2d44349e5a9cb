#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# What takes comparisons apart: diverge, converge, reverse, statistics, transfer.

setup() {
    root="$BATS_TEST_DIRNAME/../.."
    carom="${CAROM:-$root/build/carom}"
    work="$(mktemp -d)"
    cd "$work"
    cat > two.yaml <<'Y'
carom: 1
title: Two balls
table: { boundary: open }
duration_s: 1
samples: 21
balls:
  - { name: cue, x_m: 0, y_m: 0, vx_mps: 1 }
  - { name: eight, x_m: 0.3, y_m: 0.01 }
solvers:
  - { name: impulse, kind: impulse }
  - { name: heun, kind: penalty, integrator: heun, stiffness_N_per_m: 1.0e5, theta: 0.1 }
  - { name: euler, kind: penalty, integrator: euler, stiffness_N_per_m: 1.0e5, theta: 0.1 }
Y
}

teardown() { rm -rf "$work"; }

has_gnuplot() { command -v gnuplot >/dev/null 2>&1; }

@test "diverge: the parts of every pair, the controls, the sentence" {
    run "$carom" diverge two.yaml -o out --no-plots
    [ "$status" -eq 0 ]
    [[ "$output" == *"heun against impulse: until "*"the difference is the model"* ]]
    [[ "$output" == *"first mismatch: none"* ]]
    [ "$(head -n 1 out/parts.tsv)" = "$(printf 't_s\tsolver\treference\tcontrol_m\traw_m\tmodel_m\tmethod_m\tballs\tfollowed_m\tlag_m\tturn_m\twithout_lag_m\trest_m')" ]
    [ "$(wc -l < out/parts.tsv)" -eq 64 ]
    [ "$(wc -l < out/parts_by_ball.tsv)" -eq 127 ]
    [ "$(wc -l < out/pairs.tsv)" -eq 4 ]
    [ "$(wc -l < out/horizons.tsv)" -eq 13 ]
    "$carom" diverge two.yaml -o other --no-plots --jobs 5 > /dev/null
    cmp out/parts.tsv other/parts.tsv
    cmp out/controls.tsv other/controls.tsv
    run "$carom" diverge two.yaml --solver nobody
    [ "$status" -eq 2 ]
    has_gnuplot || skip "no gnuplot"
    "$carom" diverge two.yaml -o out
    [ -s out/parts-heun.png ] && [ -s out/parts-euler.svg ] && [ -s out/controls.pdf ]
}

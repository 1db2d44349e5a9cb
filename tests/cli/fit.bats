#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# carom fit: least squares of keys to a recording.

load common

setup() { begin; }
teardown() { cd /; rm -rf "$work"; }

near() { awk -v a="$1" -v b="$2" -v d="$3" 'BEGIN { exit !(a - b <= d && b - a <= d) }' || { echo "$1 instead of $2 +- $3"; return 1; }; }

drop() { # drop.yaml and film.tsv: a ball bounces, recorded from a run with e = 0.83; more solvers come from standard input
    cat > drop.yaml <<'Y'
carom: 1
table: { width_m: 1, height_m: 1 }
gravity_mps2: [0, -9.81]
restitution: 0.83
duration_s: 0.6
samples: 145
balls:
  - { name: ball, x_m: 0.2, y_m: 0.31, vx_mps: 0.35, radius_m: 0.02, mass_kg: 0.05 }
solvers:
  - { name: impulse, kind: impulse }
Y
    "$carom" run drop.yaml -o run > /dev/null
    # errors of +-0.3 mm in a fixed sequence
    columns run/impulse/trajectory.tsv t_s x_m y_m | awk 'BEGIN { OFS = "\t"; print "t_s", "x_m", "y_m" }
        { printf "%.9g\t%.9g\t%.9g\n", $1, $2 + 3e-4 * sin(7.1 * NR), $3 + 3e-4 * sin(11.3 * NR) }' > film.tsv
    sed -i 's/restitution: 0.83/restitution: 0.7/; s/vx_mps: 0.35/vx_mps: 0.3/' drop.yaml
    cat >> drop.yaml
    cat >> drop.yaml <<'Y'
  - { name: film, kind: recorded, file: film.tsv, sigma_m: 3e-4 }
fit: { by: [restitution, balls.ball.vx_mps], to: film }
Y
}

@test "fit: a recorded bounce, with the records and the sentence about both models" {
    drop <<'Y'
  - { name: springs, kind: penalty, integrator: rk4, contacts: located, flight: leap, contact_time_s: 5e-5 }
Y
    run "$carom" fit drop.yaml -o out
    [ "$status" -eq 0 ]
    has "Fit to film: 290 coordinates of 145 positions, sigma_m = 0.0003 m"
    has "Differences below 9 are not significant here: these data cannot tell the models apart."
    for solver in impulse springs; do
        near "$(columns out/fit.tsv solver key value | awk -v s=$solver '$1 == s && $2 == "restitution" { print $3 }')" 0.83 2e-3
        near "$(columns out/fit.tsv solver key value | awk -v s=$solver '$1 == s && $2 != "restitution" { print $3 }')" 0.35 1e-3
    done
    [ "$(columns out/fit-residuals.tsv solver | wc -l)" -eq 290 ]
    # chi-square is the sum of the squares of the residuals
    near "$(columns out/fit-residuals.tsv solver residual_x residual_y | awk '$1 == "impulse" { s += $2 * $2 + $3 * $3 } END { printf "%.10g", s }')" \
        "$(columns out/fit.tsv solver chi_square | awk '$1 == "impulse" { print $2; exit }')" 1e-6
}

@test "fit: options of the command replace the keys of the scenario" {
    drop < /dev/null
    run "$carom" fit drop.yaml -o out --no-plots --set fit.by=balls.ball.vx_mps --set fit.to=film --set restitution=0.83
    [ "$status" -eq 0 ]
    [ "$(columns out/fit.tsv key)" = balls.ball.vx_mps ]
    run "$carom" fit drop.yaml -o out --no-plots --set fit.to=impulse
    [ "$status" -eq 65 ]
    has "impulse is not a recording"
    "$carom" show drop.yaml | grep -qF 'fit: { by: ["restitution", "balls.ball.vx_mps"], to: "film" }'
    ! "$carom" show 01-head-on | grep -q '^fit' || false
}

@test "fit: an outlier is named, and the errors are no longer trusted" {
    drop < /dev/null
    awk 'BEGIN { FS = OFS = "\t" } NR == 82 { $3 += 0.007 } { print }' film.tsv > new && mv new film.tsv
    run "$carom" fit drop.yaml -o out --no-plots
    [ "$status" -eq 0 ]
    has "Outliers: ball at t = 0.333333"
    has "too large for chance"
}

@test "fit: solvers without usable derivatives are refused with the reason" {
    drop <<'Y'
  - { name: grid, kind: penalty, integrator: rk4, contact_time_s: 1e-3 }
  - { name: ends, kind: penalty, integrator: rk4, flight: leap, contact_time_s: 1e-3 }
  - { name: first, kind: penalty, integrator: euler, contacts: located, contact_time_s: 1e-3 }
  - { name: game, kind: stepped }
Y
    run "$carom" fit drop.yaml -o out --no-plots
    [ "$status" -eq 0 ]
    for solver in grid ends first game; do
        has "$solver: no result: refused: contacts begin or end on a grid of time steps"
        [ "$(columns out/fit.tsv solver value | awk -v s=$solver '$1 == s { print $2 }' | sort -u)" = nan ]
    done
    run "$carom" fit drop.yaml -o out --no-plots --solver grid
    [ "$status" -eq 65 ]
    has "no solver could be fitted"
}

@test "fit: messages without keys, with wrong keys and without a recording" {
    drop < /dev/null
    sed -i '/^fit:/d' drop.yaml
    run "$carom" fit drop.yaml
    [ "$status" -eq 65 ]
    has "by: no key; expected fit.by=KEY[,KEY...] such as balls.ball.vx_mps,restitution"
    run "$carom" fit drop.yaml --set fit.by=balls.ball.vxx
    [ "$status" -eq 65 ]
    run "$carom" fit drop.yaml --set fit.by=balls.ball.mass_kg
    [ "$status" -eq 65 ]
    has "balls.ball.mass_kg has no effect on the recorded positions"
    run "$carom" fit drop.yaml --set fit.by=restitution,solvers.0.cluster_time_s
    [ "$status" -eq 65 ]
    has "expected solvers.NAME.KEY with the name of a solver"
    run "$carom" fit drop.yaml --set fit.by=restitution --set solvers.film.sigma_m=0
    [ "$status" -eq 65 ]
    has "sigma_m of film is missing or 0; set it"
    run "$carom" fit 01-head-on --set fit.by=restitution
    [ "$status" -eq 65 ]
    has "no recording; expected a solver of kind: recorded"
}

@test "fit: the shipped student's ball prefers e that falls with speed" {
    run "$carom" fit 27-measured/student -o out --no-plots
    [ "$status" -eq 0 ]
    has "These data prefer power to constant."
    near "$(columns out/fit.tsv key value | awk '$1 == "solvers.power.exponent" { print $2 }')" 0.166 5e-4
}

#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Measured points of a sweep: reading, chi-square per point, the check and the figure. A ball hits a wall with restitution e at 1 m/s
# and leaves with -e m/s, so the curve of the impulse solver is y = -e exactly.
load common

setup() {
    begin
    cat > scene.yaml << 'SCENE'
carom: 1
title: A ball hits a wall
table: { width_m: 2, height_m: 1 }
duration_s: 1
samples: 11
balls:
  - { name: a, x_m: 1.5, y_m: 0.5, vx_mps: 1, radius_m: 0.05, mass_kg: 0.2 }
solvers:
  - { name: impulse, label: Impulse, kind: impulse }
sweep:
  parameters: [ { key: restitution, from: 0.2, to: 1, count: 5 } ]
  collect: [a.vx_mps, energy_residual_rel]
  data: data.tsv
checks:
  - { kind: data, within_sigma: 2 }
SCENE
    points '0.3 0 -0.31 0.01 steel' '0.5 0.03 -0.46 0.04 steel' '0.8 0 -0.86 0.02 glass' '1.2 0 -1.2 0.1 glass'
}

teardown() { rm -rf "$work"; }

exits() { # exits STATUS ARGUMENT...: runs carom
    local want=$1; shift
    run "$carom" "$@"
    [ "$status" -eq "$want" ] || { echo "status $status, want $want: $output"; return 1; }
}

points() { # points 'X X_ERROR Y Y_ERROR SERIES'...: data.tsv
    printf 'x\tx_error\ty\ty_error\tseries\tsource\n' > data.tsv
    for row; do printf '%s\tby hand\n' "$(echo "$row" | tr ' ' '\t')"; done >> data.tsv
}

cell() { # cell SERIES COLUMN: of sweep-data.tsv, for the impulse solver
    awk -F'\t' -v series="$1" -v column="$2" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
        $at["solver"] == "impulse" && $at["series"] == series { print $at[column] }' "${3:-out}/sweep-data.tsv"
}

near() { # near GOT WANT TOLERANCE
    awk -v got="$1" -v want="$2" -v tol="$3" 'BEGIN { d = got - want; if (d < 0) d = -d; if (got == "" || !(d <= tol)) { print "got " got ", want " want " +- " tol; exit 1 } }'
}

@test "chi-square per point equals the closed form, with errors in x and y" {
    exits 0 sweep scene.yaml -o out
    # steel: (-0.01/0.01)^2 and (0.04/0.05)^2, where 0.05^2 = 0.04^2 + 0.03^2; glass: (-0.06/0.02)^2. 17 digits of the sums: 1e-12
    near "$(cell steel chi_square_per_point)" 0.82 1e-12
    near "$(cell glass chi_square_per_point)" 9 1e-12
    near "$(cell '*' chi_square_per_point)" "$(echo '10.64/3' | bc -l)" 1e-12
    near "$(cell '*' largest_sigma)" -3 1e-12
    [ "$(cell '*' largest_series)" = glass ]
    [ "$(cell '*' points) $(cell '*' outside) $(cell '*' unknown)" = "3 1 0" ]
    has "all series: chi-square per point 3.55 (3 points, 1 +- 0.82 expected), largest deviation -3.00 sigma at x = 0.8; not compared: 1 outside"
}

@test "points are compared as figures show the quantity, and with the quantity that they name" {
    points '0.3 0 0.31 0.01 steel'
    "$carom" sweep scene.yaml --no-plots -o out --set sweep.shown_as=-x
    near "$(cell steel largest_sigma)" 1 1e-12
    # at a point of the sweep, f' of e^2 is 1.2 between the neighbours 0.4 and 0.8, and sigma = sqrt(0.05^2 + (1.2*0.1)^2) = 0.13
    points '0.6 0.1 0.49 0.05 steel'
    "$carom" sweep scene.yaml --no-plots -o out --set sweep.shown_as=x^2
    near "$(cell steel largest_sigma)" 1 1e-12
    printf 'x\tx_error\ty\ty_error\tseries\tsource\tquantity\n0.3\t0\t0\t1\tsteel\tby hand\tenergy_residual_rel\n' > data.tsv
    "$carom" sweep scene.yaml --no-plots -o out
    [ "$(cut -f 1 out/sweep-data.tsv | tail -n 1)" = energy_residual_rel ]
    near "$(cell steel chi_square_per_point)" 0 1e-12
    points '0.3 0 -0.3 0 steel'
    "$carom" sweep scene.yaml --no-plots -o out
    [ "$(cell steel points) $(cell steel unknown) $(cell steel chi_square_per_point)" = "0 1 nan" ]
}

@test "a point at 3 sigma fails within 2 and passes within 4; the verdict names it" {
    exits 1 check scene.yaml -o out
    [[ $output == *"FAIL  data (impulse)"*"largest deviation in sigmas of 3 points, at x = 0.8 (glass); chi-square per point 3.55; not compared: 1 outside"* ]]
    exits 0 check scene.yaml -o out --set checks.0.within_sigma=4
    exits 0 check scene.yaml -o out --set checks.0.series=steel
    has "PASS  data series steel (impulse)"
    points '1.2 0 -1.2 0.1 glass'
    exits 1 check scene.yaml -o out
    has "no measured point lies within the swept range"
}

@test "a check of records reads sweep.tsv" {
    "$carom" sweep scene.yaml --no-plots -o swept
    exits 1 check scene.yaml --records swept
    has "chi-square per point 3.55"
    "$carom" run scene.yaml -o once
    exits 0 check scene.yaml --records once
    has SKIP
}

rejects() { # rejects TEXT: sweep and check refuse the data with this message, before they run anything
    exits 65 sweep scene.yaml -o new
    has "$1"
    exits 65 check scene.yaml -o new
    [[ $output == *"scene.yaml:15:"*"$1"* ]] || { echo "$output"; return 1; }
    [ ! -e new ]
}

@test "faulty data are refused with file, line and column" {
    printf 'x\tx_error\ty\ty_error\tseries\tsource\n0.3\t0\t-0.3\t0.1\tsteel\t\n' > data.tsv
    rejects "data.tsv:2:22: source: found ''"
    points '0.3 0 -0.3 0.1 steel' '0.4 0 low 0.1 steel'; rejects "data.tsv:3:7: y: found 'low'; expected a finite number"
    points '0.3 -1 -0.3 0.1 steel'; rejects "data.tsv:2:5: x_error: found '-1'; expected a number >= 0"
    points '0.3 0 -0.3 -0.1 steel'; rejects "data.tsv:2:12: y_error: found '-0.1'"
    points; rejects "data.tsv:2:1: no measured points"
    printf 'x\ty\ty_error\tseries\tsource\n0.3\t0.3\t0.1\tsteel\tme\n' > data.tsv; rejects "data.tsv:1:1: no column 'x_error'"
    points 1\ 0\ 1\ 1\ {a,b,c,d,e,f,g,h,i}; rejects "data.tsv:10:9: series: found 'i'; expected at most 8"
    printf 'x\tx_error\ty\ty_error\tseries\tsource\tquantity\n0.3\t0\t0\t1\ts\tme\tlag\n' > data.tsv; rejects "data.tsv:2:16: quantity: found 'lag'"
    rm data.tsv
    exits 66 check scene.yaml -o new
    exits 66 sweep scene.yaml -o new
    [[ $output == *"cannot read"*data.tsv* ]]
}

@test "keys that contradict the data are refused" {
    points '0.3 0 -0.3 0 steel' '0.4 0 -0.4 0.1 glass'
    exits 65 check scene.yaml -o new
    has "data.tsv:2: y_error is 0"
    exits 0 check scene.yaml -o new --set checks.0.series=glass
    exits 65 check scene.yaml -o new --set checks.0.series=wood
    has "has no series 'wood'"
    exits 65 check scene.yaml -o new --set sweep.data=
    has "expected sweep.data"
    sed -i 's,from: 0.2.*count: 5,values: [low\, high],' scene.yaml
    exits 65 sweep scene.yaml -o new
    has "sweep.data: measured points need one parameter with numbers"
}

@test "the data are found beside the scenario, and in JSON" {
    mkdir -p elsewhere
    (cd elsewhere && "$carom" sweep ../scene.yaml --no-plots -o ../out)
    "$carom" sweep scene.yaml --no-plots -o out --json > out.json
    python3 -c 'import json; d = json.load(open("out.json")); assert len(d["sweep"]) == 5 and d["data"][0]["points"] == 3'
}

@test "the figure has the points" {
    has_gnuplot || skip "no gnuplot"
    ! sanitized || skip "long with sanitizers; make nightly runs it"
    "$carom" sweep scene.yaml -o out
    grep -q '>steel<' out/sweep-a-vx_mps.svg
    ! grep -q '>steel<' out/sweep-energy_residual_rel.svg || false
    # the key of a figure has its own series only, numbered from its first
    printf 'x\tx_error\ty\ty_error\tseries\tsource\tquantity\n0.3\t0\t-0.3\t1\tsteel\tme\ta.vx_mps\n0.3\t0\t0\t1\tglass\tme\tenergy_residual_rel\n' > data.tsv
    "$carom" sweep scene.yaml -o two
    grep -q '>steel<' two/sweep-a-vx_mps.svg
    ! grep -q '>glass<' two/sweep-a-vx_mps.svg || false
    grep -q '>glass<' two/sweep-energy_residual_rel.svg
    ! grep -q '>steel<' two/sweep-energy_residual_rel.svg || false
    points '0.3 0 -0.31 0.01 steel' '0.5 0.03 -0.46 0.04 steel' '0.8 0 -0.86 0.02 glass' '1.2 0 -1.2 0.1 glass'
    rm out/*.png
    "$carom" plot out
    [ -s out/sweep-a-vx_mps.png ]
    "$carom" sweep scene.yaml -o zero --set sweep.collect='[a.vx_mps]' --set sweep.together='velocity (m/s)'
    grep -q '>steel<' zero/sweep-together.svg
}

@test "a copy of the scenario has its data, and keeps a file that is there" {
    mkdir copies
    exits 0 new copies/mine --from scene.yaml
    has "created copies/data.tsv, its measured points"
    cmp data.tsv copies/data.tsv
    exits 0 sweep copies/mine.yaml -o out
    echo kept > copies/data.tsv
    exits 0 new copies/again --from scene.yaml
    [ "$(cat copies/data.tsv)" = kept ]
    sed -i 's,data: data,data: ./data,' scene.yaml
    exits 0 new copies/third --from scene.yaml
    has "relative to the original"
}

@test "error bars down to 0 leave a linear axis linear and a logarithmic one logarithmic" {
    has_gnuplot || skip "no gnuplot"
    ! sanitized || skip "long with sanitizers; make nightly runs it"
    points '0.3 0 -0.3 0.3 steel'
    "$carom" sweep scene.yaml --no-plots -o out --set sweep.shown_as=-x
    grep -q '^count	LOGY	0' out/sweep.figures.tsv
    points '0.3 0 0.001 0.3 steel'
    "$carom" sweep scene.yaml --no-plots -o out --set 'sweep.shown_as=(0-x)^8'
    grep -q '^count	LOGY	1' out/sweep.figures.tsv
}

@test "of means over seeds, the standard error counts too" {
    cat > gas.yaml << 'SCENE'
carom: 1
title: Collisions of a gas
table: { width_m: 1, height_m: 1, boundary: periodic }
duration_s: 0.2
samples: 3
groups: [ { kind: gas, count: 9, packing_fraction: 0.3, temperature_J: 0.5, mass_kg: 0.1 } ]
solvers: [ { name: impulse, kind: impulse } ]
sweep:
  parameters: [ { key: restitution, from: 0.5, to: 1, count: 3 }, { key: groups.0.seed, scale: seeds, count: 4 } ]
  collect: [kinetic_J]
  data: data.tsv
checks: [ { kind: data, within_sigma: 1e6 } ]
SCENE
    points '0.6 0 1 0.01 gas'
    "$carom" sweep gas.yaml --no-plots -o out
    # halfway weights of the neighbours 0.5 and 0.75: 0.6 and 0.4
    want=$(awk -F'\t' '$1 == 0.5 { f += 0.6 * $3; e += 0.6 * $4 } $1 == 0.75 { f += 0.4 * $3; e += 0.4 * $4 } END { printf "%.15g", (1 - f) / sqrt(0.01 ^ 2 + e ^ 2) }' out/sweep-curves.tsv)
    near "$(cell gas largest_sigma)" "$want" 1e-9
    awk -F'\t' '$1 == 0.5 { exit !($4 > 0.001) }' out/sweep-curves.tsv
    exits 0 check gas.yaml -o checked
    has "$(echo "$want" | cut -c 1-8)"
}

@test "an interrupted check ends with status 130" {
    sed -i 's/count: 5/count: 100000/' scene.yaml
    "$carom" check scene.yaml -o out > printed 2>&1 &
    pid=$!
    await [ -e out/summary.tsv ]
    kill -INT $pid
    status=0; wait $pid || status=$?
    [ "$status" -eq 130 ] || { cat printed; false; }
}

#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# A signal ends every command within a second, with its own status, without empty folders or temporary files.

load common

limit_ms=3000 # a second, with a margin for busy machines

setup() {
    begin
    cat > long.yaml <<'Y'
carom: 1
duration_s: 5000
samples: 11
balls: [ { name: cue, x_m: 0.6, y_m: 0.63, vx_mps: 1 } ]
groups: [ { name: g, kind: rack, x_m: 1.2, y_m: 0.635, rows: 4 } ]
solvers:
  - { name: impulse, kind: impulse }
  - { name: heun, kind: penalty, stiffness_N_per_m: 1e5, step_s: 1e-6 }
reference: impulse
checks: [ { quantity: energy_residual_rel, max: 1 } ]
Y
    cat > lonely.yaml <<'Y' # two balls that never collide
carom: 1
table: { boundary: periodic }
duration_s: 1e8
samples: 3
balls:
  - { name: a, x_m: 0.6, y_m: 0.3, vx_mps: 1, radius_m: 0.03, mass_kg: 0.2 }
  - { name: b, x_m: 1.6, y_m: 0.9, vx_mps: 0.7, radius_m: 0.03, mass_kg: 0.2 }
solvers: [ { name: impulse, kind: impulse } ]
Y
}

teardown() { cd / && rm -rf "$work"; }

# SIGNAL STATUS COMMAND...: sends SIGNAL when the command handles it and after $after (it must still run), and tests its status and
# limit_ms; a busy machine may exceed the limit, but not three times
after='sleep 0.2' by_default=
ends() {
    local signal=$1 expected=$2 begun status ms killer
    shift 2
    for _ in 1 2 3; do
        status=0
        # bash ignores SIGINT and SIGQUIT for background processes; env restores them
        env --default-signal=INT,QUIT,HUP "$@" > said 2>&1 3>&- & pid=$!
        [ "$by_default" ] || handles $pid "$signal" || { echo "ended by itself: $*"; cat said; return 1; }
        await $after
        kill -0 $pid || { echo "ended by itself: $*"; cat said; return 1; }
        begun=$(date +%s%N)
        kill -"$signal" $pid
        (sleep 20; kill -KILL $pid) 2> /dev/null 3>&- & killer=$!
        wait $pid 2> /dev/null || status=$?
        kill $killer 2> /dev/null
        ms=$(( ($(date +%s%N) - begun) / 1000000 ))
        echo "$*: $status after $ms ms"
        cat said
        [ "$status" -eq "$expected" ] || return 1
        [ "$ms" -ge "$limit_ms" ] || return 0
    done
    return 1
}

nothing_left() { # DIR
    ! find "$1" \( -name '.*.tmp' -o -name '.carom*' \) 2> /dev/null | grep . || return 1
    ! find "$1" -type d -empty 2> /dev/null | grep . || return 1
}

@test "SIGTERM ends a run, every study and a page within a second, status 143, without files" {
    for command in run compare check diverge converge statistics reverse lab; do
        ends TERM 143 "$carom" $command long.yaml -o out/deep/er
        grep -q interrupted said
        [ ! -e out ]
    done
    ends TERM 143 "$carom" fan lonely.yaml -o out
    [ ! -e out ]
    "$carom" check 05-time-step -o orders --set 'checks=[{quantity: collisions, min: 0}]' > /dev/null
    ends TERM 143 "$carom" check 05-time-step -o orders \
        --set 'checks=[{kind: order, of: step}, {kind: order, of: stiffness}]' --set convergence.phases=256
    # a hundred thousand clicks
    "$carom" run lonely.yaml -o clicks --set table.boundary=walls --set duration_s=3000 --set balls.0.vx_mps=40 --set balls.0.y_m=0.64 \
        --set balls.0.vy_mps=37 --set balls.1.vx_mps=29 > /dev/null
    ends TERM 143 "$carom" plot clicks --sound
    nothing_left .
}

@test "an interrupted sweep keeps its points and tells how to continue, as an interrupted check of data" {
    cat > grid.yaml <<'Y'
carom: 1
table: { width_m: 2, height_m: 1 }
duration_s: 1
samples: 11
balls: [ { name: a, x_m: 1.5, y_m: 0.5, vx_mps: 1, radius_m: 0.05, mass_kg: 0.2 } ]
solvers: [ { name: impulse, kind: impulse } ]
sweep: { parameters: [ { key: restitution, from: 0.2, to: 1, count: 100000 } ], collect: [a.vx_mps], data: data.tsv }
checks: [ { kind: data, within_sigma: 2 } ]
Y
    printf 'x\tx_error\ty\ty_error\tseries\tsource\n0.3\t0\t-0.3\t0.1\tsteel\tme\n' > data.tsv
    after="grep -qs impulse out/sweep.tsv"
    ends INT 130 "$carom" sweep grid.yaml --no-plots -o out
    grep -q "of 100000 points; --resume continues from there" said
    grep -q impulse out/sweep.tsv
    after="[ -e checked/summary.tsv ]"
    ends INT 130 "$carom" check grid.yaml -o checked
    nothing_left .
}

@test "SIGTERM ends drawing together with gnuplot" {
    "$carom" compare 01-head-on -o out --figures energy --format svg > /dev/null
    find out -type f -exec cksum {} + | sort > before
    mkdir bin # a gnuplot that takes long
    printf '#!/bin/sh\necho $$ > "%s"\nexec sleep 60\n' "$work/drawing" > bin/gnuplot
    chmod +x bin/gnuplot
    PATH="$PWD/bin:$PATH"
    after="[ -s drawing ]"
    for command in "plot out --figures=all" "plot out --film" "compare 01-head-on -o new"; do
        rm -f drawing
        # shellcheck disable=SC2086
        ends TERM 143 "$carom" $command
        ! kill -0 "$(cat drawing)" 2> /dev/null || false
        nothing_left out
    done
    find out -type f -exec cksum {} + | sort | cmp - before
}

@test "SIGTERM ends commands that only read or print, or wait for the reader of a pipe" {
    by_default=yes # where nothing handles it
    mkfifo scene pipe
    exec 4<> scene # open, but nothing is written
    for command in "show scene" "compare scene" "exercise show 01-head-on -o pipe"; do
        # shellcheck disable=SC2086
        ends TERM 143 "$carom" $command 4>&-
    done
    exec 4>&-
    [ -p pipe ]
}

@test "every signal has its status, and nohup protects from SIGHUP" {
    ends INT 130 "$carom" run long.yaml -o out
    ends HUP 129 "$carom" run long.yaml -o out
    ends QUIT 131 "$carom" run long.yaml -o out
    nohup "$carom" run long.yaml -o out > /dev/null 2>&1 3>&- & pid=$!
    handles $pid TERM
    kill -HUP $pid
    sleep 0.1
    kill -TERM $pid
    status=0
    wait $pid || status=$?
    [ "$status" -eq 143 ]
    [ ! -e out ]
}

@test "a reader that closes the pipe early causes no message" {
    for command in "list" "explain 04-break" "compare 01-head-on --no-plots -o out"; do
        run bash -c "set -o pipefail; { '$carom' $command; echo \"status \$?\" >&3; } 3> status 2> said | true"
        grep -qE '^status (0|141)$' status
        [ ! -s said ]
    done
    [ -s out/summary.tsv ]
    # the reader has certainly exited
    mkfifo closed
    exec 7<> closed 8> closed 7>&-
    status=0
    "$carom" list >&8 2> said || status=$?
    exec 8>&-
    [ "$status" -eq 141 ]
    [ ! -s said ]
}

#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Commands with other programs, pipes and limits of the system. (Commands alone: tests/cases.)

load common

setup() { begin; }
teardown() { rm -rf "$work"; }

@test "the Python reader of carom help records works" {
    local python='' tried
    for tried in python3 /usr/bin/python3; do "$tried" -c 'import numpy' 2> /dev/null && python=$tried && break; done
    [ -n "$python" ] || skip "no numpy"
    "$carom" help records | sed -n '/^in Python/,/^columns/s/^  //p' > read.py
    [ -s read.py ]
    [ "$(wc -l < read.py)" -le 20 ]
    "$carom" compare 01-head-on -o out --no-plots > /dev/null
    "$python" read.py out > said.txt
    [ "$(grep -c 'energy residual at most' said.txt)" -eq "$(($(wc -l < out/summary.tsv) - 1))" ]
    way=$(columns out/heun/trajectory.tsv ball x_m y_m | awk '$1 == "cue" { if (n++) s += sqrt(($2 - x) ^ 2 + ($3 - y) ^ 2); x = $2; y = $3 }
        END { printf "%.6f", s }')
    sed -n '/^heun:/,/^[a-z]*:/p' said.txt | grep -qx "  cue: $way m"
}

@test "try.sh: a right integrator and law pass, wrong ones fail, others are refused" {
    ! sanitized || skip "submissions are compiled without sanitizers"
    try() { run sh "$root/tests/try.sh" "$@"; }
    cp "$root"/tests/exercises/*.c .
    try ralston.c
    [ "$status" -eq 0 ]
    [[ "$output" == *"Failures: 0, Errors: 0"* ]]
    try law.c mine
    [ "$status" -eq 0 ]
    CAROM_HOME="$root" mine/carom run 07-restitution --solver force --set solvers.force.law=mine -o own
    awk -F '\t' 'NR == 2 { exit !($8 / $7 > 0.5 - 1e-6 && $8 / $7 < 0.5 + 1e-6) }' own/force/collisions.tsv
    sed -i.bak 's/0.75 \* a1/0.7 * a1/' ralston.c # order 2 is lost
    try ralston.c
    [ "$status" -eq 1 ]
    [[ "$output" == *"order_is_as_declared"* ]]
    sed -i.bak 's/total < 0 ? 0 : total/total/' law.c # the force pulls
    try law.c
    [ "$status" -eq 1 ]
    [[ "$output" == *"force_end_is_never_attractive"* ]]
    echo "this is not C" > law.c
    try law.c
    [ "$status" -eq 2 ]
    [[ "$output" == *"law.c: expected carom_integrator_mine or carom_force_law_mine"* ]]
}

@test "pandoc converts a worksheet to HTML" {
    command -v pandoc > /dev/null || skip "no pandoc"
    "$carom" exercise show 01-head-on -o "a sheet's.html"
    grep -q "Head-on" "a sheet's.html"
}

@test "a program without its files names what is missing, and prints its tables" {
    mkdir bin
    cp "$carom" bin/alone
    CAROM_HOME='' run bin/alone help theory
    [ "$status" -eq 66 ]
    [[ "$output" == *"cannot read help/topics/theory.txt: "*"set CAROM_HOME"* ]]
    CAROM_HOME='' run bin/alone new mine
    [ "$status" -eq 66 ]
    [ ! -e mine.yaml ]
    bin/alone help > alone.txt
    "$carom" help | cmp - alone.txt
    bin/alone compare --help | cmp - <("$carom" compare --help)
}

@test "a pipe with a wrong scenario, or without one, is refused" {
    mkfifo pipe
    for text in 'carom: 2' ''; do
        (printf '%s' "$text" > pipe &)
        run timeout -s KILL 20 "$carom" show pipe
        [ "$status" -eq 65 ]
    done
}

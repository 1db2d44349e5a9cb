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

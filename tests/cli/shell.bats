#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Commands with other programs, pipes, and the scripts of the repository. (Commands alone: tests/cases.)

load common

setup() { begin; }
teardown() { rm -rf "$work"; }

@test "install: the program works where make install puts it, and uninstall removes everything" {
    here() { env -u MAKEFLAGS -u MAKELEVEL -u VARIANT make --no-print-directory -C "$root" "$1" PREFIX=/opt/carom DESTDIR="$work/dest" > made 2>&1 || { cat made; false; }; }
    here install
    mv dest/opt/carom moved
    moved/bin/carom list experiments | cmp - <("$carom" list experiments)
    moved/bin/carom help theory | cmp - <("$carom" help theory)
    mv moved dest/opt/carom
    here uninstall
    [ -z "$(find dest ! -type d)" ]
}

@test "the Python reader of carom help records works" {
    local python='' tried
    for tried in python3 /usr/bin/python3; do "$tried" -c 'import numpy' 2> /dev/null && python=$tried && break; done
    [ -n "$python" ] || skip "no numpy"
    "$carom" help records | sed -n '/^in Python/,/^columns/s/^  //p' > read.py
    [ -s read.py ]
    "$carom" compare 01-head-on -o out --no-plots > /dev/null
    "$python" read.py out > said.txt
    [ "$(grep -c 'energy residual at most' said.txt)" -eq "$(($(wc -l < out/summary.tsv) - 1))" ]
    way=$(columns out/heun/trajectory.tsv ball x_m y_m | awk '$1 == "cue" { if (n++) s += sqrt(($2 - x) ^ 2 + ($3 - y) ^ 2); x = $2; y = $3 }
        END { printf "%.6f", s }')
    sed -n '/^heun:/,/^[a-z]*:/p' said.txt | grep -qx "  cue: $way m"
}

@test "the JSON Schema of the keys accepts and rejects what carom does" {
    command -v python3 > /dev/null || skip "no python3"
    "$carom" list keys --json > keys.json
    python3 "$root/packaging/schema.py" < keys.json > schema.json
    CAROM_HOME="$root" python3 "$root/tests/cli/schema.py" "$carom" schema.json
}

@test "a program without its files names what is missing, and prints its tables" {
    cp "$carom" alone
    for command in "help theory" "new mine"; do
        # shellcheck disable=SC2086
        CAROM_HOME='' run ./alone $command
        [ "$status" -eq 66 ]
        has "set CAROM_HOME"
    done
    [ ! -e mine.yaml ]
    ./alone compare --help | cmp - <("$carom" compare --help)
}

@test "a pipe with a wrong scenario, or without one, is refused" {
    mkfifo pipe
    for text in 'carom: 2' ''; do
        (printf '%s' "$text" > pipe &)
        run timeout -s KILL 20 "$carom" show pipe
        [ "$status" -eq 65 ]
    done
}

@test "setup: packages are installed only with consent" {
    setup="$root/.ci/setup"
    [ -e "$setup" ] || skip "no set-up here"
    command -v dnf pacman brew > /dev/null && skip "another package manager than the one that is stood in for"
    unset CI YES
    mkdir bin
    for program in sh cat grep ls mktemp rm sed tr dirname uname python3; do ! command -v $program > /dev/null || ln -s "$(command -v $program)" bin; done
    stand_in() { printf '#!/bin/sh\n%s\n' "$2" > "bin/$1" && chmod +x "bin/$1"; } # NAME LINES
    stand_in apt-get 'echo "apt-get $*" >> done.txt'
    stand_in sudo 'echo "sudo $*" >> done.txt'
    stand_in id 'echo 1000'
    PATH="$PWD/bin" run sh "$setup" build < /dev/null
    [ "$status" -eq 1 ]
    [[ "$output" == *"setup: sudo apt-get install -y"*libgsl-dev*"no terminal to ask on); run this command or set YES=1"* ]]
    [ ! -e done.txt ]
    for agreed in YES=1 CI=true; do
        env PATH="$PWD/bin" "$agreed" sh "$setup" build < /dev/null > said.txt
        grep -q '^sudo apt-get install -y --no-install-recommends.* libgsl-dev' done.txt
        rm done.txt
    done
    stand_in id 'echo 0'
    PATH="$PWD/bin" sh "$setup" build < /dev/null
    grep -q '^apt-get install -y --no-install-recommends.* libgsl-dev' done.txt
    ! grep -q sudo done.txt || false
}

#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# The set-up installs packages only with the user's consent. Stand-ins for id, sudo and apt-get log the calls.

setup() {
    setup="$BATS_TEST_DIRNAME/../../.ci/setup"
    [ -e "$setup" ] || skip "no set-up here"
    command -v dnf pacman brew > /dev/null && skip "another package manager than the one that is stood in for"
    cd "$BATS_TEST_TMPDIR" || exit 1
    mkdir bin
    for program in sh cat grep ls mktemp rm sed tr dirname uname python3; do ! command -v $program > /dev/null || ln -s "$(command -v $program)" bin; done
    stand_in apt-get 'echo "apt-get $*" >> done.txt'
    stand_in sudo 'echo "sudo $*" >> done.txt'
    uid 1000
    unset CI YES
}

stand_in() { # NAME LINES
    printf '#!/bin/sh\n%s\n' "$2" > "bin/$1"
    chmod +x "bin/$1"
}
uid() { stand_in id "echo $1"; }
try() { PATH="$PWD/bin" run sh "$setup" "$@" < /dev/null; }

@test "setup: without a terminal a command that needs sudo is printed, not run" {
    try build
    echo "$output"
    [ "$status" -eq 1 ]
    [[ "$output" == *"setup: sudo apt-get install -y"*libgsl-dev*"no terminal to ask on); run this command or set YES=1"* ]]
    [ ! -e done.txt ]
}

@test "setup: YES=1 and CI count as consent; root installs without sudo" {
    for agreed in YES=1 CI=true; do
        env PATH="$PWD/bin" "$agreed" sh "$setup" build < /dev/null > said.txt
        grep -q '^sudo apt-get install -y --no-install-recommends.* libgsl-dev' done.txt
        rm done.txt
    done
    uid 0
    try build
    [ "$status" -eq 0 ]
    grep -q '^apt-get install -y --no-install-recommends.* libgsl-dev' done.txt
    run grep -q sudo done.txt
    [ "$status" -eq 1 ]
}

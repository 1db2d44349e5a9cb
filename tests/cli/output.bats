#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# What carom writes harms nobody: links, devices and pipes stay what they are, and nothing is lost or left over.

load common

setup() {
    begin
    cat > two.yaml <<'Y'
carom: 1
title: two
duration_s: 1
samples: 11
balls:
  - { name: cue, x_m: 0.6, y_m: 0.635, vx_mps: 1, mass_kg: 0.17, radius_m: 0.028 }
  - { name: eight, x_m: 1.2, y_m: 0.635, mass_kg: 0.17, radius_m: 0.028 }
solvers:
  - { name: impulse, kind: impulse }
  - { name: heun, kind: penalty, stiffness_N_per_m: 1e5, step_s: 1e-5 }
reference: impulse
checks:
  - { quantity: energy_residual_rel, solver: impulse, max: 1e-12 }
Y
}

teardown() { cd / && rm -rf "$work"; }

is_xml() { head -n 1 "$1" | grep -q '^<?xml' && tail -n 1 "$1" | grep -q '</testsuites>'; }

@test "--junit: through links; the link stays, and the file's permissions" {
    echo old > real && chmod 640 real
    ln -s real link && ln -s link further && ln -s fresh dangling
    "$carom" check two.yaml --junit further > /dev/null
    [ -L further ] && [ -L link ]
    is_xml real
    [ "$(stat -c %a real)" = 640 ]
    (umask 027; "$carom" check two.yaml --junit dangling > /dev/null)
    [ -L dangling ] && [ ! -L fresh ]
    is_xml fresh
    [ "$(stat -c %a fresh)" = 640 ]
    ln -s circle circle
    run "$carom" check two.yaml --junit circle
    [ "$status" -eq 73 ]
    run "$carom" check two.yaml --junit out
    [ "$status" -eq 74 ] # a folder
}

@test "--junit: a device, a pipe and a descriptor are written to, not replaced" {
    mkfifo pipe
    timeout 20 cat pipe > read & reader=$!
    timeout 20 "$carom" check two.yaml --junit pipe > /dev/null
    wait $reader
    [ -p pipe ]
    is_xml read
    "$carom" check two.yaml --junit >(cat > substituted) > /dev/null
    for i in 1 2 3 4 5 6 7 8 9 10; do [ -s substituted ] && break; sleep 0.1; done
    is_xml substituted
    "$carom" check two.yaml --junit - > dash
    is_xml dash
    # the file behind a descriptor is not taken from under it: table and XML are both there
    "$carom" check two.yaml --junit /dev/stdout > both
    grep -q '^PASS' both && grep -q '^<?xml' both
    if [ "$(id -u)" -eq 0 ] && mknod null c 1 3 2> /dev/null && { : > null; } 2> /dev/null; then # one of our own, never the real one
        "$carom" check two.yaml --junit null > /dev/null
        [ -c null ]
    fi
}

@test "records go through links and into pipes too" {
    mkdir out elsewhere
    ln -s ../elsewhere/table out/summary.tsv
    mkfifo out/divergence.tsv
    timeout 20 cat out/divergence.tsv > divergence & reader=$!
    timeout 20 "$carom" compare two.yaml -o out --no-plots > /dev/null
    wait $reader
    [ -L out/summary.tsv ] && [ -p out/divergence.tsv ]
    grep -q "^impulse" elsewhere/table
    [ "$(wc -l < divergence)" -eq 23 ]
}

@test "a sheet: through a link, to standard output, and whole or not at all" {
    ln -s sheet.md link.md
    "$carom" exercise show 01-head-on -o link.md
    [ -L link.md ] && [ -s sheet.md ]
    "$carom" exercise show 01-head-on -o - > dash
    cmp dash sheet.md
    cp sheet.md before
    run bash -c "trap '' XFSZ; ulimit -f 0; '$carom' exercise show 01-head-on -o sheet.md"
    [ "$status" -eq 74 ]
    cmp before sheet.md
}

@test "temporary names follow no links that somebody has put there" {
    mkdir -p out
    for name in summary.tsv run.json; do ln -s "$work/victim" "out/.$name.$$.tmp"; done
    # the shell's own number is carom's after exec
    (for name in summary.tsv run.json; do ln -s "$work/victim" "out/.$name.$BASHPID.tmp"; done
     exec "$carom" run two.yaml -o out > /dev/null)
    [ ! -e victim ]
}

@test "a full or closed folder for temporary files harms no manifest" {
    mkdir closed
    TMPDIR="$work/nowhere" "$carom" compare two.yaml -o out --no-plots > /dev/null
    grep -q '"scenario": "carom: 1' out/run.json
    # files of no more than so many blocks: the manifest does not fit, and the run says so
    sed -i 's/^title: two/title: "'"$(head -c 4000 /dev/zero | tr '\0' x | head -c 200)"'"/' two.yaml
    "$carom" run two.yaml -o out --set samples=2 > /dev/null
    cp out/run.json before.json
    run bash -c "trap '' XFSZ; ulimit -f 1; '$carom' run two.yaml -o out --set samples=2"
    [ "$status" -eq 74 ]
    cmp before.json out/run.json
}

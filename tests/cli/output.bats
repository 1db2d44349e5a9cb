#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Output files where a shell is needed: devices, pipes, full disks, permissions, two processes. (All else: tests/cases/output.case.)

load common

setup() {
    begin
    cat > two.yaml <<'Y'
carom: 1
title: "it''s ' `touch HACKED` $(touch HACKED) \" \\input{x} @x %s {/Bold y}_1^2"
duration_s: 1
samples: 11
figures: [scene]
balls:
  - { name: '\input{x} $x^2$', x_m: 0.6, y_m: 0.635, vx_mps: 1, mass_kg: 0.17, radius_m: 0.028 }
  - { name: "e'i`touch HACKED`ght''", x_m: 1.2, y_m: 0.635, mass_kg: 0.17, radius_m: 0.028 }
solvers:
  - { name: impulse, kind: impulse }
  - { name: heun, kind: penalty, stiffness_N_per_m: 1e5, step_s: 4e-5 }
reference: impulse
Y
}

teardown() {
    cd /
    chmod -R u+rwX "$work"
    rm -rf "$work"
}

sums() { find "$1" -type f -exec cksum {} + | sort; }
limited() { bash -c "trap '' XFSZ; ulimit -f $1; shift; exec \"\$@\"" limited "$@"; } # BLOCKS COMMAND...: a disk that is full

@test "one file: writes to devices, pipes and descriptors without replacing them" {
    mkfifo pipe
    timeout 300 cat pipe > read & reader=$!
    timeout 300 "$carom" exercise show 01-head-on -o pipe
    wait $reader
    [ -p pipe ]
    "$carom" exercise show 01-head-on -o - | cmp - read
    tail -n 1 read | grep -q '^```$'
    # the file of a descriptor is not replaced
    { echo before; "$carom" exercise show 01-head-on -o /dev/stdout; } > both
    { echo before; cat read; } | cmp - both
    "$carom" lab two.yaml -o page.html > /dev/null
    "$carom" lab two.yaml -o /dev/stdout | cmp - page.html
    if [ "$(id -u)" -eq 0 ] && mknod null c 1 3 2> /dev/null && { : > null; } 2> /dev/null; then # a device made for this test
        "$carom" exercise show 01-head-on -o null
        [ -c null ]
    fi
}

@test "a full disk is status 74 and leaves no incomplete file" {
    "$carom" run two.yaml -o out > /dev/null
    before=$(sums out)
    run limited 20 "$carom" run two.yaml -o out --set samples=20000
    [ "$status" -eq 74 ]
    has "cannot write"
    [ "$(sums out)" = "$before" ]
    # one file: none is left, and an old one stays
    run limited 0 "$carom" exercise show 01-head-on -o sheet.md
    [ "$status" -eq 74 ]
    [ ! -e sheet.md ]
    "$carom" lab two.yaml -o page.html > /dev/null
    before=$(sums page.html)
    run limited 0 "$carom" lab two.yaml -o page.html
    [ "$status" -eq 74 ]
    [ "$(sums page.html)" = "$before" ]
    [ -e /dev/full ] || skip "no /dev/full"
    for command in "show two.yaml" "lab two.yaml -o -" "lab two.yaml -o /dev/full"; do
        run bash -c "'$carom' $command > /dev/full"
        [ "$status" -eq 74 ]
    done
}

@test "figures: a full disk is status 74, and valid figures are kept" {
    has_gnuplot || skip "no gnuplot"
    "$carom" compare two.yaml -o out > /dev/null
    before=$(sums out)
    run limited 30 "$carom" plot out
    [ "$status" -eq 74 ]
    has "cut off"
    [ "$(sums out)" = "$before" ]
    [ -z "$(find out -name '.*')" ]
}

@test "figures: names of scenes and folders are never executed as commands" {
    has_gnuplot || skip "no gnuplot"
    for folder in '|touch HACKED' '<touch HACKED;x' $'@foo%s_^{x}\nline' "~x a b'c\"d\\e\$f\`touch HACKED\`"; do
        "$carom" compare two.yaml -o "$folder" -q --format svg
        "$carom" plot "$folder" -q --format svg
        [ -s "$folder/overview.svg" ]
        [ -z "$(find "$folder" -name '.*')" ]
    done
    [ ! -e HACKED ]
}

@test "two runs at the same time: the folder has complete tables" {
    "$carom" run two.yaml -o out --set duration_s=20 > /dev/null & pid=$!
    "$carom" run two.yaml -o out --set duration_s=20 > /dev/null
    wait $pid
    "$carom" run two.yaml -o one --set duration_s=20 > /dev/null
    for file in impulse/series.tsv heun/series.tsv heun/trajectory.tsv heun/collisions.tsv; do cmp out/$file one/$file; done
    [ -s out/summary.tsv ] && [ -s out/run.json ]
    for try in {0..39}; do # the second begins while the first ends
        rm -rf short
        "$carom" run two.yaml -o short > /dev/null & pid=$!
        sleep 0.00$((try / 4))$((try % 4 * 25))
        "$carom" run two.yaml -o short > /dev/null
        wait $pid
    done
}

@test "one message about a folder without permissions" {
    [[ "$carom" != */coverage/* ]] || skip "what counts lines says for each file that it may not write it"
    "$carom" contact two.yaml -o out --no-plots > /dev/null
    as=""
    if [ "$(id -u)" -eq 0 ]; then # root has all permissions
        command -v setpriv > /dev/null || skip "no setpriv"
        as="setpriv --reuid=65534 --regid=65534 --clear-groups"
        chmod 755 "$work"
        $as test -x "$carom" || skip "the program is not everybody's"
    fi
    mkdir closed && chmod 555 closed
    refused() { # MODE STATUS COMMAND...
        chmod "$1" out
        # shellcheck disable=SC2086
        run $as "$carom" $3
        [ "$status" -eq "$2" ]
        [ "${#lines[@]}" -eq 1 ]
    }
    refused 000 66 "plot out"
    refused 000 66 "check --records out"
    refused 555 73 "plot out"
    refused 755 73 "run two.yaml -o closed"
    [ -z "$(ls -A closed)" ]
}

#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Output files where a shell is needed: devices, pipes, full disks, permissions, two processes. (All else: tests/cases/output.case.)

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
  - { name: heun, kind: penalty, stiffness_N_per_m: 1e5, step_s: 4e-5 }
reference: impulse
checks:
  - { quantity: energy_residual_rel, solver: impulse, max: 1e-12 }
Y
}

teardown() {
    cd /
    chmod -R u+rwX "$work"
    rm -rf "$work"
}

is_sheet() { head -n 1 "$1" | grep -q '^# ' && tail -n 1 "$1" | grep -q '^```$'; }

@test "one file: writes to devices, pipes and descriptors without replacing them" {
    mkfifo pipe
    timeout 300 cat pipe > read & reader=$!
    timeout 300 "$carom" exercise show 01-head-on -o pipe
    wait $reader
    [ -p pipe ]
    is_sheet read
    "$carom" exercise show 01-head-on -o - > dash
    cmp dash read
    # the file of a descriptor is not replaced
    { echo before; "$carom" exercise show 01-head-on -o /dev/stdout; } > both
    grep -q '^before' both && tail -n +2 both | cmp - dash
    if [ "$(id -u)" -eq 0 ] && mknod null c 1 3 2> /dev/null && { : > null; } 2> /dev/null; then # a device made for this test
        "$carom" exercise show 01-head-on -o null
        [ -c null ]
    fi
}

@test "a full disk is status 74 and leaves no incomplete file" {
    "$carom" run two.yaml -o out > /dev/null
    before=$(find out -type f -exec cksum {} + | sort)
    run bash -c "trap '' XFSZ; ulimit -f 20; '$carom' run two.yaml -o out --set samples=20000"
    [ "$status" -eq 74 ]
    has "cannot write"
    [ "$(find out -type f -exec cksum {} + | sort)" = "$before" ]
    # one file: none is left, and an old one stays
    run bash -c "trap '' XFSZ; ulimit -f 0; '$carom' exercise show 01-head-on -o sheet.md"
    [ "$status" -eq 74 ]
    [ ! -e sheet.md ]
    "$carom" lab two.yaml -o page.html > /dev/null
    cp page.html kept.html
    run bash -c "trap '' XFSZ; ulimit -f 0; '$carom' lab two.yaml -o page.html"
    [ "$status" -eq 74 ]
    cmp kept.html page.html
    [ -e /dev/full ] || skip "no /dev/full"
    run bash -c "'$carom' show two.yaml > /dev/full"
    [ "$status" -eq 74 ]
}

hostile() { # a scene whose texts are commands of other programs
    cat > hostile.yaml <<'Y'
carom: 1
title: "it''s ' `touch HACKED` $(touch HACKED) \" \\input{x} @x %s {/Bold y}_1^2"
duration_s: 1
samples: 11
figures: [scene, energy, space-time, raster]
balls:
  - { name: '\input{x} $x^2$', x_m: 0.6, y_m: 0.635, vx_mps: 1 }
  - { name: "e'i`touch HACKED`ght''", x_m: 1.2, y_m: 0.635 }
solvers:
  - { name: impulse, kind: impulse }
  - { name: he_un, kind: penalty, stiffness_N_per_m: 1e5, step_s: 1e-5 }
reference: impulse
Y
}

@test "figures: names are never executed as commands" {
    has_gnuplot || skip "no gnuplot"
    hostile
    for folder in '|touch HACKED' '<touch HACKED;x' $'@foo%s_^{x}\nline' "~x a b'c\"d\\e\$f\`touch HACKED\`"; do
        case $folder in
            '~'*) "$carom" compare hostile.yaml --set figures=[scene] -o "$folder" > /dev/null && [ -s "$folder/overview.png" ] ;;
            *) "$carom" compare hostile.yaml --set figures=[scene] -o "$folder" --no-plots > /dev/null ;;
        esac
        "$carom" plot "$folder" > /dev/null
        [ -s "$folder/overview.png" ]
        [ -z "$(find "$folder" -name '.*')" ]
    done
    [ ! -e HACKED ]
}

@test "figures: a full disk is status 74, and valid figures are kept" {
    has_gnuplot || skip "no gnuplot"
    all_formats
    "$carom" compare two.yaml --set figures=[scene] -o out > /dev/null
    find out -type f -exec cksum {} + | sort > before
    run bash -c "trap '' XFSZ; ulimit -f 30; '$carom' plot out"
    [ "$status" -eq 74 ]
    [[ "$output" == *"cut off"* ]]
    find out -type f -exec cksum {} + | sort > after
    cmp before after
    [ -z "$(find out -name '.*')" ]
}

@test "figures: a folder in the place of one is refused before anything is drawn" {
    has_gnuplot || skip "no gnuplot"
    "$carom" compare two.yaml --set figures=[energy] -o out --no-plots > /dev/null
    mkdir out/energy.svg # an existing folder
    run "$carom" plot out
    [ "$status" -eq 73 ]
    [ -d out/energy.svg ]
    [ -z "$(find out -name '.*')" ]
    [ ! -e out/overview.png ]
}

@test "two runs at the same time: the folder has complete tables" {
    "$carom" run two.yaml -o out --set duration_s=20 > /dev/null & pid=$!
    "$carom" run two.yaml -o out --set duration_s=20 > /dev/null
    wait $pid
    "$carom" run two.yaml -o one --set duration_s=20 > /dev/null
    for file in impulse/series.tsv heun/series.tsv heun/trajectory.tsv heun/collisions.tsv; do cmp out/$file one/$file; done
    [ -s out/summary.tsv ] && [ -s out/run.json ]
}

@test "one message about a folder without permissions" {
    [[ "$carom" != */coverage/* ]] || skip "what counts lines says for each file that it may not write it"
    "$carom" compare two.yaml -o out --no-plots > /dev/null
    as=""
    if [ "$(id -u)" -eq 0 ]; then # root has all permissions
        command -v setpriv > /dev/null || skip "no setpriv"
        as="setpriv --reuid=65534 --regid=65534 --clear-groups"
        chmod 755 "$work"
        $as test -x "$carom" || skip "the program is not everybody's"
    fi
    chmod 000 out
    for command in "plot out" "check --records out" "plot out --sound"; do
        run $as "$carom" $command
        [ "$status" -eq 66 ] || [ "$status" -eq 73 ]
        [ "${#lines[@]}" -eq 1 ]
    done
    chmod 555 out
    run $as "$carom" plot out
    [ "$status" -eq 73 ]
    [ "${#lines[@]}" -eq 1 ]
    chmod 755 out
    mkdir closed && chmod 555 closed
    run $as "$carom" run two.yaml -o closed
    [ "$status" -eq 73 ]
    [ -z "$(ls -A closed)" ]
}

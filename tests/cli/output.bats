#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Output files: links, devices and pipes are preserved, and no file is lost or left over.

load common

setup() {
    begin
    step_s=1e-5
    ! sanitized || step_s=4e-5
    cat > two.yaml <<Y
carom: 1
title: two
duration_s: 1
samples: 11
balls:
  - { name: cue, x_m: 0.6, y_m: 0.635, vx_mps: 1, mass_kg: 0.17, radius_m: 0.028 }
  - { name: eight, x_m: 1.2, y_m: 0.635, mass_kg: 0.17, radius_m: 0.028 }
solvers:
  - { name: impulse, kind: impulse }
  - { name: heun, kind: penalty, stiffness_N_per_m: 1e5, step_s: $step_s }
reference: impulse
checks:
  - { quantity: energy_residual_rel, solver: impulse, max: 1e-12 }
Y
}

teardown() { cd / && rm -rf "$work"; }

is_sheet() { head -n 1 "$1" | grep -q '^# ' && tail -n 1 "$1" | grep -q '^```$'; }

@test "one file: follows links and keeps the link and the permissions of the file" {
    echo old > real && chmod 640 real
    ln -s real link && ln -s link further && ln -s fresh dangling
    "$carom" exercise show 01-head-on -o further
    [ -L further ] && [ -L link ]
    is_sheet real
    [ "$(stat -c %a real)" = 640 ]
    (umask 027; "$carom" exercise show 01-head-on -o dangling)
    [ -L dangling ] && [ ! -L fresh ]
    is_sheet fresh
    [ "$(stat -c %a fresh)" = 640 ]
    ln -s circle circle
    run "$carom" exercise show 01-head-on -o circle
    [ "$status" -eq 73 ]
    mkdir folder
    run "$carom" exercise show 01-head-on -o folder
    [ "$status" -eq 74 ]
}

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
    run bash -c "trap '' XFSZ; ulimit -f 20; '$carom' run two.yaml -o out --set samples=20000"
    [ "$status" -eq 74 ]
    has "cannot write"
    [ "$(find out -type f)" = out/run.json ] # the new run has removed the earlier tables
    [ -e /dev/full ] || skip "no /dev/full"
    run bash -c "'$carom' show two.yaml > /dev/full"
    [ "$status" -eq 74 ]
}

@test "a worksheet is complete or absent" {
    "$carom" exercise show 01-head-on -o sheet.md
    cp sheet.md before
    run bash -c "trap '' XFSZ; ulimit -f 0; '$carom' exercise show 01-head-on -o sheet.md"
    [ "$status" -eq 74 ]
    cmp before sheet.md
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

@test "figures: if one cannot be renamed, no temporary files remain" {
    has_gnuplot || skip "no gnuplot"
    "$carom" compare two.yaml --set figures=[energy] -o out --no-plots > /dev/null
    mkdir out/energy.svg # an existing folder
    run "$carom" plot out
    [ "$status" -eq 74 ]
    [ -d out/energy.svg ]
    [ -z "$(find out -name '.*')" ]
    [ ! -e out/overview.png ]
}

@test "figures: one message if the scripts are missing" {
    "$carom" compare two.yaml -o out --no-plots > /dev/null
    mkdir -p home/plots
    CAROM_HOME="$work/home" run "$carom" plot out
    [ "$status" -eq 66 ]
    [ "${#lines[@]}" -eq 1 ]
    [[ "$output" == *"plots/style.gp"* ]]
    mkdir nothing
    run "$carom" plot nothing
    [ "$status" -eq 66 ]
    [ "${#lines[@]}" -eq 1 ]
}

@test "a second run removes the tables and figures of the first, and no other file" {
    "$carom" compare two.yaml -o out --no-plots > /dev/null
    for file in out/heun/notes.txt out/notes.txt out/energy-mine.png out/mine.tsv; do echo mine > $file; done
    "$carom" reverse two.yaml -o out --no-plots > /dev/null
    echo > out/energy.svg && echo > out/energy-column.png && echo > out/sound.wav
    "$carom" run two.yaml -o out --solver impulse > /dev/null
    for file in heun/series.tsv divergence.tsv energy.svg energy-column.png sound.wav; do [ ! -e out/$file ]; done
    for file in heun/notes.txt notes.txt energy-mine.png mine.tsv reverse.tsv reverse.json; do [ -s out/$file ]; done
    rm out/heun/notes.txt && rmdir out/heun
    run "$carom" run two.yaml -o out --solver heun --set duration_s=-1
    [ "$status" -eq 65 ]
    [ -s out/impulse/series.tsv ] # the scenario was wrong, so no run started
    "$carom" run two.yaml -o out --solver heun > /dev/null
    [ ! -e out/impulse ] && [ -s out/heun/series.tsv ]
}

# Writes into a folder with a file of somebody else: status 73, one line that names it, and no file changes.
refuses() { # refuses FILE COMMAND...
    rm -rf foreign && mkdir -p "$(dirname "foreign/$1")" && echo mine > "foreign/$1" && echo mine > foreign/notes.txt
    run "$carom" "${@:2}" -o foreign
    echo "$output"
    [ "$status" -eq 73 ]
    [ "${#lines[@]}" -eq 1 ]
    [[ "$output" == *"'foreign/$1'"* ]]
    [ "$(cat "foreign/$1")" = mine ]
    [ "$(find foreign -type f | wc -l)" -eq 2 ]
}

@test "carom replaces no file in a folder without its run.json" {
    refuses summary.tsv run two.yaml
    refuses run.json run two.yaml
    refuses heun/trajectory.tsv check two.yaml # a tester's records, with -o for --records
    refuses overview.png compare two.yaml
    refuses reverse.tsv reverse two.yaml
    refuses axes-slide.png contact two.yaml
    refuses sweep.tsv sweep two.yaml --set 'sweep={parameters: [{key: seed, values: [1]}]}'
    rm -rf foreign && mkdir foreign && echo mine > foreign/notes.txt
    "$carom" run two.yaml -o foreign > /dev/null # replaces nothing
    "$carom" run two.yaml -o foreign > /dev/null # has run.json now
    [ -s foreign/notes.txt ]
    "$carom" reverse two.yaml -o study --no-plots > /dev/null
    "$carom" reverse two.yaml -o study --no-plots > /dev/null # has reverse.json
    echo mine > study/summary.tsv
    run "$carom" run two.yaml -o study
    [ "$status" -eq 73 ]
    echo mine > file
    run "$carom" run two.yaml -o file
    [ "$status" -eq 73 ]
    [ "$(cat file)" = mine ]
}

@test "links and pipes in a folder are replaced, and their targets stay" {
    "$carom" run two.yaml -o out > /dev/null
    mkdir elsewhere && echo mine > elsewhere/table && echo mine > elsewhere/series.tsv
    rm -r out/summary.tsv out/heun out/impulse/series.tsv
    ln -s ../elsewhere/table out/summary.tsv && ln -s ../elsewhere out/heun && mkfifo out/impulse/series.tsv
    timeout -s KILL 300 "$carom" run two.yaml -o out > /dev/null
    [ -f out/summary.tsv ] && [ ! -L out/summary.tsv ] && [ ! -L out/heun ] && [ -f out/impulse/series.tsv ]
    [ "$(cat elsewhere/table elsewhere/series.tsv)" = $'mine\nmine' ]
    [ "$(ls elsewhere | wc -l)" -eq 2 ]
}

@test "two runs at the same time: the folder has complete tables" {
    "$carom" run two.yaml -o out --set duration_s=20 > /dev/null & pid=$!
    "$carom" run two.yaml -o out --set duration_s=20 > /dev/null
    wait $pid
    "$carom" run two.yaml -o one --set duration_s=20 > /dev/null
    for file in impulse/series.tsv heun/series.tsv heun/trajectory.tsv heun/collisions.tsv; do cmp out/$file one/$file; done
    [ -s out/summary.tsv ] && [ -s out/run.json ]
}

@test "'-' is standard output where one file is written, and only there" {
    run "$carom" compare two.yaml -o -
    [ "$status" -eq 2 ]
    [[ "$output" == *"./-"* ]]
    [ ! -e ./- ]
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
}

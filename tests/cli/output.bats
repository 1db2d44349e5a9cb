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

@test "records follow links and go into pipes" {
    mkdir out elsewhere
    ln -s ../elsewhere/table out/summary.tsv
    mkfifo out/divergence.tsv
    timeout 300 cat out/divergence.tsv > divergence & reader=$!
    timeout 300 "$carom" compare two.yaml -o out --no-plots > /dev/null
    wait $reader
    [ -L out/summary.tsv ] && [ -p out/divergence.tsv ]
    grep -q "^impulse" elsewhere/table
    [ "$(wc -l < divergence)" -eq 23 ]
}

@test "a worksheet is complete or absent" {
    "$carom" exercise show 01-head-on -o sheet.md
    cp sheet.md before
    run bash -c "trap '' XFSZ; ulimit -f 0; '$carom' exercise show 01-head-on -o sheet.md"
    [ "$status" -eq 74 ]
    cmp before sheet.md
}

@test "temporary files never follow existing links" {
    mkdir -p out
    for name in summary.tsv run.json; do ln -s "$work/victim" "out/.$name.$$.tmp"; done
    # after exec carom has the process id of the shell
    (for name in summary.tsv run.json; do ln -s "$work/victim" "out/.$name.$BASHPID.tmp"; done
     exec "$carom" run two.yaml -o out > /dev/null)
    [ ! -e victim ]
}

@test "a full or read-only folder for temporary files does not affect the manifest" {
    [ "$(id -u)" -eq 0 ] && unshare -m true 2> /dev/null || skip "no mount namespace"
    # The mount hides /tmp, which may contain carom, so /mnt shows its folder. The current folder of the shell is not hidden.
    for options in ro size=4k; do
        ROOT="$root" unshare -m sh -c "mount --bind \"\$ROOT\" /mnt && mount -t tmpfs -o $options none /tmp &&
            { head -c 100000 /dev/zero > /tmp/x; true; } 2> /dev/null &&
            exec '/mnt/build/${carom##*/build/}' compare 01-head-on -o out --no-plots" > /dev/null
        grep -q '"scenario": "carom: 1' out/run.json
        grep -q '"scenario_hash": "[0-9a-f]' out/run.json
        "$carom" check --records out > /dev/null
    done
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

@test "a second run removes the files of the first and no others" {
    "$carom" compare two.yaml -o out --no-plots > /dev/null
    echo mine > out/heun/notes.txt
    echo mine > out/notes.txt
    "$carom" reverse two.yaml -o out --no-plots > /dev/null
    grep -q "^heun/series.tsv	run$" out/files.tsv
    "$carom" run two.yaml -o out --solver impulse > /dev/null
    [ ! -e out/heun/series.tsv ] && [ ! -e out/divergence.tsv ]
    [ -s out/heun/notes.txt ] && [ -s out/notes.txt ] && [ -s out/reverse.tsv ] && [ -s out/reverse.json ]
    rm out/heun/notes.txt
    # an interrupted or failing run removes nothing
    run "$carom" run two.yaml -o out --solver heun --set duration_s=-1
    [ "$status" -eq 65 ]
    [ -s out/impulse/series.tsv ]
    "$carom" run two.yaml -o out --solver heun > /dev/null
    [ ! -e out/impulse ] && [ -s out/heun/series.tsv ]
}

@test "a second run: removes figures and tables listed by the first, from any command" {
    has_gnuplot || skip "no gnuplot"
    "$carom" compare two.yaml --set figures=[energy] -o out --preset column > /dev/null
    "$carom" plot out > /dev/null
    "$carom" sound out > /dev/null
    [ -s out/energy.png ] && [ -s out/energy-column.png ] && [ -s out/sound.wav ]
    "$carom" compare two.yaml --set figures=[energy] -o out > /dev/null
    [ -s out/energy.png ] && [ ! -e out/energy-column.png ] && [ ! -e out/sound.wav ]
    "$carom" sweep two.yaml -o out --records --set 'sweep={parameters: [{key: seed, from: 1, count: 3, scale: seeds}]}' > /dev/null
    [ -s out/3/heun/series.tsv ]
    "$carom" sweep two.yaml -o out --records --set 'sweep={parameters: [{key: seed, from: 1, count: 2, scale: seeds}]}' > /dev/null
    [ ! -e out/3 ] && [ -s out/2/heun/series.tsv ] && [ -s out/energy.png ]
}

@test "a forged files.tsv removes no file outside the folder" {
    mkdir -p out elsewhere
    for file in elsewhere/a victim absolute; do echo kept > "$file"; done
    ln -s ../elsewhere out/heun
    ln -s ../victim out/link
    printf 'file\tcommand\n../victim\trun\n%s/absolute\trun\nheun/a\trun\nlink\trun\nimpulse/../../victim\trun\n' "$work" > out/files.tsv
    "$carom" run two.yaml -o out --solver impulse > /dev/null
    [ -s elsewhere/a ] && [ -s victim ] && [ -s absolute ] && [ -L out/link ]
}

@test "two runs in one folder: the second is rejected with the process id of the first" {
    "$carom" run two.yaml -o out --set duration_s=5000 --set solvers.heun.step_s=1e-7 2> /dev/null & pid=$!
    await [ -e out/.carom.lock ]
    for command in run compare check reverse fan; do
        run "$carom" $command two.yaml -o out --no-plots
        [[ "$command" = run || "$command" = check ]] && run "$carom" $command two.yaml -o out
        [ "$status" -eq 73 ]
        [[ "$output" == *"another carom (process $pid) is using 'out'"* ]]
    done
    run "$carom" plot out
    [ "$status" -eq 73 ]
    kill -KILL $pid
    wait $pid 2> /dev/null || true
    "$carom" run two.yaml -o out > /dev/null # the lock of an ended process has no effect
    [ ! -e out/.carom.lock ]
}

@test "an unfinished sweep of another scenario is set aside with a message, and can resume" {
    echo 'sweep: { parameters: [ { key: seed, from: 1, count: 40, scale: seeds } ] }' >> two.yaml
    "$carom" sweep two.yaml -o whole > /dev/null
    "$carom" sweep two.yaml -o out --jobs 1 --set solvers.heun.step_s=$step_s 2> /dev/null & pid=$!
    await grep -qs "^task 3" out/sweep.journal
    kill -KILL $pid
    wait $pid 2> /dev/null || true
    cp out/sweep.journal kept
    run "$carom" sweep two.yaml -o out --set samples=5
    [ "$status" -eq 0 ]
    [[ "${lines[0]}" == *"journal is now 'out/sweep.journal.1'"* ]]
    cmp kept out/sweep.journal.1
    mv out/sweep.journal.1 out/sweep.journal
    run "$carom" sweep two.yaml -o out --set solvers.heun.step_s=$step_s
    [[ "$output" == *"points were finished before"* ]]
    cmp whole/sweep.tsv out/sweep.tsv
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
    for command in "plot out" "check --records out" "sound out"; do
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

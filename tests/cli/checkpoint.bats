#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# A killed run with --checkpoint resumes and produces the same bytes; unsuitable checkpoints are rejected.

load common

setup() {
    begin
    cat > scene.yaml <<'Y'
carom: 1
duration_s: 0.6
samples: 9
restitution: 0.9
trace: { contacts: 3 }
balls:
  - { name: cue, x_m: 0.6, y_m: 0.63, vx_mps: 5 }
groups:
  - { name: g, kind: rack, x_m: 1.2, y_m: 0.635, rows: 3 }
solvers:
  - { name: impulse, kind: impulse }
  - { name: heun, kind: penalty, stiffness_N_per_m: 1e5, step_s: 2e-5 }
  - { name: frames, kind: stepped }
reference: impulse
Y
}

teardown() { cd / && rm -rf "$work"; }

# WHOLE OTHER: the same files with the same bytes, except wall_clock_s (the last column)
same() {
    for dir in "$1" "$2"; do
        (cd "$dir" && find . -type f | sort && find . -type f ! -name summary.tsv -exec cksum {} + | sort -k 3 &&
            sed 's/[^\t]*$//' summary.tsv) > "$dir.sums"
    done
    diff "$1.sums" "$2.sums"
}

# COMMAND...: starts it and kills it within 60 ms of its first checkpoint. A kill between writing and renaming a temporary file leaves
# the temporary file, in about 1 % of the runs; this is accepted.
killed() {
    local pid
    "$@" > /dev/null 2>&1 3>&- & pid=$!
    while [ ! -e out/checkpoint.carom ] && kill -0 $pid 2> /dev/null; do sleep 0.01; done
    sleep "$(printf '0.%03d' $((RANDOM % 60)))"
    kill -KILL $pid 2> /dev/null || true
    wait $pid 2> /dev/null || true
    find out -name '.*.tmp' -delete
}

# a command that is killed twice produces the bytes of the uninterrupted run; on a busy machine it may end before the kill
goes_on() {
    local command=$1
    shift
    "$carom" "$command" scene.yaml -o whole "$@" > /dev/null
    local kills=0
    for _ in $(seq 20); do
        killed "$carom" "$command" scene.yaml -o out --checkpoint 0 "$@"
        [ -e out/checkpoint.carom ] && kills=$((kills + 1)) || kills=0
        [ $kills -lt 2 ] || break
    done
    "$carom" "$command" scene.yaml -o out --checkpoint 0.2 "$@" > table 2> said
    grep -q 'continuing from t = .* s.*, checkpoint of 20' said
    same whole out
}

@test "compare: killed at random times, it resumes and produces the same bytes" {
    goes_on compare --no-plots
}

@test "compare: the same with three threads, and without collisions" {
    ! sanitized || return 0
    goes_on compare --no-plots --threads 3
    sed -i '/^trace/d' scene.yaml
    rm -rf whole out
    goes_on compare --no-plots --no-collisions
}

@test "run: the same, solver by solver" {
    goes_on run
}

# Makes a checkpoint by interrupting a run.
interrupt() {
    for _ in $(seq 20); do
        rm -rf out
        env --default-signal=INT "$carom" run scene.yaml -o out --checkpoint 0 "$@" > /dev/null 2> said 3>&- & pid=$!
        while [ ! -e out/checkpoint.carom ] && kill -0 $pid 2> /dev/null; do sleep 0.01; done
        kill -INT $pid 2> /dev/null || true
        status=0
        wait $pid || status=$?
        [ ! -e out/checkpoint.carom ] || break # on a busy machine it may end before the signal
    done
}

refused() { # MESSAGE COMMAND...: status 65, and no file changes
    local says=$1
    shift
    (cd out && find . -type f -exec cksum {} + | sort) > before
    run "$@"
    [ "$status" -eq 65 ]
    [[ "$output" == *"$says"* && "$output" == *"remove it to start again"* ]]
    (cd out && find . -type f -exec cksum {} + | sort) > after
    diff before after
}

@test "an interrupted run prints where it resumes; a foreign checkpoint is rejected and kept" {
    interrupt --set duration_s=60
    [ "$status" -eq 130 ]
    grep -q 'interrupted at t = .* s; the same command continues from t = .* s' said
    again=("$carom" run scene.yaml -o out --checkpoint 0)
    refused "belongs to another scenario or other values of --set: hash '" "${again[@]}"
    again+=(--set duration_s=60)
    refused "belongs to carom 'run', not 'compare'" "$carom" compare scene.yaml -o out --checkpoint 0 --set duration_s=60
    refused "belongs to the solvers 'impulse heun frames', not 'heun'" "${again[@]}" --solver heun
    refused "belongs to a run whose collisions are 'kept', not 'not kept'" "${again[@]}" --no-collisions
    cp "$carom" other
    printf x >> other
    refused "belongs to another build of carom: its program is '" ./other run scene.yaml -o out --checkpoint 0 --set duration_s=60
    cp out/impulse/series.tsv.part kept
    printf X | dd of=out/impulse/series.tsv.part bs=1 seek=3 conv=notrunc status=none
    refused "cannot continue from 'out/checkpoint.carom': 'out/impulse/series.tsv.part' has changed since the checkpoint" "${again[@]}"
    cp kept out/impulse/series.tsv.part
    cp out/checkpoint.carom kept
    printf X | dd of=out/checkpoint.carom bs=1 seek=900 conv=notrunc status=none
    refused "'out/checkpoint.carom' is damaged, or cut off" "${again[@]}"
    head -c 1000 kept > out/checkpoint.carom
    refused "'out/checkpoint.carom' is damaged, or cut off" "${again[@]}"
    echo "carom: 1" > out/checkpoint.carom
    refused "'out/checkpoint.carom' is not a checkpoint of carom" "${again[@]}"
}

@test "without --checkpoint a run starts at t = 0 and keeps the checkpoint; a finished run removes it" {
    interrupt
    [ -e out/checkpoint.carom ]
    cksum out/checkpoint.carom out/*/*.part > before
    "$carom" run scene.yaml -o out > /dev/null 2> said
    grep -q 'an unfinished run has left a checkpoint in this folder, which is kept' said
    cksum out/checkpoint.carom out/*/*.part > after
    diff before after
    "$carom" run scene.yaml -o whole > /dev/null
    "$carom" run scene.yaml -o out --checkpoint 60 > /dev/null 2> said
    grep -q 'continuing from' said
    same whole out
}

@test "the next run removes the .part files of a killed run and no others; an interrupt before any checkpoint leaves none" {
    local pid
    "$carom" run scene.yaml -o out --checkpoint 1000 --solver heun --set duration_s=1e6 > /dev/null 2>&1 3>&- & pid=$!
    await grep -q series.tsv.part out/files.tsv
    kill -KILL $pid
    wait $pid 2> /dev/null || true
    [ -e out/heun/series.tsv.part ]
    [ ! -e out/checkpoint.carom ]
    echo mine > out/heun/mine.part
    "$carom" run scene.yaml -o out --solver impulse > /dev/null 2> said
    [ ! -s said ]
    [ "$(find out -name '*.part')" = out/heun/mine.part ]
    ! grep part out/files.tsv || false
    rm -r out
    env --default-signal=INT "$carom" run scene.yaml -o out --checkpoint 1000 --solver heun --set duration_s=1e6 > /dev/null 2> said 3>&- & pid=$!
    await grep -q series.tsv.part out/files.tsv
    kill -INT $pid
    wait $pid || true
    grep -q 'no record was changed' said
    [ ! -e out ]
}

@test "options that cannot be checkpointed are reported" {
    mkdir -p out/impulse
    mkfifo out/impulse/series.tsv
    run "$carom" run scene.yaml -o out --checkpoint 0
    [ "$status" -eq 73 ]
    [[ "$output" == *"is a pipe or a device"*"omit --checkpoint"* ]]
    run "$carom" run scene.yaml -o out --checkpoint -1
    [ "$status" -eq 2 ]
    [[ "$output" == *"--checkpoint expects a number from 0 on, not '-1'"* ]]
}

@test "a file beyond the size limit keeps the checkpoint, and the run resumes with more room" {
    "$carom" run scene.yaml -o whole > /dev/null
    run bash -c "ulimit -f 8; exec '$carom' run scene.yaml -o out --checkpoint 0"
    [ "$status" -eq 74 ]
    [[ "$output" == *"cannot write 'out/"* ]]
    [[ "$output" == *"the checkpoint is kept: the same command continues from t = "* ]]
    [ ! -e out/run.json ]
    "$carom" run scene.yaml -o out --checkpoint 60 > /dev/null 2> said
    grep -q 'continuing from' said
    same whole out
}

# FILE OFFSET: flips a bit
flip() {
    local byte
    byte=$(dd if="$1" bs=1 skip="$2" count=1 status=none | od -An -tu1)
    # shellcheck disable=SC2059
    printf "\\x$(printf %02x $((byte ^ 1)))" | dd of="$1" bs=1 seek="$2" conv=notrunc status=none
}

@test "a changed byte is rejected, unless it was written after the checkpoint and is written again" {
    local refused=0 file size at
    "$carom" run scene.yaml -o whole > /dev/null
    killed "$carom" run scene.yaml -o out --checkpoint 0
    cp -r out kept
    for file in $(cd kept && find . -type f -size +0 ! -name files.tsv); do
        size=$(stat -c %s "kept/$file")
        for at in 0 $((size / 2)) $((size - 1)); do
            rm -rf out && cp -r kept out
            flip "out/$file" "$at"
            run "$carom" run scene.yaml -o out --checkpoint 60
            echo "$file $at: $status $output"
            if [ "$status" -eq 0 ]; then same whole out; else [ "$status" -eq 65 ] && refused=$((refused + 1)); fi
        done
    done
    [ "$refused" -ge 3 ] # at least in checkpoint.carom
}

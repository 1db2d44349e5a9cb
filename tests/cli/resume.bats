#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Killed studies resume and produce the bytes of an uninterrupted study.

load common

setup() {
    begin
    phases=160 seeds=320 step_s=1.0e-5 # a second of one processor
    ! sanitized || phases=24 seeds=48 step_s=4.0e-5
    scene
}

scene() { # three.yaml
    cat > three.yaml <<Y
carom: 1
table: { width_m: 1, height_m: 1 }
duration_s: 1
samples: 11
balls:
  - { name: a, x_m: 0.2, y_m: 0.3, vx_mps: 1, vy_mps: 0.2, radius_m: 0.05, mass_kg: 0.2 }
  - { name: b, x_m: 0.6, y_m: 0.38, radius_m: 0.05, mass_kg: 0.2 }
  - { name: fixed, x_m: 0.8, y_m: 0.8, radius_m: 0.05, mass_kg: 0.2, fixed: true }
solvers:
  - { name: impulse, kind: impulse }
  - { name: heun, kind: penalty, stiffness_N_per_m: 1.0e5, step_s: $step_s }
convergence: { thetas: 5, factors: 2, phases: $phases }
statistics: { seeds: $seeds }
Y
}

teardown() { cd / && rm -rf "$work"; }

tasks() { [ ! -e "$1" ] && echo 0 || grep -c '^task ' "$1" || true; } # of a journal

# the files of a study without manifest and clock, the last column of convergence.tsv
bytes() { # DIR
    for file in "$1"/*.tsv; do
        case $file in */files.tsv) ;; */convergence.tsv) cut -f 1-15 "$file" ;; *) cat "$file" ;; esac
    done
}

killed() { # STUDY JOBS: kills the study at random times, each time a little later, then runs it to its end
    local whole="$BATS_FILE_TMPDIR/$1.txt" # for any number of threads
    if [ ! -e "$whole" ]; then
        "$carom" "$1" three.yaml -o whole --no-plots > said
        [ ! -e "whole/$1.journal" ]
        bytes whole > whole.txt
        [ "$(wc -l < whole.txt)" -gt 30 ]
        mv whole.txt "$whole"
    fi
    before=0 kills=0
    for _ in 1 2 3 4; do
        "$carom" "$1" three.yaml -o parts -j "$2" --no-plots > /dev/null 2>&1 & pid=$!
        while kill -0 $pid 2> /dev/null && [ "$(tasks "parts/$1.journal")" -le $before ]; do sleep 0.001; done
        sleep "0.0$((RANDOM % 40 + 10))"
        kill -9 $pid 2> /dev/null && kills=$((kills + 1))
        wait $pid 2> /dev/null || true
        [ -e "parts/$1.journal" ] || break # the study ended before the kill
        before=$(tasks "parts/$1.journal")
        cp "parts/$1.journal" kept
    done
    [ $kills -gt 0 ]
    [ ! -e parts/orders.tsv ] || rm -r parts
    [ -e kept ]
    mkdir -p parts
    cp kept "parts/$1.journal" # a truncated entry is computed again
    before=$(tasks kept)
    truncate -s -3 "parts/$1.journal"
    run "$carom" "$1" three.yaml -o parts -j "$2" --no-plots
    [ "$status" -eq 0 ]
    [[ "$output" =~ carom:\ ([0-9]+)\ runs\ were\ finished\ before ]]
    [ "${BASH_REMATCH[1]}" -ge $((before - 1)) ]
    [ ! -e "parts/$1.journal" ]
    bytes parts | cmp - "$whole"
}

@test "resume: converge, killed at any time, resumes and produces the same bytes" { sanitized || killed converge 1; }

@test "resume: converge with three threads" { killed converge 3; }

@test "resume: statistics, killed at any time, resumes and produces the same bytes" { killed statistics 1; }

@test "resume: statistics with three threads" { sanitized || killed statistics 3; }

# makes a journal of NUMBERS finished runs, as a kill leaves it
unfinished() { # STUDY NUMBERS OPTIONS...
    local study=$1 least=$2
    shift 2
    "$carom" "$study" three.yaml -o out --no-plots -j 1 "$@" > /dev/null 2>&1 & pid=$!
    while kill -0 $pid 2> /dev/null && [ "$(tasks "out/$study.journal")" -lt "$least" ]; do sleep 0.001; done
    kill -9 $pid
    wait $pid 2> /dev/null || true
    [ -s "out/$study.journal" ]
}

@test "resume: finished runs are taken from the journal, not computed again" {
    unfinished statistics 5
    # a changed number in the first entry, with a valid hash, appears in the table
    python3 - <<'P' || skip "no Python"
import re
def fnv(b, h=0xcbf29ce484222325):
    for c in b: h = ((h ^ c) * 0x100000001b3) % 2**64
    return h
text = open('out/statistics.journal', 'rb').read()
first = re.search(rb'task (\d+) (\d+) ([0-9a-f]{16})\n', text)
rows = text[first.end():first.end() + int(first[2])]
assert b'%016x' % fnv(rows) == first[3], 'not the hash that is used here'
lines = rows.split(b'\n')
lines[0] = b'4321.5'
new = b'\n'.join(lines)
text = text[:first.start()] + b'task %s %d %016x\n' % (first[1], len(new), fnv(new)) + new + text[first.end() + len(rows):]
open('out/statistics.journal', 'wb').write(text)
P
    "$carom" statistics three.yaml -o out --no-plots > said
    grep -q 4321.5 out/runs.tsv
}

@test "resume: another scenario, option or build starts again and keeps the old journal" {
    sanitized || phases=40 scene # six studies
    unfinished converge 4
    cp out/converge.journal kept
    run "$carom" converge three.yaml -o out --no-plots --set convergence.phases=2
    [ "$status" -eq 0 ]
    [[ "$output" == *"found an unfinished study with another scenario, option or version; its journal is now 'out/converge.journal.1'"* ]]
    [[ "$output" != *"were finished before"* ]]
    cmp kept out/converge.journal.1
    for other in "--solver heun --solver impulse" "--set duration_s=0.9"; do
        cp kept out/converge.journal
        run "$carom" converge three.yaml -o out --no-plots $other
        [ "$status" -eq 0 ]
        [[ "$output" == *"unfinished study with another scenario"* ]]
        [[ "$output" != *"were finished before"* ]]
    done
    # the hash includes the build
    sed '1s/ [0-9a-f]\{16\} / 0123456789abcdef /' kept > out/converge.journal
    run "$carom" converge three.yaml -o out --no-plots
    [[ "$output" == *"unfinished study with another scenario"* ]]
    # a sweep does not use the journal of a study
    cp kept out/sweep.journal
    run "$carom" sweep three.yaml -o out --set 'sweep={ parameters: [ { key: seed, values: [1] } ] }'
    [ "$status" -eq 0 ]
    [[ "$output" == *"unfinished sweep with another scenario"* ]]
    # with its old name and the same options it resumes
    cp kept out/converge.journal
    run "$carom" converge three.yaml -o out --no-plots
    [[ "$output" == *"runs were finished before"* ]]
}

@test "resume: an interrupt is status 130 and prints the progress" {
    "$carom" statistics three.yaml -o out --no-plots --set solvers.heun.step_s=1e-6 > /dev/null 2> said & pid=$!
    while kill -0 $pid 2> /dev/null && [ "$(tasks out/statistics.journal)" -lt 3 ]; do sleep 0.001; done
    kill -INT $pid
    status=0
    wait $pid || status=$?
    [ "$status" -eq 130 ]
    grep -qE "interrupted after [0-9]+ of $((2 * seeds)) runs; the same command continues from there" said
    [ -s out/statistics.journal ]
    [ ! -e out/statistics.tsv ]
}

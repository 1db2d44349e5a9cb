#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs the tests and adds them up: "tests: N passed, N failed, N skipped" is the last line.
# usage: run.sh all|fast|soak
set -u
cd "$(dirname "$0")/.." || exit 1
what=${1:-all}
passed=0 failed=0 skipped=0
log=build/tests.log
jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)
mkdir -p build/lines
: > $log

ok() { passed=$((passed + $1)); }
bad() { failed=$((failed + $1)); }

# A program of Check's prints "90%: Checks: 10, Failures: 1, Errors: 0" and one line per failure.
read_check() { # read_check VARIANT PROGRAM: what run_all left of it
    output=$(cat "$2.out" 2>&1)
    status=$(cat "$2.status" 2>/dev/null)
    summary=$(printf '%s\n' "$output" | sed -n 's/^[0-9]*%: Checks: \([0-9]*\), Failures: \([0-9]*\), Errors: \([0-9]*\)$/\1 \2 \3/p')
    if [ -z "$summary" ]; then
        bad 1
        printf 'not ok %s %s: status %s, no summary\n%s\n' "$1" "$2" "$status" "$output"
        return
    fi
    # shellcheck disable=SC2086
    set -- "$1" "$2" $summary
    ok $(($3 - $4 - $5))
    bad $(($4 + $5))
    if [ $(($4 + $5)) -gt 0 ] || [ "$status" -ne 0 ]; then
        [ $(($4 + $5)) -gt 0 ] || bad 1
        printf 'not ok %s %s\n%s\n' "$1" "$2" "$output"
    else
        printf 'ok %-8s %s (%s)\n' "$1" "$2" "$3"
    fi
    printf '%s\n' "$output" >> $log
}

# Programs are independent: as many at a time as there are processors, and read in order when all are done.
run_all() { # PROGRAM PATHS on standard input
    xargs -P "$jobs" -n 1 sh -c 'rm -f "$0.status"; "$0" > "$0.out" 2>&1; echo $? > "$0.status"'
}

run_programs() { # run_programs VARIANT...
    for variant in "$@"; do
        find tests -name 'test_*.c' ! -path 'tests/soak/*' | sort | sed "s|\(.*\)\.c$|build/$variant/\1|"
    done > build/programs.txt
    run_all < build/programs.txt
    while read -r program; do
        variant=${program#build/}
        read_check "${variant%%/*}" "$program"
    done < build/programs.txt
}

run_script() { # run_script NAME COMMAND...: one test
    name=$1
    shift
    if output=$("$@" 2>&1); then ok 1; printf 'ok %s\n' "$name"
    else bad 1; printf 'not ok %s\n%s\n' "$name" "$output"; fi
}

say_lines() { # say_lines NAME COMMAND...: leaves "ok", "not ok" and "skip" per line in build/lines/NAME
    lines=build/lines/$1
    shift
    "$@" > "$lines" 2>> $log
    # a script that dies before its first line must not pass for one that has nothing to say
    grep -q -E '^(ok|not ok|skip)' "$lines" || printf 'not ok %s: says nothing\n' "$*" >> "$lines"
}

read_lines() { # read_lines NAME...
    for name in "$@"; do
        lines=build/lines/$name
        ok "$(grep -c '^ok' "$lines")"
        bad "$(grep -c '^not ok' "$lines")"
        skipped=$((skipped + $(grep -c -E '^skip|# skip' "$lines")))
        passed=$((passed - $(grep -c '^ok.*# skip' "$lines")))
        grep -v '^1\.\.' "$lines"
    done
}

run_lines() { say_lines "$@"; read_lines "$1"; }

soak() {
    for program in build/release/tests/soak/*; do
        [ -x "$program" ] && case $program in *.o | *.d | *.out | *.status) ;; *) echo "$program" ;; esac
    done > build/programs.txt
    jobs=1
    run_all < build/programs.txt
    while read -r program; do read_check soak "$program"; done < build/programs.txt
}

# Pictures are gnuplot's work, hand-ins a compiler's, and signals are looked at by the clock: not under the sanitizers.
sanitized() { for file in tests/cli/*.bats; do case $file in *pictures* | *grading* | *signals*) ;; *) echo "$file" ;; esac; done; }

case $what in
    soak)
        soak
        run_lines sweep sh tests/soak/sweep.sh
        run_lines slurm sh tests/soak/slurm.sh
        run_lines inject sh tests/soak/inject/inject.sh
        ;;
    fast)
        run_programs release
        run_lines cli bats tests/cli
        ;;
    all)
        for check in floors sources symbols api figures shipped words; do run_script "house: $check" sh tests/house/$check.sh; done
        run_programs asan release
        { # two lanes, side by side
            say_lines golden sh tests/golden/run.sh
            say_lines fuzz sh tests/fuzz/replay.sh
            say_lines inject sh tests/soak/inject/inject.sh quick
            # shellcheck disable=SC2046
            say_lines cli-asan env CAROM="$PWD/build/asan/carom" bats $(sanitized)
        } &
        say_lines cli bats tests/cli
        say_lines experiments sh tests/experiments.sh
        say_lines numbers sh tests/numbers.sh
        wait
        read_lines golden fuzz inject cli cli-asan experiments numbers
        ;;
esac
printf 'tests: %s passed, %s failed, %s skipped\n' $passed $failed $skipped
[ $failed -eq 0 ]

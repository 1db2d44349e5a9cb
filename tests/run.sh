#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs the tests and adds them up: "tests: N passed, N failed, N skipped" is the last line.
# usage: run.sh all|fast|soak
set -u
cd "$(dirname "$0")/.." || exit 1
what=${1:-all}
passed=0 failed=0 skipped=0
log=build/tests.log
: > $log

ok() { passed=$((passed + $1)); }
bad() { failed=$((failed + $1)); }

# A program of Check's prints "90%: Checks: 10, Failures: 1, Errors: 0" and one line per failure.
run_check() { # run_check VARIANT PROGRAM
    output=$("$2" 2>&1)
    status=$?
    summary=$(printf '%s\n' "$output" | sed -n 's/^[0-9]*%: Checks: \([0-9]*\), Failures: \([0-9]*\), Errors: \([0-9]*\)$/\1 \2 \3/p')
    if [ -z "$summary" ]; then
        bad 1
        printf 'not ok %s %s: status %s, no summary\n%s\n' "$1" "$2" $status "$output"
        return
    fi
    # shellcheck disable=SC2086
    set -- "$1" "$2" $summary
    ok $(($3 - $4 - $5))
    bad $(($4 + $5))
    if [ $(($4 + $5)) -gt 0 ] || [ $status -ne 0 ]; then
        [ $(($4 + $5)) -gt 0 ] || bad 1
        printf 'not ok %s %s\n%s\n' "$1" "$2" "$output"
    else
        printf 'ok %-8s %s (%s)\n' "$1" "$2" "$3"
    fi
    printf '%s\n' "$output" >> $log
}

run_programs() { # run_programs VARIANT
    for source in tests/unit/*.c tests/conformance/*.c tests/physics/*.c tests/golden/*.c; do
        run_check "$1" "build/$1/${source%.c}"
    done
}

run_script() { # run_script NAME COMMAND...: one test
    name=$1
    shift
    if output=$("$@" 2>&1); then ok 1; printf 'ok %s\n' "$name"
    else bad 1; printf 'not ok %s\n%s\n' "$name" "$output"; fi
}

run_lines() { # run_lines COMMAND...: "ok", "not ok" and "skip" per line
    "$@" > build/lines.txt 2>> $log
    # a script that dies before its first line must not pass for one that has nothing to say
    grep -q -E '^(ok|not ok|skip)' build/lines.txt || { bad 1; printf 'not ok %s: says nothing\n' "$*"; }
    ok "$(grep -c '^ok' build/lines.txt)"
    bad "$(grep -c '^not ok' build/lines.txt)"
    skipped=$((skipped + $(grep -c -E '^skip|# skip' build/lines.txt)))
    passed=$((passed - $(grep -c '^ok.*# skip' build/lines.txt)))
    grep -v '^1\.\.' build/lines.txt
}

soak() {
    for program in build/release/tests/soak/*; do
        [ -x "$program" ] && case $program in *.o | *.d) ;; *) run_check soak "$program" ;; esac
    done
}

case $what in
    soak) soak; run_lines sh tests/soak/sweep.sh; run_lines sh tests/soak/slurm.sh; run_lines sh tests/soak/inject/inject.sh ;;
    fast) run_programs release; run_lines bats tests/cli ;;
    all)
        for check in layers size symbols api figures shipped; do run_script "house: $check" sh tests/house/$check.sh; done
        run_programs release
        run_programs asan
        run_lines sh tests/golden/run.sh
        run_lines bats tests/cli
        run_lines env CAROM="$PWD/build/asan/carom" bats tests/cli
        run_lines sh tests/fuzz/replay.sh
        run_lines sh tests/soak/inject/inject.sh quick
        run_lines sh tests/experiments.sh
        run_lines sh tests/numbers.sh
        ;;
esac
printf 'tests: %s passed, %s failed, %s skipped\n' $passed $failed $skipped
[ $failed -eq 0 ]

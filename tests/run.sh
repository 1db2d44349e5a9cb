#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs the tests and adds them up: "tests: N passed, N failed, N skipped" is the last line.
# usage: run.sh all|nightly|fast|soak; run.sh one KIND NAME COMMAND...: one job of the queue
#   all      the tests of `make check`: programs and most tests of the command line, only with sanitizers
#   nightly  the remaining tests (src/README.md, section Tests)
set -u
cd "$(dirname "$0")/.." || exit 1
what=${1:-all}
passed=0 failed=0 skipped=0
log=build/tests.log
export SET_UP=1 # make must not install packages within a test
# The sanitizers print file and line of undefined behaviour, and exit with a status that carom never uses.
export ASAN_OPTIONS="${ASAN_OPTIONS:-handle_sigill=1:exitcode=99}"
# Two more jobs than processors, because jobs sometimes wait. With one more, the tests take 10 % longer on two processors.
# TESTS_JOBS sets another number.
jobs=${TESTS_JOBS:-$(($(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1) + 2))}

ok() { passed=$((passed + $1)); }
bad() { failed=$((failed + $1)); }

# A test program prints "90%: Checks: 10, Failures: 1, Errors: 0" and one line per failure.
read_check() { # read_check VARIANT PLACE: reads the files that `one` wrote at PLACE
    output=$(cat "$2.out" "$2.err" 2>&1)
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

# Jobs are independent: test programs, bats files and scripts. They run from one queue, the longest first. Their results are read in
# order when all have ended.
queue=build/queue.txt results=build/lines said=build/said.txt
most_seconds=${TESTS_MOST_SECONDS:-400} # per job; the longest takes 150 s on a slow machine

job() { # job KIND NAME COMMAND...
    echo "$*" >> $queue
}

one() { # one KIND NAME COMMAND...: writes output to NAME.out and NAME.err, status to NAME.status, processor and elapsed seconds to NAME.seconds
    kind=$1 place=$results/$2
    shift 2
    [ "$kind" = bats ] && export CAROM="$PWD/$1" && shift && set -- bats "$@"
    mkdir -p "$(dirname "$place")"
    rm -f "$place.status"
    began=$(date +%s)
    # kill tests that hang (status 124) so the rest still report; macOS may lack `timeout`
    limit=
    command -v timeout > /dev/null && limit="timeout -k 10 $most_seconds"
    # Tests share a process, without a fork for each. After a crash the suite runs again with forks, so that the others still count.
    [ "$kind" != program ] || export CK_FORK=no
    # shellcheck disable=SC2086
    $limit "$@" > "$place.out" 2> "$place.err" < /dev/null
    status=$?
    if [ "$kind" = program ] && ! grep -q 'Checks: ' "$place.out"; then
        # shellcheck disable=SC2086
        CK_FORK=yes $limit "$@" > "$place.out" 2>> "$place.err" < /dev/null
        status=$?
    fi
    echo $status > "$place.status"
    times > "$place.time" # the second line is that of the children: 1m2.5s 0m3.1s
    printf '%s\t%s\n' "$(tail -n 1 "$place.time" | tr 'ms' '  ' | awk '{ printf "%.1f", 60 * ($1 + $3) + $2 + $4 }')" \
        $(($(date +%s) - began)) > "$place.seconds"
}

# Sorts the jobs by the processor seconds of the last run (build/times.tsv), the longest first. Jobs without a time come before them.
times=build/times.tsv
in_order() {
    [ -f $times ] || { cat $queue; return; }
    awk -F '\t' 'FILENAME ~ /times.tsv/ { took[$1] = $2; next } { split($0, word, " "); print (word[2] in took ? took[word[2]] : 1e6) "\t" $0 }' \
        $times $queue | sort -s -k 1,1 -nr | cut -f 2
}

run_queue() {
    in_order | tr '\n' '\0' | xargs -0 -P "$jobs" -n 1 sh -c 'exec sh tests/run.sh one $0'
    while read -r kind name rest; do
        printf '%s\t%s\n' "$name" "$(cat "$results/$name.seconds")"
        case $kind in
            program) read_check "${name%%/*}" "$results/$name" >&3 ;;
            lines | bats) read_lines "$name" "$rest" >&3 ;;
            script) read_script "$name" >&3 ;;
        esac
    done < $queue 3>&1 > $times.new
    { cat $times.new; [ ! -f $times ] || cat $times; } | awk -F '\t' '!known[$1]++' > $times.all && mv $times.all $times
    rm -f $times.new
}

# Repeats the failures at the end: long output may be truncated.
again() { grep '^not ok' $said | cut -c 1-1000; }

programs() { find tests -name 'test_*.c' ! -path 'tests/soak/*' ! -path 'tests/golden/*' | sort; }

queue_programs() { # queue_programs VARIANT SOURCES...
    variant=$1
    shift
    for source in "$@"; do
        suite=${source#tests/} suite=${suite%.c}
        job program "$variant/$suite" "build/$variant/tests/all" "$suite"
    done
}

queue_cases() { # queue_cases VARIANT: one job per file of tests/cases
    for file in tests/cases/*.case; do job lines "$1/cases/$(basename "$file" .case)" "build/$1/tests/cases" "$file"; done
}

queue_bats() { # queue_bats NAME PROGRAM FILES...: one job per file
    name=$1 program=$2
    shift 2
    for file in "$@"; do job bats "$name/$(basename "$file" .bats)" "$program" "$file"; done
}

read_script() { # one test: passed if its status is 0
    if [ "$(cat "$results/$1.status")" = 0 ]; then ok 1; printf 'ok %s\n' "$1"
    else bad 1; printf 'not ok %s\n' "$1"; cat "$results/$1.out" "$results/$1.err"; fi
}

read_lines() { # read_lines NAME COMMAND: one test per line "ok", "not ok" or "skip"
    lines=$results/$1.out
    cat "$results/$1.err" >> $log
    # a script without output has failed
    grep -q -E '^(ok|not ok|skip)' "$lines" || printf 'not ok %s: says nothing\n' "$2" >> "$lines"
    # and so has one that was killed
    status=$(cat "$results/$1.status" 2>/dev/null)
    [ "$status" = 0 ] || grep -q '^not ok' "$lines" ||
        printf 'not ok %s: ended with status %s: %s\n' "$2" "$status" "$(tail -n 8 "$results/$1.err" | tr -s '\n\t ' ' ')" >> "$lines"
    ok "$(grep -c '^ok' "$lines")"
    bad "$(grep -c '^not ok' "$lines")"
    skipped=$((skipped + $(grep -c -E '^skip|# skip' "$lines")))
    passed=$((passed - $(grep -c '^ok.*# skip' "$lines")))
    grep -v '^1\.\.' "$lines"
}

# Not with sanitizers: figures (gnuplot does the work), tests of signals (they depend on time), and of what is built or installed.
sanitized() { for file in tests/cli/*.bats; do case $file in *pictures* | *figures* | *gallery* | *labels* | *signals* | */install.bats | */setup.bats | */engines.bats) ;; *) echo "$file" ;; esac; done; }
released() { for file in tests/cli/*.bats; do { sanitized; nightly; } | grep -qxF "$file" || echo "$file"; done; }
# Only in `make nightly`: pictures of the gallery, and labels of many solvers (labels.bats checks those of one figure).
nightly() { for name in gallery labels_of_many; do echo "tests/cli/$name.bats"; done; }
# Tests that draw figures: in all formats with `soak`, otherwise only where the test checks the formats (all_formats in common.bash).
drawing() { grep -lE 'has_gnuplot|drawn' tests/cli/*.bats; }

if [ "$what" = one ]; then
    shift
    one "$@"
    exit
fi
rm -rf $results
mkdir -p $results
: > $queue
: > $log
# shellcheck disable=SC2046
case $what in
    soak)
        jobs=1
        export TESTS_MOST_SECONDS=0 # no limit
        for source in tests/soak/test_*.c; do job program "release/${source%.c}" "build/release/${source%.c}"; done
        for source in tests/soak/test_random_*.c; do job program "asan/${source%.c}" "build/asan/${source%.c}"; done
        job script figures sh tests/soak/figures.sh
        job lines inject sh tests/soak/inject/inject.sh
        export CAROM_TESTS_DRAW=all
        queue_bats cli build/carom $(drawing)
        ;;
    fast)
        queue_programs release $(programs | grep -v '^tests/physics')
        queue_cases release
        ;;
    all)
        sh tests/lab/build.sh prepare >> $log 2>&1
        sh tests/lab/browser/run.sh ready >> $log 2>&1
        # the longest jobs, which must come first if build/times.tsv is missing
        job lines golden sh tests/golden/run.sh native
        job lines lab/browser-2 sh tests/lab/browser/run.sh table.mjs time.mjs share.mjs lesson.mjs knobs.mjs instruments.mjs
        job lines lab/browser-1 sh tests/lab/browser/run.sh access.mjs core.mjs track.mjs
        queue_bats cli build/carom $(released | sort -r)
        job lines inject sh tests/soak/inject/inject.sh quick
        # a prebuilt module that matches its sources was built from them; nightly builds it again
        if sh src/lab/part.sh --kept carom.wasm; then job lines lab/module sh tests/lab/module.sh kept
        else job lines lab/module sh tests/lab/module.sh; fi
        job lines lab/unit sh tests/lab/unit.sh
        job lines lab/types sh tests/lab/types.sh
        job lines lab/bits sh tests/lab/bits.sh
        job lines fuzz sh tests/fuzz/replay.sh
        queue_bats cli-asan build/asan/carom $(sanitized)
        # golden/run.sh runs the golden program with sanitizers
        queue_programs asan $(programs)
        queue_cases asan
        for check in floors sources names api figures shipped words; do job script house/$check sh tests/house/$check.sh; done
        job lines house/format sh tests/house/format.sh
        sh src/lab/part.sh --kept carom.wasm && sh src/lab/part.sh --kept page.html || job lines lab/kept sh tests/lab/kept.sh
        job lines lab/composed sh tests/lab/composed.sh
        job lines site sh tests/site.sh short
        job lines python sh tests/python.sh
        job lines experiments sh tests/experiments.sh
        for list in experiments/*/numbers.txt; do
            job lines "numbers/$(basename "$(dirname "$list")")" sh tests/numbers.sh short "$list"
        done
        job lines numbers/README sh tests/numbers.sh tests/numbers.txt
        ;;
    nightly)
        sh tests/lab/build.sh prepare whole >> $log 2>&1
        job lines lab/module sh tests/lab/module.sh
        job lines lab/kept sh tests/lab/kept.sh
        job lines site sh tests/site.sh
        job lines golden-wasm sh tests/golden/wasm.sh
        job lines golden sh tests/golden/run.sh foreign
        job lines fuzz/clang sh tests/fuzz/replay.sh clang
        job lines numbers/long sh tests/numbers.sh long $(grep -l '^nightly' experiments/*/numbers.txt)
        job lines lab/bits env LAB_ALL=1 sh tests/lab/bits.sh
        job lines lab/composed env LAB_ALL=1 sh tests/lab/composed.sh
        queue_bats cli build/carom $(nightly) $(sanitized)
        queue_programs release $(programs)
        ;;
esac
run_queue > $said # all jobs have ended
cat $said
[ $failed -eq 0 ] || again
printf 'tests: %s passed, %s failed, %s skipped\n' $passed $failed $skipped
[ $failed -eq 0 ]

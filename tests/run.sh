#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs the tests and adds them up: "tests: N passed, N failed, N skipped" is the last line.
# usage: run.sh all|nightly|fast|soak; run.sh one KIND NAME COMMAND...: one job of the queue
#   all      the tests of `make check`: test programs in the mixed build, the command line in the release build
#   nightly  the remaining tests (src/README.md, section Tests)
set -u
results=build/lines

# Jobs are independent: test programs, bats files and scripts. One job writes its output to NAME.out and NAME.err, its status to
# NAME.status and its times to NAME.time. Starting a process takes milliseconds on some machines, and so a job starts few.
one() { # one KIND NAME COMMAND...
    kind=$1 place=$results/$2
    shift 2
    case $kind in
        bats) export CAROM="$PWD/$1" && shift && set -- bats "$@" ;;
        # Tests share a process, without a fork for each, and print a line each.
        program) export CK_FORK=no CK_VERBOSITY=silent CK_TAP_LOG_FILE_NAME=- ;;
    esac
    # shellcheck disable=SC2086
    $TESTS_LIMIT "$@" > "$place.out" 2> "$place.err" < /dev/null
    status=$?
    if [ "$kind" = program ] && [ $status -gt 1 ]; then # a crash: again with forks, so that the others still count
        # shellcheck disable=SC2086
        CK_FORK=yes $TESTS_LIMIT "$@" > "$place.out" 2>> "$place.err" < /dev/null
        status=$?
    fi
    echo $status > "$place.status"
    times > "$place.time" # the second line is that of the children: 1m2.5s 0m3.1s
}
if [ "${1:-}" = one ]; then
    shift
    one "$@"
    exit
fi

cd "$(dirname "$0")/.." || exit 1
what=${1:-all}
export SET_UP=1 # make must not install packages within a test
# A make within a test keeps the variables of the command line, but not the job slots of the make that runs the tests.
MAKEFLAGS=$(echo "${MAKEFLAGS:-}" | sed 's/ -j[0-9]*//; s/ --jobserver-[a-z]*=[^ ]*//')
export MAKEFLAGS
# The sanitizers print file and line of undefined behaviour, and exit with a status that carom never uses.
export ASAN_OPTIONS="${ASAN_OPTIONS:-handle_sigill=1:exitcode=99:quarantine_size_mb=64}"
# Two more jobs than processors, because jobs sometimes wait. With one more, the tests take 10 % longer on two processors.
# TESTS_JOBS sets another number.
processors=$(getconf _NPROCESSORS_ONLN 2> /dev/null || echo 1)
jobs=${TESTS_JOBS:-$((processors + 2))}
# kill tests that hang (status 124) so the rest still report; macOS may lack `timeout`
TESTS_LIMIT="timeout -k 10 ${TESTS_MOST_SECONDS:-400}" # per job; the longest takes 150 s on a slow machine
command -v timeout > /dev/null || TESTS_LIMIT=
export TESTS_LIMIT

# Two queues, the longest jobs first: those of the sanitized programs (VARIANT=mixed, nightly asan) wait until these are built.
released=build/queue.txt sanitized=build/queue-sanitized.txt variant=mixed
times=build/times.tsv log=build/tests.log
queue=$released
job() { # job KIND NAME COMMAND...
    echo "$*" >> $queue
}

# Sorts the jobs by the processor seconds of the last run (build/times.tsv), the longest first. Jobs without a time come before them.
in_order() { # in_order QUEUE
    [ -f $times ] || { cat "$1"; return; }
    awk -F '\t' 'FILENAME ~ /times.tsv/ { took[$1] = $2; next } { split($0, word, " "); print (word[2] in took ? took[word[2]] : 1e6) "\t" $0 }' \
        $times "$1" | sort -s -k 1,1 -nr | cut -f 2
}

# Prints the jobs. Those of the sanitized programs follow when the programs are built, meanwhile, by a job of its own. Before the jobs
# of the page, what several of them need is made, while others run.
of_page=' (lab/|site|python)'
feed() {
    [ ! -s $sanitized ] || TESTS_LIMIT='' one script build-$variant make --no-print-directory -j"$processors" VARIANT=$variant $variant &
    in_order $released | grep -vE "$of_page"
    eval "$prepare" >> $log 2>&1
    in_order $released | grep -E "$of_page"
    wait
    [ ! -s $sanitized ] || [ "$(cat $results/build-$variant.status)" != 0 ] || in_order $sanitized
}

# Reads the results of all jobs in the order of the queues, prints the tests, the failures again at the end, and the sum.
# A job of kind `script` is one test, passed if its status is 0; others print a line "ok", "not ok" or "skip" for each.
read_results() {
    awk -v results=$results -v times=$times -v log_file=$log '
    function read_file(name,    line) { lines = 0; while ((getline line < name) > 0) text[++lines] = line; close(name) }
    function print_file(name,    i) { read_file(name); for (i = 1; i <= lines; i++) print text[i] }
    function report(line) { failures[++failed] = line; print line }
    function seconds(name,    i, part, sum) { # the second line of the shell has minutes and seconds of the children
        read_file(name)
        split(text[2], part, /[ms ]+/)
        return lines < 2 ? 0 : 60 * (part[1] + part[3]) + part[2] + part[4]
    }
    FILENAME == times { took[$1] = $0; next }
    {
        place = results "/" $2
        read_file(place ".status")
        status = lines ? text[1] : "none"
        took[$2] = $2 "\t" seconds(place ".time")
        if ($1 == "script" && status == "0") { passed++; print "ok " $2; next }
        if ($1 == "script") { report("not ok " $2); print_file(place ".out"); print_file(place ".err"); next }
        tests = bad = 0
        read_file(place ".out")
        for (i = 1; i <= lines; i++) {
            if (text[i] ~ /^1\.\./) continue
            if (text[i] ~ /^skip/ || text[i] ~ /^ok.*# skip/) { skipped++; tests++ }
            else if (text[i] ~ /^ok/) { passed++; tests++ }
            else if (text[i] ~ /^not ok/) { report(text[i]); bad++; continue }
            print text[i]
        }
        if (tests + bad == 0) { report("not ok " $0 ": says nothing"); bad++ }
        if (status != "0" && (status != "1" || !bad)) { report("not ok " $0 ": ended with status " status); bad++ }
        read_file(place ".err")
        for (i = 1; i <= lines; i++) {
            print text[i] >> log_file
            if (bad) print text[i]
        }
    }
    END {
        for (name in took) print took[name] > (times ".new")
        if (failed) print "failed:"
        for (i = 1; i <= failed; i++) print substr(failures[i], 1, 1000) # long output may be truncated
        printf "tests: %d passed, %d failed, %d skipped\n", passed, failed, skipped
        exit failed > 0
    }' "$@"
}

programs() { find tests -name "test_*.c" ! -path "tests/soak/*" ! -path "tests/golden/*" | sed "s|^tests/||; s|\.c$||" | sort; }

# Queues jobs of kind KIND for all FILES, COUNT jobs in all: few processes, which take about the same time
queue_groups() { # queue_groups KIND NAME PROGRAM COUNT FILES...
    kind=$1 name=$2 program=$3 count=$4
    shift 4
    printf '%s\n' "$@" | awk -v count="$count" -v job="$kind $name" -v program="$program" '
        { file[NR % count] = file[NR % count] " " $0 }
        END { for (i = 0; i < count; i++) print job "-" i + 1, program file[i] }' >> $queue
}

queue_bats() { # queue_bats KIND PROGRAM NAMES...: one job per file tests/cli/NAME.bats
    kind=$1 program=$2
    shift 2
    for name in "$@"; do job bats "$kind/$name" "$program" "tests/cli/$name.bats"; done
}

rm -rf $results
mkdir -p $results
: > $released
: > $sanitized
: > $log
prepare=
# shellcheck disable=SC2046
case $what in
    soak)
        jobs=1
        export TESTS_LIMIT=
        for source in tests/soak/test_*.c; do job program "release/${source%.c}" "build/release/${source%.c}"; done
        for source in tests/soak/test_random_*.c; do job program "asan/${source%.c}" "build/asan/${source%.c}"; done
        job script figures sh tests/soak/figures.sh
        job lines inject sh tests/soak/inject/inject.sh
        ;;
    fast)
        queue_groups program release build/release/tests/all 4 $(programs | grep -v '^physics')
        queue_groups lines cases build/release/tests/cases 4 tests/cases/*.case
        ;;
    all)
        prepare='sh tests/lab/build.sh prepare; sh tests/lab/browser/run.sh ready'
        # the longest jobs, which must come first if build/times.tsv is missing
        job lines lab/browser sh tests/lab/browser/run.sh first.mjs
        queue_bats cli build/carom figures signals output shell
        job lines inject sh tests/soak/inject/inject.sh quick
        job lines lab/module sh tests/lab/module.sh
        job lines lab/unit sh tests/lab/unit.sh
        job lines lab/bits sh tests/lab/bits.sh
        for check in floors sources api figures shipped words; do job script house/$check sh tests/house/$check.sh; done
        job lines house/format sh tests/house/format.sh
        # a prebuilt page that matches its sources was built from them, and its types were checked (make lab-keep); nightly does it again
        sh src/lab/lab.sh current src/lab/kept/template.html || {
            job lines lab/kept sh tests/lab/kept.sh
            job lines lab/types sh tests/lab/types.sh
        }
        job lines lab/composed sh tests/lab/bits.sh pages
        job lines site sh tests/site.sh short
        job lines python sh tests/python.sh
        job lines checks/audit sh tests/checks/audit.sh 16
        job lines experiments sh tests/experiments.sh
        queue_groups lines numbers 'sh tests/numbers.sh short' 8 experiments/*/numbers.txt
        job lines numbers/README sh tests/numbers.sh tests/numbers.txt
        job lines golden sh tests/golden/run.sh native
        queue=$sanitized
        queue_groups program mixed build/mixed/tests/all 8 $(programs)
        queue_groups lines mixed/cases build/mixed/tests/cases 4 tests/cases/*.case
        job lines fuzz sh tests/fuzz/replay.sh mixed
        ;;
    nightly)
        prepare='sh tests/lab/build.sh prepare whole; sh tests/lab/browser/run.sh ready'
        job lines lab/module sh tests/lab/module.sh
        job lines lab/kept sh tests/lab/kept.sh
        job lines lab/types sh tests/lab/types.sh
        job lines site sh tests/site.sh
        job lines golden-wasm sh tests/golden/wasm.sh
        job lines checks/audit sh tests/checks/audit.sh 200
        job lines studies/fit sh tests/studies/fit_coverage.sh 300
        job lines scenes python3 tests/soak/scenes.py build/carom 100
        job lines fuzz/clang sh tests/fuzz/replay.sh clang
        job lines worksheets sh tests/exercises/printed.sh
        job lines numbers/long sh tests/numbers.sh long $(grep -l '^nightly' experiments/*/numbers.txt)
        job lines lab/bits env LAB_ALL=1 sh tests/lab/bits.sh
        job lines lab/composed env LAB_ALL=1 sh tests/lab/bits.sh pages
        job lines lab/browser-1 sh tests/lab/browser/run.sh access.mjs table.mjs track.mjs
        job lines lab/browser-2 sh tests/lab/browser/run.sh instruments.mjs lesson.mjs share.mjs knobs.mjs time.mjs
        queue_bats cli build/carom pictures install engines
        queue_groups program release build/release/tests/all 8 $(programs)
        queue_groups lines cases build/release/tests/cases 4 tests/cases/*.case
        queue=$sanitized variant=asan
        queue_groups program asan build/asan/tests/all 8 $(programs)
        queue_groups lines asan/cases build/asan/tests/cases 4 tests/cases/*.case
        queue_bats cli-asan build/asan/carom output shell
        job lines fuzz sh tests/fuzz/replay.sh asan
        job lines golden sh tests/golden/run.sh foreign # runs the sanitized golden program
        ;;
esac
# all folders of results at once
# shellcheck disable=SC2046
mkdir -p $(awk -v results=$results '{ folder = $2; if (sub("/[^/]*$", "", folder) && !seen[folder]++) print results "/" folder }' $released $sanitized)
feed | xargs -L 1 -P "$jobs" sh tests/run.sh one
case $(cat $results/build-$variant.status 2> /dev/null) in
    '') set -- $released ;;
    0) set -- $released $sanitized ;;
    *) queue=$released; job script build-$variant; set -- $released ;;
esac
[ ! -f $times ] || set -- $times "$@"
read_results "$@"
status=$?
[ ! -f $times.new ] || mv $times.new $times
exit $status

#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Submissions that cheat: names are never interpreted, verdicts come from outside the submitted program, and grading reads only the
# submission's folder.

load common

# Shared parts of submissions are compiled once for all tests.
setup_file() {
    sh "$BATS_TEST_DIRNAME/../exercise.sh" --ready force_law "$BATS_FILE_TMPDIR/.examiner/force_law"
}

setup() {
    home="$BATS_TEST_DIRNAME/../.."
    carom="${CAROM:-$home/build/carom}"
    cd "$BATS_TEST_TMPDIR" || exit 1
    mkdir hand-in runs
    cp -al "$BATS_FILE_TMPDIR/.examiner" runs
    sh "$home/tests/exercises/copy.sh" hand-in
}

law_with() { # LINES: writes the sample force law, followed by LINES
    cp "$home/tests/exercises/law.c" hand-in/law.c
    printf '%s\n' "$1" >> hand-in/law.c
}

# (`timeout` ends a test that hangs; the tested limits are processor time, independent of the load of the machine)
grade_law() { run timeout 600 "$carom" exercise grade hand-in/07-restitution.yaml -o runs "$@"; }

@test "grading: an exercise is a name, not a path" {
    mkdir -p own/experiments
    cp -r "$home/experiments/12-collapse" own/experiments/mine
    printf 'exercise: ../../../own/experiments/mine\nanswers: { first_s: 0.5 }\n' > hand-in/a.yaml
    run "$carom" exercise grade hand-in/a.yaml
    [ "$status" -eq 65 ]
    [[ "$output" == *"a.yaml:1:11: exercise: found '../../../own"* ]]
    for name in .. . /etc a/b '"a\e[2Jb"'; do
        printf 'exercise: %s\nanswers: { first_s: 0.5 }\n' "$name" > hand-in/a.yaml
        run "$carom" exercise grade hand-in/a.yaml
        [ "$status" -eq 65 ]
        [[ "$output" != *$'\e'* ]]
    done
}

@test "grading: a program cannot produce its verdict by exiting or printing" {
    boxed
    for fault in '_exit(0);' 'printf("100%%: Checks: 10, Failures: 0, Errors: 0\n"); fflush(stdout); _exit(0);' \
                 'kill(getpid(), 9);' 'fclose(fopen("/proc/self/comm", "r")); abort();'; do
        law_with "#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
int kill(int, int); int getpid(void); void _exit(int);
__attribute__((constructor)) static void pass(void) { $fault }"
        grade_law
        [ "$status" -eq 1 ]
        [[ "$output" == *"FAIL  my_law "*"ended instead of answering"* ]]
    done
}

@test "grading: an endless program is stopped within seconds" {
    boxed
    law_with '__attribute__((constructor)) static void stay(void) { for (;;) { } }'
    TIMEFORMAT=%U
    { time grade_law; } 2> took
    [ "$status" -eq 1 ]
    [[ "$output" == *"FAIL  my_law "*"timed out"* ]]
    [ "$(sed -n '$s/\..*//p' took)" -lt 20 ]
    cp "$home/tests/exercises/law.c" hand-in/law.c
    sed -i.bak 's/double elastic = c->stiffness \* overlap_m/for (volatile int k = 0; overlap_m > 1e-3; k = 0) { } &/' hand-in/law.c
    grade_law --limit time_s=2 --limit sandbox=never
    [ "$status" -eq 1 ]
    [[ "$output" == *"FAIL  my_law "*"timed out"* ]]
    ! grep -qs "$BATS_TEST_TMPDIR/runs/my_law/[p]rogram" /proc/[0-9]*/cmdline || false # no process is left
}

@test "grading: earlier verdicts are printed while a program is examined" {
    boxed
    law_with '__attribute__((constructor)) static void stay(void) { for (;;) { } }'
    "$carom" exercise grade hand-in/07-restitution.yaml -o runs --limit time_s=2 > verdicts.txt &
    grader=$!
    seen=no
    while kill -0 $grader 2> /dev/null; do
        if grep -q '^PASS' verdicts.txt && ! grep -q my_law verdicts.txt && kill -0 $grader; then seen=yes; break; fi
        sleep 0.05
    done
    wait $grader || true
    [ $seen = yes ]
    grep -q '^FAIL  my_law' verdicts.txt
}

@test "grading: a program writes no files, and compiling reads no foreign files" {
    boxed
    law_with "#include <stdio.h>
__attribute__((constructor)) static void leave(void) { FILE *f = fopen(\"$PWD/left\", \"w\"); if (f) { fputs(\"here\", f); fclose(f); } }"
    grade_law --limit sandbox=never
    [ "$status" -eq 1 ]
    [ ! -s left ]
    echo secret-of-somebody > other.txt
    for include in "$PWD/other.txt" ../other.txt /etc/passwd; do
        law_with "#include \"$include\""
        grade_law
        [ "$status" -eq 1 ]
        [[ "$output" == *"FAIL  my_law "*"includes"* || "$output" == *"FAIL  my_law "*"No such file"* ]] # the sandbox hides it
        [[ "$output" != *secret* ]]
        [[ "$output" != *root* ]]
    done
    echo '/* nothing */' > hand-in/mine.h
    law_with '#include "mine.h"'
    grade_law
    [ "$status" -eq 0 ]
}

@test "grading: a law may reject every restitution except 1, with a message" {
    boxed
    cp "$home/tests/exercises/law.c" hand-in/law.c
    sed -i.bak 's/if (!(restitution > exp(log_e(end, high))) || !(restitution < 1)) {/if (restitution != 1) {/' hand-in/law.c
    cmp -s hand-in/law.c hand-in/law.c.bak && false
    grade_law
    [ "$status" -eq 0 ]
    sed -i.bak '/return carom_error_set(error, CAROM_INVALID/,/);$/c\
return CAROM_INVALID;
' hand-in/law.c
    cmp -s hand-in/law.c hand-in/law.c.bak && false
    grade_law
    [ "$status" -eq 1 ]
    [[ "$output" == *"expected CAROM_OK for 1, elsewhere CAROM_OK or CAROM_INVALID with a message"* ]]
}

@test "grading: shared parts are compiled once per output folder, and again after a change" {
    mkdir -p own/build own/tests own/src/laws
    ln -s "$home/include" own
    ln -s "$home/src/laws/laws.c" own/src/laws
    ln -s "$home/build/libcarom.a" own/build
    cp -r "$home"/tests/grading "$home"/tests/conformance "$home"/tests/support.h "$home"/tests/exercise.sh own/tests
    chmod -R a-w own
    rm -r runs
    run sh own/tests/exercise.sh force_law hand-in/law.c runs
    [ "$status" -eq 0 ]
    [[ "$output" == *"Failures: 0, Errors: 0"* ]]
    printf '#!/bin/sh\necho that which was kept\n' > runs/.examiner/examiner
    run sh own/tests/exercise.sh force_law hand-in/law.c runs
    [ "$output" = "that which was kept" ]
    chmod -R u+w own
    # with the flags of libcheck
    mkdir bin
    printf '#!/bin/sh\ncase "$*" in "--cflags check") echo -DWANTED_BY_CHECK ;; *) exec %s "$@" ;; esac\n' "$(command -v pkg-config)" > bin/pkg-config
    chmod +x bin/pkg-config
    { printf '#ifndef WANTED_BY_CHECK\n#error no flags of libcheck\n#endif\n'; cat own/tests/grading/examiner.c; } > examiner.c
    cp examiner.c own/tests/grading
    PATH="$PWD/bin:$PATH" run sh own/tests/exercise.sh force_law hand-in/law.c runs
    [ "$status" -eq 0 ]
    cp "$home/tests/grading/examiner.c" own/tests/grading
    echo '#error another program' >> own/tests/grading/program.c
    run sh own/tests/exercise.sh force_law hand-in/law.c runs
    [ "$status" -eq 2 ]
    [[ "$output" == *"another program"* ]]
    run sh own/tests/exercise.sh force_law hand-in/law.c runs # a failed build is not reused
    [ "$status" -eq 2 ]
    [ -z "$(find runs -name 'new.*')" ]
}

@test "grading: grading writes below -o only" {
    boxed
    rm -r runs
    touch before
    sleep 0.1
    grade_law
    [ "$status" -eq 0 ]
    [ -e runs/.examiner/force_law/examiner ]
    [ -z "$(find "$home/src" "$home/tests" "$home/include" "$home/build/grading" hand-in -newer before 2> /dev/null)" ]
}

@test "grading: a header with #pragma GCC system_header hides no include" {
    echo 'secret-of-somebody' > other.txt
    printf '#pragma GCC system_header\n#include "%s"\n' "$PWD/other.txt" > hand-in/mine.h
    law_with '#include "mine.h"'
    grade_law --limit sandbox=never # without the sandbox, which would hide the file
    [ "$status" -eq 1 ]
    [[ "$output" == *"FAIL  my_law "*"includes '$PWD/other.txt'"* ]]
    [[ "$output" != *secret* ]]
}

@test "grading: answers are escaped in output" {
    printf 'exercise: 12-collapse\nanswers:\n  first_s: "0.5\\nok 7 - first_s\\n\\e[2J"\n  no_trouble: "a\\n1..0\\u009b2J"\n' > hand-in/a.yaml
    run "$carom" exercise grade hand-in/a.yaml -o runs --tap
    [ "$status" -eq 1 ]
    [ "$(echo "$output" | grep -c '^ok')" -eq 0 ]
    [ "$(echo "$output" | grep -c '^1\.\.')" -eq 1 ]
    [[ "$output" != *$'\e'* ]]
    [[ "$output" != *$'\u009b'* ]]
    printf 'exercise: 12-collapse\nanswers:\n  "x\\e[2J": 1\n' > hand-in/a.yaml
    run "$carom" exercise grade hand-in/a.yaml -o runs
    [ "$status" -eq 65 ]
    [[ "$output" != *$'\e'* ]]
}

@test "grading: grading reads files of the submission's folder only" {
    printf 'secret: of-somebody\n' > other.yaml
    ln -s ../other.yaml hand-in/link.yaml
    mkfifo hand-in/pipe.yaml
    for file in "$PWD/other.yaml" ../other.yaml link.yaml /etc/passwd pipe.yaml . nowhere.yaml; do
        sed "s|^  frugal: .*|  frugal: $file|" hand-in/01-head-on.yaml > hand-in/a.yaml
        run timeout 600 "$carom" exercise grade hand-in/a.yaml -o runs
        [ "$status" -eq 1 ]
        [[ "$output" == *"FAIL  frugal "*"expected the name of a file in the folder of the answers"* ]]
        [[ "$output" != *secret* ]]
    done
    mkdir hand-in/within
    cp hand-in/frugal.yaml hand-in/within
    sed "s|^  frugal: .*|  frugal: within/frugal.yaml|" hand-in/01-head-on.yaml > hand-in/a.yaml
    run "$carom" exercise grade hand-in/a.yaml -o runs
    [ "$status" -eq 0 ]
}

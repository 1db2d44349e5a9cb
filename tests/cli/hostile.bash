# SPDX-License-Identifier: GPL-3.0-or-later
# Shared by the tests of hostile submissions: programs that attack, and their grading.

load common

# Shared parts of submissions are compiled once per file of tests.
setup_file() {
    sh "$BATS_TEST_DIRNAME/../exercise.sh" --ready force_law "$BATS_FILE_TMPDIR/.examiner/force_law"
}

setup() {
    home="$(cd "$BATS_TEST_DIRNAME/../.." && pwd)"
    carom="${CAROM:-$home/build/carom}"
    cd "$BATS_TEST_TMPDIR" || exit 1
    mark="c$$-$BATS_TEST_NUMBER"
    mkdir hand-in no-bwrap runs
    cp -al "$BATS_FILE_TMPDIR/.examiner" runs
    printf '#!/bin/sh\necho "bwrap: no namespaces here" >&2\nexit 1\n' > no-bwrap/bwrap
    chmod +x no-bwrap/bwrap
    printf 'exercise: 07-restitution\nanswers:\n  my_law: law.c\n' > hand-in/answers.yaml
}

# Writes the sample force law with LINES in a constructor. An alarm ends it after 60 s in any case.
law_that() { # LINES
    { cat "$home/tests/exercises/law.c"; cat <<C; } > hand-in/law.c
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int fork(void); int setsid(void); int pause(void); unsigned alarm(unsigned); void _exit(int); int close(int); long readlink(const char *, char *, unsigned long);
int prctl(int, ...); int chdir(const char *); void (*signal(int, void (*)(int)))(int);
static void touch(const char *name) { close(open(name, O_CREAT | O_WRONLY, 0644)); }
static void eat(long n) { volatile char *p = malloc((unsigned long)n); for (long i = 0; i < n; i += 4096) p[i] = 1; }
__attribute__((constructor)) static void attack(void) { prctl(15, "$mark"); alarm(60); $1 }
C
}

grade() { # VERDICT OPTIONS...: expects a failure with that verdict
    local verdict="$1"
    shift
    SECONDS=0
    rm -rf runs/my_law
    run timeout -k 5 300 "$carom" exercise grade hand-in/answers.yaml -o runs "$@"
    echo "$output"
    [ "$status" -eq 1 ]
    [[ "$output" == *"FAIL  my_law "*"$verdict"* ]]
    ended
}

# True if no process is left; submissions set a unique process name.
ended() { ! grep -qsx "$mark" /proc/[0-9]*/comm || return 1; }

#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Hand-ins that attack the machine that judges them: each ends in a verdict, in the sandbox (bubblewrap) and, where there is none, by
# the limits alone. A stand-in for bwrap that refuses is a machine where it does not work.

setup() {
    home="$BATS_TEST_DIRNAME/../.."
    carom="${CAROM:-$home/build/carom}"
    cd "$BATS_TEST_TMPDIR" || exit 1
    mark="c$$-$BATS_TEST_NUMBER"
    mkdir hand-in no-bwrap
    printf '#!/bin/sh\necho "bwrap: no namespaces here" >&2\nexit 1\n' > no-bwrap/bwrap
    chmod +x no-bwrap/bwrap
    printf 'exercise: 07-restitution\nanswers:\n  my_law: law.c\n' > hand-in/answers.yaml
}

boxed() { bwrap --unshare-all --ro-bind / / --dev /dev --proc /proc true 2> /dev/null || skip "bwrap does not work here"; }

# the model's force law, and what is done before it is asked for anything; all of it bounded, should nobody stop it
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

fork_bomb='for (int k = 0; k < 200; k++) { if (fork() == 0) { for (;;) pause(); } } for (;;) pause();'
memory_eater='for (int k = 0; k < 8; k++) { if (fork() == 0) { eat(90000000); for (;;) pause(); } } for (;;) pause();'
glutton='for (long k = 0; k < 4000; k++) { eat(1 << 20); } for (;;) pause();'
# beside the program itself, which is the only folder that it may write in
filler='char me[4000] = ""; if (readlink("/proc/self/exe", me, 3990) > 0) { *strrchr(me, 47) = 0; chdir(me); }
    for (int k = 0; k < 500; k++) { char name[40]; snprintf(name, 40, "f%d", k); touch(name); } for (;;) pause();'
loop='signal(15, (void (*)(int))1); for (;;) { }'

grade() { # VERDICT OPTIONS...: of a program that is to be ended
    local verdict="$1"
    shift
    SECONDS=0
    run timeout -k 5 300 "$carom" exercise grade hand-in/answers.yaml -o runs "$@"
    echo "$output"
    [ "$status" -eq 1 ]
    [[ "$output" == *"FAIL  my_law "*"$verdict"* ]]
    ended
}

# nothing of it is left: it calls itself by a name that no other process of this machine has
ended() { ! grep -qsx "$mark" /proc/[0-9]*/comm || return 1; }

all_of_them() {
    law_that "$fork_bomb"
    grade "ended: it had started more than 20 processes" --limit processes=20
    law_that "$memory_eater"
    grade "ended: its processes had more than 500 MB of memory" --limit memory_MB=500
    law_that "$glutton"
    grade "ended" --limit memory_MB=500 # by the limit of one process, or by that of all, whichever is seen first
    law_that "$filler"
    grade "ended: it had left more than 100 files" --limit files=100
}

@test "hostile: fork bomb, eaters of memory, filler of folders, a loop that no SIGTERM ends, in the sandbox" {
    boxed
    all_of_them
    law_that "$loop" # (without a sandbox: grading.bats)
    grade "timed out" --limit time_s=2
    [[ "$output" != *"without a sandbox"* ]]
}

@test "hostile: the same without a sandbox, which is said" {
    PATH="$PWD/no-bwrap:$PATH"
    all_of_them
    [[ "$output" == *"(ran without a sandbox: bwrap: no namespaces here)"* ]]
}

# looks for the key, for another student's answers and at the way out, and leaves an empty file for each that it found
spy() { # VERDICT LAST OPTIONS...
    local verdict="$1" last="$2" git="$home/.git"
    shift 2
    [ ! -d "$git" ] || git="$git/HEAD" # a file, of a work tree; of a clone a folder, in whose place an empty one may be opened
    mkdir -p runs other
    echo "their work" > other/answers.yaml
    law_that "static const char *const name[] = {\"$home/experiments/07-restitution/answers.yaml\", \"$home/tests/exercises/07-restitution.yaml\",
        \"$git\", \"$PWD/other/answers.yaml\", \"/etc/passwd\", \"$home/include/carom/force_law.h\", \"law.c\"};
    static const char *const said[] = {\"key\", \"model\", \"git\", \"other\", \"passwd\", \"header\", \"own\"};
    char me[4000] = \"\", path[4200]; if (readlink(\"/proc/self/exe\", me, 3990) > 0) { *strrchr(me, 47) = 0; }
    for (int k = 0; k < 7; k++) { int f = open(name[k], O_RDONLY); if (f >= 0) { snprintf(path, 4200, \"%s/saw-%s\", me, said[k]); touch(path); close(f); } }
    touch(\"$PWD/left\"); touch(\"$PWD/hand-in/left\"); touch(\"$home/left\"); touch(\"/usr/left\"); touch(\"/dev/shm/carom-left\"); touch(\"/left\");
    if (fork() == 0) { setsid(); signal(15, (void (*)(int))1); if (fork() == 0) { alarm(600); for (;;) pause(); } _exit(0); } $last"
    run timeout 300 "$carom" exercise grade hand-in/answers.yaml -o runs "$@"
    echo "$output"
    [[ "$output" == *"$verdict"* ]]
    ended
}

@test "hostile: in the sandbox neither keys nor other hand-ins are seen, nothing is written outside, and no daemon stays" {
    boxed
    spy "PASS  my_law " "" # and answers well
    [ "$(cd runs/my_law && echo saw-*)" = "saw-header saw-own" ]
    [ -z "$(ls -d left hand-in/left "$home/left" /usr/left /dev/shm/carom-left /left 2> /dev/null)" ]
    [ ! -e runs/my_law/tmp ]
}

@test "hostile: without one the spy sees what its user may, and no daemon stays either; always refuses that" {
    mkdir out-of-the-way
    spy "ended instead of answering" "_exit(0);" --limit sandbox=never
    [[ "$output" == *"ran without a sandbox, as was asked for"* ]]
    [ -e runs/my_law/saw-key ] # so that the test above would notice
    [ -e left ]
    rm -f left hand-in/left "$home/left" /usr/left /dev/shm/carom-left /left
    PATH="$PWD/no-bwrap:$PATH" run "$carom" exercise grade hand-in/answers.yaml -o runs --limit sandbox=always
    [ "$status" -eq 66 ]
    [[ "$output" == *"no sandbox to run what was handed in (bwrap: no namespaces here)"* ]]
}

@test "hostile: compiling is under the limits too, and in the sandbox" {
    law_that ""
    { for k in 1 2 3 4 5 6 7 8 9; do echo "#define A$k A$((k - 1)) A$((k - 1)) A$((k - 1)) A$((k - 1)) A$((k - 1)) A$((k - 1)) A$((k - 1)) A$((k - 1))"; done
      echo '#define A0 int;'; echo A9; } >> hand-in/law.c # 8^9 tokens
    grade "" --limit time_s=1 --limit memory_MB=400
    [[ "$output" == *"timed out"* || "$output" == *"rror"* ]]
    [ $SECONDS -lt 60 ]
    boxed
    law_that "_exit(0);"
    echo "__asm__(\".incbin \\\"$home/experiments/07-restitution/answers.yaml\\\"\");" >> hand-in/law.c
    grade "answers.yaml"
    grade "ended instead of answering" --limit sandbox=never # so that the line above could fail
}

@test "hostile: names of files and folders are names" {
    law_that "_exit(0);"
    mkdir "a b; touch pwned" "a b; touch pwned/in"
    mv hand-in/law.c 'a b; touch pwned/$(touch pwned) "law".c'
    echo '/* nothing */' > "a b; touch pwned/in/my h.h"
    echo '#include "in/my h.h"' >> 'a b; touch pwned/$(touch pwned) "law".c'
    printf 'exercise: 07-restitution\nanswers:\n  my_law: %s\n' "'\$(touch pwned) \"law\".c'" > "a b; touch pwned/answers.yaml"
    run "$carom" exercise grade "a b; touch pwned/answers.yaml" -o "runs; touch pwned"
    echo "$output"
    [[ "$output" == *"FAIL  my_law "*"ended instead of answering"* ]] # so it was compiled and run
    [ ! -e pwned ]
}

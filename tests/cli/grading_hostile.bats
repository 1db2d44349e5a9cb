#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Submissions that attack the machine: each gets a verdict in the sandbox (bubblewrap) and, if the caller allows it, by the limits
# alone. A bwrap that fails stands for a machine without namespaces.

load hostile

fork_bomb='for (int k = 0; k < 200; k++) { if (fork() == 0) { for (;;) pause(); } } for (;;) pause();'
memory_eater='for (int k = 0; k < 8; k++) { if (fork() == 0) { eat(90000000); for (;;) pause(); } } for (;;) pause();'
glutton='for (long k = 0; k < 4000; k++) { eat(1 << 20); } for (;;) pause();'
# in the program's folder, the only writable one
filler='char me[4000] = ""; if (readlink("/proc/self/exe", me, 3990) > 0) { *strrchr(me, 47) = 0; chdir(me); }
    for (int k = 0; k < 500; k++) { char name[40]; snprintf(name, 40, "f%d", k); touch(name); } for (;;) pause();'
loop='signal(15, (void (*)(int))1); for (;;) { }'

# nested folders with files in the last one
digger='char me[4000] = ""; if (readlink("/proc/self/exe", me, 3990) > 0) { *strrchr(me, 47) = 0; chdir(me); }
    for (int k = 0; k < 60; k++) { mkdir("d", 0755); chdir("d"); }
    for (int k = 0; k < 300; k++) { char name[40]; snprintf(name, 40, "f%d", k); touch(name); } for (;;) pause();'

eaters() {
    law_that "$fork_bomb"
    grade "ended: it had started more than 20 processes" --limit processes=20 "$@"
    law_that "$memory_eater"
    grade "ended: its processes had more than 500 MB of memory" --limit memory_MB=500 "$@"
    law_that "$glutton"
    grade "ended" --limit memory_MB=500 "$@" # by the limit of one process or of all, whichever is exceeded first
}

@test "hostile: a fork bomb, memory leaks and a loop that ignores SIGTERM end in the sandbox" {
    boxed
    eaters
    law_that "$loop" # (without a sandbox: grading.bats)
    grade "timed out" --limit time_s=2
    [[ "$output" != *"without a sandbox"* ]]
}

@test "hostile: the same, many files and deep folders end without a sandbox, with a note" {
    PATH="$PWD/no-bwrap:$PATH"
    eaters --limit sandbox=auto
    [[ "$output" == *"(ran without a sandbox: bwrap: no namespaces here)"* ]]
    law_that "$filler"
    grade "ended: it had left more than 100 files" --limit files=100 --limit sandbox=auto
    law_that "$digger"
    grade "ended: it had left more than 200 files, or folders more than 40 deep" --limit files=200 --limit sandbox=auto
}

@test "hostile: limits and sandbox apply to compiling too" {
    law_that ""
    boxed
    { for k in 1 2 3 4 5 6 7 8 9; do echo "#define A$k A$((k - 1)) A$((k - 1)) A$((k - 1)) A$((k - 1)) A$((k - 1)) A$((k - 1)) A$((k - 1)) A$((k - 1))"; done
      echo '#define A0 int;'; echo A9; } >> hand-in/law.c # 8^9 tokens
    grade "" --limit time_s=1 --limit memory_MB=400
    [[ "$output" == *"timed out"* || "$output" == *"rror"* ]]
    [ $SECONDS -lt 60 ]
    law_that "_exit(0);"
    echo "__asm__(\".incbin \\\"$home/experiments/07-restitution/answers.yaml\\\"\");" >> hand-in/law.c
    grade "answers.yaml"
    grade "ended instead of answering" --limit sandbox=never # proves that the line above can fail
}

@test "hostile: names of files and folders are never interpreted" {
    boxed
    law_that "_exit(0);"
    mkdir "a b; touch pwned" "a b; touch pwned/in"
    mv hand-in/law.c 'a b; touch pwned/$(touch pwned) "law".c'
    echo '/* nothing */' > "a b; touch pwned/in/my h.h"
    echo '#include "in/my h.h"' >> 'a b; touch pwned/$(touch pwned) "law".c'
    printf 'exercise: 07-restitution\nanswers:\n  my_law: %s\n' "'\$(touch pwned) \"law\".c'" > "a b; touch pwned/answers.yaml"
    run "$carom" exercise grade "a b; touch pwned/answers.yaml" -o "runs; touch pwned"
    echo "$output"
    [[ "$output" == *"FAIL  my_law "*"ended instead of answering"* ]] # it was compiled and run
    [ ! -e pwned ]
}

#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
# Submissions that attack their examiner: none passes without right answers, and none reads the answer key or another submission.

load hostile

# Tries to read the answer key and another submission, and to write outside of its folder; runs LAST if it succeeds.
spy() { # VERDICT LAST OPTIONS...
    local verdict="$1" last="$2" git="$home/.git"
    shift 2
    [ ! -d "$git" ] || git="$git/HEAD" # a file in a work tree; a folder in a clone, which the sandbox replaces by an empty one
    mkdir -p other
    echo "their work" > other/answers.yaml
    law_that "static const char *const name[] = {\"$home/experiments/07-restitution/answers.yaml\", \"$home/tests/exercises/answers.yaml\",
        \"$git\", \"$PWD/other/answers.yaml\", \"/etc/passwd\", \"/proc/self/status\", \"/dev/tty\", \"law.c\", \"$PWD/hand-in/law.c\"};
    for (int k = 0; k < 9; k++) { if (open(name[k], O_RDONLY) >= 0) { $last } }
    static const char *const left[] = {\"$PWD/left\", \"$PWD/hand-in/left\", \"$home/left\", \"/usr/left\", \"/dev/shm/carom-left\", \"/left\", \"/tmp/carom-left\"};
    for (int k = 0; k < 7; k++) { if (open(left[k], O_CREAT | O_WRONLY, 0644) >= 0) { $last } }
    if (fork() == 0) { setsid(); signal(15, (void (*)(int))1); if (fork() == 0) { alarm(600); for (;;) pause(); } _exit(0); }"
    run timeout 300 "$carom" exercise grade hand-in/answers.yaml -o runs "$@"
    echo "$output"
    [[ "$output" == *"$verdict"* ]]
    ended
}

@test "hostile: in the sandbox a submission sees no key, process or other submission, writes nothing, and leaves no daemon" {
    boxed
    spy "PASS  my_law " "_exit(0);" # and its answers are right
    [ -z "$(ls -d left hand-in/left "$home/left" /usr/left /dev/shm/carom-left /left /tmp/carom-left 2> /dev/null)" ]
    [ ! -e runs/my_law/tmp ]
}

@test "hostile: without the sandbox the spy reads its user's files, but leaves no daemon" {
    spy "ended instead of answering" "_exit(0);" --limit sandbox=never # proves that the test above can fail
    [[ "$output" == *"ran without a sandbox: --limit sandbox=never"* ]]
    spy "PASS  my_law " "" --limit sandbox=never
    [ -e left ]
    rm -f left hand-in/left "$home/left" /usr/left /dev/shm/carom-left /left /tmp/carom-left
}

@test "hostile: without a sandbox nothing runs unless the caller allows it, and a message says what to install" {
    touch precious
    law_that "remove(\"$PWD/precious\");"
    mkdir without
    ln -sf /bin/* /usr/bin/* without # all programs but bwrap
    rm -f without/bwrap
    PATH="$PWD/without" run "$carom" exercise grade hand-in -o runs --csv
    echo "$output"
    [ "$status" -eq 66 ]
    [[ "$output" == *",not-judged,"* ]]
    [[ "$output" == *"no sandbox for the submission (bwrap is not installed); expected bubblewrap to be installed"* ]]
    for choice in "" "--limit sandbox=always"; do
        # shellcheck disable=SC2086
        PATH="$PWD/no-bwrap:$PATH" run "$carom" exercise grade hand-in/answers.yaml -o runs $choice
        [ "$status" -eq 66 ]
        [[ "$output" == *"(bwrap: no namespaces here); expected a system where users may create namespaces"*"--limit sandbox=never"* ]]
    done
    [ -e precious ]
    # proves that the lines above can fail
    PATH="$PWD/no-bwrap:$PATH" run "$carom" exercise grade hand-in/answers.yaml -o runs --limit sandbox=auto
    [ ! -e precious ]
}

# A submission without a law: its functions return 0.
empty_that() { # LINES OF CONSTRUCTOR, OTHER LINES
    cat <<C > hand-in/law.c
#define _GNU_SOURCE
#include <carom/force_law.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <sys/syscall.h>
#include <sys/user.h>
#include <sys/mman.h>
${2-}
static carom_status damping(const void *o, int end, double e, double *d, carom_error *error) { (void)o; (void)end; (void)e; (void)error; *d = 0; return CAROM_OK; }
static carom_contact contact(const void *o, const carom_surface *s) { (void)o; (void)s; return (carom_contact){0}; }
static carom_force force(const carom_contact *c, double x, double v) { (void)c; (void)x; (void)v; return (carom_force){0}; }
static double number(const carom_contact *c, double x) { (void)c; (void)x; return 0; }
static carom_contact_outcome outcome(const carom_contact *c, double v) { (void)c; (void)v; return (carom_contact_outcome){0}; }
const carom_force_law carom_force_law_mine = {.about = {.name = "mine", .summary = "nothing"}, .damping = damping, .contact = contact, .force = force,
    .energy = number, .outcome = outcome, .rate_per_s = number, .frequency_per_s = number};
__attribute__((constructor)) static void attack(void) { prctl(15, "$mark"); alarm(60); if (getpid() > 200) { return; } $1 }
C
    sed -i.bak 's/#include <sys.mman.h>/&\nint prctl(int, ...);/' hand-in/law.c
}

fails() { # LINES, OTHER LINES: expects a failure, and no process that is left
    empty_that "$@"
    grade "" --limit time_s=2 # a sleeping program is stopped after 10 s
    [ -e runs/my_law/program ] # it was compiled and run
}

@test "hostile: a submission without a law fails, whether it exits, prints, writes everywhere or replaces functions of the test" {
    boxed
    fails ""
    fails "exit(0);"
    fails "_exit(0);"
    fails "kill(getppid(), 9); kill(1, 9); kill(-1, 9); _exit(0);"
    fails 'printf("pass -\n100%%: Checks: 6, Failures: 0, Errors: 0\n"); fflush(stdout); _exit(0);'
    fails 'for (int k = 0; k < 256; k++) { if (write(k, "pass -\n", 7) < 0) { } } _exit(0);'
    fails 'char *page = mmap(0, 65536, 3, MAP_SHARED, 3, 0); for (int k = 0; k < 65536; k++) { page[k] = (char)rand(); }'
    fails "" 'void _ck_assert_failed(void) { } void ck_abort(void) { } int conformance_main(void) { return 0; } int srunner_ntests_failed(void *s) { (void)s; return 0; }
void carom_contact_free(void) { } int examiner_fail(void) { return 0; }'
    # searches /proc for the nonce and other processes
    fails 'DIR *all = opendir("/proc"); struct dirent *e; while (all && (e = readdir(all))) { char p[300], t[4000]; static const char *const what[] = {"cmdline", "environ", "mem"};
        for (int k = 0; k < 3; k++) { snprintf(p, 300, "/proc/%s/%s", e->d_name, what[k]); int f = open(p, O_RDWR); if (f < 0) f = open(p, O_RDONLY);
        if (f >= 0) { if (read(f, t, 4000) > 0) { write(1, t, 4000); } close(f); } } } _exit(0);'
}

@test "hostile: a submission without a law fails to pass by ptrace of the shell that started its test" {
    boxed
    [ "$(uname -m)" = x86_64 ] || skip "its registers are those of x86-64"
    # makes every process that it can trace exit with status 0: mov $0, %edi; mov $231, %eax; syscall
    fails 'static const unsigned char code[16] = {0xbf, 0, 0, 0, 0, 0xb8, 231, 0, 0, 0, 0x0f, 0x05};
        for (int pid = 1; pid < 200; pid++) { if (pid == getpid() || ptrace(PTRACE_ATTACH, pid, 0, 0) != 0) continue;
            struct user_regs_struct r; long word[2]; waitpid(pid, 0, __WALL); ptrace(PTRACE_GETREGS, pid, 0, &r); memcpy(word, code, 16);
            r.orig_rax = (unsigned long long)-1; ptrace(PTRACE_SETREGS, pid, 0, &r);
            ptrace(PTRACE_POKETEXT, pid, r.rip, word[0]); ptrace(PTRACE_POKETEXT, pid, r.rip + 8, word[1]); ptrace(PTRACE_DETACH, pid, 0, 0); }
        sleep(2); _exit(1);'
}

@test "hostile: the sandbox rejects access to processes, IPC memory, namespaces and sockets" {
    boxed
    case $(uname -m) in x86_64 | aarch64) ;; *) skip "there is a filter for x86-64 and aarch64 alone" ;; esac
    local tries=""
    for call in 'ptrace(0, 0, 0, 0)' 'process_vm_readv(getpid(), 0, 0, 0, 0, 0)' 'shmget(0, 200000000, 01600)' 'semget(0, 1, 01600)' 'msgget(0, 01600)' \
        'unshare(0x10000000)' 'syscall(NR_clone, 0x10000011, 0, 0, 0, 0)' 'syscall(NR_clone3, 0, 0)' 'memfd_create("x", 0)' 'socket(2, 1, 0)' \
        'syscall(NR_mq_open, "x", 66, 0600, 0)' 'open("/proc/self/mem", 2)' 'kill(100000, 0)'; do
        tries="$tries
    if ((long)$call >= 0 || (errno != 1 && errno != 2 && errno != 3 && errno != 38)) { _exit(0); }"
    done
    law_that "$tries"
    { printf '#define _GNU_SOURCE\n#include <sys/syscall.h>\n#include <errno.h>\n#define NR_clone __NR_clone\n#define NR_clone3 __NR_clone3\n#define NR_mq_open __NR_mq_open\n'
      echo 'long syscall(long, ...); long ptrace(int, ...); long process_vm_readv(int, ...); int shmget(int, unsigned long, int), semget(int, int, int), msgget(int, int);'
      echo 'int unshare(int), memfd_create(const char *, unsigned), socket(int, int, int), getpid(void), kill(int, int);'; cat hand-in/law.c; } > law.c
    mv law.c hand-in
    run timeout 300 "$carom" exercise grade hand-in/answers.yaml -o runs
    echo "$output"
    [[ "$output" == *"PASS  my_law "* ]]
}

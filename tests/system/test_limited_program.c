/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Programs under limits, and time limits for carom's own runs. */
#define _DEFAULT_SOURCE
#define _XOPEN_SOURCE 700
#include "scratch_folder.h"
#include "system/system.h"
#include <unistd.h>

typedef struct {
    char text[4][1000];
    int lines;
} said;

static void store_line(void *context, const char *line)
{
    said *all = context;
    snprintf(all->text[all->lines % 4], sizeof all->text[0], "%.999s", line);
    all->lines++;
}

static carom_status run_shell(const char *script, double seconds, const volatile sig_atomic_t *stop,
                              said *all, carom_program_result *end)
{
    const char *const argument[] = {"sh", "-c", script, NULL};
    carom_program program = {.argument = argument,
                             .seconds = seconds,
                             .memory_bytes = (size_t)2 << 30,
                             .file_bytes = 1000,
                             .stop = stop,
                             .line = store_line,
                             .context = all};
    carom_error error = {0};
    *all = (said){.lines = 0};
    return carom_program_run(&program, end, &error);
}

START_TEST(lines_and_exit_status)
{
    said all;
    carom_program_result end;
    assert_ok(run_shell("echo one; echo two >&2; printf three; exit 7", 20, NULL, &all, &end));
    ck_assert_int_eq(all.lines, 3);
    ck_assert_str_eq(all.text[2], "three");
    ck_assert_int_eq(end.exit_status, 7);
    ck_assert_int_ne(end.excess, CAROM_TOO_LONG);
    assert_ok(run_shell("kill -9 $$", 20, NULL, &all, &end));
    ck_assert_int_eq(end.exit_status, -1);
    ck_assert_int_ne(end.excess, CAROM_TOO_LONG);
}
END_TEST

START_TEST(time_is_limited_and_descendants_are_killed)
{
    said all;
    carom_program_result end;
    double since = carom_seconds_now();
    assert_ok(run_shell("sleep 30 & echo $!; wait", 0.3, NULL, &all, &end));
    ck_assert_int_eq(end.excess, CAROM_TOO_LONG);
    ck_assert_double_lt(carom_seconds_now() - since, 10);
    ck_assert_int_eq(all.lines, 1);
    for (int k = 0; k < 100 && kill((pid_t)atol(all.text[0]), 0) == 0; k++) {
        usleep(50000); /* init may need some time */
    }
    /* its output ends before the program */
    assert_ok(run_shell("exec >/dev/null 2>&1; sleep 30", 0.3, NULL, &all, &end));
    ck_assert_int_eq(end.excess, CAROM_TOO_LONG);
    ck_assert_double_lt(carom_seconds_now() - since, 20);
    /* a program that waits is not late, a busy one is */
    assert_ok(run_shell("sleep 0.6", 0.3, NULL, &all, &end));
    ck_assert_int_ne(end.excess, CAROM_TOO_LONG);
    ck_assert_int_eq(end.exit_status, 0);
    assert_ok(run_shell("while :; do :; done", 0.9, NULL, &all, &end));
    ck_assert_int_eq(end.excess, CAROM_TOO_LONG);
}
END_TEST

START_TEST(files_are_limited_and_cancellation_works)
{
    said all;
    carom_program_result end;
    volatile sig_atomic_t stop = 1;
    char name[] = "/tmp/carom-program-XXXXXX", script[200];
    int descriptor = mkstemp(name);
    FILE *file;
    ck_assert_int_ge(descriptor, 0);
    snprintf(script, sizeof script, "head -c 5000 /dev/zero > '%s'", name);
    assert_ok(run_shell(script, 20, NULL, &all, &end));
    ck_assert_int_ne(end.exit_status, 0);
    file = fdopen(descriptor, "r");
    fseek(file, 0, SEEK_END);
    ck_assert_int_le(ftell(file), 1000);
    fclose(file);
    unlink(name);
    ck_assert_int_eq(run_shell("sleep 30", 20, &stop, &all, &end), CAROM_INTERRUPTED);
}
END_TEST

/* A shell script that exceeds limits but ends by itself if nothing stops it. */
static carom_program_result run_greedy(const char *script, size_t processes, size_t files,
                                       const char *writes, said *all)
{
    const char *const argument[] = {"sh", "-c", script, NULL}, *const environment[] = {"PATH",
                                                                                       NULL};
    carom_program program = {.argument = argument,
                             .directory = writes,
                             .environment = environment,
                             .seconds = 20,
                             .memory_bytes = (size_t)1 << 30,
                             .file_bytes = 1000000,
                             .processes = processes,
                             .files = files,
                             .writes = writes,
                             .line = store_line,
                             .context = all};
    carom_program_result end;
    carom_error error = {0};
    *all = (said){.lines = 0};
    assert_ok(carom_program_run(&program, &end, &error));
    return end;
}

static bool is_gone(long process)
{
    for (int k = 0; k < 100 && kill((pid_t)process, 0) == 0; k++) {
        usleep(20000);
    }
    return kill((pid_t)process, 0) != 0;
}

START_TEST(processes_and_files_are_limited_and_daemons_are_killed)
{
    char first[40], command[100];
    said all;
    carom_program_result end;
    double since = carom_seconds_now();
    make_folder();
    /* 12 sleeping processes exceed 8; output after the ninth may be lost */
    end = run_greedy("trap '' TERM; sleep 9 & echo $! > first; "
                     "for k in 2 3 4 5 6 7 8 9 10 11 12; do sleep 9 & done; wait",
                     8, 50, folder, &all);
    ck_assert_int_eq(end.excess, CAROM_TOO_MANY_PROCESSES);
    ck_assert_int_eq(end.exit_status, -1);
    read_back("first", first, sizeof first);
    ck_assert(is_gone(atol(first)));
    end = run_greedy("k=0; while [ $k -lt 60 ]; do k=$((k + 1)); : > f$k; done; sleep 9", 8, 50,
                     folder, &all);
    ck_assert_int_eq(end.excess, CAROM_TOO_MANY_FILES);
    snprintf(command, sizeof command, "rm -f %s/f*", folder);
    ck_assert_int_eq(system(command), 0);
    /* within the limits; a process in its own session that keeps the output open is killed without
     * waiting */
    end = run_greedy("pwd; setsid sh -c 'echo $$; exec sleep 9' & : > mine; sleep 0.2; "
                     "echo \"$HOME$USER\"; exit 3",
                     8, 50, folder, &all);
    ck_assert_int_eq(end.excess, CAROM_WITHIN_LIMITS);
    ck_assert_int_eq(end.exit_status, 3);
    ck_assert_int_eq(all.lines, 3);
    ck_assert_str_eq(all.text[0], folder);
    ck_assert_str_eq(all.text[2], "");
    ck_assert(is_gone(atol(all.text[1])));
    ck_assert_double_lt(carom_seconds_now() - since, 8);
    snprintf(command, sizeof command, "rm -r %s", folder);
    ck_assert_int_eq(system(command), 0);
}
END_TEST

static bool wait_until_wanted(const carom_deadline *deadline)
{
    for (int k = 0; k < 200 && deadline->wanted == 0; k++) {
        usleep(50000);
    }
    return deadline->wanted != 0;
}

START_TEST(deadline_ends_by_time_or_cancellation)
{
    carom_deadline deadline;
    volatile sig_atomic_t stop = 0;
    double since;
    assert_ok(carom_deadline_start(&deadline, 0.1, &stop, NULL));
    usleep(300000); /* uses no processor time */
    ck_assert_int_eq(deadline.wanted, 0);
    ck_assert(wait_until_wanted(&deadline));
    carom_deadline_end(&deadline);
    ck_assert(deadline.expired);
    since = carom_seconds_used();
    assert_ok(carom_deadline_start(&deadline, 0.1, &stop, NULL));
    while (deadline.wanted == 0 && carom_seconds_used() - since < 10) {
    }
    carom_deadline_end(&deadline);
    ck_assert(deadline.expired);
    ck_assert_double_lt(carom_seconds_used() - since, 1);
    assert_ok(carom_deadline_start(&deadline, 1000, &stop, NULL));
    ck_assert_int_eq(deadline.wanted, 0);
    stop = 1;
    ck_assert(wait_until_wanted(&deadline));
    carom_deadline_end(&deadline);
    ck_assert(!deadline.expired);
    stop = 0;
    assert_ok(carom_deadline_start(&deadline, 1000, NULL, NULL));
    carom_deadline_end(&deadline);
    ck_assert_int_eq(deadline.wanted, 0);
}
END_TEST

TEST_MAIN("programs", lines_and_exit_status, time_is_limited_and_descendants_are_killed,
          files_are_limited_and_cancellation_works,
          processes_and_files_are_limited_and_daemons_are_killed,
          deadline_ends_by_time_or_cancellation)

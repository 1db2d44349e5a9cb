/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Conformance of third-party engines: every plug-in in build/engines, and the mock, which
 * misbehaves on request. An engine affects its own process only; its promises hold in both
 * processes. */
#define _GNU_SOURCE 1
#include "scenario/scenario.h"
#include "scene/scene.h"
#include "support.h"
#include <carom/engine.h>
#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define FOLDER "build/engines"
#define MOCK FOLDER "/mock"

enum { MOST = 16, COUNT = 6 };
static char names[MOST][64];
static int engines;

/* Settings without defaults. */
static const struct {
    const char *name, *keys;
} needs[] = {{"lammps", ", stiffness_N_per_m: 1e5, step_s: 1e-5"}};

static const char *keys_of(const char *name)
{
    for (size_t i = 0; i < sizeof needs / sizeof needs[0]; i++) {
        if (strcmp(needs[i].name, name) == 0) {
            return needs[i].keys;
        }
    }
    return "";
}

static void find_engines(const char *folder)
{
    DIR *open = opendir(folder);
    const struct dirent *entry;
    while (open != NULL && (entry = readdir(open)) != NULL && engines < MOST) {
        size_t length = strlen(entry->d_name);
        if (length > 3 && length < 64 && strcmp(entry->d_name + length - 3, ".so") == 0) {
            memcpy(names[engines], entry->d_name, length - 3);
            engines++;
        }
    }
    if (open != NULL) {
        closedir(open);
    }
}

/* ---- scenes ---- */

typedef struct {
    carom_scenario scenario;
    carom_messages messages;
} reading;

#define WALLS "table: { width_m: 2, height_m: 1 }\n"
#define LOSSY "restitution: { ball_ball: 0.9, ball_wall: 0.8 }\n"

/* Six equal balls, the first two before a collision; @p more describes the table. */
static reading read_scene(const char *engine, const char *keys, const char *more)
{
    reading r = {.messages = {0}};
    char text[2000];
    snprintf(
        text, sizeof text,
        "carom: 1\n%s"
        "duration_s: 0.5\nsamples: 2\n"
        "balls:\n"
        "  - { x_m: 0.4, y_m: 0.385, vx_mps: 1.385, vy_mps: 0.1, radius_m: 0.05, mass_kg: 0.2 }\n"
        "  - { x_m: 0.55, y_m: 0.4, vx_mps: -1.1, radius_m: 0.05, mass_kg: 0.2 }\n"
        "  - { x_m: 0.4, y_m: 0.6, vx_mps: 0.2, vy_mps: -1.7, radius_m: 0.05, mass_kg: 0.2 }\n"
        "  - { x_m: 0.6, y_m: 0.55, vx_mps: -0.9, vy_mps: 0.6, radius_m: 0.05, mass_kg: 0.2 }\n"
        "  - { x_m: 0.3, y_m: 0.5, vx_mps: 2.3, vy_mps: 0.3, radius_m: 0.05, mass_kg: 0.2 }\n"
        "  - { x_m: 0.7, y_m: 0.4, vy_mps: 1.9, radius_m: 0.05, mass_kg: 0.2 }\n"
        "solvers: [ { name: it, kind: %s%s%s } ]\n",
        more, engine, keys_of(engine), keys);
    assert_ok(carom_scenario_read(&r.scenario, text, strlen(text), NULL, 0, &r.messages));
    carom_balls_sort(r.scenario.problem.ball, r.scenario.problem.count);
    for (uint32_t i = 0; i < r.scenario.problem.count; i++) {
        r.scenario.problem.ball[i].number = i;
    }
    return r;
}

static reading read_good(const char *engine, const char *keys, const char *more)
{
    reading r = read_scene(engine, keys, more);
    ck_assert_msg(r.messages.errors == 0, "%s: %s", engine,
                  r.messages.count > 0 ? r.messages.item[0].text : "");
    return r;
}

static const carom_choice *kind_of(const reading *r)
{
    return &carom_scenario_solver_at(&r->scenario, 0)->kind;
}

static void reading_free(reading *r)
{
    carom_scenario_free(&r->scenario);
    carom_messages_free(&r->messages);
}

/* ---- runs ---- */

/* A run in a worker process, as usual. */
static outcome run_in_process(const reading *r, double t_s, int slices,
                              const volatile sig_atomic_t *stop)
{
    outcome result = {.status = CAROM_OK};
    carom_solver *solver = carom_solver_new_from_choice(&r->scenario.problem, kind_of(r), true,
                                                        &result.error);
    result.status = solver == NULL ? result.error.status : CAROM_OK;
    if (solver == NULL ||
        carom_sample_init(&result.sample, r->scenario.problem.count, NULL) != CAROM_OK) {
        return result;
    }
    carom_solver_set_cancel_flag(solver, stop);
    for (int i = 1; i <= slices && result.status == CAROM_OK; i++) {
        result.status = carom_solver_advance(solver, i == slices ? t_s : t_s * i / slices,
                                             &result.error);
        carom_solver_sample(solver, &result.sample);
    }
    carom_solver_report(solver, &result.report);
    if (carom_solver_collisions(solver, &result.log, NULL) != CAROM_OK) {
        result.status = CAROM_NO_MEMORY;
    }
    carom_log_sort(&result.log);
    carom_solver_free(solver);
    return result;
}

/* The same run in this process, without carom_solver. */
static outcome run_here(const reading *r, double t_s)
{
    const carom_solver_entry *entry = carom_solver_entry_of(kind_of(r)->entry);
    outcome result = {.status = CAROM_OK};
    carom_cancel_flag cancel = {NULL};
    carom_trace nobody = {0};
    carom_solver_args args = {
        entry, &r->scenario.problem, kind_of(r)->options, &result.log, &cancel, &nobody};
    void *self = entry->create(&args, &result.error);
    carom_view view = {0};
    ck_assert_msg(self != NULL, "%s", result.error.text);
    assert_ok(carom_sample_init(&result.sample, r->scenario.problem.count, NULL));
    view.x_m = result.sample.x_m;
    view.y_m = result.sample.y_m;
    view.vx_mps = result.sample.vx_mps;
    view.vy_mps = result.sample.vy_mps;
    result.status = entry->advance(self, t_s, &result.error);
    entry->sample(self, t_s, &view);
    entry->report(self, &result.report);
    entry->destroy(self);
    carom_log_sort(&result.log);
    return result;
}

static void assert_same_run(const outcome *a, const outcome *b)
{
    for (size_t i = 0; i < COUNT; i++) {
        assert_same(a->sample.x_m[i], b->sample.x_m[i]);
        assert_same(a->sample.y_m[i], b->sample.y_m[i]);
        assert_same(a->sample.vx_mps[i], b->sample.vx_mps[i]);
        assert_same(a->sample.vy_mps[i], b->sample.vy_mps[i]);
    }
    ck_assert_uint_eq(a->report.steps, b->report.steps);
    ck_assert_uint_eq(a->log.count, b->log.count);
    for (size_t k = 0; k < a->log.count; k++) {
        ck_assert_uint_eq(a->log.item[k].a, b->log.item[k].a);
        ck_assert_uint_eq(a->log.item[k].b, b->log.item[k].b);
        assert_same(a->log.item[k].t_s, b->log.item[k].t_s);
        assert_same(a->log.item[k].impulse_Ns, b->log.item[k].impulse_Ns);
        assert_same(a->log.item[k].separation_mps, b->log.item[k].separation_mps);
    }
}

/* ---- leftover processes and files ---- */

static int open_files(void)
{
    int count = 0;
    for (int file = 0; file < 256; file++) {
        count += dup2(file, file) == file;
    }
    return count;
}

static void assert_no_child(void)
{
    ck_assert_int_eq(waitpid(-1, NULL, WNOHANG), -1);
    ck_assert_int_eq(errno, ECHILD);
}

/* ---- every engine ---- */

START_TEST(has_a_name_and_version)
{
    char first[CAROM_ENGINE_VERSION_SIZE], second[CAROM_ENGINE_VERSION_SIZE];
    reading r = read_good(names[_i], "", WALLS);
    const carom_engine *engine = carom_engine_of(kind_of(&r));
    ck_assert_ptr_nonnull(engine);
    ck_assert_str_eq(engine->solver->about.name, names[_i]);
    ck_assert(carom_solver_has_traits(kind_of(&r), CAROM_THIRD_PARTY));
    carom_engine_version(engine, first);
    carom_engine_version(engine, second);
    ck_assert(strpbrk(first, "0123456789") != NULL);
    ck_assert_str_eq(first, second);
    ck_assert(strlen(engine->collisions) > 10 && strchr(engine->collisions, '\n') == NULL);
    ck_assert(strlen(engine->promise) > 10 && strchr(engine->promise, '\n') == NULL);
    reading_free(&r);
}
END_TEST

START_TEST(sampling_is_pure_and_a_process_changes_nothing)
{
    reading r = read_good(names[_i], "", WALLS LOSSY "gravity_mps2: [0, -0.5]\n");
    static const int slices[] = {10, 1000};
    outcome first = run_in_process(&r, 0.5, 1, NULL), here = run_here(&r, 0.5);
    ck_assert_msg(first.status == CAROM_OK, "%s", first.error.text);
    ck_assert_uint_gt(first.log.count, 0);
    assert_same_run(&first, &here);
    for (size_t k = 0; k < sizeof slices / sizeof slices[0]; k++) {
        outcome again = run_in_process(&r, 0.5, slices[k], NULL);
        ck_assert_msg(again.status == CAROM_OK, "%s", again.error.text);
        assert_same_run(&first, &again);
        assert_same(first.sample.ledger.energy_residual_J, again.sample.ledger.energy_residual_J);
        assert_same(first.sample.ledger.momentum_residual_kgmps,
                    again.sample.ledger.momentum_residual_kgmps);
        outcome_free(&again);
    }
    outcome_free(&first);
    outcome_free(&here);
    reading_free(&r);
}
END_TEST

START_TEST(runs_or_rejects_with_a_message)
{
    static const struct {
        const char *what;
        bool by_all; /* time-stepping engines */
    } wishes[] = {
        {"table: { width_m: 2, height_m: 1, boundary: periodic }\n", true},
        {"table: { width_m: 2, height_m: 1, boundary: open }\n", false},
        {WALLS "rolling_resistance: 0.01\n", true},
        {WALLS "air_drag: 0.01\n", true},
        {WALLS "wall_contact: centre\n", true},
        {WALLS "orientation: true\n", true},
        {"table: { shape: circle, radius_m: 0.8 }\n", true},
        {"table: { shape: stadium, radius_m: 0.8, length_m: 0.5 }\n", true},
        {"table: { shape: polygon, corners: [[0, 0], [2, 0], [1.8, 1], [0, 1]] }\n", true},
        {"table: { shape: polygon, corners: [[0, 0], [2, 0], [2, 1], [1, 0.9], [0, 1]] }\n", true},
        {WALLS "schedule: [ { at_s: 0.1, restitution: 0.5 } ]\n", false},
        {WALLS "restitution: 0.3\n", false}};
    for (size_t k = 0; k < sizeof wishes / sizeof wishes[0]; k++) {
        reading r = read_scene(names[_i], "", wishes[k].what);
        if (r.messages.errors > 0) {
            const char *text = r.messages.item[0].text;
            carom_error error = {0};
            ck_assert_msg(strcasestr(text, names[_i]) != NULL, "whose limit is it? %s", text);
            ck_assert_ptr_null(
                carom_solver_new_from_choice(&r.scenario.problem, kind_of(&r), true, &error));
            ck_assert_msg(strstr(error.text, ": ") != NULL &&
                              strstr(text, strstr(error.text, ": ")) != NULL, /* after its key */
                          "'%s', and '%s'", text, error.text);
        } else {
            outcome done = run_in_process(&r, 0.2, 1, NULL);
            ck_assert_msg(strcmp(names[_i], "mock") != 0 || !wishes[k].by_all,
                          "the stepper's check lets pass: %s", wishes[k].what);
            ck_assert_msg(done.status == CAROM_OK, "%s: %s", wishes[k].what, done.error.text);
            outcome_free(&done);
        }
        assert_no_child();
        reading_free(&r);
    }
}
END_TEST

START_TEST(leaves_neither_a_process_nor_a_file)
{
    reading r = read_good(names[_i], "", WALLS);
    int before = open_files();
    for (int k = 0; k < 3; k++) {
        outcome done = run_in_process(&r, 0.1, 2, NULL);
        ck_assert_msg(done.status == CAROM_OK, "%s", done.error.text);
        outcome_free(&done);
        ck_assert_int_eq(open_files(), before);
        assert_no_child();
    }
    reading_free(&r);
}
END_TEST

typedef struct {
    const reading *r;
    outcome result;
} errand;

static void *run_errand(void *context)
{
    errand *self = context;
    self->result = run_in_process(self->r, 0.5, 20, NULL);
    return NULL;
}

/* The second engine is the mock, which crashes. Under the sanitizers they run one after the other:
 * a process forked while another thread holds a lock of the sanitizers deadlocks (seen once in ten
 * runs of all tests). */
enum { AT_ONCE = ROUNDS(3, 1) };

START_TEST(two_at_once_are_independent)
{
    reading r = read_good(names[_i], "", WALLS LOSSY),
            other = read_good("mock", ", does: abort, at_s: 0.2", WALLS);
    outcome alone = run_in_process(&r, 0.5, 20, NULL);
    for (int k = 0; k < ROUNDS(10, 3); k++) {
        errand all[] = {{.r = &r}, {.r = &other}, {.r = &r}};
        pthread_t thread[3];
        for (int i = 0; i < 3; i += AT_ONCE) {
            for (int j = i; j < i + AT_ONCE; j++) {
                ck_assert_int_eq(pthread_create(&thread[j], NULL, run_errand, &all[j]), 0);
            }
            for (int j = i; j < i + AT_ONCE; j++) {
                pthread_join(thread[j], NULL);
            }
        }
        for (int i = 0; i < 3; i += 2) {
            ck_assert_msg(all[i].result.status == CAROM_OK, "%s", all[i].result.error.text);
            assert_same_run(&alone, &all[i].result);
        }
        ck_assert_int_eq(all[1].result.status, CAROM_INVALID);
        ck_assert_msg(strstr(all[1].result.error.text, "signal 6") != NULL, "%s",
                      all[1].result.error.text);
        for (int i = 0; i < 3; i++) {
            outcome_free(&all[i].result);
        }
        assert_no_child();
    }
    outcome_free(&alone);
    reading_free(&r);
    reading_free(&other);
}
END_TEST

/* ---- the mock ---- */

START_TEST(a_crash_gives_a_message_and_the_last_state)
{
    /* The sanitizers catch a crash and call exit(). */
    static const struct {
        const char *does, *how, *line;
    } ends[] = {{"exit", "it called exit()", "mock: I do not like this scene"},
                {"crash", ROUNDS("signal 11", ""), ""},
                {"abort", "signal 6", "mock: assertion failed"},
                {"refuse", "mock stops here", ""}};
    for (size_t k = 0; k < sizeof ends / sizeof ends[0]; k++) {
        char keys[64], t[] = "t = 0.2 s and 0.3 s";
        reading r;
        outcome done;
        int before = open_files();
        snprintf(keys, sizeof keys, ", does: %s, at_s: 0.25", ends[k].does);
        r = read_good("mock", keys, WALLS);
        done = run_in_process(&r, 0.5, 5, NULL);
        ck_assert_int_eq(done.status, CAROM_INVALID);
        ck_assert_msg(strstr(done.error.text, ends[k].how) != NULL, "%s", done.error.text);
        ck_assert_msg(strstr(done.error.text, ends[k].line) != NULL, "%s", done.error.text);
        if (strcmp(ends[k].does, "refuse") != 0) {
            ck_assert_msg(strstr(done.error.text, "the engine mock has ended itself") != NULL &&
                              strstr(done.error.text, t) != NULL,
                          "%s", done.error.text);
            assert_near(done.sample.x_m[0],
                        r.scenario.problem.ball[0].x_m + 0.2 * r.scenario.problem.ball[0].vx_mps,
                        1e-15);
        }
        outcome_free(&done);
        reading_free(&r);
        assert_no_child();
        ck_assert_int_eq(open_files(), before);
    }
}
END_TEST

static volatile sig_atomic_t stop;

static void request_cancel(int signal)
{
    (void)signal;
    stop = 1;
}

static double clock_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Cancelled after 0.3 s; the contract allows a second, with a margin for busy machines. */
START_TEST(one_that_hangs_can_be_cancelled)
{
    reading r = read_good("mock", ", does: hang, at_s: 0.2", WALLS);
    struct itimerval timer = {.it_value = {.tv_usec = 300000}};
    double began = clock_s();
    outcome done;
    signal(SIGALRM, request_cancel);
    setitimer(ITIMER_REAL, &timer, NULL);
    done = run_in_process(&r, 0.5, 1, &stop);
    ck_assert_int_eq(done.status, CAROM_INTERRUPTED);
    ck_assert_double_lt(clock_s() - began, 3);
    assert_no_child();
    outcome_free(&done);
    reading_free(&r);
}
END_TEST

/* Output of the engine, and buffered output of this process, is not written by the worker. */
START_TEST(output_is_not_written_twice)
{
    static const char *const mischief[] = {"print", "exit", "abort"};
    FILE *mine = tmpfile(), *out = tmpfile();
    int kept = dup(STDOUT_FILENO);
    ck_assert_ptr_nonnull(mine);
    ck_assert_ptr_nonnull(out);
    fflush(stdout);
    dup2(fileno(out), STDOUT_FILENO);
    fputs("once", mine);
    fputs("once", stdout);
    for (size_t k = 0; k < sizeof mischief / sizeof mischief[0]; k++) {
        char keys[64];
        reading r;
        outcome done;
        snprintf(keys, sizeof keys, ", does: %s, at_s: 0.1", mischief[k]);
        r = read_good("mock", keys, WALLS);
        done = run_in_process(&r, 0.5, 5, NULL);
        ck_assert_int_eq(done.status, k == 0 ? CAROM_OK : CAROM_INVALID);
        outcome_free(&done);
        reading_free(&r);
    }
    fflush(stdout);
    dup2(kept, STDOUT_FILENO);
    close(kept);
    fflush(mine);
    ck_assert_int_eq(lseek(fileno(mine), 0, SEEK_END), 4);
    ck_assert_int_eq(lseek(fileno(out), 0, SEEK_END), 4);
    fclose(mine);
    fclose(out);
}
END_TEST

/* ---- main ---- */

#ifdef SANITIZED
/* Leaks of libraries when an engine runs in this process. LAMMPS starts MPI, and Open MPI does not
 * free its description of the machine. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    /* the last is also called by Open MPI, without visible frames; carom never calls it */
    return "leak:libhwloc.so\nleak:/openmpi/\nleak:__vasprintf_internal\n";
}
#endif

int main(void)
{
    Suite *suite = suite_create("engines");
    TCase *each = tcase_create("each"), *mock = tcase_create("mock");
    const TTest *const of_each[] = {
        has_a_name_and_version, sampling_is_pure_and_a_process_changes_nothing,
        runs_or_rejects_with_a_message, leaves_neither_a_process_nor_a_file,
        two_at_once_are_independent};
    const TTest *const of_mock[] = {a_crash_gives_a_message_and_the_last_state,
                                    one_that_hangs_can_be_cancelled, output_is_not_written_twice};
    find_engines(FOLDER);
    find_engines(MOCK);
    setenv("CAROM_ENGINES", FOLDER ":" MOCK, 1);
    tcase_set_timeout(each, 300);
    tcase_set_timeout(mock, 300);
    for (size_t i = 0; i < sizeof of_each / sizeof of_each[0]; i++) {
        tcase_add_loop_test(each, of_each[i], 0, engines);
    }
    for (size_t i = 0; i < sizeof of_mock / sizeof of_mock[0]; i++) {
        tcase_add_test(mock, of_mock[i]);
    }
    suite_add_tcase(suite, each);
    suite_add_tcase(suite, mock);
    return run_suite(suite);
}

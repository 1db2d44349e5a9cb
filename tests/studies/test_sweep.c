/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sweep.tsv is the beginning of the whole table at any time, and a sweep resumes from every such
 * beginning; it refuses the rows of another sweep. */
#define _XOPEN_SOURCE 700
#include "scenario/scenario.h"
#include "scratch_folder.h"
#include "studies/sweep.h"

static const char scene[] =
    "carom: 1\n"
    "duration_s: 0.7\n"
    "balls:\n"
    "  - { name: cue, x_m: 0.6, y_m: 0.63, vx_mps: 2 }\n"
    "  - { name: eight, x_m: 1.2, y_m: 0.65 }\n"
    "solvers:\n"
    "  - { name: impulse, kind: impulse }\n"
    "  - { name: heun, kind: penalty, stiffness_N_per_m: 1e4, theta: 0.1 }\n"
    "sweep:\n"
    "  parameters:\n"
    "    - { key: balls.cue.vx_mps, values: [1, 2.5, 3] }\n"
    "    - { key: restitution, values: [1, 0.25] }\n"
    "  collect: [collisions, eight.vx_mps, steps]\n";
enum { POINTS = 6, LONGEST = 4000 };

typedef struct {
    carom_scenario scenario;
    carom_study study;
    char path[300], manifest[300];
    char whole[LONGEST]; /* the table of an uninterrupted sweep */
    size_t length;
} grid;

static carom_status sweep(grid *g, bool resume, size_t *found, carom_error *error)
{
    carom_sweep_study study = {.points = 0};
    g->study.directory = folder;
    g->study.name = "test";
    g->study.resume = resume;
    *error = (carom_error){CAROM_OK, "", ""};
    carom_status status = carom_study_perform(&carom_study_sweep, &study.result, &g->study, error);
    CAROM_THEN(status, carom_result_write(&study.result, 1, error));
    *found = study.found;
    carom_result_free(&study.result);
    return status;
}

static void store(const char *path, const char *from, size_t length)
{
    FILE *file = fopen(path, "wb");
    ck_assert(file != NULL && fwrite(from, 1, length, file) == length && fclose(file) == 0);
}

static void begin(grid *g)
{
    carom_messages messages = {.item = NULL};
    carom_error error;
    size_t found;
    make_folder();
    snprintf(g->path, sizeof g->path, "%s/sweep.tsv", folder);
    snprintf(g->manifest, sizeof g->manifest, "%s/sweep.json", folder);
    assert_ok(carom_scenario_read(&g->scenario, scene, strlen(scene), NULL, 0, &messages));
    ck_assert_uint_eq(messages.errors, 0);
    carom_messages_free(&messages);
    g->study = (carom_study){
        .scenario = &g->scenario, .text = scene, .length = strlen(scene), .jobs = 1};
    ck_assert_msg(sweep(g, false, &found, &error) == CAROM_OK, "%s", error.text);
    read_back("sweep.tsv", g->whole, LONGEST);
    g->length = strlen(g->whole);
    ck_assert_uint_eq(carom_text_count(g->whole, g->length, '\n'), 1 + 2 * POINTS);
}

static void end(grid *g)
{
    unlink(g->path);
    unlink(g->manifest);
    ck_assert_int_eq(rmdir(folder), 0);
    carom_scenario_free(&g->scenario);
}

/* Length of the header and the rows of `points` points. */
static size_t length_of(const grid *g, size_t points)
{
    size_t at = 0;
    for (size_t line = 0; line < 1 + 2 * points; line++) {
        at += strcspn(g->whole + at, "\n") + 1;
    }
    return at;
}

/* The table has the rows of so many points. */
static void assert_table(const grid *g, size_t points)
{
    char now[LONGEST];
    read_back("sweep.tsv", now, sizeof now);
    ck_assert_uint_eq(strlen(now), length_of(g, points));
    ck_assert(strncmp(now, g->whole, strlen(now)) == 0);
}

START_TEST(every_beginning_keeps_its_complete_points)
{
    grid g;
    begin(&g);
    for (size_t length = 0, points = 0; length <= g.length; length++) {
        carom_error error;
        size_t found;
        points += points < POINTS && length == length_of(&g, points + 1);
        store(g.path, g.whole, length);
        assert_ok(sweep(&g, true, &found, &error));
        ck_assert_uint_eq(found, points);
        assert_table(&g, POINTS);
    }
    end(&g);
}
END_TEST

static volatile sig_atomic_t stop;

static void stop_after_two(void *context, double part, double done)
{
    (void)context, (void)part;
    stop = done >= 2;
}

START_TEST(interrupted_sweep_keeps_its_points)
{
    grid g;
    carom_error error;
    size_t found;
    begin(&g);
    ck_assert(unlink(g.path) == 0 && unlink(g.manifest) == 0);
    g.study.stop = &stop;
    g.study.progress = stop_after_two;
    for (size_t before = 0; before + 2 < POINTS; before += 2) {
        char expected[200];
        stop = 0;
        ck_assert_int_eq(sweep(&g, before > 0, &found, &error), CAROM_INTERRUPTED);
        ck_assert_uint_eq(found, before);
        snprintf(expected, sizeof expected,
                 "interrupted after %zu of 6 points; --resume continues from there", before + 2);
        ck_assert_str_eq(error.text, expected);
        assert_table(&g, before + 2);
    }
    stop = 1; /* before the first point: the earlier sweep stays, and an empty folder empty */
    ck_assert_int_eq(sweep(&g, false, &found, &error), CAROM_INTERRUPTED);
    assert_table(&g, POINTS - 2);
    ck_assert(unlink(g.path) == 0 && unlink(g.manifest) == 0);
    ck_assert_int_eq(sweep(&g, false, &found, &error), CAROM_INTERRUPTED);
    ck_assert_int_eq(count_files(), 0);
    end(&g);
}
END_TEST

/* Stores the table with one text replaced by another, the first time from line `line` on. */
static void change(const grid *g, size_t line, const char *from, const char *to, char *now)
{
    const char *at = g->whole;
    for (size_t k = 1; k < line; k++) {
        at = strchr(at, '\n') + 1;
    }
    at = strstr(at, from);
    ck_assert(at != NULL);
    snprintf(now, LONGEST, "%.*s%s%s", (int)(at - g->whole), g->whole, to, at + strlen(from));
    store(g->path, now, strlen(now));
}

START_TEST(rows_of_another_sweep_are_refused)
{
    static const struct {
        size_t line;
        const char *from, *to;
    } of[] = {{1, "restitution", "restitutioN"},
              {1, "steps", "step"},
              {2, "1\t1\t", "2\t1\t"},
              {4, "0.25", "0.5"},
              {3, "heun", "euler"},
              {2, "impulse", "impulses"},
              {2, "impulse", "heun"},
              {5, "\n", "\t0\n"},
              {7, "\t", ""},
              {6, "impulse\t", "impulse\tno"},
              {9, "heun\t", "heun\t\t"},
              {13, "\n", "\n3\t0.25\theun\t1\t1\t1\n"}};
    grid g;
    carom_error error;
    size_t found;
    begin(&g);
    for (size_t k = 0; k < sizeof of / sizeof of[0]; k++) {
        char expected[80], changed[LONGEST], now[LONGEST];
        bool cells = k == 7 || k == 8 || k == 10; /* of another number than the header */
        change(&g, of[k].line, of[k].from, of[k].to, changed);
        snprintf(expected, sizeof expected,
                 cells ? "sweep.tsv:%zu: " : "sweep.tsv', line %zu, is not of this sweep;",
                 of[k].line + (k == 11));
        ck_assert_int_eq(sweep(&g, true, &found, &error), CAROM_INVALID);
        ck_assert_msg(strstr(error.text, expected) != NULL, "%zu: %s", k, error.text);
        read_back("sweep.tsv", now, sizeof now); /* nothing is lost */
        ck_assert_str_eq(now, changed);
    }
    end(&g);
}
END_TEST

TEST_MAIN("the table of a sweep", every_beginning_keeps_its_complete_points,
          interrupted_sweep_keeps_its_points, rows_of_another_sweep_are_refused)

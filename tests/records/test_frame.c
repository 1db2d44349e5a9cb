/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A frame is one table in three forms: TSV with every digit, JSON, and text that fits a page. */
#define _POSIX_C_SOURCE 200809L
#include "records/records.h"
#include "support.h"

typedef struct {
    const char *solver;
    double height_m, rate;
} fall;

#define FALLS(NUMBER, TEXT, of)                                                                    \
    TEXT(of, solver, r->solver, "name")                                                            \
    NUMBER(of, drop_height_m, "m", r->height_m, "height")                                          \
    NUMBER(of, rate, "", r->rate, "rate")
CAROM_COLUMNS(falls, fall, FALLS)
static const carom_table table = {
    .name = "falls.tsv", .doc = "falls", .columns = falls_columns, .row_size = sizeof(fall)};

static char *written(carom_arena *arena, const char *shown, int form)
{
    char *text = NULL;
    size_t size;
    carom_table own = table;
    carom_frame frame = {.table = &own};
    FILE *file = open_memstream(&text, &size);
    own.shown = shown;
    for (size_t i = 0; i < 40; i++) { /* grows */
        carom_frame_add(arena, &frame, &(fall){"h\303\251", 0.1 + (double)i, i == 0 ? NAN : -0.0});
    }
    frame.rows = 2;
    if (form == 0) {
        carom_frame_write(&frame, file);
    } else if (form == 1) {
        carom_frame_write_json(&frame, file);
    } else {
        carom_frame_print(&frame, file);
    }
    fclose(file);
    return text;
}

static void check(const char *shown, int form, const char *want)
{
    carom_arena arena = {.chunk = NULL};
    char *text = written(&arena, shown, form);
    ck_assert_str_eq(text, want);
    free(text);
    carom_arena_free(&arena);
}

START_TEST(three_forms)
{
    check(NULL, 0,
          "solver\tdrop_height_m\trate\nh\303\251\t0.10000000000000001\tnan\n"
          "h\303\251\t1.1000000000000001\t-0\n");
    check(NULL, 1,
          "[\n    {\"solver\": \"h\303\251\", \"drop_height_m\": 0.10000000000000001, \"rate\": "
          "null},\n    {\"solver\": \"h\303\251\", \"drop_height_m\": 1.1000000000000001, "
          "\"rate\": -0}\n  ]");
    check(NULL, 2,
          "          drop\n        height\nsolver     (m)    rate\nh\303\251         0.1       -\n"
          "h\303\251         1.1       0\n\n  drop height (m)  height\n  rate             rate\n");
    check("solver rate", 2,
          "solver    rate\nh\303\251           -\nh\303\251           0\n\n  rate  rate\n");
    check("/", 2,
          "solver               h\303\251      h\303\251\ndrop height (m)     0.1     1.1  height\n"
          "rate                  -       0  rate\n");
    check("", 2, "");
    /* labels, the order of the list, and every second row */
    check("/rate=slope drop_height_m=from", 2,
          "slope          -       0\nfrom (m)     0.1     1.1  height\n");
    check("2 solver=ball", 2, "ball\nh\303\251\n");
}
END_TEST

/* A table wider than a page goes on below, with its texts repeated. */
START_TEST(wide_frames_continue_below)
{
    carom_column wide[30];
    char names[29][40], *text = NULL;
    size_t size;
    carom_arena arena = {.chunk = NULL};
    carom_table own = table;
    wide[0] = falls_columns[0];
    for (size_t i = 1; i < 29; i++) {
        snprintf(names[i], sizeof names[i], "column%zu", i);
        wide[i] = falls_columns[1];
        wide[i].name = names[i];
    }
    wide[29] = (carom_column){.name = NULL};
    own.columns = wide;
    carom_frame frame = {.table = &own};
    carom_frame_add(&arena, &frame, &(fall){"euler", 1, 2});
    FILE *file = open_memstream(&text, &size);
    carom_frame_print(&frame, file);
    fclose(file);
    size_t texts = 0, longest = 0;
    for (const char *line = text; *line != '\0'; line += strcspn(line, "\n") + 1) {
        size_t length = strcspn(line, "\n");
        longest = length > longest ? length : longest;
        texts += strncmp(line, "euler ", 6) == 0;
    }
    ck_assert_uint_ge(texts, 3);
    ck_assert_uint_le(longest, 102);
    ck_assert_ptr_nonnull(strstr(text, "column28"));
    free(text);
    carom_arena_free(&arena);
}
END_TEST

TEST_MAIN("frames", three_forms, wide_frames_continue_below)

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests that a drawing survives writing and reading, and that invalid ones are rejected. */
#define _XOPEN_SOURCE 700
#include "figures/figures.h"
#include "scratch_folder.h"

static void expect(const carom_drawing *drawing, size_t i, carom_statement_kind kind,
                   const char *name, const char *value)
{
    ck_assert_uint_lt(i, drawing->count);
    ck_assert_int_eq((int)drawing->item[i].kind, (int)kind);
    ck_assert_str_eq(drawing->item[i].name, name);
    ck_assert_str_eq(drawing->item[i].value, value);
}

START_TEST(a_drawing_survives_writing_and_reading)
{
    char names[100];
    char path[200];
    carom_error error = {0};
    carom_drawing drawing = {0}, again = {0};
    make_folder();
    carom_drawing_text(&drawing, "LANE", "two\tcells\nand `lines`");
    carom_drawing_number(&drawing, "LEVEL", 0.1);
    carom_drawing_number(&drawing, "REACHED", 0.0 / 0.0);
    carom_drawing_array(&drawing, "NAME", 2);
    carom_drawing_text_at(&drawing, "NAME", 1, "euler");
    carom_drawing_count_at(&drawing, "FROM", 0, 17);
    carom_drawing_subject(&drawing, "%s loses %.3g %%", "euler", 2.385);
    carom_drawing_figure(&drawing, "parts-euler", "parts");
    carom_drawing_add(&drawing, CAROM_DRAW_FIGURE, "work-seconds", "work");
    carom_drawing_add(&drawing, CAROM_DRAW_PAGE, "overview", "overview");
    ck_assert_uint_eq(carom_drawing_count_figures(&drawing, names, sizeof names), 3);
    ck_assert_str_eq(names, "parts-euler.png, work-seconds.png, overview.png");
    assert_ok(carom_drawing_write(&drawing, folder, "fan.figures.tsv", &error));
    snprintf(path, sizeof path, "%s/fan.figures.tsv", folder);
    assert_ok(carom_drawing_read(&again, path, &error));
    ck_assert_uint_eq(again.count, drawing.count);
    expect(&again, 0, CAROM_DRAW_TEXT, "LANE", "two cells and `lines`");
    expect(&again, 1, CAROM_DRAW_NUMBER, "LEVEL", "0.10000000000000001");
    expect(&again, 2, CAROM_DRAW_NUMBER, "REACHED", "0");
    expect(&again, 3, CAROM_DRAW_ARRAY, "NAME", "2");
    expect(&again, 4, CAROM_DRAW_TEXT, "NAME[2]", "euler");
    expect(&again, 5, CAROM_DRAW_COUNT, "FROM[1]", "17");
    expect(&again, 6, CAROM_DRAW_TEXT, "SUBJECT", "euler loses 2.38 %");
    expect(&again, 7, CAROM_DRAW_FIGURE, "parts-euler", "parts");
    expect(&again, 8, CAROM_DRAW_FIGURE, "work-seconds", "work");
    expect(&again, 9, CAROM_DRAW_PAGE, "overview", "overview");
    carom_drawing_free(&again);
    carom_drawing_free(&drawing);
}
END_TEST

/* Records may come from strangers: they must contain no command and no path out of their folders.
 */
static const char *const refused[] = {
    "text\tLANE; system('id')\teuler",
    "text\tlane\teuler",
    "text\tNAME[x]\teuler",
    "text\tNAME[1\teuler",
    "number\tLEVEL\t1; system('id')",
    "number\tLEVEL\tinf",
    "number\tLEVEL\t",
    "count\tN\t-1",
    "count\tN\t1e9",
    "array\tNAME\t99999999",
    "note\t\ttext",
    "figure\t../../etc/passwd\tparts",
    "figure\tparts\t../../home/script",
    "figure\tparts\t",
    "figure\t\tparts",
    "figure\t.hidden\tparts",
    "page\toverview\t/tmp/overview",
    "block\tMAP\tx",
    "animation\tfilm\tanimation",
    "frame\t\tframe",
    "load\tx\ty",
    /* variables of the scripts: a folder, a file, a command */
    "text\tDIR\t< touch marker; cat .",
    "text\tPLOTS\t/tmp/scripts",
    "text\tOUT\t| touch marker",
    "text\tTABLE\t< touch marker",
    "text\tCURVES\tx; system('touch marker')",
    "text\tCOLOURS\t#000000'; system('touch marker') #",
    "text\tPATHSTYLE\tlines; system('touch marker')",
    "text\tOUTLINE\tfrom 0,0; system('touch marker')",
    "text\tPANEL_SCRIPT[1]\t../data/script",
    "\t\t",
};

START_TEST(invalid_statements_are_rejected)
{
    char text[200], path[200];
    make_folder();
    snprintf(path, sizeof path, "%s/fan.figures.tsv", folder);
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        carom_error error = {0};
        carom_drawing drawing = {0};
        snprintf(text, sizeof text, "what\tname\tvalue\ntext\tLANE\theun\n%s\n", refused[i]);
        write_file("fan.figures.tsv", text);
        ck_assert_msg(carom_drawing_read(&drawing, path, &error) == CAROM_INVALID, "%s",
                      refused[i]);
        ck_assert_msg(strstr(error.text, "fan.figures.tsv:3: ") != NULL, "%s", error.text);
        carom_drawing_free(&drawing);
    }
}
END_TEST

START_TEST(unreadable_statements_are_not_written)
{
    carom_error error = {0};
    carom_drawing drawing = {0};
    make_folder();
    carom_drawing_text(&drawing, "PLOTS", "/tmp");
    ck_assert_int_eq(carom_drawing_write(&drawing, folder, "fan.figures.tsv", &error),
                     CAROM_INTERNAL);
    ck_assert_msg(strstr(error.text, "'text PLOTS /tmp'") != NULL, "%s", error.text);
    ck_assert_int_eq(count_files(), 0);
    carom_drawing_free(&drawing);
}
END_TEST

TEST_MAIN("drawing", a_drawing_survives_writing_and_reading, invalid_statements_are_rejected,
          unreadable_statements_are_not_written)

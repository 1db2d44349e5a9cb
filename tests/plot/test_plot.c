/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests that the figures of a result survive writing and reading, that a stranger's are refused,
 * and that drawing passes values to gnuplot and stays in its folder. */
#define _XOPEN_SOURCE 700
#include "plot/plot.h"
#include "scratch_folder.h"

static carom_plot *make_plot(void)
{
    carom_plot *plot = carom_plot_open("two\tcells\nand `lines`", "compare", "01-head-on",
                                       " --set seed=2", "e = 1");
    ck_assert_ptr_nonnull(plot);
    carom_plot_number(plot, "DURATION", 0.1);
    carom_plot_count(plot, "REF", 2);
    carom_plot_solver(plot, "euler", "Euler, \"h\" = 1 `us`", 2);
    carom_plot_solver(plot, "heun-2", "% \\n $x 7", 13);
    return plot;
}

static void expect(const carom_plot *plot, size_t i, carom_plot_kind kind, const char *name,
                   const char *value)
{
    ck_assert_uint_lt(i, plot->rows);
    ck_assert_int_eq((int)plot->row[i].kind, (int)kind);
    ck_assert_str_eq(plot->row[i].name, name);
    ck_assert_str_eq(plot->row[i].value, value);
}

START_TEST(a_plot_survives_writing_and_reading)
{
    carom_error error = {0};
    carom_plot *plot = make_plot(), *again = NULL;
    make_folder();
    carom_plot_number(plot, "DURATION", 0.0 / 0.0);
    carom_plot_figure(plot, "first", "fan", "%s loses %.3g %%", "euler", 2.385);
    carom_plot_panel(plot, "second-2", "fan", "more", false);
    carom_plot_retitle(plot, "my\ttitle");
    assert_ok(carom_plot_write(plot, folder, &error));
    assert_ok(carom_plot_read(&again, folder, &error));
    ck_assert_uint_eq(again->rows, plot->rows);
    for (size_t i = 0; i < plot->rows; i++) {
        expect(again, i, plot->row[i].kind, plot->row[i].name, plot->row[i].value);
    }
    expect(again, 0, CAROM_PLOT_TEXT, "TITLE", "my?title");
    expect(again, 2, CAROM_PLOT_COUNT, "OWN_TITLE", "1");
    expect(again, 1, CAROM_PLOT_TEXT, "FOOTER",
           "carom compare 01-head-on --set seed=2   |   e = 1");
    expect(again, 3, CAROM_PLOT_NUMBER, "DURATION", "0.10000000000000001");
    expect(again, 5, CAROM_PLOT_FOLDERS, "NAME", "euler");
    expect(again, 10, CAROM_PLOT_COUNTS, "STYLE", "13");
    expect(again, 11, CAROM_PLOT_NUMBER, "DURATION", "nan");
    expect(again, 12, CAROM_PLOT_TEXT, "SUBJECT", "euler loses 2.38 %");
    expect(again, 13, CAROM_PLOT_FIGURE, "first", "fan");
    expect(again, 15, CAROM_PLOT_EXTRA_FIGURE, "second-2", "fan");
    carom_plot_free(again);
    carom_plot_free(plot);
}
END_TEST

/* Records may come from strangers: they must contain no command and no path out of their folders.
 */
static const char *const refused[] = {
    "text\tTITLE; system('id')\teuler",
    "text\ttitle\teuler",
    "texts\tTITLE\teuler",
    "text\tLABEL\teuler",
    "text\tNAME\teuler",
    "folders\tNAME\t< touch marker",
    "folders\tNAME\t..",
    "folders\tNAME\t/tmp",
    "folders\tNAME\t-x",
    "folders\tNAME\t",
    "text\tDURATION\t< touch marker",
    "number\tDURATION\t1; system('id')",
    "number\tDURATION\tinf",
    "number\tDURATION\t",
    "text\tREF\t1",
    "number\tREF\t1",
    "count\tREF\t-1",
    "count\tREF\t1e9",
    "count\tREF\t9999999999999999",
    "scripts\tPANEL_SCRIPT\t../data/script",
    "texts\tPANEL_SCRIPT\toverview",
    "figure\t../../etc/passwd\toverview",
    "figure\tparts\t../../home/script",
    "figure\tparts\tstyle",
    "figure\tparts\t",
    "figure\t\toverview",
    "figure\t.hidden\toverview",
    "figure\t-o\toverview",
    "text\tDIR\t< touch marker; cat .",
    "text\tPLOTS\t/tmp/scripts",
    "text\tOUT\t| touch marker",
    "text\tOWN_STYLE\t/tmp/x",
    "text\tSUBJECT\tone\ttwo",
    "text\tSUBJECT",
    "load\tx\ty",
    "\t\t",
    "",
};

START_TEST(invalid_rows_are_refused)
{
    char text[300];
    make_folder();
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        carom_error error = {0};
        carom_plot *plot = NULL;
        snprintf(text, sizeof text, "what\tname\tvalue\ntext\tTITLE\theun\n%s\n", refused[i]);
        write_file("fan.figures.tsv", text);
        ck_assert_msg(carom_plot_read(&plot, folder, &error) == CAROM_INVALID, "%s", refused[i]);
        ck_assert_msg(strstr(error.text, "fan.figures.tsv:3: ") != NULL, "%s", error.text);
        carom_plot_free(plot);
    }
}
END_TEST

START_TEST(unknown_variables_are_not_written)
{
    carom_error error = {0};
    carom_plot *plot = make_plot();
    make_folder();
    carom_plot_text(plot, "PLOTS", "/tmp");
    ck_assert_int_eq(carom_plot_write(plot, folder, &error), CAROM_INTERNAL);
    ck_assert_msg(strstr(error.text, "'PLOTS /tmp'") != NULL, "%s", error.text);
    ck_assert_int_eq(count_files(), 0);
    carom_plot_free(plot);
}
END_TEST

/* A home whose plots/draw.gp writes its variables into the figure instead of drawing. */
static void make_home(const char *commands)
{
    char text[1000], path[100];
    snprintf(path, sizeof path, "%s/plots", folder);
    ck_assert_int_eq(mkdir(path, 0777), 0);
    snprintf(text, sizeof text, "set print OUT\n%s\nprint '</svg>'\n", commands);
    write_file("plots/draw.gp", text);
    write_file("table.tsv", "t_s\n0\n");
}

START_TEST(variables_reach_gnuplot)
{
    carom_error error = {0};
    carom_plot *plot = make_plot();
    char text[1000];
    const carom_plot_options options = {
        .home = folder, .preset = "slide", .formats = CAROM_PLOT_SVG, .title = "`id` \"own\""};
    make_folder();
    make_home(
        "print TITLE; print N, REF, DURATION, PRESET, SCRIPT\ndo for [i=1:N] { print NAME[i], "
        "LABEL[i], STYLE[i] }\nprint |PANEL_HEAD|, PANEL_HEAD[1], SUBJECT");
    carom_plot_text(plot, "PANEL_HEAD", "one");
    carom_plot_text(plot, "PANEL_HEAD", "two");
    carom_plot_figure(plot, "first", "fan", "1");
    carom_plot_text(plot, "PANEL_HEAD", "three");
    carom_plot_figure(plot, "second", "fan", "2");
    carom_plot_panel(plot, "third", "fan", "3", false);
    assert_ok(carom_plot_draw(plot, folder, &options, &error));
    read_back("first-slide.svg", text, sizeof text);
    ck_assert_str_eq(text, "`id` \"own\"\n2 2 0.1 slide fan\neuler Euler, \"h\" = 1 `us` 2\n"
                           "heun-2 % \\n $x 7 13\n2 one 1\n</svg>\n");
    read_back("second-slide.svg", text, sizeof text);
    ck_assert_msg(strstr(text, "\n1 three 2\n") != NULL, "%s", text);
    ck_assert_int_eq(count_files(), 4); /* plots, a table and two figures, no scratch folder */
    carom_plot_free(plot);
}
END_TEST

START_TEST(a_failed_figure_does_not_stop_the_others)
{
    carom_error error = {0};
    carom_plot *plot = make_plot();
    char text[100];
    const carom_plot_options options = {.home = folder, .formats = CAROM_PLOT_SVG};
    make_folder();
    make_home("if (SUBJECT eq 'bad') { printerr \"\\033[31m\"; print NOTHING }");
    carom_plot_figure(plot, "first", "fan", "bad");
    carom_plot_figure(plot, "second", "fan", "good");
    ck_assert_int_eq(carom_plot_draw(plot, folder, &options, &error), CAROM_CANNOT_CREATE);
    ck_assert_msg(strstr(error.text, "'first' (status 1: ") != NULL &&
                      strstr(error.text, "undefined variable: NOTHING") != NULL &&
                      strchr(error.text, '\033') == NULL,
                  "%s", error.text);
    read_back("second.svg", text, sizeof text);
    ck_assert_str_eq(text, "</svg>\n");
    ck_assert_int_eq(count_files(), 3);
    carom_plot_free(plot);
}
END_TEST

/* gnuplot would wait for a pipe, and a link leads out of the folder. */
START_TEST(only_regular_files_are_read)
{
    static const char *const names[] = {"energy.tsv", "euler/series.tsv", "heun-2",
                                        "x.figures.tsv"};
    const carom_plot_options options = {.home = folder, .formats = CAROM_PLOT_SVG};
    char path[100];
    make_folder();
    make_home("");
    snprintf(path, sizeof path, "%s/euler", folder);
    ck_assert_int_eq(mkdir(path, 0777), 0);
    for (size_t i = 0; i < 2 * sizeof names / sizeof names[0]; i++) {
        carom_error error = {0};
        carom_plot *plot = make_plot(), *read = NULL;
        snprintf(path, sizeof path, "%s/%s", folder, names[i / 2]);
        ck_assert_int_eq(i % 2 == 0 ? mkfifo(path, 0666) : symlink("table.tsv", path), 0);
        carom_plot_figure(plot, "first", "fan", "1");
        ck_assert_int_eq(i < 6 ? carom_plot_draw(plot, folder, &options, &error)
                               : carom_plot_read(&read, folder, &error),
                         CAROM_CANNOT_READ);
        ck_assert_msg(strstr(error.text, names[i / 2]) != NULL, "%s", error.text);
        ck_assert_int_eq(remove(path), 0);
        carom_plot_free(read);
        carom_plot_free(plot);
    }
}
END_TEST

START_TEST(figures_are_chosen_by_name)
{
    carom_error error = {0};
    carom_plot *plot = make_plot();
    char text[200];
    make_folder();
    carom_plot_options options = {.home = folder, .formats = CAROM_PLOT_PDF | CAROM_PLOT_SVG};
    carom_plot_figure(plot, "first", "fan", "1");
    carom_plot_panel(plot, "second", "fan", "2", false);
    carom_plot_panel(plot, "third", "fan", "3", true);
    ck_assert_uint_eq(carom_plot_list_figures(plot, folder, &options, text, sizeof text), 0);
    write_file("first.svg", "");
    write_file("first-print.svg", "");
    write_file("second-print.svg", "");
    write_file("third.svg", "");
    write_file("third-print.svg", "");
    ck_assert_uint_eq(carom_plot_list_figures(plot, folder, &options, text, sizeof text), 1);
    ck_assert_str_eq(text, "first.svg");
    options.preset = "print"; /* small pages: the panels of the overview too */
    ck_assert_uint_eq(carom_plot_list_figures(plot, folder, &options, text, sizeof text), 2);
    ck_assert_str_eq(text, "first-print.svg, third-print.svg");
    options.figures = "second";
    ck_assert_uint_eq(carom_plot_list_figures(plot, folder, &options, text, sizeof text), 1);
    ck_assert_str_eq(text, "second-print.svg");
    options.figures = "all";
    ck_assert_uint_eq(carom_plot_list_figures(plot, folder, &options, text, sizeof text), 3);
    assert_ok(carom_plot_check_figures(plot, "first,all,second", &error));
    ck_assert_int_eq(carom_plot_check_figures(plot, "first,fist", &error), CAROM_INVALID);
    ck_assert_msg(strstr(error.text, "'fist'") != NULL &&
                      strstr(error.text, "first,second,third") != NULL,
                  "%s", error.text);
    carom_plot_free(plot);
}
END_TEST

TEST_MAIN("plot", a_plot_survives_writing_and_reading, invalid_rows_are_refused,
          unknown_variables_are_not_written, variables_reach_gnuplot,
          a_failed_figure_does_not_stop_the_others, only_regular_files_are_read,
          figures_are_chosen_by_name)

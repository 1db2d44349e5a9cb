/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Output folders: carom removes its own tables and figures, and replaces no other file. (Commands:
 * tests/cases/output.case.) */
#define _XOPEN_SOURCE 700
#include "plot/plot.h"
#include "run/run.h"
#include "scratch_folder.h"

#define MANIFEST "{\n  \"program\": \"carom\",\n  \"solvers\": [ "

static void make_subfolder(const char *name)
{
    char path[200];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    ck_assert_int_eq(mkdir(path, 0777), 0);
}

static bool exists(const char *name)
{
    char path[400];
    struct stat about;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return lstat(path, &about) == 0;
}

static carom_status claim(const char *names, bool *is_own, carom_error *error)
{
    return carom_folder_claim(folder, names, is_own, error);
}

/* Claims the folder, which changes nothing, and removes the files of the earlier command. */
static void claim_and_clear(const char *names)
{
    carom_error error = {0};
    bool is_own;
    int files = count_files();
    assert_ok(claim(names, &is_own, &error));
    ck_assert(is_own);
    ck_assert_int_eq(count_files(), files);
    assert_ok(carom_folder_clear(folder, names, &error));
}

/* Whatever the claimed file is, and a run.json of another program. */
START_TEST(a_file_of_others_is_refused_by_name)
{
    static const char *const names[] = {"summary.tsv",  "run.json",         "divergence.tsv",
                                        "overview.svg", "energy-slide.png", "snapshot.pdf",
                                        "snapshot.svg", "animation.mp4"};
    carom_error error = {0};
    bool is_own;
    make_folder();
    write_file(names[_i], "{ \"program\": \"other\" }");
    ck_assert_int_eq(claim(carom_run_file_names, &is_own, &error), CAROM_CANNOT_CREATE);
    ck_assert_msg(strstr(error.text, names[_i]) != NULL, "%s", error.text);
    ck_assert(exists(names[_i]));
}
END_TEST

START_TEST(only_files_of_the_command_are_removed)
{
    static const char *const stay[] = {"run.json",    "notes.txt", "energy.tsv", "energy-mine.png",
                                       "contact.tsv", "axes.png",  "Energy.png", "summary.tsv~",
                                       "table-1.pdf", "heun"};
    make_folder();
    for (size_t i = 1; i + 1 < sizeof stay / sizeof stay[0]; i++) {
        write_file(stay[i], "mine");
    }
    write_file("run.json", MANIFEST "] }");
    write_file("summary.tsv", "");
    write_file("divergence.tsv", "");
    for (size_t i = 0; carom_plot_presets[i].name != NULL; i++) {
        char name[60];
        snprintf(name, sizeof name, "energy%s%s.png", i == 0 ? "" : "-",
                 i == 0 ? "" : carom_plot_presets[i].name);
        write_file(name, "");
    }
    make_subfolder("heun");
    write_file("snapshot.svg", "");
    write_file("snapshot-slide.svg", "");
    claim_and_clear(carom_run_file_names);
    for (size_t i = 0; i < sizeof stay / sizeof stay[0]; i++) {
        ck_assert_msg(exists(stay[i]), "%s was removed", stay[i]);
    }
    ck_assert_int_eq(count_files(), sizeof stay / sizeof stay[0]);
    /* a study has a manifest of its own, and removes neither the run's files nor its manifest */
    write_file("summary.tsv", "");
    claim_and_clear("contact.json contact.tsv axes.*");
    ck_assert(exists("summary.tsv") && !exists("contact.tsv") && !exists("axes.png"));
}
END_TEST

START_TEST(figures_of_a_sweep_are_those_that_it_has_drawn)
{
    make_folder();
    write_file("sweep.json", MANIFEST "] }");
    write_file("sweep.figures.tsv", "what\tname\tvalue\nfigure\tsweep-steps\tsweep\n");
    write_file("sweep-steps.png", "");
    write_file("sweep-steps-print.svg", "");
    write_file("sweep-mine.pdf", "mine");
    claim_and_clear("sweep.json sweep.figures.tsv sweep-*.*");
    ck_assert(exists("sweep-mine.pdf") && exists("sweep.json"));
    ck_assert_int_eq(count_files(), 2);
}
END_TEST

/* Names in a run.json lead to no other folder, and links are not followed. */
START_TEST(tables_of_earlier_solvers_are_removed)
{
    carom_error error = {0};
    bool is_own;
    char path[200];
    make_folder();
    make_subfolder("out");
    make_subfolder("out/heun");
    make_subfolder("out/euler");
    make_subfolder("elsewhere");
    write_file("series.tsv", "mine");
    write_file("elsewhere/series.tsv", "mine");
    write_file("out/heun/series.tsv", "");
    write_file("out/heun/trajectory.tsv", "");
    write_file("out/euler/series.tsv", "");
    write_file("out/euler/notes.txt", "mine");
    write_file("out/run.json",
               MANIFEST "{ name: heun }, { name: euler }, { name: .. }, { name: . }, "
                        "{ name: ../elsewhere }, { name: link }, { name: '' } ] }");
    snprintf(path, sizeof path, "%s/out/link", folder);
    ck_assert_int_eq(symlink("../elsewhere", path), 0);
    snprintf(path, sizeof path, "%s/out", folder);
    assert_ok(carom_folder_claim(path, carom_run_file_names, &is_own, &error));
    ck_assert(exists("out/heun/series.tsv") && exists("out/euler/series.tsv"));
    assert_ok(carom_folder_clear(path, carom_run_file_names, &error));
    ck_assert(!exists("out/heun") && !exists("out/euler/series.tsv"));
    ck_assert(exists("out/euler/notes.txt") && exists("elsewhere/series.tsv") &&
              exists("series.tsv") && exists("out/link"));
    assert_ok(carom_folder_claim_solver(path, "link", true, &error));
    ck_assert(!exists("out/link") && exists("elsewhere/series.tsv"));
}
END_TEST

static void add_tests(TCase *tcase)
{
    tcase_add_loop_test(tcase, a_file_of_others_is_refused_by_name, 0, 8);
    tcase_add_test(tcase, only_files_of_the_command_are_removed);
    tcase_add_test(tcase, figures_of_a_sweep_are_those_that_it_has_drawn);
    tcase_add_test(tcase, tables_of_earlier_solvers_are_removed);
}

TEST_SUITE("folder", add_tests)

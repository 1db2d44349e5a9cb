/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Contract of every study: its description is complete, the output does not depend on the number of
 * threads, and cancellation leaves nothing allocated. */
#define _POSIX_C_SOURCE 200809L
#include "conformance/entry.h"
#include "studies/studies.h"
#include <unistd.h>

/* %s: the recorded solver of carom fit. */
static const char scene_format[] =
    "carom: 1\n"
    "table: { boundary: open }\n"
    "duration_s: 0.4\n"
    "samples: 21\n"
    "balls:\n"
    "  - { name: a, x_m: 0.3, y_m: 0.51, vx_mps: 2.385 }\n"
    "  - { name: b, x_m: 0.6, y_m: 0.5 }\n"
    "solvers:\n"
    "  - { kind: impulse }\n"
    "  - { name: soft, kind: penalty, integrator: heun, step_s: 1e-5,\n"
    "      stiffness_N_per_m: 1e5 }\n"
    "%s"
    "convergence: { thetas: 4, factors: 2, phases: 3 }\n"
    "statistics: { seeds: 3 }\n"
    "sweep: { parameters: [ { key: balls.a.vx_mps, values: [1, 1.3] } ], collect: [steps] }\n"
    "fit: { by: [balls.a.vx_mps] }\n";

static const char film[] = "t_s\tball\tx_m\ty_m\n"
                           "0\ta\t0.3\t0.51\n0\tb\t0.6\t0.5\n"
                           "0.04\ta\t0.396\t0.51\n0.04\tb\t0.601\t0.5\n"
                           "0.08\ta\t0.491\t0.51\n0.08\tb\t0.6\t0.5\n";

typedef struct {
    char *printed;       /* printed output */
    char *tables;        /* all tables except those over wall-clock time */
    carom_status status; /* status of run */
} said;

static void append_file(FILE *into, const char *path)
{
    FILE *file = fopen(path, "r");
    char line[4096];
    ck_assert_msg(file != NULL, "%s is not there", path);
    bool clocked = fgets(line, sizeof line, file) != NULL && strstr(line, "seconds") != NULL;
    do {
        fputs(clocked ? "" : line, into);
    } while (fgets(line, sizeof line, file) != NULL);
    fclose(file);
    remove(path);
}

/* Write the tables and read their bytes. */
static void read_tables(const carom_result *result, FILE *into)
{
    char directory[] = "/tmp/carom-XXXXXX", path[200];
    ck_assert_ptr_nonnull(mkdtemp(directory));
    for (size_t i = 0; result->kind->tables[i].name != NULL; i++) {
        snprintf(path, sizeof path, "%s/%s", directory, result->kind->tables[i].name);
        FILE *file = fopen(path, "w");
        carom_frame_write(&result->frame[i], file);
        fclose(file);
        append_file(into, path);
    }
    ck_assert_int_eq(rmdir(directory), 0);
}

/* Write the scene of a study; for carom fit also a recording, whose name @p path receives. */
static void write_scene(const carom_study_entry *kind, char *path, char *scene, size_t size)
{
    char solver[200] = "";
    path[0] = '\0';
    if (strcmp(kind->about.name, "fit") == 0) {
        strcpy(path, "/tmp/carom-XXXXXX");
        int file = mkstemp(path);
        ck_assert(file >= 0 && write(file, film, strlen(film)) == (ssize_t)strlen(film));
        close(file);
        snprintf(solver, sizeof solver, "  - { kind: recorded, file: %s, sigma_m: 1e-3 }\n", path);
    }
    snprintf(scene, size, scene_format, solver);
}

/* --figures accepts the name, and in a folder of somebody else the study replaces no such file. */
static void check_name(const carom_study_entry *kind, const carom_scenario *scenario,
                       const char *folder, const char *figure)
{
    const volatile sig_atomic_t stop = 2;
    carom_error error = {0};
    char path[200];
    void *object = calloc(1, kind->about.options_size + 1);
    assert_ok(carom_study_check_figures(kind, figure, &error));
    assert_ok(carom_study_set_keys(kind, object, NULL, 0, &error));
    snprintf(path, sizeof path, "%s/%s.svg", folder, figure);
    fclose(fopen(path, "w"));
    ck_assert_msg(carom_study_perform(
                      kind, object,
                      &(carom_study){.scenario = scenario, .directory = folder, .stop = &stop},
                      &error) == CAROM_CANNOT_CREATE,
                  "replaces %s", path);
    carom_study_release(kind, object);
    free(object);
    remove(path);
}

static void check_names(const carom_study_entry *kind, const carom_scenario *scenario,
                        const carom_result *result)
{
    char folder[] = "/tmp/carom-test-XXXXXX";
    carom_plot *plot = kind->plot != NULL ? carom_result_plot(result) : NULL;
    ck_assert_ptr_nonnull(mkdtemp(folder));
    for (size_t i = 0; plot != NULL && i < plot->rows; i++) {
        if (plot->row[i].kind >= CAROM_PLOT_FIGURE) {
            check_name(kind, scenario, folder, plot->row[i].name);
        }
    }
    carom_plot_free(plot);
    ck_assert_int_eq(rmdir(folder), 0);
}

/* Run a study of the scene, or without a scenario. */
static said run_study(const carom_study_entry *kind, long jobs, const volatile sig_atomic_t *stop)
{
    said result = {NULL, NULL, CAROM_OK};
    carom_scenario scenario;
    carom_messages messages = {0};
    carom_error error = {0};
    size_t size;
    char path[40], scene[2000];
    void *object = calloc(1, kind->about.options_size + 1);
    write_scene(kind, path, scene, sizeof scene);
    FILE *printed = open_memstream(&result.printed, &size),
         *tables = open_memstream(&result.tables, &size), *complaints = tmpfile();
    assert_ok(carom_scenario_read(&scenario, scene, strlen(scene), NULL, 0, &messages));
    ck_assert_msg(messages.errors == 0, "the scene: %s", messages.item[0].text);
    if (kind->about.params != NULL) {
        assert_ok(carom_params_default(kind->about.params, object, &error));
    }
    result.status = carom_study_perform(kind, object,
                                        &(carom_study){.scenario = &scenario,
                                                       .text = scene,
                                                       .name = "",
                                                       .length = strlen(scene),
                                                       .jobs = jobs,
                                                       .stop = stop},
                                        &error);
    if (result.status == CAROM_OK) {
        carom_result_print(object, printed, complaints);
        ck_assert_msg(ftell(complaints) == 0, "complains");
        if (!kind->printed_only) {
            read_tables(object, tables);
            check_names(kind, &scenario, object);
        }
    } else {
        ck_assert_msg(error.text[0] != '\0', "fails without a message");
    }
    carom_study_release(kind, object);
    carom_scenario_free(&scenario);
    carom_messages_free(&messages);
    fclose(printed), fclose(tables), fclose(complaints);
    free(object);
    if (path[0] != '\0') {
        remove(path);
    }
    return result;
}

static void free_said(said *result)
{
    free(result->printed);
    free(result->tables);
}

static bool has_section(const char *key)
{
    bool found = false;
    for (const carom_param *row = carom_scenario_rows; row->key != NULL; row++) {
        found = found || (strcmp(row->key, key) == 0 && row->fields != NULL);
    }
    return found;
}

static size_t longest_line(const char *text)
{
    size_t longest = 0;
    for (; *text != '\0'; text += strcspn(text, "\n") + 1) {
        longest = strcspn(text, "\n") > longest ? strcspn(text, "\n") : longest;
        ck_assert_msg(text[strcspn(text, "\n")] == '\n', "a line is not ended: %s", text);
    }
    return longest;
}

START_TEST(studies_are_described)
{
    for_each_entry(carom_studies, carom_study_entry, kind)
    {
        ck_assert_msg(kind->about.summary[0] != '\0' && strlen(kind->about.summary) <= 76,
                      "summary");
        ck_assert_msg(kind->text[0] != '\0' && longest_line(kind->text) <= 100, "text");
        ck_assert_msg(kind->notes == NULL || longest_line(kind->notes) <= 100, "notes");
        ck_assert_msg(kind->keys == NULL || has_section(kind->keys), "keys: %s", kind->keys);
        ck_assert_msg((kind->plot == NULL) == (kind->figures == NULL), "names of figures");
        ck_assert_msg(kind->plot == NULL || !kind->printed_only, "draws nothing written");
        for (size_t i = 0; kind->tables != NULL && kind->tables[i].name != NULL; i++) {
            /* files that are not tables have a description */
            ck_assert_msg(strstr(kind->tables[i].name, ".tsv") != NULL ||
                              kind->tables[i].doc != NULL,
                          "%s", kind->tables[i].name);
        }
    }
}
END_TEST

START_TEST(output_is_independent_of_threads)
{
    for_each_entry(carom_studies, carom_study_entry, kind)
    {
        said one = run_study(kind, 1, NULL), four = run_study(kind, 4, NULL);
        ck_assert_msg(one.status == CAROM_OK && one.printed[0] != '\0', "status %d",
                      (int)one.status);
        ck_assert_msg(kind->printed_only == (one.tables[0] == '\0'), "writes %s",
                      one.tables[0] == '\0' ? "no tables" : "tables");
        ck_assert_str_eq(one.printed, four.printed);
        ck_assert_str_eq(one.tables, four.tables);
        free_said(&one);
        free_said(&four);
    }
}
END_TEST

START_TEST(studies_can_be_cancelled)
{
    const volatile sig_atomic_t stop = 2;
    for_each_entry(carom_studies, carom_study_entry, kind)
    {
        said stopped = run_study(kind, 2, &stop);
        /* a study without runs cannot be cancelled */
        ck_assert_msg(stopped.status == CAROM_INTERRUPTED || kind->printed_only, "status %d",
                      (int)stopped.status);
        free_said(&stopped);
    }
}
END_TEST

TEST_MAIN("study conformance", studies_are_described, output_is_independent_of_threads,
          studies_can_be_cancelled)

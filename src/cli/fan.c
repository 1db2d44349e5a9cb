/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom fan: every outcome that the first cluster of a scene can have. */
#include "studies/fan/fan.h"
#include "cli/commands.h"
#include "figures/run_figures.h"
#include "records/folder.h"
#include "records/table.h"

static void print_fan(const carom_fan *fan, const carom_problem *problem)
{
    size_t failed = 0;
    for (size_t i = 0; i < fan->outcomes; i++) {
        failed += fan->outcome[i].failure[0] != '\0';
    }
    printf("%zu %s at t = %.9g s: %zu %s from the policies, %zu serial %s%s and springs\n",
           fan->balls, fan->balls == 1 ? "ball meets a wall" : "balls meet", fan->t_s,
           fan->outcomes - failed, fan->outcomes - failed == 1 ? "outcome" : "outcomes",
           fan->orders, fan->orders == 1 ? "order" : "orders",
           fan->all_orders ? "" : " (too many balls for all)");
    for (size_t i = 0; i < fan->outcomes; i++) {
        const carom_outcome *outcome = &fan->outcome[i];
        printf("\n%zu  %s", i + 1, outcome->source);
        if (outcome->sources > 1) {
            printf(" (and %zu more)", outcome->sources - 1);
        }
        printf("\n");
        if (outcome->failure[0] != '\0') {
            printf("   no outcome: %s\n", outcome->failure);
            continue;
        }
        for (size_t k = 0; k < fan->balls; k++) {
            printf("   %-16s (%+.9f, %+.9f) m/s\n", problem->ball[fan->ball[k]].name,
                   outcome->vx[k] + 0.0, outcome->vy[k] + 0.0);
        }
    }
}

typedef struct {
    const carom_fan *fan;
    const carom_problem *problem;
} outcomes;

static void write_outcomes(const void *object, FILE *stream)
{
    const outcomes *all = object;
    carom_fan_write(all->fan, all->problem, stream);
}

static carom_status write_fan(const carom_fan *fan, const carom_problem *problem,
                              const char *directory, carom_error *error)
{
    return carom_tables_write(directory, &(carom_table){.name = "fan.tsv", .write = write_outcomes},
                              1, &(outcomes){fan, problem}, error);
}

static void note_table(const cli_options *options, const char *directory)
{
    char path[CAROM_PATH_SIZE + 20];
    snprintf(path, sizeof path, "%s/fan.tsv", directory);
    carom_folder_note(options->look.folder, path);
}

static int draw_fan(const cli_options *options, const cli_scenario *loaded, const char *directory)
{
    carom_error error = {0};
    if (carom_fan_draw(directory, &options->look, loaded->scenario.title, options->file, &error) !=
        CAROM_OK) {
        fprintf(stderr, "carom: no figure: %s\n", error.text);
        return cli_exit_of(error.status);
    }
    printf("figure: %s/fan.png, .svg and .pdf\n", directory);
    return EXIT_DONE;
}

int cli_fan(const cli_options *options)
{
    cli_scenario loaded;
    carom_fan fan = {.ball = NULL};
    carom_error error = {0};
    char output[CAROM_PATH_SIZE];
    int status = cli_scenario_load(options, &loaded);
    if (status == EXIT_DONE) {
        const char *directory = options->output;
        carom_output_default(options->file, output);
        directory = directory != NULL ? directory : output;
        status = cli_folder_open(options, directory, "fan");
        if (status != EXIT_DONE) {
            /* said already */
        } else if (carom_fan_find(&fan, &loaded.scenario, options->stop, &error) != CAROM_OK ||
                   write_fan(&fan, &loaded.scenario.problem, directory, &error) != CAROM_OK) {
            status = cli_fail(&error);
        } else {
            note_table(options, directory);
            print_fan(&fan, &loaded.scenario.problem);
            printf("\nrecords: %s/fan.tsv\n", directory);
            fflush(stdout);
            status = cli_folder_commit(
                options, options->no_plots ? EXIT_DONE : draw_fan(options, &loaded, directory));
        }
    }
    carom_fan_free(&fan);
    cli_scenario_free(&loaded);
    return status;
}

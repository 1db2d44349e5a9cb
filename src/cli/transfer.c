/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom transfer: a force law's restitution handed to the impulse solver. */
#include "cli/commands.h"
#include "harness/transfer.h"
#include <math.h>

static void print_closeness(const carom_transfer *transfer)
{
    static const double at[] = {0.25, 0.5, 1};
    const carom_problem *problem = &transfer->scenario->problem;
    const carom_course *spring = &transfer->spring, *plain = &transfer->plain, *table = &transfer->transferred;
    printf("\n%-34s %12s %12s %12s\n", "rms distance from the springs (m)", "constant e", "table e(v)", "closer by");
    for (size_t c = 0; c < 3; c++) {
        size_t k = (size_t)(at[c] * (double)(spring->samples - 1));
        double before = carom_course_distance(problem, spring, plain, k);
        double after = carom_course_distance(problem, spring, table, k);
        char when[40];
        snprintf(when, sizeof when, "  at t = %.4g s", spring->t_s[k]);
        printf("%-34s %12.3g %12.3g %12.3g\n", when, before, after, before / after);
    }
    printf("%-34s %12.5g %12.5g   (springs %.5g)\n", "kinetic energy at the end (J)", plain->end.ledger.kinetic_J,
           table->end.ledger.kinetic_J, spring->end.ledger.kinetic_J);
}

static int report(const cli_options *options, const carom_transfer *transfer, const char *directory)
{
    const carom_scenario *scenario = transfer->scenario;
    const size_t last = CAROM_TRANSFER_POINTS - 1;
    carom_error error = {0};
    printf("%s\n%s between %s and %s: e = %.6g at %.4g m/s, %.6g at %.4g m/s\n",
           scenario->title[0] != '\0' ? scenario->title : options->file, transfer->soft->name,
           scenario->problem.ball[transfer->a].name, scenario->problem.ball[transfer->b].name, transfer->restitution[0],
           transfer->approach_mps[0], transfer->restitution[last], transfer->approach_mps[last]);
    print_closeness(transfer);
    if (carom_transfer_write(transfer, directory, &error) != CAROM_OK ||
        carom_manifest_of(directory, "transfer", options->file, transfer->scenario, &error) != CAROM_OK) {
        return cli_fail(&error);
    }
    printf("\ntables: %s/restitution.tsv, transfer.tsv; the impulse solver for a scenario: %s/solver.yaml\n", directory,
           directory);
    fflush(stdout);
    if (!options->no_plots) {
        if (carom_transfer_draw(transfer, directory, options->home, options->file, &error) != CAROM_OK) {
            fprintf(stderr, "carom: no figures: %s\n", error.text);
            return cli_exit_of(error.status);
        }
        printf("figures: %s/restitution.png, transfer.png and others\n", directory);
    }
    return EXIT_DONE;
}

int cli_transfer(const cli_options *options)
{
    cli_scenario loaded;
    carom_transfer transfer = {.soft = NULL};
    carom_error error = {0};
    char output[CAROM_PATH_SIZE];
    int status = cli_scenario_load(options, &loaded);
    if (status == EXIT_DONE) {
        status = cli_check_only(options, &loaded.scenario);
    }
    if (status == EXIT_DONE) {
        const char *name = options->only_count > 0 ? options->only[0] : NULL;
        carom_output_default(options->file, output);
        status = carom_transfer_run(&transfer, &loaded.scenario, name, options->stop, &error) == CAROM_OK
                     ? report(options, &transfer, options->output != NULL ? options->output : output)
                     : cli_fail(&error);
        carom_transfer_free(&transfer);
    }
    cli_scenario_free(&loaded);
    return status;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom statistics: ensembles over seeds, beyond the horizon of single runs. */
#include "cli/commands.h"
#include "harness/ensemble_run.h"
#include <math.h>

/* A difference that chance makes less often than this is called one. */
static const double rare = 0.01;

static const char *verdict(const carom_test *test, char *text, size_t size)
{
    if (isnan(test->p)) {
        return "-";
    }
    snprintf(text, size, "p = %.3g%s", test->p, test->p < rare ? ", differs" : "");
    return text;
}

static void print_lane(const carom_ensemble *ensemble, size_t l)
{
    const carom_ensemble_lane *lane = &ensemble->lane[l];
    bool reference = l == ensemble->reference;
    char text[60];
    printf("\n%s%s\n", lane->spec->name, reference ? " (the reference)" : "");
    if (lane->failed > 0) {
        printf("  %zu of %zu runs stopped early and are left out\n", lane->failed, ensemble->seeds);
    }
    for (size_t m = 0; m < CAROM_MEASURES; m++) {
        char theory[40] = "";
        if (isnan(lane->mean[m].value)) {
            continue;
        }
        if (!isnan(lane->theory[m])) {
            snprintf(theory, sizeof theory, "theory %.5g", lane->theory[m]);
        }
        printf("  %-18s %12.6g +- %-10.2g %-20s %s\n", carom_measures[m].name, lane->mean[m].value, lane->mean[m].error,
               theory, reference ? "" : verdict(&lane->differs[m], text, sizeof text));
    }
    if (!reference) {
        printf("  speed distribution: largest distance %.3g from the reference's, %s\n", lane->speeds_differ.statistic,
               verdict(&lane->speeds_differ, text, sizeof text));
    }
}

static int report(const cli_options *options, const carom_ensemble *ensemble, const char *directory)
{
    const carom_scenario *scenario = ensemble->scenario;
    carom_error error = {0};
    printf("%s\n%zu balls, %zu seeds, from t = %g s to %g s; p: how probable such a difference would be by chance\n",
           scenario->title[0] != '\0' ? scenario->title : options->file, ensemble->balls, ensemble->seeds,
           scenario->statistics.from_s, scenario->duration_s);
    for (size_t l = 0; l < ensemble->lanes; l++) {
        print_lane(ensemble, l);
    }
    if (carom_ensemble_write(ensemble, directory, &error) != CAROM_OK ||
        carom_manifest_of(directory, "statistics", options->file, ensemble->scenario, &error) != CAROM_OK) {
        return cli_fail(&error);
    }
    printf("\ntables: %s/statistics.tsv, runs.tsv, speeds.tsv\n", directory);
    fflush(stdout);
    if (!options->no_plots) {
        if (carom_ensemble_draw(ensemble, directory, options->home, options->file, &error) != CAROM_OK) {
            fprintf(stderr, "carom: no figures: %s\n", error.text);
            return cli_exit_of(error.status);
        }
        printf("figures: %s/speeds.png, ensemble.png and others\n", directory);
    }
    return EXIT_DONE;
}

int cli_statistics(const cli_options *options)
{
    cli_scenario loaded;
    cli_progress progress;
    carom_ensemble ensemble = {.lanes = 0};
    carom_error error = {0};
    char output[CAROM_PATH_SIZE];
    int status = cli_scenario_load(options, &loaded);
    if (status == EXIT_DONE) {
        status = cli_check_only(options, &loaded.scenario);
    }
    if (status == EXIT_DONE) {
        carom_output_default(options->file, output);
        cli_progress_start(&progress);
        progress.form = "%.0f runs";
        carom_status run = carom_ensemble_run(
            &ensemble, &(carom_ensemble_request){
                .scenario = &loaded.scenario, .text = loaded.text, .length = loaded.length,
                .overrides = options->overrides, .override_count = options->override_count, .only = options->only,
                .only_count = options->only_count, .jobs = options->jobs, .stop = options->stop,
                .progress = cli_progress_show, .context = &progress}, &error);
        cli_progress_end(&progress);
        status = run == CAROM_OK ? report(options, &ensemble, options->output != NULL ? options->output : output)
                                 : cli_fail(&error);
        carom_ensemble_free(&ensemble);
    }
    cli_scenario_free(&loaded);
    return status;
}

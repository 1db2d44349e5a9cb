/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom converge: error over step and stiffness, orders, floors and where it blows up. */
#include "cli/commands.h"
#include "harness/converge.h"
#include <math.h>

static void print_lane(const carom_converge_lane *lane)
{
    const carom_converge_row *middle = &lane->row[lane->rows / 2];
    printf("%-18.18s", lane->spec->name);
    if (isnan(lane->order.value)) {
        printf(" %-22s", "-");
    } else {
        printf(" %6.3f +- %-12.2g", lane->order.value, lane->order.error);
    }
    if (isnan(lane->expected.low)) {
        printf(" %-8s", "-");
    } else if (lane->expected.high > lane->expected.low) {
        printf(" %g to %-3g", lane->expected.low, lane->expected.high);
    } else {
        printf(" %-8g", lane->expected.low);
    }
    if (isnan(lane->floor_slope.value)) {
        printf(" %-22s", "-");
    } else {
        printf(" %7.4f +- %-10.1g", lane->floor_slope.value, lane->floor_slope.error);
    }
    printf(" %-12.3g %-12.3g\n", middle->theta_floor, middle->theta_blown);
}

static int report(const cli_options *options, const carom_converge *converge, const char *directory)
{
    const carom_scenario *scenario = converge->scenario;
    carom_error error = {0};
    printf("%s\n%zu steps, %lld stiffnesses, %zu phases of the step each\n\n",
           scenario->title[0] != '\0' ? scenario->title : options->file, converge->points,
           (long long)scenario->convergence.factors, converge->phases);
    printf("%-18s %-22s %-8s %-22s %-12s %-12s\n", "", "order in the step", "theory", "floor in k (theory -1/2)",
           "theta where", "theta where");
    printf("%-18s %-22s %-8s %-22s   %-12s %-12s\n", "", "", "", "", "method=floor", "it blows up");
    for (size_t i = 0; i < converge->lanes; i++) {
        print_lane(&converge->lane[i]);
    }
    if (carom_converge_write(converge, directory, &error) != CAROM_OK ||
        carom_manifest_of(directory, "converge", options->file, converge->scenario, &error) != CAROM_OK) {
        return cli_fail(&error);
    }
    printf("\ntables: %s/convergence.tsv, floors.tsv, orders.tsv\n", directory);
    fflush(stdout);
    if (!options->no_plots) {
        if (carom_converge_draw(converge, directory, options->home, options->file, &error) != CAROM_OK) {
            fprintf(stderr, "carom: no figures: %s\n", error.text);
            return cli_exit_of(error.status);
        }
        printf("figures: %s/convergence.png, floor.png, map-SOLVER.png, work-evaluations.png and others\n", directory);
    }
    return EXIT_DONE;
}

int cli_converge(const cli_options *options)
{
    cli_scenario loaded;
    cli_progress progress;
    carom_converge converge = {.lanes = 0};
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
        carom_status run = carom_converge_run(
            &converge, &(carom_converge_request){
                .scenario = &loaded.scenario, .text = loaded.text, .length = loaded.length,
                .overrides = options->overrides, .override_count = options->override_count, .only = options->only,
                .only_count = options->only_count, .jobs = options->jobs, .stop = options->stop,
                .progress = cli_progress_show, .context = &progress}, &error);
        cli_progress_end(&progress);
        status = run == CAROM_OK ? report(options, &converge, options->output != NULL ? options->output : output)
                                 : cli_fail(&error);
        carom_converge_free(&converge);
    }
    cli_scenario_free(&loaded);
    return status;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom reverse: to T, turned round, and back. */
#include "cli/commands.h"
#include "harness/reverse.h"
#include <math.h>
#include <string.h>

static void print_lanes(const carom_reverse *reverse)
{
    static const double at[] = {0.25, 0.5, 1};
    printf("%-34s", "return error (m), turned at t =");
    for (size_t c = 0; c < 3; c++) {
        printf(" %10.4g s", at[c] * reverse->t_s[reverse->times - 1]);
    }
    printf("   collisions per ball\n");
    for (size_t i = 0; i < reverse->lanes; i++) {
        const carom_reverse_lane *lane = &reverse->lane[i];
        char name[160];
        carom_reverse_say_lane(lane, name, sizeof name);
        printf("%-34s%s", name, strstr(name, "θ") != NULL ? " " : ""); /* two bytes, one column */
        for (size_t c = 0; c < 3; c++) {
            printf(" %12.3g", lane->error_m[(size_t)(at[c] * (double)reverse->times) - 1]);
        }
        printf("   %.3g\n", lane->collisions);
    }
}

static int report(const cli_options *options, const carom_reverse *reverse, const char *directory)
{
    carom_error error = {0};
    printf("%s\n", reverse->scenario->title[0] != '\0' ? reverse->scenario->title : options->file);
    if (reverse->loses) {
        printf("The scene loses energy, so nobody comes back: what is lost is lost twice.\n");
    }
    printf("\n");
    print_lanes(reverse);
    if (carom_reverse_write(reverse, directory, &error) != CAROM_OK ||
        carom_manifest_of(directory, "reverse", options->file, reverse->scenario, &error) != CAROM_OK) {
        return cli_fail(&error);
    }
    printf("\ntable: %s/reverse.tsv\n", directory);
    fflush(stdout);
    if (!options->no_plots) {
        if (carom_reverse_draw(reverse, directory, options->home, options->file, &error) != CAROM_OK) {
            fprintf(stderr, "carom: no figures: %s\n", error.text);
            return cli_exit_of(error.status);
        }
        printf("figure: %s/reverse.png, .svg and .pdf\n", directory);
    }
    return EXIT_DONE;
}

int cli_reverse(const cli_options *options)
{
    cli_scenario loaded;
    cli_progress progress;
    carom_reverse reverse = {.lanes = 0};
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
        carom_status run = carom_reverse_run(
            &reverse, &(carom_reverse_request){
                .scenario = &loaded.scenario, .text = loaded.text, .length = loaded.length,
                .overrides = options->overrides, .override_count = options->override_count, .only = options->only,
                .only_count = options->only_count, .jobs = options->jobs, .stop = options->stop,
                .progress = cli_progress_show, .context = &progress}, &error);
        cli_progress_end(&progress);
        status = run == CAROM_OK ? report(options, &reverse, options->output != NULL ? options->output : output)
                                 : cli_fail(&error);
        carom_reverse_free(&reverse);
    }
    cli_scenario_free(&loaded);
    return status;
}

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

static int report(const cli_options *options, const void *object, const char *directory)
{
    const carom_reverse *reverse = object;
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

static carom_status run(void *object, const carom_study *study, carom_error *error)
{
    return carom_reverse_run(object, study, error);
}

static void release(void *object)
{
    carom_reverse_free(object);
}

int cli_reverse(const cli_options *options)
{
    carom_reverse reverse = {.lanes = 0};
    return cli_study_run(options, &(cli_study){"%.0f runs", &reverse, run, report, release});
}

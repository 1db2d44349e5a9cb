/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom statistics: ensembles over seeds, beyond the horizon of single runs. */
#include "studies/statistics/statistics.h"
#include "cli/commands.h"
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
        printf("  %-18s %12.6g +- %-10.2g %-20s %s\n", carom_measures[m].name, lane->mean[m].value,
               lane->mean[m].error, theory,
               reference ? "" : verdict(&lane->differs[m], text, sizeof text));
    }
    if (!reference) {
        printf("  speed distribution: largest distance %.3g from the reference's, %s\n",
               lane->speeds_differ.statistic, verdict(&lane->speeds_differ, text, sizeof text));
    }
}

static bool any_theory(const carom_ensemble *ensemble)
{
    bool any = false;
    for (size_t l = 0; l < ensemble->lanes; l++) {
        for (size_t m = 0; m < CAROM_MEASURES; m++) {
            any = any || !isnan(ensemble->lane[l].theory[m]);
        }
    }
    return any;
}

static int print(const void *object)
{
    const carom_ensemble *ensemble = object;
    const carom_scenario *scenario = ensemble->scenario;
    printf("%zu balls, %zu seeds, from t = %g s to %g s; p: how probable such a difference would "
           "be by chance\n",
           ensemble->balls, ensemble->seeds, scenario->statistics.from_s, scenario->duration_s);
    if (any_theory(ensemble)) {
        printf("theory: of a gas in equilibrium, which a scene is only some time after its start "
               "('statistics: { from_s: ... }')\n");
    }
    for (size_t l = 0; l < ensemble->lanes; l++) {
        print_lane(ensemble, l);
    }
    return EXIT_DONE;
}

static carom_status run(void *object, const carom_study *study, carom_error *error)
{
    return carom_ensemble_run(object, study, error);
}

static carom_status write(const void *object, const char *directory, carom_error *error)
{
    return carom_ensemble_write(object, directory, error);
}

static carom_status draw(const void *object, const char *directory, const carom_look *look,
                         const char *name, carom_error *error)
{
    return carom_ensemble_draw(object, directory, look, name, error);
}

static void release(void *object)
{
    carom_ensemble_free(object);
}

int cli_statistics(const cli_options *options)
{
    carom_ensemble ensemble = {.lanes = 0};
    return cli_study_run(options, &(cli_study){.mode = "statistics",
                                               .form = "%.0f runs",
                                               .tables = "statistics.tsv, runs.tsv, speeds.tsv",
                                               .figures = "speeds.png, ensemble.png and others",
                                               .object = &ensemble,
                                               .run = run,
                                               .print = print,
                                               .write = write,
                                               .draw = draw,
                                               .release = release});
}

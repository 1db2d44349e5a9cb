/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom statistics: ensembles over seeds, beyond the horizon of single runs. */
#include "studies/statistics/statistics.h"
#include "studies/studies.h"
#include <math.h>

static const char *verdict(const carom_test *test, char *text, size_t size)
{
    if (isnan(test->p)) {
        return "-";
    }
    snprintf(text, size, "p = %.3g%s", test->p, test->p < carom_rare ? ", differs" : "");
    return text;
}

static void print_lane(FILE *stream, const carom_ensemble *ensemble, size_t l)
{
    const carom_ensemble_lane *lane = &ensemble->lane[l];
    bool reference = l == ensemble->reference;
    char text[60];
    fprintf(stream, "\n%s%s\n", lane->spec->name, reference ? " (the reference)" : "");
    if (lane->failed > 0) {
        fprintf(stream, "  %zu of %zu runs stopped early and are left out\n", lane->failed,
                ensemble->seeds);
    }
    for (size_t m = 0; m < CAROM_MEASURES; m++) {
        char theory[40] = "";
        if (isnan(lane->mean[m].value)) {
            continue;
        }
        if (!isnan(lane->theory[m])) {
            snprintf(theory, sizeof theory, "theory %.5g", lane->theory[m]);
        }
        fprintf(stream, "  %-18s %12.6g +- %-10.2g %-20s %s\n", carom_measures[m].name,
                lane->mean[m].value, lane->mean[m].error, theory,
                reference ? "" : verdict(&lane->differs[m], text, sizeof text));
    }
    if (ensemble->no_theory == NULL && isnan(lane->theory[CAROM_COLLISION_RATE])) {
        fprintf(stream, "  no theory of collisions: it needs a constant stiffness_N_per_m\n");
    }
    if (!reference) {
        fprintf(stream, "  speed distribution: largest distance %.3g from the reference's, %s\n",
                lane->speeds_differ.statistic, verdict(&lane->speeds_differ, text, sizeof text));
    }
}

static carom_status statistics_print(const void *object, FILE *stream, FILE *complaints)
{
    (void)complaints;
    const carom_ensemble *ensemble = object;
    const carom_scenario *scenario = ensemble->scenario;
    fprintf(stream,
            "%zu balls, %zu seeds, from t = %g s to %g s; p: how probable such a difference would "
            "be by chance\n",
            ensemble->balls, ensemble->seeds, scenario->statistics.from_s, scenario->duration_s);
    if (ensemble->no_theory == NULL) {
        fprintf(stream,
                "theory: of a gas in equilibrium, which a scene is only some time after its start "
                "('statistics: { from_s: ... }')\n");
    } else {
        fprintf(stream, "no theory: %s\n", ensemble->no_theory);
    }
    for (size_t l = 0; l < ensemble->lanes; l++) {
        print_lane(stream, ensemble, l);
    }
    return CAROM_OK;
}

static carom_status statistics_run(void *object, const carom_study *study, carom_error *error)
{
    return carom_ensemble_run(object, study, error);
}

static double statistics_runs(const carom_study *study)
{
    return (double)study->scenario->statistics.seeds;
}

static void statistics_release(void *object)
{
    carom_ensemble_free(object);
}

const carom_study_kind carom_study_statistics = {
    .about = {.name = "statistics",
              .summary = "ensembles over seeds, beyond the horizon of single runs",
              .options_size = sizeof(carom_ensemble)},
    .text =
        "Runs every solver over many seeds and compares what still compares when single runs\n"
        "do not: collision rate, free path, energy per ball, pressure, the distribution of\n"
        "speeds, with standard errors, the hard-disc theory where it applies, and tests of\n"
        "whether they differ (Welch's t, Kolmogorov and Smirnov). Without a group that takes\n"
        "a seed the fastest ball is displaced. What is finished is in DIR/statistics.journal:\n"
        "after an interruption, of whatever kind, the same command goes on there and ends in the\n"
        "same bytes.\n",
    .notes = "Try:\n  carom statistics 13-gas\n",
    .keys = "statistics",
    .counts = "runs",
    .runs = statistics_runs,
    .run = statistics_run,
    .print = statistics_print,
    .release = statistics_release,
    .tables = carom_ensemble_tables,
    .draw = carom_ensemble_draw};

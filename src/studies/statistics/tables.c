/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What carom statistics leaves behind: tables and figures. */
#include "figures/figures.h"
#include "records/records.h"
#include "studies/statistics/statistics.h"
#include "studies/studies.h"
#include <gsl/gsl_histogram.h>
#include <math.h>

enum { BINS = 30 };

/* Each measure: its name, unit, place, label in a figure, one line. */
#define MEASURES(X, NUMBER, of)                                                                    \
    X(NUMBER, of, collision_rate_Hz, "1/s", COLLISION_RATE, "collision rate",                      \
      "collisions with other balls, per ball")                                                     \
    X(NUMBER, of, free_path_m, "m", FREE_PATH, "free path", "way between two of them")             \
    X(NUMBER, of, energy_J, "J", ENERGY, "energy",                                                 \
      "kinetic, of spin too, and elastic, per ball, mean over the samples")                        \
    X(NUMBER, of, temperature_J, "J", TEMPERATURE, "temperature",                                  \
      "kinetic without spin, per ball, mean over the samples")                                     \
    X(NUMBER, of, pressure_N_per_m, "N/m", PRESSURE, "pressure",                                   \
      "on the walls; on a periodic table by the virial")                                           \
    X(NUMBER, of, mean_speed_mps, "m/s", SPEED, "mean speed", "mean over balls and samples")
#define MEASURE_COLUMN(NUMBER, of, name, unit, measure, label, doc)                                \
    NUMBER(of, name, unit, r->lane->value[CAROM_##measure][r->k], doc)
#define MEASURE_NAME(NUMBER, of, name, unit, measure, label, doc)                                  \
    [CAROM_##measure] = {#name, label},
const struct carom_measure_name carom_measures[CAROM_MEASURES] = {MEASURES(MEASURE_NAME, , )};

/* Of a solver a measure, or how its speeds differ. */
typedef struct {
    const carom_ensemble_lane *lane;
    const char *name;
    carom_estimate mean;
    double theory;
    carom_test differs;
} mean_of;

#define MEANS(NUMBER, TEXT, of)                                                                    \
    TEXT(of, solver, r->lane->spec->name, "its name in the scenario")                              \
    TEXT(of, quantity, r->name, "a column of runs.tsv, or speed_distribution")                     \
    NUMBER(of, mean, "", r->mean.value, "over the seeds, in the quantity's unit")                  \
    NUMBER(of, standard_error, "", r->mean.error, "of the mean")                                   \
    NUMBER(of, theory, "", r->theory, "of a gas of equal smooth discs; nan: it is none")           \
    NUMBER(of, t, "", r->differs.statistic,                                                        \
           "Welch's t against the reference; of speeds Kolmogorov's and Smirnov's distance")       \
    NUMBER(of, p, "", r->differs.p, "how likely as much is by chance")
CAROM_COLUMNS(means, mean_of, MEANS)

static void means_of_all(const void *object, carom_rows *rows)
{
    const carom_ensemble *ensemble = object;
    for (size_t l = 0; l < ensemble->lanes; l++) {
        const carom_ensemble_lane *lane = &ensemble->lane[l];
        for (size_t m = 0; m < CAROM_MEASURES; m++) {
            carom_rows_put(rows, &(mean_of){lane, carom_measures[m].name, lane->mean[m],
                                            lane->theory[m], lane->differs[m]});
        }
        carom_rows_put(
            rows, &(mean_of){lane, "speed_distribution", {NAN, NAN}, NAN, lane->speeds_differ});
    }
}

typedef struct {
    const carom_ensemble_lane *lane;
    size_t k;
    double seed;
} run_of;

#define RUNS(NUMBER, TEXT, of)                                                                     \
    TEXT(of, solver, r->lane->spec->name, "its name in the scenario")                              \
    NUMBER(of, seed, "", r->seed, "what the run's chance came from")                               \
    MEASURES(MEASURE_COLUMN, NUMBER, of)
CAROM_COLUMNS(runs, run_of, RUNS)

static void runs_of_all(const void *object, carom_rows *rows)
{
    const carom_ensemble *ensemble = object;
    for (size_t l = 0; l < ensemble->lanes; l++) {
        for (size_t k = 0; k < ensemble->seeds; k++) {
            carom_rows_put(
                rows, &(run_of){&ensemble->lane[l], k,
                                (double)ensemble->scenario->statistics.first_seed + (double)k});
        }
    }
}

static double fastest(const carom_ensemble *ensemble)
{
    double fastest = 0;
    for (size_t l = 0; l < ensemble->lanes; l++) {
        for (size_t k = 0; k < ensemble->seeds * ensemble->balls; k++) {
            fastest = fmax(fastest, ensemble->lane[l].speed[k]);
        }
    }
    return fastest > 0 ? fastest : 1;
}

/* A bin of a solver's speeds: densities with the errors of counting, and Maxwell's in two
 * dimensions, (m v/T) exp(-m v^2/(2 T)). */
typedef struct {
    const carom_ensemble_lane *lane;
    double v, n, all, width, mass, T;
} bin_of;

#define SPEEDS(NUMBER, TEXT, of)                                                                   \
    TEXT(of, solver, r->lane->spec->name, "its name in the scenario")                              \
    NUMBER(of, speed_mps, "m/s", r->v, "middle of a bin")                                          \
    NUMBER(of, density_s_per_m, "s/m", r->n / (r->all * r->width), "part of the balls, by speed")  \
    NUMBER(of, standard_error, "s/m", sqrt(r->n) / (r->all * r->width), "of counting them")        \
    NUMBER(of, maxwell_s_per_m, "s/m",                                                             \
           r->mass * r->v / r->T * exp(-r->mass * r->v * r->v / (2 * r->T)),                       \
           "Maxwell's density at the temperature measured; nan: there is none")
CAROM_COLUMNS(speeds, bin_of, SPEEDS)

static void speeds_of_all(const void *object, carom_rows *rows)
{
    const carom_ensemble *ensemble = object;
    double top = fastest(ensemble) * (1 + 1e-9);
    double range[BINS + 1], bin[BINS];
    gsl_histogram histogram = {BINS, range, bin};
    for (size_t l = 0; l < ensemble->lanes; l++) {
        const carom_ensemble_lane *lane = &ensemble->lane[l];
        gsl_histogram_set_ranges_uniform(&histogram, 0, top);
        for (size_t k = 0; k < ensemble->seeds * ensemble->balls; k++) {
            if (!isnan(lane->speed[k])) {
                gsl_histogram_increment(&histogram, lane->speed[k]);
            }
        }
        for (size_t i = 0; i < BINS; i++) {
            carom_rows_put(rows, &(bin_of){lane, top * ((double)i + 0.5) / BINS,
                                           gsl_histogram_get(&histogram, i), (double)lane->speeds,
                                           top / BINS, ensemble->mass_kg, ensemble->temperature_J});
        }
    }
}

const carom_table carom_ensemble_tables[] = {{.name = "statistics.tsv",
                                              .doc = "a row for each solver and quantity",
                                              .columns = means_columns,
                                              .rows = means_of_all},
                                             {.name = "runs.tsv",
                                              .doc = "a row for each solver and seed",
                                              .columns = runs_columns,
                                              .rows = runs_of_all},
                                             {.name = "speeds.tsv",
                                              .doc = "a row for each solver and bin of speeds",
                                              .columns = speeds_columns,
                                              .rows = speeds_of_all},
                                             {.name = NULL}};

/* The solver of the least likely difference; NULL: nothing could be tested. */
static const carom_ensemble_lane *least_likely(const carom_ensemble *ensemble, bool means)
{
    const carom_ensemble_lane *least = NULL;
    double p = INFINITY;
    for (size_t l = 0; l < ensemble->lanes; l++) {
        const carom_ensemble_lane *lane = &ensemble->lane[l];
        double own = means ? lane->differs[CAROM_SPEED].p : lane->speeds_differ.p;
        if (l != ensemble->reference && own < p) {
            p = own;
            least = lane;
        }
    }
    return least;
}

static void title_speeds(carom_drawing *drawing, const carom_ensemble *ensemble)
{
    const carom_ensemble_lane *worst = least_likely(ensemble, false),
                              *mean = least_likely(ensemble, true);
    char name[2][120] = {"", ""};
    if (worst == NULL) {
        carom_drawing_title(drawing, "How fast the balls are");
        return;
    }
    carom_label_of(ensemble->scenario, worst->spec->name, name[0], sizeof name[0]);
    carom_label_of(ensemble->scenario, (mean == NULL ? worst : mean)->spec->name, name[1],
                   sizeof name[1]);
    if (worst->speeds_differ.p < carom_rare) {
        carom_drawing_title(drawing, "The speeds of %s differ: by chance they would with p = %.1g",
                            name[0], worst->speeds_differ.p);
    } else if (mean != NULL && mean->differs[CAROM_SPEED].p < carom_rare) {
        carom_drawing_title(drawing,
                            "The mean speed of %s differs, p = %.1g; the %zu speeds at the end do "
                            "not show it, p = %.2g",
                            name[1], mean->differs[CAROM_SPEED].p, mean->speeds,
                            mean->speeds_differ.p);
    } else {
        carom_drawing_title(drawing,
                            "Tested at the 1 %% level, %zu speeds show no difference: the largest, "
                            "of %s, has p = %.2g",
                            worst->speeds, name[0], worst->speeds_differ.p);
    }
}

/* By how much of the reference's a mean is more; of what theory says of both. */
static double excess(double value, double reference)
{
    return 100 * (value / reference - 1);
}

/* The largest difference that is none of chance. */
static void title_means(carom_drawing *drawing, const carom_ensemble *ensemble)
{
    const carom_ensemble_lane *to = &ensemble->lane[ensemble->reference], *of = NULL;
    double most = 0, least_p = INFINITY, theory;
    size_t at = 0;
    char says[60] = "", name[2][120];
    carom_label_of(ensemble->scenario, to->spec->name, name[1], sizeof name[1]);
    for (size_t l = 0; l < ensemble->lanes; l++) {
        for (size_t m = 0; m < CAROM_MEASURES && l != ensemble->reference; m++) {
            const carom_ensemble_lane *lane = &ensemble->lane[l];
            double more = excess(lane->mean[m].value, to->mean[m].value);
            least_p = fmin(least_p, lane->differs[m].p);
            if (lane->differs[m].p < carom_rare && fabs(more) > fabs(most)) {
                most = more, of = lane, at = m;
            }
        }
    }
    if (of == NULL && isinf(least_p)) {
        carom_drawing_title(drawing, "Means over %zu seeds, without a test", ensemble->seeds);
        return;
    }
    if (of == NULL) {
        carom_drawing_title(drawing,
                            "Tested at the 1 %% level, no mean differs from that of %s: the least "
                            "p is %.2g",
                            name[1], least_p);
        return;
    }
    theory = excess(of->theory[at], to->theory[at]);
    carom_label_of(ensemble->scenario, of->spec->name, name[0], sizeof name[0]);
    if (!isnan(theory)) {
        snprintf(says, sizeof says, "; theory says %.1f %%", fabs(theory));
    }
    carom_drawing_title(drawing, "The %s of %s is %.1f %% %s that of %s%s",
                        carom_measures[at].label, name[0], fabs(most), most > 0 ? "above" : "below",
                        name[1], says);
}

void carom_ensemble_draw(const void *object, carom_drawing *drawing)
{
    const carom_ensemble *ensemble = object;
    const char *names[CAROM_MOST_FIGURES];
    bool gas = !isnan(ensemble->temperature_J);
    for (size_t l = 0; l < ensemble->lanes && l < CAROM_MOST_FIGURES; l++) {
        names[l] = ensemble->lane[l].spec->name;
    }
    carom_drawing_solvers(drawing, ensemble->scenario, names,
                          ensemble->lanes < CAROM_MOST_FIGURES ? ensemble->lanes
                                                               : CAROM_MOST_FIGURES);
    carom_drawing_count(drawing, "BINS", BINS);
    carom_drawing_count(drawing, "MEASURES", CAROM_MEASURES);
    carom_drawing_count(drawing, "REF", ensemble->reference + 1);
    carom_drawing_count(drawing, "GAS", gas);
    carom_drawing_array(drawing, "MEASURED", CAROM_MEASURES);
    for (size_t m = 0; m < CAROM_MEASURES; m++) {
        carom_drawing_text_at(drawing, "MEASURED", m, carom_measures[m].label);
    }
    title_speeds(drawing, ensemble);
    carom_drawing_figure(drawing, "speeds", "speeds");
    title_means(drawing, ensemble);
    carom_drawing_figure(drawing, "ensemble", "ensemble");
}

/* ---- study ---- */

/* carom statistics: ensembles over seeds, beyond the horizon of single runs. */

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

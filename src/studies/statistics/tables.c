/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What carom statistics leaves behind: tables and figures. */
#include "figures/gnuplot.h"
#include "records/table.h"
#include "studies/statistics/statistics.h"
#include <gsl/gsl_histogram.h>
#include <math.h>

enum { BINS = 30 };

static void write_means(const void *object, FILE *stream)
{
    const carom_ensemble *ensemble = object;
    fputs("solver\tquantity\tmean\tstandard_error\ttheory\tt\tp\n", stream);
    for (size_t l = 0; l < ensemble->lanes; l++) {
        const carom_ensemble_lane *lane = &ensemble->lane[l];
        for (size_t m = 0; m < CAROM_MEASURES; m++) {
            const double row[] = {lane->mean[m].value, lane->mean[m].error, lane->theory[m],
                                  lane->differs[m].statistic, lane->differs[m].p};
            fprintf(stream, "%s\t%s\t", lane->spec->name, carom_measures[m].name);
            carom_numbers_write(stream, row, sizeof row / sizeof row[0]);
        }
        const double speeds[] = {NAN, NAN, NAN, lane->speeds_differ.statistic,
                                 lane->speeds_differ.p};
        fprintf(stream, "%s\tspeed_distribution\t", lane->spec->name);
        carom_numbers_write(stream, speeds, sizeof speeds / sizeof speeds[0]);
    }
}

static void write_runs(const void *object, FILE *stream)
{
    const carom_ensemble *ensemble = object;
    fputs("solver\tseed", stream);
    for (size_t m = 0; m < CAROM_MEASURES; m++) {
        fprintf(stream, "\t%s", carom_measures[m].name);
    }
    fputc('\n', stream);
    for (size_t l = 0; l < ensemble->lanes; l++) {
        for (size_t k = 0; k < ensemble->seeds; k++) {
            double row[CAROM_MEASURES];
            for (size_t m = 0; m < CAROM_MEASURES; m++) {
                row[m] = ensemble->lane[l].value[m][k];
            }
            fprintf(stream, "%s\t%lld\t", ensemble->lane[l].spec->name,
                    (long long)ensemble->scenario->statistics.first_seed + (long long)k);
            carom_numbers_write(stream, row, CAROM_MEASURES);
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

/* Densities with the errors of counting, and Maxwell's in two dimensions, (m v/T) exp(-m v^2/(2
 * T)). */
static void write_speeds(const void *object, FILE *stream)
{
    const carom_ensemble *ensemble = object;
    double top = fastest(ensemble) * (1 + 1e-9), T = ensemble->temperature_J,
           mass = ensemble->mass_kg;
    gsl_histogram *histogram = gsl_histogram_alloc(BINS);
    fputs("solver\tspeed_mps\tdensity_s_per_m\tstandard_error\tmaxwell_s_per_m\n", stream);
    for (size_t l = 0; l < ensemble->lanes && histogram != NULL; l++) {
        const carom_ensemble_lane *lane = &ensemble->lane[l];
        gsl_histogram_set_ranges_uniform(histogram, 0, top);
        for (size_t k = 0; k < ensemble->seeds * ensemble->balls; k++) {
            if (!isnan(lane->speed[k])) {
                gsl_histogram_increment(histogram, lane->speed[k]);
            }
        }
        for (size_t i = 0; i < BINS; i++) {
            double v = top * ((double)i + 0.5) / BINS, n = gsl_histogram_get(histogram, i),
                   all = (double)lane->speeds;
            double width = top / BINS;
            const double row[] = {v, n / (all * width), sqrt(n) / (all * width),
                                  mass * v / T * exp(-mass * v * v / (2 * T))};
            fprintf(stream, "%s\t", lane->spec->name);
            carom_numbers_write(stream, row, sizeof row / sizeof row[0]);
        }
    }
    gsl_histogram_free(histogram);
}

const carom_table carom_ensemble_tables[] = {{.name = "statistics.tsv", .write = write_means},
                                             {.name = "runs.tsv", .write = write_runs},
                                             {.name = "speeds.tsv", .write = write_speeds},
                                             {.name = NULL}};

void carom_ensemble_draw(const void *object, carom_gnuplot *plot)
{
    const carom_ensemble *ensemble = object;
    const char *names[CAROM_MOST_FIGURES];
    for (size_t l = 0; l < ensemble->lanes && l < CAROM_MOST_FIGURES; l++) {
        names[l] = ensemble->lane[l].spec->name;
    }
    carom_gnuplot_solvers(plot, ensemble->scenario, names,
                          ensemble->lanes < CAROM_MOST_FIGURES ? ensemble->lanes
                                                               : CAROM_MOST_FIGURES);
    fprintf(plot->script, "BINS = %d\nMEASURES = %d\nREF = %zu\nGAS = %d\narray LABEL[MEASURES]\n",
            (int)BINS, (int)CAROM_MEASURES, ensemble->reference + 1,
            !isnan(ensemble->temperature_J));
    for (size_t m = 0; m < CAROM_MEASURES; m++) {
        char variable[40];
        snprintf(variable, sizeof variable, "LABEL[%zu]", m + 1);
        carom_gnuplot_text(plot, variable, carom_measures[m].label);
    }
    carom_gnuplot_draw(plot, "speeds", "speeds");
    carom_gnuplot_draw(plot, "ensemble", "ensemble");
}

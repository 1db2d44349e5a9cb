/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table at the end of a run: one column per solver, one row per quantity, for people. */
#include "cli/cli.h"
#include <math.h>
#include <string.h>

enum { SOLVERS_ABREAST = 5, LABEL_WIDTH = 34, COLUMN_WIDTH = 15 };

typedef struct {
    const char *label;
    size_t offset;
    bool whole; /* a count */
    const char *none;
} row;

#define ROW(label, member, whole, none)                                                            \
    {                                                                                              \
        label, offsetof(carom_summary, member), whole, none                                        \
    }
static const row rows[] = {
    ROW("energy residual / E(0)", energy_residual_rel, false, "undefined"),
    ROW("momentum residual / sum |m v|", momentum_residual_rel, false, "undefined"),
    ROW("angular momentum residual (rel.)", angular_momentum_residual_rel, false, "undefined"),
    ROW("deepest overlap (m)", max_overlap_m, false, "-"),
    ROW("collisions", collisions, true, "-"),
    ROW("steps or events", steps, true, "-"),
    ROW("force evaluations", force_evaluations, true, "-"),
    ROW("pair tests", pair_tests, true, "-"),
    ROW("rms divergence at the end (m)", rms_divergence_m, false, "-"),
    ROW("first mismatch (s)", first_mismatch_s, false, "none"),
    ROW("longest contact T (s)", contact_s, false, "-"),
    ROW("longest lag v T (m)", lag_m, false, "-"),
    ROW("precision (bits)", precision_bits, true, "-"),
    ROW("digits lost", lost_digits, false, "-"),
    ROW("simulated, by its own clock (s)", simulated_s, false, "-"),
    ROW("restitution of balls: asked", asked_ball, false, "-"),
    ROW("  measured", validity.restitution_ball, false, "-"),
    ROW("restitution at walls: asked", asked_wall, false, "-"),
    ROW("  measured", validity.restitution_wall, false, "-"),
    ROW("contact time / free time", validity.contact_part, false, "-"),
    ROW("contacts of three or more", validity.crowded_part, false, "-"),
    ROW("theta, step times w0", validity.theta, false, "-"),
    ROW("wall-clock (s)", wall_clock_s, false, "-")};

/* What stands for a number that there is none of. Residuals are parts of what there is at t = 0. */
static const char *none_of(const row *r, const carom_lane *lane)
{
    double scale = r->offset == offsetof(carom_summary, energy_residual_rel) ? lane->energy_J
                 : r->offset == offsetof(carom_summary, momentum_residual_rel)
                     ? lane->momentum_kgmps
                 : r->offset == offsetof(carom_summary, angular_momentum_residual_rel)
                     ? lane->angular_kgm2ps
                     : 1;
    return scale > 0 ? r->none : lane->momentum_kgmps > 0 ? "nothing at 0" : "at rest";
}

static void print_cell(FILE *stream, const row *r, const carom_lane *lane)
{
    double value = *(const double *)(const void *)((const char *)&lane->summary + r->offset);
    char text[40];
    double to = r->offset == offsetof(carom_summary, asked_ball) ? lane->summary.asked_ball_to
              : r->offset == offsetof(carom_summary, asked_wall) ? lane->summary.asked_wall_to
                                                                 : value;
    if (isnan(value)) {
        snprintf(text, sizeof text, "%s", none_of(r, lane));
    } else if (to > value) { /* by materials */
        snprintf(text, sizeof text, "%.4g to %.4g", value, to);
    } else if (r->whole) {
        snprintf(text, sizeof text, "%.0f", value);
    } else {
        snprintf(text, sizeof text, "%.4g", value);
    }
    fprintf(stream, " %*s", COLUMN_WIDTH, text);
}

/* A row in which no solver has anything to say is left out, but for those that were always there.
 */
static bool is_empty(const carom_run *run, const row *r)
{
    bool empty = r->offset >= offsetof(carom_summary, precision_bits);
    for (size_t i = 0; i < run->lanes; i++) {
        const char *summary = (const char *)&run->lane[i].summary;
        empty = empty && isnan(*(const double *)(const void *)(summary + r->offset));
    }
    return empty;
}

static void print_block(FILE *stream, const carom_run *run, size_t first, size_t end)
{
    bool colour = cli_colour(stream);
    fprintf(stream, "\n%s%-*s", colour ? "\033[1m" : "", LABEL_WIDTH, "");
    for (size_t i = first; i < end; i++) {
        fprintf(stream, " %*.*s", COLUMN_WIDTH, COLUMN_WIDTH, run->lane[i].spec->name);
    }
    fprintf(stream, "%s\n%-*s", colour ? "\033[0m" : "", LABEL_WIDTH, "kind");
    for (size_t i = first; i < end; i++) {
        fprintf(stream, " %*.*s", COLUMN_WIDTH, COLUMN_WIDTH,
                carom_solver_called(&run->lane[i].spec->kind));
    }
    fputc('\n', stream);
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        bool compares = rows[k].offset == offsetof(carom_summary, rms_divergence_m) ||
                        rows[k].offset == offsetof(carom_summary, first_mismatch_s);
        if (is_empty(run, &rows[k]) || (compares && !run->request->compare)) {
            continue;
        }
        fprintf(stream, "%-*s", LABEL_WIDTH, rows[k].label);
        for (size_t i = first; i < end; i++) {
            print_cell(stream, &rows[k], &run->lane[i]);
        }
        fputc('\n', stream);
    }
}

/* A clock of its own that has parted from the time asked by more than rounding. */
static void say_clock(FILE *stream, const carom_lane *lane)
{
    double simulated = lane->summary.simulated_s, asked = lane->sample.t_s,
           gained = simulated - asked;
    if (gained > 1e-9 * asked && !carom_lane_has_failed(lane)) {
        fprintf(stream,
                "\n%s: its clock has gained %.6g s: %.7g s are simulated where %.7g s were asked "
                "for; its "
                "samples stand at the time asked.\n",
                lane->spec->name, gained, simulated, asked);
    }
}

void cli_table_print(FILE *stream, const carom_run *run)
{
    const carom_scenario *scenario = run->request->scenario;
    fprintf(stream, "%s\n%zu %s, %g s, %lld samples",
            scenario->title[0] != '\0' ? scenario->title : run->request->name,
            scenario->problem.count, scenario->problem.count == 1 ? "ball" : "balls",
            scenario->duration_s, (long long)scenario->samples);
    if (run->request->compare) {
        fprintf(stream, "; reference: %s", run->lane[run->reference].spec->name);
    }
    fputc('\n', stream);
    for (size_t first = 0; first < run->lanes; first += SOLVERS_ABREAST) {
        size_t end = first + SOLVERS_ABREAST;
        print_block(stream, run, first, end < run->lanes ? end : run->lanes);
    }
    if (!(run->lane[0].momentum_kgmps > 0)) {
        fputs("\nAll is at rest at t = 0, so a residual of momentum is no part of anything: "
              "series.tsv has it in kg m/s.\n",
              stream);
    }
    for (size_t i = 0; i < run->lanes; i++) {
        char doubts[1024];
        carom_validity_say(&run->lane[i].summary.validity, doubts, sizeof doubts);
        if (doubts[0] != '\0') {
            fprintf(stream, "\n%s: %s\n", run->lane[i].spec->name, doubts);
        }
        say_clock(stream, &run->lane[i]);
    }
}

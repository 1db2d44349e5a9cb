/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures of carom diverge. */
#include "figures/figures.h"
#include "studies/diverge/diverge.h"
#include "studies/studies.h"
#include <math.h>
#include <string.h>

/* Rows of parts.tsv before those of a pair. */
static size_t rows_before(const carom_diverge *diverge, size_t pair)
{
    size_t rows = 0;
    for (size_t p = 0; p < pair; p++) {
        const carom_course *a = &diverge->lane[diverge->pair[p].lane].base;
        const carom_course *b = &diverge->lane[diverge->pair[p].reference].base;
        rows += a->samples < b->samples ? a->samples : b->samples;
    }
    return rows;
}

static void title_pair(carom_drawing *drawing, const carom_diverge *diverge,
                       const carom_diverge_pair *pair)
{
    const char *name = diverge->lane[pair->lane].name, *to = diverge->lane[pair->reference].name,
               *cause = carom_diverge_cause(diverge, pair, pair->at);
    if (isnan(pair->until_s) && pair->at_horizon.raw_m == 0) {
        carom_drawing_title(drawing, "%s and %s: no difference until %.4g s", name, to, pair->at_s);
    } else if (isnan(pair->until_s)) {
        carom_drawing_title(drawing, "%s and %s: what parts them until %.4g s, %.2g m, is %s", name,
                            to, pair->at_s, pair->at_horizon.raw_m, cause);
    } else if (isnan(pair->chaos_s)) {
        carom_drawing_title(drawing, "%s and %s: at %.3g s %s parts them by %.2g m, without chaos",
                            name, to, pair->at_s, cause, pair->at_horizon.raw_m);
    } else if (pair->chaos_s > pair->horizon_s) {
        carom_drawing_title(drawing,
                            "%s and %s: until %.3g s the difference is %s, from %.3g s on chaos",
                            name, to, pair->horizon_s, cause, pair->chaos_s);
    } else {
        carom_drawing_title(drawing, "%s and %s: chaos parts them from %.3g s on", name, to,
                            pair->chaos_s);
    }
}

static void draw_pair(carom_drawing *drawing, const carom_diverge *diverge, size_t p)
{
    const carom_diverge_pair *pair = &diverge->pair[p];
    const carom_diverge_lane *lane = &diverge->lane[pair->lane],
                             *to = &diverge->lane[pair->reference];
    char name[100];
    carom_drawing_count(drawing, "FROM", rows_before(diverge, p));
    carom_drawing_count(drawing, "UPTO", rows_before(diverge, p + 1) - 1);
    carom_drawing_count(drawing, "SOFT", lane->soft || to->soft);
    carom_drawing_text(drawing, "LANE", lane->name);
    carom_drawing_text(drawing, "REFERENCE", to->name);
    carom_drawing_number(drawing, "HORIZON", pair->horizon_s);
    carom_drawing_number(drawing, "CHAOS", pair->chaos_s);
    title_pair(drawing, diverge, pair);
    snprintf(name, sizeof name, "parts-%s", lane->name);
    carom_drawing_figure(drawing, name, "parts");
}

/* Rows of controls.tsv before those of a lane. */
static size_t control_rows(const carom_diverge *diverge, size_t lane)
{
    size_t rows = 0;
    for (size_t i = 0; i < lane; i++) {
        for (size_t j = 0; j < CAROM_CONTROLS && !diverge->lane[i].hidden; j++) {
            size_t a = diverge->lane[i].base.samples, b = diverge->lane[i].control[j].samples;
            rows += a < b ? a : b;
        }
    }
    return rows;
}

/* How often balls that move have collided until the horizon, with balls and with anything, and the
 * mean distance of the centres of the former. */
typedef struct {
    double with_balls, all, reach_m;
} meetings;

static meetings meetings_of(const carom_problem *problem, const carom_diverge_lane *lane)
{
    const carom_log *log = &lane->base.log;
    meetings m = {0, 0, 0};
    for (size_t k = 0; k < log->count && !(log->item[k].t_s > lane->horizon_s[0]); k++) {
        const carom_collision *c = &log->item[k];
        const carom_ball *a = &problem->ball[c->a], *b = c->wall ? NULL : &problem->ball[c->b];
        double movers = !a->fixed + (b != NULL && !b->fixed);
        m.all += movers;
        m.with_balls += b == NULL ? 0 : movers;
        m.reach_m += b == NULL ? 0 : movers * (a->radius_m + b->radius_m);
    }
    m.reach_m /= m.with_balls;
    return m;
}

/* What theory says a collision makes of a small difference ('carom help theory', chaos): one with a
 * ball multiplies it by about 2 l/d, l being the way between two of those in the run and d the
 * distance of the centres, one with a straight wall by nothing. NaN without balls to meet. */
static double theory_of(const carom_diverge *diverge, const carom_diverge_lane *lane)
{
    const carom_problem *problem = &diverge->scenario->problem;
    const meetings m = meetings_of(problem, lane);
    double way_m = 0, movers = 0;
    for (size_t i = 0; i < problem->count; i++) {
        movers += !problem->ball[i].fixed;
    }
    for (size_t k = 1; k < lane->base.samples && !(lane->base.t_s[k] > lane->horizon_s[0]); k++) {
        way_m += 0.5 * (lane->base.speed_mps[k] + lane->base.speed_mps[k - 1]) *
                 (lane->base.t_s[k] - lane->base.t_s[k - 1]);
    }
    return m.with_balls > 0
             ? pow(2 * movers * way_m / m.with_balls / m.reach_m, m.with_balls / m.all)
             : NAN;
}

/* Of one ball alone over time: between two collisions there would be no way on the axis. */
static void title_one(carom_drawing *drawing, const carom_diverge_lane *lane, double farthest)
{
    const carom_estimate growth = lane->growth_per_s;
    if (isnan(growth.value)) {
        carom_drawing_title(drawing, "%s: %s; from %.2g m to %.2g m at most", lane->name,
                            carom_diverge_growth(lane), lane->offset_m[CAROM_CONTROLS - 1],
                            farthest);
    } else {
        carom_drawing_title(drawing, "%s: a small difference grows by exp(%.2f ± %.1g) a second",
                            lane->name, growth.value, growth.error);
    }
}

static void title_controls(carom_drawing *drawing, const carom_diverge *diverge,
                           const carom_diverge_lane *lane)
{
    const double growth = exp(lane->growth_per_collision.value);
    double farthest = 0;
    for (size_t k = 0; k < lane->base.samples; k++) {
        farthest = fmax(farthest, lane->control_m[CAROM_CONTROLS - 1][k]);
    }
    if (diverge->balls == 1 || isnan(growth)) {
        title_one(drawing, lane, farthest);
    } else if (isnan(lane->horizon_collisions[0])) {
        carom_drawing_title(drawing, "%s: a small difference grows %.3g-fold per collision",
                            lane->name, growth);
    } else {
        carom_drawing_title(drawing,
                            "%s: a difference grows %.3g-fold per collision, so double precision "
                            "lasts %.2g collisions",
                            lane->name, growth, lane->horizon_collisions[0]);
    }
}

static void draw_controls(carom_drawing *drawing, const carom_diverge *diverge)
{
    size_t i = 0;
    while (i + 1 < diverge->lanes &&
           strcmp(diverge->lane[i].name, diverge->scenario->reference) != 0) {
        i++;
    }
    i = diverge->lane[i].hidden ? 0 : i;
    const carom_diverge_lane *lane = &diverge->lane[i];
    bool alone = diverge->balls == 1;
    const carom_estimate growth = alone ? lane->growth_per_s : lane->growth_per_collision;
    carom_drawing_text(drawing, "LANE", lane->name);
    carom_drawing_count(drawing, "FROM", control_rows(diverge, i));
    carom_drawing_count(drawing, "ROWS", lane->base.samples);
    carom_drawing_text(drawing, "AXIS", alone ? "t_s" : "collisions_per_ball");
    carom_drawing_text(drawing, "AXISNAME", alone ? "t (s)" : "collisions per ball");
    carom_drawing_number(drawing, "REACHED",
                         alone ? lane->horizon_s[0] : lane->horizon_collisions[0]);
    carom_drawing_number(drawing, "GROWTH", growth.value);
    carom_drawing_number(drawing, "GROWTHERROR", growth.error);
    carom_drawing_number(drawing, "GROWTHTHEORY", theory_of(diverge, lane));
    title_controls(drawing, diverge, lane);
    carom_drawing_figure(drawing, "controls", "controls");
}

void carom_diverge_draw(const void *object, carom_drawing *drawing)
{
    const carom_diverge *diverge = object;
    carom_drawing_number(drawing, "DURATION", diverge->scenario->duration_s);
    carom_drawing_number(drawing, "LEVEL", diverge->level_m);
    carom_drawing_rounding(drawing, &diverge->scenario->problem);
    for (size_t p = 0; p < diverge->pairs; p++) {
        if (strcmp(diverge->lane[diverge->pair[p].reference].name, diverge->scenario->reference) ==
            0) {
            draw_pair(drawing, diverge, p);
        }
    }
    draw_controls(drawing, diverge);
}

/* ---- study ---- */

/* carom diverge: the difference of solvers taken apart, beside the control of each against itself.
 */

static void print_reach(FILE *stream, double t_s, double collisions)
{
    if (isnan(t_s)) {
        fprintf(stream, "%24s", "not reached");
    } else {
        fprintf(stream, "%10.4g s %8.3g coll.", t_s, collisions);
    }
}

/* No control comes to the horizon, and no exponential fits: one line is enough. */
static bool is_quiet(const carom_diverge_lane *lane)
{
    bool quiet = lane->growth != CAROM_GROWTH_EXPONENTIAL;
    for (size_t j = 0; j < CAROM_CONTROLS; j++) {
        quiet = quiet && isnan(lane->horizon_s[j]);
    }
    return quiet;
}

static void print_quiet(FILE *stream, const carom_diverge_lane *lane)
{
    const size_t last = CAROM_CONTROLS - 1;
    double farthest = 0;
    for (size_t k = 0; k < lane->base.samples; k++) {
        farthest = fmax(farthest, lane->control_m[last][k]);
    }
    fprintf(stream, "%-16.16s %12.3g   %.3g m from itself at most; %s\n", lane->name,
            lane->offset_m[last], farthest, carom_diverge_growth(lane));
}

static void print_growth(FILE *stream, const carom_diverge_lane *lane)
{
    const carom_estimate s = lane->growth_per_s, each = lane->growth_per_collision;
    if (isnan(s.value)) {
        fprintf(stream, "%-16s %s\n", "", carom_diverge_growth(lane));
        return;
    }
    fprintf(stream, "%-16s a difference grows by exp(%.3g +- %.2g) a second", "", s.value, s.error);
    if (!isnan(each.value)) {
        fprintf(stream, ", %.3g times a collision (exp(%.3g +- %.2g)): %.2g digits",
                exp(each.value), each.value, each.error, each.value / log(10));
    }
    fputc('\n', stream);
}

static void print_controls(FILE *stream, const carom_diverge *diverge)
{
    fprintf(stream,
            "\nEach solver against itself; the horizon is %.4g m, collisions are per ball, with "
            "balls and walls:\n\n"
            "%-16s %12s %24s\n",
            diverge->level_m, "", "offset (m)", "horizon");
    for (size_t i = 0; i < diverge->lanes; i++) {
        const carom_diverge_lane *lane = &diverge->lane[i];
        if (!lane->hidden && is_quiet(lane)) {
            print_quiet(stream, lane);
        }
        for (size_t j = 0; j < CAROM_CONTROLS && !lane->hidden && !is_quiet(lane); j++) {
            fprintf(stream, "%-16.16s %12.3g ", j == 0 ? lane->name : "", lane->offset_m[j]);
            print_reach(stream, lane->horizon_s[j], lane->horizon_collisions[j]);
            fprintf(stream, "%s\n", j == 0 ? "   one unit in the last place" : "");
        }
        if (lane->base.report.precision_bits > 0) {
            double met = carom_collisions_per_ball(&lane->base.log, &diverge->scenario->problem,
                                                   lane->base.end.t_s);
            fprintf(stream, "%-16s %.0f bits; the run has cost %.3g digits, %.2g a collision\n", "",
                    lane->base.report.precision_bits, lane->base.report.lost_digits,
                    met > 0 ? lane->base.report.lost_digits / met : 0);
        }
        if (!lane->hidden && !is_quiet(lane)) {
            print_growth(stream, lane);
        }
    }
}

static void print_pair(FILE *stream, const carom_diverge *diverge, const carom_diverge_pair *pair)
{
    const carom_alignment *a = &pair->alignment;
    char text[1024];
    carom_diverge_say(diverge, pair, text, sizeof text);
    fprintf(stream, "\n%s\n", text);
    fprintf(stream, "  collisions: %zu matched of %zu and %zu", a->matched,
            diverge->lane[pair->reference].base.log.count,
            diverge->lane[pair->lane].base.log.count);
    if (a->matched > 0) {
        fprintf(stream, ", in time apart by %.3g s on average, %.3g s at most", a->mean_offset_s,
                fabs(a->largest_offset_s));
    }
    if (pair->edit_distance != CAROM_UNMATCHED) {
        fprintf(stream, "; edit distance %zu in order of time", pair->edit_distance);
    }
    carom_diverge_say_mismatch(diverge, pair, text, sizeof text);
    fprintf(stream, "\n  first mismatch: %s\n",
            text[0] != '\0' ? text
            : a->matched == diverge->lane[pair->reference].base.log.count &&
                    a->matched == diverge->lane[pair->lane].base.log.count
                ? "none"
                : "none, but for what lies within a contact's time of the end");
}

static carom_status diverge_print(const void *object, FILE *stream, FILE *complaints)
{
    const carom_diverge *diverge = object;
    carom_status status = CAROM_OK;
    for (size_t i = 0; i < diverge->lanes; i++) {
        const carom_diverge_lane *lane = &diverge->lane[i];
        if (lane->base.failure.status != CAROM_OK) {
            fprintf(complaints, "carom: error: solver '%s' stopped: %s\n", lane->name,
                    lane->base.failure.text);
            status = lane->base.failure.status;
        }
    }
    for (size_t p = 0; p < diverge->pairs; p++) {
        print_pair(stream, diverge, &diverge->pair[p]);
    }
    print_controls(stream, diverge);
    return status;
}

static carom_status diverge_run(void *object, const carom_study *study, carom_error *error)
{
    return carom_diverge_run(object, study, error);
}

/* The base, its controls, and the converged run, which leaps. */
static double diverge_runs(const carom_study *study)
{
    (void)study;
    return CAROM_CONTROLS + 2;
}

static void diverge_release(void *object)
{
    carom_diverge_free(object);
}

const carom_study_kind carom_study_diverge = {
    .about = {.name = "diverge",
              .summary = "take the difference of solvers apart: model, method, clock, chaos",
              .options_size = sizeof(carom_diverge)},
    .text =
        "For every pair of solvers: how far apart they are, and how much of that is the\n"
        "contact delay (an impulse lasts no time), the rotation of the contact normal, another\n"
        "restitution, the method's error and the rest; which collisions are the same and what\n"
        "happened instead of what. Beside it the control: each solver against\n"
        "itself, started one unit in the last place away and farther, how fast that grows, and "
        "the\n"
        "horizon until which single runs mean anything.\n",
    .notes = "Try:\n  carom diverge 04-break\n",
    .keys = "divergence",
    .counts = "runs",
    .runs = diverge_runs,
    .run = diverge_run,
    .print = diverge_print,
    .release = diverge_release,
    .tables = carom_diverge_tables,
    .draw = carom_diverge_draw};

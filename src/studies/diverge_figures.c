/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures of carom diverge. */
#include "studies/studies.h"
#include <math.h>
#include <string.h>

/* Rows of parts.tsv before those of a pair. */
static size_t rows_before(const carom_diverge *diverge, size_t pair)
{
    size_t rows = 0;
    for (size_t p = 0; p < pair; p++) {
        rows += carom_common_samples(&diverge->pair[p].lane->base,
                                     &diverge->pair[p].reference->base);
    }
    return rows;
}

static void title_pair(carom_drawing *drawing, const carom_diverge *diverge,
                       const carom_diverge_pair *pair)
{
    const char *name = pair->lane->name, *to = pair->reference->name,
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
    const carom_diverge_lane *lane = pair->lane, *to = pair->reference;
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
            rows += carom_common_samples(&diverge->lane[i].base, &diverge->lane[i].control[j]);
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
        if (strcmp(diverge->pair[p].reference->name, diverge->scenario->reference) == 0) {
            draw_pair(drawing, diverge, p);
        }
    }
    draw_controls(drawing, diverge);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What carom diverge leaves behind, and what it says in words. */
#include "base/text.h"
#include "records/table.h"
#include "studies/diverge/diverge.h"
#include <math.h>
#include <string.h>

/* Ball by ball only where there are not too many. */
static const double most_rows_by_ball = 200000;

static void write_number(FILE *stream, double value, char end)
{
    char text[32];
    carom_number_format(value, text, sizeof text);
    fprintf(stream, "%s%c", text, end);
}

static const char parts_header[] =
    "raw_m\tmodel_m\tmethod_m\tballs\tfollowed_m\tlag_m\tturn_m\twithout_lag_m\trest_m\n";

static void write_parts(FILE *stream, const carom_parts *parts)
{
    write_number(stream, parts->raw_m, '\t');
    write_number(stream, parts->model_m, '\t');
    write_number(stream, parts->method_m, '\t');
    fprintf(stream, "%zu\t", parts->followed);
    write_number(stream, parts->followed_m, '\t');
    write_number(stream, parts->lag_m, '\t');
    write_number(stream, parts->turn_m, '\t');
    write_number(stream, parts->without_lag_m, '\t');
    write_number(stream, parts->rest_m, '\n');
}

static void write_pairs_over_time(const void *object, FILE *stream)
{
    const carom_diverge *diverge = object;
    fprintf(stream, "t_s\tsolver\treference\tcontrol_m\t%s", parts_header);
    for (size_t p = 0; p < diverge->pairs; p++) {
        const carom_diverge_pair *pair = &diverge->pair[p];
        const carom_diverge_lane *lane = &diverge->lane[pair->lane],
                                 *to = &diverge->lane[pair->reference];
        for (size_t k = 0; k < to->base.samples && k < lane->base.samples; k++) {
            carom_parts parts = carom_diverge_parts(diverge, pair, k, NULL);
            write_number(stream, to->base.t_s[k], '\t');
            fprintf(stream, "%s\t%s\t", lane->name, to->name);
            write_number(stream, to->control_m[0][k], '\t');
            write_parts(stream, &parts);
        }
    }
}

static void write_balls_over_time(const void *object, FILE *stream)
{
    const carom_diverge *diverge = object;
    const carom_problem *problem = &diverge->scenario->problem;
    double rows = (double)diverge->pairs * (double)diverge->samples * (double)diverge->balls;
    fprintf(stream, "t_s\tsolver\treference\tball\t%s", parts_header);
    for (size_t p = 0; p < diverge->pairs && rows <= most_rows_by_ball; p++) {
        const carom_diverge_pair *pair = &diverge->pair[p];
        const carom_diverge_lane *lane = &diverge->lane[pair->lane],
                                 *to = &diverge->lane[pair->reference];
        for (size_t k = 0; k < to->base.samples && k < lane->base.samples; k++) {
            for (size_t i = 0; i < diverge->balls; i++) {
                carom_parts parts = carom_diverge_parts(diverge, pair, k, &i);
                write_number(stream, to->base.t_s[k], '\t');
                fprintf(stream, "%s\t%s\t%s\t", lane->name, to->name, problem->ball[i].name);
                write_parts(stream, &parts);
            }
        }
    }
}

static void write_controls(const void *object, FILE *stream)
{
    const carom_diverge *diverge = object;
    fputs("t_s\tsolver\toffset_m\tcollisions_per_ball\trms_m\n", stream);
    for (size_t i = 0; i < diverge->lanes; i++) {
        const carom_diverge_lane *lane = &diverge->lane[i];
        for (size_t j = 0; j < CAROM_CONTROLS && !lane->hidden; j++) {
            for (size_t k = 0; k < lane->base.samples && k < lane->control[j].samples; k++) {
                write_number(stream, lane->base.t_s[k], '\t');
                fprintf(stream, "%s\t", lane->name);
                write_number(stream, lane->offset_m[j], '\t');
                write_number(stream, lane->per_ball[k], '\t');
                write_number(stream, lane->control_m[j][k], '\n');
            }
        }
    }
}

static void write_summary(const void *object, FILE *stream)
{
    const carom_diverge *diverge = object;
    fprintf(
        stream,
        "solver\treference\tmatched\tedit_distance\tmean_offset_s\tlargest_offset_s\thorizon_s\t"
        "horizon_collisions\tamplification\tat_s\t%s",
        parts_header);
    for (size_t p = 0; p < diverge->pairs; p++) {
        const carom_diverge_pair *pair = &diverge->pair[p];
        const carom_alignment *a = &pair->alignment;
        fprintf(stream, "%s\t%s\t%zu\t", diverge->lane[pair->lane].name,
                diverge->lane[pair->reference].name, a->matched);
        write_number(stream,
                     pair->edit_distance == CAROM_UNMATCHED ? NAN : (double)pair->edit_distance,
                     '\t');
        write_number(stream, a->mean_offset_s, '\t');
        write_number(stream, a->largest_offset_s, '\t');
        write_number(stream, pair->horizon_s, '\t');
        write_number(stream, pair->horizon_collisions, '\t');
        write_number(stream, pair->amplification, '\t');
        write_number(stream, pair->at_s, '\t');
        write_parts(stream, &pair->at_horizon);
    }
}

static void write_horizons(const void *object, FILE *stream)
{
    const carom_diverge *diverge = object;
    fputs("solver\toffset_m\thorizon_s\thorizon_collisions\tgrowth_per_s\tgrowth_per_s_"
          "error\tgrowth_per_collision\t"
          "growth_per_collision_error\n",
          stream);
    for (size_t i = 0; i < diverge->lanes; i++) {
        const carom_diverge_lane *lane = &diverge->lane[i];
        for (size_t j = 0; j < CAROM_CONTROLS && !lane->hidden; j++) {
            fprintf(stream, "%s\t", lane->name);
            write_number(stream, lane->offset_m[j], '\t');
            write_number(stream, lane->horizon_s[j], '\t');
            write_number(stream, lane->horizon_collisions[j], '\t');
            write_number(stream, lane->growth_per_s.value, '\t');
            write_number(stream, lane->growth_per_s.error, '\t');
            write_number(stream, lane->growth_per_collision.value, '\t');
            write_number(stream, lane->growth_per_collision.error, '\n');
        }
    }
}

const carom_table carom_diverge_tables[] = {
    {.name = "parts.tsv", .write = write_pairs_over_time},
    {.name = "parts_by_ball.tsv", .write = write_balls_over_time},
    {.name = "pairs.tsv", .write = write_summary},
    {.name = "controls.tsv", .write = write_controls},
    {.name = "horizons.tsv", .write = write_horizons},
    {.name = NULL}};

/* ---- in words ---- */

/* What makes most of the difference. */
static const char *name_cause(const carom_diverge_pair *pair)
{
    const carom_parts *parts = &pair->at_horizon;
    if (pair->by_rounding) {
        return "rounding";
    }
    return parts->method_m > parts->model_m ? "the method" : "the model";
}

/* Why no ball can be followed. */
static const char *why_unknown(const carom_diverge *diverge, const carom_diverge_pair *pair)
{
    if (!diverge->lag_known) {
        return carom_problem_has_friction(&diverge->scenario->problem)
                 ? "its parts are told without friction only"
                 : "its parts are told without fixed balls under gravity only";
    }
    return diverge->lane[pair->lane].crowded || diverge->lane[pair->reference].crowded
             ? "contacts of three or more, whose parts cannot be told"
             : "the two tell different stories by then, and its parts cannot be told";
}

/* Of followed balls the model's parts are told too, as long as they explain it. */
static void say_parts(const carom_diverge *diverge, const carom_diverge_pair *pair, char *text,
                      size_t size)
{
    const carom_parts *parts = &pair->at_horizon;
    bool soft = diverge->lane[pair->lane].soft || diverge->lane[pair->reference].soft;
    carom_text_append(text, size, " (%.2g m at t = %.4g s", parts->raw_m, pair->at_s);
    if (soft || parts->method_m > 0) {
        carom_text_append(text, size, ": model %.2g m, method %.2g m", parts->model_m,
                          parts->method_m);
        if (soft && parts->followed > 0) {
            carom_text_append(
                text, size,
                "; of the model contact lag %.2g m, turn of contacts %.2g m, rest %.2g m",
                parts->lag_m, parts->turn_m, parts->rest_m);
        } else if (soft && parts->model_m > 0) {
            carom_text_append(text, size, "; %s", why_unknown(diverge, pair));
        }
        if (soft && parts->followed > 0 && parts->followed < diverge->balls) {
            carom_text_append(text, size, " over the %zu balls that can be followed",
                              parts->followed);
        }
    }
    if (pair->amplification >= 2) {
        carom_text_append(text, size, "; a small offset has grown %.2g times by then",
                          pair->amplification);
    }
    carom_text_append(text, size, ")");
}

/* Chaos is what a control says is chaos. */
static void say_chaos(const carom_diverge *diverge, const carom_diverge_pair *pair, char *text,
                      size_t size)
{
    const carom_diverge_lane *lane = &diverge->lane[pair->lane],
                             *to = &diverge->lane[pair->reference];
    double farthest = 0;
    for (size_t k = 0; k < lane->base.samples && k < to->base.samples; k++) {
        farthest = fmax(farthest, fmax(lane->control_m[0][k], to->control_m[0][k]));
    }
    if (!isnan(pair->chaos_s)) {
        carom_text_append(text, size,
                          "; from t = %.4g s on it is chaos: %s, started one unit in the last "
                          "place away, is as far "
                          "from itself.",
                          pair->chaos_s, diverge->lane[pair->chaotic].name);
    } else {
        carom_text_append(text, size,
                          "; it goes on beyond %.4g m, but not %sas chaos: started one unit in the "
                          "last place away, "
                          "each stays within %.2g m of itself.",
                          diverge->level_m,
                          isnan(lane->growth_per_s.value) && isnan(to->growth_per_s.value) ? ""
                                                                                           : "yet ",
                          farthest);
    }
}

void carom_diverge_say(const carom_diverge *diverge, const carom_diverge_pair *pair, char *text,
                       size_t size)
{
    const char *cause = name_cause(pair);
    snprintf(text, size, "%s against %s: ", diverge->lane[pair->lane].name,
             diverge->lane[pair->reference].name);
    if (pair->at_horizon.raw_m == 0 && isnan(pair->horizon_s)) {
        carom_text_append(text, size, "until the end (t = %.4g s) there is no difference.",
                          pair->at_s);
        return;
    }
    if (isnan(pair->horizon_s)) {
        carom_text_append(text, size, "until the end (t = %.4g s) the difference is %s", pair->at_s,
                          cause);
        say_parts(diverge, pair, text, size);
        carom_text_append(text, size, ".");
        return;
    }
    carom_text_append(text, size,
                      "until t = %.4g s (%.3g collisions per ball) the difference is %s",
                      pair->horizon_s, pair->horizon_collisions, cause);
    say_parts(diverge, pair, text, size);
    say_chaos(diverge, pair, text, size);
}

static void name_pair(const carom_problem *problem, const carom_collision *c, char *text,
                      size_t size)
{
    carom_text_append(text, size, "%s-%s", problem->ball[c->a].name,
                      c->wall ? carom_wall_name(problem, c->b) : problem->ball[c->b].name);
}

/* The collision of a log that ball i has next after those that are matched; NULL: none. */
static const carom_collision *next_of(const carom_log *log, const size_t *partner, size_t i)
{
    for (size_t k = 0; k < log->count; k++) {
        const carom_collision *c = &log->item[k];
        if (partner[k] == CAROM_UNMATCHED && (c->a == i || (!c->wall && c->b == i))) {
            return c;
        }
    }
    return NULL;
}

void carom_diverge_say_mismatch(const carom_diverge *diverge, const carom_diverge_pair *pair,
                                char *text, size_t size)
{
    const carom_problem *problem = &diverge->scenario->problem;
    const carom_diverge_lane *lane[2] = {&diverge->lane[pair->reference],
                                         &diverge->lane[pair->lane]};
    const carom_alignment *a = &pair->alignment;
    const size_t place[2] = {a->first, a->second}, *partner[2] = {a->partner, a->back};
    const carom_collision *other;
    int side;
    text[0] = '\0';
    if (a->first == CAROM_UNMATCHED && a->second == CAROM_UNMATCHED) {
        return;
    }
    side = a->second == CAROM_UNMATCHED ||
                   (a->first != CAROM_UNMATCHED &&
                    lane[0]->base.log.item[a->first].t_s <= lane[1]->base.log.item[a->second].t_s)
             ? 0
             : 1;
    const carom_collision *c = &lane[side]->base.log.item[place[side]];
    carom_text_append(text, size, "at t = %.6g s %s has ", c->t_s, lane[side]->name);
    name_pair(problem, c, text, size);
    other = next_of(&lane[1 - side]->base.log, partner[1 - side], c->a);
    if (other == NULL && !c->wall) {
        other = next_of(&lane[1 - side]->base.log, partner[1 - side], c->b);
    }
    if (other == NULL) {
        carom_text_append(text, size, ", %s nothing", lane[1 - side]->name);
    } else {
        carom_text_append(text, size, ", %s has ", lane[1 - side]->name);
        name_pair(problem, other, text, size);
        carom_text_append(text, size, " (t = %.6g s) instead", other->t_s);
    }
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks whether the result of a run is trustworthy, and describes what is doubtful. */
#include "measure/measure.h"
#include "search/search.h"
#include <stdarg.h>

/* Limits above which springs are not nearly rigid, or a time step is not small. */
static const double long_contact = 0.05, many_crowded = 0.05, deep = 0.05, coarse = 0.3,
                    unexplained = 0.01, restitution_off = 0.01, sunk = 0.1;

/* Part of the longest step that is recommended: still short enough when printed with two digits. */
static const double recommended = 0.9;

/* Latest end of the contacts of a ball so far, and the contact with that end. */
typedef struct {
    double until_s;
    size_t last;
} contact_track;

/* Mark contact k, and the one before, if they share a ball. */
static void track_contact(contact_track *ball, size_t k, const carom_collision *c, double end_s,
                          bool *crowded)
{
    double end = isnan(c->separation_mps) ? end_s : c->t_s + c->contact_s;
    if (c->t_s < ball->until_s) {
        crowded[k] = crowded[ball->last] = true;
    }
    if (end > ball->until_s) {
        *ball = (contact_track){end, k};
    }
}

/* Mean restitution of contacts of two bodies, and parts of the contacts of springs. Resting
 * contacts count neither as contact time nor as free time. */
static void average_contacts(const carom_problem *problem, const carom_log *log,
                             const bool *crowded, double end_s, carom_validity *v)
{
    carom_sum ratio[2] = {{0, 0}, {0, 0}}, contact = {0, 0};
    double count[2] = {0, 0}, resting_s = 0, movable = 0, many = 0;
    for (size_t i = 0; i < problem->count; i++) {
        movable += !problem->ball[i].fixed;
    }
    for (size_t k = 0; k < log->count; k++) {
        const carom_collision *c = &log->item[k];
        bool pair = !c->wall && !problem->ball[c->a].fixed && !problem->ball[c->b].fixed;
        many += crowded[k];
        if (isnan(c->separation_mps)) {
            resting_s += (end_s - c->t_s) * (pair ? 2 : 1);
            continue;
        }
        carom_sum_add(&contact, c->contact_s * (pair ? 2 : 1));
        bool comes_to_rest = v->rests > 0 && c->separation_mps == 0;
        if (!crowded[k] && c->approach_mps > 0 && !comes_to_rest) {
            carom_sum_add(&ratio[c->wall], c->separation_mps / c->approach_mps);
            count[c->wall]++;
        }
    }
    if (problem->changes == 0) { /* a mean over a schedule is meaningless */
        v->restitution_ball = count[0] > 0 ? carom_sum_value(&ratio[0]) / count[0] : NAN;
        v->restitution_wall = count[1] > 0 ? carom_sum_value(&ratio[1]) / count[1] : NAN;
    }
    if (v->soft) {
        double contact_s = carom_sum_value(&contact),
               free_s = movable * end_s - contact_s - resting_s;
        v->contact_part = free_s > 0 ? contact_s / free_s : NAN; /* a ball that never leaves */
        v->crowded_part = log->count > 0 ? many / (double)log->count : NAN;
    }
}

static carom_validity unknown_validity(void)
{
    return (carom_validity){.restitution_ball = NAN,
                            .restitution_wall = NAN,
                            .contact_part = NAN,
                            .crowded_part = NAN,
                            .overlap_rel = NAN,
                            .theta = NAN,
                            .energy_rel = NAN,
                            .energy_J = NAN};
}

carom_summary carom_summary_unknown(void)
{
    return (carom_summary){.rms_divergence_m = NAN,
                           .first_mismatch_s = NAN,
                           .compared_to_s = NAN,
                           .kinetic_J = NAN,
                           .spin_J = NAN,
                           .lag_m = NAN,
                           .slip_after_rel = NAN,
                           .peak_force_N = NAN,
                           .pulse_mps = NAN,
                           .precision_bits = NAN,
                           .lost_digits = NAN,
                           .simulated_s = NAN,
                           .specified_ball = NAN,
                           .specified_wall = NAN,
                           .validity = unknown_validity()};
}

void carom_validity_of(const carom_problem *problem, const carom_log *log,
                       const carom_report *report, double end_s, carom_validity *validity)
{
    contact_track *track = carom_allocate(problem->count, sizeof *track);
    bool *crowded = carom_allocate(log->count, sizeof *crowded);
    *validity = unknown_validity();
    for (size_t k = 0; k < log->count; k++) {
        const carom_collision *c = &log->item[k];
        track_contact(&track[c->a], k, c, end_s, crowded);
        if (!c->wall) {
            track_contact(&track[c->b], k, c, end_s, crowded);
        }
    }
    validity->gains = report->gains;
    validity->gained_J = report->gained_J;
    validity->rests = report->rests;
    validity->rest_s = report->rest_s;
    for (int wall = 0; wall < 2; wall++) {
        double *range = validity->specified[wall];
        (void)carom_problem_restitution_range(problem, wall == 1, &range[0], &range[1]);
    }
    if (report->contact_s > 0) {
        validity->soft = true;
        validity->theta = report->theta;
        validity->overlap_rel = report->max_overlap_m / carom_smallest_radius(problem);
    }
    average_contacts(problem, log, crowded, end_s, validity);
    free(track);
    free(crowded);
}

CAROM_PRINTF(3, 4)
static void append_sentence(char *text, size_t size, const char *sentence, ...)
{
    va_list values;
    carom_text_append(text, size, text[0] == '\0' ? "" : " ");
    size_t used = strlen(text);
    va_start(values, sentence);
    (void)vsnprintf(text + used, size - used, sentence, values);
    va_end(values);
}

static void report_faults(const carom_validity *v, char *text, size_t size)
{
    /* first, because the other numbers are meaningless then */
    if (fabs(v->energy_rel) > unexplained) {
        bool in_joules = !isnan(v->energy_J);
        double error = in_joules ? v->energy_J : v->energy_rel;
        append_sentence(text, size,
                        in_joules   ? error > 0 ? "Integration error has added %.3g J%s"
                                                : "Integration error has removed %.3g J%s"
                        : error > 0 ? "Integration error has added %.3g of E(0)%s"
                                    : "Integration error has removed %.3g of E(0)%s",
                        fabs(error),
                        v->soft ? "; shorten the step or use an integrator of higher order." : ".");
    }
    if (v->gains > 0) {
        append_sentence(
            text, size,
            "Energy increased in %llu impacts with several contacts, by %.4g J in all, although "
            "no restitution is above 1; Newton's rule (impact_policy: newton_lcp) allows this, "
            "generalized_reflections does not.",
            (unsigned long long)v->gains, v->gained_J);
    }
    if (v->rests > 0) {
        append_sentence(text, size,
                        "At t = %.4g s a ball first rests on its support; collapse: error stops "
                        "there instead.",
                        v->rest_s);
    }
    if (v->outside > 0) {
        append_sentence(text, size, "Walls failed to stop %zu ball%s, which ended beyond them.",
                        v->outside, carom_plural((double)v->outside));
    }
    if (v->missed_m > 0) {
        append_sentence(
            text, size,
            "Two balls overlap by %.2g m at the end: their approach speed is below the rounding "
            "error of the fastest ball.",
            v->missed_m);
    }
    if (v->sunk_rel >= sunk) {
        append_sentence(text, size,
                        "Bodies in contact have sunk into each other by %.0f %% of the smallest "
                        "radius, because impulses change no positions; shorten the step.",
                        100 * v->sunk_rel);
    }
    if (v->way_rel > 1) {
        append_sentence(
            text, size,
            "A ball moves by at most %.3g of the smallest radius in a step of %.3g s, so balls can "
            "pass through each other undetected; shorten the step to %.2g s.",
            v->way_rel, v->step_s, recommended * v->step_s / v->way_rel);
    }
}

/* Report springs that are not nearly rigid, and long time steps. */
static void report_softness(const carom_validity *v, char *text, size_t size)
{
    if (v->contact_part > long_contact) {
        append_sentence(
            text, size,
            "The mean contact lasts %.0f %% of the mean time between contacts, so the balls "
            "are not nearly rigid; raise the stiffness.",
            100 * v->contact_part);
    }
    if (v->crowded_part > many_crowded) {
        append_sentence(
            text, size,
            "Three or more bodies touch in %.0f %% of the contacts; their outcome depends "
            "on the springs, not only on e; see 'carom fan'.",
            100 * v->crowded_part);
    }
    if (v->overlap_rel > deep) {
        append_sentence(text, size,
                        "The largest overlap is %.0f %% of a radius%s; raise the stiffness or "
                        "lower the speed.",
                        100 * v->overlap_rel,
                        v->overlap_rel >= 1 ? ", so balls can pass through each other" : "");
    }
    if (v->theta > coarse) {
        append_sentence(
            text, size,
            "The step is %.2g/w0, %.0f steps per contact; shorten it to at most %.1g/w0.", v->theta,
            floor(3.14159 / v->theta), coarse);
    }
}

static void report_restitution(const carom_validity *v, char *text, size_t size)
{
    static const char *const bodies[] = {"two balls", "a ball and a wall"};
    const double mean[] = {v->restitution_ball, v->restitution_wall};
    for (int wall = 0; wall < 2; wall++) {
        const double *specified = v->specified[wall];
        if (mean[wall] < specified[0] - restitution_off ||
            mean[wall] > specified[1] + restitution_off) {
            append_sentence(
                text, size,
                "The mean coefficient of restitution of %s is %.3g; the scenario specifies "
                "%.3g.",
                bodies[wall], mean[wall], mean[wall] < specified[0] ? specified[0] : specified[1]);
        }
    }
}

void carom_validity_report(const carom_validity *v, char *text, size_t size)
{
    text[0] = '\0';
    report_faults(v, text, size);
    report_restitution(v, text, size);
    report_softness(v, text, size);
}

static double overlap_of_two(const carom_problem *problem, const carom_sample *sample, size_t i,
                             size_t j)
{
    carom_vec displacement = carom_vec_subtract(carom_flight_from_sample(sample, j).at,
                                                carom_flight_from_sample(sample, i).at);
    double reach = problem->ball[i].radius_m + problem->ball[j].radius_m;
    bool fixed = problem->ball[i].fixed && problem->ball[j].fixed;
    displacement = carom_torus_shortest(problem, displacement);
    return !fixed && carom_vec_square(displacement) < reach * reach
             ? reach - carom_vec_length(displacement)
             : 0;
}

static bool has_position(const carom_sample *sample, size_t i)
{
    return isfinite(sample->x_m[i]) && isfinite(sample->y_m[i]);
}

static double deepest_of_candidates(const carom_problem *problem, const carom_sample *sample,
                                    carom_grid *grid, carom_candidate *candidate)
{
    double deepest = 0;
    for (uint32_t i = 0; i < sample->count; i++) {
        if (has_position(sample, i)) {
            carom_grid_insert(grid, i, carom_flight_from_sample(sample, i).at);
        }
    }
    for (uint32_t i = 0; i < sample->count; i++) {
        size_t count = has_position(sample, i) ? carom_grid_pairs(grid, i, candidate) : 0;
        for (size_t k = 0; k < count; k++) {
            deepest = fmax(deepest, overlap_of_two(problem, sample, i, candidate[k].ball));
        }
    }
    return deepest;
}

double carom_measure_overlap(const carom_problem *problem, const carom_sample *sample)
{
    double rounding = 64 * DBL_EPSILON * (problem->width_m + problem->height_m), deepest;
    carom_grid grid;
    if (carom_grid_init(&grid, problem, 1, 0, NULL) != CAROM_OK) {
        return 0; /* a periodic table that is too small for contacts of one image */
    }
    carom_candidate *candidate = carom_allocate(sample->count + CAROM_GRID_IMAGES,
                                                sizeof *candidate);
    deepest = deepest_of_candidates(problem, sample, &grid, candidate);
    carom_grid_free(&grid);
    free(candidate);
    return deepest > rounding ? deepest : 0;
}

size_t carom_count_balls_outside(const carom_problem *problem, const carom_sample *sample)
{
    size_t outside = 0;
    for (size_t i = 0; i < sample->count; i++) {
        const carom_ball *ball = &problem->ball[i];
        carom_vec at = carom_flight_from_sample(sample, i).at;
        double reach = carom_walls_reach(problem, ball->radius_m);
        bool gone = problem->part == NULL
                      ? carom_walls_max_overlap(problem, at, reach) > ball->radius_m
                      : !carom_walls_enclose(problem, at);
        outside += gone && !ball->fixed;
    }
    return outside;
}

void carom_longest_contact(const carom_log *log, double *contact_s, double *lag_m)
{
    *contact_s = *lag_m = 0;
    for (size_t k = 0; k < log->count; k++) {
        const carom_collision *c = &log->item[k];
        if (!isnan(c->separation_mps)) {
            *contact_s = fmax(*contact_s, c->contact_s);
            *lag_m = fmax(*lag_m, c->approach_mps * c->contact_s);
        }
    }
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/base.h"
#include "params/params.h"
#include "studies/studies.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Offsets of the controls, of the smallest radius; the first is one unit in the last place. */
static const double offsets[CAROM_CONTROLS] = {0, 1e-12, 1e-9, 1e-6};

/* Steps of the converged twins. */
static const double twin_theta = 0.02;

/* Growth is measured from so many times the first distance on, until it is this part of the
 * smallest radius. */
static const double grown = 8, small_part = 0.02;

/* What one unit in the last place and its growth account for, times as much: rounding happens again
 * and again. */
static const double much_rounding = 1e6;

/* ---- lanes ---- */

/* The rigid run that lags and turns are told along: the reference if it is one, else the first,
 * else one of our own. */
static carom_status choose_rigid(carom_diverge *diverge, carom_error *error)
{
    for (size_t i = diverge->lanes; i-- > 0;) {
        const carom_diverge_lane *lane = &diverge->lane[i];
        if (carom_solver_is(&lane->choice, CAROM_EXACT) &&
            (diverge->rigid == NULL ||
             strcmp(diverge->rigid->name, diverge->scenario->reference) != 0)) {
            diverge->rigid = lane;
        }
    }
    if (diverge->rigid == NULL) {
        CAROM_TRY(carom_choice_set(&diverge->rigid_choice,
                                   carom_seam_find(&carom_solvers, "impulse"), error));
        diverge->rigid = &diverge->lane[diverge->lanes];
        diverge->lane[diverge->lanes++] = (carom_diverge_lane){
            .name = "", .choice = diverge->rigid_choice, .hidden = true};
    }
    return CAROM_OK;
}

static carom_status make_lanes(carom_diverge *diverge, const carom_study *study, carom_error *error)
{
    size_t count = study->scenario->solvers.count;
    diverge->lane = calloc(count + 2, sizeof *diverge->lane);
    if (diverge->lane == NULL) {
        return carom_error_no_memory(error);
    }
    for (size_t i = 0; i < count; i++) {
        const carom_scenario_solver *spec = carom_scenario_solver_at(diverge->scenario, i);
        carom_diverge_lane *lane = &diverge->lane[diverge->lanes];
        if (carom_study_chooses(study, spec->name)) {
            *lane = (carom_diverge_lane){.name = spec->name,
                                         .choice = spec->kind,
                                         .soft = carom_solver_is(&spec->kind, CAROM_SOFT)};
            diverge->lanes++;
            CAROM_TRY(carom_choice_copy(&lane->twin_choice, &spec->kind, error));
            if (lane->soft) {
                CAROM_TRY(carom_choice_converge(&lane->twin_choice, &diverge->scenario->problem,
                                                twin_theta, error));
            }
        }
    }
    return choose_rigid(diverge, error);
}

/* ---- running ---- */

/* One run: of a lane its base, its twin (the converged reference solution) or a control. */
typedef struct {
    carom_course *course;
    const carom_problem *problem;
    const carom_choice *choice;
} planned_run;

typedef struct {
    const carom_diverge *diverge;
    const carom_study *study;
    planned_run *run;
    size_t count;
} all_runs;

static carom_status run_one(void *context, size_t task, carom_error *error)
{
    const all_runs *all = context;
    const planned_run *one = &all->run[task];
    return carom_course_run(one->course, one->problem, one->choice,
                            all->diverge->scenario->duration_s, all->diverge->samples,
                            all->study->stop, error);
}

static carom_status plan_runs(all_runs *all, carom_diverge_lane *lane, carom_error *error)
{
    const carom_problem *problem = &all->diverge->scenario->problem;
    double radius = carom_smallest_radius(problem);
    all->run[all->count++] = (planned_run){&lane->base, problem, &lane->choice};
    if (lane->soft) {
        all->run[all->count++] = (planned_run){&lane->twin, problem, &lane->twin_choice};
    }
    for (size_t j = 0; j < CAROM_CONTROLS && !lane->hidden; j++) {
        CAROM_TRY(carom_problem_copy(&lane->displaced[j], problem, error));
        lane->offset_m[j] = carom_displace_fastest(&lane->displaced[j], offsets[j] * radius);
        all->run[all->count++] = (planned_run){&lane->control[j], &lane->displaced[j],
                                               &lane->choice};
    }
    return CAROM_OK;
}

static carom_status run_all(carom_diverge *diverge, const carom_study *study, carom_error *error)
{
    all_runs all = {diverge, study,
                    calloc(diverge->lanes * (CAROM_CONTROLS + 2), sizeof(planned_run)), 0};
    carom_status status = all.run == NULL ? carom_error_no_memory(error) : CAROM_OK;
    for (size_t i = 0; i < diverge->lanes && status == CAROM_OK; i++) {
        status = plan_runs(&all, &diverge->lane[i], error);
    }
    if (status == CAROM_OK) {
        status = carom_study_run(study, all.count, run_one, &all, error);
    }
    free(all.run);
    return status;
}

/* ---- what the controls say ---- */

/* y at @p at; NaN where that is NaN. */
static double interpolate_known(const double *x, const double *y, size_t count, double at)
{
    return isnan(at) ? NAN : carom_interpolate(x, y, count, at);
}

static carom_status measure_controls(const carom_diverge *diverge, carom_diverge_lane *lane,
                                     carom_error *error)
{
    const carom_problem *problem = &diverge->scenario->problem;
    const carom_course *base = &lane->base;
    double small = small_part * carom_smallest_radius(problem);
    carom_estimate per_s[CAROM_CONTROLS], per_collision[CAROM_CONTROLS];
    size_t n = diverge->samples, growing[CAROM_GROWTH_EXPONENTIAL + 1] = {0};
    bool missing = false;
    lane->per_ball = carom_zeros(n + 1, sizeof(double), &missing);
    for (size_t j = 0; j < CAROM_CONTROLS; j++) {
        lane->control_m[j] = carom_zeros(n + 1, sizeof(double), &missing);
    }
    if (missing) {
        return carom_error_no_memory(error);
    }
    for (size_t k = 0; k < base->samples; k++) {
        lane->per_ball[k] = carom_collisions_per_ball(&base->log, problem, base->t_s[k]);
    }
    for (size_t j = 0; j < CAROM_CONTROLS; j++) {
        size_t both = carom_common_samples(base, &lane->control[j]);
        double *apart_m = lane->control_m[j], first;
        for (size_t k = 0; k < n; k++) {
            apart_m[k] = carom_course_distance(problem, base, &lane->control[j], k);
        }
        first = grown * apart_m[0];
        /* the first begins within rounding */
        growing[carom_growth_kind_of(base->t_s, apart_m, both, first, small)] += j > 0;
        per_s[j] = carom_growth_of(base->t_s, apart_m, both, first, small);
        per_collision[j] = carom_growth_of(lane->per_ball, apart_m, both, first, small);
        lane->horizon_s[j] = carom_first_reach(base->t_s, apart_m, both, diverge->level_m);
        lane->horizon_collisions[j] = interpolate_known(base->t_s, lane->per_ball, both,
                                                        lane->horizon_s[j]);
    }
    lane->growth = growing[CAROM_GROWTH_EXPONENTIAL] > 1 ? CAROM_GROWTH_EXPONENTIAL
                 : growing[CAROM_GROWTH_POWER] > 1       ? CAROM_GROWTH_POWER
                                                         : CAROM_GROWTH_UNKNOWN;
    lane->growth_per_s = lane->growth_per_collision = (carom_estimate){NAN, NAN};
    if (lane->growth == CAROM_GROWTH_EXPONENTIAL) {
        lane->growth_per_s = carom_estimate_mean(per_s, CAROM_CONTROLS);
        lane->growth_per_collision = carom_estimate_mean(per_collision, CAROM_CONTROLS);
    }
    return CAROM_OK;
}

const char *carom_diverge_growth(const carom_diverge_lane *lane)
{
    return lane->growth == CAROM_GROWTH_POWER
             ? "growth fits a power of time better than an exponential"
             : "growth could not be fitted";
}

/* ---- what contacts do ---- */

/* Of every ball the first contact, of the run or its converged copy. */
static void find_first_contacts(carom_diverge_lane *lane, size_t balls)
{
    const carom_log *log[] = {&lane->base.log, &lane->twin.log};
    for (size_t i = 0; i < balls; i++) {
        lane->first_s[i] = INFINITY;
    }
    for (size_t side = 0; side < 2; side++) {
        for (size_t k = 0; k < log[side]->count; k++) {
            const carom_collision *c = &log[side]->item[k];
            double *a = &lane->first_s[c->a], *b = &lane->first_s[c->wall ? c->a : c->b];
            *a = fmin(*a, c->t_s);
            *b = fmin(*b, c->t_s);
        }
    }
}

/* Marks the samples from the first onset of a collision, soft or rigid, to the separation of the
 * springs: until then only a part of what the contact does has been done. */
static void mark_contacts(const carom_diverge *diverge, carom_diverge_lane *lane,
                          const carom_alignment *alignment)
{
    const carom_course *rigid = &diverge->rigid->base;
    double interval_s = diverge->scenario->duration_s / (double)(diverge->samples - 1);
    for (size_t c = 0; c < rigid->log.count; c++) {
        if (alignment->partner[c] != CAROM_UNMATCHED) {
            const carom_collision *hit = &rigid->log.item[c],
                                  *soft = &lane->twin.log.item[alignment->partner[c]];
            double from = fmin(hit->t_s, soft->t_s),
                   to = isnan(soft->separation_mps) ? INFINITY : soft->t_s + soft->contact_s;
            size_t k = (size_t)(from / interval_s);
            for (; k < rigid->samples && rigid->t_s[k] < fmax(hit->t_s, to); k++) {
                bool within = rigid->t_s[k] > from;
                lane->touching[k * diverge->balls + hit->a] |= within;
                lane->touching[k * diverge->balls + (hit->wall ? hit->a : hit->b)] |= within;
            }
        }
    }
}

static carom_status tell_lags(carom_diverge *diverge, carom_diverge_lane *lane,
                              const carom_alignment *alignment, carom_error *error)
{
    const carom_course *rigid = &diverge->rigid->base;
    carom_lag_brief brief = {&diverge->scenario->problem, &rigid->log,  &lane->twin.log, alignment,
                             &lane->twin_choice,          diverge->stop};
    size_t n = diverge->balls, both = carom_common_samples(&lane->base, rigid);
    carom_lag *lag = carom_lag_new(&brief, error);
    carom_status status = lag == NULL ? CAROM_NO_MEMORY : CAROM_OK;
    for (size_t k = 0; k < both && status == CAROM_OK; k++) {
        status = carom_lag_advance(lag, rigid->t_s[k], error);
        for (size_t i = 0; i < n; i++) {
            carom_flight part[CAROM_CONTACT_PARTS];
            if (!carom_lag_at(lag, i, part)) {
                lane->lost_s[i] = fmin(lane->lost_s[i], rigid->t_s[k]);
                lane->crowded = lane->crowded || carom_lag_is_crowded(lag, i);
            }
            for (int f = 0; f < CAROM_CONTACT_PARTS; f++) {
                lane->part[f][k * n + i] = part[f].at;
            }
        }
    }
    carom_lag_free(lag);
    return status;
}

/* Of a soft lane: its converged twin's displacements, as long as neither the twin nor the lane
 * itself tells another story than the rigid run. Rigid lanes have none. @p own and @p twins: the
 * rigid run's alignment with the lane and its twin. */
static carom_status find_lags(carom_diverge *diverge, carom_diverge_lane *lane,
                              carom_alignment *own, carom_alignment *twins, carom_error *error)
{
    const carom_course *rigid = &diverge->rigid->base;
    double end = diverge->scenario->duration_s, slack = lane->base.report.contact_s;
    size_t n = diverge->balls;
    bool missing = false;
    for (int f = 0; f < CAROM_CONTACT_PARTS; f++) {
        lane->part[f] = carom_zeros(n * diverge->samples + 1, sizeof(carom_vec), &missing);
    }
    lane->touching = carom_zeros(n * diverge->samples + 1, sizeof(bool), &missing);
    lane->lost_s = carom_zeros(n + 1, sizeof(double), &missing);
    lane->first_s = carom_zeros(n + 1, sizeof(double), &missing);
    if (missing) {
        return carom_error_no_memory(error);
    }
    find_first_contacts(lane, n);
    CAROM_TRY(carom_alignment_of(own, &rigid->log, &lane->base.log, n, end, slack, error));
    for (size_t i = 0; i < n; i++) {
        lane->lost_s[i] = diverge->lag_known ? own->lost_s[i] : (lane->soft ? 0 : INFINITY);
    }
    if (!lane->soft || !diverge->lag_known) {
        return CAROM_OK;
    }
    CAROM_TRY(carom_alignment_of(twins, &rigid->log, &lane->twin.log, n, end, slack, error));
    mark_contacts(diverge, lane, twins);
    return tell_lags(diverge, lane, twins, error);
}

static carom_status measure_lane(carom_diverge *diverge, carom_diverge_lane *lane,
                                 carom_error *error)
{
    carom_alignment own = {.partner = NULL}, twins = {.partner = NULL};
    carom_status status;
    if (!lane->hidden) {
        CAROM_TRY(measure_controls(diverge, lane, error));
    }
    status = find_lags(diverge, lane, &own, &twins, error);
    carom_alignment_free(&own);
    carom_alignment_free(&twins);
    return status;
}

/* ---- the difference of two solvers taken apart, sample by sample ---- */

/* Squares of what the difference of one ball consists of. */
typedef struct {
    double raw, model, method, lag, turn, restitution, without_lag, rest;
} squares;

/* A soft lane's converged run; a rigid one's own, if it is exact, else that of exact rigid balls.
 */
static const carom_course *model_of(const carom_diverge *diverge, const carom_diverge_lane *lane)
{
    return lane->soft                                  ? &lane->twin
         : carom_solver_is(&lane->choice, CAROM_EXACT) ? &lane->base
                                                       : &diverge->rigid->base;
}

static squares take_apart(const carom_diverge *diverge, const carom_diverge_pair *pair, size_t k,
                          size_t i)
{
    const carom_problem *problem = &diverge->scenario->problem;
    const carom_diverge_lane *lane = pair->lane, *to = pair->reference;
    const carom_course *own = model_of(diverge, lane), *other = model_of(diverge, to);
    size_t at = k * diverge->balls + i;
    carom_vec raw = carom_course_difference(problem, &to->base, &lane->base, k, i);
    carom_vec model = carom_course_difference(problem, other, own, k, i);
    carom_vec method = carom_vec_minus(carom_course_difference(problem, own, &lane->base, k, i),
                                       carom_course_difference(problem, other, &to->base, k, i));
    carom_vec part[CAROM_CONTACT_PARTS], rest;
    if (lane->base.t_s[k] < fmin(lane->first_s[i], to->first_s[i])) {
        /* no contact yet, so springs and rigid balls are one model */
        model = (carom_vec){0, 0};
        method = raw;
    }
    rest = model;
    for (int f = 0; f < CAROM_CONTACT_PARTS; f++) {
        part[f] = carom_vec_minus(lane->part[f][at], to->part[f][at]);
        rest = carom_vec_minus(rest, part[f]);
    }
    return (squares){.raw = carom_vec_square(raw),
                     .model = carom_vec_square(model),
                     .method = carom_vec_square(method),
                     .lag = carom_vec_square(part[CAROM_LAGGING]),
                     .turn = carom_vec_square(part[CAROM_TURNED]),
                     .restitution = carom_vec_square(part[CAROM_RESTORED]),
                     .without_lag = carom_vec_square(carom_vec_minus(raw, part[CAROM_LAGGING])),
                     .rest = carom_vec_square(rest)};
}

carom_parts carom_diverge_parts(const carom_diverge *diverge, const carom_diverge_pair *pair,
                                size_t k, const size_t *ball)
{
    const carom_diverge_lane *lane = pair->lane, *to = pair->reference;
    squares all = {0}, sum = {0};
    double count = 0, n = 0, known;
    if (k >= lane->base.samples || k >= to->base.samples || k >= model_of(diverge, lane)->samples ||
        k >= model_of(diverge, to)->samples) {
        return (carom_parts){NAN, NAN, NAN, 0, NAN, NAN, NAN, NAN, NAN, NAN};
    }
    for (size_t i = 0; i < diverge->balls; i++) {
        double t = lane->base.t_s[k];
        size_t at;
        squares one;
        if (diverge->scenario->problem.ball[i].fixed || (ball != NULL && *ball != i)) {
            continue;
        }
        one = take_apart(diverge, pair, k, i);
        count++;
        all.raw += one.raw, all.model += one.model, all.method += one.method;
        at = k * diverge->balls + i;
        if (t < lane->lost_s[i] && t < to->lost_s[i] && !lane->touching[at] && !to->touching[at]) {
            n++;
            sum.raw += one.raw, sum.lag += one.lag, sum.turn += one.turn;
            sum.restitution += one.restitution;
            sum.without_lag += one.without_lag, sum.rest += one.rest;
        }
    }
    known = n > 0 ? n : NAN;
    count = fmax(count, 1);
    return (carom_parts){sqrt(all.raw / count),    sqrt(all.model / count),
                         sqrt(all.method / count), (size_t)n,
                         sqrt(sum.raw / known),    sqrt(sum.lag / known),
                         sqrt(sum.turn / known),   sqrt(sum.without_lag / known),
                         sqrt(sum.rest / known),   sqrt(sum.restitution / known)};
}

/* ---- causes ---- */

/* Whether rounding can have made the difference of two exact solvers at sample k. */
static bool is_rounding(const carom_diverge *diverge, const carom_diverge_pair *pair, size_t k)
{
    const carom_diverge_lane *lane = pair->lane, *to = pair->reference;
    double least = DBL_EPSILON * carom_smallest_radius(&diverge->scenario->problem);
    return carom_solver_is(&lane->choice, CAROM_EXACT) &&
           carom_solver_is(&to->choice, CAROM_EXACT) &&
           pair->raw_m[k] <=
               much_rounding * fmax(least, fmax(lane->control_m[0][k], to->control_m[0][k]));
}

/* Distance that a solver is behind because it shows the last frame before the sample: rms speed,
 * weighted with the mass, times the time since that frame. 0 without frames. */
static double behind_frame_m(const carom_problem *problem, const carom_diverge_lane *lane, size_t k)
{
    double frame_s = lane->soft ? NAN : carom_choice_number(&lane->choice, "frame_s");
    double since_s = fmod(lane->base.t_s[k], frame_s), mass_kg = 0;
    for (size_t i = 0; i < problem->count; i++) {
        mass_kg += problem->ball[i].fixed ? 0 : problem->ball[i].mass_kg;
    }
    return since_s > 0 && frame_s - since_s > 1e-9 * frame_s && mass_kg > 0
             ? since_s * sqrt(2 * lane->base.kinetic_J[k] / mass_kg)
             : 0;
}

const char *carom_diverge_cause(const carom_diverge *diverge, const carom_diverge_pair *pair,
                                size_t k)
{
    const carom_problem *problem = &diverge->scenario->problem;
    carom_parts parts = carom_diverge_parts(diverge, pair, k, NULL);
    double behind_m = fmax(behind_frame_m(problem, pair->lane, k),
                           behind_frame_m(problem, pair->reference, k));
    return is_rounding(diverge, pair, k)    ? "rounding"
         : isnan(parts.method_m)            ? "an unknown cause" /* a converged run stopped */
         : parts.method_m <= parts.model_m  ? "the model"
         : behind_m >= 0.5 * parts.method_m ? "the sampling between frames"
                                            : "the method";
}

/* ---- pairs ---- */

/* How much an offset has grown by sample k: of the largest one that is still small, so that it is
 * above rounding. */
static double amplification_of(const carom_diverge_lane *lane, double radius_m, size_t k)
{
    for (size_t j = CAROM_CONTROLS; j-- > 0 && lane->control_m[j] != NULL;) {
        if (lane->control_m[j][k] < (j > 0 ? small_part : 1) * radius_m) {
            return lane->control_m[j][k] / lane->control_m[j][0];
        }
    }
    return NAN;
}

/* Whether any ball is in a contact that will end within a typical contact's time. */
static bool is_touching(const carom_diverge *diverge, const carom_diverge_pair *pair, size_t k)
{
    bool touching = false;
    for (size_t i = 0; i < diverge->balls; i++) {
        size_t at = k * diverge->balls + i;
        touching = touching || pair->lane->touching[at] || pair->reference->touching[at];
    }
    return touching;
}

/* The horizon, and what the difference consists of there: at the first sample after it, or after
 * the contact that is going on, and before chaos. */
static void look_at_horizon(const carom_diverge *diverge, carom_diverge_pair *pair)
{
    const carom_diverge_lane *lane = pair->lane, *to = pair->reference;
    size_t both = carom_common_samples(&lane->base, &to->base), k = 0;
    double slack = fmax(lane->base.report.contact_s, to->base.report.contact_s);
    pair->horizon_s = carom_first_reach(to->base.t_s, pair->raw_m, both, diverge->level_m);
    pair->chaotic = !(lane->horizon_s[0] >= to->horizon_s[0]) && !isnan(lane->horizon_s[0])
                      ? pair->lane
                      : pair->reference;
    pair->chaos_s = pair->chaotic->horizon_s[0];
    pair->until_s = fmin(pair->horizon_s, pair->chaos_s);
    pair->horizon_collisions = interpolate_known(to->base.t_s, to->per_ball, both, pair->horizon_s);
    while (k + 1 < both && !(to->base.t_s[k] >= pair->until_s)) {
        k++;
    }
    while (k + 1 < both && to->base.t_s[k] < pair->until_s + slack &&
           is_touching(diverge, pair, k)) {
        k++;
    }
    pair->at = k;
    pair->last = both - 1;
    pair->at_s = to->base.t_s[k];
    pair->at_horizon = carom_diverge_parts(diverge, pair, k, NULL);
    pair->amplification = amplification_of(to, carom_smallest_radius(&diverge->scenario->problem),
                                           k);
}

static carom_status compare(const carom_diverge *diverge, carom_diverge_pair *pair,
                            carom_error *error)
{
    const carom_diverge_lane *lane = pair->lane, *to = pair->reference;
    double slack = fmax(lane->base.report.contact_s, to->base.report.contact_s);
    pair->raw_m = calloc(diverge->samples + 1, sizeof(double));
    if (pair->raw_m == NULL) {
        return carom_error_no_memory(error);
    }
    for (size_t k = 0; k < diverge->samples; k++) {
        pair->raw_m[k] = carom_course_distance(&diverge->scenario->problem, &to->base, &lane->base,
                                               k);
    }
    look_at_horizon(diverge, pair);
    CAROM_TRY(carom_alignment_of(&pair->alignment, &to->base.log, &lane->base.log, diverge->balls,
                                 fmin(lane->base.end.t_s, to->base.end.t_s), slack, error));
    return carom_edit_distance(&to->base.log, &lane->base.log, &pair->edit_distance, error);
}

/* Every pair once; where the reference is one of the two, against it. */
static carom_status compare_all(carom_diverge *diverge, carom_error *error)
{
    diverge->pair = calloc(diverge->lanes * diverge->lanes + 1, sizeof *diverge->pair);
    if (diverge->pair == NULL) {
        return carom_error_no_memory(error);
    }
    for (size_t i = 0; i < diverge->lanes; i++) {
        for (size_t j = i + 1; j < diverge->lanes; j++) {
            const carom_diverge_lane *a = &diverge->lane[i], *b = &diverge->lane[j];
            bool turned = strcmp(b->name, diverge->scenario->reference) == 0;
            if (!a->hidden && !b->hidden) {
                carom_diverge_pair *pair = &diverge->pair[diverge->pairs++];
                *pair = (carom_diverge_pair){.lane = turned ? a : b, .reference = turned ? b : a};
                CAROM_TRY(compare(diverge, pair, error));
            }
        }
    }
    return CAROM_OK;
}

/* ---- the whole ---- */

carom_status carom_diverge_run(void *object, const carom_study *study, carom_error *error)
{
    carom_diverge *diverge = object;
    const carom_problem *problem = &study->scenario->problem;
    *diverge = (carom_diverge){.scenario = study->scenario,
                               .balls = problem->count,
                               .samples = (size_t)study->scenario->samples,
                               .level_m = study->scenario->divergence.horizon_rel *
                                          carom_smallest_radius(problem),
                               .stop = study->stop,
                               .lag_known = carom_lag_is_known(problem)};
    CAROM_TRY(make_lanes(diverge, study, error));
    CAROM_TRY(run_all(diverge, study, error));
    for (size_t i = 0; i < diverge->lanes; i++) {
        CAROM_TRY(measure_lane(diverge, &diverge->lane[i], error));
    }
    return compare_all(diverge, error);
}

void carom_diverge_free(void *object)
{
    carom_diverge *diverge = object;
    for (size_t i = 0; i < diverge->lanes; i++) {
        carom_diverge_lane *lane = &diverge->lane[i];
        carom_course_free(&lane->base);
        carom_course_free(&lane->twin);
        carom_choice_free(&lane->twin_choice);
        for (size_t j = 0; j < CAROM_CONTROLS; j++) {
            carom_course_free(&lane->control[j]);
            carom_problem_free(&lane->displaced[j]);
            free(lane->control_m[j]);
        }
        for (int f = 0; f < CAROM_CONTACT_PARTS; f++) {
            free(lane->part[f]);
        }
        free(lane->per_ball), free(lane->touching), free(lane->lost_s), free(lane->first_s);
    }
    for (size_t k = 0; k < diverge->pairs; k++) {
        carom_alignment_free(&diverge->pair[k].alignment);
        free(diverge->pair[k].raw_m);
    }
    free(diverge->pair);
    free(diverge->lane);
    carom_choice_free(&diverge->rigid_choice);
    *diverge = (carom_diverge){.lanes = 0};
}

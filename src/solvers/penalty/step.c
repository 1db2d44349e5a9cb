/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One step of the penalty solver:
 *   1. keep the state,
 *   2. let the integrator carry it over h under the forces of the near pairs,
 *   3. see how far and how fast anybody went; if a pair outside the near list may have met, take
 * the step back and do it again with a longer list,
 *   4. book the work of dashpots and walls, write the collision log,
 *   5. make the lists good for the next step. */
#include "base/team.h"
#include "solvers/penalty/state.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

carom_status carom_penalty_fit_motion(penalty_solver *self, penalty_motion *motion,
                                      carom_error *error)
{
    size_t coordinates = 2 * self->problem->count, quadratures = PENALTY_PAIRS + 2 * self->nears;
    const carom_integrator *integrator = self->integrator;
    if (quadratures > motion->q_capacity) {
        size_t capacity = 2 * quadratures;
        size_t work = integrator->work_coordinates * coordinates +
                      integrator->work_quadratures * capacity;
        double *q = realloc(motion->q, capacity * sizeof *q), *grown;
        if (q == NULL) {
            return carom_error_no_memory(error);
        }
        motion->q = q;
        grown = realloc(motion->work, (work + 1) * sizeof *grown);
        if (grown == NULL) {
            return carom_error_no_memory(error);
        }
        motion->work = grown;
        motion->q_capacity = capacity;
        if (self->located) {
            free(motion->watch);
            motion->watch = calloc(capacity, sizeof *motion->watch);
            if (motion->watch == NULL) {
                return carom_error_no_memory(error);
            }
        }
        free(motion->g);
        motion->g = motion->a == NULL ? NULL : calloc(capacity, sizeof *motion->g);
        if (motion->a != NULL && motion->g == NULL) {
            return carom_error_no_memory(error);
        }
    }
    motion->known = false; /* the pairs are others now */
    if (integrator->prepare != NULL &&
        (motion->state == NULL || motion->state_quadratures != quadratures)) {
        motion->state = integrator->prepare(motion->state, self->integrator_options, coordinates,
                                            quadratures);
        motion->state_quadratures = quadratures;
        return motion->state == NULL ? carom_error_no_memory(error) : CAROM_OK;
    }
    return CAROM_OK;
}

static void copy(void *context, size_t part, size_t from, size_t to)
{
    penalty_solver *self = context;
    size_t bytes = (to - from) * sizeof *self->now.x;
    (void)part;
    memcpy(self->x_before + from, self->now.x + from, bytes);
    memcpy(self->v_before + from, self->now.v + from, bytes);
}

static void keep_state(penalty_solver *self)
{
    carom_parallel(self->team, 2 * self->problem->count, copy, self);
}

static void take_back(penalty_solver *self)
{
    size_t bytes = 2 * self->problem->count * sizeof *self->now.x;
    memcpy(self->now.x, self->x_before, bytes);
    memcpy(self->now.v, self->v_before, bytes);
    self->now.known = false;
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

/* Largest squares of move and speed, and a sum, which keeps what is not a number; by part. */
typedef struct {
    const penalty_solver *self;
    double far2[CAROM_MOST_THREADS], fast2[CAROM_MOST_THREADS], sum[CAROM_MOST_THREADS];
} findings;

/* Several maxima side by side, so that the processor can take several balls at once; which ball is
 * in which does not matter to a maximum. */
static void survey_part(void *context, size_t part, size_t from, size_t to)
{
    enum { LANES = 4 };
    findings *found = context;
    const penalty_solver *self = found->self;
    size_t n = self->problem->count, whole = from + (to - from) / LANES * LANES;
    const double *restrict x = self->now.x, *restrict v = self->now.v,
                           *restrict x0 = self->x_before;
    double far2[LANES] = {0}, fast2[LANES] = {0}, sum[LANES] = {0};
    for (size_t i = from; i < whole; i += LANES) {
        for (size_t k = 0; k < LANES; k++) {
            double dx = x[i + k] - x0[i + k], dy = x[n + i + k] - x0[n + i + k];
            double move2 = dx * dx + dy * dy,
                   speed2 = v[i + k] * v[i + k] + v[n + i + k] * v[n + i + k];
            far2[k] = far2[k] > move2 ? far2[k] : move2;
            fast2[k] = fast2[k] > speed2 ? fast2[k] : speed2;
            sum[k] += move2 + speed2;
        }
    }
    for (size_t i = whole; i < to; i++) {
        double dx = x[i] - x0[i], dy = x[n + i] - x0[n + i];
        double move2 = dx * dx + dy * dy, speed2 = v[i] * v[i] + v[n + i] * v[n + i];
        far2[0] = larger(far2[0], move2);
        fast2[0] = larger(fast2[0], speed2);
        sum[0] += move2 + speed2;
    }
    for (size_t k = 0; k < LANES; k++) {
        found->far2[part] = larger(found->far2[part], far2[k]);
        found->fast2[part] = larger(found->fast2[part], fast2[k]);
        found->sum[part] += sum[k];
    }
}

/* The farthest move of the step and the fastest speed after it. */
static void survey(penalty_solver *self)
{
    findings found = {.self = self};
    double far2 = 0, fast2 = 0, sum = 0;
    carom_parallel(self->team, self->problem->count, survey_part, &found);
    for (size_t part = 0; part < self->threads && part < CAROM_MOST_THREADS; part++) {
        far2 = larger(far2, found.far2[part]);
        fast2 = larger(fast2, found.fast2[part]);
        sum += found.sum[part];
    }
    self->farthest_m = isfinite(sum) ? sqrt(far2) : NAN;
    self->report.longest_step_m = larger(self->farthest_m, self->report.longest_step_m);
    self->fastest_mps = sqrt(fast2);
}

carom_quaternion carom_penalty_turned(const penalty_solver *self, size_t i, const double *from,
                                      const double *to)
{
    size_t n = self->problem->count;
    return carom_orientation_roll(self->orientation[i], to[i] - from[i], to[n + i] - from[n + i],
                                  self->problem->ball[i].radius_m);
}

/* Whether the step is one that numbers can say: a ball that has gone so far that the next number is
 * a radius away is nowhere. */
static bool is_resolved(const penalty_solver *self)
{
    return isfinite(self->farthest_m) && isfinite(self->fastest_mps) &&
           self->farthest_m * DBL_EPSILON < self->smallest_m;
}

static carom_status not_finite(const penalty_solver *self, carom_error *error)
{
    char t[32];
    carom_number_format_short(self->time_s + self->step_s, t, sizeof t);
    return carom_error_set(error, CAROM_NOT_FINITE, "step_s",
                           "the state left the range of numbers at t = %s s, where a ball goes "
                           "%.6g m in a step: the step "
                           "of %.6g s is unstable, or the ball too fast; expected a smaller step",
                           t, self->farthest_m, self->step_s);
}

carom_status carom_penalty_given_up(const penalty_solver *self, carom_status why, double t_s,
                                    double h, carom_error *error)
{
    char t[32];
    if (why == CAROM_INTERRUPTED) {
        return carom_error_interrupted(error);
    }
    carom_number_format_short(t_s, t, sizeof t);
    if (why == CAROM_NOT_FINITE) {
        return carom_error_set(
            error, why, "step_s",
            "%s finds rates that are no numbers in the step of %.6g s after t = %s s; "
            "expected a smaller one",
            self->integrator->about.name, h, t);
    }
    return carom_error_set(error, why, "tolerance",
                           "%s does not come to the end of the step of %.6g s after t = %s s in %d "
                           "sub-steps; expected a larger tolerance, a smaller step%s",
                           self->integrator->about.name, h, t, CAROM_MOST_SUBSTEPS,
                           self->located ? "" : ", or contacts: located");
}

static carom_status finish_step(penalty_solver *self, carom_error *error)
{
    self->report.steps++;
    self->time_s = self->borrowed ? self->time_s + self->step_s
                                  : carom_penalty_grid_time(self, self->report.steps);
    self->moved_m += self->farthest_m;
    self->near_moved_m += self->farthest_m;
    return carom_penalty_find_neighbours(self, 0, error);
}

/* What every step, or part of one, has done. */
static void book_part(penalty_solver *self, const penalty_motion *motion, const double *from)
{
    carom_penalty_book(self, motion, &self->accounts);
    for (size_t i = 0; i < self->problem->count && self->orientation != NULL; i++) {
        self->orientation[i] = carom_penalty_turned(self, i, from, motion->x);
    }
}

static carom_status follow(void *context, penalty_motion *motion, double after_s, double part_s,
                           size_t switched, carom_error *error)
{
    penalty_solver *self = context;
    book_part(self, motion, motion->x_start);
    carom_sum_add(&self->accounts.dissipated, carom_penalty_switch_loss(self, motion, switched));
    return carom_penalty_track_part(self, motion, after_s, part_s, switched, error);
}

/* A step split where contacts begin and end. What has been logged cannot be taken back, so a ball
 * that gets farther than the near list allows for is an error here. */
static carom_status step_located(penalty_solver *self, carom_error *error)
{
    penalty_follower follower = {follow, self};
    size_t evaluations = 0;
    carom_status status;
    keep_state(self);
    status = carom_penalty_move_located(self, &self->now, self->step_s, &follower, &evaluations,
                                        error);
    self->report.force_evaluations += evaluations;
    self->report.pair_tests += evaluations * self->nears;
    if (status != CAROM_OK) {
        take_back(self);
        return status;
    }
    survey(self);
    if (!is_resolved(self) || self->near_m - 2 * (self->near_moved_m + self->farthest_m) < 0) {
        return not_finite(self, error);
    }
    return finish_step(self, error);
}

static carom_status step_whole(penalty_solver *self, carom_error *error)
{
    carom_status status = CAROM_OK;
    if (self->located) {
        return step_located(self, error);
    }
    keep_state(self);
    for (;;) {
        size_t evaluations = carom_penalty_move(self, &self->now, self->step_s);
        self->report.force_evaluations += evaluations;
        self->report.pair_tests += evaluations * self->nears;
        if (self->now.given_up != CAROM_OK) {
            take_back(self);
            return carom_penalty_given_up(self, self->now.given_up, self->time_s, self->step_s,
                                          error);
        }
        survey(self);
        if (!is_resolved(self)) {
            take_back(self);
            return not_finite(self, error);
        }
        if (self->near_m - 2 * (self->near_moved_m + self->farthest_m) >= 0) {
            break;
        }
        take_back(self);
        status = carom_penalty_find_neighbours(self, 2 * self->near_m + 8 * self->farthest_m,
                                               error);
        if (status != CAROM_OK) {
            return status;
        }
        keep_state(self); /* periodic positions may have been folded */
    }
    book_part(self, &self->now, self->x_before);
    status = carom_penalty_track_contacts(self, error);
    return status == CAROM_OK ? finish_step(self, error) : status;
}

/* The lists must be good for a whole step again. */
static carom_status step_first(penalty_solver *self, carom_error *error)
{
    double whole = self->step_s;
    carom_status status;
    self->step_s *= 1 - self->phase;
    status = step_whole(self, error);
    self->step_s = whole;
    self->time_s = carom_penalty_grid_time(self, self->report.steps);
    return status == CAROM_OK ? carom_penalty_find_neighbours(self, 0, error) : status;
}

carom_status carom_penalty_step(penalty_solver *self, carom_error *error)
{
    bool first = self->phase > 0 && self->report.steps == 0;
    return first ? step_first(self, error) : step_whole(self, error);
}

/* ---- drifting ---- */

static void no_rates(const void *context, const double *x, const double *v, double *a, double *g)
{
    const penalty_solver *self = context;
    (void)x, (void)v;
    memset(a, 0, 2 * self->problem->count * sizeof *a);
    memset(g, 0, PENALTY_PAIRS * sizeof *g);
}

/* Nothing touches while it drifts, so a change of the restitution that comes meanwhile is early
 * enough after it. */
bool carom_penalty_drifts(const penalty_solver *self)
{
    const double *g = self->problem->gravity_mps2;
    return self->nears == 0 && g[0] == 0 && g[1] == 0 && self->rolling == NULL &&
           self->orientation == NULL && self->problem->boundary != CAROM_PERIODIC &&
           (self->phase == 0 || self->report.steps > 0);
}

/* The integrator does what it would do anyway, so that the bits are the same; what is left out is
 * looking for what cannot be there. */
carom_status carom_penalty_drift(penalty_solver *self, double t_s, carom_error *error)
{
    carom_motion equation = {.coordinates = 2 * self->problem->count,
                             .quadratures = PENALTY_PAIRS,
                             .rates = no_rates,
                             .context = self,
                             .options = self->integrator_options,
                             .team = self->team,
                             .state = self->now.state,
                             .a = self->now.a,
                             .g = self->now.g,
                             .known = &self->now.known,
                             .watch = self->watcher,
                             .given_up = &self->now.given_up};
    double move = self->step_s * self->fastest_mps * (1 + 64 * DBL_EPSILON),
           room = self->near_m - 2 * self->near_moved_m;
    self->farthest_m = move;
    if (!is_resolved(self)) {
        return not_finite(self, error);
    }
    self->farthest_m = 0;
    memset(self->now.q, 0, PENALTY_PAIRS * sizeof *self->now.q);
    self->now.given_up = CAROM_OK;
    do {
        self->report.force_evaluations += self->integrator->step(
            &equation, self->step_s, self->now.x, self->now.v, self->now.q, self->now.work);
        self->report.steps++;
        self->farthest_m += move;
    } while (!carom_watch_wants_end(self->watcher) && self->now.given_up == CAROM_OK &&
             room - 2 * (self->farthest_m + move) >= 2 * move &&
             carom_penalty_grid_time(self, self->report.steps + 1) <= t_s);
    if (self->now.given_up != CAROM_OK) {
        return carom_penalty_given_up(self, self->now.given_up, self->time_s, self->step_s, error);
    }
    self->report.steps--; /* finish_step counts the last one */
    self->report.longest_step_m = larger(move, self->report.longest_step_m);
    return finish_step(self, error);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One step of the penalty solver:
 *   1. store the state;
 *   2. advance it by h with the integrator;
 *   3. find the largest displacement and speed; if a pair outside the neighbour list may have
 * touched, undo the step and repeat it with a longer list;
 *   4. add the work of dashpots, friction and walls to the budget, and update the collision log;
 *   5. renew the lists if they are not valid for another step.
 * Sampling takes a shorter step on a copy. */
#include "solvers/penalty/penalty.h"

void carom_penalty_undo_step(const penalty_springs *springs, penalty_motion *motion)
{
    carom_penalty_copy_state(springs, motion->x_before, motion->v_before, motion->x, motion->v);
    motion->known = false;
}

/* Stores the maximum speed. @return the largest displacement of the step (m), or NaN if the state
 * is not finite. Independent maxima let the compiler vectorize the loop. */
static double measure_step(penalty_system *self, size_t n, const penalty_motion *motion)
{
    enum { LANES = 4 };
    size_t whole = n / LANES * LANES;
    const double *restrict x = motion->x, *restrict v = motion->v, *restrict x0 = motion->x_before;
    double far2[LANES] = {0}, fast2[LANES] = {0}, sum[LANES] = {0}, farthest_m;
    for (size_t i = 0; i < whole; i += LANES) {
        for (size_t k = 0; k < LANES; k++) {
            carom_vec move = {x[i + k] - x0[i + k], x[n + i + k] - x0[n + i + k]};
            carom_vec speed = {v[i + k], v[n + i + k]};
            double move2 = carom_vec_square(move), speed2 = carom_vec_square(speed);
            far2[k] = far2[k] > move2 ? far2[k] : move2;
            fast2[k] = fast2[k] > speed2 ? fast2[k] : speed2;
            sum[k] += move2 + speed2;
        }
    }
    for (size_t i = whole; i < n; i++) {
        carom_vec move = {x[i] - x0[i], x[n + i] - x0[n + i]}, speed = {v[i], v[n + i]};
        double move2 = carom_vec_square(move), speed2 = carom_vec_square(speed);
        far2[0] = carom_penalty_max(far2[0], move2);
        fast2[0] = carom_penalty_max(fast2[0], speed2);
        sum[0] += move2 + speed2;
    }
    for (size_t k = 1; k < LANES; k++) {
        far2[0] = carom_penalty_max(far2[0], far2[k]);
        fast2[0] = carom_penalty_max(fast2[0], fast2[k]);
        sum[0] += sum[k];
    }
    farthest_m = isfinite(sum[0]) ? sqrt(far2[0]) : NAN;
    self->report.longest_step_m = carom_penalty_max(farthest_m, self->report.longest_step_m);
    self->fastest_mps = sqrt(fast2[0]);
    return farthest_m;
}

/* False if the state is not finite, or a displacement is so large that its rounding error exceeds
 * the smallest radius. */
static bool is_resolved(const penalty_system *self, double farthest_m)
{
    return isfinite(farthest_m) && isfinite(self->fastest_mps) &&
           farthest_m * DBL_EPSILON < self->springs.constants.smallest_m;
}

static carom_status not_finite_error(const penalty_system *self, double h, double farthest_m,
                                     carom_error *error)
{
    char cause[60] = "a position is not finite";
    if (isfinite(farthest_m)) {
        snprintf(cause, sizeof cause, "a ball moves %.6g m in one step", farthest_m);
    }
    return carom_error_set(
        error, CAROM_NOT_FINITE, "step_s",
        "the motion is unstable: %s at t = %.12g s (got %.6g s); use a smaller step", cause,
        self->time_s + h, h); /* 12 digits hide the rounding error of the sum */
}

static void finish_step(penalty_system *self, double end_s, double farthest_m)
{
    self->time_s = end_s;
    self->neighbours.moved_m += farthest_m;
    self->neighbours.neighbour_moved_m += farthest_m;
}

static void count_evaluations(penalty_system *self, size_t evaluations)
{
    self->report.force_evaluations += evaluations;
    self->report.pair_tests += evaluations * self->springs.neighbour_count;
}

static carom_status track_located_part(void *context, penalty_motion *motion, double after_s,
                                       double part_s, size_t switched, carom_error *error)
{
    penalty_system *self = context;
    carom_penalty_update_budget(&self->springs, motion, &self->sums);
    carom_sum_add(&self->sums.dissipated,
                  carom_penalty_switch_loss(&self->springs, motion, switched));
    return carom_penalty_track_part(self, motion, after_s, part_s, switched, error);
}

/* Step with event location. Logged collisions cannot be undone, so a displacement beyond the
 * neighbour list is an error. */
static carom_status step_located(penalty_system *self, double h, double end_s, carom_error *error)
{
    penalty_located_step split = {.springs = &self->springs,
                                  .pair = self->neighbours.pair,
                                  .motion = &self->now,
                                  .start_s = self->time_s,
                                  .step_s = h,
                                  .part = track_located_part,
                                  .context = self};
    carom_penalty_copy_state(&self->springs, self->now.x, self->now.v, self->now.x_before,
                             self->now.v_before);
    carom_status status = carom_penalty_integrate_located(&split, h, error);
    count_evaluations(self, split.evaluations);
    if (status != CAROM_OK) {
        carom_penalty_undo_step(&self->springs, &self->now);
        return status;
    }
    double farthest_m = measure_step(self, self->springs.balls, &self->now);
    if (!is_resolved(self, farthest_m) || !carom_penalty_list_covers(self, farthest_m)) {
        return not_finite_error(self, h, farthest_m, error);
    }
    self->report.steps++;
    finish_step(self, end_s, farthest_m);
    return CAROM_OK;
}

carom_status carom_penalty_try_step(penalty_system *self, const penalty_springs *springs,
                                    penalty_motion *motion, double h, double *farthest_m,
                                    carom_error *error)
{
    carom_status status = CAROM_OK;
    if (springs->friction.acts) {
        carom_penalty_init_springs(springs, motion, h);
    }
    carom_penalty_copy_state(springs, motion->x, motion->v, motion->x_before, motion->v_before);
    count_evaluations(self, carom_penalty_integrate(springs, motion, h, h));
    if (motion->failure != CAROM_OK) {
        status = carom_penalty_step_error(springs, motion->failure, self->time_s, h, error);
    } else {
        *farthest_m = measure_step(self, springs->balls, motion);
        status = is_resolved(self, *farthest_m) ? CAROM_OK
                                                : not_finite_error(self, h, *farthest_m, error);
    }
    if (status != CAROM_OK) {
        carom_penalty_undo_step(springs, motion);
    }
    return status;
}

carom_status carom_penalty_commit_step(penalty_system *self, const penalty_springs *springs,
                                       penalty_motion *motion, double h, double end_s,
                                       double farthest_m, carom_error *error)
{
    carom_penalty_update_budget(springs, motion, &self->sums);
    CAROM_TRY(carom_penalty_track_contacts(self, springs, motion, h, error));
    self->report.steps++;
    finish_step(self, end_s, farthest_m);
    return CAROM_OK;
}

carom_status carom_penalty_retry_step(penalty_system *self, double h, double end_s,
                                      double farthest_m, carom_error *error)
{
    const penalty_springs *springs = &self->springs;
    while (true) {
        CAROM_TRY(carom_penalty_find_neighbours(
            self, h, 2 * self->neighbours.neighbour_m + 8 * farthest_m, error));
        CAROM_TRY(carom_penalty_try_step(self, springs, &self->now, h, &farthest_m, error));
        if (carom_penalty_list_covers(self, farthest_m)) {
            return carom_penalty_commit_step(self, springs, &self->now, h, end_s, farthest_m,
                                             error);
        }
        carom_penalty_undo_step(springs, &self->now);
    }
}

static carom_status step_on_grid(penalty_system *self, double h, double end_s, carom_error *error)
{
    const penalty_springs *springs = &self->springs;
    double farthest_m;
    CAROM_TRY(carom_penalty_try_step(self, springs, &self->now, h, &farthest_m, error));
    if (!carom_penalty_list_covers(self, farthest_m)) {
        carom_penalty_undo_step(springs, &self->now);
        return carom_penalty_retry_step(self, h, end_s, farthest_m, error);
    }
    return carom_penalty_commit_step(self, springs, &self->now, h, end_s, farthest_m, error);
}

carom_status carom_penalty_step(penalty_system *self, double h, double end_s, carom_error *error)
{
    CAROM_TRY(self->springs.model.located ? step_located(self, h, end_s, error)
                                          : step_on_grid(self, h, end_s, error));
    return carom_penalty_find_neighbours(self, h, 0, error);
}

/* ---- free flight ---- */

/* carom_penalty_rates if no force acts; saves half the time of a step. */
static void zero_rates(const void *context, const double *x, const double *v, double *a, double *g)
{
    const penalty_forces *forces = context;
    (void)x, (void)v;
    memset(a, 0, carom_penalty_coordinates(forces->springs) * sizeof *a);
    memset(g, 0, PENALTY_PAIRS * sizeof *g);
}

/* No contact occurs during free flight, so changes of the restitution can wait until its end. */
bool carom_penalty_is_drifting(const penalty_system *self)
{
    const penalty_springs *springs = &self->springs;
    return springs->neighbour_count == 0 && carom_vec_is_zero(springs->problem->gravity_mps2) &&
           springs->rolling == NULL && springs->problem->boundary != CAROM_PERIODIC &&
           (self->phase == 0 || self->report.steps > 0);
}

/* True if another step of displacement `move` is safe and ends by t_s. */
static bool can_drift(const penalty_system *self, double drifted_m, double move, double t_s)
{
    double room = self->neighbours.neighbour_m - 2 * self->neighbours.neighbour_moved_m;
    return !carom_is_cancelled(self->cancel) && self->now.failure == CAROM_OK &&
           room - 2 * (drifted_m + move) >= 2 * move &&
           carom_penalty_grid_time(self, self->report.steps + 1) <= t_s;
}

/* Steps with the integrator, for bit-identical results, but without contact detection. */
static carom_status take_drift_steps(penalty_system *self, double t_s, carom_error *error)
{
    const penalty_springs *springs = &self->springs;
    double h = springs->step_s, move = h * self->fastest_mps * (1 + 64 * DBL_EPSILON),
           drifted_m = 0;
    penalty_forces forces = {springs, NULL, NULL, h, h, self->now.evaluated};
    carom_motion equation = carom_penalty_equation(&forces, &self->now);
    equation.rates = zero_rates;
    if (!is_resolved(self, move)) {
        return not_finite_error(self, h, move, error);
    }
    memset(self->now.q, 0, PENALTY_PAIRS * sizeof *self->now.q);
    self->now.failure = CAROM_OK;
    do {
        self->report.force_evaluations += springs->model.integrator->step(
            &equation, h, self->now.x, self->now.v, self->now.q, self->now.work);
        self->report.steps++;
        drifted_m += move;
    } while (can_drift(self, drifted_m, move, t_s));
    if (self->now.failure != CAROM_OK) {
        return carom_penalty_step_error(springs, self->now.failure, self->time_s, h, error);
    }
    self->report.longest_step_m = carom_penalty_max(move, self->report.longest_step_m);
    finish_step(self, carom_penalty_grid_time(self, self->report.steps), drifted_m);
    return carom_penalty_find_neighbours(self, h, 0, error);
}

/* ---- on the grid of the steps ---- */

/* Takes the next step of the grid. The first may be shorter; the lists must then be valid for a
 * whole step. */
static carom_status step_once(penalty_system *self, carom_error *error)
{
    bool first = self->phase > 0 && self->report.steps == 0;
    double h = self->springs.step_s, end_s = carom_penalty_grid_time(self, self->report.steps + 1);
    if (!first) {
        return carom_penalty_step(self, h, end_s, error);
    }
    CAROM_TRY(carom_penalty_step(self, h * (1 - self->phase), end_s, error));
    return carom_penalty_find_neighbours(self, h, 0, error);
}

carom_status carom_penalty_apply_schedule(penalty_system *self, carom_error *error)
{
    penalty_springs *springs = &self->springs;
    if (!carom_penalty_is_change_due(self)) {
        return CAROM_OK;
    }
    while (carom_penalty_is_change_due(self)) {
        springs->model.changed++;
    }
    /* recomputes the parameters of all contacts */
    return self->neighbours.neighbour_m > 0
             ? carom_penalty_find_neighbours(self, springs->step_s, self->neighbours.neighbour_m,
                                             error)
             : CAROM_OK;
}

carom_status carom_penalty_advance_grid(penalty_system *self, double t_s, carom_error *error)
{
    CAROM_TRY(carom_check_cancelled(self->cancel, error));
    CAROM_TRY(carom_penalty_apply_schedule(self, error));
    return carom_penalty_is_drifting(self) ? take_drift_steps(self, t_s, error)
                                           : step_once(self, error);
}

/* ---- sampling between the steps: one shorter step on a copy ---- */

/* Context of a located step that is only sampled. */
typedef struct {
    const penalty_system *self;
    carom_budget_sums *sums;
} sampling;

static carom_status account_for_part(void *context, penalty_motion *motion, double after_s,
                                     double part_s, size_t switched, carom_error *error)
{
    const sampling *one = context;
    (void)after_s, (void)part_s, (void)error;
    carom_penalty_update_budget(&one->self->springs, motion, one->sums);
    carom_sum_add(&one->sums->dissipated,
                  carom_penalty_switch_loss(&one->self->springs, motion, switched));
    return CAROM_OK;
}

static void predict_located(const penalty_system *self, penalty_motion *trial, double rest,
                            carom_budget_sums *sums)
{
    sampling one = {self, sums};
    penalty_located_step split = {.springs = &self->springs,
                                  .pair = self->neighbours.pair,
                                  .motion = trial,
                                  .start_s = self->time_s,
                                  .step_s = self->springs.step_s,
                                  .part = account_for_part,
                                  .context = &one};
    if (carom_penalty_integrate_located(&split, rest, NULL) != CAROM_OK) {
        trial->x[0] = NAN; /* the next step reports the failure */
    }
}

void carom_penalty_predict(const penalty_system *self, penalty_motion *trial, double rest,
                           carom_budget_sums *sums)
{
    const penalty_springs *springs = &self->springs;
    carom_penalty_copy_state(springs, self->now.x, self->now.v, trial->x, trial->v);
    if (springs->model.located) {
        memcpy(trial->contact_state, self->now.contact_state,
               springs->neighbour_count * sizeof *trial->contact_state);
    }
    if (springs->friction.acts) {
        memcpy(trial->friction_state, self->now.friction_state,
               springs->neighbour_count * sizeof *trial->friction_state);
        carom_penalty_init_springs(springs, trial, rest);
    }
    if (rest > 0 && springs->model.located) {
        predict_located(self, trial, rest, sums);
    } else if (rest > 0) {
        carom_penalty_integrate(springs, trial, springs->step_s, rest);
        carom_penalty_update_budget(springs, trial, sums);
    }
}

static void sample_balls(const penalty_system *self, const penalty_motion *trial, carom_view *view)
{
    const penalty_springs *springs = &self->springs;
    for (size_t i = 0; i < springs->problem->count; i++) {
        carom_flight_to_view(carom_penalty_ball_flight(springs, trial, i), view, i);
        if (springs->friction.acts) {
            view->spin_radps[i] = carom_penalty_spin(springs, trial, i);
        }
    }
}

void carom_penalty_sample(const penalty_system *self, double t_s, carom_view *view)
{
    const carom_problem *problem = self->springs.problem;
    carom_budget_sums sums = self->sums;
    penalty_motion trial = self->trial;
    carom_penalty_predict(self, &trial, t_s - carom_penalty_grid_time(self, self->report.steps),
                          &sums);
    sample_balls(self, &trial, view);
    carom_flight_add_weights(problem, t_s, &sums);
    carom_view_set_totals(view, &sums, &self->report);
    view->budget.elastic_J = carom_penalty_elastic_energy(&self->springs, &trial, &view->contacts,
                                                          &view->max_overlap_m);
}

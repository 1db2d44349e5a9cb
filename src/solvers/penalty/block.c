/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A block: its memory, and one step of it.
 *   1. set the tangential springs and store the state (forces.c);
 *   2. advance it by h with the integrator;
 *   3. find the largest displacement and speed.
 * The caller undoes the step, or adds it to the budget (forces.c) and to the log (contacts.c). */
#include "solvers/penalty/penalty.h"

/* ---- memory ---- */

void *carom_penalty_reallocate(void *old, size_t count, size_t size)
{
    free(old);
    return carom_allocate(count, size);
}

/* True if a capacity has to grow. Then it becomes half as large again as wanted. */
static bool grow(size_t *capacity, size_t wanted)
{
    bool grows = wanted > *capacity;
    *capacity = grows ? wanted + wanted / 2 : *capacity;
    return grows;
}

/* Divides one array among n coordinates and m quadratures. */
static void fit_numbers(penalty_block *block, size_t n, size_t m)
{
    const carom_integrator *integrator = block->shared->integrator;
    size_t work = integrator->work_coordinates * n + integrator->work_quadratures * m;
    if (grow(&block->capacity, 6 * n + 3 * m + work + 1)) {
        PENALTY_REALLOCATE(block->numbers, block->capacity);
    }
    block->x = block->numbers;
    block->v = block->x + n;
    block->a = block->v + n;
    block->x_before = block->a + n;
    block->v_before = block->x_before + n;
    block->q = block->v_before + n;
    block->g = block->q + m;
    block->work = block->g + m;
    block->rates = block->work + work; /* n + m numbers */
}

void carom_penalty_fit_block(penalty_block *block, size_t balls, size_t pairs)
{
    const penalty_shared *shared = block->shared;
    const carom_integrator *integrator = shared->integrator;
    block->balls = balls;
    block->pairs = pairs;
    block->has_rates = false; /* rates of other pairs */
    size_t coordinates = carom_penalty_coordinates(block),
           quadratures = carom_penalty_quadratures(block);
    if (grow(&block->ball_capacity, balls + 1)) {
        PENALTY_REALLOCATE(block->ball, block->ball_capacity);
        if (shared->exact) {
            PENALTY_REALLOCATE(block->origin, block->ball_capacity);
        }
    }
    if (grow(&block->pair_capacity, pairs + 1)) {
        PENALTY_REALLOCATE(block->pair, block->pair_capacity);
        PENALTY_REALLOCATE(block->acting, block->pair_capacity);
        PENALTY_REALLOCATE(block->tracked, block->pair_capacity);
    }
    fit_numbers(block, coordinates, quadratures);
    if (integrator->prepare != NULL &&
        (block->state == NULL || block->state_coordinates != coordinates ||
         block->state_quadratures != quadratures)) {
        block->state = integrator->prepare(block->state, shared->options.integrator.options,
                                           coordinates, quadratures);
        block->state_coordinates = coordinates;
        block->state_quadratures = quadratures;
    }
}

penalty_block *carom_penalty_copy_block(const penalty_block *block)
{
    penalty_block *trial = block->shared->trial;
    carom_penalty_fit_block(trial, block->balls, block->pairs);
    trial->a = trial->g = NULL; /* no step follows that could use the rates */
    trial->time_s = block->time_s;
    memcpy(trial->ball, block->ball, block->balls * sizeof *block->ball);
    memcpy(trial->pair, block->pair, block->pairs * sizeof *block->pair);
    carom_penalty_copy_state(block, block->x, block->v, trial->x, trial->v);
    if (block->origin != NULL) {
        memcpy(trial->origin, block->origin, block->balls * sizeof *block->origin);
    }
    return trial;
}

void carom_penalty_free_block(penalty_block *block)
{
    if (block->state != NULL) {
        block->shared->integrator->release(block->state);
    }
    free(block->ball);
    free(block->origin);
    free(block->pair);
    free(block->acting);
    free(block->tracked);
    free(block->numbers);
}

/* ---- the integrator ---- */

/* True if a force at the end of a step depends on velocities, which the integrator may only have
 * predicted. Then the next step must not reuse the rates: results would depend on when the pairs
 * are renewed. */
static bool depends_on_speed(const penalty_block *block)
{
    const penalty_shared *shared = block->shared;
    bool slip_matters = shared->friction && shared->problem->friction_law.slip_dependent;
    for (size_t n = 0; n < block->acting_count; n++) {
        const penalty_pair *pair = &block->pair[block->acting[n]];
        bool first = pair->friction_state == PENALTY_NO_SPRING && pair->friction.mu > 0;
        if (slip_matters || first || pair->contact.viscosity != 0 || pair->contact.damping != 0 ||
            block->g[carom_penalty_force_index(block, pair) + 1] != 0) {
            return true;
        }
    }
    return shared->rolling != NULL;
}

size_t carom_penalty_integrate(penalty_block *block, double step_s, double segment_s)
{
    const penalty_shared *shared = block->shared;
    carom_motion equation = {
        .coordinates = carom_penalty_coordinates(block),
        .quadratures = carom_penalty_quadratures(block),
        .first_order = shared->friction && shared->integrator->evaluations == 0 ? block->pairs : 0,
        .rates = carom_penalty_rates,
        .context = block,
        .options = shared->options.integrator.options,
        .state = block->state,
        .a = block->a,
        .g = block->g,
        .known = &block->has_rates,
        .cancel = block->cancel,
        .failure = &block->failure};
    block->step_s = step_s;
    block->segment_s = segment_s;
    block->failure = CAROM_OK;
    memset(block->q, 0, equation.quadratures * sizeof *block->q);
    size_t evaluations = shared->integrator->step(&equation, segment_s, block->x, block->v,
                                                  block->q, block->work);
    block->acting_is_current = block->has_rates;
    block->has_rates = block->has_rates && !depends_on_speed(block);
    return evaluations;
}

carom_status carom_penalty_step_error(const penalty_block *block, carom_status why, double h,
                                      carom_error *error)
{
    const penalty_shared *shared = block->shared;
    if (why == CAROM_INTERRUPTED) {
        return carom_error_interrupted(error);
    }
    if (why == CAROM_NOT_FINITE) {
        return carom_error_set(error, why, "step_s",
                               "%s finds accelerations that are not finite in the step after t = "
                               "%.12g s (got %.6g s); use a smaller step",
                               shared->integrator->about.name, block->time_s, h);
    }
    return carom_error_set(
        error, why, "tolerance",
        "%s does not complete the step of %.6g s after t = %.12g s in %d sub-steps; "
        "use a larger tolerance, a smaller step%s",
        shared->integrator->about.name, h, block->time_s, CAROM_MAX_SUBSTEPS,
        shared->exact ? "" : ", or contacts: exact");
}

/* ---- a step ---- */

void carom_penalty_undo_step(penalty_block *block)
{
    carom_penalty_copy_state(block, block->x_before, block->v_before, block->x, block->v);
    block->has_rates = false;
}

double carom_penalty_measure_step(penalty_block *block)
{
    const double *x = block->x, *v = block->v, *x_before = block->x_before;
    double far2 = 0, fast2 = 0, sum = 0; /* the sum is finite if all terms are */
    for (size_t i = 0; i < block->balls; i++) {
        carom_vec move = carom_vec_subtract(carom_penalty_vec(x, i),
                                            carom_penalty_vec(x_before, i));
        double move2 = carom_vec_square(move), speed2 = carom_vec_square(carom_penalty_vec(v, i));
        far2 = carom_penalty_max(far2, move2);
        fast2 = carom_penalty_max(fast2, speed2);
        sum += move2 + speed2;
    }
    block->fastest_mps = sqrt(fast2);
    double farthest_m = isfinite(sum) ? sqrt(far2) : NAN;
    block->shared->report.longest_step_m = carom_penalty_max(farthest_m,
                                                             block->shared->report.longest_step_m);
    return farthest_m;
}

carom_status carom_penalty_unstable(double t_s, double h, double farthest_m, const char *during,
                                    carom_error *error)
{
    char cause[60] = "a position is not finite";
    if (isfinite(farthest_m)) {
        snprintf(cause, sizeof cause, "a ball moves %.6g m in %s", farthest_m, during);
    }
    return carom_error_set(
        error, CAROM_NOT_FINITE, "step_s",
        "the motion is unstable: %s at t = %.12g s (got %.6g s); use a smaller step", cause, t_s,
        h); /* 12 digits hide the rounding error of a sum */
}

carom_status carom_penalty_check_displacement(const penalty_block *block, double h,
                                              double farthest_m, carom_error *error)
{
    bool is_resolved = isfinite(farthest_m) && isfinite(block->fastest_mps) &&
                       farthest_m * DBL_EPSILON < block->shared->smallest_m;
    return is_resolved
             ? CAROM_OK
             : carom_penalty_unstable(block->time_s + h, h, farthest_m, "one step", error);
}

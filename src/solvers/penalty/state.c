/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory of the state: coordinates, contact and friction states, quadratures, and the workspace of
 * the integrator. */
#include "solvers/penalty/penalty.h"

static void enlarge(double **array, size_t used, size_t capacity, bool *missing)
{
    double *larger = carom_zeros(capacity, sizeof *larger, missing);
    if (larger != NULL && *array != NULL) {
        memcpy(larger, *array, used * sizeof *larger);
    }
    free(*array);
    *array = larger;
}

carom_status carom_penalty_reserve_coordinates(const penalty_springs *springs,
                                               penalty_motion *motion, carom_error *error)
{
    size_t coordinates = carom_penalty_coordinates(springs);
    size_t used = motion->x_capacity, capacity = coordinates + coordinates / 2 + 2;
    bool missing = false;
    motion->x_capacity = 0;
    enlarge(&motion->x, used, capacity, &missing);
    enlarge(&motion->v, used, capacity, &missing);
    enlarge(&motion->x_before, used, capacity, &missing);
    enlarge(&motion->v_before, used, capacity, &missing);
    if (springs->model.located) {
        enlarge(&motion->location.x, used, capacity, &missing);
        enlarge(&motion->location.v, used, capacity, &missing);
    }
    if (motion->a != NULL) {
        enlarge(&motion->a, used, capacity, &missing);
    }
    motion->x_capacity = missing ? 0 : capacity;
    return missing ? carom_error_no_memory(error) : CAROM_OK;
}

void *carom_penalty_reallocate(void *old, size_t count, size_t size, bool *missing)
{
    free(old);
    return carom_zeros(count, size, missing);
}

/* Reserves arrays for twice this number of quadratures. Their contents are lost. */
static carom_status reserve_quadratures(const penalty_springs *springs, penalty_motion *motion,
                                        size_t quadratures, carom_error *error)
{
    const carom_integrator *integrator = springs->model.integrator;
    size_t capacity = 2 * quadratures;
    size_t work = integrator->work_coordinates * motion->x_capacity +
                  integrator->work_quadratures * capacity;
    bool missing = false;
    PENALTY_REALLOCATE(motion->q, capacity, &missing);
    PENALTY_REALLOCATE(motion->work, work + 1, &missing);
    if (springs->model.located) {
        PENALTY_REALLOCATE(motion->contact_state, capacity, &missing);
    }
    if (springs->friction.acts) {
        PENALTY_REALLOCATE(motion->friction_state, capacity, &missing);
        PENALTY_REALLOCATE(motion->location.friction_state, capacity, &missing);
        PENALTY_REALLOCATE(motion->location.rates, motion->x_capacity + capacity, &missing);
    }
    if (motion->a != NULL) {
        PENALTY_REALLOCATE(motion->g, capacity, &missing);
    }
    motion->q_capacity = missing ? 0 : capacity;
    return missing ? carom_error_no_memory(error) : CAROM_OK;
}

carom_status carom_penalty_fit_motion(const penalty_springs *springs, penalty_motion *motion,
                                      carom_error *error)
{
    size_t coordinates = carom_penalty_coordinates(springs),
           quadratures = carom_penalty_quadratures(springs);
    const carom_integrator *integrator = springs->model.integrator;
    if (coordinates > motion->x_capacity) {
        motion->q_capacity = 0; /* the size of `work` depends on coordinates and quadratures */
        CAROM_TRY(carom_penalty_reserve_coordinates(springs, motion, error));
    }
    if (quadratures > motion->q_capacity) {
        CAROM_TRY(reserve_quadratures(springs, motion, quadratures, error));
    }
    motion->known = false; /* rates of other pairs */
    if (integrator->prepare != NULL &&
        (motion->state == NULL || motion->state_quadratures != quadratures)) {
        motion->state = integrator->prepare(motion->state, springs->model.integrator_options,
                                            coordinates, quadratures);
        motion->state_quadratures = quadratures;
        return motion->state == NULL ? carom_error_no_memory(error) : CAROM_OK;
    }
    return CAROM_OK;
}

carom_status carom_penalty_fit_evaluation(const penalty_springs *springs, size_t pairs,
                                          penalty_evaluation *e, carom_error *error)
{
    size_t wanted = pairs + 1;
    bool missing = false;
    if (wanted <= e->capacity) {
        return CAROM_OK;
    }
    wanted += wanted / 2;
    PENALTY_REALLOCATE(e->acting, wanted, &missing);
    PENALTY_REALLOCATE(e->normal, wanted, &missing);
    if (springs->friction.acts) {
        PENALTY_REALLOCATE(e->sites, wanted, &missing);
    }
    e->capacity = missing ? 0 : wanted;
    return missing ? carom_error_no_memory(error) : CAROM_OK;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of a system of springs: where the balls are and how fast, what their contacts are at,
 * with the room that the integrator needs. */
#include "base/base.h"
#include "solvers/penalty/penalty.h"
#include <string.h>

/* Room for more coordinates; those that there are stay. */
static void enlarge(double **array, size_t used, size_t capacity, bool *missing)
{
    double *larger = carom_zeros(capacity, sizeof *larger, missing);
    if (larger != NULL && *array != NULL) {
        memcpy(larger, *array, used * sizeof *larger);
    }
    free(*array);
    *array = larger;
}

/* Room for so many coordinates at least. */
static carom_status make_room(const penalty_springs *springs, penalty_motion *motion,
                              size_t coordinates, carom_error *error)
{
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

carom_status carom_penalty_motion_init(const penalty_springs *springs, penalty_motion *motion,
                                       carom_error *error)
{
    if (springs->model.located) {
        motion->location.locator = gsl_root_fsolver_alloc(gsl_root_fsolver_brent);
        if (motion->location.locator == NULL) {
            return carom_error_no_memory(error);
        }
    }
    return make_room(springs, motion, carom_penalty_coordinates(springs), error);
}

void carom_penalty_motion_free(const carom_integrator *integrator, penalty_motion *motion)
{
    if (motion->state != NULL) {
        integrator->release(motion->state);
    }
    if (motion->location.locator != NULL) {
        gsl_root_fsolver_free(motion->location.locator);
    }
    free(motion->x_before);
    free(motion->v_before);
    free(motion->location.x);
    free(motion->location.v);
    free(motion->watch);
    free(motion->hold);
    free(motion->location.hold);
    free(motion->location.rates);
    free(motion->a);
    free(motion->g);
    free(motion->x);
    free(motion->v);
    free(motion->q);
    free(motion->work);
}

void *carom_penalty_renew(void *old, size_t count, size_t size, bool *missing)
{
    free(old);
    return carom_zeros(count, size, missing);
}

/* Room for twice as many quadratures as there are now. What is in it is lost. */
static carom_status grow(const penalty_springs *springs, penalty_motion *motion, size_t quadratures,
                         carom_error *error)
{
    const carom_integrator *integrator = springs->model.integrator;
    size_t capacity = 2 * quadratures;
    size_t work = integrator->work_coordinates * motion->x_capacity +
                  integrator->work_quadratures * capacity;
    bool missing = false;
    motion->q = carom_penalty_renew(motion->q, capacity, sizeof *motion->q, &missing);
    motion->work = carom_penalty_renew(motion->work, work + 1, sizeof *motion->work, &missing);
    if (springs->model.located) {
        motion->watch = carom_penalty_renew(motion->watch, capacity, sizeof *motion->watch,
                                            &missing);
    }
    if (springs->friction.acts) {
        motion->hold = carom_penalty_renew(motion->hold, capacity, sizeof *motion->hold, &missing);
        motion->location.hold = carom_penalty_renew(motion->location.hold, capacity,
                                                    sizeof *motion->hold, &missing);
        motion->location.rates = carom_penalty_renew(motion->location.rates,
                                                     motion->x_capacity + capacity,
                                                     sizeof *motion->location.rates, &missing);
    }
    if (motion->a != NULL) {
        motion->g = carom_penalty_renew(motion->g, capacity, sizeof *motion->g, &missing);
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
        motion->q_capacity = 0; /* the room for work depends on both */
        CAROM_TRY(make_room(springs, motion, coordinates, error));
    }
    if (quadratures > motion->q_capacity) {
        CAROM_TRY(grow(springs, motion, quadratures, error));
    }
    motion->known = false; /* the pairs are others now */
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
    e->acting = carom_penalty_renew(e->acting, wanted, sizeof *e->acting, &missing);
    e->normal = carom_penalty_renew(e->normal, wanted, sizeof *e->normal, &missing);
    if (springs->friction.acts) {
        e->rubbing = carom_penalty_renew(e->rubbing, wanted, sizeof *e->rubbing, &missing);
    }
    e->capacity = missing ? 0 : wanted;
    return missing ? carom_error_no_memory(error) : CAROM_OK;
}

void carom_penalty_archive_motion(const penalty_springs *springs, penalty_motion *now,
                                  carom_archive *archive)
{
    size_t coordinates = carom_penalty_coordinates(springs);
    carom_archive_array(archive, now->x, coordinates);
    carom_archive_array(archive, now->v, coordinates);
    if (springs->model.located) {
        carom_archive_array(archive, now->watch, springs->nears);
    }
    if (springs->friction.acts) {
        carom_archive_array(archive, now->hold, springs->nears);
    }
    for (size_t k = 0; k < springs->nears && !archive->keeping; k++) {
        bool located = !springs->model.located || now->watch[k] <= PENALTY_ARMED;
        (void)carom_archive_must(
            archive, located && (!springs->friction.acts || now->hold[k] <= PENALTY_LOOSE),
            "contact");
    }
    carom_archive_flag_value(archive, &now->known);
    if (now->known) {
        carom_archive_array(archive, now->a, coordinates);
        carom_archive_array(archive, now->g, carom_penalty_quadratures(springs));
    }
    if (springs->model.integrator->archive != NULL) {
        springs->model.integrator->archive(now->state, archive);
    }
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A motion: where the balls are and how fast, with the room that its integrator needs, carried over
 * a time under the forces of the near pairs. */
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
        enlarge(&motion->start.x, used, capacity, &missing);
        enlarge(&motion->start.v, used, capacity, &missing);
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
        motion->locator = gsl_root_fsolver_alloc(gsl_root_fsolver_brent);
        if (motion->locator == NULL) {
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
    if (motion->locator != NULL) {
        gsl_root_fsolver_free(motion->locator);
    }
    free(motion->x_before);
    free(motion->v_before);
    free(motion->start.x);
    free(motion->start.v);
    free(motion->watch);
    free(motion->hold);
    free(motion->start.hold);
    free(motion->rates);
    free(motion->a);
    free(motion->g);
    free(motion->x);
    free(motion->v);
    free(motion->q);
    free(motion->work);
}

/* Zeroed room in place of what there was. */
static void *renew(void *old, size_t count, size_t size, bool *missing)
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
    motion->q_capacity = 0;
    motion->q = renew(motion->q, capacity, sizeof *motion->q, &missing);
    motion->work = renew(motion->work, work + 1, sizeof *motion->work, &missing);
    if (springs->model.located) {
        motion->watch = renew(motion->watch, capacity, sizeof *motion->watch, &missing);
    }
    if (springs->friction.acts) {
        motion->hold = renew(motion->hold, capacity, sizeof *motion->hold, &missing);
        motion->start.hold = renew(motion->start.hold, capacity, sizeof *motion->hold, &missing);
        motion->rates = renew(motion->rates, motion->x_capacity + capacity, sizeof *motion->rates,
                              &missing);
    }
    if (motion->a != NULL) {
        motion->g = renew(motion->g, capacity, sizeof *motion->g, &missing);
    }
    if (missing) {
        return carom_error_no_memory(error);
    }
    motion->q_capacity = capacity;
    return CAROM_OK;
}

static carom_status fit_motion(const penalty_springs *springs, penalty_motion *motion,
                               carom_error *error)
{
    size_t coordinates = carom_penalty_coordinates(springs),
           quadratures = carom_penalty_quadratures(springs);
    const carom_integrator *integrator = springs->model.integrator;
    carom_status status = CAROM_OK;
    if (coordinates > motion->x_capacity) {
        motion->q_capacity = 0; /* the room for work depends on both */
        status = make_room(springs, motion, coordinates, error);
    }
    if (status == CAROM_OK && quadratures > motion->q_capacity) {
        status = grow(springs, motion, quadratures, error);
    }
    if (status != CAROM_OK) {
        return status;
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

carom_status carom_penalty_fit_to_pairs(penalty_system *self, carom_error *error)
{
    size_t wanted = self->neighbours.pairs + 1;
    if (wanted <= self->evaluated.capacity) {
        return CAROM_OK;
    }
    wanted += wanted / 2;
    free(self->evaluated.acting);
    free(self->evaluated.normal);
    free(self->evaluated.rubbing);
    self->evaluated.acting = calloc(wanted, sizeof *self->evaluated.acting);
    self->evaluated.normal = calloc(wanted, sizeof *self->evaluated.normal);
    self->evaluated.rubbing = self->springs.friction.acts
                                ? calloc(wanted, sizeof *self->evaluated.rubbing)
                                : NULL;
    self->evaluated.capacity = self->evaluated.acting != NULL && self->evaluated.normal != NULL &&
                                       (self->evaluated.rubbing != NULL ||
                                        !self->springs.friction.acts)
                                 ? wanted
                                 : 0;
    return self->evaluated.capacity > 0 ? CAROM_OK : carom_error_no_memory(error);
}

carom_status carom_penalty_fit_to_near(penalty_system *self, carom_error *error)
{
    carom_status status = fit_motion(&self->springs, &self->now, error);
    return status == CAROM_OK ? fit_motion(&self->springs, &self->trial, error) : status;
}

void carom_penalty_watch_anew(const penalty_system *self, penalty_motion *motion)
{
    for (size_t k = 0; k < self->springs.nears; k++) {
        uint32_t record = self->neighbours.pair[self->springs.near[k].pair].record;
        motion->watch[k] = record == PENALTY_NO_RECORD
                             ? PENALTY_OFF
                             : (self->contacts.record[record].released ? PENALTY_SPENT
                                                                       : PENALTY_ON);
    }
}

/* Whether any force at the end of a step depends on the velocities, which may have been predicted
 * ones there: then what would be kept for the next step is not that of its beginning, and when the
 * lists are made anew would change bits. */
static bool depends_on_speed(const penalty_springs *springs, const penalty_motion *motion)
{
    bool rubs = springs->friction.acts && !carom_penalty_rubs_plainly(springs);
    for (size_t k = 0; k < springs->nears; k++) {
        const carom_contact *contact = &springs->near[k].contact;
        /* who acts is as good as random, and comes last */
        if ((rubs || contact->viscosity != 0 || contact->damping != 0 ||
             motion->g[PENALTY_PAIRS + 2 * k + 1] != 0) &&
            motion->evaluated->acting[k]) {
            return true;
        }
    }
    return springs->rolling != NULL;
}

void carom_penalty_archive_motion(penalty_system *self, carom_archive *archive)
{
    penalty_motion *now = &self->now;
    size_t coordinates = carom_penalty_coordinates(&self->springs);
    carom_archive_array(archive, now->x, coordinates);
    carom_archive_array(archive, now->v, coordinates);
    if (self->springs.model.located) {
        carom_archive_array(archive, now->watch, self->springs.nears);
    }
    if (self->springs.friction.acts) {
        carom_archive_array(archive, now->hold, self->springs.nears);
    }
    for (size_t k = 0; k < self->springs.nears && !archive->keeping; k++) {
        bool located = !self->springs.model.located || now->watch[k] <= PENALTY_ARMED;
        (void)carom_archive_must(
            archive, located && (!self->springs.friction.acts || now->hold[k] <= PENALTY_LOOSE),
            "contact");
    }
    carom_archive_flag_value(archive, &now->known);
    if (now->known) {
        carom_archive_array(archive, now->a, coordinates);
        carom_archive_array(archive, now->g, carom_penalty_quadratures(&self->springs));
    }
    if (self->springs.model.integrator->archive != NULL) {
        self->springs.model.integrator->archive(now->state, archive);
    }
}

carom_motion carom_penalty_equation(const penalty_scene *scene, penalty_motion *motion)
{
    const penalty_springs *springs = scene->springs;
    return (carom_motion){.coordinates = carom_penalty_coordinates(springs),
                          .quadratures = carom_penalty_quadratures(springs),
                          .rates = carom_penalty_rates,
                          .context = scene,
                          .options = springs->model.integrator_options,
                          .state = motion->state,
                          .a = motion->a,
                          .g = motion->g,
                          .known = &motion->known,
                          .watch = motion->watcher,
                          .given_up = &motion->given_up};
}

size_t carom_penalty_move(const penalty_springs *springs, penalty_motion *motion, double step_s,
                          double part_s)
{
    penalty_scene scene = {springs, motion->watch, motion->hold, step_s, part_s, motion->evaluated};
    carom_motion equation = carom_penalty_equation(&scene, motion);
    size_t evaluations;
    motion->given_up = CAROM_OK;
    memset(motion->q, 0, equation.quadratures * sizeof *motion->q);
    evaluations = springs->model.integrator->step(&equation, part_s, motion->x, motion->v,
                                                  motion->q, motion->work);
    motion->seen = motion->known;
    motion->known = motion->known && !depends_on_speed(springs, motion);
    return evaluations;
}

carom_status carom_penalty_given_up(const penalty_springs *springs, carom_status why, double t_s,
                                    double h, carom_error *error)
{
    char t[32];
    if (why == CAROM_INTERRUPTED) {
        return carom_error_interrupted(error);
    }
    carom_number_format_digits(t_s, 12, t, sizeof t);
    if (why == CAROM_NOT_FINITE) {
        return carom_error_set(
            error, why, "step_s",
            "%s finds rates that are no numbers in the step of %.6g s after t = %s s; "
            "expected a smaller one",
            springs->model.integrator->about.name, h, t);
    }
    return carom_error_set(error, why, "tolerance",
                           "%s does not come to the end of the step of %.6g s after t = %s s in %d "
                           "sub-steps; expected a larger tolerance, a smaller step%s",
                           springs->model.integrator->about.name, h, t, CAROM_MOST_SUBSTEPS,
                           springs->model.located ? "" : ", or contacts: located");
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What contacts that are followed are like from inside. Between the steps nothing is known but what
 * the collision log says of touch and release, by the same interpolation; it is taken here as it
 * is: there overlap or force, whichever the two are found by, is 0. */
#include "solvers/penalty/moments.h"
#include "solvers/penalty/rubbing.h"
#include <math.h>

/* When and how a contact is shown. */
typedef struct {
    double t_s, flown_s; /* flown: since the velocities were as they are given */
    penalty_geometry at;
    bool holds;   /* the spring holds energy */
    bool presses; /* and has a force */
    double dissipated_J;
    const penalty_motion *motion; /* of which this is the state; NULL: it is between two */
} view;

static carom_vec velocity(const penalty_system *self, size_t i, const double *v, double flown_s)
{
    double fallen_s = self->constants.inverse_mass[i] > 0 ? flown_s : 0;
    return carom_vec_ahead(carom_penalty_of(self, v, i), fallen_s, self->problem->gravity_mps2);
}

static carom_two_velocities velocities(const penalty_system *self, const penalty_near *near,
                                       const double *v, double flown_s)
{
    static const carom_vec none = {0, 0};
    return (carom_two_velocities){velocity(self, near->a, v, flown_s),
                                  near->wall ? none : velocity(self, near->b, v, flown_s)};
}

/* The surfaces. At a touch, and where a force ends, friction has none. */
static void show_surfaces(const penalty_system *self, const penalty_record *record,
                          const penalty_near *near, const double *v,
                          const carom_two_velocities *both, const view *seen, carom_moment *moment)
{
    const double *spin = v + 2 * self->balls;
    penalty_slip s = carom_penalty_slip(self, near, &seen->at, v);
    moment->spin_a_radps = spin[near->a];
    moment->spin_b_radps = near->wall ? 0 : spin[near->b];
    moment->slip_mps = carom_vec_dot(carom_vec_minus(both->a, both->b),
                                     carom_vec_left(moment->normal)) +
                       moment->spin_a_radps * s.arm_a + moment->spin_b_radps * s.arm_b;
    if (seen->motion != NULL && seen->presses) {
        size_t k = (size_t)(near - self->neighbours.near);
        penalty_tangential rubs = carom_penalty_tangential(self, seen->motion, k, &seen->at);
        moment->force_t_N = rubs.force_N;
        moment->tangential_m = rubs.length_m;
        moment->elastic_J += carom_penalty_held(self, seen->motion, k);
        moment->sliding = record->slides;
    }
}

static carom_status show(const penalty_system *self, const penalty_record *record,
                         const penalty_near *near, const double *v, const view *seen,
                         carom_error *error)
{
    const carom_collision *c = &record->collision;
    const penalty_geometry *at = &seen->at;
    carom_two_velocities both = velocities(self, near, v, seen->flown_s);
    carom_moment moment = {.t_s = seen->t_s,
                           .overlap_m = at->overlap_m,
                           .rate_mps = at->rate_mps,
                           .normal = at->normal,
                           .dissipated_J = seen->dissipated_J,
                           .a = c->a,
                           .b = near->wall ? near->b - (uint32_t)self->problem->count : c->b,
                           .wall = c->wall,
                           .over = record->released};
    if (seen->presses) {
        moment.force_N =
            self->model.law->force(&near->contact, at->overlap_m, at->rate_mps).total_N;
    }
    if (seen->holds && at->overlap_m > 0) {
        moment.elastic_J = self->model.law->energy(&near->contact, at->overlap_m);
    }
    if (self->friction.acts) {
        show_surfaces(self, record, near, v, &both, seen, &moment);
    }
    if (self->global != NULL) {
        moment.a = self->global[moment.a];
        moment.b = moment.wall ? moment.b : self->global[moment.b];
    }
    return carom_trace_add(self->trace, record->trace, &moment, &both, error);
}

carom_status carom_penalty_show_touch(const penalty_system *self, const penalty_record *record,
                                      const penalty_passage *step, const penalty_geometry *touch,
                                      const double *v, carom_error *error)
{
    view seen = {.t_s = record->collision.t_s, .at = *touch, .holds = true, .presses = true};
    seen.flown_s = self->model.located ? 0 : seen.t_s - step->start_s;
    if (!self->model.located && step->before.overlap_m < 0) {
        seen.at.overlap_m = 0;
    }
    return show(self, record, step->near, v, &seen, error);
}

/* Where the overlap is over after the force was. */
static carom_status show_parting(const penalty_system *self, const penalty_record *record,
                                 const penalty_passage *step, const penalty_motion *motion,
                                 carom_error *error)
{
    double before = step->before.overlap_m,
           part = before > 0 ? before / (before - step->after.overlap_m) : 0;
    view seen = {.t_s = step->start_s + part * step->h,
                 .flown_s = (part - 1) * step->h,
                 .dissipated_J = record->collision.dissipated_J};
    seen.at = carom_penalty_flown(self, step->near, motion->x, motion->v, seen.flown_s);
    seen.at.overlap_m = 0;
    return show(self, record, step->near, motion->v, &seen, error);
}

/* At the end of the step, or of the part of one. */
static carom_status show_end(const penalty_system *self, const penalty_record *record,
                             const penalty_passage *step, const penalty_motion *motion, bool holds,
                             bool presses, carom_error *error)
{
    view seen = {.t_s = step->start_s + step->h,
                 .at = step->after,
                 .holds = holds,
                 .presses = presses,
                 .dissipated_J = record->collision.dissipated_J,
                 .motion = motion};
    return show(self, record, step->near, motion->v, &seen, error);
}

/* The release as it was seen on the grid of the steps. */
static view release_of(const penalty_system *self, const penalty_record *record,
                       const penalty_passage *step)
{
    const carom_collision *c = &record->collision;
    double after_s = c->t_s + c->contact_s - step->start_s;
    view seen = {.t_s = c->t_s + c->contact_s,
                 .flown_s = after_s - step->h,
                 .holds = true,
                 .dissipated_J = c->dissipated_J};
    seen.at = carom_penalty_flown(self, step->near, self->now.x, self->now.v, seen.flown_s);
    return seen;
}

carom_status carom_penalty_show_step(const penalty_system *self, const penalty_record *record,
                                     const penalty_passage *step, bool was_released, double lost_J,
                                     carom_error *error)
{
    bool releases = record->released && !was_released, overlaps = true;
    carom_status status = CAROM_OK;
    if (releases) {
        view seen = release_of(self, record, step);
        overlaps = carom_penalty_ends_by_force(step->near) && seen.at.overlap_m > 0;
        if (overlaps) { /* the dashpot goes on: what it took until here is its part of the step's */
            seen.dissipated_J += seen.flown_s / step->h * lost_J;
        } else {
            seen.at.overlap_m = 0;
            seen.presses = true;
        }
        status = show(self, record, step->near, self->now.v, &seen, error);
    }
    if (status != CAROM_OK || !overlaps) {
        return status;
    }
    return step->after.overlap_m > 0 ? show_end(self, record, step, &self->now, true, true, error)
                                     : show_parting(self, record, step, &self->now, error);
}

carom_status carom_penalty_show_part(const penalty_system *self, const penalty_record *record,
                                     const penalty_passage *step, const penalty_motion *motion,
                                     bool was_released, bool on, carom_error *error)
{
    bool parts = record->released && !was_released &&
                 (self->model.contact_end == CAROM_END_OVERLAP ||
                  step->near->contact.viscosity <= 0);
    if (!isfinite(step->after.overlap_m)) {
        return CAROM_OK; /* over, right at a seam of the wall */
    }
    return was_released && record->released && step->after.overlap_m <= 0
             ? show_parting(self, record, step, motion, error)
             : show_end(self, record, step, motion, on, on || parts, error);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Samples of traced contacts, at their onset, after each step or part, and at their separation. */
#include "solvers/penalty/penalty.h"

/* Onset and separation use the same interpolation as the collision log: there the overlap or the
 * force, whichever defines the event, is set to 0. */

/* Time and state of a contact sample. */
typedef struct {
    double t_s, offset_s; /* offset: time since the velocities were computed */
    penalty_geometry at;
    bool has_energy; /* the spring stores energy */
    bool has_force;  /* the spring exerts a force */
    double dissipated_J;
    bool is_end_state; /* at the end of the step, not interpolated */
} contact_view;

static penalty_geometry wall_after(const penalty_block *block, const penalty_pair *pair,
                                   const double *x, const double *v, double t)
{
    const carom_problem *problem = block->springs->problem;
    penalty_geometry at = carom_penalty_geometry(block, pair, x, v);
    if (problem->part != NULL) { /* the normal rotates along the path */
        carom_vec own = carom_penalty_vec(v, pair->a);
        carom_vec place = carom_vec_add_scaled(carom_penalty_position(block, x, pair->a), t, own);
        penalty_geometry then = carom_penalty_wall_geometry(block, pair, place, own);
        at = isfinite(then.overlap_m) ? then : at;
    }
    at.rate_mps += t * carom_vec_dot(at.normal, problem->gravity_mps2);
    return at;
}

penalty_geometry carom_penalty_geometry_after(const penalty_block *block, const penalty_pair *pair,
                                              const double *x, const double *v, double t)
{
    if (pair->wall) {
        return wall_after(block, pair, x, v, t);
    }
    carom_vec w = carom_penalty_relative_velocity(pair, v);
    penalty_geometry at = carom_penalty_ball_geometry(
        pair->reach_m, carom_vec_add_scaled(carom_penalty_separation(pair, x), t, w), w);
    at.rate_mps = -at.rate_mps;
    return at;
}

static carom_vec velocity(const penalty_block *block, size_t i, const double *v, double offset_s)
{
    double fallen_s = block->springs->problem->ball[block->ball[i]].fixed ? 0 : offset_s;
    return carom_vec_add_scaled(carom_penalty_vec(v, i), fallen_s,
                                block->springs->problem->gravity_mps2);
}

/* Sets spin, slip and friction. The friction force is 0 at the onset and where the force ends. */
static void set_sample_friction(const penalty_record *record, const penalty_pair_step *step,
                                const double *v, const carom_two_velocities *both,
                                const contact_view *view, carom_contact_sample *sample)
{
    const penalty_block *block = step->block;
    const penalty_pair *pair = step->pair;
    const double *spin = v + 2 * block->balls;
    penalty_slip s = carom_penalty_slip(block, pair, &view->at, v);
    sample->spin_a_radps = spin[pair->a];
    sample->spin_b_radps = pair->wall ? 0 : spin[pair->b];
    sample->slip_mps = carom_vec_dot(carom_vec_subtract(both->a, both->b),
                                     carom_vec_rotate_left(sample->normal)) +
                       sample->spin_a_radps * s.arm_a + sample->spin_b_radps * s.arm_b;
    if (view->is_end_state && view->has_force) {
        size_t k = step->k;
        double N_per_m = carom_penalty_stiffness(block, k, &view->at).N_per_m;
        sample->force_t_N = carom_penalty_tangential_force(block, k, block->pair[k].friction_state,
                                                           &view->at, block->x, block->v);
        sample->tangential_m = N_per_m > 0 ? sample->force_t_N / N_per_m : 0;
        sample->elastic_J += carom_penalty_tangential_energy(block, k);
        sample->sliding = record->is_sliding;
    }
}

static void add_sample(const penalty_springs *self, const penalty_record *record,
                       const penalty_pair_step *step, const double *v, const contact_view *view)
{
    const penalty_block *block = step->block;
    const penalty_pair *pair = step->pair;
    const carom_collision *c = &record->collision;
    const penalty_geometry *at = &view->at;
    carom_two_velocities both = {.a = velocity(block, pair->a, v, view->offset_s)};
    carom_contact_sample sample = {.t_s = view->t_s,
                                   .overlap_m = at->overlap_m,
                                   .rate_mps = at->rate_mps,
                                   .normal = at->normal,
                                   .dissipated_J = view->dissipated_J,
                                   .a = c->a,
                                   .b = c->b,
                                   .wall = c->wall,
                                   .over = record->released};
    if (!pair->wall) {
        both.b = velocity(block, pair->b, v, view->offset_s);
    }
    if (view->has_force) {
        sample.force_N =
            block->springs->model.law->force(&pair->contact, at->overlap_m, at->rate_mps).total_N;
    }
    if (view->has_energy && at->overlap_m > 0) {
        sample.elastic_J = block->springs->model.law->energy(&pair->contact, at->overlap_m);
    }
    if (block->springs->model.friction) {
        set_sample_friction(record, step, v, &both, view, &sample);
    }
    carom_trace_add_sample(self->trace, record->trace, &sample, &both);
}

void carom_penalty_trace_onset(const penalty_springs *self, const penalty_record *record,
                               const penalty_pair_step *step, const penalty_geometry *onset,
                               const double *v)
{
    contact_view view = {
        .t_s = record->collision.t_s, .at = *onset, .has_energy = true, .has_force = true};
    view.offset_s = step->block->springs->model.exact ? 0 : view.t_s - step->start_s;
    if (!step->block->springs->model.exact && step->before.overlap_m < 0) {
        view.at.overlap_m = 0;
    }
    add_sample(self, record, step, v, &view);
}

/* Sample at the end of the overlap, after the force has ended. */
static void sample_separation(const penalty_springs *self, const penalty_record *record,
                              const penalty_pair_step *step)
{
    double before = step->before.overlap_m,
           part = before > 0 ? before / (before - step->after.overlap_m) : 0;
    contact_view view = {.t_s = step->start_s + part * step->h,
                         .offset_s = (part - 1) * step->h,
                         .dissipated_J = record->collision.dissipated_J};
    view.at = carom_penalty_geometry_after(step->block, step->pair, step->block->x, step->block->v,
                                           view.offset_s);
    view.at.overlap_m = 0;
    add_sample(self, record, step, step->block->v, &view);
}

static void sample_step_end(const penalty_springs *self, const penalty_record *record,
                            const penalty_pair_step *step, bool has_energy, bool has_force)
{
    contact_view view = {.t_s = step->start_s + step->h,
                         .at = step->after,
                         .has_energy = has_energy,
                         .has_force = has_force,
                         .dissipated_J = record->collision.dissipated_J,
                         .is_end_state = true};
    add_sample(self, record, step, step->block->v, &view);
}

static contact_view release_view(const penalty_record *record, const penalty_pair_step *step)
{
    const carom_collision *c = &record->collision;
    double after_s = c->t_s + c->contact_s - step->start_s;
    contact_view view = {.t_s = c->t_s + c->contact_s,
                         .offset_s = after_s - step->h,
                         .has_energy = true,
                         .dissipated_J = c->dissipated_J};
    view.at = carom_penalty_geometry_after(step->block, step->pair, step->block->x, step->block->v,
                                           view.offset_s);
    return view;
}

void carom_penalty_trace_step(const penalty_springs *self, const penalty_record *record,
                              const penalty_pair_step *step, bool was_released, double lost_J)
{
    if (record->released && !was_released) {
        contact_view view = release_view(record, step);
        if (!carom_penalty_ends_by_force(step->block, step->pair) || view.at.overlap_m <= 0) {
            view.at.overlap_m = 0;
            view.has_force = true;
            add_sample(self, record, step, step->block->v, &view);
            return;
        }
        /* the dashpot acts until the end of the step: its loss so far is proportional to time */
        view.dissipated_J += view.offset_s / step->h * lost_J;
        add_sample(self, record, step, step->block->v, &view);
    }
    if (step->after.overlap_m > 0) {
        sample_step_end(self, record, step, true, true);
    } else {
        sample_separation(self, record, step);
    }
}

void carom_penalty_trace_part(const penalty_springs *self, const penalty_record *record,
                              const penalty_pair_step *step, bool was_released, bool on)
{
    bool parts = record->released && !was_released &&
                 !carom_penalty_ends_by_force(step->block, step->pair);
    if (was_released && record->released && step->after.overlap_m <= 0) {
        sample_separation(self, record, step);
    } else {
        sample_step_end(self, record, step, on, on || parts);
    }
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The life of an open contact: process_onset() opens and logs it, add_step() adds each step, and
 * close_contact() removes it when the bodies have separated. Contacts of bodies that overlap at the
 * start and do not approach are open, but not logged. On the grid, onset and separation are
 * interpolated from the states before and after a step; exact contacts begin and end with a segment
 * of a step. The motion does not depend on log and trace. It depends on which contacts are open:
 * they keep their springs from block to block (pairs.c), and without one an exact block ends
 * (exact.c). On the grid forces.c limits the springs of the pairs that are listed here. */
#include "solvers/penalty/penalty.h"

/* One pair during a step, or a segment of one, of h s that starts at start_s. */
typedef struct {
    penalty_block *block;
    penalty_pair *pair;
    penalty_geometry before, after;
    double start_s, h;
    bool is_segment; /* contacts begin and end at its end */
} penalty_pair_step;

/* ---- samples of traced contacts ----
 * Onset and separation use the same interpolation as the collision log: there the overlap or the
 * force, whichever defines the event, is set to 0. */

/* Time and state of a contact sample. */
typedef struct {
    double t_s, offset_s; /* offset: time since the velocities were computed */
    penalty_geometry geometry;
    bool has_energy; /* the spring stores energy */
    bool has_force;  /* the spring exerts a force */
    double dissipated_J;
    bool is_end_state; /* at the end of the step, not interpolated */
} contact_view;

/* Velocity of ball b relative to a. */
static carom_vec relative_velocity(const penalty_pair *pair, const double *v)
{
    return carom_vec_subtract(carom_penalty_vec(v, pair->b), carom_penalty_vec(v, pair->a));
}

/* Gravity accelerates all balls but the fixed ones. */
static double time_of_fall(const penalty_block *block, size_t i, double t)
{
    return block->shared->problem->ball[block->ball[i]].fixed ? 0 : t;
}

/* Geometry of a pair after free flight for t s from the state x, v. t may be negative and is so
 * short that paths are straight. */
static penalty_geometry geometry_after(const penalty_block *block, const penalty_pair *pair,
                                       const double *x, const double *v, double t)
{
    const carom_problem *problem = block->shared->problem;
    penalty_geometry geometry;
    if (!pair->wall) {
        carom_vec w = relative_velocity(pair, v);
        geometry = carom_penalty_ball_geometry(
            pair->reach_m, carom_vec_add_scaled(carom_penalty_separation(pair, x), t, w), w);
        double falls_s = time_of_fall(block, pair->b, t) - time_of_fall(block, pair->a, t);
        geometry.rate_mps = -geometry.rate_mps -
                            falls_s * carom_vec_dot(geometry.normal, problem->gravity_mps2);
        return geometry;
    }
    geometry = carom_penalty_geometry(block, pair, x, v);
    if (problem->part != NULL) { /* the normal rotates along the path */
        carom_vec ball_v = carom_penalty_vec(v, pair->a);
        carom_vec place = carom_vec_add_scaled(carom_penalty_position(block, x, pair->a), t,
                                               ball_v);
        penalty_geometry then = carom_penalty_wall_geometry(block, pair, place, ball_v);
        geometry = isfinite(then.overlap_m) ? then : geometry;
    }
    geometry.rate_mps += t * carom_vec_dot(geometry.normal, problem->gravity_mps2);
    return geometry;
}

static carom_vec velocity(const penalty_block *block, size_t i, const double *v, double offset_s)
{
    return carom_vec_add_scaled(carom_penalty_vec(v, i), time_of_fall(block, i, offset_s),
                                block->shared->problem->gravity_mps2);
}

/* The friction force is 0 at the onset and where the force ends. */
static void add_sample(const penalty_open_contact *open, const penalty_pair_step *step,
                       const double *v, const contact_view *view)
{
    const penalty_block *block = step->block;
    const penalty_shared *self = block->shared;
    const penalty_pair *pair = step->pair;
    const penalty_geometry *geometry = &view->geometry;
    carom_two_velocities velocities = {.a = velocity(block, pair->a, v, view->offset_s)};
    carom_contact_sample sample = {.t_s = view->t_s,
                                   .overlap_m = geometry->overlap_m,
                                   .rate_mps = geometry->rate_mps,
                                   .normal = geometry->normal,
                                   .dissipated_J = view->dissipated_J,
                                   .a = block->ball[pair->a],
                                   .b = pair->wall ? open->collision.b : block->ball[pair->b],
                                   .wall = pair->wall,
                                   .over = open->released};
    if (!pair->wall) {
        velocities.b = velocity(block, pair->b, v, view->offset_s);
    }
    if (view->has_force) {
        sample.force_N = carom_penalty_normal_force(block, pair, geometry);
    }
    if (view->has_energy && geometry->overlap_m > 0) {
        sample.elastic_J = self->law->energy(&pair->contact, geometry->overlap_m);
    }
    if (self->friction) {
        const double *spin = v + 2 * block->balls;
        penalty_instant now = carom_penalty_instant_at(block, pair, geometry, block->x, v);
        double slip = carom_vec_dot(carom_vec_subtract(velocities.a, velocities.b),
                                    carom_vec_rotate_left(geometry->normal));
        sample.spin_a_radps = spin[pair->a];
        sample.spin_b_radps = pair->wall ? 0 : spin[pair->b];
        sample.slip_mps = slip + sample.spin_a_radps * now.slip.arm_a +
                          sample.spin_b_radps * now.slip.arm_b;
        if (view->is_end_state && view->has_force) {
            double N_per_m = now.spring.N_per_m;
            sample.force_t_N = carom_penalty_tangential_force(&now, pair->friction_state);
            sample.tangential_m = N_per_m > 0 ? sample.force_t_N / N_per_m : 0;
            sample.elastic_J += carom_penalty_tangential_energy(block, pair, pair->friction_state,
                                                                block->x, block->v);
            sample.sliding = carom_penalty_is_sliding(pair->friction_before);
        }
    }
    carom_trace_add_sample(self->trace, open->trace, &sample, &velocities);
}

/* A time in the step, -offset_s before its end, at which no force acts. */
static contact_view view_within(const penalty_open_contact *open, const penalty_pair_step *step,
                                double t_s, double offset_s)
{
    const penalty_block *block = step->block;
    return (contact_view){
        .t_s = t_s,
        .offset_s = offset_s,
        .geometry = geometry_after(block, step->pair, block->x, block->v, offset_s),
        .dissipated_J = open->collision.dissipated_J};
}

/* Adds the sample after a step, or the separation in it. lost_J: by the dashpot */
static void trace_step(const penalty_open_contact *open, const penalty_pair_step *step,
                       bool was_released, double lost_J)
{
    bool ends_by_force = carom_penalty_ends_by_force(step->block, step->pair),
         ends_here = open->released && !was_released,
         acts = !step->is_segment || step->pair->contact_state == PENALTY_TOUCHING;
    contact_view view = {.t_s = step->start_s + step->h,
                         .geometry = step->after,
                         .has_energy = acts,
                         .has_force = acts || (ends_here && !ends_by_force),
                         .dissipated_J = open->collision.dissipated_J,
                         .is_end_state = true};
    if (ends_here && !step->is_segment) {
        double end_s = open->collision.t_s + open->collision.contact_s;
        contact_view end = view_within(open, step, end_s, end_s - step->start_s - step->h);
        bool is_last = !ends_by_force || end.geometry.overlap_m <= 0;
        end.has_energy = true;
        if (is_last) {
            end.geometry.overlap_m = 0;
            end.has_force = true;
        } else { /* the dashpot acts until the end of the step: its loss so far is proportional to
                    time */
            end.dissipated_J += end.offset_s / step->h * lost_J;
        }
        add_sample(open, step, step->block->v, &end);
        if (is_last) {
            return;
        }
    }
    if (!(step->after.overlap_m > 0) && !(step->is_segment && (ends_here || !open->released))) {
        /* the end of the overlap, after the force has ended */
        double before = step->before.overlap_m,
               fraction = before > 0 ? before / (before - step->after.overlap_m) : 0;
        view = view_within(open, step, step->start_s + fraction * step->h,
                           (fraction - 1) * step->h);
        view.geometry.overlap_m = 0;
    }
    add_sample(open, step, step->block->v, &view);
}

/* ---- open contacts ---- */

/* Time from the start of the step to the onset (s), in free flight from the state before. If other
 * forces bend the paths, the overlap is interpolated linearly instead. */
static double time_to_onset(const penalty_pair_step *step)
{
    const penalty_pair *pair = step->pair;
    const double *x = step->block->x_before, *v = step->block->v_before;
    double before = step->before.overlap_m, t;
    if (before >= 0) {
        return 0;
    }
    if (pair->wall) {
        const carom_problem *problem = step->block->shared->problem;
        carom_path path = {carom_penalty_vec(x, pair->a), carom_penalty_vec(v, pair->a),
                           problem->gravity_mps2};
        t = carom_walls_contact_time(problem, step->after.part, &path, pair->reach_m, 0);
    } else {
        t = carom_time_of_impact(carom_penalty_separation(pair, x), relative_velocity(pair, v),
                                 pair->reach_m, 0, INFINITY);
    }
    if (t <= step->h || before == -INFINITY) {
        return fmin(t, step->h);
    }
    return step->h * before / (before - step->after.overlap_m);
}

/* Opens a contact. Its first ball is the one with the lower number, in any order of the pair. */
static penalty_open_contact *open_contact(penalty_shared *self, const penalty_pair_step *step)
{
    penalty_pair *pair = step->pair;
    uint32_t a = step->block->ball[pair->a],
             b = pair->wall ? (uint32_t)self->problem->count + pair->b : step->block->ball[pair->b];
    bool flip = !pair->wall && b < a;
    carom_reserve(&self->open, self->open_count, &self->open_capacity, sizeof *self->open);
    penalty_open_contact *open = &self->open[self->open_count];
    *open = (penalty_open_contact){.bodies = {flip ? b : a, flip ? a : b, {0, 0}},
                                   .block = step->block,
                                   .pair = (uint32_t)(step->pair - step->block->pair)};
    pair->open_index = (uint32_t)self->open_count++;
    return open;
}

/* Logs a contact whose onset, at the geometry `onset`, is t after the start of the step. v:
 * velocities at the onset (exact), or at the start of the step (grid) */
static void log_contact(penalty_shared *self, const penalty_pair_step *step, double t,
                        penalty_geometry onset, const double *v)
{
    const penalty_pair *pair = step->pair;
    onset = onset.part == CAROM_NO_PART ? step->after : onset;
    penalty_open_contact *open = pair->open_index == PENALTY_NOT_OPEN
                                   ? open_contact(self, step)
                                   : &self->open[pair->open_index];
    double flip = step->block->ball[pair->a] == open->bodies.a ? 1 : -1;
    open->logged = true;
    open->slid_s = 0;
    open->collision = (carom_collision){.t_s = step->start_s + t,
                                        .normal = carom_vec_scale(flip, onset.normal),
                                        .approach_mps = onset.rate_mps > 0 ? onset.rate_mps
                                                                           : step->after.rate_mps,
                                        .separation_mps = NAN,
                                        .a = open->bodies.a,
                                        .wall = pair->wall,
                                        .b = pair->wall ? onset.part : open->bodies.b};
    self->report.collisions++;
    if (self->log != NULL) {
        open->log_index = self->log->count;
        carom_log_add(self->log, &open->collision);
        open->trace = carom_trace_begin(self->trace, &open->collision);
    }
    if (open->trace != 0) {
        contact_view view = {
            .t_s = step->start_s + t, .geometry = onset, .has_energy = true, .has_force = true};
        if (!self->exact) {
            view.offset_s = view.t_s - step->start_s;
            view.geometry.overlap_m = step->before.overlap_m < 0 ? 0 : view.geometry.overlap_m;
        }
        add_sample(open, step, v, &view);
    }
}

/* Signal whose return to zero ends the contact: the force or the overlap. It uses the force without
 * clamp, whose zero can be interpolated. */
static double end_signal(const penalty_pair_step *step, const penalty_geometry *geometry)
{
    carom_contact pulling = step->pair->contact;
    if (!carom_penalty_ends_by_force(step->block, step->pair) || geometry->overlap_m <= 0) {
        return geometry->overlap_m;
    }
    pulling.end = CAROM_END_OVERLAP;
    return step->block->shared->law->force(&pulling, geometry->overlap_m, geometry->rate_mps)
        .total_N;
}

/* Maximum overlap during the step. If the rate changes sign, a parabola through both rates gives
 * the maximum; the values extrapolated from both ends are averaged. */
static double max_overlap_in_step(const penalty_pair_step *step)
{
    double rate_before = step->before.rate_mps, rate_after = step->after.rate_mps, h = step->h;
    double deepest = step->after.overlap_m;
    if (step->before.overlap_m > 0 && rate_before > 0 && rate_after <= 0) {
        double a = (rate_after - rate_before) / h, t = -rate_before / a, back = h - t;
        double from_before = step->before.overlap_m + t * (rate_before + 0.5 * a * t);
        double from_after = step->after.overlap_m - back * (rate_after - 0.5 * a * back);
        double vertex = 0.5 * (from_before + from_after);
        deepest = vertex > deepest ? vertex : deepest;
    }
    return deepest;
}

static void add_step(penalty_shared *self, const penalty_pair_step *step,
                     penalty_open_contact *open)
{
    const penalty_block *block = step->block;
    const penalty_pair *pair = step->pair;
    const double *normal = &block->q[carom_penalty_force_index(block, pair)];
    carom_collision *c = &open->collision;
    double deepest = max_overlap_in_step(step);
    c->impulse_Ns += normal[0];
    c->dissipated_J += normal[1];
    c->max_overlap_m = carom_penalty_max(deepest, c->max_overlap_m);
    self->report.max_overlap_m = carom_penalty_max(c->max_overlap_m, self->report.max_overlap_m);
    if (self->friction) {
        c->impulse_t_Ns += block->q[carom_penalty_friction_index(block, pair)];
        c->dissipated_J += carom_penalty_friction_loss(block, pair);
        open->slid_s += carom_penalty_is_sliding(pair->friction_before) ? step->h : 0;
        c->sliding = 2 * open->slid_s > step->start_s + step->h - c->t_s;
    }
}

/* Updates a contact where the force has ended, or where bodies that still overlap are pressed
 * together again. On the grid the end is interpolated. No force acts after it, so the state after
 * the step is extrapolated backwards. Energy that an exact spring then has left, or has already,
 * counts as lost. */
static void update_end(const penalty_pair_step *step, penalty_open_contact *open)
{
    const penalty_block *block = step->block;
    bool touches = step->pair->contact_state == PENALTY_TOUCHING, was_released = open->released;
    bool presses = step->is_segment ? touches
                                    : block->q[carom_penalty_force_index(block, step->pair)] > 0;
    double after = step->is_segment ? 0 : end_signal(step, &step->after), fraction = 1;
    carom_collision *c = &open->collision;
    if (open->released && presses) {
        open->released = false;
        c->separation_mps = NAN;
        c->contact_s = 0;
    }
    if (!open->released && (step->is_segment ? !touches : after <= 0)) {
        if (!step->is_segment) {
            double before = end_signal(step, &step->before);
            fraction = before > 0 && after < before ? before / (before - after) : 0;
        }
        penalty_geometry geometry = geometry_after(block, step->pair, block->x, block->v,
                                                   (fraction - 1) * step->h);
        c->contact_s = step->start_s + fraction * step->h - c->t_s;
        c->separation_mps = -geometry.rate_mps;
        open->released = true;
    }
    if (step->is_segment && open->released != was_released) {
        c->dissipated_J += carom_penalty_switch_loss(block, step->pair);
    }
}

/* Closes the contact of a pair. The last open contact takes its place. */
static void close_contact(penalty_shared *self, penalty_pair *pair)
{
    penalty_open_contact *open = &self->open[pair->open_index],
                         *last = &self->open[--self->open_count];
    if (open != last) {
        *open = *last;
        open->block->pair[open->pair].open_index = pair->open_index;
    }
    pair->open_index = PENALTY_NOT_OPEN;
}

/* Opens a contact that begins, and logs it if the bodies approach. That of bodies that overlap at
 * the start is logged when they approach. On the grid, bodies at rest have no open contact: they
 * overlap without approach, or within the rounding error of positions. */
static void process_onset(penalty_shared *self, const penalty_pair_step *step)
{
    static const double rounding_ulps = 64;
    const penalty_block *block = step->block;
    const penalty_pair *pair = step->pair;
    const double *x = block->x_before, *v = block->v_before;
    bool is_open = pair->open_index != PENALTY_NOT_OPEN;
    if (is_open && self->open[pair->open_index].logged) {
        return;
    }
    if (!step->is_segment) {
        carom_vec at = carom_penalty_vec(block->x, pair->a);
        double size = fabs(at.x) + fabs(at.y) + pair->reach_m;
        if (step->after.overlap_m > rounding_ulps * DBL_EPSILON * size &&
            (step->before.rate_mps > 0 || step->after.rate_mps > 0)) {
            double t = time_to_onset(step);
            log_contact(self, step, t, geometry_after(block, pair, x, v, t), v);
        }
    } else if (step->after.rate_mps > 0) {
        log_contact(self, step, is_open ? 0 : step->h, is_open ? step->before : step->after,
                    is_open ? v : block->v);
    } else if (!is_open) {
        (void)open_contact(self, step);
    }
}

static void track_pair(penalty_shared *self, penalty_pair_step *step)
{
    penalty_block *block = step->block;
    penalty_pair *pair = step->pair;
    bool was_open = pair->open_index != PENALTY_NOT_OPEN;
    step->before = carom_penalty_geometry(block, pair, block->x_before, block->v_before);
    step->after = carom_penalty_geometry(block, pair, block->x, block->v);
    process_onset(self, step);
    if (pair->open_index == PENALTY_NOT_OPEN) {
        return;
    }
    penalty_open_contact *open = &self->open[pair->open_index];
    bool was_released = open->released;
    add_step(self, step, open);
    update_end(step, open);
    if (self->log != NULL && open->logged) {
        self->log->item[open->log_index] = open->collision;
    }
    if (open->trace != 0 &&
        (was_open || !step->is_segment)) { /* an onset at the end has a sample */
        trace_step(open, step, was_released, block->q[carom_penalty_force_index(block, pair) + 1]);
    }
    if (open->released &&
        (step->after.overlap_m <= 0 || !carom_penalty_ends_by_force(block, pair))) {
        close_contact(self, pair);
    }
}

void carom_penalty_list_contacts(penalty_block *block)
{
    uint32_t *tracked = block->tracked;
    size_t count = 0;
    for (size_t k = 0; k < block->pairs; k++) {
        const penalty_pair *pair = &block->pair[k];
        bool overlaps = block->acting_is_current
                          ? pair->acting /* as all pairs that overlap */
                          : !carom_penalty_is_separate(pair, block->x) &&
                                carom_penalty_geometry(block, pair, block->x, block->v).overlap_m >
                                    0;
        tracked[count] = (uint32_t)k;
        count += overlaps || pair->open_index != PENALTY_NOT_OPEN;
    }
    block->tracked_count = count;
}

void carom_penalty_track_contacts(penalty_block *block, double h)
{
    penalty_shared *self = block->shared;
    for (size_t n = 0; n < block->tracked_count; n++) {
        penalty_pair_step step = {.block = block,
                                  .pair = &block->pair[block->tracked[n]],
                                  .start_s = block->time_s,
                                  .h = h};
        track_pair(self, &step);
    }
}

void carom_penalty_track_segment(penalty_block *block, double after_s, double segment_s)
{
    for (size_t k = 0; k < block->pairs; k++) {
        penalty_pair *pair = &block->pair[k];
        if (pair->open_index != PENALTY_NOT_OPEN || pair->contact_state == PENALTY_TOUCHING) {
            penalty_pair_step step = {.block = block,
                                      .pair = pair,
                                      .start_s = block->time_s + after_s,
                                      .h = segment_s,
                                      .is_segment = true};
            track_pair(block->shared, &step);
        }
    }
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Collision log of the penalty solver. Contacts begin and end between the steps of the grid; onset
 * and separation are interpolated from the states before and after a step. The motion itself is not
 * changed. */
#include "solvers/penalty/penalty.h"

/* ---- contact samples ---- */

/* Samples of traced contacts. Onset and separation use the same interpolation as the collision log:
 * there the overlap or the force, whichever defines the event, is set to 0. */

/* Time and state of a contact sample. */
typedef struct {
    double t_s, offset_s; /* offset: time since the velocities were computed */
    penalty_geometry at;
    bool has_energy; /* the spring stores energy */
    bool has_force;  /* the spring exerts a force */
    double dissipated_J;
    bool is_end_state; /* at the end of the step, not interpolated */
} contact_view;

static penalty_geometry wall_after(const penalty_springs *springs, const penalty_neighbour *near,
                                   const double *x, const double *v, double t)
{
    const carom_problem *problem = springs->problem;
    penalty_geometry at = carom_penalty_geometry(springs, near, x, v);
    if (problem->part != NULL) { /* the normal rotates along the path */
        carom_vec own = carom_penalty_vec(springs, v, near->a);
        carom_vec place = carom_vec_add_scaled(carom_penalty_vec(springs, x, near->a), t, own);
        carom_wall_overlap then = carom_walls_part_overlap(problem, near->b - problem->count, place,
                                                           near->reach_m);
        at = isfinite(then.overlap_m) ? carom_penalty_wall_geometry(then, own) : at;
    }
    at.rate_mps += t * carom_vec_dot(at.normal, problem->gravity_mps2);
    return at;
}

/* Geometry of a neighbour pair after free flight for t s from the state x, v. t may be negative and
 * is so short that paths are straight. */
static penalty_geometry geometry_after(const penalty_springs *springs,
                                       const penalty_neighbour *near, const double *x,
                                       const double *v, double t)
{
    if (near->wall) {
        return wall_after(springs, near, x, v, t);
    }
    carom_vec w = carom_penalty_relative_velocity(springs, near, v);
    penalty_geometry at = carom_penalty_ball_geometry(
        near->reach_m, carom_vec_add_scaled(carom_penalty_separation(springs, near, x), t, w), w);
    at.rate_mps = -at.rate_mps;
    return at;
}

static carom_vec velocity(const penalty_springs *springs, size_t i, const double *v,
                          double offset_s)
{
    double fallen_s = springs->constants.inverse_mass[i] > 0 ? offset_s : 0;
    return carom_vec_add_scaled(carom_penalty_vec(springs, v, i), fallen_s,
                                springs->problem->gravity_mps2);
}

/* Sets spin, slip and friction. The friction force is 0 at the onset and where the force ends. */
static void set_sample_friction(const penalty_record *record, const penalty_pair_step *step,
                                const double *v, const carom_two_velocities *both,
                                const contact_view *view, carom_contact_sample *sample)
{
    const penalty_springs *springs = step->springs;
    const penalty_neighbour *near = step->near;
    const penalty_motion *motion = step->motion;
    const double *spin = v + 2 * springs->balls;
    penalty_slip s = carom_penalty_slip(springs, near, &view->at, v);
    sample->spin_a_radps = spin[near->a];
    sample->spin_b_radps = near->wall ? 0 : spin[near->b];
    sample->slip_mps = carom_vec_dot(carom_vec_subtract(both->a, both->b),
                                     carom_vec_rotate_left(sample->normal)) +
                       sample->spin_a_radps * s.arm_a + sample->spin_b_radps * s.arm_b;
    if (view->is_end_state && view->has_force) {
        size_t k = step->k;
        double N_per_m = carom_penalty_stiffness(springs, k, &view->at).N_per_m;
        sample->force_t_N = carom_penalty_tangential_force(springs, k, motion->friction_state[k],
                                                           &view->at, motion->x, motion->v);
        sample->tangential_m = N_per_m > 0 ? sample->force_t_N / N_per_m : 0;
        sample->elastic_J += carom_penalty_tangential_energy(springs, motion, k);
        sample->sliding = record->is_sliding;
    }
}

static carom_status add_sample(const penalty_system *self, const penalty_record *record,
                               const penalty_pair_step *step, const double *v,
                               const contact_view *view, carom_error *error)
{
    const penalty_springs *springs = step->springs;
    const penalty_neighbour *near = step->near;
    const carom_collision *c = &record->collision;
    const penalty_geometry *at = &view->at;
    carom_two_velocities both = {.a = velocity(springs, near->a, v, view->offset_s)};
    carom_contact_sample sample = {.t_s = view->t_s,
                                   .overlap_m = at->overlap_m,
                                   .rate_mps = at->rate_mps,
                                   .normal = at->normal,
                                   .dissipated_J = view->dissipated_J,
                                   .a = c->a,
                                   .b = near->wall ? near->b - (uint32_t)springs->problem->count
                                                   : c->b,
                                   .wall = c->wall,
                                   .over = record->released};
    if (!near->wall) {
        both.b = velocity(springs, near->b, v, view->offset_s);
    }
    if (view->has_force) {
        sample.force_N =
            springs->model.law->force(&near->contact, at->overlap_m, at->rate_mps).total_N;
    }
    if (view->has_energy && at->overlap_m > 0) {
        sample.elastic_J = springs->model.law->energy(&near->contact, at->overlap_m);
    }
    if (springs->friction.acts) {
        set_sample_friction(record, step, v, &both, view, &sample);
    }
    if (self->log_number != NULL) {
        sample.a = self->log_number[sample.a];
        sample.b = sample.wall ? sample.b : self->log_number[sample.b];
    }
    return carom_trace_add_sample(self->trace, record->trace, &sample, &both, error);
}

static carom_status sample_onset(const penalty_system *self, const penalty_record *record,
                                 const penalty_pair_step *step, const penalty_geometry *onset,
                                 const double *v, carom_error *error)
{
    contact_view view = {
        .t_s = record->collision.t_s, .at = *onset, .has_energy = true, .has_force = true};
    view.offset_s = step->springs->model.located ? 0 : view.t_s - step->start_s;
    if (!step->springs->model.located && step->before.overlap_m < 0) {
        view.at.overlap_m = 0;
    }
    return add_sample(self, record, step, v, &view, error);
}

/* Sample at the end of the overlap, after the force has ended. */
static carom_status sample_separation(const penalty_system *self, const penalty_record *record,
                                      const penalty_pair_step *step, carom_error *error)
{
    double before = step->before.overlap_m,
           part = before > 0 ? before / (before - step->after.overlap_m) : 0;
    contact_view view = {.t_s = step->start_s + part * step->h,
                         .offset_s = (part - 1) * step->h,
                         .dissipated_J = record->collision.dissipated_J};
    view.at = geometry_after(step->springs, step->near, step->motion->x, step->motion->v,
                             view.offset_s);
    view.at.overlap_m = 0;
    return add_sample(self, record, step, step->motion->v, &view, error);
}

static carom_status sample_step_end(const penalty_system *self, const penalty_record *record,
                                    const penalty_pair_step *step, bool has_energy, bool has_force,
                                    carom_error *error)
{
    contact_view view = {.t_s = step->start_s + step->h,
                         .at = step->after,
                         .has_energy = has_energy,
                         .has_force = has_force,
                         .dissipated_J = record->collision.dissipated_J,
                         .is_end_state = true};
    return add_sample(self, record, step, step->motion->v, &view, error);
}

static contact_view release_view(const penalty_record *record, const penalty_pair_step *step)
{
    const carom_collision *c = &record->collision;
    double after_s = c->t_s + c->contact_s - step->start_s;
    contact_view view = {.t_s = c->t_s + c->contact_s,
                         .offset_s = after_s - step->h,
                         .has_energy = true,
                         .dissipated_J = c->dissipated_J};
    view.at = geometry_after(step->springs, step->near, step->motion->x, step->motion->v,
                             view.offset_s);
    return view;
}

static carom_status trace_step(const penalty_system *self, const penalty_record *record,
                               const penalty_pair_step *step, bool was_released, double lost_J,
                               carom_error *error)
{
    if (record->released && !was_released) {
        contact_view view = release_view(record, step);
        if (!carom_penalty_ends_by_force(step->springs, step->near) || view.at.overlap_m <= 0) {
            view.at.overlap_m = 0;
            view.has_force = true;
            return add_sample(self, record, step, step->motion->v, &view, error);
        }
        /* the dashpot acts until the end of the step: its loss so far is proportional to time */
        view.dissipated_J += view.offset_s / step->h * lost_J;
        CAROM_TRY(add_sample(self, record, step, step->motion->v, &view, error));
    }
    return step->after.overlap_m > 0 ? sample_step_end(self, record, step, true, true, error)
                                     : sample_separation(self, record, step, error);
}

static carom_status trace_part(const penalty_system *self, const penalty_record *record,
                               const penalty_pair_step *step, bool was_released, bool on,
                               carom_error *error)
{
    bool parts = record->released && !was_released &&
                 !carom_penalty_ends_by_force(step->springs, step->near);
    if (!isfinite(step->after.overlap_m)) {
        return CAROM_OK; /* ended exactly where two parts of the wall meet */
    }
    return was_released && record->released && step->after.overlap_m <= 0
             ? sample_separation(self, record, step, error)
             : sample_step_end(self, record, step, on, on || parts, error);
}

/* ---- records ---- */

/* Time from the start of the step to the onset (s), in free flight from the state before. If other
 * forces bend the paths, the overlap is interpolated linearly instead. */
static double time_to_onset(const penalty_pair_step *step)
{
    const penalty_neighbour *near = step->near;
    const double *x = step->motion->x_before, *v = step->motion->v_before;
    double before = step->before.overlap_m, t;
    if (before >= 0) {
        return 0;
    }
    if (near->wall) {
        const carom_problem *problem = step->springs->problem;
        carom_path path = {carom_penalty_vec(step->springs, x, near->a),
                           carom_penalty_vec(step->springs, v, near->a), problem->gravity_mps2};
        t = carom_walls_contact_time(problem, near->b - problem->count, &path, near->reach_m, 0);
    } else {
        t = carom_time_of_impact(carom_penalty_separation(step->springs, near, x),
                                 carom_penalty_relative_velocity(step->springs, near, v),
                                 near->reach_m, 0, INFINITY);
    }
    if (t <= step->h || before == -INFINITY) {
        return fmin(t, step->h);
    }
    return step->h * before / (before - step->after.overlap_m);
}

static void write_to_log(penalty_system *self, const penalty_record *record)
{
    if (self->log != NULL) {
        carom_collision *item = &self->log->item[record->log_index];
        *item = record->collision;
        if (self->log_number != NULL) {
            item->a = self->log_number[item->a];
            item->b = item->wall ? item->b : self->log_number[item->b];
        }
    }
}

static carom_status log_record(penalty_system *self, penalty_record *record, carom_error *error)
{
    if (self->log == NULL) {
        return CAROM_OK;
    }
    record->log_index = self->log->count;
    CAROM_TRY(carom_log_add(self->log, &record->collision, error));
    write_to_log(self, record);
    return carom_trace_begin(self->trace, &self->log->item[record->log_index], &record->trace,
                             error);
}

penalty_record *carom_penalty_next_record(penalty_contacts *contacts)
{
    bool room = carom_reserve(&contacts->record, contacts->count, &contacts->capacity,
                              sizeof *contacts->record);
    return room ? &contacts->record[contacts->count] : NULL;
}

/* Opens a record for a contact whose onset, at the geometry `onset`, is t after the start of the
 * step. v: velocities at the onset (located), or at the start of the step (grid) */
static carom_status open_record(penalty_system *self, const penalty_pair_step *step, double t,
                                penalty_geometry onset, const double *v, carom_error *error)
{
    const penalty_pair *pair = &self->neighbours.pair[step->near->pair];
    uint32_t n = (uint32_t)step->springs->problem->count;
    penalty_record *record = carom_penalty_next_record(&self->contacts);
    CAROM_NEED(record != NULL, error);
    *record = (penalty_record){
        .collision = {.t_s = step->start_s + t,
                      .normal = onset.normal,
                      .approach_mps = onset.rate_mps > 0 ? onset.rate_mps : step->after.rate_mps,
                      .separation_mps = NAN,
                      .a = pair->a,
                      .wall = step->near->wall,
                      .b = step->near->wall ? pair->b - n : pair->b},
        .b = pair->b,
        .pair = step->near->pair,
        .near = step->k};
    CAROM_TRY(log_record(self, record, error));
    self->neighbours.pair[step->near->pair].record = (uint32_t)self->contacts.count++;
    self->report.collisions++;
    return record->trace == 0 ? CAROM_OK : sample_onset(self, record, step, &onset, v, error);
}

/* Signal whose return to zero ends the contact: the force or the overlap. It uses the force without
 * clamp, whose zero can be interpolated. */
static double contact_signal(const penalty_pair_step *step, const penalty_geometry *at)
{
    carom_contact pulling = step->near->contact;
    if (!carom_penalty_ends_by_force(step->springs, step->near) || at->overlap_m <= 0) {
        return at->overlap_m;
    }
    pulling.end = CAROM_END_OVERLAP;
    return step->springs->model.law->force(&pulling, at->overlap_m, at->rate_mps).total_N;
}

/* Sets duration and separation speed. No force acts after the separation, so the state after the
 * step is extrapolated backwards. */
static void mark_released(const penalty_pair_step *step, penalty_record *record)
{
    carom_collision *c = &record->collision;
    double before = contact_signal(step, &step->before);
    double after = contact_signal(step, &step->after);
    double part = before > 0 && after < before ? before / (before - after) : 0;
    penalty_geometry at = geometry_after(step->springs, step->near, step->motion->x,
                                         step->motion->v, (part - 1) * step->h);
    c->contact_s = step->start_s + part * step->h - c->t_s;
    c->separation_mps = -at.rate_mps;
    record->released = true;
}

/* Maximum overlap during the step. If the rate changes sign, a parabola through both rates gives
 * the maximum; the values extrapolated from both ends are averaged. */
static double max_overlap_in_step(const penalty_pair_step *step)
{
    double ro = step->before.rate_mps, rn = step->after.rate_mps, h = step->h;
    double deepest = step->after.overlap_m;
    if (step->before.overlap_m > 0 && ro > 0 && rn <= 0) {
        double a = (rn - ro) / h, t = -ro / a, back = h - t;
        double from_before = step->before.overlap_m + t * (ro + 0.5 * a * t);
        double from_after = step->after.overlap_m - back * (rn - 0.5 * a * back);
        double vertex = 0.5 * (from_before + from_after);
        deepest = vertex > deepest ? vertex : deepest;
    }
    return deepest;
}

/* Adds the friction of a step. `slid`: the surfaces slid during it */
static void add_friction(const penalty_pair_step *step, penalty_record *record, double impulse_Ns,
                         double lost_J, bool slid)
{
    carom_collision *c = &record->collision;
    record->is_sliding = slid;
    record->slid_s += slid ? step->h : 0;
    c->impulse_t_Ns += impulse_Ns;
    c->dissipated_J += lost_J;
    c->sliding = 2 * record->slid_s > step->start_s + step->h - c->t_s;
}

static void add_step(penalty_system *self, const penalty_pair_step *step, penalty_record *record)
{
    const double *quadrature = &step->motion->q[PENALTY_PAIRS + 2 * step->k];
    carom_collision *c = &record->collision;
    double deepest = max_overlap_in_step(step);
    c->impulse_Ns += quadrature[0];
    c->dissipated_J += quadrature[1];
    c->max_overlap_m = carom_penalty_max(deepest, c->max_overlap_m);
    self->report.max_overlap_m = carom_penalty_max(c->max_overlap_m, self->report.max_overlap_m);
}

/* Adds the friction of a step on the grid, including the loss by limiting the spring. */
static void add_step_friction(penalty_system *self, const penalty_pair_step *step,
                              penalty_record *record)
{
    size_t k = step->k;
    bool slid;
    double friction_J = carom_penalty_friction_loss(step->springs, step->motion, k);
    double set_back = carom_penalty_limit_spring(step->springs, step->motion, k, &step->after,
                                                 &slid);
    carom_sum_add(&self->sums.dissipated, set_back);
    add_friction(step, record, step->motion->q[carom_penalty_friction_index(step->springs, k)],
                 friction_J + set_back, slid);
}

static carom_status continue_record(penalty_system *self, const penalty_pair_step *step,
                                    penalty_record *record, carom_error *error)
{
    const double *quadrature = &step->motion->q[PENALTY_PAIRS + 2 * step->k];
    carom_collision *c = &record->collision;
    bool was_released = record->released;
    add_step(self, step, record);
    if (step->springs->friction.acts) {
        add_step_friction(self, step, record);
    }
    if (record->released && quadrature[0] > 0) { /* pressed together again before separation */
        record->released = false;
        c->separation_mps = NAN;
        c->contact_s = 0;
    }
    if (!record->released && contact_signal(step, &step->after) <= 0) {
        mark_released(step, record);
    }
    write_to_log(self, record);
    return record->trace == 0 ? CAROM_OK
                              : trace_step(self, record, step, was_released, quadrature[1], error);
}

static void close_record(penalty_contacts *contacts, penalty_pair *pair, uint32_t index)
{
    penalty_record *record = contacts->record;
    pair[record[index].pair].record = PENALTY_NO_RECORD;
    record[index] = record[--contacts->count];
    if (index < contacts->count) {
        pair[record[index].pair].record = index;
    }
}

/* False for bodies at rest: overlap without approach, or within the rounding error of positions. */
static bool is_collision(const penalty_pair_step *step)
{
    static const double rounding_ulps = 64;
    carom_vec at = carom_penalty_vec(step->springs, step->motion->x, step->near->a);
    double scale = fabs(at.x) + fabs(at.y) + step->near->reach_m;
    return step->after.overlap_m > rounding_ulps * DBL_EPSILON * scale &&
           (step->before.rate_mps > 0 || step->after.rate_mps > 0);
}

static carom_status track_pair(penalty_system *self, penalty_pair_step *step, carom_error *error)
{
    const penalty_springs *springs = step->springs;
    const penalty_motion *motion = step->motion;
    const uint32_t *open = &self->neighbours.pair[step->near->pair].record;
    step->before = carom_penalty_geometry(springs, step->near, motion->x_before, motion->v_before);
    step->after = carom_penalty_geometry(springs, step->near, motion->x, motion->v);
    self->report.max_overlap_m = carom_penalty_max(step->after.overlap_m,
                                                   self->report.max_overlap_m);
    if (*open == PENALTY_NO_RECORD && is_collision(step)) {
        const double *x = motion->x_before, *v = motion->v_before;
        double t = time_to_onset(step);
        CAROM_TRY(
            open_record(self, step, t, geometry_after(springs, step->near, x, v, t), v, error));
    }
    if (*open == PENALTY_NO_RECORD) {
        return CAROM_OK;
    }
    carom_status status = continue_record(self, step, &self->contacts.record[*open], error);
    if (step->after.overlap_m <= 0) {
        close_record(&self->contacts, self->neighbours.pair, *open);
    }
    return status;
}

/* Index of the neighbour pair of a record. Neighbour pairs are in the order of the candidate
 * pairs. */
static size_t find_neighbour(const penalty_springs *springs, penalty_record *record)
{
    size_t low = 0;
    if (record->near < springs->neighbour_count &&
        springs->near[record->near].pair == record->pair) {
        return record->near;
    }
    for (size_t high = springs->neighbour_count; low < high;) {
        size_t middle = low + (high - low) / 2;
        if (springs->near[middle].pair < record->pair) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return record->near = low;
}

/* Moves the record of neighbour pair k to neighbour pair `next`, with the impulse and loss of the
 * last step. */
static void move_record(penalty_system *self, const penalty_motion *motion, size_t k, size_t next)
{
    const penalty_springs *springs = &self->springs;
    penalty_pair *pair = &self->neighbours.pair[springs->near[k].pair];
    penalty_record *record = &self->contacts.record[pair->record];
    record->collision.impulse_Ns += motion->q[PENALTY_PAIRS + 2 * k];
    record->collision.dissipated_J += motion->q[PENALTY_PAIRS + 2 * k + 1];
    record->pair = springs->near[next].pair;
    record->b = springs->near[next].b;
    self->neighbours.pair[record->pair].record = pair->record;
    pair->record = PENALTY_NO_RECORD;
    if (springs->friction.acts) {
        record->collision.impulse_t_Ns += motion->q[carom_penalty_friction_index(springs, k)];
        record->collision.dissipated_J += motion->q[carom_penalty_friction_index(springs, k) + 1];
        if (!springs->model.located) {
            carom_penalty_move_spring(springs, &self->now, k, next);
        }
    }
}

/* Moves records of contacts that have slid to the next part of the wall. `end_s`: end of the step
 * or part. CAROM_INVALID: a ball passed through the wall. */
static carom_status move_wall_records(penalty_system *self, const penalty_motion *motion,
                                      double end_s, carom_error *error)
{
    const penalty_springs *springs = &self->springs;
    for (size_t k = 0; k < springs->neighbour_count; k++) {
        uint32_t open = self->neighbours.pair[springs->near[k].pair].record;
        if (open == PENALTY_NO_RECORD || !carom_penalty_has_left_wall(springs, motion, k)) {
            continue;
        }
        size_t next = carom_penalty_next_wall(springs, self->neighbours.pair, motion, k);
        if (next < springs->neighbour_count) {
            move_record(self, motion, k, next);
        } else if (carom_penalty_check_on_table(springs, motion->x, springs->near[k].a,
                                                self->time_s, error) != CAROM_OK) {
            return CAROM_INVALID;
        } else if (springs->model.located &&
                   !self->contacts.record[open].released) { /* ended where two parts meet */
            self->contacts.record[open].released = true;
            self->contacts.record[open].collision.contact_s =
                end_s - self->contacts.record[open].collision.t_s;
        }
    }
    return CAROM_OK;
}

/* Marks neighbour pairs that overlap. Needed if the last evaluation was not at the end of the
 * step. */
static void find_touching(const penalty_springs *springs, const penalty_motion *motion)
{
    for (size_t k = 0; k < springs->neighbour_count; k++) {
        const penalty_neighbour *near = &springs->near[k];
        motion->evaluated->acting[k] =
            !carom_penalty_is_separate(springs, near, motion->x) &&
            carom_penalty_geometry(springs, near, motion->x, motion->v).overlap_m > 0;
    }
}

carom_status carom_penalty_track_contacts(penalty_system *self, const penalty_springs *springs,
                                          penalty_motion *motion, double h, carom_error *error)
{
    unsigned char *acting = motion->evaluated->acting;
    if (springs->problem->part != NULL) {
        CAROM_TRY(move_wall_records(self, motion, self->time_s + h, error));
    }
    if (!motion->evaluated_at_end || springs->problem->part != NULL) {
        find_touching(springs, motion);
    }
    for (size_t r = 0; r < self->contacts.count; r++) {
        acting[find_neighbour(springs, &self->contacts.record[r])] = true;
    }
    for (size_t k = 0; k < springs->neighbour_count; k++) { /* few pairs act */
        if (acting[k]) {
            penalty_pair_step step = {.springs = springs,
                                      .motion = motion,
                                      .k = k,
                                      .near = &springs->near[k],
                                      .start_s = self->time_s,
                                      .h = h};
            CAROM_TRY(track_pair(self, &step, error));
        }
    }
    return CAROM_OK;
}

/* ---- contacts: located ---- */

/* Opens or closes the contact of a neighbour pair after an event at the end of the part. */
static carom_status switch_record(penalty_system *self, const penalty_pair_step *step,
                                  carom_error *error)
{
    const penalty_motion *motion = step->motion;
    bool on = carom_penalty_is_touching(motion, step->k);
    uint32_t open = self->neighbours.pair[step->near->pair].record;
    penalty_record *record;
    if (open == PENALTY_NO_RECORD) {
        return on ? open_record(self, step, step->h, step->after, motion->v, error) : CAROM_OK;
    }
    record = &self->contacts.record[open];
    record->released = !on;
    record->collision.dissipated_J += carom_penalty_switch_loss(step->springs, motion, step->k);
    record->collision.separation_mps = on ? NAN : -step->after.rate_mps;
    record->collision.contact_s = on ? 0 : step->start_s + step->h - record->collision.t_s;
    write_to_log(self, record);
    return CAROM_OK;
}

/* Updates a neighbour pair with an open record or an event at the end of the part. */
static carom_status track_pair_in_part(penalty_system *self, penalty_pair_step *step, bool switched,
                                       carom_error *error)
{
    const penalty_neighbour *near = step->near;
    const penalty_motion *motion = step->motion;
    const uint32_t *open = &self->neighbours.pair[near->pair].record;
    bool known = *open != PENALTY_NO_RECORD,
         was_released = known && self->contacts.record[*open].released;
    step->before = carom_penalty_geometry(step->springs, near, motion->location.x,
                                          motion->location.v);
    step->after = carom_penalty_geometry(step->springs, near, motion->x, motion->v);
    if (known) {
        add_step(self, step, &self->contacts.record[*open]);
        if (step->springs->friction.acts) {
            const penalty_springs *springs = step->springs;
            add_friction(step, &self->contacts.record[*open],
                         motion->q[carom_penalty_friction_index(springs, step->k)],
                         carom_penalty_friction_loss(springs, motion, step->k),
                         carom_penalty_is_sliding(motion->location.friction_state[step->k]));
        }
        write_to_log(self, &self->contacts.record[*open]);
    }
    if (switched) {
        CAROM_TRY(switch_record(self, step, error));
    }
    if (known && self->contacts.record[*open].trace != 0) {
        CAROM_TRY(trace_part(self, &self->contacts.record[*open], step, was_released,
                             carom_penalty_is_touching(motion, step->k), error));
    }
    if (*open != PENALTY_NO_RECORD && self->contacts.record[*open].released &&
        (step->after.overlap_m <= 0 || !carom_penalty_ends_by_force(step->springs, near))) {
        close_record(&self->contacts, self->neighbours.pair, *open);
    }
    return CAROM_OK;
}

carom_status carom_penalty_track_part(penalty_system *self, penalty_motion *motion, double after_s,
                                      double part_s, size_t switched, carom_error *error)
{
    const penalty_springs *springs = &self->springs;
    if (springs->problem->part != NULL) {
        CAROM_TRY(move_wall_records(self, motion, self->time_s + after_s + part_s, error));
    }
    for (size_t k = 0; k < springs->neighbour_count; k++) {
        penalty_pair_step step = {.springs = springs,
                                  .motion = motion,
                                  .k = k,
                                  .near = &springs->near[k],
                                  .h = part_s,
                                  .start_s = self->time_s + after_s};
        if (self->neighbours.pair[step.near->pair].record != PENALTY_NO_RECORD || k == switched) {
            CAROM_TRY(track_pair_in_part(self, &step, k == switched, error));
        }
    }
    return CAROM_OK;
}

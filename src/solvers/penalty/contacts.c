/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The collision log of the penalty solver: a contact begins and ends between the steps. Touch and
 * release are found there from the state before and after, without touching the motion itself. */
#include "base/base.h"
#include "scene/scene.h"
#include "solvers/penalty/penalty.h"
#include <float.h>
#include <math.h>

/* ---- contact samples ---- */

/* What contacts that are followed are like from inside. Between the steps nothing is known but what
 * the collision log says of touch and release, by the same interpolation; it is taken here as it
 * is: there overlap or force, whichever the two are found by, is 0. */

/* Whether a contact is over when its force is, not only with its overlap; seen on the grid. */
static bool ends_by_force(const penalty_near *near)
{
    return near->contact.damping > 0 && near->contact.end == CAROM_END_FORCE;
}

/* When and how a contact is shown. */
typedef struct {
    double t_s, flown_s; /* flown: since the velocities were as they are given */
    penalty_geometry at;
    bool holds;   /* the spring holds energy */
    bool presses; /* and has a force */
    double dissipated_J;
    bool is_now; /* the state is that of the motion; else it is between two */
} view;

static carom_vec velocity(const penalty_springs *springs, size_t i, const double *v, double flown_s)
{
    double fallen_s = springs->constants.inverse_mass[i] > 0 ? flown_s : 0;
    return carom_vec_ahead(carom_penalty_of(springs, v, i), fallen_s,
                           springs->problem->gravity_mps2);
}

static carom_two_velocities velocities(const penalty_springs *springs, const penalty_near *near,
                                       const double *v, double flown_s)
{
    static const carom_vec none = {0, 0};
    return (carom_two_velocities){velocity(springs, near->a, v, flown_s),
                                  near->wall ? none : velocity(springs, near->b, v, flown_s)};
}

/* The surfaces. At a touch, and where a force ends, friction has none. */
static void show_surfaces(const penalty_record *record, const penalty_passage *step,
                          const double *v, const carom_two_velocities *both, const view *seen,
                          carom_moment *moment)
{
    const penalty_springs *springs = step->springs;
    const penalty_near *near = step->near;
    const penalty_motion *motion = step->motion;
    const double *spin = v + 2 * springs->balls;
    penalty_slip s = carom_penalty_slip(springs, near, &seen->at, v);
    moment->spin_a_radps = spin[near->a];
    moment->spin_b_radps = near->wall ? 0 : spin[near->b];
    moment->slip_mps = carom_vec_dot(carom_vec_minus(both->a, both->b),
                                     carom_vec_left(moment->normal)) +
                       moment->spin_a_radps * s.arm_a + moment->spin_b_radps * s.arm_b;
    if (seen->is_now && seen->presses) {
        size_t k = step->k;
        double N_per_m = carom_penalty_stiffness(springs, k, &seen->at).N_per_m;
        moment->force_t_N = carom_penalty_spring_force_at(springs, k, motion->hold[k], &seen->at,
                                                          motion->x, motion->v);
        moment->tangential_m = N_per_m > 0 ? moment->force_t_N / N_per_m : 0;
        moment->elastic_J += carom_penalty_held(springs, motion, k);
        moment->sliding = record->slides;
    }
}

static carom_status show(const penalty_system *self, const penalty_record *record,
                         const penalty_passage *step, const double *v, const view *seen,
                         carom_error *error)
{
    const penalty_springs *springs = step->springs;
    const penalty_near *near = step->near;
    const carom_collision *c = &record->collision;
    const penalty_geometry *at = &seen->at;
    carom_two_velocities both = velocities(springs, near, v, seen->flown_s);
    carom_moment moment = {.t_s = seen->t_s,
                           .overlap_m = at->overlap_m,
                           .rate_mps = at->rate_mps,
                           .normal = at->normal,
                           .dissipated_J = seen->dissipated_J,
                           .a = c->a,
                           .b = near->wall ? near->b - (uint32_t)springs->problem->count : c->b,
                           .wall = c->wall,
                           .over = record->released};
    if (seen->presses) {
        moment.force_N =
            springs->model.law->force(&near->contact, at->overlap_m, at->rate_mps).total_N;
    }
    if (seen->holds && at->overlap_m > 0) {
        moment.elastic_J = springs->model.law->energy(&near->contact, at->overlap_m);
    }
    if (springs->friction.acts) {
        show_surfaces(record, step, v, &both, seen, &moment);
    }
    if (self->global != NULL) {
        moment.a = self->global[moment.a];
        moment.b = moment.wall ? moment.b : self->global[moment.b];
    }
    return carom_trace_add(self->trace, record->trace, &moment, &both, error);
}

static carom_status show_touch(const penalty_system *self, const penalty_record *record,
                               const penalty_passage *step, const penalty_geometry *touch,
                               const double *v, carom_error *error)
{
    view seen = {.t_s = record->collision.t_s, .at = *touch, .holds = true, .presses = true};
    seen.flown_s = step->springs->model.located ? 0 : seen.t_s - step->start_s;
    if (!step->springs->model.located && step->before.overlap_m < 0) {
        seen.at.overlap_m = 0;
    }
    return show(self, record, step, v, &seen, error);
}

/* Where the overlap is over after the force was. */
static carom_status show_parting(const penalty_system *self, const penalty_record *record,
                                 const penalty_passage *step, carom_error *error)
{
    double before = step->before.overlap_m,
           part = before > 0 ? before / (before - step->after.overlap_m) : 0;
    view seen = {.t_s = step->start_s + part * step->h,
                 .flown_s = (part - 1) * step->h,
                 .dissipated_J = record->collision.dissipated_J};
    seen.at = carom_penalty_flown(step->springs, step->near, step->motion->x, step->motion->v,
                                  seen.flown_s);
    seen.at.overlap_m = 0;
    return show(self, record, step, step->motion->v, &seen, error);
}

/* At the end of the step, or of the part of one. */
static carom_status show_end(const penalty_system *self, const penalty_record *record,
                             const penalty_passage *step, bool holds, bool presses,
                             carom_error *error)
{
    view seen = {.t_s = step->start_s + step->h,
                 .at = step->after,
                 .holds = holds,
                 .presses = presses,
                 .dissipated_J = record->collision.dissipated_J,
                 .is_now = true};
    return show(self, record, step, step->motion->v, &seen, error);
}

/* The release as it was seen on the grid of the steps. */
static view release_of(const penalty_record *record, const penalty_passage *step)
{
    const carom_collision *c = &record->collision;
    double after_s = c->t_s + c->contact_s - step->start_s;
    view seen = {.t_s = c->t_s + c->contact_s,
                 .flown_s = after_s - step->h,
                 .holds = true,
                 .dissipated_J = c->dissipated_J};
    seen.at = carom_penalty_flown(step->springs, step->near, step->motion->x, step->motion->v,
                                  seen.flown_s);
    return seen;
}

static carom_status show_step(const penalty_system *self, const penalty_record *record,
                              const penalty_passage *step, bool was_released, double lost_J,
                              carom_error *error)
{
    if (record->released && !was_released) {
        view seen = release_of(record, step);
        if (!ends_by_force(step->near) || seen.at.overlap_m <= 0) {
            seen.at.overlap_m = 0;
            seen.presses = true;
            return show(self, record, step, step->motion->v, &seen, error);
        }
        /* the dashpot goes on: what it took until here is its part of the step's */
        seen.dissipated_J += seen.flown_s / step->h * lost_J;
        CAROM_TRY(show(self, record, step, step->motion->v, &seen, error));
    }
    return step->after.overlap_m > 0 ? show_end(self, record, step, true, true, error)
                                     : show_parting(self, record, step, error);
}

static carom_status show_part(const penalty_system *self, const penalty_record *record,
                              const penalty_passage *step, bool was_released, bool on,
                              carom_error *error)
{
    bool parts = record->released && !was_released &&
                 (step->springs->model.contact_end == CAROM_END_OVERLAP ||
                  step->near->contact.viscosity <= 0);
    if (!isfinite(step->after.overlap_m)) {
        return CAROM_OK; /* over, right at a seam of the wall */
    }
    return was_released && record->released && step->after.overlap_m <= 0
             ? show_parting(self, record, step, error)
             : show_end(self, record, step, on, on || parts, error);
}

/* ---- records ---- */

/* Seconds after the start of the step at which the two touch, in free flight from the state before:
 * nothing acts between them until then. Where something else bends their paths, the straight line
 * through the two overlaps is taken. */
static double touch_after(const penalty_passage *step)
{
    const penalty_near *near = step->near;
    const double *x = step->motion->x_before, *v = step->motion->v_before;
    double before = step->before.overlap_m, t;
    if (before >= 0) {
        return 0;
    }
    if (near->wall) {
        t = carom_penalty_wall_touch(step->springs, near, x, v);
    } else {
        t = carom_time_of_impact(carom_penalty_way(step->springs, near, x),
                                 carom_penalty_parting(step->springs, near, v), near->reach_m, 0,
                                 INFINITY);
    }
    if (t <= step->h || before == -INFINITY) {
        return fmin(t, step->h);
    }
    return step->h * before / (before - step->after.overlap_m);
}

/* Writes a record into the log. */
static void note(penalty_system *self, const penalty_record *record)
{
    if (self->log != NULL) {
        carom_collision *item = &self->log->item[record->log_index];
        *item = record->collision;
        if (self->global != NULL) {
            item->a = self->global[item->a];
            item->b = item->wall ? item->b : self->global[item->b];
        }
    }
}

/* Puts a new record into the log and the trace. */
static carom_status announce(penalty_system *self, penalty_record *record, carom_error *error)
{
    if (self->log == NULL) {
        return CAROM_OK;
    }
    record->log_index = self->log->count;
    CAROM_TRY(carom_log_add(self->log, &record->collision, error));
    note(self, record);
    return carom_trace_begin(self->trace, &self->log->item[record->log_index], &record->trace,
                             error);
}

penalty_record *carom_penalty_next_record(penalty_contacts *contacts)
{
    bool room = carom_reserve(&contacts->record, contacts->count, &contacts->capacity,
                              sizeof *contacts->record);
    return room ? &contacts->record[contacts->count] : NULL;
}

/* A contact that begins at the geometry `touch`, t after the start of the step; v: see
 * show_touch. */
static carom_status open_record(penalty_system *self, const penalty_passage *step, double t,
                                penalty_geometry touch, const double *v, carom_error *error)
{
    const penalty_pair *pair = &self->neighbours.pair[step->near->pair];
    uint32_t n = (uint32_t)step->springs->problem->count;
    penalty_record *record = carom_penalty_next_record(&self->contacts);
    if (record == NULL) {
        return carom_error_no_memory(error);
    }
    *record = (penalty_record){
        .collision = {.t_s = step->start_s + t,
                      .normal = touch.normal,
                      .approach_mps = touch.rate_mps > 0 ? touch.rate_mps : step->after.rate_mps,
                      .separation_mps = NAN,
                      .a = pair->a,
                      .wall = step->near->wall,
                      .b = step->near->wall ? pair->b - n : pair->b},
        .b = pair->b,
        .pair = step->near->pair,
        .near = step->k};
    CAROM_TRY(announce(self, record, error));
    self->neighbours.pair[step->near->pair].record = (uint32_t)self->contacts.count++;
    self->report.collisions++;
    return record->trace == 0 ? CAROM_OK : show_touch(self, record, step, &touch, v, error);
}

/* What must return to zero for the contact to be over: the force, or the overlap. The force without
 * the clamp, so that its passage through zero can be interpolated. */
static double holding(const penalty_passage *step, const penalty_geometry *at)
{
    carom_contact pulling = step->near->contact;
    if (!ends_by_force(step->near) || at->overlap_m <= 0) {
        return at->overlap_m;
    }
    pulling.end = CAROM_END_OVERLAP;
    return step->springs->model.law->force(&pulling, at->overlap_m, at->rate_mps).total_N;
}

/* After release nothing acts, so the state after the step, flown back, is the state at release. */
static void release(const penalty_passage *step, penalty_record *record)
{
    carom_collision *c = &record->collision;
    double before = holding(step, &step->before);
    double after = holding(step, &step->after);
    double part = before > 0 && after < before ? before / (before - after) : 0;
    penalty_geometry at = carom_penalty_flown(step->springs, step->near, step->motion->x,
                                              step->motion->v, (part - 1) * step->h);
    c->contact_s = step->start_s + part * step->h - c->t_s;
    c->separation_mps = -at.rate_mps;
    record->released = true;
}

/* The overlap is deepest where its rate passes zero: the parabola through the rates, carried from
 * both ends of the step and averaged. */
static double deepest_within(const penalty_passage *step)
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

/* What friction has added to a contact in a step in which its surfaces slid or did not. */
static void add_rubbing(const penalty_passage *step, penalty_record *record, double impulse_Ns,
                        double lost_J, bool slid)
{
    carom_collision *c = &record->collision;
    record->slides = slid;
    record->slid_s += slid ? step->h : 0;
    c->impulse_t_Ns += impulse_Ns;
    c->dissipated_J += lost_J;
    c->sliding = 2 * record->slid_s > step->start_s + step->h - c->t_s;
}

/* What the step has added to a contact. */
static void add_to(penalty_system *self, const penalty_passage *step, penalty_record *record)
{
    const double *quadrature = &step->motion->q[PENALTY_PAIRS + 2 * step->k];
    carom_collision *c = &record->collision;
    double deepest = deepest_within(step);
    c->impulse_Ns += quadrature[0];
    c->dissipated_J += quadrature[1];
    c->max_overlap_m = fmax(deepest, c->max_overlap_m);
    self->report.max_overlap_m = fmax(c->max_overlap_m, self->report.max_overlap_m);
}

/* On the grid: what set-backs take is booked here, as they are. */
static void rub_in_step(penalty_system *self, const penalty_passage *step, penalty_record *record)
{
    size_t k = step->k;
    bool slid;
    double rubbed = carom_penalty_rubbed_off(step->springs, step->motion, k);
    double set_back = carom_penalty_set_back(step->springs, step->motion, k, &step->after, &slid);
    carom_sum_add(&self->accounts.dissipated, set_back);
    add_rubbing(step, record, step->motion->q[carom_penalty_rubbed(step->springs, k)],
                rubbed + set_back, slid);
}

static carom_status carry_on(penalty_system *self, const penalty_passage *step,
                             penalty_record *record, carom_error *error)
{
    const double *quadrature = &step->motion->q[PENALTY_PAIRS + 2 * step->k];
    carom_collision *c = &record->collision;
    bool was_released = record->released;
    add_to(self, step, record);
    if (step->springs->friction.acts) {
        rub_in_step(self, step, record);
    }
    if (record->released && quadrature[0] > 0) { /* pushed together again before they parted */
        record->released = false;
        c->separation_mps = NAN;
        c->contact_s = 0;
    }
    if (!record->released && holding(step, &step->after) <= 0) {
        release(step, record);
    }
    note(self, record);
    return record->trace == 0 ? CAROM_OK
                              : show_step(self, record, step, was_released, quadrature[1], error);
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

/* An overlap that nobody drives is rest, not a collision; nor is one within the rounding of the
 * coordinates, which touching balls at rest rattle by. */
static bool is_collision(const penalty_passage *step)
{
    static const double rounding_ulps = 64;
    carom_vec at = carom_penalty_of(step->springs, step->motion->x, step->near->a);
    double scale = fabs(at.x) + fabs(at.y) + step->near->reach_m;
    return step->after.overlap_m > rounding_ulps * DBL_EPSILON * scale &&
           (step->before.rate_mps > 0 || step->after.rate_mps > 0);
}

/* A near pair without a record, which may have met within the step. */
static carom_status begin(penalty_system *self, const penalty_passage *step, carom_error *error)
{
    const double *x = step->motion->x_before, *v = step->motion->v_before;
    double t = touch_after(step);
    penalty_geometry touch = carom_penalty_flown(step->springs, step->near, x, v, t);
    return open_record(self, step, t, touch, v, error);
}

static carom_status track(penalty_system *self, penalty_passage *step, carom_error *error)
{
    const penalty_springs *springs = step->springs;
    const penalty_motion *motion = step->motion;
    const uint32_t *open = &self->neighbours.pair[step->near->pair].record;
    carom_status status;
    step->before = carom_penalty_geometry(springs, step->near, motion->x_before, motion->v_before);
    step->after = carom_penalty_geometry(springs, step->near, motion->x, motion->v);
    self->report.max_overlap_m = fmax(step->after.overlap_m, self->report.max_overlap_m);
    if (*open == PENALTY_NO_RECORD && is_collision(step)) {
        CAROM_TRY(begin(self, step, error));
    }
    if (*open == PENALTY_NO_RECORD) {
        return CAROM_OK;
    }
    status = carry_on(self, step, &self->contacts.record[*open], error);
    if (step->after.overlap_m <= 0) {
        close_record(&self->contacts, self->neighbours.pair, *open);
    }
    return status;
}

/* The near pair of a record, which has one; they come in the order of the pairs. */
static size_t near_of(const penalty_springs *springs, penalty_record *record)
{
    size_t low = 0;
    if (record->near < springs->nears && springs->near[record->near].pair == record->pair) {
        return record->near;
    }
    for (size_t high = springs->nears; low < high;) {
        size_t middle = low + (high - low) / 2;
        if (springs->near[middle].pair < record->pair) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return record->near = low;
}

/* The record of near pair k goes to another; what its part has still done is the contact's. */
static void hand_over(penalty_system *self, const penalty_motion *motion, size_t k, size_t next)
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
        record->collision.impulse_t_Ns += motion->q[carom_penalty_rubbed(springs, k)];
        record->collision.dissipated_J += motion->q[carom_penalty_rubbed(springs, k) + 1];
        if (!springs->model.located) {
            carom_penalty_pass_spring(springs, &self->now, k, next);
        }
    }
}

/* At the end of a step or a part of one, end_s: the record of a contact with a part of the wall
 * that its ball is not before any more goes to the part that it has slid over to, if any.
 * CAROM_INVALID: it went through the wall. */
static carom_status follow_walls(penalty_system *self, const penalty_motion *motion, double end_s,
                                 carom_error *error)
{
    const penalty_springs *springs = &self->springs;
    for (size_t k = 0; k < springs->nears; k++) {
        uint32_t open = self->neighbours.pair[springs->near[k].pair].record;
        size_t next;
        if (open == PENALTY_NO_RECORD || !carom_penalty_is_elsewhere(springs, motion, k)) {
            continue;
        }
        next = carom_penalty_next_wall(springs, self->neighbours.pair, motion, k);
        if (next < springs->nears) {
            hand_over(self, motion, k, next);
        } else if (carom_penalty_on_table(springs, motion->x, springs->near[k].a, self->time_s,
                                          error) != CAROM_OK) {
            return CAROM_INVALID;
        } else if (springs->model.located &&
                   !self->contacts.record[open].released) { /* over, right at a seam */
            self->contacts.record[open].released = true;
            self->contacts.record[open].collision.contact_s =
                end_s - self->contacts.record[open].collision.t_s;
        }
    }
    return CAROM_OK;
}

/* Most near pairs do not touch: which ones do is found first, where the last evaluation of the step
 * has not seen it. */
static void find_touching(const penalty_springs *springs, const penalty_motion *motion)
{
    for (size_t k = 0; k < springs->nears; k++) {
        const penalty_near *near = &springs->near[k];
        motion->evaluated->acting[k] =
            !carom_penalty_is_apart(springs, near, motion->x) &&
            carom_penalty_geometry(springs, near, motion->x, motion->v).overlap_m > 0;
    }
}

carom_status carom_penalty_track_contacts(penalty_system *self, const penalty_springs *springs,
                                          penalty_motion *motion, double h, carom_error *error)
{
    unsigned char *acting = motion->evaluated->acting;
    if (springs->problem->part != NULL) {
        CAROM_TRY(follow_walls(self, motion, self->time_s + h, error));
    }
    if (!motion->seen || springs->problem->part != NULL) {
        find_touching(springs, motion);
    }
    for (size_t r = 0; r < self->contacts.count; r++) {
        acting[near_of(springs, &self->contacts.record[r])] = true;
    }
    for (size_t k = 0; k < springs->nears; k++) { /* few of very many */
        if (acting[k]) {
            penalty_passage step = {.springs = springs,
                                    .motion = motion,
                                    .k = k,
                                    .near = &springs->near[k],
                                    .start_s = self->time_s,
                                    .h = h};
            CAROM_TRY(track(self, &step, error));
        }
    }
    return CAROM_OK;
}

/* Whether every open contact has found its pair again among new ones: not so where a stranger's
 * checkpoint says that two touch which are apart. */
carom_status carom_penalty_recount(const penalty_neighbours *list, const penalty_contacts *contacts,
                                   carom_error *error)
{
    for (size_t r = 0; r < contacts->count; r++) {
        size_t k = contacts->record[r].pair;
        if (k >= list->pairs || list->pair[k].record != r) {
            return carom_error_set(error, CAROM_INVALID, "checkpoint",
                                   "a contact is open between two that are apart; expected what "
                                   "carom has kept");
        }
    }
    return CAROM_OK;
}

/* But for its tangential spring, which is the motion's between two near lists, and for what is said
 * anew in every step. */
static void pass_record(carom_archive *archive, void *one)
{
    penalty_record *record = one;
    carom_collision_archive(archive, &record->collision);
    carom_archive_field(archive, record->log_index);
    carom_archive_field(archive, record->b);
    carom_archive_field(archive, record->pair);
    carom_archive_flag(archive, &record->released);
    carom_archive_field(archive, record->slid_s);
    carom_archive_field(archive, record->trace);
}

void carom_penalty_archive_records(penalty_contacts *contacts, carom_archive *archive)
{
    carom_archive_each(archive, &contacts->record, &contacts->count, &contacts->capacity,
                       sizeof *contacts->record, pass_record);
}

/* ---- contacts: located ---- */

static void rub_in_part(const penalty_passage *step, penalty_record *record)
{
    const penalty_motion *motion = step->motion;
    add_rubbing(step, record, motion->q[carom_penalty_rubbed(step->springs, step->k)],
                carom_penalty_rubbed_off(step->springs, motion, step->k),
                carom_penalty_is_sliding(motion->location.hold[step->k]));
}

/* The contact of a near pair has just been switched on or off, at the end of the part. */
static carom_status switch_record(penalty_system *self, const penalty_passage *step,
                                  carom_error *error)
{
    const penalty_motion *motion = step->motion;
    bool on = carom_penalty_is_on(motion, step->k);
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
    note(self, record);
    return CAROM_OK;
}

/* A near pair that has an open record, or has just been switched, over a part of a step. */
static carom_status track_in_part(penalty_system *self, penalty_passage *step, bool switched,
                                  carom_error *error)
{
    const penalty_near *near = step->near;
    const penalty_motion *motion = step->motion;
    const uint32_t *open = &self->neighbours.pair[near->pair].record;
    bool known = *open != PENALTY_NO_RECORD,
         was_released = known && self->contacts.record[*open].released;
    step->before = carom_penalty_geometry(step->springs, near, motion->location.x,
                                          motion->location.v);
    step->after = carom_penalty_geometry(step->springs, near, motion->x, motion->v);
    if (known) {
        add_to(self, step, &self->contacts.record[*open]);
        if (step->springs->friction.acts) {
            rub_in_part(step, &self->contacts.record[*open]);
        }
        note(self, &self->contacts.record[*open]);
    }
    if (switched) {
        CAROM_TRY(switch_record(self, step, error));
    }
    if (known && self->contacts.record[*open].trace != 0) {
        CAROM_TRY(show_part(self, &self->contacts.record[*open], step, was_released,
                            carom_penalty_is_on(motion, step->k), error));
    }
    if (*open != PENALTY_NO_RECORD && self->contacts.record[*open].released &&
        (step->after.overlap_m <= 0 || step->springs->model.contact_end == CAROM_END_OVERLAP ||
         near->contact.viscosity <= 0)) {
        close_record(&self->contacts, self->neighbours.pair, *open);
    }
    return CAROM_OK;
}

carom_status carom_penalty_track_part(penalty_system *self, penalty_motion *motion, double after_s,
                                      double part_s, size_t switched, carom_error *error)
{
    const penalty_springs *springs = &self->springs;
    if (springs->problem->part != NULL) {
        CAROM_TRY(follow_walls(self, motion, self->time_s + after_s + part_s, error));
    }
    for (size_t k = 0; k < springs->nears; k++) {
        penalty_passage step = {.springs = springs,
                                .motion = motion,
                                .k = k,
                                .near = &springs->near[k],
                                .h = part_s,
                                .start_s = self->time_s + after_s};
        if (self->neighbours.pair[step.near->pair].record != PENALTY_NO_RECORD || k == switched) {
            CAROM_TRY(track_in_part(self, &step, k == switched, error));
        }
    }
    return CAROM_OK;
}

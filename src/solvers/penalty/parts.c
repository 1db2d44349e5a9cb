/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Event location (contacts: exact). An integrator loses its order if a force begins or ends
 * inside a step. Here onset and separation are located inside the step, by root finding on the
 * state as a function of the part of the step taken. The step is split there, and forces are smooth
 * within each part. A contact lasts from its onset event to its end event, whatever the rounding
 * error of its overlap. Sampling takes a shorter step on a copy. */
#include "solvers/penalty/penalty.h"

/* A step that is split at contact events. `part` is called after every part, which starts after_s
 * after the start of the step, lasts part_s, and ends with an event of pair `switched` (>=
 * block->pairs: no onset or end). The block holds the start, end and quadratures of the part. */
typedef struct {
    penalty_block *block;
    void (*part)(void *context, penalty_block *block, double after_s, double part_s,
                 size_t switched);
    void *context;
    size_t evaluations; /* of the forces, also on failure */
    size_t event;       /* the event to be located */
} penalty_step_in_parts;

/* ---- stick and slide events ---- */

/* Surfaces begin to slide when the force of the tangential spring reaches Coulomb's limit mu F_n.
 * They stick again when the force of a spring would grow more slowly than the limit. */

/* Coulomb's limit after a time t (may be negative) at constant rates, also beyond the contact
 * end. */
static double limit_after(const penalty_block *block, size_t k, const penalty_geometry *at,
                          double speed, penalty_slip_rates rates, double t)
{
    penalty_geometry then = *at;
    then.overlap_m += t * at->rate_mps;
    then.rate_mps += t * rates.approach;
    return carom_penalty_friction_coefficient(block, k, speed + t * rates.slip) *
           carom_penalty_normal_force(block, k, &then);
}

/* Rate of Coulomb's limit (N/s), by a central difference over a time in which the overlap changes
 * little. Accelerations are needed only if the limit depends on the closing speed or the slip. */
static double limit_rate(penalty_block *block, size_t k, const penalty_geometry *at,
                         const double *x, const double *v, const penalty_slip *s)
{
    static const double part = 1e-4, shallow = 1e-3;
    penalty_slip_rates rates = {0, 0};
    double own = shallow * at->overlap_m / fabs(at->rate_mps), dt = part * block->springs->step_s;
    dt = own > 0 && own < dt ? own : dt;
    if (block->pair[k].contact.viscosity != 0 ||
        block->springs->problem->friction_law.slip_dependent) {
        double *a = block->rates, *g = a + carom_penalty_coordinates(block);
        block->step_s = block->part_s = block->springs->step_s;
        carom_penalty_rates(&block, x, v, a, g);
        rates = carom_penalty_slip_rates(block, &block->pair[k], at, s, v, a);
    }
    return (limit_after(block, k, at, s->speed, rates, dt) -
            limit_after(block, k, at, s->speed, rates, -dt)) /
           (2 * dt);
}

/* Rate of a spring force at Coulomb's limit minus the rate of the limit (N/s), in the direction
 * `sign`: > 0 while surfaces slide. */
static double slip_excess(penalty_block *block, size_t k, double sign, const penalty_geometry *at,
                          const double *x, const double *v)
{
    penalty_slip s = carom_penalty_slip(block, &block->pair[k], at, v);
    penalty_stiffness spring = carom_penalty_stiffness(block, k, at);
    double limit = carom_penalty_coulomb_limit(block, k, at, s.speed);
    double grows = sign * spring.N_per_m * s.speed;
    grows += spring.growth_per_s < 0 ? limit * spring.growth_per_s : 0;
    return grows - limit_rate(block, k, at, x, v, &s);
}

static double slide_sign(unsigned char state)
{
    return state == PENALTY_SLIDE_FORWARD ? 1 : -1;
}

/* Margin of a sticking spring to Coulomb's limit, plus the rounding error of the overlap. A force
 * (N) for linear laws, a stretch (m) for others: their stiffness vanishes with the overlap. Both
 * forces are then 0 at the separation, which would hide a limit that was exceeded before. */
static double friction_margin(const penalty_block *block, size_t k, unsigned char state,
                              const penalty_geometry *at, double speed, double coordinate)
{
    static const double rounding = 1e-13;
    const penalty_pair *pair = &block->pair[k];
    double limit = carom_penalty_coulomb_limit(block, k, at, speed);
    double k_t = carom_penalty_stiffness(block, k, at).N_per_m,
           ratio = block->pair[k].friction.ratio;
    double slack = rounding * pair->reach_m * block->pair[k].friction.mu;
    if (block->springs->model.law->linear) {
        return limit - fabs(k_t * coordinate) + slack * pair->contact.stiffness;
    }
    if (ratio == 0) {
        return 1; /* the spring has no force */
    }
    if (state == PENALTY_STICK) {
        return (k_t > 0 ? limit / k_t : 0) - fabs(coordinate) + slack / ratio;
    }
    return limit - fabs(coordinate) + slack * k_t / ratio;
}

/* Signal of a sticking contact: margin to the limit. For nonlinear laws it also becomes negative
 * when the overlap starts to grow or to shrink. */
static double sticking_margin(const penalty_block *block, size_t k, const penalty_geometry *at,
                              const double *x, const double *v)
{
    static const double rounding = 1e-13;
    const penalty_pair *pair = &block->pair[k];
    unsigned char state = block->pair[k].friction_state;
    penalty_slip s = carom_penalty_slip(block, pair, at, v);
    double left = friction_margin(block, k, state, at, s.speed,
                                  x[carom_penalty_spring_index(block, k)]);
    double reverses = state == PENALTY_STICK_LOADING ? at->rate_mps : -at->rate_mps;
    if (block->springs->model.law->linear ||
        fabs(at->rate_mps) * pair->duration_s < rounding * pair->reach_m) {
        return left;
    }
    return left < reverses ? left : reverses;
}

static double friction_signal(penalty_block *block, size_t k, const double *x, const double *v)
{
    unsigned char state = block->pair[k].friction_state;
    penalty_geometry at = carom_penalty_geometry(block, &block->pair[k], x, v);
    double normal, is_sliding;
    if (!isfinite(at.overlap_m)) {
        return 1;
    }
    normal = carom_penalty_normal_force(block, k, &at);
    switch (state) {
    case PENALTY_STICK:
    case PENALTY_STICK_LOADING: return sticking_margin(block, k, &at, x, v);
    case PENALTY_NO_PRESSURE: return -normal;
    case PENALTY_SLIDE_FORWARD:
    case PENALTY_SLIDE_BACKWARD:
        is_sliding = slip_excess(block, k, slide_sign(state), &at, x, v);
        return block->pair[k].contact.viscosity != 0 && normal < is_sliding ? normal : is_sliding;
    default: return 1;
    }
}

/* Friction state at the onset. Both forces start at 0: the surfaces slide at once if the spring
 * force would grow faster than the limit. With a dashpot F_n jumps, and they stick. */
static void begin_friction(penalty_block *block, size_t k)
{
    const penalty_pair *pair = &block->pair[k];
    penalty_geometry at = carom_penalty_geometry(block, pair, block->x, block->v);
    double speed = carom_penalty_slip(block, pair, &at, block->v).speed;
    double mu = carom_problem_friction(block->springs->problem, block->pair[k].friction.mu,
                                       fabs(speed));
    if (block->pair[k].friction.mu == 0) {
        return;
    }
    block->x[carom_penalty_spring_index(block, k)] = 0;
    if (pair->contact.viscosity == 0 &&
        block->pair[k].friction.ratio * fabs(speed) > mu * at.rate_mps) {
        block->pair[k].friction_state = speed > 0 ? PENALTY_SLIDE_FORWARD : PENALTY_SLIDE_BACKWARD;
    } else {
        carom_penalty_set_spring(block, k, 0, &at);
    }
}

static void switch_friction(penalty_block *block, size_t k)
{
    const penalty_pair *pair = &block->pair[k];
    unsigned char state = block->pair[k].friction_state;
    penalty_geometry at = carom_penalty_geometry(block, pair, block->x, block->v);
    double force = carom_penalty_tangential_force(block, k, state, &at, block->x, block->v);
    double normal = carom_penalty_normal_force(block, k, &at);
    double speed = carom_penalty_slip(block, pair, &at, block->v).speed;
    double left = carom_penalty_coulomb_limit(block, k, &at, speed) - fabs(force);
    bool reverses = !block->springs->model.law->linear &&
                    (state == PENALTY_STICK_LOADING) == (at.rate_mps <= 0);
    if (state == PENALTY_NO_PRESSURE) {
        carom_penalty_set_spring(block, k, 0, &at);
    } else if (carom_penalty_is_sticking(state) && reverses && left > 0) {
        at.rate_mps = state == PENALTY_STICK_LOADING
                        ? -1
                        : 1; /* defined by the event, not by rounding */
        carom_penalty_set_spring(block, k, force, &at);
    } else if (carom_penalty_is_sticking(state)) {
        block->pair[k].friction_state = force > 0 ? PENALTY_SLIDE_FORWARD : PENALTY_SLIDE_BACKWARD;
    } else if (pair->contact.viscosity != 0 &&
               normal < slip_excess(block, k, slide_sign(state), &at, block->x, block->v)) {
        block->pair[k].friction_state = PENALTY_NO_PRESSURE;
    } else {
        carom_penalty_set_spring(block, k, force, &at);
    }
    block->known = false;
}

/* ---- onset and separation events ---- */

/* Maximum number of parts of a step. The rest is then taken at once, as bodies rattle within
 * rounding. */
enum { MAX_PARTS = 4000 };

/* Signal of pair k that crosses zero when its contact state changes. */
static double switch_signal(const penalty_block *block, size_t k, const penalty_geometry *at)
{
    const penalty_pair *pair = &block->pair[k];
    unsigned char state = block->pair[k].contact_state;
    bool by_force = state == PENALTY_TOUCHING && carom_penalty_ends_by_force(block, pair);
    if (state == PENALTY_RELEASED || (by_force && at->overlap_m > 0)) {
        return carom_penalty_normal_force(block, k, at);
    }
    if (by_force && at->overlap_m == 0 && at->rate_mps < 0) {
        return -pair->reach_m; /* the force has ended before: this is not the end */
    }
    return at->overlap_m == -INFINITY ? -pair->reach_m : at->overlap_m;
}

static bool has_switched(const penalty_block *block, size_t k)
{
    static const double rounding = 1e-13;
    const penalty_pair *pair = &block->pair[k];
    penalty_geometry at = carom_penalty_geometry(block, pair, block->x, block->v);
    double signal = switch_signal(block, k, &at);
    switch (block->pair[k].contact_state) {
    case PENALTY_TOUCHING: return signal <= 0 && at.rate_mps < 0; /* false at the onset */
    case PENALTY_RELEASED: return signal > 0 && at.overlap_m > 0;
    default: /* ignores bodies at rest within rounding */
        return signal > 0 && (signal > rounding * pair->reach_m ||
                              at.rate_mps * pair->duration_s > rounding * pair->reach_m);
    }
}

static void store_state(penalty_block *block)
{
    carom_penalty_copy_state(block, block->x, block->v, block->part_x, block->part_v);
    for (size_t k = 0; k < block->pairs; k++) {
        block->pair[k].friction_before = block->pair[k].friction_state;
    }
}

/* Event k < pairs: the contact state of pair k changes. Event pairs + k: its friction state
 * changes. This number means no event. */
static size_t no_event(const penalty_block *block)
{
    return 2 * block->pairs;
}

static double event_signal(penalty_block *block, size_t event, const double *x, const double *v)
{
    if (event >= block->pairs) {
        return friction_signal(block, event - block->pairs, x, v);
    }
    penalty_geometry at = carom_penalty_geometry(block, &block->pair[event], x, v);
    return switch_signal(block, event, &at);
}

static void integrate_part(penalty_step_in_parts *t, double part_s)
{
    t->evaluations += carom_penalty_integrate(t->block, t->block->springs->step_s, part_s);
}

/* Signal of t->event after part_s. 0 if the integrator failed: GSL's root finder rejects NaN, and
 * brackets without a change of sign. */
static double signal_after(double part_s, void *context)
{
    penalty_step_in_parts *t = context;
    penalty_block *block = t->block;
    carom_penalty_copy_state(block, block->part_x, block->part_v, block->x, block->v);
    block->known = false;
    integrate_part(t, part_s);
    double signal = event_signal(block, t->event, block->x, block->v);
    return block->failure == CAROM_OK && isfinite(signal) ? signal : 0;
}

/* True if an event is due at the start of the part: another event occurred at the same time, and
 * rounding has put this one just before it. The motion is at the start. */
static bool is_due_at_start(const penalty_block *block, size_t event, double signal)
{
    const double *x = block->part_x, *v = block->part_v;
    if (event >= block->pairs) {
        return signal <= 0;
    }
    if (block->pair[event].contact_state == PENALTY_TOUCHING) { /* false at the onset */
        return signal <= 0 && carom_penalty_geometry(block, &block->pair[event], x, v).rate_mps < 0;
    }
    return block->pair[event].contact_state == PENALTY_SEPARATE && signal >= 0;
}

/* Locates the event within h. Leaves the state there. @return time of the event from the start */
static double locate_event(penalty_step_in_parts *t, size_t event, double h)
{
    static const double finest = 1e-14;
    penalty_block *block = t->block;
    double from = 0, low, high, part;
    t->event = event;
    low = signal_after(0, t);
    high = signal_after(h, t);
    /* At an onset the overlap is 0, and with a dashpot both spring force and Coulomb's limit. The
     * bracket starts where the bodies overlap, or where the surfaces stick, if they ever do. */
    for (part = h; low == 0 && high < 0 && part > finest * h;) {
        double signal = signal_after(part /= 2, t);
        from = signal > 0 ? part : 0;
        low = signal > 0 ? signal : 0;
    }
    part = is_due_at_start(block, event, low) || (low == 0 && high < 0) ? 0 : h;
    if (low * high < 0) {
        part = carom_find_root((gsl_function){signal_after, t}, from, h, finest * h, 0);
    }
    signal_after(part, t);
    return part;
}

/* Event with the earliest zero of its signal, by linear interpolation over the part. */
typedef struct {
    size_t event;
    double earliest;
} event_candidate;

static void update_candidate(penalty_block *block, size_t event, event_candidate *first)
{
    double a = event_signal(block, event, block->part_x, block->part_v),
           b = event_signal(block, event, block->x, block->v);
    double part = a == b ? 0 : a / (a - b);
    part = part > 0 ? part : 0;
    if (part < first->earliest) {
        *first = (event_candidate){event, part};
    }
}

static size_t first_event(penalty_block *block)
{
    event_candidate first = {no_event(block), INFINITY};
    for (size_t k = 0; k < block->pairs; k++) {
        if (has_switched(block, k)) {
            update_candidate(block, k, &first);
        }
        if (block->springs->model.friction && block->pair[k].friction_state != PENALTY_NO_SPRING &&
            friction_signal(block, k, block->x, block->v) < 0) {
            update_candidate(block, block->pairs + k, &first);
        }
    }
    return first.event;
}

/* Shortens the part of h to end at the first event. @return its length */
static double advance_to_event(penalty_step_in_parts *t, double h, size_t *switched)
{
    size_t none = no_event(t->block);
    double part = h;
    *switched = none;
    for (size_t tries = 0; tries <= none; tries++) { /* each finds an earlier event */
        size_t event = first_event(t->block);
        if (event == none || event == *switched || t->block->failure != CAROM_OK) {
            break;
        }
        *switched = event;
        part = locate_event(t, event, part);
    }
    return part;
}

static void switch_contact(penalty_block *block, size_t k)
{
    const penalty_pair *pair = &block->pair[k];
    penalty_geometry at = carom_penalty_geometry(block, pair, block->x, block->v);
    bool begins = block->pair[k].contact_state != PENALTY_TOUCHING,
         overlaps = carom_penalty_ends_by_force(block, pair) && at.overlap_m > 0;
    block->pair[k].contact_state = begins   ? PENALTY_TOUCHING
                                 : overlaps ? PENALTY_RELEASED
                                            : PENALTY_SEPARATE;
    if (block->springs->model.friction && begins) {
        begin_friction(block, k);
    } else if (block->springs->model.friction) {
        block->dropped_J = carom_penalty_tangential_energy(block, k);
        carom_penalty_drop_spring(block, k);
    }
    block->known = false;
}

static void end_released_contacts(penalty_block *block)
{
    for (size_t k = 0; k < block->pairs; k++) {
        if (block->pair[k].contact_state == PENALTY_RELEASED &&
            carom_penalty_geometry(block, &block->pair[k], block->x, block->v).overlap_m <= 0) {
            block->pair[k].contact_state = PENALTY_SEPARATE;
        }
    }
}

/* ---- length of the parts ---- */

/* Longest part of a step h at a time `from` after the onset or before the separation of a contact
 * of duration T. If the law contains a root of the overlap, its derivatives of order p grow as
 * t^(power - p) near both ends. With parts of h (t/T)^(1 - 1/p) the sum of the errors converges,
 * and a method keeps its order p for p times as many parts. The first part is T (h/T)^p. p is 2 or
 * 4, so square roots suffice. */
static double graded_part(double h, double from, double T, int order)
{
    double least = T * (order == 2 ? (h / T) * (h / T) : (h / T) * (h / T) * (h / T) * (h / T));
    double root = sqrt(from / T), own = h * (order == 2 ? root : root * sqrt(root));
    return own > least ? own : least;
}

/* Length of the next part, at most `left`, s. The time from the onset or to the separation is
 * overlap/rate. An adaptive integrator has no stability limit. Without a bound, a part could reach
 * beyond the contact's end into the next half oscillation of its spring, where the signal is
 * positive again. */
static double part_length(const penalty_step_in_parts *t, double left)
{
    /* slow: contacts that move less than this fraction of the reach in T are not refined; most: of
     * T, which is at most 2.6 t_c */
    static const double slow = 1e-9, resolution = 16 * DBL_EPSILON, most = 1.0 / 8;
    const penalty_block *block = t->block;
    bool adaptive = block->springs->model.integrator->evaluations == 0;
    int order = block->springs->model.integrator->order;
    double h = block->springs->step_s, part = left;
    if (!adaptive && (block->springs->model.law->smooth || order < 2)) {
        return left;
    }
    for (size_t k = 0; k < block->pairs; k++) {
        const penalty_pair *pair = &block->pair[k];
        double T = pair->duration_s;
        if (block->pair[k].contact_state == PENALTY_TOUCHING && adaptive) {
            part = fmin(part, most * T);
        } else if (block->pair[k].contact_state == PENALTY_TOUCHING) {
            penalty_geometry at = carom_penalty_geometry(block, pair, block->x, block->v);
            double rate = fabs(at.rate_mps);
            double from = at.overlap_m > 0 ? at.overlap_m / rate : 0, own;
            if (!(rate * T > slow * pair->reach_m) || from >= T || h >= T) {
                continue;
            }
            own = graded_part(h, from, T, order);
            /* shorter parts would move bodies by less than the rounding error of the overlap */
            carom_vec move = carom_penalty_vec(block->x, pair->a);
            double size = pair->reach_m + fabs(move.x) + fabs(move.y);
            own = fmax(own, resolution * size / rate);
            part = own < part ? own : part;
        }
    }
    return part;
}

/* Integrates from the last event to the next one, or to the end of the step, which is @p left
 * seconds away. *whole: length of the part if no event occurs (s). *switched: pair of the event.
 * @return length of the part (s) */
static double take_part(penalty_step_in_parts *t, double left, bool may_split, double *whole,
                        size_t *switched)
{
    *switched = no_event(t->block);
    *whole = may_split ? part_length(t, left) : left;
    if (t->block->springs->model.friction) {
        carom_penalty_init_springs(t->block, *whole);
    }
    store_state(t->block);
    integrate_part(t, *whole);
    return may_split ? advance_to_event(t, *whole, switched) : *whole;
}

static carom_status integrate_parts(penalty_step_in_parts *t, double h, carom_error *error)
{
    penalty_block *block = t->block;
    double left = h;
    for (int splits = 0; left > 0; splits++) {
        size_t switched;
        double whole, part = take_part(t, left, splits < MAX_PARTS, &whole, &switched);
        if (block->failure != CAROM_OK || carom_is_cancelled(block->cancel)) {
            return carom_penalty_step_error(
                block, block->failure == CAROM_OK ? CAROM_INTERRUPTED : block->failure,
                block->time_s + (h - left), left, error);
        }
        if (switched < block->pairs) {
            switch_contact(block, switched);
        } else if (switched < no_event(block)) {
            switch_friction(block, switched - block->pairs);
        }
        end_released_contacts(block);
        t->part(t->context, block, h - left, part, switched);
        left = switched < no_event(block) || whole < left ? left - part : 0;
    }
    return CAROM_OK;
}

/* ---- a step with budget and log ---- */

/* Adds a part of a step to the budget `context`. */
static void add_part(penalty_block *block, size_t switched, carom_budget_sums *sums)
{
    carom_penalty_update_budget(block, sums);
    carom_sum_add(&sums->dissipated, carom_penalty_switch_loss(block, switched));
}

static void log_part(void *context, penalty_block *block, double after_s, double part_s,
                     size_t switched)
{
    (void)context;
    add_part(block, switched, &block->springs->sums);
    carom_penalty_track_part(block, after_s, part_s, switched);
}

static void sample_part(void *context, penalty_block *block, double after_s, double part_s,
                        size_t switched)
{
    (void)after_s, (void)part_s;
    add_part(block, switched, context);
}

carom_status carom_penalty_step_in_parts(penalty_block *block, double h, double end_s,
                                         carom_error *error)
{
    penalty_step_in_parts split = {.block = block, .part = log_part};
    carom_penalty_copy_state(block, block->x, block->v, block->x_before, block->v_before);
    carom_status status = integrate_parts(&split, h, error);
    block->springs->report.force_evaluations += split.evaluations;
    if (status != CAROM_OK) {
        carom_penalty_undo_step(block);
        return status;
    }
    double farthest_m = carom_penalty_measure_step(block);
    CAROM_TRY(carom_penalty_check_displacement(block, h, farthest_m, error));
    block->springs->report.steps++;
    block->time_s = end_s;
    return CAROM_OK;
}

/* A part of no length, in which the contact of pair k begins. */
static void begin_contact(penalty_block *block, size_t k)
{
    memset(block->q, 0, carom_penalty_quadratures(block) * sizeof *block->q);
    store_state(block);
    switch_contact(block, k);
}

void carom_penalty_begin_contact(penalty_block *block, size_t k)
{
    if (carom_penalty_geometry(block, &block->pair[k], block->x, block->v).rate_mps > 0) {
        begin_contact(block, k);
        log_part(NULL, block, 0, 0, k);
    }
}

void carom_penalty_begin_overlaps(penalty_block *block)
{
    static const double rounding = 1e-13;
    for (size_t k = 0; k < block->pairs; k++) {
        penalty_pair *pair = &block->pair[k];
        penalty_geometry at = carom_penalty_geometry(block, pair, block->x, block->v);
        if (pair->contact_state != PENALTY_SEPARATE || !(at.overlap_m > rounding * pair->reach_m)) {
            continue;
        }
        begin_contact(block, k);
        if (at.rate_mps > 0) { /* the elastic energy is part of E(0), not dissipated */
            carom_penalty_track_part(block, 0, 0, k);
        }
    }
}

/* ---- steps of a copy, for a sample ---- */

static void predict_in_parts(const penalty_block *block, penalty_block *trial, double rest,
                             carom_budget_sums *sums)
{
    double h = block->next_s;
    while (rest > 0) {
        penalty_step_in_parts split = {.block = trial, .part = sample_part, .context = sums};
        double part = rest < h ? rest : h;
        if (integrate_parts(&split, part, NULL) != CAROM_OK) {
            trial->x[0] = NAN; /* the next step reports the failure */
            return;
        }
        rest -= part;
        h = block->springs->step_s;
    }
}

void carom_penalty_predict(const penalty_block *block, penalty_block *trial, double rest,
                           carom_budget_sums *sums)
{
    const penalty_model *model = &block->springs->model;
    trial->ball = block->ball;
    trial->origin = block->origin;
    trial->time_s = block->time_s;
    carom_penalty_copy_state(block, block->x, block->v, trial->x, trial->v);
    if (model->exact) {
        memcpy(trial->pair, block->pair, block->pairs * sizeof *block->pair);
        predict_in_parts(block, trial, rest, sums);
        return;
    }
    trial->pair = block->pair; /* a step changes only results of the last evaluation */
    trial->acting = block->acting;
    if (model->friction) {
        carom_penalty_init_springs(trial, rest);
    }
    if (rest > 0) {
        carom_penalty_integrate(trial, block->springs->step_s, rest);
        carom_penalty_update_budget(trial, sums);
    }
}

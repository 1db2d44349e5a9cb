/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Event location (contacts: located). An integrator loses its order if a force begins or ends
 * inside a step. Here onset and separation are located inside the step, by root finding on the
 * state as a function of the part of the step taken. The step is split there, and forces are smooth
 * within each part. A contact lasts from its onset event to its end event, whatever the rounding
 * error of its overlap. */
#include "solvers/penalty/penalty.h"

/* ---- stick and slide events ---- */

/* Surfaces begin to slide when the force of the tangential spring reaches Coulomb's limit mu F_n.
 * They stick again when the force of a spring would grow more slowly than the limit. */

/* Coulomb's limit after a time t (may be negative) at constant rates, also beyond the contact
 * end. */
static double limit_after(const penalty_springs *springs, size_t k, const penalty_geometry *at,
                          double speed, penalty_slip_rates rates, double t)
{
    penalty_geometry then = *at;
    then.overlap_m += t * at->rate_mps;
    then.rate_mps += t * rates.approach;
    return carom_penalty_friction_coefficient(springs, k, speed + t * rates.slip) *
           carom_penalty_normal_force(springs, k, &then);
}

/* Rate of Coulomb's limit (N/s), by a central difference over a time in which the overlap changes
 * little. Accelerations are needed only if the limit depends on the closing speed or the slip. */
static double limit_rate(const penalty_springs *springs, penalty_motion *motion, size_t k,
                         const penalty_geometry *at, const double *x, const double *v,
                         const penalty_slip *s)
{
    static const double part = 1e-4, shallow = 1e-3;
    penalty_slip_rates rates = {0, 0};
    double own = shallow * at->overlap_m / fabs(at->rate_mps), dt = part * springs->step_s;
    dt = own > 0 && own < dt ? own : dt;
    if (springs->near[k].contact.viscosity != 0 || !carom_penalty_has_constant_friction(springs)) {
        penalty_forces forces = {springs,         motion->contact_state, motion->friction_state,
                                 springs->step_s, springs->step_s,       motion->evaluated};
        double *a = motion->location.rates, *g = a + carom_penalty_coordinates(springs);
        carom_penalty_rates(&forces, x, v, a, g);
        rates = carom_penalty_slip_rates(springs, &springs->near[k], at, s, v, a);
    }
    return (limit_after(springs, k, at, s->speed, rates, dt) -
            limit_after(springs, k, at, s->speed, rates, -dt)) /
           (2 * dt);
}

/* Rate of a spring force at Coulomb's limit minus the rate of the limit (N/s), in the direction
 * `sign`: > 0 while surfaces slide. */
static double slip_excess(const penalty_springs *springs, penalty_motion *motion, size_t k,
                          double sign, const penalty_geometry *at, const double *x, const double *v)
{
    penalty_slip s = carom_penalty_slip(springs, &springs->near[k], at, v);
    penalty_stiffness spring = carom_penalty_stiffness(springs, k, at);
    double limit = carom_penalty_coulomb_limit(springs, k, at, s.speed);
    double grows = sign * spring.N_per_m * s.speed;
    grows += spring.growth_per_s < 0 ? limit * spring.growth_per_s : 0;
    return grows - limit_rate(springs, motion, k, at, x, v, &s);
}

static double slide_sign(unsigned char state)
{
    return state == PENALTY_SLIDE_FORWARD ? 1 : -1;
}

/* Margin of a sticking spring to Coulomb's limit, plus the rounding error of the overlap. A force
 * (N) for linear laws, a stretch (m) for others: their stiffness vanishes with the overlap. Both
 * forces are then 0 at the separation, which would hide a limit that was exceeded before. */
static double friction_margin(const penalty_springs *springs, size_t k, unsigned char state,
                              const penalty_geometry *at, double speed, double coordinate)
{
    static const double rounding = 1e-13;
    const penalty_neighbour *near = &springs->near[k];
    double limit = carom_penalty_coulomb_limit(springs, k, at, speed);
    double k_t = carom_penalty_stiffness(springs, k, at).N_per_m,
           ratio = springs->friction.pair_friction[k].ratio;
    double slack = rounding * near->reach_m * springs->friction.pair_friction[k].friction;
    if (springs->model.law->linear) {
        return limit - fabs(k_t * coordinate) + slack * near->contact.stiffness;
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
static double sticking_margin(const penalty_springs *springs, const penalty_motion *motion,
                              size_t k, const penalty_geometry *at, const double *x,
                              const double *v)
{
    static const double rounding = 1e-13;
    const penalty_neighbour *near = &springs->near[k];
    unsigned char state = motion->friction_state[k];
    penalty_slip s = carom_penalty_slip(springs, near, at, v);
    double left = friction_margin(springs, k, state, at, s.speed,
                                  x[carom_penalty_spring_index(springs, k)]);
    double reverses = state == PENALTY_STICK_LOADING ? at->rate_mps : -at->rate_mps;
    if (springs->model.law->linear ||
        fabs(at->rate_mps) * near->duration_s < rounding * near->reach_m) {
        return left;
    }
    return left < reverses ? left : reverses;
}

static double friction_signal(const penalty_springs *springs, penalty_motion *motion, size_t k,
                              const double *x, const double *v)
{
    unsigned char state = motion->friction_state[k];
    penalty_geometry at = carom_penalty_friction_geometry(springs, k, x, v);
    double normal, is_sliding;
    if (!isfinite(at.overlap_m)) {
        return 1; /* the contact has slid to another part of the wall: see geometry.c */
    }
    normal = carom_penalty_normal_force(springs, k, &at);
    switch (state) {
    case PENALTY_STICK:
    case PENALTY_STICK_LOADING: return sticking_margin(springs, motion, k, &at, x, v);
    case PENALTY_NO_PRESSURE: return -normal;
    case PENALTY_SLIDE_FORWARD:
    case PENALTY_SLIDE_BACKWARD:
        is_sliding = slip_excess(springs, motion, k, slide_sign(state), &at, x, v);
        return springs->near[k].contact.viscosity != 0 && normal < is_sliding ? normal : is_sliding;
    default: return 1;
    }
}

/* Friction state at the onset. Both forces start at 0: the surfaces slide at once if the spring
 * force would grow faster than the limit. With a dashpot F_n jumps, and they stick. */
static void begin_friction(const penalty_springs *springs, penalty_motion *motion, size_t k)
{
    const penalty_neighbour *near = &springs->near[k];
    penalty_geometry at = carom_penalty_friction_geometry(springs, k, motion->x, motion->v);
    double speed = carom_penalty_slip(springs, near, &at, motion->v).speed;
    double mu = carom_problem_friction(springs->problem,
                                       springs->friction.pair_friction[k].friction, fabs(speed));
    if (springs->friction.pair_friction[k].friction == 0) {
        return;
    }
    motion->x[carom_penalty_spring_index(springs, k)] = 0;
    if (near->contact.viscosity == 0 &&
        springs->friction.pair_friction[k].ratio * fabs(speed) > mu * at.rate_mps) {
        motion->friction_state[k] = speed > 0 ? PENALTY_SLIDE_FORWARD : PENALTY_SLIDE_BACKWARD;
    } else {
        carom_penalty_set_spring(springs, motion, k, 0, &at);
    }
}

static void switch_friction(const penalty_springs *springs, penalty_motion *motion, size_t k)
{
    const penalty_neighbour *near = &springs->near[k];
    unsigned char state = motion->friction_state[k];
    penalty_geometry at = carom_penalty_friction_geometry(springs, k, motion->x, motion->v);
    double force = carom_penalty_tangential_force(springs, k, state, &at, motion->x, motion->v);
    double normal = carom_penalty_normal_force(springs, k, &at);
    double speed = carom_penalty_slip(springs, near, &at, motion->v).speed;
    double left = carom_penalty_coulomb_limit(springs, k, &at, speed) - fabs(force);
    bool reverses = !springs->model.law->linear &&
                    (state == PENALTY_STICK_LOADING) == (at.rate_mps <= 0);
    if (state == PENALTY_NO_PRESSURE) {
        carom_penalty_set_spring(springs, motion, k, 0, &at);
    } else if (carom_penalty_is_sticking(state) && reverses && left > 0) {
        at.rate_mps = state == PENALTY_STICK_LOADING
                        ? -1
                        : 1; /* defined by the event, not by rounding */
        carom_penalty_set_spring(springs, motion, k, force, &at);
    } else if (carom_penalty_is_sticking(state)) {
        motion->friction_state[k] = force > 0 ? PENALTY_SLIDE_FORWARD : PENALTY_SLIDE_BACKWARD;
    } else if (near->contact.viscosity != 0 &&
               normal <
                   slip_excess(springs, motion, k, slide_sign(state), &at, motion->x, motion->v)) {
        motion->friction_state[k] = PENALTY_NO_PRESSURE;
    } else {
        carom_penalty_set_spring(springs, motion, k, force, &at);
    }
    motion->known = false;
}

/* ---- onset and separation events ---- */

/* Maximum number of parts of a step. The rest is then taken at once, as bodies rattle within
 * rounding. */
enum { MAX_PARTS = 4000 };

/* Signal of neighbour pair k that crosses zero when its contact state changes. */
static double contact_signal(const penalty_springs *springs, const penalty_motion *motion, size_t k,
                             const penalty_geometry *at)
{
    const penalty_neighbour *near = &springs->near[k];
    unsigned char state = motion->contact_state[k];
    bool by_force = state == PENALTY_TOUCHING && carom_penalty_ends_by_force(springs, near);
    if (state == PENALTY_RELEASED || (by_force && at->overlap_m > 0)) {
        return carom_penalty_normal_force(springs, k, at);
    }
    if (by_force && at->overlap_m == 0 && at->rate_mps < 0) {
        return -near->reach_m; /* the force has ended before: this is not the end */
    }
    return at->overlap_m == -INFINITY ? -near->reach_m : at->overlap_m; /* see geometry.c */
}

static bool has_switched(const penalty_springs *springs, const penalty_motion *motion, size_t k)
{
    static const double rounding = 1e-13;
    const penalty_neighbour *near = &springs->near[k];
    penalty_geometry at = carom_penalty_geometry(springs, near, motion->x, motion->v);
    double signal = contact_signal(springs, motion, k, &at);
    switch (motion->contact_state[k]) {
    case PENALTY_NEXT_WALL: return false;
    case PENALTY_TOUCHING: return signal <= 0 && at.rate_mps < 0; /* false at the onset */
    case PENALTY_RELEASED: return signal > 0 && at.overlap_m > 0;
    /* ignores bodies at rest within rounding */
    default: return signal > 0 && (at.rate_mps > 0 || signal > rounding * near->reach_m);
    }
}

static void store_state(const penalty_springs *springs, penalty_motion *motion)
{
    carom_penalty_copy_state(springs, motion->x, motion->v, motion->location.x, motion->location.v);
    if (springs->friction.acts) {
        memcpy(motion->location.friction_state, motion->friction_state,
               springs->neighbour_count * sizeof *motion->friction_state);
    }
}

/* Event k < neighbour_count: the contact state of neighbour pair k changes. Event neighbour_count +
 * k: its friction state changes. This number means no event. */
static size_t no_event(const penalty_springs *springs)
{
    return 2 * springs->neighbour_count;
}

static double event_signal(const penalty_springs *springs, penalty_motion *motion, size_t event,
                           const double *x, const double *v)
{
    if (event >= springs->neighbour_count) {
        return friction_signal(springs, motion, event - springs->neighbour_count, x, v);
    }
    penalty_geometry at = carom_penalty_geometry(springs, &springs->near[event], x, v);
    return contact_signal(springs, motion, event, &at);
}

static void integrate_part(penalty_located_step *t, double part_s)
{
    t->evaluations += carom_penalty_integrate(t->springs, t->motion, t->step_s, part_s);
}

/* Signal of t->event after part_s. 0 if the integrator failed: GSL's root finder rejects NaN, and
 * brackets without a change of sign. */
static double signal_after(double part_s, void *context)
{
    penalty_located_step *t = context;
    penalty_motion *motion = t->motion;
    carom_penalty_copy_state(t->springs, motion->location.x, motion->location.v, motion->x,
                             motion->v);
    motion->known = false;
    integrate_part(t, part_s);
    double signal = event_signal(t->springs, motion, t->event, motion->x, motion->v);
    return motion->failure == CAROM_OK && isfinite(signal) ? signal : 0;
}

/* True if an event is due at the start of the part: another event occurred at the same time, and
 * rounding has put this one just before it. The motion is at the start. */
static bool is_due_at_start(const penalty_springs *springs, const penalty_motion *motion,
                            size_t event, double signal)
{
    const double *x = motion->location.x, *v = motion->location.v;
    if (event >= springs->neighbour_count) {
        return signal <= 0;
    }
    if (motion->contact_state[event] == PENALTY_TOUCHING) { /* false at the onset */
        return signal <= 0 &&
               carom_penalty_geometry(springs, &springs->near[event], x, v).rate_mps < 0;
    }
    return motion->contact_state[event] == PENALTY_SEPARATE && signal >= 0;
}

/* Locates the event within h. Leaves the state there. @return time of the event from the start */
static double locate_event(penalty_located_step *t, size_t event, double h)
{
    static const double finest = 1e-14;
    penalty_motion *motion = t->motion;
    double from = 0, low, high, part;
    t->event = event;
    low = signal_after(0, t);
    high = signal_after(h, t);
    /* At an onset with a dashpot, spring force and Coulomb's limit are both 0. The limit grows
     * faster: the bracket starts where the surfaces stick. */
    for (part = h;
         low == 0 && high < 0 && event >= t->springs->neighbour_count && part > finest * h;) {
        double signal = signal_after(part /= 2, t);
        from = signal > 0 ? part : 0;
        low = signal > 0 ? signal : 0;
    }
    part = is_due_at_start(t->springs, motion, event, low) ? 0 : h;
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

static void update_candidate(const penalty_springs *springs, penalty_motion *motion, size_t event,
                             event_candidate *first)
{
    double a = event_signal(springs, motion, event, motion->location.x, motion->location.v),
           b = event_signal(springs, motion, event, motion->x, motion->v);
    double part = a == b ? 0 : a / (a - b);
    part = part > 0 ? part : 0;
    if (part < first->earliest) {
        *first = (event_candidate){event, part};
    }
}

static size_t first_event(const penalty_springs *springs, penalty_motion *motion)
{
    event_candidate first = {no_event(springs), INFINITY};
    for (size_t k = 0; k < springs->neighbour_count; k++) {
        if (has_switched(springs, motion, k)) {
            update_candidate(springs, motion, k, &first);
        }
        if (springs->friction.acts && motion->friction_state[k] != PENALTY_NO_SPRING &&
            friction_signal(springs, motion, k, motion->x, motion->v) < 0) {
            update_candidate(springs, motion, springs->neighbour_count + k, &first);
        }
    }
    return first.event;
}

/* Shortens the part of h to end at the first event. @return its length */
static double advance_to_event(penalty_located_step *t, double h, size_t *switched)
{
    size_t none = no_event(t->springs);
    double part = h;
    *switched = none;
    for (size_t tries = 0; tries <= none; tries++) { /* each finds an earlier event */
        size_t event = first_event(t->springs, t->motion);
        if (event == none || event == *switched || t->motion->failure != CAROM_OK) {
            break;
        }
        *switched = event;
        part = locate_event(t, event, part);
    }
    return part;
}

static void switch_contact(const penalty_springs *springs, penalty_motion *motion, size_t k)
{
    const penalty_neighbour *near = &springs->near[k];
    penalty_geometry at = carom_penalty_geometry(springs, near, motion->x, motion->v);
    bool begins = motion->contact_state[k] != PENALTY_TOUCHING,
         overlaps = carom_penalty_ends_by_force(springs, near) && at.overlap_m > 0;
    motion->contact_state[k] = begins   ? PENALTY_TOUCHING
                             : overlaps ? PENALTY_RELEASED
                                        : PENALTY_SEPARATE;
    if (springs->friction.acts && begins) {
        begin_friction(springs, motion, k);
    } else if (springs->friction.acts) {
        motion->location.dropped_J = carom_penalty_tangential_energy(springs, motion, k);
        carom_penalty_drop_spring(springs, motion, k);
    }
    motion->known = false;
}

static void end_released_contacts(const penalty_springs *springs, penalty_motion *motion)
{
    for (size_t k = 0; k < springs->neighbour_count; k++) {
        if (motion->contact_state[k] == PENALTY_RELEASED &&
            carom_penalty_geometry(springs, &springs->near[k], motion->x, motion->v).overlap_m <=
                0) {
            motion->contact_state[k] = PENALTY_SEPARATE;
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
static double part_length(const penalty_located_step *t, double left)
{
    /* slow: contacts that move less than this fraction of the reach in T are not refined; most: of
     * T, which is at most 2.6 t_c */
    static const double slow = 1e-9, resolution = 16 * DBL_EPSILON, most = 1.0 / 8;
    const penalty_springs *springs = t->springs;
    const penalty_motion *motion = t->motion;
    bool adaptive = springs->model.integrator->evaluations == 0;
    int order = springs->model.integrator->order;
    double h = t->step_s, part = left;
    if (!adaptive && (springs->model.law->smooth || order < 2)) {
        return left;
    }
    for (size_t k = 0; k < springs->neighbour_count; k++) {
        const penalty_neighbour *near = &springs->near[k];
        double T = near->duration_s;
        if (motion->contact_state[k] == PENALTY_TOUCHING && adaptive) {
            part = fmin(part, most * T);
        } else if (motion->contact_state[k] == PENALTY_TOUCHING) {
            penalty_geometry at = carom_penalty_geometry(springs, near, motion->x, motion->v);
            double rate = fabs(at.rate_mps);
            double from = at.overlap_m > 0 ? at.overlap_m / rate : 0, own;
            if (!(rate * T > slow * near->reach_m) || from >= T || h >= T) {
                continue;
            }
            own = graded_part(h, from, T, order);
            /* shorter parts would move bodies by less than the rounding error of positions */
            carom_vec ball = carom_penalty_vec(springs, motion->x, near->a);
            double size = near->reach_m + fabs(ball.x) + fabs(ball.y);
            own = fmax(own, resolution * size / rate);
            part = own < part ? own : part;
        }
    }
    return part;
}

/* ---- walls: contacts that slide from one part to the next ---- */

static bool touches_wall(const penalty_springs *springs, const penalty_motion *motion, size_t k)
{
    for (size_t m = 0; m < springs->neighbour_count; m++) {
        if (springs->near[m].wall && springs->near[m].a == springs->near[k].a &&
            carom_penalty_is_touching(motion, m)) {
            return true;
        }
    }
    return false;
}

/* Before a part of a step: marks the parts of the wall that a contact may slide to. */
static void arm_walls(const penalty_springs *springs, penalty_motion *motion)
{
    for (size_t k = 0; k < springs->neighbour_count; k++) {
        if (springs->near[k].wall && (motion->contact_state[k] == PENALTY_SEPARATE ||
                                      motion->contact_state[k] == PENALTY_NEXT_WALL)) {
            bool arms = carom_penalty_has_left_wall(springs, motion, k) &&
                        touches_wall(springs, motion, k);
            motion->contact_state[k] = arms ? PENALTY_NEXT_WALL : PENALTY_SEPARATE;
        }
    }
}

/* After a part of a step: moves the contacts that have slid to another part of the wall.
 */
static void pass_wall_contacts(const penalty_located_step *t)
{
    const penalty_springs *springs = t->springs;
    penalty_motion *motion = t->motion;
    for (size_t k = 0; k < springs->neighbour_count; k++) {
        if (motion->contact_state[k] == PENALTY_TOUCHING &&
            carom_penalty_has_left_wall(springs, motion, k)) {
            size_t next = carom_penalty_next_wall(springs, t->pair, motion, k);
            bool goes_on = next < springs->neighbour_count &&
                           motion->contact_state[next] == PENALTY_NEXT_WALL;
            motion->contact_state[k] = PENALTY_SEPARATE;
            if (goes_on) {
                motion->contact_state[next] = PENALTY_TOUCHING;
            }
            if (springs->friction.acts) {
                carom_penalty_move_spring(springs, motion, k,
                                          goes_on ? next : springs->neighbour_count);
            }
        }
    }
}

/* Integrates from the last event to the next one, or to the end of the step, which is @p left
 * seconds away. *whole: length of the part if no event occurs (s). *switched: neighbour pair of the
 * event. @return length of the part (s) */
static double take_part(penalty_located_step *t, double left, bool may_split, double *whole,
                        size_t *switched)
{
    *switched = no_event(t->springs);
    *whole = may_split ? part_length(t, left) : left;
    if (t->springs->problem->part != NULL) {
        arm_walls(t->springs, t->motion);
    }
    if (t->springs->friction.acts) {
        carom_penalty_init_springs(t->springs, t->motion, *whole);
    }
    store_state(t->springs, t->motion);
    integrate_part(t, *whole);
    return may_split ? advance_to_event(t, *whole, switched) : *whole;
}

carom_status carom_penalty_integrate_located(penalty_located_step *t, double h, carom_error *error)
{
    const penalty_springs *springs = t->springs;
    penalty_motion *motion = t->motion;
    double left = h;
    carom_status status = CAROM_OK;
    for (int splits = 0; left > 0 && status == CAROM_OK; splits++) {
        size_t switched;
        double whole, part = take_part(t, left, splits < MAX_PARTS, &whole, &switched);
        if (motion->failure != CAROM_OK || carom_is_cancelled(motion->cancel)) {
            return carom_penalty_step_error(
                springs, motion->failure == CAROM_OK ? CAROM_INTERRUPTED : motion->failure,
                t->start_s + (h - left), left, error);
        }
        if (switched < springs->neighbour_count) {
            switch_contact(springs, motion, switched);
        } else if (switched < no_event(springs)) {
            switch_friction(springs, motion, switched - springs->neighbour_count);
        }
        end_released_contacts(springs, motion);
        if (springs->problem->part != NULL) {
            pass_wall_contacts(t);
        }
        status = t->part(t->context, motion, h - left, part, switched, error);
        left = switched < no_event(springs) || whole < left ? left - part : 0;
    }
    return status;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* contacts: located. A force that begins or ends inside a step costs every integrator its order.
 * Here touch and release are found inside the step, by root finding on the state as a function of
 * the part of the step that is taken, and the step is split there; between them the force is
 * smooth. A contact is on from its touch to its release by decree, whatever rounding says of its
 * overlap. */
#include "solvers/penalty/penalty.h"
#include <float.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* ---- where surfaces stick and slide ---- */

/* contacts: located: where surfaces begin to slide, and to stick again, inside a step. A spring
 * that holds is at Coulomb's limit mu F_n when its force is; one that is held there by the limit
 * holds by itself again when its force would grow more slowly than the limit. Between such instants
 * the force is smooth. */

/* mu F_n so long after now, should all rates stay; it does not end with the overlap. */
static double limit_after(const penalty_springs *springs, size_t k, const penalty_geometry *at,
                          double speed, penalty_slip_rates rates, double t)
{
    penalty_geometry then = *at;
    then.overlap_m += t * at->rate_mps;
    then.rate_mps += t * rates.approach;
    return carom_penalty_friction_coefficient(springs, k, speed + t * rates.slip) *
           carom_penalty_normal_force(springs, k, &then);
}

/* The rate of Coulomb's limit as things move now, N/s, by a central difference over so short a time
 * that the overlap changes by a small part. Where it depends on the approach or on the slip, so do
 * their rates; else nobody asks for accelerations. */
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

/* How much faster than Coulomb's limit the force of a spring would grow, N/s, which is at the limit
 * of that sign: > 0 while surfaces slide. */
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

static double slide_sign(unsigned char friction_state)
{
    return friction_state == PENALTY_SLIDE_FORWARD ? 1 : -1;
}

/* What is left of a spring that holds to Coulomb's limit, and more than rounding of the overlap: of
 * forces, N; of stretches, m, where the stiffness falls with the overlap, since there both forces
 * vanish at the release, and after it, and say nothing of a limit that was passed before. */
static double friction_margin(const penalty_springs *springs, size_t k,
                              unsigned char friction_state, const penalty_geometry *at,
                              double speed, double coordinate)
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
        return 1; /* a spring without force */
    }
    if (friction_state == PENALTY_STICK) {
        return (k_t > 0 ? limit / k_t : 0) - fabs(coordinate) + slack / ratio;
    }
    return limit - fabs(coordinate) + slack * k_t / ratio;
}

/* Of a contact that sticks: what is left to the limit; under a law that hardens, so long as the
 * overlap goes on to grow, or to shrink. */
static double sticking_margin(const penalty_springs *springs, const penalty_motion *motion,
                              size_t k, const penalty_geometry *at, const double *x,
                              const double *v)
{
    static const double rounding = 1e-13;
    const penalty_neighbour *near = &springs->near[k];
    unsigned char friction_state = motion->friction_state[k];
    penalty_slip s = carom_penalty_slip(springs, near, at, v);
    double left = friction_margin(springs, k, friction_state, at, s.speed,
                                  x[carom_penalty_spring_index(springs, k)]);
    double turns = friction_state == PENALTY_STICK_LOADING ? at->rate_mps : -at->rate_mps;
    if (springs->model.law->linear ||
        fabs(at->rate_mps) * near->duration_s < rounding * near->reach_m) {
        return left;
    }
    return left < turns ? left : turns;
}

static double friction_signal(const penalty_springs *springs, penalty_motion *motion, size_t k,
                              const double *x, const double *v)
{
    unsigned char friction_state = motion->friction_state[k];
    penalty_geometry at = carom_penalty_friction_geometry(springs, k, x, v);
    double normal, is_sliding;
    if (!isfinite(at.overlap_m)) {
        return 1; /* slid over to another part of the wall: see geometry.c */
    }
    normal = carom_penalty_normal_force(springs, k, &at);
    switch (friction_state) {
    case PENALTY_STICK:
    case PENALTY_STICK_LOADING: return sticking_margin(springs, motion, k, &at, x, v);
    case PENALTY_NO_PRESSURE: return -normal;
    case PENALTY_SLIDE_FORWARD:
    case PENALTY_SLIDE_BACKWARD:
        is_sliding = slip_excess(springs, motion, k, slide_sign(friction_state), &at, x, v);
        return springs->near[k].contact.viscosity != 0 && normal < is_sliding ? normal : is_sliding;
    default: return 1;
    }
}

/* From no force at all: it slides at once if a spring's force would outgrow the limit. Where a
 * dashpot presses from the first, it sticks. */
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

static void end_friction(const penalty_springs *springs, penalty_motion *motion, size_t k)
{
    motion->location.dropped_J = carom_penalty_tangential_energy(springs, motion, k);
    carom_penalty_drop_spring(springs, motion, k);
}

static void switch_friction(const penalty_springs *springs, penalty_motion *motion, size_t k)
{
    const penalty_neighbour *near = &springs->near[k];
    unsigned char friction_state = motion->friction_state[k];
    penalty_geometry at = carom_penalty_friction_geometry(springs, k, motion->x, motion->v);
    double force = carom_penalty_tangential_force(springs, k, friction_state, &at, motion->x,
                                                  motion->v);
    double normal = carom_penalty_normal_force(springs, k, &at);
    double speed = carom_penalty_slip(springs, near, &at, motion->v).speed;
    double left = carom_penalty_coulomb_limit(springs, k, &at, speed) - fabs(force);
    bool turns = !springs->model.law->linear &&
                 (friction_state == PENALTY_STICK_LOADING) == (at.rate_mps <= 0);
    if (friction_state == PENALTY_NO_PRESSURE) {
        carom_penalty_set_spring(springs, motion, k, 0, &at);
    } else if (carom_penalty_is_sticking(friction_state) && turns && left > 0) {
        at.rate_mps = friction_state == PENALTY_STICK_LOADING
                        ? -1
                        : 1; /* by decree, whatever rounding says */
        carom_penalty_set_spring(springs, motion, k, force, &at);
    } else if (carom_penalty_is_sticking(friction_state)) {
        motion->friction_state[k] = force > 0 ? PENALTY_SLIDE_FORWARD : PENALTY_SLIDE_BACKWARD;
    } else if (near->contact.viscosity != 0 &&
               normal < slip_excess(springs, motion, k, slide_sign(friction_state), &at, motion->x,
                                    motion->v)) {
        motion->friction_state[k] = PENALTY_NO_PRESSURE;
    } else {
        carom_penalty_set_spring(springs, motion, k, force, &at);
    }
    motion->known = false;
}

/* ---- where contacts begin and end ---- */

/* Parts of one step before the rest of it is taken as it is: something rattles within rounding. */
enum { MOST_SPLITS = 4000 };

static double normal_force(const penalty_springs *springs, const penalty_neighbour *near,
                           const penalty_geometry *at)
{
    /* it may pull: see neighbour_at */
    return springs->model.law->force(&near->contact, at->overlap_m, at->rate_mps).total_N;
}

/* > 0 while, or as soon as, the contact is on. */
static double contact_signal(const penalty_springs *springs, const penalty_neighbour *near,
                             penalty_contact_state what, const penalty_geometry *at)
{
    bool by_force = springs->model.contact_end == CAROM_END_FORCE && near->contact.viscosity > 0;
    if (what == PENALTY_RELEASED || (what == PENALTY_TOUCHING && by_force && at->overlap_m > 0)) {
        return normal_force(springs, near, at);
    }
    return at->overlap_m == -INFINITY ? -near->reach_m : at->overlap_m; /* see geometry.c */
}

static const double rounding = 1e-13;

static bool has_switched(const penalty_springs *springs, const penalty_neighbour *near,
                         penalty_contact_state what, const penalty_geometry *at)
{
    double signal = contact_signal(springs, near, what, at);
    if (what == PENALTY_NEXT_WALL) {
        return false;
    }
    if (what == PENALTY_TOUCHING) { /* not a contact that has only just begun */
        return signal <= 0 && at->rate_mps < 0;
    }
    if (what == PENALTY_RELEASED) {
        return signal > 0 && at->overlap_m > 0;
    }
    /* else it is rest */
    return signal > 0 && (at->rate_mps > 0 || signal > rounding * near->reach_m);
}

static void restore_state(const penalty_springs *springs, penalty_motion *motion)
{
    size_t bytes = carom_penalty_coordinates(springs) * sizeof *motion->x;
    memcpy(motion->x, motion->location.x, bytes);
    memcpy(motion->v, motion->location.v, bytes);
    motion->known = false;
}

static void store_state(const penalty_springs *springs, penalty_motion *motion)
{
    size_t bytes = carom_penalty_coordinates(springs) * sizeof *motion->x;
    memcpy(motion->location.x, motion->x, bytes);
    memcpy(motion->location.v, motion->v, bytes);
    if (springs->friction.acts) {
        memcpy(motion->location.friction_state, motion->friction_state,
               springs->neighbour_count * sizeof *motion->friction_state);
    }
}

/* What may happen inside a step: near pair k begins or ends its contact, or its surfaces stick or
 * slide; the latter counted from nears on. `none`: nothing. */
static size_t no_event(const penalty_springs *springs)
{
    return 2 * springs->neighbour_count;
}

/* > 0 while, or as soon as, what may happen has not, or has. */
static double event_signal(const penalty_springs *springs, penalty_motion *motion, size_t what,
                           const double *x, const double *v)
{
    const penalty_neighbour *near = &springs->near[what % springs->neighbour_count];
    penalty_geometry at;
    if (what >= springs->neighbour_count) {
        return friction_signal(springs, motion, what - springs->neighbour_count, x, v);
    }
    at = carom_penalty_geometry(springs, near, x, v);
    return contact_signal(springs, near, (penalty_contact_state)motion->contact_state[what], &at);
}

static void integrate_part(penalty_located_step *t, double part_s)
{
    t->evaluations += carom_penalty_integrate(t->springs, t->motion, t->step_s, part_s);
}

/* What the state after a part of the step says of it. 0 where the method gives the step up:
 * then there is nothing to be found any more, and GSL takes neither NaN nor another sign. */
static double signal_after(double part_s, void *context)
{
    penalty_located_step *t = context;
    double signal;
    restore_state(t->springs, t->motion);
    integrate_part(t, part_s);
    signal = event_signal(t->springs, t->motion, t->what, t->motion->x, t->motion->v);
    return t->motion->failure == CAROM_OK && isfinite(signal) ? signal : 0;
}

/* Whether what happens within the part at work was to happen at its very beginning: something else
 * did at the same instant, and rounding has put this just beyond. The motion is at the
 * beginning. */
static bool is_due_at_start(const penalty_springs *springs, const penalty_motion *motion,
                            size_t what, double signal)
{
    const penalty_neighbour *near = &springs->near[what % springs->neighbour_count];
    if (what >= springs->neighbour_count) {
        return signal <= 0;
    }
    if (motion->contact_state[what] ==
        PENALTY_TOUCHING) { /* a contact that has only just begun closes */
        return signal <= 0 &&
               carom_penalty_geometry(springs, near, motion->location.x, motion->location.v)
                       .rate_mps < 0;
    }
    return motion->contact_state[what] == PENALTY_APART && signal >= 0;
}

/* The part of h after which it happens; the state is left there. */
static double locate_event(penalty_located_step *t, size_t what, double h)
{
    static const double finest = 1e-14;
    penalty_motion *motion = t->motion;
    gsl_function function = {signal_after, t};
    double from = 0, low, high, part;
    t->what = what;
    low = signal_after(0, t);
    high = signal_after(h, t);
    /* at an onset under a dashpot the spring's force and Coulomb's limit are 0; the limit grows
     * faster, so the surfaces stick at first */
    for (part = h;
         low == 0 && high < 0 && what >= t->springs->neighbour_count && part > finest * h;) {
        double signal = signal_after(part /= 2, t);
        from = signal > 0 ? part : 0;
        low = signal > 0 ? signal : 0;
    }
    part = is_due_at_start(t->springs, motion, what, low) ? 0 : h;
    if (low * high < 0) {
        int status = GSL_CONTINUE;
        gsl_root_fsolver_set(motion->location.locator, &function, from, h);
        for (int i = 0; i < 100 && status == GSL_CONTINUE && motion->failure == CAROM_OK; i++) {
            gsl_root_fsolver_iterate(motion->location.locator);
            part = gsl_root_fsolver_root(motion->location.locator);
            status = gsl_root_test_interval(gsl_root_fsolver_x_lower(motion->location.locator),
                                            gsl_root_fsolver_x_upper(motion->location.locator),
                                            finest * h, 0);
        }
    }
    signal_after(part, t);
    return part;
}

/* The first of what has happened, as far as straight lines between the ends of the step say, of
 * what has already been found to be earlier than that. */
typedef struct {
    size_t what;
    double earliest;
} event_candidate;

static void update_candidate(const penalty_springs *springs, penalty_motion *motion, size_t what,
                             event_candidate *first)
{
    double a = event_signal(springs, motion, what, motion->location.x, motion->location.v),
           b = event_signal(springs, motion, what, motion->x, motion->v);
    double part = a == b ? 0 : a / (a - b);
    part = part > 0 ? part : 0;
    if (part < first->earliest) {
        *first = (event_candidate){what, part};
    }
}

static size_t first_event(const penalty_springs *springs, penalty_motion *motion)
{
    event_candidate first = {no_event(springs), INFINITY};
    for (size_t k = 0; k < springs->neighbour_count; k++) {
        const penalty_neighbour *near = &springs->near[k];
        penalty_contact_state what = (penalty_contact_state)motion->contact_state[k];
        penalty_geometry after = carom_penalty_geometry(springs, near, motion->x, motion->v);
        if (has_switched(springs, near, what, &after)) {
            update_candidate(springs, motion, k, &first);
        }
        if (springs->friction.acts && motion->friction_state[k] != PENALTY_NO_SPRING &&
            friction_signal(springs, motion, k, motion->x, motion->v) < 0) {
            update_candidate(springs, motion, springs->neighbour_count + k, &first);
        }
    }
    return first.what;
}

/* Takes as much of h as the first switch allows. */
static double advance_to_event(penalty_located_step *t, double h, size_t *switched)
{
    double part = h;
    *switched = no_event(t->springs);
    for (size_t tries = 0; tries <= no_event(t->springs);
         tries++) { /* each earlier than the last */
        size_t what = first_event(t->springs, t->motion);
        if (what == no_event(t->springs) || what == *switched || t->motion->failure != CAROM_OK) {
            break;
        }
        *switched = what;
        part = locate_event(t, what, part);
    }
    return part;
}

static void switch_contact(const penalty_springs *springs, penalty_motion *motion, size_t k)
{
    bool by_force = springs->model.contact_end == CAROM_END_FORCE &&
                    springs->near[k].contact.viscosity > 0;
    penalty_geometry at = carom_penalty_geometry(springs, &springs->near[k], motion->x, motion->v);
    if (motion->contact_state[k] != PENALTY_TOUCHING) {
        motion->contact_state[k] = PENALTY_TOUCHING;
    } else {
        motion->contact_state[k] = by_force && at.overlap_m > 0 ? PENALTY_RELEASED : PENALTY_APART;
    }
    if (springs->friction.acts && motion->contact_state[k] == PENALTY_TOUCHING) {
        begin_friction(springs, motion, k);
    } else if (springs->friction.acts) {
        end_friction(springs, motion, k);
    }
    motion->known = false;
}

static void apply_event(const penalty_springs *springs, penalty_motion *motion, size_t what)
{
    if (what < springs->neighbour_count) {
        switch_contact(springs, motion, what);
    } else if (what < no_event(springs)) {
        switch_friction(springs, motion, what - springs->neighbour_count);
    }
}

/* A spent contact is over when its overlap is. */
static void end_released_contacts(const penalty_springs *springs, penalty_motion *motion)
{
    for (size_t k = 0; k < springs->neighbour_count; k++) {
        if (motion->contact_state[k] == PENALTY_RELEASED &&
            carom_penalty_geometry(springs, &springs->near[k], motion->x, motion->v).overlap_m <=
                0) {
            motion->contact_state[k] = PENALTY_APART;
        }
    }
}

/* ---- roots of the overlap ---- */

/* x^(1 - 1/order) for the orders there are, by roots alone. */
static double grading(double x, int order)
{
    double root = sqrt(x);
    return order < 2 ? 1 : (order == 2 ? root : root * sqrt(root));
}

/* How much of a step of h a contact of duration T allows at a time `from` after its touch, or
 * before its release. Where a law has a root of the overlap, its derivatives of order p grow near
 * touch and release as t^(power - p), t the time from there. Parts of h (t/T)^(1 - 1/p) make the
 * error's sum over the contact converge: a method of order p has it again, for p times as many
 * parts of a step. The first is T (h/T)^p: there the part is as long as the time from the touch. */
static double graded_part(double h, double from, double T, int order)
{
    double least = T * (order == 2 ? (h / T) * (h / T) : (h / T) * (h / T) * (h / T) * (h / T));
    double own = h * grading(from / T, order);
    return own > least ? own : least;
}

/* How large the numbers are between which an overlap is a difference, m. */
static double coordinate_size(const penalty_springs *springs, const penalty_motion *motion,
                              const penalty_neighbour *near)
{
    carom_vec at = carom_penalty_vec(springs, motion->x, near->a);
    return near->reach_m + fabs(at.x) + fabs(at.y);
}

/* Length of the next part, at most `left`, s. The time from touch or release is overlap over rate.
 * An adaptive integrator has no stability limit. Without a bound, a part could reach beyond the
 * contact's end into the next half oscillation of its spring, where the signal is positive again.
 */
static double part_length(const penalty_located_step *t, double left)
{
    /* of the reach in T: what so little does is not worth it; of T, which is at most 2.6 t_c */
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
            /* what places cannot tell apart gets nowhere, and the parts run out */
            own = fmax(own, resolution * coordinate_size(springs, motion, near) / rate);
            part = own < part ? own : part;
        }
    }
    return part;
}

/* ---- walls: a contact may slide from one part to the next ---- */

/* Whether the ball of near pair k is in contact with any part of the wall. */
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

/* Before a part of a step: which parts of the wall a contact may slide over to. */
static void arm_walls(const penalty_springs *springs, penalty_motion *motion)
{
    for (size_t k = 0; k < springs->neighbour_count; k++) {
        if (springs->near[k].wall && (motion->contact_state[k] == PENALTY_APART ||
                                      motion->contact_state[k] == PENALTY_NEXT_WALL)) {
            bool arms = carom_penalty_has_left_wall(springs, motion, k) &&
                        touches_wall(springs, motion, k);
            motion->contact_state[k] = arms ? PENALTY_NEXT_WALL : PENALTY_APART;
        }
    }
}

/* After it: which of them it has. */
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
            motion->contact_state[k] = PENALTY_APART;
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

/* The next part of what is left of the step, and what happens at its end. *whole: what would have
 * been taken without a switch. */
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
        double whole, part = take_part(t, left, splits < MOST_SPLITS, &whole, &switched);
        if (motion->failure != CAROM_OK || carom_is_cancelled(motion->cancel)) {
            return carom_penalty_step_error(
                springs, motion->failure == CAROM_OK ? CAROM_INTERRUPTED : motion->failure,
                t->start_s + (h - left), left, error);
        }
        apply_event(springs, motion, switched);
        end_released_contacts(springs, motion);
        if (springs->problem->part != NULL) {
            pass_wall_contacts(t);
        }
        status = t->part(t->context, motion, h - left, part, switched, error);
        left = switched < no_event(springs) || whole < left ? left - part : 0;
    }
    return status;
}

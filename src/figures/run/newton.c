/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Velocity circle of collisions: states of two balls in the plane of sqrt(m) v, where the energy is
 * a circle and the momentum a line. */
#include "figures/run/run_figures.h"

/* More collisions would fill the circle. */
enum { MAX_COLLISIONS = 400 };

/* A pair of balls and its states (x, y) = sqrt(m) v in the log of one solver, before the first
 * collision and after each one. */
typedef struct {
    const carom_problem *problem;
    const carom_recorded_solver *solver;
    const carom_recorded_impact *first; /* first collision of two movable balls */
    size_t ball[2];                     /* on the x axis; on the y axis */
    carom_vec normal;                   /* components of velocities are along this unit vector */
    carom_vec state[MAX_COLLISIONS + 1];
    size_t states;
} circle;

static bool is_movable(const carom_problem *problem, const char *name)
{
    size_t i = carom_problem_ball_called(problem, name);
    return i < problem->count && !problem->ball[i].fixed;
}

/* First collision of two movable balls, or of the same two as in @p like. */
static const carom_recorded_impact *first_collision(const carom_problem *problem,
                                                    const carom_recorded_solver *solver,
                                                    const carom_recorded_impact *like)
{
    for (size_t i = 0; i < solver->impacts; i++) {
        const carom_recorded_impact *one = &solver->impact[i];
        if (!one->wall && (like == NULL ? is_movable(problem, one->a) && is_movable(problem, one->b)
                                        : carom_recorded_is_same_pair(one, like))) {
            return one;
        }
    }
    return NULL;
}

/* ---- states ---- */

/* Velocity (m/s) that a collision adds to a ball; 0 if the ball takes no part. */
static carom_vec velocity_change(const circle *c, const carom_recorded_impact *one, size_t ball)
{
    const carom_ball *of = &c->problem->ball[ball];
    double sign = strcmp(one->a, of->name) == 0               ? -1
                : !one->wall && strcmp(one->b, of->name) == 0 ? 1
                                                              : 0;
    return carom_vec_scale(sign * one->impulse_Ns / of->mass_kg, one->normal);
}

/* Velocity before @p one: from the last earlier sample, with gravity and the collisions since. */
static carom_vec velocity_before(const circle *c, const carom_recorded_impact *one, size_t ball)
{
    const carom_ball *of = &c->problem->ball[ball];
    carom_vec v = {of->vx_mps, of->vy_mps};
    double t_s = 0;
    for (size_t k = 0; k < c->solver->samples; k++) {
        const carom_recorded_state *at = &c->solver->state[k * c->problem->count + ball];
        if (at->t_s > 0 && at->t_s < one->t_s) {
            v = (carom_vec){at->v_mps[0], at->v_mps[1]};
            t_s = at->t_s;
        }
    }
    for (const carom_recorded_impact *i = c->solver->impact; i < one; i++) {
        if (i->t_s >= t_s) {
            v = carom_vec_add(v, velocity_change(c, i, ball));
        }
    }
    return carom_vec_add_scaled(v, one->t_s - t_s, c->problem->gravity_mps2);
}

static carom_vec state_of(const circle *c, const double v[2])
{
    return (carom_vec){sqrt(c->problem->ball[c->ball[0]].mass_kg) * v[0],
                       sqrt(c->problem->ball[c->ball[1]].mass_kg) * v[1]};
}

/* Velocities of both balls along the normal at their relative velocity @p u of the x ball to the
 * other (m/s), which leaves their momentum unchanged. */
static carom_vec state_at_relative(const circle *c, const double v[2], double u)
{
    double m = c->problem->ball[c->ball[0]].mass_kg, n = c->problem->ball[c->ball[1]].mass_kg,
           mean = (m * v[0] + n * v[1]) / (m + n);
    return state_of(c, (double[]){mean + n / (m + n) * u, mean - m / (m + n) * u});
}

/* States before and after one collision. Springs turn the normal during contact; the logged speeds
 * of approach and separation are along the normal of their time. */
static bool add_single(circle *c, const carom_recorded_impact *one)
{
    double sign = strcmp(one->a, c->problem->ball[c->ball[0]].name) == 0 ? 1 : -1, v[2];
    c->normal = carom_vec_scale(sign, one->normal);
    for (int k = 0; k < 2; k++) {
        v[k] = carom_vec_dot(velocity_before(c, one, c->ball[k]), c->normal);
    }
    c->state[0] = state_at_relative(c, v, one->approach_mps);
    c->state[1] = state_at_relative(c, v, -one->separation_mps);
    c->states = 2;
    return isfinite(one->approach_mps + one->separation_mps);
}

/* States after every collision of a log on one line. @return false if the final velocities differ
 * from the last sample: forces act between collisions, or the solver does not follow its log */
static bool add_chain(circle *c)
{
    const double tolerance = 1e-6;
    double v[2], fastest = 0, difference = 0;
    for (int k = 0; k < 2; k++) {
        const carom_ball *ball = &c->problem->ball[c->ball[k]];
        v[k] = carom_vec_dot((carom_vec){ball->vx_mps, ball->vy_mps}, c->normal);
    }
    c->state[0] = state_of(c, v);
    c->states = 1;
    for (size_t i = 0; i < c->solver->impacts; i++) {
        for (int k = 0; k < 2; k++) {
            v[k] += carom_vec_dot(velocity_change(c, &c->solver->impact[i], c->ball[k]), c->normal);
            fastest = fmax(fastest, fabs(v[k]));
        }
        c->state[c->states++] = state_of(c, v);
    }
    for (int k = 0; k < 2; k++) {
        size_t last = (c->solver->samples - 1) * c->problem->count + c->ball[k];
        const double *end = c->solver->state[last].v_mps;
        difference = fmax(difference,
                          fabs(v[k] - carom_vec_dot((carom_vec){end[0], end[1]}, c->normal)));
    }
    return difference <= tolerance * fastest;
}

/* True for two movable balls that move and collide along the normal of the first collision. */
static bool is_on_line(const circle *c)
{
    const double rounding = 1e-9;
    size_t movable = 0;
    for (size_t i = 0; i < c->problem->count; i++) {
        const carom_ball *ball = &c->problem->ball[i];
        carom_vec v = {ball->vx_mps, ball->vy_mps};
        movable += !ball->fixed;
        if (fabs(carom_vec_cross(v, c->normal)) > rounding * carom_vec_length(v)) {
            return false;
        }
    }
    for (size_t i = 0; i < c->solver->impacts; i++) {
        if (fabs(carom_vec_cross(c->solver->impact[i].normal, c->normal)) > rounding) {
            return false;
        }
    }
    return movable == 2 && c->solver->impacts <= MAX_COLLISIONS;
}

/* True if a ball of the collision touches another body during it. */
static bool is_shared(const circle *c, const carom_recorded_impact *one)
{
    for (size_t i = 0; i < c->solver->impacts; i++) {
        const carom_recorded_impact *other = &c->solver->impact[i];
        bool together = other->t_s <= one->t_s + one->contact_s &&
                        one->t_s <= other->t_s + other->contact_s;
        for (int k = 0; k < 2 && other != one && together; k++) {
            const char *name = c->problem->ball[c->ball[k]].name;
            if (strcmp(other->a, name) == 0 || (!other->wall && strcmp(other->b, name) == 0)) {
                return true;
            }
        }
    }
    return false;
}

/* ---- one solver ---- */

/* Puts the ball with the larger momentum over sqrt(m) on the x axis. */
static void choose_axes(circle *c)
{
    double x[2];
    c->normal = c->first->normal;
    c->ball[0] = carom_problem_ball_called(c->problem, c->first->a);
    c->ball[1] = carom_problem_ball_called(c->problem, c->first->b);
    for (int k = 0; k < 2; k++) {
        x[k] = sqrt(c->problem->ball[c->ball[k]].mass_kg) *
               fabs(carom_vec_dot(velocity_before(c, c->first, c->ball[k]), c->normal));
    }
    if (x[1] > x[0]) {
        size_t ball = c->ball[0];
        c->ball[0] = c->ball[1];
        c->ball[1] = ball;
    }
}

/* Adds the first collision of the pair that collides first in the reference. */
static const char *add_first(circle *c)
{
    c->first = first_collision(c->problem, c->solver, c->first);
    return c->first == NULL         ? "it has no collision of these balls"
         : is_shared(c, c->first)   ? "a third body takes part in the first collision of two balls"
         : !add_single(c, c->first) ? "the first collision of two balls has not ended"
                                    : NULL;
}

/* Computes the states of a solver. @return why it has none, or NULL */
static const char *trace(circle *c, const carom_run_records *run, size_t solver)
{
    const double same_start = 0.02; /* relative to the radius of the circle */
    const carom_recorded_solver *reference = &run->recorded.solver[run->data.reference];
    *c = (circle){.problem = &run->data.scenario.problem, .solver = reference};
    if (reference->state == NULL) {
        return "too many balls";
    }
    c->first = first_collision(c->problem, reference, NULL);
    if (c->first == NULL) {
        return "the reference has no collision of two movable balls";
    }
    choose_axes(c);
    if (is_on_line(c) && add_chain(c)) {
        c->solver = &run->recorded.solver[solver];
        return is_on_line(c) && add_chain(c) ? NULL : "its velocities do not follow its log";
    }
    const char *obstacle = add_first(c);
    if (obstacle != NULL || solver == run->data.reference) {
        return obstacle;
    }
    carom_vec start = c->state[0];
    c->solver = &run->recorded.solver[solver];
    obstacle = add_first(c);
    return obstacle != NULL ? obstacle
         : carom_vec_length(carom_vec_subtract(c->state[0], start)) >
                   same_start * carom_vec_length(start)
             ? "its balls arrive at other velocities"
             : NULL;
}

static double energy(carom_vec state)
{
    return 0.5 * carom_vec_square(state);
}

/* Central angle (rad) of the arcs between states if they are equal, else 0. Each collision
 * reflects the state, so two rotate it. */
static double equal_arc(const circle *c)
{
    const double rounding = 1e-9;
    double arc = 0;
    for (size_t i = 0; i + 2 < c->states; i++) {
        const carom_vec *s = &c->state[i];
        double turn = fabs(atan2(carom_vec_cross(s[0], s[2]), carom_vec_dot(s[0], s[2])));
        arc = i == 0 ? turn : arc;
        if (fabs(turn - arc) > rounding ||
            fabs(energy(s[2]) - energy(s[0])) > rounding * energy(s[0])) {
            return 0;
        }
    }
    return c->states > 3 ? arc : 0;
}

const char *carom_newton_obstacle(const carom_run_records *run, size_t solver)
{
    circle c;
    return trace(&c, run, solver);
}

/* ---- panel ---- */

/* Defines the circle and the line through the first state, and names of the axes. */
static void define_axes(carom_drawing *drawing, const circle *c)
{
    static const char *const names[] = {"CIRCLEXNAME", "CIRCLEYNAME"}, *const roots[] = {
                                                                           "CIRCLEXROOT",
                                                                           "CIRCLEYROOT"};
    double arc = equal_arc(c);
    size_t top = 0;
    carom_drawing_number(drawing, "CIRCLER", carom_vec_length(c->state[0]));
    carom_drawing_number(drawing, "CIRCLEX0", c->state[0].x);
    carom_drawing_number(drawing, "CIRCLEY0", c->state[0].y);
    carom_drawing_number(drawing, "CIRCLEARC", arc * 180 / CAROM_PI);
    for (size_t k = 0; k + 2 < c->states && arc > 0; k++) {
        top = c->state[k].y > c->state[top].y ? k : top;
    }
    carom_drawing_number(drawing, "CIRCLEAX", c->state[top].x);
    carom_drawing_number(drawing, "CIRCLEAY", c->state[top].y);
    carom_drawing_number(drawing, "CIRCLEBX", c->state[arc > 0 ? top + 2 : top].x);
    carom_drawing_number(drawing, "CIRCLEBY", c->state[arc > 0 ? top + 2 : top].y);
    for (int k = 0; k < 2; k++) {
        carom_drawing_text(drawing, names[k], c->problem->ball[c->ball[k]].name);
        carom_drawing_number(drawing, roots[k], sqrt(c->problem->ball[c->ball[k]].mass_kg));
    }
}

void carom_newton_add(carom_drawing *drawing, const carom_run_records *run)
{
    carom_drawing_array(drawing, "CIRCLES CIRCLEX CIRCLEY CIRCLEGAIN", run->data.solvers);
    for (size_t i = 0; i < run->data.solvers; i++) {
        circle c;
        carom_block block;
        size_t states = trace(&c, run, i) == NULL ? c.states : 0;
        carom_drawing_count_at(drawing, "CIRCLES", i, states);
        carom_block_begin(&block, "x\ty");
        for (size_t k = 0; k < states; k++) {
            carom_block_add_row(&block, (double[]){c.state[k].x, c.state[k].y}, 2);
            carom_drawing_number_at(drawing, "CIRCLEX", i, c.state[k].x);
            carom_drawing_number_at(drawing, "CIRCLEY", i, c.state[k].y);
        }
        carom_block_end(&block, drawing, "CIRCLE", i);
        carom_drawing_number_at(drawing, "CIRCLEGAIN", i,
                                states > 0 ? energy(c.state[states - 1]) / energy(c.state[0]) - 1
                                           : 0);
        if (i == run->data.reference) {
            define_axes(drawing, &c);
        }
    }
}

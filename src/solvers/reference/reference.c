/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reference solver: event-driven simulation of rigid balls in 128-bit numbers, with an estimate of
 * the digits that the run has lost.
 *
 * A second copy of the system starts one unit in the last place away. The difference of the copies
 * shows how far rounding errors have grown. The result rounds to the exact double while fewer than
 * 34 - 16 digits are lost. Suited for few balls: the time grows as n^2 per collision. */
#include "solvers/reference/reference.h"
#include "params/rows.h"
#include "search/search.h"

typedef struct {
    double cluster_gap_rel;
} reference_options;

#define AT(member) offsetof(reference_options, member)
static const carom_param reference_params[] = {
    {NUMBER("cluster_gap_rel", AT(cluster_gap_rel), NULL, "1e-9", 0, 0.1,
            "bodies with a gap below this fraction of the smaller radius collide simultaneously")},
    {.key = NULL}};

enum { ORIGINAL, PERTURBED, COPIES };

typedef struct {
    const carom_problem *problem;
    reference_world copy[COPIES];
    double compared_s; /* time of the last advance, at which digits are counted; NaN: it failed */
    bool parted;       /* the perturbed copy stopped, so all digits are lost */
} reference_solver;

/* ---- creation of a world ---- */

/* Line of a straight wall. The normal of an edge follows from its ends, because the one in doubles
 * is rounded. */
static reference_line line_of(const carom_problem *problem, size_t wall)
{
    quad_vec normal = quad_from_vec(carom_wall_normals[wall % CAROM_WALL_COUNT]), from;
    if (problem->part == NULL) {
        from = (quad_vec){problem->width_m, problem->height_m}; /* the corner of two sides */
        return (reference_line){normal, fmax(0, (double)quad_dot(normal, from))};
    }
    const carom_part *part = &problem->part[wall];
    bool right = carom_vec_cross(part->along, part->normal) < 0;
    from = quad_from_vec(right ? part->from_m : part->to_m);
    quad_vec along = quad_subtract(quad_from_vec(right ? part->to_m : part->from_m), from);
    normal = quad_scale(1 / quad_length(along), (quad_vec){along.y, -along.x});
    return (reference_line){normal, quad_dot(normal, from)};
}

/* @param unit  relative perturbation of position and velocity, of alternating sign */
static void init_ball(reference_world *world, size_t i, quad unit)
{
    const carom_problem *problem = world->problem;
    const carom_ball *given = &problem->ball[i];
    quad factor = given->fixed ? 1 : i % 2 == 0 ? 1 + unit : 1 - unit;
    carom_vec start = carom_flight_from_ball(given).at;
    bool periodic = problem->boundary == CAROM_PERIODIC;
    quad_vec at = quad_scale(
        factor, quad_from_vec(periodic ? carom_torus_fold_position(problem, start) : start));
    quad_vec v = quad_scale(factor, quad_from_vec(carom_flight_from_ball(given).v));
    world->ball[i] = (reference_ball){
        .path = {.x = {at.x, v.x}, .y = {at.y, v.y}, .degree = 1, .until = REFERENCE_NEVER},
        .radius = given->radius_m,
        .spin = given->spin_radps,
        .struck = -REFERENCE_NEVER};
    if (!given->fixed) {
        world->ball[i].inverse_mass = 1 / (quad)given->mass_kg;
        world->ball[i].spin_response = world->ball[i].inverse_mass / given->inertia_factor;
    }
}

/* Approach speeds below this fraction of the largest speed are rounding errors. */
static quad rounding_speed(const carom_problem *problem)
{
    static const quad rounding = 0x1p-90;
    carom_vec g = problem->gravity_mps2;
    double fastest = sqrt((fabs(g.x) + fabs(g.y)) * (problem->width_m + problem->height_m));
    for (size_t i = 0; i < problem->count; i++) {
        fastest = fmax(fastest, carom_vec_length(carom_flight_from_ball(&problem->ball[i]).v));
    }
    return rounding * fastest;
}

static void init_world(reference_world *world, const carom_solver_args *args, quad unit)
{
    const carom_problem *problem = args->problem;
    const reference_options *options = args->options;
    size_t n = problem->count;
    *world = (reference_world){.problem = problem,
                               .cancel = args->cancel,
                               .gap_rel = options->cluster_gap_rel,
                               .rounding_mps = rounding_speed(problem),
                               .gravity = quad_from_vec(problem->gravity_mps2)};
    world->walls = problem->boundary == CAROM_PERIODIC ? CAROM_WALL_COUNT
                                                       : carom_walls_count(problem);
    world->events = n + world->walls + 1;
    world->ball = carom_arena_take(&world->memory, n + 1, sizeof *world->ball);
    world->ball[n].radius = 1; /* the wall body has no mass and no spin, so any radius will do */
    world->time = carom_arena_take(&world->memory, n * world->events, sizeof *world->time);
    world->line = carom_arena_take(&world->memory, world->walls + 1, sizeof *world->line);
    for (size_t k = 0; k < world->walls; k++) {
        if (problem->part == NULL || problem->part[k].kind == CAROM_EDGE) {
            world->line[k] = line_of(problem, k);
        }
    }
    for (size_t i = 0; i < n; i++) {
        init_ball(world, i, unit);
    }
    for (size_t i = 0; i < n; i++) {
        carom_reference_predict(world, i);
    }
}

/* ---- events ---- */

/* Find the earliest event: ball i with ball j, with wall j - count, or the end of its path. */
static quad first_event(const reference_world *world, uint32_t *i, uint32_t *j)
{
    size_t n = world->problem->count;
    quad first = REFERENCE_NEVER;
    for (size_t a = 0; a < n; a++) {
        for (size_t b = a + 1; b < world->events; b++) {
            quad t = world->time[a * world->events + b];
            if (t < first) {
                first = t;
                *i = (uint32_t)a;
                *j = (uint32_t)b;
            }
        }
    }
    return first;
}

/* A ball that leaves a periodic table re-enters on the other side. */
static void cross(reference_world *world, uint32_t i, size_t wall)
{
    const carom_problem *problem = world->problem;
    reference_path *path = &world->ball[i].path;
    carom_vec inward = carom_vec_scale(-1, carom_wall_normals[wall]);
    carom_vec way = {inward.x * problem->width_m, inward.y * problem->height_m};
    carom_reference_move(world, i);
    path->x[0] += way.x;
    path->y[0] += way.y;
    carom_flight_add_fold(problem, i, way, &world->sums);
    carom_reference_predict(world, i);
}

/* Process all events until @p t_s. */
static carom_status advance_world(reference_world *world, double t_s, carom_error *error)
{
    size_t n = world->problem->count;
    world->error = error;
    while (t_s > 0) {
        uint32_t i = 0, j = 0;
        quad first = first_event(world, &i, &j);
        CAROM_TRY(carom_check_cancelled(world->cancel, error));
        if (!(first <= t_s)) {
            break;
        }
        world->now = first > world->now ? first : world->now;
        world->report.steps++;
        if (j == n + world->walls) {
            carom_reference_move(world, i);
            carom_reference_predict(world, i);
        } else if (j >= n && world->problem->boundary == CAROM_PERIODIC) {
            cross(world, i, j - n);
        } else {
            CAROM_TRY(carom_reference_collide(world, i, j));
        }
    }
    return CAROM_OK;
}

/* ---- digits ---- */

/* Largest magnitude of a quantity, and largest difference of the copies. */
typedef struct {
    quad largest, off;
} comparison;

static void compare(comparison *c, quad size, quad off)
{
    c->largest = quad_abs(size) > c->largest ? quad_abs(size) : c->largest;
    c->off = quad_abs(off) > c->off ? quad_abs(off) : c->off;
}

/* Bits by which the difference exceeds one unit in the last place. */
static int lost_bits(comparison c)
{
    int bits = 0;
    for (quad limit = c.largest * 0x1p-112; c.off > limit && bits < REFERENCE_BITS; limit *= 2) {
        bits++;
    }
    return bits;
}

/* Decimal digits lost at compared_s: of positions relative to the table, and of velocities relative
 * to the largest. */
static double lost_digits(const reference_solver *self)
{
    static const double digits_per_bit = 0.30102999566398120; /* log10 2 */
    const reference_world *original = &self->copy[ORIGINAL];
    comparison position = {0, 0}, velocity = {0, 0};
    for (size_t i = 0; i < self->problem->count; i++) {
        const reference_ball *a = &original->ball[i], *b = &self->copy[PERTURBED].ball[i];
        quad_vec at = carom_reference_position(a, self->compared_s);
        quad_vec v = carom_reference_velocity(a, self->compared_s);
        quad_vec d = carom_reference_shortest(
            original, quad_subtract(carom_reference_position(b, self->compared_s), at));
        quad_vec w = quad_subtract(carom_reference_velocity(b, self->compared_s), v);
        compare(&position, at.x, d.x), compare(&position, at.y, d.y);
        compare(&velocity, v.x, w.x), compare(&velocity, v.y, w.y);
        compare(&velocity, a->spin * a->radius, (b->spin - a->spin) * a->radius);
    }
    int bits = self->parted ? REFERENCE_BITS : lost_bits(position);
    bits = bits > lost_bits(velocity) ? bits : lost_bits(velocity);
    return isnan(self->compared_s) ? NAN : digits_per_bit * bits;
}

/* ---- the solver ---- */

static void reference_check(const carom_problem *problem, const void *options,
                            const carom_diagnostics *diagnostics)
{
    (void)options;
    if (REFERENCE_BITS == 0) {
        carom_diagnostics_add(diagnostics, true, "kind",
                              "this build of carom has no 128-bit numbers; use another solver");
    }
    if (problem->count > REFERENCE_MOST_BALLS) {
        carom_diagnostics_add(diagnostics, true, "balls",
                              "the reference supports at most %d balls (got %zu)",
                              REFERENCE_MOST_BALLS, problem->count);
    }
    carom_check_gravity_with_drag(problem, diagnostics);
    carom_check_grid(problem, 1, diagnostics);
}

static void reference_destroy(void *object)
{
    reference_solver *self = object;
    for (int k = 0; k < COPIES; k++) {
        carom_arena_free(&self->copy[k].memory);
    }
    free(self);
}

static void *reference_create(const carom_solver_args *args, carom_error *error)
{
    reference_solver *self = carom_allocate(1, sizeof *self);
    (void)error;
    self->problem = args->problem;
    init_world(&self->copy[ORIGINAL], args, 0);
    init_world(&self->copy[PERTURBED], args, 0x1p-112);
    self->copy[ORIGINAL].log = args->log;
    self->copy[ORIGINAL].trace = args->trace;
    return self;
}

/* The perturbed copy follows the original, to its last event if it stops. */
static carom_status reference_advance(void *object, double t_s, carom_error *error)
{
    reference_solver *self = object;
    carom_error ignored;
    carom_status status = advance_world(&self->copy[ORIGINAL], t_s, error);
    double until_s = status == CAROM_OK ? t_s : (double)self->copy[ORIGINAL].now;
    if (!self->parted) {
        self->parted = advance_world(&self->copy[PERTURBED], until_s, &ignored) != CAROM_OK;
    }
    self->compared_s = status == CAROM_OK ? until_s : NAN;
    return carom_is_cancelled(self->copy[ORIGINAL].cancel) ? carom_error_interrupted(error)
                                                           : status;
}

static void reference_sample(const void *object, double t_s, carom_view *view)
{
    const reference_world *world = &((const reference_solver *)object)->copy[ORIGINAL];
    quad t = world->now > t_s ? world->now : t_s; /* of the last event, if the solver stopped */
    carom_budget_sums sums = world->sums;
    for (size_t i = 0; i < world->problem->count; i++) {
        const reference_ball *ball = &world->ball[i];
        carom_flight_to_view((carom_flight){quad_to_vec(carom_reference_position(ball, t)),
                                            quad_to_vec(carom_reference_velocity(ball, t))},
                             view, i);
        view->spin_radps[i] = (double)ball->spin;
        carom_reference_book_path(world, i, t, &sums);
    }
    carom_view_set_totals(view, &sums, &world->report);
}

static void reference_report(const void *object, carom_report *report)
{
    const reference_solver *self = object;
    *report = self->copy[ORIGINAL].report;
    report->lost_digits = lost_digits(self);
    report->precision_bits = REFERENCE_BITS;
}

const carom_solver_entry carom_solver_oracle = {
    .about = {.name = "oracle",
              .summary = "reference: rigid balls in 128-bit numbers, for few balls",
              .params = reference_params,
              .options_size = sizeof(reference_options)},
    .traits = CAROM_EXACT | CAROM_QUADRUPLE_PRECISION | CAROM_SURFACE_FRICTION | CAROM_ANY_SHAPE,
    .check = reference_check,
    .create = reference_create,
    .advance = reference_advance,
    .sample = reference_sample,
    .report = reference_report,
    .destroy = reference_destroy};

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks a problem before a solver uses it: ranges of values, balls inside the walls, no overlaps.
 */
#include "scene/scene.h"
#include "search/search.h"
#include <assert.h>
#include <stdarg.h>

/* Larger overlaps, relative to the radius, are errors; smaller ones are rounding. */
static const double rounding = 1e-9;
/* Limits of all numbers, so that energies and decelerations neither overflow nor underflow. */
static const double largest = 1e50, smallest = 1e-50;

typedef struct {
    const carom_problem *problem;
    carom_problem_report *report;
    void *context;
    bool valid, stopped;
} problem_check;

CAROM_PRINTF(5, 6)
static void report_fault(problem_check *check, const char *key, size_t ball, size_t other,
                         const char *format, ...)
{
    char text[400];
    va_list arguments;
    check->valid = false;
    if (!check->stopped) {
        va_start(arguments, format);
        vsnprintf(text, sizeof text, format, arguments);
        va_end(arguments);
        check->stopped = !check->report(check->context, &(carom_fault){key, text, ball, other});
    }
}

typedef struct {
    char text[CAROM_NAME_SIZE + 8];
} ball_label;

static ball_label label_of(const carom_problem *problem, size_t i)
{
    const char *name = problem->ball[i].name;
    ball_label label;
    if (name == NULL || name[0] == '\0') {
        snprintf(label.text, sizeof label.text, "ball %zu", i + 1);
    } else {
        snprintf(label.text, sizeof label.text, "'%.*s'", CAROM_NAME_SIZE, name);
    }
    return label;
}

/* ---- values ---- */

typedef struct {
    const char *key;
    size_t offset;
    double lowest, highest;
    bool may_be_unset; /* NaN means the default */
} range;

#define RANGE(type, member, ...)                                                                   \
    {                                                                                              \
#member, offsetof(type, member), __VA_ARGS__                                               \
    }
#define ANY CAROM_ANY_LOW, CAROM_ANY_HIGH
#define POSITIVE CAROM_POSITIVE, CAROM_ANY_HIGH
#define NOT_NEGATIVE 0, CAROM_ANY_HIGH

static const range ball_ranges[] = {RANGE(carom_ball, radius_m, POSITIVE, false),
                                    RANGE(carom_ball, mass_kg, POSITIVE, false),
                                    RANGE(carom_ball, x_m, ANY, false),
                                    RANGE(carom_ball, y_m, ANY, false),
                                    RANGE(carom_ball, vx_mps, ANY, false),
                                    RANGE(carom_ball, vy_mps, ANY, false),
                                    RANGE(carom_ball, spin_radps, ANY, false),
                                    RANGE(carom_ball, inertia_factor, POSITIVE, false),
                                    RANGE(carom_ball, rolling_resistance, NOT_NEGATIVE, true),
                                    RANGE(carom_ball, air_drag, NOT_NEGATIVE, true)};

static const range problem_ranges[] = {
    {"table.width_m", offsetof(carom_problem, width_m), POSITIVE, false},
    {"table.height_m", offsetof(carom_problem, height_m), POSITIVE, false},
    RANGE(carom_problem, gravity_mps2.x, ANY, false),
    RANGE(carom_problem, gravity_mps2.y, ANY, false),
    RANGE(carom_problem, rolling_resistance, NOT_NEGATIVE, false),
    RANGE(carom_problem, g_mps2, NOT_NEGATIVE, false),
    RANGE(carom_problem, air_drag, NOT_NEGATIVE, false),
    RANGE(carom_problem, restitution.ball_ball, NOT_NEGATIVE, false),
    RANGE(carom_problem, restitution.ball_wall, NOT_NEGATIVE, false),
    RANGE(carom_problem, friction.ball_ball, NOT_NEGATIVE, false),
    RANGE(carom_problem, friction.ball_wall, NOT_NEGATIVE, false),
    RANGE(carom_problem, tangential_restitution.ball_ball, -1, 1, false),
    RANGE(carom_problem, tangential_restitution.ball_wall, -1, 1, false)};

static const range pair_ranges[] = {
    {"pairs.restitution", offsetof(carom_pair, restitution), NOT_NEGATIVE, true},
    {"pairs.stiffness_factor", offsetof(carom_pair, stiffness_factor), POSITIVE, false},
    {"pairs.friction", offsetof(carom_pair, tangential.friction), NOT_NEGATIVE, true},
    {"pairs.tangential_restitution", offsetof(carom_pair, tangential.tangential_restitution), -1, 1,
     true}};

static const range material_ranges[] = {
    {"materials.youngs_modulus_Pa", offsetof(carom_material, youngs_modulus_Pa), POSITIVE, false},
    {"materials.poisson_ratio", offsetof(carom_material, poisson_ratio), 0, 0.5, false},
    {"materials.density_kgpm3", offsetof(carom_material, density_kgpm3), POSITIVE, true}};

static const range change_ranges[] = {
    {"schedule.at_s", offsetof(carom_change, t_s), NOT_NEGATIVE, false},
    {"schedule.restitution", offsetof(carom_change, restitution.ball_ball), NOT_NEGATIVE, true},
    {"schedule.restitution", offsetof(carom_change, restitution.ball_wall), NOT_NEGATIVE, true}};

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static void check_range(problem_check *check, const range *r, const void *object, size_t ball)
{
    double value = *(const double *)((const char *)object + r->offset);
    bool too_small = r->lowest > 0 && value < smallest;
    if (r->may_be_unset && isnan(value)) {
        return;
    }
    if (!(value >= r->lowest && value <= r->highest)) {
        report_fault(check, r->key, ball, CAROM_NO_BALL, "found %.6g; expected %s", value,
                     r->lowest == CAROM_ANY_LOW ? "a finite number"
                     : r->lowest > 0            ? "a finite number > 0"
                     : r->lowest < 0            ? "a number from -1 to 1"
                     : r->highest == 0.5        ? "a number from 0 to 0.5"
                                                : "a finite number >= 0");
    } else if (too_small || fabs(value) > largest) {
        report_fault(check, r->key, ball, CAROM_NO_BALL,
                     "found %.6g; expected a magnitude of at %s %.0e", value,
                     too_small ? "least" : "most", too_small ? smallest : largest);
    }
}

static void check_ranges(problem_check *check, const range *ranges, size_t count,
                         const void *object, size_t ball)
{
    for (size_t k = 0; k < count; k++) {
        check_range(check, &ranges[k], object, ball);
    }
}

/* A fixed ball must not move or spin, because it would add energy at every contact. */
static void check_fixed(problem_check *check, size_t i)
{
    const carom_ball *ball = &check->problem->ball[i];
    if (!carom_vec_is_zero(carom_flight_from_ball(ball).v) || ball->spin_radps != 0) {
        report_fault(check, "fixed", i, CAROM_NO_BALL,
                     "%s is fixed and moves; expected vx_mps, vy_mps and spin_radps 0",
                     label_of(check->problem, i).text);
    }
}

bool carom_problem_check_values(const carom_problem *problem, carom_problem_report *report,
                                void *context)
{
    problem_check check = {problem, report, context, true, false};
    assert(problem->boundary >= CAROM_WALLS && problem->boundary <= CAROM_OPEN);
    assert(problem->wall_contact == CAROM_SURFACE || problem->wall_contact == CAROM_CENTRE);
    check_ranges(&check, problem_ranges, COUNT(problem_ranges), problem, CAROM_NO_BALL);
    for (size_t k = 0; k < problem->pairs; k++) {
        check_ranges(&check, pair_ranges, COUNT(pair_ranges), &problem->pair[k], CAROM_NO_BALL);
    }
    for (size_t k = 0; k < problem->constants; k++) {
        check_ranges(&check, material_ranges, COUNT(material_ranges), &problem->constant[k],
                     CAROM_NO_BALL);
    }
    for (size_t k = 0; k < problem->changes; k++) {
        check_ranges(&check, change_ranges, COUNT(change_ranges), &problem->change[k],
                     CAROM_NO_BALL);
    }
    for (size_t i = 0; i < problem->count && !check.stopped; i++) {
        check_ranges(&check, ball_ranges, COUNT(ball_ranges), &problem->ball[i], i);
        if (problem->ball[i].fixed) {
            check_fixed(&check, i);
        }
    }
    return check.valid;
}

/* ---- positions ---- */

static void report_wall(problem_check *check, size_t i, size_t wall, double beyond_m)
{
    const carom_problem *p = check->problem;
    const carom_ball *ball = &p->ball[i];
    ball_label label = label_of(p, i);
    if (p->part == NULL) {
        double reach = carom_walls_reach(p, ball->radius_m);
        bool along_x = wall < CAROM_BOTTOM;
        report_fault(check, "balls", i, CAROM_NO_BALL,
                     "%s reaches %.6g m beyond the %s wall; expected %s from %.9g to %.9g m",
                     label.text, beyond_m, carom_wall_name(p, wall), along_x ? "x_m" : "y_m", reach,
                     (along_x ? p->width_m : p->height_m) - reach);
    } else {
        report_fault(check, "balls", i, CAROM_NO_BALL,
                     "%s at (%.9g, %.9g) m reaches %.6g m beyond the %s wall; move it inside",
                     label.text, ball->x_m, ball->y_m, beyond_m, carom_wall_name(p, wall));
    }
}

static void check_walls(problem_check *check, size_t i)
{
    const carom_problem *p = check->problem;
    const carom_ball *ball = &p->ball[i];
    carom_vec at = carom_flight_from_ball(ball).at;
    double reach = carom_walls_reach(p, ball->radius_m);
    if (p->part != NULL && !carom_walls_enclose(p, at)) {
        report_fault(check, "balls", i, CAROM_NO_BALL,
                     "%s at (%.9g, %.9g) m is outside the %s; move it inside", label_of(p, i).text,
                     ball->x_m, ball->y_m, p->shape);
        return;
    }
    double widest = fmin(p->width_m, p->height_m) / 2;
    if (p->part == NULL && carom_walls_count(p) > 0 && reach > widest) {
        report_fault(check, "balls", i, CAROM_NO_BALL,
                     "%s is wider than the table; expected radius_m at most %.9g m",
                     label_of(p, i).text, widest);
        return;
    }
    for (size_t wall = 0; wall < carom_walls_count(p); wall++) {
        double beyond = carom_walls_part_overlap(p, wall, at, reach).overlap_m;
        if (beyond > (p->allow_overlap ? 1 : rounding) * ball->radius_m) {
            report_wall(check, i, wall, beyond);
        }
    }
}

/* Position at which a solver starts the ball: folded into a periodic table. */
static carom_vec start_of(const carom_problem *problem, size_t i)
{
    carom_vec at = carom_flight_from_ball(&problem->ball[i]).at;
    return problem->boundary == CAROM_PERIODIC ? carom_torus_fold_position(problem, at) : at;
}

/* Two balls, not both fixed, whose overlap is no rounding; `along`: from a to b. */
typedef struct {
    uint32_t a, b;
    carom_vec along;
    double overlap_m;
} overlap;

/* Call @p found for every overlap until it returns false. */
static carom_status find_overlaps(const carom_problem *problem, const carom_cancel_flag *cancel,
                                  bool (*found)(void *context, const overlap *at), void *context)
{
    /* Cells of an open table fit the balls, even if all lie in one corner. */
    carom_problem open_table = *problem;
    carom_grid grid;
    carom_error error = {0};
    bool more = true;
    open_table.boundary = problem->boundary == CAROM_PERIODIC ? CAROM_PERIODIC : CAROM_OPEN;
    carom_status status = carom_grid_init(&grid, &open_table, 1, 0, &error);
    if (status != CAROM_OK) { /* a periodic table that is too small is reported by the solvers */
        return CAROM_OK;
    }
    carom_candidate *candidate = carom_allocate(problem->count + CAROM_GRID_IMAGES,
                                                sizeof *candidate);
    for (uint32_t i = 0; i < problem->count; i++) {
        carom_grid_insert(&grid, i, start_of(problem, i));
    }
    for (uint32_t i = 0; i < problem->count && more && status == CAROM_OK; i++) {
        size_t count = carom_grid_pairs(&grid, i, candidate);
        for (size_t k = 0; k < count && more; k++) {
            uint32_t j = candidate[k].ball;
            const carom_ball *a = &problem->ball[i], *b = &problem->ball[j];
            overlap at = {i, j,
                          carom_grid_displacement(&grid, start_of(problem, i), start_of(problem, j),
                                                  &candidate[k]),
                          0};
            at.overlap_m = a->radius_m + b->radius_m - carom_vec_length(at.along);
            if (at.overlap_m > rounding * fmin(a->radius_m, b->radius_m) &&
                !(a->fixed && b->fixed)) {
                more = found(context, &at);
            }
        }
        status = carom_is_cancelled(cancel) ? CAROM_INTERRUPTED : CAROM_OK;
    }
    carom_grid_free(&grid);
    free(candidate);
    return status;
}

static bool report_overlap(void *context, const overlap *at)
{
    problem_check *check = context;
    const carom_problem *p = check->problem;
    uint32_t first = at->a < at->b ? at->a : at->b, second = at->a < at->b ? at->b : at->a;
    double a_m = p->ball[first].radius_m, b_m = p->ball[second].radius_m;
    if (!p->allow_overlap || at->overlap_m >= fmin(a_m, b_m)) {
        report_fault(check, "balls", first, second,
                     "%s and %s overlap by %.6g m; expected their centres at least %.9g m apart",
                     label_of(p, first).text, label_of(p, second).text, at->overlap_m, a_m + b_m);
    }
    return !check->stopped;
}

carom_status carom_problem_check_positions(const carom_problem *problem,
                                           const carom_cancel_flag *cancel,
                                           carom_problem_report *report, void *context)
{
    problem_check check = {problem, report, context, true, false};
    for (size_t i = 0; i < problem->count && !check.stopped; i++) {
        if (!problem->ball[i].fixed) {
            check_walls(&check, i);
        }
    }
    carom_status status = check.stopped || problem->count == 0
                            ? CAROM_OK
                            : find_overlaps(problem, cancel, report_overlap, &check);
    return status == CAROM_OK && !check.valid ? CAROM_INVALID : status;
}

carom_status carom_problem_check(const carom_problem *problem, carom_problem_report *report,
                                 void *context)
{
    return carom_problem_check_values(problem, report, context)
             ? carom_problem_check_positions(problem, NULL, report, context)
             : CAROM_INVALID;
}

/* ---- overlaps by the rounding of coordinates ---- */

/* Overlaps up to this part of the smaller radius are closed: coordinates of pool balls with six
 * decimals. */
static const double typed = 5e-5;
enum { MOST_FAULTS = 1000 };

typedef struct {
    const carom_problem *problem;
    carom_vec *move; /* of each ball, m */
    bool any;
    size_t faults; /* overlaps that are too large */
} closing;

/* Move a ball by @p way, and a bit more so that no overlap is left. */
static void add_move(closing *c, size_t i, carom_vec way)
{
    c->move[i] = carom_vec_add_scaled(c->move[i], 1 + 1e-6, way);
    c->any = true;
}

static bool close_overlap(void *context, const overlap *at)
{
    closing *c = context;
    const carom_ball *a = &c->problem->ball[at->a], *b = &c->problem->ball[at->b];
    double distance = carom_vec_length(at->along);
    double part = a->fixed || b->fixed ? 1 : 0.5;
    if (at->overlap_m <= typed * fmin(a->radius_m, b->radius_m)) {
        carom_vec way = carom_vec_scale(part * at->overlap_m / distance, at->along);
        if (!a->fixed) {
            add_move(c, at->a, carom_vec_scale(-1, way));
        }
        if (!b->fixed) {
            add_move(c, at->b, way);
        }
        return true;
    }
    return ++c->faults < MOST_FAULTS; /* thousands of balls at one place are all pairs */
}

static void close_walls(closing *c)
{
    const carom_problem *p = c->problem;
    for (size_t i = 0; i < p->count; i++) {
        const carom_ball *ball = &p->ball[i];
        for (size_t wall = 0; wall < carom_walls_count(p) && !ball->fixed; wall++) {
            carom_wall_overlap at = carom_walls_part_overlap(
                p, wall, carom_flight_from_ball(ball).at, carom_walls_reach(p, ball->radius_m));
            if (at.overlap_m > rounding * ball->radius_m &&
                at.overlap_m <= typed * ball->radius_m) {
                add_move(c, i, carom_vec_scale(-at.overlap_m, at.normal));
            }
        }
    }
}

carom_status carom_problem_close_overlaps(carom_problem *problem, const carom_cancel_flag *cancel,
                                          size_t *first, double *most_m)
{
    enum { MOST_ROUNDS = 1000 }; /* balls between others move by half of an overlap in each */
    size_t n = problem->count;
    carom_vec *moves = carom_allocate(2 * n, sizeof *moves), *whole = moves + n;
    closing c = {problem, moves, true, 0};
    carom_status status = CAROM_OK;
    for (int round = 0;
         round < MOST_ROUNDS && c.any && c.faults < MOST_FAULTS && status == CAROM_OK; round++) {
        c.any = false;
        close_walls(&c);
        status = find_overlaps(problem, cancel, close_overlap, &c);
        for (size_t i = 0; i < n && c.any; i++) {
            carom_flight ball = carom_flight_from_ball(&problem->ball[i]);
            ball.at = carom_vec_add(ball.at, moves[i]);
            carom_flight_to_ball(ball, &problem->ball[i]);
            whole[i] = carom_vec_add(whole[i], moves[i]);
            moves[i] = (carom_vec){0, 0};
        }
    }
    *first = n;
    *most_m = 0;
    for (size_t i = n; i-- > 0;) {
        *first = carom_vec_is_zero(whole[i]) ? *first : i;
        *most_m = fmax(*most_m, carom_vec_length(whole[i]));
    }
    free(moves);
    return status;
}

bool carom_problem_store_first_fault(void *context, const carom_fault *fault)
{
    bool is_value = fault->ball != CAROM_NO_BALL && strncmp(fault->text, "found", 5) == 0;
    char suffix[32] = "";
    if (is_value) {
        snprintf(suffix, sizeof suffix, " (ball %zu)", fault->ball + 1);
    }
    carom_error_set(context, CAROM_INVALID, fault->key, "%s%s", fault->text, suffix);
    return false;
}

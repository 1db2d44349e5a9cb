/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Problem: balls, table, canonical order of the balls; ledger. */
#include "scene/scene.h"

void carom_problem_init(carom_problem *problem)
{
    *problem = (carom_problem){.width_m = 2.54, /* a 9-foot table: 100 in x 50 in */
                               .height_m = 1.27,
                               .boundary = CAROM_WALLS,
                               .wall_contact = CAROM_SURFACE,
                               .g_mps2 = 9.80665, /* standard gravity */
                               .restitution = {1.0, 1.0}};
}

/* Copy the texts of a ball to the problem. Consecutive balls of one material share its name. */
static void copy_texts(carom_problem *problem, carom_ball *ball)
{
    carom_arena texts = {problem->texts};
    const carom_ball *before = ball == problem->ball ? NULL : ball - 1;
    const char *material = ball->material == NULL ? "" : ball->material;
    ball->name = carom_arena_text(&texts, ball->name == NULL ? "" : ball->name);
    ball->material = before != NULL && strcmp(before->material, material) == 0
                       ? before->material
                       : carom_arena_text(&texts, material);
    problem->texts = texts.chunk;
}

carom_ball_label carom_ball_describe(const carom_ball *ball)
{
    carom_ball_label label;
    const char *name = ball->name == NULL ? "" : ball->name;
    snprintf(label.text, sizeof label.text, "ball %u%s%s", ball->number + 1,
             name[0] == '\0' ? "" : ", ", name);
    return label;
}

carom_status carom_problem_add(carom_problem *problem, const carom_ball *ball, carom_error *error)
{
    (void)error;
    carom_reserve(&problem->ball, problem->count, &problem->capacity, sizeof *ball);
    problem->ball[problem->count] = *ball;
    problem->ball[problem->count].number = (uint32_t)problem->count;
    if (!(ball->inertia_factor > 0)) { /* sphere */
        problem->ball[problem->count].inertia_factor = 0.4;
    }
    copy_texts(problem, &problem->ball[problem->count++]);
    return CAROM_OK;
}

static void *copy_array(const void *items, size_t count, size_t size)
{
    void *copy = carom_allocate(count, size);
    return count == 0 ? copy : memcpy(copy, items, count * size);
}

carom_status carom_problem_copy(carom_problem *to, const carom_problem *from, carom_error *error)
{
    (void)error;
    *to = *from;
    to->texts = NULL;
    to->capacity = from->count;
    to->pair_capacity = from->pairs;
    to->change_capacity = from->changes;
    to->constant_capacity = from->constants;
    to->ball = copy_array(from->ball, from->count, sizeof *to->ball);
    to->pair = copy_array(from->pair, from->pairs, sizeof *to->pair);
    to->change = copy_array(from->change, from->changes, sizeof *to->change);
    to->constant = copy_array(from->constant, from->constants, sizeof *to->constant);
    to->part = from->part == NULL ? NULL : copy_array(from->part, from->parts, sizeof *to->part);
    for (size_t i = 0; i < from->count; i++) {
        copy_texts(to, &to->ball[i]);
    }
    return CAROM_OK;
}

void carom_problem_free(carom_problem *problem)
{
    free(problem->ball);
    free(problem->pair);
    free(problem->change);
    free(problem->constant);
    free(problem->part);
    carom_arena_free(&(carom_arena){problem->texts});
    *problem = (carom_problem){.count = 0};
}

carom_ball carom_ball_default(void)
{
    return (carom_ball){.radius_m = 0.028575,
                        .mass_kg = 0.17,
                        .rolling_resistance = NAN,
                        .air_drag = NAN,
                        .inertia_factor = 0.4};
}

double carom_sphere_mass(double radius_m, double density_kgpm3)
{
    static const double four_thirds_pi = 4.18879020478639098;
    return four_thirds_pi * radius_m * radius_m * radius_m * density_kgpm3;
}

double carom_sphere_drag(double gas_kgpm3, double density_kgpm3, double c_d)
{
    return 3 * gas_kgpm3 * c_d / (8 * density_kgpm3);
}

double carom_ball_inverse_mass(const carom_ball *ball)
{
    return ball->fixed ? 0 : 1 / ball->mass_kg;
}

double carom_ball_inertia(const carom_ball *ball)
{
    return ball->inertia_factor * ball->mass_kg * ball->radius_m * ball->radius_m;
}

double carom_ball_inverse_inertia(const carom_ball *ball)
{
    return ball->fixed ? 0 : 1 / carom_ball_inertia(ball);
}

/* 1/m + r^2/I */
static double inverse_at_surface(const carom_ball *ball)
{
    double r = ball->radius_m;
    return carom_ball_inverse_mass(ball) + r * r * carom_ball_inverse_inertia(ball);
}

double carom_pair_inverse_tangential_mass(const carom_ball *a, const carom_ball *b)
{
    return inverse_at_surface(a) + (b == NULL ? 0 : inverse_at_surface(b));
}

double carom_pair_reduced_mass(const carom_ball *a, const carom_ball *b)
{
    if (b == NULL || b->fixed) {
        return a->mass_kg;
    }
    return a->fixed ? b->mass_kg : a->mass_kg * b->mass_kg / (a->mass_kg + b->mass_kg);
}

carom_surface carom_pair_surface(const carom_problem *problem, const carom_ball *a,
                                 const carom_ball *b)
{
    const carom_pair *pair = carom_problem_pair(problem, a, b);
    double elastic = carom_pair_elastic(problem, a, b).hertz_N_per_m1p5;
    return (carom_surface){.reduced_mass_kg = carom_pair_reduced_mass(a, b),
                           .stiffness_factor = pair == NULL ? 1 : pair->stiffness_factor,
                           .elastic_N_per_m1p5 = isnan(elastic) ? 0 : elastic};
}

double carom_ball_resistance(const carom_problem *problem, const carom_ball *ball)
{
    double c = isnan(ball->rolling_resistance) ? problem->rolling_resistance
                                               : ball->rolling_resistance;
    return c * problem->g_mps2;
}

double carom_ball_drag(const carom_problem *problem, const carom_ball *ball)
{
    return (isnan(ball->air_drag) ? problem->air_drag : ball->air_drag) / ball->radius_m;
}

bool carom_problem_has_resistance(const carom_problem *problem)
{
    bool any = false;
    for (size_t i = 0; i < problem->count; i++) {
        any = any || carom_ball_resistance(problem, &problem->ball[i]) > 0;
    }
    return any;
}

bool carom_problem_has_drag(const carom_problem *problem)
{
    bool any = false;
    for (size_t i = 0; i < problem->count; i++) {
        any = any || carom_ball_drag(problem, &problem->ball[i]) > 0;
    }
    return any;
}

bool carom_problem_has_friction(const carom_problem *problem)
{
    return carom_problem_has_resistance(problem) || carom_problem_has_drag(problem);
}

size_t carom_problem_ball_called(const carom_problem *problem, const char *name)
{
    size_t i = 0;
    while (i < problem->count && strcmp(problem->ball[i].name, name) != 0) {
        i++;
    }
    return i;
}

bool carom_problem_has_fixed(const carom_problem *problem)
{
    bool fixed = false;
    for (size_t i = 0; i < problem->count; i++) {
        fixed = fixed || problem->ball[i].fixed;
    }
    return fixed;
}

bool carom_problem_falls_past_fixed(const carom_problem *problem)
{
    return !carom_vec_is_zero(problem->gravity_mps2) && carom_problem_has_fixed(problem);
}

double carom_problem_widest(const carom_problem *problem)
{
    double radius = 0;
    for (size_t i = 0; i < problem->count; i++) {
        radius = problem->ball[i].radius_m > radius ? problem->ball[i].radius_m : radius;
    }
    return 2 * radius;
}

/* ---- canonical order ---- */

/* Order along a Morton curve: the coordinate that differs in the higher bit decides. Balls near
 * each other on the table are then near each other in memory. */
static int compare_positions(const carom_ball *a, const carom_ball *b)
{
    uint64_t ax = carom_ordered_bits(a->x_m), bx = carom_ordered_bits(b->x_m);
    uint64_t ay = carom_ordered_bits(a->y_m), by = carom_ordered_bits(b->y_m);
    uint64_t x = ax ^ bx, y = ay ^ by;
    bool x_differs_lower = x < y && x < (x ^ y); /* in its highest bit */
    return x_differs_lower ? (ay > by) - (ay < by) : (ax > bx) - (ax < bx);
}

static int compare_balls(const void *left, const void *right)
{
    const carom_ball *a = left, *b = right;
    const double p[] = {a->vx_mps, a->vy_mps,     a->radius_m,      a->mass_kg,
                        a->fixed,  a->spin_radps, a->inertia_factor};
    const double q[] = {b->vx_mps, b->vy_mps,     b->radius_m,      b->mass_kg,
                        b->fixed,  b->spin_radps, b->inertia_factor};
    int order = compare_positions(a, b);
    for (size_t i = 0; i < sizeof p / sizeof p[0] && order == 0; i++) {
        order = carom_compare_numbers(&p[i], &q[i]);
    }
    if (order != 0) {
        return order;
    }
    return (a->number > b->number) - (a->number < b->number);
}

void carom_balls_sort(carom_ball *ball, size_t count)
{
    if (count > 1) {
        qsort(ball, count, sizeof *ball, compare_balls);
    }
}

/* ---- ledger ---- */

typedef struct {
    carom_sum kinetic, spin, potential, px, py, angular;
} totals;

/* T = sum m v^2/2, U = -sum m g.(x - c), P = sum m v, L = sum (x - c) x m v, c: center of the
 * table. Spins add I omega^2/2 and I omega. */
static void add_ball(totals *total, const carom_problem *problem, double m, carom_flight ball)
{
    carom_vec arm = carom_torque_arm(problem, ball.at), v = ball.v;
    carom_sum_add(&total->kinetic, 0.5 * m * carom_vec_square(v));
    carom_sum_add(&total->potential, -m * carom_vec_dot(problem->gravity_mps2, arm));
    carom_sum_add(&total->px, m * v.x);
    carom_sum_add(&total->py, m * v.y);
    carom_sum_add(&total->angular, m * carom_vec_cross(arm, v));
}

static void compute_residuals(const carom_budget *budget, const carom_ledger *initial,
                              carom_ledger *ledger)
{
    carom_sum energy = {0};
    carom_vec gained = {ledger->px_kgmps - initial->px_kgmps, ledger->py_kgmps - initial->py_kgmps};
    carom_sum_add(&energy, ledger->kinetic_J);
    carom_sum_add(&energy, ledger->elastic_J);
    carom_sum_add(&energy, ledger->potential_J);
    carom_sum_add(&energy, ledger->dissipated_J);
    carom_sum_add(&energy, ledger->spin_J);
    carom_sum_add(&energy, -initial->spin_J);
    carom_sum_add(&energy, -initial->kinetic_J);
    carom_sum_add(&energy, -initial->elastic_J);
    carom_sum_add(&energy, -initial->potential_J);
    ledger->energy_residual_J = carom_sum_value(&energy);
    ledger->momentum_residual_kgmps = carom_vec_length(
        carom_vec_subtract(gained, budget->impulse_Ns));
    ledger->angular_momentum_residual_kgm2ps = ledger->angular_momentum_kgm2ps -
                                               initial->angular_momentum_kgm2ps -
                                               budget->angular_impulse_Nms;
}

void carom_ledger_compute(const carom_problem *problem, const carom_view *at,
                          const carom_budget *budget, const carom_ledger *initial,
                          carom_ledger *ledger)
{
    totals total = {.kinetic = {0, 0}, .potential = {-budget->folded_J, 0}};
    for (size_t i = 0; i < problem->count; i++) {
        if (!problem->ball[i].fixed) {
            add_ball(&total, problem, problem->ball[i].mass_kg, carom_flight_from_view(at, i));
            double spin = at->spin_radps[i], inertia = carom_ball_inertia(&problem->ball[i]);
            if (spin != 0) {
                carom_sum_add(&total.spin, 0.5 * inertia * spin * spin);
                carom_sum_add(&total.angular, inertia * spin);
            }
        }
    }
    *ledger = (carom_ledger){.kinetic_J = carom_sum_value(&total.kinetic),
                             .spin_J = carom_sum_value(&total.spin),
                             .elastic_J = budget->elastic_J,
                             .potential_J = carom_sum_value(&total.potential),
                             .dissipated_J = budget->dissipated_J,
                             .px_kgmps = carom_sum_value(&total.px),
                             .py_kgmps = carom_sum_value(&total.py),
                             .angular_momentum_kgm2ps = carom_sum_value(&total.angular)};
    if (problem->boundary == CAROM_PERIODIC) { /* a torus has no rotation symmetry */
        ledger->angular_momentum_kgm2ps = NAN;
    }
    if (initial != NULL) {
        compute_residuals(budget, initial, ledger);
    }
}

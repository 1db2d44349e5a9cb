/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/base.h"
#include <carom/friction_law.h>
#include <carom/shape.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void carom_problem_init(carom_problem *problem)
{
    *problem = (carom_problem){.width_m = 2.54, /* a 9-foot table: 100 in x 50 in */
                               .height_m = 1.27,
                               .boundary = CAROM_WALLS,
                               .wall_contact = CAROM_SURFACE,
                               .g_mps2 = 9.80665,          /* standard gravity */
                               .restitution = {1.0, 1.0}}; /* and smooth */
}

/* Makes the ball's texts the problem's own. */
static carom_status keep_texts(carom_problem *problem, carom_ball *ball, carom_error *error)
{
    ball->name = carom_texts_keep(&problem->names, ball->name == NULL ? "" : ball->name);
    ball->material = carom_texts_keep(&problem->materials,
                                      ball->material == NULL ? "" : ball->material);
    return ball->name == NULL || ball->material == NULL ? carom_error_no_memory(error) : CAROM_OK;
}

carom_status carom_problem_add(carom_problem *problem, const carom_ball *ball, carom_error *error)
{
    carom_ball *grown = carom_grow(problem->ball, problem->count, &problem->capacity,
                                   sizeof *grown);
    if (grown == NULL) {
        return carom_error_no_memory(error);
    }
    problem->ball = grown;
    problem->ball[problem->count] = *ball;
    problem->ball[problem->count].number = (uint32_t)problem->count;
    if (!(ball->inertia_factor > 0)) { /* of who does not know of it: a sphere */
        problem->ball[problem->count].inertia_factor = 0.4;
    }
    return keep_texts(problem, &problem->ball[problem->count++], error);
}

carom_status carom_problem_copy(carom_problem *to, const carom_problem *from, carom_error *error)
{
    *to = *from;
    to->names = to->materials = NULL;
    to->friction_law = (carom_choice){NULL, NULL};
    to->capacity = from->count;
    to->pair_capacity = from->pairs;
    to->ball = malloc((from->count + 1) * sizeof *to->ball);
    to->change_capacity = from->changes;
    to->pair = malloc((from->pairs + 1) * sizeof *to->pair);
    to->change = malloc((from->changes + 1) * sizeof *to->change);
    to->part = from->part == NULL ? NULL : malloc((from->parts + 1) * sizeof *to->part);
    if (to->ball == NULL || to->pair == NULL || to->change == NULL ||
        (from->part != NULL && to->part == NULL) ||
        carom_problem_set_friction_law(to, &from->friction_law, NULL) != CAROM_OK) {
        carom_problem_free(to);
        return carom_error_no_memory(error);
    }
    for (size_t i = 0; i < from->count; i++) {
        to->ball[i] = from->ball[i];
        if (keep_texts(to, &to->ball[i], error) != CAROM_OK) {
            carom_problem_free(to);
            return CAROM_NO_MEMORY;
        }
    }
    if (from->pairs > 0) {
        memcpy(to->pair, from->pair, from->pairs * sizeof *to->pair);
    }
    if (from->part != NULL) {
        memcpy(to->part, from->part, from->parts * sizeof *to->part);
    }
    if (from->changes > 0) {
        memcpy(to->change, from->change, from->changes * sizeof *to->change);
    }
    return CAROM_OK;
}

void carom_problem_free(carom_problem *problem)
{
    free(problem->ball);
    free(problem->pair);
    free(problem->change);
    free(problem->part);
    carom_choice_free(&problem->friction_law);
    carom_texts_free(problem->names);
    carom_texts_free(problem->materials);
    problem->ball = NULL;
    problem->pair = NULL;
    problem->part = NULL;
    problem->parts = 0;
    problem->change = NULL;
    problem->changes = problem->change_capacity = 0;
    problem->names = problem->materials = NULL;
    problem->count = problem->capacity = problem->pairs = problem->pair_capacity = 0;
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

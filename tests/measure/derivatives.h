/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file What the tests of exact derivatives share. */
#ifndef CAROM_TESTS_MEASURE_DERIVATIVES_H
#define CAROM_TESTS_MEASURE_DERIVATIVES_H

#include "measure/measure.h"
#include "physics/friction_scenes.h"

/* Derivatives of a run along directions; NULL: inelastic collapse. */
static inline double *derivatives(const carom_problem *scene, double t_s,
                                  const carom_direction *direction, size_t columns,
                                  carom_derivative_summary *summary)
{
    double *derivative = calloc(scene->count * CAROM_RATES * columns, sizeof *derivative);
    carom_error error = {CAROM_OK, "", ""};
    carom_status status = carom_derivatives_of(scene, NULL, t_s, direction, columns, NULL,
                                               derivative, summary, &error);
    ck_assert_msg(status == CAROM_OK || status == CAROM_COLLAPSE, "%s: %s", error.key, error.text);
    if (status != CAROM_OK) {
        free(derivative);
        return NULL;
    }
    return derivative;
}

/* Derivatives with respect to every initial value: column CAROM_RATES ball + value. */
static inline double *all_derivatives(const carom_problem *scene, double t_s,
                                      carom_derivative_summary *summary)
{
    carom_direction direction[CAROM_RATES * MOST_BALLS] = {{.minus = NULL}};
    for (size_t k = 0; k < CAROM_RATES * scene->count; k++) {
        direction[k].ball = k / CAROM_RATES;
        direction[k].value = (carom_rate)(k % CAROM_RATES);
    }
    return derivatives(scene, t_s, direction, CAROM_RATES * scene->count, summary);
}

static inline double *initial_value(carom_ball *ball, size_t value)
{
    double *const members[] = {&ball->x_m, &ball->y_m, &ball->vx_mps, &ball->vy_mps,
                               &ball->spin_radps};
    return members[value];
}

/* Set a circle, stadium, polygon or rectangle. `by` (m) changes its radius, the length of its
 * straights, a corner and with it the direction of two edges, or its width. */
static inline void set_table(carom_problem *scene, uint64_t shape, double by)
{
    const double stadium[] = {0.9 + by, 0.7}, circle[] = {0.8 + by}, box[] = {1.9 + by, 1.3};
    double corner[][2] = {{0, 0}, {2, 0.2}, {2, 0.9}, {1.1 + by, 0.8 - by}, {0.9, 1.6}, {0, 1.4}};
    const carom_list polygon = {corner, 6};
    const void *const options[] = {circle, stadium, &polygon, box};
    static const char *const names[] = {"circle", "stadium", "polygon", "rectangle"};
    carom_choice choice = {NULL, NULL};
    assert_ok(
        carom_choice_set(&choice, carom_interface_find(&carom_shapes, names[shape % 4]), NULL));
    memcpy(choice.options, options[shape % 4], choice.entry->options_size);
    assert_ok(carom_problem_set_shape(scene, &choice, NULL));
    free(choice.options);
}

#endif

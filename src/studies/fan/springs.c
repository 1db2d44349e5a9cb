/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What springs make of a cluster: its balls alone, from the touch on until the impact is over. */
#include "scene/boundaries/boundaries.h"
#include "scene/scene.h"
#include "studies/fan/fan.h"
#include <math.h>

/* Contact times: who meets again within `soon` of the last release is still in the same impact, and
 * one that is not over after `longest` (balls that stay together) is read off then; it is looked at
 * every `often`. */
static const double soon = 20, longest = 500, often = 0.25;

/* The cluster's balls by themselves, as they touch. */
static carom_status isolate(const carom_fan *fan, const carom_problem *problem,
                            carom_problem *scene, carom_error *error)
{
    carom_status status = carom_problem_copy(scene, problem, error);
    /* fan->ball rises, so none is lost */
    for (size_t k = 0; k < fan->balls && status == CAROM_OK; k++) {
        carom_ball *ball = &scene->ball[k];
        *ball = scene->ball[fan->ball[k]];
        carom_flight_put(fan->flight[k], ball);
        ball->rolling_resistance = ball->air_drag = 0;
        ball->number = (uint32_t)k;
    }
    if (status == CAROM_OK) {
        scene->count = fan->balls;
        scene->gravity_mps2 = (carom_vec){0, 0};
        scene->rolling_resistance = scene->air_drag = 0;
        scene->restitution = carom_problem_restitution(problem, fan->t_s);
        scene->changes = 0;
        scene->orientation = false;
    }
    return status;
}

/* How a ball stands to a wall. */
static carom_beyond to_wall(const carom_problem *scene, size_t i, size_t wall, carom_vec at)
{
    return carom_walls_beyond(scene, wall, at, carom_walls_reach(scene, scene->ball[i].radius_m));
}

static bool meets_wall(const carom_problem *scene, const carom_sample *at, size_t i,
                       double within_s)
{
    carom_vec start = carom_flight_of(&scene->ball[i]).at;
    carom_flight ball = carom_flight_in(at, i);
    bool meets = false;
    for (size_t w = 0; w < carom_walls_count(scene); w++) {
        carom_beyond now = to_wall(scene, i, w, ball.at);
        double out = carom_vec_dot(ball.v, now.normal);
        bool met = fabs(to_wall(scene, i, w, start).beyond_m) <=
                   CAROM_FAN_TOUCHING * scene->ball[i].radius_m;
        meets = meets || (met && out > 0 && fabs(now.beyond_m) <= out * within_s);
    }
    return meets;
}

static bool meet(const carom_problem *scene, const carom_sample *at, size_t i, size_t j,
                 double within_s)
{
    carom_flight a = carom_flight_in(at, i), b = carom_flight_in(at, j);
    double reach = scene->ball[i].radius_m + scene->ball[j].radius_m;
    return carom_time_of_impact(carom_torus_shortest(scene, carom_vec_minus(b.at, a.at)),
                                carom_vec_minus(b.v, a.v), reach, 0, within_s) <= within_s;
}

/* Nobody touches anybody of its cluster, or will within a time. */
static bool is_over(const carom_fan *fan, const carom_problem *scene, const carom_sample *at,
                    double within_s)
{
    bool over = at->contacts == 0 && at->collisions > 0;
    for (size_t i = 0; i < scene->count && over; i++) {
        over = !meets_wall(scene, at, i, within_s);
        for (size_t j = i + 1; j < scene->count && over; j++) {
            over = fan->group[i] != fan->group[j] || !meet(scene, at, i, j, within_s);
        }
    }
    return over;
}

static carom_status run_until_over(const carom_fan *fan, const carom_problem *scene,
                                   const char *stiffness, carom_sample *at, carom_error *error)
{
    const carom_setting settings[] = {{"stiffness_N_per_m", stiffness},
                                      {"integrator", "rk4"},
                                      {"contacts", "located"},
                                      {"theta", "0.01"},
                                      {NULL, NULL}};
    carom_solver *solver = carom_solver_new(scene, "penalty", settings, error);
    carom_report report = {.contact_s = 0};
    carom_status status = solver == NULL ? error->status : CAROM_OK;
    bool over = false;
    if (solver != NULL) {
        carom_solver_watch(solver, fan->stop);
        carom_solver_report(solver, &report);
    }
    for (double t = often; t <= longest && status == CAROM_OK && !over; t += often) {
        status = carom_solver_advance(solver, t * report.contact_s, error);
        carom_solver_sample(solver, at);
        over = is_over(fan, scene, at, soon * report.contact_s);
    }
    carom_solver_free(solver);
    return status;
}

carom_status carom_fan_press(const carom_fan *fan, const carom_problem *problem,
                             const char *stiffness_N_per_m, carom_sample *sample,
                             carom_error *error)
{
    carom_problem scene = {.count = 0};
    carom_sample at = {.count = 0};
    carom_status status = isolate(fan, problem, &scene, error);
    if (status == CAROM_OK) {
        status = carom_sample_init(&at, scene.count, error);
    }
    if (status == CAROM_OK) {
        status = run_until_over(fan, &scene, stiffness_N_per_m, &at, error);
    }
    for (size_t k = 0; k < fan->balls && status == CAROM_OK; k++) {
        sample->vx_mps[fan->ball[k]] = at.vx_mps[k];
        sample->vy_mps[fan->ball[k]] = at.vy_mps[k];
        sample->spin_radps[fan->ball[k]] = at.spin_radps[k];
    }
    carom_sample_free(&at);
    carom_problem_free(&scene);
    return status;
}

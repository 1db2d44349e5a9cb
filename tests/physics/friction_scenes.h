/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file Random scenes of frictional, spinning balls and tables. */
#ifndef CAROM_TESTS_PHYSICS_FRICTION_SCENES_H
#define CAROM_TESTS_PHYSICS_FRICTION_SCENES_H

#include "scene/scene.h"
#include "support.h"

enum { MOST_BALLS = 16 };

static inline bool happens(stream *s, double probability)
{
    return next_number(s) < probability;
}

static inline double between(stream *s, double low, double high)
{
    return low + (high - low) * next_number(s);
}

/* Random, or a special case: frictionless, no restitution, a superball. */
static inline double any_beta(stream *s)
{
    double special = floor(between(s, -1, 2)), any = between(s, -1, 1);
    return happens(s, 0.2) ? special : any;
}

static inline carom_tangential any_friction(stream *s)
{
    double mu = happens(s, 0.15) ? 0 : between(s, 0, 0.8);
    return (carom_tangential){mu, any_beta(s)};
}

static inline void set_surfaces(carom_problem *scene, stream *s)
{
    carom_tangential balls = any_friction(s), walls = any_friction(s);
    double e = happens(s, 0.2) ? 1 : between(s, 0.3, 1);
    scene->restitution = (carom_surfaces){e, between(s, 0.3, 1)};
    scene->friction = (carom_surfaces){balls.friction + 0.01, walls.friction};
    scene->tangential_restitution = (carom_surfaces){balls.tangential_restitution,
                                                     walls.tangential_restitution};
    for (int n = 0; n < 3 && happens(s, 0.5); n++) {
        static const char *const pairs[][2] = {
            {"felt", "ivory"}, {"ivory", "wall"}, {"felt", "felt"}};
        carom_pair pair = {.restitution = NAN, .stiffness_factor = 1};
        pair.tangential = any_friction(
            s); /* separate statements: the order within an initializer is unspecified */
        pair.restitution = happens(s, 0.5) ? NAN : between(s, 0.3, 1);
        memcpy(pair.a, pairs[n][0], strlen(pairs[n][0]) + 1);
        memcpy(pair.b, pairs[n][1], strlen(pairs[n][1]) + 1);
        pair.tangential.tangential_restitution = happens(s, 0.5)
                                                   ? NAN
                                                   : pair.tangential.tangential_restitution;
        assert_ok(carom_problem_add_pair(scene, &pair, NULL));
    }
    if (happens(s, 0.2)) { /* mu depends on the slip */
        carom_choice law = {NULL, NULL};
        assert_ok(carom_choice_set(&law, &carom_friction_law_exponential.about, NULL));
        assert_ok(carom_problem_set_friction_law(scene, &law, NULL));
        carom_choice_free(&law);
    }
}

static inline bool has_room(const carom_problem *scene, const carom_ball *list, size_t count,
                            const carom_ball *ball)
{
    carom_vec at = {ball->x_m, ball->y_m};
    bool free = scene->boundary != CAROM_WALLS ||
                (carom_walls_enclose(scene, at) &&
                 carom_walls_max_overlap(scene, at, ball->radius_m) < -1e-3);
    if (scene->boundary != CAROM_WALLS) { /* leave the edges of a periodic table free: no images */
        free = at.x > ball->radius_m && at.x < scene->width_m - ball->radius_m &&
               at.y > ball->radius_m && at.y < scene->height_m - ball->radius_m;
    }
    for (size_t k = 0; k < count && free; k++) {
        double dx = list[k].x_m - at.x, dy = list[k].y_m - at.y;
        double reach = list[k].radius_m + ball->radius_m;
        free = dx * dx + dy * dy >= reach * reach; /* exact where the balls are meant to touch */
    }
    return free;
}

static inline carom_ball any_ball(const carom_problem *scene, stream *s)
{
    static const char *const materials[] = {"", "felt", "ivory"};
    carom_ball ball = carom_ball_default();
    ball.radius_m = between(s, 0.03, 0.08);
    ball.mass_kg = between(s, 0.05, 1);
    ball.inertia_factor = between(s, 0.1, 1);
    ball.x_m = between(s, 0, scene->width_m);
    ball.y_m = between(s, 0, scene->height_m);
    ball.vx_mps = between(s, -2, 2);
    ball.vy_mps = between(s, -2, 2);
    ball.spin_radps = happens(s, 0.3) ? 0 : between(s, -80, 80);
    ball.material = materials[(size_t)(3 * next_number(s))];
    return ball;
}

#endif

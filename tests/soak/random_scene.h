/* SPDX-License-Identifier: GPL-3.0-or-later */
/**  @file
 * A random valid scene, and a solver with random settings. Define _XOPEN_SOURCE 700 before the
 * first include. */
#ifndef CAROM_TESTS_SOAK_RANDOM_SCENE_H
#define CAROM_TESTS_SOAK_RANDOM_SCENE_H

#include "chance.h"

/* ---- scene ---- */

typedef struct {
    double row_gap; /* >= 0: the first line of balls is a row with such gaps */
    double lightest, heaviest, fast, fixed;
} scene_ranges;

/* A square on the table, for balls (m). */
typedef struct {
    double x, y, side;
} square;

static inline void add_balls(carom_problem *scene, stream *s, const scene_ranges *m, size_t n,
                             square on)
{
    size_t columns = (size_t)ceil(sqrt((double)n));
    double cell = on.side / (double)columns, radius = by_decades(s, 0.01, 0.4) * cell;
    for (size_t i = 0; i < n; i++) {
        carom_ball ball = carom_ball_default();
        double own = happens(s, 0.5) ? radius : radius * between(s, 0.3, 1),
               room = 0.5 * cell - 1.001 * own;
        bool in_row = m->row_gap >= 0 && i < columns;
        double direction = between(s, 0, 2 * PI),
               speed = happens(s, 0.3) ? 0 : m->fast * next_number(s);
        ball.radius_m = in_row ? radius : own;
        ball.x_m = on.x + (in_row
                               ? 0.5 * cell + (2 * radius + m->row_gap) * (double)i
                               : ((double)(i % columns) + 0.5) * cell + room * between(s, -1, 1));
        ball.y_m = on.y + ((double)(i / columns) + 0.5) * cell +
                   (in_row ? 0 : room * between(s, -1, 1));
        ball.vx_mps = speed * (in_row ? 1 : cos(direction));
        ball.vy_mps = in_row ? 0 : speed * sin(direction);
        ball.mass_kg = by_decades(s, m->lightest, m->heaviest);
        ball.fixed = happens(s, m->fixed);
        if (ball.fixed) {
            ball.vx_mps = ball.vy_mps = 0;
        }
        if (happens(s, 0.1)) {
            ball.rolling_resistance = by_decades(s, 1e-4, 0.3);
        }
        assert_ok(carom_problem_add(scene, &ball, NULL));
    }
}

/* A table of about this size (m). */
static inline square random_table(carom_problem *scene, stream *s, double size)
{
    const int boundaries[] = {CAROM_WALLS, CAROM_WALLS, CAROM_PERIODIC, CAROM_OPEN};
    double corner[][2] = {{0, 0}, {0.5 * size, 0.15 * size}, {size, 0}, {size, size}, {0, size}};
    const carom_list corners = {corner, 5};
    const double round_table = 0.5 * size, long_table[] = {0.5 * size, 0.5 * size};
    switch ((int)(8 * next_number(s))) {
    case 0: scene_shape(scene, "circle", &round_table); break;
    case 1: scene_shape(scene, "stadium", long_table); break;
    case 2:
        scene_shape(scene, "polygon", &corners);
        return (square){0.08 * size, 0.16 * size, 0.84 * size};
    default:
        scene_init(scene, ONE_OF(s, boundaries));
        scene->width_m = scene->height_m = size;
        return (square){0, 0, size};
    }
    return (square){0.5 * scene->width_m - 0.35 * size, 0.15 * size, 0.7 * size};
}

static inline void random_scene(carom_problem *scene, stream *s)
{
    const double restitutions[] = {0, 0.03, 0.2, 0.5, 0.9, 0.99, 1, 1};
    bool even = happens(s, 0.4);
    scene_ranges m = {happens(s, 0.4) ? (happens(s, 0.7) ? 0 : by_decades(s, 1e-12, 1e-3)) : -1,
                      even ? 0.17 : 1e-6, even ? 0.17 : 1e6, by_decades(s, 1e-2, 30),
                      happens(s, 0.4) ? 0.2 : 0};
    square on = random_table(scene, s, by_decades(s, 0.5, 5));
    scene->restitution.ball_ball = happens(s, 0.3) ? next_number(s) : ONE_OF(s, restitutions);
    scene->restitution.ball_wall = happens(s, 0.3) ? next_number(s) : ONE_OF(s, restitutions);
    switch ((int)(4 * next_number(s))) {
    case 0: scene->rolling_resistance = by_decades(s, 1e-4, 0.3); break;
    case 1: scene->air_drag = by_decades(s, 1e-5, 0.1); break;
    case 2: scene->gravity_mps2.y = -by_decades(s, 1e-3, 20); break;
    default: break;
    }
    if (scene->rolling_resistance > 0 && happens(s, 0.5)) {
        scene->air_drag = by_decades(s, 1e-5, 0.1);
    }
    if (scene->part != NULL && happens(s, 0.5)) { /* a ball falls onto walls with e = 0 */
        scene->gravity_mps2.y = -by_decades(s, 1e-3, 20);
        scene->rolling_resistance = scene->air_drag = 0;
        scene->restitution.ball_wall = 0;
    }
    add_balls(scene, s, &m, 1 + (size_t)(12 * next_number(s)), on);
}

/* ---- solver ---- */

enum { MOST_SETTINGS = 12 };

typedef struct {
    const char *kind;
    size_t count;
    carom_setting list[MOST_SETTINGS + 1];
    char text[MOST_SETTINGS][32];
} choice;

static inline void set(choice *c, const char *key, const char *value)
{
    ck_assert_uint_lt(c->count, MOST_SETTINGS);
    c->list[c->count++] = (carom_setting){key, value};
}

static inline void set_number(choice *c, const char *key, double value)
{
    snprintf(c->text[c->count], sizeof c->text[0], "%.17g", value);
    set(c, key, c->text[c->count]);
}

static inline void choose_impulse(choice *c, stream *s)
{
    set(c, "impact_policy", any_of(s, &carom_impact_policies));
    if (happens(s, 0.3)) {
        set(c, "collapse", "tc");
        set_number(c, "tc_s", by_decades(s, 1e-6, 1e-2));
    } else if (happens(s, 0.5)) {
        set(c, "collapse", "rest");
        set_number(c, "rest_speed_mps", by_decades(s, 1e-6, 1e-2));
    }
}

/*  @return the duration (s) of some 100 000 steps */
static inline double choose_penalty(choice *c, stream *s)
{
    double stiffness = by_decades(s, 1e2, 1e7), step = by_decades(s, 1e-6, 1e-3);
    set(c, "integrator", any_of(s, &carom_integrators));
    set(c, "law", any_of(s, &carom_force_laws));
    set_number(c, "stiffness_N_per_m", stiffness);
    set_number(c, "step_s", step);
    set(c, "contacts", happens(s, 0.3) ? "located" : "grid");
    set(c, "contact_end", happens(s, 0.5) ? "force" : "overlap");
    set(c, "flight", happens(s, 0.2) ? "leap" : "step");
    set(c, "allow_unstable", happens(s, 0.2) ? "true" : "false");
    return 1e5 * step;
}

static inline double choose_published(choice *c, stream *s)
{
    const char *const sources[] = {"lecture_2006", "book", "blog_2013", "pool_2017"};
    const char *source = ONE_OF(s, sources);
    double frame = by_decades(s, 1e-3, 0.1);
    set(c, "source", source);
    set_number(c, "frame_s", frame);
    if (strcmp(source, "lecture_2006") == 0) {
        set_number(c, "stiffness_N_per_m", by_decades(s, 1, 1e4));
    }
    return 1e5 * frame;
}

static inline double random_solver(choice *c, stream *s)
{
    double longest = INFINITY;
    *c = (choice){.kind = happens(s, 0.35) ? "impulse" : any_of(s, &carom_solvers)};
    if (strcmp(c->kind, "impulse") == 0) {
        choose_impulse(c, s);
    } else if (strcmp(c->kind, "penalty") == 0) {
        longest = choose_penalty(c, s);
    } else if (strcmp(c->kind, "published") == 0) {
        longest = choose_published(c, s);
    } else if (strcmp(c->kind, "stepped") == 0) {
        longest = by_decades(s, 1, 100);
        set_number(c, "step_s", 1e-5 * longest);
    }
    c->list[c->count] = (carom_setting){NULL, NULL};
    return longest;
}

#endif

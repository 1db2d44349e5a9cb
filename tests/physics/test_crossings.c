/* SPDX-License-Identifier: GPL-3.0-or-later */
/* No collision is missed when a ball changes cells: gases have the same collision sequence as a
 * reference without cells, which checks all pairs after every collision. */
#include "support.h"
#include <math.h>

enum { MOST = 420 };

/* Current positions and velocities. */
typedef struct {
    size_t count;
    bool periodic;
    double width, t_s;
    double x[MOST], y[MOST], vx[MOST], vy[MOST], r[MOST], m[MOST];
} gas;

/* Next collision: with ball b, or with a wall. */
typedef struct {
    double in_s;
    size_t a, b;
    bool wall;
} next_hit;

static double nearest(const gas *g, double d)
{
    return g->periodic ? d - g->width * round(d / g->width) : d;
}

static double collision_time(const gas *g, size_t a, size_t b)
{
    double dx = nearest(g, g->x[b] - g->x[a]), dy = nearest(g, g->y[b] - g->y[a]);
    double wx = g->vx[b] - g->vx[a], wy = g->vy[b] - g->vy[a], reach = g->r[a] + g->r[b];
    double p = dx * wx + dy * wy, c = dx * dx + dy * dy - reach * reach, w2 = wx * wx + wy * wy;
    double disc = p * p - w2 * c;
    return p < 0 && disc > 0 ? fmax(c / (-p + sqrt(disc)), 0) : INFINITY;
}

static double wall_time(double x, double v, double r, double width)
{
    return v > 0 ? (width - r - x) / v : (v < 0 ? (x - r) / -v : INFINITY);
}

static next_hit find_next(const gas *g)
{
    next_hit next = {INFINITY, 0, 0, false};
    for (size_t a = 0; a < g->count; a++) {
        for (size_t b = a + 1; b < g->count; b++) {
            double t = collision_time(g, a, b);
            next = t < next.in_s ? (next_hit){t, a, b, false} : next;
        }
        for (int axis = 0; axis < 2 && !g->periodic; axis++) {
            const double *x = axis == 0 ? g->x : g->y, *v = axis == 0 ? g->vx : g->vy;
            double t = wall_time(x[a], v[a], g->r[a], g->width);
            size_t wall = 2 * (size_t)axis + (v[a] > 0);
            next = t < next.in_s ? (next_hit){t, a, wall, true} : next;
        }
    }
    return next;
}

static void collide(gas *g, const next_hit *hit)
{
    size_t a = hit->a, b = hit->b;
    double dx, dy, d2, push;
    if (hit->wall) {
        double *v = b < 2 ? &g->vx[a] : &g->vy[a];
        *v = -*v;
        return;
    }
    dx = nearest(g, g->x[b] - g->x[a]);
    dy = nearest(g, g->y[b] - g->y[a]);
    d2 = dx * dx + dy * dy;
    push = 2 * (dx * (g->vx[b] - g->vx[a]) + dy * (g->vy[b] - g->vy[a])) / d2 /
           (1 / g->m[a] + 1 / g->m[b]);
    g->vx[a] += push * dx / g->m[a];
    g->vy[a] += push * dy / g->m[a];
    g->vx[b] -= push * dx / g->m[b];
    g->vy[b] -= push * dy / g->m[b];
}

static void advance(gas *g, double in_s)
{
    g->t_s += in_s;
    for (size_t i = 0; i < g->count; i++) {
        g->x[i] += in_s * g->vx[i];
        g->y[i] += in_s * g->vy[i];
    }
}

/* Balls on a square lattice of side^2 sites that fill a given fraction; every fourth ball has
 * radius r2. */
static void insert_ball(gas *g, carom_problem *scene, size_t side, double fraction, double r2,
                        double m2)
{
    stream s = {side};
    double area = 0, step;
    g->count = side * side;
    g->t_s = 0;
    for (size_t i = 0; i < g->count; i++) {
        g->r[i] = i % 4 == 3 ? r2 : 0.5;
        g->m[i] = i % 4 == 3 ? m2 : 1;
        area += 3.14159265358979 * g->r[i] * g->r[i];
    }
    g->width = scene->width_m = scene->height_m = sqrt(area / fraction);
    step = g->width / (double)side;
    for (size_t i = 0; i < g->count; i++) {
        double room = 0.49 * (step - 1);
        g->x[i] = step * ((double)(i % side) + 0.5) + room * (next_number(&s) - 0.5);
        g->y[i] = step * ((double)(i / side) + 0.5) + room * (next_number(&s) - 0.5);
        g->vx[i] = next_number(&s) + next_number(&s) - 1;
        g->vy[i] = next_number(&s) + next_number(&s) - 1;
        scene_add(scene, g->x[i], g->y[i], g->vx[i], g->vy[i], g->r[i], g->m[i]);
    }
}

/* A collision multiplies a difference by about the mean free path over the radius. This number of
 * collisions per ball leaves common digits. */
static void assert_alike(int boundary, size_t side, double fraction, double r2, double m2,
                         size_t collisions, double within_s)
{
    static gas g;
    carom_problem scene;
    outcome run;
    double last_s = 0;
    size_t k = 0;
    scene_init(&scene, boundary);
    g.periodic = boundary == CAROM_PERIODIC;
    insert_ball(&g, &scene, side, fraction, r2, m2);
    gas start = g;
    for (; k < collisions; k++) { /* time until the next collision */
        next_hit hit = find_next(&g);
        advance(&g, hit.in_s);
        collide(&g, &hit);
    }
    last_s = g.t_s;
    g = start;
    run = run_scene(&scene, "impulse", NULL, last_s);
    collisions -= 2; /* the last collision may be late by a rounding error */
    ck_assert_uint_ge(run.log.count, collisions);
    for (k = 0; k < collisions; k++) {
        const carom_collision *got = &run.log.item[k];
        next_hit want = find_next(&g);
        bool same = got->wall == want.wall &&
                    ((got->a == want.a && got->b == want.b) ||
                     (!got->wall && got->a == want.b && got->b == want.a));
        advance(&g, want.in_s);
        collide(&g, &want);
        ck_assert_msg(fabs(got->t_s - g.t_s) < within_s && same,
                      "collision %zu: got %u with %u at %.17g, want %zu with %zu at %.17g", k,
                      got->a, got->b, got->t_s, want.a, want.b, g.t_s);
    }
    ck_assert_double_lt(run.report.max_overlap_m, 1e-13 * g.width);
    printf("%zu balls, %.2f: %zu collisions, %llu events\n", g.count, fraction, k,
           (unsigned long long)run.report.steps);
    outcome_free(&run);
    carom_problem_free(&scene);
}

START_TEST(a_dense_gas_on_a_torus)
{
    assert_alike(CAROM_PERIODIC, 16, 0.5, 0.5, 1, 1000, 1e-6);
    assert_alike(CAROM_PERIODIC, 20, 0.35, 0.4, 0.64, 1000, 1e-6);
}
END_TEST

START_TEST(a_sparse_gas_on_a_torus)
{
    assert_alike(CAROM_PERIODIC, 12, 0.02, 0.5, 1, 140, 1e-6);
    assert_alike(CAROM_PERIODIC, 5, 0.1, 0.45, 1.5, 60, 1e-6);
    /* enough events per ball that the solver shifts its origin of time */
    assert_alike(CAROM_PERIODIC, 5, 0.01, 0.5, 1, 35, 1e-6);
    assert_alike(CAROM_PERIODIC, 6, 0.5, 0.5, 1, 220, 1e-4);
}
END_TEST

START_TEST(gases_between_walls)
{
    assert_alike(CAROM_WALLS, 16, 0.5, 0.5, 1, 1000, 1e-6);
    assert_alike(CAROM_WALLS, 10, 0.03, 0.5, 1, 200, 1e-6);
}
END_TEST

START_TEST(gases_of_two_sizes_of_cells)
{
    assert_alike(CAROM_PERIODIC, 14, 0.3, 0.2, 0.3, 600, 1e-6);
    assert_alike(CAROM_WALLS, 12, 0.05, 0.1, 0.1, 230, 1e-6);
}
END_TEST

/* One ball on a torus for a long time: the rounding error of its position does not grow with the
 * distance travelled. */
START_TEST(long_path_around_a_torus)
{
    carom_problem scene;
    outcome run;
    scene_init(&scene, CAROM_PERIODIC);
    scene.width_m = 7;
    scene.height_m = 5;
    scene_add(&scene, 1, 1, 0.75, 0.3125, 0.1, 1); /* 7.5 and 4.375 times around in 70 s */
    scene_add(&scene, 1, 2.6, 0.75, 0.3125, 0.1, 1);
    run = run_scene(&scene, "impulse", NULL, 70 * 16 * 64);
    assert_near(run.sample.x_m[0], 1, 1e-9);
    assert_near(run.sample.y_m[0], 1, 1e-9);
    assert_near(run.sample.ledger.energy_residual_J, 0, 1e-12);
    outcome_free(&run);
    carom_problem_free(&scene);
}
END_TEST

TEST_MAIN("crossings", a_dense_gas_on_a_torus, a_sparse_gas_on_a_torus, gases_between_walls,
          gases_of_two_sizes_of_cells, long_path_around_a_torus)

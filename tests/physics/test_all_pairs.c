/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Both solvers against an independent brute-force method: all pairs, all images, all balls moved at
 * every event or step; no grid, queue, lists or clocks. */
#include "scene/scene.h"
#include "support.h"

#ifndef SEEDS /* 400 in tests/soak/test_many_seeds.c */
#define SEEDS ROUNDS(4, 2)
#endif

typedef struct {
    size_t n;
    double x[64], y[64], vx[64], vy[64], t;
    size_t collisions;
} world;

static world world_of(const carom_problem *scene)
{
    world w = {.n = scene->count};
    for (size_t i = 0; i < w.n; i++) {
        w.x[i] = scene->ball[i].x_m;
        w.y[i] = scene->ball[i].y_m;
        w.vx[i] = scene->ball[i].vx_mps;
        w.vy[i] = scene->ball[i].vy_mps;
    }
    return w;
}

/* ---- rigid balls: the textbook quadratic for every pair and image ---- */

typedef struct {
    double in_s, dx, dy;
    size_t i, j; /* j beyond the balls: a wall */
} next_collision;

/* The smaller root of |d + v t| = s, if the balls approach each other. */
static double root_of(double dx, double dy, double vx, double vy, double s)
{
    double a = vx * vx + vy * vy, b = 2 * (dx * vx + dy * vy), c = dx * dx + dy * dy - s * s;
    double disc = b * b - 4 * a * c;
    return b < -1e-13 && disc > 0 ? (-b - sqrt(disc)) / (2 * a) : INFINITY;
}

/* The first positive root of d + u t + a t^2/2 = 0 with a decreasing function. */
static double line_root(double d, double u, double a)
{
    double disc = u * u - 2 * a * d, t;
    if (a == 0) {
        return u < 0 ? -d / u : INFINITY;
    }
    if (disc < 0) {
        return INFINITY;
    }
    t = a > 0 ? (-u - sqrt(disc)) / a : (-u - sqrt(disc)) / a;
    return (a > 0 ? u < 0 : true) && t > -1e-12 ? t : INFINITY;
}

static carom_roller roller(const carom_problem *s, const world *w, size_t i)
{
    double v = hypot(w->vx[i], w->vy[i]);
    return (carom_roller){{w->x[i], w->y[i]},
                          {v > 0 ? w->vx[i] / v : 1, v > 0 ? w->vy[i] / v : 0},
                          v,
                          {carom_ball_resistance(s, &s->ball[i]), carom_ball_drag(s, &s->ball[i])}};
}

static bool has_friction(const carom_problem *s)
{
    return carom_problem_has_resistance(s) || carom_problem_has_drag(s);
}

/* Relative position and velocity after t, with deceleration. */
static void relative(const carom_roller *p, const carom_roller *q, double t, double *dx, double *dy)
{
    double sp = carom_rolling_distance(p->r, p->speed, t),
           sq = carom_rolling_distance(q->r, q->speed, t);
    *dx = q->at.x + q->along.x * sq - p->at.x - p->along.x * sp;
    *dy = q->at.y + q->along.y * sq - p->at.y - p->along.y * sp;
}

static void update_decelerated(const carom_problem *s, const world *w, size_t i, size_t j,
                               double shift_x, double shift_y, next_collision *first)
{
    carom_roller p = roller(s, w, i), q = roller(s, w, j);
    double dx, dy, t;
    q.at.x += shift_x;
    q.at.y += shift_y;
    t = carom_rolling_time_of_impact(&p, &q, s->ball[i].radius_m + s->ball[j].radius_m, 1e-14, 1);
    if (t < first->in_s) {
        relative(&p, &q, t, &dx, &dy);
        *first = (next_collision){t, dx, dy, i, j};
    }
}

static void update_pairs(const carom_problem *s, const world *w, next_collision *first)
{
    int images = s->boundary == CAROM_PERIODIC ? 1 : 0;
    for (size_t i = 0; i < w->n; i++) {
        for (size_t j = i + 1; j < w->n; j++) {
            for (int a = -images; a <= images; a++) {
                for (int b = -images; b <= images; b++) {
                    double dx = w->x[j] - w->x[i] + a * s->width_m;
                    double dy = w->y[j] - w->y[i] + b * s->height_m;
                    double vx = w->vx[j] - w->vx[i], vy = w->vy[j] - w->vy[i];
                    double t = INFINITY;
                    if (has_friction(s)) {
                        update_decelerated(s, w, i, j, a * s->width_m, b * s->height_m, first);
                    } else {
                        t = root_of(dx, dy, vx, vy, s->ball[i].radius_m + s->ball[j].radius_m);
                    }
                    if (t < first->in_s) {
                        *first = (next_collision){t, dx + t * vx, dy + t * vy, i, j};
                    }
                }
            }
        }
    }
}

static void update_walls(const carom_problem *s, const world *w, next_collision *first)
{
    carom_vec g = s->gravity_mps2;
    for (size_t i = 0; i < w->n && s->boundary == CAROM_WALLS; i++) {
        double r = s->ball[i].radius_m;
        double t[] = {line_root(w->x[i] - r, w->vx[i], g.x),
                      line_root(s->width_m - r - w->x[i], -w->vx[i], -g.x),
                      line_root(w->y[i] - r, w->vy[i], g.y),
                      line_root(s->height_m - r - w->y[i], -w->vy[i], -g.y)};
        carom_roller p = roller(s, w, i);
        for (size_t k = 0; k < 4; k++) {
            /* the same path at constant speed, with deceleration */
            if (has_friction(s) && isfinite(t[k])) {
                t[k] = carom_rolling_time(p.r, p.speed, t[k] * p.speed);
            }
            if (t[k] < first->in_s) {
                *first = (next_collision){t[k], 0, 0, i, w->n + k};
            }
        }
    }
}

static void advance(const carom_problem *s, world *w, double t)
{
    for (size_t i = 0; i < w->n && has_friction(s); i++) {
        carom_roller p = roller(s, w, i);
        double way = carom_rolling_distance(p.r, p.speed, t),
               v = carom_rolling_speed(p.r, p.speed, t);
        w->x[i] += p.along.x * way;
        w->y[i] += p.along.y * way;
        w->vx[i] = p.along.x * v;
        w->vy[i] = p.along.y * v;
        if (s->boundary == CAROM_PERIODIC) {
            w->x[i] -= s->width_m * floor(w->x[i] / s->width_m);
            w->y[i] -= s->height_m * floor(w->y[i] / s->height_m);
        }
    }
    for (size_t i = 0; i < w->n && !has_friction(s); i++) {
        w->x[i] += t * w->vx[i] + 0.5 * t * t * s->gravity_mps2.x;
        w->y[i] += t * w->vy[i] + 0.5 * t * t * s->gravity_mps2.y;
        w->vx[i] += t * s->gravity_mps2.x;
        w->vy[i] += t * s->gravity_mps2.y;
        if (s->boundary == CAROM_PERIODIC) {
            w->x[i] -= s->width_m * floor(w->x[i] / s->width_m);
            w->y[i] -= s->height_m * floor(w->y[i] / s->height_m);
        }
    }
    w->t += t;
}

/* The lecture's rule along the line of centres: w1 = v1 - (1+e) m2/(m1+m2) ((v1-v2).u) u. */
static void bounce(const carom_problem *s, world *w, const next_collision *m)
{
    double d = sqrt(m->dx * m->dx + m->dy * m->dy), ux = m->dx / d, uy = m->dy / d, m1, m2, v;
    w->collisions++;
    if (m->j >= w->n) {
        double *component = m->j < w->n + 2 ? &w->vx[m->i] : &w->vy[m->i];
        *component *= -s->restitution.ball_wall;
        return;
    }
    m1 = s->ball[m->i].mass_kg;
    m2 = s->ball[m->j].mass_kg;
    v = (w->vx[m->i] - w->vx[m->j]) * ux + (w->vy[m->i] - w->vy[m->j]) * uy;
    v *= (1 + s->restitution.ball_ball) / (m1 + m2);
    w->vx[m->i] -= m2 * v * ux;
    w->vy[m->i] -= m2 * v * uy;
    w->vx[m->j] += m1 * v * ux;
    w->vy[m->j] += m1 * v * uy;
}

static world rigid_until(const carom_problem *scene, double end)
{
    world w = world_of(scene);
    for (;;) {
        next_collision first = {INFINITY, 0, 0, 0, 0};
        update_pairs(scene, &w, &first);
        update_walls(scene, &w, &first);
        if (w.t + first.in_s > end) {
            advance(scene, &w, end - w.t);
            return w;
        }
        advance(scene, &w, first.in_s);
        bounce(scene, &w, &first);
    }
}

static const struct {
    int boundary;
    double gx, gy, e_ball, e_wall;
} variants[] = {{CAROM_WALLS, 0, 0, 1, 1},    {CAROM_WALLS, 0.4, -0.9, 0.9, 0.95},
                {CAROM_PERIODIC, 0, 0, 1, 1}, {CAROM_PERIODIC, 0, 0, 0.8, 1},
                {CAROM_OPEN, 0, 0, 1, 1},     {CAROM_OPEN, -0.3, 1.1, 0.7, 1}};
enum { VARIANTS = sizeof variants / sizeof variants[0] };

/* Three large balls among many small ones, size ratio 10: cells of two sizes. */
static void make_mixture(carom_problem *scene, size_t k, uint64_t seed)
{
    stream s = {seed};
    scene_init(scene, variants[k].boundary);
    for (int tries = 0; tries < 100000 && scene->count < 60; tries++) {
        bool large = scene->count < 3;
        double r = large ? 0.12 : 0.012, x = r + (2.54 - 2 * r) * next_number(&s);
        double y = r + (1.27 - 2 * r) * next_number(&s), vx = 4 * next_number(&s) - 2;
        double vy = 4 * next_number(&s) - 2, mass = large ? 2 : 0.02;
        bool free_place = true;
        for (size_t i = 0; i < scene->count; i++) {
            const carom_ball *b = &scene->ball[i];
            free_place = free_place && hypot(b->x_m - x, b->y_m - y) > b->radius_m + r;
        }
        if (free_place) {
            scene_add(scene, x, y, vx, vy, r, mass);
        }
    }
    scene->gravity_mps2.x = variants[k].gx;
    scene->gravity_mps2.y = variants[k].gy;
    scene->restitution = (carom_restitution){variants[k].e_ball, variants[k].e_wall};
}

static void make_variant(carom_problem *scene, size_t k, uint64_t seed, size_t n)
{
    scene_random(scene, seed, n, variants[k].boundary);
    scene->gravity_mps2.x = variants[k].gx;
    scene->gravity_mps2.y = variants[k].gy;
    scene->restitution = (carom_restitution){variants[k].e_ball, variants[k].e_wall};
}

static double shortest(const carom_problem *s, double difference, double length)
{
    return s->boundary == CAROM_PERIODIC
             ? fabs(difference - length * floor(difference / length + 0.5))
             : fabs(difference);
}

static double distance(const carom_problem *s, const world *w, const outcome *run)
{
    double largest = 0;
    for (size_t i = 0; i < w->n; i++) {
        largest = fmax(largest, shortest(s, run->sample.x_m[i] - w->x[i], s->width_m));
        largest = fmax(largest, shortest(s, run->sample.y_m[i] - w->y[i], s->height_m));
    }
    return largest;
}

/* Compares all variants and seeds of a kind of scene. Differences may grow chaotically from
 * rounding until t. */
static size_t compare_with_all_pairs(void (*make)(carom_problem *scene, size_t k, uint64_t seed),
                                     double t, double most)
{
    size_t collisions = 0;
    for (size_t k = 0; k < VARIANTS; k++) {
        for (uint64_t seed = 1; seed <= SEEDS; seed++) {
            carom_problem scene;
            outcome run;
            world w;
            make(&scene, k, seed);
            w = rigid_until(&scene, t);
            run = run_scene(&scene, "impulse", NULL, t);
            ck_assert_msg(distance(&scene, &w, &run) < most && w.collisions == run.log.count,
                          "variant %zu, seed %llu: %.3g m apart, %zu and %zu collisions", k,
                          (unsigned long long)seed, distance(&scene, &w, &run), w.collisions,
                          run.log.count);
            collisions += w.collisions;
            outcome_free(&run);
            carom_problem_free(&scene);
        }
    }
    ck_assert_uint_gt(collisions, 50 * SEEDS);
    return collisions;
}

static void make_forty_balls(carom_problem *scene, size_t k, uint64_t seed)
{
    make_variant(scene, k, seed, 40);
}

/* A rounding error grows by a factor of 10 per collision of a ball, here for two or three
 * collisions each. */
START_TEST(impulse_against_all_pairs)
{
    printf("%zu collisions against all pairs\n",
           compare_with_all_pairs(make_forty_balls, 0.25, 1e-8));
}
END_TEST

/* Small balls far apart multiply a rounding error by 2 l/d >= 30 per collision. A missed collision
 * gives a difference of 1e-2. */
START_TEST(large_and_small_against_all_pairs)
{
    printf("%zu collisions of large and small balls against all pairs\n",
           compare_with_all_pairs(make_mixture, 0.25, 1e-6));
}
END_TEST

/* With friction of the table and of single balls. The reference uses the same root search over all
 * pairs, so this tests which pairs are searched and when. tests/scene/test_rolling.c tests that a
 * search finds every root. */
START_TEST(decelerated_balls_against_all_pairs)
{
    const double resistance[] = {0.05, 0, 0.05, 0}, drag[] = {0, 0.01, 0.01, 0};
    size_t collisions = 0;
    for (size_t k = 0; k < 4; k++) {
        for (uint64_t seed = 1; seed <= SEEDS / 2; seed++) {
            for (int boundary = CAROM_WALLS; boundary <= CAROM_OPEN; boundary++) {
                carom_problem scene;
                outcome run;
                world w;
                scene_random(&scene, seed, 30, boundary);
                scene.restitution = (carom_restitution){0.95, 0.9};
                scene.rolling_resistance = resistance[k];
                scene.air_drag = drag[k];
                scene.ball[seed % 30].rolling_resistance = 0.2; /* one ball on its own */
                scene.ball[(seed + 7) % 30].air_drag = 0.05;
                w = rigid_until(&scene, 0.3);
                run = run_scene(&scene, "impulse", NULL, 0.3);
                ck_assert_msg(distance(&scene, &w, &run) < 1e-8 && w.collisions == run.log.count,
                              "kind %zu, seed %llu: %.3g m apart, %zu and %zu collisions", k,
                              (unsigned long long)seed, distance(&scene, &w, &run), w.collisions,
                              run.log.count);
                assert_near(run.sample.ledger.energy_residual_J, 0, 1e-12);
                assert_near(run.sample.ledger.momentum_residual_kgmps, 0, 1e-12);
                collisions += w.collisions;
                outcome_free(&run);
                carom_problem_free(&scene);
            }
        }
    }
    printf("%zu collisions of slowed balls against all pairs\n", collisions);
    ck_assert_uint_gt(collisions, 50 * SEEDS);
}
END_TEST

/* ---- springs: every pair in every step ---- */

typedef struct {
    double ax[64], ay[64];
} pushes;

static void push_apart(const carom_problem *s, pushes *p, size_t i, size_t j, double overlap,
                       double nx, double ny, double k)
{
    double f = k * overlap;
    p->ax[i] -= f * nx / s->ball[i].mass_kg;
    p->ay[i] -= f * ny / s->ball[i].mass_kg;
    if (j < s->count) {
        p->ax[j] += f * nx / s->ball[j].mass_kg;
        p->ay[j] += f * ny / s->ball[j].mass_kg;
    }
}

static pushes spring_forces(const carom_problem *s, const world *w, double k)
{
    pushes p = {{0}, {0}};
    for (size_t i = 0; i < w->n; i++) {
        double r = s->ball[i].radius_m;
        const double deep[] = {r - w->x[i], w->x[i] + r - s->width_m, r - w->y[i],
                               w->y[i] + r - s->height_m};
        p.ax[i] += s->gravity_mps2.x;
        p.ay[i] += s->gravity_mps2.y;
        for (size_t wall = 0; wall < 4 && s->boundary == CAROM_WALLS; wall++) {
            if (deep[wall] > 0) {
                push_apart(s, &p, i, s->count, deep[wall], wall < 2 ? (wall == 0 ? -1 : 1) : 0,
                           wall < 2 ? 0 : (wall == 2 ? -1 : 1), k);
            }
        }
        for (size_t j = i + 1; j < w->n; j++) {
            double dx = w->x[j] - w->x[i], dy = w->y[j] - w->y[i], d;
            if (s->boundary == CAROM_PERIODIC) {
                dx -= s->width_m * floor(dx / s->width_m + 0.5);
                dy -= s->height_m * floor(dy / s->height_m + 0.5);
            }
            d = sqrt(dx * dx + dy * dy);
            if (d < r + s->ball[j].radius_m) {
                push_apart(s, &p, i, j, r + s->ball[j].radius_m - d, dx / d, dy / d, k);
            }
        }
    }
    return p;
}

static world springs_until(const carom_problem *s, double h, int steps, double k, bool heun)
{
    world w = world_of(s);
    for (int step = 0; step < steps; step++) {
        world ahead = w;
        pushes a = spring_forces(s, &w, k), b;
        for (size_t i = 0; i < w.n; i++) {
            ahead.x[i] += h * w.vx[i];
            ahead.y[i] += h * w.vy[i];
            ahead.vx[i] += h * a.ax[i];
            ahead.vy[i] += h * a.ay[i];
        }
        if (!heun) {
            w = ahead;
            continue;
        }
        b = spring_forces(s, &ahead, k);
        for (size_t i = 0; i < w.n; i++) {
            w.x[i] += 0.5 * h * (w.vx[i] + ahead.vx[i]);
            w.y[i] += 0.5 * h * (w.vy[i] + ahead.vy[i]);
            w.vx[i] += 0.5 * h * (a.ax[i] + b.ax[i]);
            w.vy[i] += 0.5 * h * (a.ay[i] + b.ay[i]);
        }
    }
    return w;
}

/* The same integrator on the same grid: only the order of sums differs. */
START_TEST(penalty_against_all_pairs)
{
    size_t contacts = 0;
    for (size_t k = 0; k < VARIANTS; k++) {
        for (uint64_t seed = 1; seed <= SEEDS; seed++) {
            for (int heun = 0; heun < 2; heun++) {
                penalty_settings s;
                carom_problem scene;
                outcome run;
                world w;
                /* a power of two: the end is on the grid */
                double stiffness = 2e5, h = 0x1p-16;
                make_variant(&scene, k, seed, 30);
                scene.restitution = (carom_restitution){1, 1};
                w = springs_until(&scene, h, 1 << 13, stiffness, heun == 1);
                run = run_scene(&scene, "penalty",
                                penalty_set(&s, heun ? "heun" : "euler", stiffness, h, "force"),
                                0.125);
                ck_assert_uint_eq(run.report.steps, 1 << 13);
                contacts += run.log.count;
                ck_assert_msg(distance(&scene, &w, &run) < 1e-10,
                              "variant %zu, seed %llu, %s: %.3g m apart", k,
                              (unsigned long long)seed, heun ? "Heun" : "Euler",
                              distance(&scene, &w, &run));
                outcome_free(&run);
                carom_problem_free(&scene);
            }
        }
    }
    printf("%zu contacts against all pairs\n", contacts);
    ck_assert_uint_gt(contacts, 50 * SEEDS);
}
END_TEST

TEST_MAIN("all pairs", impulse_against_all_pairs, large_and_small_against_all_pairs,
          decelerated_balls_against_all_pairs, penalty_against_all_pairs)

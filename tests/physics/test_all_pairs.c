/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Both solvers against an independent brute-force method: all pairs, all balls moved at every event
 * or step; no grid, queue, lists or clocks. No collision is missed when a ball changes cells. */
#include "scene/scene.h"
#include "scenes.h"

#ifndef SEEDS /* 400 in tests/soak/test_many_seeds.c */
#define SEEDS ROUNDS(4, 2)
#endif

enum { MOST = 400, MOST_HITS = 1000, END_S = 20 };

typedef struct {
    const carom_problem *scene;
    bool slows; /* rolling resistance or drag */
    double t_s;
    carom_vec at[MOST], v[MOST];
} world;

static bool has_friction(const carom_problem *s)
{
    return carom_problem_has_resistance(s) || carom_problem_has_drag(s);
}

static world world_of(const carom_problem *scene)
{
    world w = {.scene = scene, .slows = has_friction(scene)};
    for (size_t i = 0; i < scene->count; i++) {
        w.at[i] = (carom_vec){scene->ball[i].x_m, scene->ball[i].y_m};
        w.v[i] = (carom_vec){scene->ball[i].vx_mps, scene->ball[i].vy_mps};
    }
    return w;
}

static double nearest(double d, double length)
{
    return d - length * (d > 0.5 * length ? 1 : d < -0.5 * length ? -1 : 0);
}

static carom_vec shortest(const carom_problem *s, carom_vec d)
{
    return s->boundary != CAROM_PERIODIC
             ? d
             : (carom_vec){nearest(d.x, s->width_m), nearest(d.y, s->height_m)};
}

/* To the nearest image: the others are too far to be hit before the next event. */
static carom_vec from_to(const world *w, size_t a, size_t b)
{
    return shortest(w->scene, carom_vec_subtract(w->at[b], w->at[a]));
}

/* Gap to the left, right, bottom or top wall. */
static double gap_to(const world *w, size_t i, size_t wall, carom_vec *inward)
{
    double at = wall < 2 ? w->at[i].x : w->at[i].y, sign = wall % 2 == 0 ? 1 : -1;
    double length = wall < 2 ? w->scene->width_m : w->scene->height_m;
    *inward = wall < 2 ? (carom_vec){sign, 0} : (carom_vec){0, sign};
    return (sign > 0 ? at : length - at) - w->scene->ball[i].radius_m;
}

static size_t walls_of(const carom_problem *scene)
{
    return scene->boundary == CAROM_WALLS ? 4 : 0;
}

/* ---- rigid balls: the textbook quadratic for every pair ---- */

static carom_roller roller(const world *w, size_t i)
{
    const carom_problem *s = w->scene;
    double v = carom_vec_length(w->v[i]);
    return (carom_roller){w->at[i],
                          v > 0 ? carom_vec_divide(w->v[i], v) : (carom_vec){1, 0},
                          v,
                          {carom_ball_resistance(s, &s->ball[i]), carom_ball_drag(s, &s->ball[i])}};
}

/* The smaller root of |d + v t| = reach, if the balls approach each other. */
static double pair_time(const world *w, size_t a, size_t b)
{
    carom_vec d = from_to(w, a, b), v = carom_vec_subtract(w->v[b], w->v[a]);
    double reach = w->scene->ball[a].radius_m + w->scene->ball[b].radius_m;
    double p = carom_vec_dot(d, v), c = carom_vec_square(d) - reach * reach;
    double disc = p * p - carom_vec_square(v) * c;
    if (w->slows) {
        carom_roller one = roller(w, a), other = roller(w, b);
        other.at = carom_vec_add(one.at, d);
        return carom_rolling_time_of_impact(&one, &other, reach, 1e-14, END_S);
    }
    return p < -1e-13 && disc > 0 ? fmax(c / (-p + sqrt(disc)), 0) : INFINITY;
}

/* The first positive root of d + u t + a t^2/2 = 0 with a decreasing function. */
static double fall_time(double d, double u, double a)
{
    double disc = u * u - 2 * a * d, t = a == 0 ? -d / u : (-u - sqrt(disc)) / a;
    return (u < 0 || a < 0) && disc >= 0 && t > -1e-12 ? t : INFINITY;
}

static double wall_time(const world *w, size_t i, size_t wall)
{
    carom_vec inward, g = w->scene->gravity_mps2;
    double gap = gap_to(w, i, wall, &inward);
    double t = fall_time(gap, carom_vec_dot(w->v[i], inward), carom_vec_dot(g, inward));
    if (w->slows && isfinite(t)) { /* the same path at constant speed */
        carom_roller p = roller(w, i);
        t = carom_rolling_time(p.r, p.speed, t * p.speed);
    }
    return t;
}

static carom_collision find_next(const world *w)
{
    carom_collision next = {.t_s = INFINITY};
    for (uint32_t a = 0; a < w->scene->count; a++) {
        for (uint32_t b = a + 1; b < w->scene->count; b++) {
            double t = pair_time(w, a, b);
            next = t < next.t_s ? (carom_collision){.t_s = t, .a = a, .b = b} : next;
        }
        for (uint32_t wall = 0; wall < walls_of(w->scene); wall++) {
            double t = wall_time(w, a, wall);
            next = t < next.t_s ? (carom_collision){.t_s = t, .a = a, .b = wall, .wall = true}
                                : next;
        }
    }
    next.t_s += w->t_s;
    return next;
}

static void move_to(world *w, double t_s)
{
    const carom_problem *s = w->scene;
    double t = t_s - w->t_s;
    for (size_t i = 0; i < s->count; i++) {
        if (w->slows) {
            carom_roller p = roller(w, i);
            double way = carom_rolling_distance(p.r, p.speed, t);
            w->at[i] = carom_vec_add_scaled(p.at, way, p.along);
            w->v[i] = carom_vec_scale(carom_rolling_speed(p.r, p.speed, t), p.along);
        } else {
            w->at[i] = carom_vec_free_fall(w->at[i], w->v[i], s->gravity_mps2, t);
            w->v[i] = carom_vec_add_scaled(w->v[i], t, s->gravity_mps2);
        }
        if (s->boundary == CAROM_PERIODIC) {
            w->at[i].x -= s->width_m * floor(w->at[i].x / s->width_m);
            w->at[i].y -= s->height_m * floor(w->at[i].y / s->height_m);
        }
    }
    w->t_s = t_s;
}

/* The lecture's rule along the line of centres: w1 = v1 - (1+e) m2/(m1+m2) ((v1-v2).u) u. */
static void bounce(world *w, carom_collision *h)
{
    const carom_problem *s = w->scene;
    double ma = s->ball[h->a].mass_kg, mb, u;
    carom_vec n;
    if (h->wall) {
        gap_to(w, h->a, h->b, &n);
        h->approach_mps = carom_vec_dot(w->v[h->a], n);
        u = (1 + s->restitution.ball_wall) * h->approach_mps;
        w->v[h->a] = carom_vec_add_scaled(w->v[h->a], -u, n);
        return;
    }
    mb = s->ball[h->b].mass_kg;
    n = from_to(w, h->a, h->b);
    n = carom_vec_divide(n, carom_vec_length(n));
    h->approach_mps = u = carom_vec_dot(carom_vec_subtract(w->v[h->a], w->v[h->b]), n);
    u *= (1 + s->restitution.ball_ball) / (ma + mb);
    w->v[h->a] = carom_vec_add_scaled(w->v[h->a], -mb * u, n);
    w->v[h->b] = carom_vec_add_scaled(w->v[h->b], ma * u, n);
}

/* To a number of collisions, or as many as there are, and half of the time to the next, at most 1
 * s. */
static size_t collide_all(world *w, size_t most, carom_collision log[])
{
    for (size_t n = 0;; n++) {
        carom_collision next = find_next(w);
        if (n == most || next.t_s > END_S) {
            move_to(w, fmin(0.5 * (w->t_s + next.t_s), w->t_s + 1));
            return n;
        }
        move_to(w, next.t_s);
        bounce(w, &next);
        log[n] = next;
    }
}

static double distance(const world *w, const outcome *run)
{
    double largest = 0;
    for (size_t i = 0; i < w->scene->count; i++) {
        carom_vec at = {run->sample.x_m[i], run->sample.y_m[i]};
        carom_vec off = shortest(w->scene, carom_vec_subtract(at, w->at[i]));
        largest = fmax(largest, carom_vec_length(off));
    }
    return largest;
}

/* ---- gases ---- */

/* Table, restitution, and what moves or slows the balls, in words of scenes.h. */
static const char *const tables[] = {"walls",
                                     "walls; g 0.04 -0.09; e 0.9 0.95",
                                     "periodic",
                                     "periodic; e 0.8",
                                     "open",
                                     "open; g -0.03 0.11; e 0.7",
                                     "walls; e 0.95 0.9; roll 0.01",
                                     "periodic; e 0.95; drag 0.01",
                                     "open; e 0.95; roll 0.01; drag 0.01"};
enum { TABLES = sizeof tables / sizeof tables[0], FRICTIONLESS = 6 };

/* Balls on a square lattice of side^2 sites that fill a fraction of the table; every fourth is of
 * the other kind. */
typedef struct {
    size_t side;
    double fraction, r, m, other_r, other_m;
    size_t collisions;
    double within;
} gas;

static carom_problem *fill(const char *table, const gas *g, uint64_t seed)
{
    carom_problem *scene = new_scene("%s", table);
    stream s = {seed};
    double area = 0, step, room;
    for (size_t i = 0; i < g->side * g->side; i++) {
        double r = i % 4 == 3 ? g->other_r : g->r;
        area += PI * r * r;
    }
    scene->width_m = scene->height_m = sqrt(area / g->fraction);
    step = scene->width_m / (double)g->side;
    room = 0.98 * (0.5 * step - fmax(g->r, g->other_r));
    for (size_t i = 0; i < g->side * g->side; i++) {
        double x = step * ((double)(i % g->side) + 0.5) + room * (next_number(&s) - 0.5);
        double y = step * ((double)(i / g->side) + 0.5) + room * (next_number(&s) - 0.5);
        double vx = next_number(&s) + next_number(&s) - 1;
        double vy = next_number(&s) + next_number(&s) - 1;
        scene_add(scene, x, y, vx, vy, i % 4 == 3 ? g->other_r : g->r,
                  i % 4 == 3 ? g->other_m : g->m);
    }
    if (has_friction(scene)) { /* some balls on their own */
        scene->ball[seed % scene->count].rolling_resistance = 0.04;
        scene->ball[(seed + 7) % scene->count].air_drag = 0.05;
    }
    return scene;
}

/* Remove grazes. Differences grow with every collision, so one of the two methods may miss a
 * graze, which changes the velocities by as little (once in 7200 scenes, at 4e-11 m/s). */
static size_t without_grazes(carom_collision log[], size_t count)
{
    static const double graze_mps = 1e-9;
    size_t kept = 0;
    for (size_t k = 0; k < count; k++) {
        if (fabs(log[k].approach_mps) >= graze_mps) {
            log[kept++] = log[k];
        }
    }
    return kept;
}

/* A collision multiplies a difference by about the mean free path over the radius; the number of
 * collisions per ball leaves common digits. A missed collision gives a difference of 1e-2. */
static size_t compare(const char *table, const gas *g, uint64_t seed)
{
    static carom_collision log[MOST_HITS];
    carom_problem *scene = fill(table, g, seed);
    world w = world_of(scene);
    size_t count = without_grazes(log, collide_all(&w, g->collisions, log)), found;
    outcome *run = run_until(w.t_s, scene, "impulse");
    found = without_grazes(run->log.item, run->log.count);
    test_set_subject("%s, %zu balls, seed %d", table, scene->count, (int)seed);
    for (size_t k = 0; k < count && k < found; k++) {
        const carom_collision *c = &run->log.item[k];
        bool same = c->wall == log[k].wall && c->a == log[k].a && c->b == log[k].b;
        same |= !c->wall && !log[k].wall && c->a == log[k].b && c->b == log[k].a;
        ck_assert_msg(same && fabs(c->t_s - log[k].t_s) < g->within,
                      "collision %zu: got %u with %u at %.17g, want %u with %u at %.17g", k, c->a,
                      c->b, c->t_s, log[k].a, log[k].b, log[k].t_s);
    }
    ck_assert_uint_eq(found, count);
    assert_near(distance(&w, run), 0, g->within);
    ck_assert_double_lt(run->report.max_overlap_m, 1e-13 * scene->width_m);
    assert_near(run->sample.ledger.energy_residual_J, 0, 1e-12 * (double)scene->count);
    assert_near(run->sample.ledger.momentum_residual_kgmps, 0, 1e-12 * (double)scene->count);
    test_release();
    return count;
}

/* With rolling resistance and drag the reference uses the same root search over all pairs, so this
 * tests which pairs are searched and when; tests/scene/test_rolling.c that a search finds every
 * root. */
START_TEST(small_gases_on_every_table)
{
    static const gas alike = {6, 0.16, 0.5, 1, 0.3, 0.4, 45, 1e-7},
                     large_and_small = {8, 0.1, 0.05, 0.01, 0.5, 1, 25, 1e-4};
    size_t collisions = 0;
    for (size_t k = 0; k < TABLES; k++) {
        for (uint64_t seed = 1; seed <= SEEDS; seed++) {
            collisions += compare(tables[k], &alike, seed);
            collisions += compare(tables[k], &large_and_small, seed);
        }
    }
    printf("%zu collisions against all pairs\n", collisions);
    ck_assert_uint_gt(collisions, 50 * SEEDS * TABLES);
}
END_TEST

START_TEST(dense_and_sparse_gases)
{
    static const gas on_a_torus[] = {{16, 0.5, 0.5, 1, 0.5, 1, 1000, 1e-6},
                                     {20, 0.35, 0.5, 1, 0.4, 0.64, 1000, 1e-6},
                                     {12, 0.02, 0.5, 1, 0.5, 1, 140, 1e-6},
                                     {5, 0.1, 0.5, 1, 0.45, 1.5, 60, 1e-6},
                                     /* so many events that the solver shifts its origin of time */
                                     {5, 0.01, 0.5, 1, 0.5, 1, 35, 1e-6},
                                     {6, 0.5, 0.5, 1, 0.5, 1, 220, 1e-4},
                                     {14, 0.3, 0.5, 1, 0.2, 0.3, 600, 1e-6}},
                     in_a_box[] = {{16, 0.5, 0.5, 1, 0.5, 1, 1000, 1e-6},
                                   {10, 0.03, 0.5, 1, 0.5, 1, 200, 1e-6},
                                   {12, 0.05, 0.5, 1, 0.1, 0.1, 230, 1e-6}};
    for (size_t k = 0; k < sizeof on_a_torus / sizeof on_a_torus[0]; k++) {
        compare("periodic", &on_a_torus[k], on_a_torus[k].side);
    }
    for (size_t k = 0; k < sizeof in_a_box / sizeof in_a_box[0]; k++) {
        compare("walls", &in_a_box[k], in_a_box[k].side);
    }
}
END_TEST

/* Two balls on a torus for a long time: the rounding error of a position does not grow with the
 * distance travelled. */
START_TEST(long_path_around_a_torus)
{
    /* 7.5 and 4.375 times around in 70 s */
    carom_problem *scene = new_scene("periodic 7 5; r 0.1 m 1; ball 1 1 0.75 0.3125; "
                                     "ball 1 2.6 0.75 0.3125");
    outcome *run = run_until(70 * 16 * 64, scene, "impulse");
    assert_near(run->sample.x_m[0], 1, 1e-9);
    assert_near(run->sample.y_m[0], 1, 1e-9);
    assert_near(run->sample.ledger.energy_residual_J, 0, 1e-12);
}
END_TEST

/* ---- springs: every pair in every step ---- */

static void push(const world *w, carom_vec a[], size_t i, double force, carom_vec direction)
{
    a[i] = carom_vec_add_scaled(a[i], force / w->scene->ball[i].mass_kg, direction);
}

static void push_all(const world *w, double k, carom_vec a[])
{
    const carom_problem *s = w->scene;
    for (size_t i = 0; i < s->count; i++) {
        a[i] = s->gravity_mps2;
    }
    for (size_t i = 0; i < s->count; i++) {
        for (size_t wall = 0; wall < walls_of(s); wall++) {
            carom_vec inward;
            push(w, a, i, k * fmax(-gap_to(w, i, wall, &inward), 0), inward);
        }
        for (size_t j = i + 1; j < s->count; j++) {
            carom_vec d = from_to(w, i, j);
            double reach = s->ball[i].radius_m + s->ball[j].radius_m;
            if (carom_vec_square(d) < reach * reach) {
                double length = carom_vec_length(d);
                push(w, a, i, -k * (reach - length), carom_vec_divide(d, length));
                push(w, a, j, k * (reach - length), carom_vec_divide(d, length));
            }
        }
    }
}

/* Heun's method. */
static world step_all(const carom_problem *s, double h, int steps, double k)
{
    world w = world_of(s);
    carom_vec a[MOST], b[MOST];
    for (int step = 0; step < steps; step++) {
        world ahead = w;
        push_all(&w, k, a);
        for (size_t i = 0; i < s->count; i++) {
            ahead.at[i] = carom_vec_add_scaled(w.at[i], h, w.v[i]);
            ahead.v[i] = carom_vec_add_scaled(w.v[i], h, a[i]);
        }
        push_all(&ahead, k, b);
        for (size_t i = 0; i < s->count; i++) {
            w.at[i] = carom_vec_add_scaled(w.at[i], 0.5 * h, carom_vec_add(w.v[i], ahead.v[i]));
            w.v[i] = carom_vec_add_scaled(w.v[i], 0.5 * h, carom_vec_add(a[i], b[i]));
        }
    }
    return w;
}

/* The same integrator on the same grid: only the order of sums differs. */
START_TEST(springs_against_all_pairs)
{
    enum { STEPS = 1 << 13 };
    static const gas small = {5, 0.2, 0.5, 1, 0.3, 0.4, 0, 1e-9};
    const double stiffness = 2000, h = 0x1p-11; /* a power of two: the end is on the grid */
    size_t contacts = 0;
    for (size_t k = 0; k < FRICTIONLESS; k++) {
        for (uint64_t seed = 1; seed <= SEEDS; seed++) {
            carom_problem *scene = fill(tables[k], &small, seed);
            add_to_scene(scene, "e 1");
            world w = step_all(scene, h, STEPS, stiffness);
            outcome *run = run_until(h * STEPS, scene,
                                     "penalty integrator=heun stiffness_N_per_m=%g step_s=%g "
                                     "contact_end=force allow_unstable=true",
                                     stiffness, h);
            test_set_subject("%s, seed %d", tables[k], (int)seed);
            ck_assert_uint_eq(run->report.steps, STEPS);
            assert_near(distance(&w, run), 0, small.within);
            contacts += run->log.count;
            test_release();
        }
    }
    printf("%zu contacts against all pairs\n", contacts);
    ck_assert_uint_gt(contacts, 25 * SEEDS);
}
END_TEST

/* Small balls lean on a large one while all fall together, so that their relative motion is slow.
 * The speeds widen the skin and the cells of the grid during their contacts. */
START_TEST(contacts_continue_when_cells_widen)
{
    size_t contacts = 0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        carom_problem *scene = new_scene("open; g 30 0; mu %g; ball 0 0 r 0.1 m 1",
                                         seed % 2 == 0 ? 0 : 0.3);
        stream s = {seed};
        for (int k = 0; k < 4 + 4 * (int)seed; k++) { /* the number decides on the levels */
            bool touches = k % 4 == 0;
            double angle = (k + 0.5) / (4 + 4 * (int)seed) * 2 * PI, x = cos(angle), y = sin(angle);
            double r = 0.005 * (1 + next_number(&s)), d = touches ? 0.1 + r + 1e-5 : 0.3;
            add_to_scene(scene, "ball %g %g %g %g r %g m 0.01", d * x, d * y,
                         touches ? -0.01 * x : 0, touches ? -0.01 * y : 0, r);
        }
        outcome *run = run_until(0.3, scene, "penalty contact_time_s=0.15 step_s=1e-3");
        test_set_subject("seed %d", (int)seed);
        assert_budget(run, 1e-6);
        contacts += run->log.count;
        test_release();
    }
    ck_assert_uint_ge(contacts, SEEDS);
}
END_TEST

/* A small ball comes from afar to a large one at rest. The cells of the two differ in size: when
 * the small one enters a cell of its own size, balls of other sizes may come near, too. */
START_TEST(small_ball_comes_to_a_large_one)
{
    for (int k = 0; k < 10; k++) {
        double x = -17.3 - 0.37 * k, b = 0.08 * k, reach = 1.0105;
        carom_problem *scene = new_scene("open; ball 0 0 r 1 m 1; ball %g %g 1.3 0 r 0.0105 m 1; "
                                         "ball 30 0 r 0.0105 m 1",
                                         x, b);
        for (int i = 0; i < 2500; i++) { /* cells are small if many balls are */
            scene_add(scene, 0.03 * (i % 50), 10 + 0.03 * (i / 50), 0, 0, 0.0105, 1);
        }
        outcome *run = run_until(20, scene, "impulse");
        test_set_subject("start %g m", x);
        ck_assert_uint_eq(run->log.count, 1);
        assert_near(run->log.item[0].t_s, (-x - sqrt(reach * reach - b * b)) / 1.3, 1e-13);
        test_release();
    }
}
END_TEST

TEST_MAIN("all pairs", small_gases_on_every_table, dense_and_sparse_gases, long_path_around_a_torus,
          springs_against_all_pairs, contacts_continue_when_cells_widen,
          small_ball_comes_to_a_large_one)

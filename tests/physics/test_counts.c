/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exact numbers of collisions, each from an independent source: two masses and a wall, by angles;
 * three balls, four balls, and two balls and a wall below and above the restitution of inelastic
 * collapse; a gas on a line, by crossings of points. LARGE adds cases that take seconds
 * (tests/soak/test_large_counts.c). */
#include "scenes.h"

/* ---- two masses and a wall ---- */

/* Galperin (2003): in (sqrt(M) V, sqrt(m) v) collisions are reflections at two lines with the angle
 * atan(sqrt(m/M)) between them, so their number is ceil(pi/angle) - 1. The quotient is off by
 * 1e-12, and an integer for R = 1 and 3 only. */
static uint64_t count_by_angle(double R)
{
    long double turns = acosl(-1) / atanl(1 / sqrtl(R)), whole = roundl(turns);
    bool integer = R == 1 || R == 3;
    ck_assert(integer || fabsl(turns - whole) > 1e-9L);
    return (uint64_t)(integer ? whole : ceill(turns)) - 1;
}

static uint64_t count_by_simulation(double R, const char *kind)
{
    carom_problem *scene = new_scene("walls 64 1; r 0.0625; ball 1.0625 0.5 m 1; "
                                     "ball 2.1875 0.5 -1 0 m %g",
                                     R);
    return run_until(30, scene, "unlogged %s", kind)->report.collisions;
}

START_TEST(two_masses_and_a_wall)
{
    static const struct {
        double R;
        uint64_t count;
    } cases[] = {
        {1, 3},
        {2, 5},
        {3, 5},
        {7, 8},
        {16, 12},
        {64, 25},
        {100, 31},
        {256, 50},
        {1000, 99},
        {1024, 100},
        {1e4, 314},
        {65536, 804},
        {1e6, 3141},
        {1e8, 31415},
        {1e10, 314159},
#ifdef LARGE
        {0x1p40, 3294198},
        {1e12, 3141592},
#endif
    };
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        double R = cases[k].R;
        uint64_t want = cases[k].count;
        test_set_subject("M/m = %.17g", R);
        ck_assert_uint_eq(count_by_angle(R), want);
        ck_assert_uint_eq(count_by_simulation(R, "impulse"), want);
        if (R <= 256) {
            ck_assert_uint_eq(count_by_simulation(R, "oracle"), want);
        }
    }
}
END_TEST

/* ---- inelastic collapse ---- */

/* Approach speeds of two neighbouring contacts; a is the contact that collides: a' = -e a, b' =
 * b + (1+e)/2 a (equal masses). Then b collides: (a, b) -> (b + (1+e)/2 a, -e a), with trace
 * (1+e)/2 and determinant e. Collisions never end if the eigenvalues are real, (1+e)^2/4 >= 4 e,
 * which is e <= 7 - 4 sqrt(3). @return number of collisions until the next contact separates;
 * `most`: no end */
static size_t count_three(double e, size_t most)
{
    long double a = 1, b = 0.5L; /* the second contact approaches, too */
    size_t count = 0;
    while (count < most && a > 0) {
        long double next = b + (1 + (long double)e) / 2 * a;
        b = -(long double)e * a;
        a = next;
        count++;
    }
    return count;
}

/* A ball between another ball and a wall, both with restitution e: pair (u1, u2) -> ((1-e)/2 u1 +
 * (1+e)/2 u2, (1+e)/2 u1 + (1-e)/2 u2), wall u1 -> -e u1. The product has trace (1-e)^2/2 and
 * determinant e^2. Its eigenvalues are real for (1-e)^2 >= 4 e, which is e <= 3 - 2 sqrt(2). Four
 * balls in symmetric collision are two such halves, with the middle contact as the wall. */
static size_t count_with_wall(double e, size_t most)
{
    long double u1 = 0, u2 = -1; /* the wall is at the bottom */
    size_t count = 0;
    while (count < most) {
        if (u2 < u1) {
            long double v1 = (1 - (long double)e) / 2 * u1 + (1 + (long double)e) / 2 * u2;
            u2 = (1 + (long double)e) / 2 * u1 + (1 - (long double)e) / 2 * u2;
            u1 = v1;
        } else if (u1 < 0) {
            u1 = -(long double)e * u1;
        } else {
            break;
        }
        count++;
    }
    return count;
}

START_TEST(limits_of_collapse)
{
    const double three = 7 - 4 * sqrt(3), two = 3 - 2 * sqrt(2);
    const struct {
        const char *scene;
        double limit;
        size_t (*count)(double e, size_t most);
    } lines[] = {{"open; ball 1 0.5 1 0; ball 2 0.5; ball 3.625 0.5 -0.5 0", three, count_three},
                 {"walls 64 1; ball 0.5625 0.5; ball 2 0.5 -1 0", two, count_with_wall},
                 {"open; ball 1 0.5 1 0; ball 2 0.5; ball 3 0.5; ball 4 0.5 -1 0", two, NULL}};
    for (size_t k = 0; k < sizeof lines / sizeof lines[0]; k++) {
        const double below = lines[k].limit - 1e-3, above = lines[k].limit + 5e-3;
        static const char scene[] = "e %g; r 0.0625; m 1; %s";
        test_set_subject("%s", lines[k].scene);
        outcome *run = try_until(60, 1, new_scene(scene, below, lines[k].scene), "impulse");
        ck_assert_int_eq(run->status, CAROM_COLLAPSE);
        run = try_until(60, 1, new_scene(scene, below, lines[k].scene),
                        "impulse impact_policy=sequential_index");
        ck_assert_int_eq(run->status, CAROM_COLLAPSE);
        run = run_until(60, new_scene(scene, above, lines[k].scene), "impulse");
        if (lines[k].count != NULL) {
            ck_assert_uint_eq(lines[k].count(below, 400), 400);
            ck_assert_uint_eq(run->log.count, lines[k].count(above, 400));
        }
    }
}
END_TEST

/* ---- a gas on a line ---- */

/* Equal discs on a line exchange velocities. Without their diameters they are points that pass
 * through each other (Jepsen, J. Math. Phys. 6, 405 (1965)). Positions and velocities are multiples
 * of 2^-16 m and m/s, the line has length LINE without the discs. Unfolded at the walls, two points
 * meet when a - b + (v - w) t or a + b + (v + w) t is a multiple of 2 LINE. */
enum { POINTS = 100, LINE = 1000003, SECONDS = 120 };

/* Number of multiples of 2 LINE that c + s t passes for 0 < t <= SECONDS. */
static int64_t multiples(int64_t c, int64_t s)
{
    const int64_t period = 2 * (int64_t)LINE, far = period * 1000000; /* makes both positive */
    return llabs((c + s * SECONDS + far) / period - (c + far) / period);
}

static int64_t folded(int64_t q)
{
    int64_t r = llabs(q % (2 * (int64_t)LINE));
    return r > LINE ? 2 * (int64_t)LINE - r : r;
}

static int compare_positions(const void *p, const void *q)
{
    int64_t a = *(const int64_t *)p, b = *(const int64_t *)q;
    return (a > b) - (a < b);
}

typedef struct {
    int64_t place, velocity;
} point;

START_TEST(a_gas_on_a_line)
{
    const double unit = 0x1p-16, radius = 0x1p-10;
    stream s = {1965};
    int64_t crossings = 0, start[POINTS];
    point p[POINTS], end[POINTS];
    size_t hits = 0;
    for (int k = 0; k < POINTS; k++) {
        start[k] = 9973 * k + 1 + (int64_t)(9000 * next_number(&s)); /* separated and in order */
    }
    carom_problem *scene = new_scene("walls %g 1", LINE * unit + 2 * POINTS * radius);
    for (int k = 0; k < POINTS; k++) {
        int64_t velocity = (int64_t)(300000 * (2 * next_number(&s) - 1));
        int64_t place = start[k] + velocity * SECONDS,
                turns = folded(place) == folded(place + 1) - 1 ? 1 : -1;
        p[k] = (point){start[k], velocity};
        end[k] = (point){folded(place), turns * velocity};
        scene_add(scene, (double)start[k] * unit + radius * (2 * k + 1), 0.5,
                  (double)velocity * unit, 0, radius, 1);
    }
    for (int i = 0; i < POINTS; i++) {
        for (int j = 0; j < i; j++) {
            crossings += multiples(p[i].place - p[j].place, p[i].velocity - p[j].velocity) +
                         multiples(p[i].place + p[j].place, p[i].velocity + p[j].velocity);
        }
    }
    qsort(end, POINTS, sizeof end[0], compare_positions);
    outcome *run = run_until(SECONDS, scene, "impulse");
    for (size_t k = 0; k < run->log.count; k++) {
        hits += !run->log.item[k].wall;
    }
    ck_assert_int_gt(crossings, 100000);
    ck_assert_int_eq((int64_t)hits, crossings);
    for (int k = 0; k < POINTS; k++) {
        /* to the bit: velocities are only exchanged */
        assert_same(run->sample.vx_mps[k], (double)end[k].velocity * unit);
        assert_near(run->sample.x_m[k], (double)end[k].place * unit + radius * (2 * k + 1), 1e-9);
    }
}
END_TEST

TEST_MAIN("counts", two_masses_and_a_wall, limits_of_collapse, a_gas_on_a_line)

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Separation of a ball from its perturbed copy: linear in a circle (2 n times the initial distance
 * after n hits), exponential in a stadium and around a disc in a square, at published rates. Also
 * the mean free path between walls, pi times the area over the perimeter (Chernov, J. Stat. Phys.
 * 88, 1 (1997)). The tables are those of experiment 20-stadium: circles of 1 m for the ball's
 * centre. */
#include "scene/scene.h"
#include "scenes.h"

/* ---- runs of one ball of radius SMALL (m) on a table with at most one fixed ball ---- */

#define SMALL 0.01

/* State of the moving ball: x, y, vx, vy. */
typedef struct {
    double at[4];
} state;

static void advance(const char *table, state *ball, double t_s, uint64_t *hits)
{
    const carom_problem *scene = new_scene("%s; ball %g %g %g %g r %g", table, ball->at[0],
                                           ball->at[1], ball->at[2], ball->at[3], SMALL);
    const outcome *run = run_until(t_s, scene, "impulse");
    const carom_sample *end = &run->sample;
    size_t last = scene->count - 1;
    *hits += run->report.collisions;
    *ball = (state){{end->x_m[last], end->y_m[last], end->vx_mps[last], end->vy_mps[last]}};
}

static double separation(const state *a, const state *b)
{
    double sum = 0;
    for (int k = 0; k < 4; k++) {
        sum += pow(a->at[k] - b->at[k], 2);
    }
    return sqrt(sum);
}

typedef struct {
    double per_s, error; /* growth, and its standard error */
    double path_m;       /* mean, between hits */
} growth;

/* Random position and direction, distributed by the invariant measure of the motion. */
static state random_state(const char *text, stream *numbers)
{
    const carom_problem *table = new_scene("%s", text);
    const carom_ball *post = table->count > 0 ? &table->ball[0] : NULL;
    carom_vec at;
    do {
        at.x = table->width_m * next_number(numbers);
        at.y = table->height_m * next_number(numbers);
    } while (carom_walls_max_overlap(table, at, SMALL) > 0 ||
             (post != NULL && hypot(at.x - post->x_m, at.y - post->y_m) <= post->radius_m + SMALL));
    double angle = 2 * PI * next_number(numbers);
    return (state){{at.x, at.y, cos(angle), sin(angle)}};
}

static state displaced(const state *ball, double d)
{
    state copy = *ball;
    copy.at[0] -= d * ball->at[3];
    copy.at[1] += d * ball->at[2];
    return copy;
}

/* Benettin's method from STARTS initial states: after every `span_s` the perturbed copy is moved
 * back to the initial distance along its current displacement. Speed 1 m/s. */
static growth measure_growth(const char *table, double span_s, int spans)
{
    enum { STARTS = ROUNDS(100, 40) };
    static const double d = 1e-8;
    stream numbers = {20};
    double sum[STARTS] = {0}, mean = 0, square = 0;
    uint64_t hits = 0, unused = 0;
    for (int p = 0; p < STARTS; p++) {
        state ball = random_state(table, &numbers), copy = displaced(&ball, d);
        for (int k = 0; k < spans; k++) {
            double distance;
            advance(table, &ball, span_s, &hits);
            advance(table, &copy, span_s, &unused);
            distance = separation(&ball, &copy);
            for (int j = 0; j < 4; j++) {
                copy.at[j] = ball.at[j] + (copy.at[j] - ball.at[j]) * d / distance;
            }
            sum[p] += log(distance / d) / (span_s * spans);
        }
        mean += sum[p] / STARTS;
        test_release();
    }
    for (int p = 0; p < STARTS; p++) {
        square += (sum[p] - mean) * (sum[p] - mean);
    }
    return (growth){mean, sqrt(square / (STARTS * (STARTS - 1))),
                    span_s * spans * STARTS / (double)hits};
}

/* A start displaced by d perpendicular to the path changes the angle of incidence by d/(R cos). The
 * positions of the n-th hits differ by 2 n d/cos along the rim, or 2 n d perpendicular to the path.
 * With the initial distance, the separation before the n-th hit is at most (2 n - 1) d. */
START_TEST(linear_growth_in_a_circle)
{
    static const char circle[] = "circle 1.01";
    static const double d = 1e-8;
    const double chord_s = 2 * sqrt(1 - 0.098 * 0.098); /* r x v = 0.19 0.8 - 0.09 0.6 */
    const double first_s = sqrt(1 - 0.098 * 0.098) - (0.19 * 0.6 + 0.09 * 0.8);
    for (int n = 10; n <= 1000; n *= 10) {
        state ball = {{1.2, 1.1, 0.6, 0.8}}, copy = displaced(&ball, d);
        uint64_t hits = 0, unused = 0;
        advance(circle, &ball, first_s + (n - 1) * chord_s - 1e-4, &hits);
        advance(circle, &copy, first_s + (n - 1) * chord_s - 1e-4, &unused);
        ck_assert_uint_eq(hits, (uint64_t)n - 1);
        ball.at[2] = ball.at[3] = copy.at[2] = copy.at[3] = 0; /* positions only */
        /* 1e-4 m before the rim: less than half a chord by this factor; error of second order in n
         * d */
        assert_near(separation(&ball, &copy) / ((2 * n - 1) * d), 1, 2e-4 + n * 1e-7);
    }
}
END_TEST

/* Straight sides of 2 R: 0.430 v/R, as in Benettin and Strelcyn (Phys. Rev. A 17, 773 (1978)) and
 * Biham and Kvale (Phys. Rev. A 46, 6334 (1992)); 0.43000 +- 0.00035 from tangent vectors over 2e7
 * hits, which are multiplied by Sinai's formula at every reflection: u -= 2 q/(v.n). */
START_TEST(exponential_growth_in_a_stadium)
{
    growth got = measure_growth("stadium 2 1.01", 5, 200);
    assert_near(got.per_s, 0.43000, 4 * got.error + 4 * 0.00035);
    ck_assert_double_lt(got.error, 0.01);
    assert_near(got.path_m, PI * (PI + 4) / (2 * PI + 4),
                0.05 * ROUNDS(1, 1.6)); /* 5e4 hits from 100 starts */
}
END_TEST

/* A disc of radius R in a square of 1: rate per hit of the disc 2 ln(1/R) + 1 - 4 ln 2 + 27
 * zeta(3)/(2 pi^2) + O(R ln^2 R) (Dahlqvist, Nonlinearity 10, 159 (1997)). The mean time between
 * these hits is (1 - pi R^2)/(2 R). */
START_TEST(exponential_growth_around_a_disc)
{
    const double zeta3 = 1.2020569031595942, disc = 0.05;
    const double want = -2 * log(disc) + 1 - 4 * log(2) + 27 * zeta3 / (2 * PI * PI);
    const double between = (1 - PI * disc * disc) / (2 * disc);
    growth got = measure_growth("walls 1.02 1.02; fixed 0.51 0.51 r 0.04", 5, 200);
    assert_near(got.per_s * between, want, disc * log(disc) * log(disc) + 4 * got.error * between);
    assert_near(got.path_m, PI * (1 - PI * disc * disc) / (4 + 2 * PI * disc), 0.02);
}
END_TEST

TEST_MAIN("chaotic tables", linear_growth_in_a_circle, exponential_growth_in_a_stadium,
          exponential_growth_around_a_disc)

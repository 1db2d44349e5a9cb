/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Speed: collisions per second (impulse) and ball-steps per second (penalty), for the break and
 * for gases of packing fraction 0.5, and its growth with n. The best of several runs counts,
 * because other processes share the machine. */
#define _POSIX_C_SOURCE 200809L
#include "bench.h"

typedef struct {
    double per_second, each_s;
} speed;

/* Advances a new solver to t; counts collisions, or steps times balls. */
static speed measure(const carom_scenario *scenario, size_t which, double t_s, int trials)
{
    const bool steps = which > 0;
    speed best = {0, INFINITY};
    for (int trial = 0; trial < trials; trial++) {
        carom_solver *solver = new_solver(scenario, which, 0);
        double taken = seconds_until(solver, t_s), done;
        carom_report report;
        carom_solver_report(solver, &report);
        done = steps ? (double)report.steps * (double)scenario->problem.count
                     : (double)report.collisions;
        if (taken / done < best.each_s) {
            best = (speed){done / taken, taken / done};
        }
        carom_solver_free(solver);
    }
    return best;
}

#define BREAK "balls: [ { x_m: 0.635, y_m: 0.6353, vx_mps: 6 } ]\ngroups: [ { kind: rack } ]\n"
#define SOLVERS                                                                                    \
    "solvers:\n  - { name: impulse, kind: impulse }\n"                                             \
    "  - { name: euler, kind: penalty, integrator: euler, stiffness_N_per_m: 1e6, theta: 0.05 }\n" \
    "  - { name: heun, kind: penalty, integrator: heun, stiffness_N_per_m: 1e6, theta: 0.05 }\n"

static void bench(const char *name, const carom_scenario *scenario, double impulse_s,
                  double penalty_s, int trials, speed found[3])
{
    for (size_t i = 0; i < 3; i++) {
        found[i] = measure(scenario, i, i == 0 ? impulse_s : penalty_s, i == 0 ? 3 : trials);
    }
    printf("%-14s %15.4g %18.4g %18.4g\n", name, found[0].per_second, found[1].per_second,
           found[2].per_second);
    fflush(stdout);
}

/* Side of a square table for n pool balls at packing fraction 0.5. */
static double side_for(double n)
{
    return sqrt(n * pi * 0.028575 * 0.028575 / 0.5);
}

/* ---- the blog's algorithm: all pairs, all balls to the next collision ---- */

static double naive_pair(const carom_ball *p, const carom_ball *q)
{
    double dx = q->x_m - p->x_m, dy = q->y_m - p->y_m;
    double vx = q->vx_mps - p->vx_mps, vy = q->vy_mps - p->vy_mps;
    double b = dx * vx + dy * vy, s = p->radius_m + q->radius_m, v2 = vx * vx + vy * vy, disc;
    if (b >= 0) {
        return INFINITY;
    }
    disc = b * b - v2 * (dx * dx + dy * dy - s * s);
    return disc <= 0 ? INFINITY : fmax(0, (-b - sqrt(disc)) / v2);
}

static double naive_wall(double x, double v, double r, double length)
{
    return v > 0 ? (length - r - x) / v : (v < 0 ? (r - x) / v : INFINITY);
}

static void naive_bounce(carom_ball *p, carom_ball *q)
{
    double dx = q->x_m - p->x_m, dy = q->y_m - p->y_m, d = sqrt(dx * dx + dy * dy);
    double u = ((p->vx_mps - q->vx_mps) * dx + (p->vy_mps - q->vy_mps) * dy) / d;
    p->vx_mps -= u * dx / d;
    p->vy_mps -= u * dy / d;
    q->vx_mps += u * dx / d;
    q->vy_mps += u * dy / d;
}

/* One collision; equal masses, walls. */
static void naive_step(const carom_problem *scene, carom_ball *ball)
{
    size_t n = scene->count, i_hit = 0, j_hit = 0;
    double first = INFINITY;
    for (size_t i = 0; i < n; i++) {
        const carom_ball *b = &ball[i];
        double tx = naive_wall(b->x_m, b->vx_mps, b->radius_m, scene->width_m);
        double ty = naive_wall(b->y_m, b->vy_mps, b->radius_m, scene->height_m);
        for (size_t j = i + 1; j < n; j++) {
            double t = naive_pair(b, &ball[j]);
            if (t < first) {
                first = t, i_hit = i, j_hit = j;
            }
        }
        if (fmin(tx, ty) < first) {
            first = fmin(tx, ty), i_hit = i, j_hit = n + (ty < tx);
        }
    }
    for (size_t i = 0; i < n; i++) {
        ball[i].x_m += first * ball[i].vx_mps;
        ball[i].y_m += first * ball[i].vy_mps;
    }
    if (j_hit < n) {
        naive_bounce(&ball[i_hit], &ball[j_hit]);
    } else {
        double *v = j_hit == n ? &ball[i_hit].vx_mps : &ball[i_hit].vy_mps;
        *v = -*v;
    }
}

static void bench_naive(int n)
{
    carom_scenario scenario;
    carom_ball *ball;
    double side = 1.05 * side_for(n), before, naive;
    long collisions = 20000000L / n / n + 10;
    speed own;
    read_scene(&scenario,
               "table: { width_m: %.17g, height_m: %.17g }\n"
               "groups: [ { kind: gas, count: %d, temperature_J: 0.085%s } ]\n" SOLVERS,
               side, side, n, n < 20 ? ", radius_m: 0.02" : "");
    ball = malloc(scenario.problem.count * sizeof *ball);
    if (ball == NULL) {
        die("out of memory");
    }
    memcpy(ball, scenario.problem.ball, scenario.problem.count * sizeof *ball);
    before = seconds_now();
    for (long k = 0; k < collisions; k++) {
        naive_step(&scenario.problem, ball);
    }
    naive = (double)collisions / (seconds_now() - before);
    own = measure(&scenario, 0, 2000.0 / n, 3);
    printf("  n = %5d: %10.4g and %10.4g collisions/s, ratio %.1f\n", n, naive, own.per_second,
           own.per_second / naive);
    free(ball);
    carom_scenario_free(&scenario);
}

/* The gas on which event-driven programs are compared: equal discs in a periodic box at packing
 * fraction 0.5, with more keys. */
static void make_periodic(carom_scenario *scenario, double n, const char *keys)
{
    double side = sqrt(n * pi * 0.25 / 0.5);
    read_scene(scenario,
               "table: { width_m: %.17g, height_m: %.17g, boundary: periodic }\n%s"
               "groups: [ { kind: gas, count: %.0f, radius_m: 0.5, mass_kg: 1, temperature_J: 1 } "
               "]\nsolvers: [ { kind: impulse } ]\n",
               side, side, keys, n);
}

static void bench_periodic(double n)
{
    carom_scenario scenario;
    make_periodic(&scenario, n, "");
    printf("  n = %8.0f: %.4g collisions/s\n", n,
           measure(&scenario, 0, n > 1e5 ? 1 : 1e6 / n, 3).per_second);
    fflush(stdout);
    carom_scenario_free(&scenario);
}

/* The gas without and with friction, alternately. Goal: a collision with friction costs at most
 * 1.3 times as much. */
static void bench_rough(double n, const char *how)
{
    carom_scenario gas[2];
    double each_s[2] = {INFINITY, INFINITY};
    make_periodic(&gas[0], n, "");
    make_periodic(&gas[1], n, how);
    for (int run = 0; run < 6; run++) {
        each_s[run % 2] = fmin(each_s[run % 2], measure(&gas[run % 2], 0, 3e5 / n, 1).each_s);
    }
    printf("  n = %8.0f: %.4g and %.4g us a collision, ratio %.2f\n", n, 1e6 * each_s[0],
           1e6 * each_s[1], each_s[1] / each_s[0]);
    fflush(stdout);
    carom_scenario_free(&gas[0]);
    carom_scenario_free(&gas[1]);
}

static void bench_friction(void)
{
    static const char sticks[] = "friction: 1000\ntangential_restitution: 1\n",
                      slides[] = "friction: 0.1\ntangential_restitution: 0.5\n";
    printf("\na gas of smooth discs and one that rubs, in turn, all contacts sticking:\n");
    for (double many = 1e3; many < 2e5; many *= 10) {
        bench_rough(many, sticks);
    }
    printf("and most of them sliding:\n");
    for (double many = 1e3; many < 2e5; many *= 10) {
        bench_rough(many, slides);
    }
}

/* The break with springs of different stiffness: stepped flight and analytic flight. Prints
 * steps and seconds. */
static void bench_leap(double k)
{
    carom_scenario scenario;
    read_scene(&scenario,
               BREAK "solvers:\n  - { name: leap, kind: penalty, integrator: velocity_verlet, "
                     "stiffness_N_per_m: %g, theta: 0.05, contacts: exact }\n"
                     "  - { name: step, kind: penalty, integrator: velocity_verlet, "
                     "stiffness_N_per_m: %g, theta: 0.05 }\n",
               k, k);
    printf("  k = %.0e N/m;", k);
    for (size_t i = 0; i < 2; i++) {
        carom_solver *solver;
        carom_report report;
        double taken;
        if (i == 1 && k > 1e9) {
            printf("  stepped: %.1e steps\n", 3 / (0.05 / sqrt(k / 0.085)));
            continue;
        }
        solver = new_solver(&scenario, i, 0);
        taken = seconds_until(solver, 3);
        carom_solver_report(solver, &report);
        printf("  %s: %llu steps, %llu contacts, %.2g s%s", i == 0 ? "leapt" : "stepped",
               (unsigned long long)report.steps, (unsigned long long)report.collisions, taken,
               i == 0 ? ";" : "\n");
        carom_solver_free(solver);
    }
    carom_scenario_free(&scenario);
}

static void print_powers(double from, double to, const speed few[3], const speed many[3])
{
    printf("  n = %5.0f to %5.0f:", from, to);
    for (int i = 0; i < 3; i++) {
        static const char *const names[] = {" impulse", ", Euler", ", Heun"};
        printf("%s x = %.2f", names[i], log(many[i].each_s / few[i].each_s) / log(to / from));
    }
    printf("\n");
}

static void bench_solvers(void)
{
    enum { SIZES = 3 };
    const double n[SIZES] = {100, 1000, 10000};
    speed found[SIZES][3], rack[3];
    carom_scenario scenario;
    printf("%-14s %15s %18s %18s\n", "", "impulse", "penalty, Euler", "penalty, Heun");
    printf("%-14s %15s %18s %18s\n", "scene", "collisions/s", "ball-steps/s", "ball-steps/s");
    read_scene(&scenario, BREAK SOLVERS);
    bench("break", &scenario, 200, 1, 3, rack);
    carom_scenario_free(&scenario);
    for (int i = 0; i < SIZES; i++) {
        char name[32];
        snprintf(name, sizeof name, "gas of %.0f", n[i]);
        /* equal pool balls on a table that grows with n: only n changes */
        read_scene(&scenario,
                   "table: { width_m: %.17g, height_m: %.17g }\n"
                   "groups: [ { kind: gas, count: %.0f, temperature_J: 0.085 } ]\n" SOLVERS,
                   side_for(n[i]), side_for(n[i]), n[i]);
        /* equal numbers of collisions for all n. Penalty runs are short because Euler's method
         * heats the gas; they are repeated more often */
        bench(name, &scenario, 5000 / n[i], 0.05, (int)(3 + 3000 / n[i]), found[i]);
        carom_scenario_free(&scenario);
    }
    printf("\ncost per collision (impulse) and per ball step, as a power n^x:\n");
    print_powers(n[0], n[1], found[0], found[1]);
    print_powers(n[1], n[2], found[1], found[2]);
    print_powers(n[0], n[2], found[0], found[2]);
}

int main(void)
{
    bench_solvers();
    printf("\nthe impulse solver on a periodic gas at packing fraction 0.5:\n");
    for (double many = 1e3; many < 2e6; many *= 10) {
        bench_periodic(many);
    }
    bench_friction();
    printf("\nthree seconds of the break with springs, every flight leapt over and stepped (theta "
           "= 0.05):\n");
    for (double k = 1e4; k < 1e13; k *= 100) {
        bench_leap(k);
    }
    printf("\nall pairs (the billiard blog's algorithm) and the impulse solver, in one process:\n");
    for (int n = 10; n <= 1000; n *= 10) {
        bench_naive(n);
    }
    return 0;
}

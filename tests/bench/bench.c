/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Speed: collisions per second (impulse) and ball-steps per second (penalty) on the break and on gases
 * of packing fraction 0.5, and the growth with n. Best of several runs: the machine is not ours alone. */
#define _POSIX_C_SOURCE 200809L
#include "harness/scenario.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void die(const char *text)
{
    fprintf(stderr, "bench: %s\n", text);
    exit(1);
}

typedef struct {
    double per_second, each_s;
} speed;

/* Advances a fresh solver to t; what counts are collisions or steps times balls. */
static speed measure(const carom_problem *scene, const carom_choice *choice, double t_s, bool steps,
                     int trials)
{
    speed best = {0, INFINITY};
    for (int trial = 0; trial < trials; trial++) {
        carom_error error = {0};
        carom_solver *solver = carom_solver_new_chosen(scene, choice, false, &error);
        carom_report report;
        double before, taken, done;
        if (solver == NULL) {
            die(error.text);
        }
        before = seconds_now();
        if (carom_solver_advance(solver, t_s, &error) != CAROM_OK) {
            die(error.text);
        }
        taken = seconds_now() - before;
        carom_solver_report(solver, &report);
        done = steps ? (double)report.steps * (double)scene->count : (double)report.collisions;
        if (taken / done < best.each_s) {
            best = (speed){done / taken, taken / done};
        }
        carom_solver_free(solver);
    }
    return best;
}

static void read_scene(carom_scenario *scenario, const char *text)
{
    carom_messages messages = {0};
    if (carom_scenario_read(scenario, text, strlen(text), NULL, 0, &messages) != CAROM_OK ||
        messages.errors > 0) {
        die(messages.count > 0 ? messages.item[0].text : "out of memory");
    }
    carom_messages_free(&messages);
}

#define SOLVERS                                                                                  \
    "solvers:\n  - { name: impulse, kind: impulse }\n"                                           \
    "  - { name: euler, kind: penalty, integrator: euler, stiffness_N_per_m: 1e6, theta: 0.05 }\n" \
    "  - { name: heun, kind: penalty, integrator: heun, stiffness_N_per_m: 1e6, theta: 0.05 }\n"

static void bench(const char *name, const char *text, double impulse_s, double penalty_s,
                  int trials, speed found[3])
{
    carom_scenario scenario;
    read_scene(&scenario, text);
    for (size_t i = 0; i < 3; i++) {
        const carom_choice *choice = &carom_scenario_solver_at(&scenario, i)->kind;
        found[i] = measure(&scenario.problem, choice, i == 0 ? impulse_s : penalty_s, i > 0,
                           i == 0 ? 3 : trials);
    }
    printf("%-14s %15.4g %18.4g %18.4g\n", name, found[0].per_second, found[1].per_second,
           found[2].per_second);
    fflush(stdout);
    carom_scenario_free(&scenario);
}

int main(void)
{
    enum { SIZES = 3 };
    const double n[SIZES] = {100, 1000, 10000};
    speed found[SIZES][3], rack[3];
    printf("%-14s %15s %18s %18s\n", "", "impulse", "penalty, Euler", "penalty, Heun");
    printf("%-14s %15s %18s %18s\n", "scene", "collisions/s", "ball-steps/s", "ball-steps/s");
    bench("break", "carom: 1\nballs: [ { x_m: 0.635, y_m: 0.6353, vx_mps: 6 } ]\n"
                   "groups: [ { kind: rack } ]\n" SOLVERS, 200, 1, 3, rack);
    for (int i = 0; i < SIZES; i++) {
        char text[1024], name[32];
        /* the same pool balls on a table that grows with n, so that only n changes */
        double side = sqrt(n[i] * 3.14159265358979 * 0.028575 * 0.028575 / 0.5);
        snprintf(text, sizeof text, "carom: 1\ntable: { width_m: %.17g, height_m: %.17g }\n"
                 "groups: [ { kind: gas, count: %.0f, temperature_J: 0.085 } ]\n" SOLVERS,
                 side, side, n[i]);
        snprintf(name, sizeof name, "gas of %.0f", n[i]);
        /* as many collisions at every n; the penalty runs are short, because in a longer one Euler
         * heats the gas until nothing is comparable any more, and repeated the more often */
        bench(name, text, 5000 / n[i], 0.05, (int)(3 + 3000 / n[i]), found[i]);
    }
    printf("\ngrowth of the cost of one collision (impulse) and of one ball-step, as n^x:\n");
    for (int i = 1; i < SIZES; i++) {
        printf("  n = %5.0f to %5.0f: impulse x = %.2f, Euler x = %.2f, Heun x = %.2f\n", n[i - 1],
               n[i], log10(found[i][0].each_s / found[i - 1][0].each_s),
               log10(found[i][1].each_s / found[i - 1][1].each_s),
               log10(found[i][2].each_s / found[i - 1][2].each_s));
    }
    printf("  n = %5.0f to %5.0f: impulse x = %.2f, Euler x = %.2f, Heun x = %.2f\n", n[0], n[2],
           log10(found[2][0].each_s / found[0][0].each_s) / 2,
           log10(found[2][1].each_s / found[0][1].each_s) / 2,
           log10(found[2][2].each_s / found[0][2].each_s) / 2);
    return 0;
}

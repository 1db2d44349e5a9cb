/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/fan.h"
#include "core/grow.h"
#include <carom/impact_policy.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Up to so many balls every order is tried: 6! = 720 of them. */
enum { MOST_PERMUTED = 6 };

/* Two outcomes are one when no velocity differs by more than this part of the fastest. */
static const double same_outcome = 1e-9;

/* ---- outcomes ---- */

static double difference(const carom_fan *fan, const carom_outcome *p, const carom_sample *sample)
{
    double largest = 0, fastest = 0;
    for (size_t k = 0; k < fan->balls; k++) {
        double vx = sample->vx_mps[fan->ball[k]], vy = sample->vy_mps[fan->ball[k]];
        largest = fmax(largest, fmax(fabs(vx - p->vx[k]), fabs(vy - p->vy[k])));
        fastest = fmax(fastest, fmax(fabs(vx), fabs(vy)));
    }
    return fastest > 0 ? largest / fastest : largest;
}

static carom_status add_outcome(carom_fan *fan, const carom_sample *sample, const char *source,
                                carom_error *error)
{
    carom_outcome *grown, *outcome;
    for (size_t i = 0; i < fan->outcomes; i++) {
        if (difference(fan, &fan->outcome[i], sample) < same_outcome) {
            fan->outcome[i].sources++;
            return CAROM_OK;
        }
    }
    grown = carom_grow(fan->outcome, fan->outcomes, &fan->capacity, sizeof *grown);
    if (grown == NULL) {
        return carom_error_no_memory(error);
    }
    fan->outcome = grown;
    outcome = &fan->outcome[fan->outcomes];
    *outcome = (carom_outcome){.sources = 1, .vx = malloc(2 * fan->balls * sizeof(double))};
    if (outcome->vx == NULL) {
        return carom_error_no_memory(error);
    }
    outcome->vy = outcome->vx + fan->balls;
    snprintf(outcome->source, sizeof outcome->source, "%s", source);
    for (size_t k = 0; k < fan->balls; k++) {
        outcome->vx[k] = sample->vx_mps[fan->ball[k]];
        outcome->vy[k] = sample->vy_mps[fan->ball[k]];
    }
    fan->outcomes++;
    return CAROM_OK;
}

/* ---- running ---- */

/* The state of a problem at t under one policy. */
static carom_status run_policy(const carom_problem *problem, const char *policy, double t_s,
                               carom_sample *sample, carom_log *log, carom_error *error)
{
    const carom_setting settings[] = {{"impact_policy", policy}, {NULL, NULL}};
    carom_solver *solver = carom_solver_new(problem, "impulse", settings, error);
    carom_status status = solver == NULL ? error->status : carom_solver_advance(solver, t_s, error);
    if (solver != NULL) {
        carom_solver_sample(solver, sample);
        if (status == CAROM_OK && log != NULL) {
            status = carom_solver_collisions(solver, log, error);
        }
    }
    carom_solver_free(solver);
    return status;
}

static carom_status keep_places(carom_fan *fan, const carom_problem *problem, carom_sample *sample,
                                carom_error *error)
{
    carom_status status = run_policy(problem, "generalized_reflections", fan->t_s, sample, NULL,
                                     error);
    fan->x_m = malloc(2 * fan->balls * sizeof *fan->x_m);
    if (fan->x_m == NULL) {
        return carom_error_no_memory(error);
    }
    fan->y_m = fan->x_m + fan->balls;
    for (size_t k = 0; k < fan->balls; k++) {
        fan->x_m[k] = sample->x_m[fan->ball[k]];
        fan->y_m[k] = sample->y_m[fan->ball[k]];
    }
    return status;
}

/* The first instant at which something collides, and every ball in it. */
static carom_status find_cluster(carom_fan *fan, const carom_scenario *scenario,
                                 carom_sample *sample, carom_error *error)
{
    carom_log log = {NULL, 0, 0};
    const carom_problem *problem = &scenario->problem;
    bool *taken = calloc(problem->count + 1, sizeof *taken);
    carom_status status = CAROM_NO_MEMORY;
    fan->ball = calloc(problem->count + 1, sizeof *fan->ball);
    if (taken != NULL && fan->ball != NULL) {
        status = run_policy(problem, "generalized_reflections", scenario->duration_s, sample, &log,
                            error);
        carom_log_sort(&log);
    }
    if (status == CAROM_OK && log.count == 0) {
        status = carom_error_set(error, CAROM_INVALID, "", "nothing collides within duration_s");
    }
    for (size_t k = 0; status == CAROM_OK && k < log.count && log.item[k].t_s == log.item[0].t_s;
         k++) {
        taken[log.item[k].a] = true;
        if (!log.item[k].wall) {
            taken[log.item[k].b] = true;
        }
    }
    for (size_t i = 0; status == CAROM_OK && i < problem->count; i++) {
        if (taken[i]) {
            fan->ball[fan->balls++] = i;
        }
    }
    fan->t_s = log.count > 0 ? log.item[0].t_s : 0;
    if (status == CAROM_OK) {
        status = keep_places(fan, problem, sample, error);
    }
    carom_log_free(&log);
    free(taken);
    return status;
}

static carom_status add_policies(carom_fan *fan, const carom_problem *problem,
                                 carom_sample *sample, carom_error *error)
{
    carom_status status = CAROM_OK;
    for (const carom_entry *const *policy = carom_impact_policies.entries;
         *policy != NULL && status == CAROM_OK; policy++) {
        status = run_policy(problem, (*policy)->name, fan->t_s, sample, NULL, error);
        if (status == CAROM_OK) {
            status = add_outcome(fan, sample, (*policy)->name, error);
        }
    }
    return status;
}

/* ---- every serial order ---- */

static void exchange(size_t *a, size_t *b)
{
    size_t kept = *a;
    *a = *b;
    *b = kept;
}

/* The next permutation in lexical order. @return false after the last */
static bool next_permutation(size_t *p, size_t n)
{
    size_t i = n - 1, j = n - 1;
    while (i > 0 && p[i - 1] >= p[i]) {
        i--;
    }
    if (n < 2 || i == 0) {
        return false;
    }
    while (p[j] <= p[i - 1]) {
        j--;
    }
    exchange(&p[i - 1], &p[j]);
    for (size_t a = i, b = n - 1; a < b; a++, b--) {
        exchange(&p[a], &p[b]);
    }
    return true;
}

/* The cluster's balls exchange their numbers; the sample comes back under the old ones. */
static carom_status run_order(carom_fan *fan, const carom_problem *problem, carom_problem *copy,
                              const size_t *order, carom_sample *scratch, carom_sample *sample,
                              carom_error *error)
{
    char source[160] = "order";
    carom_status status;
    for (size_t k = 0; k < fan->balls; k++) {
        size_t used = strlen(source), from = fan->ball[order[k]];
        copy->ball[fan->ball[k]] = problem->ball[from];
        copy->ball[fan->ball[k]].number = (uint32_t)fan->ball[k];
        snprintf(source + used, sizeof source - used, " %s", problem->ball[from].name);
    }
    status = run_policy(copy, "sequential_index", fan->t_s, scratch, NULL, error);
    for (size_t k = 0; k < fan->balls && status == CAROM_OK; k++) {
        sample->vx_mps[fan->ball[order[k]]] = scratch->vx_mps[fan->ball[k]];
        sample->vy_mps[fan->ball[order[k]]] = scratch->vy_mps[fan->ball[k]];
    }
    fan->orders++;
    return status == CAROM_OK ? add_outcome(fan, sample, source, error) : status;
}

static carom_status add_orders(carom_fan *fan, const carom_problem *problem, carom_sample *sample,
                               carom_error *error)
{
    size_t order[MOST_PERMUTED] = {0, 1, 2, 3, 4, 5};
    carom_problem copy = *problem;
    carom_sample scratch;
    carom_status status = carom_sample_init(&scratch, problem->count, error);
    fan->all_orders = fan->balls <= MOST_PERMUTED;
    copy.ball = malloc(problem->count * sizeof *copy.ball);
    if (status == CAROM_OK && copy.ball == NULL) {
        status = carom_error_no_memory(error);
    }
    if (status == CAROM_OK && fan->all_orders) {
        memcpy(copy.ball, problem->ball, problem->count * sizeof *copy.ball);
        do {
            status = run_order(fan, problem, &copy, order, &scratch, sample, error);
        } while (status == CAROM_OK && next_permutation(order, fan->balls));
    }
    free(copy.ball);
    carom_sample_free(&scratch);
    return status;
}

/* ---- springs ---- */

/* From shortly before the touch, so that the cost does not depend on what went before, until long after. */
static carom_status add_springs(carom_fan *fan, const carom_problem *problem, double stiffness,
                                carom_sample *sample, carom_error *error)
{
    static const double before = 2, after = 60; /* contact times */
    char k[32], source[64];
    const carom_setting settings[] = {{"stiffness_N_per_m", k}, {"theta", "0.0005"}, {NULL, NULL}};
    carom_problem close = *problem;
    carom_solver *solver;
    carom_report report = {.contact_s = 0};
    carom_status status;
    carom_number_format_short(stiffness, k, sizeof k);
    solver = carom_solver_new(problem, "penalty", settings, error);
    if (solver == NULL) {
        return error->status;
    }
    carom_solver_report(solver, &report);
    carom_solver_free(solver);
    status = run_policy(problem, "generalized_reflections",
                        fmax(0, fan->t_s - before * report.contact_s), sample, NULL, error);
    close.ball = malloc(problem->count * sizeof *close.ball);
    if (close.ball == NULL || status != CAROM_OK) {
        free(close.ball);
        return status != CAROM_OK ? status : carom_error_no_memory(error);
    }
    for (size_t i = 0; i < problem->count; i++) {
        close.ball[i] = problem->ball[i];
        close.ball[i].x_m = sample->x_m[i];
        close.ball[i].y_m = sample->y_m[i];
        close.ball[i].vx_mps = sample->vx_mps[i];
        close.ball[i].vy_mps = sample->vy_mps[i];
    }
    solver = carom_solver_new(&close, "penalty", settings, error);
    status = solver == NULL ? error->status
                            : carom_solver_advance(solver, (before + after) * report.contact_s,
                                                   error);
    if (status == CAROM_OK) {
        carom_solver_sample(solver, sample);
        snprintf(source, sizeof source, "springs of %s N/m", k);
        status = add_outcome(fan, sample, source, error);
    }
    carom_solver_free(solver);
    free(close.ball);
    return status;
}

/* ---- the whole ---- */

carom_status carom_fan_find(carom_fan *fan, const carom_scenario *scenario, carom_error *error)
{
    static const double stiffness[] = {1e6, 1e8, 1e10, 1e12};
    carom_sample sample;
    carom_status status;
    *fan = (carom_fan){.ball = NULL};
    status = carom_sample_init(&sample, scenario->problem.count, error);
    if (status == CAROM_OK) {
        status = find_cluster(fan, scenario, &sample, error);
    }
    if (status == CAROM_OK) {
        status = add_policies(fan, &scenario->problem, &sample, error);
    }
    if (status == CAROM_OK) {
        status = add_orders(fan, &scenario->problem, &sample, error);
    }
    for (size_t i = 0; i < sizeof stiffness / sizeof stiffness[0] && status == CAROM_OK &&
                       !carom_problem_has_friction(&scenario->problem); i++) {
        status = add_springs(fan, &scenario->problem, stiffness[i], &sample, error);
    }
    carom_sample_free(&sample);
    return status;
}

void carom_fan_free(carom_fan *fan)
{
    for (size_t i = 0; i < fan->outcomes; i++) {
        free(fan->outcome[i].vx);
    }
    free(fan->outcome);
    free(fan->x_m);
    free(fan->ball);
    *fan = (carom_fan){.ball = NULL};
}

void carom_fan_write(const carom_fan *fan, const carom_problem *problem, FILE *stream)
{
    fputs("outcome\tsource\tsources\tball\tx_m\ty_m\tradius_m\tvx_mps\tvy_mps\n", stream);
    for (size_t i = 0; i < fan->outcomes; i++) {
        const carom_outcome *outcome = &fan->outcome[i];
        for (size_t k = 0; k < fan->balls; k++) {
            const carom_ball *ball = &problem->ball[fan->ball[k]];
            const double row[] = {fan->x_m[k], fan->y_m[k], ball->radius_m, outcome->vx[k],
                                  outcome->vy[k]};
            fprintf(stream, "%zu\t%s\t%zu\t%s", i + 1, outcome->source, outcome->sources, ball->name);
            for (size_t c = 0; c < sizeof row / sizeof row[0]; c++) {
                char text[32];
                carom_number_format(row[c], text, sizeof text);
                fprintf(stream, "\t%s", text);
            }
            fputc('\n', stream);
        }
    }
}

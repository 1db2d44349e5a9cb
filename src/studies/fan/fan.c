/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "studies/fan/fan.h"
#include "base/base.h"
#include "scene/scene.h"
#include <carom/impact_policy.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Up to so many balls every order is tried: 6! = 720 of them. */
enum { MOST_PERMUTED = 6 };

/* Two outcomes are one when no velocity, of centres or by spin of surfaces, differs by more than
 * this part of the fastest: springs of 1e12 N/m are pressed in by some 1e-7 m at places of 1 m,
 * which leaves them 9 digits. */
static const double same_outcome = 1e-8;

/* ---- outcomes ---- */

static double difference(const carom_fan *fan, const carom_outcome *p, const carom_sample *sample)
{
    double largest = 0, fastest = 0;
    if (p->failure[0] != '\0') {
        return INFINITY;
    }
    for (size_t k = 0; k < fan->balls; k++) {
        carom_vec v = carom_flight_in(sample, fan->ball[k]).v, off = carom_vec_minus(v, p->v[k]);
        double turned = sample->spin_radps[fan->ball[k]] - p->spin_radps[k];
        largest = fmax(largest, fmax(fabs(off.x), fabs(off.y)));
        largest = fmax(largest, fabs(turned) * fan->scenario->problem.ball[fan->ball[k]].radius_m);
        fastest = fmax(fastest, fmax(fabs(v.x), fabs(v.y)));
    }
    return fastest > 0 ? largest / fastest : largest;
}

static carom_outcome *new_outcome(carom_fan *fan, const char *source, carom_error *error)
{
    carom_outcome *grown = carom_grow(fan->outcome, fan->outcomes, &fan->capacity, sizeof *grown),
                  *outcome;
    carom_vec *v = malloc(fan->balls * sizeof *v + 1);
    double *spin = malloc(fan->balls * sizeof *spin + 1);
    if (grown != NULL) {
        fan->outcome = grown;
    }
    if (grown == NULL || v == NULL || spin == NULL) {
        free(v);
        free(spin);
        carom_error_no_memory(error);
        return NULL;
    }
    outcome = &fan->outcome[fan->outcomes++];
    *outcome = (carom_outcome){.sources = 1, .v = v, .spin_radps = spin};
    snprintf(outcome->source, sizeof outcome->source, "%s", source);
    return outcome;
}

static carom_status add_outcome(carom_fan *fan, const carom_sample *sample, const char *source,
                                carom_error *error)
{
    carom_outcome *outcome;
    for (size_t i = 0; i < fan->outcomes; i++) {
        if (difference(fan, &fan->outcome[i], sample) < same_outcome) {
            fan->outcome[i].sources++;
            return CAROM_OK;
        }
    }
    outcome = new_outcome(fan, source, error);
    if (outcome == NULL) {
        return CAROM_NO_MEMORY;
    }
    for (size_t k = 0; k < fan->balls; k++) {
        outcome->v[k] = carom_flight_in(sample, fan->ball[k]).v;
        outcome->spin_radps[k] = sample->spin_radps[fan->ball[k]];
    }
    return CAROM_OK;
}

/* A way that leads to no outcome is a row of its own, so that the others stand. */
static carom_status add_failure(carom_fan *fan, const carom_error *why, const char *source,
                                carom_error *error)
{
    carom_outcome *outcome;
    for (size_t i = 0; i < fan->outcomes; i++) {
        /* its text may name other numbers */
        if (fan->outcome[i].failure[0] != '\0' && fan->outcome[i].status == why->status) {
            fan->outcome[i].sources++;
            return CAROM_OK;
        }
    }
    outcome = new_outcome(fan, source, error);
    if (outcome == NULL) {
        return CAROM_NO_MEMORY;
    }
    outcome->status = why->status;
    snprintf(outcome->failure, sizeof outcome->failure, "%s", why->text);
    for (size_t k = 0; k < fan->balls; k++) {
        outcome->v[k] = (carom_vec){NAN, NAN};
        outcome->spin_radps[k] = NAN;
    }
    return CAROM_OK;
}

/* Whether a way has failed as what it is: neither for want of memory nor because somebody wants the
 * end. */
static bool has_no_outcome(carom_status status)
{
    return status == CAROM_COLLAPSE || status == CAROM_INVALID || status == CAROM_NOT_FINITE;
}

/* Adds what a way led to, or that it led nowhere. */
static carom_status conclude(carom_fan *fan, carom_status status, const carom_error *why,
                             const carom_sample *sample, const char *source, carom_error *error)
{
    if (status == CAROM_OK) {
        return add_outcome(fan, sample, source, error);
    }
    if (has_no_outcome(status)) {
        return add_failure(fan, why, source, error);
    }
    *error = *why;
    return status;
}

/* ---- running ---- */

/* The state of a problem at t under one policy. */
static carom_status run_policy(const carom_fan *fan, const carom_problem *problem,
                               const char *policy, double t_s, carom_sample *sample,
                               carom_error *error)
{
    const carom_setting settings[] = {{"impact_policy", policy}, {NULL, NULL}};
    carom_solver *solver = carom_solver_new(problem, "impulse", settings, error);
    carom_status status = solver == NULL ? error->status : CAROM_OK;
    if (solver != NULL) {
        carom_solver_watch(solver, fan->stop);
        status = carom_solver_advance(solver, t_s, error);
        carom_solver_sample(solver, sample);
    }
    carom_solver_free(solver);
    return status;
}

/* The first collisions, by a run in slices: what comes after them is of no interest, and may never
 * end. */
static carom_status run_to_first(const carom_fan *fan, const carom_scenario *scenario,
                                 carom_sample *sample, carom_log *log, carom_error *error)
{
    static const int slices = 256;
    /* one that takes every cluster, whoever rubs */
    const carom_setting settings[] = {{"impact_policy", "sequential_speed"}, {NULL, NULL}};
    carom_solver *solver = carom_solver_new(&scenario->problem, "impulse", settings, error);
    carom_status status = solver == NULL ? error->status : CAROM_OK;
    sample->collisions = 0;
    if (solver != NULL) {
        carom_solver_watch(solver, fan->stop);
    }
    for (int k = 1; k <= slices && status == CAROM_OK && sample->collisions == 0; k++) {
        status = carom_solver_advance(solver, scenario->duration_s * k / slices, error);
        carom_solver_sample(solver, sample);
    }
    if (solver != NULL && (status == CAROM_OK || status == CAROM_COLLAPSE)) {
        status = carom_solver_collisions(solver, log, error);
        carom_log_sort(log);
    }
    carom_solver_free(solver);
    return status == CAROM_OK && log->count == 0
             ? carom_error_set(error, CAROM_INVALID, "", "nothing collides within duration_s")
             : status;
}

/* ---- the cluster ---- */

static bool touch(const carom_problem *problem, const carom_sample *at, size_t i, size_t j)
{
    return carom_balls_touch(problem, i, j,
                             carom_vec_minus(carom_flight_in(at, j).at, carom_flight_in(at, i).at));
}

/* Gives ball i and all that it touches, and so on, but not through fixed ones, the number of a
 * group. */
static void spread(const carom_problem *problem, const carom_sample *at, size_t i, size_t *group,
                   size_t number)
{
    bool grown = true;
    group[i] = number;
    while (grown) {
        grown = false;
        for (size_t a = 0; a < problem->count; a++) {
            for (size_t b = 0; group[a] == number && !problem->ball[a].fixed && b < problem->count;
                 b++) {
                if (group[b] == 0 && touch(problem, at, a, b)) {
                    group[b] = number;
                    grown = true;
                }
            }
        }
    }
}

static carom_status keep_cluster(carom_fan *fan, const carom_sample *at, const size_t *group,
                                 carom_error *error)
{
    size_t n = at->count + 1;
    fan->ball = calloc(2 * n, sizeof *fan->ball);
    fan->flight = calloc(n, sizeof *fan->flight);
    if (fan->ball == NULL || fan->flight == NULL) {
        return carom_error_no_memory(error);
    }
    fan->group = fan->ball + n;
    for (size_t i = 0; i < at->count; i++) {
        if (group[i] != 0) {
            size_t k = fan->balls++;
            fan->ball[k] = i;
            fan->group[k] = group[i];
            fan->flight[k] = carom_flight_in(at, i);
        }
    }
    return CAROM_OK;
}

/* The first instant at which something collides, and every ball in it or touching one that is. */
static carom_status find_cluster(carom_fan *fan, const carom_scenario *scenario,
                                 carom_sample *sample, carom_error *error)
{
    const carom_problem *problem = &scenario->problem;
    carom_log log = {NULL, 0, 0};
    size_t *group = calloc(problem->count + 1, sizeof *group), groups = 0;
    carom_status status = group == NULL ? carom_error_no_memory(error)
                                        : run_to_first(fan, scenario, sample, &log, error);
    if (status == CAROM_OK) {
        fan->t_s = log.item[0].t_s;
        status = run_policy(fan, problem, "generalized_reflections",
                            fmax(0, nextafter(fan->t_s, -1)), sample, error);
    }
    for (size_t k = 0; status == CAROM_OK && k < log.count && log.item[k].t_s == fan->t_s; k++) {
        const carom_collision *c = &log.item[k];
        if (group[c->a] == 0) {
            spread(problem, sample, c->a, group, ++groups);
        }
        if (!c->wall && group[c->b] == 0) {
            spread(problem, sample, c->b, group, group[c->a]);
        }
    }
    if (status == CAROM_OK) {
        status = keep_cluster(fan, sample, group, error);
    }
    carom_log_free(&log);
    free(group);
    return status;
}

/* What collides at t = 0 does so as soon as time goes on. */
static double just_after(const carom_fan *fan)
{
    return fmax(fan->t_s, DBL_MIN);
}

static carom_status add_policies(carom_fan *fan, const carom_problem *problem, carom_sample *sample,
                                 carom_error *error)
{
    carom_status status = CAROM_OK;
    for (const carom_entry *const *policy = carom_impact_policies.entries;
         *policy != NULL && status == CAROM_OK; policy++) {
        carom_error why = {0};
        status = run_policy(fan, problem, (*policy)->name, just_after(fan), sample, &why);
        status = conclude(fan, status, &why, sample, (*policy)->name, error);
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
    carom_error why = {0};
    carom_status status;
    for (size_t k = 0; k < fan->balls; k++) {
        size_t used = strlen(source), from = fan->ball[order[k]];
        copy->ball[fan->ball[k]] = problem->ball[from];
        copy->ball[fan->ball[k]].number = (uint32_t)fan->ball[k];
        snprintf(source + used, sizeof source - used, " %s", problem->ball[from].name);
    }
    status = run_policy(fan, copy, "sequential_index", just_after(fan), scratch, &why);
    for (size_t k = 0; k < fan->balls && status == CAROM_OK; k++) {
        sample->vx_mps[fan->ball[order[k]]] = scratch->vx_mps[fan->ball[k]];
        sample->vy_mps[fan->ball[order[k]]] = scratch->vy_mps[fan->ball[k]];
        sample->spin_radps[fan->ball[order[k]]] = scratch->spin_radps[fan->ball[k]];
    }
    fan->orders++;
    return conclude(fan, status, &why, sample, source, error);
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

static carom_status add_springs(carom_fan *fan, const carom_scenario *scenario, double stiffness,
                                carom_sample *sample, carom_error *error)
{
    char k[32], source[64];
    carom_error why = {0};
    carom_status status;
    carom_number_format_short(stiffness, k, sizeof k);
    snprintf(source, sizeof source, "springs of %s N/m", k);
    status = carom_fan_press(fan, &scenario->problem, k, sample, &why);
    return conclude(fan, status, &why, sample, source, error);
}

/* ---- the whole ---- */

carom_status carom_fan_find(carom_fan *fan, const carom_scenario *scenario,
                            const volatile sig_atomic_t *stop, carom_error *error)
{
    static const double stiffness[] = {1e6, 1e8, 1e10, 1e12};
    carom_sample sample;
    carom_status status;
    *fan = (carom_fan){.scenario = scenario, .stop = stop};
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
    for (size_t i = 0; i < sizeof stiffness / sizeof stiffness[0] && status == CAROM_OK; i++) {
        status = add_springs(fan, scenario, stiffness[i], &sample, error);
    }
    carom_sample_free(&sample);
    return status;
}

void carom_fan_free(carom_fan *fan)
{
    for (size_t i = 0; i < fan->outcomes; i++) {
        free(fan->outcome[i].v);
        free(fan->outcome[i].spin_radps);
    }
    free(fan->outcome);
    free(fan->flight);
    free(fan->ball);
    *fan = (carom_fan){.ball = NULL};
}

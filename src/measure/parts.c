/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Splits the difference of two runs into its causes. */
#include "measure/measure.h"

void carom_find_first_contacts(const carom_log *log, double *first_s)
{
    for (size_t k = 0; k < log->count; k++) {
        const carom_collision *c = &log->item[k];
        double *a = &first_s[c->a], *b = &first_s[c->wall ? c->a : c->b];
        *a = fmin(*a, c->t_s);
        *b = fmin(*b, c->t_s);
    }
}

/* Add the squares of a ball's parts; `at` is its index in the arrays. */
static void add_squares(const carom_problem *problem, const carom_run_parts *a,
                        const carom_run_parts *b, double t_s, size_t i, size_t at, carom_parts *sum)
{
    carom_vec raw = carom_torus_shortest(problem, carom_vec_subtract(b->at_m[at], a->at_m[at]));
    carom_vec model = carom_torus_shortest(problem,
                                           carom_vec_subtract(b->model_m[at], a->model_m[at]));
    carom_vec method = carom_vec_subtract(
        carom_torus_shortest(problem, carom_vec_subtract(b->at_m[at], b->model_m[at])),
        carom_torus_shortest(problem, carom_vec_subtract(a->at_m[at], a->model_m[at])));
    carom_vec part[CAROM_CONTACT_PARTS], rest;
    if (t_s < fmin(a->first_s[i], b->first_s[i])) { /* before the first contact all models agree */
        model = (carom_vec){0, 0};
        method = raw;
    }
    sum->raw_m += carom_vec_square(raw);
    sum->model_m += carom_vec_square(model);
    sum->method_m += carom_vec_square(method);
    if (!(t_s < a->lost_s[i] && t_s < b->lost_s[i]) || a->touching[at] || b->touching[at]) {
        return;
    }
    rest = model;
    for (int f = 0; f < CAROM_CONTACT_PARTS; f++) {
        part[f] = carom_vec_subtract(b->part[at][f], a->part[at][f]);
        rest = carom_vec_subtract(rest, part[f]);
    }
    sum->balls++;
    sum->followed_m += carom_vec_square(raw);
    sum->lag_m += carom_vec_square(part[CAROM_CONTACT_DELAY]);
    sum->turn_m += carom_vec_square(part[CAROM_NORMAL_ROTATION]);
    sum->restitution_m += carom_vec_square(part[CAROM_RESTITUTION_CHANGE]);
    sum->without_lag_m += carom_vec_square(carom_vec_subtract(raw, part[CAROM_CONTACT_DELAY]));
    sum->rest_m += carom_vec_square(rest);
}

carom_parts carom_parts_of(const carom_problem *problem, const carom_run_parts *reference,
                           const carom_run_parts *run, size_t k, double t_s)
{
    carom_parts sum = {0};
    double count = 0;
    if (k >= run->model_samples || k >= reference->model_samples) {
        return (carom_parts){NAN, NAN, NAN, 0, NAN, NAN, NAN, NAN, NAN, NAN};
    }
    for (size_t i = 0; i < problem->count; i++) {
        if (!problem->ball[i].fixed) {
            count++;
            add_squares(problem, reference, run, t_s, i, k * problem->count + i, &sum);
        }
    }
    double known = sum.balls > 0 ? sum.balls : NAN;
    count = fmax(count, 1);
    return (carom_parts){sqrt(sum.raw_m / count),      sqrt(sum.model_m / count),
                         sqrt(sum.method_m / count),   sum.balls,
                         sqrt(sum.followed_m / known), sqrt(sum.lag_m / known),
                         sqrt(sum.turn_m / known),     sqrt(sum.without_lag_m / known),
                         sqrt(sum.rest_m / known),     sqrt(sum.restitution_m / known)};
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L
#include "figures/figures.h"
#include "records/records.h"
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/* More impulses than this are no steps that anybody could see. */
enum { MOST_STEPS = 20000 };

/* What one impulse took. */
typedef struct {
    double t_s, taken_J;
} step;

typedef struct {
    carom_tsv series;
    size_t time, energy[4], residual; /* columns; the last may not be there */
    step *steps;                      /* by time */
    size_t count;
    carom_energy_curve *made;
} curve;

static int by_time(const void *a, const void *b)
{
    const step *p = a, *q = b;
    return (p->t_s > q->t_s) - (p->t_s < q->t_s);
}

/* Impulses alone: what lasts takes its energy over its time, which the samples show. */
static carom_status take_steps(curve *c, const carom_tsv *log, carom_error *error)
{
    size_t time = carom_tsv_column(log, "t_s"), lasts = carom_tsv_column(log, "contact_s"),
           taken = carom_tsv_column(log, "dissipated_J");
    if (time == CAROM_NO_COLUMN || lasts == CAROM_NO_COLUMN || taken == CAROM_NO_COLUMN ||
        log->rows > MOST_STEPS) {
        return CAROM_OK; /* the samples are joined then */
    }
    c->steps = calloc(log->rows + 1, sizeof *c->steps);
    if (c->steps == NULL) {
        return carom_error_no_memory(error);
    }
    for (size_t row = 0; row < log->rows; row++) {
        if (carom_tsv_hear(log, row, error) != CAROM_OK) {
            return CAROM_INTERRUPTED;
        }
        step one = {carom_tsv_number(log, row, time), carom_tsv_number(log, row, taken)};
        if (carom_tsv_number(log, row, lasts) == 0 && one.taken_J != 0 && one.t_s >= 0) {
            c->steps[c->count++] = one;
        }
    }
    qsort(c->steps, c->count, sizeof *c->steps, by_time);
    return CAROM_OK;
}

static carom_status read_steps(curve *c, const char *directory, const char *solver,
                               const volatile sig_atomic_t *stop, carom_error *error)
{
    carom_tsv log;
    bool there = false;
    carom_status status = carom_tsv_read_any(&log, directory, solver, "collisions.tsv", &there,
                                             stop, error);
    if (status == CAROM_OK && there) {
        status = take_steps(c, &log, error);
    }
    carom_tsv_free(&log);
    return status;
}

carom_status carom_energy_columns(const carom_tsv *series, size_t column[4], carom_error *error)
{
    static const char *const name[] = {"kinetic_J", "elastic_J", "potential_J"};
    carom_status status = CAROM_OK;
    for (int i = 0; i < 3 && status == CAROM_OK; i++) {
        status = carom_tsv_find(series, name[i], &column[i], error);
    }
    column[3] = carom_tsv_column(series, "spin_J");
    return status;
}

/* Of a sample, J. */
double carom_energy_at(const carom_tsv *series, size_t row, const size_t column[4])
{
    double sum = 0;
    for (int i = 0; i < 4 && column[i] != CAROM_NO_COLUMN; i++) {
        sum += carom_tsv_number(series, row, column[i]);
    }
    return sum;
}

static carom_status read_curve(curve *c, const char *directory, const char *solver,
                               const volatile sig_atomic_t *stop, carom_error *error)
{
    carom_status status = carom_tsv_read_of(&c->series, directory, solver, "series.tsv", stop,
                                            error);
    if (status == CAROM_OK) {
        c->residual = carom_tsv_column(&c->series, "energy_residual_J");
        status = carom_tsv_find(&c->series, "t_s", &c->time, error);
    }
    if (status == CAROM_OK) {
        status = carom_energy_columns(&c->series, c->energy, error);
    }
    return status == CAROM_OK ? read_steps(c, directory, solver, stop, error) : status;
}

static void put(const curve *c, double t_s, double energy_J)
{
    c->made->point[c->made->points++] = (carom_energy_point){t_s, energy_J};
}

/* Whether what impulses are booked to have taken between two samples is all that went: not where a
 * formula is wrong. */
static bool is_booked(const curve *c, size_t row, double booked_J)
{
    const double visible = 0.01; /* less is a method's error, which nobody sees in a step */
    double missing = c->residual == CAROM_NO_COLUMN
                       ? 0
                       : carom_tsv_number(&c->series, row, c->residual) -
                             carom_tsv_number(&c->series, row - 1, c->residual);
    return fabs(missing) <= visible * fabs(booked_J);
}

/* Between samples a and b the energy and what impulses have taken are together a smooth curve,
 * which a line stands for; each impulse steps down from it. Where the books do not say what an
 * impulse took, the whole change is a step at the last of them. An impulse at b but for rounding is
 * before it. @return the first step not used */
static size_t put_steps(const curve *c, size_t row, size_t next)
{
    double ta = carom_tsv_number(&c->series, row - 1, c->time),
           tb = carom_tsv_number(&c->series, row, c->time), taken = 0, sum = 0;
    const double rounding = 1e-9;
    double ea = carom_energy_at(&c->series, row - 1, c->energy),
           eb = carom_energy_at(&c->series, row, c->energy);
    size_t end = next;
    for (; end < c->count && c->steps[end].t_s <= tb + rounding * (tb - ta); end++) {
        sum += c->steps[end].taken_J;
    }
    if (end > next && !is_booked(c, row, sum)) {
        put(c, c->steps[end - 1].t_s, ea);
        put(c, c->steps[end - 1].t_s, eb);
        return end;
    }
    for (size_t k = next; k < end && tb > ta; k++) {
        double smooth = ea + (eb + sum - ea) * (c->steps[k].t_s - ta) / (tb - ta);
        put(c, c->steps[k].t_s, smooth - taken);
        taken += c->steps[k].taken_J;
        put(c, c->steps[k].t_s, smooth - taken);
    }
    return end;
}

static carom_status put_curve(const curve *c, carom_error *error)
{
    size_t next = 0; /* those at t = 0 come after the first sample */
    carom_status status = CAROM_OK;
    for (size_t row = 0; row < c->series.rows && status == CAROM_OK; row++) {
        if (row > 0) {
            next = put_steps(c, row, next);
        }
        put(c, carom_tsv_number(&c->series, row, c->time),
            carom_energy_at(&c->series, row, c->energy));
        status = carom_tsv_hear(&c->series, row, error);
    }
    return status;
}

/* ---- the curve of a solver ---- */

carom_status carom_energy_curve_read(carom_energy_curve *made, const char *directory,
                                     const char *solver, const volatile sig_atomic_t *stop,
                                     carom_error *error)
{
    curve c = {.made = made};
    carom_status status;
    *made = (carom_energy_curve){.point = NULL};
    status = read_curve(&c, directory, solver, stop, error);
    if (status == CAROM_OK) {
        /* an impulse is two points; a sample may have to show one at its end */
        made->point = calloc(3 * c.series.rows + 2 * c.count + 1, sizeof *made->point);
        status = made->point == NULL ? carom_error_no_memory(error) : CAROM_OK;
    }
    if (status == CAROM_OK) {
        status = put_curve(&c, error);
    }
    carom_tsv_free(&c.series);
    free(c.steps);
    return status;
}

void carom_energy_curve_free(carom_energy_curve *made)
{
    free(made->point);
    *made = (carom_energy_curve){.point = NULL};
}

double carom_energy_curve_at(const carom_energy_curve *made, double t_s)
{
    size_t low = 0, high = made->points;
    const carom_energy_point *a, *b;
    if (high == 0) {
        return NAN;
    }
    while (high - low > 1) { /* the last that is not later, or the first */
        size_t middle = low + (high - low) / 2;
        if (made->point[middle].t_s <= t_s) {
            low = middle;
        } else {
            high = middle;
        }
    }
    a = &made->point[low];
    b = low + 1 < made->points ? a + 1 : a;
    return b->t_s > a->t_s && t_s > a->t_s
             ? a->energy_J + (b->energy_J - a->energy_J) * (t_s - a->t_s) / (b->t_s - a->t_s)
             : a->energy_J;
}

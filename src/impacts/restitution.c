/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Impact laws: the coefficient of restitution is constant, a power of the approach speed, or a
 * table over it. */
#include "base/base.h"
#include "impacts/impacts.h"
#include "params/rows.h"
#include <gsl/gsl_errno.h>
#include <gsl/gsl_interp.h>
#include <stdlib.h>

/* ---- constant ---- */

static double constant_restitution(const void *options, double nominal, double approach_mps,
                                   const carom_body *a, const carom_body *b)
{
    (void)options, (void)approach_mps, (void)a, (void)b;
    return nominal;
}

const carom_impact_law carom_impact_law_constant = {
    .about = {.name = "constant", .summary = "the scenario's restitution at every speed"},
    .nominal = true,
    .restitution = constant_restitution};

/* ---- power ----
 * e = e_0 (v/v_0)^(-p), at most 1: measured for ice and many metals. e_0 is the scenario's
 * restitution. */

typedef struct {
    double exponent, reference_speed_mps;
} power_options;

#define AT(member) offsetof(power_options, member)
static const carom_param power_rows[] = {
    {NUMBER("exponent", AT(exponent), "", "0.25", 0, 2,
            "p: the restitution falls as the approach speed to the power -p")},
    {NUMBER("reference_speed_mps", AT(reference_speed_mps), "m/s", "1", POSITIVE, ANY,
            "approach speed at which a contact has the scenario's restitution")},
    {.key = NULL}};

/* x^p for x > 0 and p >= 0 by square roots, one for each binary digit of p. The C library's pow
 * differs between machines. */
static double power(double x, double p)
{
    double result = 1, root = x, digit = 1;
    for (; p >= 1; p -= 1) {
        result *= x;
    }
    for (int i = 0; i < 53 && p > 0; i++) {
        root = sqrt(root);
        digit *= 0.5;
        if (p >= digit) {
            result *= root;
            p -= digit;
        }
    }
    return result;
}

static double power_restitution(const void *object, double nominal, double approach_mps,
                                const carom_body *a, const carom_body *b)
{
    const power_options *options = object;
    double e = nominal * power(options->reference_speed_mps / approach_mps, options->exponent);
    (void)a, (void)b;
    return e > 1 && nominal <= 1 ? 1 : e;
}

const carom_impact_law carom_impact_law_power = {
    .about = {.name = "power",
              .summary = "restitution falls as a power of the approach speed, at most 1",
              .params = power_rows,
              .options_size = sizeof(power_options)},
    .restitution = power_restitution};

/* ---- table ----
 * Measured, or computed from a force law. Interpolated by Steffen's monotonic cubic (Astron.
 * Astrophys. 239, 443 (1990)), which never overshoots the points; constant beyond the ends. The
 * evaluation uses only + - * /. */

typedef struct {
    double approach_mps, restitution;
} point;

typedef struct {
    carom_list points;
    bool walls;
} table_options;

#undef AT
#define AT(member) offsetof(point, member)
static const carom_param point_rows[] = {
    {NUMBER("approach_mps", AT(approach_mps), "m/s", NULL, 0, ANY, "normal approach speed")},
    {NUMBER("restitution", AT(restitution), "", NULL, 0, 1, "restitution at that speed")},
    {.key = NULL}};

#undef AT
#define AT(member) offsetof(table_options, member)
static const carom_param table_rows[] = {
    {LIST("points", AT(points), sizeof(point), point_rows,
          "{ approach_mps, restitution }, by increasing speed"),
     .fallback = NULL, .lowest = 3, .highest = 10000},
    {FLAG("table_for_walls", AT(walls), "false",
          "also for walls, which otherwise have the scenario's restitution")},
    {.key = NULL}};

typedef struct {
    gsl_interp *spline;
    double *speed, *value;
    size_t count;
    bool walls;
} prepared_table;

static void table_release(void *object)
{
    prepared_table *self = object;
    if (self != NULL) {
        gsl_interp_free(self->spline);
        free(self->speed);
        free(self->value);
        free(self);
    }
}

static carom_status fill(prepared_table *self, const table_options *options, carom_error *error)
{
    const point *points = options->points.items;
    for (size_t i = 0; i < self->count; i++) {
        self->speed[i] = points[i].approach_mps;
        self->value[i] = points[i].restitution;
        if (i > 0 && self->speed[i] <= self->speed[i - 1]) {
            return carom_error_set(error, CAROM_INVALID, "points",
                                   "approach_mps must increase (got %.6g after %.6g)",
                                   self->speed[i], self->speed[i - 1]);
        }
    }
    gsl_interp_init(self->spline, self->speed, self->value, self->count);
    return CAROM_OK;
}

static void *table_prepare(const void *object, carom_error *error)
{
    const table_options *options = object;
    prepared_table *self = carom_allocate(1, sizeof *self);
    self->count = options->points.count;
    self->walls = options->walls;
    if (self->count < 3) {
        carom_error_set(error, CAROM_INVALID, "points", "at least 3 points are needed (got %zu)",
                        self->count);
        table_release(self);
        return NULL;
    }
    self->spline = gsl_interp_alloc(gsl_interp_steffen, self->count);
    self->speed = carom_allocate(self->count, sizeof *self->speed);
    self->value = carom_allocate(self->count, sizeof *self->value);
    CAROM_NEED(self->spline != NULL);
    if (fill(self, options, error) == CAROM_OK) {
        return self;
    }
    table_release(self);
    return NULL;
}

static double table_restitution(const void *object, double nominal, double approach_mps,
                                const carom_body *a, const carom_body *b)
{
    const prepared_table *self = object;
    bool wall = isinf(a->radius_m) || isinf(b->radius_m);
    if (wall && !self->walls) {
        return nominal;
    }
    if (approach_mps <= self->speed[0]) {
        return self->value[0];
    }
    if (approach_mps >= self->speed[self->count - 1]) {
        return self->value[self->count - 1];
    }
    return gsl_interp_eval(self->spline, self->speed, self->value, approach_mps, NULL);
}

const carom_impact_law carom_impact_law_table = {
    .about = {.name = "table",
              .summary = "restitution against approach speed, interpolated",
              .params = table_rows,
              .options_size = sizeof(table_options)},
    .prepare = table_prepare,
    .release = table_release,
    .restitution = table_restitution};

static const carom_entry *const laws[] = {&carom_impact_law_constant.about,
                                          &carom_impact_law_table.about,
                                          &carom_impact_law_power.about, NULL};
const carom_interface carom_impact_laws = {"impact law", "impact-laws", laws};

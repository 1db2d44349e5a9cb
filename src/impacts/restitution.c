/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Impact laws: the coefficient of restitution is constant, a power of the approach speed, or a
 * table over it. */
#include "impacts/impacts.h"
#include "params/rows.h"

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
static double power_of(double x, double p)
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

/* Slope of the chord from a point to the next one. */
static double chord(const point *from)
{
    return (from[1].restitution - from[0].restitution) /
           (from[1].approach_mps - from[0].approach_mps);
}

/* Slope of the curve at point i; at the ends, that of the chord. */
static double slope_at(const point *points, size_t i, size_t last)
{
    if (i == 0 || i == last) {
        return chord(&points[i == 0 ? 0 : last - 1]);
    }
    double left = chord(&points[i - 1]), right = chord(&points[i]);
    double left_mps = points[i].approach_mps - points[i - 1].approach_mps;
    double right_mps = points[i + 1].approach_mps - points[i].approach_mps;
    double parabola = (left * right_mps + right * left_mps) / (left_mps + right_mps);
    return (copysign(1, left) + copysign(1, right)) *
           fmin(fabs(left), fmin(fabs(right), 0.5 * fabs(parabola)));
}

static double interpolate(const carom_list *list, double approach_mps)
{
    const point *points = list->items;
    size_t i = 0, last = list->count - 1;
    if (approach_mps <= points[0].approach_mps || approach_mps >= points[last].approach_mps) {
        return points[approach_mps <= points[0].approach_mps ? 0 : last].restitution;
    }
    while (points[i + 1].approach_mps <= approach_mps) {
        i++;
    }
    double h = points[i + 1].approach_mps - points[i].approach_mps;
    double x = approach_mps - points[i].approach_mps, s = chord(&points[i]);
    double from = slope_at(points, i, last), to = slope_at(points, i + 1, last);
    double a = (from + to - 2 * s) / h / h, b = (3 * s - 2 * from - to) / h;
    return points[i].restitution + x * (from + x * (b + x * a));
}

/* ---- the list of laws ---- */

static const carom_entry constant = {.name = "constant",
                                     .summary = "the scenario's restitution at every speed"};
static const carom_entry table = {.name = "table",
                                  .summary = "restitution against approach speed, interpolated",
                                  .params = table_rows,
                                  .options_size = sizeof(table_options)};
static const carom_entry power = {
    .name = "power",
    .summary = "restitution falls as a power of the approach speed, at most 1",
    .params = power_rows,
    .options_size = sizeof(power_options)};

static const carom_entry *const laws[] = {&constant, &table, &power, NULL};
const carom_interface carom_impact_laws = {"impact law", "impact-laws", laws};

bool carom_impact_law_is_constant(const carom_entry *law)
{
    return law == &constant;
}

void carom_impact_law_check(const carom_choice *law, const carom_diagnostics *diagnostics)
{
    const table_options *options = law->options;
    const point *points = law->entry == &table ? options->points.items : NULL;
    for (size_t i = 1; points != NULL && i < options->points.count; i++) {
        if (points[i].approach_mps <= points[i - 1].approach_mps) {
            carom_diagnostics_add(diagnostics, true, "points",
                                  "approach_mps must increase (got %.6g after %.6g)",
                                  points[i].approach_mps, points[i - 1].approach_mps);
            return;
        }
    }
}

double carom_impact_restitution(const carom_choice *law, double nominal, double approach_mps,
                                bool wall)
{
    if (law->entry == &power) {
        const power_options *options = law->options;
        double e = nominal *
                   power_of(options->reference_speed_mps / approach_mps, options->exponent);
        return e > 1 && nominal <= 1 ? 1 : e;
    }
    const table_options *options = law->options;
    bool interpolated = law->entry == &table && (options->walls || !wall);
    return interpolated ? interpolate(&options->points, approach_mps) : nominal;
}

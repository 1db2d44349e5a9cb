/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where names stand beside curves: above or below a piece of their own curve that is flat, and far
 * from all others there. Lengths are in ems of the font on a panel as narrow as a column's; wider
 * figures have their names at the same parts of it, and more room around them. */
#include "params/params.h"
#include "sweep/sweep.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The panel; the room that a name needs to its curve, and to others; as near as this curves are the
 * same. */
static const double width = 24, height = 18, line = 1.2, gap = 0.45, room = 0.3, same = 0.4;

/* A panel is so much higher than what its curves span, at either end (plots/sweep.gp). */
static const double margin = 0.1;

enum { SAMPLES = 161 };

typedef struct {
    const char *name;
    double y[SAMPLES];               /* ems, at equal distances along the panel */
    double left, right, bottom, top; /* of the name; NaN: it has no place */
} curve;

typedef struct {
    double left, right, bottom, top, score;
} box;

static double across(size_t k)
{
    return width * (double)k / (SAMPLES - 1);
}

/* Of a text in UTF-8: bytes that go on with a letter do not begin one. */
static double width_of(const char *name)
{
    size_t letters = 0;
    for (const char *c = name; *c != '\0'; c++) {
        letters += ((unsigned char)*c & 0xC0) != 0x80;
    }
    return 0.52 * (double)letters;
}

/* ---- the curves ---- */

static double parameter_at(const carom_sweep_curves *curves, size_t point)
{
    return carom_tsv_number(curves->table, point * curves->solvers, 0);
}

static double value_at(const carom_sweep_curves *curves, size_t solver, double x)
{
    size_t p = 1;
    double from, to, part;
    while (p + 1 < curves->points && parameter_at(curves, p) < x) {
        p++;
    }
    from = carom_sweep_value(curves, solver, p - 1);
    to = carom_sweep_value(curves, solver, p);
    part = (x - parameter_at(curves, p - 1)) /
           (parameter_at(curves, p) - parameter_at(curves, p - 1));
    return from + part * (to - from);
}

static size_t sample_all(const carom_sweep_curves *curves, double low, double high, curve *all)
{
    const carom_sweep *sweep = &curves->scenario->sweep;
    const double least = parameter_at(curves, 0), most = parameter_at(curves, curves->points - 1),
                 bottom = low - margin * (high - low), tall = (1 + 2 * margin) * (high - low);
    size_t count = 0;
    for (size_t i = 0; i < curves->solvers + sweep->theory.count; i++) {
        const carom_sweep_theory *theory = i < curves->solvers
                                             ? NULL
                                             : (const carom_sweep_theory *)sweep->theory.items +
                                                   (i - curves->solvers);
        if (theory != NULL &&
            strcmp(theory->quantity, curves->table->header[curves->column]) != 0) {
            continue;
        }
        all[count].name = theory == NULL ? curves->called[i] : theory->label;
        for (size_t k = 0; k < SAMPLES; k++) {
            double x = least + (most - least) * across(k) / width, y = NAN;
            char why[200];
            if (theory == NULL) {
                y = value_at(curves, i, x);
            } else {
                (void)carom_formula_of(theory->formula, x, &y, why, sizeof why);
            }
            all[count].y[k] = height * (y - bottom) / tall;
        }
        all[count++].left = NAN;
    }
    return count;
}

/* ---- a place ---- */

static bool is_same(const curve *a, const curve *b)
{
    double most = 0;
    for (size_t k = 0; k < SAMPLES; k++) {
        most = fmax(most, fabs(a->y[k] - b->y[k]));
    }
    return most < same;
}

/* The box of a name above (side 1) or below (-1) its own curve around a sample, as far from it as
 * it must be. */
static box box_at(const curve *own, size_t centre, int side)
{
    double half = 0.5 * width_of(own->name), edge = own->y[centre];
    box found = {.left = across(centre) - half, .right = across(centre) + half};
    for (size_t k = 0; k < SAMPLES; k++) {
        if (across(k) >= found.left && across(k) <= found.right) {
            edge = side > 0 ? fmax(edge, own->y[k]) : fmin(edge, own->y[k]);
        }
    }
    found.bottom = side > 0 ? edge + gap : edge - gap - line;
    found.top = found.bottom + line;
    found.score = -fabs(edge - own->y[centre]);
    return found;
}

static double distance_to(const box *name, double y)
{
    return y > name->top ? y - name->top : y < name->bottom ? name->bottom - y : 0;
}

/* How good a place is: near its own curve where that is apart from others. -INFINITY: it is none */
static double score(const curve *all, size_t count, size_t own, size_t centre, const box *name)
{
    static const double clear_enough = 1, apart_enough = 3, apart_least = 0.7;
    double clear = clear_enough, apart = apart_enough;
    if (name->left < 0 || name->right > width || name->bottom < 0 || name->top > height) {
        return -INFINITY;
    }
    for (size_t i = 0; i < count; i++) {
        const curve *other = &all[i];
        bool over = other->left < name->right && other->right > name->left &&
                    other->bottom < name->top && other->top > name->bottom;
        if (over) {
            return -INFINITY;
        }
        if (i == own || is_same(other, &all[own])) {
            continue;
        }
        apart = fmin(apart, fabs(other->y[centre] - all[own].y[centre]));
        for (size_t k = 0; k < SAMPLES; k++) {
            if (across(k) >= name->left - room && across(k) <= name->right + room) {
                clear = fmin(clear, distance_to(name, other->y[k]));
            }
        }
    }
    return clear < room || apart < apart_least ? -INFINITY : name->score + clear + 2 * apart;
}

static void place(curve *all, size_t count, size_t own)
{
    box best = {.score = -INFINITY};
    for (size_t centre = 0; centre < SAMPLES && all[own].name[0] != '\0'; centre++) {
        for (int side = -1; side <= 1; side += 2) {
            box name = box_at(&all[own], centre, side);
            name.score = score(all, count, own, centre, &name);
            best = name.score > best.score ? name : best;
        }
    }
    if (best.score > -INFINITY) {
        all[own].left = best.left;
        all[own].right = best.right;
        all[own].bottom = best.bottom;
        all[own].top = best.top;
    }
}

void carom_sweep_name_beside(const carom_sweep_curves *curves, double low, double high,
                             carom_drawing *drawing)
{
    size_t most = curves->solvers + curves->scenario->sweep.theory.count, count;
    bool beside = curves->scenario->sweep.names == CAROM_NAMES_BESIDE && high > low &&
                  curves->points > 1;
    curve *all = beside ? calloc(most, sizeof *all) : NULL;
    carom_drawing_count(drawing, "NAMED_BESIDE", all != NULL);
    if (all == NULL) {
        return;
    }
    count = sample_all(curves, low, high, all);
    carom_drawing_array(drawing, "NAMEX", count);
    carom_drawing_array(drawing, "NAMEY", count);
    for (size_t i = count; i-- > 0;) { /* straight lines have fewer places */
        place(all, count, i);
    }
    for (size_t i = 0; i < count; i++) {
        bool found = !isnan(all[i].left);
        double x = found ? 0.5 * (all[i].left + all[i].right) / width : -1;
        carom_drawing_number_at(drawing, "NAMEX", i, x);
        carom_drawing_number_at(drawing, "NAMEY", i, 0.5 * (all[i].bottom + all[i].top) / height);
    }
    free(all);
}

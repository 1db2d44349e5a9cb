/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sweep/sweep.h"

/* Places of texts in a panel.
 * A label is placed above or below a flat part of its curve, far from other curves. Lengths are
 * in ems of the font on a panel as wide as a text column. Wider figures use the same relative
 * positions. */

/* Panel size; space between a label and its curve, and to other curves; curves closer
 * than `same` count as one. */
static const double width = 24, height = 18, line = 1.2, gap = 0.45, room = 0.3, same = 0.4;

/* Lowest height of the curves if the axis ends higher. */
static const double half_height = 9;

enum { SAMPLES = 161 };

typedef struct {
    double left, right, bottom, top, score;
} box;

typedef struct {
    const char *name;
    double y[SAMPLES]; /* height of the curve at equidistant x (em) */
    box label;         /* left is NaN: no position is free */
} curve;

static double sample_position(size_t k)
{
    return width * (double)k / (SAMPLES - 1);
}

/* Counts the characters of UTF-8 text. */
static double width_of(const char *name)
{
    size_t letters = 0;
    for (const char *c = name; *c != '\0'; c++) {
        letters += ((unsigned char)*c & 0xC0) != 0x80;
    }
    return 0.52 * (double)letters;
}

/* ---- sampled curves ---- */

/* Parameter at a part of the axis. */
static double axis_value(const carom_sweep_curves *curves, bool logarithmic, double part)
{
    const double from = carom_sweep_parameter_value(curves, 0),
                 to = carom_sweep_parameter_value(curves, curves->points - 1);
    return logarithmic ? from * pow(to / from, part) : from + (to - from) * part;
}

static double axis_height(const carom_sweep_axes *axes, double y)
{
    return height * (axes->log_y ? log(y / axes->bottom) / log(axes->top / axes->bottom)
                                 : (y - axes->bottom) / (axes->top - axes->bottom));
}

/* Height of a curve at x, on the line between its points. */
static double height_at(const carom_sweep_curves *curves, const carom_sweep_axes *axes,
                        size_t solver, double x)
{
    size_t p = 1;
    while (p + 1 < curves->points && carom_sweep_parameter_value(curves, p) < x) {
        p++;
    }
    double from = carom_sweep_parameter_value(curves, p - 1);
    double to = carom_sweep_parameter_value(curves, p);
    double part = axes->log_x ? log(x / from) / log(to / from) : (x - from) / (to - from);
    from = axis_height(axes, carom_sweep_value(curves, solver, p - 1));
    to = axis_height(axes, carom_sweep_value(curves, solver, p));
    return from + part * (to - from);
}

/* True if the figure shows a quantity. */
static bool has_quantity(const carom_sweep_curves *curves, const char *quantity)
{
    bool found = false;
    for (size_t k = 0; k < curves->columns; k++) {
        found = found || strcmp(quantity, curves->table->header[curves->column + k]) == 0;
    }
    return found;
}

/* Adds the upper and lower ends of the measured points' error bars as curves without labels. */
static size_t add_data(const carom_sweep_curves *curves, const carom_sweep_axes *axes, curve *all)
{
    static const double mark = 0.5;
    const double from = carom_sweep_parameter_value(curves, 0),
                 to = carom_sweep_parameter_value(curves, curves->points - 1);
    for (size_t k = 0; k < 2 * SAMPLES; k++) {
        all[k / SAMPLES].y[k % SAMPLES] = NAN;
    }
    for (size_t i = 0; curves->data != NULL && i < curves->data->points; i++) {
        const carom_data_point *p = &curves->data->point[i];
        const double part = axes->log_x ? log(p->x / from) / log(to / from)
                                        : (p->x - from) / (to - from),
                     bottom = axis_height(axes, p->y - p->y_error) - mark,
                     top = axis_height(axes, p->y + p->y_error) + mark;
        for (size_t k = 0; k < SAMPLES && has_quantity(curves, p->quantity); k++) {
            if (fabs(sample_position(k) - width * part) < mark) {
                all[0].y[k] = fmax(all[0].y[k], top);
                all[1].y[k] = fmin(all[1].y[k], bottom);
            }
        }
    }
    all[0].name = all[1].name = "";
    all[0].label.left = all[1].label.left = NAN;
    return 2;
}

/* Samples the curves of all columns, then the lines of theory. Only the first column has labels. */
static size_t sample_all(const carom_sweep_curves *curves, const carom_sweep_axes *axes, curve *all)
{
    const size_t own = curves->columns * curves->solvers;
    size_t count = 0;
    for (size_t i = 0; i < own + curves->scenario->sweep.theory.count; i++) {
        const carom_sweep_theory *theory = i < own
                                             ? NULL
                                             : carom_sweep_theory_at(curves->scenario, i - own);
        carom_sweep_curves one = *curves;
        one.column += i / curves->solvers;
        if (theory != NULL && !has_quantity(curves, theory->quantity)) {
            continue;
        }
        all[count].name = theory != NULL      ? theory->label
                        : i < curves->solvers ? curves->called[i]
                                              : "";
        for (size_t k = 0; k < SAMPLES; k++) {
            double x = axis_value(curves, axes->log_x, sample_position(k) / width), y;
            if (theory == NULL) {
                all[count].y[k] = height_at(&one, axes, i % curves->solvers, x);
            } else {
                (void)carom_sweep_theory_value(&curves->scenario->sweep, theory, x, &y);
                all[count].y[k] = axis_height(axes, y);
            }
        }
        all[count++].label.left = NAN;
    }
    return count + (curves->data == NULL ? 0 : add_data(curves, axes, &all[count]));
}

/* ---- positions ---- */

static bool is_same(const curve *a, const curve *b)
{
    double most = 0;
    for (size_t k = 0; k < SAMPLES; k++) {
        most = fmax(most, fabs(a->y[k] - b->y[k]));
    }
    return most < same;
}

/* Box of a label above (side 1) or below (-1) its curve at a sample, as far away as needed. */
static box box_at(const curve *own, size_t centre, int side)
{
    double half = 0.5 * width_of(own->name), edge = own->y[centre];
    box found = {.left = sample_position(centre) - half, .right = sample_position(centre) + half};
    for (size_t k = 0; k < SAMPLES; k++) {
        if (sample_position(k) >= found.left && sample_position(k) <= found.right) {
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
    return isnan(y)         ? INFINITY
         : y > name->top    ? y - name->top
         : y < name->bottom ? name->bottom - y
                            : 0;
}

/* Rates a position: close to its own curve, where other curves are far away. -INFINITY:
 * impossible */
static double score(const curve *all, size_t count, size_t own, size_t centre, const box *name)
{
    static const double clear_enough = 1, gap_enough = 3, gap_least = 0.7;
    double clear = clear_enough, distance = gap_enough;
    if (name->left < 0 || name->right > width || name->bottom < 0 || name->top > height) {
        return -INFINITY;
    }
    for (size_t i = 0; i < count; i++) {
        const curve *other = &all[i];
        const box *label = &other->label;
        if (label->left < name->right && label->right > name->left && label->bottom < name->top &&
            label->top > name->bottom) {
            return -INFINITY;
        }
        if (i == own || is_same(other, &all[own])) {
            continue;
        }
        distance = fmin(distance, fabs(other->y[centre] - all[own].y[centre]));
        for (size_t k = 0; k < SAMPLES; k++) {
            if (sample_position(k) >= name->left - room &&
                sample_position(k) <= name->right + room) {
                clear = fmin(clear, distance_to(name, other->y[k]));
            }
        }
    }
    return clear < room || distance < gap_least ? -INFINITY : name->score + clear + 2 * distance;
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
        all[own].label = best;
    }
}

/* ---- sketch ---- */

/* Sizes of the box of the sketch, ems, and its distance from the edges of the panel
 * (plots/sketch.gp). */
static const struct {
    double wide, high;
} boxes[] = {{9, 6}, {7, 4.6}};
static const double margin = 0.9;

static const char *const corners[] = {"top right", "top left", "bottom right", "bottom left"};

typedef struct {
    const char *corner;
    carom_vec ems; /* size with margin */
    double free;   /* distance of the nearest curve; negative inside the box */
} sketch_place;

static bool is_left(const char *corner)
{
    return strstr(corner, "left") != NULL;
}

static bool is_bottom(const char *corner)
{
    return strstr(corner, "bottom") != NULL;
}

static double corner_room(const curve *all, size_t count, const char *corner, carom_vec ems)
{
    const double from = is_left(corner) ? 0 : width - ems.x,
                 edge = is_bottom(corner) ? ems.y : height - ems.y;
    double free = INFINITY;
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < SAMPLES; k++) {
            double x = sample_position(k), y = all[i].y[k];
            if (x >= from && x <= from + ems.x && !isnan(y)) {
                free = fmin(free, is_bottom(corner) ? y - edge : edge - y);
            }
        }
    }
    return free;
}

/* The corner where a sketch is farthest from all curves, the first of equal ones. The line of
 * solvers that are exactly 0 is in the lower left one. */
static sketch_place best_corner(const curve *all, size_t count, carom_vec ems, bool zeros)
{
    sketch_place best = {.free = -INFINITY, .ems = ems};
    for (size_t i = 0; i < sizeof corners / sizeof corners[0]; i++) {
        double free = corner_room(all, count, corners[i], ems);
        if (free > best.free + room && !(zeros && i == 3)) {
            best.corner = corners[i];
            best.free = free;
        }
    }
    return best;
}

/* Finds a place for the sketch, large if possible. If no corner is free the axis ends higher. */
static sketch_place place_sketch(const carom_sweep_curves *curves, const curve *all, size_t count,
                                 carom_sweep_axes *axes, char *text, size_t size)
{
    sketch_place place = {.corner = NULL};
    for (size_t i = 0; i < sizeof boxes / sizeof boxes[0]; i++) {
        carom_vec ems;
        carom_sweep_sketch(curves->scenario, boxes[i].wide, boxes[i].high, text, size, &ems);
        if (text[0] == '\0') {
            return place;
        }
        ems = (carom_vec){ems.x + 2 * margin, (ems.y + 2 * margin) / axes->part};
        place = best_corner(all, count, ems, axes->log_y);
        if (place.free >= room) {
            return place;
        }
    }
    place.corner = corner_room(all, count, corners[1], place.ems) >
                           corner_room(all, count, corners[0], place.ems)
                     ? corners[1]
                     : corners[0];
    place.free = corner_room(all, count, place.corner, place.ems);
    const double part = height / fmax(height - (room - place.free), half_height);
    axes->top = axes->log_y ? axes->bottom * pow(axes->top / axes->bottom, part)
                            : axes->bottom + part * (axes->top - axes->bottom);
    return place;
}

/* A label may not be on the sketch: the box is a label of a curve that is nowhere. */
static void occupy_corner(curve *box_of_sketch, const sketch_place *place)
{
    box_of_sketch->name = "";
    for (size_t k = 0; k < SAMPLES; k++) {
        box_of_sketch->y[k] = NAN;
    }
    const double left = is_left(place->corner) ? 0 : width - place->ems.x,
                 bottom = is_bottom(place->corner) ? 0 : height - place->ems.y;
    box_of_sketch->label = (box){left, left + place->ems.x, bottom, bottom + place->ems.y, 0};
}

static void write_labels(const curve *all, size_t count, carom_drawing *drawing)
{
    carom_drawing_array(drawing, "NAMEX NAMEY", count);
    for (size_t i = 0; i < count; i++) {
        const box *label = &all[i].label;
        double x = isnan(label->left) ? -1 : 0.5 * (label->left + label->right) / width;
        carom_drawing_number_at(drawing, "NAMEX", i, x);
        carom_drawing_number_at(drawing, "NAMEY", i, 0.5 * (label->bottom + label->top) / height);
    }
}

static bool is_ascending(const carom_sweep_curves *curves)
{
    bool ascending = curves->points > 1;
    for (size_t p = 1; p < curves->points; p++) {
        ascending = ascending && carom_sweep_parameter_value(curves, p) >
                                     carom_sweep_parameter_value(curves, p - 1);
    }
    return ascending;
}

void carom_sweep_place_labels(const carom_sweep_curves *curves, carom_sweep_axes *axes,
                              carom_drawing *drawing)
{
    const size_t most = curves->columns * curves->solvers + curves->scenario->sweep.theory.count;
    const bool beside = curves->scenario->sweep.names == CAROM_NAMES_AT_SIDE &&
                        axes->top > axes->bottom && !axes->log_x && !axes->log_y &&
                        curves->points > 1;
    bool named = beside;
    char sketch[4000] = "";
    sketch_place sketched = {.corner = NULL};
    curve *all = is_ascending(curves) ? calloc(most + 3, sizeof *all) : NULL;
    size_t count = all == NULL ? 0 : sample_all(curves, axes, all);
    drawing->failed = drawing->failed || (all == NULL && is_ascending(curves));
    if (all != NULL) {
        sketched = place_sketch(curves, all, count, axes, sketch, sizeof sketch);
    }
    if (sketched.corner != NULL) {
        count = sample_all(curves, axes, all);
        occupy_corner(&all[count], &sketched);
    }
    for (size_t i = count; i-- > 0 && beside;) { /* straight lines have fewer positions */
        place(all, count + (sketched.corner != NULL), i);
        /* between measured points, a label that finds no position moves to the end of its curve */
        named = named &&
                (curves->data == NULL || all[i].name[0] == '\0' || !isnan(all[i].label.left));
    }
    carom_drawing_count(drawing, "NAMED_BESIDE", all != NULL && named);
    carom_drawing_text(drawing, "SKETCH", sketch);
    if (sketched.corner != NULL) {
        carom_drawing_text(drawing, "SKETCH_CORNER", sketched.corner);
        carom_drawing_number(drawing, "SKETCH_WIDE", sketched.ems.x - 2 * margin);
        carom_drawing_number(drawing, "SKETCH_HIGH", axes->part * sketched.ems.y - 2 * margin);
    }
    if (beside) {
        write_labels(all, count, drawing);
    }
    free(all);
}

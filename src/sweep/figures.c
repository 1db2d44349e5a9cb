/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures of a sweep. One parameter: curves of each column with theory. Two parameters: a map
 * for each column and solver. The data are sweep.tsv and sweep-theory.tsv. */
#define _POSIX_C_SOURCE 200809L
#include "figures/figures.h"
#include "params/params.h"
#include "records/records.h"
#include "sweep/sweep.h"
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Positive values with a larger ratio than this get a logarithmic axis. */
static const double wide = 100;

/* Points of a theory line. */
enum { LINE_POINTS = 401 };

/* A figure in preparation. */
typedef struct {
    const carom_scenario *scenario;
    carom_tsv table;
    size_t solvers; /* at most CAROM_MAX_FIGURES */
    char label[CAROM_MAX_FIGURES][120];
    const char *called[CAROM_MAX_FIGURES];
    char text[CAROM_MAX_FIGURES][124]; /* labels in titles */
    const char *in_text[CAROM_MAX_FIGURES];
    carom_drawing drawing;
} picture;

/* ---- ranges ---- */

typedef struct {
    double least, largest; /* over the finite values */
    double positive;       /* smallest positive value */
    bool numbers;          /* all cells are numbers */
} range;

static const range nothing = {INFINITY, -INFINITY, INFINITY, true};

static void extend_range(range *r, double value)
{
    r->numbers = r->numbers && !isnan(value);
    if (isfinite(value)) {
        r->least = fmin(r->least, value);
        r->largest = fmax(r->largest, value);
        r->positive = value > 0 ? fmin(r->positive, value) : r->positive;
    }
}

/* Range of a column over every `step`-th row, from row `from`. */
static range range_of(const carom_tsv *table, size_t column, size_t from, size_t step)
{
    range r = nothing;
    for (size_t row = from; row < table->rows; row += step) {
        extend_range(&r, carom_tsv_number(table, row, column));
    }
    return r;
}

/* Zeros do not appear on a logarithmic axis, but do not prevent one. */
static bool is_wide(const range *r)
{
    return r->least >= 0 && r->largest > wide * r->positive;
}

/* ---- labels ---- */

/* Counts the rows of one point: the solvers. */
static size_t solvers_of(const carom_tsv *table)
{
    size_t column = carom_tsv_column(table, "solver"), count = 1;
    while (count < table->rows &&
           strcmp(carom_tsv_text(table, count, column), carom_tsv_text(table, 0, column)) != 0) {
        count++;
    }
    return count;
}

/* The solver's label, or its name with step and stiffness. If the sweep varies step or
 * stiffness, only its name. */
static void label_solver(picture *p, const char *solver, char *text, size_t size)
{
    const carom_scenario_solver *s = carom_scenario_find_solver(p->scenario, solver);
    bool varies = false;
    for (size_t i = 0; i < p->scenario->sweep.parameters.count; i++) {
        varies = varies ||
                 strncmp(carom_sweep_parameter_at(p->scenario, i)->key, "solvers.", 8) == 0;
    }
    if (varies && s != NULL && s->label[0] == '\0') {
        carom_solver_capitalize(solver, text, size);
    } else {
        carom_solver_label(p->scenario, solver, text, size);
    }
}

static void write_solvers(picture *p)
{
    const char *name[CAROM_MAX_FIGURES];
    for (size_t i = 0; i < p->solvers; i++) {
        name[i] = carom_tsv_text(&p->table, i, carom_tsv_column(&p->table, "solver"));
        label_solver(p, name[i], p->label[i], sizeof p->label[i]);
        p->called[i] = p->label[i];
        carom_label_in_text(p->label[i], p->text[i], sizeof p->text[i]);
        p->in_text[i] = p->text[i];
    }
    carom_drawing_solvers(&p->drawing, p->scenario, name, p->solvers);
    for (size_t i = 0; i < p->solvers; i++) {
        carom_drawing_text_at(&p->drawing, "LABEL", i, p->label[i]);
    }
    carom_drawing_count(&p->drawing, "ABREAST", p->solvers);
}

/* Short lengths and times get an SI prefix. */
static double scale_of(const char *unit, double largest, const char **prefix)
{
    bool has = strcmp(unit, "m") == 0 || strcmp(unit, "s") == 0;
    *prefix = !has || largest > 0.1 ? "" : largest > 1e-3 ? "m" : "µ";
    return !has || largest > 0.1 ? 1 : largest > 1e-3 ? 1e3 : 1e6;
}

/* AXISNAME ("gap (mm)"), AXISFROM and AXISTIMES: the axis shows AXISTIMES (value - AXISFROM). A
 * logarithmic axis shows the values unchanged. */
static void write_parameter(picture *p, size_t column, const char *axis, bool logarithmic)
{
    const carom_sweep_parameter *parameter = carom_sweep_parameter_at(p->scenario, column);
    range r = range_of(&p->table, column, 0, 1);
    double origin = isnan(parameter->origin) || logarithmic ? 0 : parameter->origin;
    double largest = fmax(fabs(r.least - origin), fabs(r.largest - origin));
    char variable[40], label[CAROM_LABEL_SIZE], text[CAROM_LABEL_SIZE + 40];
    const char *unit = carom_sweep_label(parameter, label), *prefix;
    double times = logarithmic ? (prefix = "", 1) : scale_of(unit, largest, &prefix);
    snprintf(text, sizeof text, "%s%s%s%s%s", label, unit[0] == '\0' ? "" : " (", prefix, unit,
             unit[0] == '\0' ? "" : ")");
    snprintf(variable, sizeof variable, "%sNAME", axis);
    carom_drawing_text(&p->drawing, variable, text);
    snprintf(variable, sizeof variable, "%sFROM", axis);
    carom_drawing_number(&p->drawing, variable, origin);
    snprintf(variable, sizeof variable, "%sTIMES", axis);
    carom_drawing_number(&p->drawing, variable, times);
}

/* QUANTITY is the column, QUANTITYNAME its axis label. */
static carom_axis_label write_quantity(picture *p, size_t column)
{
    const char *name = p->table.header[column];
    char label[300];
    carom_collected collected;
    if (carom_find_collected(&p->scenario->problem, name, &collected)) {
        carom_collected_label(&p->scenario->problem, &collected, label, sizeof label);
    } else {
        snprintf(label, sizeof label, "%s", name); /* a ball that only this point has */
    }
    carom_drawing_count(&p->drawing, "QUANTITY", column + 1);
    carom_drawing_text(&p->drawing, "QUANTITYNAME", label);
    return carom_axis_label_split(label);
}

static void name_figure(char name[60], const char *column, const char *solver)
{
    snprintf(name, 60, "sweep-%.30s%s%.20s", column, solver[0] == '\0' ? "" : "-", solver);
    for (char *c = name; *c != '\0'; c++) {
        *c = isalnum((unsigned char)*c) || *c == '_' ? *c : '-';
    }
}

static void add_figure(picture *p, const char *column, const char *name, const char *panel)
{
    const carom_quantity *quantity = carom_find_quantity(column);
    if (quantity != NULL && quantity->place == CAROM_IN_CLOCK) {
        carom_drawing_add(&p->drawing, CAROM_DRAW_TIMING_FIGURE, name, panel);
    } else {
        carom_drawing_figure(&p->drawing, name, panel);
    }
}

/* ---- curves ---- */

static const carom_sweep_theory *theory_at(const carom_scenario *scenario, size_t i)
{
    return &((const carom_sweep_theory *)scenario->sweep.theory.items)[i];
}

typedef struct {
    const carom_sweep_theory *theory;
    double x, y;
} line_point;

#define LINES(NUMBER, TEXT, of)                                                                    \
    TEXT(of, quantity, r->theory->quantity, "quantity that the formula gives")                     \
    TEXT(of, label, r->theory->label, "label of the line")                                         \
    NUMBER(of, x, "", r->x, "value of the parameter")                                              \
    NUMBER(of, y, "", r->y, "value of the formula")
CAROM_COLUMNS(lines, line_point, LINES)

static bool is_log(const picture *p)
{
    range x = range_of(&p->table, 0, 0, 1);
    return carom_sweep_parameter_at(p->scenario, 0)->scale == CAROM_SWEEP_LOG || is_wide(&x);
}

static void write_lines(const void *object, carom_rows *rows)
{
    const picture *p = object;
    range x = range_of(&p->table, 0, 0, 1);
    bool logarithmic = is_log(p);
    for (size_t i = 0; i < p->scenario->sweep.theory.count; i++) {
        line_point row = {.theory = theory_at(p->scenario, i)};
        for (size_t k = 0; k < LINE_POINTS; k++) {
            double part = (double)k / (LINE_POINTS - 1);
            char why[200];
            row.x = logarithmic ? x.least * pow(x.largest / x.least, part)
                                : x.least + (x.largest - x.least) * part;
            (void)carom_formula_evaluate(row.theory->formula, row.x, &row.y, why, sizeof why);
            carom_rows_write(rows, &row);
        }
    }
}

const carom_table carom_sweep_theory_table = {
    "sweep-theory.tsv", "a row for each point of a theory line, if the sweep has theory",
    lines_columns, write_lines, NULL};

/* ---- labels on curves ----
 * A label is placed above or below a flat part of its curve, far from other curves. Lengths are
 * in ems of the font on a panel as wide as a text column. Wider figures use the same relative
 * positions. */

/* Panel size; space between a label and its curve, and to other curves; curves closer
 * than `same` count as one. */
static const double width = 24, height = 18, line = 1.2, gap = 0.45, room = 0.3, same = 0.4;

/* Free fraction of the panel above and below the curves (plots/sweep.gp). */
static const double margin = 0.1;

enum { SAMPLES = 161 };

typedef struct {
    const char *name;
    double y[SAMPLES];               /* height of the curve at equidistant x (em) */
    double left, right, bottom, top; /* of the label; NaN: no position is free */
} curve;

typedef struct {
    double left, right, bottom, top, score;
} box;

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

static double value_at(const carom_sweep_curves *curves, size_t solver, double x)
{
    size_t p = 1;
    double from, to, part;
    while (p + 1 < curves->points && carom_sweep_parameter_value(curves, p) < x) {
        p++;
    }
    from = carom_sweep_value(curves, solver, p - 1);
    to = carom_sweep_value(curves, solver, p);
    part = (x - carom_sweep_parameter_value(curves, p - 1)) /
           (carom_sweep_parameter_value(curves, p) - carom_sweep_parameter_value(curves, p - 1));
    return from + part * (to - from);
}

static size_t sample_all(const carom_sweep_curves *curves, double low, double high, curve *all)
{
    const double least = carom_sweep_parameter_value(curves, 0),
                 most = carom_sweep_parameter_value(curves, curves->points - 1),
                 bottom = low - margin * (high - low), tall = (1 + 2 * margin) * (high - low);
    size_t count = 0;
    for (size_t i = 0; i < curves->solvers + curves->scenario->sweep.theory.count; i++) {
        const carom_sweep_theory *theory = i < curves->solvers
                                             ? NULL
                                             : theory_at(curves->scenario, i - curves->solvers);
        if (theory != NULL &&
            strcmp(theory->quantity, curves->table->header[curves->column]) != 0) {
            continue;
        }
        all[count].name = theory == NULL ? curves->called[i] : theory->label;
        for (size_t k = 0; k < SAMPLES; k++) {
            double x = least + (most - least) * sample_position(k) / width, y = NAN;
            char why[200];
            if (theory == NULL) {
                y = value_at(curves, i, x);
            } else {
                (void)carom_formula_evaluate(theory->formula, x, &y, why, sizeof why);
            }
            all[count].y[k] = height * (y - bottom) / tall;
        }
        all[count++].left = NAN;
    }
    return count;
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
    return y > name->top ? y - name->top : y < name->bottom ? name->bottom - y : 0;
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
        bool over = other->left < name->right && other->right > name->left &&
                    other->bottom < name->top && other->top > name->bottom;
        if (over) {
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
        all[own].left = best.left;
        all[own].right = best.right;
        all[own].bottom = best.bottom;
        all[own].top = best.top;
    }
}

/* Writes NAMED_BESIDE (true if labels are placed on the curves, as requested by `sweep.names`),
 * and NAMEX and NAMEY, the label centres as fractions of the panel. Solvers come first, then
 * lines of theory. NAMEX is -1 if no position is free.
 *  @param low, high  range of the axis; NaN: it is logarithmic, and labels are at the curve ends */
static void place_label(const carom_sweep_curves *curves, double low, double high,
                        carom_drawing *drawing)
{
    size_t most = curves->solvers + curves->scenario->sweep.theory.count, count;
    bool at_side = curves->scenario->sweep.names == CAROM_NAMES_AT_SIDE && high > low &&
                   curves->points > 1;
    curve *all = at_side ? calloc(most, sizeof *all) : NULL;
    carom_drawing_count(drawing, "NAMED_BESIDE", all != NULL);
    if (all == NULL) {
        return;
    }
    count = sample_all(curves, low, high, all);
    carom_drawing_array(drawing, "NAMEX NAMEY", count);
    for (size_t i = count; i-- > 0;) { /* straight lines have fewer positions */
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

/* ---- columns ---- */

/* Columns that share a figure; usually one. */
typedef struct {
    size_t from, end;
} columns;

static bool is_together(const picture *p)
{
    return p->scenario->sweep.together[0] != '\0';
}

static bool is_drawn(const picture *p, columns drawn, const char *quantity)
{
    bool found = false;
    for (size_t column = drawn.from; column < drawn.end; column++) {
        found = found || strcmp(p->table.header[column], quantity) == 0;
    }
    return found;
}

/* Writes LINES of the columns' theory: first row, label, and end. They extend the range of the
 * columns: by their end points, or by all points if columns share the figure. */
static void write_theory_lines(picture *p, columns drawn, range *y)
{
    size_t all = p->scenario->sweep.theory.count, lines = 0;
    size_t parts = is_together(p) ? LINE_POINTS - 1 : 1;
    const double positive = y->positive;
    const double from = carom_tsv_number(&p->table, 0, 0),
                 to = carom_tsv_number(&p->table, p->table.rows - 1, 0);
    carom_drawing_array(&p->drawing, "LINEFROM LINESAYS LINEEND", all + 1);
    for (size_t i = 0; i < all; i++) {
        const carom_sweep_theory *theory = theory_at(p->scenario, i);
        double value;
        char why[200];
        if (!is_drawn(p, drawn, theory->quantity)) {
            continue;
        }
        for (size_t e = 0; e <= parts; e++) {
            double x = e == parts ? to : from + (to - from) * (double)e / (double)parts;
            (void)carom_formula_evaluate(theory->formula, x, &value, why, sizeof why);
            extend_range(y, value);
        }
        carom_drawing_count_at(&p->drawing, "LINEFROM", lines, i * LINE_POINTS);
        carom_drawing_text_at(&p->drawing, "LINESAYS", lines, theory->label);
        carom_drawing_number_at(&p->drawing, "LINEEND", lines++, value);
    }
    y->positive = parts > 1 ? positive : y->positive; /* not a value next to 0 */
    carom_drawing_count(&p->drawing, "LINES", lines);
    carom_drawing_count(&p->drawing, "LINEPOINTS", LINE_POINTS);
}

/* For each column and solver: SHOWN (the axis can show a value), CURVEEND (last value) and
 * CURVESAYS (label there). If columns share the figure, theory lines identify the columns, and
 * each solver is labelled once. */
static void write_curves(picture *p, columns drawn, bool logarithmic)
{
    size_t count = drawn.end - drawn.from, at = 0;
    carom_drawing_count(&p->drawing, "POINTS", p->table.rows / p->solvers);
    carom_drawing_count(&p->drawing, "COLUMNS", count);
    carom_drawing_array(&p->drawing, "COLUMN", count);
    carom_drawing_array(&p->drawing, "SHOWN CURVEEND CURVESAYS", count * p->solvers);
    for (size_t column = drawn.from; column < drawn.end; column++) {
        carom_drawing_count_at(&p->drawing, "COLUMN", column - drawn.from, column + 1);
        for (size_t i = 0; i < p->solvers; i++, at++) {
            range of = range_of(&p->table, column, i, p->solvers);
            size_t last = p->table.rows - p->solvers + i;
            carom_drawing_count_at(&p->drawing, "SHOWN", at,
                                   logarithmic ? of.largest > 0 : of.largest >= of.least);
            carom_drawing_number_at(&p->drawing, "CURVEEND", at,
                                    carom_tsv_number(&p->table, last, column));
            carom_drawing_text_at(&p->drawing, "CURVESAYS", at,
                                  column == drawn.from ? p->label[i] : "");
        }
    }
}

/* Writes the curves and theory lines of some columns. @return false: no curve can be shown */
static bool write_columns(picture *p, columns drawn)
{
    const carom_sweep_curves curves = {
        p->scenario,        &p->table, drawn.from, p->solvers, p->table.rows / p->solvers,
        .called = p->called};
    range y = nothing;
    for (size_t column = drawn.from; column < drawn.end; column++) {
        range of = range_of(&p->table, column, 0, 1);
        y.least = fmin(y.least, of.least);
        y.largest = fmax(y.largest, of.largest);
        y.positive = fmin(y.positive, of.positive);
    }
    if (!(y.least <= y.largest)) {
        return false;
    }
    write_theory_lines(p, drawn, &y);
    write_curves(p, drawn, is_wide(&y));
    carom_drawing_count(&p->drawing, "LOGY", is_wide(&y));
    carom_drawing_number(&p->drawing, "YLEAST", is_wide(&y) ? y.positive : y.least);
    carom_drawing_number(&p->drawing, "YMOST", y.largest);
    place_label(&curves, is_wide(&y) || is_log(p) ? NAN : y.least, y.largest, &p->drawing);
    return true;
}

static void write_title(picture *p, columns drawn, const carom_axis_label *of)
{
    char parameter[CAROM_LABEL_SIZE], title[500];
    carom_sweep_curves curves = {
        p->scenario,  &p->table, drawn.from, p->solvers, p->table.rows / p->solvers,
        of->quantity, parameter, of->unit,   p->in_text};
    carom_sweep_label(carom_sweep_parameter_at(p->scenario, 0), parameter);
    if (is_together(p)) {
        carom_sweep_headline_shared(&curves, drawn.end - drawn.from, title, sizeof title);
    } else {
        carom_sweep_headline(&curves, title, sizeof title);
    }
    carom_drawing_title(&p->drawing, "%c%s", toupper((unsigned char)title[0]), title + 1);
}

static void draw_column(picture *p, size_t column)
{
    const char *header = p->table.header[column];
    const columns alone = {column, column + 1};
    char name[60];
    carom_axis_label of;
    if (!write_columns(p, alone)) {
        return;
    }
    of = write_quantity(p, column);
    write_title(p, alone, &of);
    name_figure(name, header, "");
    add_figure(p, header, name, "sweep");
}

static void draw_together(picture *p)
{
    const columns all = {2, p->table.columns};
    if (write_columns(p, all)) {
        const carom_axis_label of = carom_axis_label_split(p->scenario->sweep.together);
        carom_drawing_text(&p->drawing, "QUANTITYNAME", p->scenario->sweep.together);
        write_title(p, all, &of);
        carom_drawing_figure(&p->drawing, "sweep-together", "sweep");
    }
}

static void draw_curves(picture *p)
{
    bool logarithmic = is_log(p);
    carom_drawing_count(&p->drawing, "LOGX", logarithmic);
    carom_drawing_count(&p->drawing, "PARAMETER", 1);
    write_parameter(p, 0, "X", logarithmic);
    carom_drawing_count(&p->drawing, "TOGETHER", is_together(p));
    if (is_together(p)) {
        draw_together(p);
        return;
    }
    for (size_t column = 2; column < p->table.columns; column++) {
        draw_column(p, column);
    }
}

/* ---- maps ---- */

/* Positions along an axis: `count` values of the column, from every `every`-th row. */
static void write_axis(picture *p, size_t column, const char *axis, size_t every, size_t count)
{
    char variable[40];
    snprintf(variable, sizeof variable, "%sCOUNT", axis);
    carom_drawing_count(&p->drawing, variable, count);
    snprintf(variable, sizeof variable, "%sSAYS", axis);
    carom_drawing_array(&p->drawing, variable, count);
    for (size_t k = 0; k < count; k++) {
        carom_drawing_text_at(&p->drawing, variable, k,
                              carom_tsv_text(&p->table, k * every, column));
    }
    write_parameter(p, column, axis, true);
}

/* The color range of a map. A constant value needs a range too. */
static void write_color_range(picture *p, const range *z)
{
    bool logarithmic = is_wide(z) && z->least > 0;
    double pad = z->largest > z->least ? 0 : (z->least == 0 ? 1 : fabs(z->least));
    double contour = p->scenario->sweep.contour;
    carom_drawing_count(&p->drawing, "LOGZ", logarithmic);
    carom_drawing_number(&p->drawing, "ZLOW", z->least - (logarithmic ? 0 : pad));
    carom_drawing_number(&p->drawing, "ZHIGH", z->largest + (logarithmic ? 0 : pad));
    carom_drawing_count(&p->drawing, "CONTOURED",
                        !isnan(contour) && contour > z->least && contour < z->largest);
    carom_drawing_number(&p->drawing, "CONTOUR", contour);
}

static void draw_map(picture *p, size_t column, size_t solver)
{
    range z = range_of(&p->table, column, solver, p->solvers);
    char name[60];
    carom_axis_label of;
    if (!(z.least <= z.largest)) {
        return;
    }
    write_color_range(p, &z);
    of = write_quantity(p, column);
    carom_drawing_count(&p->drawing, "LANE", solver);
    carom_drawing_title(&p->drawing, "%s: %s from %.4g to %.4g", p->in_text[solver], of.quantity,
                        z.least, z.largest);
    name_figure(name, p->table.header[column],
                carom_tsv_text(&p->table, solver, carom_tsv_column(&p->table, "solver")));
    add_figure(p, p->table.header[column], name, "sweepmap");
}

static void draw_maps(picture *p)
{
    size_t rows = carom_sweep_values(p->scenario, 1);
    write_axis(p, 0, "X", rows * p->solvers, carom_sweep_values(p->scenario, 0));
    write_axis(p, 1, "Y", p->solvers, rows);
    for (size_t column = 3; column < p->table.columns; column++) {
        for (size_t solver = 0; solver < p->solvers; solver++) {
            draw_map(p, column, solver);
        }
    }
}

/* ---- selection ---- */

static bool is_number(const char *text)
{
    double value;
    return carom_number_parse(text, &value);
}

bool carom_sweep_is_drawn(const carom_scenario *scenario)
{
    const carom_sweep_parameter *p = scenario->sweep.parameters.items;
    const carom_scenario_word *value = p[0].values.items;
    bool numbers = true;
    for (size_t k = 0; k < p[0].values.count; k++) {
        numbers = numbers && is_number(value[k].text);
    }
    return scenario->sweep.parameters.count == 2 ||
           (scenario->sweep.parameters.count == 1 && numbers);
}

carom_status carom_sweep_drawing(const carom_scenario *scenario, const char *directory,
                                 const char *name, carom_drawing *drawing, carom_error *error)
{
    bool curves = scenario->sweep.parameters.count == 1;
    char path[4500];
    picture p = {.scenario = scenario};
    carom_status status;
    snprintf(path, sizeof path, "%s/sweep.tsv", directory);
    status = carom_tsv_read(&p.table, path, NULL, error);
    if (status == CAROM_OK && curves && scenario->sweep.theory.count > 0) {
        status = carom_table_write(directory, &carom_sweep_theory_table, &p, error);
    }
    if (status == CAROM_OK) {
        p.solvers = solvers_of(&p.table);
        if (p.solvers > CAROM_MAX_FIGURES) {
            status = carom_error_set(error, CAROM_INVALID, "",
                                     "%zu solvers are too many for a figure; expected at most %d",
                                     p.solvers, CAROM_MAX_FIGURES);
        }
    }
    if (status == CAROM_OK) {
        carom_drawing_begin_command(&p.drawing, scenario->title, "sweep", name);
        write_solvers(&p);
        (curves ? draw_curves : draw_maps)(&p);
    }
    carom_tsv_free(&p.table);
    *drawing = p.drawing;
    return status;
}

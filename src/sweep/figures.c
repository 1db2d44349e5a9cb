/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures of a sweep. One parameter: curves of each column with theory. Two parameters: maps
 * (maps.c). The data are sweep.tsv, or sweep-curves.tsv, and sweep-theory.tsv. */
#define _POSIX_C_SOURCE 200809L
#include "sweep/sweep.h"

/* Points of a theory line. */
enum { LINE_POINTS = 401 };

/* ---- curves ---- */

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

static bool is_log(const carom_picture *p)
{
    carom_range x = carom_picture_range(&p->table, 0, 0, 1);
    return carom_sweep_parameter_at(p->scenario, 0)->scale == CAROM_SWEEP_LOG ||
           carom_range_is_wide(&x);
}

static void write_lines(const void *object, carom_rows *rows)
{
    const carom_picture *p = object;
    carom_range x = carom_picture_range(&p->table, 0, 0, 1);
    bool logarithmic = is_log(p);
    for (size_t i = 0; i < p->scenario->sweep.theory.count; i++) {
        line_point row = {.theory = carom_sweep_theory_at(p->scenario, i)};
        for (size_t k = 0; k < LINE_POINTS; k++) {
            double part = (double)k / (LINE_POINTS - 1);
            row.x = logarithmic ? x.least * pow(x.largest / x.least, part)
                                : x.least + (x.largest - x.least) * part;
            (void)carom_sweep_theory_value(&p->scenario->sweep, row.theory, row.x, &row.y);
            carom_rows_write(rows, &row);
        }
    }
}

const carom_table carom_sweep_theory_table = {
    "sweep-theory.tsv",
    "a row for each point of a theory line, if the sweep has theory",
    lines_columns,
    write_lines,
    NULL,
    0,
    NULL};

/* ---- columns ---- */

/* Columns that share a figure; usually one. */
typedef struct {
    size_t from, end;
} columns;

static bool is_together(const carom_picture *p)
{
    return p->scenario->sweep.together[0] != '\0';
}

static bool is_drawn(const carom_picture *p, columns drawn, const char *quantity)
{
    bool found = false;
    for (size_t column = drawn.from; column < drawn.end; column++) {
        found = found || strcmp(p->table.header[column], quantity) == 0;
    }
    return found;
}

/* Writes LINES of the columns' theory: first row, label, and end. They extend the range of the
 * columns: by their end points, or by all points if columns share the figure. */
static void write_theory_lines(carom_picture *p, columns drawn, carom_range *y)
{
    size_t all = p->scenario->sweep.theory.count, lines = 0;
    size_t parts = is_together(p) ? LINE_POINTS - 1 : 1;
    const double positive = y->positive;
    const double from = carom_tsv_number(&p->table, 0, 0),
                 to = carom_tsv_number(&p->table, p->table.rows - 1, 0);
    carom_drawing_array(&p->drawing, "LINEFROM LINESAYS LINEEND", all + 1);
    for (size_t i = 0; i < all; i++) {
        const carom_sweep_theory *theory = carom_sweep_theory_at(p->scenario, i);
        double value;
        if (!is_drawn(p, drawn, theory->quantity)) {
            continue;
        }
        for (size_t e = 0; e <= parts; e++) {
            double x = e == parts ? to : from + (to - from) * (double)e / (double)parts;
            (void)carom_sweep_theory_value(&p->scenario->sweep, theory, x, &value);
            carom_range_extend(y, value);
        }
        carom_drawing_count_at(&p->drawing, "LINEFROM", lines, i * LINE_POINTS);
        carom_drawing_text_at(&p->drawing, "LINESAYS", lines, theory->label);
        carom_drawing_number_at(&p->drawing, "LINEEND", lines++, value);
    }
    y->positive = parts > 1 ? positive : y->positive; /* not a value next to 0 */
    carom_drawing_count(&p->drawing, "LINES", lines);
    carom_drawing_count(&p->drawing, "LINEPOINTS", LINE_POINTS);
}

/* For each column and solver: SHOWN (the axis can show a value), EMPTY (all are NaN), CURVEEND
 * (last value) and CURVESAYS (label there). If columns share the figure, theory lines identify the
 * columns, and each solver is labelled once. */
static void write_curves(carom_picture *p, const carom_sweep_curves *curves, bool logarithmic)
{
    size_t at = 0;
    carom_drawing_count(&p->drawing, "POINTS", curves->points);
    carom_drawing_count(&p->drawing, "COLUMNS", curves->columns);
    carom_drawing_count(&p->drawing, "ERRORS", curves->errors);
    carom_drawing_count(&p->drawing, "UNORDERED", curves->seeds);
    carom_drawing_count(&p->drawing, "WHOLE", curves->whole);
    carom_drawing_number(&p->drawing, "ZERO", curves->zero);
    carom_drawing_array(&p->drawing, "COLUMN", curves->columns);
    carom_drawing_array(&p->drawing, "SHOWN EMPTY CURVEEND CURVESAYS",
                        curves->columns * p->solvers);
    for (size_t k = 0; k < curves->columns; k++) {
        carom_sweep_curves one = *curves;
        one.column += k;
        carom_drawing_count_at(&p->drawing, "COLUMN", k, one.column + 1);
        for (size_t i = 0; i < p->solvers; i++, at++) {
            carom_range of = carom_picture_range(&p->table, one.column, i, p->solvers);
            carom_drawing_count_at(&p->drawing, "SHOWN", at,
                                   logarithmic ? of.largest > 0 : of.largest >= of.least);
            carom_drawing_count_at(&p->drawing, "EMPTY", at, of.least <= of.largest ? 0U : 1U);
            carom_drawing_number_at(&p->drawing, "CURVEEND", at,
                                    carom_sweep_value(&one, i, one.points - 1));
            carom_drawing_text_at(&p->drawing, "CURVESAYS", at, k == 0 ? p->label[i] : "");
        }
    }
}

/* Magnitude of a final position or velocity of a ball. */
static double scale_of_ball(const carom_problem *problem, carom_ball_end end)
{
    double speed = 0, spin = 0;
    for (size_t i = 0; i < problem->count; i++) {
        const carom_ball *b = &problem->ball[i];
        const double v = hypot(b->vx_mps, b->vy_mps);
        speed = fmax(speed, v);
        spin = fmax(spin, fabs(b->spin_radps) + v / b->radius_m);
    }
    switch (end) {
    case CAROM_BALL_END_X_M:
    case CAROM_BALL_END_Y_M: return fmax(problem->width_m, problem->height_m);
    case CAROM_BALL_END_VX_MPS:
    case CAROM_BALL_END_VY_MPS: return speed;
    case CAROM_BALL_END_SPIN_RADPS: return spin;
    case CAROM_BALL_END_DIRECTION_DEG: return 180;
    case CAROM_BALL_END_KINDS: break;
    }
    return 0;
}

/* Values up to 1e-12 of the scale are rounding errors of 0; so are residuals if all are. */
static double zero_of(const carom_picture *p, size_t column)
{
    static const double rounding = 1e-12;
    const carom_range r = carom_picture_range(&p->table, column, 0, 1);
    carom_collected collected;
    if (!carom_find_collected(&p->scenario->problem, p->table.header[column], &collected) ||
        collected.first_ball || p->scenario->sweep.shown_as[0] != '\0') {
        return 0;
    }
    if (collected.quantity != NULL) {
        return collected.quantity->part_of != NULL && fmax(-r.least, r.largest) <= rounding
                 ? rounding
                 : 0;
    }
    return rounding * scale_of_ball(&p->scenario->problem, (carom_ball_end)collected.end);
}

static bool is_whole(const carom_picture *p, size_t column)
{
    const carom_quantity *quantity = carom_find_quantity(p->table.header[column]);
    return quantity != NULL && quantity->whole && p->errors == 0 &&
           p->scenario->sweep.shown_as[0] == '\0';
}

static bool is_seed(const carom_sweep_parameter *parameter)
{
    size_t length = strlen(parameter->key);
    return parameter->scale == CAROM_SWEEP_SEEDS ||
           (length >= 4 && strcmp(parameter->key + length - 4, "seed") == 0);
}

static carom_sweep_curves curves_of(const carom_picture *p, columns drawn)
{
    return (carom_sweep_curves){.scenario = p->scenario,
                                .table = &p->table,
                                .column = drawn.from,
                                .columns = drawn.end - drawn.from,
                                .errors = p->errors,
                                .solvers = p->solvers,
                                .points = p->table.rows / p->solvers,
                                .seeds = is_seed(carom_sweep_parameter_at(p->scenario, 0)),
                                .whole = is_whole(p, drawn.from),
                                .zero = zero_of(p, drawn.from),
                                .data = p->data};
}

/* True if a point lies in the swept range and the columns have its quantity. */
static bool is_shown(const carom_picture *p, columns drawn, const carom_data_point *point)
{
    const carom_range x = carom_picture_range(&p->table, 0, 0, 1);
    const double slack = 1e-9 * (x.largest - x.least);
    return point->x >= x.least - slack && point->x <= x.largest + slack &&
           is_drawn(p, drawn, point->quantity);
}

/* The bar may end below 0 or near it; neither changes whether the axis is logarithmic. */
static void extend_by_bar(carom_range *y, const carom_data_point *point)
{
    const bool logarithmic = carom_range_is_wide(y);
    const double positive = y->positive;
    carom_range_extend(y, logarithmic ? fabs(point->y) : point->y - point->y_error);
    carom_range_extend(y, point->y + point->y_error);
    y->positive = logarithmic ? y->positive : positive;
}

/* Writes SERIES of MEASURED points with errors (DATAX, DATAXE, DATAY, DATAYE) and the number of
 * their series in the figure (DATAOF). They extend the range of the columns. */
static void write_data(carom_picture *p, columns drawn, carom_range *y)
{
    size_t count = 0, at = 0, series = 0, number[CAROM_MOST_SERIES] = {0};
    for (size_t i = 0; p->data != NULL && i < p->data->points; i++) {
        count += is_shown(p, drawn, &p->data->point[i]);
    }
    if (p->data == NULL) {
        return;
    }
    carom_drawing_count(&p->drawing, "MEASURED", count);
    carom_drawing_array(&p->drawing, "DATAX DATAXE DATAY DATAYE", count > 0 ? count : 1);
    carom_drawing_array(&p->drawing, "DATAOF", count + 1);
    carom_drawing_array(&p->drawing, "SERIESSAYS", CAROM_MOST_SERIES);
    for (size_t i = 0; i < p->data->points; i++) {
        const carom_data_point *point = &p->data->point[i];
        if (is_shown(p, drawn, point)) {
            size_t *own = &number[point->series];
            if (*own == 0) {
                *own = ++series;
                carom_drawing_text_at(&p->drawing, "SERIESSAYS", series - 1,
                                      p->data->name[point->series]);
            }
            extend_by_bar(y, point);
            carom_drawing_number_at(&p->drawing, "DATAX", at, point->x);
            carom_drawing_number_at(&p->drawing, "DATAXE", at, point->x_error);
            carom_drawing_number_at(&p->drawing, "DATAY", at, point->y);
            carom_drawing_number_at(&p->drawing, "DATAYE", at, point->y_error);
            carom_drawing_count_at(&p->drawing, "DATAOF", at++, *own);
        }
    }
    carom_drawing_count(&p->drawing, "SERIES", series);
}

/* Range of the columns with their error bars. */
static carom_range range_of_columns(const carom_picture *p, const carom_sweep_curves *curves)
{
    carom_range y = carom_range_empty;
    for (size_t column = curves->column; column < curves->column + curves->columns; column++) {
        for (size_t row = 0; row < p->table.rows; row++) {
            double value = carom_tsv_number(&p->table, row, column), error = 0;
            if (curves->errors > 0) {
                error = carom_tsv_number(&p->table, row, column + curves->errors);
            }
            value = fabs(value) <= curves->zero ? 0 : value;
            carom_range_extend(&y, value - error);
            carom_range_extend(&y, value + error);
        }
    }
    return y;
}

/* ---- residuals ---- */

/* The only theory of the column; NULL for none or several. */
static const carom_sweep_theory *only_theory(const carom_sweep_curves *curves)
{
    const carom_sweep_theory *found = NULL;
    for (size_t i = 0; i < curves->scenario->sweep.theory.count; i++) {
        const carom_sweep_theory *theory = carom_sweep_theory_of(curves, i);
        if (theory != NULL && found != NULL) {
            return NULL;
        }
        found = theory != NULL ? theory : found;
    }
    return found;
}

/* Value minus theory; in percent of it on a logarithmic axis. */
static double residual_at(const carom_sweep_curves *curves, const carom_sweep_theory *theory,
                          size_t solver, size_t point, bool logarithmic)
{
    double expected, value = carom_sweep_value(curves, solver, point);
    (void)carom_sweep_theory_value(&curves->scenario->sweep, theory,
                                   carom_sweep_parameter_value(curves, point), &expected);
    return logarithmic ? 100 * (value / expected - 1) : value - expected;
}

/* Writes RESIDUALS: if all curves on the axis coincide with a theory, their distance from it is
 * drawn below (RESIDUAL, by solver, then by point). */
static void write_residuals(carom_picture *p, const carom_sweep_curves *curves,
                            const carom_range *y, bool logarithmic)
{
    enum { MOST_POINTS = 2000 };
    static const double coincide = 0.03, invisible = 1e-9;
    const carom_sweep_theory *theory = curves->columns == 1 ? only_theory(curves) : NULL;
    const double whole = logarithmic ? 100 : y->largest - y->least;
    carom_range r = carom_range_empty;
    for (size_t k = 0; theory != NULL && k < curves->solvers * curves->points; k++) {
        if (!logarithmic ||
            carom_picture_range(&p->table, curves->column, k / curves->points, p->solvers).largest >
                0) {
            carom_range_extend(&r, residual_at(curves, theory, k / curves->points,
                                               k % curves->points, logarithmic));
        }
    }
    const double most = fmax(-r.least, r.largest);
    if (theory == NULL || curves->points > MOST_POINTS || !r.numbers ||
        !(most < coincide * whole && most > invisible * whole)) {
        carom_drawing_count(&p->drawing, "RESIDUALS", 0);
        return;
    }
    carom_drawing_count(&p->drawing, "RESIDUALS", 1);
    carom_drawing_number(&p->drawing, "RESIDUALMOST", most);
    carom_drawing_array(&p->drawing, "RESIDUAL", curves->solvers * curves->points);
    for (size_t k = 0; k < curves->solvers * curves->points; k++) {
        double value = residual_at(curves, theory, k / curves->points, k % curves->points,
                                   logarithmic);
        carom_drawing_number_at(&p->drawing, "RESIDUAL", k, value);
    }
}

/* ---- figures of curves ---- */

/* Writes LOGY and the ends of the y axis (YLEAST, YMOST) with a margin. The axis is logarithmic if
 * the values span decades, or if positive values vary over a logarithmic x axis, where power laws
 * are straight. @return true if it is logarithmic */
static bool write_axis(carom_picture *p, const carom_range *y)
{
    static const double varies = 3;
    const bool wide = carom_range_is_wide(y),
               logarithmic = wide || (is_log(p) && y->least > 0 && y->largest > varies * y->least);
    double low = y->least, high = y->largest;
    if (logarithmic) {
        const double margin = wide ? 2 : pow(y->largest / y->least, 0.05);
        low = y->positive / margin;
        high *= margin;
    } else {
        const double pad = high > low ? 0.04 * (high - low) : high == 0 ? 1 : 0.5 * fabs(high);
        low -= pad;
        high += pad;
    }
    carom_drawing_count(&p->drawing, "LOGY", logarithmic);
    carom_drawing_number(&p->drawing, "YLEAST", low);
    carom_drawing_number(&p->drawing, "YMOST", high);
    return logarithmic;
}

/* Writes the curves and theory lines of some columns. @return false: no curve can be shown */
static bool write_columns(carom_picture *p, columns drawn)
{
    const carom_sweep_curves curves = curves_of(p, drawn);
    carom_range y = range_of_columns(p, &curves);
    if (!(y.least <= y.largest)) {
        return false;
    }
    write_data(p, drawn, &y);
    write_theory_lines(p, drawn, &y);
    const bool logarithmic = write_axis(p, &y);
    write_curves(p, &curves, logarithmic);
    write_residuals(p, &curves, &y, logarithmic);
    return true;
}

static void draw_column(carom_picture *p, size_t column)
{
    const char *header = p->table.header[column];
    char name[60];
    if (write_columns(p, (columns){column, column + 1})) {
        carom_picture_write_quantity(p, column);
        carom_picture_name(name, header);
        carom_drawing_figure(&p->drawing, name, "sweep");
    }
}

static void draw_together(carom_picture *p)
{
    if (write_columns(p, (columns){p->from, p->from + p->columns})) {
        carom_picture_write_label(p, p->scenario->sweep.together);
        carom_drawing_figure(&p->drawing, "sweep-together", "sweep");
    }
}

/* True if the values of the parameter are whole numbers, as counts and seeds are. */
static bool has_whole_parameter(const carom_picture *p)
{
    bool whole = true;
    for (size_t row = 0; row < p->table.rows; row++) {
        double value = carom_tsv_number(&p->table, row, 0);
        whole = whole && value == floor(value);
    }
    return whole;
}

static void draw_curves(carom_picture *p)
{
    const bool logarithmic = is_log(p);
    carom_drawing_count(&p->drawing, "LOGX", logarithmic);
    carom_drawing_count(&p->drawing, "PARAMETER", 1);
    carom_picture_write_parameter(p, 0, "X", logarithmic);
    carom_drawing_count(&p->drawing, "XWHOLE", has_whole_parameter(p));
    carom_drawing_count(&p->drawing, "TOGETHER", is_together(p));
    carom_drawing_count(&p->drawing, "MEANS", carom_sweep_needs_curves_table(p->scenario));
    if (is_together(p)) {
        draw_together(p);
        return;
    }
    for (size_t column = p->from; column < p->from + p->columns; column++) {
        draw_column(p, column);
    }
}

/* ---- selection ---- */

bool carom_sweep_is_drawn(const carom_scenario *scenario)
{
    return scenario->sweep.parameters.count == 2 || carom_sweep_has_curves(scenario);
}

/* Reads sweep.tsv, or the table of the curves, which is written first. */
static carom_status read_table(carom_picture *p, const char *directory, carom_error *error)
{
    char path[4500];
    carom_tsv means = {0};
    snprintf(path, sizeof path, "%s/sweep.tsv", directory);
    CAROM_TRY(carom_tsv_read(&p->table, path, NULL, error));
    p->from = carom_tsv_column(&p->table, "solver") + 1;
    p->columns = p->table.columns - p->from;
    if (!carom_sweep_needs_curves_table(p->scenario)) {
        return CAROM_OK;
    }
    CAROM_TRY(carom_sweep_write_curves(p->scenario, &p->table, directory, error));
    snprintf(path, sizeof path, "%s/%s", directory, carom_sweep_curves_table);
    carom_status status = carom_tsv_read(&means, path, NULL, error);
    carom_tsv_free(&p->table);
    p->table = means;
    p->from = 2;
    p->errors = p->scenario->sweep.parameters.count == 2 ? p->columns : 0;
    return status;
}

carom_status carom_sweep_drawing(const carom_scenario *scenario, const carom_sweep_data *data,
                                 const char *directory, const char *name, carom_drawing *drawing,
                                 carom_error *error)
{
    const bool curves = carom_sweep_has_curves(scenario);
    carom_picture p = {.scenario = scenario, .data = data->points > 0 ? data : NULL};
    carom_status status = read_table(&p, directory, error);
    if (status == CAROM_OK && curves && scenario->sweep.theory.count > 0) {
        status = carom_table_write(directory, &carom_sweep_theory_table, &p, error);
    }
    if (status == CAROM_OK) {
        p.solvers = carom_picture_count_solvers(&p.table);
        if (p.solvers > CAROM_MAX_FIGURES) {
            status = carom_error_set(error, CAROM_INVALID, "",
                                     "%zu solvers are too many for a figure; expected at most %d",
                                     p.solvers, CAROM_MAX_FIGURES);
        }
    }
    if (status == CAROM_OK) {
        carom_drawing_begin_command(&p.drawing, scenario->title, "sweep", name);
        carom_picture_write_solvers(&p);
        (curves ? draw_curves : carom_sweep_draw_maps)(&p);
    }
    if (status == CAROM_OK && p.data != NULL) {
        const carom_sweep_curves all = curves_of(&p, (columns){p.from, p.from + p.columns});
        status = carom_table_write(directory, &carom_sweep_data_table, &all, error);
    }
    carom_tsv_free(&p.table);
    *drawing = p.drawing;
    return status;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Points of the figures of a sweep, theory lines, and the description of the figures. */
#include "studies/sweep.h"
#include <ctype.h>

/* ---- points of curves and maps ---- */

/* The value as figures show it. */
static double shown_value(const carom_sweep *sweep, double value)
{
    char why[200];
    double shown = value;
    bool ok = sweep->shown_as[0] == '\0' ||
              carom_formula_evaluate(sweep->shown_as, value, &shown, why, sizeof why);
    return ok ? shown : NAN;
}

/* Magnitude up to which values are rounding errors of 0: 1e-12 of the scale, as the table is of
 * lengths; of errors relative to the energy, if all of them are. */
static double rounding_of(const carom_sweep_study *s, const char *quantity, double largest)
{
    static const double rounding = 1e-12;
    const carom_problem *problem = &s->result.scenario->problem;
    double table_m = fmax(problem->width_m, problem->height_m), speed = 0, spin = 0;
    carom_collected of;
    if (s->result.scenario->sweep.shown_as[0] != '\0' ||
        !carom_find_collected(problem, quantity, &of) || of.first_ball) {
        return 0;
    }
    if (of.quantity != NULL) {
        bool length = strcmp(of.quantity->column.unit, "m") == 0;
        return of.quantity->part_of != NULL && largest <= rounding ? rounding
             : length && of.over == NULL                           ? rounding * table_m
                                                                   : 0;
    }
    for (size_t i = 0; i < problem->count; i++) {
        const carom_ball *b = &problem->ball[i];
        const double v = hypot(b->vx_mps, b->vy_mps);
        speed = fmax(speed, v);
        spin = fmax(spin, fabs(b->spin_radps) + v / b->radius_m);
    }
    const double scale[CAROM_BALL_END_KINDS] = {
        [CAROM_BALL_END_X_M] = table_m,       [CAROM_BALL_END_Y_M] = table_m,
        [CAROM_BALL_END_VX_MPS] = speed,      [CAROM_BALL_END_VY_MPS] = speed,
        [CAROM_BALL_END_DIRECTION_DEG] = 180, [CAROM_BALL_END_SPIN_RADPS] = spin};
    return rounding * scale[of.end];
}

static double place_of(const carom_sweep_study *s, size_t axis, size_t point)
{
    const carom_sweep_value *value = carom_sweep_value_at(s, axis, point);
    return s->has_curves || s->axis[axis].even ? value->number
                                               : (double)(value - s->axis[axis].value) + 1;
}

/* Value of quantity @p q of a solver at a point, as figures show it. */
static double value_at(const carom_sweep_study *s, size_t point, size_t solver, size_t q)
{
    const carom_cell *cell = carom_frame_row(&s->result.frame[CAROM_SWEEP_TABLE],
                                             point * s->solvers + solver);
    return shown_value(&s->result.scenario->sweep, cell[s->axes + 1 + q].number);
}

/* Mean over @p n seeds, the points from @p first on, with its standard error. */
static double mean_over(const carom_sweep_study *s, size_t first, size_t n, size_t solver, size_t q,
                        double *error)
{
    double mean = 0, squares = 0;
    for (size_t i = first; i < first + n; i++) {
        mean += value_at(s, i, solver, q) / (double)n;
    }
    for (size_t i = first; i < first + n; i++) {
        squares += pow(value_at(s, i, solver, q) - mean, 2);
    }
    *error = n > 1 ? sqrt(squares / (double)(n * (n - 1))) : 0;
    return mean;
}

/* Add the points of curves, which are means over seeds, or of maps. */
static void add_points(carom_sweep_study *s)
{
    const size_t seeds = s->has_curves ? s->axis[0].every : 1, rows = s->points / seeds;
    for (size_t q = 0; q < s->quantities; q++) {
        double largest = 0;
        for (size_t k = 0; k < s->points * s->solvers; k++) {
            largest = fmax(largest, fabs(value_at(s, k / s->solvers, k % s->solvers, q)));
        }
        const double zero = rounding_of(s, s->quantity[q], largest);
        for (size_t k = 0; k < rows * s->solvers; k++) {
            const size_t first = k % rows * seeds, solver = k / rows;
            carom_sweep_point row = {.quantity = s->quantity[q],
                                     .solver = s->solver[solver],
                                     .x = place_of(s, 0, first),
                                     .second = s->has_maps ? place_of(s, 1, first) : NAN};
            row.y = mean_over(s, first, seeds, solver, q, &row.y_error);
            row.y = fabs(row.y) <= zero ? 0 : row.y;
            carom_result_add(&s->result, CAROM_SWEEP_CURVES, &row);
        }
    }
}

/* ---- theory ---- */

static void find_range(const carom_sweep_axis *axis, double *low, double *high)
{
    *low = INFINITY;
    *high = -INFINITY;
    for (size_t k = 0; k < axis->values; k++) {
        *low = fmin(*low, axis->value[k].number);
        *high = fmax(*high, axis->value[k].number);
    }
}

static void add_theory(carom_sweep_study *s)
{
    enum { LINE_POINTS = 401 };
    const carom_sweep *sweep = &s->result.scenario->sweep;
    double low, high;
    find_range(&s->axis[0], &low, &high);
    for (size_t k = 0; k < sweep->theory.count * LINE_POINTS; k++) {
        const double part = (double)(k % LINE_POINTS) / (LINE_POINTS - 1);
        char why[200];
        double y;
        carom_sweep_line row = {
            .theory = &((const carom_sweep_theory *)sweep->theory.items)[k / LINE_POINTS]};
        row.x = s->is_log ? low * pow(high / low, part) : low + (high - low) * part;
        bool ok = carom_formula_evaluate(row.theory->formula, row.x, &y, why, sizeof why);
        row.y = ok ? shown_value(sweep, y) : NAN;
        carom_result_add(&s->result, CAROM_SWEEP_THEORY, &row);
    }
}

void carom_sweep_fill_curves(carom_sweep_study *s)
{
    static const double wide = 100; /* positive values over more than this are logarithmic */
    const carom_sweep_axis *axis = s->axis;
    s->has_curves = axis[0].numeric && (s->axes == 1 || (s->axes == 2 && axis[1].parameter->scale ==
                                                                             CAROM_SWEEP_SEEDS));
    s->has_maps = s->axes == 2 && !s->has_curves;
    if (s->has_curves) {
        double low, high;
        find_range(&axis[0], &low, &high);
        s->is_log = axis[0].parameter->scale == CAROM_SWEEP_LOG || (low > 0 && high > wide * low);
        add_points(s);
        add_theory(s);
        for (size_t i = 0; i < s->data.points; i++) {
            carom_result_add(&s->result, CAROM_SWEEP_MEASURED, &s->data.point[i]);
        }
    } else if (s->has_maps) {
        add_points(s);
    }
}

/* ---- axes ---- */

bool carom_sweep_has_figures(const carom_sweep_study *s)
{
    return s->has_curves || s->has_maps;
}

/* The solver's label, or its name with step and stiffness; only its name if the sweep varies a
 * solver. */
static void add_solvers(const carom_sweep_study *s, carom_plot *plot)
{
    const carom_scenario *scenario = s->result.scenario;
    bool varies = false;
    for (size_t i = 0; i < s->axes; i++) {
        varies = varies || strncmp(s->axis[i].parameter->key, "solvers.", 8) == 0;
    }
    for (size_t i = 0; i < s->solvers; i++) {
        carom_label label;
        carom_solver_short_label(scenario, s->solver[i], label.text, sizeof label);
        carom_plot_scenario_solver(plot, scenario, s->solver[i], varies ? label.text : NULL);
    }
}

/* Length of a label without its unit, which follows the last " (": "E(0)" has none. */
static int length_without_unit(const char *label)
{
    const char *unit = NULL;
    for (const char *c = strstr(label, " ("); c != NULL; c = strstr(c + 1, " (")) {
        unit = c;
    }
    return unit == NULL ? (int)strlen(label) : (int)(unit - label);
}

/* X_NAME, X_UNIT and X_FROM: the axis shows value - X_FROM. A logarithmic axis, and one of places,
 * show the values unchanged. Values that are not even are X_TIC. */
static void add_axis(const carom_sweep_study *s, carom_plot *plot, size_t i, const char *letter)
{
    const carom_sweep_axis *axis = &s->axis[i];
    const bool plain = isnan(axis->parameter->origin) || (s->has_curves ? s->is_log : !axis->even);
    char variable[20], label[CAROM_LABEL_SIZE];
    const char *unit = carom_sweep_label(axis->parameter, label);
    snprintf(variable, sizeof variable, "%s_NAME", letter);
    carom_plot_text(plot, variable, "%s", label);
    snprintf(variable, sizeof variable, "%s_UNIT", letter);
    carom_plot_text(plot, variable, "%s", unit);
    snprintf(variable, sizeof variable, "%s_FROM", letter);
    carom_plot_number(plot, variable, plain ? 0 : axis->parameter->origin);
    snprintf(variable, sizeof variable, "%s_TIC", letter);
    for (size_t k = 0; k < axis->values && s->has_maps && !axis->even; k++) {
        carom_plot_text(plot, variable, "%s", axis->value[k].text);
    }
}

/* ---- figures ---- */

/* Add all theory lines and measured series. A figure shows those of its quantities. */
static void add_lines(const carom_sweep_study *s, carom_plot *plot)
{
    const carom_list *theory = &s->result.scenario->sweep.theory;
    for (size_t i = 0; i < theory->count; i++) {
        carom_plot_text(plot, "LINE_OF", "%s",
                        ((const carom_sweep_theory *)theory->items)[i].quantity);
        carom_plot_text(plot, "LINE", "%s", ((const carom_sweep_theory *)theory->items)[i].label);
    }
    for (size_t i = 0; i < s->data.series; i++) {
        carom_plot_text(plot, "SERIES", "%s", s->data.name[i]);
    }
}

/* Add a figure with the label of its quantity: "Rms divergence at the end over stiffness k". */
static void add_figure(const carom_sweep_study *s, carom_plot *plot, const char *name,
                       const char *label)
{
    char over[600] = "";
    for (size_t i = 0; i < s->axes; i++) {
        char axis[CAROM_LABEL_SIZE];
        if (i == 0 || s->has_maps) {
            (void)carom_sweep_label(s->axis[i].parameter, axis);
            carom_text_append(over, sizeof over, "%s%.*s", i == 0 ? "" : " and ",
                              length_without_unit(axis), axis);
        }
    }
    carom_plot_text(plot, "QUANTITY_NAME", "%s", label);
    if (s->has_curves && s->axis[0].every > 1) {
        carom_text_append(over, sizeof over, "; bars: standard error of %zu runs",
                          s->axis[0].every);
    }
    bool is_named = strstr(label, ": ") != NULL; /* begins with the name of a ball */
    carom_plot_figure(plot, name, s->has_curves ? "sweep" : "map", "%c%.*s over %s",
                      is_named ? label[0] : toupper((unsigned char)label[0]),
                      length_without_unit(label) - 1, label + 1, over);
}

/* Adds a quantity to the figure, and its label. Over the duration, each point is at its own end. */
static void add_quantity(const carom_sweep_study *s, carom_plot *plot, size_t q, char label[300])
{
    const carom_scenario *scenario = s->result.scenario;
    static const char at_end[] = " at the end";
    const size_t size = 300;
    carom_collected of;
    bool known = carom_find_collected(&scenario->problem, s->quantity[q], &of);
    carom_plot_text(plot, "QUANTITY", "%s", s->quantity[q]);
    if (s->has_maps) {
        carom_plot_count(plot, "OUTCOMES", known && of.first_ball);
    }
    snprintf(label, size, "%s%s", scenario->sweep.shown_as,
             scenario->sweep.shown_as[0] == '\0' ? "" : " of x, ");
    size_t used = strlen(label);
    if (known) {
        carom_collected_label(&scenario->problem, &of, label + used, size - used);
    } else { /* a ball that only the points of the grid have */
        snprintf(label + used, size - used, "%s", s->quantity[q]);
    }
    char *end = strstr(label, at_end);
    if (end != NULL && s->axes > 0 && strcmp(s->axis[0].parameter->key, "duration_s") == 0) {
        memmove(end, end + strlen(at_end), strlen(end + strlen(at_end)) + 1);
    }
}

/* Write the name of the figure of a quantity, with signs of a shell as '-'. */
static void name_figure(const char *quantity, char name[200])
{
    snprintf(name, 200, "sweep-%.180s", quantity);
    for (char *c = name; *c != '\0'; c++) {
        *c = isalnum((unsigned char)*c) || *c == '_' ? *c : '-';
    }
}

static void plot_quantity(const carom_sweep_study *s, carom_plot *plot, size_t q)
{
    char name[220], other[200], label[300];
    bool taken = false;
    add_quantity(s, plot, q, label);
    name_figure(s->quantity[q], name);
    for (size_t k = 0; k < q && !taken; k++) {
        name_figure(s->quantity[k], other);
        taken = strcmp(name, other) == 0;
    }
    carom_text_append(name, sizeof name, taken ? "-%zu" : "", q + 1);
    add_figure(s, plot, name, label);
}

void carom_sweep_plot(const carom_result *result, carom_plot *plot)
{
    const carom_sweep_study *s = (const carom_sweep_study *)result;
    const char *together = result->scenario->sweep.together;
    if (!carom_sweep_has_figures(s)) {
        return;
    }
    add_solvers(s, plot);
    add_axis(s, plot, 0, "X");
    if (s->has_maps) {
        add_axis(s, plot, 1, "Y");
        for (size_t i = 0; i < result->scenario->problem.count; i++) {
            const carom_ball *ball = &result->scenario->problem.ball[i];
            carom_plot_number(plot, "BALL_X", ball->x_m);
            carom_plot_number(plot, "BALL_Y", ball->y_m);
            carom_plot_number(plot, "BALL_R", ball->radius_m);
        }
    } else {
        carom_plot_count(plot, "X_LOG", s->is_log);
        add_lines(s, plot);
    }
    if (s->has_maps || together[0] == '\0') {
        for (size_t q = 0; q < s->quantities; q++) {
            plot_quantity(s, plot, q);
        }
        return;
    }
    for (size_t q = 0; q < s->quantities; q++) {
        char label[300];
        add_quantity(s, plot, q, label);
        carom_plot_text(plot, "SAYS", "%.*s", length_without_unit(label), label);
    }
    add_figure(s, plot, "sweep-together", together);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables, figures, printed output and help of carom converge. */
#include "carom_studies.h"
#include "studies/studies.h"

/* Row of a table: solver, stiffness, theta. */
typedef struct {
    const carom_converge_solver *solver;
    const carom_converge_row *row;
    const carom_converge_point *point;
} map_row;

#define STIFFNESS(NUMBER, TEXT, of)                                                                \
    TEXT(of, solver, r->solver->spec->name, "name in the scenario")                                \
    NUMBER(of, stiffness, "", r->row->stiffness, "in the unit of the law's key")
#define POINTS(NUMBER, TEXT, of)                                                                   \
    STIFFNESS(NUMBER, TEXT, of)                                                                    \
    NUMBER(of, theta, "", r->point->theta, "step times w0")                                        \
    NUMBER(of, step_s, "s", r->point->step_s, "step")                                              \
    NUMBER(of, total_m, "m", r->point->total_m.rms, "distance from the rigid run at the end")      \
    NUMBER(of, total_low_m, "m", r->point->total_m.low, "two thirds of the runs lie above")        \
    NUMBER(of, total_high_m, "m", r->point->total_m.high, "and below")                             \
    NUMBER(of, method_m, "m", r->point->method_m.rms, "distance from the converged run")           \
    NUMBER(of, method_low_m, "m", r->point->method_m.low, "two thirds of the runs lie above")      \
    NUMBER(of, method_high_m, "m", r->point->method_m.high, "and below")                           \
    NUMBER(of, floor_m, "m", r->row->floor_m,                                                      \
           "modelling error: distance of the converged run from the rigid run")                    \
    NUMBER(of, energy_rel, "", r->point->energy_rel, "largest energy error over E(0)")             \
    NUMBER(of, blown, "", r->point->blown, "fraction of the runs that diverged")                   \
    NUMBER(of, force_evaluations, "", r->point->force_evaluations, "mean of a run")                \
    NUMBER(of, pair_tests, "", r->point->pair_tests, "mean of a run")                              \
    NUMBER(of, seconds, "s", r->point->seconds, "mean wall-clock time of a run")
#define FLOORS(NUMBER, TEXT, of)                                                                   \
    STIFFNESS(NUMBER, TEXT, of)                                                                    \
    NUMBER(of, floor_m, "m", r->row->floor_m,                                                      \
           "modelling error: distance of the converged run from the rigid run")                    \
    NUMBER(of, order, "", r->row->order.value, "fitted order of the discretization error")         \
    NUMBER(of, order_error, "", r->row->order.error, "its standard error")                         \
    NUMBER(of, theta_floor, "", r->row->theta_floor,                                               \
           "theta at which discretization and modelling error are equal")                          \
    NUMBER(of, theta_blown, "", r->row->theta_blown,                                               \
           "smallest theta at which half of the runs diverge")
#define ORDERS(NUMBER, TEXT, of)                                                                   \
    TEXT(of, solver, r->solver->spec->name, "name in the scenario")                                \
    NUMBER(of, order, "", r->solver->order.value, "mean over the stiffnesses")                     \
    NUMBER(of, order_error, "", r->solver->order.error, "its standard error")                      \
    NUMBER(of, expected_from, "", r->solver->expected.low, "by theory")                            \
    NUMBER(of, expected_to, "", r->solver->expected.high, "by theory")                             \
    NUMBER(of, floor_slope, "", r->solver->floor_slope.value,                                      \
           "exponent of the modelling error in the stiffness")                                     \
    NUMBER(of, floor_slope_error, "", r->solver->floor_slope.error, "its standard error")          \
    NUMBER(of, expected_slope, "", r->solver->expected_slope,                                      \
           "by theory: -1/2 for Hooke, -2/5 for Hertz; nan with friction")
CAROM_COLUMNS(points, map_row, POINTS)
CAROM_COLUMNS(floors, map_row, FLOORS)
CAROM_COLUMNS(orders, map_row, ORDERS)

static void points_of_all(const void *object, carom_rows *rows)
{
    const carom_converge *converge = object;
    for (size_t l = 0; l < converge->solvers; l++) {
        const carom_converge_solver *solver = &converge->solver[l];
        for (size_t j = 0; j < solver->rows; j++) {
            for (size_t i = 0; i < converge->points; i++) {
                carom_rows_write(rows,
                                 &(map_row){solver, &solver->row[j], &solver->row[j].point[i]});
            }
        }
    }
}

static void floors_of_all(const void *object, carom_rows *rows)
{
    const carom_converge *converge = object;
    for (size_t l = 0; l < converge->solvers; l++) {
        for (size_t j = 0; j < converge->solver[l].rows; j++) {
            carom_rows_write(rows,
                             &(map_row){&converge->solver[l], &converge->solver[l].row[j], NULL});
        }
    }
}

static void orders_of_all(const void *object, carom_rows *rows)
{
    const carom_converge *converge = object;
    for (size_t l = 0; l < converge->solvers; l++) {
        carom_rows_write(rows, &(map_row){.solver = &converge->solver[l]});
    }
}

static const carom_table tables[] = {
    {"convergence.tsv", "a row for each solver, stiffness and step", points_columns, points_of_all,
     NULL},
    {"floors.tsv", "a row for each solver and stiffness", floors_columns, floors_of_all, NULL},
    {"orders.tsv", "a row for each solver", orders_columns, orders_of_all, NULL},
    {.name = NULL}};

/* ---- figures ---- */

/* without time step and stiffness, which vary */
static carom_label name_of(const carom_converge_solver *solver)
{
    carom_label of = {""};
    carom_solver_capitalize(solver->spec->name, of.text, sizeof of.text);
    return of;
}

/* Define the solvers for the plot scripts: name, first row in convergence.tsv, label. */
static void define_solvers(carom_drawing *drawing, const carom_converge *converge)
{
    size_t row = 0, floor = 0;
    const char *names[CAROM_MAX_FIGURES];
    for (size_t l = 0; l < converge->solvers && l < CAROM_MAX_FIGURES; l++) {
        names[l] = converge->solver[l].spec->name;
    }
    carom_drawing_solvers(drawing, converge->scenario, names,
                          converge->solvers < CAROM_MAX_FIGURES ? converge->solvers
                                                                : CAROM_MAX_FIGURES);
    for (size_t l = 0; l < converge->solvers && l < CAROM_MAX_FIGURES; l++) {
        carom_drawing_text_at(drawing, "LABEL", l, name_of(&converge->solver[l]).text);
    }
    carom_drawing_count(drawing, "POINTS", converge->points);
    carom_drawing_number(drawing, "SLOPE", converge->solver[0].power);
    carom_drawing_array(drawing, "SAYS FROM MIDDLE ROWS FLOOR EXPECTED", converge->solvers);
    for (size_t l = 0; l < converge->solvers && l < CAROM_MAX_FIGURES; l++) {
        const carom_converge_solver *solver = &converge->solver[l];
        char order[40];
        carom_report_format_estimate(solver->order, "±", order, sizeof order);
        carom_drawing_text_at(drawing, "SAYS", l, isnan(solver->order.value) ? "-" : order);
        carom_drawing_number_at(drawing, "EXPECTED", l, solver->expected.high);
        carom_drawing_count_at(drawing, "FROM", l, row);
        carom_drawing_count_at(drawing, "MIDDLE", l, row + solver->rows / 2 * converge->points);
        carom_drawing_count_at(drawing, "ROWS", l, solver->rows);
        carom_drawing_count_at(drawing, "FLOOR", l, floor);
        row += solver->rows * converge->points;
        floor += solver->rows;
    }
}

static void draw_maps(carom_drawing *drawing, const carom_converge *converge)
{
    for (size_t l = 0; l < converge->solvers; l++) {
        char name[100];
        if (converge->solver[l].rows < 2) {
            continue;
        }
        carom_drawing_subject(drawing,
                              "Distance from the rigid run over time step and stiffness: %s",
                              name_of(&converge->solver[l]).text);
        carom_drawing_count(drawing, "LANE", l + 1);
        snprintf(name, sizeof name, "map-%s", converge->solver[l].spec->name);
        carom_drawing_figure(drawing, name, "map");
    }
}

/* Whether the modelling error of the first solver is known for any stiffness. */
static bool has_floor(const carom_converge *converge)
{
    bool has = false;
    for (size_t r = 0; r < converge->solver[0].rows; r++) {
        has = has || isfinite(converge->solver[0].row[r].floor_m);
    }
    return has;
}

static void draw(const void *object, carom_drawing *drawing)
{
    const carom_converge *converge = object;
    const carom_converge_row *middle = &converge->solver[0].row[converge->solver[0].rows / 2];
    define_solvers(drawing, converge);
    if (!has_floor(converge)) {
        draw_maps(drawing, converge); /* every run diverged */
        return;
    }
    carom_drawing_number(drawing, "FLOORAT", middle->floor_m);
    carom_drawing_subject(drawing, "Order of convergence: discretization error over time step");
    carom_drawing_figure(drawing, "convergence", "convergence");
    draw_maps(drawing, converge);
    carom_drawing_subject(drawing,
                          "Work and precision: discretization error over force evaluations");
    carom_drawing_figure(drawing, "work", "work");
}

/* ---- study ---- */

static void print_theta(FILE *stream, double theta)
{
    if (isnan(theta)) {
        fprintf(stream, " %-12s", "not reached");
    } else {
        fprintf(stream, " %-12.3g", theta);
    }
}

static void print_solver(FILE *stream, const carom_converge_solver *solver)
{
    const carom_converge_row *middle = &solver->row[solver->rows / 2];
    char order[40], theory[40], slope[40];
    carom_report_format_estimate(solver->order, "+-", order, sizeof order);
    snprintf(theory, sizeof theory,
             solver->expected.high > solver->expected.low ? "%g to %-3g" : "%g",
             solver->expected.low, solver->expected.high);
    snprintf(slope, sizeof slope, "%.4f", solver->floor_slope.value);
    fprintf(stream, "%-18.18s %-22s %-8s %-22s", solver->spec->name,
            isnan(solver->order.value) ? "-" : order, isnan(solver->expected.low) ? "-" : theory,
            isnan(solver->floor_slope.value) ? "-" : slope);
    fprintf(stream, isnan(solver->expected_slope) ? " -       " : " %-8g", solver->expected_slope);
    print_theta(stream, middle->theta_floor);
    print_theta(stream, middle->theta_blown);
    fputc('\n', stream);
}

static carom_status converge_print(const void *object, FILE *stream, FILE *complaints)
{
    (void)complaints;
    const carom_converge *converge = object;
    fprintf(stream, "%zu time step%s, %lld stiffness%s, %zu sub-step offset%s of each contact\n\n",
            converge->points, carom_plural((double)converge->points),
            (long long)converge->scenario->convergence.factors,
            converge->scenario->convergence.factors == 1 ? "" : "es", converge->phases,
            carom_plural((double)converge->phases));
    /* with friction, stiff springs do not converge to the impulse model */
    bool rough = carom_problem_has_contact_friction(&converge->scenario->problem);
    fprintf(stream, "%-18s %-22s %-8s %-22s %-8s %-12s %-12s\n", "", "order in the step", "theory",
            "power of the stiffness", "theory", "theta of", "theta of");
    fprintf(stream, "%-18s %-22s %-8s %-22s %-8s %-12s %-12s\n", "", "", "", "", "", "equality",
            "divergence");
    for (size_t i = 0; i < converge->solvers; i++) {
        print_solver(stream, &converge->solver[i]);
    }
    if (rough) {
        fprintf(stream, "\nWith friction stiff springs may not converge to the impulse model "
                        "('carom contact').\n");
    }
    for (size_t i = 0; i < converge->solvers; i++) {
        if (isnan(converge->solver[i].order.value)) {
            fprintf(stream,
                    "\n%s: no order could be fitted, because of too few usable time steps or no "
                    "collision.\n",
                    converge->solver[i].spec->name);
        }
    }
    return CAROM_OK;
}

const carom_study_entry carom_study_converge = {
    .about = {.name = "converge",
              .summary = "error over time step and stiffness: order, modelling error, divergence",
              .options_size = sizeof(carom_converge)},
    .text = STUDY_CONVERGE_TEXT,
    .notes = STUDY_CONVERGE_NOTES,
    .keys = "convergence",
    .run = carom_converge_run,
    .print = converge_print,
    .release = carom_converge_free,
    .tables = tables,
    .figures = "convergence.* map-*.* work.*",
    .draw = draw};

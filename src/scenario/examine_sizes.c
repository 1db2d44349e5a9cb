/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers too large to reckon with, and products of numbers that are right one by one: points,
 * rows, steps. Refused with the number before anything is allocated; reckoned in doubles, which do
 * not wrap. */
#include "scenario/scenario.h"
#include "search/search.h"
#include <math.h>
#include <string.h>

/* Rows of trajectory.tsv, a hundred bytes each: a terabyte. */
static const double most_rows = 1e10;
/* Runs that a study keeps the outcomes of. */
static const double most_runs = 1e7;
/* Balls times seeds, a speed each: a gigabyte a solver. */
static const double most_speeds = 1.3e8;
/* 2^53: beyond, a double counts no single steps, and t + h is t. */
static const double most_steps = 9007199254740992.0;
/* Where an option is out of this range, the length of a step is asked of a solver made for it. */
static const double usual_low = 1e-6, usual_high = 1e20;

/* At 1e9 s a clock of doubles ticks in 1e-7 s. */
static const double longest_s = 1e9;

typedef struct {
    const carom_scenario *scenario;
    const carom_node *root;
    carom_messages *messages;
} inspection;

static carom_mark mark_of(const inspection *in, const char *key)
{
    return carom_node_mark(carom_node_get(in->root, key), in->root);
}

/* Reports a fault where its value was given. */
static bool report_value(void *context, const carom_fault *fault)
{
    const inspection *in = context;
    const char *key = fault->key;
    bool is_position = strcmp(key, "x_m") == 0 || strcmp(key, "y_m") == 0;
    bool is_velocity = strcmp(key, "vx_mps") == 0 || strcmp(key, "vy_mps") == 0;
    carom_mark mark = fault->ball == CAROM_NO_BALL
                        ? mark_of(in, "table")
                        : (is_position   ? carom_position_mark
                           : is_velocity ? carom_velocity_mark
                                         : carom_ball_mark)(in->scenario, in->root, fault->ball);
    carom_messages_add(in->messages, true, mark, key, "%s", fault->text);
    return true;
}

static void inspect_values(inspection *in)
{
    (void)carom_problem_check_values(&in->scenario->problem, report_value, in);
    if (in->scenario->duration_s > longest_s) {
        carom_messages_add(
            in->messages, true, mark_of(in, "duration_s"), "duration_s",
            "found %.6g; expected at most %.0e s: at its end the clock of a double ticks in %.2g s",
            in->scenario->duration_s, longest_s, in->scenario->duration_s / most_steps);
    }
}

static void inspect_samples(const inspection *in)
{
    double balls = (double)in->scenario->problem.count,
           rows = balls * (double)in->scenario->samples;
    if (rows > most_rows) {
        carom_messages_add(
            in->messages, true, mark_of(in, "samples"), "samples",
            "%lld samples of %.0f balls are %.4g rows of trajectory.tsv, %.3g TB; expected at most "
            "%.0f samples",
            (long long)in->scenario->samples, balls, rows, rows * 1e-10, floor(most_rows / balls));
    }
}

static void inspect_sweep(const inspection *in)
{
    const carom_sweep_parameter *p = in->scenario->sweep.parameters.items;
    const carom_node *sweep = carom_node_get(in->root, "sweep");
    double points = 1;
    for (size_t i = 0; i < in->scenario->sweep.parameters.count; i++) {
        points *= p[i].values.count > 0 ? (double)p[i].values.count : (double)p[i].count;
    }
    if (points > CAROM_MOST_TASKS) {
        carom_messages_add(in->messages, true,
                           carom_node_mark(carom_node_get(sweep, "parameters"), in->root),
                           "sweep.parameters", "the grid has %.4g points; expected at most %d",
                           points, CAROM_MOST_TASKS);
    }
}

static void inspect_studies(const inspection *in)
{
    const carom_convergence_keys *c = &in->scenario->convergence;
    double runs = (double)c->thetas * (double)c->factors * (double)c->phases;
    double seeds = (double)in->scenario->statistics.seeds,
           balls = (double)in->scenario->problem.count;
    if (runs > most_runs) {
        carom_messages_add(
            in->messages, true, mark_of(in, "convergence"), "convergence",
            "thetas x factors x phases are %.4g runs of each solver; expected at most %.0f", runs,
            most_runs);
    }
    if (seeds * balls > most_speeds) {
        carom_messages_add(in->messages, true, mark_of(in, "statistics"), "statistics.seeds",
                           "%.0f seeds of %.0f balls are too many speeds to keep, %.4g; expected "
                           "at most %.0f seeds",
                           seeds, balls, seeds * balls, floor(most_speeds / balls));
    }
}

static bool look_for_unusual(void *context, carom_place place)
{
    double value = 1;
    if (place.row->type == CAROM_NUMBER) {
        value = fabs(*carom_place_number(place));
    }
    if (value != 0 && isfinite(value) && (value < usual_low || value > usual_high)) {
        *(bool *)context = true;
    }
    return true;
}

/* The step that a solver takes by its theta. A contact lasts half a period of w0 or a little more:
 * h = theta/w0 and T = pi/w0. */
static double step_by_theta(const inspection *in, const carom_choice *kind, double theta)
{
    carom_report report = {.contact_s = NAN};
    carom_solver *solver = carom_solver_new_chosen(&in->scenario->problem, kind, false, NULL);
    if (solver != NULL) {
        carom_solver_report(solver, &report);
    }
    carom_solver_free(solver);
    return theta * report.contact_s / 3.14159265358979324;
}

/* The length of a solver's step, s, and the key that says it; NaN: it has none. */
static double step_of(const inspection *in, size_t i, const char **key)
{
    static const char *const keys[] = {"step_s", "frame_s", "theta"};
    const carom_choice *kind = &carom_scenario_solver_at(in->scenario, i)->kind;
    for (size_t k = 0; k < sizeof keys / sizeof keys[0]; k++) {
        carom_place place = carom_params_find(kind->entry->params, kind->options, keys[k]);
        double value = NAN;
        if (place.row != NULL && place.row->type == CAROM_NUMBER) {
            value = *carom_place_number(place);
        }
        *key = keys[k];
        if (!isnan(value) && strcmp(keys[k], "theta") != 0) {
            return value;
        }
        if (!isnan(value)) {
            bool unusual = in->scenario->duration_s > 1 / usual_low;
            carom_params_each(kind->entry->params, kind->options, look_for_unusual, &unusual);
            return unusual ? step_by_theta(in, kind, value) : NAN;
        }
    }
    return NAN;
}

static void inspect_steps(const inspection *in, size_t i)
{
    const carom_node *node = carom_node_item(in->root, "solvers", i);
    const char *key = "";
    double step = step_of(in, i, &key), steps = in->scenario->duration_s / step;
    char path[64];
    if (steps > most_steps) {
        const carom_node *place = carom_node_get(node, key);
        snprintf(path, sizeof path, "solvers[%zu].%s", i, key);
        carom_messages_add(in->messages, true,
                           carom_node_mark(place != NULL ? place : node, in->root), path,
                           "duration_s / step is about %.4g steps of %.4g s, more than a double "
                           "counts; expected steps of %.2g s or more",
                           steps, step, in->scenario->duration_s / most_steps);
    }
}

void carom_sizes_examine(const carom_scenario *scenario, const carom_node *root,
                         carom_messages *messages)
{
    inspection in = {scenario, root, messages};
    inspect_values(&in);
    inspect_samples(&in);
    inspect_sweep(&in);
    inspect_studies(&in);
    for (size_t i = 0; i < scenario->solvers.count && messages->errors == 0; i++) {
        inspect_steps(&in, i);
    }
}

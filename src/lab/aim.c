/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Effect of a ball's start on the balls at a later time, for the lab: exact derivatives of an
 * event-driven solver, each confirmed by a run from the shifted start. */
#include "lab/lab.h"
#include "run/run.h"

/* Shifts that are tried, and the largest relative deviation from the derivative, half a unit of the
 * second digit. */
static const double largest_shift_m = 1e-3, smallest_shift_m = 0.99e-9, proportional = 0.05;

/* Slowest change of a position that counts as an effect (m/m). */
static const double least_rate = 1e-6;

typedef struct {
    carom_lab *lab;
    const carom_scenario_solver *solver;
    double at_s;
    size_t ball, target;
    carom_vec across, rate; /* unit vector of the shift; derivative of the target's position */
    carom_vec moved_m;      /* by a shift of shift_m; 0: no shift is proportional */
    double shift_m;
    bool is_blocked; /* another body leaves no room for a shift */
    bool is_limited; /* the effect of a larger shift is not proportional */
    carom_derivative_summary summary;
} aim;

/* The reference if it is event-driven, otherwise the first event-driven solver, or NULL. */
static const carom_scenario_solver *event_driven_solver(const carom_scenario *scenario)
{
    const carom_scenario_solver *found = NULL;
    for (size_t i = 0; i < scenario->solvers.count; i++) {
        const carom_scenario_solver *solver = carom_scenario_solver_at(scenario, i);
        if (carom_solver_has_traits(&solver->kind, CAROM_EXACT) &&
            !carom_solver_has_traits(&solver->kind, CAROM_ARBITRARY_PRECISION) &&
            (found == NULL || strcmp(solver->name, scenario->reference) == 0)) {
            found = solver;
        }
    }
    return found;
}

/* Choose the other ball that moves most, or the shifted ball if no other moves. A ball without a
 * derivative is chosen first. */
static void choose_target(aim *a, size_t count, const double *derivative)
{
    double most = least_rate;
    a->target = SIZE_MAX;
    for (size_t k = 0; k <= count && (k < count || a->target == SIZE_MAX); k++) {
        size_t i = k == count ? a->ball : k; /* the shifted ball last */
        const double *d = derivative + i * CAROM_RATES * 2;
        carom_vec rate = {d[0] * a->across.x + d[1] * a->across.y,
                          d[2] * a->across.x + d[3] * a->across.y};
        double size = carom_vec_length(rate);
        if ((i != a->ball || k == count) && !(size <= most)) {
            most = isnan(size) ? INFINITY : size;
            a->target = i;
            a->rate = rate;
        }
    }
}

static carom_status differentiate(aim *a, carom_error *error)
{
    const carom_scenario *scenario = &a->lab->scenario;
    size_t count = scenario->problem.count;
    carom_direction direction[2] = {{.ball = a->ball, .value = CAROM_RATE_X},
                                    {.ball = a->ball, .value = CAROM_RATE_Y}};
    double *derivative = calloc(count * CAROM_RATES * 2, sizeof *derivative);
    carom_status status = derivative == NULL
                            ? carom_error_no_memory(error)
                            : carom_derivatives_of(&scenario->problem, &a->solver->kind, a->at_s,
                                                   direction, 2, NULL, derivative, &a->summary,
                                                   error);
    if (status == CAROM_OK) {
        choose_target(a, count, derivative);
    }
    free(derivative);
    return status;
}

static bool stop_at_fault(void *context, const carom_fault *fault)
{
    (void)context;
    (void)fault;
    return false;
}

/* Measure the displacement of the target by a shift of the start.
 * @return CAROM_INVALID: the shifted ball overlaps another body, or a run fails */
static carom_status measure_shift(const aim *a, const carom_trajectory *original, double shift_m,
                                  carom_vec *moved_m, carom_error *error)
{
    const carom_scenario *scenario = &a->lab->scenario;
    carom_problem shifted = scenario->problem;
    carom_trajectory trajectory = {.count = 0};
    shifted.ball = malloc(shifted.count * sizeof *shifted.ball);
    CAROM_NEED(shifted.ball != NULL, error);
    memcpy(shifted.ball, scenario->problem.ball, shifted.count * sizeof *shifted.ball);
    shifted.ball[a->ball].x_m += shift_m * a->across.x;
    shifted.ball[a->ball].y_m += shift_m * a->across.y;
    carom_status status = carom_problem_check(&shifted, stop_at_fault, NULL);
    CAROM_THEN(status, carom_trajectory_run(&trajectory, &shifted, &a->solver->kind, a->at_s, 2,
                                            NULL, error));
    if (status == CAROM_OK && trajectory.samples < 2) {
        status = CAROM_INVALID; /* the solver stopped early */
    } else if (status == CAROM_OK) {
        *moved_m = carom_trajectory_difference(&scenario->problem, original, &trajectory, 1,
                                               a->target);
    }
    carom_trajectory_free(&trajectory);
    free(shifted.ball);
    return status;
}

/* Find the largest power of ten whose effect is proportional to the shift. */
static carom_status confirm(aim *a, carom_error *error)
{
    const carom_scenario *scenario = &a->lab->scenario;
    carom_trajectory original = {.count = 0};
    carom_status status = carom_trajectory_run(&original, &scenario->problem, &a->solver->kind,
                                               a->at_s, 2, NULL, error);
    if (status == CAROM_OK && original.samples < 2) {
        status = CAROM_INVALID;
        *error = original.failure;
    }
    a->is_blocked = true;
    for (double shift_m = largest_shift_m;
         shift_m > smallest_shift_m && status == CAROM_OK && a->shift_m == 0; shift_m /= 10) {
        carom_vec expected = carom_vec_scale(shift_m, a->rate), moved;
        status = measure_shift(a, &original, shift_m, &moved, error);
        if (status == CAROM_OK) {
            a->is_blocked = false;
            double size = carom_vec_length(expected); /* infinite if it overflows: chaos */
            if (isfinite(size) &&
                carom_vec_length(carom_vec_subtract(moved, expected)) <= proportional * size) {
                a->shift_m = shift_m;
                a->moved_m = moved;
            } else {
                a->is_limited = true;
            }
        } else if (status == CAROM_INVALID) {
            status = CAROM_OK;
        }
    }
    carom_trajectory_free(&original);
    return status;
}

static carom_status report_aim(const aim *a, carom_error *error)
{
    static const char *const faults[] = {"", "grazing", "simultaneous", "slip", "rest"};
    const carom_problem *problem = &a->lab->scenario.problem;
    const carom_collision *c = &a->summary.fault_impact;
    carom_derivative_fault fault = isnan(a->rate.x) || isnan(a->rate.y) ? a->summary.fault
                                                                        : CAROM_DERIVATIVE_EXISTS;
    carom_lab_message message;
    CAROM_TRY(carom_lab_message_open(&message, a->lab, CAROM_LAB_AIM, error));
    carom_json_write(message.stream, "{solver: $, ball: $, at_s: #, target: $", a->solver->name,
                     problem->ball[a->ball].name, a->at_s, problem->ball[a->target].name);
    carom_json_write(message.stream, ", across_x: #, across_y: #, rate_x: #, rate_y: #",
                     a->across.x, a->across.y, a->rate.x, a->rate.y);
    carom_json_write(message.stream,
                     ", shift_m: #, limited: ?, moved_x_m: #, moved_y_m: #, fault: $", a->shift_m,
                     a->is_limited, a->moved_m.x, a->moved_m.y, faults[fault]);
    if (fault != CAROM_DERIVATIVE_EXISTS) {
        carom_json_write(message.stream, ", t_s: #, a: $, b: $", c->t_s, problem->ball[c->a].name,
                         c->wall ? carom_wall_name(problem, c->b) : problem->ball[c->b].name);
    }
    fputc('}', message.stream);
    return carom_lab_message_send(&message, error);
}

static carom_status measure_aim(carom_lab *lab, const char *ball, double at_s, carom_error *error)
{
    aim a = {.lab = lab, .across = {0, 1}};
    const carom_problem *problem = &lab->scenario.problem;
    CAROM_TRY(carom_lab_require_scenario(lab, error));
    a.at_s = at_s > 0 && at_s < lab->scenario.duration_s ? at_s : lab->scenario.duration_s;
    while (a.ball < problem->count && strcmp(problem->ball[a.ball].name, ball) != 0) {
        a.ball++;
    }
    if (a.ball == problem->count) {
        return carom_error_set(error, CAROM_INVALID, "", "no ball is called '%s'", ball);
    }
    a.solver = event_driven_solver(&lab->scenario);
    if (a.solver == NULL) {
        return CAROM_OK;
    }
    carom_vec v = {problem->ball[a.ball].vx_mps, problem->ball[a.ball].vy_mps};
    if (v.y != 0) { /* to the left of the velocity */
        a.across = carom_vec_divide(carom_vec_rotate_left(v), carom_vec_length(v));
    }
    CAROM_TRY(differentiate(&a, error));
    if (a.target == SIZE_MAX) {
        return CAROM_OK;
    }
    if (!isnan(a.rate.x) && !isnan(a.rate.y)) {
        CAROM_TRY(confirm(&a, error));
    }
    return a.is_blocked ? CAROM_OK : report_aim(&a, error);
}

carom_status carom_lab_aim(carom_lab *lab, const char *ball, double at_s)
{
    carom_error error = {0};
    carom_status status = measure_aim(lab, ball, at_s, &error);
    return carom_lab_report_error(lab, status, &error);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Short runs of a few balls, in which studies measure single impacts. */
#include "measure/measure.h"

/* Initialize an open table with the restitution and the materials of @p problem. */
static carom_status init_head_on_scene(carom_problem *scene, const carom_problem *problem,
                                       double t_s, carom_error *error)
{
    carom_problem_init(scene);
    scene->boundary = CAROM_OPEN;
    scene->restitution = carom_problem_restitution(problem, t_s);
    memcpy(scene->wall_material, problem->wall_material, sizeof scene->wall_material);
    for (size_t k = 0; k < problem->pairs; k++) {
        CAROM_TRY(carom_problem_add_pair(scene, &problem->pair[k], error));
    }
    for (size_t k = 0; k < problem->constants; k++) {
        CAROM_TRY(carom_problem_add_material(scene, &problem->constant[k], error));
    }
    return CAROM_OK;
}

carom_status carom_make_head_on_scene(carom_problem *scene, const carom_problem *problem,
                                      size_t first, size_t second, double distance_m,
                                      double approach_mps, double t_s, carom_error *error)
{
    bool wall = second == problem->count;
    carom_ball a = problem->ball[first], b = problem->ball[wall ? first : second];
    CAROM_TRY(init_head_on_scene(scene, problem, t_s, error));
    a.x_m = a.y_m = a.vx_mps = a.vy_mps = b.y_m = b.vx_mps = b.vy_mps = 0;
    a.rolling_resistance = a.air_drag = b.rolling_resistance = b.air_drag = 0;
    b.x_m = distance_m;
    *(a.fixed ? &b.vx_mps : &a.vx_mps) = (a.fixed ? -1 : 1) * approach_mps;
    if (wall) {
        scene->boundary = CAROM_WALLS;
        scene->width_m = scene->height_m = 4 * distance_m;
        a.x_m = 3 * distance_m;
        a.y_m = 2 * distance_m;
    }
    CAROM_TRY(carom_problem_add(scene, &a, error));
    return wall ? CAROM_OK : carom_problem_add(scene, &b, error);
}

static carom_status advance_until_over(carom_solver *solver,
                                       const carom_run_until_over_config *config, carom_sample *end,
                                       carom_log *log, carom_error *error)
{
    carom_report report;
    carom_status status = CAROM_OK;
    carom_solver_set_cancel_flag(solver, config->stop);
    carom_solver_report(solver, &report);
    for (int k = 1; k <= (config->most > 0 ? config->most : 1) && status == CAROM_OK; k++) {
        double contacts_s = config->each_contacts > 0 ? config->each_contacts * k * report.contact_s
                                                      : 0;
        status = carom_solver_advance(solver, config->from_s + config->each_s * k + contacts_s,
                                      error);
        if (end != NULL) {
            carom_solver_sample(solver, end);
        }
        if (log != NULL &&
            (status == CAROM_OK || status == CAROM_COLLAPSE || status == CAROM_NOT_FINITE)) {
            carom_log_free(log);
            carom_status log_status = carom_solver_collisions(solver, log, error);
            carom_log_sort(log);
            status = log_status == CAROM_OK ? status : log_status;
        }
        if (config->is_over != NULL && config->is_over(config->context, end, log, &report)) {
            break;
        }
    }
    return status;
}

carom_status carom_run_until_over(carom_solver *solver, const carom_run_until_over_config *config,
                                  carom_sample *end, carom_log *log, carom_error *error)
{
    carom_status status;
    if (solver == NULL) {
        return error->status;
    }
    status = config->stop != NULL && *config->stop != 0
               ? carom_error_interrupted(error) /* studies may have many short runs */
               : advance_until_over(solver, config, end, log, error);
    carom_solver_free(solver);
    return status;
}

carom_status carom_initial_report(const carom_problem *problem, const carom_choice *choice,
                                  carom_report *report, carom_error *error)
{
    carom_solver *solver = carom_solver_new_from_choice(problem, choice, false, error);
    if (solver == NULL) {
        return error->status;
    }
    carom_solver_report(solver, report);
    carom_solver_free(solver);
    return CAROM_OK;
}

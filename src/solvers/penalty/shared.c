/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What all blocks of a run share: laws, step, constants of the balls. */
#include "solvers/penalty/penalty.h"

/* ---- creation ---- */

static void describe_balls(penalty_shared *shared)
{
    const carom_problem *problem = shared->problem;
    size_t n = problem->count + 1;
    shared->inverse_mass = carom_allocate(3 * n, sizeof(double));
    shared->radius = shared->inverse_mass + n;
    shared->reach_wall = shared->radius + n;
    shared->kind = carom_allocate(n, sizeof *shared->kind);
    (void)carom_penalty_find_kinds(problem, shared->kind);
    shared->rolling = carom_rolling_new(problem);
    shared->smallest_m = INFINITY;
    for (uint32_t i = 0; i < problem->count; i++) {
        const carom_ball *ball = &problem->ball[i];
        shared->inverse_mass[i] = carom_ball_inverse_mass(ball);
        shared->radius[i] = ball->radius_m;
        shared->reach_wall[i] = problem->wall_contact == CAROM_SURFACE ? ball->radius_m : 0;
        shared->smallest_m = fmin(shared->smallest_m, ball->radius_m);
    }
}

carom_status carom_penalty_shared_init(penalty_shared *shared, const carom_solver_args *args,
                                       carom_error *error)
{
    const penalty_options *options = args->options;
    const carom_problem *problem = args->problem;
    penalty_contact_range range;
    *shared = (penalty_shared){
        .problem = problem,
        .log = args->log,
        .trace = args->trace,
        .cancel = args->cancel,
        .phase = options->phase,
        .options = *options,
        .integrator = carom_integrator_of(options->integrator.entry),
        .law = carom_force_law_of(options->law.entry),
        .exact = carom_penalty_is_exact(options),
        .friction = carom_problem_has_contact_friction(problem),
        .calibrations = carom_penalty_calibrations_new(problem, options, &range, error)};
    if (shared->calibrations == NULL) {
        return CAROM_INVALID;
    }
    describe_balls(shared);
    shared->trial = carom_allocate(1, sizeof *shared->trial);
    shared->trial->shared = shared;
    shared->step_s = range.step_s;
    shared->report.contact_s = range.longest_contact_time;
    shared->report.theta = shared->step_s * range.frequency;
    shared->report.step_s = shared->step_s;
    return CAROM_OK;
}

void carom_penalty_shared_free(penalty_shared *shared)
{
    free(shared->calibrations);
    free(shared->rolling);
    free(shared->inverse_mass);
    free(shared->kind);
    free(shared->open);
    if (shared->trial != NULL) {
        carom_penalty_free_block(shared->trial);
        free(shared->trial);
    }
}

bool carom_penalty_shared_apply_schedule(penalty_shared *shared, double t_s)
{
    const carom_problem *problem = shared->problem;
    size_t *changed = &shared->changed, before = *changed;
    while (*changed < problem->changes && problem->change[*changed].t_s <= t_s) {
        ++*changed;
        shared->last[0].valid = shared->last[1].valid = false;
    }
    return *changed > before;
}

double carom_penalty_shared_skin(const carom_problem *problem, double stretch, double share)
{
    static const double of_widest = 0.3;
    double widest = carom_problem_widest(problem), skin_m = of_widest * widest;
    double shorter = fmin(problem->width_m, problem->height_m);
    return problem->boundary == CAROM_PERIODIC
             ? fmin(skin_m, share * (shorter / 3 - stretch * widest))
             : skin_m;
}

/* ---- the table ---- */

void carom_penalty_add_walls(const penalty_shared *shared, uint32_t i, carom_vec at,
                             double within_m, penalty_candidates *near)
{
    const carom_problem *problem = shared->problem;
    bool shaped = problem->part != NULL;
    double reach = shared->reach_wall[i] + within_m;
    bool clear = shaped ? !(carom_walls_max_overlap(problem, at, reach) > 0)
                        : carom_walls_are_clear(problem, at, reach);
    uint32_t n = (uint32_t)problem->count, walls = (uint32_t)carom_walls_chains(problem);
    for (uint32_t wall = 0; wall < walls && !clear && !problem->ball[i].fixed; wall++) {
        if (shaped || carom_side_overlap(problem, wall, at, reach).overlap_m > 0) {
            penalty_candidate candidate = {i, n + wall, {0, 0}};
            CAROM_APPEND(near->item, near->count, near->capacity, candidate);
        }
    }
}

/* Walls of a rectangle push back from any depth. Walls of other shapes act only on balls in front
 * of them, so a ball can escape. */
carom_status carom_penalty_check_on_table(const carom_problem *problem, carom_vec at, uint32_t i,
                                          double t_s, carom_error *error)
{
    const carom_ball *ball = &problem->ball[i];
    char t[32];
    if (problem->part == NULL || ball->fixed || carom_walls_enclose(problem, at)) {
        return CAROM_OK;
    }
    carom_number_format_digits(t_s, 12, t, sizeof t);
    return carom_error_set(error, CAROM_INVALID, "law",
                           "%s has gone through the wall at t = %s s, as its overlap exceeds its "
                           "radius; use a stiffer spring",
                           carom_ball_describe(ball).text, t);
}

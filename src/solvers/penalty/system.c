/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Creation of a spring system from the options of the solver. */
#include "solvers/penalty/penalty.h"

/* Skin as a fraction of the largest diameter: wide enough to last many steps, narrow enough to list
 * few pairs. */
static const double skin_part = 0.3;

void carom_penalty_free(penalty_system *self)
{
    if (self == NULL) {
        return;
    }
    penalty_springs *springs = &self->springs;
    carom_penalty_free_block(&self->block, false);
    carom_penalty_free_block(&self->trial, true);
    carom_grid_free(&self->lists.grid);
    free(springs->model.epoch);
    free(self->lists.found);
    free(self->lists.candidate);
    free(self->lists.near);
    free(self->x);
    free(self->v);
    free(self->view_x);
    free(self->view_v);
    free(self->slot);
    free(springs->constants.rolling);
    free(springs->constants.inverse_mass);
    free(springs->constants.radius);
    free(springs->constants.reach_wall);
    free(springs->constants.alike);
    free(springs->record);
    free(self);
}

/* ---- description ---- */

static void configure(penalty_system *self, const carom_solver_args *args)
{
    penalty_springs *springs = &self->springs;
    penalty_model *model = &springs->model;
    const penalty_options *options = args->options;
    springs->problem = args->problem;
    springs->log = args->log;
    springs->trace = args->trace;
    springs->cancel = args->cancel;
    model->integrator = carom_integrator_of(options->integrator.entry);
    model->integrator_options = options->integrator.options;
    model->law = carom_force_law_of(options->law.entry);
    model->law_options = options->law.options;
    model->uses_materials = carom_force_law_uses_materials(model->law, model->law_options);
    model->contact_end = options->contact_end;
    model->exact = carom_penalty_is_exact(options);
    model->friction = carom_problem_has_contact_friction(args->problem);
    model->tangential_ratio = options->tangential_ratio;
    self->phase = options->phase;
}

/* True if two movable balls have the same contacts with any third body. */
static bool are_alike(const carom_ball *a, const carom_ball *b)
{
    return !a->fixed && !b->fixed && a->mass_kg == b->mass_kg && a->radius_m == b->radius_m &&
           a->inertia_factor == b->inertia_factor &&
           (a->material == b->material ||
            (a->material != NULL && b->material != NULL && strcmp(a->material, b->material) == 0));
}

static void describe_balls(penalty_springs *springs)
{
    const carom_problem *problem = springs->problem;
    penalty_constants *constants = &springs->constants;
    size_t n = problem->count + 1;
    constants->inverse_mass = carom_allocate(n, sizeof(double));
    constants->radius = carom_allocate(n, sizeof(double));
    constants->reach_wall = carom_allocate(n, sizeof(double));
    constants->alike = carom_allocate(n, sizeof *constants->alike);
    constants->rolling = carom_rolling_new(problem);
    constants->smallest_m = INFINITY;
    for (size_t i = 0; i < problem->count; i++) {
        const carom_ball *ball = &problem->ball[i];
        constants->inverse_mass[i] = carom_ball_inverse_mass(ball);
        constants->radius[i] = ball->radius_m;
        constants->alike[i] = are_alike(ball, &problem->ball[0]);
        constants->reach_wall[i] = problem->wall_contact == CAROM_SURFACE ? ball->radius_m : 0;
        constants->smallest_m = fmin(constants->smallest_m, ball->radius_m);
    }
}

penalty_system *carom_penalty_new(const carom_solver_args *args, carom_error *error)
{
    penalty_system *self = carom_allocate(1, sizeof *self);
    penalty_springs *springs = &self->springs;
    configure(self, args);
    springs->model.epoch = carom_penalty_epochs_new(springs->problem, args->options, error);
    if (springs->model.epoch == NULL) {
        carom_penalty_free(self);
        return NULL;
    }
    describe_balls(springs);
    penalty_contact_range range = carom_penalty_contact_range(springs->problem, args->options,
                                                              springs->model.epoch);
    springs->step_s = carom_penalty_step_size(args->options, &range);
    springs->report.contact_s = range.longest_contact_time;
    springs->report.theta = springs->step_s * range.frequency;
    springs->report.step_s = springs->step_s;
    return self;
}

/* ---- balls ---- */

static void allocate(penalty_system *self)
{
    size_t n = self->springs.problem->count + 1;
    self->x = carom_allocate(3 * n, sizeof *self->x);
    self->v = carom_allocate(3 * n, sizeof *self->v);
    self->view_x = carom_allocate(3 * n, sizeof *self->view_x);
    self->view_v = carom_allocate(3 * n, sizeof *self->view_v);
    self->slot = carom_allocate(n, sizeof *self->slot);
    self->lists.found = carom_allocate(n + CAROM_GRID_IMAGES, sizeof *self->lists.found);
}

static double initial_skin(const carom_problem *problem)
{
    double widest = carom_problem_widest(problem), skin = skin_part * widest;
    if (problem->boundary == CAROM_PERIODIC) { /* limited by the size of the torus */
        double shorter = fmin(problem->width_m, problem->height_m);
        skin = fmin(skin, shorter / 3 - widest);
    }
    return skin;
}

carom_status carom_penalty_init(penalty_system *self, carom_error *error)
{
    penalty_springs *springs = &self->springs;
    const carom_problem *problem = springs->problem;
    penalty_lists *lists = &self->lists;
    size_t n = problem->count;
    allocate(self);
    self->block.springs = self->trial.springs = springs;
    self->block.cancel = springs->cancel;
    self->block.fastest_mps = carom_penalty_max_speed(problem);
    lists->skin_m = initial_skin(problem);
    CAROM_TRY(carom_grid_init(&lists->grid, problem, 1, lists->skin_m, error));
    for (size_t i = 0; i < n; i++) {
        carom_flight start = carom_flight_from_ball(&problem->ball[i]);
        carom_penalty_set_vec(self->x, i, start.at);
        carom_penalty_set_vec(self->v, i, start.v);
        self->v[2 * n + i] = problem->ball[i].spin_radps;
    }
    return carom_penalty_begin(self, error);
}

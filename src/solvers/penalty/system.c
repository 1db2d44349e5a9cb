/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Creation of a spring system from the options of the solver. */
#include "solvers/penalty/penalty.h"

/* Skin as a fraction of the largest diameter: wide enough to last many steps, narrow enough to list
 * few pairs. */
static const double skin_part = 0.3;

static void free_motion(const carom_integrator *integrator, penalty_motion *motion)
{
    if (motion->state != NULL) {
        integrator->release(motion->state);
    }
    free(motion->x_before);
    free(motion->v_before);
    free(motion->location.x);
    free(motion->location.v);
    free(motion->contact_state);
    free(motion->friction_state);
    free(motion->location.friction_state);
    free(motion->location.rates);
    free(motion->a);
    free(motion->g);
    free(motion->x);
    free(motion->v);
    free(motion->q);
    free(motion->work);
}

void carom_penalty_free(penalty_system *self)
{
    if (self == NULL) {
        return;
    }
    free_motion(self->springs.model.integrator, &self->now);
    free_motion(self->springs.model.integrator, &self->trial);
    carom_grid_free(&self->neighbours.grid);
    if (!self->is_group) {
        free(self->springs.model.epoch);
    }
    free(self->neighbours.found);
    free(self->evaluated.acting);
    free(self->evaluated.normal);
    free(self->springs.rolling);
    free(self->springs.constants.inverse_mass);
    free(self->springs.constants.radius);
    free(self->springs.constants.reach_wall);
    free(self->springs.constants.alike);
    free(self->neighbours.pair);
    free(self->springs.near);
    free(self->springs.friction.pair_friction);
    free(self->evaluated.sites);
    free(self->contacts.record);
    free(self);
}

/* ---- description ---- */

static void configure(penalty_system *self, const carom_solver_args *args)
{
    penalty_springs *springs = &self->springs;
    const penalty_options *options = args->options;
    springs->problem = args->problem;
    self->log = args->log;
    self->trace = args->trace;
    self->now.cancel = self->cancel = args->cancel;
    springs->model.integrator = carom_integrator_of(options->integrator.entry);
    springs->model.integrator_options = options->integrator.options;
    springs->model.law = carom_force_law_of(options->law.entry);
    springs->model.law_options = options->law.options;
    springs->model.uses_materials = carom_force_law_uses_materials(springs->model.law,
                                                                   springs->model.law_options);
    springs->model.contact_end = options->contact_end;
    springs->model.located = options->contacts == 1;
    self->phase = options->phase;
    springs->friction.acts = carom_problem_has_contact_friction(args->problem);
    springs->friction.tangential_ratio = options->tangential_ratio;
}

penalty_system *carom_penalty_new(const carom_solver_args *args, carom_error *error)
{
    penalty_system *self = calloc(1, sizeof *self);
    CAROM_NEED_OR_NULL(self != NULL, error);
    configure(self, args);
    self->springs.model.epoch = carom_penalty_epochs_new(self->springs.problem, args->options,
                                                         error);
    if (self->springs.model.epoch == NULL) {
        carom_penalty_free(self);
        return NULL;
    }
    penalty_contact_range range = carom_penalty_contact_range(self->springs.problem, args->options,
                                                              self->springs.model.epoch);
    self->springs.step_s = carom_penalty_step_size(args->options, &range);
    self->report.contact_s = range.longest_contact_time;
    self->report.theta = self->springs.step_s * range.frequency;
    return self;
}

/* ---- balls ---- */

static carom_status allocate(penalty_system *self, carom_error *error)
{
    penalty_springs *springs = &self->springs;
    size_t n = springs->problem->count + 1;
    bool missing = false;
    self->now.a = carom_zeros(n, sizeof(double), &missing); /* enlarged with the coordinates */
    self->neighbours.found = carom_zeros(n + CAROM_GRID_IMAGES, sizeof *self->neighbours.found,
                                         &missing);
    springs->constants.inverse_mass = carom_zeros(n, sizeof(double), &missing);
    springs->constants.radius = carom_zeros(n, sizeof(double), &missing);
    springs->constants.reach_wall = carom_zeros(n, sizeof(double), &missing);
    springs->constants.alike = carom_zeros(n, sizeof *springs->constants.alike, &missing);
    springs->rolling = carom_rolling_new(springs->problem, &missing);
    return missing ? carom_error_no_memory(error) : CAROM_OK;
}

/* True if two movable balls have the same contacts with any third body. */
static bool are_alike(const carom_ball *a, const carom_ball *b)
{
    return !a->fixed && !b->fixed && a->mass_kg == b->mass_kg && a->radius_m == b->radius_m &&
           a->inertia_factor == b->inertia_factor &&
           (a->material == b->material ||
            (a->material != NULL && b->material != NULL && strcmp(a->material, b->material) == 0));
}

static void place_balls(penalty_system *self)
{
    penalty_springs *springs = &self->springs;
    const carom_problem *problem = springs->problem;
    size_t n = problem->count;
    springs->constants.smallest_m = INFINITY;
    for (size_t i = 0; i < n; i++) {
        const carom_ball *ball = &problem->ball[i];
        carom_flight start = carom_flight_from_ball(ball);
        carom_penalty_set_vec(springs, self->now.x, i, start.at);
        carom_penalty_set_vec(springs, self->now.v, i, start.v);
        if (springs->friction.acts) {
            self->now.v[2 * n + i] = ball->spin_radps;
        }
        springs->constants.inverse_mass[i] = carom_ball_inverse_mass(ball);
        springs->constants.radius[i] = ball->radius_m;
        springs->constants.alike[i] = are_alike(ball, &problem->ball[0]);
        springs->constants.reach_wall[i] = problem->wall_contact == CAROM_SURFACE ? ball->radius_m
                                                                                  : 0;
        springs->constants.smallest_m = fmin(springs->constants.smallest_m, ball->radius_m);
    }
    self->fastest_mps = carom_penalty_max_speed(problem);
}

static double initial_skin(const penalty_springs *springs)
{
    const carom_problem *problem = springs->problem;
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
    penalty_neighbour_lists *list = &self->neighbours;
    CAROM_TRY(allocate(self, error));
    springs->balls = springs->problem->count;
    self->now.evaluated = self->trial.evaluated = &self->evaluated;
    CAROM_TRY(carom_penalty_reserve_coordinates(springs, &self->now, error));
    list->skin_m = initial_skin(springs);
    CAROM_TRY(carom_grid_init(&list->grid, springs->problem, 1, list->skin_m, error));
    place_balls(self);
    list->moved_m = INFINITY; /* no pairs yet */
    double least = springs->step_s * self->fastest_mps;
    return carom_penalty_find_neighbours(self, springs->step_s, least > 0 ? least : DBL_MIN, error);
}

carom_status carom_penalty_group_new(penalty_system **group, const penalty_system *parent,
                                     const carom_problem *scene, const uint32_t *log_number,
                                     double t_s, carom_error *error)
{
    penalty_system *self = *group = malloc(sizeof *self);
    CAROM_NEED(self != NULL, error);
    *self = *parent; /* parameters only: the parent has no balls */
    self->springs.problem = scene;
    self->log_number = log_number;
    self->is_group = true;
    self->phase = 0;
    self->time_s = t_s;
    self->report = (carom_report){0};
    CAROM_TRY(carom_penalty_apply_schedule(self, error));
    return carom_penalty_init(self, error);
}

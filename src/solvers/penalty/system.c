/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A system of springs, from its description to its end. */
#include "base/memory.h"
#include "base/threads.h"
#include "scene/flight.h"
#include "solvers/penalty/state.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>

/* Pairs closer than this part of the largest diameter are listed: wide enough to last many steps,
 * narrow enough to list few pairs. */
static const double skin_part = 0.3;

void carom_penalty_free(penalty_system *self)
{
    if (self == NULL) {
        return;
    }
    carom_penalty_motion_free(self->integrator, &self->now);
    carom_penalty_motion_free(self->integrator, &self->trial);
    carom_grid_free(&self->grid);
    carom_team_free(self->team);
    if (!self->borrowed) {
        carom_penalty_free_epochs(self->problem, self->epoch);
    }
    free(self->found);
    free(self->acting);
    free(self->normal);
    free(self->orientation);
    free(self->rolling);
    free(self->inverse_mass);
    free(self->reach_wall);
    free(self->x_before);
    free(self->v_before);
    free(self->pair);
    free(self->near);
    free(self->record);
    free(self);
}

/* ---- description ---- */

static void configure(penalty_system *self, const carom_brief *brief)
{
    const penalty_options *options = brief->options;
    self->problem = brief->problem;
    self->log = brief->log;
    self->trace = brief->trace;
    self->now.watcher = self->watcher = brief->watch;
    self->integrator = carom_integrator_of(options->integrator.entry);
    self->integrator_options = options->integrator.options;
    self->law = carom_force_law_of(options->law.entry);
    self->law_options = options->law.options;
    self->contact_end = options->contact_end;
    self->threads = (size_t)options->threads;
    self->located = options->contacts == 1;
    self->phase = options->phase;
}

penalty_system *carom_penalty_new(const carom_brief *brief, carom_error *error)
{
    penalty_system *self = calloc(1, sizeof *self);
    penalty_range range;
    if (self == NULL) {
        carom_error_no_memory(error);
        return NULL;
    }
    configure(self, brief);
    self->epoch = carom_penalty_find_epochs(self->problem, brief->options, error);
    if (self->epoch == NULL) {
        carom_penalty_free(self);
        return NULL;
    }
    range = carom_penalty_range(self->problem, brief->options, self->epoch);
    self->step_s = carom_penalty_step_length(brief->options, &range);
    self->report.contact_s = range.longest_contact_time;
    self->report.theta = self->step_s * range.frequency;
    return self;
}

/* ---- balls ---- */

static carom_status allocate(penalty_system *self, carom_error *error)
{
    size_t n = self->problem->count + 1;
    bool rolls = carom_problem_has_friction(self->problem), turns = self->problem->orientation,
         missing = false;
    self->now.a = carom_zeros(2 * n, sizeof(double), &missing);
    self->x_before = carom_zeros(2 * n, sizeof(double), &missing);
    self->v_before = carom_zeros(2 * n, sizeof(double), &missing);
    self->found = carom_zeros(n + CAROM_GRID_IMAGES, sizeof *self->found, &missing);
    self->inverse_mass = carom_zeros(n, sizeof(double), &missing);
    self->reach_wall = carom_zeros(n, sizeof(double), &missing);
    self->orientation = turns ? carom_orientation_new(n) : NULL;
    self->rolling = rolls ? carom_flight_rolling(self->problem) : NULL;
    return missing || (turns && self->orientation == NULL) || (rolls && self->rolling == NULL)
             ? carom_error_no_memory(error)
             : CAROM_OK;
}

static void place_balls(penalty_system *self)
{
    const carom_problem *problem = self->problem;
    size_t n = problem->count;
    self->smallest_m = INFINITY;
    for (size_t i = 0; i < n; i++) {
        const carom_ball *ball = &problem->ball[i];
        carom_flight start = carom_flight_of(ball);
        carom_penalty_set(self, self->now.x, i, start.at);
        carom_penalty_set(self, self->now.v, i, start.v);
        self->inverse_mass[i] = carom_ball_inverse_mass(ball);
        self->reach_wall[i] = problem->wall_contact == CAROM_SURFACE ? ball->radius_m : 0;
        self->smallest_m = fmin(self->smallest_m, ball->radius_m);
    }
    self->fastest_mps = carom_penalty_fastest(problem);
}

/* The width of the skin to begin with. */
static double first_skin(const penalty_system *self)
{
    const carom_problem *problem = self->problem;
    double widest = carom_problem_widest(problem), skin = skin_part * widest;
    if (problem->boundary == CAROM_PERIODIC) { /* no wider than a small torus has room for */
        double shorter = fmin(problem->width_m, problem->height_m);
        skin = fmin(skin, shorter / 3 - widest);
    }
    return skin;
}

carom_status carom_penalty_furnish(penalty_system *self, carom_error *error)
{
    double least;
    carom_status status = allocate(self, error);
    if (status == CAROM_OK) {
        status = carom_penalty_motion_init(self, &self->now, error);
    }
    if (status == CAROM_OK) {
        status = carom_penalty_motion_init(self, &self->trial, error);
    }
    self->team = carom_team_new(self->threads);
    self->skin_m = first_skin(self);
    if (status == CAROM_OK) {
        status = carom_grid_init(&self->grid, self->problem, 1, self->skin_m, error);
    }
    if (status != CAROM_OK) {
        return status;
    }
    place_balls(self);
    self->moved_m = INFINITY; /* no pairs known yet */
    least = self->step_s * self->fastest_mps;
    return carom_penalty_find_neighbours(self, self->step_s, least > 0 ? least : DBL_MIN, error);
}

penalty_system *carom_penalty_group_new(const penalty_system *parent, const carom_problem *scene,
                                        const uint32_t *global, double t_s, carom_error *error)
{
    penalty_system *self = malloc(sizeof *self);
    if (self == NULL) {
        carom_error_no_memory(error);
        return NULL;
    }
    *self = *parent; /* a description, to be furnished */
    self->problem = scene;
    self->global = global;
    self->borrowed = true;
    self->threads = 1;
    self->phase = 0;
    self->time_s = t_s;
    self->report = (carom_report){0};
    if (carom_penalty_change(self, error) != CAROM_OK ||
        carom_penalty_furnish(self, error) != CAROM_OK) {
        carom_penalty_free(self);
        return NULL;
    }
    return self;
}

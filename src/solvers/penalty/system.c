/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A system of springs: creation from the options of the solver, and its state as bytes. */
#include "base/base.h"
#include "scene/scene.h"
#include "solvers/penalty/penalty.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Pairs closer than this part of the largest diameter are listed: wide enough to last many steps,
 * narrow enough to list few pairs. */
static const double skin_part = 0.3;

void carom_penalty_free(penalty_system *self)
{
    if (self == NULL) {
        return;
    }
    carom_penalty_motion_free(self->springs.model.integrator, &self->now);
    carom_penalty_motion_free(self->springs.model.integrator, &self->trial);
    carom_grid_free(&self->neighbours.grid);
    if (!self->borrowed) {
        free(self->springs.model.epoch);
    }
    free(self->neighbours.found);
    free(self->evaluated.acting);
    free(self->evaluated.normal);
    free(self->orientation);
    free(self->springs.rolling);
    free(self->springs.constants.inverse_mass);
    free(self->springs.constants.radius);
    free(self->springs.constants.reach_wall);
    free(self->springs.constants.alike);
    free(self->neighbours.pair);
    free(self->springs.near);
    free(self->springs.friction.grip);
    free(self->evaluated.rubbing);
    free(self->contacts.record);
    free(self);
}

/* ---- description ---- */

static void configure(penalty_system *self, const carom_brief *brief)
{
    penalty_springs *springs = &self->springs;
    const penalty_options *options = brief->options;
    springs->problem = brief->problem;
    self->log = brief->log;
    self->trace = brief->trace;
    self->now.watcher = self->watcher = brief->watch;
    springs->model.integrator = carom_integrator_of(options->integrator.entry);
    springs->model.integrator_options = options->integrator.options;
    springs->model.law = carom_force_law_of(options->law.entry);
    springs->model.law_options = options->law.options;
    springs->model.contact_end = options->contact_end;
    springs->model.located = options->contacts == 1;
    self->phase = options->phase;
    springs->friction.acts = carom_problem_is_rough(brief->problem);
    springs->friction.tangential_ratio = options->tangential_ratio;
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
    self->springs.model.epoch = carom_penalty_find_epochs(self->springs.problem, brief->options,
                                                          error);
    if (self->springs.model.epoch == NULL) {
        carom_penalty_free(self);
        return NULL;
    }
    range = carom_penalty_range(self->springs.problem, brief->options, self->springs.model.epoch);
    self->springs.step_s = carom_penalty_step_length(brief->options, &range);
    self->report.contact_s = range.longest_contact_time;
    self->report.theta = self->springs.step_s * range.frequency;
    return self;
}

/* ---- balls ---- */

static carom_status allocate(penalty_system *self, carom_error *error)
{
    penalty_springs *springs = &self->springs;
    size_t n = springs->problem->count + 1;
    bool rolls = carom_problem_has_friction(springs->problem),
         turns = springs->problem->orientation, missing = false;
    self->now.a = carom_zeros(n, sizeof(double), &missing); /* grows with what moves */
    self->neighbours.found = carom_zeros(n + CAROM_GRID_IMAGES, sizeof *self->neighbours.found,
                                         &missing);
    springs->constants.inverse_mass = carom_zeros(n, sizeof(double), &missing);
    springs->constants.radius = carom_zeros(n, sizeof(double), &missing);
    springs->constants.reach_wall = carom_zeros(n, sizeof(double), &missing);
    springs->constants.alike = carom_zeros(n, sizeof *springs->constants.alike, &missing);
    self->orientation = turns ? carom_orientation_new(n) : NULL;
    springs->rolling = rolls ? carom_flight_rolling(springs->problem) : NULL;
    return missing || (turns && self->orientation == NULL) || (rolls && springs->rolling == NULL)
             ? carom_error_no_memory(error)
             : CAROM_OK;
}

/* Whether contacts of two balls that can move are the same. */
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
        carom_flight start = carom_flight_of(ball);
        carom_penalty_set(springs, self->now.x, i, start.at);
        carom_penalty_set(springs, self->now.v, i, start.v);
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
    self->fastest_mps = carom_penalty_fastest(problem);
}

/* The width of the skin to begin with. */
static double first_skin(const penalty_springs *springs)
{
    const carom_problem *problem = springs->problem;
    double widest = carom_problem_widest(problem), skin = skin_part * widest;
    if (problem->boundary == CAROM_PERIODIC) { /* no wider than a small torus has room for */
        double shorter = fmin(problem->width_m, problem->height_m);
        skin = fmin(skin, shorter / 3 - widest);
    }
    return skin;
}

carom_status carom_penalty_furnish(penalty_system *self, carom_error *error)
{
    penalty_springs *springs = &self->springs;
    penalty_neighbours *list = &self->neighbours;
    double least;
    CAROM_TRY(allocate(self, error));
    springs->balls = springs->problem->count;
    self->now.evaluated = self->trial.evaluated = &self->evaluated;
    CAROM_TRY(carom_penalty_motion_init(springs, &self->now, error));
    CAROM_TRY(carom_penalty_motion_init(springs, &self->trial, error));
    list->skin_m = first_skin(springs);
    CAROM_TRY(carom_grid_init(&list->grid, springs->problem, 1, list->skin_m, error));
    place_balls(self);
    list->moved_m = INFINITY; /* no pairs known yet */
    least = springs->step_s * self->fastest_mps;
    return carom_penalty_find_neighbours(self, springs->step_s, least > 0 ? least : DBL_MIN, error);
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
    self->springs.problem = scene;
    self->global = global;
    self->borrowed = true;
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

/* ---- kept and given back ---- */

static void pass_pair(carom_archive *archive, void *one)
{
    penalty_pair *pair = one;
    carom_archive_field(archive, pair->a);
    carom_archive_field(archive, pair->b);
    carom_archive_field(archive, pair->shift);
    carom_archive_field(archive, pair->record);
}

/* The grid is empty between two searches; how wide its cells are goes by the skin that it was made
 * for. */
static void archive_skin(penalty_system *self, carom_archive *archive)
{
    penalty_neighbours *list = &self->neighbours;
    double made_for_m = list->skin_m;
    carom_archive_value(archive, list->skin_m);
    carom_archive_value(archive, list->moved_m);
    carom_archive_value(archive, list->near_m);
    carom_archive_value(archive, list->near_moved_m);
    if (list->skin_m != made_for_m && carom_archive_must(archive, isfinite(list->skin_m), "skin")) {
        carom_grid_free(&list->grid);
        archive->failure.status = carom_grid_init(&list->grid, self->springs.problem, 1,
                                                  list->skin_m, &archive->failure);
    }
}

/* Pairs are of bodies that there are, and an open one's record points back. */
static void examine_pair(const penalty_system *self, size_t k, carom_archive *archive)
{
    size_t n = self->springs.problem->count;
    const penalty_pair *pair = &self->neighbours.pair[k];
    bool two = pair->a < n && pair->b < n + carom_walls_count(self->springs.problem) &&
               pair->a != pair->b,
         open = pair->record != PENALTY_NO_RECORD;
    (void)carom_archive_must(archive,
                             two && (!open || (pair->record < self->contacts.count &&
                                               self->contacts.record[pair->record].pair == k)),
                             "pair");
}

/* An open contact is of a pair that says so, and is in the log and the trace. */
static void examine_record(const penalty_system *self, size_t r, carom_archive *archive)
{
    const penalty_record *record = &self->contacts.record[r];
    bool logged = self->log == NULL ||
                  (record->log_index < self->log->count && record->trace <= self->trace->count);
    carom_collision_examine(archive, &record->collision, self->springs.problem);
    if (carom_archive_must(archive, logged && record->pair < self->neighbours.pairs, "contact")) {
        const penalty_pair *pair = &self->neighbours.pair[record->pair];
        const carom_collision *c = &record->collision;
        size_t b = c->wall ? c->b + self->springs.problem->count : c->b;
        (void)carom_archive_must(
            archive, pair->record == r && pair->a == c->a && pair->b == record->b && pair->b == b,
            "contact");
    }
}

static bool examine_pairs(const penalty_system *self, carom_archive *archive)
{
    for (size_t k = 0; k < self->neighbours.pairs && archive->failure.status == CAROM_OK; k++) {
        examine_pair(self, k, archive);
    }
    for (size_t r = 0; r < self->contacts.count && archive->failure.status == CAROM_OK; r++) {
        examine_record(self, r, archive);
    }
    return archive->failure.status == CAROM_OK;
}

/* They come in the order of the pairs, and every open record's is one of them. */
static bool examine_near(const penalty_system *self, const uint32_t *pair, size_t nears,
                         carom_archive *archive)
{
    size_t open = 0;
    bool rising = true;
    for (size_t k = 0; k < nears && rising; k++) {
        rising = pair[k] < self->neighbours.pairs && (k == 0 || pair[k - 1] < pair[k]);
        open += rising && self->neighbours.pair[pair[k]].record != PENALTY_NO_RECORD;
    }
    return carom_archive_must(archive, rising && open == self->contacts.count, "list of pairs");
}

/* Of those near only which pairs they are: what their forces need follows from that. */
static void archive_near(penalty_system *self, carom_archive *archive)
{
    size_t nears = self->springs.nears;
    uint32_t *pair = calloc(nears + 1, sizeof *pair);
    if (pair == NULL) {
        carom_error_no_memory(&archive->failure);
        return;
    }
    for (size_t k = 0; k < nears; k++) {
        pair[k] = (uint32_t)self->springs.near[k].pair;
    }
    carom_archive_list(archive, &pair, &nears, NULL, sizeof *pair);
    if (!archive->keeping && archive->failure.status == CAROM_OK &&
        examine_near(self, pair, nears, archive)) {
        archive->failure.status = carom_penalty_list_again(self, pair, nears, &archive->failure);
    }
    free(pair);
}

static void archive_neighbours(penalty_system *self, carom_archive *archive)
{
    penalty_neighbours *list = &self->neighbours;
    archive_skin(self, archive);
    carom_archive_each(archive, &list->pair, &list->pairs, &list->pair_capacity, sizeof *list->pair,
                       pass_pair);
    if (archive->failure.status == CAROM_OK && (archive->keeping || examine_pairs(self, archive))) {
        archive_near(self, archive);
    }
}

void carom_penalty_archive(penalty_system *self, carom_archive *archive)
{
    penalty_springs *springs = &self->springs;
    /* so that lists for many steps have a width */
    static const double most_mps = 1e160, latest_s = 1e100;
    carom_archive_value(archive, self->time_s);
    (void)carom_archive_must(archive, fabs(self->time_s) < latest_s, "time");
    carom_archive_value(archive, springs->model.changed);
    (void)carom_archive_must(archive, springs->model.changed <= springs->problem->changes,
                             "schedule");
    carom_archive_value(archive, self->fastest_mps);
    (void)carom_archive_must(archive, self->fastest_mps >= 0 && self->fastest_mps < most_mps,
                             "speed");
    carom_archive_value(archive, self->accounts);
    carom_archive_value(archive, self->report);
    if (self->orientation != NULL) {
        carom_archive_array(archive, self->orientation, springs->problem->count);
    }
    carom_penalty_archive_records(&self->contacts, archive);
    archive_neighbours(self, archive);
    if (archive->failure.status == CAROM_OK) {
        carom_penalty_archive_motion(springs, &self->now, archive);
    }
}

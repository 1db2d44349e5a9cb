/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Time-stepping impulse solver, as used in games: fixed steps of free flight. After each step
 * every overlapping pair gets an impulse along the line of centres; tangential velocities stay.
 *
 * The solver detects a contact up to one step late, with an overlap of up to v h, and not the order
 * of contacts. A fast ball may pass through another one. Between impulses the motion is exact,
 * friction included.
 *
 * Bodies that overlap and separate get no impulse. Without this test (approach_test) an impulse
 * pulls them together again, and for e < 1 they may stick: a book and a blog describe that fault.
 */
#include "impacts/impacts.h"
#include "params/params.h"
#include "params/rows.h"
#include "scene/scene.h"
#include "search/search.h"

typedef struct {
    double step_s;
    int untested; /* no test whether bodies approach */
} stepped_options;

static const char *const test_words[] = {"with", "without", NULL};

#define AT(member) offsetof(stepped_options, member)
static const carom_param params[] = {
    {NUMBER("step_s", AT(step_s), "s", "0.001", POSITIVE, ANY, "time step h")},
    {WORD("approach_test", AT(untested), "with", test_words,
          "without: overlapping bodies that separate collide as well, so balls may stick")},
    {.key = NULL}};

typedef struct {
    const carom_problem *problem;
    carom_log *log;
    carom_trace *trace;
    const carom_cancel_flag *cancel;
    double step_s;
    bool surface_friction, untested;
    carom_flight *ball;
    double *spin;           /* indexed by ball, rad/s */
    carom_rolling *rolling; /* indexed by ball; NULL: no ball decelerates */
    carom_grid grid;
    carom_candidate *candidate; /* candidates from the grid */
    carom_budget_sums sums;
    carom_report report;
} stepped_solver;

/* ---- motion ---- */

/* Motion of ball i after the time t. Adds the work of gravity and friction. */
static carom_flight ball_after(const stepped_solver *self, size_t i, double t,
                               carom_budget_sums *sums)
{
    const carom_problem *p = self->problem;
    double m = p->ball[i].mass_kg;
    if (p->ball[i].fixed) {
        return self->ball[i];
    }
    if (self->rolling == NULL) {
        carom_flight_add_weight(p, m, self->ball[i], p->gravity_mps2, t, sums);
        return carom_flight_fall(self->ball[i], p->gravity_mps2, t);
    }
    carom_flight_add_friction(p, m, self->rolling[i], self->ball[i], t, sums);
    return carom_flight_roll(self->ball[i], self->rolling[i], t);
}

static void move_balls(stepped_solver *self)
{
    const carom_problem *p = self->problem;
    for (size_t i = 0; i < p->count; i++) {
        carom_flight later = ball_after(self, i, self->step_s, &self->sums);
        self->report.longest_step_m = fmax(self->report.longest_step_m,
                                           carom_vec_length(self->ball[i].v) * self->step_s);
        self->ball[i] = later;
        if (p->boundary == CAROM_PERIODIC) {
            self->ball[i].at = carom_torus_fold_position(p, later.at);
            carom_flight_add_fold(p, i, carom_vec_subtract(self->ball[i].at, later.at),
                                  &self->sums);
        }
    }
}

/* ---- impulses ---- */

static double end_of_step(const stepped_solver *self)
{
    return (double)(self->report.steps + 1) * self->step_s;
}

static carom_two_spins spins(const stepped_solver *self, const carom_collision *collision)
{
    return (carom_two_spins){self->spin[collision->a],
                             collision->wall ? 0 : self->spin[collision->b]};
}

/* Apply friction and add its impulse on a wall or fixed ball, which is external. Overlapping balls
 * have a common point on the line of centres at which their impulses and torques cancel, `part` of
 * the radius away. */
static void apply_friction(stepped_solver *self, carom_collision *collision)
{
    const carom_problem *p = self->problem;
    const uint32_t ball_index[] = {collision->a, collision->b};
    size_t bodies = collision->wall ? 1 : 2;
    const carom_ball *ball[] = {&p->ball[ball_index[0]],
                                bodies == 1 ? NULL : &p->ball[ball_index[1]]};
    double part = 1, radius_m[2], spin[2], inverse_mass[2], inverse_inertia[2];
    carom_vec v[2], t = {-collision->normal.y, collision->normal.x};
    const carom_cluster_contact contact = {
        .b = bodies == 1 ? CAROM_NO_BODY : 1,
        .normal = collision->normal,
        .tangential = carom_pair_tangential(p, ball[0], ball[1])};
    const carom_cluster cluster = {.bodies = bodies,
                                   .v = v,
                                   .spin = spin,
                                   .inverse_mass = inverse_mass,
                                   .inverse_inertia = inverse_inertia,
                                   .radius_m = radius_m,
                                   .friction_law = p->friction_law};
    carom_impulse given = {.impulse_Ns = collision->impulse_Ns};
    if (bodies == 2) {
        part = 1 - collision->max_overlap_m / (ball[0]->radius_m + ball[1]->radius_m);
    }
    for (size_t k = 0; k < bodies; k++) {
        v[k] = self->ball[ball_index[k]].v;
        spin[k] = self->spin[ball_index[k]];
        inverse_mass[k] = carom_ball_inverse_mass(ball[k]);
        inverse_inertia[k] = carom_ball_inverse_inertia(ball[k]);
        radius_m[k] = part * ball[k]->radius_m;
    }
    carom_cluster_contact_apply_friction(&cluster, &contact, &given);
    for (size_t k = 0; k < bodies; k++) {
        bool held = bodies == 1 || ball[1 - k]->fixed;
        double side = k == 0 ? 1 : -1;
        carom_flight *moved = &self->ball[ball_index[k]];
        moved->v = v[k];
        self->spin[ball_index[k]] = spin[k];
        if (held) {
            carom_budget_sums_add_impulse_at(
                &self->sums, p,
                carom_vec_add_scaled(moved->at, side * radius_m[k], collision->normal),
                carom_vec_scale(-side * given.impulse_t_Ns, t));
        }
    }
    collision->impulse_t_Ns = given.impulse_t_Ns;
    collision->sliding = given.sliding;
    collision->dissipated_J = given.dissipated_J;
}

static void record_collision(stepped_solver *self, carom_collision *collision, double reduced_mass,
                             double e, double overlap, const carom_two_velocities *before)
{
    double u = collision->approach_mps;
    carom_two_spins spin[] = {spins(self, collision), {0, 0}};
    collision->max_overlap_m = overlap;
    if (self->surface_friction) {
        apply_friction(self, collision);
    }
    carom_two_velocities after = carom_flight_velocities(self->ball, collision);
    spin[1] = spins(self, collision);
    collision->t_s = end_of_step(self);
    collision->dissipated_J += 0.5 * reduced_mass * (1 - e) * (1 + e) * u * u;
    carom_sum_add(&self->sums.dissipated, collision->dissipated_J);
    self->report.collisions++;
    self->report.max_overlap_m = fmax(self->report.max_overlap_m, overlap);
    if (self->log != NULL) {
        carom_log_add(self->log, collision);
        carom_trace_impulse(self->trace, collision, before, &after, spin);
    }
}

/* Resolve an overlap of ball a with ball b or a wall, along the normal of `hit`. */
static void resolve(stepped_solver *self, carom_collision *hit, double e, double overlap)
{
    const carom_problem *problem = self->problem;
    const carom_ball *a = &problem->ball[hit->a], *b = hit->wall ? NULL : &problem->ball[hit->b];
    carom_flight *p = &self->ball[hit->a], *q = hit->wall ? NULL : &self->ball[hit->b];
    const carom_two_velocities before = carom_flight_velocities(self->ball, hit);
    double va = carom_vec_dot(p->v, hit->normal), vb = carom_vec_dot(before.b, hit->normal);
    double u = va - vb, m = a->mass_kg;
    if (!(u > 0 || (self->untested && u < 0))) {
        return;
    }
    hit->approach_mps = u;
    if (a->fixed || b == NULL || b->fixed) {
        carom_flight *moved = a->fixed ? q : p;
        m = a->fixed ? b->mass_kg : m;
        hit->separation_mps = e * u;
        hit->impulse_Ns = m * (1 + e) * u;
        double push = a->fixed ? hit->impulse_Ns : -hit->impulse_Ns;
        moved->v = carom_vec_add_scaled(moved->v, push / m, hit->normal);
        carom_budget_sums_add_impulse(&self->sums, carom_vec_scale(push, hit->normal));
        carom_sum_add(&self->sums.angular,
                      push * carom_vec_cross(carom_torque_arm(problem, moved->at), hit->normal));
    } else {
        double ma = m, mb = b->mass_kg;
        double wa = (va * (ma - e * mb) + vb * mb * (1 + e)) / (ma + mb);
        double wb = (ma * va * (e + 1) + vb * (mb - e * ma)) / (ma + mb);
        p->v = carom_vec_add_scaled(p->v, wa - va, hit->normal);
        q->v = carom_vec_add_scaled(q->v, wb - vb, hit->normal);
        hit->separation_mps = wb - wa;
        hit->impulse_Ns = ma * (va - wa);
        m = ma * mb / (ma + mb);
    }
    record_collision(self, hit, m, e, overlap, &before);
}

static void hit_ball(stepped_solver *self, uint32_t i, const carom_candidate *met)
{
    uint32_t j = met->ball;
    const carom_ball *a = &self->problem->ball[i], *b = &self->problem->ball[j];
    carom_vec displacement = carom_grid_displacement(&self->grid, self->ball[i].at,
                                                     self->ball[j].at, met);
    double distance = carom_vec_length(displacement), reach = a->radius_m + b->radius_m;
    self->report.pair_tests++;
    if (distance > 0 && distance < reach && !(a->fixed && b->fixed)) {
        carom_collision hit = {.normal = carom_vec_divide(displacement, distance), .a = i, .b = j};
        resolve(self, &hit, carom_pair_restitution(self->problem, a, b, end_of_step(self)),
                reach - distance);
    }
}

static void hit_walls(stepped_solver *self, uint32_t i)
{
    const carom_problem *p = self->problem;
    size_t walls = p->ball[i].fixed ? 0 : carom_walls_count(p);
    for (uint32_t wall = 0; wall < walls; wall++) {
        carom_wall_overlap at = carom_walls_part_overlap(p, wall, self->ball[i].at,
                                                         carom_walls_reach(p, p->ball[i].radius_m));
        if (at.overlap_m > 0) {
            carom_collision hit = {.normal = at.normal, .a = i, .b = wall, .wall = true};
            resolve(self, &hit, carom_pair_restitution(p, &p->ball[i], NULL, end_of_step(self)),
                    at.overlap_m);
        }
    }
}

/* One step: free flight, then every overlap once, ball by ball. */
static void step(stepped_solver *self)
{
    move_balls(self);
    carom_grid_clear(&self->grid);
    for (size_t i = self->problem->count; i-- > 0;) {
        carom_grid_insert(&self->grid, (uint32_t)i, self->ball[i].at);
    }
    for (uint32_t i = 0; i < self->problem->count; i++) {
        size_t count = carom_grid_pairs(&self->grid, i, self->candidate);
        for (size_t k = 0; k < count; k++) {
            hit_ball(self, i, &self->candidate[k]);
        }
        hit_walls(self, i);
    }
    self->report.steps++;
}

/* ---- plug-in ---- */

static void stepped_check(const carom_problem *problem, const void *options,
                          const carom_diagnostics *diagnostics)
{
    if (((const stepped_options *)options)->untested &&
        carom_problem_has_contact_friction(problem)) {
        carom_diagnostics_add(diagnostics, true, "approach_test",
                              "without does not support friction between surfaces; use friction 0 "
                              "or approach_test: with");
    }
    carom_check_gravity_with_drag(problem, diagnostics);
    carom_check_grid(problem, 1, diagnostics);
}

static void stepped_destroy(void *object)
{
    stepped_solver *self = object;
    carom_grid_free(&self->grid);
    free(self->ball);
    free(self->spin);
    free(self->rolling);
    free(self->candidate);
    free(self);
}

static carom_status allocate(stepped_solver *self, carom_error *error)
{
    const carom_problem *problem = self->problem;
    self->ball = carom_allocate(problem->count + 1, sizeof *self->ball);
    self->spin = carom_allocate(problem->count + 1, sizeof *self->spin);
    self->candidate = carom_allocate(problem->count + CAROM_GRID_IMAGES, sizeof *self->candidate);
    self->rolling = carom_rolling_new(problem);
    for (size_t i = 0; i < problem->count; i++) {
        self->ball[i] = carom_flight_from_ball(&problem->ball[i]);
        self->spin[i] = problem->ball[i].spin_radps;
    }
    return carom_grid_init(&self->grid, problem, 1, 0, error);
}

static void *stepped_create(const carom_solver_args *args, carom_error *error)
{
    const stepped_options *options = args->options;
    stepped_solver *self = carom_allocate(1, sizeof *self);
    self->problem = args->problem;
    self->log = args->log;
    self->trace = args->trace;
    self->cancel = args->cancel;
    self->step_s = options->step_s;
    self->untested = options->untested != 0;
    self->surface_friction = carom_problem_has_contact_friction(args->problem);
    if (allocate(self, error) != CAROM_OK) {
        stepped_destroy(self);
        return NULL;
    }
    return self;
}

static carom_status stepped_advance(void *object, double t_s, carom_error *error)
{
    stepped_solver *self = object;
    while (end_of_step(self) <= t_s) {
        CAROM_TRY(carom_check_cancelled(self->cancel, error));
        step(self);
    }
    return CAROM_OK;
}

static void stepped_sample(const void *object, double t_s, carom_view *view)
{
    const stepped_solver *self = object;
    double since = t_s - (double)self->report.steps * self->step_s, rest = since > 0 ? since : 0;
    carom_budget_sums sums = self->sums; /* a copy: sampling must not change the state */
    for (size_t i = 0; i < self->problem->count; i++) {
        carom_flight ball = ball_after(self, i, rest, &sums);
        carom_flight_to_view(ball, view, i);
        view->spin_radps[i] = self->spin[i];
    }
    carom_view_set_totals(view, &sums, &self->report);
}

static void stepped_report(const void *object, carom_report *report)
{
    *report = ((const stepped_solver *)object)->report;
}

static bool stepped_can_miss_contacts(const void *options)
{
    (void)options;
    return true;
}

const carom_solver_entry carom_solver_stepped = {
    .about = {.name = "stepped",
              .summary = "rigid balls in fixed steps, as in games",
              .params = params,
              .options_size = sizeof(stepped_options)},
    .traits = CAROM_TIME_STEPPED | CAROM_ANY_SHAPE | CAROM_CLOSED_FORM | CAROM_SURFACE_FRICTION,
    .can_miss_contacts = stepped_can_miss_contacts,
    .check = stepped_check,
    .create = stepped_create,
    .advance = stepped_advance,
    .sample = stepped_sample,
    .report = stepped_report,
    .destroy = stepped_destroy};

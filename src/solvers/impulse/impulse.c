/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Event-driven solver: predicts the next collision of every ball and resolves collisions in order
 * of time. Velocities after an impact follow from momentum and restitution. */
#include "params/params.h"
#include "params/rows.h"
#include "solvers/impulse/motion.h"

static const char *const collapse_words[] = {"error", "tc", "rest", NULL};

#define AT(member) offsetof(impulse_options, member)
static const carom_param params[] = {
    {ENTRY("impact_law", AT(law), "constant", &carom_impact_laws,
           "restitution as a function of impact speed")},
    {ENTRY("impact_policy", AT(policy), "generalized_reflections", &carom_impact_policies,
           "how simultaneous contacts are resolved")},
    {WORD("collapse", AT(collapse), "error", collapse_words,
          "remedy for infinitely many collisions in finite time")},
    {NUMBER("tc_s", AT(tc_s), "s", "", POSITIVE, ANY,
            "collapse: tc: a collision within this time of a body's previous one is elastic"),
     .instead_of = "tc_from"},
    {NUMBER("rest_speed_mps", AT(rest_speed_mps), "m/s", "", POSITIVE, ANY,
            "collapse: rest: below this impact speed, a ball comes to rest on a wall or on top of "
            "a fixed ball if gravity presses it there")},
    {TEXT("tc_from", AT(tc_from), "", CAROM_NAME_SIZE, "solver whose contact time is tc_s"),
     .instead_of = "tc_s"},
    {NUMBER("cluster_gap_rel", AT(cluster_gap_rel), NULL, "1e-9", 0, 0.1,
            "bodies with a gap below this fraction of the smaller radius collide simultaneously")},
    {NUMBER("cluster_time_s", AT(cluster_time_s), "s", "0", 0, ANY,
            "bodies that would close their gap within this time collide simultaneously")},
    {.key = NULL}};

/* Cells are slightly wider than the largest diameter: rounding may put a ball outside its own
 * cell. */
static const double cell_margin = 1 + 1e-6;

static void check_law(const impulse_options *options, const carom_diagnostics *diagnostics)
{
    const carom_impact_law *law = carom_impact_law_of(options->law.entry);
    carom_error error = {0};
    void *prepared = law->prepare == NULL ? NULL : law->prepare(options->law.options, &error);
    if (prepared != NULL) {
        law->release(prepared);
    } else if (law->prepare != NULL) {
        carom_diagnostics_add_error(diagnostics, error.key, &error);
    }
}

/* True if some ball can be in two collisions at once at the start: it touches two balls, or one
 * that is at rest relative to it. Skipped for large problems, because it tests all pairs. */
static bool has_double_contact(const carom_problem *problem)
{
    enum { MOST = 3000 };
    for (size_t i = 0; i < problem->count && problem->count <= MOST; i++) {
        const carom_flight a = carom_flight_from_ball(&problem->ball[i]);
        size_t touched = 0;
        for (size_t j = 0; j < problem->count; j++) {
            const carom_flight b = carom_flight_from_ball(&problem->ball[j]);
            if (i != j && carom_balls_touch(problem, i, j, carom_vec_subtract(b.at, a.at))) {
                touched += carom_vec_is_zero(carom_vec_subtract(b.v, a.v)) ? 2 : 1;
            }
        }
        if (touched > 1) {
            return true;
        }
    }
    return false;
}

/* Warn before the run, because the run may stop at such an impact. */
static void check_friction(const carom_problem *problem, const impulse_options *own,
                           const carom_diagnostics *diagnostics)
{
    const carom_impact_policy *policy = carom_impact_policy_of(own->policy.entry);
    if (!carom_problem_has_contact_friction(problem) ||
        (policy->properties & CAROM_DOES_FRICTION) != 0 || !has_double_contact(problem)) {
        return;
    }
    carom_diagnostics_add(
        diagnostics, false, "impact_policy",
        "frictional balls touch at the start, and %s stops the run at simultaneous "
        "contacts of one ball; sequential_speed and sequential_index support them",
        policy->about.name);
}

static void impulse_check(const carom_problem *problem, const void *options,
                          const carom_diagnostics *diagnostics)
{
    const impulse_options *own = options;
    if (own->collapse == COLLAPSE_TC && isnan(own->tc_s)) {
        carom_diagnostics_add(diagnostics, true, "collapse",
                              "tc needs tc_s (s, > 0) or tc_from, the name of a penalty solver");
    }
    if (own->collapse == COLLAPSE_REST && isnan(own->rest_speed_mps)) {
        carom_diagnostics_add(diagnostics, true, "collapse",
                              "rest needs rest_speed_mps (m/s, > 0)");
    }
    if (own->collapse == COLLAPSE_REST && problem->part != NULL) {
        carom_diagnostics_add(diagnostics, true, "collapse",
                              "rest supports rectangular tables only, because balls would slide on "
                              "slopes; use error or tc");
    }
    if (own->collapse != COLLAPSE_TC && !isnan(own->tc_s)) {
        carom_diagnostics_add(diagnostics, true, "tc_s", "has no effect without collapse: tc");
    }
    if (carom_problem_has_contact_friction(problem) && own->collapse != COLLAPSE_ERROR) {
        carom_diagnostics_add(
            diagnostics, true, "collapse",
            "rest and tc support frictionless contacts only; use error, or friction 0");
    }
    check_friction(problem, own, diagnostics);
    carom_check_gravity_with_drag(problem, diagnostics);
    check_law(own, diagnostics);
    carom_check_grid(problem, cell_margin, diagnostics);
}

/* Allocates a cluster that can hold all balls. */
static carom_status init_cluster(impulse_solver *self)
{
    impulse_cluster *c = &self->cluster;
    size_t n = self->problem->count + 1;
    bool missing = false;
    c->ball = carom_zeros(n, sizeof *c->ball, &missing);
    c->v = carom_zeros(n, sizeof *c->v, &missing);
    c->v_before = carom_zeros(n, sizeof *c->v_before, &missing);
    c->inverse_mass = carom_zeros(n, sizeof *c->inverse_mass, &missing);
    c->inverse_inertia = carom_zeros(n, sizeof *c->inverse_inertia, &missing);
    c->spin = carom_zeros(n, sizeof *c->spin, &missing);
    c->spin_before = carom_zeros(n, sizeof *c->spin_before, &missing);
    c->body = carom_zeros(n, sizeof *c->body, &missing);
    c->number = carom_zeros(n, sizeof *c->number, &missing);
    return missing ? carom_error_no_memory(self->error) : CAROM_OK;
}

static void free_cluster(impulse_cluster *cluster)
{
    free(cluster->ball);
    free(cluster->v);
    free(cluster->v_before);
    free(cluster->inverse_mass);
    free(cluster->inverse_inertia);
    free(cluster->spin);
    free(cluster->spin_before);
    free(cluster->body);
    free(cluster->number);
    free(cluster->contact);
    free(cluster->peak_mps);
}

static void impulse_destroy(void *object)
{
    impulse_solver *self = object;
    if (self == NULL) {
        return;
    }
    if (self->rules.policy_workspace != NULL) {
        self->rules.policy->destroy(self->rules.policy_workspace);
    }
    if (self->rules.law_prepared != NULL) {
        self->rules.law->release(self->rules.law_prepared);
    }
    free_cluster(&self->cluster);
    carom_queue_free(&self->queue);
    carom_grid_free(&self->grid);
    free(self->ball);
    free(self->traits);
    free(self->event);
    free(self->found);
    free(self->rolling);
    free(self->unresolved);
    carom_impulse_neighbours_free(&self->view[0]);
    carom_impulse_neighbours_free(&self->view[1]);
    free(self);
}

static void init_ball(impulse_solver *self, uint32_t i)
{
    const carom_problem *problem = self->problem;
    const carom_ball *given = &problem->ball[i];
    impulse_ball ball = {.flight = carom_flight_from_ball(given),
                         .radius_m = given->radius_m,
                         .support = given->fixed ? SUPPORTED_X | SUPPORTED_Y | SUPPORTED_FIXED : 0,
                         .cluster_index = IMPULSE_NOT_IN_CLUSTER};
    if (problem->boundary == CAROM_PERIODIC) {
        ball.flight.at = carom_torus_fold_position(problem, ball.flight.at);
    }
    self->ball[i] = ball;
    self->traits[i] = (impulse_traits){.inverse_mass = carom_ball_inverse_mass(given),
                                       .inverse_inertia = carom_ball_inverse_inertia(given),
                                       .spin_radps = given->spin_radps,
                                       .last_event_s = -INFINITY,
                                       .last_impulse_s = -INFINITY,
                                       .speed_scale_mps = carom_vec_length(ball.flight.v),
                                       .partner_s = INFINITY};
    carom_grid_insert(&self->grid, i, ball.flight.at);
}

static carom_status allocate(impulse_solver *self)
{
    size_t n = self->problem->count;
    bool missing = false;
    CAROM_TRY(init_cluster(self));
    self->ball = carom_aligned_zeros(n + 1, sizeof *self->ball);
    self->traits = carom_aligned_zeros(n + 1, sizeof *self->traits);
    self->event = carom_aligned_zeros(n + 1, sizeof *self->event);
    self->rolling = carom_rolling_new(self->problem, &missing);
    if (!self->kind.straight_paths) {
        self->unresolved = carom_zeros(n, sizeof *self->unresolved, &missing);
    }
    self->found = carom_zeros(n + CAROM_GRID_IMAGES, sizeof *self->found, &missing);
    CAROM_NEED(!missing && self->ball != NULL && self->traits != NULL && self->event != NULL &&
                   carom_impulse_neighbours_init(&self->view[0], n) &&
                   carom_impulse_neighbours_init(&self->view[1], n) &&
                   carom_queue_init(&self->queue, n),
               self->error);
    return carom_grid_init(&self->grid, self->problem, cell_margin, 0, self->error);
}

static void set_kind(impulse_solver *self)
{
    const carom_problem *problem = self->problem;
    const impulse_rules *rules = &self->rules;
    impulse_kind *kind = &self->kind;
    kind->has_rolling = carom_problem_has_friction(problem);
    kind->surface_friction = carom_problem_has_contact_friction(problem);
    kind->has_walls = carom_walls_count(problem) > 0;
    kind->is_box = problem->boundary == CAROM_WALLS && problem->part == NULL;
    kind->straight_paths = !kind->has_rolling && carom_vec_is_zero(problem->gravity_mps2);
    kind->plain_motion = kind->straight_paths && rules->cluster_time_s == 0;
    kind->fast_pairs = kind->plain_motion && !kind->surface_friction && rules->tc_s == 0 &&
                       rules->rest_speed_mps == 0;
    kind->uniform_restitution = rules->law->nominal && problem->pairs == 0 && problem->changes == 0;
}

static carom_status set_rules(impulse_rules *rules, const impulse_options *options,
                              carom_error *error)
{
    *rules = (impulse_rules){
        .law = carom_impact_law_of(options->law.entry),
        .law_options = options->law.options,
        .policy = carom_impact_policy_of(options->policy.entry),
        .rest_speed_mps = options->collapse == COLLAPSE_REST ? options->rest_speed_mps : 0,
        .tc_s = options->collapse == COLLAPSE_TC ? options->tc_s : 0,
        .cluster_gap_rel = options->cluster_gap_rel,
        .cluster_time_s = options->cluster_time_s};
    if (rules->law->prepare != NULL) {
        rules->law_options = rules->law_prepared = rules->law->prepare(options->law.options, error);
    }
    rules->policy_workspace = rules->policy->create();
    return rules->law->prepare != NULL && rules->law_prepared == NULL ? CAROM_INVALID
         : rules->policy_workspace == NULL                            ? carom_error_no_memory(error)
                                                                      : CAROM_OK;
}

static carom_status predict_first_events(impulse_solver *self)
{
    for (uint32_t i = 0; i < self->problem->count; i++) {
        init_ball(self, i);
    }
    self->kind.single_cell = self->grid.level[0].columns == 1 || self->grid.level[0].rows == 1;
    /* padding that never collides */
    self->ball[self->problem->count].flight.at = (carom_vec){NAN, NAN};
    for (uint32_t i = 0; i < self->problem->count; i++) {
        CAROM_TRY(carom_check_cancelled(self->cancel, self->error));
        carom_impulse_move_and_predict(self, i, 0);
    }
    carom_queue_shift(&self->queue, 0); /* the events determine the width of the buckets */
    return CAROM_OK;
}

static carom_status init_solver(impulse_solver *self, const impulse_options *options)
{
    CAROM_TRY(set_rules(&self->rules, options, self->error));
    set_kind(self);
    CAROM_TRY(allocate(self));
    return predict_first_events(self);
}

static void *impulse_create(const carom_solver_args *args, carom_error *error)
{
    impulse_solver *self = calloc(1, sizeof *self);
    CAROM_NEED_OR_NULL(self != NULL, error);
    *self = (impulse_solver){.problem = args->problem,
                             .log = args->log,
                             .trace = args->trace,
                             .cancel = args->cancel,
                             .error = error};
    if (init_solver(self, args->options) != CAROM_OK) {
        impulse_destroy(self);
        return NULL;
    }
    return self;
}

/* With more balls, the data of an event are rarely in the cache. */
static const size_t cached_balls = 20000;

static void prefetch_ball(const impulse_solver *self, uint32_t i)
{
    carom_prefetch(&self->ball[i]);
    carom_prefetch(&self->traits[i]);
    carom_prefetch(&self->event[i]);
    carom_prefetch(&self->grid.cell[i]);
    carom_prefetch(&self->queue.time_s[i]);
}

/* Prefetch memory when the queue enters a new bucket. Events three buckets ahead: the ball. Two
 * ahead: its cells and its partner. One ahead: the balls in its cells and the partner's cells.
 * Current bucket: the balls in the partner's cells. */
static void prefetch_upcoming(impulse_solver *self)
{
    const carom_queue_bucket *bucket = carom_queue_bucket_ahead(&self->queue, 3);
    self->prefetched_bucket = self->queue.current_bucket;
    carom_prefetch(carom_queue_bucket_ahead(&self->queue, 5));
    for (uint32_t k = 0; k < bucket->count; k++) {
        prefetch_ball(self, bucket->key[k]);
    }
    bucket = carom_queue_bucket_ahead(&self->queue, 2);
    for (uint32_t k = 0; k < bucket->count; k++) {
        impulse_event event = self->event[bucket->key[k]];
        if (event.kind == EVENT_CELL) {
            impulse_cell_step step = carom_impulse_cell_step_through((int)event.partner);
            carom_grid_prefetch_step(&self->grid, bucket->key[k], step.columns, step.rows);
            continue;
        }
        carom_grid_prefetch(&self->grid, bucket->key[k]);
        if (event.kind == EVENT_PAIR) {
            prefetch_ball(self, event.partner);
        }
    }
    bucket = carom_queue_bucket_ahead(&self->queue, 1);
    for (uint32_t k = 0; k < bucket->count; k++) {
        impulse_event event = self->event[bucket->key[k]];
        if (event.kind == EVENT_CELL) {
            impulse_cell_step step = carom_impulse_cell_step_through((int)event.partner);
            carom_grid_prefetch_first_step(&self->grid, bucket->key[k], step.columns, step.rows,
                                           self->ball, sizeof *self->ball);
            continue;
        }
        carom_grid_prefetch_first(&self->grid, bucket->key[k], self->ball, sizeof *self->ball);
        if (event.kind == EVENT_PAIR) {
            carom_grid_prefetch(&self->grid, event.partner);
        }
    }
    for (size_t k = 0; k < self->queue.front.count; k++) {
        impulse_event event = self->event[self->queue.front.entry[self->queue.front.begin + k].key];
        if (event.kind == EVENT_PAIR) {
            carom_grid_prefetch_first(&self->grid, event.partner, self->ball, sizeof *self->ball);
        }
    }
}

static carom_status process(impulse_solver *self, uint32_t i, double now_s)
{
    impulse_event event = self->event[i];
    self->report.steps++;
    switch (event.kind) {
    case EVENT_PAIR:
        if (event.stamp == self->ball[event.partner].stamp) {
            return carom_impulse_collide(self, i, now_s);
        }
        break; /* stale: the partner has collided with another ball */
    case EVENT_WALL: return carom_impulse_collide(self, i, now_s);
    case EVENT_CELL: carom_impulse_cross_cell(self, i, (int)event.partner, now_s); return CAROM_OK;
    case EVENT_STOP:
        carom_impulse_move(self, i, now_s);
        self->ball[i].flight.v = (carom_vec){0, 0}; /* the remaining speed is rounding error */
        self->ball[i].stamp++;
        break;
    case EVENT_NONE: break;
    }
    carom_impulse_move_and_predict(self, i, now_s);
    return CAROM_OK;
}

/* Moves the origin close to now_s, the time of an event.
 *
 * Origin and shift are floating-point numbers whose difference is exact (Dekker), so all times
 * shift alike. The shift has few digits, so subtracting it from a clock is exact, too. Only clocks
 * far in the past are rounded, as they would be anyway. */
static void move_origin(impulse_solver *self, double now_s)
{
    int exponent;
    frexp(now_s, &exponent);
    double coarse = ldexp(1, exponent - 20);
    double origin = self->origin_s + coarse * floor(now_s / coarse);
    double displacement = origin - self->origin_s;
    self->origin_steps = self->report.steps;
    if (!(displacement > 0) || displacement > now_s) {
        return;
    }
    self->origin_s = origin;
    carom_queue_shift(&self->queue, displacement);
    for (size_t i = 0; i < self->problem->count; i++) {
        self->ball[i].clock_s -= displacement;
        self->traits[i].last_event_s -= displacement;
        self->traits[i].last_impulse_s -= displacement;
        self->traits[i].partner_s -= displacement;
    }
}

static carom_status impulse_advance(void *object, double t_s, carom_error *error)
{
    impulse_solver *self = object;
    self->error = error;
    while (t_s > 0) {
        double now_s;
        uint32_t first = carom_queue_first(&self->queue, &now_s);
        if (!(self->origin_s + now_s <= t_s)) {
            break;
        }
        CAROM_TRY(carom_check_cancelled(self->cancel, error));
        if (self->problem->count > cached_balls &&
            self->prefetched_bucket != self->queue.current_bucket) {
            prefetch_upcoming(self);
        }
        CAROM_TRY(process(self, first, now_s));
        if (self->report.steps - self->origin_steps > 8 * self->problem->count + 10) {
            move_origin(self, now_s);
        }
    }
    return CAROM_OK;
}

static void impulse_sample(const void *object, double t_s, carom_view *view)
{
    const impulse_solver *self = object;
    carom_budget_sums sums = self->sums; /* a copy: sampling must not change the state */
    for (uint32_t i = 0; i < self->problem->count;
         i++) { /* after an error, a clock may be later than t */
        double own_s = fmax(t_s - self->origin_s, self->ball[i].clock_s);
        carom_flight ball = carom_impulse_ball_at(self, i, own_s);
        carom_flight_to_view(ball, view, i);
        view->spin_radps[i] = self->traits[i].spin_radps;
        carom_impulse_book_flight(self, i, own_s, &sums);
    }
    carom_view_set_totals(view, &sums, &self->report);
}

static void impulse_report(const void *object, carom_report *report)
{
    *report = ((const impulse_solver *)object)->report;
}

static carom_color impulse_color(const void *options)
{
    (void)options;
    return CAROM_COLOR_BLACK;
}

const carom_solver_entry carom_solver_impulse = {
    .about = {.name = "impulse",
              .summary = "rigid balls, event-driven and exact",
              .params = params,
              .options_size = sizeof(impulse_options)},
    .traits = CAROM_EXACT | CAROM_ANY_SHAPE | CAROM_CLOSED_FORM | CAROM_SURFACE_FRICTION,
    .color = impulse_color,
    .check = impulse_check,
    .create = impulse_create,
    .advance = impulse_advance,
    .sample = impulse_sample,
    .report = impulse_report,
    .destroy = impulse_destroy};

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Event-driven solver: predicts the next collision of every ball and resolves collisions in order
 * of time. Velocities after an impact follow from momentum and restitution. */
#include "solvers/impulse/impulse.h"
#include "params/params.h"
#include "params/rows.h"

static const char *const collapse_words[] = {"error", "tc", "rest", NULL};

#define AT(member) offsetof(impulse_options, member)
static const carom_param params[] = {
    {ENTRY("impact_law", AT(law), "constant", &carom_impact_laws,
           "restitution as a function of impact speed")},
    {ENTRY("impact_policy", AT(policy), "generalized_reflections", &carom_impact_policies,
           "how simultaneous contacts are resolved")},
    {WORD("collapse", AT(collapse), "rest", collapse_words,
          "remedy for infinitely many collisions in finite time")},
    {NUMBER("tc_s", AT(tc_s), "s", "", POSITIVE, ANY,
            "collapse: tc: a collision within this time of a body's previous one is elastic"),
     .instead_of = "tc_from"},
    {NUMBER("rest_speed_mps", AT(rest_speed_mps), "m/s", "", POSITIVE, ANY,
            "collapse: rest: below this impact speed, a ball comes to rest on a wall or on top of "
            "a fixed ball if gravity presses it there; otherwise at the end of its bounces")},
    {TEXT("tc_from", AT(tc_from), "", CAROM_NAME_SIZE, "solver whose contact time is tc_s"),
     .instead_of = "tc_s"},
    {NUMBER("cluster_gap_rel", AT(cluster_gap_rel), NULL, "1e-9", 0, 0.1,
            "bodies with a gap below this fraction of the smaller radius collide simultaneously")},
    {.key = NULL}};

static void impulse_check(const carom_problem *problem, const void *options,
                          const carom_diagnostics *diagnostics)
{
    const impulse_options *own = options;
    bool has_speed = own->collapse == COLLAPSE_REST && !isnan(own->rest_speed_mps);
    if (own->collapse == COLLAPSE_TC && isnan(own->tc_s)) {
        carom_diagnostics_add(diagnostics, true, "collapse",
                              "tc needs tc_s (s, > 0) or tc_from, the name of a penalty solver");
    }
    if (has_speed && problem->part != NULL) {
        carom_diagnostics_add(diagnostics, true, "rest_speed_mps",
                              "supports rectangular tables only, because balls would slide on "
                              "slopes");
    }
    if (own->collapse != COLLAPSE_TC && !isnan(own->tc_s)) {
        carom_diagnostics_add(diagnostics, true, "tc_s", "has no effect without collapse: tc");
    }
    if (carom_problem_has_contact_friction(problem) &&
        (own->collapse == COLLAPSE_TC || has_speed)) {
        carom_diagnostics_add(
            diagnostics, true, "collapse",
            "rest_speed_mps and tc support frictionless contacts only; use error, "
            "or friction 0");
    }
    carom_check_gravity_with_drag(problem, diagnostics);
    carom_impact_law_check(&own->law, diagnostics);
    carom_check_grid(problem, CAROM_EVENTS_CELL_MARGIN, diagnostics);
}

/* Allocates a cluster that can hold all balls. */
static void init_cluster(impulse_solver *self)
{
    impulse_cluster *c = &self->cluster;
    size_t n = self->events.problem->count + 1;
    if (!self->events.kind.straight_paths) {
        self->unresolved = carom_allocate(n, sizeof *self->unresolved);
    }
    c->ball = carom_allocate(n, sizeof *c->ball);
    c->v = carom_allocate(n, sizeof *c->v);
    c->v_before = carom_allocate(n, sizeof *c->v_before);
    c->inverse_mass = carom_allocate(n, sizeof *c->inverse_mass);
    c->inverse_inertia = carom_allocate(n, sizeof *c->inverse_inertia);
    c->spin = carom_allocate(n, sizeof *c->spin);
    c->spin_before = carom_allocate(n, sizeof *c->spin_before);
    c->radius_m = carom_allocate(n, sizeof *c->radius_m);
    c->number = carom_allocate(n, sizeof *c->number);
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
    free(cluster->radius_m);
    free(cluster->number);
    free(cluster->contact);
    free(cluster->peak_mps);
}

static void impulse_destroy(void *object)
{
    impulse_solver *self = object;
    carom_impact_workspace_free(&self->workspace);
    free_cluster(&self->cluster);
    carom_events_free(&self->events);
    free(self->unresolved);
    free(self);
}

static void set_kind(impulse_solver *self)
{
    const carom_problem *problem = self->events.problem;
    const impulse_rules *rules = &self->rules;
    impulse_kind *kind = &self->kind;
    kind->surface_friction = carom_problem_has_contact_friction(problem);
    kind->fast_pairs = self->events.kind.straight_paths && !kind->surface_friction &&
                       rules->tc_s == 0;
    kind->uniform_restitution = carom_impact_law_is_constant(rules->law->entry) &&
                                problem->pairs == 0 && problem->changes == 0;
}

static impulse_rules rules_of(const impulse_options *options, const carom_problem *problem)
{
    return (impulse_rules){.law = &options->law,
                           .policy = carom_impact_policy_of(options->policy.entry),
                           .has_rest = options->collapse != COLLAPSE_ERROR &&
                                       !carom_vec_is_zero(problem->gravity_mps2),
                           .rest_speed_mps = options->collapse == COLLAPSE_REST &&
                                                     !isnan(options->rest_speed_mps)
                                               ? options->rest_speed_mps
                                               : 0,
                           .tc_s = options->collapse == COLLAPSE_TC ? options->tc_s : 0,
                           .cluster_gap_rel = options->cluster_gap_rel};
}

static void *impulse_create(const carom_solver_args *args, carom_error *error)
{
    impulse_solver *self = carom_allocate(1, sizeof *self);
    *self = (impulse_solver){
        .events = {.problem = args->problem, .cancel = args->cancel, .origin_moves = true},
        .log = args->log,
        .trace = args->trace,
        .rules = rules_of(args->options, args->problem)};
    if (carom_events_init(&self->events, error) != CAROM_OK) {
        impulse_destroy(self);
        return NULL;
    }
    set_kind(self);
    init_cluster(self);
    return self;
}

static carom_status impulse_advance(void *object, double t_s, carom_error *error)
{
    impulse_solver *self = object;
    uint32_t first;
    self->error = error;
    CAROM_TRY(carom_events_next(&self->events, t_s, &first, error));
    while (first != CAROM_EVENTS_NO_BALL) {
        CAROM_TRY(carom_impulse_collide(self, first, self->events.now_s));
        CAROM_TRY(carom_events_next(&self->events, t_s, &first, error));
    }
    return CAROM_OK;
}

static void impulse_sample(const void *object, double t_s, carom_view *view)
{
    const impulse_solver *self = object;
    carom_budget_sums sums = self->events.sums; /* a copy: sampling must not change the state */
    for (uint32_t i = 0; i < self->events.problem->count; i++) {
        /* after an error, a clock may be later than t */
        double own_s = fmax(t_s - self->events.origin_s, self->events.ball[i].clock_s);
        carom_flight ball = carom_events_ball_at(&self->events, i, own_s);
        carom_flight_to_view(ball, view, i);
        view->spin_radps[i] = self->events.traits[i].spin_radps;
        carom_events_book_flight(&self->events, i, own_s, &sums);
    }
    carom_view_set_totals(view, &sums, &self->report);
}

static void impulse_report(const void *object, carom_report *report)
{
    const impulse_solver *self = object;
    *report = self->report;
    report->steps = self->events.events;
    report->pair_tests = self->events.pair_tests;
}

static carom_color impulse_color(const void *options)
{
    (void)options;
    return CAROM_COLOR_BLACK;
}

/* The TC model: a collision soon after another one is elastic. */
static bool impulse_remembers(const void *options)
{
    return ((const impulse_options *)options)->collapse == COLLAPSE_TC;
}

const carom_solver_entry carom_solver_impulse = {
    .about = {.name = "impulse",
              .summary = "rigid balls, event-driven and exact",
              .params = params,
              .options_size = sizeof(impulse_options)},
    .traits = CAROM_EXACT | CAROM_ANY_SHAPE | CAROM_CLOSED_FORM | CAROM_SURFACE_FRICTION,
    .color = impulse_color,
    .remembers = impulse_remembers,
    .check = impulse_check,
    .create = impulse_create,
    .advance = impulse_advance,
    .sample = impulse_sample,
    .report = impulse_report,
    .destroy = impulse_destroy};

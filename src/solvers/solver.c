/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Public interface of all solvers. Sorts the balls into a canonical order that follows from their
 * initial state, which makes results independent of the numbering. Computes the energy and
 * momentum budget. */
#include "search/search.h"
#include "solvers/solvers.h"

/* The list of solvers. To add one, write a file in this folder and append X(name). */
#define SOLVERS(X)                                                                                 \
    X(impulse)                                                                                     \
    X(penalty)                                                                                     \
    X(stepped)                                                                                     \
    X(published)                                                                                   \
    X(oracle)                                                                                      \
    X(recorded)

#define X(name) extern const carom_solver_entry carom_solver_##name;
SOLVERS(X)
#undef X

#define X(name) &carom_solver_##name.about,
static const carom_entry *const all_solvers[] = {SOLVERS(X) NULL};
#undef X

const carom_interface carom_solvers = {"solver", "solvers", all_solvers};

struct carom_solver {
    const carom_solver_entry *entry;
    void *self;
    carom_problem problem; /* in canonical order */
    carom_choice choice;   /* a copy */
    carom_log log;         /* a and b in canonical order */
    carom_trace trace;
    carom_cancel_flag cancel;
    bool logging;
    double t_s;
    carom_ledger initial;
    double *buffer; /* buffer for samples: 5 n doubles */
};

/* ---- creation ---- */

static bool is_given(const carom_setting *settings, const char *key)
{
    const carom_setting *s = settings;
    while (s != NULL && s->key != NULL && strcmp(s->key, key) != 0) {
        s++;
    }
    return s != NULL && s->key != NULL;
}

static carom_status apply_settings(carom_choice *choice, const carom_setting *settings,
                                   bool entries, carom_error *error)
{
    for (const carom_setting *s = settings; s != NULL && s->key != NULL; s++) {
        carom_param_ref place = carom_params_find(choice->entry->params, choice->options, s->key);
        if (place.row == NULL && !entries) {
            return carom_error_set(error, CAROM_INVALID, s->key, "unknown parameter of %s",
                                   choice->entry->name);
        }
        if (place.row != NULL && (place.row->type == CAROM_ENTRY) == entries &&
            (place.row->unless == NULL || !is_given(settings, place.row->unless))) {
            CAROM_TRY(carom_param_parse(place, s->value, error));
        }
    }
    return CAROM_OK;
}

typedef struct {
    const carom_setting *settings;
    const carom_choice *choice;
    const char *missing;
} requirement;

static bool check_required(void *context, carom_param_ref place)
{
    requirement *required = context;
    if (place.row->fallback != NULL) {
        return true;
    }
    for (const carom_setting *s = required->settings; s != NULL && s->key != NULL; s++) {
        const carom_param *row = carom_params_find(required->choice->entry->params,
                                                   required->choice->options, s->key)
                                     .row;
        bool otherwise = row != NULL && row->instead_of != NULL &&
                         strcmp(row->instead_of, place.row->key) == 0;
        if (otherwise || strcmp(s->key, place.row->key) == 0) {
            return true;
        }
    }
    required->missing = place.row->key;
    return false;
}

static carom_status choose_solver(carom_choice *choice, const char *kind,
                                  const carom_setting *settings, carom_error *error)
{
    requirement required = {settings, choice, NULL};
    const carom_entry *entry = carom_interface_find(&carom_solvers, kind);
    if (entry == NULL) {
        return carom_error_set(error, CAROM_INVALID, "kind", "unknown solver '%s'", kind);
    }
    CAROM_TRY(carom_choice_set(choice, entry, error));
    /* choices first: they add parameters */
    CAROM_TRY(apply_settings(choice, settings, true, error));
    CAROM_TRY(apply_settings(choice, settings, false, error));
    carom_params_each(entry->params, choice->options, check_required, &required);
    return required.missing == NULL ? CAROM_OK
                                    : carom_error_set(error, CAROM_INVALID, required.missing,
                                                      "missing; %s needs a value", kind);
}

const char *carom_solver_display_name(const carom_choice *choice)
{
    const carom_solver_entry *entry = carom_solver_entry_of(choice->entry);
    return entry->called == NULL ? entry->about.name : entry->called(choice->options);
}

bool carom_solver_has_traits(const carom_choice *choice, unsigned traits)
{
    return (carom_solver_entry_of(choice->entry)->traits & traits) == traits;
}

bool carom_solver_can_miss_contacts(const carom_choice *choice)
{
    const carom_solver_entry *entry = carom_solver_entry_of(choice->entry);
    return entry->can_miss_contacts != NULL && entry->can_miss_contacts(choice->options);
}

bool carom_solver_state_determines_motion(const carom_choice *choice)
{
    const carom_solver_entry *entry = carom_solver_entry_of(choice->entry);
    bool corrected = (entry->traits & CAROM_TIME_STEPPED) && !(entry->traits & CAROM_SOFT);
    return !(entry->traits & CAROM_FRAMES) && !corrected &&
           !(entry->remembers != NULL && entry->remembers(choice->options));
}

bool carom_solver_is_portable(const carom_problem *problem, const carom_choice *choice)
{
    carom_springs springs;
    bool adaptive = carom_solver_springs(choice, &springs) && springs.integrator->evaluations == 0;
    return !adaptive && !(carom_solver_has_traits(choice, CAROM_CLOSED_FORM) &&
                          carom_problem_has_friction(problem));
}

bool carom_solver_springs(const carom_choice *choice, carom_springs *springs)
{
    const carom_solver_entry *entry = carom_solver_entry_of(choice->entry);
    if (entry->springs != NULL) {
        entry->springs(choice->options, springs);
    }
    return entry->springs != NULL;
}

carom_color carom_solver_color(const carom_choice *choice)
{
    const carom_solver_entry *entry = carom_solver_entry_of(choice->entry);
    carom_springs springs;
    if (entry->color != NULL) {
        return entry->color(choice->options);
    }
    return carom_solver_springs(choice, &springs) ? springs.integrator->color : CAROM_COLOR_NEXT;
}

/* Check for frictional contacts. @return false if no further check is needed */
static bool check_friction(const carom_problem *problem, const carom_choice *choice,
                           const carom_diagnostics *diagnostics)
{
    if (problem->wall_contact == CAROM_CENTRE) {
        carom_diagnostics_add(diagnostics, true, "friction",
                              "friction acts at surfaces, but the walls reflect centres; use "
                              "wall_contact: surface or friction 0");
    }
    if (carom_solver_has_traits(choice, CAROM_SURFACE_FRICTION)) {
        return true;
    }
    carom_diagnostics_add(
        diagnostics, true, "friction",
        "%s does not support friction between surfaces; use friction 0 or another solver",
        carom_solver_display_name(choice));
    return false;
}

void carom_solver_check(const carom_problem *problem, const carom_choice *choice,
                        const carom_diagnostics *diagnostics)
{
    const carom_solver_entry *entry = carom_solver_entry_of(choice->entry);
    if (problem->part != NULL && (entry->traits & CAROM_ANY_SHAPE) == 0) {
        carom_diagnostics_add(
            diagnostics, true, "shape",
            "'%s' is not supported by %s, which needs a rectangular table; use rectangle or "
            "another solver",
            problem->shape, carom_solver_display_name(choice));
        return;
    }
    if (problem->allow_overlap && (entry->traits & CAROM_EXACT) != 0) {
        carom_diagnostics_add(diagnostics, true, "allow_overlap",
                              "rigid balls of %s cannot overlap; use springs (kind: penalty)",
                              carom_solver_display_name(choice));
        return;
    }
    if (carom_problem_has_contact_friction(problem) &&
        !check_friction(problem, choice, diagnostics)) {
        return;
    }
    entry->check(problem, choice->options, diagnostics);
}

static void store_first_error(void *context, bool is_error, const char *key, const char *text)
{
    carom_error *first = context;
    if (is_error && first->status == CAROM_OK) {
        carom_error_set(first, CAROM_INVALID, key, "%s", text);
    }
}

static carom_status check(const carom_problem *problem, const carom_choice *choice,
                          carom_error *error)
{
    carom_error first = {CAROM_OK, "", ""};
    carom_diagnostics diagnostics = {store_first_error, &first, NULL};
    if (problem->count == 0) {
        return carom_error_set(error, CAROM_INVALID, "balls",
                               "the table has no balls; add at least one");
    }
    if (!carom_problem_check_values(problem, carom_problem_store_first_fault, error)) {
        return CAROM_INVALID;
    }
    carom_solver_check(problem, choice, &diagnostics);
    if (first.status != CAROM_OK && error != NULL) {
        *error = first;
    }
    return first.status;
}

/* A view with its arrays in the solver's buffer. */
static carom_view empty_view(const carom_solver *solver)
{
    size_t n = solver->problem.count;
    double *buffer = solver->buffer;
    for (size_t i = 0; i < n; i++) {
        buffer[4 * n + i] = solver->problem.ball[i].spin_radps;
    }
    return (carom_view){.x_m = buffer,
                        .y_m = buffer + n,
                        .vx_mps = buffer + 2 * n,
                        .vy_mps = buffer + 3 * n,
                        .spin_radps = buffer + 4 * n};
}

/* The initial values of the budget belong to the initial state, which the problem holds. */
static void compute_initial_ledger(carom_solver *solver)
{
    carom_budget none = {0};
    carom_view view = empty_view(solver);
    solver->entry->sample(solver->self, 0, &view);
    none.elastic_J = view.budget.elastic_J;
    none.folded_J = view.budget.folded_J;
    carom_ledger_compute(&solver->problem, &view, &none, NULL, &solver->initial);
}

static carom_status init_solver(carom_solver *solver, const carom_problem *problem,
                                const carom_choice *choice, carom_error *error)
{
    carom_choice_copy(&solver->choice, choice);
    carom_solver_args args = {&solver->problem, solver->choice.options,
                              solver->logging ? &solver->log : NULL, &solver->cancel,
                              &solver->trace};
    CAROM_TRY(carom_problem_copy(&solver->problem, problem, error));
    carom_balls_sort(solver->problem.ball, problem->count);
    solver->buffer = carom_allocate(5 * problem->count + 1, sizeof *solver->buffer);
    solver->self = solver->entry->create(&args, error);
    return solver->self == NULL ? CAROM_INVALID : CAROM_OK;
}

carom_solver *carom_solver_new_from_choice(const carom_problem *problem, const carom_choice *choice,
                                           bool logging, carom_error *error)
{
    return carom_solver_new_cancellable(problem, choice, logging, NULL, error);
}

carom_solver *carom_solver_new_cancellable(const carom_problem *problem, const carom_choice *choice,
                                           bool logging, const volatile sig_atomic_t *stop,
                                           carom_error *error)
{
    carom_solver *solver;
    if (check(problem, choice, error) != CAROM_OK) {
        return NULL;
    }
    solver = carom_allocate(1, sizeof *solver);
    solver->entry = carom_solver_entry_of(choice->entry);
    solver->logging = logging;
    solver->cancel.stop = stop;
    if (init_solver(solver, problem, choice, error) != CAROM_OK) {
        carom_solver_free(solver);
        return NULL;
    }
    compute_initial_ledger(solver);
    return solver;
}

carom_solver *carom_solver_new(const carom_problem *problem, const char *kind,
                               const carom_setting *settings, carom_error *error)
{
    carom_choice choice = {NULL, NULL};
    carom_solver *solver = NULL;
    carom_status status = carom_problem_check(problem, carom_problem_store_first_fault, error);
    if (status == CAROM_OK) {
        status = choose_solver(&choice, kind, settings, error);
    }
    if (status == CAROM_OK) {
        solver = carom_solver_new_from_choice(problem, &choice, true, error);
    }
    carom_choice_free(&choice);
    return solver;
}

void carom_solver_free(carom_solver *solver)
{
    if (solver == NULL) {
        return;
    }
    if (solver->self != NULL) {
        solver->entry->destroy(solver->self);
    }
    carom_choice_free(&solver->choice);
    carom_problem_free(&solver->problem);
    carom_log_free(&solver->log);
    carom_trace_free(&solver->trace);
    free(solver->buffer);
    free(solver);
}

/* ---- simulation ---- */

void carom_solver_set_cancel_flag(carom_solver *solver, const volatile sig_atomic_t *stop)
{
    solver->cancel.stop = stop;
}

carom_status carom_solver_advance(carom_solver *solver, double t_s, carom_error *error)
{
    if (!(t_s >= solver->t_s)) {
        return carom_error_set(error, CAROM_INTERNAL, "t_s",
                               "cannot go back from t = %.17g s to "
                               "%.17g s",
                               solver->t_s, t_s);
    }
    CAROM_TRY(solver->entry->advance(solver->self, t_s, error));
    solver->t_s = t_s;
    if ((solver->entry->traits & CAROM_EXACT) != 0 && carom_walls_count(&solver->problem) > 0) {
        carom_view view = empty_view(solver);
        solver->entry->sample(solver->self, t_s, &view);
        return carom_walls_check(&solver->problem, &view, t_s, error);
    }
    return CAROM_OK;
}

void carom_solver_sample(const carom_solver *solver, carom_sample *sample)
{
    const carom_problem *problem = &solver->problem;
    carom_view view = empty_view(solver);
    bool periodic = problem->boundary == CAROM_PERIODIC;
    solver->entry->sample(solver->self, solver->t_s, &view);
    for (size_t i = 0; i < problem->count; i++) {
        size_t number = problem->ball[i].number;
        carom_flight ball = carom_flight_from_view(&view, i);
        ball.at = periodic ? carom_torus_fold_position(problem, ball.at) : ball.at;
        carom_flight_to_sample(ball, sample, number);
        sample->spin_radps[number] = view.spin_radps[i];
    }
    carom_ledger_compute(problem, &view, &view.budget, &solver->initial, &sample->ledger);
    sample->t_s = solver->t_s;
    sample->max_overlap_m = view.max_overlap_m;
    sample->contacts = view.contacts;
    sample->collisions = view.collisions;
}

void carom_solver_report(const carom_solver *solver, carom_report *report)
{
    solver->entry->report(solver->self, report);
}

carom_status carom_solver_collisions(const carom_solver *solver, carom_log *log, carom_error *error)
{
    (void)error;
    for (size_t k = 0; k < solver->log.count; k++) {
        carom_collision collision = solver->log.item[k];
        collision.a = (uint32_t)solver->problem.ball[collision.a].number;
        if (!collision.wall) {
            collision.b = (uint32_t)solver->problem.ball[collision.b].number;
        }
        carom_log_add(log, &collision);
    }
    return CAROM_OK;
}

carom_status carom_solver_trace(carom_solver *solver, const carom_trace_request *trace_request,
                                carom_error *error)
{
    if (!solver->logging || solver->t_s > 0) {
        return carom_error_set(error, CAROM_INTERNAL, "trace",
                               solver->logging ? "the trace was requested after the run began"
                                               : "the trace needs a solver that logs collisions");
    }
    carom_trace_init(&solver->trace, &solver->problem, trace_request);
    return CAROM_OK;
}

carom_status carom_solver_contact_samples(const carom_solver *solver,
                                          carom_contact_samples *contact_samples,
                                          carom_error *error)
{
    carom_log log = {.item = NULL};
    carom_status status = carom_solver_collisions(solver, &log, error);
    carom_trace_contact_samples(&solver->trace, &log, contact_samples);
    carom_log_free(&log);
    return status;
}

/* ---- sample ---- */

carom_status carom_sample_init(carom_sample *sample, size_t count, carom_error *error)
{
    double *buffer = carom_allocate(5 * count + 1, sizeof *buffer);
    *sample = (carom_sample){.count = count, .x_m = buffer};
    (void)error;
    sample->y_m = buffer + count;
    sample->vx_mps = buffer + 2 * count;
    sample->vy_mps = buffer + 3 * count;
    sample->spin_radps = buffer + 4 * count;
    return CAROM_OK;
}

void carom_sample_free(carom_sample *sample)
{
    free(sample->x_m);
    *sample = (carom_sample){0};
}

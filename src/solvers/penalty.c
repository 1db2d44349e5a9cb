/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Penalty solver: overlapping balls repel each other by a force law. With `contacts: grid` an
 * integrator advances the motion in steps of h on the fixed grid t_n = (n - phase) h. With
 * `contacts: exact` only balls in contact, and balls near them, are integrated; the others fly in
 * closed form from contact to contact, and contacts begin and end at any time. */
#include "solvers/penalty/penalty.h"
#include "contact/contact.h"
#include "params/rows.h"

static const char *const contact_end_words[] = {"force", "overlap", NULL};
static const char *const contacts_words[] = {"grid", "exact", "located", NULL};
static const char *const flight_words[] = {"step", "leap", NULL};

#define AT(member) offsetof(penalty_options, member)
static const carom_param params[] = {
    {ENTRY("integrator", AT(integrator), "heun", &carom_integrators,
           "method that integrates the motion")},
    {ENTRY("law", AT(law), "hooke", &carom_force_laws, "force of a contact")},
    {NUMBER("step_s", AT(step_s), "s", "", POSITIVE, ANY, "time step h"), .instead_of = "theta"},
    {NUMBER("theta", AT(theta), "", "0.05", POSITIVE, ANY,
            "time step times w0 = sqrt(k/m_red) of the stiffest contact"),
     .instead_of = "step_s"},
    {NUMBER(
        "phase", AT(phase), "", "0", 0, 0.9999999,
        "fraction of a step by which the first step is shortened (contacts: exact: the first of a "
        "contact that begins alone); shifts the sub-step offset of contacts")},
    {WORD("contact_end", AT(contact_end), "force", contact_end_words,
          "a contact ends when its force (never attractive) or its overlap returns to zero")},
    {NUMBER(
        "tangential_stiffness_ratio", AT(tangential_ratio), "", "", 0, ANY,
        "k_t/k_n of the tangential spring; by default from materials, or with Hooke's law from the "
        "tangential restitution")},
    {WORD(
        "contacts", AT(contacts), "grid", contacts_words,
        "contacts begin and end at time steps, or exactly: free flight is then computed in closed "
        "form, and steps end at separations (located: older word for exact)")},
    {WORD("flight", AT(flight), "step", flight_words,
          "older key; leap means contacts: exact, step has no effect"),
     .unless = "contacts"},
    {FLAG("allow_unstable", AT(allow_unstable), "false",
          "allow steps beyond the limit of the integrator")},
    {.key = NULL}};

/* ---- checks ---- */

static void check_step(const penalty_options *options, const penalty_contact_range *range,
                       const carom_diagnostics *diagnostics)
{
    /* relative to the contact time: fewer than ten steps per contact */
    static const double coarse = 0.1;
    const carom_integrator *integrator = carom_integrator_of(options->integrator.entry);
    double h = range->step_s, limit = integrator->stability_limit / range->rate;
    bool theta = isnan(options->step_s);
    const char *key = theta ? "theta" : "step_s";
    /* two digits that are not above ten steps per contact, and below the limit */
    double fine = 0.95 * fmin(coarse * range->contact_time, limit) * (theta ? range->frequency : 1);
    if (isnan(range->contact_time)) {
        carom_diagnostics_add(
            diagnostics, true, "law",
            "%s: a contact at the speed of the fastest ball is so strongly damped (restitution "
            "below 2e-5) that its end cannot be computed; reduce the damping or the speeds",
            options->law.entry->name);
    } else if (h >= limit && !options->allow_unstable) {
        carom_diagnostics_add(
            diagnostics, true, key,
            "the step of %.6g s must be below %.6g s, the limit of %s for the "
            "stiffest contact (contact time %.6g s); use %s: %.2g or less (at least ten steps per "
            "contact), or set allow_unstable: true",
            h, limit, integrator->about.name, range->contact_time, key, fine);
    } else if (isinf(limit) && h >= range->contact_time && !options->allow_unstable) {
        carom_diagnostics_add(
            diagnostics, true, key,
            "a contact of %.6g s can begin and end within one step (got %.6g s); use %s: %.2g or "
            "less (at least ten steps per contact), or set allow_unstable: true",
            range->contact_time, h, key, fine);
    } else if (h > coarse * range->contact_time) {
        carom_diagnostics_add(
            diagnostics, false, key,
            "the step of %.6g s exceeds 1/10 of the contact time %.6g s, so a contact has "
            "%.2g steps; use %s: %.2g or less",
            h, range->contact_time, range->contact_time / h, key, fine);
    }
}

typedef struct {
    const carom_diagnostics *to;
    bool failed;
} watched_diagnostics;

static void pass_on(void *context, bool is_error, const char *key, const char *text)
{
    watched_diagnostics *watched = context;
    watched->failed |= is_error;
    watched->to->report(watched->to->context, is_error, key, text);
}

/* Warns of a restitution of 0, for which springs with a dashpot have a larger one. */
static void warn_of_zero(const carom_problem *problem, const penalty_options *options,
                         const carom_diagnostics *diagnostics)
{
    const carom_force_law *law = carom_force_law_of(options->law.entry);
    bool balls = problem->count > 1 && problem->restitution.ball_ball == 0;
    bool walls = problem->boundary == CAROM_WALLS && problem->restitution.ball_wall == 0;
    double damping = 0;
    carom_status status = law->damping(options->law.options, options->contact_end,
                                       CAROM_LEAST_RESTITUTION, &damping, &(carom_error){0});
    if (status == CAROM_OK && damping > 0 && (balls || walls)) {
        carom_diagnostics_add(
            diagnostics, false, balls ? "restitution.ball_ball" : "restitution.ball_wall",
            "is 0, which no dashpot reaches; the springs have %g", CAROM_LEAST_RESTITUTION);
    }
}

/* Checks the contacts of all pairs of materials before and after each change of the restitution. */
static void check_contacts(const carom_problem *problem, const penalty_options *options,
                           const carom_diagnostics *diagnostics)
{
    carom_error error = {0};
    penalty_contact_range range;
    penalty_calibration *calibrations = carom_penalty_calibrations_new(problem, options, &range,
                                                                       &error);
    if (calibrations == NULL) {
        carom_diagnostics_add_error(diagnostics, error.key, &error);
        return;
    }
    warn_of_zero(problem, options, diagnostics);
    check_step(options, &range, diagnostics);
    free(calibrations);
}

static void penalty_check(const carom_problem *problem, const void *object,
                          const carom_diagnostics *diagnostics)
{
    const penalty_options *options = object;
    const carom_force_law *law = carom_force_law_of(options->law.entry);
    watched_diagnostics watched = {diagnostics, false};
    carom_diagnostics forwarding = {pass_on, &watched, NULL};
    if (law->check != NULL) {
        law->check(options->law.options, &forwarding);
    }
    carom_penalty_check_materials(problem, options, &forwarding);
    if (!watched.failed) { /* further checks need a valid law */
        carom_check_grid(problem, 1, diagnostics);
        check_contacts(problem, options, diagnostics);
    }
}

/* ---- on the grid or exact ---- */

typedef struct {
    penalty_shared shared;
    penalty_grid *grid;   /* NULL: exact */
    penalty_exact *exact; /* NULL: on the grid */
} penalty_run;

static void penalty_destroy(void *object)
{
    penalty_run *run = object;
    if (run->exact != NULL) {
        carom_penalty_exact_free(run->exact);
    }
    if (run->grid != NULL) {
        carom_penalty_grid_free(run->grid);
    }
    carom_penalty_shared_free(&run->shared);
    free(run);
}

static void *penalty_create(const carom_solver_args *args, carom_error *error)
{
    penalty_run *run = carom_allocate(1, sizeof *run);
    if (carom_penalty_shared_init(&run->shared, args, error) == CAROM_OK) {
        if (run->shared.exact) {
            run->exact = carom_penalty_exact_new(&run->shared, error);
        } else {
            run->grid = carom_penalty_grid_new(&run->shared, error);
        }
    }
    if (run->exact == NULL && run->grid == NULL) {
        penalty_destroy(run);
        return NULL;
    }
    return run;
}

/* For more steps than CAROM_COUNT_MAX, t + h = t in a double. */
static carom_status penalty_advance(void *object, double t_s, carom_error *error)
{
    penalty_run *run = object;
    if (t_s / run->shared.step_s > CAROM_COUNT_MAX) {
        return carom_error_set(error, CAROM_INVALID, "step_s",
                               "%.4g s are about %.4g steps of %.4g s, more than a double counts; "
                               "use a longer step or softer springs",
                               t_s, t_s / run->shared.step_s, run->shared.step_s);
    }
    return run->exact != NULL ? carom_penalty_exact_advance(run->exact, t_s, error)
                              : carom_penalty_grid_advance(run->grid, t_s, error);
}

static void penalty_sample(const void *object, double t_s, carom_view *view)
{
    const penalty_run *run = object;
    if (run->exact != NULL) {
        carom_penalty_exact_sample(run->exact, t_s, view);
    } else {
        carom_penalty_grid_sample(run->grid, t_s, view);
    }
}

static void penalty_report(const void *object, carom_report *report)
{
    const penalty_run *run = object;
    *report = run->shared.report;
}

static void describe_springs(const void *object, carom_springs *springs)
{
    const penalty_options *options = object;
    *springs = (carom_springs){
        .integrator = carom_integrator_of(options->integrator.entry),
        .law = carom_force_law_of(options->law.entry),
        .law_options = options->law.options,
        .stiffness_N_per_m = carom_choice_number(&options->law, "stiffness_N_per_m"),
        .contact_end = options->contact_end,
        .exact = carom_penalty_is_exact(options)};
}

/* Exact contacts of free balls are found in closed form. Between balls of a block, one that begins
 * and ends within a step is missed too. Its overlap is below (v h)^2/(8 reach), so it
 * is not meant here. */
static bool penalty_can_miss_contacts(const void *options)
{
    return !carom_penalty_is_exact(options);
}

const carom_solver_entry carom_solver_penalty = {
    .about = {.name = "penalty",
              .summary = "soft balls: overlapping balls repel, an integrator advances them",
              .params = params,
              .options_size = sizeof(penalty_options)},
    .traits = CAROM_SOFT | CAROM_TIME_STEPPED | CAROM_ANY_SHAPE | CAROM_SURFACE_FRICTION,
    .springs = describe_springs,
    .can_miss_contacts = penalty_can_miss_contacts,
    .check = penalty_check,
    .create = penalty_create,
    .advance = penalty_advance,
    .sample = penalty_sample,
    .report = penalty_report,
    .destroy = penalty_destroy};

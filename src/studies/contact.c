/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom contact: traces one contact in every solver and compares it with the exact solution of the
 * same springs. */
#include "contact/contact.h"
#include "carom_studies.h"
#include "studies/studies.h"
#include <carom/trace.h>

enum { MOST_THETAS = 8, NAME_SIZE = 140 };

/* Keys of the study. */
typedef struct {
    carom_result result;
    int64_t number; /* of the contact in the reference run, or among those of `pair` */
    char pair[NAME_SIZE];
    char theta[200];
} contact_keys;

/* ---- frames ---- */

/* A contact, of a run or exact. */
typedef struct {
    carom_collision c;
    double force_N, restitution;
    const char *source; /* of the exact solution */
} outcome;

/* A solver at one time step. NULL: no such contact, or no theory. */
typedef struct {
    const char *solver, *label; /* label: "euler, θ = 0.25" */
    double theta, frequency_per_s, specified, reduced_mass_kg;
    const outcome *own, *exact;
} summary;

/* A state during the contact. */
typedef struct {
    const char *solver, *label;
    carom_contact_state at;
    double v, w; /* scales of speed and rate */
} state_row;

/* A contact with friction along t. The slip u_t is the velocity of the first surface relative to
 * the second. */
typedef struct {
    const char *solver, *label;
    bool converged;
    double friction, specified; /* mu at the slip at onset; specified beta */
    double approach_mps, before_mps, after_mps, stuck_s, slid_s, slid_part;
    double impulse_t_Ns, limit_part, loss_J;
    double rigid_limit, rigid_slip_mps;
    bool rigid_slides;
} friction_row;

/* A state of it. */
typedef struct {
    const char *solver, *label;
    bool converged;
    double t_s, limit_N, way_m;
    carom_contact_sample at;
} instant_row;

/* Loss of normal kinetic energy, by force law and discretization error together. */
static double loss_of(const summary *r, const outcome *of)
{
    return of == NULL ? NAN
                      : 0.5 * r->reduced_mass_kg * of->c.approach_mps * of->c.approach_mps *
                            (1 - of->restitution * of->restitution);
}

#define IN(which, value) (r->which == NULL ? NAN : r->which->value)
#define LABELS(TEXT, of)                                                                           \
    TEXT(of, solver, r->solver, "name in the scenario")                                            \
    TEXT(of, says, r->label, "name, with theta if --theta is given")
#define SUMMARY(NUMBER, TEXT, of)                                                                  \
    LABELS(TEXT, of)                                                                               \
    NUMBER(of, theta, "", r->theta, "step times w0 of the stiffest contact; nan: rigid")           \
    TEXT(of, exact, r->exact == NULL ? "" : r->exact->source,                                      \
         "closed form; converged: two bodies alone; converged run: the scenario with converged "   \
         "springs")                                                                                \
    NUMBER(of, t_s, "s", IN(own, c.t_s), "contact onset; nan: no such contact")                    \
    NUMBER(of, approach_mps, "m/s", IN(own, c.approach_mps), "normal approach speed at onset")     \
    NUMBER(of, contact_s, "s", IN(own, c.contact_s), "contact time")                               \
    NUMBER(of, exact_contact_s, "s", IN(exact, c.contact_s), "exact value")                        \
    NUMBER(of, max_overlap_m, "m", IN(own, c.max_overlap_m), "largest overlap")                    \
    NUMBER(of, exact_max_overlap_m, "m", IN(exact, c.max_overlap_m), "exact value")                \
    NUMBER(of, force_N, "N", IN(own, force_N), "largest force at a step; nan: rigid")              \
    NUMBER(of, exact_force_N, "N", IN(exact, force_N), "exact largest force")                      \
    NUMBER(of, impulse_Ns, "N s", IN(own, c.impulse_Ns), "time integral of the force")             \
    NUMBER(of, exact_impulse_Ns, "N s", IN(exact, c.impulse_Ns), "exact value")                    \
    NUMBER(of, asked_restitution, "", r->specified, "specified in the scenario")                   \
    NUMBER(of, restitution, "", IN(own, restitution), "separation over approach speed")            \
    NUMBER(of, exact_restitution, "", IN(exact, restitution), "exact value")                       \
    NUMBER(of, loss_J, "J", loss_of(r, r->own), "loss of normal kinetic energy")                   \
    NUMBER(of, exact_loss_J, "J", loss_of(r, r->exact), "exact value")                             \
    NUMBER(of, dissipated_J, "J", IN(own, c.dissipated_J), "dissipated by the law or by e < 1")    \
    NUMBER(of, frequency_per_s, "1/s", r->frequency_per_s,                                         \
           "w0, at the largest overlap if the law is not linear; nan: rigid")
#define STATES(NUMBER, TEXT, of)                                                                   \
    LABELS(TEXT, of)                                                                               \
    NUMBER(of, t_s, "s", r->at.t_s, "since contact onset")                                         \
    NUMBER(of, overlap_m, "m", r->at.overlap_m, "overlap of the two bodies")                       \
    NUMBER(of, rate_mps, "m/s", r->at.rate_mps, "rate of the overlap, > 0 during approach")        \
    NUMBER(of, force_N, "N", r->at.force_N, "normal force, > 0 repulsive; nan: an impulse")        \
    NUMBER(of, elastic_J, "J", r->at.elastic_J, "energy of the spring")                            \
    NUMBER(of, dissipated_J, "J", r->at.dissipated_J, "dissipated since onset")                    \
    NUMBER(of, overlap_rel, "", r->at.overlap_m * r->w / r->v,                                     \
           "overlap times w0 over the approach speed: at most 1 without damping")                  \
    NUMBER(of, rate_rel, "", r->at.rate_mps / r->v, "rate over the approach speed")
#define FRICTION(NUMBER, TEXT, of)                                                                 \
    LABELS(TEXT, of)                                                                               \
    NUMBER(of, converged, "", (double)r->converged, "1: converged springs")                        \
    NUMBER(of, friction, "", r->friction, "mu at the slip at onset")                               \
    NUMBER(of, slip_before_mps, "m/s", r->before_mps,                                              \
           "u_t: velocity of the first surface relative to the second along t, at onset")          \
    NUMBER(of, slip_after_mps, "m/s", r->after_mps, "u_t at separation")                           \
    NUMBER(of, slip_after_rel, "", r->after_mps / r->approach_mps,                                 \
           "u_t at separation over the approach speed")                                            \
    NUMBER(of, asked_beta, "", r->specified, "tangential restitution specified in the scenario")   \
    NUMBER(of, beta, "", -r->after_mps / r->before_mps,                                            \
           "minus u_t at separation over u_t at onset")                                            \
    NUMBER(of, slid_part, "", r->slid_part, "fraction of the contact in which they slide")         \
    NUMBER(of, impulse_t_Ns, "N s", r->impulse_t_Ns,                                               \
           "time integral of friction on the second body")                                         \
    NUMBER(of, limit_part, "", r->limit_part, "its magnitude over mu times the normal impulse")    \
    NUMBER(of, loss_t_J, "J", r->loss_J, "kinetic energy along t lost to friction")                \
    NUMBER(of, rigid_slip_rel, "", r->rigid_limit,                                                 \
           "largest slip over approach speed of sticking, impulse model")                          \
    NUMBER(of, rigid_sliding, "", (double)r->rigid_slides, "impulse model: 1 slides, 0 sticks")    \
    NUMBER(of, rigid_slip_after_mps, "m/s", r->rigid_slip_mps, "u_t at separation, impulse model")
#define INSTANTS(NUMBER, TEXT, of)                                                                 \
    LABELS(TEXT, of)                                                                               \
    NUMBER(of, converged, "", (double)r->converged, "1: converged springs")                        \
    NUMBER(of, t_s, "s", r->t_s, "since contact onset")                                            \
    NUMBER(of, force_t_N, "N", r->at.force_t_N, "friction on the second body along t")             \
    NUMBER(of, limit_N, "N", r->limit_N,                                                           \
           "Coulomb's limit, mu times the normal force; nan: an impulse")                          \
    NUMBER(of, slip_mps, "m/s", r->at.slip_mps, "u_t")                                             \
    NUMBER(of, way_m, "m", r->way_m, "time integral of u_t, trapezoidal rule")                     \
    NUMBER(of, tangential_m, "m", r->at.tangential_m, "displacement of the tangential spring")     \
    NUMBER(of, sliding, "", (double)r->at.sliding,                                                 \
           "1: the surfaces slide in the step that ends here")
CAROM_COLUMNS(summary, summary, SUMMARY)
CAROM_COLUMNS(state, state_row, STATES)
CAROM_COLUMNS(friction, friction_row, FRICTION)
CAROM_COLUMNS(instant, instant_row, INSTANTS)
CAROM_COLUMNS(bodies, carom_body_state, CAROM_BODY_COLUMNS)

enum { FRAME_CONTACTS, FRAME_STEPS, FRAME_EXACT, FRAME_BALLS, FRAME_FRICTION, FRAME_INSTANTS };

static const carom_table tables[] = {
    [FRAME_CONTACTS] = {"contact.tsv", "a row for each solver and theta, with the exact values",
                        summary_columns, sizeof(summary),
                        "says exact contact_s exact_contact_s max_overlap_m exact_max_overlap_m "
                        "force_N exact_force_N impulse_Ns exact_impulse_Ns restitution "
                        "exact_restitution loss_J exact_loss_J"},
    [FRAME_STEPS] = {"contact-steps.tsv",
                     "a row for each step of each solver within the contact, onset and separation "
                     "included",
                     state_columns, sizeof(state_row), ""},
    [FRAME_EXACT] = {"contact-exact.tsv", "the same for the exact solutions", state_columns,
                     sizeof(state_row), ""},
    [FRAME_BALLS] = {"contact-balls.tsv", "a row for each body, before and after, along n and t",
                     bodies_columns, sizeof(carom_body_state),
                     "says when ball v_n_mps v_t_mps p_n_kgmps p_t_kgmps kinetic_J"},
    [FRAME_FRICTION] = {"contact-rub.tsv",
                        "with friction: tangential results, a row for each solver, theta and "
                        "converged springs",
                        friction_columns, sizeof(friction_row),
                        "says converged slip_before_mps slip_after_mps beta slid_part "
                        "impulse_t_Ns limit_part loss_t_J rigid_slip_rel rigid_sliding "
                        "rigid_slip_after_mps"},
    [FRAME_INSTANTS] = {"contact-rub-steps.tsv",
                        "with friction: tangential motion and force, a row for each step of these "
                        "runs",
                        instant_columns, sizeof(instant_row), ""},
    {.name = NULL}};

/* ---- which contact ---- */

/* A solver at one time step, or with converged springs. */
typedef struct {
    const carom_scenario_solver *spec;
    bool soft, converged;               /* converged: shown only as the exact solution */
    double theta;                       /* NaN: time step of the scenario */
    carom_job *job;                     /* without a solver if it refuses the step */
    const carom_collision *collision;   /* NULL: no such contact */
    const carom_contact_sample *sample; /* of this contact only */
    size_t samples;
    summary row;
} contact_run;

typedef struct {
    carom_result *result;
    const carom_problem *problem;
    double theta[MOST_THETAS];
    size_t thetas;
    carom_collision collision; /* in the reference run */
    size_t occurrence;         /* number among the contacts of this pair, from 1 */
    const carom_ball *a, *b;   /* b NULL: a wall */
    const char *b_name;
    double specified; /* restitution */
    contact_run *run;
    size_t runs;
} contact_study;

static void read_thetas(contact_study *s, const char *list)
{
    for (const char *from = list; *from != '\0';) {
        char word[40];
        size_t length = strcspn(from, ",");
        double theta = NAN;
        snprintf(word, sizeof word, "%.*s", (int)length, from);
        from += length + (from[length] == ',');
        if (!carom_number_parse(word, &theta) || !(theta > 0) || !isfinite(theta) ||
            s->thetas == MOST_THETAS) {
            carom_result_fail(s->result, CAROM_INVALID, "--theta",
                              "found '%s'; expected up to %d numbers > 0, separated by commas: "
                              "values of h sqrt(k/m_red)",
                              list, MOST_THETAS);
            return;
        }
        s->theta[s->thetas++] = theta;
    }
}

/* Find the bodies "A,B". */
static void read_pair(contact_study *s, const char *pair)
{
    const char *comma = strchr(pair, ','), *name[2] = {pair, NULL};
    uint32_t balls = (uint32_t)s->problem->count, ball[2], wall[2];
    if (comma == NULL || comma == pair || comma[1] == '\0') {
        carom_result_fail(s->result, CAROM_INVALID, "contact.pair",
                          "found '%s'; expected the names of two balls, or of a ball and a wall, "
                          "with a comma between them",
                          pair);
        return;
    }
    name[0] = carom_arena_print(&s->result->arena, "%.*s", (int)(comma - pair), pair);
    name[1] = comma + 1 + strspn(comma + 1, " ");
    for (int i = 0; i < 2; i++) {
        ball[i] = (uint32_t)carom_problem_ball_called(s->problem, name[i]);
        wall[i] = (uint32_t)carom_wall_find(s->problem, name[i]);
        if (ball[i] == balls && wall[i] == carom_walls_count(s->problem)) {
            carom_result_fail(s->result, CAROM_INVALID, "contact.pair",
                              "found '%s'; expected the name of a ball or of a wall", name[i]);
        }
    }
    int first = ball[0] == balls; /* a wall is the second body */
    s->collision.a = ball[first];
    s->collision.wall = ball[!first] == balls;
    s->collision.b = s->collision.wall ? wall[!first] : ball[!first];
}

/* Find the contact that the keys name in the reference run, maybe before that fails. */
static void find_contact(contact_study *s, const contact_keys *keys)
{
    const carom_scenario *scenario = s->result->scenario;
    carom_job *job = carom_result_jobs(s->result, 1);
    const carom_log *log = &job->history.log;
    bool all = keys->pair[0] == '\0';
    size_t found = 0, k = 0;
    if (!all) {
        read_pair(s, keys->pair);
    }
    carom_result_choose(s->result, &job->choice,
                        &carom_scenario_find_solver(scenario, scenario->reference)->kind);
    carom_result_run(s->result, job, 1);
    while (k < log->count &&
           (found += all || carom_collision_same_pair(&log->item[k], &s->collision)) <
               (size_t)keys->number) {
        k++;
    }
    if (k == log->count) {
        carom_result_fail(s->result, CAROM_INVALID, all ? "contact.contact" : "contact.pair",
                          "contact %lld%s%s does not exist: '%s' has %zu in %.6g s",
                          (long long)keys->number, all ? "" : " of ", keys->pair,
                          scenario->reference, found, scenario->duration_s);
        return;
    }
    const carom_collision *c = &log->item[k];
    for (size_t i = 0; i <= k; i++) {
        s->occurrence += carom_collision_same_pair(&log->item[i], c);
    }
    s->collision = *c;
    s->a = &s->problem->ball[c->a];
    s->b = c->wall ? NULL : &s->problem->ball[c->b];
    s->b_name = c->wall ? carom_wall_name(s->problem, c->b) : s->b->name;
    s->specified = carom_pair_restitution(s->problem, s->a, s->b, c->t_s);
}

/* ---- runs ---- */

/* Time step of converged springs, times w0; the relative error of e is below 1e-8. */
static const double converged_theta = 0.02;

static void add_run(contact_study *s, const carom_scenario_solver *spec, bool converged,
                    double theta, carom_job *job)
{
    contact_run *run = &s->run[s->runs++];
    *run = (contact_run){.spec = spec,
                         .soft = carom_solver_has_traits(&spec->kind, CAROM_SOFT),
                         .converged = converged,
                         .theta = theta,
                         .job = job};
    run->row = (summary){.solver = spec->name,
                         .label = spec->name,
                         .theta = NAN,
                         .frequency_per_s = NAN,
                         .specified = s->specified,
                         .reduced_mass_kg = carom_pair_reduced_mass(s->a, s->b)};
    carom_result_choose(s->result, &job->choice, &spec->kind);
    if (converged) {
        carom_result_converge(s->result, job, converged_theta);
    }
    if (!isnan(theta)) {
        run->row.label = carom_arena_print(&s->result->arena, "%s, θ = %g", spec->name, theta);
        carom_choice_set_number(&job->choice, "step_s", NAN);
        carom_choice_set_number(&job->choice, "theta", theta);
    }
}

/* Prepare a run that ends soon after the contact of the reference. A solver that refuses its step
 * is not run. */
static void limit_duration(contact_study *s, contact_run *run)
{
    carom_job *job = run->job;
    double T_s = s->result->scenario->duration_s;
    carom_error refusal = {0};
    carom_report report;
    if (carom_result_report(s->result, s->problem, &job->choice, &report, &refusal)) {
        job->duration_s = fmin(T_s, s->collision.t_s + 2 * report.contact_s + 1e-3 * T_s);
    } else {
        carom_result_forget(job, 1);
        job->history.failure = refusal;
    }
}

/* Find the contact in the log of a run, and its samples. @return whether it is over */
static bool find_in_run(const contact_study *s, contact_run *run)
{
    const carom_log *log = &run->job->history.log;
    const carom_contact_samples *samples = &run->job->history.contact_samples;
    size_t n = 0, k = 0;
    while (k < log->count &&
           (n += carom_collision_same_pair(&log->item[k], &s->collision)) < s->occurrence) {
        k++;
    }
    run->collision = k < log->count ? &log->item[k] : NULL;
    run->samples = 0;
    for (size_t i = 0; i < samples->count; i++) { /* grouped by contact */
        if (samples->item[i].contact == k + 1) {
            run->sample = run->samples++ == 0 ? &samples->item[i] : run->sample;
        }
    }
    return k < log->count && !isnan(run->collision->separation_mps);
}

/* Run again, twice as long after the contact of the reference, until the contact has ended. */
static void trace_contact(contact_study *s, contact_run *run)
{
    carom_job *job = run->job;
    double most = s->result->scenario->duration_s;
    while (!carom_result_failed(s->result) && !find_in_run(s, run) && job->duration_s < most &&
           job->history.failure.status == CAROM_OK) {
        job->duration_s = fmin(most, 2 * job->duration_s - s->collision.t_s);
        carom_trajectory_free(&job->history);
        carom_result_run(s->result, job, 1);
    }
    if (run->collision == NULL && !run->converged) {
        bool failed = job->history.failure.status != CAROM_OK;
        carom_result_note(s->result, "%s: %s", run->row.label,
                          failed ? job->history.failure.text : "no such contact");
    }
}

/* Run every solver at each theta, then its converged springs. */
static void run_all(contact_study *s)
{
    const carom_bodies pair = {s->collision.a, s->collision.b, s->collision.wall};
    const carom_trace_request trace = {.pair = &pair, .pairs = 1};
    size_t solvers, most;
    const carom_scenario_solver **spec = carom_result_solvers(s->result, 0, &solvers);
    most = solvers * (2 + s->thetas);
    carom_job *job = carom_result_jobs(s->result, most);
    s->run = carom_result_take(s->result, most, sizeof *s->run);
    for (size_t i = 0; i < solvers; i++) {
        bool soft = carom_solver_has_traits(&spec[i]->kind, CAROM_SOFT);
        size_t thetas = soft ? s->thetas : 0;
        for (size_t k = 0; k < (thetas > 0 ? thetas : 1); k++) {
            add_run(s, spec[i], false, thetas > 0 ? s->theta[k] : NAN, &job[s->runs]);
        }
        if (soft) {
            add_run(s, spec[i], true, NAN, &job[s->runs]);
        }
    }
    for (size_t i = 0; i < s->runs && !carom_result_failed(s->result); i++) {
        job[i].trace = &trace;
        limit_duration(s, &s->run[i]);
    }
    carom_result_run(s->result, job, s->runs);
    for (size_t i = 0; i < s->runs; i++) {
        trace_contact(s, &s->run[i]);
    }
}

/* ---- results ---- */

static outcome *outcome_of(const contact_study *s, const contact_run *run)
{
    outcome *of = carom_result_take(s->result, 1, sizeof *of);
    *of = (outcome){.c = *run->collision, .force_N = NAN};
    of->restitution = of->c.separation_mps / of->c.approach_mps;
    for (size_t i = 0; i < run->samples; i++) {
        of->force_N = fmax(of->force_N, run->sample[i].force_N);
    }
    return of;
}

static carom_contact_state state_of(const contact_run *run, size_t i)
{
    const carom_contact_sample *m = &run->sample[i];
    return (carom_contact_state){m->t_s - run->collision->t_s,
                                 m->overlap_m,
                                 m->rate_mps,
                                 m->force_N,
                                 m->elastic_J,
                                 m->dissipated_J};
}

/* Compute the contact of two bodies alone with the springs of a run.
 *  @return false: they have no theory */
static bool solve_alone(contact_study *s, contact_run *run, carom_free_contact *alone)
{
    const carom_collision *c = run->collision;
    const carom_ball *ball = s->problem->ball;
    carom_springs springs;
    carom_contact contact;
    /* gravity presses a onto b if b does not fall too */
    double g = carom_vec_dot(s->problem->gravity_mps2, c->normal);
    g = c->wall || ball[c->b].fixed ? g : ball[c->a].fixed ? -g : 0;
    if (!carom_solver_springs(&run->job->choice, &springs) ||
        carom_pair_contact(s->problem, s->a, s->b, c->t_s, &springs, &contact, &s->result->error) !=
            CAROM_OK) {
        return false;
    }
    run->row.frequency_per_s = springs.law->frequency_per_s(&contact, c->approach_mps);
    carom_free_contact_solve(alone, springs.law, &contact, c->approach_mps, g);
    return true;
}

static bool are_equal(double a, double b)
{
    static const double same = 1e-6; /* rotation changes the contact by more than 1e-5 */
    return fabs(a - b) <= same * fabs(b);
}

/* The exact solution of the contact of a converged run: two bodies alone if they have the same
 * contact, else (the normal rotates or other bodies touch) the run itself. Adds its states. */
static void solve_exactly(contact_study *s, contact_run *run)
{
    carom_free_contact alone;
    if (run->collision == NULL || !solve_alone(s, run, &alone)) {
        return;
    }
    summary *row = &run->row;
    state_row state = {row->solver, row->label, .v = run->collision->approach_mps,
                       .w = row->frequency_per_s};
    bool same = are_equal(run->collision->contact_s, alone.contact_s) &&
                are_equal(run->collision->max_overlap_m, alone.overlap_m) &&
                are_equal(run->collision->impulse_Ns, alone.impulse_Ns);
    outcome *exact = outcome_of(s, run);
    row->exact = exact;
    exact->source = same ? alone.closed ? "closed form" : "converged" : "converged run";
    if (same) {
        exact->c.contact_s = alone.contact_s;
        exact->c.max_overlap_m = alone.overlap_m;
        exact->c.impulse_Ns = alone.impulse_Ns;
        exact->force_N = alone.force_N;
        exact->restitution = alone.restitution;
    }
    for (size_t i = 0; i < (same ? CAROM_CONTACT_STATES : run->samples); i++) {
        state.at = same ? alone.state[i] : state_of(run, i);
        carom_result_add(s->result, FRAME_EXACT, &state);
    }
}

/* Add the rows of a run; those of springs with the exact values of the converged run. */
static void add_rows(const contact_study *s, contact_run *run, const contact_run *converged)
{
    summary *row = &run->row;
    state_row state = {row->solver, row->label, .v = 1, .w = NAN};
    if (run->soft) {
        row->theta = run->job->history.report.theta;
        row->exact = converged->row.exact;
        row->frequency_per_s = state.w = converged->row.frequency_per_s;
    }
    if (run->collision != NULL) {
        row->own = outcome_of(s, run);
        state.v = run->collision->approach_mps;
    }
    carom_result_add(s->result, FRAME_CONTACTS, row);
    for (size_t i = 0; i < run->samples; i++) {
        state.at = state_of(run, i);
        carom_result_add(s->result, FRAME_STEPS, &state);
    }
    if (run->samples > 1) {
        const carom_collision_balance balance = carom_collision_balance_of(
            s->problem, &run->job->history.contact_samples, run->sample->contact);
        for (int i = 0; i < 4; i++) {
            carom_body_state body = i < 2 ? balance.before[i] : balance.after[i - 2];
            body.solver = row->solver;
            body.label = row->label;
            carom_result_add(s->result, FRAME_BALLS, &body);
        }
    }
}

/* ---- along the tangent ---- */

static void add_friction(const contact_study *s, const contact_run *run)
{
    const carom_tangential surfaces = carom_pair_tangential(s->problem, s->a, s->b);
    const carom_contact_sample *m = run->sample;
    double way_m = 0;
    if (run->samples < 2 || !(surfaces.friction > 0)) {
        return;
    }
    friction_row row = {
        .solver = run->row.solver,
        .label = run->row.label,
        .converged = run->converged,
        .friction = carom_problem_friction(s->problem, surfaces.friction, fabs(m->slip_mps)),
        .specified = surfaces.tangential_restitution,
        .approach_mps = run->collision->approach_mps,
        .before_mps = m->slip_mps,
        .after_mps = m[run->samples - 1].slip_mps,
        .impulse_t_Ns = run->collision->impulse_t_Ns};
    row.limit_part = fabs(row.impulse_t_Ns) / (row.friction * run->collision->impulse_Ns);
    for (size_t k = 0; k < run->samples; k++) {
        double step_s = k > 0 ? m[k].t_s - m[k - 1].t_s : 0;
        double mu = carom_problem_friction(s->problem, surfaces.friction, fabs(m[k].slip_mps));
        way_m += k > 0 ? 0.5 * step_s * (m[k].slip_mps + m[k - 1].slip_mps) : 0;
        *(m[k].sliding ? &row.slid_s : &row.stuck_s) += step_s;
        carom_result_add(s->result, FRAME_INSTANTS,
                         &(instant_row){row.solver, row.label, row.converged,
                                        m[k].t_s - run->collision->t_s,
                                        m[k].force_N < 0 ? 0 : mu * m[k].force_N, way_m, m[k]});
    }
    row.slid_part = row.slid_s > 0 ? row.slid_s / (row.slid_s + row.stuck_s)
                                   : (double)(row.stuck_s == 0 && run->collision->sliding);
    /* the impulse model: J_n = (1 + e) m_n u_n; it sticks if (1 + beta) m_t |u_t| <= mu J_n */
    double slip = row.before_mps, back = (1 + row.specified) * fabs(slip),
           inverse_t = carom_pair_inverse_tangential_mass(s->a, s->b),
           limit = row.friction * (1 + s->specified) * carom_pair_reduced_mass(s->a, s->b) *
                   inverse_t,
           most = limit * row.approach_mps;
    row.rigid_slides = back > most;
    row.rigid_slip_mps = slip - copysign(row.rigid_slides ? most : back, slip);
    row.rigid_limit = limit / (1 + row.specified);
    row.loss_J = 0.5 / inverse_t * (slip * slip - row.after_mps * row.after_mps);
    carom_result_add(s->result, FRAME_FRICTION, &row);
}

/* ---- study ---- */

static void fill(carom_result *result)
{
    const contact_keys *keys = (const contact_keys *)result;
    contact_study *s = carom_result_take(result, 1, sizeof *s);
    *s = (contact_study){.result = result, .problem = &result->scenario->problem};
    result->state = s;
    read_thetas(s, keys->theta);
    find_contact(s, keys);
    if (carom_result_failed(result)) {
        return;
    }
    carom_result_note(result, "Contact of %s and %s, onset at t = %.6g s in %s.", s->a->name,
                      s->b_name, s->collision.t_s, result->scenario->reference);
    run_all(s);
    for (size_t i = 0; i < s->runs && !carom_result_failed(result); i++) {
        if (s->run[i].converged) {
            solve_exactly(s, &s->run[i]);
        }
    }
    for (size_t i = 0; i < s->runs && !carom_result_failed(result); i++) {
        const contact_run *converged = &s->run[i];
        while (converged->soft && !converged->converged) {
            converged++;
        }
        if (!s->run[i].converged) {
            add_rows(s, &s->run[i], converged);
        }
        add_friction(s, &s->run[i]);
    }
}

/* ---- figures ---- */

static const contact_run *first_rigid(const contact_study *s)
{
    for (size_t i = 0; i < s->runs; i++) {
        if (!s->run[i].soft && s->run[i].samples > 1) {
            return &s->run[i];
        }
    }
    return NULL;
}

/* Whether a run has a curve: springs at their largest theta, whose single steps are visible. */
static bool has_curve(const contact_study *s, const contact_run *run)
{
    bool curve = run->soft && !run->converged && run->samples > 1 && run->row.exact != NULL;
    for (size_t i = 0; i < s->runs; i++) {
        const contact_run *other = &s->run[i];
        curve = curve && !(other->spec == run->spec && !other->converged && other->samples > 1 &&
                           other->row.theta > run->row.theta);
    }
    return curve;
}

static void plot_curve(const carom_scenario *scenario, const contact_run *run, carom_plot *plot)
{
    char label[CAROM_SOLVER_LABEL_SIZE + CAROM_NAME_SIZE];
    if (isnan(run->theta)) {
        carom_solver_label(scenario, run->spec->name, label, sizeof label);
    } else if (run->spec->label[0] != '\0') {
        snprintf(label, sizeof label, "%s", run->spec->label);
    } else {
        carom_solver_capitalize(run->spec->name, label, sizeof label);
    }
    if (!isnan(run->theta)) {
        carom_text_append(label, sizeof label, ", θ = %g", run->theta);
    }
    carom_plot_solver(plot, run->spec->name, label,
                      carom_solver_line_style(scenario, run->spec->name));
    carom_plot_text(plot, "SAYS", "%s", run->row.label);
}

static void plot(const carom_result *result, carom_plot *plot)
{
    static const double nothing = 1e-4; /* part of the energy */
    const contact_study *s = result->state;
    const contact_run *rigid = first_rigid(s), *bodies = rigid;
    bool loss = false, friction = false, curves = false;
    for (size_t i = 0; i < s->runs; i++) {
        const contact_run *run = &s->run[i];
        bodies = bodies == NULL && run->samples > 1 ? run : bodies;
        if (has_curve(s, run)) {
            double e = run->row.exact->restitution;
            plot_curve(result->scenario, run, plot);
            curves = true;
            friction = friction || run->collision->impulse_t_Ns != 0;
            loss = loss || 1 - e * e > nothing;
        }
    }
    carom_plot_text(plot, "RIGID", "%s", rigid == NULL ? "" : rigid->row.label);
    carom_plot_count(plot, "FRICTION", friction);
    carom_plot_count(plot, "LOSS", loss);
    if (curves) {
        carom_plot_count(plot, "PHASE", 0);
        carom_plot_figure(plot, "force", "contact", "%s of %s and %s over time; grey: exact%s%s%s",
                          friction ? "Friction" : "Force", s->a->name, s->b_name,
                          friction ? ", Coulomb's limit" : "",
                          rigid != NULL ? "; arrow: rigid balls" : "",
                          friction ? "; bar: slides" : "");
        carom_plot_count(plot, "PHASE", 1);
        carom_plot_figure(plot, "phase", "contact", "%s of %s and %s; grey: exact; number: %s",
                          loss ? "Force over overlap" : "Overlap over speed", s->a->name, s->b_name,
                          loss ? "dissipated energy" : "restitution in steps");
    }
    if (bodies != NULL) {
        carom_plot_text(plot, "BODIES_OF", "%s", bodies->row.label);
        carom_plot_text(plot, "BALL", "%s", s->a->name);
        carom_plot_text(plot, "BALL", "%s", s->b_name);
        carom_plot_figure(plot, "axes", "axes",
                          "%s and %s before, in and after contact: normal n, tangent t", s->a->name,
                          s->b_name);
    }
}

#define AT(member) offsetof(contact_keys, member)
static const carom_param rows[] = {
    {COUNT("contact", AT(number), "1", 1, CAROM_COUNT_MAX,
           "number of the contact in the reference run, counting only `pair` if given")},
    {TEXT("pair", AT(pair), "", NAME_SIZE,
          "A,B: names of two balls, or of a ball and a wall; default: all contacts")},
    {TEXT("theta", AT(theta), "", sizeof((contact_keys *)0)->theta,
          "time steps h w0 of the penalty solvers, separated by commas; default: the scenario's")},
    {.key = NULL}};

static const carom_command_option options[] = {
    CAROM_STUDY_OPTIONS, {"theta", NULL}, CAROM_FIGURE_STYLE_OPTIONS, {NULL, NULL}};

const carom_study_entry carom_study_contact = {
    .about = {.name = "contact",
              .summary = "one contact in every solver, compared with the exact solution",
              .params = rows,
              .options_size = sizeof(contact_keys)},
    .text = STUDY_CONTACT_TEXT,
    .notes = STUDY_CONTACT_NOTES,
    .options = options,
    .fill = fill,
    .tables = tables,
    .figures = "axes.* force.* phase.*",
    .plot = plot};

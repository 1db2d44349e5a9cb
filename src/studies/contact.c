/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom contact: traces one contact in every solver and compares it with the exact solution of the
 * same springs. */
#include "contact/contact.h"
#include "carom_studies.h"
#include "studies/studies.h"
#include <carom/trace.h>

/* Keys of the study. */
typedef struct {
    carom_result result;
    int64_t number;   /* of the contact in the reference run */
    carom_list theta; /* of double */
} contact_keys;

/* ---- frames ---- */

/* A contact of a solver at one time step, or the exact one of its springs. */
typedef struct {
    const char *solver, *label; /* label: "euler, θ = 0.25" */
    const char *source;         /* of the exact contact: "closed form" */
    bool converged;             /* the exact one */
    double theta, frequency_per_s, specified, reduced_mass_kg;
    carom_collision c;
    double force_N, restitution;
    /* with friction, along t: the slip u_t is the velocity of the first surface relative to the
     * second */
    double before_mps, after_mps, slid_part, impulse_t_Ns;
} contact_row;

/* A state during the contact: `at` without friction, `surface` along t. */
typedef struct {
    const char *solver, *label;
    bool converged;
    double v, w; /* scales of speed and rate */
    carom_contact_state at;
    carom_contact_sample surface;
    double limit_N;
} state_row;

/* Loss of normal kinetic energy, by force law and discretization error together. */
static double loss_of(const contact_row *r)
{
    return 0.5 * r->reduced_mass_kg * r->c.approach_mps * r->c.approach_mps *
           (1 - r->restitution * r->restitution);
}

#define LABELS(NUMBER, TEXT, of)                                                                   \
    TEXT(of, solver, r->solver, "name in the scenario")                                            \
    TEXT(of, says, r->label, "name, with theta if --theta is given")                               \
    NUMBER(of, converged, "", (double)r->converged, "1: exact, or converged springs")
#define CONTACTS(NUMBER, TEXT, of)                                                                 \
    LABELS(NUMBER, TEXT, of)                                                                       \
    TEXT(of, source, r->source,                                                                    \
         "run; or of the exact contact: closed form; converged: two bodies alone; converged run: " \
         "the scenario with converged springs")                                                    \
    NUMBER(of, theta, "", r->theta, "step times w0 of the stiffest contact; nan: rigid")           \
    NUMBER(of, t_s, "s", r->c.t_s, "contact onset; nan: no such contact")                          \
    NUMBER(of, approach_mps, "m/s", r->c.approach_mps, "normal approach speed at onset")           \
    NUMBER(of, contact_s, "s", r->c.contact_s, "contact time")                                     \
    NUMBER(of, max_overlap_m, "m", r->c.max_overlap_m, "largest overlap")                          \
    NUMBER(of, force_N, "N", r->force_N, "largest force, of a run at a step; nan: rigid")          \
    NUMBER(of, impulse_Ns, "N s", r->c.impulse_Ns, "time integral of the force")                   \
    NUMBER(of, asked_restitution, "", r->specified, "specified in the scenario")                   \
    NUMBER(of, restitution, "", r->restitution, "separation over approach speed")                  \
    NUMBER(of, loss_J, "J", loss_of(r), "loss of normal kinetic energy")                           \
    NUMBER(of, dissipated_J, "J", r->c.dissipated_J, "dissipated by the law or by e < 1")          \
    NUMBER(of, frequency_per_s, "1/s", r->frequency_per_s,                                         \
           "w0, at the largest overlap if the law is not linear; nan: rigid")                      \
    NUMBER(of, slip_before_mps, "m/s", r->before_mps,                                              \
           "u_t: velocity of the first surface relative to the second along t, at onset; nan: no " \
           "friction")                                                                             \
    NUMBER(of, slip_after_mps, "m/s", r->after_mps, "u_t at separation")                           \
    NUMBER(of, slid_part, "", r->slid_part, "fraction of the contact in which they slide")         \
    NUMBER(of, impulse_t_Ns, "N s", r->impulse_t_Ns, "time integral of friction on the second body")
#define STATES(NUMBER, TEXT, of)                                                                   \
    LABELS(NUMBER, TEXT, of)                                                                       \
    NUMBER(of, t_s, "s", r->at.t_s, "since contact onset")                                         \
    NUMBER(of, overlap_m, "m", r->at.overlap_m, "overlap of the two bodies")                       \
    NUMBER(of, rate_mps, "m/s", r->at.rate_mps, "rate of the overlap, > 0 during approach")        \
    NUMBER(of, force_N, "N", r->at.force_N, "normal force, > 0 repulsive; nan: an impulse")        \
    NUMBER(of, elastic_J, "J", r->at.elastic_J, "energy of the spring")                            \
    NUMBER(of, dissipated_J, "J", r->at.dissipated_J, "dissipated since onset")                    \
    NUMBER(of, overlap_rel, "", r->at.overlap_m * r->w / r->v,                                     \
           "overlap times w0 over the approach speed: at most 1 without damping")                  \
    NUMBER(of, rate_rel, "", r->at.rate_mps / r->v, "rate over the approach speed")                \
    NUMBER(of, force_t_N, "N", r->surface.force_t_N, "friction on the second body along t")        \
    NUMBER(of, limit_N, "N", r->limit_N,                                                           \
           "Coulomb's limit, mu times the normal force; nan: an impulse, or no friction")          \
    NUMBER(of, slip_mps, "m/s", r->surface.slip_mps, "u_t")                                        \
    NUMBER(of, tangential_m, "m", r->surface.tangential_m,                                         \
           "displacement of the tangential spring")                                                \
    NUMBER(of, sliding, "", (double)r->surface.sliding,                                            \
           "1: the surfaces slide in the step that ends here")
CAROM_COLUMNS(contacts, contact_row, CONTACTS)
CAROM_COLUMNS(state, state_row, STATES)
CAROM_COLUMNS(bodies, carom_body_state, CAROM_BODY_COLUMNS)

enum { FRAME_CONTACTS, FRAME_STEPS, FRAME_BALLS };

static const carom_table tables[] = {
    [FRAME_CONTACTS] = {"contact.tsv",
                        "a row for each solver and theta, and for the exact contact of its springs",
                        contacts_columns, sizeof(contact_row),
                        "says=solver source contact_s=contact_time max_overlap_m=largest_overlap "
                        "force_N=largest_force impulse_Ns restitution loss_J=energy_loss "
                        "slip_before_mps slip_after_mps slid_part impulse_t_Ns"},
    [FRAME_STEPS] = {"contact-steps.tsv",
                     "a row for each step of these within the contact, onset and separation "
                     "included",
                     state_columns, sizeof(state_row), ""},
    [FRAME_BALLS] =
        {"contact-balls.tsv", "a row for each body, before and after, along n and t",
         bodies_columns, sizeof(carom_body_state),
         "says=solver when ball v_n_mps v_t_mps p_n_kgmps p_t_kgmps kinetic_J spin_radps"},
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
    size_t more; /* further contacts of the two bodies during this one */
    contact_row row;
} contact_run;

typedef struct {
    carom_result *result;
    const carom_problem *problem;
    const carom_list *theta;   /* of double */
    carom_collision collision; /* in the reference run */
    size_t occurrence;         /* number among the contacts of this pair, from 1 */
    const carom_ball *a, *b;   /* b NULL: a wall */
    const char *b_name;
    double specified; /* restitution */
    contact_run *run;
    size_t runs;
} contact_study;

/* Find the contact that the keys name in the reference run, maybe before that fails. */
static void find_contact(contact_study *s, const contact_keys *keys)
{
    const carom_scenario *scenario = s->result->scenario;
    carom_job *job = carom_result_jobs(s->result, 1);
    const carom_log *log = &job->history.log;
    size_t k = (size_t)keys->number - 1;
    carom_choice_copy(&job->choice,
                      &carom_scenario_find_solver(scenario, scenario->reference)->kind);
    carom_result_run(s->result, job, 1);
    if (k >= log->count) {
        carom_result_fail(s->result, CAROM_INVALID, "contact.contact",
                          "contact %lld does not exist: '%s' has %zu in %.6g s",
                          (long long)keys->number, scenario->reference, log->count,
                          scenario->duration_s);
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
    run->row = (contact_row){.solver = spec->name,
                             .label = spec->name,
                             .source = "run",
                             .converged = converged,
                             .theta = NAN,
                             .frequency_per_s = NAN,
                             .specified = s->specified,
                             .reduced_mass_kg = carom_pair_reduced_mass(s->a, s->b),
                             .c = {.t_s = NAN,
                                   .approach_mps = NAN,
                                   .contact_s = NAN,
                                   .max_overlap_m = NAN,
                                   .impulse_Ns = NAN,
                                   .dissipated_J = NAN},
                             .force_N = NAN,
                             .restitution = NAN,
                             .before_mps = NAN,
                             .after_mps = NAN,
                             .slid_part = NAN,
                             .impulse_t_Ns = NAN};
    carom_choice_copy(&job->choice, &spec->kind);
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
    if (carom_initial_report(s->problem, &job->choice, &report, &refusal) == CAROM_OK) {
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
    most = solvers * (2 + s->theta->count);
    carom_job *job = carom_result_jobs(s->result, most);
    s->run = carom_result_take(s->result, most, sizeof *s->run);
    for (size_t i = 0; i < solvers; i++) {
        bool soft = carom_solver_has_traits(&spec[i]->kind, CAROM_SOFT);
        size_t thetas = soft ? s->theta->count : 0;
        for (size_t k = 0; k < (thetas > 0 ? thetas : 1); k++) {
            add_run(s, spec[i], false, thetas > 0 ? ((const double *)s->theta->items)[k] : NAN,
                    &job[s->runs]);
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

/* Count the further contacts of both bodies in a run, with others or each other, that begin during
 * this one; with rigid balls, within its time in springs. Then the results are not those of this
 * pair alone. */
static void count_more(contact_study *s, contact_run *run)
{
    const carom_log *log = &run->job->history.log;
    const carom_collision *c = run->collision;
    double within_s = run->soft && c != NULL ? c->contact_s : 0;
    for (size_t i = 0; i < s->runs && !run->soft; i++) {
        const carom_collision *other = s->run[i].collision;
        within_s = other == NULL ? within_s : fmax(within_s, other->contact_s);
    }
    for (size_t k = 0; c != NULL && k < log->count; k++) {
        const carom_collision *other = &log->item[k];
        bool shares = other->a == c->a || (!other->wall && other->b == c->a) ||
                      (!c->wall && (other->a == c->b || (!other->wall && other->b == c->b)));
        run->more += other != c && shares && other->t_s <= c->t_s + within_s &&
                     other->t_s + other->contact_s >= c->t_s;
    }
    if (run->more > 0 && !run->converged) {
        carom_result_note(s->result,
                          run->soft ? "%s: the two have %zu more contact%s within these %.3g s; "
                                      "restitution and energy loss are of all together."
                                    : "%s: the two have %zu more collision%s within %.3g s; the "
                                      "results are of the first alone.",
                          run->row.label, run->more, carom_plural((double)run->more), within_s);
    }
}

/* ---- results ---- */

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

/* Return whether the surfaces slide in the step that ends at a sample, which is not the first.
 * After the contact the bodies may overlap without a force. The sample at its end has no friction:
 * the surfaces slide on if they slid before. */
static bool is_sliding_step(const carom_contact_sample *m)
{
    return !m[-1].over && (m->sliding || (m->over && m[-1].sliding));
}

/* Add the states of a run; of two bodies alone, if @p alone is not NULL. */
static void add_states(const contact_study *s, const contact_run *run,
                       const carom_free_contact *alone)
{
    const carom_tangential surfaces = carom_pair_tangential(s->problem, s->a, s->b);
    const carom_contact_sample *m = run->sample;
    state_row row = {.solver = run->row.solver,
                     .label = run->row.label,
                     .converged = run->converged,
                     .v = run->row.c.approach_mps,
                     .w = run->row.frequency_per_s,
                     .limit_N = NAN};
    for (size_t i = 0; alone != NULL && i < CAROM_CONTACT_STATES; i++) {
        row.at = alone->state[i];
        carom_result_add(s->result, FRAME_STEPS, &row);
    }
    for (size_t i = 0; alone == NULL && i < run->samples; i++) {
        if (surfaces.friction > 0) {
            double mu = carom_problem_friction(s->problem, surfaces.friction, fabs(m[i].slip_mps));
            row.limit_N = m[i].force_N < 0 ? 0 : mu * m[i].force_N;
        }
        row.at = (carom_contact_state){m[i].t_s - run->collision->t_s,
                                       m[i].overlap_m,
                                       m[i].rate_mps,
                                       m[i].force_N,
                                       m[i].elastic_J,
                                       m[i].dissipated_J};
        row.surface = m[i];
        row.surface.sliding = i == 0 ? m[i].sliding : is_sliding_step(&m[i]);
        carom_result_add(s->result, FRAME_STEPS, &row);
    }
}

static void add_bodies(const contact_study *s, const contact_run *run)
{
    const carom_collision_balance balance = carom_collision_balance_of(
        s->problem, &run->job->history.contact_samples, run->sample->contact);
    for (int i = 0; i < 4; i++) {
        carom_body_state body = i < 2 ? balance.before[i] : balance.after[i - 2];
        body.solver = run->row.solver;
        body.label = run->row.label;
        body.spin_radps = carom_problem_spins(s->problem) ? body.spin_radps : NAN;
        carom_result_add(s->result, FRAME_BALLS, &body);
    }
}

/* Fill in the results along t. */
static void measure_friction(contact_run *run)
{
    const carom_contact_sample *m = run->sample;
    double slid_s = 0, stuck_s = 0;
    for (size_t k = 1; k < run->samples; k++) {
        double h = m[k - 1].over ? 0 : m[k].t_s - m[k - 1].t_s;
        *(is_sliding_step(&m[k]) ? &slid_s : &stuck_s) += h;
    }
    run->row.before_mps = m->slip_mps;
    run->row.after_mps = m[run->samples - 1].slip_mps;
    run->row.impulse_t_Ns = run->collision->impulse_t_Ns;
    run->row.slid_part = slid_s > 0 ? slid_s / (slid_s + stuck_s)
                                    : (double)(stuck_s == 0 && run->collision->sliding);
}

/* Add the rows of a run, and its states. The exact contact of converged springs is that of two
 * bodies alone if they have the same contact; else (the normal rotates or other bodies touch) the
 * run itself. */
static void add_run_rows(contact_study *s, contact_run *run)
{
    contact_row *row = &run->row;
    carom_free_contact alone;
    bool same = false, friction = carom_pair_tangential(s->problem, s->a, s->b).friction > 0;
    if (run->soft && !run->converged) {
        row->theta = run->job->history.report.theta;
    }
    if (run->collision != NULL) {
        row->c = *run->collision;
        row->restitution = row->c.separation_mps / row->c.approach_mps;
        for (size_t i = 0; i < run->samples; i++) {
            row->force_N = fmax(row->force_N, run->sample[i].force_N);
        }
    }
    if (run->soft && (run->collision == NULL || !solve_alone(s, run, &alone)) && run->converged) {
        return;
    }
    if (run->converged) {
        same = are_equal(row->c.contact_s, alone.contact_s) &&
               are_equal(row->c.max_overlap_m, alone.overlap_m) &&
               are_equal(row->c.impulse_Ns, alone.impulse_Ns);
        row->source = same ? alone.closed ? "closed form" : "converged" : "converged run";
    }
    if (same) {
        row->c.contact_s = alone.contact_s;
        row->c.max_overlap_m = alone.overlap_m;
        row->c.impulse_Ns = alone.impulse_Ns;
        row->force_N = alone.force_N;
        row->restitution = alone.restitution;
    }
    if (friction && run->samples > 1) {
        measure_friction(run);
    }
    carom_result_add(s->result, FRAME_CONTACTS, row);
    add_states(s, run, same && !friction ? &alone : NULL);
    if (!run->converged && run->samples > 1) {
        add_bodies(s, run);
    }
}

/* ---- study ---- */

static void fill(carom_result *result)
{
    const contact_keys *keys = (const contact_keys *)result;
    contact_study *s = carom_result_take(result, 1, sizeof *s);
    *s = (contact_study){
        .result = result, .problem = &result->scenario->problem, .theta = &keys->theta};
    result->state = s;
    find_contact(s, keys);
    if (carom_result_failed(result)) {
        return;
    }
    double start_s = 1e-12 * result->scenario->duration_s; /* earlier is rounding */
    carom_result_note(result, "Contact of '%s' and '%s', onset at t = %.6g s in %s.", s->a->name,
                      s->b_name, s->collision.t_s < start_s ? 0 : s->collision.t_s,
                      result->scenario->reference);
    run_all(s);
    for (size_t i = 0; i < s->runs && !carom_result_failed(result); i++) {
        count_more(s, &s->run[i]);
        add_run_rows(s, &s->run[i]);
    }
}

/* ---- figures ---- */

static void plot_curve(const carom_scenario *scenario, const contact_run *run, carom_plot *plot)
{
    char label[CAROM_SOLVER_LABEL_SIZE + CAROM_NAME_SIZE];
    if (isnan(run->theta)) {
        carom_solver_label(scenario, run->spec->name, label, sizeof label);
    } else {
        carom_solver_short_label(scenario, run->spec->name, label, sizeof label);
        carom_text_append(label, sizeof label, ", θ = %g", run->theta);
    }
    carom_plot_scenario_solver(plot, scenario, run->spec->name, label);
    carom_plot_text(plot, "SAYS", "%s", run->row.label);
}

static void plot(const carom_result *result, carom_plot *plot)
{
    static const double nothing = 1e-4; /* part of the energy */
    const contact_study *s = result->state;
    const contact_run *rigid = NULL, *bodies = NULL;
    bool loss = false, friction = false, curves = false, more = false;
    for (size_t i = 0; i < s->runs; i++) {
        const contact_run *run = &s->run[i];
        rigid = rigid == NULL && !run->soft && run->samples > 1 ? run : rigid;
        bodies = rigid != NULL ? rigid : bodies == NULL && run->samples > 1 ? run : bodies;
        if (run->soft && !run->converged && run->samples > 1 && !isnan(run->row.frequency_per_s)) {
            const contact_run *exact = run;
            while (!exact->converged) {
                exact++;
            }
            double e = exact->row.restitution;
            more = more || run->more > 0;
            plot_curve(result->scenario, run, plot);
            curves = true;
            friction = friction || run->collision->impulse_t_Ns != 0;
            loss = loss || 1 - e * e > nothing;
        }
    }
    bool mean = rigid != NULL && rigid->more == 0; /* of one collision only */
    carom_plot_text(plot, "RIGID", "%s", mean ? rigid->row.label : "");
    carom_plot_count(plot, "MORE", more);
    carom_plot_count(plot, "FRICTION", friction);
    carom_plot_count(plot, "LOSS", loss);
    if (curves) {
        carom_plot_count(plot, "PHASE", 0);
        carom_plot_figure(
            plot, "force", "contact", "%s of '%s' and '%s' over time; grey: exact%s%s%s",
            friction ? "Friction" : "Force", s->a->name, s->b_name,
            friction ? ", Coulomb's limit" : "", mean ? "; dotted: mean force of rigid balls" : "",
            friction ? "; bar: sliding" : "");
        carom_plot_count(plot, "PHASE", 1);
        carom_plot_figure(plot, "phase", "contact", "%s of '%s' and '%s'; grey: exact; %s",
                          loss ? "Force over overlap" : "Overlap over speed", s->a->name, s->b_name,
                          more   ? "meanwhile they touch others"
                          : loss ? "area: dissipated energy; e: in steps"
                                 : "e: in steps");
    }
    if (bodies != NULL) {
        carom_plot_text(plot, "BODIES_OF", "%s", bodies->row.label);
        carom_plot_figure(
            plot, "axes", "axes",
            "1: '%s', 2: '%s'; before, in and after contact (%s%s); normal n, tangent t",
            s->a->name, s->b_name, bodies == rigid ? "rigid balls" : bodies->row.label,
            bodies->more > 0 ? "; more follow at once" : "");
    }
}

static const carom_param theta_rows[] = {{NUMBER("", 0, "", NULL, POSITIVE, ANY, "")},
                                         {.key = NULL}};

#define AT(member) offsetof(contact_keys, member)
static const carom_param rows[] = {
    {COUNT("contact", AT(number), "1", 1, CAROM_COUNT_MAX,
           "number of the contact in the reference run, a row of its collisions.tsv")},
    {LIST("theta", AT(theta), sizeof(double), theta_rows,
          "time steps h w0 of the penalty solvers, separated by commas; default: the scenario's"),
     .fallback = ""},
    {.key = NULL}};

static const carom_command_option options[] = {
    CAROM_STUDY_OPTIONS, {"theta", NULL}, CAROM_FIGURE_STYLE_OPTIONS, {NULL, NULL}};

const carom_study_entry carom_study_contact = {
    .about = {.name = "contact",
              .summary = "one contact in every solver beside the exact solution",
              .params = rows,
              .options_size = sizeof(contact_keys)},
    .text = STUDY_CONTACT_TEXT,
    .notes = STUDY_CONTACT_NOTES,
    .options = options,
    .fill = fill,
    .tables = tables,
    .figures = "axes.* force.* phase.*",
    .plot = plot};

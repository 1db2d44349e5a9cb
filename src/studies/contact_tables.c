/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables of carom contact. */
#include "studies/contact.h"

static const carom_ball *body_at(const carom_contact_study *contact, int b)
{
    const carom_collision *collision = &contact->collision;
    const carom_ball *ball = contact->scenario->problem.ball;
    return b == 0 ? &ball[collision->a] : collision->wall ? NULL : &ball[collision->b];
}

double carom_contact_loss(const carom_contact_study *contact, double approach_mps,
                          double restitution)
{
    return 0.5 * carom_pair_reduced_mass(body_at(contact, 0), body_at(contact, 1)) * approach_mps *
           approach_mps * (1 - restitution * restitution);
}

/* ---- friction: slip, times of sticking and sliding, and the impulse model ---- */

/* The impulse model: J_n = (1 + e) m_n u_n; it sticks if (1 + beta) m_t |u_t| <= mu J_n. */
static void compare_with_impulse(const carom_contact_study *contact,
                                 carom_frictional_contact *tangential)
{
    const carom_ball *a = body_at(contact, 0), *b = body_at(contact, 1);
    double inverse_t = carom_pair_inverse_tangential_mass(a, b),
           limit = tangential->friction * (1 + contact->specified) * carom_pair_reduced_mass(a, b) *
                   inverse_t;
    double slip = tangential->slip_before_mps, back = (1 + tangential->specified) * fabs(slip),
           most = limit * tangential->approach_mps;
    tangential->rigid_slides = back > most;
    tangential->rigid_slip_mps = slip - copysign(tangential->rigid_slides ? most : back, slip);
    tangential->rigid_limit = limit / (1 + tangential->specified);
    tangential->loss_J = 0.5 / inverse_t *
                         (slip * slip - tangential->slip_after_mps * tangential->slip_after_mps);
}

bool carom_frictional_contact_of(const carom_contact_study *contact,
                                 const carom_contact_solver *run,
                                 carom_frictional_contact *tangential)
{
    const carom_problem *problem = &contact->scenario->problem;
    const carom_tangential surfaces = carom_pair_tangential(problem, body_at(contact, 0),
                                                            body_at(contact, 1));
    size_t count = run->samples.count;
    const carom_contact_sample *m = run->samples.item, *last;
    if (count < 2 || run->failure[0] != '\0' || !(surfaces.friction > 0)) {
        return false;
    }
    last = m + count - 1;
    *tangential = (carom_frictional_contact){
        .run = run,
        .nominal = surfaces.friction,
        .friction = carom_problem_friction(problem, surfaces.friction, fabs(m->slip_mps)),
        .specified = surfaces.tangential_restitution,
        .approach_mps = run->collision.approach_mps,
        .slip_before_mps = m->slip_mps,
        .slip_after_mps = last->slip_mps,
        .restitution = -last->slip_mps / m->slip_mps,
        .impulse_t_Ns = run->collision.impulse_t_Ns,
        .sliding = run->collision.sliding};
    tangential->limit_part = fabs(tangential->impulse_t_Ns) /
                             (tangential->friction * run->collision.impulse_Ns);
    for (size_t k = 1; k < count; k++) {
        *(m[k].sliding ? &tangential->slid_s : &tangential->stuck_s) += m[k].t_s - m[k - 1].t_s;
    }
    tangential->slid_part = tangential->slid_s > 0
                              ? tangential->slid_s / (tangential->slid_s + tangential->stuck_s)
                              : (double)(tangential->stuck_s == 0 && tangential->sliding);
    compare_with_impulse(contact, tangential);
    return true;
}

/* Coulomb's limit mu F_n at a sample (N); NaN for an impulse. */
static double limit_of(const carom_contact_study *contact,
                       const carom_frictional_contact *tangential, const carom_contact_sample *at)
{
    double mu = carom_problem_friction(&contact->scenario->problem, tangential->nominal,
                                       fabs(at->slip_mps));
    return at->force_N < 0 ? 0 : mu * at->force_N;
}

/* ---- a row for each solver ---- */

typedef struct {
    const carom_contact_study *contact;
    const carom_contact_solver *run;
    const carom_exact_contact *exact; /* NULL: unknown */
} summary;

const char *carom_contact_exact_source(const carom_exact_contact *exact)
{
    return exact == NULL ? ""
         : !exact->alone ? "converged run"
         : exact->closed ? "closed form"
                         : "converged";
}

/* NaN for a run without the contact. */
static double measured(const carom_contact_solver *run, double value)
{
    return run->failure[0] != '\0' ? NAN : value;
}

static double measured_restitution(const carom_contact_solver *run)
{
    return measured(run, run->collision.separation_mps / run->collision.approach_mps);
}

static double frequency_of(const carom_contact_study *contact, const carom_contact_solver *run)
{
    return run->soft ? contact->run[run->converged_index].frequency_per_s : NAN;
}

#define MEASURED(value) measured(r->run, r->run->collision.value)
#define EXACT(value) (r->exact == NULL ? NAN : r->exact->value)

#define SUMMARY(NUMBER, TEXT, of)                                                                  \
    TEXT(of, solver, r->run->name, "name in the scenario")                                         \
    TEXT(of, says, r->run->label, "name, with theta if --theta is given")                          \
    NUMBER(of, theta, "", r->run->soft ? r->run->theta : NAN,                                      \
           "step times w0 of the stiffest contact; nan: rigid")                                    \
    TEXT(of, exact, carom_contact_exact_source(r->exact),                                          \
         "closed form; converged: two bodies alone; converged run: the scenario with converged "   \
         "springs")                                                                                \
    NUMBER(of, exact_error, "", EXACT(error), "relative error of the exact solution")              \
    NUMBER(of, t_s, "s", MEASURED(t_s), "contact onset; nan: no such contact")                     \
    NUMBER(of, approach_mps, "m/s", MEASURED(approach_mps), "normal approach speed at onset")      \
    NUMBER(of, contact_s, "s", MEASURED(contact_s), "contact time")                                \
    NUMBER(of, exact_contact_s, "s", EXACT(contact_s), "exact value")                              \
    NUMBER(of, max_overlap_m, "m", MEASURED(max_overlap_m), "largest overlap")                     \
    NUMBER(of, exact_max_overlap_m, "m", EXACT(overlap_m), "exact value")                          \
    NUMBER(of, force_N, "N", measured(r->run, r->run->force_N),                                    \
           "largest force at a step; nan: rigid")                                                  \
    NUMBER(of, exact_force_N, "N", EXACT(force_N), "exact largest force")                          \
    NUMBER(of, impulse_Ns, "N s", MEASURED(impulse_Ns), "time integral of the force")              \
    NUMBER(of, exact_impulse_Ns, "N s", EXACT(impulse_Ns), "exact value")                          \
    NUMBER(of, asked_restitution, "", r->contact->specified, "specified in the scenario")          \
    NUMBER(of, restitution, "", measured_restitution(r->run), "separation over approach speed")    \
    NUMBER(of, exact_restitution, "", EXACT(restitution), "exact value")                           \
    NUMBER(of, loss_J, "J",                                                                        \
           carom_contact_loss(r->contact, measured(r->run, r->run->collision.approach_mps),        \
                              measured_restitution(r->run)),                                       \
           "loss of normal kinetic energy")                                                        \
    NUMBER(of, exact_loss_J, "J",                                                                  \
           carom_contact_loss(r->contact, EXACT(approach_mps), EXACT(restitution)), "exact value") \
    NUMBER(of, dissipated_J, "J", MEASURED(dissipated_J), "dissipated by the law or by e < 1")     \
    NUMBER(of, frequency_per_s, "1/s", frequency_of(r->contact, r->run),                           \
           "w0, at the largest overlap if the law is not linear; nan: rigid")
CAROM_COLUMNS(contacts, summary, SUMMARY)

static void contacts_of_all(const void *object, carom_rows *rows)
{
    const carom_contact_study *contact = object;
    for (size_t i = 0; i < contact->runs; i++) {
        const carom_contact_solver *run = &contact->run[i];
        if (!run->is_converged) {
            carom_rows_write(rows, &(summary){contact, run, carom_contact_exact_of(contact, run)});
        }
    }
}

/* ---- a row for each step, and for each state of the exact solution ---- */

typedef struct {
    const carom_contact_solver *run;
    carom_contact_state at;
    double v, w; /* scales of speed and rate */
} sample_row;

#define SAMPLES(NUMBER, TEXT, of)                                                                  \
    TEXT(of, solver, r->run->name, "name in the scenario")                                         \
    TEXT(of, says, r->run->label, "name, with theta if --theta is given")                          \
    NUMBER(of, t_s, "s", r->at.t_s, "since contact onset")                                         \
    NUMBER(of, overlap_m, "m", r->at.overlap_m, "overlap of the two bodies")                       \
    NUMBER(of, rate_mps, "m/s", r->at.rate_mps, "rate of the overlap, > 0 during approach")        \
    NUMBER(of, force_N, "N", r->at.force_N, "normal force, > 0 repulsive; nan: an impulse")        \
    NUMBER(of, elastic_J, "J", r->at.elastic_J, "energy of the spring")                            \
    NUMBER(of, dissipated_J, "J", r->at.dissipated_J, "dissipated since onset")                    \
    NUMBER(of, overlap_rel, "", r->at.overlap_m * r->w / r->v,                                     \
           "overlap times w0 over the approach speed: at most 1 without damping")                  \
    NUMBER(of, rate_rel, "", r->at.rate_mps / r->v, "rate over the approach speed")
CAROM_COLUMNS(steps, sample_row, SAMPLES)

static void steps_of_all(const void *object, carom_rows *rows)
{
    const carom_contact_study *contact = object;
    for (size_t i = 0; i < contact->runs; i++) {
        const carom_contact_solver *run = &contact->run[i];
        for (size_t k = 0; k < run->samples.count && !run->is_converged; k++) {
            const carom_contact_sample *m = &run->samples.item[k];
            carom_rows_write(rows,
                             &(sample_row){run,
                                           {m->t_s - run->collision.t_s, m->overlap_m, m->rate_mps,
                                            m->force_N, m->elastic_J, m->dissipated_J},
                                           run->collision.approach_mps,
                                           frequency_of(contact, run)});
        }
    }
}

static void exact_of_all(const void *object, carom_rows *rows)
{
    const carom_contact_study *contact = object;
    for (size_t i = 0; i < contact->runs; i++) {
        const carom_contact_solver *converged = &contact->run[i];
        for (size_t k = 0; k < converged->exact.states; k++) {
            carom_rows_write(rows, &(sample_row){converged, converged->exact.state[k],
                                                 converged->exact.approach_mps,
                                                 converged->frequency_per_s});
        }
    }
}

/* ---- a row for each ball, before and after ---- */

bool carom_contact_body_of(const carom_contact_study *contact, const carom_contact_solver *run,
                           bool after, int b, carom_contact_body *body)
{
    const carom_ball *ball = body_at(contact, b);
    bool turned = run->collision.a != contact->collision.a;
    int to_log_order = turned ? 1 - b : b;
    double sign = turned ? -1 : 1;
    if (run->samples.count < 2 || run->failure[0] != '\0') {
        return false;
    }
    const carom_contact_sample *m = &run->samples.item[after ? run->samples.count - 1 : 0];
    *body = (carom_contact_body){.solver = run->name,
                                 .label = run->label,
                                 .when = after ? "after" : "before",
                                 .ball = b == 0 ? contact->a : contact->b,
                                 .radius_m = ball == NULL ? NAN : ball->radius_m,
                                 .mass_kg = ball == NULL || ball->fixed ? NAN : ball->mass_kg,
                                 .side = b == 0 ? -1 : 1,
                                 .normal = carom_vec_scale(sign, m->normal),
                                 .v_n_mps = sign * (to_log_order == 0 ? m->va_n_mps : m->vb_n_mps),
                                 .v_t_mps = sign * (to_log_order == 0 ? m->va_t_mps : m->vb_t_mps)};
    body->kinetic_J = 0.5 * body->mass_kg *
                      (body->v_n_mps * body->v_n_mps + body->v_t_mps * body->v_t_mps);
    return true;
}

#define BODIES(NUMBER, TEXT, of)                                                                   \
    TEXT(of, solver, r->solver, "name in the scenario")                                            \
    TEXT(of, says, r->label, "name, with theta if --theta is given")                               \
    TEXT(of, when, r->when, "before or after")                                                     \
    TEXT(of, ball, r->ball, "name of the ball or wall")                                            \
    NUMBER(of, radius_m, "m", r->radius_m, "nan: a wall")                                          \
    NUMBER(of, mass_kg, "kg", r->mass_kg, "nan: fixed")                                            \
    NUMBER(of, side, "", r->side, "-1: n points away from this body, 1: towards it")               \
    NUMBER(of, normal_x, "", r->normal.x, "x component of n, from the first to the second body")   \
    NUMBER(of, normal_y, "", r->normal.y, "y component of n; t is n rotated by +90 degrees")       \
    NUMBER(of, v_n_mps, "m/s", r->v_n_mps, "velocity along n")                                     \
    NUMBER(of, v_t_mps, "m/s", r->v_t_mps, "velocity along t")                                     \
    NUMBER(of, p_n_kgmps, "kg m/s", r->mass_kg * r->v_n_mps, "momentum along n")                   \
    NUMBER(of, p_t_kgmps, "kg m/s", r->mass_kg * r->v_t_mps, "momentum along t")                   \
    NUMBER(of, kinetic_J, "J", r->kinetic_J, "kinetic energy")
CAROM_COLUMNS(bodies, carom_contact_body, BODIES)

static void bodies_of_all(const void *object, carom_rows *rows)
{
    const carom_contact_study *contact = object;
    for (size_t i = 0; i < contact->runs; i++) {
        for (int k = 0; k < 4 && !contact->run[i].is_converged; k++) {
            carom_contact_body body;
            if (carom_contact_body_of(contact, &contact->run[i], k >= 2, k % 2, &body)) {
                carom_rows_write(rows, &body);
            }
        }
    }
}

/* ---- along the tangent: a row for each solver; and for each step ---- */

#define FRICTION(NUMBER, TEXT, of)                                                                 \
    TEXT(of, solver, r->run->name, "name in the scenario")                                         \
    TEXT(of, says, r->run->label, "name, with theta if --theta is given")                          \
    NUMBER(of, converged, "", (double)r->run->is_converged, "1: converged springs")                \
    NUMBER(of, friction, "", r->friction, "mu at the slip at onset")                               \
    NUMBER(of, slip_before_mps, "m/s", r->slip_before_mps,                                         \
           "u_t: velocity of the first surface relative to the second along t, at onset")          \
    NUMBER(of, slip_after_mps, "m/s", r->slip_after_mps, "u_t at separation")                      \
    NUMBER(of, slip_rel, "", r->slip_before_mps / r->approach_mps, "u_t over the approach speed")  \
    NUMBER(of, slip_after_rel, "", r->slip_after_mps / r->approach_mps,                            \
           "u_t at separation over the approach speed")                                            \
    NUMBER(of, asked_beta, "", r->specified, "tangential restitution specified in the scenario")   \
    NUMBER(of, beta, "", r->restitution, "minus u_t at separation over u_t at onset")              \
    NUMBER(of, stuck_s, "s", r->stuck_s, "time for which the surfaces stick")                      \
    NUMBER(of, slid_s, "s", r->slid_s, "time for which they slide")                                \
    NUMBER(of, slid_part, "", r->slid_part, "fraction of the contact in which they slide")         \
    NUMBER(of, impulse_t_Ns, "N s", r->impulse_t_Ns,                                               \
           "time integral of friction on the second body")                                         \
    NUMBER(of, limit_part, "", r->limit_part, "its magnitude over mu times the normal impulse")    \
    NUMBER(of, loss_t_J, "J", r->loss_J, "kinetic energy along t lost to friction")                \
    NUMBER(of, rigid_slip_rel, "", r->rigid_limit, "largest slip_rel of sticking, impulse model")  \
    NUMBER(of, rigid_sliding, "", (double)r->rigid_slides, "impulse model: 1 slides, 0 sticks")    \
    NUMBER(of, rigid_slip_after_mps, "m/s", r->rigid_slip_mps, "u_t at separation, impulse model")
CAROM_COLUMNS(friction_of_contact, carom_frictional_contact, FRICTION)

static void friction_of_all(const void *object, carom_rows *rows)
{
    const carom_contact_study *contact = object;
    for (size_t i = 0; i < contact->runs; i++) {
        carom_frictional_contact tangential;
        if (carom_frictional_contact_of(contact, &contact->run[i], &tangential)) {
            carom_rows_write(rows, &tangential);
        }
    }
}

typedef struct {
    const carom_frictional_contact *tangential;
    const carom_contact_sample *at;
    double limit_N, way_m;
} friction_row;

#define INSTANTS(NUMBER, TEXT, of)                                                                 \
    TEXT(of, solver, r->tangential->run->name, "name in the scenario")                             \
    TEXT(of, says, r->tangential->run->label, "name, with theta if --theta is given")              \
    NUMBER(of, converged, "", (double)r->tangential->run->is_converged, "1: converged springs")    \
    NUMBER(of, t_s, "s", r->at->t_s - r->tangential->run->collision.t_s, "since contact onset")    \
    NUMBER(of, force_t_N, "N", r->at->force_t_N, "friction on the second body along t")            \
    NUMBER(of, limit_N, "N", r->limit_N,                                                           \
           "Coulomb's limit, mu times the normal force; nan: an impulse")                          \
    NUMBER(of, slip_mps, "m/s", r->at->slip_mps, "u_t")                                            \
    NUMBER(of, way_m, "m", r->way_m, "time integral of u_t, trapezoidal rule")                     \
    NUMBER(of, tangential_m, "m", r->at->tangential_m, "displacement of the tangential spring")    \
    NUMBER(of, sliding, "", (double)r->at->sliding,                                                \
           "1: the surfaces slide in the step that ends here")
CAROM_COLUMNS(instants, friction_row, INSTANTS)

static void instants_of_all(const void *object, carom_rows *rows)
{
    const carom_contact_study *contact = object;
    for (size_t i = 0; i < contact->runs; i++) {
        const carom_contact_samples *samples = &contact->run[i].samples;
        carom_frictional_contact tangential;
        double way_m = 0;
        if (!carom_frictional_contact_of(contact, &contact->run[i], &tangential)) {
            continue;
        }
        for (size_t k = 0; k < samples->count; k++) {
            const carom_contact_sample *at = &samples->item[k], *last = k > 0 ? at - 1 : at;
            way_m += 0.5 * (at->t_s - last->t_s) * (at->slip_mps + last->slip_mps);
            carom_rows_write(
                rows, &(friction_row){&tangential, at, limit_of(contact, &tangential, at), way_m});
        }
    }
}

const carom_table carom_contact_tables[] = {
    {"contact.tsv", "a row for each solver and theta, with the exact values", contacts_columns,
     contacts_of_all, NULL, 0, NULL},
    {"contact-steps.tsv",
     "a row for each step of each solver within the contact, onset and separation included",
     steps_columns, steps_of_all, NULL, 0, NULL},
    {"contact-exact.tsv", "the same for the exact solutions", steps_columns, exact_of_all, NULL, 0,
     NULL},
    {"contact-balls.tsv", "a row for each body, before and after, along n and t", bodies_columns,
     bodies_of_all, NULL, 0, NULL},
    {"contact-rub.tsv",
     "with friction: tangential results, a row for each solver, theta and converged springs",
     friction_of_contact_columns, friction_of_all, NULL, 0, NULL},
    {"contact-rub-steps.tsv",
     "with friction: tangential motion and force, a row for each step of these runs",
     instants_columns, instants_of_all, NULL, 0, NULL},
    {.name = NULL}};

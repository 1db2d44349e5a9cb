/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Contacts of two bodies, the discretization error of a single one, and converged references. */
#include "contact/contact.h"
#include "measure/measure.h"

carom_status carom_initial_report(const carom_problem *problem, const carom_choice *choice,
                                  carom_report *report, carom_error *error)
{
    carom_solver *solver = carom_solver_new_from_choice(problem, choice, false, error);
    if (solver == NULL) {
        return error->status;
    }
    carom_solver_report(solver, report);
    carom_solver_free(solver);
    return CAROM_OK;
}

/* ---- contact of two bodies ---- */

carom_status carom_pair_contact(const carom_problem *problem, const carom_ball *a,
                                const carom_ball *b, double t_s, const carom_springs *springs,
                                carom_contact *contact, carom_error *error)
{
    carom_surface surface = carom_pair_surface(problem, a, b);
    surface.end = springs->contact_end;
    CAROM_TRY(
        springs->law->damping(springs->law_options, surface.end,
                              carom_springs_restitution(carom_pair_restitution(problem, a, b, t_s)),
                              &surface.damping, error));
    *contact = springs->law->contact(springs->law_options, &surface);
    return CAROM_OK;
}

/* ---- contact probe ---- */

enum { PHASES = 16 };

typedef struct {
    const carom_force_law *law;
    const carom_contact *contact;
} contact_probe;

/* Equation of motion of the overlap x: m_red x'' = -F. */
static void rates(void *context, const double *x, const double *v, double *a, double *g)
{
    const contact_probe *p = context;
    (void)g;
    a[0] = 0;
    if (x[0] > 0) {
        a[0] = -p->law->force(p->contact, x[0], v[0]).total_N / p->contact->reduced_mass_kg;
    }
}

/* Coefficient of restitution; contact onset is at the fraction `phase` of a time step. */
static double restitution(contact_probe *p, const carom_integrator *integrator, double h, double v0,
                          double phase)
{
    double x = -phase * h * v0, v = v0, q = 0, work[64];
    carom_motion motion = {.coordinates = 1, .rates = rates, .context = p};
    double steps = 100 + 1000 * p->law->outcome(p->contact, v0).contact_s / h;
    for (double k = 0; k < steps; k++) {
        integrator->step(&motion, h, &x, &v, &q, work);
        if (!(fabs(v) < 1e3 * v0)) {
            return INFINITY;
        }
        if (v < 0 && (x <= 0 || (p->contact->end == CAROM_END_FORCE &&
                                 !(p->law->force(p->contact, x, v).total_N > 0)))) {
            return -v / v0;
        }
    }
    return INFINITY;
}

double carom_contact_error(const carom_force_law *law, const carom_contact *contact,
                           const carom_integrator *integrator, double h, double approach_mps)
{
    contact_probe p = {law, contact};
    double e = law->outcome(contact, approach_mps).restitution, square = 0;
    for (int k = 0; k < PHASES; k++) {
        double measured = restitution(&p, integrator, h, approach_mps, (k + 0.5) / PHASES);
        square += (measured / e - 1) * (measured / e - 1) / PHASES;
    }
    return sqrt(square);
}

double carom_contact_step(const carom_force_law *law, const carom_contact *contact,
                          const carom_integrator *integrator, double approach_mps, double wanted)
{
    static const double coarser = 1.05, finest = 1e-5;
    enum { IN_A_ROW = 4 };
    double T = law->outcome(contact, approach_mps).contact_s;
    double most = fmin(T / 3,
                       0.99 * integrator->stability_limit / law->rate_per_s(contact, approach_mps));
    double h = most, last = 0;
    /* The error is no monotonic function of the step: a single step may be exact by chance. Halve
     * it until several in a row are short enough, then lengthen the shortest of them by 5 % until
     * the error exceeds the limit. */
    for (int passed = 0; passed < IN_A_ROW; h *= 0.5) {
        if (!(h > finest * T)) {
            return 0;
        }
        bool holds = carom_contact_error(law, contact, integrator, h, approach_mps) <= wanted;
        passed = holds ? passed + 1 : 0;
    }
    for (h *= 2;
         h <= most && carom_contact_error(law, contact, integrator, h, approach_mps) <= wanted;
         h *= coarser) {
        last = h;
    }
    return last;
}

/* ---- converged reference ---- */

carom_status carom_choice_converge(carom_choice *choice, double theta, carom_error *error)
{
    const carom_setting settings[] = {
        {"integrator", "rk4"}, {"contacts", "exact"}, {"phase", "0"}, {"threads", "1"}};
    carom_choice_set_number(choice, "step_s", NAN);
    carom_choice_set_number(choice, "theta", theta);
    for (size_t k = 0; k < sizeof settings / sizeof settings[0]; k++) {
        CAROM_TRY(carom_choice_set_text(choice, settings[k].key, settings[k].value, error));
    }
    return CAROM_OK;
}

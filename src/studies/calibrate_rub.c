/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "laws/laws.h"
#include "studies/studies.h"
#include <carom/solver.h>
#include <math.h>

/* ---- a run of one contact ---- */

/* The slip of the run over the approach speed: so little that the normal does not turn; and a
 * friction that no force comes up to before the very end. */
static const double slip_part = 1e-2, ample_friction = 100;

/* Its step over the fastest rate of the contact, and how long it goes on after the touch. */
static const double theta = 0.02, contacts = 1.5;

enum { MOST_SETTINGS = 24 };

/* Settings as text. */
typedef struct {
    carom_setting list[MOST_SETTINGS + 1];
    char value[MOST_SETTINGS][40];
    size_t count;
} settings;

static void set(settings *s, const char *key, const char *value)
{
    if (s->count < MOST_SETTINGS) {
        snprintf(s->value[s->count], sizeof s->value[0], "%s", value);
        s->list[s->count] = (carom_setting){key, s->value[s->count]};
        s->count++;
    }
}

static void set_number(settings *s, const char *key, double value)
{
    char text[40];
    snprintf(text, sizeof text, "%.17g", value);
    set(s, key, text);
}

static void set_law(settings *s, const carom_choice *law)
{
    set(s, "law", law->entry->name);
    for (const carom_param *row = law->entry->params; row->key != NULL; row++) {
        carom_place place = {row, law->options};
        char text[40];
        if (carom_param_is_set(place)) {
            carom_param_format(place, text, sizeof text);
            set(s, row->key, text);
        }
    }
}

/* A ball on its way to a wall, or two that come together by their centre of mass's rest; only spins
 * make the surfaces slip, alike. */
static carom_status place(carom_problem *scene, const carom_calibrate_rub_keys *keys,
                          const carom_calibrate_brief *b, double gap, carom_error *error)
{
    carom_ball ball = carom_ball_default(), other = carom_ball_default();
    double m = b->mass_kg, v = b->speed_mps, sum = m + b->other_mass_kg;
    double slip = slip_part * v * (b->wall ? 1 : 0.5);
    carom_status status;
    scene->boundary = b->wall ? CAROM_WALLS : CAROM_OPEN;
    scene->width_m = 8 * b->radius_m, scene->height_m = 8 * b->radius_m;
    scene->restitution = (carom_restitution){b->restitution, b->restitution};
    scene->friction = (carom_surfaces){ample_friction, ample_friction};
    ball.mass_kg = m, ball.radius_m = b->radius_m, ball.inertia_factor = keys->inertia_factor;
    ball.x_m = 7 * b->radius_m - gap, ball.y_m = 4 * b->radius_m;
    ball.vx_mps = b->wall ? v : v * b->other_mass_kg / sum;
    ball.spin_radps = slip / b->radius_m;
    status = carom_problem_add(scene, &ball, error);
    if (status != CAROM_OK || b->wall) {
        return status;
    }
    other.mass_kg = b->other_mass_kg, other.radius_m = b->other_radius_m;
    other.inertia_factor = keys->other_inertia_factor;
    other.x_m = 7 * b->radius_m + b->radius_m + b->other_radius_m, other.y_m = ball.y_m;
    other.vx_mps = -v * m / sum;
    other.spin_radps = slip / b->other_radius_m;
    return carom_problem_add(scene, &other, error);
}

/* -g_t'/g_t from the first sample to the second. */
static double reversal(const carom_sample *s, const carom_calibrate_brief *b)
{
    double slip = s->vy_mps[0] + b->radius_m * s->spin_radps[0];
    if (!b->wall) {
        slip += b->other_radius_m * s->spin_radps[1] - s->vy_mps[1];
    }
    return -slip / (slip_part * b->speed_mps);
}

static carom_status run(const carom_problem *scene, const settings *s, double t_s,
                        carom_sample *sample, carom_error *error)
{
    carom_solver *solver = carom_solver_new(scene, "penalty", s->list, error);
    carom_status status = solver == NULL ? error->status : CAROM_OK;
    if (status == CAROM_OK) {
        status = carom_solver_advance(solver, t_s, error);
    }
    if (status == CAROM_OK) {
        carom_solver_sample(solver, sample);
    }
    carom_solver_free(solver);
    return status;
}

/* A contact that sticks, carried by the solver as in any run. */
static carom_status measure(carom_calibrate_rub *rub, const carom_calibrate_rub_keys *keys,
                            const carom_calibrate_brief *b, carom_error *error)
{
    const carom_force_law *law = carom_force_law_of(b->law->entry);
    double T = law->outcome(b->contact, b->speed_mps).contact_s, gap = 0.1 * T * b->speed_mps;
    carom_problem scene;
    carom_sample sample = {0};
    settings s = {.count = 0};
    carom_status status;
    rub->measured = NAN;
    if (!isfinite(T)) {
        return CAROM_OK;
    }
    set_law(&s, b->law);
    set(&s, "integrator", "rk4");
    set(&s, "contacts", "located");
    set(&s, "contact_end", b->contact_end == CAROM_END_FORCE ? "force" : "overlap");
    set_number(&s, "step_s", theta / law->rate_per_s(b->contact, b->speed_mps));
    set_number(&s, "tangential_stiffness_ratio", rub->kappa);
    carom_problem_init(&scene);
    status = place(&scene, keys, b, gap, error);
    if (status == CAROM_OK) {
        status = carom_sample_init(&sample, scene.count, error);
    }
    if (status == CAROM_OK) {
        status = run(&scene, &s, contacts * T + gap / b->speed_mps, &sample, error);
    }
    if (status == CAROM_OK) {
        rub->measured = reversal(&sample, b);
    }
    carom_sample_free(&sample);
    carom_problem_free(&scene);
    return status;
}

/* ---- the contact in numbers ---- */

static double mass_ratio(const carom_calibrate_rub_keys *keys, const carom_calibrate_brief *b)
{
    carom_ball one = carom_ball_default(), other = carom_ball_default();
    one.mass_kg = b->mass_kg;
    one.inertia_factor = keys->inertia_factor;
    other.mass_kg = b->other_mass_kg;
    other.inertia_factor = keys->other_inertia_factor;
    return carom_pair_inverse_tangential_mass(&one, b->wall ? NULL : &other) *
           carom_pair_reduced_mass(&one, b->wall ? NULL : &other);
}

/* The impulse sticks below mu (1 + e)(mu_n/mu_t)/(1 + beta). At the touch of a contact without a
 * dashpot the spring's force is kappa g_t/g_n of the normal one, whatever power of the overlap that
 * is. */
static void find_limits(carom_calibrate_rub *rub, const carom_calibrate_rub_keys *keys,
                        const carom_calibrate_brief *b, double e)
{
    double mu = keys->friction;
    rub->sticks_below = rub->slides_beyond = NAN;
    if (mu > 0 && rub->beta > -1) {
        rub->sticks_below = mu * (1 + e) * rub->mass_ratio / (1 + rub->beta);
    }
    if (mu > 0 && rub->kappa > 0 && b->contact->viscosity == 0) {
        rub->slides_beyond = mu / rub->kappa;
    }
}

carom_status carom_calibrate_rub_solve(carom_calibrate_rub *rub,
                                       const carom_calibrate_rub_keys *keys,
                                       const carom_calibrate_brief *brief, carom_error *error)
{
    const carom_force_law *law = carom_force_law_of(brief->law->entry);
    double v = brief->speed_mps, lambda;
    carom_status status = CAROM_OK;
    *rub = (carom_calibrate_rub){.asked = keys->friction > 0 || !isnan(keys->restitution) ||
                                          !isnan(keys->stiffness_ratio)};
    if (!rub->asked) {
        return CAROM_OK;
    }
    if (!isnan(keys->restitution) && !isnan(keys->stiffness_ratio)) {
        return carom_error_set(error, CAROM_INVALID, "tangential_stiffness_ratio",
                               "tangential_stiffness_ratio: given with tangential_restitution; "
                               "expected one of them, the other follows");
    }
    rub->mass_ratio = mass_ratio(keys, brief);
    if (isnan(keys->stiffness_ratio)) {
        rub->beta = isnan(keys->restitution) ? 0 : keys->restitution;
        status = carom_tangential_ratio(law, brief->contact, v, rub->beta, &lambda, error);
        rub->kappa = lambda / rub->mass_ratio;
    } else {
        rub->kappa = keys->stiffness_ratio;
        lambda = rub->kappa * rub->mass_ratio;
        rub->beta = carom_tangential_restitution(law, brief->contact, v, lambda);
        if (isnan(rub->beta)) {
            status = carom_error_set(error, CAROM_INVALID, "tangential_stiffness_ratio",
                                     "found %.6g; a contact with that never ends, or takes too "
                                     "many steps to be followed to where it does",
                                     rub->kappa);
        }
    }
    if (status != CAROM_OK) {
        return status;
    }
    rub->frequency_per_s = sqrt(lambda) * law->frequency_per_s(brief->contact, v);
    find_limits(rub, keys, brief, law->outcome(brief->contact, v).restitution);
    return measure(rub, keys, brief, error);
}

void carom_calibrate_rub_print(const carom_calibrate_rub *rub, const carom_calibrate_rub_keys *keys,
                               void (*row)(FILE *stream, const char *label, double value,
                                           const char *unit),
                               FILE *stream)
{
    static const double degrees = 57.295779513082320877;
    bool from_ratio = !isnan(keys->stiffness_ratio);
    if (!rub->asked) {
        return;
    }
    row(stream, "masses mu_n/mu_t", rub->mass_ratio, "");
    if (from_ratio) {
        row(stream, "kappa asked for", rub->kappa, "");
        row(stream, "beta of a contact that sticks", rub->beta, "");
    } else {
        row(stream, "beta asked for", rub->beta, "");
        row(stream, "kappa of a contact that sticks", rub->kappa, "");
    }
    if (!isnan(rub->measured)) {
        row(stream, "beta measured: one contact, rk4, located", rub->measured, "");
    }
    row(stream, "tangential frequency", rub->frequency_per_s, "1/s");
    if (!isnan(rub->sticks_below)) {
        row(stream, "the impulse sticks below g_t/g_n", rub->sticks_below, "");
        row(stream, "the same as an angle", degrees * atan(rub->sticks_below), "deg");
    }
    if (!isnan(rub->slides_beyond)) {
        row(stream, "springs slide at once beyond g_t/g_n", rub->slides_beyond, "");
        row(stream, "the same as an angle", degrees * atan(rub->slides_beyond), "deg");
    }
}

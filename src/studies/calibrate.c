/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom calibrate: numbers of the contact of two bodies under a force law at one speed. */
#include "carom_studies.h"
#include "laws/laws.h"
#include "studies/studies.h"

/* Specified values; NaN: unspecified. */
typedef struct {
    double friction, restitution, stiffness_ratio; /* mu, beta, kappa */
    double inertia_factor, other_inertia_factor;   /* moment of inertia over m r^2 */
} tangential_keys;

/* Results along the tangent. */
typedef struct {
    /* friction or a tangential spring is specified; otherwise the members below are unset */
    bool specified;
    double mass_ratio;  /* m_n/m_t */
    double beta, kappa; /* one is specified, the other computed */
    double frequency_per_s;
    double measured;      /* beta in a run with sticking contact; NaN: unknown */
    double sticks_below;  /* u_t/u_n below which the impulse model sticks; NaN: always, or no
                             friction */
    double slides_beyond; /* u_t/u_n above which springs slide from the start; NaN: unknown */
} tangential_contact;

typedef struct {
    carom_choice law;
    int contact_end, target; /* 0 a ball, 1 a wall */
    double restitution;
    double mass_kg, other_mass_kg, radius_m, other_radius_m;
    double speed_mps, tangential_mps;
    carom_material material[2]; /* of the ball, and of the body that it hits */
    double error;               /* largest error of e, for the time steps */
    tangential_keys keys;
    carom_contact contact;
    tangential_contact tangential;
} calibration;

/* The value, or @p usual for NaN. */
static double value_or(double value, double usual)
{
    return isnan(value) ? usual : value;
}

static const char *const end_words[] = {"force", "overlap", NULL};
static const char *const against_words[] = {"ball", "wall", NULL};

#define AT(member) offsetof(calibration, member)
static const carom_param rows[] = {
    {ENTRY("law", AT(law), "hooke", &carom_force_laws, "force of the contact")},
    {WORD("contact_end", AT(contact_end), "force", end_words,
          "a contact ends when its force (never attractive) or its overlap returns to zero")},
    {NUMBER("restitution", AT(restitution), "", "1", 0, 1, "specified restitution")},
    {WORD("against", AT(target), "ball", against_words, "what the ball hits")},
    {NUMBER("mass_kg", AT(mass_kg), "kg", "", POSITIVE, ANY,
            "mass of the ball; by default by the density of its material, or 0.17 kg")},
    {NUMBER("other_mass_kg", AT(other_mass_kg), "kg", "", POSITIVE, ANY,
            "mass of the ball that it hits; by the same rule")},
    {NUMBER("radius_m", AT(radius_m), "m", "0.028575", POSITIVE, ANY, "radius of the ball")},
    {NUMBER("other_radius_m", AT(other_radius_m), "m", "0.028575", POSITIVE, ANY,
            "radius of the ball that it hits")},
    {NUMBER("speed_mps", AT(speed_mps), "m/s", "1", POSITIVE, ANY, "normal approach speed")},
    {NUMBER("tangential_mps", AT(tangential_mps), "m/s", "1", 0, ANY,
            "tangential speed at contact onset, which rotates the contact normal")},
    {NUMBER("friction", AT(keys.friction), "", "0", 0, ANY, "Coulomb's mu between the surfaces")},
    {NUMBER("tangential_restitution", AT(keys.restitution), "", "", -1, 1,
            "beta of a sticking contact; default 0 with friction")},
    {NUMBER("tangential_stiffness_ratio", AT(keys.stiffness_ratio), "", "", 0, ANY,
            "kappa = k_t/k_n, instead of the tangential restitution")},
    {NUMBER("inertia_factor", AT(keys.inertia_factor), "", "0.4", POSITIVE, ANY,
            "moment of inertia of the ball over m r^2: 0.4 for a sphere, 0.5 for a disc")},
    {NUMBER("other_inertia_factor", AT(keys.other_inertia_factor), "", "0.4", POSITIVE, ANY,
            "the same for the ball that it hits")},
    {TEXT("material", AT(material[0].name), "", CAROM_MATERIAL_SIZE,
          "hertz and viscoelastic: material of the ball (carom list materials)")},
    {TEXT("other_material", AT(material[1].name), "", CAROM_MATERIAL_SIZE,
          "material of the other body; the same by default")},
    {NUMBER("youngs_modulus_Pa", AT(material[0].youngs_modulus_Pa), "Pa", "", POSITIVE, ANY,
            "hertz and viscoelastic: Young's modulus, instead of a stiffness")},
    {NUMBER("poisson_ratio", AT(material[0].poisson_ratio), "", "", 0, 0.5,
            "Poisson's ratio of the ball; by default that of its material, or 0.3")},
    {NUMBER("other_youngs_modulus_Pa", AT(material[1].youngs_modulus_Pa), "Pa", "", POSITIVE, ANY,
            "Young's modulus of the other body; the same by default")},
    {NUMBER("other_poisson_ratio", AT(material[1].poisson_ratio), "", "", 0, 0.5,
            "Poisson's ratio of the other body; the same by default")},
    {NUMBER("error", AT(error), "", "0.001", POSITIVE, ANY,
            "error of the restitution for which time steps are computed")},
    {.key = NULL}};

/* ---- contact ---- */

static void store_first_error(void *context, bool is_error, const char *key, const char *text)
{
    carom_error *first = context;
    if (is_error && first->status == CAROM_OK) {
        carom_error_set(first, CAROM_INVALID, key, "%s", text);
    }
}

/* Set a default stiffness if no option describes the contact. */
static void default_stiffness(calibration *c)
{
    const carom_param *row = c->law.entry->params;
    carom_param_ref stiffness = {row, c->law.options};
    if (!isnan(c->material[0].youngs_modulus_Pa)) {
        return;
    }
    for (; row->key != NULL; row++) {
        if ((row == stiffness.row || row->instead_of != NULL) &&
            carom_param_is_set((carom_param_ref){row, c->law.options})) {
            return;
        }
    }
    *carom_param_number(stiffness) = 1e6;
}

static carom_status check_law(const calibration *c, carom_error *error)
{
    carom_error first = {CAROM_OK, "", ""};
    carom_diagnostics diagnostics = {store_first_error, &first, NULL, NULL};
    const carom_force_law *law = carom_force_law_of(c->law.entry);
    if (law->check != NULL) {
        law->check(c->law.options, &diagnostics);
    }
    if (first.status != CAROM_OK) {
        *error = first;
    }
    return first.status;
}

/* Compute the elastic contact of the materials. NaN: no Young's modulus is given. */
static carom_elastic elastic_contact(const calibration *c)
{
    carom_material material[2] = {c->material[0], c->material[1]};
    carom_problem problem = {.constants = 2, .constant = material, .wall_material = "other"};
    carom_ball ball = {.radius_m = c->radius_m, .material = "ball"},
               other = {.radius_m = c->other_radius_m, .material = "other"};
    if (isnan(material[0].youngs_modulus_Pa)) {
        return (carom_elastic){NAN, NAN};
    }
    snprintf(material[0].name, sizeof material[0].name, "ball");
    snprintf(material[1].name, sizeof material[1].name, "other");
    return carom_pair_elastic(&problem, &ball, c->target == 1 ? NULL : &other);
}

/* Complete the materials by presets, the other body by the ball, and the masses by densities. */
static carom_status complete_materials(calibration *c, carom_error *error)
{
    static const double usual_kg = 0.17, usual_ratio = 0.3;
    carom_material *own = &c->material[0], *other = &c->material[1];
    const double radius[] = {c->radius_m, c->other_radius_m};
    double *const mass[] = {&c->mass_kg, &c->other_mass_kg};
    own->density_kgpm3 = other->density_kgpm3 = NAN;
    for (int i = 0; i < 2; i++) {
        char text[400] = "";
        carom_material *m = &c->material[i];
        if (!carom_material_complete(m) && m->name[0] != '\0') {
            carom_material_presets_append(m->name, text, sizeof text);
            return carom_error_set(error, CAROM_INVALID, i == 0 ? "material" : "other_material",
                                   "found '%s'; expected one of 'carom list materials': %s",
                                   m->name, text);
        }
    }
    own->poisson_ratio = value_or(own->poisson_ratio, usual_ratio);
    if (isnan(other->youngs_modulus_Pa)) {
        other->youngs_modulus_Pa = own->youngs_modulus_Pa;
        other->density_kgpm3 = own->density_kgpm3;
    }
    other->poisson_ratio = value_or(other->poisson_ratio, own->poisson_ratio);
    for (int i = 0; i < 2; i++) {
        double density = c->material[i].density_kgpm3;
        *mass[i] = value_or(*mass[i], value_or(carom_sphere_mass(radius[i], density), usual_kg));
    }
    return CAROM_OK;
}

static carom_status check_materials(const calibration *c, carom_error *error)
{
    const carom_force_law *law = carom_force_law_of(c->law.entry);
    bool given = !isnan(c->material[0].youngs_modulus_Pa);
    if (given && !carom_force_law_uses_materials(law, c->law.options)) {
        bool named = c->material[0].name[0] != '\0';
        return carom_error_set(error, CAROM_INVALID, named ? "material" : "youngs_modulus_Pa",
                               "applies to law=hertz and law=viscoelastic without a stiffness; %s",
                               named ? "add law=hertz, and no stiffness" : "remove it");
    }
    if (!given && !isnan(c->material[1].youngs_modulus_Pa)) {
        return carom_error_set(error, CAROM_INVALID, "other_youngs_modulus_Pa",
                               "given without youngs_modulus_Pa; give both");
    }
    return CAROM_OK;
}

/* ---- tangential contact in a run ---- */

/* Slip over approach speed, small enough not to rotate the normal, and a friction coefficient that
 * prevents sliding almost until the end. */
static const double slip_part = 1e-2, ample_friction = 100;

/* Time step times the fastest rate of the contact, and duration of the run in contact times. */
static const double theta = 0.02, contacts = 1.5;

/* The ball, and the one that it hits. */
static void make_balls(const calibration *c, carom_ball *ball, carom_ball *other)
{
    *ball = *other = carom_ball_default();
    ball->mass_kg = c->mass_kg, other->mass_kg = c->other_mass_kg;
    ball->radius_m = c->radius_m, other->radius_m = c->other_radius_m;
    ball->inertia_factor = c->keys.inertia_factor;
    other->inertia_factor = c->keys.other_inertia_factor;
}

/* Place a ball that approaches a wall, or two balls in their centre-of-mass frame. The spins cause
 * the slip. */
static carom_status place_balls(carom_problem *scene, const calibration *b, double gap,
                                carom_error *error)
{
    bool wall = b->target == 1;
    carom_ball ball, other;
    double m = b->mass_kg, v = b->speed_mps, sum = m + b->other_mass_kg;
    double slip = slip_part * v * (wall ? 1 : 0.5);
    scene->boundary = wall ? CAROM_WALLS : CAROM_OPEN;
    scene->width_m = 8 * b->radius_m, scene->height_m = 8 * b->radius_m;
    scene->restitution = (carom_restitution){b->restitution, b->restitution};
    scene->friction = (carom_surfaces){ample_friction, ample_friction};
    make_balls(b, &ball, &other);
    ball.x_m = 7 * b->radius_m - gap, ball.y_m = 4 * b->radius_m;
    ball.vx_mps = wall ? v : v * b->other_mass_kg / sum;
    ball.spin_radps = slip / b->radius_m;
    CAROM_TRY(carom_problem_add(scene, &ball, error));
    if (wall) {
        return CAROM_OK;
    }
    other.x_m = 7 * b->radius_m + b->radius_m + b->other_radius_m, other.y_m = ball.y_m;
    other.vx_mps = -v * m / sum;
    other.spin_radps = slip / b->other_radius_m;
    return carom_problem_add(scene, &other, error);
}

/* Return -u_t'/u_t, the slip after over the slip before. */
static double slip_reversal(const carom_sample *s, const calibration *b)
{
    double slip = s->vy_mps[0] + b->radius_m * s->spin_radps[0];
    if (b->target == 0) {
        slip += b->other_radius_m * s->spin_radps[1] - s->vy_mps[1];
    }
    return -slip / (slip_part * b->speed_mps);
}

static carom_status make_springs(const calibration *b, carom_choice *springs, carom_error *error)
{
    const carom_force_law *law = carom_force_law_of(b->law.entry);
    CAROM_TRY(carom_choice_set(springs, carom_interface_find(&carom_solvers, "penalty"), error));
    carom_choice *own = carom_param_choice(
        carom_params_find(springs->entry->params, springs->options, "law"));
    carom_choice_free(own);
    CAROM_TRY(carom_choice_copy(own, &b->law, error));
    CAROM_TRY(carom_choice_set_text(springs, "integrator", "rk4", error));
    CAROM_TRY(carom_choice_set_text(springs, "contacts", "located", error));
    CAROM_TRY(carom_choice_set_text(springs, "contact_end", end_words[b->contact_end], error));
    if (carom_force_law_uses_materials(law, b->law.options)) {
        carom_choice_set_number(springs, law->stiffness, b->contact.stiffness);
    }
    carom_choice_set_number(springs, "step_s", theta / law->rate_per_s(&b->contact, b->speed_mps));
    carom_choice_set_number(springs, "tangential_stiffness_ratio", b->tangential.kappa);
    return CAROM_OK;
}

static carom_status run_contact(const calibration *b, carom_problem *scene, carom_choice *springs,
                                carom_sample *sample, double T, carom_error *error)
{
    double gap = 0.1 * T * b->speed_mps;
    const carom_run_until_over_config config = {.from_s = contacts * T + gap / b->speed_mps};
    CAROM_TRY(make_springs(b, springs, error));
    CAROM_TRY(place_balls(scene, b, gap, error));
    CAROM_TRY(carom_sample_init(sample, scene->count, error));
    return carom_run_until_over(carom_solver_new_from_choice(scene, springs, true, error), &config,
                                sample, NULL, error);
}

static carom_status measure_reversal(calibration *b, carom_error *error)
{
    const carom_force_law *law = carom_force_law_of(b->law.entry);
    double T = law->outcome(&b->contact, b->speed_mps).contact_s;
    carom_problem scene;
    carom_choice springs = {NULL, NULL};
    carom_sample sample = {0};
    b->tangential.measured = NAN;
    if (!isfinite(T)) {
        return CAROM_OK;
    }
    carom_problem_init(&scene);
    carom_status status = run_contact(b, &scene, &springs, &sample, T, error);
    if (status == CAROM_OK) {
        b->tangential.measured = slip_reversal(&sample, b);
    }
    carom_sample_free(&sample);
    carom_choice_free(&springs);
    carom_problem_free(&scene);
    return status;
}

/* ---- results ---- */

static double mass_ratio(const calibration *b)
{
    carom_ball ball, other;
    make_balls(b, &ball, &other);
    const carom_ball *hit = b->target == 1 ? NULL : &other;
    return carom_pair_inverse_tangential_mass(&ball, hit) * carom_pair_reduced_mass(&ball, hit);
}

/* An impulse sticks below mu (1 + e)(m_n/m_t)/(1 + beta). At the onset of a contact without
 * dashpot, the tangential force is kappa u_t/u_n times the normal force, for every power law. */
static void find_limits(calibration *b, double e)
{
    tangential_contact *tangential = &b->tangential;
    double mu = b->keys.friction;
    tangential->sticks_below = mu > 0 && tangential->beta > -1
                                 ? mu * (1 + e) * tangential->mass_ratio / (1 + tangential->beta)
                                 : NAN;
    tangential->slides_beyond = mu > 0 && tangential->kappa > 0 && b->contact.viscosity == 0
                                  ? mu / tangential->kappa
                                  : NAN;
}

/* @return CAROM_INVALID if no spring of the law has the tangential restitution, or the status of
 *          the run */
static carom_status solve_tangential(calibration *c, carom_error *error)
{
    const carom_force_law *law = carom_force_law_of(c->law.entry);
    tangential_keys *keys = &c->keys;
    tangential_contact *tangential = &c->tangential;
    const carom_elastic elastic = elastic_contact(c);
    double v = c->speed_mps, lambda;
    *tangential = (tangential_contact){.specified = keys->friction > 0 ||
                                                    !isnan(keys->restitution) ||
                                                    !isnan(keys->stiffness_ratio)};
    if (!tangential->specified) {
        return CAROM_OK;
    }
    if (!isnan(keys->restitution) && !isnan(keys->stiffness_ratio)) {
        return carom_error_set(error, CAROM_INVALID, "tangential_stiffness_ratio",
                               "tangential_stiffness_ratio: conflicts with "
                               "tangential_restitution; remove one of them");
    }
    tangential->mass_ratio = mass_ratio(c);
    if (isnan(keys->stiffness_ratio) && isnan(keys->restitution) &&
        !isnan(elastic.tangential_ratio)) {
        keys->stiffness_ratio = elastic.tangential_ratio;
    }
    if (isnan(keys->stiffness_ratio)) {
        tangential->beta = value_or(keys->restitution, 0);
        CAROM_TRY(carom_tangential_ratio(law, &c->contact, v, tangential->beta, &lambda, error));
        tangential->kappa = lambda / tangential->mass_ratio;
    } else {
        tangential->kappa = keys->stiffness_ratio;
        lambda = tangential->kappa * tangential->mass_ratio;
        tangential->beta = carom_tangential_restitution(law, &c->contact, v, lambda);
    }
    tangential->frequency_per_s = sqrt(lambda) * law->frequency_per_s(&c->contact, v);
    find_limits(c, law->outcome(&c->contact, v).restitution);
    return measure_reversal(c, error);
}

/* @return CAROM_INVALID if the law cannot have the restitution */
static carom_status calibrate_run(void *object, const carom_study *study, carom_error *error)
{
    calibration *c = object;
    const carom_force_law *law = carom_force_law_of(c->law.entry);
    carom_surface surface = {.stiffness_factor = 1, .end = c->contact_end, .wall = c->target == 1};
    (void)study;
    CAROM_TRY(complete_materials(c, error));
    surface.reduced_mass_kg = surface.wall
                                ? c->mass_kg
                                : c->mass_kg * c->other_mass_kg / (c->mass_kg + c->other_mass_kg);
    default_stiffness(c);
    CAROM_TRY(check_materials(c, error));
    CAROM_TRY(check_law(c, error));
    surface.elastic_N_per_m1p5 = elastic_contact(c).hertz_N_per_m1p5;
    CAROM_TRY(
        law->damping(c->law.options, c->contact_end, c->restitution, &surface.damping, error));
    c->contact = law->contact(c->law.options, &surface);
    if (isnan(law->outcome(&c->contact, c->speed_mps).contact_s)) {
        return carom_error_set(error, CAROM_INVALID, "law",
                               "%s: a contact at %g m/s is damped too much to end (a "
                               "restitution below 2e-5)",
                               c->law.entry->name, c->speed_mps);
    }
    return solve_tangential(c, error);
}

/* ---- printing ---- */

typedef void (*row_printer)(FILE *stream, const char *label, double value, const char *unit);

static void print_row(FILE *stream, const char *label, double value, const char *unit)
{
    char number[32];
    carom_number_format_short(value, number, sizeof number);
    fprintf(stream, "  %-42s %s%s%s\n", label, number, unit[0] == '\0' ? "" : " ", unit);
}

/* Time step that an integrator needs; NaN: none above T/1e6. */
typedef struct {
    const char *integrator;
    double step_s, theta, evaluations;
    bool first;
} required_step;

static void print_step(FILE *stream, const required_step *step)
{
    if (isnan(step->step_s)) {
        fprintf(stream, "  %-18s %14s\n", step->integrator, "none down to T/1e6");
    } else {
        fprintf(stream, "  %-18s %14.4g %12.4g %22.0f\n", step->integrator, step->step_s,
                step->theta, step->evaluations);
    }
}

static carom_status report_steps(const calibration *c,
                                 void (*print)(FILE *stream, const required_step *step),
                                 FILE *stream, FILE *complaints)
{
    const carom_force_law *law = carom_force_law_of(c->law.entry);
    double T = law->outcome(&c->contact, c->speed_mps).contact_s;
    bool first = true;
    for (const carom_entry *const *entry = carom_integrators.entries; *entry != NULL; entry++) {
        const carom_integrator *integrator = carom_integrator_of(*entry);
        required_step step = {(*entry)->name, NAN, NAN, NAN, first};
        if (integrator->evaluations == 0) {
            continue; /* adaptive */
        }
        double h = carom_contact_step(law, &c->contact, integrator, c->speed_mps, c->error);
        if (h < 0) {
            fputs("carom: error: out of memory\n", complaints);
            return CAROM_NO_MEMORY;
        }
        if (h > 0) {
            step.step_s = h;
            step.theta = h * law->frequency_per_s(&c->contact, c->speed_mps);
            step.evaluations = ceil(T / h) * integrator->evaluations;
        }
        print(stream, &step);
        first = false;
    }
    return CAROM_OK;
}

static void report_tangential(const calibration *c, row_printer row, FILE *stream)
{
    const tangential_keys *keys = &c->keys;
    const tangential_contact *tangential = &c->tangential;
    static const double degrees = 57.295779513082320877;
    bool from_ratio = !isnan(keys->stiffness_ratio);
    if (!tangential->specified) {
        return;
    }
    row(stream, "mass ratio m_n/m_t", tangential->mass_ratio, "");
    if (from_ratio) {
        row(stream, "kappa specified", tangential->kappa, "");
        row(stream, "beta of a sticking contact", tangential->beta, "");
    } else {
        row(stream, "beta specified", tangential->beta, "");
        row(stream, "kappa of a sticking contact", tangential->kappa, "");
    }
    if (!isnan(tangential->measured)) {
        row(stream, "beta measured in a run (rk4, located)", tangential->measured, "");
    }
    row(stream, "tangential frequency", tangential->frequency_per_s, "1/s");
    if (!isnan(tangential->sticks_below)) {
        row(stream, "impulse model: sticks below u_t/u_n =", tangential->sticks_below, "");
        row(stream, "the same as an angle", degrees * atan(tangential->sticks_below), "deg");
    }
    if (!isnan(tangential->slides_beyond)) {
        row(stream, "springs: slide from onset above u_t/u_n =", tangential->slides_beyond, "");
        row(stream, "the same as an angle", degrees * atan(tangential->slides_beyond), "deg");
    }
}

/* Report the contact, one row per call of the printer: along the normal, then @p between and the
 * tangential rows. */
static void report_contact(const calibration *c, row_printer print, const char *between,
                           FILE *stream)
{
    const carom_contact *contact = &c->contact;
    const carom_force_law *law = carom_force_law_of(c->law.entry);
    carom_contact_outcome outcome = law->outcome(contact, c->speed_mps);
    bool wall = c->target == 1;
    double v = c->speed_mps, T = outcome.contact_s,
           reach = c->radius_m + (wall ? 0 : c->other_radius_m);
    print(stream, "specified restitution", c->restitution, "");
    print(stream, "restitution of the law at this speed", outcome.restitution, "");
    print(stream, "contact time T", T, "s");
    print(stream, "largest overlap", outcome.overlap_m, "m");
    print(stream, "elastic force at the largest overlap",
          law->force(contact, outcome.overlap_m, 0).elastic_N, "N");
    print(stream, "largest overlap / radius", outcome.overlap_m / c->radius_m, "");
    print(stream, "reduced mass", contact->reduced_mass_kg, "kg");
    print(stream, "stiffness (of the law)", contact->stiffness, "");
    print(stream, "dashpot (of the law)", contact->viscosity, "");
    print(stream, "w0 at the largest overlap", law->frequency_per_s(contact, v), "1/s");
    /* the gap after the contact is e v (t - T), in the impulse model e v t */
    print(stream, "contact delay of the gap, e v T", outcome.restitution * v * T, "m");
    if (!wall) { /* the line of centres rotates by (v_t/s) T */
        char label[80];
        snprintf(label, sizeof label, "rotation of the normal at v_t = %g m/s", c->tangential_mps);
        print(stream, label, c->tangential_mps / reach * T, "rad");
    }
    fputs(c->tangential.specified ? between : "", stream);
    report_tangential(c, print, stream);
}

static carom_status calibrate_print(const void *object, FILE *stream, FILE *complaints)
{
    const calibration *c = object;
    fprintf(stream, "%s: a ball of %g kg hits %s at %g m/s\n\n", c->law.entry->summary, c->mass_kg,
            c->target == 1 ? "a wall" : "a ball", c->speed_mps);
    report_contact(c, print_row,
                   "\nalong the tangent: friction, and a spring with kappa = k_t/k_n\n", stream);
    fprintf(stream, "\ntime step for an error of e below %g (rms over sub-step offsets)\n",
            c->error);
    fprintf(stream, "  %-18s %14s %12s %22s\n", "integrator", "step (s)", "theta",
            "evaluations/contact");
    return report_steps(c, print_step, stream, complaints);
}

/* ---- JSON ---- */

static void json_row(FILE *stream, const char *label, double value, const char *unit)
{
    fputs(",\n    {\"quantity\": ", stream);
    carom_json_write_string(stream, label);
    fputs(", \"value\": ", stream);
    carom_json_write_number(stream, value);
    fprintf(stream, ", \"unit\": \"%s\"}", unit);
}

static void json_step(FILE *stream, const required_step *step)
{
    fprintf(stream, "%s\n    {\"integrator\": \"%s\", \"step_s\": ", step->first ? "" : ",",
            step->integrator);
    carom_json_write_number(stream, step->step_s);
    fputs(", \"theta\": ", stream);
    carom_json_write_number(stream, step->theta);
    fputs(", \"evaluations_per_contact\": ", stream);
    carom_json_write_number(stream, step->evaluations);
    fputs("}", stream);
}

static carom_status calibrate_json(const void *object, FILE *stream, FILE *complaints)
{
    const calibration *c = object;
    fprintf(stream,
            "{\n  \"law\": \"%s\",\n  \"contact\": [\n"
            "    {\"quantity\": \"normal approach speed\", \"value\": ",
            c->law.entry->name);
    carom_json_write_number(stream, c->speed_mps);
    fputs(", \"unit\": \"m/s\"}", stream);
    report_contact(c, json_row, "", stream);
    fputs("\n  ],\n  \"error\": ", stream);
    carom_json_write_number(stream, c->error);
    fputs(",\n  \"steps\": [", stream);
    carom_status status = report_steps(c, json_step, stream, complaints);
    fputs("\n  ]\n}\n", stream);
    return status;
}

static const carom_command_option options[] = {
    {"set", "any of the keys below, and the law's own (carom list force-laws); may be repeated"},
    {"json", NULL},
    {NULL, NULL}};

const carom_study_entry carom_study_calibrate = {
    .about = {.name = "calibrate",
              .summary = "numbers of a contact: time, overlap, delay, rotation, time step",
              .params = rows,
              .options_size = sizeof(calibration)},
    .text = STUDY_CALIBRATE_TEXT,
    .notes = STUDY_CALIBRATE_NOTES,
    .options = options,
    .bare = true,
    .run = calibrate_run,
    .print = calibrate_print,
    .json = calibrate_json};

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom explain: describes a scenario in sentences and numbers, without running it to its end. */
#include "carom_studies.h"
#include "studies/studies.h"

static const double pi = 3.14159265358979324;

#define WITH_PREFIX(value, digits, unit) carom_number_with_prefix(value, digits, unit).text

/* Numbers of a scene at t = 0. */
typedef struct {
    double start_mps, fastest_mps; /* at t = 0, and with the energy of a fall over the table */
    double kinetic_J, spin_J, widest_m, covered_m2;
    size_t moving, movable;
} scene_numbers;

/* ---- scene ---- */

/* Limit above which pairs are not examined. */
enum { MOST_PAIRED = 3000 };

static scene_numbers describe_scene(const carom_problem *problem)
{
    scene_numbers s = {0};
    for (size_t i = 0; i < problem->count; i++) {
        const carom_ball *ball = &problem->ball[i];
        double v2 = carom_vec_square(carom_flight_from_ball(ball).v);
        s.fastest_mps = fmax(s.fastest_mps, sqrt(v2));
        s.kinetic_J += ball->fixed ? 0 : 0.5 * ball->mass_kg * v2;
        s.spin_J += ball->fixed
                      ? 0
                      : 0.5 * carom_ball_inertia(ball) * ball->spin_radps * ball->spin_radps;
        s.widest_m = fmax(s.widest_m, 2 * ball->radius_m);
        s.covered_m2 += pi * ball->radius_m * ball->radius_m;
        s.moving += v2 > 0;
        s.movable += !ball->fixed;
    }
    /* speed after a fall over the whole table */
    double fall = 2 * (fabs(problem->gravity_mps2.x) * problem->width_m +
                       fabs(problem->gravity_mps2.y) * problem->height_m);
    s.start_mps = s.fastest_mps;
    s.fastest_mps = problem->boundary == CAROM_WALLS ? sqrt(s.fastest_mps * s.fastest_mps + fall)
                                                     : s.fastest_mps;
    return s;
}

static void report_forces(const carom_problem *problem, const scene_numbers *s,
                          carom_report_text *out)
{
    double g = carom_vec_length(problem->gravity_mps2);
    if (g > 0) {
        carom_report_add_quantities(out, "about=%s gravity_x_mps2=%g gravity_y_mps2=%g", "gravity",
                                    problem->gravity_mps2.x, problem->gravity_mps2.y);
        fprintf(out->stream,
                "Gravity of %.4g m/s^2 acts in the plane of the table, along (%.3g, %.3g)", g,
                problem->gravity_mps2.x / g, problem->gravity_mps2.y / g);
        if (problem->boundary == CAROM_WALLS) {
            carom_report_add_quantities(out, "fastest_mps=%g", s->fastest_mps);
            fprintf(out->stream, ": balls reach at most %s", WITH_PREFIX(s->fastest_mps, 4, "m/s"));
        }
        fputs(".\n", out->stream);
    }
    if (carom_problem_has_resistance(problem)) {
        carom_report_add_quantities(out, "about=%s", "resistance");
        fprintf(out->stream,
                "Rolling resistance%s the balls until they rest%s; the energy counts as "
                "dissipated.\n",
                carom_problem_has_drag(problem) ? " and drag slow" : " slows",
                g > 0 ? ", if gravity allows" : "");
    } else if (carom_problem_has_drag(problem)) {
        carom_report_add_quantities(out, "about=%s", "drag");
        fputs("Drag slows the balls but never stops them; the energy counts as dissipated.\n",
              out->stream);
    }
}

static void report_restitution(const carom_problem *problem, bool wall, const char *subject,
                               const char *rest, carom_report_text *out)
{
    double least, most;
    if (!carom_problem_restitution_range(problem, wall, &least, &most) || problem->changes > 0 ||
        (least == 1 && most == 1)) {
        return;
    }
    carom_report_add_quantities(out, "about=%s least_restitution=%g most_restitution=%g",
                                wall ? "restitution at walls" : "restitution of balls", least,
                                most);
    if (least == most) {
        fprintf(out->stream, "%s e^2 = %.4g %s.\n", subject, least * least, rest);
    } else {
        fprintf(out->stream, "%s e^2 = %.4g to %.4g %s, depending on the materials.\n", subject,
                least * least, most * most, rest);
    }
}

static void report_pair(const carom_pair *pair, carom_report_text *out)
{
    bool wall = strcmp(pair->b, "wall") == 0;
    carom_report_add_quantities(out,
                                "about=%s a=%s b=%s restitution=%g stiffness_factor=%g friction=%g "
                                "tangential_restitution=%g",
                                "pair", pair->a, pair->b, pair->restitution, pair->stiffness_factor,
                                pair->tangential.friction, pair->tangential.tangential_restitution);
    fprintf(out->stream, "Between %s and %s",
            pair->a[0] == '\0' ? "balls without material" : pair->a,
            wall                 ? "walls"
            : pair->b[0] == '\0' ? "balls without material"
                                 : pair->b);
    if (isnan(pair->restitution)) {
        fputs(" e is the default", out->stream);
    } else {
        fprintf(out->stream, " e = %.4g", pair->restitution);
    }
    if (pair->stiffness_factor != 1) {
        fprintf(out->stream, ", and springs are %.4g times as stiff", pair->stiffness_factor);
    }
    if (!isnan(pair->tangential.friction)) {
        fprintf(out->stream, ", friction %.4g", pair->tangential.friction);
    }
    if (!isnan(pair->tangential.tangential_restitution)) {
        fprintf(out->stream, ", tangential restitution %.4g",
                pair->tangential.tangential_restitution);
    }
    fputs(".\n", out->stream);
}

/* Largest u_t/u_n at which the surfaces stick in the impulse model: mu (1 + e) (m_n/m_t)/(1 +
 * beta). m_n/m_t = 1 + 1/f if all inertias are I = f m r^2. */
static double sticking_limit(const carom_tangential *tangential, double e, double mass_ratio)
{
    return tangential->friction * (1 + e) * mass_ratio / (1 + tangential->tangential_restitution);
}

static void report_friction_coefficient(const carom_problem *problem, double nominal,
                                        double fastest, carom_report_text *out)
{
    double slow = carom_problem_friction(problem, nominal, 0),
           fast = carom_problem_friction(problem, nominal, fastest);
    carom_report_add_quantities(out, "friction_slow=%g friction_fast=%g", slow, fast);
    fprintf(out->stream, "mu = %.4g", slow);
    if (fast != slow) {
        fprintf(out->stream, " for slow slip to %.4g at %s", fast, WITH_PREFIX(fastest, 4, "m/s"));
    }
}

/* Report friction, if it is the same for all contacts of a kind. */
static void report_friction(const carom_problem *problem, bool wall, const scene_numbers *s,
                            carom_report_text *out)
{
    carom_tangential tangential = wall
                                    ? (carom_tangential){problem->friction.ball_wall,
                                                         problem->tangential_restitution.ball_wall}
                                    : (carom_tangential){problem->friction.ball_ball,
                                                         problem->tangential_restitution.ball_ball};
    carom_tangential fast, slow;
    double least_f = INFINITY, most_f = 0, least, most, low, high;
    if (!(tangential.friction > 0) || !(tangential.tangential_restitution > -1) ||
        !carom_problem_restitution_range(problem, wall, &least, &most)) {
        return;
    }
    for (size_t i = 0; i < problem->count; i++) {
        double f = problem->ball[i].inertia_factor;
        f = f > 0 ? f : 0.4;
        least_f = fmin(least_f, f);
        most_f = fmax(most_f, f);
    }
    carom_report_add_quantities(out, "about=%s tangential_restitution=%g",
                                wall ? "friction at walls" : "friction of balls",
                                tangential.tangential_restitution);
    fprintf(out->stream, "Friction acts between %s, ", wall ? "balls and walls" : "balls");
    report_friction_coefficient(problem, tangential.friction, s->fastest_mps, out);
    fast = slow = tangential;
    fast.friction = carom_problem_friction(problem, tangential.friction, s->fastest_mps);
    slow.friction = carom_problem_friction(problem, tangential.friction, 0);
    low = sticking_limit(&fast, least, 1 + 1 / most_f);
    high = sticking_limit(&slow, most, 1 + 1 / least_f);
    carom_report_add_quantities(out, "least_slip_that_slides=%g most_slip_that_sticks=%g", low,
                                high);
    fprintf(out->stream,
            ": in the impulse model the surfaces stick (beta = %.4g) if the slip is at most %.4g",
            tangential.tangential_restitution, low);
    if (high > low) {
        fprintf(out->stream, " to %.4g", high);
    }
    fprintf(out->stream,
            " of the approach speed; otherwise they slide. Springs stick and slide within a "
            "contact ('carom contact').\n");
}

/* Report the restitution before or after a time. */
static void report_schedule(const carom_problem *problem, const char *when, double t_s,
                            double from_s, carom_restitution restitution, carom_report_text *out)
{
    carom_report_add_quantities(
        out, "about=%s from_s=%g restitution_ball_ball=%g restitution_ball_wall=%g", "schedule",
        from_s, restitution.ball_ball, restitution.ball_wall);
    fprintf(out->stream, "%s t = %s the restitution is %.4g between balls and %.4g at walls%s.\n",
            when, WITH_PREFIX(t_s, 4, "s"), restitution.ball_ball, restitution.ball_wall,
            problem->pairs > 0 ? ", except for the pairs" : "");
}

static void report_scene(const carom_problem *problem, const scene_numbers *s,
                         carom_report_text *out)
{
    static const char *const boundaries[] = {"with walls", "periodic", "open"};
    double area = carom_walls_area(problem);
    char spin[60] = "";
    if (s->spin_J > 0) {
        snprintf(spin, sizeof spin, " and %s of spin", WITH_PREFIX(s->spin_J, 4, "J"));
    }
    carom_report_add_quantities(
        out,
        "about=%s balls=%g moving=%g start_mps=%g kinetic_J=%g spin_J=%g width_m=%g "
        "height_m=%g boundary=%s",
        "scene", (double)problem->count, (double)s->moving, s->start_mps, s->kinetic_J, s->spin_J,
        problem->width_m, problem->height_m, boundaries[problem->boundary]);
    fprintf(out->stream,
            "The scene: %zu ball%s, %zu moving, at most %s, %s of kinetic energy%s, on a table of "
            "%s x %s (%s",
            problem->count, carom_plural((double)problem->count), s->moving,
            WITH_PREFIX(s->start_mps, 4, "m/s"), WITH_PREFIX(s->kinetic_J, 4, "J"), spin,
            WITH_PREFIX(problem->width_m, 4, "m"), WITH_PREFIX(problem->height_m, 4, "m"),
            boundaries[problem->boundary]);
    if (problem->boundary != CAROM_OPEN) {
        carom_report_add_quantities(out, "covered_share=%g", s->covered_m2 / area);
        fprintf(out->stream, ", %.2g %% of it covered", 100 * s->covered_m2 / area);
    }
    fputs(").\n", out->stream);
    report_forces(problem, s, out);
    if (carom_problem_spins(problem) && !carom_problem_has_contact_friction(problem)) {
        carom_report_add_quantities(out, "about=%s", "surfaces");
        fputs("Contacts have no friction, so spins never change.\n", out->stream);
    }
    report_restitution(problem, false, "A head-on collision of balls keeps",
                       "of the kinetic energy of the approach", out);
    report_restitution(problem, true, "A ball that hits a wall head-on keeps", "of its energy",
                       out);
    report_friction(problem, false, s, out);
    report_friction(problem, true, s, out);
    for (size_t k = 0; k < problem->pairs; k++) {
        report_pair(&problem->pair[k], out);
    }
    for (size_t k = 0; k < problem->changes; k++) {
        const carom_change *change = &problem->change[k];
        if (k == 0) {
            report_schedule(problem, "Until", change->t_s, 0, problem->restitution, out);
        }
        report_schedule(problem, "After", change->t_s, change->t_s, change->restitution, out);
    }
}

static double impact_time(const carom_problem *problem, size_t i, size_t j)
{
    const carom_ball *a = &problem->ball[i], *b = &problem->ball[j];
    carom_flight p = carom_flight_from_ball(a), q = carom_flight_from_ball(b);
    return carom_time_of_impact(carom_vec_subtract(q.at, p.at), carom_vec_subtract(q.v, p.v),
                                a->radius_m + b->radius_m, 0, INFINITY);
}

/* Report the slip of two balls that collide at t, and whether they slide in the impulse model. */
static void report_slip(const carom_problem *problem, size_t i, size_t j, double t,
                        carom_report_text *out)
{
    const carom_ball *a = &problem->ball[i], *b = &problem->ball[j];
    carom_flight p = carom_flight_from_ball(a), q = carom_flight_from_ball(b);
    carom_vec v = carom_vec_subtract(p.v, q.v), displacement = carom_vec_subtract(q.at, p.at),
              n = carom_vec_divide(carom_vec_add_scaled(displacement, -t, v),
                                   a->radius_m + b->radius_m);
    carom_tangential tangential = carom_pair_tangential(problem, a, b);
    double tangential_mps = carom_vec_cross(n, v), normal_mps = carom_vec_dot(n, v),
           slip = tangential_mps + a->spin_radps * a->radius_m + b->spin_radps * b->radius_m,
           inverse = carom_pair_inverse_tangential_mass(a, b),
           ratio = carom_pair_reduced_mass(a, b) * inverse, limit;
    if (!(tangential.friction > 0) || !(normal_mps > 0) || (a->fixed && b->fixed)) {
        return;
    }
    tangential.friction = carom_problem_friction(problem, tangential.friction, fabs(slip));
    limit = sticking_limit(&tangential, carom_pair_restitution(problem, a, b, t), ratio);
    carom_report_add_quantities(out, "about=%s slip_to_approach=%g sticks_up_to=%g", "slip",
                                fabs(slip) / normal_mps, limit);
    fprintf(out->stream,
            "Their slip is %.4g of the approach speed, %.3g degrees from the normal: in the "
            "impulse model they %s (they stick up to %.4g).\n",
            fabs(slip) / normal_mps, atan2(fabs(slip), normal_mps) * 180 / pi,
            fabs(slip) > limit * normal_mps ? "slide" : "stick", limit);
}

static void report_first_collision(const carom_problem *problem, double duration_s,
                                   carom_report_text *out)
{
    double first = INFINITY;
    size_t a = 0, b = 0;
    if (problem->count > MOST_PAIRED || !carom_vec_is_zero(problem->gravity_mps2) ||
        carom_problem_has_friction(problem) || problem->boundary == CAROM_PERIODIC) {
        return;
    }
    for (size_t i = 0; i < problem->count; i++) {
        for (size_t j = i + 1; j < problem->count; j++) {
            double t = impact_time(problem, i, j);
            if (t < first) {
                first = t;
                a = i;
                b = j;
            }
        }
    }
    if (first <= duration_s) {
        carom_report_add_quantities(out, "about=%s a=%s b=%s t_s=%g", "first to meet",
                                    problem->ball[a].name, problem->ball[b].name, first);
        fprintf(
            out->stream,
            "First collision of two balls, if neither is deflected before: %s and %s at t = %s.\n",
            problem->ball[a].name, problem->ball[b].name, WITH_PREFIX(first, 6, "s"));
        report_slip(problem, a, b, first, out);
    }
}

static size_t count_touching(const carom_problem *problem)
{
    size_t touching = 0;
    for (size_t i = 0; i < problem->count && problem->count <= MOST_PAIRED; i++) {
        carom_vec at = carom_flight_from_ball(&problem->ball[i]).at;
        for (size_t j = i + 1; j < problem->count; j++) {
            touching += carom_balls_touch(
                problem, i, j,
                carom_vec_subtract(carom_flight_from_ball(&problem->ball[j]).at, at));
        }
    }
    return touching;
}

static void report_touching(const carom_problem *problem, carom_report_text *out)
{
    size_t touching = count_touching(problem);
    if (touching > 0) {
        carom_report_add_quantities(out, "about=%s touching_pairs=%g", "touching",
                                    (double)touching);
        fprintf(out->stream,
                "%zu %s at t = 0, so impacts may be simultaneous. Springs and impulses can resolve "
                "them differently for any stiffness; see 'carom fan'.\n",
                touching, touching == 1 ? "pair touches" : "pairs touch");
        if (carom_problem_has_contact_friction(problem)) {
            carom_report_add_quantities(out, "about=%s", "policies");
            fputs("For simultaneous impacts with friction, impulse solvers need impact_policy: "
                  "sequential_speed or sequential_index.\n",
                  out->stream);
        }
    }
}

/* A collision multiplies a separation by about 2 l/d ('carom help theory', chaos), with the free
 * path l = A/(2 sqrt(2) n d). */
static void report_predictability(const carom_scenario *scenario, const scene_numbers *s,
                                  carom_report_text *out)
{
    const carom_problem *problem = &scenario->problem;
    double area = carom_walls_area(problem), n = (double)s->movable, d = s->widest_m;
    double path = area / (2 * sqrt(2) * n * d), growth = 2 * path / d;
    double level = scenario->divergence.horizon_rel * carom_smallest_radius(problem);
    if (problem->boundary == CAROM_OPEN || s->movable < 3 || !(growth > 1) || s->fastest_mps == 0) {
        return;
    }
    carom_report_add_quantities(
        out,
        "about=%s free_path_m=%g growth_of_a_collision=%g unit_in_the_last_place_m=%g "
        "level_m=%g collisions_per_ball=%g",
        "chaos", path, growth, DBL_EPSILON * problem->width_m, level,
        log(level / (DBL_EPSILON * problem->width_m)) / log(growth));
    fprintf(out->stream,
            "Chaos: for balls distributed as in a gas the free path l is about %s, so a "
            "collision multiplies a small difference by about 2 l/d = %.3g. A difference of 1 ulp "
            "(%s) grows to %s in about %.0f collisions per ball. Until then single runs of "
            "correct solvers can agree, afterwards only statistics ('carom diverge', 'carom "
            "statistics').\n",
            WITH_PREFIX(path, 3, "m"), growth, WITH_PREFIX(DBL_EPSILON * problem->width_m, 1, "m"),
            WITH_PREFIX(level, 2, "m"),
            log(level / (DBL_EPSILON * problem->width_m)) / log(growth));
}

/* ---- solvers ---- */

static carom_status report_method_error(const carom_scenario *scenario, const carom_choice *choice,
                                        const scene_numbers *s, carom_report_text *out,
                                        carom_error *error)
{
    const carom_events one = {1, 0, s->kinetic_J};
    carom_theory theory = CAROM_NO_THEORY;
    carom_status status = carom_theory_of(&scenario->problem, choice, "energy_residual_rel", &one,
                                          &theory, error);
    if (!isnan(theory.tolerance)) {
        carom_report_add_quantities(out, "energy_residual_rel=%g", theory.tolerance);
        fprintf(out->stream,
                "The integrator changes the energy of a contact by at most a fraction %.2g (%s).",
                theory.tolerance, theory.formula);
    }
    fputc('\n', out->stream);
    return status;
}

/* Duration of the longest contact of two balls, s; 0 if there is one ball, or if the solver cannot
 * run without the table's walls. */
static carom_status pair_contact(const carom_problem *problem, const carom_choice *choice,
                                 double *contact_s, carom_error *error)
{
    carom_problem balls = *problem;
    carom_report report = {.contact_s = 0};
    carom_error none = {0};
    carom_status status = CAROM_OK;
    *contact_s = 0;
    balls.boundary = CAROM_OPEN;
    balls.part = NULL;
    balls.parts = 0;
    if (problem->count > 1) {
        status = carom_initial_report(&balls, choice, &report, &none);
        *contact_s = status == CAROM_OK ? report.contact_s : 0;
    }
    return status == CAROM_NO_MEMORY ? carom_error_no_memory(error) : CAROM_OK;
}

/* Largest curvature of a contact (1/m): of two of the smallest balls, or of a ball and a wall. */
static double largest_curvature(const carom_problem *problem, bool wall)
{
    double smallest = carom_smallest_radius(problem), curvature = wall ? 0 : 1 / (2 * smallest);
    for (size_t k = 0; wall && k < carom_walls_count(problem); k++) {
        for (size_t i = 0; i < problem->count; i++) {
            double reach = carom_walls_reach(problem, problem->ball[i].radius_m);
            curvature = fmax(curvature, fabs(carom_walls_normal_rotation_1pm(problem, k, reach)));
        }
    }
    return curvature;
}

static void report_contact(const carom_problem *problem, double pair, double longest, double v,
                           carom_report_text *out)
{
    double of = pair > 0 ? pair : longest;
    bool walls = carom_walls_count(problem) > 0;
    double rotation = v * fmax(pair * largest_curvature(problem, false),
                               walls ? longest * largest_curvature(problem, true) : 0);
    carom_report_add_quantities(out, "contact_s=%g", longest);
    fprintf(out->stream, "soft balls. A contact of %s lasts at most %s",
            pair > 0 ? "two balls" : "a ball and a wall", WITH_PREFIX(of, 4, "s"));
    if (pair > 0 && walls) {
        carom_report_add_quantities(out, "pair_contact_s=%g", pair);
        fprintf(out->stream, ", of a ball and a wall at most %s", WITH_PREFIX(longest, 4, "s"));
    }
    fputs(", a rigid collision no time", out->stream);
    if (v > 0) {
        carom_report_add_quantities(out, "speed_mps=%g lag_m=%g", v, v * longest);
        fprintf(out->stream, ": after a head-on collision at %s the contact delay is at most %s",
                WITH_PREFIX(v, 3, "m/s"), WITH_PREFIX(v * of, 3, "m"));
        if (pair > 0 && walls) {
            carom_report_add_quantities(out, "pair_lag_m=%g", v * pair);
            fprintf(out->stream, ", at a wall at most %s", WITH_PREFIX(v * longest, 3, "m"));
        }
    }
    if (rotation > 0) {
        carom_report_add_quantities(out, "turn_rad=%g", rotation);
        fprintf(
            out->stream,
            ", and the normal of an oblique contact rotates by at most about %.2g rad (v_t/s T)",
            rotation);
    }
    fputs(". ", out->stream);
}

/* 'carom help gradients'. */
static void report_derivatives(const carom_scenario *scenario, const carom_choice *choice,
                               double theta, double contact_s, carom_report_text *out)
{
    const carom_problem *problem = &scenario->problem;
    double w0 = pi / contact_s, T_s = scenario->duration_s,
           error = carom_grid_derivative_error(problem, choice, theta, w0, T_s);
    carom_springs springs = {.law = NULL};
    if (error > 0 && carom_solver_springs(choice, &springs)) {
        bool lossy = error > 1.001 * theta * w0 * T_s;
        carom_report_add_quantities(out, "derivative_error=%g", error);
        fprintf(out->stream,
                "In a contact, the derivative of a final position by an initial one gets an error "
                "of up to about %s w0 T = %.2g%s; use flight: leap%s ('carom help gradients'). ",
                lossy ? "(theta + 2 zeta e)" : "theta", error,
                lossy ? ", which shorter steps hardly reduce" : "",
                springs.integrator->order > 1 ? " or contacts: located" : "");
    }
}

/* ---- contacts of springs ---- */

/* Points of e(v) from the first part of the fastest approach to the second. */
enum { POINTS = 16 };
static const double slowest_part = 1e-2, beyond = 1.2;

/* A contact of a ball with another or with a wall, under the force law of a solver. */
typedef struct {
    const carom_ball *a, *b; /* b NULL: a wall */
    carom_springs springs;
    carom_contact contact;
} spring_contact;

static carom_status make_contact(spring_contact *c, const carom_problem *problem,
                                 carom_error *error)
{
    const carom_springs *springs = &c->springs;
    carom_surface surface = carom_pair_surface(problem, c->a, c->b);
    surface.end = springs->contact_end;
    CAROM_TRY(springs->law->damping(springs->law_options, surface.end,
                                    carom_pair_restitution(problem, c->a, c->b, 0),
                                    &surface.damping, error));
    c->contact = springs->law->contact(springs->law_options, &surface);
    return CAROM_OK;
}

static void print_cell(FILE *stream, const char *text, int width)
{
    int columns = 0;
    for (const char *c = text; *c != '\0'; c++) {
        columns += ((unsigned char)*c & 0xc0) != 0x80; /* UTF-8 */
    }
    fprintf(stream, "%s%*s", text, width > columns ? width - columns : 1, "");
}

static void report_contact_row(const spring_contact *c, double v, carom_report_text *out)
{
    enum { NAMES = 28, NUMBER = 13 };
    const carom_force_law *law = c->springs.law;
    const carom_contact_outcome outcome = law->outcome(&c->contact, v);
    const double force = law->force(&c->contact, outcome.overlap_m, 0).elastic_N,
                 w0 = law->frequency_per_s(&c->contact, v),
                 delay = outcome.restitution * v * outcome.contact_s;
    const char *b = c->b == NULL ? "a wall" : c->b->name;
    char names[200];
    snprintf(names, sizeof names, "  %.60s and %.60s", c->a->name, b);
    carom_report_add_quantities(out,
                                "about=%s a=%s b=%s speed_mps=%g restitution=%g contact_s=%g "
                                "overlap_m=%g elastic_force_N=%g delay_m=%g w0_1ps=%g stiffness=%g "
                                "dashpot=%g",
                                "contact", c->a->name, b, v, outcome.restitution, outcome.contact_s,
                                outcome.overlap_m, force, delay, w0, c->contact.stiffness,
                                c->contact.viscosity);
    print_cell(out->stream, names, NAMES);
    fprintf(out->stream, "%-*.6g", NUMBER, outcome.restitution);
    print_cell(out->stream, WITH_PREFIX(outcome.contact_s, 6, "s"), NUMBER);
    print_cell(out->stream, WITH_PREFIX(outcome.overlap_m, 6, "m"), NUMBER);
    fprintf(out->stream, "%-*.3g", NUMBER, 100 * outcome.overlap_m / c->a->radius_m);
    print_cell(out->stream, WITH_PREFIX(force, 5, "N"), NUMBER);
    print_cell(out->stream, WITH_PREFIX(delay, 6, "m"), NUMBER);
    fprintf(out->stream, "%-*.6g%.4g\n", NUMBER, c->contact.stiffness, c->contact.viscosity);
}

/* The step that an error of 1 % of e needs, for contacts that begin and end at steps. */
static void report_step(const spring_contact *c, double v, carom_report_text *out)
{
    static const double error = 0.01;
    const carom_springs *springs = &c->springs;
    const carom_integrator *integrator = springs->integrator;
    if (integrator->evaluations == 0 || springs->located) {
        return;
    }
    const double h = carom_contact_step(springs->law, &c->contact, integrator, v, error),
                 stable = integrator->stability_limit / springs->law->rate_per_s(&c->contact, v);
    carom_report_add_quantities(out, "about=%s step_s=%g stable_s=%g", "step for 1 % of e", h,
                                stable);
    if (h > 0) {
        fprintf(out->stream, "  step for an error of 1 %% of e: %s, %.3g per contact",
                WITH_PREFIX(h, 4, "s"), ceil(springs->law->outcome(&c->contact, v).contact_s / h));
    } else {
        fputs("  no step above 1e-6 contact times has an error of 1 % of e", out->stream);
    }
    if (isfinite(stable)) {
        fprintf(out->stream, "; steps from %s on are rejected", WITH_PREFIX(stable, 4, "s"));
    }
    fputc('\n', out->stream);
}

/* e(v) as the points of an impulse solver, if it depends on the speed. */
static void report_points(const spring_contact *c, double fastest, carom_report_text *out)
{
    static const double constant = 1e-9;
    const carom_force_law *law = c->springs.law;
    const double most = beyond * fastest, least = slowest_part * most;
    if (fabs(law->outcome(&c->contact, most).restitution -
             law->outcome(&c->contact, least).restitution) < constant) {
        return;
    }
    fprintf(out->stream,
            "  e(v) of this contact, for an impulse solver with\n    impact_law: table\n%s"
            "    points:\n",
            c->b == NULL ? "    table_for_walls: true\n" : "");
    for (size_t k = 0; k < POINTS; k++) {
        const double v = least * pow(most / least, (double)k / (POINTS - 1)),
                     e = fmin(1, law->outcome(&c->contact, v).restitution);
        carom_report_add_quantities(out, "about=%s approach_mps=%g restitution=%g", "e(v)", v, e);
        fprintf(out->stream, "      - { approach_mps: %.9g, restitution: %.9g }\n", v, e);
    }
}

/* A contact of the first movable ball with the next ball, and with a wall. */
static carom_status report_contacts(const carom_problem *problem, const carom_choice *choice,
                                    const scene_numbers *s, carom_report_text *out,
                                    carom_error *error)
{
    spring_contact contact[2];
    size_t count = 0, first = 0;
    carom_springs springs = {.law = NULL};
    while (first < problem->count && problem->ball[first].fixed) {
        first++;
    }
    if (first == problem->count || !(s->fastest_mps > 0) ||
        !carom_solver_springs(choice, &springs)) {
        return CAROM_OK;
    }
    if (problem->count > 1) {
        contact[count++] = (spring_contact){.a = &problem->ball[first],
                                            .b = &problem->ball[first == 0 ? 1 : 0]};
    }
    if (carom_walls_count(problem) > 0) {
        contact[count++] = (spring_contact){.a = &problem->ball[first]};
    }
    fprintf(out->stream,
            "  contact at %-15s e            T            overlap      %% of radius  "
            "force        e v T        stiffness    dashpot\n",
            WITH_PREFIX(s->fastest_mps, 4, "m/s"));
    for (size_t i = 0; i < count; i++) {
        contact[i].springs = springs;
        CAROM_TRY(make_contact(&contact[i], problem, error));
        report_contact_row(&contact[i], s->fastest_mps, out);
    }
    if (count > 0) {
        report_step(&contact[0], s->fastest_mps, out);
        report_points(&contact[0], (s->moving > 1 ? 2 : 1) * s->fastest_mps, out);
    }
    return CAROM_OK;
}

static carom_status report_springs(const carom_scenario *scenario, const carom_choice *choice,
                                   const scene_numbers *s, carom_report_text *out,
                                   carom_error *error)
{
    carom_report report;
    double pair_s, v = s->fastest_mps;
    double reference = carom_choice_number(choice, "reference_speed_mps");
    carom_status status = carom_initial_report(&scenario->problem, choice, &report, error);
    if (status != CAROM_OK) {
        if (status != CAROM_NO_MEMORY) {
            fprintf(out->stream, "cannot be run: %s\n", error->text);
        }
        return status == CAROM_NO_MEMORY ? status : CAROM_OK;
    }
    CAROM_TRY(pair_contact(&scenario->problem, choice, &pair_s, error));
    report_contact(&scenario->problem, pair_s, report.contact_s, v, out);
    if (!isnan(reference) && !carom_problem_is_elastic(&scenario->problem)) {
        carom_report_add_quantities(out, "reference_speed_mps=%g", reference);
        fprintf(out->stream, "The restitution falls with speed and has the specified value at %s. ",
                WITH_PREFIX(reference, 4, "m/s"));
    }
    if (report.theta > 0) {
        carom_report_add_quantities(out, "theta=%g steps_per_contact=%g", report.theta,
                                    pi / report.theta);
        fprintf(out->stream, "theta = h w0 = %.3g, %.3g steps per contact. ", report.theta,
                pi / report.theta);
    }
    report_derivatives(scenario, choice, report.theta, pair_s > 0 ? pair_s : report.contact_s, out);
    CAROM_TRY(report_method_error(scenario, choice, s, out, error));
    return report_contacts(&scenario->problem, choice, s, out, error);
}

static void report_traits(const carom_choice *choice, carom_report_text *out)
{
    fprintf(out->stream, "%s.", choice->entry->summary);
    if (carom_solver_has_traits(choice, CAROM_EXACT)) {
        fputs(" It finds every impact of rigid balls at its exact time.", out->stream);
    } else if (carom_solver_has_traits(choice, CAROM_TIME_STEPPED)) {
        fputs(" It advances rigid balls in time steps and detects collisions late.", out->stream);
    }
    fputc('\n', out->stream);
}

static carom_status report_solver(const carom_scenario *scenario,
                                  const carom_scenario_solver *solver, const scene_numbers *s,
                                  carom_report_text *out, carom_error *error)
{
    const carom_solver_entry *entry = carom_solver_entry_of(solver->kind.entry);
    const carom_speed_estimate speed_estimate = {s->fastest_mps,
                                                 (s->moving > 1 ? 2 : 1) * s->fastest_mps};
    char text[2000] = "";
    fputc('\n', out->stream);
    carom_report_add_quantities(out, "about=%s solver=%s kind=%s", "solver", solver->name,
                                solver->kind.entry->name);
    fprintf(out->stream, "%s: ", solver->name);
    if (entry->explain != NULL) {
        entry->explain(solver->kind.options, &speed_estimate, text, sizeof text);
        fprintf(out->stream, "%s\n", text);
    } else if (carom_solver_has_traits(&solver->kind, CAROM_SOFT)) {
        return report_springs(scenario, &solver->kind, s, out, error);
    } else {
        report_traits(&solver->kind, out);
    }
    return CAROM_OK;
}

static carom_status explain(const carom_scenario *scenario, carom_report_text *out,
                            FILE *complaints)
{
    carom_error error = {0};
    carom_status status = CAROM_OK;
    scene_numbers s = describe_scene(&scenario->problem);
    if (scenario->title[0] != '\0') {
        carom_report_add_quantities(out, "about=%s", "title");
        fprintf(out->stream, "%s\n\n", scenario->title);
    }
    report_scene(&scenario->problem, &s, out);
    report_first_collision(&scenario->problem, scenario->duration_s, out);
    report_touching(&scenario->problem, out);
    report_predictability(scenario, &s, out);
    for (size_t i = 0; i < scenario->solvers.count && status == CAROM_OK; i++) {
        const carom_scenario_solver *solver = carom_scenario_solver_at(scenario, i);
        status = report_solver(scenario, solver, &s, out, &error);
    }
    if (status != CAROM_OK) {
        fprintf(complaints, "carom: error: %s\n", error.text);
    }
    return status;
}

static carom_status explain_print(const void *object, FILE *stream, FILE *complaints)
{
    carom_report_text out = {.stream = stream};
    return explain(*(const carom_scenario *const *)object, &out, complaints);
}

static carom_status explain_json(const void *object, FILE *stream, FILE *complaints)
{
    char *text = NULL;
    size_t length = 0;
    carom_report_text out = {.stream = carom_text_open(&text, &length), .length = &length};
    carom_status status = CAROM_OK;
    if (out.stream != NULL) {
        status = explain(*(const carom_scenario *const *)object, &out, complaints);
    }
    bool whole = carom_text_close(out.stream, &text) && !out.no_memory;
    if (status == CAROM_OK && !whole) {
        fputs("carom: error: out of memory\n", complaints);
        status = CAROM_NO_MEMORY;
    } else if (status == CAROM_OK) {
        fputs("{\n  \"explain\": ", stream);
        carom_report_write_json(&out, text, stream);
        fputs("\n}\n", stream);
    }
    carom_report_free(&out);
    free(text);
    return status;
}

static carom_status explain_run(void *object, const carom_study *study, carom_error *error)
{
    const carom_scenario **scenario = object;
    (void)error;
    *scenario = study->scenario;
    return CAROM_OK;
}

static const carom_command_option options[] = {
    {"set", NULL}, {"json", "each sentence as JSON, with its numbers by key"}, {NULL, NULL}};

const carom_study_entry carom_study_explain = {
    .about = {.name = "explain",
              .summary = "what a scenario will do, estimated before the run",
              .options_size = sizeof(const carom_scenario *)},
    .text = STUDY_EXPLAIN_TEXT,
    .notes = STUDY_EXPLAIN_NOTES,
    .options = options,
    .printed_only = true,
    .run = explain_run,
    .print = explain_print,
    .json = explain_json};

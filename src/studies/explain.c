/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/base.h"
#include "params/params.h"
#include "scene/scene.h"
#include "studies/studies.h"
#include <carom/engine.h>
#include <carom/friction_law.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979324;

/* A scene at t = 0. */
typedef struct {
    double start_mps, fastest_mps; /* at t = 0, and as it may become by gravity */
    double kinetic_J, spin_J, widest_m, covered_m2;
    size_t moving, movable;
} scene_facts;

/* ---- the scene, before anything is said of solvers ---- */

/* Beyond so many balls nobody looks at all pairs. */
enum { MOST_PAIRED = 3000 };

static scene_facts describe_scene(const carom_problem *problem)
{
    scene_facts s = {0};
    double fall;
    for (size_t i = 0; i < problem->count; i++) {
        const carom_ball *ball = &problem->ball[i];
        double v2 = carom_vec_square(carom_flight_of(ball).v);
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
    /* gravity may make it as fast as a fall over the whole table does */
    fall = 2 * (fabs(problem->gravity_mps2.x) * problem->width_m +
                fabs(problem->gravity_mps2.y) * problem->height_m);
    s.start_mps = s.fastest_mps;
    s.fastest_mps = problem->boundary == CAROM_WALLS ? sqrt(s.fastest_mps * s.fastest_mps + fall)
                                                     : s.fastest_mps;
    return s;
}

static void say_forces(const carom_problem *problem, const scene_facts *s, carom_words *to)
{
    double g = carom_vec_length(problem->gravity_mps2);
    if (g > 0) {
        carom_words_add(to, "about=%s gravity_x_mps2=%g gravity_y_mps2=%g", "gravity",
                        problem->gravity_mps2.x, problem->gravity_mps2.y);
        fprintf(to->stream,
                "Gravity of %.4g m/s^2 along (%.3g, %.3g) acts in the plane of the table", g,
                problem->gravity_mps2.x / g, problem->gravity_mps2.y / g);
        if (problem->boundary == CAROM_WALLS) {
            carom_words_add(to, "fastest_mps=%g", s->fastest_mps);
            fprintf(to->stream, ": a fall over all of it makes balls as fast as %.4g m/s",
                    s->fastest_mps);
        }
        fputs(".\n", to->stream);
    }
    if (carom_problem_has_resistance(problem)) {
        carom_words_add(to, "about=%s", "resistance");
        fprintf(to->stream,
                "Balls are slowed by rolling resistance%s and come to rest%s; what that takes is "
                "booked as dissipated.\n",
                carom_problem_has_drag(problem) ? " and drag" : "",
                g > 0 ? ", where gravity lets them" : "");
    } else if (carom_problem_has_drag(problem)) {
        carom_words_add(to, "about=%s", "drag");
        fputs("Balls are slowed by drag, ever less the slower they are, and never come to rest; "
              "what that takes is booked as "
              "dissipated.\n",
              to->stream);
    }
}

/* What one impact keeps, by the materials that are there. */
static void say_restitution(const carom_problem *problem, bool wall, const char *who,
                            const char *what, carom_words *to)
{
    double least, most;
    if (!carom_problem_restitution_range(problem, wall, &least, &most) || problem->changes > 0 ||
        (least == 1 && most == 1)) {
        return;
    }
    carom_words_add(to, "about=%s least_restitution=%g most_restitution=%g",
                    wall ? "restitution at walls" : "restitution of balls", least, most);
    if (least == most) {
        fprintf(to->stream, "%s e^2 = %.4g %s.\n", who, least * least, what);
    } else {
        fprintf(to->stream, "%s e^2 = %.4g to %.4g %s, by their materials.\n", who, least * least,
                most * most, what);
    }
}

static void say_pair(const carom_pair *pair, carom_words *to)
{
    bool wall = strcmp(pair->b, "wall") == 0;
    carom_words_add(to,
                    "about=%s a=%s b=%s restitution=%g stiffness_factor=%g friction=%g "
                    "tangential_restitution=%g",
                    "pair", pair->a, pair->b, pair->restitution, pair->stiffness_factor,
                    pair->rub.friction, pair->rub.tangential_restitution);
    fprintf(to->stream, "Between %s and %s", pair->a[0] == '\0' ? "balls of no material" : pair->a,
            wall                 ? "walls"
            : pair->b[0] == '\0' ? "balls of no material"
                                 : pair->b);
    if (isnan(pair->restitution)) {
        fputs(" e is as elsewhere", to->stream);
    } else {
        fprintf(to->stream, " e = %.4g", pair->restitution);
    }
    if (pair->stiffness_factor != 1) {
        fprintf(to->stream, ", and springs are %.4g times as stiff", pair->stiffness_factor);
    }
    if (!isnan(pair->rub.friction)) {
        fprintf(to->stream, ", friction %.4g", pair->rub.friction);
    }
    if (!isnan(pair->rub.tangential_restitution)) {
        fprintf(to->stream, ", tangential restitution %.4g", pair->rub.tangential_restitution);
    }
    fputs(".\n", to->stream);
}

/* Up to which g_t/g_n an impulse sticks: mu (1 + e) (mu_n/mu_t)/(1 + beta), with mu_n/mu_t = 1 +
 * 1/f of two balls with I = f m r^2, or of one and a wall, and between those of different f. */
static double sticks_to(const carom_rub *rub, double e, double mass_ratio)
{
    return rub->friction * (1 + e) * mass_ratio / (1 + rub->tangential_restitution);
}

static void say_coefficient(const carom_problem *problem, double nominal, double fastest,
                            carom_words *to)
{
    double slow = carom_problem_friction(problem, nominal, 0),
           fast = carom_problem_friction(problem, nominal, fastest);
    carom_words_add(to, "friction_slow=%g friction_fast=%g", slow, fast);
    fprintf(to->stream, "mu = %.4g", slow);
    if (fast != slow) {
        fprintf(to->stream, " where they slip slowly to %.4g at %.4g m/s", fast, fastest);
    }
}

/* What friction does in a collision, where it is the same for all of a kind. */
static void say_rub(const carom_problem *problem, bool wall, const scene_facts *s, carom_words *to)
{
    carom_rub rub = wall ? (carom_rub){problem->friction.ball_wall,
                                       problem->tangential_restitution.ball_wall}
                         : (carom_rub){problem->friction.ball_ball,
                                       problem->tangential_restitution.ball_ball};
    carom_rub fast, slow;
    double least_f = INFINITY, most_f = 0, least, most, low, high;
    if (!(rub.friction > 0) || !(rub.tangential_restitution > -1) ||
        !carom_problem_restitution_range(problem, wall, &least, &most)) {
        return;
    }
    for (size_t i = 0; i < problem->count; i++) {
        double f = problem->ball[i].inertia_factor;
        f = f > 0 ? f : 0.4;
        least_f = fmin(least_f, f);
        most_f = fmax(most_f, f);
    }
    carom_words_add(to, "about=%s tangential_restitution=%g",
                    wall ? "friction at walls" : "friction of balls", rub.tangential_restitution);
    fprintf(to->stream, "%s rub, ", wall ? "Balls and walls" : "Surfaces of balls");
    say_coefficient(problem, rub.friction, s->fastest_mps, to);
    fast = slow = rub;
    fast.friction = carom_problem_friction(problem, rub.friction, s->fastest_mps);
    slow.friction = carom_problem_friction(problem, rub.friction, 0);
    low = sticks_to(&fast, least, 1 + 1 / most_f);
    high = sticks_to(&slow, most, 1 + 1 / least_f);
    carom_words_add(to, "least_slip_that_slides=%g most_slip_that_sticks=%g", low, high);
    fprintf(to->stream,
            ": an impulse sticks, and gives back %.4g of the slip, while that is up to %.4g",
            rub.tangential_restitution, low);
    if (high > low) {
        fprintf(to->stream, " to %.4g", high);
    }
    fprintf(to->stream,
            " of the approach speed, and slides beyond; springs stick and slide within a contact "
            "('carom contact').\n");
}

static void say_change(double t_s, const carom_surfaces *restitution, carom_words *to)
{
    carom_words_add(to, "about=%s from_s=%g restitution_ball_ball=%g restitution_ball_wall=%g",
                    "schedule", t_s, restitution->ball_ball, restitution->ball_wall);
}

static void say_scene(const carom_problem *problem, const scene_facts *s, carom_words *to)
{
    static const char *const boundaries[] = {"with walls", "periodic", "open"};
    double area = carom_walls_area(problem);
    char spin[60] = "";
    if (s->spin_J > 0) {
        snprintf(spin, sizeof spin, " and %.4g J of spin", s->spin_J);
    }
    carom_words_add(to,
                    "about=%s balls=%g moving=%g start_mps=%g kinetic_J=%g spin_J=%g width_m=%g "
                    "height_m=%g boundary=%s",
                    "scene", (double)problem->count, (double)s->moving, s->start_mps, s->kinetic_J,
                    s->spin_J, problem->width_m, problem->height_m, boundaries[problem->boundary]);
    fprintf(
        to->stream,
        "The scene: %zu ball%s, %zu moving, up to %.4g m/s, %.4g J of kinetic energy%s, on a table "
        "of %.4g m x %.4g m (%s",
        problem->count, carom_plural((double)problem->count), s->moving, s->start_mps, s->kinetic_J,
        spin, problem->width_m, problem->height_m, boundaries[problem->boundary]);
    if (problem->boundary != CAROM_OPEN) {
        carom_words_add(to, "covered_share=%g", s->covered_m2 / area);
        fprintf(to->stream, ", %.2g %% of it covered", 100 * s->covered_m2 / area);
    }
    fputs(").\n", to->stream);
    say_forces(problem, s, to);
    if (carom_problem_spins(problem) && !carom_problem_is_rough(problem)) {
        carom_words_add(to, "about=%s", "surfaces");
        fputs("Surfaces are smooth: who spins goes on to spin, and nobody else begins.\n",
              to->stream);
    }
    say_restitution(problem, false, "A head-on collision of balls keeps",
                    "of the energy of their approach", to);
    say_restitution(problem, true, "A wall leaves a ball that hits it straight", "of its energy",
                    to);
    say_rub(problem, false, s, to);
    say_rub(problem, true, s, to);
    for (size_t k = 0; k < problem->pairs; k++) {
        say_pair(&problem->pair[k], to);
    }
    if (problem->changes > 0) {
        say_change(0, &problem->restitution, to);
        fprintf(to->stream,
                "Until t = %.4g s the restitution is %.4g between balls and %.4g at walls%s.\n",
                problem->change[0].t_s, problem->restitution.ball_ball,
                problem->restitution.ball_wall, problem->pairs > 0 ? ", but for the pairs" : "");
    }
    for (size_t k = 0; k < problem->changes; k++) {
        const carom_change *change = &problem->change[k];
        say_change(change->t_s, &change->restitution, to);
        fprintf(to->stream,
                "From t = %.4g s on the restitution is %.4g between balls and %.4g at walls%s.\n",
                change->t_s, change->restitution.ball_ball, change->restitution.ball_wall,
                problem->pairs > 0 ? ", but for the pairs" : "");
    }
}

/* Time until balls i and j touch on straight ways. */
static double meet(const carom_problem *problem, size_t i, size_t j)
{
    const carom_ball *a = &problem->ball[i], *b = &problem->ball[j];
    carom_flight p = carom_flight_of(a), q = carom_flight_of(b);
    return carom_time_of_impact(carom_vec_minus(q.at, p.at), carom_vec_minus(q.v, p.v),
                                a->radius_m + b->radius_m, 0, INFINITY);
}

/* How two balls slip as they touch after t, and what an impulse makes of it. */
static void say_slip(const carom_problem *problem, size_t i, size_t j, double t, carom_words *to)
{
    const carom_ball *a = &problem->ball[i], *b = &problem->ball[j];
    carom_flight p = carom_flight_of(a), q = carom_flight_of(b);
    carom_vec v = carom_vec_minus(p.v, q.v), way = carom_vec_minus(q.at, p.at),
              n = carom_vec_over(carom_vec_ahead(way, -t, v), a->radius_m + b->radius_m);
    carom_rub rub = carom_pair_rub(problem, a, b);
    double past = carom_vec_cross(n, v), towards = carom_vec_dot(n, v),
           slip = past + a->spin_radps * a->radius_m + b->spin_radps * b->radius_m,
           inverse = carom_pair_inverse_tangential_mass(a, b),
           ratio = carom_pair_reduced_mass(a, b) * inverse, limit;
    if (!(rub.friction > 0) || !(towards > 0) || (a->fixed && b->fixed)) {
        return;
    }
    rub.friction = carom_problem_friction(problem, rub.friction, fabs(slip));
    limit = sticks_to(&rub, carom_pair_restitution(problem, a, b, t), ratio);
    carom_words_add(to, "about=%s slip_to_approach=%g sticks_up_to=%g", "slip",
                    fabs(slip) / towards, limit);
    fprintf(to->stream,
            "They touch with a slip of %.4g of the approach speed, %.3g degrees off the normal: an "
            "impulse %s (it sticks up to %.4g).\n",
            fabs(slip) / towards, atan2(fabs(slip), towards) * 180 / pi,
            fabs(slip) > limit * towards ? "slides" : "sticks", limit);
}

static void say_first(const carom_problem *problem, double duration_s, carom_words *to)
{
    double first = INFINITY;
    size_t a = 0, b = 0;
    if (problem->count > MOST_PAIRED || !carom_vec_is_zero(problem->gravity_mps2) ||
        carom_problem_has_friction(problem) || problem->boundary == CAROM_PERIODIC) {
        return;
    }
    for (size_t i = 0; i < problem->count; i++) {
        for (size_t j = i + 1; j < problem->count; j++) {
            double t = meet(problem, i, j);
            if (t < first) {
                first = t;
                a = i;
                b = j;
            }
        }
    }
    if (first <= duration_s) {
        carom_words_add(to, "about=%s a=%s b=%s t_s=%g", "first to meet", problem->ball[a].name,
                        problem->ball[b].name, first);
        fprintf(to->stream,
                "The first two balls to meet, unless a wall or another ball is in the way: %s and "
                "%s, after %.6g s.\n",
                problem->ball[a].name, problem->ball[b].name, first);
        say_slip(problem, a, b, first, to);
    }
}

/* Pairs that touch, whatever the balls do then. */
static size_t count_touching(const carom_problem *problem)
{
    size_t touching = 0;
    for (size_t i = 0; i < problem->count && problem->count <= MOST_PAIRED; i++) {
        carom_vec at = carom_flight_of(&problem->ball[i]).at;
        for (size_t j = i + 1; j < problem->count; j++) {
            touching += carom_balls_touch(
                problem, i, j, carom_vec_minus(carom_flight_of(&problem->ball[j]).at, at));
        }
    }
    return touching;
}

static void say_touching(const carom_problem *problem, carom_words *to)
{
    size_t touching = count_touching(problem);
    if (touching > 0) {
        carom_words_add(to, "about=%s touching_pairs=%g", "touching", (double)touching);
        fprintf(to->stream,
                "%zu %s from the start: what hits a ball hits those that it touches too. Springs "
                "and impulses can answer "
                "that differently, for any stiffness; see 'carom fan'.\n",
                touching, touching == 1 ? "pair touches" : "pairs touch");
        if (carom_problem_is_rough(problem)) {
            carom_words_add(to, "about=%s", "policies");
            fputs("Where a ball that rubs is struck at two places at once, an impulse goes on with "
                  "impact_policy: sequential_speed or sequential_index alone.\n",
                  to->stream);
        }
    }
}

/* A collision multiplies a separation by about 2 l/d ('carom help theory', chaos), l = A/(2 sqrt(2)
 * n d) the free path. */
static void say_horizon(const carom_scenario *scenario, const scene_facts *s, carom_words *to)
{
    const carom_problem *problem = &scenario->problem;
    double area = carom_walls_area(problem), n = (double)s->movable, d = s->widest_m;
    double path = area / (2 * sqrt(2) * n * d), growth = 2 * path / d;
    double level = scenario->divergence.horizon_rel * carom_smallest_radius(problem);
    if (problem->boundary == CAROM_OPEN || s->movable < 3 || !(growth > 1) || s->fastest_mps == 0) {
        return;
    }
    carom_words_add(to,
                    "about=%s free_path_m=%g growth_of_a_collision=%g unit_in_the_last_place_m=%g "
                    "level_m=%g collisions_per_ball=%g",
                    "chaos", path, growth, DBL_EPSILON * problem->width_m, level,
                    log(level / (DBL_EPSILON * problem->width_m)) / log(growth));
    fprintf(to->stream,
            "Chaos: where balls meet as in a gas, the free path is about %.3g m, so a collision "
            "multiplies a small difference by about 2 l/d = %.3g. One "
            "unit in the last place (%.1g m) is %.2g m after some %.0f collisions per ball: until "
            "then single runs of right solvers can "
            "agree, after it only statistics ('carom diverge', 'carom statistics').\n",
            path, growth, DBL_EPSILON * problem->width_m, level,
            log(level / (DBL_EPSILON * problem->width_m)) / log(growth));
}

/* The balls and the table, what acts on them, who meets first, and how long single runs agree. */
static void explain_scene(const carom_scenario *scenario, const scene_facts *s, carom_words *to)
{
    say_scene(&scenario->problem, s, to);
    say_first(&scenario->problem, scenario->duration_s, to);
    say_touching(&scenario->problem, to);
    say_horizon(scenario, s, to);
}

/* ---- solvers ---- */

/* What the method may make or lose in one contact. */
static carom_status say_method(const carom_scenario *scenario, const carom_choice *choice,
                               const scene_facts *s, carom_words *to, carom_error *error)
{
    const carom_events one = {1, 0, s->kinetic_J};
    carom_theory theory = CAROM_NO_THEORY;
    carom_status status = carom_theory_of(&scenario->problem, choice, "energy_residual_rel", &one,
                                          &theory, error);
    if (!isnan(theory.tolerance)) {
        carom_words_add(to, "energy_residual_rel=%g", theory.tolerance);
        fprintf(to->stream,
                "The method may make or lose up to %.2g of the energy of each contact (%s).",
                theory.tolerance, theory.formula);
    }
    fputc('\n', to->stream);
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

/* The sharpest bend of a contact, 1/m: of two of the smallest balls, or of one and a wall. */
static double sharpest_bend(const carom_problem *problem, bool wall)
{
    double smallest = carom_smallest_radius(problem), bend = wall ? 0 : 1 / (2 * smallest);
    for (size_t k = 0; wall && k < carom_walls_count(problem); k++) {
        for (size_t i = 0; i < problem->count; i++) {
            double reach = carom_walls_reach(problem, problem->ball[i].radius_m);
            bend = fmax(bend, fabs(carom_walls_turn_1pm(problem, k, reach)));
        }
    }
    return bend;
}

/* How long contacts last, and how far that takes a run from the rigid one. */
static void say_contact(const carom_problem *problem, double pair, double longest, double v,
                        carom_words *to)
{
    double of = pair > 0 ? pair : longest;
    bool walls = carom_walls_count(problem) > 0;
    double turn = v * fmax(pair * sharpest_bend(problem, false),
                           walls ? longest * sharpest_bend(problem, true) : 0);
    carom_words_add(to, "contact_s=%g", longest);
    fprintf(to->stream, "soft balls. A contact of %s lasts up to %.4g s",
            pair > 0 ? "two balls" : "a ball and a wall", of);
    if (pair > 0 && walls) {
        carom_words_add(to, "pair_contact_s=%g", pair);
        fprintf(to->stream, ", of a ball and a wall up to %.4g s", longest);
    }
    fputs(", a rigid collision no time", to->stream);
    if (v > 0) {
        carom_words_add(to, "speed_mps=%g lag_m=%g", v, v * longest);
        fprintf(to->stream,
                ": after a head-on hit at %.3g m/s a ball is up to %.3g m behind the impulse model",
                v, v * of);
        if (pair > 0 && walls) {
            carom_words_add(to, "pair_lag_m=%g", v * pair);
            fprintf(to->stream, ", at a wall up to %.3g m", v * longest);
        }
    }
    if (turn > 0) {
        carom_words_add(to, "turn_rad=%g", turn);
        fprintf(to->stream, ", and an oblique hit turns it by up to about %.2g rad less (v_t/s T)",
                turn);
    }
    fputs(". ", to->stream);
}

static carom_status say_springs(const carom_scenario *scenario, const carom_choice *choice,
                                const scene_facts *s, carom_words *to, carom_error *error)
{
    carom_report report;
    double pair_s, v = s->fastest_mps, k = carom_choice_number(choice, "stiffness_N_per_m");
    double reference = carom_choice_number(choice, "reference_speed_mps");
    carom_status status = carom_initial_report(&scenario->problem, choice, &report, error);
    if (status != CAROM_OK) {
        if (status != CAROM_NO_MEMORY) {
            fprintf(to->stream, "cannot be run: %s\n", error->text);
        }
        return status == CAROM_NO_MEMORY ? status : CAROM_OK;
    }
    CAROM_TRY(pair_contact(&scenario->problem, choice, &pair_s, error));
    say_contact(&scenario->problem, pair_s, report.contact_s, v, to);
    if (!isnan(reference) && !carom_problem_is_elastic(&scenario->problem)) {
        carom_words_add(to, "reference_speed_mps=%g", reference);
        fprintf(to->stream, "Its restitution falls with speed: it is the scenario's at %.4g m/s. ",
                reference);
    }
    if (!isnan(k) && v > 0) {
        carom_words_add(to, "overlap_m=%g", v * report.contact_s / pi);
        fprintf(to->stream,
                "At that speed a ball gets up to %.3g m into what it hits, %.2g %% of the smallest "
                "radius. ",
                v * report.contact_s / pi,
                100 * v * report.contact_s / pi / carom_smallest_radius(&scenario->problem));
    }
    if (report.theta > 0) {
        carom_words_add(to, "theta=%g steps_per_contact=%g", report.theta, pi / report.theta);
        fprintf(to->stream, "theta = h sqrt(k/mu) = %.3g, %.3g steps a contact. ", report.theta,
                pi / report.theta);
    }
    return say_method(scenario, choice, s, to, error);
}

/* What traits say of a solver that does not say more itself. */
static void say_traits(const carom_choice *choice, carom_words *to)
{
    fprintf(to->stream, "%s.", choice->entry->summary);
    if (carom_solver_is(choice, CAROM_EXACT)) {
        fputs(" Every impact of its rigid balls is found, whenever it is.", to->stream);
    } else if (carom_solver_is(choice, CAROM_STEPPED)) {
        fputs(" Its rigid balls go in steps: a collision is seen late.", to->stream);
    }
    fputc('\n', to->stream);
}

static carom_status say_solver(const carom_scenario *scenario, const carom_scenario_solver *solver,
                               const scene_facts *s, carom_words *to, carom_error *error)
{
    const carom_solver_entry *entry = carom_solver_entry_of(solver->kind.entry);
    const carom_prospect prospect = {s->fastest_mps, (s->moving > 1 ? 2 : 1) * s->fastest_mps};
    char text[2000] = "";
    fputc('\n', to->stream);
    carom_words_add(to, "about=%s solver=%s kind=%s", "solver", solver->name,
                    solver->kind.entry->name);
    fprintf(to->stream, "%s: ", solver->name);
    carom_engine_say(&solver->kind, text, sizeof text);
    if (text[0] != '\0') {
        fprintf(to->stream, "%s ", text);
        text[0] = '\0';
    }
    if (entry->explain != NULL) {
        entry->explain(solver->kind.options, &prospect, text, sizeof text);
        fprintf(to->stream, "%s\n", text);
    } else if (carom_solver_is(&solver->kind, CAROM_SOFT)) {
        return say_springs(scenario, &solver->kind, s, to, error);
    } else {
        say_traits(&solver->kind, to);
    }
    return CAROM_OK;
}

static carom_status explain(const carom_scenario *scenario, carom_words *to, FILE *complaints)
{
    carom_error error = {0};
    carom_status status = CAROM_OK;
    scene_facts s = describe_scene(&scenario->problem);
    if (scenario->title[0] != '\0') {
        carom_words_add(to, "about=%s", "title");
        fprintf(to->stream, "%s\n\n", scenario->title);
    }
    explain_scene(scenario, &s, to);
    for (size_t i = 0; i < scenario->solvers.count && status == CAROM_OK; i++) {
        const carom_scenario_solver *solver = carom_scenario_solver_at(scenario, i);
        status = say_solver(scenario, solver, &s, to, &error);
        if (status == CAROM_OK) {
            status = carom_effort_say(scenario, solver, to, &error);
        }
    }
    if (status != CAROM_OK) {
        fprintf(complaints, "carom: error: %s\n", error.text);
    }
    return status;
}

static carom_status explain_print(const void *object, FILE *stream, FILE *complaints)
{
    carom_words to = {.stream = stream};
    return explain(*(const carom_scenario *const *)object, &to, complaints);
}

/* Its lines, one by one, each with its quantities. */
static carom_status explain_json(const void *object, FILE *stream, FILE *complaints)
{
    char *text = NULL;
    size_t length = 0;
    carom_words to = {.stream = carom_text_open(&text, &length), .length = &length};
    carom_status status = CAROM_OK;
    bool whole;
    if (to.stream != NULL) {
        status = explain(*(const carom_scenario *const *)object, &to, complaints);
    }
    whole = carom_text_close(to.stream, &text) && !to.lost;
    if (status == CAROM_OK && !whole) {
        fputs("carom: error: out of memory\n", complaints);
        status = CAROM_NO_MEMORY;
    } else if (status == CAROM_OK) {
        fputs("{\n  \"explain\": ", stream);
        carom_words_json(&to, text, stream);
        fputs("\n}\n", stream);
    }
    carom_words_free(&to);
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

static const carom_taken_option options[] = {{"set", NULL},
                                             {"json", "each sentence as JSON, beside it what is "
                                                      "in it by key, with units"},
                                             {NULL, NULL}};

const carom_study_kind carom_study_explain = {
    .about = {.name = "explain",
              .summary = "what will happen and why, before anything is run",
              .options_size = sizeof(const carom_scenario *)},
    .text =
        "Says in words and numbers what the scenario comes to: the scene, who meets first,\n"
        "contact time, lag and turn, the energy a method may make, how many collisions single\n"
        "runs can be trusted for, and how many steps or events a run takes, by a piece of it.\n",
    .options = options,
    .run = explain_run,
    .print = explain_print,
    .json = explain_json};

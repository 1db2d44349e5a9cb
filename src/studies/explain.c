/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L
#include "measure/displace.h"
#include "measure/theory.h"
#include "params/choice.h"
#include "run/course.h"
#include "run/run.h"
#include "scene/flight.h"
#include "scene/time_of_impact.h"
#include "scene/walls.h"
#include "studies/effort.h"
#include "studies/kind.h"
#include <carom/engine.h>
#include <carom/friction_law.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979324;

/* Beyond so many balls nobody looks for the first collision among all pairs. */
enum { MOST_PAIRED = 3000 };

/* ---- the scene ---- */

typedef struct {
    double start_mps, fastest_mps; /* at t = 0, and as it may become by gravity */
    double kinetic_J, spin_J, widest_m, covered_m2;
    size_t moving, movable;
} scene;

static scene describe(const carom_problem *problem)
{
    scene s = {0};
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

static void say_forces(const carom_problem *problem, const scene *s, FILE *stream)
{
    double g = carom_vec_length(problem->gravity_mps2);
    if (g > 0) {
        fprintf(stream, "Gravity of %.4g m/s^2 along (%.3g, %.3g) acts in the plane of the table",
                g, problem->gravity_mps2.x / g, problem->gravity_mps2.y / g);
        if (problem->boundary == CAROM_WALLS) {
            fprintf(stream, ": a fall over all of it makes balls as fast as %.4g m/s",
                    s->fastest_mps);
        }
        fputs(".\n", stream);
    }
    if (carom_problem_has_resistance(problem)) {
        fprintf(stream,
                "Balls are slowed by rolling resistance%s and come to rest%s; what that takes is "
                "booked as dissipated.\n",
                carom_problem_has_drag(problem) ? " and drag" : "",
                g > 0 ? ", where gravity lets them" : "");
    } else if (carom_problem_has_drag(problem)) {
        fputs("Balls are slowed by drag, ever less the slower they are, and never come to rest; "
              "what that takes is booked as "
              "dissipated.\n",
              stream);
    }
}

/* What one impact keeps, by the materials that are there. */
static void say_restitution(const carom_problem *problem, bool wall, const char *who,
                            const char *what, FILE *stream)
{
    double least, most;
    if (!carom_problem_restitution_range(problem, wall, &least, &most) || problem->changes > 0 ||
        (least == 1 && most == 1)) {
        return;
    }
    if (least == most) {
        fprintf(stream, "%s e^2 = %.4g %s.\n", who, least * least, what);
    } else {
        fprintf(stream, "%s e^2 = %.4g to %.4g %s, by their materials.\n", who, least * least,
                most * most, what);
    }
}

static void say_pair(const carom_pair *pair, FILE *stream)
{
    bool wall = strcmp(pair->b, "wall") == 0;
    fprintf(stream, "Between %s and %s", pair->a[0] == '\0' ? "balls of no material" : pair->a,
            wall                 ? "walls"
            : pair->b[0] == '\0' ? "balls of no material"
                                 : pair->b);
    if (isnan(pair->restitution)) {
        fputs(" e is as elsewhere", stream);
    } else {
        fprintf(stream, " e = %.4g", pair->restitution);
    }
    if (pair->stiffness_factor != 1) {
        fprintf(stream, ", and springs are %.4g times as stiff", pair->stiffness_factor);
    }
    if (!isnan(pair->rub.friction)) {
        fprintf(stream, ", friction %.4g", pair->rub.friction);
    }
    if (!isnan(pair->rub.tangential_restitution)) {
        fprintf(stream, ", tangential restitution %.4g", pair->rub.tangential_restitution);
    }
    fputs(".\n", stream);
}

/* Up to which g_t/g_n an impulse sticks: mu (1 + e) (mu_n/mu_t)/(1 + beta), with mu_n/mu_t = 1 +
 * 1/f of two balls with I = f m r^2, or of one and a wall, and between those of different f. */
static double sticks_to(const carom_rub *rub, double e, double mass_ratio)
{
    return rub->friction * (1 + e) * mass_ratio / (1 + rub->tangential_restitution);
}

static void say_coefficient(const carom_problem *problem, double nominal, double fastest,
                            FILE *stream)
{
    double slow = carom_problem_friction(problem, nominal, 0),
           fast = carom_problem_friction(problem, nominal, fastest);
    fprintf(stream, "mu = %.4g", slow);
    if (fast != slow) {
        fprintf(stream, " where they slip slowly to %.4g at %.4g m/s", fast, fastest);
    }
}

/* What friction does in a collision, where it is the same for all of a kind. */
static void say_rub(const carom_problem *problem, bool wall, const scene *s, FILE *stream)
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
    fprintf(stream, "%s rub, ", wall ? "Balls and walls" : "Surfaces of balls");
    say_coefficient(problem, rub.friction, s->fastest_mps, stream);
    fast = slow = rub;
    fast.friction = carom_problem_friction(problem, rub.friction, s->fastest_mps);
    slow.friction = carom_problem_friction(problem, rub.friction, 0);
    low = sticks_to(&fast, least, 1 + 1 / most_f);
    high = sticks_to(&slow, most, 1 + 1 / least_f);
    fprintf(stream,
            ": an impulse sticks, and gives back %.4g of the slip, while that is up to %.4g",
            rub.tangential_restitution, low);
    if (high > low) {
        fprintf(stream, " to %.4g", high);
    }
    fprintf(stream,
            " of the approach speed, and slides beyond; springs stick and slide within a contact "
            "('carom contact').\n");
}

static void say_scene(const carom_problem *problem, const scene *s, FILE *stream)
{
    static const char *const boundaries[] = {"with walls", "periodic", "open"};
    double area = carom_walls_area(problem);
    char spin[60] = "";
    if (s->spin_J > 0) {
        snprintf(spin, sizeof spin, " and %.4g J of spin", s->spin_J);
    }
    fprintf(stream,
            "The scene: %zu %s, %zu moving, up to %.4g m/s, %.4g J of kinetic energy%s, on a table "
            "of %.4g m x %.4g m (%s",
            problem->count, problem->count == 1 ? "ball" : "balls", s->moving, s->start_mps,
            s->kinetic_J, spin, problem->width_m, problem->height_m, boundaries[problem->boundary]);
    if (problem->boundary != CAROM_OPEN) {
        fprintf(stream, ", %.2g %% of it covered", 100 * s->covered_m2 / area);
    }
    fputs(").\n", stream);
    say_forces(problem, s, stream);
    if (carom_problem_spins(problem) && !carom_problem_is_rough(problem)) {
        fputs("Surfaces are smooth: who spins goes on to spin, and nobody else begins.\n", stream);
    }
    say_restitution(problem, false, "A head-on collision of balls keeps",
                    "of the energy of their approach", stream);
    say_restitution(problem, true, "A wall leaves a ball that hits it straight", "of its energy",
                    stream);
    say_rub(problem, false, s, stream);
    say_rub(problem, true, s, stream);
    for (size_t k = 0; k < problem->pairs; k++) {
        say_pair(&problem->pair[k], stream);
    }
    if (problem->changes > 0) {
        fprintf(stream,
                "Until t = %.4g s the restitution is %.4g between balls and %.4g at walls%s.\n",
                problem->change[0].t_s, problem->restitution.ball_ball,
                problem->restitution.ball_wall, problem->pairs > 0 ? ", but for the pairs" : "");
    }
    for (size_t k = 0; k < problem->changes; k++) {
        const carom_change *change = &problem->change[k];
        fprintf(stream,
                "From t = %.4g s on the restitution is %.4g between balls and %.4g at walls%s.\n",
                change->t_s, change->restitution.ball_ball, change->restitution.ball_wall,
                problem->pairs > 0 ? ", but for the pairs" : "");
    }
}

/* Time until balls i and j touch on straight ways; nearest images are enough for a first look. */
static double meet(const carom_problem *problem, size_t i, size_t j)
{
    const carom_ball *a = &problem->ball[i], *b = &problem->ball[j];
    carom_flight p = carom_flight_of(a), q = carom_flight_of(b);
    return carom_time_of_impact(carom_vec_minus(q.at, p.at), carom_vec_minus(q.v, p.v),
                                a->radius_m + b->radius_m, 0, INFINITY);
}

/* How two balls slip as they touch after t, and what an impulse makes of it. */
static void say_slip(const carom_problem *problem, size_t i, size_t j, double t, FILE *stream)
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
    fprintf(stream,
            "They touch with a slip of %.4g of the approach speed, %.3g degrees off the normal: an "
            "impulse %s (it sticks up to %.4g).\n",
            fabs(slip) / towards, atan2(fabs(slip), towards) * 180 / pi,
            fabs(slip) > limit * towards ? "slides" : "sticks", limit);
}

static void say_first(const carom_problem *problem, double duration_s, FILE *stream)
{
    double first = INFINITY;
    size_t a = 0, b = 0, touching = 0;
    if (problem->count > MOST_PAIRED || !carom_vec_is_zero(problem->gravity_mps2) ||
        carom_problem_has_friction(problem) || problem->boundary == CAROM_PERIODIC) {
        return;
    }
    for (size_t i = 0; i < problem->count; i++) {
        for (size_t j = i + 1; j < problem->count; j++) {
            const carom_ball *p = &problem->ball[i], *q = &problem->ball[j];
            carom_vec way = carom_vec_minus(carom_flight_of(q).at, carom_flight_of(p).at);
            double t = meet(problem, i, j), reach = p->radius_m + q->radius_m;
            touching += carom_vec_length(way) < reach * (1 + 1e-9);
            if (t < first) {
                first = t;
                a = i;
                b = j;
            }
        }
    }
    if (first <= duration_s) {
        fprintf(stream,
                "The first two balls to meet, unless a wall or another ball is in the way: %s and "
                "%s, after %.6g s.\n",
                problem->ball[a].name, problem->ball[b].name, first);
        say_slip(problem, a, b, first, stream);
    }
    if (touching > 0) {
        fprintf(stream,
                "%zu %s from the start: what hits a ball hits those that it touches too. Springs "
                "and impulses can answer "
                "that differently, for any stiffness; see 'carom fan'.\n",
                touching, touching == 1 ? "pair touches" : "pairs touch");
        if (carom_problem_is_rough(problem)) {
            fputs("Where a ball that rubs is struck at two places at once, an impulse goes on with "
                  "impact_policy: sequential_speed or sequential_index alone.\n",
                  stream);
        }
    }
}

/* A collision multiplies a separation by about 2 l/d ('carom help theory', chaos), l = A/(2 sqrt(2)
 * n d) the free path. */
static void say_horizon(const carom_scenario *scenario, const scene *s, FILE *stream)
{
    const carom_problem *problem = &scenario->problem;
    double area = carom_walls_area(problem), n = (double)s->movable, d = s->widest_m;
    double path = area / (2 * sqrt(2) * n * d), growth = 2 * path / d;
    double level = scenario->divergence.horizon_rel * carom_smallest_radius(problem);
    if (problem->boundary == CAROM_OPEN || s->movable < 3 || !(growth > 1) || s->fastest_mps == 0) {
        return;
    }
    fprintf(stream,
            "Chaos: where balls meet as in a gas, the free path is about %.3g m, so a collision "
            "multiplies a small difference by about 2 l/d = %.3g. One "
            "unit in the last place (%.1g m) is %.2g m after some %.0f collisions per ball: until "
            "then single runs of right solvers can "
            "agree, after it only statistics ('carom diverge', 'carom statistics').\n",
            path, growth, DBL_EPSILON * problem->width_m, level,
            log(level / (DBL_EPSILON * problem->width_m)) / log(growth));
}

/* ---- solvers ---- */

static carom_status say_springs(const carom_scenario *scenario, const carom_choice *choice,
                                const scene *s, FILE *stream, carom_error *error)
{
    carom_report report;
    const carom_events one = {1, 0, s->kinetic_J};
    carom_theory theory = CAROM_NO_THEORY;
    carom_status status;
    double v = s->fastest_mps, k = carom_choice_number(choice, "stiffness_N_per_m");
    double reference = carom_choice_number(choice, "reference_speed_mps");
    carom_solver *solver = carom_solver_new_chosen(&scenario->problem, choice, false, error);
    if (solver == NULL && error->status != CAROM_NO_MEMORY) {
        fprintf(stream, "cannot be run: %s\n", error->text);
        return CAROM_OK;
    }
    if (solver == NULL) {
        return error->status;
    }
    carom_solver_report(solver, &report);
    carom_solver_free(solver);
    fprintf(stream,
            "soft balls. A contact lasts %.4g s (of the longest kind), a rigid collision no time",
            report.contact_s);
    if (v > 0) {
        fprintf(stream,
                ": after a head-on hit at %.3g m/s a ball is up to %.3g m behind the impulse "
                "model, and an oblique one turns by "
                "up to %.2g rad less than it should (v_t/s T)",
                v, v * report.contact_s,
                v * report.contact_s / (2 * carom_smallest_radius(&scenario->problem)));
    }
    fputs(". ", stream);
    if (!isnan(reference) && !carom_problem_is_elastic(&scenario->problem)) {
        fprintf(stream, "Its restitution falls with speed: it is the scenario's at %.4g m/s. ",
                reference);
    }
    if (!isnan(k) && v > 0) {
        fprintf(stream,
                "At that speed balls get %.3g m into each other, %.2g %% of the smallest radius. ",
                v * report.contact_s / pi,
                100 * v * report.contact_s / pi / carom_smallest_radius(&scenario->problem));
    }
    if (report.theta > 0) {
        fprintf(stream, "theta = h sqrt(k/mu) = %.3g, %.3g steps a contact. ", report.theta,
                pi / report.theta);
    }
    status = carom_theory_of(&scenario->problem, choice, "energy_residual_rel", &one, &theory,
                             error);
    if (!isnan(theory.tolerance)) {
        fprintf(stream,
                "The method may make or lose up to %.2g of the energy of each contact (%s).",
                theory.tolerance, theory.formula);
    }
    fputc('\n', stream);
    return status;
}

/* What traits say of a solver that does not say more itself. */
static void say_traits(const carom_choice *choice, FILE *stream)
{
    fprintf(stream, "%s.", choice->entry->summary);
    if (carom_solver_is(choice, CAROM_EXACT)) {
        fputs(" Every impact of its rigid balls is found, whenever it is.", stream);
    } else if (carom_solver_is(choice, CAROM_STEPPED)) {
        fputs(" Its rigid balls go in steps: a collision is seen late.", stream);
    }
    fputc('\n', stream);
}

static carom_status say_solver(const carom_scenario *scenario, const carom_scenario_solver *solver,
                               const scene *s, FILE *stream, carom_error *error)
{
    const carom_solver_entry *entry = carom_solver_entry_of(solver->kind.entry);
    const carom_prospect prospect = {s->fastest_mps, (s->moving > 1 ? 2 : 1) * s->fastest_mps};
    char text[2000] = "";
    fprintf(stream, "\n%s: ", solver->name);
    carom_engine_say(&solver->kind, text, sizeof text);
    if (text[0] != '\0') {
        fprintf(stream, "%s ", text);
        text[0] = '\0';
    }
    if (entry->explain != NULL) {
        entry->explain(solver->kind.options, &prospect, text, sizeof text);
        fprintf(stream, "%s\n", text);
    } else if (carom_solver_is(&solver->kind, CAROM_SOFT)) {
        return say_springs(scenario, &solver->kind, s, stream, error);
    } else {
        say_traits(&solver->kind, stream);
    }
    return CAROM_OK;
}

static carom_status explain_print(const void *object, FILE *stream, FILE *complaints)
{
    const carom_scenario *scenario = *(const carom_scenario *const *)object;
    carom_error error = {0};
    carom_status status = CAROM_OK;
    scene s = describe(&scenario->problem);
    if (scenario->title[0] != '\0') {
        fprintf(stream, "%s\n\n", scenario->title);
    }
    say_scene(&scenario->problem, &s, stream);
    say_first(&scenario->problem, scenario->duration_s, stream);
    say_horizon(scenario, &s, stream);
    for (size_t i = 0; i < scenario->solvers.count && status == CAROM_OK; i++) {
        const carom_scenario_solver *solver = carom_scenario_solver_at(scenario, i);
        status = say_solver(scenario, solver, &s, stream, &error);
        if (status == CAROM_OK) {
            status = carom_effort_say(scenario, &solver->kind, stream, &error);
        }
    }
    if (status != CAROM_OK) {
        fprintf(complaints, "carom: error: %s\n", error.text);
    }
    return status;
}

/* Its lines, one by one. */
static carom_status explain_json(const void *object, FILE *stream, FILE *complaints)
{
    char *text = NULL, *line, *rest;
    size_t length = 0;
    FILE *memory = open_memstream(&text, &length);
    carom_status status = CAROM_OK;
    const char *between = "";
    bool lost = memory == NULL; /* what memory had no room for */
    if (!lost) {
        status = explain_print(object, memory, complaints);
        lost = ferror(memory) != 0;
        lost = fclose(memory) != 0 || lost || text == NULL;
    }
    if (status != CAROM_OK || lost) {
        if (status == CAROM_OK) {
            fputs("carom: error: out of memory\n", complaints);
        }
        free(text);
        return status == CAROM_OK ? CAROM_NO_MEMORY : status;
    }
    fputs("{\n  \"text\": [", stream);
    for (line = text; line[0] != '\0'; line = rest) {
        size_t end = strcspn(line, "\n");
        rest = line + end + (line[end] == '\n');
        line[end] = '\0';
        if (end > 0) {
            fprintf(stream, "%s\n    ", between);
            carom_json_string(stream, line);
            between = ",";
        }
    }
    fputs("\n  ]\n}\n", stream);
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

static const carom_taken_option options[] = {{"set", NULL}, {"json", NULL}, {NULL, NULL}};

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

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/explain.h"
#include "core/time_of_impact.h"
#include "harness/checks.h"
#include "harness/course.h"
#include "harness/displace.h"
#include <float.h>
#include <math.h>
#include <string.h>

static const double pi = 3.14159265358979324;

/* Beyond so many balls nobody looks for the first collision among all pairs. */
enum { MOST_PAIRED = 3000 };

/* ---- the scene ---- */

typedef struct {
    double fastest_mps, kinetic_J, widest_m, covered_m2;
    size_t moving, movable;
} scene;

static scene describe(const carom_problem *problem)
{
    scene s = {0};
    double fall;
    for (size_t i = 0; i < problem->count; i++) {
        const carom_ball *ball = &problem->ball[i];
        double v2 = ball->vx_mps * ball->vx_mps + ball->vy_mps * ball->vy_mps;
        s.fastest_mps = fmax(s.fastest_mps, sqrt(v2));
        s.kinetic_J += ball->fixed ? 0 : 0.5 * ball->mass_kg * v2;
        s.widest_m = fmax(s.widest_m, 2 * ball->radius_m);
        s.covered_m2 += pi * ball->radius_m * ball->radius_m;
        s.moving += v2 > 0;
        s.movable += !ball->fixed;
    }
    /* gravity may make it as fast as a fall over the whole table does */
    fall = 2 * (fabs(problem->gravity_mps2[0]) * problem->width_m + fabs(problem->gravity_mps2[1]) * problem->height_m);
    s.fastest_mps = problem->boundary == CAROM_WALLS ? sqrt(s.fastest_mps * s.fastest_mps + fall) : s.fastest_mps;
    return s;
}

static void say_scene(const carom_problem *problem, const scene *s, FILE *stream)
{
    static const char *const boundaries[] = {"with walls", "periodic", "open"};
    double area = problem->width_m * problem->height_m;
    fprintf(stream, "The scene: %zu %s, %zu moving, up to %.4g m/s, %.4g J of kinetic energy, on a table of %.4g m x %.4g m (%s",
            problem->count, problem->count == 1 ? "ball" : "balls", s->moving, s->fastest_mps, s->kinetic_J, problem->width_m,
            problem->height_m, boundaries[problem->boundary]);
    if (problem->boundary != CAROM_OPEN) {
        fprintf(stream, ", %.2g %% of it covered", 100 * s->covered_m2 / area);
    }
    fputs(").\n", stream);
    if (carom_problem_has_friction(problem)) {
        fputs("Balls are slowed by rolling resistance or drag and come to rest; what that takes is booked as dissipated.\n", stream);
    }
    if (problem->count > 1 && problem->restitution.ball_ball != 1) {
        fprintf(stream, "A head-on collision of balls keeps e^2 = %.4g of the energy of their approach.\n",
                problem->restitution.ball_ball * problem->restitution.ball_ball);
    }
    if (problem->boundary == CAROM_WALLS && problem->restitution.ball_wall != 1) {
        fprintf(stream, "A wall leaves a ball that hits it straight e^2 = %.4g of its energy.\n",
                problem->restitution.ball_wall * problem->restitution.ball_wall);
    }
    for (size_t k = 0; k < problem->changes; k++) {
        const carom_change *change = &problem->change[k];
        fprintf(stream, "From t = %.4g s on the restitution is %.4g between balls and %.4g at walls.\n", change->t_s,
                change->restitution.ball_ball, change->restitution.ball_wall);
    }
}

/* Time until balls i and j touch on straight ways; nearest images are enough for a first look. */
static double meet(const carom_problem *problem, size_t i, size_t j)
{
    const carom_ball *a = &problem->ball[i], *b = &problem->ball[j];
    return carom_time_of_impact(b->x_m - a->x_m, b->y_m - a->y_m, b->vx_mps - a->vx_mps, b->vy_mps - a->vy_mps,
                                a->radius_m + b->radius_m, 0, INFINITY);
}

static void say_first(const carom_problem *problem, double duration_s, FILE *stream)
{
    const double *g = problem->gravity_mps2;
    double first = INFINITY;
    size_t a = 0, b = 0, touching = 0;
    if (problem->count > MOST_PAIRED || g[0] != 0 || g[1] != 0 || carom_problem_has_friction(problem) ||
        problem->boundary == CAROM_PERIODIC) {
        return;
    }
    for (size_t i = 0; i < problem->count; i++) {
        for (size_t j = i + 1; j < problem->count; j++) {
            double t = meet(problem, i, j), dx = problem->ball[j].x_m - problem->ball[i].x_m;
            double dy = problem->ball[j].y_m - problem->ball[i].y_m;
            double reach = problem->ball[i].radius_m + problem->ball[j].radius_m;
            touching += sqrt(dx * dx + dy * dy) < reach * (1 + 1e-9);
            if (t < first) {
                first = t;
                a = i;
                b = j;
            }
        }
    }
    if (first <= duration_s) {
        fprintf(stream, "The first two balls to meet, unless a wall or another ball is in the way: %s and %s, after %.6g s.\n",
                problem->ball[a].name, problem->ball[b].name, first);
    }
    if (touching > 0) {
        fprintf(stream, "%zu pairs touch from the start: what hits one of them hits all. Springs and impulses answer that "
                "differently, for any stiffness; see 'carom fan'.\n", touching);
    }
}

/* A collision multiplies a separation by about 2 l/d ('carom help theory', chaos), l = A/(2 sqrt(2) n d) the free path. */
static void say_horizon(const carom_scenario *scenario, const scene *s, FILE *stream)
{
    const carom_problem *problem = &scenario->problem;
    double area = problem->width_m * problem->height_m, n = (double)s->movable, d = s->widest_m;
    double path = area / (2 * sqrt(2) * n * d), growth = 2 * path / d;
    double level = scenario->divergence.horizon_rel * carom_smallest_radius(problem);
    if (problem->boundary == CAROM_OPEN || s->movable < 3 || !(growth > 1) || s->fastest_mps == 0) {
        return;
    }
    fprintf(stream, "Chaos: the free path is about %.3g m, so a collision multiplies a small difference by about 2 l/d = %.3g. One "
            "unit in the last place (%.1g m) is %.2g m after some %.0f collisions per ball: until then single runs of right solvers can "
            "agree, after it only statistics ('carom diverge', 'carom statistics').\n", path, growth,
            DBL_EPSILON * problem->width_m, level, log(level / (DBL_EPSILON * problem->width_m)) / log(growth));
}

/* ---- solvers ---- */

static carom_status say_springs(const carom_scenario *scenario, const carom_choice *choice, const scene *s, FILE *stream,
                                carom_error *error)
{
    carom_report report;
    carom_finding finding = {.tolerance = NAN};
    double v = s->fastest_mps, k = carom_choice_number(choice, "stiffness_N_per_m");
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
    fprintf(stream, "soft balls. A contact lasts %.4g s (of the longest kind), a rigid collision no time: after a head-on hit at %.3g "
            "m/s a ball is up to %.3g m behind the impulse model, and an oblique one turns by up to %.2g rad less than it should "
            "(v_t/s T). ", report.contact_s, v, v * report.contact_s, v * report.contact_s / s->widest_m);
    if (!isnan(k)) {
        fprintf(stream, "At that speed balls get %.3g m into each other, %.2g %% of the smallest radius. ", v * report.contact_s / pi,
                100 * v * report.contact_s / pi / carom_smallest_radius(&scenario->problem));
    }
    if (report.theta > 0) {
        fprintf(stream, "theta = h sqrt(k/mu) = %.3g, %.3g steps a contact. ", report.theta, pi / report.theta);
    }
    carom_theory_of(scenario, choice, "energy_residual_rel", 1, 0, s->kinetic_J, &finding);
    if (!isnan(finding.tolerance)) {
        fprintf(stream, "The method may make or lose up to %.2g of the energy of each contact (%s).", finding.tolerance,
                finding.formula);
    }
    fputc('\n', stream);
    *error = finding.trouble;
    return error->status;
}

static carom_status say_solver(const carom_scenario *scenario, const carom_scenario_solver *solver, const scene *s, FILE *stream,
                               carom_error *error)
{
    const char *kind = solver->kind.entry->name;
    fprintf(stream, "\n%s: ", solver->name);
    if (strcmp(kind, "penalty") == 0) {
        return say_springs(scenario, &solver->kind, s, stream, error);
    }
    if (strcmp(kind, "impulse") == 0) {
        fprintf(stream, "rigid balls, exact but for rounding: about %.0e of the energy a collision. It stops where collisions pile up "
                "without end, unless `collapse` says otherwise.\n", DBL_EPSILON);
    } else if (strcmp(kind, "oracle") == 0) {
        fputs("rigid balls in arbitrary precision: what impulse would say without rounding.\n", stream);
    } else {
        double step = carom_choice_number(&solver->kind, "step_s");
        fprintf(stream, "rigid balls in fixed steps of %.3g s, as games do it: a collision is seen up to a step late, up to %.3g m deep.\n",
                step, step * s->fastest_mps);
    }
    return CAROM_OK;
}

carom_status carom_explain(const carom_scenario *scenario, FILE *stream, carom_error *error)
{
    carom_status status = CAROM_OK;
    scene s = describe(&scenario->problem);
    if (scenario->title[0] != '\0') {
        fprintf(stream, "%s\n\n", scenario->title);
    }
    say_scene(&scenario->problem, &s, stream);
    say_first(&scenario->problem, scenario->duration_s, stream);
    say_horizon(scenario, &s, stream);
    for (size_t i = 0; i < scenario->solvers.count && status == CAROM_OK; i++) {
        status = say_solver(scenario, carom_scenario_solver_at(scenario, i), &s, stream, error);
    }
    return status;
}

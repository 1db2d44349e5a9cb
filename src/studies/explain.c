/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom explain: numbers of a scenario without running it to its end, and the keys of springs with
 * a wanted contact time, overlap or step. */
#include "carom_studies.h"
#include "contact/contact.h"
#include "studies/studies.h"
#include <carom/trace.h>

/* Keys of the study. NaN: not wanted. */
typedef struct {
    carom_result result;
    double speed_mps, error, contact_s, overlap_m, step_s;
} explain_keys;

/* ---- frames ---- */

/* The scene at t = 0, and the first collision of rigid balls. */
typedef struct {
    const char *boundary, *a, *b;
    double balls, moving, kinetic_J, spin_J, start_mps, fastest_mps;
    double area_m2, covered_m2;
    double touching, first_s, approach_mps, slip_rel, sticks_up_to;
    double path_m, growth, level_m, collisions;
    size_t movable;
    double widest_m;
} scene_row;

/* A contact of a ball with another or with a wall, under the force law of a solver. */
typedef struct {
    const char *solver, *b_name;
    const carom_ball *a, *b; /* b NULL: a wall */
    carom_springs springs;
    carom_contact contact;
    carom_contact_outcome outcome;
    double speed_mps, rotation_rad;
} contact_row;

/* A solver; steps of springs for the first of its contacts. */
typedef struct {
    const char *solver, *kind, *integrator;
    double own_s, own_m, theta, e_error, energy_error, step_s, limit_s;
} step_row;

typedef struct {
    const char *solver, *point;
    double approach_mps, restitution;
} point_row;

typedef struct {
    const char *solver, *wanted, *keys;
    double stiffness;
} wanted_row;

#define SCENE(NUMBER, TEXT, of)                                                                    \
    TEXT(of, boundary, r->boundary, "of the table")                                                \
    NUMBER(of, area_m2, "m^2", r->area_m2, "of the table")                                         \
    NUMBER(of, covered_share, "", r->covered_m2 / r->area_m2, "part of it under balls")            \
    NUMBER(of, balls, "", r->balls, "number of balls")                                             \
    NUMBER(of, moving, "", r->moving, "balls that move at t = 0")                                  \
    NUMBER(of, touching_pairs, "", r->touching, "balls that touch at t = 0: simultaneous impacts") \
    NUMBER(of, start_mps, "m/s", r->start_mps, "largest speed at t = 0")                           \
    NUMBER(of, fastest_mps, "m/s", r->fastest_mps, "with the energy of a fall over the table")     \
    NUMBER(of, kinetic_J, "J", r->kinetic_J, "at t = 0, without spin")                             \
    NUMBER(of, spin_J, "J", r->spin_J, "energy of spin at t = 0")                                  \
    NUMBER(of, first_s, "s", r->first_s, "time of the first collision of rigid balls")             \
    TEXT(of, first_a, r->a, "ball of the first collision")                                         \
    TEXT(of, first_b, r->b, "ball or wall that it hits")                                           \
    NUMBER(of, first_approach_mps, "m/s", r->approach_mps, "its approach speed")                   \
    NUMBER(of, first_slip_rel, "", r->slip_rel, "with friction: its slip over the approach speed") \
    NUMBER(of, first_sticks_up_to, "", r->sticks_up_to,                                            \
           "largest such slip at which the impulse model sticks")                                  \
    NUMBER(of, free_path_m, "m", r->path_m, "of balls distributed as in a gas")                    \
    NUMBER(of, growth_per_collision, "", r->growth,                                                \
           "factor of a small difference, 2 l/d in a gas")                                         \
    NUMBER(of, hits_until_level, "", r->collisions,                                                \
           "collisions of a ball until 1 ulp grows to the level of divergence")
#define CONTACTS(NUMBER, TEXT, of)                                                                 \
    TEXT(of, solver, r->solver, "name in the scenario")                                            \
    TEXT(of, a, r->a->name, "first ball that is not fixed")                                        \
    TEXT(of, b, r->b_name, "next ball, or a wall")                                                 \
    NUMBER(of, speed_mps, "m/s", r->speed_mps, "approach speed")                                   \
    NUMBER(of, restitution, "", r->outcome.restitution, "of the force law at this speed")          \
    NUMBER(of, contact_s, "s", r->outcome.contact_s, "contact time t_c")                           \
    NUMBER(of, overlap_m, "m", r->outcome.overlap_m, "largest overlap")                            \
    NUMBER(of, overlap_rel, "", r->outcome.overlap_m / r->a->radius_m,                             \
           "overlap over radius of the ball")                                                      \
    NUMBER(of, elastic_force_N, "N",                                                               \
           r->springs.law->force(&r->contact, r->outcome.overlap_m, 0).elastic_N,                  \
           "elastic force at the largest overlap")                                                 \
    NUMBER(of, rigid_gap_m, "m", r->outcome.restitution * r->speed_mps * r->outcome.contact_s,     \
           "e v t_c: gap between the rigid bodies when the springs separate")                      \
    NUMBER(of, delay_m, "m",                                                                       \
           r->contact.reduced_mass_kg / r->a->mass_kg * r->outcome.restitution * r->speed_mps *    \
               r->outcome.contact_s,                                                               \
           "contact delay of the ball")                                                            \
    NUMBER(of, rotation_rad, "rad", r->rotation_rad,                                               \
           "rotation of the normal if this speed is tangential, to first order")                   \
    NUMBER(of, stiffness, "", r->contact.stiffness, "N/m, or N/m^1.5")                             \
    NUMBER(of, dashpot, "", r->contact.viscosity, "N s/m, or with a power of the overlap")
#define STEPS(NUMBER, TEXT, of)                                                                    \
    TEXT(of, solver, r->solver, "name in the scenario")                                            \
    TEXT(of, kind, r->kind, "its kind, or what it repeats")                                        \
    TEXT(of, integrator, r->integrator, "of springs")                                              \
    NUMBER(of, step_s, "s", r->own_s, "time step, or time between frames")                         \
    NUMBER(of, step_m, "m", r->own_m, "motion of the fastest ball in it")                          \
    NUMBER(of, theta, "", r->theta, "step times w0 of the stiffest contact")                       \
    NUMBER(of, steps_per_contact, "", CAROM_PI / r->theta, "of an undamped one")                   \
    NUMBER(of, e_error_rel, "", r->e_error, "rms at this step, over e")                            \
    NUMBER(of, energy_error_rel, "", r->energy_error,                                              \
           "bound of the error of the energy in a contact of two, over the energy at t = 0")       \
    NUMBER(of, wanted_step_s, "s", r->step_s, "longest step for this error: explain.error")        \
    NUMBER(of, refused_s, "s", r->limit_s, "steps that are not shorter are refused")
#define POINTS(NUMBER, TEXT, of)                                                                   \
    TEXT(of, solver, r->solver, "name in the scenario")                                            \
    TEXT(of, points, r->point, "line for `points:` of a solver with impact_law: table")            \
    NUMBER(of, approach_mps, "m/s", r->approach_mps, "approach speed")                             \
    NUMBER(of, restitution, "", r->restitution, "e of the first contact of the solver")
#define WANTED(NUMBER, TEXT, of)                                                                   \
    TEXT(of, solver, r->solver, "name in the scenario")                                            \
    TEXT(of, wanted, r->wanted, "key of explain")                                                  \
    TEXT(of, keys, r->keys, "keys for the solver that fulfil it in its first contact")             \
    NUMBER(of, stiffness, "", r->stiffness, "value of the key: N/m, or N/m^1.5")
CAROM_COLUMNS(scene, scene_row, SCENE)
CAROM_COLUMNS(contact, contact_row, CONTACTS)
CAROM_COLUMNS(step, step_row, STEPS)
CAROM_COLUMNS(point, point_row, POINTS)
CAROM_COLUMNS(wanted, wanted_row, WANTED)

enum { FRAME_SCENE, FRAME_STEPS, FRAME_CONTACTS, FRAME_POINTS, FRAME_WANTED };

static const carom_table tables[] = {
    [FRAME_SCENE] = {"scene", "the scene", scene_columns, sizeof(scene_row),
                     "/boundary=The_scene balls touching_pairs=pairs_in_contact "
                     "fastest_mps=largest_speed kinetic_J=kinetic_energy first_s=first_collision "
                     "first_a=ball first_b=hits first_approach_mps=approach_speed "
                     "first_slip_rel=slip_/_approach_speed first_sticks_up_to=sticks_up_to "
                     "growth_per_collision hits_until_level=collisions_until_chaos"},
    [FRAME_CONTACTS] = {"contacts", "contacts of springs of two bodies alone, without gravity",
                        contact_columns, sizeof(contact_row),
                        "/solver=Contacts_of_springs a=ball b=hits contact_s=contact_time "
                        "overlap_m=largest_overlap overlap_rel=overlap_/_radius "
                        "delay_m=contact_delay"},
    [FRAME_STEPS] = {"steps", "a row for each solver", step_columns, sizeof(step_row),
                     "/solver=The_solvers integrator=method step_s=time_step "
                     "steps_per_contact=steps_in_a_contact e_error_rel=error_of_e_(relative) "
                     "wanted_step_s=recommended_step"},
    [FRAME_POINTS] = {"restitution", "e(v) of laws whose restitution depends on the speed",
                      point_columns, sizeof(point_row), "points"},
    [FRAME_WANTED] = {"keys", "springs for a wanted contact time, overlap or step", wanted_columns,
                      sizeof(wanted_row), NULL},
    {.name = NULL}};

/* ---- scene ---- */

static double count_touching(const carom_problem *problem)
{
    enum { MOST = 3000 }; /* balls of which pairs are examined */
    double touching = problem->count > MOST ? NAN : 0;
    for (size_t i = 0; i < problem->count && problem->count <= MOST; i++) {
        carom_vec at = carom_flight_from_ball(&problem->ball[i]).at;
        for (size_t j = i + 1; j < problem->count; j++) {
            touching += carom_balls_touch(
                problem, i, j,
                carom_vec_subtract(carom_flight_from_ball(&problem->ball[j]).at, at));
        }
    }
    return touching;
}

/* Run rigid balls to their first collision, and describe it. */
static void find_first_collision(carom_result *result, scene_row *row)
{
    static const carom_trace_request trace = {.first = 1, .ends = true};
    const carom_problem *problem = &result->scenario->problem;
    carom_job *job = carom_result_jobs(result, 1);
    job->trace = &trace;
    const carom_collision *c = carom_result_first_collision(result, job);
    if (c == NULL || job->history.contact_samples.count == 0) {
        return;
    }
    const carom_ball *a = &problem->ball[c->a], *b = c->wall ? NULL : &problem->ball[c->b];
    carom_tangential tangential = carom_pair_tangential(problem, a, b);
    row->first_s = c->t_s;
    row->a = a->name;
    row->b = b == NULL ? carom_wall_name(problem, c->b) : b->name;
    row->approach_mps = c->approach_mps;
    if (tangential.friction > 0) {
        double slip = fabs(job->history.contact_samples.item[0].slip_mps);
        row->slip_rel = slip / c->approach_mps;
        row->sticks_up_to = carom_problem_friction(problem, tangential.friction, slip) *
                            (1 + carom_pair_restitution(problem, a, b, c->t_s)) *
                            carom_pair_reduced_mass(a, b) *
                            carom_pair_inverse_tangential_mass(a, b) /
                            (1 + tangential.tangential_restitution);
    }
}

static scene_row describe_scene(carom_result *result)
{
    static const char *const boundaries[] = {"walls", "periodic", "open"};
    const carom_problem *problem = &result->scenario->problem;
    scene_row row = {.boundary = boundaries[problem->boundary],
                     .a = "-",
                     .b = "-",
                     .balls = (double)problem->count,
                     .area_m2 = problem->boundary == CAROM_OPEN ? NAN : carom_walls_area(problem),
                     .touching = count_touching(problem),
                     .first_s = NAN,
                     .approach_mps = NAN,
                     .slip_rel = NAN,
                     .sticks_up_to = NAN};
    for (size_t i = 0; i < problem->count; i++) {
        const carom_ball *ball = &problem->ball[i];
        double v2 = carom_vec_square(carom_flight_from_ball(ball).v),
               moment = carom_ball_inertia(ball), m = ball->fixed ? 0 : ball->mass_kg;
        row.start_mps = fmax(row.start_mps, sqrt(v2));
        row.kinetic_J += 0.5 * m * v2;
        row.spin_J += ball->fixed ? 0 : 0.5 * moment * ball->spin_radps * ball->spin_radps;
        row.widest_m = fmax(row.widest_m, 2 * ball->radius_m);
        row.covered_m2 += CAROM_PI * ball->radius_m * ball->radius_m;
        row.moving += v2 > 0;
        row.movable += !ball->fixed;
    }
    double fall = problem->boundary == CAROM_WALLS
                    ? 2 * (fabs(problem->gravity_mps2.x) * problem->width_m +
                           fabs(problem->gravity_mps2.y) * problem->height_m)
                    : 0;
    row.fastest_mps = sqrt(row.start_mps * row.start_mps + fall);
    /* a collision multiplies a separation by about 2 l/d ('carom help theory', chaos), with the
     * free path l = A/(2 sqrt(2) n d) */
    row.path_m = row.area_m2 / (2 * sqrt(2) * (double)row.movable * row.widest_m);
    row.growth = 2 * row.path_m / row.widest_m;
    row.level_m = result->scenario->divergence.horizon_rel * carom_smallest_radius(problem);
    row.collisions = log(row.level_m / (DBL_EPSILON * problem->width_m)) / log(row.growth);
    if (row.movable < 3 || !(row.growth > 1)) {
        row.path_m = row.growth = row.level_m = row.collisions = NAN;
    }
    find_first_collision(result, &row);
    return row;
}

/* ---- contacts ---- */

/* Fill in the force of a contact with the springs of a solver. @return false after an error */
static bool solve_contact(carom_result *result, const carom_choice *choice, contact_row *row)
{
    if (carom_result_failed(result) || !carom_solver_springs(choice, &row->springs) ||
        carom_pair_contact(&result->scenario->problem, row->a, row->b, 0, &row->springs,
                           &row->contact, &result->error) != CAROM_OK) {
        return false;
    }
    row->outcome = row->springs.law->outcome(&row->contact, row->speed_mps);
    return true;
}

/* Largest curvature of the walls for a ball (1/m). */
static double wall_curvature(const carom_problem *problem, const carom_ball *ball)
{
    double most = 0, reach = carom_walls_reach(problem, ball->radius_m);
    for (size_t k = 0; k < carom_walls_count(problem); k++) {
        most = fmax(most, fabs(carom_walls_normal_rotation_1pm(problem, k, reach)));
    }
    return most;
}

static double longest_step(const contact_row *row, double error)
{
    return row->springs.integrator->evaluations == 0 || row->springs.exact
             ? NAN
             : carom_contact_step(row->springs.law, &row->contact, row->springs.integrator,
                                  row->speed_mps, error);
}

/* Fill in the steps of springs in a contact. */
static void find_steps(carom_result *result, const carom_choice *choice, const contact_row *row,
                       double kinetic_J, step_row *steps)
{
    const carom_problem *problem = &result->scenario->problem;
    const carom_springs *springs = &row->springs;
    const carom_integrator *integrator = springs->integrator;
    const carom_events one = {1, 0, kinetic_J};
    double step = longest_step(row, ((const explain_keys *)result)->error),
           limit = integrator->stability_limit /
                   springs->law->rate_per_s(&row->contact, row->speed_mps),
           own = isnan(steps->own_s)
                   ? steps->theta / springs->law->frequency_per_s(&row->contact, row->speed_mps)
                   : steps->own_s;
    steps->integrator = integrator->about.name;
    steps->e_error = isnan(step) || !(own > 0)
                       ? NAN
                       : carom_contact_error(springs->law, &row->contact, integrator, own,
                                             row->speed_mps);
    steps->energy_error = carom_theory_of(problem, choice, "energy_residual_rel", &one).tolerance;
    steps->step_s = step > 0 ? step : NAN;
    steps->limit_s = isfinite(limit) ? limit : NAN;
}

/* Add e(v) from a hundredth of 1.2 times the fastest approach on, if it depends on the speed. */
static void add_points(carom_result *result, const contact_row *row, double fastest)
{
    enum { COUNT = 16 };
    static const double constant = 1e-9, slowest_part = 1e-2, beyond = 1.2;
    const carom_force_law *law = row->springs.law;
    double most = beyond * fastest, least = slowest_part * most;
    if (fabs(law->outcome(&row->contact, most).restitution -
             law->outcome(&row->contact, least).restitution) < constant) {
        return;
    }
    for (size_t k = 0; k < COUNT; k++) {
        double v = least * pow(most / least, (double)k / (COUNT - 1)),
               e = fmin(1, law->outcome(&row->contact, v).restitution);
        point_row point = {row->solver,
                           carom_arena_print(&result->arena,
                                             "      - { approach_mps: %.9g, restitution: %.9g }", v,
                                             e),
                           v, e};
        carom_result_add(result, FRAME_POINTS, &point);
    }
    carom_result_note(result,
                      "%s: these points are for a solver with kind: impulse, impact_law: "
                      "table%s",
                      row->solver, row->b == NULL ? " and table_for_walls: true" : "");
}

/* Contact time, overlap and the longest step all scale with the same power of the stiffness. */
static void add_wanted(carom_result *result, const carom_scenario_solver *solver, contact_row row)
{
    const explain_keys *keys = (const explain_keys *)result;
    const carom_force_law *law = row.springs.law;
    const struct {
        const char *key;
        double value;
    } wanted[] = {{"contact_time_s", keys->contact_s},
                  {"max_overlap_m", keys->overlap_m},
                  {"step_s", keys->step_s}};
    for (size_t k = 0; k < 3 && law->stiffness != NULL; k++) {
        carom_job *job = carom_result_jobs(result, 1);
        double factor = 1;
        if (isnan(wanted[k].value)) {
            continue;
        }
        carom_choice_copy(&job->choice, &solver->kind);
        carom_choice_set_number(&job->choice, "contact_time_s", NAN);
        carom_choice_set_number(&job->choice, "max_overlap_m", NAN);
        double stiffness = row.contact.stiffness;
        for (int turn = 0; turn < 3; turn++) {
            stiffness *= pow(factor, 1 / law->stiffness_power);
            carom_choice_set_number(&job->choice, law->stiffness, stiffness);
            if (!solve_contact(result, &job->choice, &row)) {
                return;
            }
            double now[] = {row.outcome.contact_s, row.outcome.overlap_m,
                            longest_step(&row, keys->error)};
            factor = wanted[k].value / now[k];
        }
        if (isfinite(factor) && isfinite(stiffness)) {
            wanted_row found = {
                solver->name,
                carom_arena_print(&result->arena, "%s: %g", wanted[k].key, wanted[k].value),
                carom_arena_print(
                    &result->arena, "%s: %.9g%s", law->stiffness, stiffness,
                    k == 2 ? carom_arena_print(&result->arena, ", step_s: %g", keys->step_s) : ""),
                stiffness};
            carom_result_add(result, FRAME_WANTED, &found);
        } else {
            carom_result_note(result, "%s: found no stiffness for %s: %g.", solver->name,
                              wanted[k].key, wanted[k].value);
        }
    }
}

/* A contact of the first movable ball with the next ball, and with a wall. */
static void add_springs(carom_result *result, const carom_scenario_solver *solver,
                        const scene_row *scene, step_row *steps)
{
    const explain_keys *keys = (const explain_keys *)result;
    const carom_problem *problem = &result->scenario->problem;
    double speed = isnan(keys->speed_mps) ? scene->fastest_mps : keys->speed_mps;
    carom_report report;
    carom_error refusal = {0};
    size_t first = 0, contacts = 0;
    if (carom_initial_report(problem, &solver->kind, &report, &refusal) != CAROM_OK) {
        carom_result_note(result, "%s cannot run: %s", solver->name, refusal.text);
        return;
    }
    steps->theta = report.theta > 0 ? report.theta : NAN;
    while (first < problem->count && problem->ball[first].fixed) {
        first++;
    }
    for (int wall = 0; wall < 2 && first < problem->count && speed > 0; wall++) {
        contact_row row = {.solver = solver->name,
                           .a = &problem->ball[first],
                           .b = wall ? NULL : &problem->ball[first == 0 ? 1 : 0],
                           .speed_mps = speed};
        if (wall ? carom_walls_count(problem) == 0 : problem->count < 2) {
            continue;
        }
        row.b_name = wall ? "a wall" : row.b->name;
        if (!solve_contact(result, &solver->kind, &row)) {
            return;
        }
        row.rotation_rad = speed * row.outcome.contact_s *
                           (wall ? wall_curvature(problem, row.a)
                                 : 1 / (row.a->radius_m + row.b->radius_m));
        carom_result_add(result, FRAME_CONTACTS, &row);
        if (contacts++ == 0) {
            find_steps(result, &solver->kind, &row, scene->kinetic_J, steps);
            add_points(result, &row, (scene->moving > 1 ? 2 : 1) * speed);
            add_wanted(result, solver, row);
        }
    }
}

/* ---- study ---- */

static void fill(carom_result *result)
{
    const carom_scenario *scenario = result->scenario;
    const scene_row scene = describe_scene(result);
    carom_result_add(result, FRAME_SCENE, &scene);
    if (scene.touching > 0 && carom_problem_has_contact_friction(&scenario->problem)) {
        carom_result_note(result, "For simultaneous impacts with friction, impulse solvers need "
                                  "impact_policy: sequential_speed or sequential_index.");
    }
    for (size_t i = 0; i < scenario->solvers.count; i++) {
        const carom_scenario_solver *solver = carom_scenario_solver_at(scenario, i);
        double step_s = carom_choice_number(&solver->kind, "step_s"),
               frame_s = carom_choice_number(&solver->kind, "frame_s");
        double own_s = isnan(step_s) ? frame_s : step_s;
        step_row steps = {.solver = solver->name,
                          .kind = carom_solver_display_name(&solver->kind),
                          .integrator = "-",
                          .own_s = own_s,
                          .own_m = own_s * scene.fastest_mps,
                          .theta = NAN,
                          .e_error = NAN,
                          .energy_error = NAN,
                          .step_s = NAN,
                          .limit_s = NAN};
        if (carom_solver_has_traits(&solver->kind, CAROM_SOFT)) {
            add_springs(result, solver, &scene, &steps);
        }
        carom_result_add(result, FRAME_STEPS, &steps);
    }
    if (result->frame[FRAME_CONTACTS].rows > 0) {
        carom_result_note(result, "Contacts are of two bodies alone, without gravity; more bodies "
                                  "or gravity can make them longer.");
    }
}

#define AT(member) offsetof(explain_keys, member)
static const carom_param rows[] = {
    {NUMBER("speed_mps", AT(speed_mps), "m/s", "", POSITIVE, ANY,
            "approach speed of the contacts; default: the fastest of the scene")},
    {NUMBER("error", AT(error), "", "0.01", POSITIVE, 1,
            "error of e, relative to e, that a step may have")},
    {NUMBER("contact_time_s", AT(contact_s), "s", "", POSITIVE, ANY, "wanted contact time")},
    {NUMBER("max_overlap_m", AT(overlap_m), "m", "", POSITIVE, ANY, "wanted largest overlap")},
    {NUMBER("step_s", AT(step_s), "s", "", POSITIVE, ANY,
            "wanted step: for contacts that need no shorter one")},
    {.key = NULL}};

static const carom_command_option options[] = {
    {"set", NULL}, {"unset", NULL}, {"json", "the tables as JSON"}, {NULL, NULL}};

const carom_study_entry carom_study_explain = {
    .about = {.name = "explain",
              .summary = "what a scenario will do, estimated before the run",
              .params = rows,
              .options_size = sizeof(explain_keys)},
    .text = STUDY_EXPLAIN_TEXT,
    .notes = STUDY_EXPLAIN_NOTES,
    .options = options,
    .printed_only = true,
    .fill = fill,
    .tables = tables};

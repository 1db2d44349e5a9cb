/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What all blocks of a run share: calibration of the springs, the range of stiffness and duration
 * of the contacts that a problem can have, constants of the balls, and the walls near a ball. */
#include "contact/contact.h"
#include "solvers/penalty/penalty.h"

/* ---- surfaces, speeds and masses ---- */

/* Surfaces that are calibrated; the pairs of materials follow. */
enum { PENALTY_BALLS, PENALTY_WALLS, PENALTY_SURFACES };

static size_t surfaces_of(const carom_problem *problem)
{
    return PENALTY_SURFACES + problem->pairs;
}

/* Surface of a contact, of a pair of materials, or of the table (@p pair: NULL). */
static size_t surface_of(const carom_problem *problem, const carom_pair *pair, bool wall)
{
    return pair != NULL ? PENALTY_SURFACES + (size_t)(pair - problem->pair)
         : wall         ? PENALTY_WALLS
                        : PENALTY_BALLS;
}

double carom_penalty_max_speed(const carom_problem *problem)
{
    double fastest2 = 0;
    for (size_t i = 0; i < problem->count; i++) {
        double speed2 = carom_vec_square(carom_flight_from_ball(&problem->ball[i]).v);
        fastest2 = speed2 > fastest2 ? speed2 : fastest2;
    }
    return sqrt(fastest2);
}

/* Speed at which laws with speed-dependent contacts are evaluated: the maximum speed, after a fall
 * across the table; 1 m/s if nothing moves. */
static double typical_speed(const carom_problem *problem)
{
    double fastest = carom_penalty_max_speed(problem);
    double fall = fabs(problem->gravity_mps2.x) * problem->width_m +
                  fabs(problem->gravity_mps2.y) * problem->height_m;
    double speed = sqrt(fastest * fastest + 2 * fall);
    return speed > 0 ? speed : 1;
}

/* Smallest and largest reduced mass of two balls, and of a ball and a fixed body ("alone"). */
typedef struct {
    double light, heavy, light_alone, heavy_alone;
    bool has_fixed; /* some balls are fixed */
} mass_range;

static mass_range masses_of(const carom_problem *problem)
{
    double light[2] = {INFINITY, INFINITY}, heavy[2] = {0, 0};
    bool has_fixed = false;
    for (size_t i = 0; i < problem->count; i++) {
        double m = problem->ball[i].mass_kg;
        if (problem->ball[i].fixed) {
            has_fixed = true;
            continue;
        }
        light[1] = fmin(light[1], fmax(light[0], m));
        light[0] = fmin(light[0], m);
        heavy[1] = fmax(heavy[1], fmin(heavy[0], m));
        heavy[0] = fmax(heavy[0], m);
    }
    return (mass_range){light[0] * light[1] / (light[0] + light[1]),
                        heavy[0] * heavy[1] / (heavy[0] + heavy[1]), light[0], heavy[0], has_fixed};
}

/* ---- kinds of balls ---- */

enum { PENALTY_MAX_KINDS = 128 };

/* Kinds of balls, which have the same contacts with any third body: mass, radius, inertia,
 * material and fixation. */
typedef struct {
    const carom_ball *ball[PENALTY_MAX_KINDS]; /* the first of each kind */
    bool several[PENALTY_MAX_KINDS];           /* more than one ball */
    size_t count;
    bool complete; /* all kinds fit */
} penalty_kinds;

static bool is_same_kind(const carom_ball *p, const carom_ball *q)
{
    return p->mass_kg == q->mass_kg && p->radius_m == q->radius_m && p->fixed == q->fixed &&
           p->inertia_factor == q->inertia_factor && strcmp(p->material, q->material) == 0;
}

/* Finds the kinds. kind: receives the first ball of the kind of each ball, or, of a kind that does
 * not fit, the ball itself. May be NULL */
static penalty_kinds find_kinds(const carom_problem *problem, uint32_t *kind)
{
    penalty_kinds kinds = {.complete = true};
    for (uint32_t i = 0; i < problem->count; i++) {
        size_t k = 0;
        while (k < kinds.count && !is_same_kind(kinds.ball[k], &problem->ball[i])) {
            k++;
        }
        if (k < kinds.count) {
            kinds.several[k] = true;
        } else if (k < PENALTY_MAX_KINDS) {
            kinds.ball[kinds.count++] = &problem->ball[i];
        }
        kinds.complete = kinds.complete && k < kinds.count;
        if (kind != NULL) {
            kind[i] = k < kinds.count ? (uint32_t)(kinds.ball[k] - problem->ball) : i;
        }
    }
    return kinds;
}

/* ---- what a problem asks of its springs ---- */

typedef struct {
    const carom_problem *problem;
    const penalty_options *options;
    const carom_force_law *law;
    bool elastic;     /* the stiffness follows from materials */
    double speed_mps; /* of typical contacts */
    mass_range mass;
} contact_survey;

static contact_survey survey_of(const carom_problem *problem, const penalty_options *options)
{
    const carom_force_law *law = carom_force_law_of(options->law.entry);
    return (contact_survey){problem,
                            options,
                            law,
                            carom_force_law_uses_materials(law, options->law.options),
                            typical_speed(problem),
                            masses_of(problem)};
}

/* ---- the range of the contacts ---- */

static void include_contact(const contact_survey *survey, double lightest, double heaviest,
                            carom_surface surface, penalty_calibration calibration,
                            penalty_contact_range *range)
{
    const penalty_options *options = survey->options;
    const carom_force_law *law = survey->law;
    surface.end = options->contact_end;
    surface.damping = calibration.damping;
    surface.reduced_mass_kg = lightest;
    carom_contact light = law->contact(options->law.options, &surface);
    surface.reduced_mass_kg = heaviest;
    carom_contact heavy = law->contact(options->law.options, &surface);
    double tangential_rate = fmax(
        1, sqrt(calibration.lambda));       /* or the normal one, if that is faster */
    double fastest = 2 * survey->speed_mps; /* head-on */
    range->rate = fmax(range->rate, tangential_rate * law->rate_per_s(&light, fastest));
    range->frequency = fmax(range->frequency, law->frequency_per_s(&light, fastest));
    double shortest = law->outcome(&light, fastest).contact_s;
    if (!(range->contact_time < shortest)) { /* stays NaN, as one contact does not end */
        range->contact_time = isnan(range->contact_time) ? NAN : shortest;
    }
    range->longest_contact_time = fmax(range->longest_contact_time,
                                       law->outcome(&heavy, survey->speed_mps).contact_s);
}

/* Contacts whose stiffness is given: of the lightest and of the heaviest balls. */
static void include_table(const contact_survey *survey, const penalty_calibration *calibrations,
                          penalty_contact_range *range)
{
    const carom_problem *problem = survey->problem;
    const carom_surface plain = {.stiffness_factor = 1};
    mass_range mass = survey->mass;
    if (isfinite(mass.light)) {
        include_contact(survey, mass.light, mass.heavy, plain, calibrations[PENALTY_BALLS], range);
    }
    if (!isfinite(mass.light_alone)) {
        return; /* all balls are fixed */
    }
    if (mass.has_fixed) {
        include_contact(survey, mass.light_alone, mass.heavy_alone, plain,
                        calibrations[PENALTY_BALLS], range);
    }
    if (problem->boundary == CAROM_WALLS || problem->count == 1) {
        include_contact(survey, mass.light_alone, mass.heavy_alone, plain,
                        calibrations[PENALTY_WALLS], range);
    }
    for (size_t k = 0; k < problem->pairs; k++) {
        carom_surface surface = {.stiffness_factor = problem->pair[k].stiffness_factor};
        include_contact(survey, isfinite(mass.light) ? mass.light : mass.light_alone,
                        mass.heavy_alone, surface, calibrations[PENALTY_SURFACES + k], range);
    }
}

/* Contacts of elastic materials, pair by pair. */
static void include_elastic(const contact_survey *survey, const penalty_calibration *calibrations,
                            penalty_contact_range *range)
{
    const carom_problem *problem = survey->problem;
    const penalty_kinds kinds = find_kinds(problem, NULL);
    for (size_t i = 0; i < kinds.count; i++) {
        for (size_t j = i; j <= kinds.count; j++) {
            const carom_ball *a = kinds.ball[i], *b = j == kinds.count ? NULL : kinds.ball[j];
            const carom_pair *pair = carom_problem_pair(problem, a, b);
            carom_surface surface = carom_pair_surface(problem, a, b);
            bool meet = b == NULL ? problem->boundary == CAROM_WALLS && !a->fixed
                                  : (i != j || kinds.several[i]) && !(a->fixed && b->fixed);
            if (meet) {
                include_contact(survey, surface.reduced_mass_kg, surface.reduced_mass_kg, surface,
                                calibrations[surface_of(problem, pair, b == NULL)], range);
            }
        }
    }
}

static penalty_contact_range range_of(const contact_survey *survey,
                                      const penalty_calibration *calibrations)
{
    const carom_problem *problem = survey->problem;
    const penalty_options *options = survey->options;
    penalty_contact_range range = {.contact_time = INFINITY};
    for (size_t k = 0; k <= problem->changes; k++) {
        const penalty_calibration *now = calibrations + k * surfaces_of(problem);
        if (survey->elastic) {
            include_elastic(survey, now, &range);
        } else {
            include_table(survey, now, &range);
        }
    }
    if (!isfinite(range.contact_time)) { /* no contact is possible */
        const carom_surface unit = {.stiffness_factor = 1, .elastic_N_per_m1p5 = 1};
        double damping = survey->elastic ? 0 : calibrations[PENALTY_BALLS].damping;
        include_contact(survey, 1, 1, unit, (penalty_calibration){damping, 0}, &range);
    }
    range.step_s = isnan(options->step_s) ? options->theta / range.frequency : options->step_s;
    return range;
}

void carom_penalty_check_materials(const carom_problem *problem, const penalty_options *options,
                                   const carom_diagnostics *diagnostics)
{
    const carom_force_law *law = carom_force_law_of(options->law.entry);
    const char *stiffness = law->stiffness;
    const penalty_kinds kinds = find_kinds(problem, NULL);
    if (!carom_force_law_uses_materials(law, options->law.options)) {
        return;
    }
    if (problem->constants == 0) {
        carom_diagnostics_add(diagnostics, true, stiffness,
                              "missing; give it, contact_time_s or max_overlap_m, or the constants "
                              "of the materials (materials)");
        return;
    }
    for (size_t k = 0; k < kinds.count; k++) {
        if (carom_problem_material(problem, kinds.ball[k]->material) == NULL) {
            carom_diagnostics_add(
                diagnostics, true, stiffness,
                "missing, and ball %.60s has no material with constants; give one of them",
                kinds.ball[k]->name);
            return;
        }
    }
    if (problem->boundary == CAROM_WALLS &&
        carom_problem_material(problem, problem->wall_material) == NULL) {
        carom_diagnostics_add(diagnostics, true, stiffness,
                              "missing, and the walls have no material with constants; give one of "
                              "them (wall_material)");
    } else if (!kinds.complete) {
        carom_diagnostics_add(
            diagnostics, true, stiffness,
            "missing, and the balls have more than %d different masses, radii or materials; "
            "give a stiffness",
            PENALTY_MAX_KINDS);
    }
}

/* ---- calibration ---- */

/* Largest ratio of normal to tangential reduced mass. The smallest relative inertia determines
 * it. */
static double max_mass_ratio(const carom_problem *problem)
{
    double least = INFINITY;
    for (size_t i = 0; i < problem->count; i++) {
        const carom_ball *ball = &problem->ball[i];
        if (!ball->fixed) {
            double r2 = ball->radius_m * ball->radius_m;
            least = fmin(least, carom_ball_inertia(ball) / (ball->mass_kg * r2));
        }
    }
    return 1 + 1 / least;
}

/* Largest k_t/k_n of the materials: of one with itself, or with a rigid one. */
static double max_elastic_ratio(const carom_problem *problem)
{
    double most = 0;
    for (size_t k = 0; k < problem->constants; k++) {
        double nu = problem->constant[k].poisson_ratio;
        most = fmax(most, 2 * (1 - nu) / (2 - nu));
    }
    return most;
}

/* Calibrates a surface: of a pair of materials, or of the table (pair: NULL). Without a restitution
 * e of its own it keeps the damping. Lambda follows from a free contact of the lightest balls; it
 * is an upper bound if k_t/k_n is given. */
static carom_status calibrate(const contact_survey *survey, double e, const carom_pair *pair,
                              bool wall, penalty_calibration *found, carom_error *error)
{
    const carom_problem *problem = survey->problem;
    const penalty_options *options = survey->options;
    carom_tangential tangential = carom_problem_tangential(problem, pair, wall);
    mass_range mass = survey->mass;
    if (!isnan(e)) {
        carom_status status = survey->law->damping(options->law.options, options->contact_end,
                                                   carom_springs_restitution(e), &found->damping,
                                                   error);
        if (status != CAROM_OK) {
            carom_error_set_key(error, wall ? "restitution.ball_wall" : "restitution.ball_ball");
            return status;
        }
    }
    if (tangential.friction == 0) {
        return CAROM_OK;
    }
    if (!isnan(options->tangential_ratio) || survey->elastic) {
        found->lambda = max_mass_ratio(problem) * (isnan(options->tangential_ratio)
                                                       ? max_elastic_ratio(problem)
                                                       : options->tangential_ratio);
        return CAROM_OK;
    }
    carom_surface surface = {.reduced_mass_kg = isfinite(mass.light) && !wall ? mass.light
                                              : isfinite(mass.light_alone)    ? mass.light_alone
                                                                              : 1,
                             .damping = found->damping,
                             .stiffness_factor = pair == NULL ? 1 : pair->stiffness_factor,
                             .end = options->contact_end};
    carom_contact contact = survey->law->contact(options->law.options, &surface);
    return carom_tangential_ratio(survey->law, &contact, survey->speed_mps,
                                  tangential.tangential_restitution, &found->lambda, error);
}

/* Calibrates all surfaces that the problem has, for the restitution `e` of the table. */
static carom_status calibrate_all(const contact_survey *survey, carom_restitution e,
                                  penalty_calibration *found, carom_error *error)
{
    const carom_problem *problem = survey->problem;
    if (problem->count > 1) {
        CAROM_TRY(calibrate(survey, e.ball_ball, NULL, false, &found[PENALTY_BALLS], error));
    }
    if (problem->boundary == CAROM_WALLS) {
        CAROM_TRY(calibrate(survey, e.ball_wall, NULL, true, &found[PENALTY_WALLS], error));
    }
    for (size_t k = 0; k < problem->pairs; k++) {
        const carom_pair *pair = &problem->pair[k];
        penalty_calibration *calibration = &found[PENALTY_SURFACES + k];
        bool wall = strcmp(pair->a, "wall") == 0 || strcmp(pair->b, "wall") == 0;
        calibration->damping = found[wall ? PENALTY_WALLS : PENALTY_BALLS].damping;
        carom_status status = calibrate(survey, pair->restitution, pair, wall, calibration, error);
        if (status != CAROM_OK) {
            carom_error_set_key(error, "pairs");
            return status;
        }
    }
    return CAROM_OK;
}

penalty_calibration *carom_penalty_calibrations_new(const carom_problem *problem,
                                                    const penalty_options *options,
                                                    penalty_contact_range *range,
                                                    carom_error *error)
{
    contact_survey survey = survey_of(problem, options);
    size_t count = problem->changes + 1, surfaces = surfaces_of(problem);
    penalty_calibration *all = carom_allocate(count * surfaces, sizeof *all);
    for (size_t k = 0; k < count; k++) {
        carom_restitution e = k == 0 ? problem->restitution : problem->change[k - 1].restitution;
        carom_status status = calibrate_all(&survey, e, &all[k * surfaces], error);
        if (status == CAROM_INVALID && k > 0) {
            carom_error_set_key(error, "schedule");
        }
        if (status != CAROM_OK) {
            free(all);
            return NULL;
        }
    }
    *range = range_of(&survey, all);
    return all;
}

/* ---- creation ---- */

static void describe_balls(penalty_shared *shared)
{
    const carom_problem *problem = shared->problem;
    size_t n = problem->count + 1;
    shared->inverse_mass = carom_allocate(3 * n, sizeof(double));
    shared->radius = shared->inverse_mass + n;
    shared->reach_wall = shared->radius + n;
    shared->kind = carom_allocate(n, sizeof *shared->kind);
    (void)find_kinds(problem, shared->kind);
    shared->rolling = carom_rolling_new(problem);
    shared->smallest_m = INFINITY;
    for (uint32_t i = 0; i < problem->count; i++) {
        const carom_ball *ball = &problem->ball[i];
        shared->inverse_mass[i] = carom_ball_inverse_mass(ball);
        shared->radius[i] = ball->radius_m;
        shared->reach_wall[i] = problem->wall_contact == CAROM_SURFACE ? ball->radius_m : 0;
        shared->smallest_m = fmin(shared->smallest_m, ball->radius_m);
    }
}

carom_status carom_penalty_shared_init(penalty_shared *shared, const carom_solver_args *args,
                                       carom_error *error)
{
    const penalty_options *options = args->options;
    const carom_problem *problem = args->problem;
    penalty_contact_range range;
    *shared = (penalty_shared){
        .problem = problem,
        .log = args->log,
        .trace = args->trace,
        .cancel = args->cancel,
        .phase = options->phase,
        .options = *options,
        .integrator = carom_integrator_of(options->integrator.entry),
        .law = carom_force_law_of(options->law.entry),
        .exact = carom_penalty_is_exact(options),
        .friction = carom_problem_has_contact_friction(problem),
        .calibrations = carom_penalty_calibrations_new(problem, options, &range, error)};
    if (shared->calibrations == NULL) {
        return CAROM_INVALID;
    }
    describe_balls(shared);
    shared->trial = carom_allocate(1, sizeof *shared->trial);
    shared->trial->shared = shared;
    shared->step_s = range.step_s;
    shared->report.contact_s = range.longest_contact_time;
    shared->report.theta = shared->step_s * range.frequency;
    shared->report.step_s = shared->step_s;
    return CAROM_OK;
}

void carom_penalty_shared_free(penalty_shared *shared)
{
    free(shared->calibrations);
    free(shared->rolling);
    free(shared->inverse_mass);
    free(shared->kind);
    free(shared->open);
    if (shared->trial != NULL) {
        carom_penalty_free_block(shared->trial);
        free(shared->trial);
    }
}

bool carom_penalty_shared_apply_schedule(penalty_shared *shared, double t_s)
{
    const carom_problem *problem = shared->problem;
    size_t *changed = &shared->changed, before = *changed;
    while (*changed < problem->changes && problem->change[*changed].t_s <= t_s) {
        ++*changed;
        shared->last[0].valid = shared->last[1].valid = false;
    }
    return *changed > before;
}

const penalty_calibration *carom_penalty_calibration_now(const penalty_shared *shared,
                                                         const carom_pair *surfaces, bool wall)
{
    return &shared->calibrations[shared->changed * surfaces_of(shared->problem) +
                                 surface_of(shared->problem, surfaces, wall)];
}

double carom_penalty_shared_skin(const carom_problem *problem, double stretch, double share)
{
    static const double of_widest = 0.3;
    double widest = carom_problem_widest(problem), skin_m = of_widest * widest;
    double shorter = fmin(problem->width_m, problem->height_m);
    return problem->boundary == CAROM_PERIODIC
             ? fmin(skin_m, share * (shorter / 3 - stretch * widest))
             : skin_m;
}

/* ---- the table ---- */

void carom_penalty_add_walls(const penalty_shared *shared, uint32_t i, carom_vec at,
                             double within_m, penalty_candidates *near)
{
    const carom_problem *problem = shared->problem;
    bool shaped = problem->part != NULL;
    double reach = shared->reach_wall[i] + within_m;
    bool clear = shaped ? !(carom_walls_max_overlap(problem, at, reach) > 0)
                        : carom_walls_are_clear(problem, at, reach);
    uint32_t n = (uint32_t)problem->count, walls = (uint32_t)carom_walls_chains(problem);
    for (uint32_t wall = 0; wall < walls && !clear && !problem->ball[i].fixed; wall++) {
        if (shaped || carom_side_overlap(problem, wall, at, reach).overlap_m > 0) {
            penalty_candidate candidate = {i, n + wall, {0, 0}};
            CAROM_APPEND(near->item, near->count, near->capacity, candidate);
        }
    }
}

/* Walls of a rectangle push back from any depth. Walls of other shapes act only on balls in front
 * of them, so a ball can escape. */
carom_status carom_penalty_check_on_table(const carom_problem *problem, carom_vec at, uint32_t i,
                                          double t_s, carom_error *error)
{
    const carom_ball *ball = &problem->ball[i];
    char t[32];
    if (problem->part == NULL || ball->fixed || carom_walls_enclose(problem, at)) {
        return CAROM_OK;
    }
    carom_number_format_digits(t_s, 12, t, sizeof t);
    return carom_error_set(error, CAROM_INVALID, "law",
                           "%s has gone through the wall at t = %s s, as its overlap exceeds its "
                           "radius; use a stiffer spring",
                           carom_ball_describe(ball).text, t);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MuJoCo: soft contacts in steps. A contact's relative acceleration is to be (1 - d) a0 - d (b v +
 * k d r), a0 without it, r the overlap, v its rate and d the impedance, with a force that never
 * pulls; the forces of all contacts together minimise a convex cost. With d constant this is the
 * damped spring r'' = -stiffness r - damping r', per reduced mass, whose restitution follows from
 * zeta = damping/(2 sqrt(stiffness)) as for every spring and dashpot that does not pull.
 */
#include "base/base.h"
#include "engines/engines.h"
#include "engines/mujoco_scene.h"
#include "laws/laws.h"
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const integrators[] = {"Euler", "RK4", "implicit", NULL}; /* by mjtIntegrator */
static const char *const solvers[] = {"PGS", "CG", "Newton", NULL};          /* by mjtSolver */

typedef struct {
    carom_stepper_options common;
    int integrator, solver;
    int64_t iterations;
    double tolerance;
    double stiffness, damping, timeconst, dampratio; /* solref, said in one of two ways */
    double dmin, dmax, width, midpoint, power;       /* solimp */
} mujoco_options;

static const double pi = 3.14159265358979323846;

#define AT(member) offsetof(mujoco_options, member)
static const carom_param params[] = {
    CAROM_STEPPER_ROWS("0.002"),
    {WORD("integrator", AT(integrator), "Euler", integrators,
          "Euler: semi-implicit; RK4 does not tell impulses; implicit: here the same as Euler"),
     .unit = ""},
    {WORD("solver", AT(solver), "Newton", solvers,
          "of all contacts together; Newton is best for most models, PGS breaks symmetry"),
     .unit = ""},
    {COUNT("iterations", AT(iterations), "100", 1, INT32_MAX, "the most that the solver takes"),
     .unit = ""},
    {NUMBER("tolerance", AT(tolerance), "", "1e-8", 0, 1,
            "of the solver, relative to mean inertia; for Newton 1e-10 is recommended")},
    {NUMBER("stiffness", AT(stiffness), "1/s^2", "2500", POSITIVE, ANY,
            "of solref = (-stiffness, -damping): w0^2 of a contact, whatever its masses; 2500 as "
            "of MuJoCo's default solref, (0.02, 1)"),
     .instead_of = "timeconst"},
    {NUMBER("damping", AT(damping), "1/s", "", 0, ANY,
            "of solref = (-stiffness, -damping): 2 zeta w0; not given: what restitution asks for")},
    {NUMBER("timeconst", AT(timeconst), "s", "", POSITIVE, ANY,
            "of solref = (timeconst, dampratio): 1/(zeta w0), 2 step_s at least"),
     .instead_of = "stiffness"},
    {NUMBER("dampratio", AT(dampratio), "", "", POSITIVE, ANY,
            "of solref = (timeconst, dampratio): zeta; not given: what restitution asks for")},
    {NUMBER("dmin", AT(dmin), "", "0.9", 0, 1, "of solimp: impedance d of a contact that begins")},
    {NUMBER("dmax", AT(dmax), "", "0.95", 0, 1,
            "of solimp: impedance beyond width; held to 0.0001 .. 0.9999")},
    {NUMBER("width", AT(width), "m", "0.001", 0, ANY, "of solimp: overlap within which d changes")},
    {NUMBER("midpoint", AT(midpoint), "", "0.5", 0, 1, "of solimp: where d bends, in widths")},
    {NUMBER("power", AT(power), "", "2", 1, ANY, "of solimp: how d changes; 1: along a line")},
    {.key = NULL}};

typedef struct {
    uint32_t number; /* of a ball, or of a part of the wall */
    bool wall;
} body;

typedef struct {
    carom_stepper *stepper;
    const carom_problem *problem;
    const mujoco_options *options;
    mjModel *model;
    mjData *data;
    body *of_geom;
    int *dof;       /* of a ball's x; y and z follow; < 0: it is fixed */
    uint64_t steps; /* done */
} mujoco;

/* ---- solref of a restitution ---- */

static carom_status compute_solref(const mujoco_options *o, double e, double solref[mjNREF],
                                   carom_error *error)
{
    bool direct = isnan(o->timeconst);
    double said = direct ? o->damping : o->dampratio, zeta = 0;
    if (isnan(said)) {
        CAROM_TRY(carom_calibration_damping(CAROM_END_FORCE, e, &zeta, error));
        said = direct ? 2 * zeta * sqrt(o->stiffness) : zeta;
    }
    solref[0] = direct ? -o->stiffness : o->timeconst;
    solref[1] = direct ? -said : said;
    return CAROM_OK;
}

/* Gives the restitution of the step under way: to walls, which decide over balls by their priority,
 * to balls, and to the pairs that have one of their own. */
static carom_status set_restitutions(const mujoco *self, carom_error *error)
{
    double t = (double)(self->steps + 1) * self->options->common.step_s;
    carom_restitution common = carom_problem_restitution(self->problem, t);
    const carom_ball *ball = self->problem->ball;
    mjModel *m = self->model;
    for (int g = 0; g < m->ngeom; g++) {
        CAROM_TRY(compute_solref(self->options,
                                 self->of_geom[g].wall ? common.ball_wall : common.ball_ball,
                                 m->geom_solref + mjNREF * g, error));
    }
    for (int p = 0; p < m->npair; p++) {
        body a = self->of_geom[m->pair_geom1[p]], b = self->of_geom[m->pair_geom2[p]];
        const carom_ball *one = &ball[a.wall ? b.number : a.number];
        const carom_ball *other = a.wall || b.wall ? NULL : &ball[b.number];
        CAROM_TRY(compute_solref(self->options,
                                 carom_pair_restitution(self->problem, one, other, t),
                                 m->pair_solref + mjNREF * p, error));
    }
    return CAROM_OK;
}

/* ---- the scene ---- */

static void set_model(const mujoco *self)
{
    mjOption *to = &self->model->opt;
    to->timestep = self->options->common.step_s;
    to->integrator = self->options->integrator;
    to->solver = self->options->solver;
    to->iterations = (int)self->options->iterations;
    to->tolerance = self->options->tolerance;
    mju_zero3(to->gravity);
    to->gravity[0] = self->problem->gravity_mps2.x;
    to->gravity[1] = self->problem->gravity_mps2.y;
}

static void find_bodies(mujoco *self)
{
    for (int g = 0; g < self->model->ngeom; g++) {
        const char *name = mj_id2name(self->model, mjOBJ_GEOM, g);
        int at = self->model->geom_bodyid[g];
        body is = {(uint32_t)strtoul(name + 1, NULL, 10), name[0] == 'w'};
        self->of_geom[g] = is;
        if (!is.wall) {
            self->dof[is.number] = at == 0 ? -1 : self->model->body_dofadr[at];
        }
    }
}

static void place_balls(const mujoco *self)
{
    for (size_t i = 0; i < self->problem->count; i++) {
        const carom_ball *ball = &self->problem->ball[i];
        int at = self->dof[i];
        if (at >= 0) {
            self->data->qpos[at] = ball->x_m;
            self->data->qpos[at + 1] = ball->y_m;
            self->data->qvel[at] = ball->vx_mps;
            self->data->qvel[at + 1] = ball->vy_mps;
        }
    }
}

/* The process is this engine's alone: its last line is what is said of its end. */
static void exit_with_message(const char *message)
{
    fprintf(stderr, "MuJoCo: %s\n", message);
    exit(EXIT_FAILURE);
}

static void ignore_warning(const char *message) /* warnings are counted, which each step sees */
{
    (void)message;
}

static void mujoco_destroy(void *engine)
{
    mujoco *self = engine;
    if (self != NULL) {
        mj_deleteData(self->data);
        mj_deleteModel(self->model);
        free(self->of_geom);
        free(self->dof);
        free(self);
    }
}

static bool build_model(mujoco *self, carom_error *error)
{
    const mujoco_options *o = self->options;
    const double solimp[mjNIMP] = {o->dmin, o->dmax, o->width, o->midpoint, o->power};
    self->model = carom_mujoco_model(self->stepper, self->problem, solimp, error);
    if (self->model == NULL) {
        return false;
    }
    find_bodies(self);
    set_model(self);
    self->data = mj_makeData(self->model);
    if (self->data == NULL) {
        carom_error_no_memory(error);
        return false;
    }
    place_balls(self);
    return set_restitutions(self, error) == CAROM_OK;
}

static void *mujoco_build(carom_stepper *stepper, const carom_problem *problem, const void *options,
                          carom_error *error)
{
    bool missing = false;
    mujoco *self = carom_zeros(1, sizeof *self, &missing);
    body *of_geom = carom_zeros(problem->count + CAROM_WALL_COUNT, sizeof(body), &missing);
    int *dof = carom_zeros(problem->count, sizeof(int), &missing);
    if (missing) {
        free(self);
        free(of_geom);
        free(dof);
        carom_error_no_memory(error);
        return NULL;
    }
    *self = (mujoco){
        .stepper = stepper, .problem = problem, .options = options, .of_geom = of_geom, .dof = dof};
    mju_user_error = exit_with_message;
    mju_user_warning = ignore_warning;
    if (build_model(self, error)) {
        return self;
    }
    mujoco_destroy(self);
    return NULL;
}

/* ---- a step ---- */

static carom_status report_contacts(const mujoco *self, carom_error *error)
{
    bool knows = self->options->integrator != mjINT_RK4; /* else it is the last stage's force */
    for (int c = 0; c < self->data->ncon; c++) {
        const mjContact *at = &self->data->contact[c];
        body a = self->of_geom[at->geom1], b = self->of_geom[at->geom2];
        double turn = a.wall ? -1 : 1; /* a wall comes second, and its normal goes outward */
        carom_vec normal = {turn * at->frame[0], turn * at->frame[1]};
        mjtNum force[6];
        mj_contactForce(self->model, self->data, c, force);
        if (force[0] > 0 &&
            carom_stepper_add_contact(self->stepper, a.wall ? b.number : a.number,
                                      a.wall ? a.number : b.number, a.wall || b.wall, normal,
                                      knows ? force[0] * self->model->opt.timestep : NAN,
                                      error) != CAROM_OK) {
            return CAROM_NO_MEMORY;
        }
    }
    return CAROM_OK;
}

/* Walls that stand upright but for rounding push out of the plane by it, and a little out of the
 * plane grows with every collision as any small difference does: nothing is left of it. */
static void project_to_plane(const mujoco *self)
{
    for (size_t i = 0; i < self->problem->count; i++) {
        int z = self->dof[i] + 2;
        if (self->dof[i] >= 0) {
            self->data->qpos[z] = self->data->qvel[z] = self->data->qacc_warmstart[z] = 0;
        }
    }
}

/* MuJoCo goes on after a warning, from t = 0 where a number is not finite; here it ends. */
static carom_status mujoco_step(void *engine, carom_error *error)
{
    mujoco *self = engine;
    if (self->problem->changes > 0) {
        CAROM_TRY(set_restitutions(self, error));
    }
    mj_step(self->model, self->data);
    project_to_plane(self);
    self->steps++;
    for (int w = 0; w < mjNWARNING; w++) {
        if (self->data->warning[w].number > 0) {
            return carom_error_set(error, CAROM_INVALID, "kind", "MuJoCo warns: %s",
                                   mju_warningText(w, self->data->warning[w].lastinfo));
        }
    }
    return report_contacts(self, error);
}

static carom_flight mujoco_ball(const void *engine, size_t i)
{
    const mujoco *self = engine;
    int at = self->dof[i];
    if (at < 0) {
        return carom_flight_from_ball(&self->problem->ball[i]);
    }
    return (carom_flight){{self->data->qpos[at], self->data->qpos[at + 1]},
                          {self->data->qvel[at], self->data->qvel[at + 1]}};
}

/* ---- the seam ---- */

static const carom_stepper_engine engine_steps = {.build = mujoco_build,
                                                  .step = mujoco_step,
                                                  .ball = mujoco_ball,
                                                  .destroy = mujoco_destroy,
                                                  .pushes_before_moving = true};

static void *mujoco_create(const carom_solver_args *args, carom_error *error)
{
    return carom_stepper_new(args, &engine_steps, error);
}

static void check_restitutions(const carom_problem *problem, const mujoco_options *o,
                               const carom_diagnostics *diagnostics)
{
    double least, most, solref[mjNREF];
    const char *why = NULL;
    char text[200];
    carom_problem_restitutions(problem, &least, &most);
    if (!isnan(isnan(o->timeconst) ? o->damping : o->dampratio)) {
        return; /* whatever is asked */
    }
    if (most > 1) {
        why = "1 at most: its contacts cannot drive";
    } else if (most == 1 && !isnan(o->timeconst)) {
        why = "less than 1 for a dampratio > 0: `stiffness` can say it";
    } else if (compute_solref(o, least, solref, NULL) != CAROM_OK) {
        why = "more than 0, for which no damping is enough, or `damping` as it is meant";
    }
    if (why != NULL) {
        snprintf(text, sizeof text, "asked of MuJoCo: %g to %g; expected %s", least, most, why);
        diagnostics->report(diagnostics->context, true, "restitution", text);
    }
}

/* A pair of balls of w0^2 = stiffness that meets at u is u/w0 deep at most. */
static void check_depth(const carom_problem *problem, const mujoco_options *o,
                        const carom_diagnostics *diagnostics)
{
    double fastest = 0, least = INFINITY, deep;
    char text[200];
    for (size_t i = 0; i < problem->count; i++) {
        const carom_ball *ball = &problem->ball[i];
        fastest = fmax(fastest, carom_vec_length(carom_flight_from_ball(ball).v));
        least = fmin(least, ball->radius_m);
    }
    deep = fastest / sqrt(o->stiffness);
    if (isnan(o->timeconst) && deep > least) {
        snprintf(
            text, sizeof text,
            "so soft that a contact at %.3g m/s is up to %.3g m deep, and balls of radius %.3g "
            "m pass through each other; expected %.2g /s^2 at least",
            fastest, deep, least, fastest * fastest / (least * least));
        diagnostics->report(diagnostics->context, false, "stiffness", text);
    }
}

/* The time constant of solref (-stiffness, -damping) is 2/damping, and MuJoCo holds one that is
 * said so to 2 h at least: beyond, what damps overshoots within a step. An undamped contact is
 * passed in one step where w0 h > 2. */
static void check_step(const carom_problem *problem, const mujoco_options *o,
                       const carom_diagnostics *diagnostics)
{
    double least, most, solref[mjNREF], h = o->common.step_s, w0 = sqrt(o->stiffness);
    char text[200];
    carom_problem_restitutions(problem, &least, &most);
    if (!isnan(o->timeconst) || compute_solref(o, least, solref, NULL) != CAROM_OK ||
        (-solref[1] * h <= 1 && w0 * h <= 2)) {
        return;
    }
    snprintf(
        text, sizeof text,
        "so long that contacts overshoot and make energy: damping h = %.3g, w0 h = %.3g; expected "
        "1 and 2 at most, or a lower stiffness",
        -solref[1] * h, w0 * h);
    diagnostics->report(diagnostics->context, false, "step_s", text);
}

static void mujoco_check(const carom_problem *problem, const void *options,
                         const carom_diagnostics *diagnostics)
{
    const mujoco_options *o = options;
    bool direct = isnan(o->timeconst);
    carom_stepper_check(problem, "MuJoCo", diagnostics);
    if (!isnan(direct ? o->dampratio : o->damping)) {
        diagnostics->report(diagnostics->context, true, direct ? "dampratio" : "damping",
                            "said beside what it does not go with; expected solref as (timeconst, "
                            "dampratio) or as (stiffness, damping)");
    }
    if (!direct && o->timeconst < 2 * o->common.step_s) {
        diagnostics->report(
            diagnostics->context, true, "timeconst",
            "less than 2 step_s, which MuJoCo would take instead; expected more, or "
            "`stiffness`, which it does not bound");
    }
    check_restitutions(problem, o, diagnostics);
    check_depth(problem, o, diagnostics);
    check_step(problem, o, diagnostics);
}

static void mujoco_explain(const void *options, const carom_speed_estimate *speed_estimate,
                           char *text, size_t size)
{
    const mujoco_options *o = options;
    bool direct = isnan(o->timeconst), asked = isnan(direct ? o->damping : o->dampratio);
    double w0 = sqrt(o->stiffness), h = o->common.step_s;
    char lasts[160];
    snprintf(lasts, sizeof lasts, "an elastic contact lasts %.3g s, %.3g m deep, w0 h = %.3g",
             pi / w0, speed_estimate->closing_mps / w0, w0 * h);
    snprintf(
        text, size,
        "Soft contacts in steps of %g s (%s): %s. %s. All contacts are solved together (%s), each "
        "to move as if it were alone. Balls slide along x, y and z, and what rounding pushes out "
        "of "
        "the plane is put back after each step; SI units as they are. The energy within a contact "
        "is not told, and is missing in the ledger meanwhile.",
        h, integrators[o->integrator], direct ? lasts : "timeconst says how long a contact lasts",
        asked ? "Damping is that of a spring and dashpot that does not pull and has the "
                "restitution asked for"
              : "Damping is said, and restitution is what comes of it",
        solvers[o->solver]);
}

static const char *mujoco_version(void)
{
    enum { IS = mjVERSION_HEADER, ZERO = '0' };
    static const char text[] = {'M', 'u',
                                'J', 'o',
                                'C', 'o',
                                ' ', ZERO + IS / 100,
                                '.', ZERO + IS / 10 % 10,
                                '.', ZERO + IS % 10,
                                0};
    return text;
}

static const carom_solver_entry mujoco_solver = {
    .about = {.name = "mujoco",
              .summary = "MuJoCo: soft contacts in steps, their forces from a convex optimisation",
              .params = params,
              .options_size = sizeof(mujoco_options)},
    .traits = CAROM_THIRD_PARTY |
              CAROM_TIME_STEPPED, /* no CAROM_SOFT: its contacts are no springs */
    .explain = mujoco_explain,
    .check = mujoco_check,
    .create = mujoco_create,
    CAROM_STEPPER_FUNCTIONS};

CAROM_ENGINE_EXPORT = {
    .shape = CAROM_ENGINE_SHAPE,
    .solver = &mujoco_solver,
    .version = mujoco_version,
    .collisions = "contacts whose force is above 0, from the first step to the last; impulses by "
                  "mj_contactForce times the step",
    .promise = "the same bits for the same order of balls and the same build of the library"};

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MuJoCo: soft contacts with a fixed step. The relative acceleration of a contact is (1 - d) a0 -
 * d (b v + k d r), with a0 the acceleration without it, r the overlap, v its rate and d the
 * impedance; the force never pulls. The forces of all contacts together minimize a convex cost.
 * With constant d this is the damped spring r'' = -stiffness r - damping r' (per reduced mass).
 * Its restitution follows from zeta = damping/(2 sqrt(stiffness)) as for every spring and dashpot
 * that does not pull. */
#include "engines/engines.h"
#include "laws/laws.h"
#include <mujoco/mujoco.h>

static const char *const integrators[] = {"Euler", "RK4", "implicit",
                                          NULL};                    /* order of mjtIntegrator */
static const char *const solvers[] = {"PGS", "CG", "Newton", NULL}; /* order of mjtSolver */

typedef struct {
    carom_stepper_options common;
    int integrator, solver;
    int64_t iterations;
    double tolerance;
    double stiffness, damping, timeconst, dampratio; /* solref, in one of two forms */
    double dmin, dmax, width, midpoint, power;       /* solimp */
} mujoco_options;

#define AT(member) offsetof(mujoco_options, member)
static const carom_param params[] = {
    CAROM_STEPPER_ROWS("0.002"),
    {WORD("integrator", AT(integrator), "Euler", integrators,
          "Euler: semi-implicit; RK4: reports no impulses; implicit: here the same as Euler"),
     .unit = ""},
    {WORD("solver", AT(solver), "Newton", solvers,
          "of all contacts together; Newton is best for most models, PGS breaks symmetry"),
     .unit = ""},
    {COUNT("iterations", AT(iterations), "100", 1, INT32_MAX,
           "maximum number of iterations of the solver"),
     .unit = ""},
    {NUMBER("tolerance", AT(tolerance), "", "1e-8", 0, 1,
            "of the solver, relative to the mean inertia; 1e-10 is recommended for Newton")},
    {NUMBER(
         "stiffness", AT(stiffness), "1/s^2", "2500", POSITIVE, ANY,
         "of solref = (-stiffness, -damping): w0^2 of a contact, independent of masses; MuJoCo's "
         "default solref (0.02, 1) has 2500"),
     .instead_of = "timeconst"},
    {NUMBER("damping", AT(damping), "1/s", "", 0, ANY,
            "of solref = (-stiffness, -damping): 2 zeta w0; default: from the restitution")},
    {NUMBER("timeconst", AT(timeconst), "s", "", POSITIVE, ANY,
            "of solref = (timeconst, dampratio): 1/(zeta w0), at least 2 step_s"),
     .instead_of = "stiffness"},
    {NUMBER("dampratio", AT(dampratio), "", "", POSITIVE, ANY,
            "of solref = (timeconst, dampratio): zeta; default: from the restitution")},
    {NUMBER("dmin", AT(dmin), "", "0.9", 0, 1, "of solimp: impedance d at contact onset")},
    {NUMBER("dmax", AT(dmax), "", "0.95", 0, 1,
            "of solimp: impedance beyond width; clamped to 0.0001 .. 0.9999")},
    {NUMBER("width", AT(width), "m", "0.001", 0, ANY, "of solimp: overlap within which d changes")},
    {NUMBER("midpoint", AT(midpoint), "", "0.5", 0, 1,
            "of solimp: position of the inflection of d, relative to width")},
    {NUMBER("power", AT(power), "", "2", 1, ANY,
            "of solimp: exponent of the change of d; 1: linear")},
    {.key = NULL}};

/* ---- model ----
 * Each ball slides along x, y and z, although only rounding acts along z. Without z, MuJoCo's
 * estimate of the inverse mass, a mean over three axes, would be 2/3 of the true value and change
 * the impedance of every contact. */

static void write_world(const carom_stepper *stepper, const carom_problem *p, FILE *file)
{
    for (int wall = 0; wall < CAROM_WALL_COUNT && p->boundary == CAROM_WALLS; wall++) {
        carom_vec n = carom_wall_normals[wall];
        double line = carom_wall_line(p, 0, wall);
        fprintf(file,
                "<geom type='plane' name='w%d' priority='1' size='0 0 1' pos='%.17g %.17g 0' "
                "zaxis='%g %g 0'/>\n",
                wall, n.x != 0 ? line : 0, n.y != 0 ? line : 0, -n.x, -n.y);
    }
    for (size_t k = 0; k < p->count; k++) {
        size_t i = carom_stepper_insertion_index(stepper, k);
        const carom_ball *ball = &p->ball[i];
        if (ball->fixed) {
            fprintf(file, "<geom name='b%zu' size='%.17g' pos='%.17g %.17g 0'/>\n", i,
                    ball->radius_m, ball->x_m, ball->y_m);
        } else {
            fprintf(file,
                    "<body><joint axis='1 0 0'/><joint axis='0 1 0'/><joint axis='0 0 1'/>"
                    "<geom name='b%zu' size='%.17g' mass='%.17g'/></body>\n",
                    i, ball->radius_m, ball->mass_kg);
        }
    }
}

static void write_pairs(const carom_problem *p, FILE *file)
{
    for (size_t i = 0; i < p->count && p->pairs > 0; i++) {
        for (size_t k = i + 1; k < p->count; k++) {
            if (carom_problem_pair(p, &p->ball[i], &p->ball[k]) != NULL &&
                !(p->ball[i].fixed && p->ball[k].fixed)) {
                fprintf(file, "<pair geom1='b%zu' geom2='b%zu'/>\n", i, k);
            }
        }
        for (int wall = 0; wall < CAROM_WALL_COUNT && p->boundary == CAROM_WALLS; wall++) {
            if (carom_problem_pair(p, &p->ball[i], NULL) != NULL && !p->ball[i].fixed) {
                fprintf(file, "<pair geom1='b%zu' geom2='w%d'/>\n", i, wall);
            }
        }
    }
}

static void write_scene(const carom_stepper *stepper, const carom_problem *problem,
                        const double d[mjNIMP], FILE *file)
{
    size_t most = 3 * problem->count +
                  64; /* maximum number of edges of a planar graph: 3 (n + 4) - 6 */
    char solimp[160];
    snprintf(solimp, sizeof solimp, "solimp='%.17g %.17g %.17g %.17g %.17g'", d[0], d[1], d[2],
             d[3], d[4]);
    fprintf(file, "<mujoco><size njmax='%zu' nconmax='%zu'/>\n", most, most);
    fprintf(file,
            "<default><joint type='slide'/><geom type='sphere' condim='1' %s/><pair condim='1' %s/>"
            "</default><worldbody>\n",
            solimp, solimp);
    write_world(stepper, problem, file);
    fputs("</worldbody>\n<contact>\n", file);
    write_pairs(problem, file);
    fputs("</contact></mujoco>\n", file);
}

/* Loads the text through MuJoCo's file system in memory. */
static mjModel *load(const char *text, size_t size, mjVFS *files, carom_error *error)
{
    char why[300] = "";
    mj_defaultVFS(files);
    if (size > INT32_MAX || mj_makeEmptyFileVFS(files, "scene.xml", (int)size) != 0) {
        carom_error_no_memory(error);
        return NULL;
    }
    memcpy(files->filedata[0], text, size);
    mjModel *model = mj_loadXML("scene.xml", files, why, sizeof why);
    if (model == NULL) {
        carom_error_set(error, CAROM_INVALID, "kind", "MuJoCo rejects the scene: %s", why);
    }
    mj_deleteVFS(files);
    return model;
}

/* Builds the model of a problem. Balls are spheres that slide along x, y and z from the origin;
 * fixed balls and walls belong to the world. Contacts have no friction. Geom b<i> is ball i, w<w>
 * is wall w. Walls have the higher priority and decide the parameters of their contacts. Balls of
 * materials with their own restitution, and walls, are pairs. No solref is set.
 * @param solimp  of all contacts
 * @return the model, to be freed with mj_deleteModel, or NULL with the reason in @p error */
static mjModel *load_model(const carom_stepper *stepper, const carom_problem *problem,
                           const double solimp[mjNIMP], carom_error *error)
{
    char *text = NULL;
    size_t size = 0;
    mjModel *model = NULL;
    mjVFS *files = calloc(1, sizeof *files); /* 2 MB */
    FILE *file = carom_text_open(&text, &size);
    if (file != NULL) {
        write_scene(stepper, problem, solimp, file);
    }
    if (!carom_text_close(file, &text) || files == NULL) {
        carom_error_no_memory(error);
    } else {
        model = load(text, size, files, error);
    }
    free(files);
    free(text);
    return model;
}

typedef struct {
    uint32_t number; /* of a ball or of a part of the wall */
    bool wall;
} body;

typedef struct {
    carom_stepper *stepper;
    const carom_problem *problem;
    const mujoco_options *options;
    mjModel *model;
    mjData *data;
    body *of_geom;
    int *dof;       /* index of a ball's x, followed by y and z; < 0 if it is fixed */
    uint64_t steps; /* completed */
} mujoco;

/* ---- solref of a restitution ---- */

static carom_status compute_solref(const mujoco_options *o, double e, double solref[mjNREF],
                                   carom_error *error)
{
    bool direct = isnan(o->timeconst);
    double value = direct ? o->damping : o->dampratio, zeta = 0;
    if (isnan(value)) {
        CAROM_TRY(carom_calibration_damping(CAROM_END_FORCE, e, &zeta, error));
        value = direct ? 2 * zeta * sqrt(o->stiffness) : zeta;
    }
    solref[0] = direct ? -o->stiffness : o->timeconst;
    solref[1] = direct ? -value : value;
    return CAROM_OK;
}

/* Sets the restitution of the current step for walls (which decide by their priority), for balls,
 * and for pairs with their own restitution. */
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

/* Ends the worker process; its last line becomes the message of the failure. */
static void exit_with_message(const char *message)
{
    fprintf(stderr, "MuJoCo: %s\n", message);
    exit(EXIT_FAILURE);
}

static void ignore_warning(const char *message) /* each step reads the counters of warnings */
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
    self->model = load_model(self->stepper, self->problem, solimp, error);
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
    bool knows = self->options->integrator !=
                 mjINT_RK4; /* RK4 reports the force of its last stage */
    for (int c = 0; c < self->data->ncon; c++) {
        const mjContact *at = &self->data->contact[c];
        body a = self->of_geom[at->geom1], b = self->of_geom[at->geom2];
        double sign = a.wall ? -1 : 1; /* a wall is second, and its normal points outward */
        carom_vec normal = {sign * at->frame[0], sign * at->frame[1]};
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

/* Removes motion along z. Rounding of vertical walls causes it, and collisions amplify it. */
static void project_to_plane(const mujoco *self)
{
    for (size_t i = 0; i < self->problem->count; i++) {
        int z = self->dof[i] + 2;
        if (self->dof[i] >= 0) {
            self->data->qpos[z] = self->data->qvel[z] = self->data->qacc_warmstart[z] = 0;
        }
    }
}

/* Stops at a warning. MuJoCo would continue, from t = 0 if a number is not finite. */
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

/* ---- solver interface ---- */

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
        return; /* damping is given, so the restitution has no effect */
    }
    if (most > 1) {
        why = "at most 1, because its contacts cannot add energy";
    } else if (most == 1 && !isnan(o->timeconst)) {
        why = "less than 1 for a dampratio > 0, or `stiffness` instead";
    } else if (compute_solref(o, least, solref, NULL) != CAROM_OK) {
        why = "more than 0, because no damping suffices for 0, or a value of `damping`";
    }
    if (why != NULL) {
        snprintf(text, sizeof text, "unsuitable for MuJoCo (got %g to %g); expected %s", least,
                 most, why);
        diagnostics->report(diagnostics->context, true, "restitution", text);
    }
}

/* The maximum overlap of two balls with w0^2 = stiffness and approach speed u is u/w0. */
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
        snprintf(text, sizeof text,
                 "too low: a contact at %.3g m/s is up to %.3g m deep, and balls of radius %.3g "
                 "m pass through each other; expected at least %.2g /s^2",
                 fastest, deep, least, fastest * fastest / (least * least));
        diagnostics->report(diagnostics->context, false, "stiffness", text);
    }
}

/* The time constant of solref (-stiffness, -damping) is 2/damping. MuJoCo keeps other time
 * constants above 2 h, because stronger damping overshoots within a step. An undamped contact with
 * w0 h > 2 takes less than a step. */
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
        "too long: contacts overshoot and gain energy (damping h = %.3g, w0 h = %.3g); expected at "
        "most 1 and 2, or a lower stiffness",
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
        diagnostics->report(
            diagnostics->context, true, direct ? "dampratio" : "damping",
            "belongs to the other form of solref; expected (timeconst, dampratio) or "
            "(stiffness, damping)");
    }
    if (!direct && o->timeconst < 2 * o->common.step_s) {
        diagnostics->report(
            diagnostics->context, true, "timeconst",
            "less than 2 step_s, which MuJoCo would use instead; expected more, or `stiffness`, "
            "which MuJoCo does not clamp");
    }
    check_restitutions(problem, o, diagnostics);
    check_depth(problem, o, diagnostics);
    check_step(problem, o, diagnostics);
}

static void mujoco_explain(const void *options, const carom_speed_estimate *speed_estimate,
                           char *text, size_t size)
{
    const mujoco_options *o = options;
    bool direct = isnan(o->timeconst), from_restitution = isnan(direct ? o->damping : o->dampratio);
    double w0 = sqrt(o->stiffness), h = o->common.step_s;
    char lasts[160];
    snprintf(lasts, sizeof lasts, "an elastic contact lasts %s, %s deep, w0 h = %.3g",
             carom_number_with_prefix(CAROM_PI / w0, 3, "s").text,
             carom_number_with_prefix(speed_estimate->closing_mps / w0, 3, "m").text, w0 * h);
    snprintf(text, size,
             "Soft contacts in steps of %s (%s): %s. %s. MuJoCo solves all contacts of a step "
             "together "
             "(%s). Balls slide along x, y and z; each step removes motion along z, which rounding "
             "causes. Units are SI. MuJoCo does not report the energy stored in a contact, so the "
             "budget "
             "lacks it during the contact.",
             carom_number_with_prefix(h, 6, "s").text, integrators[o->integrator],
             direct ? lasts : "timeconst determines the contact duration",
             from_restitution
                 ? "The damping follows from the restitution, for a spring and dashpot that "
                   "does not pull"
                 : "The damping is given and determines the restitution",
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
              .summary = "MuJoCo: soft contacts with a fixed step, forces by convex optimization",
              .params = params,
              .options_size = sizeof(mujoco_options)},
    .traits = CAROM_THIRD_PARTY |
              CAROM_TIME_STEPPED, /* without CAROM_SOFT: the contacts are no springs */
    .explain = mujoco_explain,
    .check = mujoco_check,
    .create = mujoco_create,
    CAROM_STEPPER_FUNCTIONS};

CAROM_ENGINE_EXPORT = {
    .shape = CAROM_ENGINE_SHAPE,
    .solver = &mujoco_solver,
    .version = mujoco_version,
    .collisions = "contacts with force > 0, from the first step to the last; impulses are "
                  "mj_contactForce times the step",
    .promise = "the same bits for the same order of balls and the same build of the library"};

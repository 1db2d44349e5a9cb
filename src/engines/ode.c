/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Open Dynamics Engine: rigid spheres with a fixed step. Contacts are detected at the positions at
 * the start of a step. Each becomes a joint with a target separation speed: e times the approach
 * speed, or the speed of error reduction if that is larger. All joints of a step are solved
 * together as a linear complementarity problem; balls then move with the resulting velocities.
 *
 * Balls stay in the plane z = 0 by symmetry: centres, normals, weight and forces have z = 0
 * exactly, so no constraint is needed. (The library's Plane2D joint would add three rows per ball
 * to the iterations.) Contacts have no friction, so balls rotate by rounding only. */
#include "engines/engines.h"
#include <ode/ode.h>
#include <stdarg.h>

#ifndef dDOUBLE
#error "expected an ODE of double precision"
#endif

typedef enum { QUICKSTEP, STEP } ode_method;
typedef enum { HASH, SWEEP_AND_PRUNE, SIMPLE } ode_space;
typedef enum { END, IGNORE } ode_messages;

static const char *const methods[] = {"quickstep", "step", NULL};
static const char *const spaces[] = {"hash", "sweep_and_prune", "simple", NULL};
static const char *const after_message[] = {"end", "ignore", NULL};
static const char *const no_bound[] = {"infinity", NULL};

typedef struct {
    carom_stepper_options common;
    int method, space, messages;
    int64_t iterations, random_seed;
    double sor_w, erp, cfm, max_correcting_vel, surface_layer, bounce_vel;
} ode_options;

#define AT(member) offsetof(ode_options, member)
static const carom_param params[] = {
    CAROM_STEPPER_ROWS("0.01"),
    {WORD("method", AT(method), "quickstep", methods,
          "quickstep: dWorldQuickStep, iterative, time ~ contacts; step: dWorldStep, Dantzig's "
          "method, accurate, time ~ contacts^3"),
     .unit = ""},
    {COUNT("iterations", AT(iterations), "20", 1, INT32_MAX,
           "of quickstep (dWorldSetQuickStepNumIterations): more iterations are slower and more "
           "accurate"),
     .unit = ""},
    {NUMBER(
        "sor_w", AT(sor_w), "", "1.3", POSITIVE, 2,
        "over-relaxation of quickstep (dWorldSetQuickStepW); the impulse of a single contact is "
        "too small by (1 - w)^iterations")},
    {NUMBER(
        "erp", AT(erp), "", "0.2", 0, 1,
        "error reduction parameter (dWorldSetERP): fraction of an overlap removed per step; the "
        "manual recommends 0.1 to 0.8")},
    {NUMBER("cfm", AT(cfm), "m/(N s)", "1e-10", 0, ANY,
            "constraint force mixing (dWorldSetCFM): contacts yield by cfm times their force; "
            "1e-10 is the library's default in double precision")},
    {NUMBER("contact_max_correcting_vel", AT(max_correcting_vel), "m/s", "infinity", 0, ANY,
            "maximum speed of error reduction (dWorldSetContactMaxCorrectingVel)"),
     .words = no_bound},
    {NUMBER("contact_surface_layer", AT(surface_layer), "m", "0", 0, ANY,
            "overlap that error reduction leaves to avoid jitter (dWorldSetContactSurfaceLayer)")},
    {NUMBER("bounce_vel", AT(bounce_vel), "m/s", "0", 0, ANY,
            "approach speed below which nothing bounces (dSurfaceParameters)")},
    {WORD("space", AT(space), "hash", spaces,
          "method of the candidate pair search; determines the order of contacts in the solver"),
     .unit = ""},
    {COUNT("random_seed", AT(random_seed), "0", 0, UINT32_MAX,
           "of quickstep (dRandSetSeed), which shuffles the contacts every 8 iterations"),
     .unit = ""},
    {WORD("messages", AT(messages), "end", after_message,
          "reaction to a failure message of the library (dMessage: 'LCP internal error' of step): "
          "end the run, or ignore the message and continue without some contacts, as the library "
          "does"),
     .unit = ""},
    {.key = NULL}};

/* Two bodies in contact at the start of a step; the first is a movable ball. */
typedef struct {
    dContactGeom geom;
    uint32_t a, b;
    bool wall;
    dJointFeedback feedback;
} ode_contact;

typedef struct {
    carom_stepper *stepper;
    const carom_problem *problem;
    const ode_options *options;
    dWorldID world;
    dSpaceID space;
    dJointGroupID joints;
    dBodyID *body; /* indexed by ball; NULL if fixed */
    ode_contact *contacts;
    size_t count, capacity;
    unsigned long
        seed; /* random seed; the library has one for all worlds, swapped around each step */
    bool no_memory;
} ode;

/* Labels a geom with its body: ball i is i + 1, wall w is -(w + 1). */
static void name_geom(dGeomID geom, bool wall, size_t number)
{
    intptr_t n = (intptr_t)number + 1;
    dGeomSetData(geom, (void *)(wall ? -n : n));
}

static intptr_t name_of(dGeomID geom)
{
    return (intptr_t)dGeomGetData(geom);
}

/* ---- the scene ---- */

/* Fixed bodies are not tested against each other. */
enum { MOVES = 1, STANDS = 2 };

static void sort_geom(dGeomID geom, bool moves)
{
    dGeomSetCategoryBits(geom, moves ? MOVES : STANDS);
    dGeomSetCollideBits(geom, moves ? MOVES | STANDS : MOVES);
}

static void add_ball(ode *self, size_t i)
{
    const carom_ball *ball = &self->problem->ball[i];
    dGeomID geom = dCreateSphere(self->space, ball->radius_m);
    name_geom(geom, false, i);
    sort_geom(geom, !ball->fixed);
    if (!ball->fixed) {
        dMass mass;
        dMassSetSphereTotal(&mass, ball->mass_kg, ball->radius_m);
        self->body[i] = dBodyCreate(self->world);
        dBodySetMass(self->body[i], &mass);
        dBodySetGyroscopicMode(self->body[i], 0); /* a sphere has no gyroscopic torque */
        dGeomSetBody(geom, self->body[i]);
        dBodySetLinearVel(self->body[i], ball->vx_mps, ball->vy_mps, 0);
    }
    dGeomSetPosition(geom, ball->x_m, ball->y_m, 0);
}

/* The half space of a plane is n.x < d, with n into the table. */
static void add_walls(ode *self)
{
    for (int wall = 0; wall < CAROM_WALL_COUNT; wall++) {
        carom_vec n = carom_vec_scale(-1, carom_wall_normals[wall]);
        double line = carom_wall_line(self->problem, 0, wall);
        dGeomID geom = dCreatePlane(self->space, n.x, n.y, 0, (n.x + n.y) * line);
        name_geom(geom, true, (size_t)wall);
        sort_geom(geom, false);
    }
}

/* Cells of 2^least to 2^most m: every ball fits into a cell of at most twice its size. */
static dSpaceID hash_space(const carom_problem *problem)
{
    dSpaceID space = dHashSpaceCreate(NULL);
    int least = INT32_MAX, most = INT32_MIN;
    for (size_t i = 0; i < problem->count; i++) {
        int level;
        (void)frexp(2 * problem->ball[i].radius_m, &level);
        least = level < least ? level : least;
        most = level > most ? level : most;
    }
    dHashSpaceSetLevels(space, least, most);
    return space;
}

static dSpaceID make_space(const carom_problem *problem, int kind)
{
    switch (kind) {
    case SIMPLE: return dSimpleSpaceCreate(NULL);
    case SWEEP_AND_PRUNE: return dSweepAndPruneSpaceCreate(NULL, dSAP_AXES_XYZ);
    default: return hash_space(problem);
    }
}

static void set_world(dWorldID world, const carom_problem *problem, const ode_options *options)
{
    double most = options->max_correcting_vel;
    dWorldSetGravity(world, problem->gravity_mps2.x, problem->gravity_mps2.y, 0);
    dWorldSetERP(world, options->erp);
    dWorldSetCFM(world, options->cfm);
    dWorldSetQuickStepNumIterations(world, (int)options->iterations);
    dWorldSetQuickStepW(world, options->sor_w);
    dWorldSetContactMaxCorrectingVel(world, isfinite(most) ? most : dInfinity);
    dWorldSetContactSurfaceLayer(world, options->surface_layer);
}

static void ode_destroy(void *engine)
{
    ode *self = engine;
    if (self != NULL) {
        dJointGroupDestroy(self->joints);
        dSpaceDestroy(self->space);
        dWorldDestroy(self->world);
        dCloseODE();
        free(self->body);
        free(self->contacts);
        free(self);
    }
}

static void build_world(ode *self)
{
    self->world = dWorldCreate();
    self->space = make_space(self->problem, self->options->space);
    self->joints = dJointGroupCreate(0);
    self->seed = (unsigned long)self->options->random_seed;
    set_world(self->world, self->problem, self->options);
    if (self->problem->boundary == CAROM_WALLS) {
        add_walls(self);
    }
    for (size_t k = 0; k < self->problem->count; k++) {
        add_ball(self, carom_stepper_insertion_index(self->stepper, k));
    }
}

static void *ode_build(carom_stepper *stepper, const carom_problem *problem, const void *options,
                       carom_error *error)
{
    bool missing = false;
    ode *self = carom_zeros(1, sizeof *self, &missing);
    dBodyID *body = carom_zeros(problem->count, sizeof *body, &missing);
    if (missing) {
        carom_error_no_memory(error);
    } else if (!dInitODE2(0) || !dAllocateODEDataForThread(~0U)) {
        carom_error_set(error, CAROM_INVALID, "kind", "ODE cannot be initialized (dInitODE2)");
    } else if (!dCheckConfiguration("ODE_double_precision")) {
        carom_error_set(error, CAROM_INVALID, "kind",
                        "the installed ODE uses single precision; expected double");
        dCloseODE();
    } else {
        *self = (ode){.stepper = stepper, .problem = problem, .options = options, .body = body};
        build_world(self);
        return self;
    }
    free(body);
    free(self);
    return NULL;
}

/* ---- a step ---- */

/* Stores a contact with a movable ball first; the normal points into it. */
static void store_contact(ode *self, dContactGeom geom)
{
    if (!carom_reserve(&self->contacts, self->count, &self->capacity, sizeof(ode_contact))) {
        self->no_memory = true;
        return;
    }
    if (dGeomGetBody(geom.g1) == NULL) {
        dGeomID first = geom.g1;
        geom.g1 = geom.g2;
        geom.g2 = first;
        for (int k = 0; k < 3; k++) {
            geom.normal[k] = -geom.normal[k];
        }
    }
    intptr_t a = name_of(geom.g1);
    intptr_t b = name_of(geom.g2);
    self->contacts[self->count++] = (ode_contact){
        .geom = geom, .a = (uint32_t)(a - 1), .b = (uint32_t)((b < 0 ? -b : b) - 1), .wall = b < 0};
}

static void collide_geoms(void *context, dGeomID one, dGeomID other)
{
    dContactGeom geom;
    if (dCollide(one, other, 1, &geom, sizeof geom) > 0) {
        store_contact(context, geom);
    }
}

static void create_contact_joint(ode *self, ode_contact *of)
{
    const carom_ball *ball = self->problem->ball;
    double e = carom_stepper_restitution(self->stepper, &ball[of->a],
                                         of->wall ? NULL : &ball[of->b]);
    dContact contact = {.surface = {.mode = dContactBounce,
                                    .mu = 0,
                                    .bounce = e,
                                    .bounce_vel = self->options->bounce_vel},
                        .geom = of->geom};
    dJointID joint = dJointCreateContact(self->world, self->joints, &contact);
    dJointAttach(joint, dGeomGetBody(of->geom.g1), dGeomGetBody(of->geom.g2));
    dJointSetFeedback(joint, &of->feedback);
}

/* Ends the worker process; its last line becomes the message of the failure. */
CAROM_PRINTF(2, 0) static void exit_with_message(int number, const char *format, va_list values)
{
    fprintf(stderr, "ODE message %d: ", number);
    vfprintf(stderr, format, values);
    fputs("; `messages: ignore` continues\n", stderr);
    exit(EXIT_FAILURE);
}

/* Advances the world; seed and message handler are global in the library and set here. */
static bool step_world(ode *self)
{
    double h = self->options->common.step_s;
    dSetMessageHandler(self->options->messages == END ? exit_with_message : NULL);
    dRandSetSeed(self->seed);
    int done = self->options->method == STEP ? dWorldStep(self->world, h)
                                             : dWorldQuickStep(self->world, h);
    self->seed = dRandGetSeed();
    return done != 0;
}

static carom_status report_contacts(const ode *self, carom_error *error)
{
    for (size_t i = 0; i < self->count; i++) {
        const ode_contact *of = &self->contacts[i];
        const dReal *n = of->geom.normal, *f = of->feedback.f1;
        double impulse = (f[0] * n[0] + f[1] * n[1]) * self->options->common.step_s;
        if (carom_stepper_add_contact(self->stepper, of->a, of->b, of->wall,
                                      (carom_vec){0 - n[0], 0 - n[1]}, impulse,
                                      error) != CAROM_OK) {
            return CAROM_NO_MEMORY;
        }
    }
    return CAROM_OK;
}

static carom_status ode_step(void *engine, carom_error *error)
{
    ode *self = engine;
    self->count = 0;
    dSpaceCollide(self->space, self, collide_geoms);
    dJointGroupEmpty(self->joints);
    CAROM_NEED(!self->no_memory, error);
    for (size_t i = 0; i < self->count; i++) {
        create_contact_joint(self, &self->contacts[i]);
    }
    return step_world(self) ? report_contacts(self, error) : carom_error_no_memory(error);
}

static carom_flight ode_ball(const void *engine, size_t i)
{
    const ode *self = engine;
    if (self->body[i] == NULL) {
        return carom_flight_from_ball(&self->problem->ball[i]);
    }
    const dReal *x = dBodyGetPosition(self->body[i]);
    const dReal *v = dBodyGetLinearVel(self->body[i]);
    return (carom_flight){{x[0], x[1]}, {v[0], v[1]}};
}

/* ---- solver interface ---- */

static const carom_stepper_engine engine_steps = {.build = ode_build,
                                                  .step = ode_step,
                                                  .ball = ode_ball,
                                                  .destroy = ode_destroy,
                                                  .pushes_before_moving = true};

static void *ode_create(const carom_solver_args *args, carom_error *error)
{
    return carom_stepper_new(args, &engine_steps, error);
}

static void ode_check(const carom_problem *problem, const void *options,
                      const carom_diagnostics *diagnostics)
{
    (void)options;
    carom_stepper_check(problem, "ODE", diagnostics);
}

static void ode_explain(const void *options, const carom_speed_estimate *speed_estimate, char *text,
                        size_t size)
{
    const ode_options *o = options;
    double h = o->common.step_s, deepest = speed_estimate->closing_mps * h;
    char solved[100] = "exactly (Dantzig)";
    if (o->method == QUICKSTEP) {
        snprintf(solved, sizeof solved, "by %lld iterations of SOR, w = %g",
                 (long long)o->iterations, o->sor_w);
    }
    snprintf(text, size,
             "Rigid balls in steps of %s, first order. Contacts are detected when balls overlap at "
             "the start of a step, here up to %s deep, and the contacts of a step are solved "
             "together, %s. The restitution is at least erp = %g of the approach speed where error "
             "reduction demands it. Balls stay in the plane by symmetry. Units are SI.",
             carom_number_with_prefix(h, 6, "s").text,
             carom_number_with_prefix(deepest, 3, "m").text, solved, o->erp);
}

static const char *ode_version(void)
{
    return "ODE " dODE_VERSION;
}

static const carom_solver_entry ode_solver = {
    .about = {.name = "ode",
              .summary =
                  "Open Dynamics Engine: rigid balls with a fixed step, contacts solved together",
              .params = params,
              .options_size = sizeof(ode_options)},
    .traits = CAROM_THIRD_PARTY | CAROM_TIME_STEPPED,
    .explain = ode_explain,
    .check = ode_check,
    .create = ode_create,
    CAROM_STEPPER_FUNCTIONS};

CAROM_ENGINE_EXPORT = {
    .shape = CAROM_ENGINE_SHAPE,
    .solver = &ode_solver,
    .version = ode_version,
    .collisions = "contact joints that push; impulses from the library's joint feedback",
    .promise = "the same bits for the same order of balls and the same build of the library"};

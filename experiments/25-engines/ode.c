/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs a scenario with the Open Dynamics Engine. A step detects the contacts of overlapping balls,
 * solves all of them together, and then moves the balls. Balls stay in the plane z = 0 by symmetry:
 * centres, normals and weight have z = 0 exactly. */
#include "records.h"
#include <ode/ode.h>

#ifndef dDOUBLE
#error "this ODE uses single precision"
#endif

static struct option options[] = {
    {"step_s", 0.01},   {"exact", 0},                 /* 1: dWorldStep, 0: dWorldQuickStep */
    {"iterations", 20}, {"sor_w", 1.3}, {"erp", 0.2}, /* part of an overlap that a step removes */
    {"cfm", 1e-10}, /* m/(N s): a contact yields by this times its force */
    {"ignore", 0},  /* 1: continue after a failure of dWorldStep, without some contacts */
    {NULL, 0}};
enum { STEP, EXACT, ITERATIONS, SOR, ERP, CFM, IGNORE };

static const carom_problem *scene;
static dWorldID world;
static dSpaceID space;
static dJointGroupID joints;
static dBodyID *body; /* indexed by ball; NULL: fixed */

/* Fixed bodies are not tested against each other. */
static void categorize(dGeomID geom, bool moves)
{
    dGeomSetCategoryBits(geom, moves ? 1 : 2);
    dGeomSetCollideBits(geom, moves ? 3 : 1);
}

static void add_ball(size_t i)
{
    const carom_ball *ball = &scene->ball[i];
    dGeomID geom = dCreateSphere(space, ball->radius_m);
    dGeomSetData(geom, (void *)ball);
    categorize(geom, !ball->fixed);
    if (!ball->fixed) {
        dMass mass;
        dMassSetSphereTotal(&mass, ball->mass_kg, ball->radius_m);
        body[i] = dBodyCreate(world);
        dBodySetMass(body[i], &mass);
        dBodySetGyroscopicMode(body[i], 0);
        dGeomSetBody(geom, body[i]);
        dBodySetLinearVel(body[i], ball->vx_mps, ball->vy_mps, 0);
    }
    dGeomSetPosition(geom, ball->x_m, ball->y_m, 0);
}

static void fail_with_message(int number, const char *format, va_list values)
{
    fprintf(stderr, "ODE message %d: ", number);
    vfprintf(stderr, format, values);
    fputc('\n', stderr);
    exit(EXIT_FAILURE);
}

/* A space with cells of 2^least to 2^most m: every ball fits into a cell of at most twice its
 * size. */
static dSpaceID create_space(void)
{
    int least = INT32_MAX, most = INT32_MIN;
    dSpaceID cells = dHashSpaceCreate(NULL);
    for (size_t i = 0; i < scene->count; i++) {
        int level;
        (void)frexp(2 * scene->ball[i].radius_m, &level);
        least = level < least ? level : least;
        most = level > most ? level : most;
    }
    dHashSpaceSetLevels(cells, least, most);
    return cells;
}

static void build(const carom_problem *problem, const char *folder)
{
    (void)folder;
    dInitODE2(0);
    dSetMessageHandler(options[IGNORE].value != 0 ? NULL : fail_with_message);
    scene = problem;
    world = dWorldCreate();
    space = create_space();
    joints = dJointGroupCreate(0);
    body = calloc(problem->count, sizeof *body);
    dWorldSetGravity(world, problem->gravity_mps2.x, problem->gravity_mps2.y, 0);
    dWorldSetERP(world, options[ERP].value);
    dWorldSetCFM(world, options[CFM].value);
    dWorldSetQuickStepNumIterations(world, (int)options[ITERATIONS].value);
    dWorldSetQuickStepW(world, options[SOR].value);
    if (problem->boundary == CAROM_WALLS) { /* n.x < d, with n into the table */
        categorize(dCreatePlane(space, 1, 0, 0, 0), false);
        categorize(dCreatePlane(space, -1, 0, 0, -problem->width_m), false);
        categorize(dCreatePlane(space, 0, 1, 0, 0), false);
        categorize(dCreatePlane(space, 0, -1, 0, -problem->height_m), false);
    }
    for (size_t i = 0; i < problem->count; i++) {
        add_ball(i);
    }
}

/* Adds a contact without friction; the geom of a wall has no data. */
static void collide(void *context, dGeomID a, dGeomID b)
{
    dContact contact = {.surface = {.mode = dContactBounce, .mu = 0, .bounce_vel = 0}};
    const carom_ball *one = dGeomGetData(a), *other = dGeomGetData(b);
    (void)context;
    if (dCollide(a, b, 1, &contact.geom, sizeof contact.geom) > 0) {
        contact.surface.bounce = carom_pair_restitution(scene, one != NULL ? one : other,
                                                        one != NULL ? other : NULL, 0);
        dJointAttach(dJointCreateContact(world, joints, &contact), dGeomGetBody(a),
                     dGeomGetBody(b));
    }
}

static void step(void)
{
    double h = options[STEP].value;
    dJointGroupEmpty(joints);
    dSpaceCollide(space, NULL, collide);
    if ((options[EXACT].value != 0 ? dWorldStep(world, h) : dWorldQuickStep(world, h)) == 0) {
        fail("ODE has no memory");
    }
}

static void read_ball(size_t i, double *x, double *y, double *vx, double *vy)
{
    const dReal *at = dBodyGetPosition(body[i]), *v = dBodyGetLinearVel(body[i]);
    *x = at[0], *y = at[1], *vx = v[0], *vy = v[1];
}

int main(int count, char **word)
{
    static const engine ode = {"ode", options, build, step, read_ball};
    return run(&ode, count, word);
}

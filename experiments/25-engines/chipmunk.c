/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs a scenario with Chipmunk2D. A step moves all bodies, finds those that overlap, and iterates
 * over their contacts until each separates with e times its approach speed. */
#include "records.h"
#include <chipmunk/chipmunk.h>

_Static_assert(sizeof(cpFloat) == sizeof(double), "this Chipmunk uses single precision");

/* Half the thickness of walls (m): a ball that penetrates deeper in a step is lost. */
static const double wall_m = 1;

static struct option options[] = {{"step_s", 1 / 60.0},
                                  {"iterations", 10},
                                  {"collision_slop", 0.1}, /* in units of length */
                                  {"collision_bias", 0.00179701029991443},
                                  {"collision_persistence", 3},
                                  {"units_per_m", 1024},
                                  {NULL, 0}};
enum { STEP, ITERATIONS, SLOP, BIAS, PERSISTENCE, UNITS };

static const carom_problem *scene;
static cpSpace *space;
static cpBody **body; /* indexed by ball; NULL: fixed */

static cpVect scaled(double x_m, double y_m)
{
    return cpv(x_m * options[UNITS].value, y_m * options[UNITS].value);
}

/* Sets the restitution of a contact. A shape refers to its ball; NULL: a wall. */
static cpBool set_restitution(cpArbiter *contact, cpSpace *of, cpDataPointer data)
{
    cpShape *a, *b;
    (void)of, (void)data;
    cpArbiterGetShapes(contact, &a, &b);
    const carom_ball *one = cpShapeGetUserData(a), *other = cpShapeGetUserData(b);
    cpArbiterSetRestitution(contact, carom_pair_restitution(scene, one != NULL ? one : other,
                                                            one != NULL ? other : NULL, 0));
    cpArbiterSetFriction(contact, 0);
    return cpTrue;
}

static void add_ball(size_t i)
{
    const carom_ball *ball = &scene->ball[i];
    cpVect at = scaled(ball->x_m, ball->y_m);
    cpBody *of = cpSpaceGetStaticBody(space);
    if (!ball->fixed) {
        of = body[i] = cpSpaceAddBody(space, cpBodyNew(ball->mass_kg, INFINITY));
        cpBodySetPosition(of, at);
        cpBodySetVelocity(of, scaled(ball->vx_mps, ball->vy_mps));
    }
    cpShape *shape = cpCircleShapeNew(of, ball->radius_m * options[UNITS].value,
                                      ball->fixed ? at : cpvzero);
    cpShapeSetUserData(shape, (cpDataPointer)ball);
    cpSpaceAddShape(space, shape);
}

/* A wall is a thick segment outside the table. It extends beyond the corners by its thickness. */
static void add_wall(double from_x, double from_y, double to_x, double to_y)
{
    cpShape *shape = cpSegmentShapeNew(cpSpaceGetStaticBody(space), scaled(from_x, from_y),
                                       scaled(to_x, to_y), wall_m * options[UNITS].value);
    cpSpaceAddShape(space, shape);
}

static void build(const carom_problem *problem, const char *folder)
{
    double w = problem->width_m, h = problem->height_m, d = wall_m;
    (void)folder;
    scene = problem;
    space = cpSpaceNew();
    body = calloc(problem->count, sizeof *body);
    cpCollisionHandler *handler = cpSpaceAddDefaultCollisionHandler(space);
    handler->preSolveFunc = set_restitution;
    cpSpaceSetIterations(space, (int)options[ITERATIONS].value);
    cpSpaceSetCollisionSlop(space, options[SLOP].value);
    cpSpaceSetCollisionBias(space, options[BIAS].value);
    cpSpaceSetCollisionPersistence(space, (cpTimestamp)options[PERSISTENCE].value);
    cpSpaceSetGravity(space, scaled(problem->gravity_mps2.x, problem->gravity_mps2.y));
    if (problem->boundary == CAROM_WALLS) {
        add_wall(-d, -d, -d, h + d);
        add_wall(w + d, -d, w + d, h + d);
        add_wall(-d, -d, w + d, -d);
        add_wall(-d, h + d, w + d, h + d);
    }
    for (size_t i = 0; i < problem->count; i++) {
        add_ball(i);
    }
}

static void step(void)
{
    cpSpaceStep(space, options[STEP].value);
}

static void read_ball(size_t i, double *x, double *y, double *vx, double *vy)
{
    cpVect at = cpBodyGetPosition(body[i]), v = cpBodyGetVelocity(body[i]);
    *x = at.x / options[UNITS].value, *y = at.y / options[UNITS].value;
    *vx = v.x / options[UNITS].value, *vy = v.y / options[UNITS].value;
}

int main(int count, char **word)
{
    static const engine chipmunk = {"chipmunk", options, build, step, read_ball};
    return run(&chipmunk, count, word);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chipmunk2D. Its step moves all bodies by v h, detects overlaps, and adds g h to the velocities.
 * It then iterates over the contacts `iterations` times, until each separates with e times its
 * approach speed (before g h). There is no time of impact: bodies collide where the step finds
 * them, with an overlap of up to one step's displacement, along the line of centres at that time.
 * Bodies that overlap at no end of a step pass through each other. Overlap beyond collision_slop
 * is removed by moving bodies, without changing velocities. */
#include "engines/engines.h"
#include <chipmunk/chipmunk.h>
#include <inttypes.h>

_Static_assert(sizeof(cpFloat) == sizeof(double), "this Chipmunk uses single precision");

typedef struct {
    carom_stepper_options common;
    int64_t iterations, persistence;
    double slop, bias, units_per_m, wall_radius_m;
} chipmunk_options;

#define AT(member) offsetof(chipmunk_options, member)
static const carom_param params[] = {
    CAROM_STEPPER_ROWS("0.016666666666666666"),
    {COUNT(
         "iterations", AT(iterations), "10", 1, 1e6,
         "iterations over all contacts in a step; each reduces the error of simultaneous contacts"),
     .unit = ""},
    {NUMBER(
        "collision_slop", AT(slop), "", "0.1", 0, ANY,
        "overlap that is not corrected, in Chipmunk's units of length; its manual recommends the "
        "largest invisible one")},
    {NUMBER("collision_bias", AT(bias), "", "0.00179701029991443", 0, 1,
            "fraction of the overlap beyond collision_slop that is left after 1 s; the default, "
            "0.9^60, "
            "removes 10 % in 1/60 s; "
            "1 removes none")},
    {COUNT("collision_persistence", AT(persistence), "3", 1, 1e6,
           "steps for which the impulse of an ended contact is stored; a contact that begins again "
           "meanwhile may reverse a part of it, so 1 is most accurate"),
     .unit = ""},
    {NUMBER(
        "units_per_m", AT(units_per_m), "1/m", "1024", POSITIVE, ANY,
        "Chipmunk's units of length per metre; its defaults suit pixels (a pool ball has a radius "
        "of 29); powers of two do not change the bits")},
    {NUMBER("wall_radius_m", AT(wall_radius_m), "m", "1", 0, ANY,
            "half the thickness of walls, behind the table's edge; a ball whose centre penetrates "
            "deeper in a step is lost; 0 for tables with corners that point inwards")},
    {.key = NULL}};

/* Body that a shape of Chipmunk represents. */
typedef struct {
    bool wall;
    uint32_t number;
} shape_owner;

typedef struct {
    carom_stepper *stepper;
    const carom_problem *problem;
    const chipmunk_options *options;
    cpSpace *space;
    size_t walls;
    cpBody **body;      /* indexed by ball; NULL if fixed */
    cpShape **shape;    /* the balls in order of number, then the walls */
    shape_owner *owner; /* of each shape */
    /* Impulse (N s) that each contact of the current step had accumulated before the step. */
    double *initial_impulse;
    size_t contacts, room;
    carom_status status;
    carom_error *error;
} chipmunk;

static cpVect scaled(const chipmunk *self, carom_vec v)
{
    return cpv(v.x * self->options->units_per_m, v.y * self->options->units_per_m);
}

static carom_vec metres(const chipmunk *self, cpVect v)
{
    return (carom_vec){v.x / self->options->units_per_m, v.y / self->options->units_per_m};
}

/* ---- what Chipmunk calls ---- */

/* Finds the bodies of a contact: a ball, and a ball or a wall. @return true if Chipmunk has them
 * in reverse order */
static bool find_bodies(const cpArbiter *contact, shape_owner *a, shape_owner *b)
{
    cpShape *first, *second;
    cpArbiterGetShapes(contact, &first, &second);
    *a = *(const shape_owner *)cpShapeGetUserData(first);
    *b = *(const shape_owner *)cpShapeGetUserData(second);
    bool swapped = a->wall;
    if (swapped) {
        shape_owner wall = *a;
        *a = *b;
        *b = wall;
    }
    return swapped;
}

/* Sum of impulses that Chipmunk reports, N s. */
static double impulse_of(const chipmunk *self, const cpArbiter *contact)
{
    cpVect on_first = cpArbiterTotalImpulse(contact), n = cpArbiterGetNormal(contact);
    return -cpvdot(on_first, n) / self->options->units_per_m;
}

/* Chipmunk accumulates the impulse of a contact. In a continuing contact, the sum of the last step
 * is applied again and then corrected. A contact that ended less than `collision_persistence`
 * steps ago and begins again starts with the old sum, but Chipmunk does not apply it, so it is
 * subtracted here. The solver may reduce the sum down to 0, so such a contact can pull. */
static void store_initial_impulse(chipmunk *self, cpArbiter *contact)
{
    double initial_impulse = cpArbiterIsFirstContact(contact) ? impulse_of(self, contact) : 0;
    if (!carom_reserve(&self->initial_impulse, self->contacts, &self->room,
                       sizeof initial_impulse)) {
        self->status = carom_error_no_memory(self->error);
        return;
    }
    cpArbiterSetUserData(contact, (cpDataPointer)(uintptr_t)self->contacts);
    self->initial_impulse[self->contacts++] = initial_impulse;
}

/* Sets the restitution of each contact; Chipmunk's default is the product of two elasticities. */
static cpBool chipmunk_before(cpArbiter *contact, cpSpace *space, cpDataPointer data)
{
    chipmunk *self = data;
    const carom_ball *ball = self->problem->ball;
    shape_owner a, b;
    (void)space;
    (void)find_bodies(contact, &a, &b);
    cpArbiterSetRestitution(contact, carom_stepper_restitution(self->stepper, &ball[a.number],
                                                               b.wall ? NULL : &ball[b.number]));
    cpArbiterSetFriction(contact, 0);
    if (self->status == CAROM_OK) {
        store_initial_impulse(self, contact);
    }
    return cpTrue;
}

static void chipmunk_after(cpArbiter *contact, cpSpace *space, cpDataPointer data)
{
    chipmunk *self = data;
    cpVect n = cpArbiterGetNormal(contact);
    shape_owner a, b;
    (void)space;
    if (self->status != CAROM_OK) {
        return;
    }
    n = find_bodies(contact, &a, &b) ? cpvneg(n) : n;
    self->status = carom_stepper_add_contact(
        self->stepper, a.number, b.number, b.wall, (carom_vec){n.x, n.y},
        impulse_of(self, contact) - self->initial_impulse[(uintptr_t)cpArbiterGetUserData(contact)],
        self->error);
}

/* ---- the scene ---- */

static void add_shape(chipmunk *self, size_t place, bool wall, size_t number, cpShape *shape)
{
    self->owner[place] = (shape_owner){wall, (uint32_t)number};
    self->shape[place] = shape;
    cpShapeSetUserData(shape, &self->owner[place]);
    cpSpaceAddShape(self->space, shape);
}

static void add_ball(chipmunk *self, size_t i)
{
    const carom_ball *ball = &self->problem->ball[i];
    carom_flight start = carom_flight_from_ball(ball);
    cpFloat radius = ball->radius_m * self->options->units_per_m;
    cpBody *body = cpSpaceGetStaticBody(self->space);
    if (!ball->fixed) {
        body = self->body[i] = cpSpaceAddBody(self->space, cpBodyNew(ball->mass_kg, INFINITY));
        cpBodySetPosition(body, scaled(self, start.at));
        cpBodySetVelocity(body, scaled(self, start.v));
    }
    add_shape(self, i, false, i,
              cpCircleShapeNew(body, radius, ball->fixed ? scaled(self, start.at) : cpvzero));
}

/* Adds a straight wall as a thick segment outside the edge. It extends beyond both ends by its
 * thickness, which closes corners. Straight neighbours keep its round ends from
 * deflecting balls. */
static void add_edge(chipmunk *self, size_t part, carom_vec from, carom_vec to, carom_vec normal)
{
    double thick = self->options->wall_radius_m;
    carom_vec displacement = carom_vec_subtract(to, from), back = carom_vec_scale(thick, normal),
              along = carom_vec_divide(displacement, carom_vec_length(displacement)),
              spare = carom_vec_scale(thick, along),
              a = carom_vec_subtract(carom_vec_add(from, back), spare),
              b = carom_vec_add(carom_vec_add(to, back), spare);
    cpShape *shape = cpSegmentShapeNew(cpSpaceGetStaticBody(self->space), scaled(self, a),
                                       scaled(self, b), thick * self->options->units_per_m);
    cpSegmentShapeSetNeighbors(shape, scaled(self, carom_vec_subtract(a, along)),
                               scaled(self, carom_vec_add(b, along)));
    add_shape(self, self->problem->count + part, true, part, shape);
}

static void add_side(chipmunk *self, int side)
{
    double w = self->problem->width_m, h = self->problem->height_m;
    carom_vec from = {side == CAROM_RIGHT ? w : 0, side == CAROM_TOP ? h : 0},
              to = {side == CAROM_LEFT ? 0 : w, side == CAROM_BOTTOM ? 0 : h};
    add_edge(self, (size_t)side, from, to, carom_wall_normals[side]);
}

/* Curvature of a wall: 0 for an edge, negative for a corner that points inwards. */
static double curvature_of(const carom_part *part)
{
    return part->curve->normal_rotation_1pm(part, 1);
}

static void add_part(chipmunk *self, size_t i)
{
    const carom_part *part = &self->problem->part[i];
    if (curvature_of(part) == 0) {
        add_edge(self, i, part->from_m, part->to_m, part->normal);
    } else {
        add_shape(self, self->problem->count + i, true, i,
                  cpCircleShapeNew(cpSpaceGetStaticBody(self->space),
                                   part->radius_m * self->options->units_per_m,
                                   scaled(self, part->from_m)));
    }
}

static void set_up(chipmunk *self)
{
    const chipmunk_options *options = self->options;
    cpCollisionHandler *handler = cpSpaceAddDefaultCollisionHandler(self->space);
    handler->preSolveFunc = chipmunk_before;
    handler->postSolveFunc = chipmunk_after;
    handler->userData = self;
    cpSpaceSetIterations(self->space, (int)options->iterations);
    cpSpaceSetCollisionSlop(self->space, options->slop);
    cpSpaceSetCollisionBias(self->space, options->bias);
    cpSpaceSetCollisionPersistence(self->space, (cpTimestamp)options->persistence);
    cpSpaceSetGravity(self->space, scaled(self, self->problem->gravity_mps2));
    for (size_t i = 0; i < self->walls; i++) {
        if (self->problem->part == NULL) {
            add_side(self, (int)i);
        } else {
            add_part(self, i);
        }
    }
    for (size_t k = 0; k < self->problem->count; k++) {
        add_ball(self, carom_stepper_insertion_index(self->stepper, k));
    }
}

static void chipmunk_destroy(void *engine)
{
    chipmunk *self = engine;
    if (self == NULL) {
        return;
    }
    for (size_t i = 0; self->space != NULL && i < self->problem->count + self->walls; i++) {
        cpSpaceRemoveShape(self->space, self->shape[i]);
        cpShapeFree(self->shape[i]);
    }
    for (size_t i = 0; self->space != NULL && i < self->problem->count; i++) {
        if (self->body[i] != NULL) {
            cpSpaceRemoveBody(self->space, self->body[i]);
            cpBodyFree(self->body[i]);
        }
    }
    if (self->space != NULL) {
        cpSpaceFree(self->space);
    }
    free(self->body);
    free(self->shape);
    free(self->owner);
    free(self->initial_impulse);
    free(self);
}

static void *chipmunk_build(carom_stepper *stepper, const carom_problem *problem,
                            const void *options, carom_error *error)
{
    size_t walls = carom_walls_count(problem), shapes = problem->count + walls;
    chipmunk *self = calloc(1, sizeof *self);
    CAROM_NEED_OR_NULL(self != NULL, error);
    *self = (chipmunk){.stepper = stepper, .problem = problem, .options = options, .walls = walls};
    self->body = calloc(problem->count, sizeof *self->body);
    self->shape = calloc(shapes, sizeof *self->shape);
    self->owner = calloc(shapes, sizeof *self->owner);
    if (self->body == NULL || self->shape == NULL || self->owner == NULL) {
        carom_error_no_memory(error);
        chipmunk_destroy(self);
        return NULL;
    }
    self->space = cpSpaceNew();
    set_up(self);
    return self;
}

static carom_status chipmunk_step(void *engine, carom_error *error)
{
    chipmunk *self = engine;
    self->status = CAROM_OK;
    self->contacts = 0;
    self->error = error;
    cpSpaceStep(self->space, self->options->common.step_s);
    return self->status;
}

static carom_flight chipmunk_ball(const void *engine, size_t i)
{
    const chipmunk *self = engine;
    const cpBody *body = self->body[i];
    if (body == NULL) {
        return carom_flight_from_ball(&self->problem->ball[i]);
    }
    return (carom_flight){metres(self, cpBodyGetPosition(body)),
                          metres(self, cpBodyGetVelocity(body))};
}

static const carom_stepper_engine steps = {.build = chipmunk_build,
                                           .step = chipmunk_step,
                                           .ball = chipmunk_ball,
                                           .destroy = chipmunk_destroy};

/* ---- the entry ---- */

static void *chipmunk_create(const carom_solver_args *args, carom_error *error)
{
    return carom_stepper_new(args, &steps, error);
}

static void chipmunk_check(const carom_problem *problem, const void *options,
                           const carom_diagnostics *diagnostics)
{
    const chipmunk_options *chosen = options;
    double least = 0, most = 0;
    for (size_t i = 0; problem->part != NULL && i < carom_walls_count(problem); i++) {
        least = fmin(least, curvature_of(&problem->part[i]));
        most = fmax(most, curvature_of(&problem->part[i]));
    }
    if (most > 0) {
        diagnostics->report(
            diagnostics->context, true, "shape",
            "has arcs, but chipmunk has straight walls only; expected 'rectangle' or "
            "'polygon'");
    } else if (least < 0 && chosen->wall_radius_m > 0) {
        diagnostics->report(
            diagnostics->context, true, "wall_radius_m",
            "must be 0 for chipmunk on a table with a corner that points inwards, because thick "
            "walls may protrude there");
    }
    carom_stepper_check(problem, "chipmunk", diagnostics);
}

static void chipmunk_explain(const void *options, const carom_speed_estimate *speed_estimate,
                             char *text, size_t size)
{
    const chipmunk_options *chosen = options;
    double displacement = speed_estimate->closing_mps * chosen->common.step_s;
    snprintf(text, size,
             "Steps of %s with %" PRId64 " iterations over the contacts; a metre is %.6g of "
             "Chipmunk's units, so the slop is %s. Bodies collide when they overlap at the end of "
             "a step, by at most %s at the closing speed of %s, along the line of centres at "
             "that time",
             carom_number_with_prefix(chosen->common.step_s, 6, "s").text, chosen->iterations,
             chosen->units_per_m,
             carom_number_with_prefix(chosen->slop / chosen->units_per_m, 3, "m").text,
             carom_number_with_prefix(displacement, 3, "m").text,
             carom_number_with_prefix(speed_estimate->closing_mps, 3, "m/s").text);
}

#define STRING(number) STRING_OF(number)
#define STRING_OF(number) #number
#define MADE_WITH                                                                                  \
    STRING(CP_VERSION_MAJOR) "." STRING(CP_VERSION_MINOR) "." STRING(CP_VERSION_RELEASE)

static const char *chipmunk_version(void)
{
    return strcmp(cpVersionString, MADE_WITH) == 0 ? "Chipmunk2D " MADE_WITH : cpVersionString;
}

static const carom_solver_entry chipmunk_solver = {
    .about = {.name = "chipmunk",
              .summary = "Chipmunk2D: impulses in fixed steps, contact by contact",
              .params = params,
              .options_size = sizeof(chipmunk_options)},
    .traits = CAROM_THIRD_PARTY | CAROM_TIME_STEPPED | CAROM_ANY_SHAPE,
    .explain = chipmunk_explain,
    .check = chipmunk_check,
    .create = chipmunk_create,
    CAROM_STEPPER_FUNCTIONS};

CAROM_ENGINE_EXPORT = {
    .shape = CAROM_ENGINE_SHAPE,
    .solver = &chipmunk_solver,
    .version = chipmunk_version,
    .collisions =
        "pair, normal and impulse from its postSolve callback, step by step; speeds and overlap "
        "from the states before and after the step",
    .promise = "the same bits on the same machine with the same library"};

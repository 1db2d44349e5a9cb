/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What engines that go in fixed steps have in common: a plug-in says how to build a scene, how to
 * step it and where a ball is; the stepper keeps the rest of the solver seam's contract.
 *
 * Collisions are what the engine says of its contacts: one begins with the first step in which two
 * bodies push each other, and is over after the last. Its time is the end of that first step; its
 * approach is the normal velocity before that step, its separation that after the last, its impulse
 * the sum of the engine's; how long it takes is from the first to the last, 0 where one step was
 * enough. The ledger is booked from outside: a collision takes J (1 - e) u/2 by its approach u, the
 * restitution e that the scenario asks for (where e changes with the time, that of the step) and
 * the impulse J that the engine says, that of the first step or, of a contact that takes several,
 * as far as a free collision's mu (1 + e) u. (Of one contact alone that is mu (1 - e^2) u^2/2; of
 * several at once it is what they take together if each parts with e u.) Walls and fixed balls push
 * by the impulse that the engine says; weight pulls m g t. Whatever the engine does beside that is
 * a residual. */
#ifndef CAROM_INTERNAL_ENGINES_H
#define CAROM_INTERNAL_ENGINES_H

#include "params/rows.h"
#include "scene/scene.h"

#include <carom/engine.h>
#include <carom/status.h>

/** The options that all have; the first member of an engine's own. */
typedef struct {
    double step_s;
    int insertion; /**< carom_insertion */
} carom_stepper_options;

/** In which order balls are given to the engine, for those whose answer depends on it. */
typedef enum { CAROM_INSERT_CANONICAL, CAROM_INSERT_REVERSED } carom_insertion;

extern const char *const carom_insertion_words[];

/** Their rows, for a struct that begins with them. @p step is the default of step_s, a text. */
#define CAROM_STEPPER_ROWS(step)                                                                   \
    {NUMBER("step_s", offsetof(carom_stepper_options, step_s), "s", step, POSITIVE, ANY,           \
            "the engine's time step h")},                                                          \
    {                                                                                              \
        WORD("insertion", offsetof(carom_stepper_options, insertion), "canonical",                 \
             carom_insertion_words,                                                                \
             "in which order balls are given to the engine, whose answer may depend on it"),       \
            .unit = ""                                                                             \
    }

/** An engine's run, as the stepper has it. */
typedef struct carom_stepper carom_stepper;

/** What an engine does. Balls are numbered as in the problem. */
typedef struct {
    /** Builds the scene at t = 0, giving the k-th ball by carom_stepper_insertion_index.
     *  @param options  the plug-in's
     *  @return NULL with a reason in @p error */
    void *(*build)(carom_stepper *stepper, const carom_problem *problem, const void *options,
                   carom_error *error);
    /** Goes one step of options->step_s, and tells of every contact by carom_stepper_add_contact.
     */
    carom_status (*step)(void *engine, carom_error *error);
    /** Where a ball is, and how fast, m and m/s. */
    carom_flight (*ball)(const void *engine, size_t i);
    /** Frees it; of NULL nothing. */
    void (*destroy)(void *engine);
    /** Within a step contacts push where balls are as it begins, and then balls move; else where
     * they are as it ends. For the torque of what pushes from outside. */
    bool pushes_before_moving;
} carom_stepper_engine;

/** The number of the ball that is to be given as the @p k -th. */
size_t carom_stepper_insertion_index(const carom_stepper *stepper, size_t k);

/** Restitution of two balls, or of a ball and a wall (@p b NULL), in the step that is under way. */
double carom_stepper_restitution(const carom_stepper *stepper, const carom_ball *a,
                                 const carom_ball *b);

/** To be told of two bodies that touch in the step that is under way: a ball, and a ball or the
 * part @p b of the wall.
 *  @param normal  unit, from a to b, of a wall outward
 *  @param impulse_Ns  of this contact in this step, >= 0 for a push; of several calls the sum
 *  counts. An engine that pulls (< 0) makes no collision by that, but the pull of what stands is
 *  booked. NaN: they push, and the engine does not say how much.
 *  @return CAROM_NO_MEMORY */
CAROM_CHECKED carom_status carom_stepper_add_contact(carom_stepper *stepper, uint32_t a, uint32_t b,
                                                     bool wall, carom_vec normal, double impulse_Ns,
                                                     carom_error *error);

/** What most engines cannot do, for the solver's `check`: shapes, rolling resistance and drag,
 * periodic tables, walls for centres, turning. */
void carom_stepper_check(const carom_problem *problem, const char *called,
                         const carom_diagnostics *diagnostics);

/* ---- for the entry of the solver seam ---- */

/** For `create`; the brief's options begin with carom_stepper_options. */
void *carom_stepper_new(const carom_solver_args *args, const carom_stepper_engine *engine,
                        carom_error *error);
carom_status carom_stepper_advance(void *self, double t_s, carom_error *error);
/** Between two steps balls fly on as they were after the last. */
void carom_stepper_sample(const void *self, double t_s, carom_view *view);
void carom_stepper_report(const void *self, carom_report *report);
void carom_stepper_destroy(void *self);
/** For `can_miss_contacts`: contacts are seen between steps alone. */
bool carom_stepper_is_blind(const void *options);

/** What is the same in the entries of all engines that the stepper drives. */
#define CAROM_STEPPER_FUNCTIONS                                                                    \
    .can_miss_contacts = carom_stepper_is_blind, .advance = carom_stepper_advance,                 \
    .sample = carom_stepper_sample, .report = carom_stepper_report,                                \
    .destroy = carom_stepper_destroy

#endif

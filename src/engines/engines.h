/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Common part of engines with a fixed time step. A plug-in builds a scene, advances it by a step,
 * and returns positions; the stepper implements the rest of the solver interface.
 *
 * Collisions come from the contacts that the engine reports. A collision begins with the first
 * step in which two bodies push each other and ends with the last. Its time is the end of the
 * first step. Approach and separation are the normal velocities before the first and after the
 * last step. Its impulse is the sum of the engine's impulses. Its duration is the time from the
 * first to the last step, 0 for one step.
 *
 * The budget is computed outside the engine. A collision with approach speed u and impulse J
 * dissipates J (1 - e) u/2, with the restitution e of the scenario at that step. For a contact of
 * several steps, J is limited to m_red (1 + e) u, the impulse of an isolated collision. (An
 * isolated contact thus dissipates m_red (1 - e^2) u^2/2; simultaneous contacts dissipate the same
 * in total if each separates with e u.) Walls and fixed balls transfer the impulse that the engine
 * reports; weight transfers m g t. All else that the engine does appears as energy or momentum
 * error. */
#pragma once

#include "params/rows.h"
#include "scene/scene.h"

#include <carom/engine.h>

/** Options of every engine; first member of an engine's own options. */
typedef struct {
    double step_s;
    int insertion; /**< a carom_insertion */
} carom_stepper_options;

/** Order in which the engine receives the balls; the results of some engines depend on it. */
typedef enum { CAROM_INSERT_CANONICAL, CAROM_INSERT_REVERSED } carom_insertion;

extern const char *const carom_insertion_words[];

/** Parameter rows of carom_stepper_options. @p step is the default of step_s, as text. */
#define CAROM_STEPPER_ROWS(step)                                                                   \
    {NUMBER("step_s", offsetof(carom_stepper_options, step_s), "s", step, POSITIVE, ANY,           \
            "the engine's time step h")},                                                          \
    {                                                                                              \
        WORD("insertion", offsetof(carom_stepper_options, insertion), "canonical",                 \
             carom_insertion_words,                                                                \
             "order in which the engine receives the balls; its results may depend on it"),        \
            .unit = ""                                                                             \
    }

/** A run of an engine. */
typedef struct carom_stepper carom_stepper;

/** Functions of an engine. Balls have the numbers of the problem. */
typedef struct {
    /** Build the scene at t = 0. The k-th ball to insert is carom_stepper_insertion_index.
     * @param options  options of the plug-in
     * @return the engine's state, or NULL with the reason in @p error */
    void *(*build)(carom_stepper *stepper, const carom_problem *problem, const void *options,
                   carom_error *error);
    /** Advance by options->step_s and report every contact with carom_stepper_add_contact. */
    carom_status (*step)(void *engine, carom_error *error);
    /** Return position (m) and velocity (m/s) of a ball. */
    carom_flight (*ball)(const void *engine, size_t i);
    /** Free the state; NULL is ignored. */
    void (*destroy)(void *engine);
    /** True if contacts act at the positions before the step and balls move afterwards; false if
     * they act at the positions after the step. Determines the torque of external impulses. */
    bool pushes_before_moving;
} carom_stepper_engine;

/** Return the number of the ball to insert as the @p k -th. */
size_t carom_stepper_insertion_index(const carom_stepper *stepper, size_t k);

/** Return the restitution of two balls, or of a ball and a wall (@p b NULL), in the current step.
 */
double carom_stepper_restitution(const carom_stepper *stepper, const carom_ball *a,
                                 const carom_ball *b);

/** Report a contact in the current step between ball @p a and ball @p b, or part @p b of the wall.
 * @param normal  unit vector from a to b, or out of the table at a wall
 * @param impulse_Ns  impulse of this contact in this step, >= 0 for a push; several calls for the
 *    same bodies add up. A pull (< 0) starts no collision, but the pull of a fixed body enters the
 *    budget. NaN: the bodies push, with unknown impulse.
 * @return CAROM_OK or CAROM_NO_MEMORY */
CAROM_CHECKED carom_status carom_stepper_add_contact(carom_stepper *stepper, uint32_t a, uint32_t b,
                                                     bool wall, carom_vec normal, double impulse_Ns,
                                                     carom_error *error);

/** Report what most engines cannot do, for the solver's `check`: table shapes, rolling resistance,
 * drag, periodic tables, walls that stop centres, orientation. */
void carom_stepper_check(const carom_problem *problem, const char *called,
                         const carom_diagnostics *diagnostics);

/* ---- functions for carom_solver_entry ---- */

/** For `create`; the options begin with carom_stepper_options. */
void *carom_stepper_new(const carom_solver_args *args, const carom_stepper_engine *engine,
                        carom_error *error);
carom_status carom_stepper_advance(void *self, double t_s, carom_error *error);
/** Between two steps balls move freely from their last state. */
void carom_stepper_sample(const void *self, double t_s, carom_view *view);
void carom_stepper_report(const void *self, carom_report *report);
void carom_stepper_destroy(void *self);
/** For `can_miss_contacts`: contacts are detected at the ends of steps only. */
bool carom_stepper_is_blind(const void *options);

/** Members of carom_solver_entry that all engines of the stepper share. */
#define CAROM_STEPPER_FUNCTIONS                                                                    \
    .can_miss_contacts = carom_stepper_is_blind, .advance = carom_stepper_advance,                 \
    .sample = carom_stepper_sample, .report = carom_stepper_report,                                \
    .destroy = carom_stepper_destroy

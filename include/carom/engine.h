/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Other people's engines behind the solver seam: what a plug-in exports. A shared object NAME.so in
 * a folder of $CAROM_ENGINES (or in engines/ beside the program) that exports a `carom_engine` as
 * CAROM_ENGINE_SYMBOL is the solver `kind: NAME`.
 */
#ifndef CAROM_ENGINE_H
#define CAROM_ENGINE_H

#include <carom/solver.h>

/** The name under which a plug-in exports its carom_engine. */
#define CAROM_ENGINE_SYMBOL carom_engine_plugin

/** Begins the definition of what a plug-in exports; all else of it is hidden. */
#if defined(__GNUC__)
#define CAROM_ENGINE_EXPORT                                                                        \
    __attribute__((visibility("default"))) extern const carom_engine CAROM_ENGINE_SYMBOL;          \
    const carom_engine CAROM_ENGINE_SYMBOL
#endif

/** What must be the same where a plug-in and a program are made: what they share. */
typedef struct {
    size_t engine, entry, param, brief, problem, ball, view, report, collision;
} carom_engine_shape;

#define CAROM_ENGINE_SHAPE                                                                         \
    {                                                                                              \
        sizeof(carom_engine), sizeof(carom_solver_entry), sizeof(carom_param),                     \
            sizeof(carom_brief), sizeof(carom_problem), sizeof(carom_ball), sizeof(carom_view),    \
            sizeof(carom_report), sizeof(carom_collision)                                          \
    }

/** An engine. Its solver keeps the seam's contract but for three things: `check`, `create`,
 * `advance`, `sample`, `report` and `destroy` are called in worker processes, which may print, exit
 * and crash, so that no call sees what an earlier one stored; nothing is promised of order
 * independence, or of bits beyond what `promise` says; and energy or momentum that the engine loses
 * or makes is not booked: that it shows as the ledger's residual is the point. What an engine does
 * not tell is NaN, and nothing is guessed. */
typedef struct {
    carom_engine_shape shape; /**< CAROM_ENGINE_SHAPE */
    /** CAROM_FOREIGN among its traits, and its name that of the file */
    const carom_solver_entry *solver;
    /** "Chipmunk2D 7.0.3", of the library that is loaded; called in a worker process */
    const char *(*version)(void);
    /** how collisions are told: from the engine's own callbacks, or from outside, one line */
    const char *collisions;
    /** what it promises of its bits, one line */
    const char *promise;
} carom_engine;

/** The engine that a chosen solver is; NULL: carom's own. */
const carom_engine *carom_engine_of(const carom_choice *choice);

/** Room for the text of carom_engine_version, its end included. */
enum { CAROM_ENGINE_VERSION_SIZE = 120 };

/** Calls the engine's `version` in a worker process. */
void carom_engine_version(const carom_engine *engine, char text[CAROM_ENGINE_VERSION_SIZE]);

/** Says of a chosen solver that is an engine which it is and how its collisions are told, in words
 * without an end of line; "" of carom's own. */
void carom_engine_say(const carom_choice *choice, char *text, size_t size);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Interface of third-party engines as plug-ins. The solver `kind: NAME` is the shared object
 * NAME.so, which exports a carom_engine as CAROM_ENGINE_SYMBOL. carom searches the folders of
 * $CAROM_ENGINES and engines/ beside the program.
 */
#ifndef CAROM_ENGINE_H
#define CAROM_ENGINE_H

#include <carom/solver.h>

/** Symbol that a plug-in exports: its carom_engine. */
#define CAROM_ENGINE_SYMBOL carom_engine_plugin

/** Begins the definition of the exported symbol. Plug-ins hide all others. */
#if defined(__GNUC__)
#define CAROM_ENGINE_EXPORT                                                                        \
    __attribute__((visibility("default"))) extern const carom_engine CAROM_ENGINE_SYMBOL;          \
    const carom_engine CAROM_ENGINE_SYMBOL
#endif

/** Sizes of the structs shared by plug-in and program. A plug-in with other sizes is rejected. */
typedef struct {
    size_t engine, entry, param, args, problem, ball, view, report, collision;
} carom_engine_shape;

#define CAROM_ENGINE_SHAPE                                                                         \
    {                                                                                              \
        sizeof(carom_engine), sizeof(carom_solver_entry), sizeof(carom_param),                     \
            sizeof(carom_solver_args), sizeof(carom_problem), sizeof(carom_ball),                  \
            sizeof(carom_view), sizeof(carom_report), sizeof(carom_collision)                      \
    }

/** An engine. Its solver follows the contract of carom_solver_entry, with three exceptions:
 *  - its functions run in worker processes, which may print, exit and crash; a call sees nothing
 *    that an earlier call stored outside the solver;
 *  - renumbering the balls may change the result, and bits are reproducible only as `promise`
 *    states;
 *  - energy and momentum that the engine gains or loses are not booked: they are the residual.
 *    Values that an engine does not provide are NaN. */
typedef struct {
    carom_engine_shape shape; /**< CAROM_ENGINE_SHAPE */
    const carom_solver_entry
        *solver; /**< has the trait CAROM_THIRD_PARTY and the name of the file */
    /** Return the version of the loaded library, "Chipmunk2D 7.0.3"; runs in a worker process. */
    const char *(*version)(void);
    const char *collisions; /**< source of the collision log (callbacks or positions), one line */
    const char *promise;    /**< reproducibility of the bits, one line */
} carom_engine;

/** Engine of a chosen solver; NULL: one of carom's own solvers. */
const carom_engine *carom_engine_of(const carom_choice *choice);

/** Size of the text of carom_engine_version, with the final 0. */
enum { CAROM_ENGINE_VERSION_SIZE = 120 };

/** Call the engine's `version` in a worker process. */
void carom_engine_version(const carom_engine *engine, char text[CAROM_ENGINE_VERSION_SIZE]);

/** Write the name and version of a chosen solver's engine and the source of its collisions to @p
 * text, without a line end; "" for carom's own solvers. */
void carom_engine_describe(const carom_choice *choice, char *text, size_t size);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CAROM_INTERNAL_STUDIES_DIVERGE_H
#define CAROM_INTERNAL_STUDIES_DIVERGE_H

#include "figures/figures.h"
#include "measure/measure.h"
#include "records/records.h"
#include "run/run.h"

/** @file
 * The divergence of solvers taken apart: what of it is the contact lag, the turn of contacts, the
 * method and the rest; how fast chaos multiplies any difference; and until when it makes sense to
 * ask.
 */

/** The controls of a solver: itself, started one unit in the last place away, and with further
 * small offsets. */
enum { CAROM_CONTROLS = 4 };

/** A solver and its controls. */
typedef struct {
    const char *name;
    carom_choice choice;      /**< the scenario's; */
    carom_choice twin_choice; /**< and, of springs, converged */
    bool soft, hidden;        /**< hidden: only there to be the rigid run */
    carom_course base, twin, control[CAROM_CONTROLS];
    carom_problem displaced[CAROM_CONTROLS];
    double offset_m[CAROM_CONTROLS];
    double *control_m[CAROM_CONTROLS]; /**< by sample: rms distance from itself */
    double *per_ball;                  /**< by sample: collisions per ball until then */
    /** by sample and ball: the displacements by contact, m */
    carom_vec *part[CAROM_CONTACT_PARTS];
    bool *touching; /**< by sample and ball: the springs' contact has begun, or not yet ended */
    /** by ball: nothing is known of lag and turn from then on */
    double *lost_s;
    /** what is lost is so by contacts of three or more, not by another story */
    bool crowded;
    double *first_s; /**< by ball: its first contact; INFINITY without any */
    carom_growth_kind growth;
    /** of ln distance; NaN where no exponential fits */
    carom_estimate growth_per_s, growth_per_collision;
    /** NaN: not reached */
    double horizon_s[CAROM_CONTROLS], horizon_collisions[CAROM_CONTROLS];
} carom_diverge_lane;

/** Rms over the balls of what a difference consists of, m. Difference = model + method for every
 * ball, whatever happens: the model is the way from one converged run to the other, the method the
 * way from the converged run to the run. The model = lag + turn + restitution + rest, for the balls
 * that can be followed. */
typedef struct {
    double raw_m, model_m, method_m; /**< over all balls */
    /** balls that have the same collisions as the rigid run, and are in no contact; what follows is
     * over them, NaN without any */
    size_t followed;
    double followed_m; /**< raw */
    double lag_m, turn_m;
    double without_lag_m, rest_m; /**< raw less lag; model less lag, turn and restitution */
    double restitution_m;
} carom_parts;

/** Two solvers. */
typedef struct {
    size_t lane, reference;
    carom_alignment alignment;            /**< of the reference's log with the other's */
    size_t edit_distance;                 /**< CAROM_UNMATCHED: logs too long */
    double *raw_m;                        /**< by sample */
    double horizon_s, horizon_collisions; /**< NaN: not reached */
    double until_s; /**< the horizon, or chaos if that is earlier; NaN: neither */
    /** of the first sample there outside contacts; of the last one where it is not reached */
    carom_parts at_horizon;
    size_t at, last; /**< that sample; the last that both have */
    /** time of that sample; growth of a small offset by then, NaN where it is none any more */
    double at_s, amplification;
    /** from when on a lane, one unit in the last place away, is beyond the horizon from itself; NaN
     */
    double chaos_s;
    size_t chaotic; /**< that lane */
} carom_diverge_pair;

typedef struct {
    const carom_scenario *scenario;
    carom_scenario twin;       /**< owns the converged choices */
    carom_choice rigid_choice; /**< owned: of a hidden lane */
    double level_m;            /**< the stated fraction of the smallest radius */
    carom_diverge_lane *lane;
    size_t lanes, rigid;
    carom_diverge_pair *pair;
    size_t pairs, balls, samples;
    const volatile sig_atomic_t *stop; /**< the study's */
    bool lag_known;
} carom_diverge;

/** Runs everything of a carom_diverge and takes it apart. carom_diverge_free in any case. */
CAROM_CHECKED carom_status carom_diverge_run(void *object, const carom_study *study,
                                             carom_error *error);
void carom_diverge_free(void *object);

/** The parts of a pair's difference at sample @p k; with @p ball those of one ball. */
carom_parts carom_diverge_parts(const carom_diverge *diverge, const carom_diverge_pair *pair,
                                size_t k, const size_t *ball);

/** parts-SOLVER.png and others, of every solver against the reference, and controls.png. Of a
 * carom_diverge. */
void carom_diverge_draw(const void *object, carom_drawing *drawing);

/** What most of a pair's difference is at sample @p k: "the model", "the method", "the sampling
 * between frames"; "rounding": of two exact rigid solvers, no further apart than rounding and its
 * growth can make. */
const char *carom_diverge_cause(const carom_diverge *diverge, const carom_diverge_pair *pair,
                                size_t k);

/** What the fit of a lane's controls found, where no exponential fits. */
const char *carom_diverge_growth(const carom_diverge_lane *lane);

/** "until t = ... the difference is the model; after it, chaos": what can be said of a pair, in
 * plain words. */
void carom_diverge_say(const carom_diverge *diverge, const carom_diverge_pair *pair, char *text,
                       size_t size);

/** "cue-left where the other has cue-rack3", or "" where nothing differs. */
void carom_diverge_say_mismatch(const carom_diverge *diverge, const carom_diverge_pair *pair,
                                char *text, size_t size);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * The numbers that summarise a run: the columns of summary.tsv, what checks and sweeps speak of.
 */
#ifndef CAROM_MEASURE_QUANTITIES_H
#define CAROM_MEASURE_QUANTITIES_H

#include "measure/validity.h"
#include "params/column.h"
#include <carom/solver.h>

/** One row of summary.tsv. */
typedef struct {
    const char *solver,
        *kind; /**< whose it is, by the name in the scenario; by what it is called */
    /** NaN: nothing to be a part of at t = 0 */
    double energy_residual_rel, momentum_residual_rel, angular_momentum_residual_rel;
    /** what they are parts of: |E|, sum |m v| and sum |m v| |r| at t = 0 */
    double energy_scale_J, momentum_scale_kgmps, angular_momentum_scale_kgm2ps;
    double max_overlap_m;
    double collisions, steps, force_evaluations, pair_tests;
    double rms_divergence_m, first_mismatch_s; /**< NaN: none */
    /** until when a mismatch was looked for, where one of the two stopped early; NaN: to the end */
    double compared_to_s;
    double wall_clock_s;
    double reached_s;        /**< time of the last sample */
    double kinetic_J;        /**< energy of motion then */
    double spin_J;           /**< energy of rotation then */
    double contact_s, lag_m; /**< longest contact, and longest approach speed times contact time;
                                  beside the divergence in the table, not in summary.tsv */
    /** of the first contact that is traced, where surfaces rub: g_t as it ends (carom/trace.h) over
     * the approach speed before; NaN: none, or it is not over */
    double slip_after_rel;
    double precision_bits, lost_digits; /**< of an arbitrary precision; NaN: doubles */
    double simulated_s;                 /**< by a clock of the solver's own; NaN: it has none */
    /** restitution of the scenario; NaN: none such, or it changes */
    double asked_ball, asked_wall;
    /** where that is several, by `pairs`: up to this one */
    double asked_ball_to, asked_wall_to;
    carom_validity validity; /**< NaN without a collision log */
} carom_summary;

/** Where a quantity is; run.json has all but the clock. */
typedef enum {
    CAROM_IN_SUMMARY,  /**< summary.tsv; for checks and sweeps */
    CAROM_IN_COMPARED, /**< the same, and only where there is a reference: of the others */
    CAROM_IN_CLOCK,    /**< summary.tsv; differs between two runs of the same input */
    CAROM_IN_FURTHER,  /**< for checks and sweeps alone */
    CAROM_IN_MANIFEST  /**< neither */
} carom_quantity_place;

typedef struct {
    carom_column column; /**< of a carom_summary */
    carom_quantity_place place;
    const char *label;    /**< in the table that is printed; NULL: it is not */
    const char *none;     /**< printed where there is none; NULL: the whole row is left out where
                               nobody has any, else "-" */
    bool whole;           /**< a count */
    const char *range_to; /**< quantity that it goes up to; NULL: it is one number */
    const char *part_of;  /**< quantity that it is a part of; NULL: of none */
    const char *absolute; /**< column of series.tsv that is the same undivided, where part_of is */
} carom_quantity;

/** Ended by a NULL name, in the order in which they are printed. */
extern const carom_quantity carom_quantities[];

/** Of summary.tsv, a row being a carom_summary; ended by a NULL name. */
extern const carom_column carom_summary_columns[];

/** The names of those that checks and sweeps speak of, for a parameter table. */
extern const char *const carom_quantity_words[];

/** The quantity of that name that checks and sweeps speak of; NULL: there is none. */
const carom_quantity *carom_quantity_find(const char *name);

/** Its value. Of a name that is none of the quantities: NaN. */
double carom_quantity_of(const carom_quantity *quantity, const carom_summary *summary);
double carom_quantity_called(const char *name, const carom_summary *summary);

/** Its value as people read it, four digits; what stands for it where there is none. */
void carom_quantity_say(const carom_quantity *quantity, const carom_summary *summary, char *text,
                        size_t size);

/** Whether it is a column of summary.tsv. */
bool carom_quantity_is_column(const carom_quantity *quantity);

/** What is asked of a ball at the end, "cue.vx_mps": X(constant, name, what an axis says). */
#define CAROM_BALL_ENDS(X)                                                                         \
    X(X_M, "x_m", "x at the end (m)")                                                              \
    X(Y_M, "y_m", "y at the end (m)")                                                              \
    X(VX_MPS, "vx_mps", "velocity along x (m/s)")                                                  \
    X(VY_MPS, "vy_mps", "velocity along y (m/s)")                                                  \
    X(DIRECTION_DEG, "direction_deg", "direction (degrees)")                                       \
    X(SPIN_RADPS, "spin_radps", "spin (rad/s)")

#define X(constant, name, says) CAROM_BALL_END_##constant,
typedef enum { CAROM_BALL_ENDS(X) CAROM_BALL_END_KINDS } carom_ball_end;
#undef X

/** What a sweep collects: a quantity, one over another ("pair_tests/collisions"), or a ball's
 * place, velocity or spin. */
typedef struct {
    const carom_quantity *quantity; /**< NULL: of a ball */
    const carom_quantity *over;     /**< NULL: not divided */
    size_t ball;
    int end; /**< carom_ball_end */
} carom_collected;

/** A ball's value in the state at the end; its direction is counterclockwise from +x, -180 to 180,
 * and NaN at rest. */
double carom_ball_end_of(const carom_sample *end, size_t ball, int which);

/** By its name. @return whether it is one */
bool carom_collected_find(const carom_problem *problem, const char *name,
                          carom_collected *collected);

/** What an axis says of it, with its unit: "pair tests / collisions", "upper: velocity along x
 * (m/s)". */
void carom_collected_label(const carom_problem *problem, const carom_collected *collected,
                           char *text, size_t size);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Time reversal: to T, velocities turned round, back for as long: how far from the start does one
 * come out?
 */
#ifndef CAROM_STUDIES_REVERSE_H
#define CAROM_STUDIES_REVERSE_H

#include "figures/presets.h"
#include "run/course.h"
#include "run/study.h"

enum { CAROM_WHY_SIZE = 300 };

/** A solver at one step. */
typedef struct {
    const char *name;
    double factor;        /**< of its step: 1, 1/2, 1/4; 1 of one without a step */
    double step_s, theta; /**< what its step is said by; NaN: not by that */
    /** by turning time: rms distance from the start; NaN: it stopped early */
    double *error_m;
    double collisions; /**< per ball, until the last turning time */
    /** by turning time: why there is no return error; "" where there is one */
    char (*why)[CAROM_WHY_SIZE];
    /** |E(0)|; until the last turning time: lost, and what nothing explains over E(0) */
    double energy_J, dissipated_J, energy_rel;
    /** rigid balls; without steps; that collided three or more at once */
    bool rigid, exact, crowded;
} carom_reverse_lane;

typedef struct {
    const carom_scenario *scenario;
    carom_reverse_lane *lane;
    size_t lanes, times;
    double *t_s; /**< turning times */
    bool loses;  /**< the scene loses energy: no solver comes back once it has */
    /** farther than this from the start is not back: a tenth of the smallest radius */
    double level_m;
} carom_reverse;

/** Runs every solver, those with a step at the whole, half and quarter of it, to and fro.
 * carom_reverse_free in any case. */
CAROM_CHECKED carom_status carom_reverse_run(carom_reverse *reverse, const carom_study *study,
                                             carom_error *error);
void carom_reverse_free(carom_reverse *reverse);

/** "heun, h = 1e-05 s". */
void carom_reverse_say_lane(const carom_reverse_lane *lane, char *text, size_t size);

/** Why a solver is not back after the last turning time, in plain words; "" where it is. */
void carom_reverse_say_why(const carom_reverse *reverse, const carom_reverse_lane *lane, char *text,
                           size_t size);

/** reverse.tsv in @p directory. */
CAROM_CHECKED carom_status carom_reverse_write(const carom_reverse *reverse, const char *directory,
                                               carom_error *error);

/** reverse.png and others. */
CAROM_CHECKED carom_status carom_reverse_draw(const carom_reverse *reverse, const char *directory,
                                              const carom_look *look, const char *name,
                                              carom_error *error);

#endif

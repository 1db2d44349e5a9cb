/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Where the balls of a run are between its samples, from what its records say: places and
 * velocities at the samples, and when collisions began and ended and what they took.
 */
#ifndef CAROM_FIGURES_ANIMATION_TRACKS_H
#define CAROM_FIGURES_ANIMATION_TRACKS_H

#include "records/tsv.h"
#include <carom/problem.h>
#include <stdbool.h>

/** Where a ball is known: with which velocity it comes and goes. */
typedef struct {
    double t_s;
    carom_vec place, in, out;
} carom_knot;

/** A collision as the log has it. */
typedef struct {
    double from_s, to_s; /**< the same for an impulse */
    carom_vec taken;     /**< momentum that went from a to b, N s */
    carom_vec normal;    /**< n, from a to b */
    size_t a, b;         /**< balls; b the number of balls: a wall */
} carom_track_meeting;

/** Begins as {0}. */
typedef struct {
    const carom_problem *problem;
    carom_tsv trajectory;
    size_t time, place[2], velocity[2], turn; /**< columns; turn the first of four */
    bool turned;
    carom_knot *knot; /**< ball after ball, each by time */
    size_t *first;    /**< where a ball's begin; one more at the end */
    carom_track_meeting *meeting;
    size_t meetings;
    bool logged; /**< there is a log of collisions */
} carom_tracks;

/** Reads the records of @p solver in @p directory; carom_tracks_free in any case.
 *
 * From a sample to the next collision, and from a collision to the next sample, a ball goes along
 * the line (under gravity the parabola) of its velocity. A collision within which there is no
 * sample is gone through smoothly. What does not fit together that way (a loop that does not move
 * balls by their velocities) goes from sample to sample.
 *  @param stop  set from outside to interrupt; may be NULL
 *  @return CAROM_CANNOT_READ, CAROM_INVALID, CAROM_INTERRUPTED */
CAROM_CHECKED carom_status carom_tracks_read(carom_tracks *tracks, const carom_problem *problem,
                                             const char *directory, const char *solver,
                                             const volatile sig_atomic_t *stop, carom_error *error);
void carom_tracks_free(carom_tracks *tracks);

/** How many samples there are, and s between two of them; 0 where there is one. */
size_t carom_tracks_samples(const carom_tracks *tracks);
double carom_tracks_spacing(const carom_tracks *tracks);

/** Where a ball is at a time: a cubic through the places and velocities around it, which is exact
 * for straight lines and for parabolas; at the ends what is known there. */
carom_vec carom_tracks_place(const carom_tracks *tracks, size_t ball, double t_s);

/** How it has rolled until then, a unit quaternion (w, x, y, z): evenly from sample to sample. Only
 * where `turned`. */
void carom_tracks_turn(const carom_tracks *tracks, size_t ball, double t_s, double q[4]);

#endif

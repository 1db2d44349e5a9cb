/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CAROM_INTERNAL_FIGURES_ANIMATION_H
#define CAROM_INTERNAL_FIGURES_ANIMATION_H

#include "figures/figures.h"
#include "records/records.h"
#include "scenario/scenario.h"

#include <carom/problem.h>
#include <carom/status.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* ---- animation ----
 * The records of a run as a film: every solver's balls on a table of its own, to scale, and below
 * what becomes of the energy and of the distance from the reference. */

enum { CAROM_MOST_SHOWN = 6 }; /**< solvers of a film: a table each */

/** How an animation is to be. */
typedef struct {
    /** one table: the second solver's balls as circles over the first's discs */
    bool overlay;
    /** of solvers; none: all, the reference first; one: the reference and that one. Of an overlay
     * two */
    const char *const *name;
    size_t names;
    double length_s; /**< of the film without slow motion; 0: between 4 and 10 s */
} carom_animation;

/** Draws animation.gif (animation-overlay.gif), where look->film says so animation.mp4 too, and
 * the caption, which says what is slowed and how balls get from sample to sample.
 *  @return what carom_figures_draw returns */
CAROM_CHECKED carom_status carom_animate(const char *directory, const carom_look *look,
                                         const carom_animation *animation, carom_error *error);

/* ---- film ----
 * Which times of a run a film shows: even steps of a pace that can be said in a word, and smaller
 * ones around collisions. */

enum { CAROM_FILM_RATE = 25 }; /**< frames a second */

/** A collision that might be shown in slow motion. */
typedef struct {
    double from_s, to_s;
    bool known; /**< the records say where the balls are meanwhile */
} carom_film_contact;

typedef struct {
    double t_s;
    bool slow;
} carom_film_frame;

/** Begins as {0}. */
typedef struct {
    carom_film_frame *frame; /**< the first at 0, the last at the end */
    size_t frames;
    double pace;      /**< seconds of film for one of the run: 5, 2, 1, 0.5, 0.2 ... */
    double slowed;    /**< the same while a collision lasts; the pace where nothing is slowed */
    size_t in_slow;   /**< how often; contacts that overlap in time are one */
    size_t unknown;   /**< contacts that are not, because the samples are too far apart */
    bool all_slow;    /**< and no other contact that could have been */
    bool long_enough; /**< contacts last long enough to be seen without */
} carom_film;

/** Cuts a film of a run of @p duration_s: between 4 and 10 s without slow motion, or @p length_s
 * where that is > 0, and at most three fifths as much again of slow motion, which the first of
 * @p count contacts get. carom_film_free in any case. @return CAROM_NO_MEMORY */
CAROM_CHECKED carom_status carom_film_cut(carom_film *film, double duration_s, double length_s,
                                          carom_film_contact *contact, size_t count,
                                          carom_error *error);
void carom_film_free(carom_film *film);

/* ---- spot ----
 * The spot on a ball that shows how it rolls, as it is seen from above. */

/** Where the middle of a ball's spot is, on a ball of radius 1: x, y and, upwards, z.
 *  @param q  how the ball has turned since the start, a unit quaternion (w, x, y, z) */
void carom_spot_of(const carom_scenario *scenario, size_t ball, const double q[4], double spot[3]);

/** Writes the outline of a ball's spot as lines "x y" (m), and an empty line behind them; nothing
 * where all of it is on the far side.
 *  @param q         how the ball has turned since the start, a unit quaternion (w, x, y, z)
 *  @param radius_m  as which the ball is drawn */
void carom_spot_write(FILE *stream, const carom_scenario *scenario, size_t ball, const double q[4],
                      carom_vec place, double radius_m);

/* ---- tracks ----
 * Where the balls of a run are between its samples, from what its records say: places and
 * velocities at the samples, and when collisions began and ended and what they took. */

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
    const carom_recorded_solver *recorded;
    carom_knot *knot; /**< ball after ball, each by time */
    size_t *first;    /**< where a ball's begin; one more at the end */
    carom_track_meeting *meeting;
    size_t meetings;
} carom_tracks;

/** Lays them through what is recorded of a solver, which outlives them; carom_tracks_free in any
 * case.
 *
 * From a sample to the next collision, and from a collision to the next sample, a ball goes along
 * the line (under gravity the parabola) of its velocity. A collision within which there is no
 * sample is gone through smoothly. What does not fit together that way (a loop that does not move
 * balls by their velocities) goes from sample to sample.
 *  @param stop  set from outside to interrupt; may be NULL
 *  @return CAROM_INTERRUPTED, CAROM_NO_MEMORY */
CAROM_CHECKED carom_status carom_tracks_lay(carom_tracks *tracks, const carom_problem *problem,
                                            const carom_recorded_solver *recorded,
                                            const volatile sig_atomic_t *stop, carom_error *error);
void carom_tracks_free(carom_tracks *tracks);

/** How many samples there are, and s between two of them; 0 where there is one. */
size_t carom_tracks_samples(const carom_tracks *tracks);
double carom_tracks_spacing(const carom_tracks *tracks);

/** Where a ball is at a time: a cubic through the places and velocities around it, which is exact
 * for straight lines and for parabolas; at the ends what is known there. */
carom_vec carom_tracks_place(const carom_tracks *tracks, size_t ball, double t_s);

/** How it has rolled until then, a unit quaternion (w, x, y, z): evenly from sample to sample. Only
 * where the problem follows the orientation. */
void carom_tracks_turn(const carom_tracks *tracks, size_t ball, double t_s, double q[4]);

#endif

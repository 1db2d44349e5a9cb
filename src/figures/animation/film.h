/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Which times of a run a film shows: even steps of a pace that can be said in a word, and smaller
 * ones around collisions.
 */
#ifndef CAROM_FIGURES_ANIMATION_FILM_H
#define CAROM_FIGURES_ANIMATION_FILM_H

#include <carom/status.h>
#include <stdbool.h>
#include <stddef.h>

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

#endif

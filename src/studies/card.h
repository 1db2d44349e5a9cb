/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CAROM_INTERNAL_CARD_H
#define CAROM_INTERNAL_CARD_H

#include "studies/studies.h"

#include <stdatomic.h>

/** @file Report card of engines: twelve scenes with exact answers, some with two values. */

enum { CAROM_CARD_ROWS = 15, CAROM_MAX_CONTESTANTS = 16 };

/** Grades of a value: its error relative to the scale of the scene. */
typedef enum {
    CAROM_EXACT_VALUE, /**< at most 1e-6 */
    CAROM_CLOSE,       /**< at most 1 % */
    CAROM_OFF,         /**< at most 10 % */
    CAROM_WRONG,       /**< more */
    CAROM_REFUSED,     /**< the engine cannot run the scene */
    CAROM_FAILED,      /**< the engine ended before the scene did */
    CAROM_TOO_SLOW     /**< exceeds the time limit */
} carom_grade;

/** A kind of solver with its settings. */
typedef struct {
    const char *kind, *label, *purpose;
    char settings[120]; /**< besides the defaults; "": none */
    bool fine;          /**< with settings that its documentation recommends for accuracy */
    carom_choice choice;
    atomic_bool is_slow; /**< a scene exceeded the time limit; the others are skipped */
} carom_contestant;

typedef struct {
    const char *scene, *quantity;
    double expected;
} carom_card_row;

typedef struct {
    double value; /**< NaN without a result */
    carom_grade grade;
    char note[200]; /**< reason of a missing value */
} carom_cell;

typedef struct {
    double limit_s; /**< of a scene: processor time, and ten times as long by the clock */
    carom_contestant contestant[CAROM_MAX_CONTESTANTS];
    size_t contestants;
    char missing[200]; /**< engines that are not installed */
    carom_card_row row[CAROM_CARD_ROWS];
    carom_cell cell[CAROM_CARD_ROWS][CAROM_MAX_CONTESTANTS];
} carom_card;

/** Run all scenes. Call carom_card_free in any case. */
CAROM_CHECKED carom_status carom_card_run(void *object, const carom_study *study,
                                          carom_error *error);
void carom_card_free(void *object);

#endif

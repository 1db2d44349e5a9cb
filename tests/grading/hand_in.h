/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * How an examiner speaks with a program that was handed in. The two are processes apart: what the
 * program says are numbers that the examiner judges, so nothing it does can make a verdict. They
 * take turns on one page of shared memory; a turn costs about a microsecond, and a conformance test
 * takes a million of them.
 */
#ifndef CAROM_TESTS_HAND_IN_H
#define CAROM_TESTS_HAND_IN_H

#include <carom/force_law.h>
#include <carom/integrator.h>
#include <stdatomic.h>

/** The descriptor that the page comes on; standard input, output and error are empty. */
enum { HAND_IN_PAGE = 3 };

/** Most rows, words of a row, characters of a text, bytes of options; coordinates, quadratures;
 * doubles to work with. */
enum {
    HAND_IN_ROWS = 24,
    HAND_IN_WORDS = 12,
    HAND_IN_TEXT = 160,
    HAND_IN_OPTIONS = 4096,
    HAND_IN_MOST = 8,
    HAND_IN_WORK = 1024
};

typedef enum { TURN_EXAMINER, TURN_PROGRAM } hand_in_turn;

typedef enum {
    CALL_ABOUT,
    CALL_CHECK,
    /* a force law's slots */
    CALL_DAMPING,
    CALL_CONTACT,
    CALL_FORCE,
    CALL_ENERGY,
    CALL_OUTCOME,
    CALL_RATE,
    CALL_FREQUENCY,
    CALL_PREPARE,
    CALL_RELEASE,
    CALL_STEP /* an integrator's */
} hand_in_call;

/** A row of a parameter table without its pointers. */
typedef struct {
    char key[HAND_IN_TEXT], unit[HAND_IN_TEXT], fallback[HAND_IN_TEXT], doc[HAND_IN_TEXT],
        instead_of[HAND_IN_TEXT];
    char word[HAND_IN_WORDS][HAND_IN_TEXT];
    bool required, has_words, has_instead;
    int type, words;
    double lowest, highest;
    size_t offset, size;
} hand_in_row;

typedef struct {
    atomic_uint turn; /**< hand_in_turn */
    int call;         /**< hand_in_call: of the examiner */
    /** the program's turn ended in a question: what are a and g at x, v? */
    bool asks_rates;
    bool slot[CALL_STEP + 1]; /**< which of them the entry fills */
    /* the entry */
    char name[HAND_IN_TEXT], summary[HAND_IN_TEXT];
    int rows;
    hand_in_row row[HAND_IN_ROWS];
    size_t options_size;
    _Alignas(max_align_t) unsigned char options[HAND_IN_OPTIONS];
    /* numbers in, numbers out */
    int status, end;
    double in[2], out;
    carom_surface surface;
    carom_contact contact;
    carom_force force;
    carom_contact_outcome outcome;
    /** the error, or the first finding of `check` */
    char found_key[HAND_IN_TEXT], found_text[4 * HAND_IN_TEXT];
    bool found_error;
    /* an integrator */
    int order, evaluations;
    double stability_limit, h;
    size_t work_coordinates, work_quadratures, most_coordinates, coordinates, quadratures, calls,
        state;
    bool keeps, known, gone;
    /** the step's */
    double x[HAND_IN_MOST], v[HAND_IN_MOST], q[HAND_IN_MOST];
    /** a question's */
    double ask_x[HAND_IN_MOST], ask_v[HAND_IN_MOST], a[HAND_IN_MOST], g[HAND_IN_MOST];
    double kept_a[HAND_IN_MOST], kept_g[HAND_IN_MOST];
    double work[HAND_IN_WORK];
} hand_in;

#endif

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
enum { SUBMISSION_PAGE = 3 };

/** Most rows, words of a row, characters of a text, bytes of options; coordinates, quadratures;
 * doubles to work with. */
enum {
    SUBMISSION_ROWS = 24,
    SUBMISSION_WORDS = 12,
    SUBMISSION_TEXT = 160,
    SUBMISSION_OPTIONS = 4096,
    SUBMISSION_COORDINATES = 8,
    SUBMISSION_WORK = 1024
};

typedef enum { TURN_OF_EXAMINER, TURN_OF_PROGRAM } turn_owner;

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
} submission_call;

/** A row of a parameter table without its pointers. */
typedef struct {
    char key[SUBMISSION_TEXT], unit[SUBMISSION_TEXT], fallback[SUBMISSION_TEXT],
        doc[SUBMISSION_TEXT], instead_of[SUBMISSION_TEXT];
    char word[SUBMISSION_WORDS][SUBMISSION_TEXT];
    bool required, has_words, has_instead;
    int type, words;
    double lowest, highest;
    size_t offset, size;
} submission_row;

typedef struct {
    atomic_uint turn; /**< turn_owner */
    int call;         /**< submission_call: of the examiner */
    /** the program's turn ended in a question: what are a and g at x, v? */
    bool requests_rates;
    bool slot[CALL_STEP + 1]; /**< which of them the entry fills */
    /* the entry */
    char name[SUBMISSION_TEXT], summary[SUBMISSION_TEXT];
    int rows;
    submission_row row[SUBMISSION_ROWS];
    size_t options_size;
    _Alignas(max_align_t) unsigned char options[SUBMISSION_OPTIONS];
    /* numbers in, numbers out */
    int status, end;
    double in[2], out;
    carom_surface surface;
    carom_contact contact;
    carom_force force;
    carom_contact_outcome outcome;
    /** the error, or the first finding of `check` */
    char found_key[SUBMISSION_TEXT], found_text[4 * SUBMISSION_TEXT];
    bool found_error;
    /* an integrator */
    int order, evaluations;
    double stability_limit, h;
    size_t work_coordinates, work_quadratures, max_coordinates, coordinates, quadratures, calls,
        state;
    bool keeps, known, gone;
    /** the step's */
    double x[SUBMISSION_COORDINATES], v[SUBMISSION_COORDINATES], q[SUBMISSION_COORDINATES];
    /** a question's */
    double ask_x[SUBMISSION_COORDINATES], ask_v[SUBMISSION_COORDINATES], a[SUBMISSION_COORDINATES],
        g[SUBMISSION_COORDINATES];
    double cached_a[SUBMISSION_COORDINATES], cached_g[SUBMISSION_COORDINATES];
    double work[SUBMISSION_WORK];
} shared_page;

#endif

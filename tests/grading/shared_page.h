/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file Communication of an examiner with a submitted program. The examiner and the program are
 *    separate processes. The program only returns numbers, which the examiner tests, so it cannot
 *    produce a verdict. They take turns on a page of shared memory. A turn costs about a
 *    microsecond; a conformance test takes a million. */
#ifndef CAROM_TESTS_SHARED_PAGE_H
#define CAROM_TESTS_SHARED_PAGE_H

#include <carom/force_law.h>
#include <carom/integrator.h>
#include <stdatomic.h>

/** Descriptor of the page; standard input, output and error are empty. */
enum { SUBMISSION_PAGE = 3 };

/** Capacities: rows, words of a row, characters of a text, bytes of options; coordinates and
 * quadratures; doubles of the work buffer. */
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
    /* functions of a force law */
    CALL_DAMPING,
    CALL_CONTACT,
    CALL_FORCE,
    CALL_ENERGY,
    CALL_OUTCOME,
    CALL_RATE,
    CALL_FREQUENCY,
    CALL_PREPARE,
    CALL_RELEASE,
    CALL_STEP /* functions of an integrator */
} submission_call;

/** Row of a parameter table without pointers. */
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
    atomic_uint turn; /**< a turn_owner */
    int call;         /**< a submission_call, set by the examiner */
    /** true if the program requests a and g at x, v */
    bool requests_rates;
    bool slot[CALL_STEP + 1]; /**< functions that the entry has */
    /* description of the entry */
    char name[SUBMISSION_TEXT], summary[SUBMISSION_TEXT];
    int rows;
    submission_row row[SUBMISSION_ROWS];
    size_t options_size;
    _Alignas(max_align_t) unsigned char options[SUBMISSION_OPTIONS];
    /* arguments and results */
    int status, end;
    double in[2], out;
    carom_surface surface;
    carom_contact contact;
    carom_force force;
    carom_contact_outcome outcome;
    /** the error, or the first diagnostic of `check` */
    char found_key[SUBMISSION_TEXT], found_text[4 * SUBMISSION_TEXT];
    bool found_error;
    /* of an integrator */
    int order, evaluations;
    double stability_limit, h;
    size_t work_coordinates, work_quadratures, max_coordinates, coordinates, quadratures, calls,
        state;
    bool has_cache, known, gone;
    /** state of a step */
    double x[SUBMISSION_COORDINATES], v[SUBMISSION_COORDINATES], q[SUBMISSION_COORDINATES];
    /** arguments and results of a request */
    double request_x[SUBMISSION_COORDINATES], request_v[SUBMISSION_COORDINATES],
        a[SUBMISSION_COORDINATES], g[SUBMISSION_COORDINATES];
    double cached_a[SUBMISSION_COORDINATES], cached_g[SUBMISSION_COORDINATES];
    double work[SUBMISSION_WORK];
} shared_page;

#endif

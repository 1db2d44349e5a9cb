/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * A class: every hand-in of a folder judged, and what came of it in one table. A hand-in is a
 * folder with answers in it, or a file of answers.
 */
#ifndef CAROM_EXERCISES_CLASS_H
#define CAROM_EXERCISES_CLASS_H

#include "exercises/exercise.h"

/** One file of answers, or a hand-in that has none. */
typedef struct {
    char *name,
        *file; /**< as the folder has them: anybody's bytes; file is "" where there is none */
    const carom_exercise *exercise; /**< NULL: not known */
    carom_verdicts verdicts;        /**< one for each question, or none */
    double total, out_of;           /**< points; out_of 0 where the exercise is not known */
    char word[16];                  /**< what went wrong besides wrong answers; "": nothing */
    char text[700];                 /**< the same in a sentence */
    bool inside, outside;           /**< a program of it ran in a sandbox, ran without one */
} carom_marks;

/** An exercise that somebody has answered. */
typedef struct {
    carom_exercise exercise;
    double *known; /**< by question; see carom_exam */
} carom_class_exercise;

typedef struct {
    carom_marks *item;
    size_t count, room;
    carom_class_exercise **exercise; /**< in the order in which they came */
    size_t exercises;
    carom_error trouble; /**< the first that is not a hand-in's but carom's or a key's */
} carom_class;

typedef struct {
    const char *path;        /**< a folder of hand-ins, or one file of answers */
    const char *home, *keys; /**< of carom; of right answers, may be NULL */
    const char *directory;   /**< for runs, a folder 1, 2, ... for each hand-in */
    const carom_limits *limits;
    carom_sandbox *sandbox;
    const volatile sig_atomic_t *stop;
    void (*progress)(void *context, double part, double done); /**< may be NULL */
    void *context;
} carom_class_request;

/** Judges all, by name. What is wrong with one is in its marks and stops no other.
 *  @return CAROM_CANNOT_READ, CAROM_NO_MEMORY, CAROM_INTERRUPTED; carom_class_free in any case */
CAROM_CHECKED carom_status carom_class_grade(carom_class *class, const carom_class_request *request,
                                             carom_error *error);
void carom_class_free(carom_class *class);

/** The points of a verdict. */
double carom_marks_points(const carom_marks *marks, size_t question);

/** As CSV (RFC 4180): a line for each, with no cell that a spreadsheet would take for a formula. */
void carom_class_csv(const carom_class *class, FILE *stream);
/** As JSON: an array of objects, with every verdict. */
void carom_class_json(const carom_class *class, FILE *stream);
/** For people. */
void carom_class_print(const carom_class *class, FILE *stream);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * One file of answers of a class, judged by the exercise that it names. An exercise is read once,
 * for whoever answers it first.
 */
#ifndef CAROM_EXERCISES_HAND_IN_H
#define CAROM_EXERCISES_HAND_IN_H

#include "exercises/class.h"

/** A class at work. */
typedef struct {
    carom_class *class;
    const carom_class_request *request;
    char *folder, *directory; /**< real paths: of the class, NULL of a file alone; of the runs */
} carom_grading;

/** New marks, of nothing yet. NULL: no memory */
carom_marks *carom_class_add(carom_class *class, const char *name, const char *file,
                             carom_error *error);

/** What went wrong with a hand-in besides its answers: a word, and the same in a sentence. */
void carom_marks_fault(carom_marks *marks, const char *word, const char *text);

/** Whether it is to stop the class, as it is no hand-in's: memory, an interruption; then it is in
 * @p error too. */
bool carom_class_stops(const carom_error *wrong, carom_error *error);

/** Judges the answers at @p path, and adds the marks of @p name. @return what is to stop the class
 */
CAROM_CHECKED carom_status carom_hand_in_grade(const carom_grading *all, const char *name,
                                               const char *path, const char *file,
                                               carom_error *error);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "checks/checks.h"

/** @file Worksheets: the questions of an experiment (exercise.md), the answer key (answers.yaml),
 * and the grading of a student's answers. */

typedef struct {
    char id[CAROM_NAME_SIZE];
    char description[200]; /**< description of the answer with its unit, one line */
    char hint[300];        /**< printed after a wrong answer; "" */
    carom_choice kind;     /**< entry of carom_question_kinds */
} carom_question;

/** An exercise; release it with carom_exercise_free. */
typedef struct {
    char name[CAROM_PATH_SIZE], folder[CAROM_PATH_SIZE]; /**< name and folder of the experiment */
    char title[200];
    carom_list questions; /**< items of type carom_question */
    /** true without answers.yaml, as in a student's copy: the worksheet exists, the questions are
     * unknown */
    bool keyless;
} carom_exercise;

/** Arguments of grading. */
typedef struct {
    const carom_exercise *exercise;
    const char *answers_folder; /**< folder of the files that answers name */
    const char *directory;      /**< output folder of runs */
    const volatile sig_atomic_t *stop;
} carom_grading_context;

/** A kind of question. Contract: `grade` grades one answer and fills verdict->kind and text, which
 * must not reveal the answer; it returns an error only for a failure of carom. */
typedef struct {
    carom_entry about;
    const char *expects; /**< expected form of an answer, "a number" */
    bool in_page;        /**< the lab page can grade it: an answer is not a file */
    carom_status (*grade)(const carom_question *question, const char *answer,
                          const carom_grading_context *exam, carom_verdict *verdict,
                          carom_error *error);
} carom_question_kind;

/** Return the kind of an entry of carom_question_kinds. */
CAROM_ENTRY_ACCESSOR(carom_question_kind_of, carom_question_kind)

/** All kinds of questions; question_kinds.c lists them. */
extern const carom_interface carom_question_kinds;

/** Read the exercise of the experiment @p name under @p home. Errors in answers.yaml go to @p
 * messages.
 * @return CAROM_CANNOT_READ if there is no worksheet */
CAROM_CHECKED carom_status carom_exercise_read(carom_exercise *exercise, const char *home,
                                               const char *name, carom_messages *messages,
                                               carom_error *error);

void carom_exercise_free(carom_exercise *exercise);

/** Print the worksheet: exercise.md and the template of the answers. An installed worksheet has
 * `carom` in place of `build/carom`, and the paths of installed files. */
CAROM_CHECKED carom_status carom_exercise_show(const carom_exercise *exercise, FILE *stream,
                                               carom_error *error);

/** Write the answer key of the questions that the lab page can grade, as a JSON array of objects:
 * id, hint, kind, and the options of the kind as texts. The output contains no '<'. */
void carom_exercise_write_key(const carom_exercise *exercise, FILE *stream);

/** Read the name of the exercise from the file of answers at @p path. */
CAROM_CHECKED carom_status carom_answers_read_exercise_name(const char *path,
                                                            char name[CAROM_NAME_SIZE],
                                                            carom_error *error);

/** Grade the answers in @p path: one verdict per question. Release @p verdicts with
 * carom_verdicts_free in any case.
 * @return also CAROM_INVALID if the file has no answers or answers unknown questions, and
 *    CAROM_CANNOT_READ without answers.yaml */
CAROM_CHECKED carom_status carom_exercise_grade(const carom_grading_context *exam, const char *path,
                                                carom_verdicts *verdicts, carom_error *error);

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "checks/checks.h"

/** @file Worksheets: the questions of exercise.md, the answer key in answers.yaml, and the grading
 * of a student's answers. */

typedef enum { CAROM_ENGLISH, CAROM_GERMAN, CAROM_LANGUAGES } carom_language;

typedef struct {
    char id[CAROM_NAME_SIZE];
    char description[200]; /**< description of the answer with its unit, one line */
    char hint[300];        /**< printed after a wrong answer; "" */
    char more[300];        /**< hint after a second one; "" */
    char why[300];         /**< reason of the right answer; "" */
    char scene[200];       /**< KEY=VALUE ... of the scene that a page shows; "" */
    double points;
    carom_choice kind; /**< entry of carom_question_kinds */
    carom_mark mark;   /**< of the question in answers.yaml */
} carom_question;

/** An exercise; release it with carom_exercise_free. */
typedef struct {
    char name[CAROM_PATH_SIZE]; /**< name of its folder, which files of answers contain */
    char sheet[CAROM_PATH_SIZE], key[CAROM_PATH_SIZE]; /**< paths of exercise.md, answers.yaml */
    char scenario[CAROM_PATH_SIZE]; /**< file or experiment that `measured` questions run */
    char title[200];
    char *german;         /**< text of exercise.de.md; NULL: none */
    carom_list questions; /**< items of type carom_question */
    bool is_own;          /**< false: of a shipped experiment */
} carom_exercise;

/** Arguments of grading. */
typedef struct {
    const carom_exercise *exercise;
    carom_language language; /**< of the verdicts */
    const char *home;
    const char *answers_folder; /**< folder of the files that answers name */
    const char *directory;      /**< output folder of runs */
    const volatile sig_atomic_t *stop;
} carom_grading_context;

/** A kind of question. Contract: `grade` grades one answer and fills verdict->kind and text, which
 * must not reveal the answer; it returns an error for a failure of carom, and CAROM_INVALID for an
 * error in the answer key. */
typedef struct {
    carom_entry about;
    const char *expects[CAROM_LANGUAGES]; /**< expected form of an answer, "a number" */
    bool is_number;
    bool in_page; /**< the lab page can grade it: an answer is not a file */
    /** Whether `grade` receives the answer. NULL: any; others are answered by what is expected. */
    bool (*accepts)(const carom_question *question, const char *answer);
    /** Find errors of the answer key that a run would have, without one. NULL: there are none. */
    carom_status (*check)(const carom_question *question, const carom_grading_context *exam,
                          carom_error *error);
    carom_status (*grade)(const carom_question *question, const char *answer,
                          const carom_grading_context *exam, carom_verdict *verdict,
                          carom_error *error);
} carom_question_kind;

/** Return the kind of an entry of carom_question_kinds. */
CAROM_ENTRY_ACCESSOR(carom_question_kind_of, carom_question_kind)

/** All kinds of questions; question_kinds.c lists them. */
extern const carom_interface carom_question_kinds;

/** Read the worksheet @p name: the experiment of this name under @p home, or a path that ends in
 * .md. Errors in answers.yaml go to @p messages.
 * @return CAROM_CANNOT_READ if there is no worksheet or no answers.yaml */
CAROM_CHECKED carom_status carom_exercise_read(carom_exercise *exercise, const char *home,
                                               const char *name, carom_messages *messages,
                                               carom_error *error);

/** Find the scenario that the questions run: a file beside the worksheet, or a shipped one. @return
 * false: there is none, and @p path is where it was looked for */
bool carom_exercise_scenario(const carom_exercise *exercise, const char *home,
                             char path[CAROM_PATH_SIZE]);

void carom_exercise_free(carom_exercise *exercise);

/** Print the worksheet and the template of the answers. @return CAROM_CANNOT_READ if there is no
 * worksheet in this language */
CAROM_CHECKED carom_status carom_exercise_show(const carom_exercise *exercise,
                                               carom_language language, FILE *stream,
                                               carom_error *error);

/** Write the answer key of the questions that the lab page can grade, as a JSON array of objects:
 * id, hint, more, why, kind, and the options of the kind as texts. The output contains no '<'. */
void carom_exercise_write_key(const carom_exercise *exercise, FILE *stream);

/** Open the file of answers @p path, whose key `exercise` names the exercise. @param is_own the
 * name is that of a user's folder. Call carom_document_close in any case. */
CAROM_CHECKED carom_status carom_answers_open(carom_document *file, const char *path, bool is_own,
                                              carom_error *error);

/** Grade the answers in @p file: one verdict per question. Release @p verdicts with
 * carom_verdicts_free in any case.
 * @return also CAROM_INVALID if the file has no answers, or answers to another exercise or to
 *    unknown questions */
CAROM_CHECKED carom_status carom_exercise_grade(const carom_grading_context *exam,
                                                const carom_document *file,
                                                carom_verdicts *verdicts, carom_error *error);

/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Worksheets: the questions of an experiment (exercise.md beside it), what is right (answers.yaml,
 * apart from them), and verdicts on what somebody answered.
 */
#ifndef CAROM_EXERCISES_EXERCISE_H
#define CAROM_EXERCISES_EXERCISE_H

#include "checks/checks.h"
#include "exercises/limits.h"
#include "system/install_paths.h"

typedef struct {
    char id[CAROM_NAME_SIZE];
    char ask[200];     /**< what is wanted, one line, with its unit */
    char hint[300];    /**< said to a wrong answer; "" */
    carom_choice kind; /**< of carom_question_kinds */
    double points;     /**< for a right answer; none for another */
} carom_question;

/** What is known of an exercise; carom_exercise_free releases. */
typedef struct {
    char name[CAROM_PATH_SIZE], folder[CAROM_PATH_SIZE]; /**< of the experiment */
    char title[200];
    carom_list questions; /**< of carom_question */
    /** what is right is not here, as in a student's clone: no questions, a sheet all the same */
    bool keyless;
} carom_exercise;

/** Somebody's answers, and where they are looked at. */
typedef struct {
    const carom_exercise *exercise;
    const char *home; /**< of carom: experiments, tests, headers */
    /** the hand-in's folder: answered file names are relative to it and stay within it */
    const char *beside;
    const char *directory;      /**< for runs */
    const char *shared;         /**< for what all submissions have in common, compiled once */
    const carom_limits *limits; /**< of programs; NULL: the defaults */
    carom_sandbox *sandbox;     /**< NULL: none is used */
    /** folders that a program in a sandbox is not to see, ended by NULL; may be NULL */
    const char *const *hidden;
    /** what runs of the experiment have said, by question, NaN: not asked yet, kept for the next
     * hand-in; NULL: each runs it anew */
    double *known;
    const volatile sig_atomic_t *stop;
    /** each verdict as it comes, 1, 2, ...; may be NULL */
    void (*judged)(void *context, size_t number, const carom_verdict *verdict);
    void *context;
} carom_exam;

/** The file that an answer names: one that lies in the hand-in's folder, links followed. Else
 * "", and why in @p verdict.
 *  @return CAROM_NO_MEMORY */
CAROM_CHECKED carom_status carom_exam_file(const carom_exam *exam, const char *answer,
                                           char path[CAROM_PATH_SIZE], carom_verdict *verdict,
                                           carom_error *error);

/** A kind of question. Contract: `grade` judges one answer, fills verdict->kind and text (which
 * must not give the answer away), and returns an error only where carom itself failed. */
typedef struct {
    carom_entry about;
    const char *wants; /**< "a number", for whoever answers */
    carom_status (*grade)(const carom_question *question, const char *answer,
                          const carom_exam *exam, carom_verdict *verdict, carom_error *error);
} carom_question_kind;

/** The kind that an entry of carom_question_kinds is of. */
CAROM_ENTRY_ACCESSOR(carom_question_kind_of, carom_question_kind)

/** The list: one table in src/exercises/ and one X here. */
#define CAROM_QUESTION_KINDS(X) X(number) X(measured) X(word) X(scenario) X(code)

#define X(name) extern const carom_question_kind carom_question_##name;
CAROM_QUESTION_KINDS(X)
#undef X
extern const carom_seam carom_question_kinds;

/** Reads the exercise of the experiment @p name under @p home; what is wrong with answers.yaml goes
 * to @p messages. What is right is looked for in @p keys (NAME/answers.yaml or NAME.yaml there;
 * may be NULL), then beside the sheet.
 *  @return CAROM_CANNOT_READ where there is no sheet */
CAROM_CHECKED carom_status carom_exercise_read_keys(carom_exercise *exercise, const char *home,
                                                    const char *keys, const char *name,
                                                    carom_messages *messages, carom_error *error);

/** The same without other keys. */
CAROM_CHECKED carom_status carom_exercise_read(carom_exercise *exercise, const char *home,
                                               const char *name, carom_messages *messages,
                                               carom_error *error);
void carom_exercise_free(carom_exercise *exercise);

/** Sets the error that says where the keys of a keyless exercise were looked for.
 *  @return CAROM_CANNOT_READ */
carom_status carom_exercise_complain(const carom_exercise *exercise, const char *keys,
                                     carom_error *error);

/** The sheet: exercise.md and under it the file to be filled in. */
CAROM_CHECKED carom_status carom_exercise_show(const carom_exercise *exercise, FILE *stream,
                                               carom_error *error);

/** The name of the exercise that the answers in @p path are to. Of a file that is no YAML too, with
 * CAROM_INVALID, if it has a line `exercise: NAME`; else "". */
CAROM_CHECKED carom_status carom_answers_to(const char *path, char *name, size_t size,
                                            carom_error *error);

/** Judges the answers in @p path, a verdict for every question. carom_verdicts_free in any case.
 *  @return also CAROM_INVALID for a file that is none of answers, or answers something that was not
 * asked */
CAROM_CHECKED carom_status carom_exercise_grade(const carom_exam *exam, const char *path,
                                                carom_verdicts *verdicts, carom_error *error);

#endif

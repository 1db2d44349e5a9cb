/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CAROM_INTERNAL_EXERCISES_H
#define CAROM_INTERNAL_EXERCISES_H

#include "checks/checks.h"
#include "system/system.h"

#include <carom/param.h>
#include <carom/status.h>

#include <stdbool.h>
#include <stdint.h>

/* ---- limits ----
 * Limits and sandbox of a program that was handed in. */

/** When a sandbox is used. */
enum { CAROM_SANDBOX_AUTO, CAROM_SANDBOX_ALWAYS, CAROM_SANDBOX_NEVER };

/** Compiling is under them too. */
typedef struct {
    double time_s, memory_MB, file_MB;
    int64_t files, processes;
    int sandbox;
} carom_limits;

/** Their rows, with defaults. */
extern const carom_param carom_limit_rows[];

/** Whether bubblewrap (`bwrap`) can be used here, found out when it is first asked. */
typedef struct {
    bool tried, works;
    char why[200];          /**< it does not work */
    size_t inside, outside; /**< how many hand-ins were run in it, and without it */
} carom_sandbox;

/** What a process inside can read: the system's programs and libraries, and this. It has no
 * network, no other process and no other files. */
typedef struct {
    const char *home;          /**< of carom, without the answers in it; absolute */
    const char *submission;    /**< the submission's folder, called /tmp/hand-in; absolute */
    const char *work;          /**< the only folder to write in, called CAROM_SANDBOX_WORK */
    const char *kept;          /**< what was compiled before, under its own name */
    const char *const *hidden; /**< folders that are not to be seen, ended by NULL; may be NULL */
    /** NULL: a compiler runs. Else the command, ended by NULL, that starts the sandbox with a
     * filter of system calls on descriptor 4; only work/program is inside, nothing can be written,
     * and there is no /proc */
    const char *const *before;
} carom_sandbox_config;

/** Names inside: the folder to write in, and the program that was compiled there. */
#define CAROM_SANDBOX_WORK "/tmp/work"
#define CAROM_SANDBOX_PROGRAM "/program"

/** A command line; carom_command_free releases. */
typedef struct {
    char **argument; /**< ended by NULL */
    size_t count, room;
    bool lost; /**< memory was */
} carom_command;

/** The command line that runs @p argument inside. @return CAROM_NO_MEMORY; to be freed in any case
 */
CAROM_CHECKED carom_status carom_sandbox_command(const carom_sandbox_config *view,
                                                 const char *const *argument,
                                                 carom_command *command, carom_error *error);
void carom_command_free(carom_command *command);

/* ---- exercise ----
 * Worksheets: the questions of an experiment (exercise.md beside it), what is right (answers.yaml,
 * apart from them), and verdicts on what somebody answered. */

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
    const char *answers_folder;
    const char *directory;      /**< for runs */
    const char *shared;         /**< for what all submissions have in common, compiled once */
    const carom_limits *limits; /**< of programs; NULL: the defaults */
    carom_sandbox *sandbox;     /**< NULL: none is used */
    /** folders that a program in a sandbox is not to see, ended by NULL; may be NULL */
    const char *const *hidden;
    /** what runs of the experiment have said, by question, NaN: not asked yet, kept for the next
     * hand-in; NULL: each runs it anew */
    double *cached_values;
    const volatile sig_atomic_t *stop;
    /** each verdict as it comes, 1, 2, ...; may be NULL */
    void (*on_verdict)(void *context, size_t number, const carom_verdict *verdict);
    void *context;
} carom_grading_context;

/** The real path of @p name in a folder whose real path is given, to be freed. NULL: it leads out
 * of the folder or nowhere; then @p error is set only where memory was lost. */
char *carom_path_within(const char *folder, const char *name, carom_error *error);

/** The file that an answer names: one that lies in the hand-in's folder, links followed. Else
 * "", and why in @p verdict.
 *  @return CAROM_NO_MEMORY */
CAROM_CHECKED carom_status carom_answer_file_path(const carom_grading_context *exam,
                                                  const char *answer, char path[CAROM_PATH_SIZE],
                                                  carom_verdict *verdict, carom_error *error);

/** A kind of question. Contract: `grade` judges one answer, fills verdict->kind and text (which
 * must not give the answer away), and returns an error only where carom itself failed. */
typedef struct {
    carom_entry about;
    const char *wants; /**< "a number", for whoever answers */
    carom_status (*grade)(const carom_question *question, const char *answer,
                          const carom_grading_context *exam, carom_verdict *verdict,
                          carom_error *error);
} carom_question_kind;

/** The kind that an entry of carom_question_kinds is of. */
CAROM_ENTRY_ACCESSOR(carom_question_kind_of, carom_question_kind)

/** The list: one table in src/exercises/ and one X here. */
#define CAROM_QUESTION_KINDS(X) X(number) X(measured) X(word) X(scenario) X(code)

#define X(name) extern const carom_question_kind carom_question_##name;
CAROM_QUESTION_KINDS(X)
#undef X
extern const carom_interface carom_question_kinds;

/** Reads the exercise of the experiment @p name under @p home; what is wrong with answers.yaml goes
 * to @p messages. What is right is looked for in @p keys (NAME/answers.yaml or NAME.yaml there;
 * may be NULL), then beside the sheet.
 *  @return CAROM_CANNOT_READ where there is no sheet */
CAROM_CHECKED carom_status carom_exercise_read_answer_keys(carom_exercise *exercise,
                                                           const char *home, const char *keys,
                                                           const char *name,
                                                           carom_messages *messages,
                                                           carom_error *error);

void carom_exercise_free(carom_exercise *exercise);

/** Sets the error that says where the keys of a keyless exercise were looked for.
 *  @return CAROM_CANNOT_READ */
carom_status carom_exercise_missing_key_error(const carom_exercise *exercise, const char *keys,
                                              carom_error *error);

/** The sheet: exercise.md and under it the file to be filled in. */
CAROM_CHECKED carom_status carom_exercise_show(const carom_exercise *exercise, FILE *stream,
                                               carom_error *error);

/** The name of the exercise that the answers in @p path are to. Of a file that is no YAML too, with
 * CAROM_INVALID, if it has a line `exercise: NAME`; else "". */
CAROM_CHECKED carom_status carom_answers_read_exercise_name(const char *path, char *name,
                                                            size_t size, carom_error *error);

/** Judges the answers in @p path, a verdict for every question. carom_verdicts_free in any case.
 *  @return also CAROM_INVALID for a file that is none of answers, or answers something that was not
 * asked */
CAROM_CHECKED carom_status carom_exercise_grade(const carom_grading_context *exam, const char *path,
                                                carom_verdicts *verdicts, carom_error *error);

/* ---- class ----
 * A class: every hand-in of a folder judged, and what came of it in one table. A hand-in is a
 * folder with answers in it, or a file of answers. */

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
} carom_grade_row;

/** An exercise that somebody has answered. */
typedef struct {
    carom_exercise exercise;
    double *cached_values; /**< by question; see carom_grading_context */
} carom_class_exercise;

typedef struct {
    carom_grade_row *item;
    size_t count, room;
    carom_class_exercise **exercise; /**< in the order in which they came */
    size_t exercises, exercise_room;
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
double carom_grade_row_points(const carom_grade_row *marks, size_t question);

/** As CSV (RFC 4180): a line for each, with no cell that a spreadsheet would take for a formula. */
void carom_class_write_csv(const carom_class *class, FILE *stream);
/** As JSON: an array of objects, with every verdict. */
void carom_class_write_json(const carom_class *class, FILE *stream);
/** For people. */
void carom_class_print(const carom_class *class, FILE *stream);

/* ---- hand in ----
 * One file of answers of a class, judged by the exercise that it names. An exercise is read once,
 * for whoever answers it first. */

/** A class at work. */
typedef struct {
    carom_class *class;
    const carom_class_request *request;
    char *folder, *directory; /**< real paths: of the class, NULL of a file alone; of the runs */
} carom_class_grading;

/** New marks, of nothing yet. NULL: no memory */
carom_grade_row *carom_class_add_row(carom_class *class, const char *name, const char *file,
                                     carom_error *error);

/** What went wrong with a hand-in besides its answers: a word, and the same in a sentence. */
void carom_grade_row_set_fault(carom_grade_row *marks, const char *word, const char *text);

/** Whether it is to stop the class, as it is no hand-in's: memory, an interruption; then it is in
 * @p error too. */
bool carom_is_fatal_error(const carom_error *wrong, carom_error *error);

/** Judges the answers at @p path, and adds the marks of @p name. @return what is to stop the class
 */
CAROM_CHECKED carom_status carom_submission_grade(const carom_class_grading *all, const char *name,
                                                  const char *path, const char *file,
                                                  carom_error *error);

#endif

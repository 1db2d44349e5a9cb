/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "checks/checks.h"

/* ---- limits ----
 * Resource limits and sandbox for submitted programs. */

/** Use of the sandbox. */
enum { CAROM_SANDBOX_AUTO, CAROM_SANDBOX_ALWAYS, CAROM_SANDBOX_NEVER };

/** Limits of compiling and running a submission. */
typedef struct {
    double time_s, memory_MB, file_MB;
    int64_t files, processes;
    int sandbox;
} carom_limits;

/** Parameter rows of carom_limits, with defaults. */
extern const carom_param carom_limit_rows[];

/** State of bubblewrap (`bwrap`), determined at the first use. */
typedef struct {
    bool tried, works;
    char why[200];          /**< reason if `works` is false */
    size_t inside, outside; /**< number of submissions run inside and outside of it */
} carom_sandbox;

/** Files visible in the sandbox in addition to the system's programs and libraries. A process
 * inside has no network and sees no other process. */
typedef struct {
    const char *home;          /**< carom's folder, shown without answers; absolute */
    const char *submission;    /**< the submission's folder, shown as /tmp/hand-in; absolute */
    const char *work;          /**< the only writable folder, shown as CAROM_SANDBOX_WORK */
    const char *prebuilt;      /**< folder of precompiled parts, shown under its own path */
    const char *const *hidden; /**< NULL-terminated list of folders to hide; may be NULL */
    /** NULL to run a compiler. Otherwise a NULL-terminated command that starts the sandbox with a
     * system call filter on descriptor 4; the sandbox then shows only work/program, is read-only
     * and has no /proc */
    const char *const *before;
} carom_sandbox_config;

/** Paths inside the sandbox: the writable folder and the compiled program. */
#define CAROM_SANDBOX_WORK "/tmp/work"
#define CAROM_SANDBOX_PROGRAM "/program"

/** A command line; release it with carom_command_free. */
typedef struct {
    char **argument; /**< NULL-terminated */
    size_t count, room;
    bool lost; /**< true if an allocation failed */
} carom_command;

/** Build the command line that runs @p argument in the sandbox. @return CAROM_OK or
 * CAROM_NO_MEMORY; release @p command in both cases */
CAROM_CHECKED carom_status carom_sandbox_command(const carom_sandbox_config *view,
                                                 const char *const *argument,
                                                 carom_command *command, carom_error *error);
void carom_command_free(carom_command *command);

/* ---- exercise ----
 * Worksheets: the questions of an experiment (exercise.md), the answer key (answers.yaml), and the
 * grading of a student's answers. */

typedef struct {
    char id[CAROM_NAME_SIZE];
    char description[200]; /**< description of the answer with its unit, one line */
    char hint[300];        /**< printed after a wrong answer; "" */
    carom_choice kind;     /**< entry of carom_question_kinds */
    double points;         /**< for a right answer; a wrong one gets 0 */
} carom_question;

/** An exercise; release it with carom_exercise_free. */
typedef struct {
    char name[CAROM_PATH_SIZE], folder[CAROM_PATH_SIZE]; /**< name and folder of the experiment */
    char title[200];
    carom_list questions; /**< items of type carom_question */
    /** true if the answer key is missing, as in a student's copy: the worksheet exists, the
     * questions are unknown */
    bool keyless;
} carom_exercise;

/** Arguments of grading. */
typedef struct {
    const carom_exercise *exercise;
    const char *home; /**< carom's folder: experiments, tests, headers */
    /** the submission's folder; answers may name files in it */
    const char *answers_folder;
    const char *directory;      /**< output folder of runs */
    const char *shared;         /**< folder for parts that all submissions share, compiled once */
    const carom_limits *limits; /**< limits of programs; NULL for the defaults */
    carom_sandbox *sandbox;     /**< NULL for no sandbox */
    /** NULL-terminated list of folders to hide in the sandbox; may be NULL */
    const char *const *hidden;
    /** results of runs of the experiment, by question; NaN if not computed yet. Shared by
     * submissions. NULL computes them for each submission */
    double *cached_values;
    const volatile sig_atomic_t *stop;
    /** receives each verdict with its number 1, 2, ...; may be NULL */
    void (*on_verdict)(void *context, size_t number, const carom_verdict *verdict);
    void *context;
} carom_grading_context;

/** Resolve @p name in a folder given by its real path. @return the real path, to be freed, or NULL
 * if it is outside the folder or missing; sets @p error only to CAROM_NO_MEMORY */
char *carom_path_within(const char *folder, const char *name, carom_error *error);

/** Resolve the file that an answer names. It must be in the submission's folder; links are
 * followed. Otherwise @p path is "" and @p verdict contains the reason.
 * @return CAROM_OK or CAROM_NO_MEMORY */
CAROM_CHECKED carom_status carom_answer_file_path(const carom_grading_context *exam,
                                                  const char *answer, char path[CAROM_PATH_SIZE],
                                                  carom_verdict *verdict, carom_error *error);

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

/** All kinds of questions. To add one, write its table in src/exercises/ and append X(name) here.
 */
#define CAROM_QUESTION_KINDS(X) X(number) X(measured) X(word) X(scenario) X(code)

#define X(name) extern const carom_question_kind carom_question_##name;
CAROM_QUESTION_KINDS(X)
#undef X
extern const carom_interface carom_question_kinds;

/** Read the exercise of the experiment @p name under @p home. Errors in answers.yaml go to @p
 * messages. The answer key is NAME/answers.yaml or NAME.yaml in @p keys (may be NULL), or
 * answers.yaml in the worksheet's folder.
 * @return CAROM_CANNOT_READ if there is no worksheet */
CAROM_CHECKED carom_status carom_exercise_read_answer_keys(carom_exercise *exercise,
                                                           const char *home, const char *keys,
                                                           const char *name,
                                                           carom_messages *messages,
                                                           carom_error *error);

void carom_exercise_free(carom_exercise *exercise);

/** Set an error that lists the folders searched for a missing answer key.
 * @return CAROM_CANNOT_READ */
carom_status carom_exercise_missing_key_error(const carom_exercise *exercise, const char *keys,
                                              carom_error *error);

/** Print the worksheet: exercise.md and the template of the answers. An installed worksheet has
 * `carom` in place of `build/carom`, and the paths of installed files. */
CAROM_CHECKED carom_status carom_exercise_show(const carom_exercise *exercise, FILE *stream,
                                               carom_error *error);

/** Write the answer key of the questions that the lab page can grade, as a JSON array of objects:
 * id, hint, kind, and the options of the kind as texts. The output contains no '<'. */
void carom_exercise_write_key(const carom_exercise *exercise, FILE *stream);

/** Read the name of the exercise from the file of answers at @p path. For invalid YAML, return
 * CAROM_INVALID and the name of a line `exercise: NAME`, or "". */
CAROM_CHECKED carom_status carom_answers_read_exercise_name(const char *path, char *name,
                                                            size_t size, carom_error *error);

/** Grade the answers in @p path: one verdict per question. Release @p verdicts with
 * carom_verdicts_free in any case.
 * @return also CAROM_INVALID if the file has no answers or answers unknown questions */
CAROM_CHECKED carom_status carom_exercise_grade(const carom_grading_context *exam, const char *path,
                                                carom_verdicts *verdicts, carom_error *error);

/* ---- class ----
 * Grading of all submissions in a folder, with one table of results. A submission is a folder with
 * files of answers, or one file of answers. */

/** Row of the table: one file of answers, or a submission without one. */
typedef struct {
    char *name, *file; /**< names in the folder, arbitrary bytes; file is "" if missing */
    const carom_exercise *exercise; /**< NULL if unknown */
    carom_verdicts verdicts;        /**< one per question, or none */
    double total, out_of;           /**< points; out_of is 0 for an unknown exercise */
    char word[16];                  /**< fault other than wrong answers, or "" */
    char text[700];                 /**< description of the fault */
    bool inside, outside;           /**< whether a program ran inside or outside of a sandbox */
} carom_grade_row;

/** An exercise that a submission answers. */
typedef struct {
    carom_exercise exercise;
    double *cached_values; /**< indexed by question; see carom_grading_context */
} carom_class_exercise;

typedef struct {
    carom_grade_row *item;
    size_t count, room;
    carom_class_exercise **exercise; /**< in order of first use */
    size_t exercises, exercise_room;
    carom_error trouble; /**< first fault of carom or of an answer key */
} carom_class;

typedef struct {
    const char *path;        /**< folder of submissions, or one file of answers */
    const char *home, *keys; /**< carom's folder; folder of answer keys, may be NULL */
    const char *directory;   /**< output folder with a subfolder 1, 2, ... per submission */
    const carom_limits *limits;
    carom_sandbox *sandbox;
    const volatile sig_atomic_t *stop;
    void (*progress)(void *context, double part, double done); /**< may be NULL */
    void *context;
} carom_class_request;

/** Grade all submissions, sorted by name. A faulty submission gets a row and does not stop the
 * others.
 * @return CAROM_CANNOT_READ, CAROM_NO_MEMORY or CAROM_INTERRUPTED; call carom_class_free in any
 *    case */
CAROM_CHECKED carom_status carom_class_grade(carom_class *class, const carom_class_request *request,
                                             carom_error *error);
void carom_class_free(carom_class *class);

/** Write the table as CSV (RFC 4180). Cells that a spreadsheet would read as formulas are escaped.
 */
void carom_class_write_csv(const carom_class *class, FILE *stream);
/** Write the table as a JSON array of objects with every verdict. */
void carom_class_write_json(const carom_class *class, FILE *stream);
/** Print the table as text. */
void carom_class_print(const carom_class *class, FILE *stream);

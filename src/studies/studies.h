/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "measure/measure.h"
#include "plot/plot.h"
#include "records/records.h"
#include "run/run.h"
#include "scenario/scenario.h"

#include <carom/status.h>

#include <stdbool.h>
#include <stdio.h>

/* ---- result ----
 * A study plans runs, runs them and fills frames. It is one function, `fill`, of a result: it lists
 * jobs, runs them on the threads, and adds rows. Errors are latched: after the first one the
 * functions below do nothing, and `fill` returns at its end. Memory of the arena never fails
 * (carom_arena). */

typedef struct carom_study_entry carom_study_entry;
typedef struct carom_job_list carom_job_list;

/** One run of a solver. */
typedef struct {
    const carom_problem *problem;     /**< the scenario's unless the study sets another */
    carom_choice choice;              /**< solver (owned); without one the job is skipped */
    double duration_s;                /**< the scenario's */
    size_t samples;                   /**< 2: start and end */
    const carom_trace_request *trace; /**< may be NULL */
    carom_trajectory history; /**< what the run recorded; a solver that stopped has `failure` */
    double seconds;           /**< wall-clock time of the run */
    carom_problem changed;    /**< by carom_result_change (owned) */
} carom_job;

/** Lines of text, in the arena. */
typedef struct {
    const char **item;
    size_t count, room;
} carom_result_text;

/** A study at work, and its result. The keys of a study are a struct that begins with one. */
typedef struct {
    const carom_study_entry *kind;
    const carom_study *request; /**< chosen solvers, threads, cancellation */
    const carom_scenario *scenario;
    carom_frame *frame; /**< as kind->tables */
    carom_arena arena;
    carom_error error;         /**< the first error; the result is incomplete */
    carom_result_text notes;   /**< one line each, printed after the frames */
    carom_result_text stopped; /**< solvers that stopped early; no figures are drawn */
    carom_status status;       /**< of the first of them */
    carom_job_list *jobs;
    size_t jobs_planned,
        jobs_done; /**< of all calls of carom_result_run, for progress; 0: unknown */
    void *state;   /**< of the study, for its `plot` */
} carom_result;

/** Return zeroed memory of the arena. */
void *carom_result_take(carom_result *result, size_t count, size_t size);

bool carom_result_failed(const carom_result *result);

/** Latch an error. */
void carom_result_fail(carom_result *result, carom_status status, const char *key,
                       const char *format, ...) CAROM_PRINTF(4, 5);

/** Append a row to frame number @p frame. Texts in it must outlive the result. */
void carom_result_add(carom_result *result, size_t frame, const void *row);

/** Add a note: one line. */
void carom_result_note(carom_result *result, const char *format, ...) CAROM_PRINTF(2, 3);

/** Report a solver that stopped early; no effect if @p failure is CAROM_OK. */
void carom_result_stopped(carom_result *result, const char *solver, const carom_error *failure);

/** Return @p count jobs on the scenario's problem, for its duration, without solvers. They are
 * freed with the result. */
carom_job *carom_result_jobs(carom_result *result, size_t count);

/** Return the chosen solvers of the scenario that have @p traits (arena), and their number. */
const carom_scenario_solver **carom_result_solvers(carom_result *result, unsigned traits,
                                                   size_t *count);

/** Set the solver of a job to the solver kind @p kind with default options. */
void carom_result_choose_kind(carom_result *result, carom_choice *choice, const char *kind);

/** Give a job its own copy of the scenario's problem. @return it, to be changed; NULL after an
 * error
 */
carom_problem *carom_result_change(carom_result *result, carom_job *job);

/** Set an option from a text, where the solver has that key (carom_choice_set_text). */
void carom_result_set(carom_result *result, const carom_choice *choice, const char *key,
                      const char *value);

/** Make the springs of a job converged: exact contacts, steps of @p theta
 * (carom_choice_converge). */
void carom_result_converge(carom_result *result, carom_job *job, double theta);

/** Run jobs on the study's threads. */
void carom_result_run(carom_result *result, carom_job *job, size_t count);

/** Run rigid balls up to their first collision with a job, whose log has it.
 *  @return it; NULL: none, or the solver refuses the problem (history.failure of the job) */
const carom_collision *carom_result_first_collision(carom_result *result, carom_job *job);

/** Run tasks that are no jobs on the study's threads (carom_study_run). */
void carom_result_tasks(carom_result *result, size_t count,
                        carom_status (*run)(void *context, size_t task, carom_error *error),
                        void *context);

/** Free the histories and solvers of jobs that are no longer needed. */
void carom_result_forget(carom_job *job, size_t count);

/** Run a study. @p result must be zero except for the keys of the study. Call carom_result_free in
 * any case. @return the latched error */
CAROM_CHECKED carom_status carom_result_fill(carom_result *result, const carom_study_entry *kind,
                                             const carom_study *request, carom_error *error);

/** Print the frames that are shown, and the notes; solvers that stopped on @p complaints. */
void carom_result_print(const carom_result *result, FILE *stream, FILE *complaints);

/** Write NAME.json and the tables in the study's folder. Files of an earlier study are removed when
 * the new ones are complete, unless it is resumed. A study at work stores the first @p most tables.
 */
CAROM_CHECKED carom_status carom_result_write(const carom_result *result, size_t most,
                                              carom_error *error);

/** Remove the results of a study of another scenario than the run in the folder. */
void carom_study_clear_other(const carom_study_entry *kind, const char *directory);

/** Write all frames as one JSON object. */
void carom_result_write_json(const carom_result *result, FILE *stream);

/** Describe the figures by the study's `plot`. Release with carom_plot_free */
carom_plot *carom_result_plot(const carom_result *result);

/** Add a solver of the scenario to the figures, with its label and line style. */
void carom_result_plot_solver(const carom_result *result, carom_plot *plot, const char *solver);

void carom_result_free(carom_result *result);

/* ---- changed keys ----
 * Keys of the scenario that gradient and fit change. */

enum { CAROM_CHANGED_KEYS = 16, CAROM_CHANGED_TEXT = 1024 };

typedef struct {
    char name[CAROM_KEY_SIZE];
    double value; /**< in the scenario */
    double scale; /**< natural size of a change */
} carom_changed_key;

typedef struct {
    carom_result *result;
    carom_changed_key key[CAROM_CHANGED_KEYS];
    size_t count;
} carom_changed;

/** Find the keys in @p text, separated by commas, or if it is empty in @p words (of
 * carom_scenario_word), or else the key @p otherwise. Latches an error if a key has no number, or
 * if it accepts no other one. */
void carom_changed_find(carom_changed *changed, carom_result *result, const char *text,
                        const carom_list *words, const char *otherwise);

/** Set the scales: the smallest radius for lengths, the largest speed for velocities, or the value.
 */
void carom_changed_scale(carom_changed *changed, double speed_mps);

/** Set @p value to the values in the scenario. */
void carom_changed_own_values(const carom_changed *changed, double *value);

/** Read the scenario with other values of the keys. Call carom_scenario_free in any case.
 *  @param solver  the only solver that is read; NULL: those of the study
 *  @return as carom_study_read */
CAROM_CHECKED carom_status carom_changed_load(const carom_changed *changed, const char *solver,
                                              const double *value, carom_scenario *scenario,
                                              carom_error *error);

/** Return the largest speed of a ball at the start or in @p end, which may be NULL. */
double carom_changed_fastest(const carom_problem *problem, const carom_sample *end);

/** Return whether positions change smoothly with keys: rigid balls with exact impacts, and springs
 * whose contacts begin and end between steps. Contacts on a grid of steps make positions jump. */
bool carom_solver_is_smooth(const carom_choice *kind);

/* ---- interface of studies ----
 * Each entry is a command `carom NAME FILE`. */

/** An option that a study accepts. The name includes the argument ("output FILE") if several
 * options have this name. help NULL: the usual help text. */
typedef struct {
    const char *name, *help;
} carom_command_option;

/** A study. Contract:
 *
 *  - The object has about.options_size bytes. They are zero except for the defaults of
 *    about.params, whose offsets point into it. `--set NAME.KEY=VALUE` changes them.
 *  - `fill` runs and fills the frames, which are `tables`. The object begins with a carom_result.
 * It prints nothing. Solvers that stop early are reported by carom_result_stopped.
 *  - The tables are written all or none, unless the study is printed_only. `plot` describes their
 *    figures, unless a solver stopped. `carom plot` draws them again from this description,
 *    NAME.figures.tsv. */
struct carom_study_entry {
    carom_entry about;
    const char *text;  /**< description in `carom help NAME`; lines of at most 100 characters */
    const char *notes; /**< text at the end of the help; NULL: none */
    const char *keys;  /**< section of the scenario with its parameters; NULL: none */
    /** ended by a NULL name; NULL: CAROM_STUDY_OPTIONS, and CAROM_FIGURE_STYLE_OPTIONS if it
     * draws */
    const carom_command_option *options;
    /** starts from other initial states than the scenario's: not for recordings */
    bool varies_start;
    /** the text, or with --json the JSON, is the result: no folder, no files */
    bool printed_only;
    void (*fill)(carom_result *result);
    const carom_table *tables; /**< ended by a NULL name */
    const char *figures; /**< names of the figures, as for carom_folder_claim: "fan.* map-*.*" */
    void (*plot)(const carom_result *result, carom_plot *plot); /**< may be NULL */
};

/** Run a study. Before that, claim its folder (carom_folder_claim) and refuse recordings where it
 * varies the start. Call carom_study_release in any case.
 *  @param study  must outlive the result */
CAROM_CHECKED carom_status carom_study_perform(const carom_study_entry *kind, carom_result *result,
                                               const carom_study *study, carom_error *error);

/** Read the scenario of a study again, with @p count overrides after those of the command line.
 * Call carom_scenario_free in any case.
 *  @param solver  the only solver that is read; NULL: those of the study
 *  @return CAROM_INVALID with the reader's first error; CAROM_INTERRUPTED */
CAROM_CHECKED carom_status carom_study_read(const carom_study *study,
                                            const carom_override *overrides, size_t count,
                                            const char *solver, carom_scenario *scenario,
                                            carom_error *error);

/** Print the result, write NAME.json and the tables, and describe the figures unless a solver
 * stopped.
 *  @param plot  receives the figures, or NULL; to be written and freed */
CAROM_CHECKED carom_status carom_study_finish(const carom_result *result, FILE *text,
                                              FILE *complaints, carom_plot **plot,
                                              carom_error *error);

/** Free the result and the keys of the study. */
void carom_study_release(const carom_study_entry *kind, carom_result *result);

/** Refuse unknown names of figures, separated by commas: CAROM_INVALID with the known ones. */
CAROM_CHECKED carom_status carom_study_check_figures(const carom_study_entry *kind,
                                                     const char *names, carom_error *error);

/** Options for the style of figures. */
#define CAROM_FIGURE_STYLE_OPTIONS                                                                 \
    {"preset", NULL}, {"format", NULL}, {"title", NULL},                                           \
    {                                                                                              \
        "figures", NULL                                                                            \
    }

/** Default options of a study. */
#define CAROM_STUDY_OPTIONS                                                                        \
    {"output", "folder of tables and figures; by default out/<stem of FILE>"}, {"set", NULL},      \
        {"unset", NULL}, {"solver", NULL}, {"jobs", NULL}, {"no-plots", NULL},                     \
    {                                                                                              \
        "json", "all its tables as JSON, and nothing else on standard output"                      \
    }

/** Return the study of an entry of carom_studies. */
CAROM_ENTRY_ACCESSOR(carom_study_of, carom_study_entry)

/** All studies; each entry is the `about` of a carom_study_entry. studies.c lists them. */
extern const carom_interface carom_studies;

/** Set the parameters of a study in @p object to their defaults, then to the overrides NAME.KEY.
 * Other overrides are keys of the scenario.
 *  @param object  about.options_size bytes of zeros
 *  @return CAROM_INVALID for an unknown key or an invalid value. Call
 *   carom_study_release in any case */
CAROM_CHECKED carom_status carom_study_set_keys(const carom_study_entry *kind, void *object,
                                                const carom_override *overrides, size_t count,
                                                carom_error *error);

/** Remove the overrides of the study's own keys. @return the number of the others, the keys of the
 * scenario */
size_t carom_study_drop_keys(const carom_study_entry *kind, carom_override *overrides,
                             size_t count);

/* ---- converge ---- */

/** Range of the order of convergence by theory; NaN: unknown. */
typedef struct {
    double low, high;
} carom_expected_order;

/** A row of orders.tsv. */
typedef struct {
    const char *solver;
    carom_estimate order; /**< of the discretization error in the step, mean over stiffnesses */
    carom_expected_order expected; /**< by theory */
    carom_estimate floor_slope;    /**< exponent of the modelling error in the stiffness */
    double expected_slope;         /**< by theory; NaN with friction, or unknown */
    double rigid_pair_tests;       /**< of the rigid run */
} carom_converge_order;

/** Frames of converge; the rows of the last are carom_converge_order. */
enum { CAROM_CONVERGE_POINTS, CAROM_CONVERGE_FLOORS, CAROM_CONVERGE_ORDERS };

extern const carom_study_entry carom_study_converge;

/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Running a scenario: every solver from t = 0 to the end, sample by sample, into records.
 */
#ifndef CAROM_RUN_RUN_H
#define CAROM_RUN_RUN_H

#include "records/folder.h"
#include "run/checkpoint/checkpoint.h"
#include "run/comparison.h"
#include "run/files.h"
#include "run/journey.h"
#include "scenario/scenario.h"
#include <signal.h>

typedef struct {
    const carom_scenario *scenario;
    const char *name;      /**< the scenario file as the user named it */
    const char *directory; /**< where the records go; made if need be. NULL: none are kept, and the
                              only samples are those of the start and the end */
    const char *const *only;           /**< names of the solvers to run; */
    size_t only_count;                 /**< 0: all */
    carom_folder *folder;              /**< is told of the records; may be NULL */
    bool compare;                      /**< all together, against the reference; or one by one */
    bool collisions;                   /**< keep collision logs */
    bool hasty;                        /**< one of very many: the disk is not waited for */
    long threads;                      /**< solvers advanced at the same time, >= 1 */
    const volatile sig_atomic_t *stop; /**< set from outside to interrupt; may be NULL */
    void (*progress)(void *context, double part, double t_s); /**< may be NULL */
    void *context;
    bool checkpoints; /**< keep what a run that is ended from outside goes on from, and go on; */
    double every_s;   /**< of wall clock between two, >= 0; 0: whenever there can be one */
    void (*say)(void *context, const char *text); /**< is told what was found; may be NULL */
    void *say_context;
} carom_request;

/** A solver of the run, with its recorders. */
typedef struct {
    carom_lane lane;
    carom_files files;     /**< open where there is a directory */
    carom_account account; /**< after the run: its summary */
} carom_run_solver;

typedef struct {
    const carom_request *request;
    carom_run_solver *solver;
    size_t solvers, reference; /**< reference: whom divergence is measured against */
    carom_comparison comparison;
    carom_directory made;
    carom_file summary, manifest;
    /** of the scenario; of a comparison without, the ends of the first contact, for people */
    carom_trace_wish trace;
    bool traced; /**< the scenario says any: contacts.tsv are written */
    /** of all together; or one after the other, each of one solver */
    carom_journey *journey;
    size_t journeys, present;
    carom_lane **lane;        /**< theirs, and */
    carom_recorder *recorder; /**< theirs */
    carom_checkpoint checkpoint;
} carom_run;

/** Runs and writes all records. On CAROM_OK the solvers have their summaries, and each lane its
 * failure if it stopped early; carom_run_close frees in any case.
 *  @return also CAROM_CANNOT_WRITE, CAROM_INTERRUPTED, CAROM_NO_MEMORY: then no record has changed.
 * CAROM_INVALID where there is a checkpoint that it cannot go on from, which stays as it is */
CAROM_CHECKED carom_status carom_run_scenario(carom_run *run, const carom_request *request,
                                              carom_error *error);

/** All that follows from a run has been made of it: its checkpoint goes. Without that the same
 * request makes the records once more from there. */
void carom_run_forget(carom_run *run);
void carom_run_close(carom_run *run);

/** The solvers of a request: how many, and the i-th. */
size_t carom_request_solvers(const carom_request *request, const carom_scenario_solver **chosen);

/** Whether the table of a run has a row of it: not where no solver has anything to say of it. */
bool carom_run_says(const carom_run *run, const carom_quantity *quantity);

/** What is to be said of a solver's own clock that has parted from the time asked by more than
 * rounding; "": nothing. */
void carom_run_say_clock(const carom_run_solver *solver, char *text, size_t size);

/** run.json: what made the records. */
CAROM_CHECKED carom_status carom_manifest_write(FILE *stream, const carom_run *run,
                                                carom_error *error);

/** What a checkpoint of a run of @p count solvers must be of, to be freed
 * (run/checkpoint/checkpoint.h); NULL with the reason in @p error. */
char *carom_manifest_identity(const carom_request *request,
                              const carom_scenario_solver *const *solver, size_t count,
                              carom_error *error);

/** MODE.json in @p directory: what made the tables that another command than run and compare leaves
 * there, with the full scenario. @param name the scenario file as the user named it */
CAROM_CHECKED carom_status carom_manifest_of(const char *directory, const char *mode,
                                             const char *name, const carom_scenario *scenario,
                                             carom_error *error);

/** The program's own description, for --version and footers. */
const char *carom_version(void);
const char *carom_commit(void);
const char *carom_compiler(void);

/** A text as a JSON string, quotes included; a byte of it that is not UTF-8 becomes U+FFFD. */
void carom_json_string(FILE *stream, const char *text);

/** A number as JSON: shortest digits are not sought, 17 are; null where it is not finite. */
void carom_json_number(FILE *stream, double value);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L
#include "sweep/sweep.h"
#include <unistd.h>

/* ---- one point ---- */

/* State shared by the threads of a sweep. */
typedef struct {
    carom_sweep_request *sweep;
    carom_node *root; /* of the scenario file, parsed once */
    pthread_mutex_t mutex;
    carom_sweep_table table; /* protected by the mutex */
} sweep_work;

/* Runs the solvers of a point. @p rows receives its rows. */
static carom_status run_solvers(const carom_study *study, const carom_scenario *scenario,
                                const carom_point_setting *settings, char **rows,
                                carom_error *error)
{
    carom_run run = {.request = NULL};
    const carom_request request = {.scenario = scenario,
                                   .only = study->only,
                                   .only_count = study->only_count,
                                   .compare = true,
                                   .threads = 1,
                                   .stop = study->stop};
    carom_status status = carom_run_scenario(&run, &request, error);
    if (status == CAROM_OK) {
        *rows = carom_sweep_rows(study->scenario, settings, &run);
        status = *rows == NULL ? carom_error_no_memory(error) : CAROM_OK;
    }
    carom_run_close(&run);
    return status;
}

static carom_status check_point(sweep_work *shared, carom_messages *messages, size_t point,
                                carom_error *error)
{
    if (messages->errors == 0) {
        return CAROM_OK;
    }
    pthread_mutex_lock(&shared->mutex);
    if (shared->sweep->messages->errors == 0) { /* one message is enough */
        carom_messages_free(shared->sweep->messages);
        *shared->sweep->messages = *messages;
        *messages = (carom_messages){.item = NULL};
    }
    pthread_mutex_unlock(&shared->mutex);
    return carom_error_set(error, CAROM_INVALID, "sweep",
                           "point %zu of the sweep is not a valid scenario", point + 1);
}

static carom_status run_point(void *context, size_t task, carom_error *error)
{
    sweep_work *shared = context;
    const carom_study *study = shared->sweep->study;
    size_t number = shared->sweep->found + task;
    carom_sweep_point point;
    carom_messages messages = {.stop = study->stop,
                               .folder = study->scenario->folder,
                               .only = study->only,
                               .only_count = study->only_count};
    carom_scenario scenario = {.version = 0};
    char *rows = NULL;
    carom_status status = carom_sweep_point_init(&point, study, number, error);
    CAROM_THEN(status,
               carom_reading_status(carom_scenario_vary(&scenario, shared->root, point.override,
                                                        point.overrides, &messages),
                                    error));
    CAROM_THEN(status, check_point(shared, &messages, number, error));
    CAROM_THEN(status, run_solvers(study, &scenario, point.setting, &rows, error));
    if (status == CAROM_OK) {
        pthread_mutex_lock(&shared->mutex);
        status = carom_sweep_table_add(&shared->table, number, rows, error);
        pthread_mutex_unlock(&shared->mutex);
    }
    carom_messages_free(&messages);
    carom_scenario_free(&scenario);
    carom_sweep_point_free(&point);
    return status;
}

/* ---- all points ---- */

static carom_status run_points(sweep_work *shared, carom_error *error)
{
    const carom_sweep_request *sweep = shared->sweep;
    const carom_study *study = sweep->study;
    carom_tree tree = {.newest = NULL};
    carom_status status = carom_reading_status(
        carom_scenario_parse(&tree, study->text, study->length, sweep->messages, &shared->root),
        error);
    /* the text was read without errors before */
    CAROM_THEN(status, shared->root == NULL
                           ? carom_error_set(error, CAROM_INVALID, "", "not a valid scenario")
                           : carom_study_run(study, shared->table.points - sweep->found, run_point,
                                             shared, error));
    carom_tree_free(&tree);
    return status;
}

/* Opens the table, in memory without a directory, and runs the points that it lacks. */
static carom_status run_rest(sweep_work *shared, const char *directory, carom_error *error)
{
    carom_sweep_request *sweep = shared->sweep;
    pthread_mutex_init(&shared->mutex, NULL);
    carom_status status = carom_sweep_table_open(&shared->table, sweep->study, directory,
                                                 sweep->resume, error);
    sweep->found = shared->table.next;
    CAROM_THEN(status, run_points(shared, error));
    CAROM_THEN(status, carom_sweep_table_finish(&shared->table, error));
    pthread_mutex_destroy(&shared->mutex);
    return status;
}

carom_status carom_sweep_collect(carom_sweep_request *sweep, carom_tsv *table, carom_error *error)
{
    sweep_work shared = {.sweep = sweep};
    carom_status status = run_rest(&shared, NULL, error);
    *table = (carom_tsv){.text = NULL};
    CAROM_THEN(status, carom_sweep_table_to_tsv(&shared.table, table, sweep->study->stop, error));
    carom_sweep_table_close(&shared.table);
    return status;
}

/* ---- folder ---- */

static const char manifest_name[] = "sweep.json";

static void make_path(char path[CAROM_PATH_SIZE], const carom_sweep_request *sweep,
                      const char *name)
{
    snprintf(path, CAROM_PATH_SIZE, "%s/%s", sweep->directory, name);
}

static carom_status refuse_to_resume(const char *path, const char *why, carom_error *error)
{
    return carom_error_set(error, CAROM_INVALID, "",
                           "'%.300s' %.300s; use the same scenario and options, or omit --resume "
                           "to start anew",
                           path, why);
}

/* Compares the scenario and the program that have written rows with those that continue. */
static carom_status compare_manifest(const carom_document *manifest, const char *path,
                                     const carom_scenario *scenario, carom_error *error)
{
    char why[300];
    const char *version = carom_node_text(manifest->root, "version"),
               *commit = carom_node_text(manifest->root, "commit"),
               *recorded = carom_node_text(manifest->root, "scenario");
    if (strcmp(version, carom_version()) != 0 || strcmp(commit, carom_commit()) != 0) {
        snprintf(why, sizeof why, "is of carom %.60s (%.60s), not of this build", version, commit);
        return refuse_to_resume(path, why, error);
    }
    char *own = carom_scenario_text(scenario);
    CAROM_NEED(own != NULL, error);
    snprintf(why, sizeof why, "is of another scenario: ");
    bool differs = carom_records_find_difference(recorded, own, why + strlen(why),
                                                 sizeof why - strlen(why));
    free(own);
    return differs ? refuse_to_resume(path, why, error) : CAROM_OK;
}

static carom_status check_manifest(const carom_sweep_request *sweep, carom_error *error)
{
    char path[CAROM_PATH_SIZE], table[CAROM_PATH_SIZE];
    carom_document manifest;
    make_path(path, sweep, manifest_name);
    make_path(table, sweep, "sweep.tsv");
    if (access(path, F_OK) != 0) {
        return access(table, F_OK) != 0
                 ? CAROM_OK
                 : refuse_to_resume(table, "stands there without sweep.json", error);
    }
    carom_status status = carom_document_open_until(&manifest, path, "scenario", sweep->study->stop,
                                                    error);
    CAROM_THEN(status, compare_manifest(&manifest, path, sweep->study->scenario, error));
    carom_document_close(&manifest);
    return status;
}

/* sweep.json stands in the folder before the first row: later, --resume compares with it. */
static carom_status write_manifest(const carom_sweep_request *sweep, carom_error *error)
{
    carom_file file = {.stream = NULL};
    carom_status status = carom_manifest_open_study(&file, sweep->directory, "sweep", sweep->name,
                                                    sweep->study->scenario, error);
    if (!sweep->resume) {
        CAROM_THEN(status, carom_folder_clear(sweep->directory, carom_sweep_file_names, error));
    }
    CAROM_THEN(status, carom_file_commit(&file, error));
    carom_file_discard(&file);
    return status;
}

static carom_status run_in_folder(sweep_work *shared, carom_error *error)
{
    const carom_sweep_request *sweep = shared->sweep;
    char table[CAROM_PATH_SIZE];
    make_path(table, sweep, "sweep.tsv");
    if (sweep->resume) {
        CAROM_TRY(check_manifest(sweep, error));
    }
    CAROM_TRY(write_manifest(sweep, error));
    carom_status status = run_rest(shared, sweep->directory, error);
    if (status != CAROM_OK && !sweep->resume && shared->table.next == 0) {
        char path[CAROM_PATH_SIZE]; /* leave no table without rows */
        make_path(path, sweep, manifest_name);
        unlink(table);
        unlink(path);
    }
    return status != CAROM_INTERRUPTED
             ? status
             : carom_error_set(error, status, "",
                               "interrupted after %zu of %zu points; --resume continues from there",
                               shared->table.next, shared->table.points);
}

carom_status carom_sweep_run(carom_sweep_request *sweep, carom_error *error)
{
    sweep_work shared = {.sweep = sweep};
    carom_directory made;
    bool is_own;
    CAROM_TRY(carom_folder_claim(sweep->directory, carom_sweep_file_names,
                                 sweep->resume ? CAROM_FOLDER_ADD : CAROM_FOLDER_CLEAR, &is_own,
                                 error));
    CAROM_TRY(carom_directory_create(&made, sweep->directory, error));
    carom_status status = run_in_folder(&shared, error);
    carom_sweep_table_close(&shared.table);
    carom_directory_remove_empty(&made);
    return status;
}

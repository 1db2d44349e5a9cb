/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "run/files.h"
#include "records/columns.h"
#include <stdlib.h>
#include <string.h>

static carom_status open_in(carom_files *files, const char *folder, carom_error *error)
{
    carom_status status = carom_directory_open(&files->folder, folder, error);
    if (status == CAROM_OK) {
        status = carom_file_open(&files->series, folder, "series.tsv", error);
    }
    if (status == CAROM_OK) {
        status = carom_file_open(&files->trajectory, folder, "trajectory.tsv", error);
    }
    if (status == CAROM_OK && files->logs) {
        status = carom_file_open(&files->collisions, folder, "collisions.tsv", error);
    }
    if (status == CAROM_OK && files->traced) {
        status = carom_file_open(&files->contacts, folder, "contacts.tsv", error);
    }
    return status;
}

carom_status carom_files_open(carom_files *files, const carom_lane *lane, const char *directory,
                              bool logs, bool traced, bool hasty, carom_error *error)
{
    size_t size = strlen(directory) + strlen(lane->name) + 2;
    char *folder = malloc(size);
    carom_status status;
    *files = (carom_files){.lane = lane, .logs = logs, .traced = traced};
    if (folder == NULL) {
        return carom_error_no_memory(error);
    }
    snprintf(folder, size, "%s/%s", directory, lane->name);
    status = open_in(files, folder, error);
    files->series.hasty = files->trajectory.hasty = files->collisions.hasty =
        files->contacts.hasty = hasty;
    free(folder);
    return status;
}

carom_file *carom_files_at(carom_files *files, size_t i)
{
    carom_file *const file[] = {&files->series, &files->trajectory, &files->collisions,
                                &files->contacts};
    const bool kept[] = {true, true, files->logs, files->traced};
    for (size_t k = 0; k < sizeof file / sizeof file[0]; k++) {
        if (kept[k] && i-- == 0) {
            return file[k];
        }
    }
    return NULL;
}

void carom_files_discard(carom_files *files)
{
    carom_file_discard(&files->series);
    carom_file_discard(&files->trajectory);
    carom_file_discard(&files->collisions);
    carom_file_discard(&files->contacts);
    carom_directory_close(&files->folder);
}

/* ---- recording ---- */

static carom_status files_begin(void *state, carom_error *error)
{
    carom_files *files = state;
    (void)error;
    carom_table_header(files->series.stream, carom_series_columns(files->lane->problem));
    carom_table_header(files->trajectory.stream, carom_trajectory_columns(files->lane->problem));
    return CAROM_OK;
}

static carom_status files_sample(void *state, double t_s, carom_error *error)
{
    carom_files *files = state;
    const carom_lane *lane = files->lane;
    carom_status status;
    (void)t_s;
    if (carom_lane_has_failed(lane)) {
        return CAROM_OK;
    }
    carom_record_series(files->series.stream, lane->problem, &lane->sample);
    carom_record_trajectory(files->trajectory.stream, lane->problem, &lane->sample);
    status = carom_file_check(&files->series, error);
    return status == CAROM_OK ? carom_file_check(&files->trajectory, error) : status;
}

static carom_status files_end(void *state, carom_error *error)
{
    carom_files *files = state;
    const carom_lane *lane = files->lane;
    carom_status status = CAROM_OK;
    if (files->logs) {
        carom_record_collisions(files->collisions.stream, lane->problem, &lane->log);
        status = carom_file_finish(&files->collisions, error);
    }
    if (files->traced && status == CAROM_OK) {
        carom_record_contacts(files->contacts.stream, lane->problem, &lane->moments);
        status = carom_file_finish(&files->contacts, error);
    }
    if (status == CAROM_OK) {
        status = carom_file_finish(&files->series, error);
    }
    return status == CAROM_OK ? carom_file_finish(&files->trajectory, error) : status;
}

const carom_recorder_entry carom_recorder_files = {files_begin, files_sample, files_end};

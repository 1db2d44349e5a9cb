/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "records/records.h"
#include "run/run.h"
#include "system/system.h"
#include <stdlib.h>
#include <string.h>

static carom_status open_in(carom_files *files, const char *folder, carom_file_manner manner,
                            carom_error *error)
{
    const struct {
        carom_file *file;
        const char *name;
        bool kept;
    } all[] = {{&files->series, "series.tsv", true},
               {&files->trajectory, "trajectory.tsv", true},
               {&files->collisions, "collisions.tsv", files->logs},
               {&files->contacts, "contacts.tsv", files->traced}};
    carom_status status = carom_directory_open(&files->folder, folder, error);
    for (size_t k = 0; k < sizeof all / sizeof all[0] && status == CAROM_OK; k++) {
        if (all[k].kept) {
            status = carom_file_open_as(all[k].file, folder, all[k].name, manner, error);
        }
    }
    return status;
}

carom_status carom_files_open(carom_files *files, const carom_lane *lane, const char *directory,
                              bool logs, bool traced, carom_file_manner manner, carom_error *error)
{
    size_t size = strlen(directory) + strlen(lane->name) + 2;
    char *folder = malloc(size);
    carom_status status;
    *files = (carom_files){.lane = lane, .logs = logs, .traced = traced};
    if (folder == NULL) {
        return carom_error_no_memory(error);
    }
    snprintf(folder, size, "%s/%s", directory, lane->name);
    status = open_in(files, folder, manner, error);
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
    carom_file *file;
    carom_status status = CAROM_OK;
    for (size_t k = 0; (file = carom_files_at(files, k)) != NULL && status == CAROM_OK; k++) {
        status = carom_file_begin(file, error);
    }
    carom_table_header(files->series.stream, carom_series_columns(files->lane->problem));
    carom_table_header(files->trajectory.stream, carom_trajectory_columns(files->lane->problem));
    return status;
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
    status = carom_record_trajectory(files->trajectory.stream, lane->problem, &lane->sample,
                                     lane->stop, error);
    if (status == CAROM_OK) {
        status = carom_file_check(&files->series, error);
    }
    return status == CAROM_OK ? carom_file_check(&files->trajectory, error) : status;
}

static carom_status files_end(void *state, carom_error *error)
{
    carom_files *files = state;
    const carom_lane *lane = files->lane;
    carom_status status = CAROM_OK;
    if (files->logs) {
        status = carom_record_collisions(files->collisions.stream, lane->problem, &lane->log,
                                         lane->stop, error);
    }
    if (files->logs && status == CAROM_OK) {
        status = carom_file_finish(&files->collisions, error);
    }
    if (files->traced && status == CAROM_OK) {
        status = carom_record_contacts(files->contacts.stream, lane->problem, &lane->moments,
                                       lane->stop, error);
    }
    if (files->traced && status == CAROM_OK) {
        status = carom_file_finish(&files->contacts, error);
    }
    if (status == CAROM_OK) {
        status = carom_file_finish(&files->series, error);
    }
    return status == CAROM_OK ? carom_file_finish(&files->trajectory, error) : status;
}

static void files_archive(void *state, carom_archive *archive)
{
    carom_files *files = state;
    carom_file *file;
    for (size_t k = 0; (file = carom_files_at(files, k)) != NULL; k++) {
        carom_file_archive(file, archive);
    }
}

const carom_recorder_entry carom_recorder_files = {files_begin, files_sample, files_end,
                                                   files_archive};

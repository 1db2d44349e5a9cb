/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "scene/scene.h"
#include "system/system.h"

#include <carom/cancel.h>
#include <carom/problem.h>
#include <carom/solver.h>
#include <carom/vec.h>

/* ---- recordings ----
 * Positions that another program or a video tracker has written, for the solver
 * "recorded" (recorded.c) and for fits to a recording. recorded_table.c reads the files. */

enum { CAROM_RECORDED_FILE_SIZE = 512 };

/** A table that contains one ball. */
typedef struct {
    char ball[CAROM_NAME_SIZE], file[CAROM_RECORDED_FILE_SIZE];
} carom_recorded_file;

/** Columns of a table, in this order in carom_recorded_options. */
enum {
    CAROM_RECORDED_T,
    CAROM_RECORDED_X,
    CAROM_RECORDED_Y,
    CAROM_RECORDED_BALL,
    CAROM_RECORDED_VX,
    CAROM_RECORDED_VY,
    CAROM_RECORDED_SPIN,
    CAROM_RECORDED_COLUMNS
};

typedef struct {
    char file[CAROM_RECORDED_FILE_SIZE];
    carom_list files;                                     /**< of carom_recorded_file */
    char column[CAROM_RECORDED_COLUMNS][CAROM_NAME_SIZE]; /**< "": usual names */
    double start_s, scale_m, origin_m[2];
    double sigma_m; /**< NaN: not given */
    /** Not a key: folder to which file names are relative; "": the current one. */
    char folder[CAROM_PATH_SIZE];
} carom_recorded_options;

/** A sample of one ball. Times and coordinates are those of the scenario. */
typedef struct {
    double t_s;
    carom_vec at; /**< as recorded, m; not folded into a periodic table */
    carom_vec v;  /**< as recorded, m/s */
    double spin_radps;
} carom_track_sample;

/** Samples of one ball, in order of time. None: a fixed ball without samples. */
typedef struct {
    carom_track_sample *sample;
    size_t count, capacity;
} carom_track;

/** Track i belongs to problem->ball[i] of the problem for which the recording was read. */
typedef struct {
    carom_track *track;
    size_t count;
    double sigma_m;              /**< standard deviation of a position; NaN: not given */
    bool has_velocity, has_spin; /**< the files contain velocities, spins */
} carom_recording;

/** Free all tracks. */
void carom_recording_free(carom_recording *recording);

/** Read the files of a recording; call carom_recording_free in any case. A scenario that is read
 * again for other parameters needs `.folder = scenario->folder` in its carom_messages.
 *  @return CAROM_INVALID, with file and line; CAROM_CANNOT_READ, CAROM_NO_MEMORY */
CAROM_CHECKED carom_status carom_recording_load(carom_recording *recording,
                                                const carom_problem *problem,
                                                const carom_recorded_options *options,
                                                carom_error *error);

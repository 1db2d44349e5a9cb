/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "scene/scene.h"
#include "system/system.h"

#include <carom/cancel.h>
#include <carom/problem.h>
#include <carom/solver.h>
#include <carom/vec.h>

/* ---- recordings ----
 * Positions that another program or a video tracker has written, for the solver "recorded"
 * (recorded.c), fits and audits. recorded_table.c reads the files, recorded_names.c their words;
 * recorded_noise.c finds how exact the numbers are. */

enum { CAROM_RECORDED_FILE_SIZE = 512 };

/** Columns of a table, in this order in carom_recorded_options. */
enum {
    CAROM_RECORDED_T,
    CAROM_RECORDED_X,
    CAROM_RECORDED_Y,
    CAROM_RECORDED_BALL,
    CAROM_RECORDED_VX,
    CAROM_RECORDED_VY,
    CAROM_RECORDED_SPIN,
    CAROM_RECORDED_COLUMNS,
    CAROM_RECORDED_NONE = -1
};

/** A table that contains one ball, or a track of a table. */
typedef struct {
    char ball[CAROM_NAME_SIZE], file[CAROM_RECORDED_FILE_SIZE], track[CAROM_NAME_SIZE];
    char column[CAROM_RECORDED_COLUMNS][CAROM_NAME_SIZE]; /**< "": those of all tables */
} carom_recorded_file;

typedef struct {
    char file[CAROM_RECORDED_FILE_SIZE];
    carom_list files;                                     /**< of carom_recorded_file */
    char column[CAROM_RECORDED_COLUMNS][CAROM_NAME_SIZE]; /**< "": usual names */
    double start_s, origin_m[2];
    double scale_m, frames_per_s, sigma_m; /**< NaN: not given */
    bool y_down;
    /** Not a key: folder to which file names are relative; "": the current one. */
    char folder[CAROM_PATH_SIZE];
    /** Not a key: records for an audit, whose rows are complete and have velocities. */
    bool audited;
    const volatile sig_atomic_t *stop; /**< not a key: a nonzero value interrupts; may be NULL */
} carom_recorded_options;

/** A sample of one ball. Times and coordinates are those of the scenario. */
typedef struct {
    double t_s;
    carom_vec at; /**< as recorded, m; not folded into a periodic table */
    carom_vec v;  /**< as recorded, m/s */
    double spin_radps;
    size_t line; /**< of the table */
} carom_track_sample;

/** Samples of one ball, in order of time. None: a fixed ball without samples. */
typedef struct {
    carom_track_sample *sample;
    size_t count, capacity;
} carom_track;

/** Digits of the printed numbers of a table. */
typedef struct {
    int significant;  /**< largest number of significant digits */
    int finest;       /**< largest number of decimals */
    int fixed;        /**< decimals of all cells; -1: not the same */
    unsigned longest; /**< bits: different values with most digits */
    size_t cells;
    size_t doubles; /**< cells that are no number of single precision */
} carom_digits;

/** Count the digits of a cell with this value. */
void carom_digits_add(carom_digits *digits, const char *cell, double value);

/** Value of the last digit of the number with most decimals. */
double carom_digits_last(const carom_digits *digits);

/** Track i belongs to problem->ball[i] of the problem for which the recording was read. */
typedef struct {
    carom_track *track;
    size_t count;
    double last_digit_m;         /**< largest one of a file */
    double sigma_m;              /**< standard deviation of a position: given or estimated, > 0 */
    bool has_velocity, has_spin; /**< the files contain velocities, spins */
    carom_digits digits[CAROM_RECORDED_COLUMNS]; /**< of the last file; y counts as x, vy as vx */
    double factor[CAROM_RECORDED_COLUMNS];       /**< of its columns to SI units */
} carom_recording;

/** Free all tracks. */
void carom_recording_free(carom_recording *recording);

/** Units of a header that are no factor to SI units. */
#define CAROM_RECORDED_NOT_GIVEN 0.0
#define CAROM_RECORDED_PIXELS (-1.0)
#define CAROM_RECORDED_FRAMES (-2.0)

/** A cell of a table's header. */
typedef struct {
    int role;                    /**< CAROM_RECORDED_T to _SPIN, or CAROM_RECORDED_NONE */
    int order;                   /**< of the name among the names of the role */
    double unit;                 /**< in SI units, or one of the above; NaN: unknown */
    bool chosen;                 /**< by a wanted name */
    char track[CAROM_NAME_SIZE]; /**< A of A_x, 1 of x1; "": none */
} carom_recorded_label;

/** Read a cell of the header: "x", "x (m)", "x[m]", "x / m", "x in m", "x_m", "A x", "x1 (m)".
 *  @param wanted  a name for each column, or "": the usual ones */
carom_recorded_label carom_recorded_read_label(const carom_problem *problem,
                                               const char *const *wanted, const char *cell);

/** Factor of a unit to SI units, or CAROM_RECORDED_PIXELS, _FRAMES; NaN: unknown. */
double carom_recorded_find_unit(const char *text, int role);

/** The ball with the name of a track, or with its last word ("mass A"); SIZE_MAX: none.
 *  @param previous  ball from which the search begins */
size_t carom_recorded_find_ball(const carom_problem *problem, size_t previous, const char *track);

/** True if both name the same track: "0.0" is "0". */
bool carom_recorded_is_same_track(const char *a, const char *b);

/** Number of a track "2", "ball 2" or "Trajectory 2/0", or -1. */
long carom_recorded_track_number(const char *track);

/** The names that a column may have, "vx|v x|velocity x"; '_' and '-' are read as blanks. */
const char *carom_recorded_names(int column);

/** Remove blanks at both ends, in place. */
char *carom_recorded_trim(char *text);

/** Read a finite number with a decimal point or comma, U+2212 or U+2013 for a minus sign. */
bool carom_recorded_read_number(const char *cell, double *value);

/** True if a cell has no value: empty, nan, NA, "-". */
bool carom_recorded_is_missing(const char *cell);

/** Estimate the standard deviation of a recorded coordinate of this many samples by the scatter of
 * free flights; 0: too few samples. */
double carom_recording_noise(const carom_recording *recording, size_t samples);

/** Read the files of a recording; call carom_recording_free in any case. A scenario that is read
 * again for other parameters needs `.folder = scenario->folder` in its carom_messages.
 *  @return CAROM_INVALID, with file and line; or CAROM_CANNOT_READ */
CAROM_CHECKED carom_status carom_recording_load(carom_recording *recording,
                                                const carom_problem *problem,
                                                const carom_recorded_options *options,
                                                carom_error *error);

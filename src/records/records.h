/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CAROM_INTERNAL_RECORDS_H
#define CAROM_INTERNAL_RECORDS_H

#include "measure/measure.h"
#include "params/params.h"
#include "scenario/scenario.h"
#include "system/system.h"

#include <carom/param.h>
#include <carom/solver.h>
#include <carom/status.h>

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* ---- table ----
 * A table: columns that are described once, rows that are written by that description, and files
 * of an object, all of them whole or none. */

/** Rows on their way into a stream. */
typedef struct {
    FILE *stream;
    const carom_column *columns;
} carom_rows;

/** A table to write of an object. */
typedef struct {
    const char *name;            /**< of its file */
    const char *doc;             /**< what it has a row of */
    const carom_column *columns; /**< ended by a NULL name */
    /** puts every row; NULL: they come one by one while something runs */
    void (*rows)(const void *object, carom_rows *rows);
    /** in place of columns and rows: all of a file that is no table, or whose columns depend */
    void (*write)(const void *object, FILE *stream);
} carom_table;

/** The names of the columns, tabs between them and a line end after the last. */
void carom_table_header(FILE *stream, const carom_column *columns);

/** One row: numbers with 17 digits, tabs between and a line end after the last. */
void carom_table_row(FILE *stream, const carom_column *columns, const void *row);

/** The same, for a table's `rows`. */
void carom_rows_write(carom_rows *rows, const void *row);

/** Whether the end is wanted, by @p stop (may be NULL): asked at every row, heard every some
 * thousand of them, which are some ms apart. */
static inline bool carom_rows_is_cancelled(const volatile sig_atomic_t *stop, size_t row)
{
    enum { ROWS = 4096 };
    return row % ROWS == 0 && stop != NULL && *stop != 0;
}

/** Writes one table of @p object, whole or not at all, into a directory that is there. */
CAROM_CHECKED carom_status carom_table_write(const char *directory, const carom_table *table,
                                             const void *object, carom_error *error);

/** The same as the file @p path, "-" being standard output; the table's name is not asked. */
CAROM_CHECKED carom_status carom_table_write_path(const char *path, const carom_table *table,
                                                  const void *object, carom_error *error);

/** Writes all tables of @p object, ended by a NULL name, into @p directory, made if need be; all
 * that can be are written before the first gets its name. */
CAROM_CHECKED carom_status carom_tables_write(const char *directory, const carom_table *table,
                                              const void *object, carom_error *error);

/* ---- columns ----
 * What a run leaves behind: tab-separated records. Column names are the format. */

/** Their columns; rows are a carom_summary of summary.tsv, a carom_sample of series.tsv, and of the
 * others what is written below. */
extern const carom_table carom_summary_table, carom_series_table, carom_trajectory_table,
    carom_collisions_table, carom_contacts_table, carom_divergence_table;

/** All of them, ended by NULL. */
extern const carom_table *const carom_run_tables[];

/** A row of trajectory.tsv: ball i of a sample. */
typedef struct {
    const carom_sample *sample;
    const carom_problem *problem;
    size_t i;
} carom_trajectory_row;

/** Of trajectory.tsv: with how balls have turned, where the problem says so, and with spins where
 * there are any. */
const carom_column *carom_trajectory_columns(const carom_problem *problem);

/** Of series.tsv, collisions.tsv and contacts.tsv: with what is tangential, where balls can spin.
 */
const carom_column *carom_series_columns(const carom_problem *problem);
const carom_column *carom_collision_columns(const carom_problem *problem);
const carom_column *carom_contact_columns(const carom_problem *problem);

/** One row of series.tsv. */
void carom_record_series(FILE *stream, const carom_problem *problem, const carom_sample *sample);

/** The rows of trajectory.tsv of one sample. Of these three: @param stop set from outside to
 * interrupt, heard every some thousand rows; may be NULL @return CAROM_INTERRUPTED */
CAROM_CHECKED carom_status carom_record_trajectory(FILE *stream, const carom_problem *problem,
                                                   const carom_sample *sample,
                                                   const volatile sig_atomic_t *stop,
                                                   carom_error *error);

/** collisions.tsv, header included, of a sorted log. */
CAROM_CHECKED carom_status carom_record_collisions(FILE *stream, const carom_problem *problem,
                                                   const carom_log *log,
                                                   const volatile sig_atomic_t *stop,
                                                   carom_error *error);

/** contacts.tsv, header included. */
CAROM_CHECKED carom_status carom_record_contacts(FILE *stream, const carom_problem *problem,
                                                 const carom_contact_samples *contact_samples,
                                                 const volatile sig_atomic_t *stop,
                                                 carom_error *error);

/** One row of divergence.tsv. */
void carom_record_divergence(FILE *stream, double t_s, const char *solver, const char *reference,
                             const carom_divergence *divergence);

/* ---- csv ----
 * Cells of comma-separated values, for spreadsheets and other programs (RFC 4180). */

/** Writes a cell of text: quoted where it has to be, a quotation mark doubled, control characters
 * but line ends as '?', and an apostrophe before what a spreadsheet would take for a formula: '=',
 * '+', '-' or '@', of full width too, behind blanks too (as OWASP recommends). Numbers are not for
 * this function. */
void carom_csv_write_text(FILE *stream, const char *text);

/* ---- folder ----
 * A results folder while a command works in it: nobody else does at the same time, and what an
 * earlier run of the command left there goes when this one's results stand.
 *
 * files.tsv in the folder lists what carom has left there and by which command. What is not listed
 * is never touched. */

typedef struct carom_folder carom_folder;

/** One that is not open yet; NULL: no memory. */
carom_folder *carom_folder_new(void);

/** Makes @p directory if need be and locks it, by a lock that the system lets go of when the
 * process ends, however it does. Where the file system has no locks, nothing is locked. Once only;
 * a NULL folder stays closed.
 *  @param command  whose files come after this
 *  @param shared   among others that say so too: the shards of a sweep
 *  @return CAROM_CANNOT_CREATE where another is at work there: the message names the process */
CAROM_CHECKED carom_status carom_folder_open(carom_folder *folder, const char *directory,
                                             const char *command, bool shared, carom_error *error);

/** A file that is there now, by its path as it was written to, below the folder's. From any thread.
 * NULL, or not open: nothing. */
void carom_folder_add(carom_folder *folder, const char *path);

/** Files whose names end in .part: what a later process of this command goes on with. `expect`: one
 * is there, until the command is done, or until it is closed and the file has gone; `save`: the
 * list says so from now on however this process ends. `keep`: those that an earlier process has
 * left stay where they are, whatever becomes of this one. NULL, or not open: nothing.
 *  @return CAROM_CANNOT_WRITE, CAROM_NO_MEMORY */
void carom_folder_add_part(carom_folder *folder, const char *path);
CAROM_CHECKED carom_status carom_folder_save_list(carom_folder *folder, carom_error *error);
void carom_folder_retain_parts(carom_folder *folder);

/** All is done: the files that an earlier run of the command left and this one did not are removed,
 * with the folders that this empties, and the list is written. A folder or file behind a symbolic
 * link stays. */
CAROM_CHECKED carom_status carom_folder_commit(carom_folder *folder, carom_error *error);

/** Unlocks and frees. What was noted but not committed is listed beside what was there; a folder
 * that was made and is empty goes. NULL: nothing. */
void carom_folder_close(carom_folder *folder);

/* ---- folder lock ----
 * The lock of a folder. */

typedef struct {
    char *path; /**< of the lock file; NULL: nothing is locked */
    int file;
} carom_folder_lock;

/** Locks @p directory, alone or shared. Where the file system has no locks, nothing is locked and
 * that is no error.
 *  @return CAROM_CANNOT_CREATE where it is locked (the message names the process) or not to be
 * written in */
CAROM_CHECKED carom_status carom_folder_lock_acquire(carom_folder_lock *lock, const char *directory,
                                                     bool shared, carom_error *error);
void carom_folder_lock_release(carom_folder_lock *lock);

/* ---- manifest read ----
 * What checks want to know of run.json. */

/** The text of the scenario that the records in @p directory are of (run.json). text is freed by
 * the caller. @param stop set from outside to interrupt; may be NULL */
CAROM_CHECKED carom_status carom_records_scenario(const char *directory,
                                                  const volatile sig_atomic_t *stop, char **text,
                                                  carom_error *error);

/** Whether the records in @p directory are, by their run.json, of another scenario than @p
 * scenario, its title, checks, figures and what studies do with it aside; @p text says where they
 * part. Without a run.json nothing is known, and *differ is false.
 *  @param stop set from outside to interrupt; may be NULL
 *  @return CAROM_NO_MEMORY, CAROM_INTERRUPTED */
CAROM_CHECKED carom_status carom_records_compare_scenario(const char *directory,
                                                          const carom_scenario *scenario,
                                                          const volatile sig_atomic_t *stop,
                                                          bool *differ, char *text, size_t size,
                                                          carom_error *error);

/** Why a solver stopped early, by run.json; "" where it did not, or where there is no run.json.
 * @return CAROM_NO_MEMORY */
CAROM_CHECKED carom_status carom_records_failure(const char *directory, const char *solver,
                                                 char *text, size_t size, carom_error *error);

/** A number that run.json says of a solver; NaN: none. @return CAROM_NO_MEMORY */
CAROM_CHECKED carom_status carom_records_number(const char *directory, const char *solver,
                                                const char *key, double *value, carom_error *error);

/* ---- tsv ----
 * Reading a tab-separated table: one header line, then rows. */

typedef struct {
    char *text;    /**< cut into cells */
    char *path;    /**< for messages */
    char **cell;   /**< rows x columns */
    char **header; /**< columns */
    size_t rows, columns;
    const volatile sig_atomic_t *stop; /**< as it was read with */
} carom_tsv;

#define CAROM_NO_COLUMN ((size_t)-1)

/** Reads a table. @param stop set from outside to interrupt; may be NULL
 * @return CAROM_CANNOT_READ, CAROM_INVALID where it is empty, has a byte NUL, or a row of another
 * number of cells than the header, with its line; CAROM_INTERRUPTED; carom_tsv_free in any case */
CAROM_CHECKED carom_status carom_tsv_read(carom_tsv *table, const char *path,
                                          const volatile sig_atomic_t *stop, carom_error *error);
void carom_tsv_free(carom_tsv *table);

/** The same of the table @p name that @p solver has left in the records in @p directory; NULL: of
 * the run's own. */
CAROM_CHECKED carom_status carom_tsv_read_record(carom_tsv *table, const char *directory,
                                                 const char *solver, const char *name,
                                                 const volatile sig_atomic_t *stop,
                                                 carom_error *error);

/** The same of one that a run may have left out: then @p table is empty, and @p there false. */
CAROM_CHECKED carom_status carom_tsv_read_optional(carom_tsv *table, const char *directory,
                                                   const char *solver, const char *name,
                                                   bool *there, const volatile sig_atomic_t *stop,
                                                   carom_error *error);

/** Of who goes through the rows, at each: CAROM_INTERRUPTED where the end is wanted, which is heard
 * every some thousand rows. */
CAROM_CHECKED carom_status carom_tsv_check_cancel(const carom_tsv *table, size_t row,
                                                  carom_error *error);

/** The position of a column, or CAROM_NO_COLUMN. */
size_t carom_tsv_column(const carom_tsv *table, const char *name);

/** The same, and CAROM_INVALID with what there is where there is none of this name. */
CAROM_CHECKED carom_status carom_tsv_require_column(const carom_tsv *table, const char *name,
                                                    size_t *column, carom_error *error);

/** The positions of @p count columns, of which the first @p required have to be there; of others
 * CAROM_NO_COLUMN. @return as above */
CAROM_CHECKED carom_status carom_tsv_columns(const carom_tsv *table, const char *const *name,
                                             size_t count, size_t required, size_t *column,
                                             carom_error *error);

/** The same columns as arrays of numbers, NaN where a cell is none; NULL stays where a column is
 * not there. The caller frees each, in any case. */
CAROM_CHECKED carom_status carom_tsv_numbers(const carom_tsv *table, const char *const *name,
                                             size_t count, size_t required, double **number,
                                             carom_error *error);

/** The number in a cell. @return CAROM_INVALID, with file and line, where it is none or not finite
 */
CAROM_CHECKED carom_status carom_tsv_finite(const carom_tsv *table, size_t row, size_t column,
                                            double *value, carom_error *error);

/** A cell as text, and as a number; NaN where it is none or there is no such column. */
const char *carom_tsv_text(const carom_tsv *table, size_t row, size_t column);
double carom_tsv_number(const carom_tsv *table, size_t row, size_t column);

#endif

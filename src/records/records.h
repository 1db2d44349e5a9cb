/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "measure/measure.h"
#include "scenario/scenario.h"
#include "system/system.h"

/* ---- table ----
 * Tables that are written from a list of columns. Each file is written completely or not at all. */

/** A kind of table. */
typedef struct {
    const char *name;            /**< file name */
    const char *doc;             /**< what a row describes */
    const carom_column *columns; /**< ended by a NULL name */
    size_t row_size;             /**< of a frame: bytes of a row, a struct under `columns` */
    /** of a frame: columns that the terminal shows, in this order, separated by blanks, as NAME or
     * NAME=LABEL with _ for a blank. NULL: all; "": none. "/" at the start: a line for each column,
     * so that rows stand side by side; a digit n: every n-th row, from the first */
    const char *shown;
} carom_table;

/** Write the header line: column names separated by tabs. */
void carom_table_header(FILE *stream, const carom_column *columns);

/** Write one row: cells separated by tabs, numbers with 17 digits. */
void carom_table_row(FILE *stream, const carom_column *columns, const void *row);

/** True if @p stop (may be NULL) is set. It is read once in 4096 rows, every few ms. */
static inline bool carom_rows_is_cancelled(const volatile sig_atomic_t *stop, size_t row)
{
    enum { ROWS = 4096 };
    return row % ROWS == 0 && stop != NULL && *stop != 0;
}

/* ---- JSON ---- */

/** Write JSON: @p format with quotes around its names (from a letter to `:`, `,`, `]`, `}` or a
 * blank), `$` replaced by a text (null for NULL), `&` by a text that cannot end an HTML
 * element ("<" is escaped), `#` by a number (17 digits; null if it is not finite) and `?` by a
 * flag: carom_json_write(stream, "{name: $, x_m: #}", "cue", 0.5). Bytes of texts that are not
 * UTF-8 become U+FFFD. */
void carom_json_write(FILE *stream, const char *format, ...);

/** Write one text or one number in the same way. */
void carom_json_write_string(FILE *stream, const char *text);
void carom_json_write_number(FILE *stream, double value);

/** Write type, range, words and alternative of a parameter as members of an object: type, min or
 * above, max, words, scalar, instead_of. */
void carom_param_write_json(FILE *stream, const carom_param *row);

/* ---- frame ----
 * A table in memory: the form of every result of a study. Its rows are structs under CAROM_COLUMNS.
 * It is written as TSV with 17 digits, as JSON, or as text with 6 digits. */

typedef struct {
    const carom_table *table; /**< name, columns, size of a row */
    char *row;                /**< `rows` structs */
    size_t rows, room;
} carom_frame;

/** A cell of a row whose columns are made at run time. */
typedef struct {
    double number;    /**< NaN: not a number */
    const char *text; /**< as it is written; NULL: the number with 17 digits */
} carom_cell;

/** Return a cell as a number, NaN if it is none; as a text, NULL if it is a number. */
static inline double carom_column_number(const carom_column *column, const void *row)
{
    return column->number != NULL ? column->number(row)
         : column->text != NULL   ? NAN
                                  : ((const carom_cell *)row)[column->cell - 1].number;
}

static inline const char *carom_column_text(const carom_column *column, const void *row)
{
    return column->text != NULL   ? column->text(row)
         : column->number != NULL ? NULL
                                  : ((const carom_cell *)row)[column->cell - 1].text;
}

/** Append a copy of @p row. Texts in it must live as long as the frame. */
void carom_frame_add(carom_arena *arena, carom_frame *frame, const void *row);

/** Return row @p i. */
void *carom_frame_row(const carom_frame *frame, size_t i);

/** Return the column @p name, or NULL. */
const carom_column *carom_column_find(const carom_column *columns, const char *name);

/** Write the frame as a table: a line of names, then rows of cells separated by tabs. */
void carom_frame_write(const carom_frame *frame, FILE *stream);

/** Write @p count frames to an existing directory under temporary names. The caller commits and
 * discards all files, an array of zeros before. */
CAROM_CHECKED carom_status carom_frames_open(carom_file *file, const char *directory,
                                             const carom_frame *frame, size_t count,
                                             carom_error *error);

/** Print the columns that the table shows, aligned, with units in the head and "-" for NaN, and, of
 * a table with a doc, a line on the meaning of each column of numbers. Prints nothing without rows
 * or columns to show. Wider tables continue below. */
void carom_frame_print(const carom_frame *frame, FILE *stream);

/** Write the rows as a JSON array of objects; a number that is not finite becomes null. */
void carom_frame_write_json(const carom_frame *frame, FILE *stream);

/* ---- columns ----
 * Columns of the records. Their names are part of the file format. */

/** Tables of a run. A row of summary.tsv is a carom_summary. */
extern const carom_table carom_summary_table, carom_divergence_table;

/** All tables of a run, ended by NULL. */
extern const carom_table *const carom_run_tables[];

/** Row i of trajectory.tsv or collisions.tsv: ball i of a sample, or an item of a list. A row of
 * series.tsv is a carom_sample. */
typedef struct {
    const void *of;
    const carom_problem *problem;
    size_t i;
} carom_record_row;

/** Columns of trajectory.tsv; with spins if the problem has them. */
const carom_column *carom_trajectory_columns(const carom_problem *problem);

/** Columns of series.tsv and collisions.tsv; with tangential quantities if balls
 * can spin. */
const carom_column *carom_series_columns(const carom_problem *problem);
const carom_column *carom_collision_columns(const carom_problem *problem);

/** Write the rows of one sample to trajectory.tsv.
 *  @param stop  a nonzero value interrupts; may be NULL
 *  @return CAROM_INTERRUPTED */
CAROM_CHECKED carom_status carom_record_trajectory(FILE *stream, const carom_problem *problem,
                                                   const carom_sample *sample,
                                                   const volatile sig_atomic_t *stop,
                                                   carom_error *error);

/** Write collisions.tsv with its header. @p log must be sorted. @p stop as above. */
CAROM_CHECKED carom_status carom_record_collisions(FILE *stream, const carom_problem *problem,
                                                   const carom_log *log,
                                                   const volatile sig_atomic_t *stop,
                                                   carom_error *error);

/** Write contacts.tsv with its header. @p stop as above. */
CAROM_CHECKED carom_status carom_record_contacts(FILE *stream, const carom_problem *problem,
                                                 const carom_contact_samples *contact_samples,
                                                 const volatile sig_atomic_t *stop,
                                                 carom_error *error);

/** A row of divergence.tsv. */
typedef struct {
    double t_s;
    const char *solver, *reference;
    carom_divergence divergence;
} carom_divergence_row;

/* ---- manifest ----
 * Reads run.json. */

enum { CAROM_MANIFEST_PATH_SIZE = 4500 };

/** Open run.json of a folder of records and read it without its part from key @p until (NULL: all
 * of it).
 * @p path receives its name and must outlive the document. Call carom_document_close in any case.
 *  @return CAROM_CANNOT_READ, CAROM_INVALID, CAROM_INTERRUPTED */
CAROM_CHECKED carom_status carom_manifest_open(carom_document *m, const char *directory,
                                               const char *until,
                                               char path[CAROM_MANIFEST_PATH_SIZE],
                                               const volatile sig_atomic_t *stop,
                                               carom_error *error);

/** Read a text of run.json of the records in @p directory, to be freed by the caller: "scenario" is
 * the scenario file, "scenario_name" its name.
 *  @param stop  a nonzero value interrupts; may be NULL */
CAROM_CHECKED carom_status carom_records_text(const char *directory, const char *key,
                                              const volatile sig_atomic_t *stop, char **text,
                                              carom_error *error);

/** Return the canonical form of a scenario without title, checks, figures and studies; the caller
 * frees it. */
char *carom_scenario_physics_text(const carom_scenario *scenario);

/** Describe the first line in which a recorded scenario differs from another one.
 *  @return false if they are equal */
bool carom_records_find_difference(const char *recorded, const char *own, char *text, size_t size);

/** Read a key of a solver from run.json, such as "failure", why it stopped early; "" if it is
 * absent or null, or without run.json, as in records of another program.
 *  @return the number of solvers in run.json; 0 without */
size_t carom_records_value(const char *directory, const char *solver, const char *key, char *text,
                           size_t size);

/** Return whether a solver has records: false if run.json lists others only. */
bool carom_records_include(const char *directory, const char *solver);

/* ---- tsv ----
 * Reads tab-separated tables with one header line, and comments (#) above it. */

typedef struct {
    char *text;    /**< split into cells */
    char *path;    /**< for messages */
    char **header; /**< `columns` names; the cells follow, and are freed with them */
    char **cell;   /**< rows x columns */
    size_t rows, columns;
    size_t above; /**< lines above the header: comments, which begin with # */
} carom_tsv;

#define CAROM_NO_COLUMN ((size_t)-1)

/** Split a text, which the table then owns. @param path  for messages. As carom_tsv_read */
CAROM_CHECKED carom_status carom_tsv_parse(carom_tsv *table, char *text, size_t length,
                                           const char *path, carom_error *error);

/** Read a table. Call carom_tsv_free in any case.
 *  @param stop  a nonzero value interrupts; may be NULL
 *  @return CAROM_CANNOT_READ; CAROM_INTERRUPTED; CAROM_INVALID if the file is empty, contains a
 *   NUL byte, or has a row whose number of cells differs from the header */
CAROM_CHECKED carom_status carom_tsv_read(carom_tsv *table, const char *path,
                                          const volatile sig_atomic_t *stop, carom_error *error);
void carom_tsv_free(carom_tsv *table);

/** Line of a row in the file. */
static inline size_t carom_tsv_line(const carom_tsv *table, size_t row)
{
    return table->above + row + 2;
}

/** Return the index of a column, or CAROM_NO_COLUMN. */
size_t carom_tsv_column(const carom_tsv *table, const char *name);

/** Find a column.
 *  @return CAROM_INVALID if it is missing; the message lists the existing columns */
CAROM_CHECKED carom_status carom_tsv_require_column(const carom_tsv *table, const char *name,
                                                    size_t *column, carom_error *error);

/** Find @p count columns. The first @p required must exist; others may become CAROM_NO_COLUMN.
 *  @return as carom_tsv_require_column */
CAROM_CHECKED carom_status carom_tsv_columns(const carom_tsv *table, const char *const *name,
                                             size_t count, size_t required, size_t *column,
                                             carom_error *error);

/** Read a finite number from a cell.
 *  @return CAROM_INVALID with file and line if the cell has none */
CAROM_CHECKED carom_status carom_tsv_finite(const carom_tsv *table, size_t row, size_t column,
                                            double *value, carom_error *error);

/** Return a cell as text, or as a number (NaN if it has none). A missing column reads as "" and
 * NaN. */
const char *carom_tsv_text(const carom_tsv *table, size_t row, size_t column);
double carom_tsv_number(const carom_tsv *table, size_t row, size_t column);

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws solver folders without run.json, such as those of another program: energy, number of
 * collisions and positions, each if its table exists. */
#define _POSIX_C_SOURCE 200809L
#include "figures/run/run_figures.h"
#include <dirent.h>
#include <errno.h>
#include <unistd.h>

enum { ENERGY, COLLISIONS, POSITIONS, TABLES, MAX_SOLVERS = 9, MAX_POINTS = 20000 };

static const struct {
    const char *file, *heading, *column[2];
    const char *block, *last, *points; /* block of a solver; its last value and number of points */
} kinds[TABLES] = {
    [ENERGY] =
        {"series.tsv", "energy", {"t_s", "kinetic_J"}, "ENERGY", "ENERGYLAST", "ENERGYPOINTS"},
    [COLLISIONS] = {"collisions.tsv",
                    "collisions so far",
                    {"t_s", "t_s"},
                    "COUNT",
                    "COUNTLAST",
                    "COUNTPOINTS"},
    [POSITIONS] = {
        "trajectory.tsv", "positions", {"x_m", "y_m"}, "PLACE", "PLACELAST", "PLACEPOINTS"}};

/** Initialize with {0}. */
typedef struct {
    char name[MAX_SOLVERS][CAROM_NAME_SIZE], label[MAX_SOLVERS][CAROM_NAME_SIZE];
    carom_tsv table[MAX_SOLVERS][TABLES];
    size_t solvers;
    bool whole_energy; /**< all series have elastic_J and potential_J; else the energy is kinetic */
    carom_drawing drawing;
    char missing[800];
} loose_records;

/* ---- reading ---- */

/* Reads the tables of a folder, if it has any; NULL: of @p directory itself. */
static carom_status read_solver(loose_records *records, const char *directory, const char *folder,
                                const volatile sig_atomic_t *stop, carom_error *error)
{
    size_t i = records->solvers, at[2];
    bool found = false, exists;
    const char *slash = strrchr(directory, '/'),
               *own = slash == NULL || slash[1] == '\0' ? directory : slash + 1;
    snprintf(records->name[i], sizeof records->name[i], "%s", folder != NULL ? folder : own);
    carom_solver_capitalize(records->name[i], records->label[i], CAROM_NAME_SIZE);
    for (int kind = 0; kind < TABLES; kind++) {
        carom_tsv *table = &records->table[i][kind];
        CAROM_TRY(carom_tsv_read_optional(table, directory, folder, kinds[kind].file, &exists, stop,
                                          error));
        if (exists) {
            CAROM_TRY(carom_tsv_columns(table, kinds[kind].column, 2, 2, at, error));
            found = true;
        }
    }
    records->solvers += found;
    return CAROM_OK;
}

static int is_shown(const struct dirent *entry)
{
    return entry->d_name[0] != '.' && strlen(entry->d_name) < CAROM_NAME_SIZE;
}

static carom_status read_folders(loose_records *records, const char *directory,
                                 const volatile sig_atomic_t *stop, carom_error *error)
{
    struct dirent **entry = NULL;
    char path[5000]; /* ends in "/.", which only folders have */
    int count = scandir(directory, &entry, is_shown, alphasort);
    carom_status status = count >= 0 || errno == ENOENT || errno == ENOTDIR
                            ? CAROM_OK
                            : carom_error_system(error, CAROM_CANNOT_READ, "read", directory,
                                                 errno);
    for (int i = 0; i < count; i++) {
        snprintf(path, sizeof path, "%.4400s/%.300s/.", directory, entry[i]->d_name);
        if (status != CAROM_OK || access(path, F_OK) != 0) {
            /* a file, or nothing more to read */
        } else if (records->solvers < MAX_SOLVERS) {
            status = read_solver(records, directory, entry[i]->d_name, stop, error);
        } else if (records->missing[0] == '\0') {
            snprintf(records->missing, sizeof records->missing, ", folders from '%.60s' on",
                     entry[i]->d_name);
        }
        free(entry[i]);
    }
    free(entry);
    return status == CAROM_OK && records->solvers == 0
             ? read_solver(records, directory, NULL, stop, error)
             : status;
}

/* Lists missing tables and columns. */
static void find_missing(loose_records *records)
{
    static const char *const columns[] = {"elastic_J", "potential_J"};
    records->whole_energy = true;
    for (size_t i = 0; i < records->solvers; i++) {
        for (int kind = 0; kind < TABLES; kind++) {
            if (records->table[i][kind].header == NULL) {
                carom_text_append(records->missing, sizeof records->missing, ", %s/%s",
                                  records->name[i], kinds[kind].file);
            }
        }
        for (size_t k = 0; k < 2 && records->table[i][ENERGY].header != NULL; k++) {
            if (carom_tsv_column(&records->table[i][ENERGY], columns[k]) == CAROM_NO_COLUMN) {
                records->whole_energy = false;
                carom_text_append(records->missing, sizeof records->missing, ", %s of %s/%s",
                                  columns[k], records->name[i], kinds[ENERGY].file);
            }
        }
    }
}

/* ---- points ---- */

static double number_at(const carom_tsv *table, size_t row, const char *column)
{
    return carom_tsv_number(table, row, carom_tsv_column(table, column));
}

static void read_point(const loose_records *records, size_t solver, int kind, size_t row,
                       double point[2])
{
    const carom_tsv *table = &records->table[solver][kind];
    point[0] = number_at(table, row, kinds[kind].column[0]);
    point[1] = kind == COLLISIONS ? (double)(row + 1)
                                  : number_at(table, row, kinds[kind].column[1]);
    if (kind == ENERGY && records->whole_energy) {
        point[1] += number_at(table, row, "elastic_J") + number_at(table, row, "potential_J");
        point[1] += carom_tsv_column(table, "spin_J") == CAROM_NO_COLUMN
                      ? 0
                      : number_at(table, row, "spin_J");
    }
}

/* Whether a row is among about MAX_POINTS evenly spread ones. A stride could meet the same ball
 * every time. */
static bool is_drawn(size_t row, size_t rows)
{
    const double golden = 0.6180339887498949; /* its multiples spread evenly */
    return rows <= MAX_POINTS || row + 1 == rows ||
           fmod((double)row * golden, 1) < (double)MAX_POINTS / (double)rows;
}

/* Adds the points of a table. @return their number */
static size_t add_points(loose_records *records, size_t solver, int kind)
{
    size_t rows = records->table[solver][kind].rows, points;
    double point[2], last = NAN;
    carom_block block;
    carom_block_begin(&block, "x\ty");
    if (kind == COLLISIONS && rows > 0) {
        carom_block_add_row(&block, (double[]){0, 0}, 2);
    }
    for (size_t row = 0; row < rows; row++) {
        read_point(records, solver, kind, row, point);
        if (is_drawn(row, rows) && isfinite(point[0]) && isfinite(point[1])) {
            carom_block_add_row(&block, point, 2);
            last = point[1];
        }
    }
    points = block.rows_added;
    carom_block_end(&block, &records->drawing, kinds[kind].block, solver);
    carom_drawing_number_at(&records->drawing, kinds[kind].last, solver, last);
    carom_drawing_count_at(&records->drawing, kinds[kind].points, solver, points);
    return points;
}

/* Adds the points of all solvers. @return their number */
static size_t add_panel(loose_records *records, int kind)
{
    size_t points = 0;
    carom_drawing_array(&records->drawing, kinds[kind].last, records->solvers);
    carom_drawing_array(&records->drawing, kinds[kind].points, records->solvers);
    for (size_t i = 0; i < records->solvers; i++) {
        points += add_points(records, i, kind);
    }
    return points;
}

/* ---- title ---- */

/* Whether there is potential energy. Its zero is arbitrary, so the energy has no relative change.
 */
static bool has_potential(const loose_records *records)
{
    bool found = false;
    for (size_t i = 0; records->whole_energy && i < records->solvers; i++) {
        for (size_t row = 0; row < records->table[i][ENERGY].rows && !found; row++) {
            found = fabs(number_at(&records->table[i][ENERGY], row, "potential_J")) > 0;
        }
    }
    return found;
}

/* Change of a solver's energy from its first row to its last one. */
typedef struct {
    double J, part, end_s; /* part of the initial energy; NaN: not defined, or more than 10 */
} energy_change;

static energy_change change_of(const loose_records *records, size_t solver, bool potential)
{
    const double most = 10;
    energy_change change = {NAN, NAN, 0};
    size_t rows = records->table[solver][ENERGY].rows;
    if (rows > 0) {
        double first[2], last[2];
        read_point(records, solver, ENERGY, 0, first);
        read_point(records, solver, ENERGY, rows - 1, last);
        change = (energy_change){last[1] - first[1], (last[1] - first[1]) / first[1], last[0]};
        if (potential || !(first[1] > 0) || fabs(change.part) > most) {
            change.part = NAN;
        }
    }
    return change;
}

/* States the largest change of energy. @return false if no energy is known */
static bool write_energy_title(const loose_records *records, char *text, size_t size)
{
    const double rounding = 1e-12, two_digits = 0.995;
    const char *energy = records->whole_energy ? "energy" : "kinetic energy";
    char by[48];
    bool potential = has_potential(records), conserved = true;
    energy_change most = {NAN, NAN, 0};
    size_t of = 0;
    for (size_t i = 0; i < records->solvers; i++) {
        energy_change change = change_of(records, i, potential);
        conserved = conserved && (isnan(change.J) || fabs(change.part) < rounding);
        if (isfinite(change.J) && !(fabs(change.J) <= fabs(most.J))) {
            most = change;
            of = i;
        }
    }
    if (isnan(most.part)) {
        snprintf(by, sizeof by, "%s%s", most.J > 0 ? "+" : "",
                 carom_number_with_prefix(most.J, 2, "J").text);
    } else {
        snprintf(by, sizeof by, fabs(most.part) < two_digits ? "%+.2g %%" : "%+.0f %%",
                 100 * most.part);
    }
    if (conserved) {
        snprintf(text, size, "The %s ends within 1e-12 of its initial value", energy);
    } else {
        snprintf(text, size, "The %s of %s changes by %s up to t = %.3g s", energy,
                 records->label[of], by, most.end_s);
    }
    return isfinite(most.J);
}

static void write_title(const loose_records *records, char *text, size_t size)
{
    size_t positions = 0;
    if (write_energy_title(records, text, size)) {
        return;
    }
    for (size_t i = 0; i < records->solvers; i++) {
        size_t collisions = records->table[i][COLLISIONS].rows;
        positions += records->table[i][POSITIONS].rows;
        if (collisions > 0) {
            snprintf(text, size, "%s has %zu collision%s", records->label[i], collisions,
                     carom_plural((double)collisions));
            return;
        }
    }
    snprintf(text, size, "%zu recorded position%s", positions, carom_plural((double)positions));
}

/* ---- figure ---- */

static void define_solvers(loose_records *records)
{
    static const size_t colors[] = {6, 7, 9}; /* those of other methods, and grey */
    carom_drawing *drawing = &records->drawing;
    carom_drawing_count(drawing, "N", records->solvers);
    carom_drawing_array(drawing, "NAME LABEL STYLE", records->solvers);
    for (size_t i = 0; i < records->solvers; i++) {
        carom_drawing_text_at(drawing, "NAME", i, records->name[i]);
        carom_drawing_text_at(drawing, "LABEL", i, records->label[i]);
        carom_drawing_count_at(drawing, "STYLE", i, colors[i % 3] + 10 * (i / 3));
    }
    carom_drawing_text(drawing, "ENERGYNAME", records->whole_energy ? "energy" : "kinetic energy");
}

/* Draws the page of panels. */
static carom_status draw(loose_records *records, const char *directory,
                         const carom_figure_options *figure_options, carom_error *error)
{
    carom_drawing *drawing = &records->drawing;
    size_t panels = 0;
    char title[300] = "";
    carom_drawing_begin_command(drawing, "", "plot", directory);
    define_solvers(records);
    carom_drawing_array(drawing, "PANEL_SCRIPT PANEL_HEAD PANEL_BLOCK", TABLES);
    for (int kind = 0; kind < TABLES; kind++) {
        if (add_panel(records, kind) > 0) {
            carom_drawing_text_at(drawing, "PANEL_SCRIPT", panels, "tables-panel");
            carom_drawing_text_at(drawing, "PANEL_HEAD", panels, kinds[kind].heading);
            carom_drawing_text_at(drawing, "PANEL_BLOCK", panels++, kinds[kind].block);
        }
    }
    carom_drawing_count(drawing, "PANELS", panels);
    if (panels == 0) {
        return carom_error_set(error, CAROM_INVALID, "", "the tables in '%.300s' have no rows",
                               directory);
    }
    write_title(records, title, sizeof title);
    carom_drawing_subject(drawing, "%s", title);
    carom_drawing_note(drawing, "Missing: run.json%s.", records->missing);
    carom_drawing_add(drawing, CAROM_DRAW_PAGE, "overview", "tables");
    if (figure_options->notes != NULL) {
        fprintf(figure_options->notes, "carom: missing: run.json%s\n", records->missing);
    }
    return carom_gnuplot_draw(drawing, directory, figure_options, error);
}

carom_status carom_tables_draw(const char *directory, const carom_figure_options *figure_options,
                               bool *found, carom_error *error)
{
    loose_records *records = calloc(1, sizeof *records);
    carom_status status = records == NULL ? carom_error_no_memory(error) : CAROM_OK;
    CAROM_THEN(status, read_folders(records, directory, figure_options->stop, error));
    *found = status == CAROM_OK && records->solvers > 0;
    if (*found) {
        find_missing(records);
        status = draw(records, directory, figure_options, error);
    }
    for (size_t i = 0; records != NULL && i < MAX_SOLVERS; i++) {
        for (int kind = 0; kind < TABLES; kind++) {
            carom_tsv_free(&records->table[i][kind]);
        }
    }
    if (records != NULL) {
        carom_drawing_free(&records->drawing);
    }
    free(records);
    return status;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads recordings: tables with tabs, semicolons or commas, decimal points or commas, with rows of
 * titles above and of units below the header. Messages never quote a file that has no header,
 * because a scenario can name any file. */
#define _POSIX_C_SOURCE 200809L
#include "solvers/solvers.h"
#include <sys/stat.h>

#define SHORTEST_S 1e-12 /* between two samples of a ball */

enum {
    MOST_CELLS = 256,
    HEADER_LINES = 50, /* lines among which the header must be */
    MOST_BYTES = 64 * 1024 * 1024,
    MOST_SAMPLES = 1000000,
    NONE = -1
};

/* Usual names of the columns: carom's records, Tracker, phyphox. */
static const char *const usual[CAROM_RECORDED_COLUMNS][4] = {{"t_s", "t", "time"},
                                                             {"x_m", "x"},
                                                             {"y_m", "y"},
                                                             {"ball"},
                                                             {"vx_mps", "vx (m/s)"},
                                                             {"vy_mps", "vy (m/s)"},
                                                             {"spin_radps", "spin (rad/s)"}};

typedef struct {
    const char *path;
    const carom_problem *problem;
    const carom_recorded_options *options;
    const carom_recorded_file *only; /* the file of one ball; NULL: of all */
    carom_recording *recording;
    size_t line, samples;
    char separator;
    char *cell[MOST_CELLS];
    size_t cells;
    int column[CAROM_RECORDED_COLUMNS];
    size_t previous; /* ball of the last row */
} table;

static carom_status fault(const table *self, const char *key, const char *text, carom_error *error)
{
    return carom_error_set(error, CAROM_INVALID, key, "%s:%zu: %s", self->path, self->line, text);
}

/* ---- lines and cells ---- */

static char *trim(char *text)
{
    text += strspn(text, " \t\r");
    char *end = text + strlen(text);
    while (end > text && strchr(" \t\r", end[-1]) != NULL) {
        *--end = '\0';
    }
    return text;
}

/* Splits a line in place. Quotes enclose cells; a doubled quote is not unfolded. */
static size_t split(char *line, char separator, char **cell)
{
    size_t count = 0;
    while (line != NULL && count < MOST_CELLS) {
        char *quote = line + strspn(line, " "), *end = NULL;
        if (*quote == '"' && (end = strchr(quote + 1, '"')) != NULL) {
            *end = '\0';
            cell[count++] = trim(quote + 1);
            line = strchr(end + 1, separator);
        } else {
            cell[count] = line;
            line = strchr(line, separator);
        }
        if (line != NULL) {
            *line++ = '\0';
        }
        if (end == NULL) {
            cell[count] = trim(cell[count]);
            count++;
        }
    }
    return count;
}

static char *next_line(table *self, char **text)
{
    char *line = *text, *end = line + strcspn(line, "\r\n");
    if (*line == '\0') {
        return NULL;
    }
    self->line++;
    *text = end + (end[0] == '\r' && end[1] == '\n') + (*end != '\0');
    *end = '\0';
    return line;
}

static char lower(char c)
{
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

/* True if a cell is the name, or the name and a unit in brackets. */
static bool is_called(const char *cell, const char *name)
{
    for (; *name != '\0'; name++, cell++) {
        if (lower(*cell) != lower(*name)) {
            return false;
        }
    }
    return *cell == '\0' || (strncmp(cell, " (", 2) == 0 && strchr(cell, ')') != NULL);
}

/* A finite number with a decimal point or comma. */
static bool read_number(char *cell, double *value)
{
    char *comma = strchr(cell, ',');
    if (comma != NULL && strchr(cell, '.') == NULL) {
        *comma = '.';
    }
    return carom_number_parse(cell, value) && isfinite(*value);
}

/* ---- header ---- */

static int find_column(const table *self, int c)
{
    const char *wanted = self->options->column[c];
    for (size_t i = 0; i < self->cells; i++) {
        bool found = wanted[0] != '\0' && is_called(self->cell[i], wanted);
        for (int k = 0; wanted[0] == '\0' && k < 4 && usual[c][k] != NULL; k++) {
            found = found ||
                    (c < CAROM_RECORDED_VX || k == 0 ? is_called(self->cell[i], usual[c][k])
                                                     : strcmp(self->cell[i], usual[c][k]) == 0);
        }
        if (found) {
            return (int)i;
        }
    }
    return NONE;
}

static bool is_header(table *self)
{
    for (int c = 0; c < CAROM_RECORDED_COLUMNS; c++) {
        self->column[c] = find_column(self, c);
    }
    return self->column[CAROM_RECORDED_T] != NONE && self->column[CAROM_RECORDED_X] != NONE &&
           self->column[CAROM_RECORDED_Y] != NONE;
}

static carom_status find_header(table *self, char **text, carom_error *error)
{
    static const char *const keys[] = {"t_s",    "x_m",    "y_m",       "ball",
                                       "vx_mps", "vy_mps", "spin_radps"};
    char *line;
    while (self->line < HEADER_LINES && (line = next_line(self, text)) != NULL) {
        self->separator = strchr(line, '\t') != NULL ? '\t' : strchr(line, ';') != NULL ? ';' : ',';
        self->cells = split(line, self->separator, self->cell);
        if (is_header(self)) {
            for (int c = 0; c < CAROM_RECORDED_COLUMNS; c++) {
                if (self->options->column[c][0] != '\0' && self->column[c] == NONE) {
                    return carom_error_set(error, CAROM_INVALID, "columns",
                                           "%s:%zu: no column '%s' for %s; correct its name",
                                           self->path, self->line, self->options->column[c],
                                           keys[c]);
                }
            }
            return CAROM_OK;
        }
    }
    return fault(self, "file",
                 "no header with columns for time, x and y; name them by columns: { t_s: ..., x_m: "
                 "..., y_m: ... }",
                 error);
}

/* ---- rows ---- */

static carom_status find_ball(table *self, size_t *ball, carom_error *error)
{
    const carom_problem *p = self->problem;
    const char *name = self->only != NULL ? self->only->ball : "";
    char text[200];
    if (self->only == NULL && self->column[CAROM_RECORDED_BALL] != NONE) {
        name = self->cell[self->column[CAROM_RECORDED_BALL]];
    } else if (self->only == NULL) {
        size_t movable = 0;
        for (size_t i = 0; i < p->count; i++) {
            movable += !p->ball[i].fixed;
            *ball = !p->ball[i].fixed ? i : *ball;
        }
        return movable == 1 ? CAROM_OK
                            : fault(self, "columns",
                                    "no column for the ball; name it by columns: { ball: ... }, or "
                                    "give one file per ball by files",
                                    error);
    }
    for (size_t k = 1; k <= p->count; k++) { /* most tables repeat the order of the balls */
        *ball = (self->previous + k) % p->count;
        if (strcmp(p->ball[*ball].name == NULL ? "" : p->ball[*ball].name, name) == 0) {
            self->previous = *ball;
            return CAROM_OK;
        }
    }
    snprintf(text, sizeof text, "no ball is called '%.60s'; use the names of the scenario's balls",
             name);
    carom_text_replace_controls(text);
    return fault(self, self->only != NULL ? "files" : "ball", text, error);
}

/* Differences of samples cannot overflow. */
static bool is_in_range(const carom_track_sample *s)
{
    const double most = 1e9, value[] = {s->t_s, s->at.x, s->at.y, s->v.x, s->v.y, s->spin_radps};
    bool in_range = true;
    for (size_t k = 0; k < sizeof value / sizeof value[0]; k++) {
        in_range = in_range && fabs(value[k]) <= most;
    }
    return in_range;
}

static carom_status read_row(table *self, carom_error *error)
{
    const carom_recorded_options *o = self->options;
    double value[CAROM_RECORDED_COLUMNS] = {0};
    carom_track_sample sample;
    carom_track *track;
    size_t ball = 0;
    for (int c = 0; c < CAROM_RECORDED_COLUMNS; c++) {
        if (c == CAROM_RECORDED_BALL || self->column[c] == NONE) {
            continue;
        }
        char *cell = self->cell[self->column[c]];
        if (c < CAROM_RECORDED_BALL && (cell[0] == '\0' || is_called(cell, "nan"))) {
            return CAROM_OK; /* a missing sample */
        }
        if (!read_number(cell, &value[c])) {
            return fault(self, "file", "not a finite number; correct or remove the row", error);
        }
    }
    CAROM_TRY(find_ball(self, &ball, error));
    track = &self->recording->track[ball];
    sample.t_s = value[CAROM_RECORDED_T] - o->start_s;
    sample.at = (carom_vec){o->origin_m[0] + o->scale_m * value[CAROM_RECORDED_X],
                            o->origin_m[1] + o->scale_m * value[CAROM_RECORDED_Y]};
    sample.v = carom_vec_scale(o->scale_m,
                               (carom_vec){value[CAROM_RECORDED_VX], value[CAROM_RECORDED_VY]});
    sample.spin_radps = value[CAROM_RECORDED_SPIN];
    if (!is_in_range(&sample)) {
        return fault(self, "file",
                     "a number beyond 1e9 in SI units; correct it, scale_m or start_s", error);
    }
    if (track->count > 0) {
        const carom_track_sample *last = &track->sample[track->count - 1];
        if (!(sample.t_s - last->t_s >= SHORTEST_S)) {
            return fault(self, "file", "time does not increase; sort the rows of each ball by time",
                         error);
        }
        sample.at = carom_vec_add(
            last->at, carom_torus_shortest(self->problem, carom_vec_subtract(sample.at, last->at)));
    }
    if (++self->samples > MOST_SAMPLES) {
        return fault(self, "file", "more than 1000000 samples; shorten the recording", error);
    }
    CAROM_APPEND(track->sample, track->count, track->capacity, sample, error);
    return CAROM_OK;
}

/* A row of units follows the header: no cell is a number. */
static bool is_units_row(const table *self)
{
    double value;
    bool units = true;
    for (size_t i = 0; i < self->cells; i++) {
        units = units && !read_number(self->cell[i], &value) && self->cell[i][0] != '\0';
    }
    return units;
}

static carom_status read_rows(table *self, char *text, carom_error *error)
{
    bool first = true;
    char *line;
    CAROM_TRY(find_header(self, &text, error));
    for (; (line = next_line(self, &text)) != NULL; first = false) {
        if (line[strspn(line, " \t,;")] == '\0' || line[0] == '#') {
            continue;
        }
        self->cells = split(line, self->separator, self->cell);
        if (first && is_units_row(self)) {
            continue;
        }
        for (int c = 0; c < CAROM_RECORDED_COLUMNS; c++) {
            if (self->column[c] >= (int)self->cells) {
                return fault(self, "file", "fewer cells than in the header; complete the row",
                             error);
            }
        }
        CAROM_TRY(read_row(self, error));
    }
    return CAROM_OK;
}

/* ---- files ---- */

static carom_status read_file(table *self, const char *name, carom_error *error)
{
    char path[CAROM_PATH_SIZE + CAROM_RECORDED_FILE_SIZE], *text = NULL;
    const char *folder = self->options->folder;
    struct stat info;
    size_t length = 0;
    bool inside = folder[0] == '\0' || name[0] == '/';
    snprintf(path, sizeof path, "%s%s%s", inside ? "" : folder, inside ? "" : "/", name);
    self->path = path;
    if (stat(path, &info) == 0 && (!S_ISREG(info.st_mode) || info.st_size > MOST_BYTES)) {
        return carom_error_set(error, CAROM_INVALID, "file", "'%s' is %s", path,
                               S_ISREG(info.st_mode) ? "larger than 64 MiB; shorten the recording"
                                                     : "not a regular file; name a table");
    }
    carom_status status = carom_file_read_limited(path, MOST_BYTES, &text, &length, error);
    if (status == CAROM_OK && strlen(text) != length) {
        status = fault(self, "file", "contains a NUL byte; expected a text table in UTF-8", error);
    } else if (status == CAROM_OK) {
        status = read_rows(self, text + (strncmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0), error);
    }
    free(text);
    return status;
}

/* Every ball that moves needs samples around t = 0. */
static carom_status check_tracks(const table *self, carom_error *error)
{
    for (size_t i = 0; i < self->problem->count; i++) {
        const carom_track *track = &self->recording->track[i];
        const carom_ball *ball = &self->problem->ball[i];
        const carom_track_sample *s = track->sample;
        if (track->count < 2 && !(ball->fixed && track->count == 0)) {
            return carom_error_set(error, CAROM_INVALID, "file",
                                   "%zu sample%s of ball '%s'; a recording needs at least 2",
                                   track->count, carom_plural((double)track->count), ball->name);
        }
        if (track->count > 0 && !(s[0].t_s <= 0 && s[track->count - 1].t_s > 0)) {
            return carom_error_set(error, CAROM_INVALID, "start_s",
                                   "the samples of ball '%s' are at %.9g s to %.9g s; set start_s "
                                   "to a time between them",
                                   ball->name, s[0].t_s + self->options->start_s,
                                   s[track->count - 1].t_s + self->options->start_s);
        }
    }
    return CAROM_OK;
}

carom_status carom_recording_load(carom_recording *recording, const carom_problem *problem,
                                  const carom_recorded_options *options, carom_error *error)
{
    const carom_recorded_file *file = options->files.items;
    table self = {.problem = problem,
                  .options = options,
                  .recording = recording,
                  .previous = problem->count - 1};
    *recording = (carom_recording){.sigma_m = options->sigma_m, .count = problem->count};
    recording->track = calloc(problem->count, sizeof *recording->track);
    CAROM_NEED(recording->track != NULL, error);
    recording->has_velocity = recording->has_spin = true;
    for (size_t k = 0; k < (options->files.count > 0 ? options->files.count : 1); k++) {
        self.only = options->files.count > 0 ? &file[k] : NULL;
        self.line = 0;
        CAROM_TRY(read_file(&self, self.only == NULL ? options->file : self.only->file, error));
        recording->has_velocity = recording->has_velocity &&
                                  self.column[CAROM_RECORDED_VX] != NONE &&
                                  self.column[CAROM_RECORDED_VY] != NONE;
        recording->has_spin = recording->has_spin && self.column[CAROM_RECORDED_SPIN] != NONE;
    }
    return check_tracks(&self, error);
}

void carom_recording_free(carom_recording *recording)
{
    for (size_t i = 0; i < recording->count && recording->track != NULL; i++) {
        free(recording->track[i].sample);
    }
    free(recording->track);
    *recording = (carom_recording){.track = NULL};
}

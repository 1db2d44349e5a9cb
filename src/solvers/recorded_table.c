/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads recordings: tables of positions as video trackers, loggers and spreadsheets write them.
 * Columns are found by the names and units of the header. Messages never quote a file that has no
 * header, because a scenario can name any file. */
#define _POSIX_C_SOURCE 200809L
#include "solvers/solvers.h"
#include <limits.h>
#include <stdarg.h>
#include <sys/stat.h>

#define SHORTEST_S 1e-12 /* between two samples of a ball */

enum {
    MOST_CELLS = 256,
    HEADER_LINES = 50, /* lines among which the header must be */
    MOST_BYTES = 64 * 1024 * 1024
};

/* Columns of one track; a table with a column for the ball has one group for all tracks. */
typedef struct {
    int column[CAROM_RECORDED_COLUMNS]; /* CAROM_RECORDED_NONE: no such column */
    double factor[CAROM_RECORDED_COLUMNS];
    char track[CAROM_NAME_SIZE];
    size_t ball; /* SIZE_MAX: not known */
} group;

typedef struct {
    const char *path;
    const carom_problem *problem;
    const carom_recorded_options *options;
    const carom_recorded_file *only; /* file that is read for one ball; NULL: for all */
    carom_recording *recording;
    size_t line, header_line, other_line, samples, movable;
    char separator;
    char *cell[MOST_CELLS], *header[MOST_CELLS], *above[MOST_CELLS];
    size_t cells, header_cells, above_cells;
    carom_recorded_label label[MOST_CELLS]; /* of the header */
    group group[MOST_CELLS];
    size_t groups;
    char tracks[200]; /* that the table has, for messages */
    size_t previous;  /* ball of the last row */
    bool from_one;    /* numbers of tracks in rows; else from 0 */
    double last_s;    /* time of the last row */
} table;

CAROM_PRINTF(4, 5)
static carom_status fault(const table *self, const char *key, carom_error *error,
                          const char *format, ...)
{
    char text[480];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    carom_text_replace_controls(text);
    return carom_error_set(error, CAROM_INVALID, self->options->audited ? "" : key, "%s:%zu: %s",
                           self->path, self->line == 0 ? 1 : self->line, text);
}

/* The fix that a message suggests: by keys of a recording, or in the table of an audit. */
static const char *advice(const table *self, const char *recording, const char *audit)
{
    return self->options->audited ? audit : recording;
}

/* ---- lines and cells ---- */

/* End of a cell. In a header, blanks before and within brackets do not separate: "x (m)". */
static char *find_end(char *cell, char separator, bool header)
{
    char *end = cell;
    if (separator != ' ') {
        return strchr(cell, separator);
    }
    for (bool inside = false; *end != '\0'; end++) {
        inside = (inside || strchr("([", *end) != NULL) && strchr(")]", *end) == NULL;
        if (*end == ' ' && (!header || (!inside && strchr("([", end[strspn(end, " ")]) == NULL))) {
            return end;
        }
    }
    return NULL;
}

/* Splits a line in place. Quotes enclose cells; a doubled quote is not unfolded. */
static size_t split(char *line, char separator, bool header, char **cell)
{
    size_t count = 0;
    while (line != NULL && count < MOST_CELLS) {
        char *own = line + strspn(line, " "), *close = *own == '"' ? strchr(own + 1, '"') : NULL;
        if (separator == ' ' && *own == '\0') {
            break;
        }
        line = find_end(close != NULL ? close : own, separator, header);
        if (line != NULL) {
            *line++ = '\0';
        }
        if (close != NULL) {
            *close = '\0';
            own++;
        }
        cell[count++] = carom_recorded_trim(own);
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

static void add_track(table *self, const char *track)
{
    char quoted[CAROM_NAME_SIZE + 4];
    if (track[0] == '\0') {
        return;
    }
    snprintf(quoted, sizeof quoted, "'%.40s'", track);
    if (strstr(self->tracks, quoted) == NULL) {
        carom_text_append(self->tracks, sizeof self->tracks, "%s%s",
                          self->tracks[0] != '\0' ? ", " : "", quoted);
    }
}

/* ---- header ---- */

static const char *column_name(const table *self, int c)
{
    bool own = self->only != NULL && self->only->column[c][0] != '\0';
    return own ? self->only->column[c] : self->options->column[c];
}

/* Lists the columns of a role and a track (NULL: of no track) that have the best unit: m, other
 * known units, none, pixels, unknown ones. */
static size_t list_columns(const table *self, int c, const char *track, int *list)
{
    size_t count = 0;
    int best = INT_MAX;
    bool omitted = (c == CAROM_RECORDED_VX || c == CAROM_RECORDED_VY) && !self->options->audited &&
                   column_name(self, c)[0] == '\0';
    for (size_t i = 0; i < self->header_cells && !omitted; i++) {
        const carom_recorded_label *it = &self->label[i];
        bool fits = track != NULL                   ? strcmp(it->track, track) == 0
                  : column_name(self, c)[0] != '\0' ? it->chosen
                                                    : it->track[0] == '\0';
        bool counts = it->unit == CAROM_RECORDED_FRAMES && !isnan(self->options->frames_per_s);
        int rank = counts                               ? 1
                 : isnan(it->unit)                      ? 4
                 : it->unit < 0                         ? 3
                 : it->unit == CAROM_RECORDED_NOT_GIVEN ? 2
                                                        : it->unit != 1;
        rank = 100 * rank + it->order;
        if (it->role == c && fits && rank <= best) {
            count = rank < best ? 0 : count;
            best = rank;
            list[count++] = (int)i;
        }
    }
    return count;
}

/* Name of a group of columns in the line above the header; "": none. */
static void find_name_above(const table *self, size_t k, int first, int before, char *track)
{
    bool blanks = self->separator == ' '; /* no empty cells */
    const char *name = blanks && self->above_cells == self->groups ? self->above[k] : "";
    for (int i = first; i > before && name[0] == '\0' && !blanks; i--) {
        name = (size_t)i < self->above_cells ? self->above[i] : "";
    }
    snprintf(track, CAROM_NAME_SIZE, "%s", name);
}

/* Finds the columns of every track: numbered or named ones (x1 y1 x2 y2), repeated ones below names
 * (t x y x y), or one set. */
static void find_groups(table *self)
{
    int list[CAROM_RECORDED_COLUMNS][MOST_CELLS], before = CAROM_RECORDED_NONE;
    size_t count[CAROM_RECORDED_COLUMNS];
    for (int c = 0; c < CAROM_RECORDED_COLUMNS; c++) {
        count[c] = list_columns(self, c, NULL, list[c]);
    }
    size_t most = count[CAROM_RECORDED_X] > count[CAROM_RECORDED_Y] ? count[CAROM_RECORDED_X]
                                                                    : count[CAROM_RECORDED_Y];
    bool several = self->only == NULL && count[CAROM_RECORDED_BALL] == 0 && self->movable > 1;
    self->groups = 0;
    for (size_t i = 0; i < self->header_cells && (most == 0 || (most == 1 && several)); i++) {
        const carom_recorded_label *it = &self->label[i];
        bool known = it->track[0] == '\0' ||
                     (it->role != CAROM_RECORDED_X && it->role != CAROM_RECORDED_Y);
        for (size_t k = 0; k < self->groups; k++) {
            known = known || strcmp(self->group[k].track, it->track) == 0;
        }
        if (!known) {
            group *g = &self->group[self->groups++];
            memcpy(g->track, it->track, sizeof g->track);
            for (int c = 0; c < CAROM_RECORDED_COLUMNS; c++) {
                int own[MOST_CELLS];
                bool has = list_columns(self, c, g->track, own) > 0;
                bool shared = c == CAROM_RECORDED_T && count[c] > 0;
                g->column[c] = has ? own[0] : shared ? list[c][0] : CAROM_RECORDED_NONE;
            }
        }
    }
    if (self->groups > 0) {
        return;
    }
    self->groups = most;
    for (size_t k = 0; k < most; k++) {
        group *g = &self->group[k];
        for (int c = 0; c < CAROM_RECORDED_COLUMNS; c++) {
            bool first = count[c] > 0 && (c == CAROM_RECORDED_T || most == 1);
            g->column[c] = count[c] == most ? list[c][k] : first ? list[c][0] : CAROM_RECORDED_NONE;
        }
        int x = g->column[CAROM_RECORDED_X], y = g->column[CAROM_RECORDED_Y];
        find_name_above(self, k,
                        x == CAROM_RECORDED_NONE || (y != CAROM_RECORDED_NONE && y < x) ? y : x,
                        before, g->track);
        before = x > y ? x : y;
        if (g->track[0] == '\0' && most > 1) {
            snprintf(g->track, sizeof g->track, "%zu", k + 1);
        }
    }
}

/* True if no ball can leave the line on which coordinate @p c of all is the same: a track. */
static bool is_constant(const carom_problem *p, int c)
{
    double at = NAN, g = c == CAROM_RECORDED_X ? p->gravity_mps2.x : p->gravity_mps2.y;
    bool constant = g == 0;
    for (size_t i = 0; i < p->count && constant; i++) {
        const carom_ball *b = &p->ball[i];
        double own = c == CAROM_RECORDED_X ? b->x_m : b->y_m;
        constant = (c == CAROM_RECORDED_X ? b->vx_mps : b->vy_mps) == 0 && (i == 0 || own == at);
        at = own;
    }
    return constant;
}

/* True if the line names the columns; stores in @p found which of time, x and y it names. */
static bool is_header(table *self, bool *found)
{
    const char *wanted[CAROM_RECORDED_COLUMNS];
    bool complete = true;
    for (int c = 0; c < CAROM_RECORDED_COLUMNS; c++) {
        wanted[c] = column_name(self, c);
    }
    self->header_cells = self->cells;
    for (size_t i = 0; i < self->cells; i++) {
        self->header[i] = self->cell[i];
        self->label[i] = carom_recorded_read_label(self->problem, wanted, self->cell[i]);
    }
    find_groups(self);
    for (int c = 0; c <= CAROM_RECORDED_Y; c++) {
        int list[MOST_CELLS];
        found[c] = self->groups > 0 ? self->group[0].column[c] != CAROM_RECORDED_NONE
                                    : list_columns(self, c, NULL, list) > 0;
        complete = complete &&
                   (found[c] || (c != CAROM_RECORDED_T && self->groups > 0 &&
                                 column_name(self, c)[0] == '\0' && is_constant(self->problem, c)));
    }
    return complete;
}

/* Assigns the tracks to balls by their names; tracks 1 to n, if there are n balls, by number. */
static carom_status assign_balls(table *self, carom_error *error)
{
    const carom_problem *p = self->problem;
    const char *track = self->only != NULL ? self->only->track : "";
    size_t own = self->only != NULL
                   ? carom_recorded_find_ball(self->problem, self->previous, self->only->ball)
                   : SIZE_MAX,
           kept = 0;
    bool one = self->groups == 1,
         column = one && self->group[0].column[CAROM_RECORDED_BALL] != CAROM_RECORDED_NONE;
    if (self->only != NULL && own == SIZE_MAX) {
        return fault(self, "files", error,
                     "no ball is called '%.60s'; use the names of the scenario's balls",
                     self->only->ball);
    }
    for (size_t k = 0; k < self->groups; k++) {
        group *g = &self->group[k];
        size_t rank = 0;
        bool numbered = self->groups == self->movable;
        add_track(self, g->track);
        for (size_t j = 0; j < self->groups; j++) {
            long number = carom_recorded_track_number(self->group[j].track);
            numbered = numbered && number >= 0;
            rank += number < carom_recorded_track_number(g->track);
        }
        g->ball = one && self->only == NULL
                    ? SIZE_MAX
                    : carom_recorded_find_ball(self->problem, self->previous, g->track);
        for (size_t i = 0; i < p->count && g->ball == SIZE_MAX && (numbered || one); i++) {
            g->ball = !p->ball[i].fixed && rank-- == 0 ? i : SIZE_MAX;
        }
        if (self->only != NULL &&
            (column || (one && track[0] == '\0') ||
             (track[0] != '\0' ? carom_recorded_is_same_track(g->track, track) : g->ball == own))) {
            self->group[kept] = *g;
            self->group[kept++].ball = own;
        } else if (self->only == NULL && g->ball != SIZE_MAX) {
            kept++;
        }
    }
    if (column) { /* the rows have the tracks */
        self->tracks[0] = '\0';
    } else if (one && self->only == NULL && self->movable != 1) {
        return fault(self, "columns", error, "no column for the ball%s",
                     advice(self, "; name it by columns: { ball: ... }, or give files",
                            "; call it ball, or write columns x1 y1 vx1 vy1 x2 y2 vx2 vy2"));
    } else if (kept < (self->only != NULL ? 1 : self->groups)) {
        return fault(self, "files", error, "no track %s%.60s%s; the tracks of the table are %s%s",
                     self->only == NULL ? "for each ball" : "'",
                     self->only == NULL ? ""
                     : track[0] != '\0' ? track
                                        : self->only->ball,
                     self->only == NULL ? "" : "'",
                     self->tracks[0] != '\0' ? self->tracks : "without names",
                     advice(self, "; choose one by files: [ { ball: ..., file: ..., track: ... } ]",
                            "; name them like the balls"));
    }
    self->groups = self->only != NULL ? 1 : self->groups;
    return CAROM_OK;
}

/* True for the columns that an audit requires. */
static bool needs(const table *self, int c)
{
    return self->options->audited &&
           (c == CAROM_RECORDED_VX || c == CAROM_RECORDED_VY ||
            (c == CAROM_RECORDED_SPIN && carom_problem_spins(self->problem)));
}

static carom_status find_header(table *self, char **text, carom_error *error)
{
    static const char *const keys[] = {"t_s",    "x_m",    "y_m",       "ball",
                                       "vx_mps", "vy_mps", "spin_radps"};
    size_t best = 0, best_line = 0;
    char *line, separator = '\0', missing[100] = "";
    while (self->line < HEADER_LINES && (line = next_line(self, text)) != NULL) {
        bool found[3] = {false};
        line += strspn(line, "#%");
        memcpy(self->above, self->cell, sizeof self->above);
        self->separator = strchr(line, '\t') != NULL ? '\t'
                        : strchr(line, ';') != NULL  ? ';'
                        : strchr(line, ',') != NULL  ? ','
                                                     : ' ';
        self->above_cells = self->separator == separator ? self->cells : 0;
        separator = self->separator;
        self->cells = split(line, separator, true, self->cell);
        if (is_header(self, found)) {
            for (int c = 0; c < CAROM_RECORDED_COLUMNS; c++) {
                bool named = column_name(self, c)[0] != '\0';
                if (self->group[0].column[c] == CAROM_RECORDED_NONE && (named || needs(self, c))) {
                    return named ? fault(self, "columns", error,
                                         "no column '%s'; correct its name: it has %s",
                                         column_name(self, c), keys[c])
                                 : fault(self, "columns", error,
                                         "no column '%s'; its name may also be %s", keys[c],
                                         carom_recorded_names(c));
                }
            }
            self->header_line = self->line;
            return assign_balls(self, error);
        }
        size_t count = (size_t)found[0] + found[1] + found[2];
        if (count > best) {
            best = count;
            best_line = self->line;
            snprintf(missing, sizeof missing, "%s%s%s%s", found[0] ? "" : ", no time",
                     found[1] ? "" : ", no x", found[2] ? "" : ", no y",
                     separator == ' ' ? "; columns separated by blanks" : "");
        }
    }
    self->line = best_line;
    return fault(self, "file", error, "no header with columns for time, x and y%s%s%s",
                 best > 0 ? ": this line has" : "", best > 0 ? missing + 1 : "",
                 advice(self, "; name them by columns: { t_s: ..., x_m: ..., y_m: ... }",
                        "; begin with the line t_s,ball,x_m,y_m,vx_mps,vy_mps"));
}

/* ---- units ---- */

/* Unit of a column in a row between the header and the first sample; NaN: unknown.
 * @return false if the cell is no unit, but perhaps a name */
static bool read_unit(const table *self, int column, int c, double *unit)
{
    char text[64];
    const char *cell = (size_t)column < self->cells ? self->cell[column] : "";
    bool enclosed = *cell == '(' || *cell == '[';
    snprintf(text, sizeof text, "%.*s", (int)strcspn(cell + enclosed, ")]"), cell + enclosed);
    *unit = carom_recorded_is_missing(cell) ? CAROM_RECORDED_NOT_GIVEN
                                            : carom_recorded_find_unit(text, c);
    return enclosed || !(isnan(*unit) || *unit == CAROM_RECORDED_NOT_GIVEN);
}

/* Reads the units in a row between the header and the first sample, unless it has more names. */
static carom_status read_units_row(table *self, carom_error *error)
{
    bool has_units = false;
    double unit;
    for (size_t n = 0; n < 2 * self->groups * 3; n++) { /* the second time, all cells are units */
        int c = (int)(n % 3), column = self->group[n / 3 % self->groups].column[c];
        if (column == CAROM_RECORDED_NONE) {
            continue;
        }
        has_units = read_unit(self, column, c, &unit) || has_units;
        if (n < self->groups * 3 || !has_units ||
            self->label[column].unit != CAROM_RECORDED_NOT_GIVEN) {
            continue;
        }
        if (isnan(unit)) {
            return fault(self, "file", error, "unknown unit '%.40s' of column '%.40s'",
                         self->cell[column], self->header[column]);
        }
        self->label[column].unit = unit;
    }
    return CAROM_OK;
}

/* Factor of a column to SI units. */
static carom_status find_factor(const table *self, const group *g, int c, double *factor,
                                carom_error *error)
{
    const carom_recorded_options *o = self->options;
    const carom_recorded_label *it = &self->label[g->column[c]];
    const char *header = self->header[g->column[c]];
    bool length = c == CAROM_RECORDED_X || c == CAROM_RECORDED_Y;
    *factor = it->unit == CAROM_RECORDED_NOT_GIVEN ? 1 : it->unit;
    if (isnan(it->unit)) {
        return fault(self, "file", error,
                     "unknown unit in the header '%.60s'; expected one like %s", header,
                     c == CAROM_RECORDED_T ? "s, ms or frame"
                     : length              ? "m, cm, mm or px"
                                           : "m/s, cm/s, rad/s or deg/s");
    }
    if (c == CAROM_RECORDED_T) {
        bool rate = !isnan(o->frames_per_s), given = it->unit != CAROM_RECORDED_NOT_GIVEN;
        bool frames = it->unit == CAROM_RECORDED_FRAMES || (!given && it->chosen && rate);
        if (frames ? !rate : !given && rate) {
            return fault(self, "frames_per_s", error,
                         frames ? "column '%.60s' counts frames; %s"
                                : "column '%.60s' may be a time or a number of frames; add its "
                                  "unit, or remove frames_per_s",
                         header, advice(self, "set frames_per_s", "write times in s"));
        }
        *factor = frames ? 1 / o->frames_per_s : *factor;
    } else if (it->unit == CAROM_RECORDED_PIXELS && isnan(o->scale_m)) {
        return fault(self, "scale_m", error, "'%.60s' is in pixels; %s", header,
                     advice(self, "set scale_m to the length of a pixel in m", "write m"));
    } else if (length && it->unit > 0 && !isnan(o->scale_m) &&
               fabs(o->scale_m - it->unit) > 1e-9 * it->unit) {
        return fault(self, "scale_m", error,
                     "the unit of '%.60s' is %.9g m, but scale_m is %.9g; remove scale_m", header,
                     it->unit, o->scale_m);
    } else if (it->unit <= 0 && c != CAROM_RECORDED_SPIN) {
        for (size_t i = 0; i < CAROM_RECORDED_BALL && it->unit == CAROM_RECORDED_NOT_GIVEN; i++) {
            int other = g->column[i];
            if (isnan(o->scale_m) && other != CAROM_RECORDED_NONE &&
                self->label[other].unit != CAROM_RECORDED_NOT_GIVEN &&
                self->label[other].unit != CAROM_RECORDED_FRAMES &&
                strcmp(self->header[other], "t_s") != 0) { /* with it, all are in SI units */
                return fault(self, "scale_m", error,
                             "no unit in the header '%.60s', but '%.60s' has one; add it, or set "
                             "scale_m",
                             header, self->header[other]);
            }
        }
        *factor = isnan(o->scale_m) ? 1 : o->scale_m;
    }
    return CAROM_OK;
}

static carom_status find_factors(table *self, carom_error *error)
{
    size_t line = self->line;
    self->line = self->header_line;
    for (size_t n = 0; n < self->groups * CAROM_RECORDED_COLUMNS; n++) {
        group *g = &self->group[n / CAROM_RECORDED_COLUMNS];
        int c = (int)(n % CAROM_RECORDED_COLUMNS);
        if (g->column[c] != CAROM_RECORDED_NONE && c != CAROM_RECORDED_BALL) {
            CAROM_TRY(find_factor(self, g, c, &g->factor[c], error));
        }
    }
    self->line = line;
    return CAROM_OK;
}

/* ---- rows ---- */

/* The ball of a row; SIZE_MAX: none, its track is added to the other ones. */
static size_t find_row_ball(table *self, const group *g)
{
    if (g->column[CAROM_RECORDED_BALL] == CAROM_RECORDED_NONE) {
        return g->ball;
    }
    const char *name = self->cell[g->column[CAROM_RECORDED_BALL]];
    size_t ball = carom_recorded_find_ball(self->problem, self->previous, name);
    if (self->only != NULL) {
        bool own = self->only->track[0] == '\0'
                     ? ball == g->ball
                     : carom_recorded_is_same_track(name, self->only->track);
        ball = own ? g->ball : SIZE_MAX;
    } else if (ball == SIZE_MAX) { /* numbers from that of the first row on, 0 or 1 */
        long number = carom_recorded_track_number(name);
        self->from_one = self->samples == 0 ? number != 0 : self->from_one;
        number -= self->from_one;
        for (size_t i = 0; i < self->problem->count && number >= 0; i++) {
            ball = !self->problem->ball[i].fixed && number-- == 0 ? i : ball;
        }
    }
    if (ball == SIZE_MAX) {
        add_track(self, name);
        self->other_line = self->other_line > 0 ? self->other_line : self->line;
    } else {
        self->previous = ball;
    }
    return ball;
}

static carom_status add_sample(table *self, const group *g, size_t ball, const double *value,
                               carom_error *error)
{
    const carom_recorded_options *o = self->options;
    double up = o->y_down ? -1 : 1;
    carom_track *track = &self->recording->track[ball];
    carom_track_sample sample = {.t_s = value[CAROM_RECORDED_T] - o->start_s,
                                 .at = {o->origin_m[0] + value[CAROM_RECORDED_X],
                                        o->origin_m[1] + up * value[CAROM_RECORDED_Y]},
                                 .v = {value[CAROM_RECORDED_VX], up * value[CAROM_RECORDED_VY]},
                                 .spin_radps = up * value[CAROM_RECORDED_SPIN],
                                 .line = self->line};
    sample.at.x = g->column[CAROM_RECORDED_X] == CAROM_RECORDED_NONE ? self->problem->ball[ball].x_m
                                                                     : sample.at.x;
    sample.at.y = g->column[CAROM_RECORDED_Y] == CAROM_RECORDED_NONE ? self->problem->ball[ball].y_m
                                                                     : sample.at.y;
    double most = fmax(fmax(fabs(sample.t_s), carom_vec_length(sample.at)),
                       fmax(carom_vec_length(sample.v), fabs(sample.spin_radps)));
    if (!(most <= 1e9)) { /* differences could overflow */
        return fault(self, "file", error,
                     "a number beyond 1e9 in SI units; correct it, scale_m or start_s");
    }
    if (fabs(sample.t_s - self->last_s) < 1e-13 * self->last_s) { /* another sum of steps */
        sample.t_s = self->last_s;
    }
    self->last_s = sample.t_s;
    if (track->count > 0) {
        const carom_track_sample *last = &track->sample[track->count - 1];
        /* an audit takes the states before and after a collision at one time */
        if (!(sample.t_s - last->t_s >= (o->audited ? 0 : SHORTEST_S))) {
            return fault(self, "file", error,
                         "time does not increase (%.9g s after %.9g s); sort the rows of each ball "
                         "by time",
                         sample.t_s + o->start_s, last->t_s + o->start_s);
        }
        carom_vec moved = carom_torus_shortest(self->problem,
                                               carom_vec_subtract(sample.at, last->at));
        sample.at = o->audited ? sample.at : carom_vec_add(last->at, moved);
    }
    self->samples++;
    CAROM_APPEND(track->sample, track->count, track->capacity, sample);
    return CAROM_OK;
}

/* Reads the sample of a track. A missing cell leaves a gap. */
static carom_status read_sample(table *self, const group *g, carom_error *error)
{
    double value[CAROM_RECORDED_COLUMNS] = {0};
    bool missing = false;
    for (int c = 0; c < CAROM_RECORDED_COLUMNS; c++) {
        int column = g->column[c];
        if (column != CAROM_RECORDED_NONE && column >= (int)self->cells) {
            return fault(self, "file", error,
                         "fewer cells than in the header (%zu of %zu%s); complete the row",
                         self->cells, self->header_cells,
                         self->separator == ' ' ? ", columns separated by blanks" : "");
        }
        missing = missing ||
                  (column != CAROM_RECORDED_NONE && c != CAROM_RECORDED_BALL &&
                   !self->options->audited && carom_recorded_is_missing(self->cell[column]));
    }
    size_t ball = missing ? SIZE_MAX : find_row_ball(self, g);
    if (ball == SIZE_MAX) {
        return CAROM_OK;
    }
    for (int c = 0; c < CAROM_RECORDED_COLUMNS; c++) {
        int column = g->column[c];
        if (column != CAROM_RECORDED_NONE && c != CAROM_RECORDED_BALL) {
            if (!carom_recorded_read_number(self->cell[column], &value[c])) {
                return fault(self, "file", error,
                             "not a finite number: '%.40s' in column '%.40s'%s", self->cell[column],
                             self->header[column], advice(self, "; correct or remove the row", ""));
            }
            carom_digits_add(&self->recording->digits[c == CAROM_RECORDED_Y    ? CAROM_RECORDED_X
                                                      : c == CAROM_RECORDED_VY ? CAROM_RECORDED_VX
                                                                               : c],
                             self->cell[column], value[c]);
            value[c] *= g->factor[c];
        }
    }
    return add_sample(self, g, ball, value, error);
}

static carom_status read_rows(table *self, char *text, carom_error *error)
{
    bool first = true;
    char *line;
    CAROM_TRY(find_header(self, &text, error));
    while ((line = next_line(self, &text)) != NULL) {
        int t = self->group[0].column[CAROM_RECORDED_T];
        double time;
        if (self->line % 4096 == 0 && self->options->stop != NULL && *self->options->stop != 0) {
            return carom_error_interrupted(error);
        }
        if (line[strspn(line, " \t,;")] == '\0' || line[0] == '#') {
            continue;
        }
        self->cells = split(line, self->separator, false, self->cell);
        if (first &&
            ((size_t)t >= self->cells || !carom_recorded_read_number(self->cell[t], &time))) {
            CAROM_TRY(read_units_row(self, error)); /* units, or names once more */
            continue;
        }
        if (first) {
            CAROM_TRY(find_factors(self, error));
            first = false;
        }
        for (size_t i = self->header_cells; i < self->cells; i++) {
            if (self->cell[i][0] != '\0') {
                return fault(self, "file", error,
                             "more cells than in the header (%zu, %zu%s); quote decimal commas, or "
                             "separate by semicolons or tabs",
                             self->cells, self->header_cells,
                             self->separator == ' ' ? " columns separated by blanks" : "");
            }
        }
        for (size_t k = 0; k < self->groups; k++) {
            CAROM_TRY(read_sample(self, &self->group[k], error));
        }
    }
    if (first) {
        self->line = self->header_line;
        return fault(self, "file", error, "no row with a number as time below this header");
    }
    if (self->only == NULL && self->other_line > 0) {
        self->line = self->other_line;
        return fault(self, "ball", error,
                     "no ball is called %s; use the names of the scenario's balls%s", self->tracks,
                     advice(self, ", or files: [ { ball: ..., file: ..., track: ... } ]", ""));
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
    if (stat(path, &info) == 0 &&
        (!S_ISREG(info.st_mode) || (info.st_size > MOST_BYTES && !self->options->audited))) {
        return carom_error_set(error, CAROM_INVALID, "file", "'%s' is %s", path,
                               S_ISREG(info.st_mode) ? "larger than 64 MiB; shorten the recording"
                                                     : "not a regular file; name a table");
    }
    carom_status status = carom_file_read_cancellable(path, self->options->stop, &text, &length,
                                                      error);
    if (status == CAROM_OK && strlen(text) != length) {
        self->line = carom_text_count(text, strlen(text), '\n') + 1;
        status = fault(self, "file", error,
                       "contains a NUL byte, as text in UTF-16 does; save the table in UTF-8");
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
                                   "%zu sample%s of ball '%s'; a recording needs at least 2%s%s",
                                   track->count, carom_plural((double)track->count), ball->name,
                                   self->tracks[0] != '\0' ? ". Other tracks of the table: " : "",
                                   self->tracks);
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
    for (size_t i = 0; i < problem->count; i++) {
        self.movable += !problem->ball[i].fixed;
    }
    carom_status status = CAROM_OK;
    *recording = (carom_recording){
        .count = problem->count,
        .track = carom_allocate(problem->count, sizeof *recording->track),
        .has_velocity = true,
        .has_spin = true};
    for (size_t k = 0;
         k < (options->files.count > 0 ? options->files.count : 1) && status == CAROM_OK; k++) {
        self.only = options->files.count > 0 ? &file[k] : NULL;
        self.line = self.other_line = self.cells = self.groups = 0;
        self.tracks[0] = '\0';
        memset(recording->digits, 0, sizeof recording->digits);
        status = read_file(&self, self.only == NULL ? options->file : self.only->file, error);
        for (size_t n = 0; n < self.groups; n++) {
            const int *column = self.group[n].column,
                      x = column[CAROM_RECORDED_X] == CAROM_RECORDED_NONE ? CAROM_RECORDED_Y
                                                                          : CAROM_RECORDED_X;
            memcpy(recording->factor, self.group[n].factor, sizeof recording->factor);
            recording->last_digit_m = fmax(recording->last_digit_m,
                                           carom_digits_last(&recording->digits[CAROM_RECORDED_X]) *
                                               recording->factor[x]);
            recording->has_velocity = recording->has_velocity &&
                                      column[CAROM_RECORDED_VX] != CAROM_RECORDED_NONE &&
                                      column[CAROM_RECORDED_VY] != CAROM_RECORDED_NONE;
            recording->has_spin = recording->has_spin &&
                                  column[CAROM_RECORDED_SPIN] != CAROM_RECORDED_NONE;
        }
    }
    recording->sigma_m = options->sigma_m > 0 ? options->sigma_m
                                              : fmax(carom_recording_noise(recording, self.samples),
                                                     0.5 * recording->last_digit_m);
    CAROM_THEN(status, options->audited ? CAROM_OK : check_tracks(&self, error));
    return status;
}

void carom_recording_free(carom_recording *recording)
{
    for (size_t i = 0; i < recording->count && recording->track != NULL; i++) {
        free(recording->track[i].sample);
    }
    free(recording->track);
    *recording = (carom_recording){.track = NULL};
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The figures of a result: variables and a list of figures, and their file. A file may be a
 * stranger's, so every row is checked, whether a result adds it or a file. */
#define _POSIX_C_SOURCE 200809L
#include "plot/plot.h"
#include "system/system.h"
#include <carom/param.h>
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <sys/stat.h>

/* ---- what a row may be ---- */

static const char *const kind_names[] = {
    [CAROM_PLOT_NUMBER] = "number",     [CAROM_PLOT_COUNT] = "count",
    [CAROM_PLOT_TEXT] = "text",         [CAROM_PLOT_NUMBERS] = "numbers",
    [CAROM_PLOT_COUNTS] = "counts",     [CAROM_PLOT_TEXTS] = "texts",
    [CAROM_PLOT_FOLDERS] = "folders",   [CAROM_PLOT_SCRIPTS] = "scripts",
    [CAROM_PLOT_FIGURE] = "figure",     [CAROM_PLOT_PANEL] = "panel",
    [CAROM_PLOT_EXTRA_FIGURE] = "extra"};
enum { KINDS = sizeof kind_names / sizeof kind_names[0] };

/* All variables of results. Each has one type: a script never gets a text where it expects the
 * number of an array element, or a name of a file. */
static const struct {
    carom_plot_kind kind;
    const char *names;
} variables[] = {
    {CAROM_PLOT_NUMBER, " DURATION ENERGY_ROUNDING ENERGY_SCALE LEVEL ROUNDING X_FROM Y_FROM "},
    {CAROM_PLOT_COUNT,
     " AXIS BALLS COMPARED FRAMES FRICTION LOSS OUTCOMES OWN_TITLE PAIRED PHASE REF SPINS TABLE "
     "MORE TORUS X_LOG "},
    {CAROM_PLOT_TEXT,
     " TITLE SUBJECT FOOTER BODIES_OF QUANTITY_NAME RIGID STIFFNESS X_NAME X_UNIT Y_NAME Y_UNIT "},
    {CAROM_PLOT_NUMBERS, " BALL_R BALL_X BALL_Y BOUND ERROR_EACH REACHED "},
    {CAROM_PLOT_COUNTS, " BALL_NUMBER STYLE "},
    {CAROM_PLOT_TEXTS, " BALL LABEL LINE LINE_OF PANEL_HEAD QUANTITY REASON SAYS SERIES "
                       "UNPAIRED X_TIC Y_TIC "},
    {CAROM_PLOT_FOLDERS, " NAME "},
    {CAROM_PLOT_SCRIPTS, " PANEL_SCRIPT "}};

/* Scripts in plots/ that draw a figure or a panel. */
static const char scripts[] =
    " axes birkhoff contact convergence copies divergence energy ensemble fan film filmstrip "
    "fit hodograph map motion newton overview predictability raster scene "
    "snapshot space-time speeds sweep work ";

static const char capitals[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_",
                  letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-",
                  digits[] = "0123456789";

static bool consists_of(const char *text, const char *allowed, size_t longest)
{
    size_t length = strspn(text, allowed);
    return length > 0 && length <= longest && text[length] == '\0';
}

static bool is_in_list(const char *word, const char *list)
{
    char key[80];
    snprintf(key, sizeof key, " %.70s ", word);
    return strstr(list, key) != NULL;
}

static bool is_script(const char *name)
{
    return consists_of(name, letters, 40) && is_in_list(name, scripts);
}

static bool is_valid_value(carom_plot_kind kind, const char *value)
{
    double number;
    switch (kind) {
    case CAROM_PLOT_NUMBER:
    case CAROM_PLOT_NUMBERS: return carom_number_parse(value, &number) && !isinf(number);
    case CAROM_PLOT_COUNT:
    case CAROM_PLOT_COUNTS: return consists_of(value, digits, 15);
    case CAROM_PLOT_FOLDERS: return value[0] != '-' && consists_of(value, letters, 63);
    case CAROM_PLOT_SCRIPTS:
    case CAROM_PLOT_FIGURE:
    case CAROM_PLOT_PANEL:
    case CAROM_PLOT_EXTRA_FIGURE: return is_script(value);
    case CAROM_PLOT_TEXT:
    case CAROM_PLOT_TEXTS: break;
    }
    return true;
}

/* Type of a variable; KINDS: unknown. */
static int type_of(const char *variable)
{
    for (size_t i = 0; i < sizeof variables / sizeof variables[0]; i++) {
        if (consists_of(variable, capitals, 40) && is_in_list(variable, variables[i].names)) {
            return (int)variables[i].kind;
        }
    }
    return KINDS;
}

static bool is_valid(int kind, const char *name, const char *value)
{
    bool is_known = kind >= CAROM_PLOT_FIGURE
                      ? kind < KINDS && name[0] != '-' && consists_of(name, letters, 60)
                      : type_of(name) == kind;
    return is_known && is_valid_value((carom_plot_kind)kind, value);
}

/* Number of elements that a list has since the last figure or the last file. */
static size_t last_element(const carom_plot *plot, const char *name)
{
    for (size_t i = plot->rows; i-- > 0 && plot->row[i].kind < CAROM_PLOT_FIGURE &&
                                strcmp(plot->row[i].name, "TITLE") != 0;) {
        if (strcmp(plot->row[i].name, name) == 0) {
            return plot->row[i].element;
        }
    }
    return 0;
}

static void add_row(carom_plot *plot, int kind, const char *name, const char *value)
{
    carom_plot_row row = {.kind = (carom_plot_kind)kind};
    if (plot->failure.status != CAROM_OK) {
        return;
    }
    if (!is_valid(kind, name, value)) {
        (void)carom_error_set(&plot->failure, CAROM_INTERNAL, "",
                              "'%.40s %.80s' is not a variable or figure of a plot", name, value);
        carom_text_replace_controls(plot->failure.text);
        return;
    }
    row.name = carom_arena_text(&plot->texts, name);
    row.value = carom_arena_text(&plot->texts, value);
    carom_reserve(&plot->row, plot->rows, &plot->capacity, sizeof row);
    if (kind >= CAROM_PLOT_NUMBERS && kind <= CAROM_PLOT_SCRIPTS) {
        row.element = 1 + last_element(plot, row.name);
    }
    plot->row[plot->rows++] = row;
}

/* ---- results ---- */

void carom_plot_number(carom_plot *plot, const char *variable, double value)
{
    char text[32];
    carom_number_format(isfinite(value) ? value : NAN, text, sizeof text);
    add_row(plot, type_of(variable), variable, text);
}

void carom_plot_count(carom_plot *plot, const char *variable, size_t value)
{
    char text[32];
    snprintf(text, sizeof text, "%zu", value);
    add_row(plot, type_of(variable), variable, text);
}

/* Adds a text without control characters, which would end a line or a cell. */
CAROM_PRINTF(3, 0)
static void add_text(carom_plot *plot, const char *variable, const char *format, va_list arguments)
{
    char text[2048];
    vsnprintf(text, sizeof text, format, arguments);
    for (char *c = text; *c != '\0'; c++) {
        *c = iscntrl((unsigned char)*c) ? ' ' : *c;
    }
    add_row(plot, type_of(variable), variable, text);
}

void carom_plot_text(carom_plot *plot, const char *variable, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add_text(plot, variable, format, arguments);
    va_end(arguments);
}

void carom_plot_solver(carom_plot *plot, const char *name, const char *label, int style)
{
    carom_plot_text(plot, "NAME", "%s", name);
    carom_plot_text(plot, "LABEL", "%s", label);
    carom_plot_count(plot, "STYLE", (size_t)style);
}

void carom_plot_figure(carom_plot *plot, const char *name, const char *script, const char *subject,
                       ...)
{
    va_list arguments;
    va_start(arguments, subject);
    add_text(plot, "SUBJECT", subject, arguments);
    va_end(arguments);
    add_row(plot, CAROM_PLOT_FIGURE, name, script);
}

void carom_plot_panel(carom_plot *plot, const char *name, const char *script, const char *subject,
                      bool on_page)
{
    carom_plot_text(plot, "SUBJECT", "%s", subject);
    add_row(plot, on_page ? CAROM_PLOT_PANEL : CAROM_PLOT_EXTRA_FIGURE, name, script);
}

carom_plot *carom_plot_open(const char *title, const char *command, const char *name,
                            const char *changes, const char *footer)
{
    carom_plot *plot = carom_allocate(1, sizeof *plot);
    plot->command = command;
    const char *slash = strrchr(name, '/');
    const char *file = slash != NULL && strstr(slash, ".yaml") != NULL ? slash + 1 : name;
    name = name[0] == '/' && slash[1] != '\0' ? slash + 1 : name; /* no folder of this machine */
    file = file[0] == '/' ? name : file;
    carom_plot_text(plot, "TITLE", "%s", title[0] != '\0' ? title : file);
    carom_plot_text(plot, "FOOTER", "carom %s%s%s%s%s%s", command, name[0] != '\0' ? " " : "", name,
                    changes == NULL ? "" : changes, footer[0] != '\0' ? "   |   " : "", footer);
    carom_plot_count(plot, "OWN_TITLE", 0);
    return plot;
}

void carom_plot_retitle(carom_plot *plot, const char *title)
{
    char own[500];
    snprintf(own, sizeof own, "%s", title);
    carom_text_replace_controls(own);
    plot->row[0].value = carom_arena_text(&plot->texts, own);
    plot->row[2].value = "1";
}

void carom_plot_free(carom_plot *plot)
{
    if (plot != NULL) {
        carom_arena_free(&plot->texts);
        free(plot->row);
        free(plot);
    }
}

/* ---- files ---- */

static const char suffix[] = ".figures.tsv", heading[] = "what\tname\tvalue\n";

static void write_rows(FILE *stream, const void *object)
{
    const carom_plot *plot = object;
    fputs(heading, stream);
    for (size_t i = 0; i < plot->rows; i++) {
        fprintf(stream, "%s\t%s\t%s\n", kind_names[plot->row[i].kind], plot->row[i].name,
                plot->row[i].value);
    }
}

carom_status carom_plot_write(const carom_plot *plot, const char *directory, carom_error *error)
{
    char name[80];
    snprintf(name, sizeof name, "%.60s%s", plot->command, suffix);
    return plot->failure.status != CAROM_OK
             ? carom_error_set(error, plot->failure.status, "", "%s", plot->failure.text)
             : carom_file_write(directory, name, write_rows, plot, error);
}

/* Adds the row in a line. @return false if it is none */
static bool parse_line(carom_plot *plot, char *line)
{
    char *name = strchr(line, '\t'), *value = name == NULL ? NULL : strchr(name + 1, '\t');
    if (value == NULL || strchr(value + 1, '\t') != NULL) {
        return false;
    }
    *name++ = *value++ = '\0';
    for (int kind = 0; kind < KINDS; kind++) {
        if (strcmp(line, kind_names[kind]) == 0) {
            add_row(plot, kind, name, value);
            return plot->failure.status != CAROM_INTERNAL;
        }
    }
    return false;
}

/* A file begins with TITLE: the figures of one file do not see the variables of another. */
static carom_status parse_file(carom_plot *plot, const char *path, char *text, carom_error *error)
{
    const char *first = "text\tTITLE\t";
    bool is_valid_file = strncmp(text, heading, sizeof heading - 1) == 0 &&
                         strncmp(text + sizeof heading - 1, first, strlen(first)) == 0;
    char *line = is_valid_file ? text + sizeof heading - 1 : text;
    for (size_t number = is_valid_file ? 2 : 1; *line != '\0' || !is_valid_file; number++) {
        size_t length = strcspn(line, "\n");
        char *next = line + length + (line[length] == '\n');
        line[length] = '\0';
        if (!is_valid_file || !parse_line(plot, line)) {
            return carom_error_set(error, CAROM_INVALID, "",
                                   "%s:%zu: expected a row of %s as carom writes it", path, number,
                                   suffix + 1);
        }
        line = next;
    }
    return CAROM_OK;
}

static carom_status read_file(carom_plot *plot, const char *path, carom_error *error)
{
    struct stat about;
    char *text = NULL;
    size_t length;
    if (lstat(path, &about) != 0 || !S_ISREG(about.st_mode)) {
        return carom_error_set(error, CAROM_CANNOT_READ, "", "'%s' is not a regular file", path);
    }
    carom_status status = carom_file_read(path, &text, &length, error);
    CAROM_THEN(status, parse_file(plot, path, text, error));
    free(text);
    return status;
}

static int is_plot(const struct dirent *entry)
{
    return entry->d_name[0] != '.' && carom_text_ends_in(entry->d_name, suffix);
}

carom_status carom_plot_read(carom_plot **plot, const char *directory, carom_error *error)
{
    struct dirent **entry = NULL;
    carom_status status = CAROM_OK;
    int count = scandir(directory, &entry, is_plot, alphasort);
    *plot = count > 0 ? carom_allocate(1, sizeof **plot) : NULL;
    if (count < 0) {
        return carom_error_system(error, CAROM_CANNOT_READ, "read", directory, errno);
    }
    for (int i = 0; i < count; i++) {
        char path[CAROM_PATH_SIZE + 300];
        snprintf(path, sizeof path, "%s/%s", directory, entry[i]->d_name);
        CAROM_THEN(status, read_file(*plot, path, error));
        free(entry[i]);
    }
    free(entry);
    return status;
}

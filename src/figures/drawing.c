/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Builds drawings for gnuplot, and writes and reads them as tables. */
#include "figures/figures.h"
#include "run/run.h"
#include <ctype.h>

/* Names of kinds in a file, which never has blocks, animations or frames. */
static const char *const kind_names[] = {
    [CAROM_DRAW_TEXT] = "text",   [CAROM_DRAW_NUMBER] = "number", [CAROM_DRAW_COUNT] = "count",
    [CAROM_DRAW_ARRAY] = "array", [CAROM_DRAW_FIGURE] = "figure",
    [CAROM_DRAW_PAGE] = "page",   [CAROM_DRAW_ANIMATION] = NULL,  [CAROM_DRAW_FRAME] = NULL};
enum { KINDS = sizeof kind_names / sizeof kind_names[0] };

/* ---- statements ---- */

static bool grow(carom_drawing *drawing)
{
    size_t room = drawing->room == 0 ? 64 : 2 * drawing->room;
    carom_statement *item = drawing->count < drawing->room
                              ? drawing->item
                              : realloc(drawing->item, room * sizeof *item);
    if (item == NULL) {
        return false;
    }
    drawing->room = drawing->count < drawing->room ? drawing->room : room;
    drawing->item = item;
    return true;
}

/* Replaces control characters, which would end a line or a cell, by spaces. */
static void make_line(char *text)
{
    for (char *c = text; *c != '\0'; c++) {
        *c = iscntrl((unsigned char)*c) ? ' ' : *c;
    }
}

void carom_drawing_add(carom_drawing *drawing, carom_statement_kind kind, const char *name,
                       const char *value)
{
    carom_statement one = {kind, NULL, NULL};
    if (!drawing->failed && grow(drawing)) {
        one.name = carom_text_copy(name, strlen(name));
        one.value = carom_text_copy(value, strlen(value));
    }
    if (one.name == NULL || one.value == NULL) {
        free(one.name);
        free(one.value);
        drawing->failed = true;
        return;
    }
    make_line(one.value);
    drawing->item[drawing->count++] = one;
}

enum { LONGEST_NAME = 64 };

static void format_element(char name[LONGEST_NAME], const char *array, size_t i)
{
    snprintf(name, LONGEST_NAME, "%.40s[%zu]", array, i + 1);
}

void carom_drawing_text(carom_drawing *drawing, const char *variable, const char *text)
{
    carom_drawing_add(drawing, CAROM_DRAW_TEXT, variable, text);
}

void carom_drawing_number(carom_drawing *drawing, const char *variable, double value)
{
    char text[32];
    carom_number_format(isfinite(value) ? value : 0, text, sizeof text);
    carom_drawing_add(drawing, CAROM_DRAW_NUMBER, variable, text);
}

static void add_count(carom_drawing *drawing, carom_statement_kind kind, const char *name,
                      size_t value)
{
    char text[32];
    snprintf(text, sizeof text, "%zu", value);
    carom_drawing_add(drawing, kind, name, text);
}

void carom_drawing_count(carom_drawing *drawing, const char *variable, size_t value)
{
    add_count(drawing, CAROM_DRAW_COUNT, variable, value);
}

void carom_drawing_array(carom_drawing *drawing, const char *arrays, size_t size)
{
    while (*arrays != '\0') {
        size_t length = strcspn(arrays, " ");
        char name[LONGEST_NAME];
        snprintf(name, sizeof name, "%.*s", (int)length, arrays);
        add_count(drawing, CAROM_DRAW_ARRAY, name, size);
        arrays += length + strspn(arrays + length, " ");
    }
}

void carom_drawing_text_at(carom_drawing *drawing, const char *array, size_t i, const char *text)
{
    char name[LONGEST_NAME];
    format_element(name, array, i);
    carom_drawing_text(drawing, name, text);
}

void carom_drawing_number_at(carom_drawing *drawing, const char *array, size_t i, double value)
{
    char name[LONGEST_NAME];
    format_element(name, array, i);
    carom_drawing_number(drawing, name, value);
}

void carom_drawing_count_at(carom_drawing *drawing, const char *array, size_t i, size_t value)
{
    char name[LONGEST_NAME];
    format_element(name, array, i);
    carom_drawing_count(drawing, name, value);
}

void carom_drawing_figure(carom_drawing *drawing, const char *name, const char *panel)
{
    carom_drawing_add(drawing, CAROM_DRAW_FIGURE, name, panel);
}

/* ---- headings ---- */

enum { LONGEST_LINE = 1024 };

void carom_drawing_begin(carom_drawing *drawing, const char *title, const char *const footer[3])
{
    char variable[] = "FOOTER1";
    carom_drawing_text(drawing, "TITLE", title);
    carom_drawing_text(drawing, "SUBJECT", "");
    for (int i = 0; i < 3; i++) {
        variable[6] = (char)('1' + i);
        carom_drawing_text(drawing, variable, footer[i] == NULL ? "" : footer[i]);
    }
}

void carom_drawing_begin_command(carom_drawing *drawing, const char *title, const char *command,
                                 const char *name)
{
    char line[512];
    const char *const footer[3] = {line, NULL, NULL};
    snprintf(line, sizeof line, "carom %s, commit %s   |   carom %s%s%.300s", carom_version(),
             carom_commit(), command, name[0] != '\0' ? " " : "", name);
    carom_drawing_begin(drawing, title[0] != '\0' ? title : name, footer);
}

void carom_drawing_subject(carom_drawing *drawing, const char *format, ...)
{
    char line[LONGEST_LINE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    carom_drawing_text(drawing, "SUBJECT", line);
}

size_t carom_drawing_count_figures(const carom_drawing *drawing, char *names, size_t size)
{
    const size_t most_named = 4;
    size_t figures = 0;
    names[0] = '\0';
    for (size_t i = 0; i < drawing->count; i++) {
        carom_statement_kind kind = drawing->item[i].kind;
        bool is = kind == CAROM_DRAW_FIGURE || kind == CAROM_DRAW_PAGE;
        figures += is;
        if (is && figures <= most_named) {
            carom_text_append(names, size, "%s%s.png", figures == 1 ? "" : ", ",
                              drawing->item[i].name);
        }
    }
    carom_text_append(names, size, figures > most_named ? " and others" : "");
    return figures;
}

/* ---- files ---- */

#define STATEMENTS(NUMBER, TEXT, of)                                                               \
    TEXT(of, what, kind_names[r->kind], "text, number, count, array, figure or page")              \
    TEXT(of, name, r->name, "name of the variable or figure")                                      \
    TEXT(of, value, r->value, "value of the variable, or script of the figure in plots/")
CAROM_COLUMNS(statements, carom_statement, STATEMENTS)

static void write_statements(const void *object, carom_rows *rows)
{
    const carom_drawing *drawing = object;
    for (size_t i = 0; i < drawing->count; i++) {
        if (kind_names[drawing->item[i].kind] != NULL) {
            carom_rows_write(rows, &drawing->item[i]);
        }
    }
}

static int find_kind(const char *word)
{
    int kind = 0;
    while (kind < KINDS && (kind_names[kind] == NULL || strcmp(kind_names[kind], word) != 0)) {
        kind++;
    }
    return kind;
}

/* Accepts names that cannot be a folder or an option. */
static bool is_file_name(const char *name)
{
    size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                 "0123456789_-.");
    return length > 0 && name[length] == '\0' && name[0] != '.' && name[0] != '-';
}

/* The variables of studies and sweeps. Others are rejected: scripts have variables that name files
 * or hold commands, and a drawing may come from a stranger. */
static const char variables[] =
    " ABREAST AXIS AXISNAME BALLR BALLX BALLY BINS BODY COLUMN COLUMNS CONTOUR CONTOURED "
    "CURVEEND CURVESAYS DATAOF DATAX DATAXE DATAY DATAYE DURATION E EMPTY ERRORS EXACT_J "
    "EXACT_T EXPECTED FLOOR FLOORAT FOOTER1 FOOTER2 FOOTER3 FRICTION FROM GAS GROWTH "
    "GROWTHTHEORY HIGH IMPULSE IMPULSE_T KE KEYED LABEL LAG LANE LEVEL LINEEND LINEFROM "
    "LINEPOINTS LINES LINESAYS LOGX LOGY LOGZ LOSS LOW MEANS MEASURED MEASURES MIDDLE MOVES "
    "N NAME NX NY OFTEN OUTCOMES PAIRFROM PAIRUPTO PARAMETER PN POINTS POWERED QUANTITY "
    "QUANTITYNAME RADIUS_ RANK REACHED REF RESIDUAL RESIDUALMOST RESIDUALS RIGID "
    "RIGID_SLIDES ROUNDING ROWS RUBBED SAYS SERIES SERIESSAYS SHOWN SLID SLOPE SOLVER STYLE "
    "SUBJECT THETA_ALL TITLE TOGETHER UNORDERED VN VT WHOLE X0 X1 XCOUNT XEVEN XFIRST XFROM "
    "XNAME XSAYS XSTEP XTIMES XWHOLE Y0 Y1 YCOUNT YEVEN YFIRST YFROM YLEAST YMOST YNAME "
    "YSAYS YSTEP YTIMES ZERO ZHIGH ZLOW ";

/* A known variable or an element of a known array. */
static bool is_variable(const char *name)
{
    size_t length = strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
    const char *rest = name + length;
    char word[LONGEST_NAME];
    snprintf(word, sizeof word, " %.*s ", (int)length, name);
    if (length == 0 || length > LONGEST_NAME - 3 || strstr(variables, word) == NULL) {
        return false;
    }
    if (*rest == '[') {
        size_t digits = strspn(rest + 1, "0123456789");
        return digits > 0 && digits < 9 && strcmp(rest + 1 + digits, "]") == 0;
    }
    return *rest == '\0';
}

static bool is_count(const char *value)
{
    size_t digits = strspn(value, "0123456789");
    return digits > 0 && digits < 16 && value[digits] == '\0';
}

static bool is_valid(carom_statement_kind kind, const char *name, const char *value)
{
    double number;
    switch (kind) {
    case CAROM_DRAW_TEXT: return is_variable(name);
    case CAROM_DRAW_NUMBER:
        return is_variable(name) && carom_number_parse(value, &number) && isfinite(number);
    case CAROM_DRAW_COUNT: return is_variable(name) && is_count(value);
    case CAROM_DRAW_ARRAY: return is_variable(name) && is_count(value) && strlen(value) < 8;
    case CAROM_DRAW_FIGURE:
    case CAROM_DRAW_PAGE: return is_file_name(name) && is_file_name(value);
    case CAROM_DRAW_ANIMATION:
    case CAROM_DRAW_FRAME: break;
    }
    return false;
}

/* Checks that the drawing can be read again: a new variable must be in `variables`. */
static carom_status check_statements(const carom_drawing *drawing, carom_error *error)
{
    for (size_t i = 0; i < drawing->count; i++) {
        const carom_statement *r = &drawing->item[i];
        if (kind_names[r->kind] != NULL && !is_valid(r->kind, r->name, r->value)) {
            return carom_error_set(error, CAROM_INTERNAL, "",
                                   "unknown statement '%.40s %.40s %.40s' in a drawing",
                                   kind_names[r->kind], r->name, r->value);
        }
    }
    return CAROM_OK;
}

carom_status carom_drawing_write(const carom_drawing *drawing, const char *directory,
                                 const char *name, carom_error *error)
{
    const carom_table table = {.name = name,
                               .doc = "what is drawn from the tables",
                               .columns = statements_columns,
                               .rows = write_statements};
    carom_status status = drawing->failed ? carom_error_no_memory(error)
                                          : check_statements(drawing, error);
    return status == CAROM_OK ? carom_table_write(directory, &table, drawing, error) : status;
}

static carom_status parse_rows(carom_drawing *drawing, const carom_tsv *table, carom_error *error)
{
    size_t column[3];
    for (int i = 0; i < 3; i++) {
        CAROM_TRY(carom_tsv_require_column(table, statements_columns[i].name, &column[i], error));
    }
    for (size_t row = 0; row < table->rows; row++) {
        const char *what = carom_tsv_text(table, row, column[0]),
                   *name = carom_tsv_text(table, row, column[1]),
                   *value = carom_tsv_text(table, row, column[2]);
        int kind = find_kind(what);
        if (kind == KINDS || !is_valid((carom_statement_kind)kind, name, value)) {
            return carom_error_set(error, CAROM_INVALID, "",
                                   "%s:%zu: '%.40s %.40s %.40s' is not a statement of a figure; "
                                   "expected the file as carom wrote it",
                                   table->path, row + 2, what, name, value);
        }
        carom_drawing_add(drawing, (carom_statement_kind)kind, name, value);
    }
    return drawing->failed ? carom_error_no_memory(error) : CAROM_OK;
}

carom_status carom_drawing_read(carom_drawing *drawing, const char *path, carom_error *error)
{
    carom_tsv table;
    carom_status status = carom_tsv_read(&table, path, NULL, error);
    CAROM_THEN(status, parse_rows(drawing, &table, error));
    carom_tsv_free(&table);
    return status;
}

void carom_drawing_free(carom_drawing *drawing)
{
    for (size_t i = 0; i < drawing->count; i++) {
        free(drawing->item[i].name);
        free(drawing->item[i].value);
    }
    free(drawing->item);
    *drawing = (carom_drawing){.item = NULL};
}

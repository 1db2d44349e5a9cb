/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Variables are put before the scripts in plots/; one gnuplot draws all files under temporary names. */
#define _POSIX_C_SOURCE 200809L
#include "harness/gnuplot.h"
#include "core/text.h"
#include "harness/run.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATH = 4500 };

/* What is made of a figure: files of these endings. TeX's is two: its text, and the picture that it puts behind that. */
typedef enum { PNG, SVG, PDF, CAPTION, TEX, TEX_PICTURE, GIF, FORMATS } format;
static const char *const endings[] = {".png", ".svg", ".pdf", ".txt", ".tex", "-tex.pdf", ".gif"};
static const char *const terminals[] = {"png", "svg", "pdf", NULL, "tex", NULL, "gif"};

static bool is_made(const carom_gnuplot *gnuplot, size_t i, int f)
{
    if (gnuplot->moves[i]) {
        return f == GIF;
    }
    return f <= CAPTION || ((f == TEX || f == TEX_PICTURE) && gnuplot->look->tex);
}

/* ---- variables ---- */

/* In single quotes only the quote itself is special, and a line end ends the command. */
static void write_text(FILE *pipe, const char *text)
{
    fputc('\'', pipe);
    for (const unsigned char *c = (const unsigned char *)text; *c != '\0'; c++) {
        if (*c == '\'') {
            fputs("''", pipe);
        } else {
            fputc(*c < 0x20 || *c == 0x7f ? ' ' : *c, pipe);
        }
    }
    fputc('\'', pipe);
}

void carom_gnuplot_text(const carom_gnuplot *gnuplot, const char *variable, const char *text)
{
    fprintf(gnuplot->pipe, "%s = ", variable);
    write_text(gnuplot->pipe, text);
    fputc('\n', gnuplot->pipe);
}

void carom_gnuplot_number(const carom_gnuplot *gnuplot, const char *variable, double value)
{
    char text[32];
    carom_number_format(isfinite(value) ? value : 0, text, sizeof text);
    /* a float even where it is whole: gnuplot divides integers as integers */
    fprintf(gnuplot->pipe, "%s = %s%s\n", variable, text, strpbrk(text, ".e") == NULL ? ".0" : "");
}

/* ---- one style per kind of solver ---- */

static int wanted_style(const carom_scenario *scenario, const char *solver)
{
    for (size_t i = 0; i < scenario->solvers.count; i++) {
        const carom_scenario_solver *s = carom_scenario_solver_at(scenario, i);
        carom_place integrator = carom_params_find(s->kind.entry->params, s->kind.options, "integrator");
        char name[60] = "";
        if (strcmp(s->name, solver) != 0) {
            continue;
        }
        if (integrator.row != NULL) {
            carom_param_format(integrator, name, sizeof name);
        }
        return strcmp(s->kind.entry->name, "impulse") == 0 ? 1 : (strcmp(name, "euler") == 0 ? 2 : (strcmp(name, "heun") == 0 ? 3 : 4));
    }
    return 4;
}

static bool is_wanted(const carom_scenario *scenario, int style)
{
    for (size_t i = 0; i < scenario->solvers.count; i++) {
        if (wanted_style(scenario, carom_scenario_solver_at(scenario, i)->name) == style) {
            return true;
        }
    }
    return false;
}

int carom_style_of(const carom_scenario *scenario, const char *solver, const int *taken)
{
    int style = wanted_style(scenario, solver);
    while (taken[style] && style < CAROM_LAST_STYLE) {
        style = style < 4 ? 4 : style + 1;
    }
    for (int spare = 2; taken[style] && spare <= 3; spare++) { /* Euler's and Heun's, where there are none */
        if (!taken[spare] && !is_wanted(scenario, spare)) {
            style = spare;
        }
    }
    return style;
}

void carom_gnuplot_solvers(const carom_gnuplot *gnuplot, const carom_scenario *scenario, const char *const *name,
                           size_t count)
{
    int taken[CAROM_LAST_STYLE + 1] = {0};
    fprintf(gnuplot->pipe, "N = %zu\narray NAME[N]\narray STYLE[N]\n", count);
    for (size_t i = 0; i < count; i++) {
        int style = carom_style_of(scenario, name[i], taken);
        char variable[40];
        taken[style] = 1;
        snprintf(variable, sizeof variable, "NAME[%zu]", i + 1);
        carom_gnuplot_text(gnuplot, variable, name[i]);
        fprintf(gnuplot->pipe, "STYLE[%zu] = %d\n", i + 1, style);
    }
}

/* ---- drawing ---- */

static void load(const carom_gnuplot *gnuplot, const char *script)
{
    fprintf(gnuplot->pipe, "load PLOTS . '/%s.gp'\n", script);
}

static void load_style(const carom_gnuplot *gnuplot)
{
    const carom_look *look = gnuplot->look;
    const carom_preset *preset = look->preset;
    fprintf(gnuplot->pipe, "TITLED = %d\nFOOTED = %d\n", preset->titled, preset->footed);
    carom_gnuplot_number(gnuplot, "SCALE", preset->scale);
    carom_gnuplot_number(gnuplot, "LW", preset->line);
    load(gnuplot, "style");
    if (preset->mono) {
        load(gnuplot, "mono");
    }
    if (look->style != NULL) {
        carom_gnuplot_text(gnuplot, "OWN", look->style);
        fputs("load OWN\n", gnuplot->pipe);
    }
}

static carom_status check_style(const carom_look *look, carom_error *error)
{
    if (look->style != NULL && access(look->style, R_OK) != 0) {
        return carom_error_set(error, CAROM_CANNOT_READ, "", "cannot read the style '%s': %s", look->style, strerror(errno));
    }
    return CAROM_OK;
}

carom_status carom_gnuplot_start(carom_gnuplot *gnuplot, const char *directory, const carom_look *look, const char *title,
                                 const char *const footer[3], carom_error *error)
{
    char plots[PATH], variable[] = "FOOTER1";
    carom_status status = check_style(look, error);
    *gnuplot = (carom_gnuplot){.directory = directory, .look = look};
    if (status != CAROM_OK) {
        return status;
    }
    if (system("command -v gnuplot >/dev/null 2>&1") != 0) {
        return carom_error_set(error, CAROM_CANNOT_CREATE, "", "gnuplot is not installed; install it (apt install "
                               "gnuplot-nox, dnf install gnuplot, brew install gnuplot). The tables in '%s' are complete; "
                               "carom plot draws those of a run again", directory);
    }
    fflush(NULL);
    gnuplot->pipe = popen("LC_ALL=C.UTF-8 exec gnuplot -d -", "w"); /* -d: no settings of the user's */
    if (gnuplot->pipe == NULL) {
        return carom_error_set(error, CAROM_CANNOT_CREATE, "", "cannot start gnuplot: %s", strerror(errno));
    }
    snprintf(plots, sizeof plots, "%s/plots", look->home);
    snprintf(gnuplot->title, sizeof gnuplot->title, "%s", title);
    carom_gnuplot_text(gnuplot, "DIR", directory);
    carom_gnuplot_text(gnuplot, "PLOTS", plots);
    carom_gnuplot_text(gnuplot, "TITLE", title);
    for (int i = 0; i < 3; i++) {
        variable[6] = (char)('1' + i);
        snprintf(gnuplot->footer[i], sizeof gnuplot->footer[i], "%s", footer[i] == NULL ? "" : footer[i]);
        carom_gnuplot_text(gnuplot, variable, gnuplot->footer[i]);
    }
    load_style(gnuplot);
    return CAROM_OK;
}

/* A temporary name ends in .tmp, but for TeX's two: gnuplot makes the name of the second from that of the first. */
static void figure_path(char path[PATH], const carom_gnuplot *gnuplot, size_t i, int f, bool temporary)
{
    const char *directory = gnuplot->directory, *name = gnuplot->name[i];
    if (!temporary) {
        snprintf(path, PATH, "%s/%s%s", directory, name, endings[f]);
    } else if (f == TEX || f == TEX_PICTURE) {
        snprintf(path, PATH, "%s/.%s.%ld.tmp.%s", directory, name, (long)getpid(), f == TEX ? "tex" : "pdf");
    } else {
        snprintf(path, PATH, "%s/.%s%s.%ld.tmp", directory, name, endings[f], (long)getpid());
    }
}

typedef struct {
    int width, height;
    double font;
} canvas;

static void draw(carom_gnuplot *gnuplot, const char *name, const char *script, const char *panel, canvas on, bool moves)
{
    size_t i = gnuplot->names;
    const carom_preset *preset = gnuplot->look->preset;
    bool plain = preset == carom_presets || moves;
    if (i == CAROM_MOST_FIGURES) {
        return;
    }
    snprintf(gnuplot->name[i], sizeof gnuplot->name[0], "%.60s%s%s", name, plain ? "" : "-", plain ? "" : preset->name);
    snprintf(gnuplot->panel[i], sizeof gnuplot->panel[0], "%s", panel);
    gnuplot->moves[i] = moves;
    gnuplot->names++;
    carom_gnuplot_text(gnuplot, "PANEL", panel);
    for (int f = 0; f < FORMATS; f++) {
        char path[PATH];
        if (is_made(gnuplot, i, f) && terminals[f] != NULL) {
            figure_path(path, gnuplot, i, f, true);
            carom_gnuplot_text(gnuplot, "TERM", terminals[f]);
            carom_gnuplot_text(gnuplot, "OUT", path);
            fprintf(gnuplot->pipe, "W = %d; H = %d; FS = %.6g\n", on.width, on.height, on.font);
            load(gnuplot, script);
        }
    }
}

void carom_gnuplot_draw(carom_gnuplot *gnuplot, const char *name, const char *panel)
{
    const carom_preset *p = gnuplot->look->preset;
    draw(gnuplot, name, "single", panel, (canvas){p->width, p->height, p->font}, false);
}

void carom_gnuplot_draw_page(carom_gnuplot *gnuplot, const char *name, const char *script)
{
    const carom_preset *p = gnuplot->look->preset;
    if (p->page_width > 0) {
        draw(gnuplot, name, script, script, (canvas){p->page_width, p->page_height, p->page_font}, false);
    }
}

void carom_gnuplot_animate(carom_gnuplot *gnuplot, const char *name, const char *script, int width, int height, int font)
{
    draw(gnuplot, name, script, "", (canvas){width, height, font}, true);
}

/* ---- captions ---- */

/* The text after "Caption:" in the comment at a script's top, until a line "#" or the comment's end. */
static void read_caption(const carom_gnuplot *gnuplot, const char *panel, char *caption, size_t size)
{
    static const char begin[] = "# Caption: ";
    char path[PATH], line[400];
    bool inside = false;
    FILE *file;
    snprintf(path, sizeof path, "%s/plots/%s.gp", gnuplot->look->home, panel);
    caption[0] = '\0';
    file = fopen(path, "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL && line[0] == '#' && !(inside && line[1] != ' ')) {
        bool first = strncmp(line, begin, sizeof begin - 1) == 0;
        inside = inside || first;
        line[strcspn(line, "\n")] = '\0';
        if (inside) {
            carom_text_append(caption, size, "%s%s", first ? "" : " ", line + (first ? sizeof begin - 1 : 2));
        }
    }
    if (file != NULL) {
        fclose(file);
    }
}

/* What the figure is of, what it shows, what made it. */
static void write_caption(const carom_gnuplot *gnuplot, size_t i)
{
    char caption[1200], path[PATH];
    FILE *file;
    read_caption(gnuplot, gnuplot->panel[i], caption, sizeof caption);
    figure_path(path, gnuplot, i, CAPTION, true);
    file = fopen(path, "w");
    if (file == NULL) {
        return; /* seen when it gets its name */
    }
    fprintf(file, "%s. %s\n\n", gnuplot->title, caption);
    for (int k = 0; k < 3; k++) {
        if (gnuplot->footer[k][0] != '\0') {
            fprintf(file, "%s\n", gnuplot->footer[k]);
        }
    }
    if (ferror(file) | fclose(file)) {
        unlink(path);
    }
}

/* ---- files ---- */

/* TeX's text names its picture: by the temporary path so far, then by the name that it gets. */
static carom_status name_picture(const carom_gnuplot *gnuplot, size_t i, carom_error *error)
{
    char path[PATH], stem[PATH], *text = NULL, *at;
    size_t length = 0, stem_length;
    FILE *file;
    figure_path(path, gnuplot, i, TEX, true);
    snprintf(stem, sizeof stem, "%s", path);
    stem_length = strlen(stem) - strlen(".tex");
    stem[stem_length] = '\0';
    if (carom_file_read(path, &text, &length, error) != CAROM_OK) {
        return error == NULL ? CAROM_CANNOT_READ : error->status;
    }
    file = fopen(path, "w");
    at = text;
    for (char *found; file != NULL && (found = strstr(at, stem)) != NULL; at = found + stem_length) {
        fwrite(at, 1, (size_t)(found - at), file);
        fprintf(file, "%s-tex", gnuplot->name[i]);
    }
    if (file != NULL) {
        fputs(at, file);
    }
    free(text);
    if (file == NULL || (ferror(file) | fclose(file))) {
        return carom_error_set(error, CAROM_CANNOT_WRITE, "", "cannot write '%s': %s", path, strerror(errno));
    }
    return CAROM_OK;
}

/* Cairo writes today's date into a PDF; the same picture should be the same bytes next year. The digits are
 * overwritten in place, so that nothing in the file moves. A file without a date is left as it is. */
static void blank_pdf_date(const char *path)
{
    static const char key[] = "/CreationDate (D:", date[] = "20000101000000";
    size_t matched = 0, digit = 0;
    FILE *file = fopen(path, "r+b");
    int c;
    if (file == NULL) {
        return;
    }
    while (key[matched] != '\0' && (c = fgetc(file)) != EOF) {
        matched = c == key[matched] ? matched + 1 : (size_t)(c == key[0]);
    }
    while (key[matched] == '\0' && (c = fgetc(file)) != EOF && c != ')') {
        if (c >= '0' && c <= '9') {
            fseek(file, -1, SEEK_CUR);
            fputc(digit < sizeof date - 1 ? date[digit++] : '0', file);
            fseek(file, 0, SEEK_CUR); /* between writing and reading */
        }
    }
    fclose(file);
}

static bool all_drawn(const carom_gnuplot *gnuplot)
{
    bool all = true;
    for (size_t i = 0; i < gnuplot->names; i++) {
        for (int f = 0; f < FORMATS; f++) {
            char path[PATH];
            figure_path(path, gnuplot, i, f, true);
            all = all && (!is_made(gnuplot, i, f) || access(path, R_OK) == 0);
        }
    }
    return all;
}

static carom_status name_file(const carom_gnuplot *gnuplot, size_t i, int f, carom_error *error)
{
    char from[PATH], to[PATH];
    figure_path(from, gnuplot, i, f, true);
    figure_path(to, gnuplot, i, f, false);
    if (f == PDF || f == TEX_PICTURE) {
        blank_pdf_date(from);
    }
    if (f == TEX && name_picture(gnuplot, i, error) != CAROM_OK) {
        return error == NULL ? CAROM_CANNOT_WRITE : error->status;
    }
    return rename(from, to) == 0 ? CAROM_OK
                                 : carom_error_set(error, CAROM_CANNOT_WRITE, "", "cannot write '%s': %s", to, strerror(errno));
}

/* All or none: the first missing file removes the others. */
static carom_status name_figures(const carom_gnuplot *gnuplot, bool complete, carom_error *error)
{
    carom_status status = CAROM_OK;
    for (size_t i = 0; i < gnuplot->names; i++) {
        for (int f = 0; f < FORMATS; f++) {
            char path[PATH];
            figure_path(path, gnuplot, i, f, true);
            if (!complete) {
                unlink(path);
            } else if (is_made(gnuplot, i, f) && status == CAROM_OK) {
                status = name_file(gnuplot, i, f, error);
            }
        }
    }
    return status;
}

carom_status carom_gnuplot_finish(carom_gnuplot *gnuplot, carom_error *error)
{
    for (size_t i = 0; i < gnuplot->names; i++) {
        if (is_made(gnuplot, i, CAPTION)) {
            write_caption(gnuplot, i);
        }
    }
    if (pclose(gnuplot->pipe) == 0 && all_drawn(gnuplot)) {
        return name_figures(gnuplot, true, error);
    }
    (void)name_figures(gnuplot, false, NULL);
    return carom_error_set(error, CAROM_CANNOT_CREATE, "", "gnuplot failed (its message is above); the tables in '%s' are "
                           "complete", gnuplot->directory);
}

carom_status carom_gnuplot_start_command(carom_gnuplot *gnuplot, const char *directory, const carom_look *look,
                                         const char *title, const char *command, const char *name, carom_error *error)
{
    char line[512];
    const char *const footer[3] = {line, NULL, NULL};
    snprintf(line, sizeof line, "carom %s, commit %s   |   carom %s %.300s", carom_version(), carom_commit(), command, name);
    return carom_gnuplot_start(gnuplot, directory, look, title[0] != '\0' ? title : name, footer, error);
}

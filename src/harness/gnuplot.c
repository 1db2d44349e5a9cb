/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Variables are put before the scripts in plots/; one gnuplot draws all files under temporary names. */
#define _POSIX_C_SOURCE 200809L
#include "harness/gnuplot.h"
#include "harness/run.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Still figures come in the first three, moving ones in the last. */
static const char *const formats[] = {"png", "svg", "pdf", "gif"};
enum { STILL = 3, FORMATS = 4, PATH = 4500 };

static size_t first_format(const carom_gnuplot *gnuplot, size_t i)
{
    return gnuplot->moves[i] ? STILL : 0;
}

static size_t end_format(const carom_gnuplot *gnuplot, size_t i)
{
    return gnuplot->moves[i] ? FORMATS : STILL;
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

int carom_style_of(const carom_scenario *scenario, const char *solver, const int *taken)
{
    int style = wanted_style(scenario, solver);
    while (taken[style] && style < CAROM_LAST_STYLE) {
        style = style < 4 ? 4 : style + 1;
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

carom_status carom_gnuplot_start(carom_gnuplot *gnuplot, const char *directory, const char *home, const char *title,
                                 const char *const footer[3], carom_error *error)
{
    char plots[PATH], variable[] = "FOOTER1";
    *gnuplot = (carom_gnuplot){.directory = directory};
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
    snprintf(plots, sizeof plots, "%s/plots", home);
    carom_gnuplot_text(gnuplot, "DIR", directory);
    carom_gnuplot_text(gnuplot, "PLOTS", plots);
    carom_gnuplot_text(gnuplot, "TITLE", title);
    for (int i = 0; i < 3; i++) {
        variable[6] = (char)('1' + i);
        carom_gnuplot_text(gnuplot, variable, footer[i] == NULL ? "" : footer[i]);
    }
    fputs("load PLOTS . '/style.gp'\n", gnuplot->pipe);
    return CAROM_OK;
}

static void figure_path(char path[PATH], const carom_gnuplot *gnuplot, const char *name, size_t format, bool temporary)
{
    if (temporary) {
        snprintf(path, PATH, "%s/.%s.%s.%ld.tmp", gnuplot->directory, name, formats[format], (long)getpid());
    } else {
        snprintf(path, PATH, "%s/%s.%s", gnuplot->directory, name, formats[format]);
    }
}

void carom_gnuplot_draw(carom_gnuplot *gnuplot, const char *name, const char *script, const char *panel, int width,
                        int height, int font)
{
    size_t i = gnuplot->names;
    if (i == CAROM_MOST_FIGURES) {
        return;
    }
    snprintf(gnuplot->name[gnuplot->names++], sizeof gnuplot->name[0], "%s", name);
    for (size_t format = first_format(gnuplot, i); format < end_format(gnuplot, i); format++) {
        char path[PATH];
        figure_path(path, gnuplot, name, format, true);
        carom_gnuplot_text(gnuplot, "TERM", formats[format]);
        carom_gnuplot_text(gnuplot, "OUT", path);
        carom_gnuplot_text(gnuplot, "PANEL", panel);
        fprintf(gnuplot->pipe, "W = %d; H = %d; FS = %d\nload PLOTS . '/%s.gp'\n", width, height, font, script);
    }
}

void carom_gnuplot_animate(carom_gnuplot *gnuplot, const char *name, const char *script, int width, int height, int font)
{
    if (gnuplot->names < CAROM_MOST_FIGURES) {
        gnuplot->moves[gnuplot->names] = true;
        carom_gnuplot_draw(gnuplot, name, script, "", width, height, font);
    }
}

/* ---- files ---- */

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
        for (size_t format = first_format(gnuplot, i); format < end_format(gnuplot, i); format++) {
            char path[PATH];
            figure_path(path, gnuplot, gnuplot->name[i], format, true);
            all = all && access(path, R_OK) == 0;
        }
    }
    return all;
}

/* All or none: the first missing file removes the others. */
static carom_status name_figures(const carom_gnuplot *gnuplot, bool complete, carom_error *error)
{
    carom_status status = CAROM_OK;
    for (size_t i = 0; i < gnuplot->names; i++) {
        for (size_t format = first_format(gnuplot, i); format < end_format(gnuplot, i); format++) {
            char from[PATH], to[PATH];
            figure_path(from, gnuplot, gnuplot->name[i], format, true);
            figure_path(to, gnuplot, gnuplot->name[i], format, false);
            if (complete && strcmp(formats[format], "pdf") == 0) {
                blank_pdf_date(from);
            }
            if (!complete) {
                unlink(from);
            } else if (rename(from, to) != 0) {
                status = carom_error_set(error, CAROM_CANNOT_WRITE, "", "cannot write '%s': %s", to, strerror(errno));
            }
        }
    }
    return status;
}

carom_status carom_gnuplot_finish(carom_gnuplot *gnuplot, carom_error *error)
{
    if (pclose(gnuplot->pipe) == 0 && all_drawn(gnuplot)) {
        return name_figures(gnuplot, true, error);
    }
    (void)name_figures(gnuplot, false, NULL);
    return carom_error_set(error, CAROM_CANNOT_CREATE, "", "gnuplot failed (its message is above); the tables in '%s' are "
                           "complete", gnuplot->directory);
}

carom_status carom_gnuplot_start_command(carom_gnuplot *gnuplot, const char *directory, const char *home,
                                         const char *title, const char *command, const char *name, carom_error *error)
{
    char line[512];
    const char *const footer[3] = {line, NULL, NULL};
    snprintf(line, sizeof line, "carom %s, commit %s   |   carom %s %.300s", carom_version(), carom_commit(), command, name);
    return carom_gnuplot_start(gnuplot, directory, home, title[0] != '\0' ? title : name, footer, error);
}

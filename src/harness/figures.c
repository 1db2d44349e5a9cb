/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures: what the scripts in plots/ need to know is put before them as gnuplot variables, taken from
 * run.json; the curves come from the tables. One gnuplot draws all files under temporary names. */
#define _POSIX_C_SOURCE 200809L
#include "harness/figures.h"
#include "harness/figure_data.h"
#include "harness/run.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* A set of figures: their names, ended by NULL. */
static const char *const panels[] = {"overview", "energy", "momentum", "divergence", "paths", NULL};
static const char *const fan[] = {"fan", NULL};
static const char *const formats[] = {"png", "svg", "pdf"};
enum { FORMATS = 3 };

/* ---- gnuplot's variables ---- */

/* In single quotes only the quote itself is special, and a line end ends the command. */
static void write_text(FILE *gnuplot, const char *text)
{
    fputc('\'', gnuplot);
    for (const unsigned char *c = (const unsigned char *)text; *c != '\0'; c++) {
        if (*c == '\'') {
            fputs("''", gnuplot);
        } else {
            fputc(*c < 0x20 || *c == 0x7f ? ' ' : *c, gnuplot);
        }
    }
    fputc('\'', gnuplot);
}

static void set_text(FILE *gnuplot, const char *name, const char *text)
{
    fprintf(gnuplot, "%s = ", name);
    write_text(gnuplot, text);
    fputc('\n', gnuplot);
}

static void set_number(FILE *gnuplot, const char *name, double value)
{
    char text[32];
    carom_number_format(isfinite(value) ? value : 0, text, sizeof text);
    /* a float even where it is whole: gnuplot divides integers as integers */
    fprintf(gnuplot, "%s = %s%s\n", name, text, strpbrk(text, ".e") == NULL ? ".0" : "");
}

static void write_solvers(FILE *gnuplot, const carom_figure_data *data)
{
    fprintf(gnuplot, "N = %zu\narray NAME[N]\narray STYLE[N]\narray ORDER[N]\n"
            "array LAST[N]\n", data->solvers);
    for (size_t i = 0; i < data->solvers; i++) {
        const carom_figure_solver *solver = &data->solver[i];
        char name[40];
        snprintf(name, sizeof name, "NAME[%zu]", i + 1);
        set_text(gnuplot, name, solver->name);
        fprintf(gnuplot, "STYLE[%zu] = %d\nORDER[%zu] = %zu\nLAST[%zu] = %zu\n", i + 1,
                solver->style, i + 1, data->order[i] + 1, i + 1, solver->last_sample);
    }
    fprintf(gnuplot, "array OTHER[N]\n");
    for (size_t i = 0, k = 0; i < data->solvers; i++) {
        if (data->order[i] != data->reference) {
            fprintf(gnuplot, "OTHER[%zu] = %zu\n", ++k, data->order[i] + 1);
        }
    }
    fprintf(gnuplot, "REF = %zu\nCOMPARED = %d\n", data->reference + 1, data->compared);
    set_number(gnuplot, "E0", data->energy_J);
    set_number(gnuplot, "P0", data->momentum_kgmps);
    set_number(gnuplot, "MISMATCH", data->first_mismatch_s);
    set_number(gnuplot, "LAG", data->lag_m);
}

static void write_table(FILE *gnuplot, const carom_figure_data *data)
{
    const carom_problem *problem = &data->scenario.problem;
    set_number(gnuplot, "WIDTH", problem->width_m);
    set_number(gnuplot, "HEIGHT", problem->height_m);
    fprintf(gnuplot, "TABLE = %d\nBALLS = %zu\nPATHS = %zu\narray CHOSEN[%zu]\narray RADIUS[%zu]\n"
            "array COLOUR[%zu]\n",
            problem->boundary != CAROM_OPEN, problem->count, data->paths, data->paths,
            problem->count, problem->count);
    for (size_t i = 0; i < data->paths; i++) {
        fprintf(gnuplot, "CHOSEN[%zu] = %zu\n", i + 1, data->path[i]);
    }
    for (size_t i = 0; i < problem->count; i++) {
        char name[40];
        snprintf(name, sizeof name, "RADIUS[%zu]", i + 1);
        set_number(gnuplot, name, problem->ball[i].radius_m);
        fprintf(gnuplot, "COLOUR[%zu] = 0x%s\n", i + 1, problem->ball[i].fixed ? "606060" : "e3e3e3");
    }
    fprintf(gnuplot, "PATHSTYLE = \"%s\"\n",
            problem->boundary == CAROM_PERIODIC ? "dots" : "lines");
    set_text(gnuplot, "PATHHEAD", data->path_heading);
}

static void write_variables(FILE *gnuplot, const carom_figure_data *data, const char *directory,
                            const char *home)
{
    char plots[4500];
    snprintf(plots, sizeof plots, "%s/plots", home);
    set_text(gnuplot, "DIR", directory);
    set_text(gnuplot, "PLOTS", plots);
    set_text(gnuplot, "TITLE", data->title);
    set_text(gnuplot, "FOOTER1", data->footer[0]);
    set_text(gnuplot, "FOOTER2", data->footer[1]);
    set_text(gnuplot, "FOOTER3", data->footer[2]);
    set_number(gnuplot, "DURATION", data->scenario.duration_s);
    write_solvers(gnuplot, data);
    write_table(gnuplot, data);
    fputs("load PLOTS . '/style.gp'\n", gnuplot);
}

/* ---- files ---- */

static void figure_path(char *path, size_t size, const char *directory, const char *figure,
                        size_t format, bool temporary)
{
    if (temporary) {
        snprintf(path, size, "%s/.%s.%s.%ld.tmp", directory, figure, formats[format],
                 (long)getpid());
    } else {
        snprintf(path, size, "%s/%s.%s", directory, figure, formats[format]);
    }
}

static void write_figures(FILE *gnuplot, const char *directory, const char *const *figure)
{
    for (; *figure != NULL; figure++) {
        for (size_t format = 0; format < FORMATS; format++) {
            char path[4500];
            bool overview = strcmp(*figure, "overview") == 0;
            figure_path(path, sizeof path, directory, *figure, format, true);
            set_text(gnuplot, "TERM", formats[format]);
            set_text(gnuplot, "OUT", path);
            set_text(gnuplot, "PANEL", *figure);
            fprintf(gnuplot, "W = %d; H = %d; FS = %d\n", overview ? 1600 : 1200,
                    overview ? 1200 : 800, overview ? 15 : 19);
            fprintf(gnuplot, "load PLOTS . '/%s.gp'\n", overview ? "overview" : "single");
        }
    }
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

/* All or none: the first missing file removes the others. */
static carom_status name_figures(const char *directory, const char *const *figure, bool complete,
                                 carom_error *error)
{
    carom_status status = CAROM_OK;
    for (; *figure != NULL; figure++) {
        for (size_t format = 0; format < FORMATS; format++) {
            char from[4500], to[4500];
            figure_path(from, sizeof from, directory, *figure, format, true);
            figure_path(to, sizeof to, directory, *figure, format, false);
            if (complete && strcmp(formats[format], "pdf") == 0) {
                blank_pdf_date(from);
            }
            if (!complete) {
                unlink(from);
            } else if (rename(from, to) != 0) {
                status = carom_error_set(error, CAROM_CANNOT_WRITE, "", "cannot write '%s': %s",
                                         to, strerror(errno));
            }
        }
    }
    return status;
}

static bool all_drawn(const char *directory, const char *const *figure)
{
    bool all = true;
    for (; *figure != NULL; figure++) {
        for (size_t format = 0; format < FORMATS; format++) {
            char path[4500];
            figure_path(path, sizeof path, directory, *figure, format, true);
            all = all && access(path, R_OK) == 0;
        }
    }
    return all;
}

static FILE *start_gnuplot(const char *directory, carom_error *error)
{
    FILE *gnuplot;
    if (system("command -v gnuplot >/dev/null 2>&1") != 0) {
        carom_error_set(error, CAROM_CANNOT_CREATE, "", "gnuplot is not installed; install it (apt "
                        "install gnuplot-nox, dnf install gnuplot, brew install gnuplot), then run: "
                        "carom plot %s. The records there are complete", directory);
        return NULL;
    }
    fflush(NULL);
    gnuplot = popen("LC_ALL=C.UTF-8 exec gnuplot -d -", "w"); /* -d: no settings of the user's */
    if (gnuplot == NULL) {
        carom_error_set(error, CAROM_CANNOT_CREATE, "", "cannot start gnuplot: %s",
                        strerror(errno));
    }
    return gnuplot;
}

/* Lets gnuplot draw what it has been told to, and gives the files their names. */
static carom_status finish_gnuplot(FILE *gnuplot, const char *directory, const char *const *figure,
                                   carom_error *error)
{
    if (pclose(gnuplot) == 0 && all_drawn(directory, figure)) {
        return name_figures(directory, figure, true, error);
    }
    (void)name_figures(directory, figure, false, NULL);
    return carom_error_set(error, CAROM_CANNOT_CREATE, "", "gnuplot failed (its message is above); "
                           "the records in '%s' are complete", directory);
}

carom_status carom_figures_draw(const char *directory, const char *home, carom_error *error)
{
    carom_figure_data data;
    FILE *gnuplot;
    carom_status status = carom_figure_data_read(&data, directory, error);
    if (status == CAROM_OK) {
        gnuplot = start_gnuplot(directory, error);
        status = gnuplot == NULL ? CAROM_CANNOT_CREATE : CAROM_OK;
    }
    if (status == CAROM_OK) {
        write_variables(gnuplot, &data, directory, home);
        write_figures(gnuplot, directory, panels);
        status = finish_gnuplot(gnuplot, directory, panels, error);
    }
    carom_figure_data_free(&data);
    return status;
}

carom_status carom_fan_draw(const char *directory, const char *home, const char *title,
                            const char *name, carom_error *error)
{
    char plots[4500], footer[512];
    FILE *gnuplot = start_gnuplot(directory, error);
    if (gnuplot == NULL) {
        return CAROM_CANNOT_CREATE;
    }
    snprintf(plots, sizeof plots, "%s/plots", home);
    snprintf(footer, sizeof footer, "carom %s, commit %s   |   fan of %s", carom_version(),
             carom_commit(), name);
    set_text(gnuplot, "DIR", directory);
    set_text(gnuplot, "PLOTS", plots);
    set_text(gnuplot, "TITLE", title);
    set_text(gnuplot, "FOOTER1", footer);
    fputs("FOOTER2 = ''\nFOOTER3 = ''\nload PLOTS . '/style.gp'\n", gnuplot);
    write_figures(gnuplot, directory, fan);
    return finish_gnuplot(gnuplot, directory, fan, error);
}

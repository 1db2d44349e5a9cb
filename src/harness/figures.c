/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures: what the scripts in plots/ need to know is put before them as gnuplot variables, taken from
 * run.json; the curves come from the tables. One gnuplot draws all files under temporary names. */
#define _POSIX_C_SOURCE 200809L
#include "harness/figures.h"
#include "harness/figure_data.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *const panels[] = {"overview", "energy", "momentum", "divergence", "paths"};
static const char *const formats[] = {"png", "svg", "pdf"};
enum { PANELS = 5, FORMATS = 3 };

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
    set_number(gnuplot, "X0", data->x0);
    set_number(gnuplot, "X1", data->x1);
    set_number(gnuplot, "Y0", data->y0);
    set_number(gnuplot, "Y1", data->y1);
    fprintf(gnuplot, "TABLE = %d\nBALLS = %zu\nPATHS = %zu\narray CHOSEN[%zu]\narray RADIUS[%zu]\n",
            problem->boundary != CAROM_OPEN, problem->count, data->paths, data->paths,
            problem->count);
    for (size_t i = 0; i < data->paths; i++) {
        fprintf(gnuplot, "CHOSEN[%zu] = %zu\n", i + 1, data->path[i]);
    }
    for (size_t i = 0; i < problem->count; i++) {
        char name[40];
        snprintf(name, sizeof name, "RADIUS[%zu]", i + 1);
        set_number(gnuplot, name, problem->ball[i].radius_m);
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

static void figure_path(char *path, size_t size, const char *directory, size_t panel,
                        size_t format, bool temporary)
{
    if (temporary) {
        snprintf(path, size, "%s/.%s.%s.%ld.tmp", directory, panels[panel], formats[format],
                 (long)getpid());
    } else {
        snprintf(path, size, "%s/%s.%s", directory, panels[panel], formats[format]);
    }
}

static void write_figures(FILE *gnuplot, const char *directory)
{
    for (size_t panel = 0; panel < PANELS; panel++) {
        for (size_t format = 0; format < FORMATS; format++) {
            char path[4500];
            bool overview = panel == 0;
            figure_path(path, sizeof path, directory, panel, format, true);
            set_text(gnuplot, "TERM", formats[format]);
            set_text(gnuplot, "OUT", path);
            set_text(gnuplot, "PANEL", panels[panel]);
            fprintf(gnuplot, "W = %d; H = %d; FS = %d\n", overview ? 1600 : 1200,
                    overview ? 1200 : 800, overview ? 15 : 19);
            fprintf(gnuplot, "load PLOTS . '/%s.gp'\n", overview ? "overview" : "single");
        }
    }
}

/* All or none: the first missing file removes the others. */
static carom_status name_figures(const char *directory, bool complete, carom_error *error)
{
    carom_status status = CAROM_OK;
    for (size_t panel = 0; panel < PANELS; panel++) {
        for (size_t format = 0; format < FORMATS; format++) {
            char from[4500], to[4500];
            figure_path(from, sizeof from, directory, panel, format, true);
            figure_path(to, sizeof to, directory, panel, format, false);
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

static bool all_drawn(const char *directory)
{
    bool all = true;
    for (size_t panel = 0; panel < PANELS; panel++) {
        for (size_t format = 0; format < FORMATS; format++) {
            char path[4500];
            figure_path(path, sizeof path, directory, panel, format, true);
            all = all && access(path, R_OK) == 0;
        }
    }
    return all;
}

static carom_status draw(const carom_figure_data *data, const char *directory, const char *home,
                         carom_error *error)
{
    FILE *gnuplot;
    int status;
    bool drawn;
    fflush(NULL);
    /* -d: no settings of the user's; a fixed date for the formats that would write today's */
    gnuplot = popen("LC_ALL=C.UTF-8 SOURCE_DATE_EPOCH=0 exec gnuplot -d -", "w");
    if (gnuplot == NULL) {
        return carom_error_set(error, CAROM_CANNOT_CREATE, "", "cannot start gnuplot: %s",
                               strerror(errno));
    }
    write_variables(gnuplot, data, directory, home);
    write_figures(gnuplot, directory);
    status = pclose(gnuplot);
    drawn = status == 0 && all_drawn(directory);
    if (!drawn) {
        (void)name_figures(directory, false, NULL);
        return carom_error_set(error, CAROM_CANNOT_CREATE, "", "gnuplot failed (its message is "
                               "above); the records in '%s' are complete", directory);
    }
    return name_figures(directory, true, error);
}

carom_status carom_figures_draw(const char *directory, const char *home, carom_error *error)
{
    carom_figure_data data;
    carom_status status = carom_figure_data_read(&data, directory, error);
    if (status == CAROM_OK && system("command -v gnuplot >/dev/null 2>&1") != 0) {
        status = carom_error_set(error, CAROM_CANNOT_CREATE, "", "gnuplot is not installed; "
                                 "install it (apt install gnuplot-nox, dnf install gnuplot, brew "
                                 "install gnuplot), then run: carom plot %s. The records there "
                                 "are complete", directory);
    }
    if (status == CAROM_OK) {
        status = draw(&data, directory, home, error);
    }
    carom_figure_data_free(&data);
    return status;
}

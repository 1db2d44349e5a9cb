/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Variables are put before the scripts in plots/; one gnuplot draws all files into a folder of its
 * own. */
#define _POSIX_C_SOURCE 200809L
#include "figures/gnuplot.h"
#include "figures/figure_files.h"
#include "run/run.h"
#include "system/child.h"
#include "system/scratch.h"
#include "system/system_error.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char script_name[] = "script";

/* ---- variables ---- */

/* In double quotes, where every byte can be said as an octal number: whatever is not plainly
 * harmless is. (A line end would end the command, a backquote run one.) */
static void write_text(FILE *script, const char *text, bool exactly)
{
    fputc('"', script);
    for (const unsigned char *c = (const unsigned char *)text; *c != '\0'; c++) {
        bool plain = (*c >= '0' && *c <= '9') || (*c >= 'A' && *c <= 'Z') ||
                     (*c >= 'a' && *c <= 'z') || *c >= 0x80 || strchr(" ./-_,:;=()+", *c) != NULL;
        if (!exactly && (*c < 0x20 || *c == 0x7f)) {
            fputc(' ', script);
        } else if (plain) {
            fputc(*c, script);
        } else {
            fprintf(script, "\\%03o", *c);
        }
    }
    fputc('"', script);
}

void carom_gnuplot_text(const carom_gnuplot *gnuplot, const char *variable, const char *text)
{
    fprintf(gnuplot->script, "%s = ", variable);
    write_text(gnuplot->script, text, false);
    fputc('\n', gnuplot->script);
}

/* What is in the scratch folder. It begins with a slash, so that no name of the user's that begins
 * with | or < or ~ is what gnuplot sees first: that would be a command. */
static void write_path(const carom_gnuplot *gnuplot, const char *variable, const char *name)
{
    char path[5000];
    snprintf(path, sizeof path, "%.4900s/%s", gnuplot->scratch, name);
    fprintf(gnuplot->script, "%s = ", variable);
    write_text(gnuplot->script, path, true);
    fputc('\n', gnuplot->script);
}

void carom_gnuplot_number(const carom_gnuplot *gnuplot, const char *variable, double value)
{
    char text[32];
    carom_number_format(isfinite(value) ? value : 0, text, sizeof text);
    /* a float even where it is whole: gnuplot divides integers as integers */
    fprintf(gnuplot->script, "%s = %s%s\n", variable, text,
            strpbrk(text, ".e") == NULL ? ".0" : "");
}

/* ---- drawing ---- */

static void load(const carom_gnuplot *gnuplot, const char *script)
{
    fprintf(gnuplot->script, "load PLOTS . '/%s.gp'\n", script);
}

static void load_style(const carom_gnuplot *gnuplot)
{
    const carom_look *look = gnuplot->look;
    const carom_preset *preset = look->preset;
    fprintf(gnuplot->script, "TITLED = %d\nFOOTED = %d\n", preset->titled, preset->footed);
    carom_gnuplot_number(gnuplot, "SCALE", preset->scale);
    carom_gnuplot_number(gnuplot, "LW", preset->line);
    load(gnuplot, "style");
    if (preset->mono) {
        load(gnuplot, "mono");
    }
    if (look->style != NULL) {
        write_path(gnuplot, "OWN", "style");
        fputs("USUAL = COLOURS\nload OWN\n", gnuplot->script);
        /* colours of one's own are the curves' too; what else the style says of those counts before
         * them */
        fputs("if (COLOURS ne USUAL) { load PLOTS . '/lines.gp'; load OWN }\n", gnuplot->script);
    }
}

static carom_status check_style(const carom_look *look, carom_error *error)
{
    char first[4500];
    snprintf(first, sizeof first, "%.4400s/plots/style.gp", look->home);
    if (access(first, R_OK) != 0) {
        return carom_error_set(error, CAROM_CANNOT_READ, "",
                               "cannot read '%s': %s; the figures' scripts are expected there (the "
                               "environment's CAROM_HOME may name another folder that has plots/)",
                               first, strerror(errno));
    }
    if (look->style != NULL && access(look->style, R_OK) != 0) {
        return carom_error_set(error, CAROM_CANNOT_READ, "", "cannot read the style '%s': %s",
                               look->style, strerror(errno));
    }
    return CAROM_OK;
}

/* The folder that gnuplot draws into; what it reads is there as links. It runs where the user is,
 * as a style of one's own may expect. */
static carom_status make_scratch(carom_gnuplot *gnuplot, carom_error *error)
{
    char plots[4500], script[4600];
    carom_status status = CAROM_OK;
    gnuplot->scratch = carom_scratch_make(gnuplot->directory, error);
    if (gnuplot->scratch == NULL) {
        return error == NULL ? CAROM_CANNOT_CREATE : error->status;
    }
    snprintf(plots, sizeof plots, "%.4400s/plots", gnuplot->look->home);
    status = carom_scratch_link(gnuplot->scratch, "data", gnuplot->directory, error);
    if (status == CAROM_OK) {
        status = carom_scratch_link(gnuplot->scratch, "plots", plots, error);
    }
    if (status == CAROM_OK && gnuplot->look->style != NULL) {
        status = carom_scratch_link(gnuplot->scratch, "style", gnuplot->look->style, error);
    }
    if (status == CAROM_OK) {
        snprintf(script, sizeof script, "%.4500s/%s", gnuplot->scratch, script_name);
        gnuplot->script = fopen(script, "w");
        if (gnuplot->script == NULL) {
            status = carom_error_system(error, CAROM_CANNOT_CREATE, "create", script, errno);
        }
    }
    if (status != CAROM_OK) {
        carom_scratch_remove(gnuplot->scratch);
        gnuplot->scratch = NULL;
    }
    return status;
}

carom_status carom_gnuplot_start(carom_gnuplot *gnuplot, const char *directory,
                                 const carom_look *look, const char *title,
                                 const char *const footer[3], carom_error *error)
{
    char variable[] = "FOOTER1";
    carom_status status = check_style(look, error);
    *gnuplot = (carom_gnuplot){.directory = directory, .look = look};
    if (status == CAROM_OK) {
        status = make_scratch(gnuplot, error);
    }
    if (status != CAROM_OK) {
        return status;
    }
    snprintf(gnuplot->title, sizeof gnuplot->title, "%s", title);
    write_path(gnuplot, "DIR", "data");
    write_path(gnuplot, "PLOTS", "plots");
    carom_gnuplot_text(gnuplot, "TITLE", title);
    for (int i = 0; i < 3; i++) {
        variable[6] = (char)('1' + i);
        snprintf(gnuplot->footer[i], sizeof gnuplot->footer[i], "%s",
                 footer[i] == NULL ? "" : footer[i]);
        carom_gnuplot_text(gnuplot, variable, gnuplot->footer[i]);
    }
    load_style(gnuplot);
    return CAROM_OK;
}

typedef struct {
    int width, height;
    double font;
} canvas;

static void draw(carom_gnuplot *gnuplot, const char *name, const char *script, const char *panel,
                 canvas on, bool moves)
{
    size_t i = gnuplot->names;
    const carom_preset *preset = gnuplot->look->preset;
    bool plain = preset == carom_presets || moves;
    if (i == CAROM_MOST_FIGURES) {
        return;
    }
    snprintf(gnuplot->name[i], sizeof gnuplot->name[0], "%.60s%s%s", name, plain ? "" : "-",
             plain ? "" : preset->name);
    snprintf(gnuplot->panel[i], sizeof gnuplot->panel[0], "%s", panel);
    gnuplot->moves[i] = moves;
    gnuplot->names++;
    carom_gnuplot_text(gnuplot, "PANEL", panel);
    for (int f = 0; f < CAROM_FORMATS; f++) {
        char out[CAROM_FIGURE_NAME];
        if (carom_figure_is_made(gnuplot, i, f) && carom_figure_terminal(f) != NULL) {
            carom_figure_scratch_name(out, i, f);
            carom_gnuplot_text(gnuplot, "TERM", carom_figure_terminal(f));
            write_path(gnuplot, "OUT", out);
            fprintf(gnuplot->script, "W = %d; H = %d; FS = %.6g\n", on.width, on.height, on.font);
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
        draw(gnuplot, name, script, script, (canvas){p->page_width, p->page_height, p->page_font},
             false);
    }
}

void carom_gnuplot_animate(carom_gnuplot *gnuplot, const char *name, const char *script, int width,
                           int height, int font)
{
    draw(gnuplot, name, script, "", (canvas){width, height, font}, true);
}

/* ---- finishing ---- */

static bool end_script(carom_gnuplot *gnuplot)
{
    bool whole = ferror(gnuplot->script) == 0;
    whole = fclose(gnuplot->script) == 0 && whole;
    gnuplot->script = NULL;
    return whole;
}

static carom_status run(carom_gnuplot *gnuplot, carom_error *error)
{
    /* -d: no settings of the user's */
    char script[5000];
    const char *const argument[] = {"gnuplot", "-d", script, NULL};
    int exit_status = 0;
    carom_status status;
    if (!end_script(gnuplot)) {
        return carom_error_set(error, CAROM_CANNOT_WRITE, "", "cannot write in '%s': %s",
                               gnuplot->directory, strerror(errno));
    }
    snprintf(script, sizeof script, "%.4900s/%s", gnuplot->scratch, script_name);
    fflush(NULL);
    status = carom_child_run(argument, gnuplot->look->stop, &exit_status, error);
    if (status != CAROM_OK || exit_status == 0) {
        return status;
    }
    if (exit_status == CAROM_CHILD_MISSING) {
        return carom_error_set(error, CAROM_CANNOT_CREATE, "",
                               "gnuplot is not installed; install it (apt install gnuplot-nox, dnf "
                               "install gnuplot, brew install gnuplot). The tables in '%s' are "
                               "complete; carom plot draws those "
                               "of a run again",
                               gnuplot->directory);
    }
    return carom_error_set(error, CAROM_CANNOT_CREATE, "",
                           "gnuplot failed (its message is above); the tables in '%s' are complete",
                           gnuplot->directory);
}

carom_status carom_gnuplot_finish(carom_gnuplot *gnuplot, carom_error *error)
{
    carom_status status = run(gnuplot, error);
    if (status == CAROM_OK) {
        status = carom_figures_keep(gnuplot, error);
    }
    carom_figures_forget(gnuplot);
    carom_scratch_remove(gnuplot->scratch);
    gnuplot->scratch = NULL;
    return status;
}

carom_status carom_gnuplot_start_command(carom_gnuplot *gnuplot, const char *directory,
                                         const carom_look *look, const char *title,
                                         const char *command, const char *name, carom_error *error)
{
    char line[512];
    const char *const footer[3] = {line, NULL, NULL};
    snprintf(line, sizeof line, "carom %s, commit %s   |   carom %s %.300s", carom_version(),
             carom_commit(), command, name);
    return carom_gnuplot_start(gnuplot, directory, look, title[0] != '\0' ? title : name, footer,
                               error);
}

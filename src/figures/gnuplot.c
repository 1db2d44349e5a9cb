/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Variables are put before the scripts in plots/; one gnuplot draws all files into a folder of its
 * own. */
#define _POSIX_C_SOURCE 200809L
#include "base/base.h"
#include "figures/figures.h"
#include "system/system.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char script_name[] = "script";
/* Printed before each figure, with its number: after an error the last one tells which failed. */
static const char mark[] = "carom figure ";

/* ---- variables ---- */

/* In double quotes, where every byte can be written as an octal number: whatever is not plainly
 * harmless is. (A line end would end the command, a backquote run one.) gnuplot reads an octal
 * number as far as digits go, so a digit behind one is written as a number too. gnuplot leaves > in
 * an SVG as it is, where XML has no place for ]]>: that gets a space, unless it is to be exact. */
static void write_text(FILE *script, const char *text, bool exactly)
{
    bool numbered = false; /* the last byte was */
    fputc('"', script);
    for (const unsigned char *c = (const unsigned char *)text; *c != '\0'; c++) {
        if (!exactly && *c == '>' && c >= (const unsigned char *)text + 2 && c[-1] == ']' &&
            c[-2] == ']') {
            fputc(' ', script);
        }
        bool plain = (*c >= '0' && *c <= '9' && !numbered) || (*c >= 'A' && *c <= 'Z') ||
                     (*c >= 'a' && *c <= 'z') || *c >= 0x80 || strchr(" ./-_,:;=()+", *c) != NULL,
             blank = !exactly && (*c < 0x20 || *c == 0x7f);
        numbered = !plain && !blank;
        if (numbered) {
            fprintf(script, "\\%03o", *c);
        } else {
            fputc(blank ? ' ' : *c, script);
        }
    }
    fputc('"', script);
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

/* ---- drawing ---- */

static void load(const carom_gnuplot *gnuplot, const char *script)
{
    fprintf(gnuplot->script, "load PLOTS . '/%s.gp'\n", script);
}

static void load_style(const carom_gnuplot *gnuplot)
{
    const carom_look *look = gnuplot->look;
    const carom_preset *preset = look->preset;
    fprintf(gnuplot->script, "TITLED = %d\nFOOTED = %d\nSCALE = %.6f\nLW = %.6f\n", preset->titled,
            preset->footed, preset->scale, preset->line);
    fprintf(gnuplot->script, "MOSTPANELS = %d\nACROSS = %d\nFIXED = %d\n", preset->page_panels,
            preset->page_across, preset->page_fixed);
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
    char plots[4500];
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
    return status;
}

static carom_status open_script(carom_gnuplot *gnuplot, carom_error *error)
{
    char script[4600];
    snprintf(script, sizeof script, "%.4500s/%s", gnuplot->scratch, script_name);
    gnuplot->script = fopen(script, "w");
    if (gnuplot->script == NULL) {
        return carom_error_system(error, CAROM_CANNOT_CREATE, "create", script, errno);
    }
    gnuplot->figures = gnuplot->frames = 0;
    write_path(gnuplot, "DIR", "data");
    write_path(gnuplot, "PLOTS", "plots");
    return CAROM_OK;
}

typedef struct {
    double width, height, font;
} canvas;

/* As wide as is asked for, in the same proportions. */
static canvas fitted(const carom_look *look, canvas on)
{
    static const double unit_mm = 0.254;
    double factor = look->width_mm > 0 ? look->width_mm / unit_mm / on.width : 1;
    return (canvas){factor * on.width, factor * on.height, on.font};
}

/* The name that the figure gets, and what its caption says besides the script's. */
static bool begin_figure(carom_gnuplot *gnuplot, const carom_statement *statement, bool moves)
{
    const carom_preset *preset = gnuplot->look->preset;
    bool plain = preset == carom_presets || moves;
    carom_figure *figure = &gnuplot->figure[gnuplot->figures];
    if (gnuplot->figures == CAROM_MOST_FIGURES) {
        return false;
    }
    fprintf(gnuplot->script, "print \"%s%zu\"\n", mark, gnuplot->figures);
    snprintf(figure->name, sizeof figure->name, "%.60s%s%s", statement->name, plain ? "" : "-",
             plain ? "" : preset->name);
    snprintf(figure->script, sizeof figure->script, "%.60s", statement->value);
    snprintf(figure->title, sizeof figure->title, "%s", gnuplot->title);
    snprintf(figure->scene, sizeof figure->scene, "%s", gnuplot->scene);
    snprintf(figure->note, sizeof figure->note, "%s", gnuplot->note);
    gnuplot->note[0] = '\0';
    figure->moves = moves;
    gnuplot->figures++;
    if (figure->failed) {
        return false;
    }
    fputs("PANEL = ", gnuplot->script);
    write_text(gnuplot->script, statement->value, false);
    fputc('\n', gnuplot->script);
    return true;
}

static void write_terminal(const carom_gnuplot *gnuplot, size_t figure, int format, canvas on)
{
    char out[CAROM_FIGURE_NAME];
    carom_figure_scratch_name(out, figure, format);
    fprintf(gnuplot->script, "TERM = \"%s\"\n", carom_figure_terminal(format));
    write_path(gnuplot, "OUT", out);
    fprintf(gnuplot->script, "W = %.6f; H = %.6f; FS = %.6g\n", on.width, on.height, on.font);
}

static void say(carom_gnuplot *gnuplot, const carom_statement *said);

/* From the animation's statement to the last frame, with what changes between the frames: once as
 * a GIF, and once more, each frame a PNG, for an MP4. */
static void draw_moving(carom_gnuplot *gnuplot, const carom_drawing *drawing, size_t at)
{
    const canvas gif = {960, 540, 10.5}, film = {1280, 720, 14};
    const carom_statement *said = &drawing->item[at];
    size_t i = gnuplot->figures;
    if (!begin_figure(gnuplot, said, true)) {
        return;
    }
    for (int f = 0; f < CAROM_FORMATS; f++) {
        if (carom_figure_terminal(f) != NULL && carom_figure_is_made(gnuplot, i, f)) {
            write_terminal(gnuplot, i, f, gif);
            load(gnuplot, said->value);
            for (size_t k = at + 1; k < drawing->count; k++) {
                say(gnuplot, &drawing->item[k]);
            }
        }
    }
    if (gnuplot->look->film) {
        fprintf(gnuplot->script, "TERM = \"film\"; W = %.6f; H = %.6f; FS = %.6g\n", film.width,
                film.height, film.font);
        load(gnuplot, said->value);
        for (size_t k = at + 1; k < drawing->count; k++) {
            if (drawing->item[k].kind == CAROM_DRAW_FRAME) {
                char frame[CAROM_FIGURE_NAME];
                snprintf(frame, sizeof frame, CAROM_FIGURE_FRAME, gnuplot->frames++);
                write_path(gnuplot, "OUT", frame);
                fputs("set output OUT\n", gnuplot->script);
            }
            say(gnuplot, &drawing->item[k]);
        }
    }
}

static void draw(carom_gnuplot *gnuplot, const carom_statement *statement, const char *script,
                 canvas on)
{
    size_t i = gnuplot->figures;
    if (!begin_figure(gnuplot, statement, false)) {
        return;
    }
    for (int f = 0; f < CAROM_FORMATS; f++) {
        if (carom_figure_is_made(gnuplot, i, f) && carom_figure_terminal(f) != NULL) {
            write_terminal(gnuplot, i, f, on);
            load(gnuplot, script);
        }
    }
}

/* ---- what is said ---- */

static void say_number(const carom_gnuplot *gnuplot, const carom_statement *said)
{
    /* a float even where it is whole: gnuplot divides integers as integers */
    fprintf(gnuplot->script, "%s = %s%s\n", said->name, said->value,
            strpbrk(said->value, ".e") == NULL ? ".0" : "");
}

static void say_text(carom_gnuplot *gnuplot, const carom_statement *said)
{
    fprintf(gnuplot->script, "%s = ", said->name);
    write_text(gnuplot->script, said->value, false);
    fputc('\n', gnuplot->script);
    if (strcmp(said->name, "TITLE") == 0) {
        snprintf(gnuplot->title, sizeof gnuplot->title, "%s", said->value);
    } else if (strcmp(said->name, "SCENE") == 0) {
        snprintf(gnuplot->scene, sizeof gnuplot->scene, "%s", said->value);
    } else if (strncmp(said->name, "FOOTER", 6) == 0 && said->name[6] >= '1' &&
               said->name[6] <= '3') {
        snprintf(gnuplot->footer[said->name[6] - '1'], sizeof gnuplot->footer[0], "%s",
                 said->value);
    }
}

static void say(carom_gnuplot *gnuplot, const carom_statement *said)
{
    const carom_preset *preset = gnuplot->look->preset;
    const carom_look *look = gnuplot->look;
    const canvas one = fitted(look, (canvas){preset->width, preset->height, preset->font}),
                 page = fitted(
                     look, (canvas){preset->page_width, preset->page_height, preset->page_font});
    switch (said->kind) {
    case CAROM_DRAW_TEXT: say_text(gnuplot, said); break;
    case CAROM_DRAW_NUMBER: say_number(gnuplot, said); break;
    case CAROM_DRAW_COUNT: fprintf(gnuplot->script, "%s = %s\n", said->name, said->value); break;
    case CAROM_DRAW_ARRAY:
        fprintf(gnuplot->script, "array %s[%s]\n", said->name, said->value);
        break;
    case CAROM_DRAW_BLOCK:
        fprintf(gnuplot->script, "$%s << %s_END\n%s%s_END\n", said->name, said->name, said->value,
                said->name);
        break;
    case CAROM_DRAW_NOTE: snprintf(gnuplot->note, sizeof gnuplot->note, "%s", said->value); break;
    case CAROM_DRAW_CLOCKED:
        if (look->clockless) {
            break;
        } /* fall through */
    case CAROM_DRAW_FIGURE: draw(gnuplot, said, "single", one); break;
    case CAROM_DRAW_PAGE: draw(gnuplot, said, said->value, page); break;
    case CAROM_DRAW_ANIMATION: break; /* says its frames itself */
    case CAROM_DRAW_FRAME: load(gnuplot, said->value); break;
    }
}

/* The style comes right before the first figure, so that one of the user's sees all that was set.
 */
static void say_all(carom_gnuplot *gnuplot, const carom_drawing *drawing)
{
    bool styled = false;
    for (size_t i = 0; i < drawing->count; i++) {
        carom_drawn kind = drawing->item[i].kind;
        if (!styled && kind >= CAROM_DRAW_FIGURE) {
            load_style(gnuplot);
            styled = true;
        }
        if (kind == CAROM_DRAW_ANIMATION) {
            draw_moving(gnuplot, drawing, i);
            break;
        }
        say(gnuplot, &drawing->item[i]);
    }
    fputs("unset output\n", gnuplot->script);
}

/* ---- finishing ---- */

static bool end_script(carom_gnuplot *gnuplot)
{
    bool whole = ferror(gnuplot->script) == 0;
    whole = fclose(gnuplot->script) == 0 && whole;
    gnuplot->script = NULL;
    return whole;
}

/* Finds the figure that gnuplot has failed at in what it has printed: NULL where it has not begun
 * one. @p reason becomes the last line with a place, "plots/energy.gp" line 8: ..., without the
 * scratch folder, or where none has one the first. The figure's first warning is added: gnuplot
 * warns of a missing column before its error. */
static carom_figure *find_failure(const carom_gnuplot *gnuplot, const char *words, char *reason,
                                  size_t size)
{
    char line[6000], warning[100] = "";
    FILE *printed = fopen(words, "r");
    carom_figure *figure = NULL;
    reason[0] = '\0';
    while (printed != NULL && fgets(line, sizeof line, printed) != NULL) {
        const char *path = strstr(line, gnuplot->scratch), *warns = strstr(line, "warning: ");
        line[strcspn(line, "\n")] = '\0';
        if (warns != NULL && warning[0] == '\0') {
            snprintf(warning, sizeof warning, "%.99s", warns);
        }
        if (strncmp(line, mark, sizeof mark - 1) == 0) {
            size_t number = strtoul(line + sizeof mark - 1, NULL, 10);
            figure = number < gnuplot->figures ? &gnuplot->figure[number] : NULL;
            warning[0] = '\0';
        } else if (path != NULL || reason[0] == '\0') {
            reason[0] = '\0';
            carom_text_append(reason, size, "%.*s%s", path == NULL ? 0 : (int)(path - line), line,
                              path == NULL ? line : path + strlen(gnuplot->scratch) + 1);
        }
    }
    if (printed != NULL) {
        fclose(printed);
    }
    if (strstr(reason, warning) == NULL) {
        carom_text_append(reason, size, " (%s)", warning);
    }
    return figure;
}

/* What has failed. A figure that gnuplot has an error in is left out of the next script. */
static carom_status explain_failure(carom_gnuplot *gnuplot, const char *words, int exit_status,
                                    carom_error *error)
{
    char reason[300];
    carom_figure *figure = find_failure(gnuplot, words, reason, sizeof reason);
    if (exit_status == CAROM_CHILD_MISSING && reason[0] == '\0') {
        return carom_error_set(error, CAROM_CANNOT_CREATE, "",
                               "gnuplot is not installed; install it (apt install gnuplot-nox, dnf "
                               "install gnuplot, brew install gnuplot). The tables in '%s' are "
                               "complete; carom plot draws those "
                               "of a run again",
                               gnuplot->directory);
    }
    if (figure == NULL || exit_status != EXIT_FAILURE || figure->failed) {
        return carom_error_set(error, CAROM_CANNOT_CREATE, "",
                               "gnuplot failed with status %d%s%s; the tables in '%s' are complete",
                               exit_status, reason[0] == '\0' ? "" : ": ", reason,
                               gnuplot->directory);
    }
    figure->failed = true;
    gnuplot->failures++;
    carom_text_append(gnuplot->failure, sizeof gnuplot->failure, "%s'%s' (%s)",
                      gnuplot->failures == 1 ? "" : ", ", figure->name, reason);
    return CAROM_OK;
}

static carom_status run(carom_gnuplot *gnuplot, carom_error *error)
{
    /* -d: no settings of the user's */
    char script[5000], words[5000];
    const char *const argument[] = {"gnuplot", "-d", script, NULL};
    int exit_status = 0;
    carom_status status;
    if (!end_script(gnuplot)) {
        return carom_error_set(error, CAROM_CANNOT_WRITE, "", "cannot write in '%s': %s",
                               gnuplot->directory, strerror(errno));
    }
    snprintf(script, sizeof script, "%.4900s/%s", gnuplot->scratch, script_name);
    snprintf(words, sizeof words, "%.4900s/words", gnuplot->scratch);
    fflush(NULL);
    status = carom_child_run(argument, words, gnuplot->look->stop, &exit_status, error);
    return status == CAROM_OK && exit_status != 0
             ? explain_failure(gnuplot, words, exit_status, error)
             : status;
}

/* Draws all figures; where one fails, all of them again without it. */
static carom_status draw_all(carom_gnuplot *gnuplot, const carom_drawing *drawing,
                             carom_error *error)
{
    size_t failures = gnuplot->failures;
    carom_status status = open_script(gnuplot, error);
    if (status == CAROM_OK) {
        say_all(gnuplot, drawing);
        status = run(gnuplot, error);
    }
    return status == CAROM_OK && gnuplot->failures > failures ? draw_all(gnuplot, drawing, error)
                                                              : status;
}

carom_status carom_gnuplot_draw(const carom_drawing *drawing, const char *directory,
                                const carom_look *look, carom_error *error)
{
    carom_gnuplot gnuplot = {.directory = directory,
                             .look = look,
                             .figure = calloc(CAROM_MOST_FIGURES, sizeof *gnuplot.figure)};
    carom_status status = gnuplot.figure == NULL || drawing->failed ? carom_error_no_memory(error)
                                                                    : check_style(look, error),
                 film = CAROM_OK;
    if (status == CAROM_OK) {
        status = make_scratch(&gnuplot, error);
    }
    if (status == CAROM_OK) {
        status = draw_all(&gnuplot, drawing, error);
    }
    if (status == CAROM_OK && gnuplot.frames > 0) {
        film = carom_movie_make(&gnuplot, error);
        gnuplot.filmed = film == CAROM_OK;
    }
    if (status == CAROM_OK && film != CAROM_INTERRUPTED) {
        status = carom_figures_keep(&gnuplot, film == CAROM_OK ? error : NULL);
    }
    status = status == CAROM_OK ? film : status;
    if (status == CAROM_OK && gnuplot.failures > 0) {
        status = carom_error_set(
            error, CAROM_CANNOT_CREATE, "",
            "gnuplot failed at %s; %sthe tables in '%s' are complete", gnuplot.failure,
            gnuplot.failures < gnuplot.figures ? "the other figures and " : "", directory);
    }
    carom_figures_forget(&gnuplot);
    carom_scratch_remove(gnuplot.scratch);
    free(gnuplot.figure);
    return status;
}

/* ---- movie ---- */

enum { PATH = 5000 };

const char carom_movie_program[] = "ffmpeg";

/* The frames as ffmpeg's pattern: a % of the folder's own name is doubled. */
static void write_pattern(char *pattern, size_t size, const char *folder)
{
    size_t used = 0;
    for (const char *c = folder; *c != '\0' && used + 30 < size; c++) {
        pattern[used++] = *c;
        if (*c == '%') {
            pattern[used++] = '%';
        }
    }
    snprintf(pattern + used, size - used, "/frame%%05d.png"); /* CAROM_FIGURE_FRAME */
}

carom_status carom_movie_make(const carom_gnuplot *gnuplot, carom_error *error)
{
    char frames[2 * PATH], name[CAROM_FIGURE_NAME], film[PATH];
    const char *const argument[] = {
        carom_movie_program, "-nostdin",   "-loglevel", "error",     "-y",
        "-framerate",        "25",         "-i",        frames,      "-c:v",
        "libx264",           "-pix_fmt",   "yuv420p",   "-crf",      "20",
        "-movflags",         "+faststart", "-fflags",   "+bitexact", "-flags:v",
        "+bitexact",         "-threads",   "1",         film,        NULL};
    int exit_status = 0;
    carom_status status;
    carom_figure_scratch_name(name, 0, CAROM_FORMATS - 1);
    snprintf(film, sizeof film, "%.4900s/%s", gnuplot->scratch, name);
    write_pattern(frames, sizeof frames, gnuplot->scratch);
    status = carom_child_run(argument, NULL, gnuplot->look->stop, &exit_status, error);
    if (status != CAROM_OK || exit_status == 0) {
        return status;
    }
    return carom_error_set(error, CAROM_CANNOT_CREATE, "",
                           "ffmpeg failed with status %d (its message is above); the GIF in '%s' "
                           "is complete",
                           exit_status, gnuplot->directory);
}

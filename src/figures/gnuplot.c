/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs gnuplot on a drawing: writes one script that sets the variables and loads scripts of plots/,
 * runs it in a scratch folder and has the files finished. */
#define _POSIX_C_SOURCE 200809L
#include "figures/figures.h"
#include "run/run.h"
#include <errno.h>
#include <unistd.h>

enum { PATH = 5000, MOST_PARTS = 4 };

/* ---- the script ---- */

/* gnuplot prints this and the number before each figure; after an error the last one identifies the
 * failed figure. */
static const char mark[] = "carom figure ";

/* ---- variables ---- */

/* Writes a text in double quotes, with every byte that may be special as an octal number. A line
 * end would end the command, a backquote would run one. gnuplot reads octal numbers as far as
 * digits go, and a digit after one is escaped too. gnuplot copies > into an SVG, where XML forbids
 * ]]>: a space is inserted unless `verbatim`. */
static void write_quoted(FILE *script, const char *text, bool verbatim)
{
    bool escaped = false; /* the previous byte was escaped */
    fputc('"', script);
    for (const unsigned char *c = (const unsigned char *)text; *c != '\0'; c++) {
        if (!verbatim && *c == '>' && c >= (const unsigned char *)text + 2 && c[-1] == ']' &&
            c[-2] == ']') {
            fputc(' ', script);
        }
        bool plain = (*c >= '0' && *c <= '9' && !escaped) || (*c >= 'A' && *c <= 'Z') ||
                     (*c >= 'a' && *c <= 'z') || *c >= 0x80 || strchr(" ./-_,:;=()+", *c) != NULL,
             blank = !verbatim && (*c < 0x20 || *c == 0x7f);
        escaped = !plain && !blank;
        if (escaped) {
            fprintf(script, "\\%03o", *c);
        } else {
            fputc(blank ? ' ' : *c, script);
        }
    }
    fputc('"', script);
}

static void write_text(const carom_gnuplot_run *gnuplot, const char *variable, const char *text)
{
    fprintf(gnuplot->script, "%s = ", variable);
    write_quoted(gnuplot->script, text, false);
    fputc('\n', gnuplot->script);
}

/* Sets a variable to a path in the scratch folder. It begins with a slash: gnuplot would run a name
 * that begins with | or <. */
static void write_path(const carom_gnuplot_run *gnuplot, const char *variable, const char *name)
{
    char path[5000];
    snprintf(path, sizeof path, "%.4900s/%s", gnuplot->scratch, name);
    fprintf(gnuplot->script, "%s = ", variable);
    write_quoted(gnuplot->script, path, true);
    fputc('\n', gnuplot->script);
}

/* ---- drawing ---- */

static void load(const carom_gnuplot_run *gnuplot, const char *script)
{
    fprintf(gnuplot->script, "load PLOTS . '/%s.gp'\n", script);
}

/* Restores gnuplot's defaults first: a figure does not depend on the previous ones. */
static void load_style(const carom_gnuplot_run *gnuplot)
{
    const carom_preset *preset = gnuplot->figure_options->preset;
    fprintf(gnuplot->script, "reset\nTITLED = %d\nFOOTED = %d\nSCALE = %.6f\nLW = %.6f\n",
            preset->titled, preset->footed, preset->scale, preset->line);
    fprintf(gnuplot->script, "MOSTPANELS = %d\nACROSS = %d\nFIXED = %d\n", preset->page_panels,
            preset->page_across, preset->page_fixed);
    load(gnuplot, "style");
    if (preset->mono) {
        load(gnuplot, "mono");
    }
}

static carom_status check_style(const carom_figure_options *figure_options, carom_error *error)
{
    char first[4500];
    snprintf(first, sizeof first, "%.4400s/plots/style.gp", figure_options->home);
    if (access(first, R_OK) != 0) {
        return carom_error_set(
            error, CAROM_CANNOT_READ, "",
            "cannot read '%s': %s; set CAROM_HOME to a folder that contains plots/", first,
            strerror(errno));
    }
    return CAROM_OK;
}

/* Finds the user's style: $XDG_CONFIG_HOME/carom/style.gp or ~/.config/carom/style.gp. */
static bool find_style(char *path, size_t size)
{
    const char *config = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    bool own = config != NULL && config[0] == '/';
    snprintf(path, size, "%.4000s%s/carom/style.gp",
             own            ? config
             : home == NULL ? ""
                            : home,
             own ? "" : "/.config");
    return path[0] == '/' && access(path, R_OK) == 0;
}

/* Makes the scratch folder with links to what gnuplot reads. gnuplot runs in the current folder, as
 * a style may expect. */
static carom_status make_scratch(carom_gnuplot_run *gnuplot, carom_error *error)
{
    char plots[4500], style[4500];
    gnuplot->has_style = find_style(style, sizeof style);
    gnuplot->scratch = carom_scratch_create(gnuplot->directory, error);
    if (gnuplot->scratch == NULL) {
        return error == NULL ? CAROM_CANNOT_CREATE : error->status;
    }
    snprintf(plots, sizeof plots, "%.4400s/plots", gnuplot->figure_options->home);
    CAROM_TRY(carom_scratch_link(gnuplot->scratch, "data", gnuplot->directory, error));
    CAROM_TRY(carom_scratch_link(gnuplot->scratch, "plots", plots, error));
    return gnuplot->has_style ? carom_scratch_link(gnuplot->scratch, "style", style, error)
                              : CAROM_OK;
}

/* Path of the script or of the messages of a part. */
static void part_path(char path[PATH], const carom_gnuplot_run *gnuplot, const char *name,
                      size_t part)
{
    snprintf(path, PATH, "%.4900s/%s%zu", gnuplot->scratch, name, part);
}

static carom_status open_script(carom_gnuplot_run *gnuplot, size_t part, carom_error *error)
{
    char script[PATH];
    part_path(script, gnuplot, "script", part);
    gnuplot->part = part;
    gnuplot->script = fopen(script, "w");
    if (gnuplot->script == NULL) {
        return carom_error_system(error, CAROM_CANNOT_CREATE, "create", script, errno);
    }
    gnuplot->figures = gnuplot->frames = 0;
    write_path(gnuplot, "DIR", "data");
    write_path(gnuplot, "PLOTS", "plots");
    if (gnuplot->has_style) {
        write_path(gnuplot, "OWN_STYLE", "style");
    }
    return CAROM_OK;
}

/* Sets the name of the figure. @return false if it is not drawn */
static bool begin_figure(carom_gnuplot_run *gnuplot, const carom_statement *statement,
                         bool is_animation)
{
    const carom_preset *preset = gnuplot->figure_options->preset;
    bool plain = preset == carom_presets || is_animation;
    carom_figure_file *figure = &gnuplot->figure[gnuplot->figures];
    if (gnuplot->figures == CAROM_MAX_FIGURES) {
        return false;
    }
    fprintf(gnuplot->script, "print \"%s%zu\"\n", mark, gnuplot->figures);
    snprintf(figure->name, sizeof figure->name, "%.60s%s%s", statement->name, plain ? "" : "-",
             plain ? "" : preset->name);
    figure->is_animation = is_animation;
    gnuplot->figures++;
    if (figure->failed) {
        return false;
    }
    write_text(gnuplot, "PANEL", statement->value);
    return true;
}

static void write_terminal(const carom_gnuplot_run *gnuplot, size_t figure, int format,
                           carom_canvas on)
{
    char out[CAROM_SCRATCH_NAME];
    carom_figure_scratch_name(out, figure, format);
    fprintf(gnuplot->script, "TERM = \"%s\"\n", carom_figure_formats[format].terminal);
    write_path(gnuplot, "OUT", out);
    fprintf(gnuplot->script, "W = %.6f; H = %.6f; FS = %.6g\n", on.width, on.height, on.font);
}

static void write_statement(carom_gnuplot_run *gnuplot, const carom_statement *statement);

/* Writes an animation: its statements up to the last frame, once for a GIF and again, with a PNG
 * per frame, for an MP4. */
static void draw_moving(carom_gnuplot_run *gnuplot, const carom_drawing *drawing, size_t at)
{
    const carom_canvas gif = {960, 540, 10.5}, film = {1280, 720, 14};
    const carom_statement *statement = &drawing->item[at];
    size_t i = gnuplot->figures;
    if (!begin_figure(gnuplot, statement, true)) {
        return;
    }
    for (int f = 0; f < CAROM_FORMATS; f++) {
        if (carom_figure_formats[f].terminal != NULL && carom_figure_file_is_made(gnuplot, i, f)) {
            load_style(gnuplot);
            write_terminal(gnuplot, i, f, gif);
            load(gnuplot, statement->value);
            for (size_t k = at + 1; k < drawing->count; k++) {
                write_statement(gnuplot, &drawing->item[k]);
            }
        }
    }
    if (gnuplot->figure_options->film) {
        load_style(gnuplot);
        fprintf(gnuplot->script, "TERM = \"film\"; W = %.6f; H = %.6f; FS = %.6g\n", film.width,
                film.height, film.font);
        load(gnuplot, statement->value);
        for (size_t k = at + 1; k < drawing->count; k++) {
            if (drawing->item[k].kind == CAROM_DRAW_FRAME) {
                char frame[CAROM_SCRATCH_NAME];
                snprintf(frame, sizeof frame, "frame%05zu.png", gnuplot->frames++);
                write_path(gnuplot, "OUT", frame);
                fputs("set output OUT\n", gnuplot->script);
            }
            write_statement(gnuplot, &drawing->item[k]);
        }
    }
}

static void draw(carom_gnuplot_run *gnuplot, const carom_statement *statement, const char *script,
                 carom_canvas on)
{
    size_t i = gnuplot->figures;
    if (!carom_figure_is_wanted(gnuplot->figure_options, statement->name) ||
        !begin_figure(gnuplot, statement, false)) {
        return;
    }
    for (int f = 0; f < CAROM_FORMATS; f++) {
        if (carom_figure_file_is_made(gnuplot, i, f) && carom_figure_formats[f].terminal != NULL &&
            (3 * i + (size_t)f) % gnuplot->parts == gnuplot->part) {
            load_style(gnuplot);
            write_terminal(gnuplot, i, f, on);
            load(gnuplot, script);
        }
    }
}

/* ---- statements ---- */

static void write_number(const carom_gnuplot_run *gnuplot, const carom_statement *statement)
{
    /* always a float: gnuplot divides integers as integers */
    fprintf(gnuplot->script, "%s = %s%s\n", statement->name, statement->value,
            strpbrk(statement->value, ".e") == NULL ? ".0" : "");
}

static void write_text_variable(carom_gnuplot_run *gnuplot, const carom_statement *statement)
{
    const char *own = gnuplot->figure_options->title;
    write_text(gnuplot, statement->name,
               strcmp(statement->name, "TITLE") == 0 && own != NULL ? own : statement->value);
}

static void write_statement(carom_gnuplot_run *gnuplot, const carom_statement *statement)
{
    const carom_figure_options *figure_options = gnuplot->figure_options;
    switch (statement->kind) {
    case CAROM_DRAW_TEXT: write_text_variable(gnuplot, statement); break;
    case CAROM_DRAW_NUMBER: write_number(gnuplot, statement); break;
    case CAROM_DRAW_COUNT:
        fprintf(gnuplot->script, "%s = %s\n", statement->name, statement->value);
        break;
    case CAROM_DRAW_ARRAY:
        fprintf(gnuplot->script, "array %s[%s]\n", statement->name, statement->value);
        break;
    case CAROM_DRAW_FIGURE:
        draw(gnuplot, statement, "single", figure_options->preset->figure);
        break;
    case CAROM_DRAW_PAGE:
        draw(gnuplot, statement, statement->value, figure_options->preset->page);
        break;
    case CAROM_DRAW_ANIMATION: break; /* draw_moving writes its frames */
    case CAROM_DRAW_FRAME: load(gnuplot, statement->value); break;
    }
}

static void write_script(carom_gnuplot_run *gnuplot, const carom_drawing *drawing)
{
    for (size_t i = 0; i < drawing->count; i++) {
        if (drawing->item[i].kind == CAROM_DRAW_ANIMATION) {
            draw_moving(gnuplot, drawing, i);
            break;
        }
        write_statement(gnuplot, &drawing->item[i]);
    }
    fputs("unset output\n", gnuplot->script);
}

/* ---- finishing ---- */

static bool end_script(carom_gnuplot_run *gnuplot)
{
    bool whole = ferror(gnuplot->script) == 0;
    whole = fclose(gnuplot->script) == 0 && whole;
    gnuplot->script = NULL;
    return whole;
}

/* Finds the failed figure in gnuplot's output, or NULL if it failed before the first. @p reason
 * receives the last line with a place ("plots/energy.gp" line 8: ...) without the scratch folder,
 * else the first line, and the first warning: gnuplot warns of a missing column before its error.
 */
static carom_figure_file *find_failure(const carom_gnuplot_run *gnuplot, size_t part, char *reason,
                                       size_t size)
{
    char line[6000], warning[100] = "", path_of_part[PATH];
    carom_figure_file *figure = NULL;
    part_path(path_of_part, gnuplot, "messages", part);
    FILE *printed = fopen(path_of_part, "r");
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
    /* the user's style fails in every figure */
    return strncmp(reason, "\"style\"", 7) == 0 ? NULL : figure;
}

/* Records the failed figure; the next scripts leave it out. Its files may fail in several parts. */
static carom_status explain_failure(carom_gnuplot_run *gnuplot, size_t part, int exit_status,
                                    size_t failed_before, carom_error *error)
{
    char reason[300];
    carom_figure_file *figure = find_failure(gnuplot, part, reason, sizeof reason);
    if (exit_status == CAROM_SUBPROCESS_MISSING && reason[0] == '\0') {
        return carom_error_set(error, CAROM_CANNOT_CREATE, "",
                               "gnuplot is not installed; install it (apt install gnuplot-nox, dnf "
                               "install gnuplot, brew install gnuplot). The tables in '%s' are "
                               "complete; carom plot draws figures from them",
                               gnuplot->directory);
    }
    if (figure == NULL || exit_status != EXIT_FAILURE ||
        (figure->failed && gnuplot->failures == failed_before)) {
        return carom_error_set(error, CAROM_CANNOT_CREATE, "",
                               "gnuplot failed with status %d%s%s; the tables in '%s' are complete",
                               exit_status, reason[0] == '\0' ? "" : ": ", reason,
                               gnuplot->directory);
    }
    if (!figure->failed) {
        figure->failed = true;
        gnuplot->failures++;
        carom_text_append(gnuplot->failure, sizeof gnuplot->failure, "%s'%s' (%s)",
                          gnuplot->failures == 1 ? "" : ", ", figure->name, reason);
    }
    return CAROM_OK;
}

typedef struct {
    const carom_gnuplot_run *gnuplot;
    int exit_status[MOST_PARTS];
} gnuplot_parts;

static carom_status run_part(void *context, size_t part, carom_error *error)
{
    gnuplot_parts *parts = context;
    char script[PATH], messages[PATH];
    /* -d: without the user's settings */
    const char *const argument[] = {"gnuplot", "-d", script, NULL};
    part_path(script, parts->gnuplot, "script", part);
    part_path(messages, parts->gnuplot, "messages", part);
    return carom_subprocess_run(argument, messages, parts->gnuplot->figure_options->stop,
                                &parts->exit_status[part], error);
}

static carom_status write_scripts(carom_gnuplot_run *gnuplot, const carom_drawing *drawing,
                                  carom_error *error)
{
    for (size_t part = 0; part < gnuplot->parts; part++) {
        CAROM_TRY(open_script(gnuplot, part, error));
        write_script(gnuplot, drawing);
        if (!end_script(gnuplot)) {
            return carom_error_set(error, CAROM_CANNOT_WRITE, "", "cannot write in '%s': %s",
                                   gnuplot->directory, strerror(errno));
        }
    }
    fflush(NULL);
    return CAROM_OK;
}

/* Draws all figures, with several gnuplot processes; if one fails, draws the others again without
 * it. */
static carom_status draw_all(carom_gnuplot_run *gnuplot, const carom_drawing *drawing,
                             carom_error *error)
{
    size_t failures = gnuplot->failures;
    gnuplot_parts parts = {.gnuplot = gnuplot};
    const carom_job_pool pool = {.tasks = gnuplot->parts,
                                 .jobs = (long)gnuplot->parts,
                                 .run = run_part,
                                 .context = &parts,
                                 .stop = gnuplot->figure_options->stop};
    CAROM_TRY(write_scripts(gnuplot, drawing, error));
    CAROM_TRY(carom_job_pool_run(&pool, error));
    for (size_t part = 0; part < gnuplot->parts; part++) {
        if (parts.exit_status[part] != 0) {
            CAROM_TRY(explain_failure(gnuplot, part, parts.exit_status[part], failures, error));
        }
    }
    return gnuplot->failures > failures ? draw_all(gnuplot, drawing, error) : CAROM_OK;
}

/* One script for each processor; an animation is one file. */
static size_t count_parts(const carom_drawing *drawing)
{
    long processors = carom_processor_count();
    for (size_t i = 0; i < drawing->count; i++) {
        if (drawing->item[i].kind == CAROM_DRAW_ANIMATION) {
            return 1;
        }
    }
    return processors < MOST_PARTS ? (size_t)processors : MOST_PARTS;
}

/* ---- movie ---- */

const char carom_movie_program[] = "ffmpeg";

/* Writes ffmpeg's pattern of the frames. A % in the folder's name is doubled. */
static void write_pattern(char *pattern, size_t size, const char *folder)
{
    size_t used = 0;
    for (const char *c = folder; *c != '\0' && used + 30 < size; c++) {
        pattern[used++] = *c;
        if (*c == '%') {
            pattern[used++] = '%';
        }
    }
    snprintf(pattern + used, size - used, "/frame%%05d.png"); /* as in draw_moving */
}

static carom_status make_movie(const carom_gnuplot_run *gnuplot, carom_error *error)
{
    char frames[2 * PATH], name[CAROM_SCRATCH_NAME], film[PATH];
    const char *const argument[] = {
        carom_movie_program, "-nostdin",   "-loglevel", "error",     "-y",
        "-framerate",        "25",         "-i",        frames,      "-c:v",
        "libx264",           "-pix_fmt",   "yuv420p",   "-crf",      "20",
        "-movflags",         "+faststart", "-fflags",   "+bitexact", "-flags:v",
        "+bitexact",         "-threads",   "1",         film,        NULL};
    int exit_status = 0;
    carom_figure_scratch_name(name, 0, CAROM_FORMATS - 1);
    snprintf(film, sizeof film, "%.4900s/%s", gnuplot->scratch, name);
    write_pattern(frames, sizeof frames, gnuplot->scratch);
    carom_status status = carom_subprocess_run(argument, NULL, gnuplot->figure_options->stop,
                                               &exit_status, error);
    if (status != CAROM_OK || exit_status == 0) {
        return status;
    }
    return carom_error_set(error, CAROM_CANNOT_CREATE, "",
                           "ffmpeg failed with status %d (its message is above); the GIF in '%s' "
                           "is complete",
                           exit_status, gnuplot->directory);
}

/* ---- all steps ---- */

/* Refuses to replace figures that carom has not drawn. */
static carom_status claim_folder(const carom_gnuplot_run *gnuplot, const carom_drawing *drawing,
                                 carom_error *error)
{
    char names[CAROM_MAX_FIGURES * 132] = "run.json";
    bool is_own;
    for (size_t i = 0; i < drawing->count; i++) {
        if (drawing->item[i].kind >= CAROM_DRAW_FIGURE &&
            drawing->item[i].kind <= CAROM_DRAW_ANIMATION) {
            carom_text_append(names, sizeof names, " %.120s.*", drawing->item[i].name);
        }
    }
    return carom_folder_claim(gnuplot->directory, names, CAROM_FOLDER_ADD, &is_own, error);
}

/* Writes all files even if ffmpeg fails, then returns its error. */
static carom_status draw_figures(carom_gnuplot_run *gnuplot, const carom_drawing *drawing,
                                 carom_error *error)
{
    carom_status film = CAROM_OK;
    CAROM_TRY(claim_folder(gnuplot, drawing, error));
    CAROM_TRY(check_style(gnuplot->figure_options, error));
    CAROM_TRY(make_scratch(gnuplot, error));
    CAROM_TRY(draw_all(gnuplot, drawing, error));
    if (gnuplot->frames > 0) {
        film = make_movie(gnuplot, error);
        gnuplot->filmed = film == CAROM_OK;
    }
    if (film != CAROM_INTERRUPTED) {
        CAROM_TRY(carom_figure_files_commit(gnuplot, film == CAROM_OK ? error : NULL));
    }
    CAROM_TRY(film);
    return gnuplot->failures == 0
             ? CAROM_OK
             : carom_error_set(error, CAROM_CANNOT_CREATE, "",
                               "gnuplot failed at %s; %sthe tables in '%s' are complete",
                               gnuplot->failure,
                               gnuplot->failures < gnuplot->figures ? "the other figures and " : "",
                               gnuplot->directory);
}

carom_status carom_gnuplot_draw(const carom_drawing *drawing, const char *directory,
                                const carom_figure_options *figure_options, carom_error *error)
{
    carom_gnuplot_run gnuplot = {.directory = directory,
                                 .figure_options = figure_options,
                                 .parts = count_parts(drawing),
                                 .figure = calloc(CAROM_MAX_FIGURES, sizeof *gnuplot.figure)};
    carom_status status = gnuplot.figure == NULL || drawing->failed
                            ? carom_error_no_memory(error)
                            : draw_figures(&gnuplot, drawing, error);
    carom_figure_files_remove(&gnuplot);
    carom_scratch_remove(gnuplot.scratch);
    free(gnuplot.figure);
    return status;
}

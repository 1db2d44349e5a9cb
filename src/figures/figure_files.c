/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What gnuplot has left in its folder, looked at, finished and put where it belongs. */
#define _POSIX_C_SOURCE 200809L
#include "base/base.h"
#include "figures/figures.h"
#include "records/records.h"
#include "scenario/scenario.h"
#include "system/system.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH = 5000 };

/* What is made of a figure: files of these endings. TeX's is two: its text, and the picture that it
 * puts behind that. `mark` is what a whole file has at its end: gnuplot does not look whether what
 * it writes arrives. */
typedef enum { PNG, SVG, PDF, CAPTION, TEX, TEX_PICTURE, GIF, MP4 } format;
static const struct {
    const char *ending, *scratch, *terminal, *mark;
    size_t length;
} formats[CAROM_FORMATS] = {[PNG] = {".png", ".png", "png", "IEND\xae\x42\x60\x82", 8},
                            [SVG] = {".svg", ".svg", "svg", "</svg>", 6},
                            [PDF] = {".pdf", ".pdf", "pdf", "%%EOF", 5},
                            [CAPTION] = {".txt", ".txt", NULL, "\n", 1},
                            [TEX] = {".tex", "-tex.tex", "tex", "\\endgroup", 9},
                            [TEX_PICTURE] = {"-tex.pdf", "-tex.pdf", NULL, "%%EOF", 5},
                            [GIF] = {".gif", ".gif", "gif", ";", 1},
                            [MP4] = {".mp4", ".mp4", NULL, "", 0}};

bool carom_figure_is_made(const carom_gnuplot *gnuplot, size_t i, int f)
{
    if (gnuplot->figure[i].failed) {
        return false;
    }
    if (gnuplot->figure[i].moves) {
        return f == GIF || f == CAPTION || (f == MP4 && gnuplot->filmed);
    }
    return f <= CAPTION || ((f == TEX || f == TEX_PICTURE) && gnuplot->look->tex);
}

const char *carom_figure_terminal(int f)
{
    return formats[f].terminal;
}

/* Of TeX's two gnuplot makes the name of the second from that of the first. */
void carom_figure_scratch_name(char name[CAROM_FIGURE_NAME], size_t i, int f)
{
    snprintf(name, CAROM_FIGURE_NAME, "%zu%s", i, formats[f].scratch);
}

static void scratch_path(char path[PATH], const carom_gnuplot *gnuplot, size_t i, int f)
{
    char name[CAROM_FIGURE_NAME];
    carom_figure_scratch_name(name, i, f);
    snprintf(path, PATH, "%.4900s/%s", gnuplot->scratch, name);
}

static carom_status cannot_write(const carom_gnuplot *gnuplot, size_t i, int f, int reason,
                                 carom_error *error)
{
    return reason == ENOMEM
             ? carom_error_no_memory(error)
             : carom_error_set(error, CAROM_CANNOT_WRITE, "",
                               "cannot write '%s/%s%s': %s; the figures that were there are kept",
                               gnuplot->directory, gnuplot->figure[i].name, formats[f].ending,
                               reason == 0 ? "it has come out cut off, as on a full disk"
                                           : strerror(reason));
}

/* ---- captions ---- */

/* The text after "Caption:" in the comment at a script's top, until a line "#" or the comment's
 * end. */
static carom_status read_caption(const carom_gnuplot *gnuplot, const char *panel, char *caption,
                                 size_t size, carom_error *error)
{
    static const char begin[] = "# Caption: ";
    char path[4500], line[400];
    bool inside = false;
    FILE *file;
    snprintf(path, sizeof path, "%s/plots/%s.gp", gnuplot->look->home, panel);
    caption[0] = '\0';
    file = fopen(path, "r");
    if (file == NULL) {
        return carom_error_system(error, CAROM_CANNOT_READ, "read", path, errno);
    }
    while (fgets(line, sizeof line, file) != NULL && line[0] == '#' &&
           !(inside && line[1] != ' ')) {
        bool first = strncmp(line, begin, sizeof begin - 1) == 0;
        inside = inside || first;
        line[strcspn(line, "\n")] = '\0';
        if (inside) {
            carom_text_append(caption, size, "%s%s", first ? "" : " ",
                              line + (first ? sizeof begin - 1 : 2));
        }
    }
    fclose(file);
    return CAROM_OK;
}

/* A sentence, with the full stop that it may not have. */
static void say_sentence(FILE *file, const char *text)
{
    size_t length = strlen(text);
    if (length > 0) {
        fprintf(file, "%s%s ", text, strchr(".?!", text[length - 1]) == NULL ? "." : "");
    }
}

/* What the figure says, of what, what is seen on it, what made it. */
static carom_status write_caption(const carom_gnuplot *gnuplot, size_t i, carom_error *error)
{
    const carom_figure *figure = &gnuplot->figure[i];
    char caption[1200], path[PATH];
    FILE *file;
    bool whole;
    carom_status status = read_caption(gnuplot, figure->script, caption, sizeof caption, error);
    if (status != CAROM_OK) {
        return status;
    }
    scratch_path(path, gnuplot, i, CAPTION);
    file = fopen(path, "w");
    if (file == NULL) {
        return cannot_write(gnuplot, i, CAPTION, errno, error);
    }
    say_sentence(file, figure->title);
    if (strcmp(figure->title, figure->scene) != 0) {
        say_sentence(file, figure->scene);
    }
    fprintf(file, "%s%s%s\n\n", caption, figure->note[0] == '\0' ? "" : " ", figure->note);
    for (int k = 0; k < 3; k++) {
        if (gnuplot->footer[k][0] != '\0') {
            fprintf(file, "%s\n", gnuplot->footer[k]);
        }
    }
    whole = ferror(file) == 0;
    whole = fclose(file) == 0 && whole;
    return whole ? CAROM_OK : cannot_write(gnuplot, i, CAPTION, errno, error);
}

/* ---- files ---- */

/* TeX's text names its picture: by its path in the scratch folder so far, then by the one that it
 * gets. */
static carom_status name_picture(const carom_gnuplot *gnuplot, size_t i, carom_error *error)
{
    char path[PATH], stem[PATH], *text = NULL, *at;
    size_t length = 0;
    FILE *file;
    bool whole;
    scratch_path(path, gnuplot, i, TEX);
    snprintf(stem, sizeof stem, "{%.4900s/%zu-tex}", gnuplot->scratch, i);
    if (carom_file_read(path, &text, &length, error) != CAROM_OK) {
        return error == NULL ? CAROM_CANNOT_READ : error->status;
    }
    file = fopen(path, "w");
    at = text;
    for (char *found; file != NULL && (found = strstr(at, stem)) != NULL;
         at = found + strlen(stem)) {
        fwrite(at, 1, (size_t)(found - at), file);
        fprintf(file, "{%s-tex}", gnuplot->figure[i].name);
    }
    if (file != NULL) {
        fputs(at, file);
    }
    free(text);
    whole = file != NULL && ferror(file) == 0;
    whole = file != NULL && fclose(file) == 0 && whole;
    return whole ? CAROM_OK : cannot_write(gnuplot, i, TEX, errno, error);
}

/* Cairo writes today's date into a PDF; the same picture should be the same bytes next year. The
 * digits are overwritten in place, so that nothing in the file moves. A file without a date is left
 * as it is. */
static bool blank_pdf_date(const char *path)
{
    static const char key[] = "/CreationDate (D:", date[] = "20000101000000";
    size_t matched = 0, digit = 0;
    FILE *file = fopen(path, "r+b");
    int c;
    bool whole;
    if (file == NULL) {
        return errno == ENOENT; /* what has not been drawn is said later */
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
    whole = ferror(file) == 0;
    return fclose(file) == 0 && whole;
}

/* Whether what a format ends with is among the last bytes. */
static bool is_whole(FILE *file, int f)
{
    char end[64];
    size_t got;
    if (fseek(file, 0, SEEK_END) != 0 ||
        fseek(file, ftell(file) < (long)sizeof end ? -ftell(file) : -(long)sizeof end, SEEK_END) !=
            0) {
        return false;
    }
    got = fread(end, 1, sizeof end, file);
    for (size_t k = 0; k + formats[f].length <= got; k++) {
        if (memcmp(&end[k], formats[f].mark, formats[f].length) == 0) {
            return true;
        }
    }
    return false;
}

/* Finishes what gnuplot has made and writes it beside where it belongs. */
static carom_status take(const carom_gnuplot *gnuplot, size_t i, int f, carom_file *file,
                         carom_error *error)
{
    char path[PATH], name[130];
    carom_status status = CAROM_OK;
    FILE *made;
    scratch_path(path, gnuplot, i, f);
    snprintf(name, sizeof name, "%s%s", gnuplot->figure[i].name, formats[f].ending);
    if (f == CAPTION) {
        status = write_caption(gnuplot, i, error);
    } else if (f == PDF || f == TEX_PICTURE) {
        status = blank_pdf_date(path) ? CAROM_OK : cannot_write(gnuplot, i, f, errno, error);
    } else if (f == TEX) {
        status = name_picture(gnuplot, i, error);
    }
    if (status != CAROM_OK) {
        return status;
    }
    made = fopen(path, "rb");
    if (made == NULL) {
        return errno != ENOENT
                 ? carom_error_system(error, CAROM_CANNOT_READ, "read", path, errno)
                 : carom_error_set(error, CAROM_CANNOT_CREATE, "", "gnuplot has not drawn '%s/%s'",
                                   gnuplot->directory, name);
    }
    status = is_whole(made, f) ? carom_file_open(file, gnuplot->directory, name, error)
           : ferror(made)      ? carom_error_system(error, CAROM_CANNOT_READ, "read", path, errno)
                               : cannot_write(gnuplot, i, f, 0, error);
    if (status == CAROM_OK) {
        status = carom_file_copy(file, made, error);
    }
    fclose(made);
    return status;
}

void carom_figures_forget(const carom_gnuplot *gnuplot)
{
    for (size_t k = 0; gnuplot->scratch != NULL && k < gnuplot->figures * CAROM_FORMATS; k++) {
        char path[PATH];
        scratch_path(path, gnuplot, k / CAROM_FORMATS, (int)(k % CAROM_FORMATS));
        unlink(path);
    }
}

carom_status carom_figures_keep(const carom_gnuplot *gnuplot, carom_error *error)
{
    size_t count = gnuplot->figures * CAROM_FORMATS;
    carom_file *file = calloc(count + 1, sizeof *file);
    carom_status status = file == NULL ? carom_error_no_memory(error) : CAROM_OK;
    for (size_t k = 0; k < count && status == CAROM_OK; k++) {
        int f = (int)(k % CAROM_FORMATS);
        if (carom_figure_is_made(gnuplot, k / CAROM_FORMATS, f)) {
            status = take(gnuplot, k / CAROM_FORMATS, f, &file[k], error);
        }
    }
    for (size_t k = 0; k < count && status == CAROM_OK; k++) {
        if (file[k].path != NULL) {
            status = carom_file_commit(&file[k], error);
        }
        if (file[k].path != NULL && status == CAROM_OK) {
            carom_folder_note(gnuplot->look->folder, file[k].path);
        }
    }
    for (size_t k = 0; file != NULL && k < count; k++) {
        carom_file_discard(&file[k]);
    }
    free(file);
    return status;
}

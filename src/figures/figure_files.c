/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks and finishes the files that gnuplot has drawn in a scratch folder, writes captions, and
 * moves the files to their folder. */
#define _POSIX_C_SOURCE 200809L
#include "figures/figures.h"
#include <dirent.h>
#include <errno.h>
#include <unistd.h>

enum { PATH = 5000 };

/* ---- formats ---- */

const carom_figure_format carom_figure_formats[CAROM_FORMATS] = {
    [CAROM_PNG] = {".png", ".png", "png", "IEND\xae\x42\x60\x82", 8},
    [CAROM_SVG] = {".svg", ".svg", "svg", "</svg>", 6},
    [CAROM_PDF] = {".pdf", ".pdf", "pdf", "%%EOF", 5},
    [CAROM_CAPTION] = {".txt", ".txt", NULL, "\n", 1},
    [CAROM_TEX] = {".tex", "-tex.tex", "tex", "\\endgroup", 9},
    [CAROM_TEX_PICTURE] = {"-tex.pdf", "-tex.pdf", NULL, "%%EOF", 5},
    [CAROM_GIF] = {".gif", ".gif", "gif", ";", 1},
    [CAROM_MP4] = {".mp4", ".mp4", NULL, "", 0}};

bool carom_figure_file_is_made(const carom_gnuplot_run *gnuplot, size_t i, int f)
{
    if (gnuplot->figure[i].failed) {
        return false;
    }
    if (gnuplot->figure[i].is_animation) {
        return f == CAROM_GIF || f == CAROM_CAPTION || (f == CAROM_MP4 && gnuplot->filmed);
    }
    return f <= CAROM_CAPTION ||
           ((f == CAROM_TEX || f == CAROM_TEX_PICTURE) && gnuplot->figure_options->tex);
}

void carom_figure_scratch_name(char name[CAROM_SCRATCH_NAME], size_t i, int f)
{
    snprintf(name, CAROM_SCRATCH_NAME, "%zu%s", i, carom_figure_formats[f].scratch);
}

static void scratch_path(char path[PATH], const carom_gnuplot_run *gnuplot, size_t i, int f)
{
    char name[CAROM_SCRATCH_NAME];
    carom_figure_scratch_name(name, i, f);
    snprintf(path, PATH, "%.4900s/%s", gnuplot->scratch, name);
}

/* ---- captions ---- */

/* Reads the text after "Caption:" in the comment at the top of a script, up to a line "#" or the
 * end of the comment. */
static carom_status read_caption(const carom_gnuplot_run *gnuplot, const char *panel, char *caption,
                                 size_t size, carom_error *error)
{
    static const char begin[] = "# Caption: ";
    char path[4500], line[400];
    bool inside = false;
    snprintf(path, sizeof path, "%s/plots/%s.gp", gnuplot->figure_options->home, panel);
    caption[0] = '\0';
    FILE *file = fopen(path, "r");
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

/* Writes a sentence and a full stop if it has none. */
static void write_sentence(FILE *file, const char *text)
{
    size_t length = strlen(text);
    if (length > 0) {
        fprintf(file, "%s%s ", text, strchr(".?!", text[length - 1]) == NULL ? "." : "");
    }
}

/* Writes title, subject, caption of the script, note and footer. */
static carom_status write_caption(const carom_gnuplot_run *gnuplot, const carom_figure_file *figure,
                                  FILE *file, carom_error *error)
{
    char caption[1200];
    CAROM_TRY(read_caption(gnuplot, figure->script, caption, sizeof caption, error));
    write_sentence(file, figure->title);
    write_sentence(file, figure->subject);
    fprintf(file, "%s%s%s\n\n", caption, figure->note[0] == '\0' ? "" : " ", figure->note);
    for (int k = 0; k < 3; k++) {
        if (gnuplot->footer[k][0] != '\0') {
            fprintf(file, "%s\n", gnuplot->footer[k]);
        }
    }
    return CAROM_OK;
}

/* ---- files ---- */

/* Replaces the scratch path of the picture in a LaTeX text by its final name. */
static void write_tex(const carom_gnuplot_run *gnuplot, size_t i, const char *text, FILE *file)
{
    char stem[PATH];
    const char *found;
    snprintf(stem, sizeof stem, "{%.4900s/%zu-tex}", gnuplot->scratch, i);
    for (; (found = strstr(text, stem)) != NULL; text = found + strlen(stem)) {
        fwrite(text, 1, (size_t)(found - text), file);
        fprintf(file, "{%s-tex}", gnuplot->figure[i].name);
    }
    fputs(text, file);
}

/* Overwrites the date that Cairo writes into a CAROM_PDF: equal figures are equal files. */
static void blank_pdf_date(char *pdf, size_t length)
{
    static const char key[] = "/CreationDate (D:", date[] = "20000101000000";
    size_t at = 0, digit = 0;
    while (at + sizeof key <= length && memcmp(&pdf[at], key, sizeof key - 1) != 0) {
        at++;
    }
    for (at += sizeof key - 1; at < length && pdf[at] != ')'; at++) {
        if (pdf[at] >= '0' && pdf[at] <= '9') {
            pdf[at] = digit < sizeof date - 1 ? date[digit++] : '0';
        }
    }
}

/* Whether the mark of the format is in the last 64 bytes. */
static bool is_whole(const char *made, size_t length, int f)
{
    const size_t last = 64;
    for (size_t k = length > last ? length - last : 0; k + carom_figure_formats[f].length <= length;
         k++) {
        if (memcmp(&made[k], carom_figure_formats[f].mark, carom_figure_formats[f].length) == 0) {
            return true;
        }
    }
    return false;
}

/* Writes the finished file under a temporary name in its folder. */
static carom_status write_made(const carom_gnuplot_run *gnuplot, size_t i, int f, char *made,
                               size_t length, carom_file *file, carom_error *error)
{
    char name[130];
    snprintf(name, sizeof name, "%s%s", gnuplot->figure[i].name, carom_figure_formats[f].ending);
    if (made != NULL && !is_whole(made, length, f)) {
        return carom_error_set(
            error, CAROM_CANNOT_WRITE, "",
            "cannot write '%s/%s': gnuplot's file is cut off, as on a full disk; "
            "existing figures are unchanged",
            gnuplot->directory, name);
    }
    CAROM_TRY(carom_file_open(file, gnuplot->directory, name, error));
    if (f == CAROM_CAPTION) {
        CAROM_TRY(write_caption(gnuplot, &gnuplot->figure[i], file->stream, error));
    } else if (f == CAROM_TEX) {
        write_tex(gnuplot, i, made, file->stream);
    } else {
        if (f == CAROM_PDF || f == CAROM_TEX_PICTURE) {
            blank_pdf_date(made, length);
        }
        fwrite(made, 1, length, file->stream);
    }
    return carom_file_finish(file, error);
}

static carom_status finish_file(const carom_gnuplot_run *gnuplot, size_t i, int f, carom_file *file,
                                carom_error *error)
{
    char path[PATH], *made = NULL;
    size_t length = 0;
    scratch_path(path, gnuplot, i, f);
    if (f != CAROM_CAPTION && access(path, F_OK) != 0) {
        return carom_error_set(error, CAROM_CANNOT_CREATE, "", "gnuplot did not draw '%s/%s%s'",
                               gnuplot->directory, gnuplot->figure[i].name,
                               carom_figure_formats[f].ending);
    }
    if (f != CAROM_CAPTION) {
        CAROM_TRY(carom_file_read(path, &made, &length, error));
    }
    carom_status status = write_made(gnuplot, i, f, made, length, file, error);
    free(made);
    return status;
}

void carom_figure_files_remove(const carom_gnuplot_run *gnuplot)
{
    for (size_t k = 0; gnuplot->scratch != NULL && k < gnuplot->figures * CAROM_FORMATS; k++) {
        char path[PATH];
        scratch_path(path, gnuplot, k / CAROM_FORMATS, (int)(k % CAROM_FORMATS));
        unlink(path);
    }
}

static carom_status commit_files(const carom_gnuplot_run *gnuplot, carom_file *file, size_t count,
                                 carom_error *error)
{
    for (size_t k = 0; k < count; k++) {
        int f = (int)(k % CAROM_FORMATS);
        if (carom_figure_file_is_made(gnuplot, k / CAROM_FORMATS, f)) {
            CAROM_TRY(finish_file(gnuplot, k / CAROM_FORMATS, f, &file[k], error));
        }
    }
    for (size_t k = 0; k < count; k++) {
        if (file[k].path != NULL) {
            CAROM_TRY(carom_file_commit(&file[k], error));
            carom_folder_add(gnuplot->figure_options->folder, file[k].path);
        }
    }
    return CAROM_OK;
}

carom_status carom_figure_files_commit(const carom_gnuplot_run *gnuplot, carom_error *error)
{
    size_t count = gnuplot->figures * CAROM_FORMATS;
    carom_file *file = calloc(count + 1, sizeof *file);
    carom_status status = file == NULL ? carom_error_no_memory(error)
                                       : commit_files(gnuplot, file, count, error);
    for (size_t k = 0; file != NULL && k < count; k++) {
        carom_file_discard(&file[k]);
    }
    free(file);
    return status;
}

/* ---- named figures ---- */

/* Index of a name in a list separated by commas; the length of the list if it is missing. */
static size_t find_name(const char *list, const char *name)
{
    size_t i = 0, size = strlen(name);
    while (*list != '\0' && (strcspn(list, ",") != size || strncmp(list, name, size) != 0)) {
        list += strcspn(list, ",");
        list += *list == ',';
        i++;
    }
    return i;
}

static size_t count_names(const char *list)
{
    return find_name(list, ",");
}

bool carom_figure_is_wanted(const carom_figure_options *figure_options, const char *name)
{
    carom_figure_list *list = figure_options->list;
    const char *names = list == NULL ? NULL : list->names;
    if (names == NULL) {
        return true;
    }
    if (find_name(list->existing, name) == count_names(list->existing)) {
        carom_text_append(list->existing, sizeof list->existing, "%s%s",
                          list->existing[0] == '\0' ? "" : ",", name);
    }
    size_t i = find_name(names, name);
    i = i < count_names(names) ? i : find_name(names, "all");
    list->found |= i < count_names(names) ? 1UL << (i % 32) : 0;
    return i < count_names(names);
}

carom_status carom_figure_list_check(const carom_figure_list *list, carom_error *error)
{
    const char *name = list->names == NULL || list->existing[0] == '\0' ? "" : list->names;
    for (size_t i = 0; *name != '\0'; i++) {
        int length = (int)strcspn(name, ",");
        if ((list->found >> (i % 32) & 1) == 0) {
            return carom_error_set(error, CAROM_INVALID, "",
                                   "--figures: no figure '%.*s'; there are: %s", length, name,
                                   list->existing);
        }
        name += length + (name[length] == ',');
    }
    return CAROM_OK;
}

/* ---- kept scripts ---- */

static carom_status copy_script(const carom_gnuplot_run *gnuplot, const char *from,
                                const char *folder, const char *name, carom_error *error)
{
    char *text = NULL;
    size_t length = 0;
    carom_file file = {.path = NULL};
    carom_status status = carom_file_read(from, &text, &length, error);
    CAROM_THEN(status, carom_file_open(&file, folder, name, error));
    if (status == CAROM_OK) {
        fwrite(text, 1, length, file.stream);
        status = carom_file_finish(&file, error);
    }
    if (status == CAROM_OK) {
        status = carom_file_commit(&file, error);
        carom_folder_add(gnuplot->figure_options->folder, file.path);
    }
    carom_file_discard(&file);
    free(text);
    return status;
}

static int is_gnuplot_script(const struct dirent *entry)
{
    return entry->d_name[0] != '.' && carom_text_ends_in(entry->d_name, ".gp");
}

carom_status carom_figure_scripts_copy(const carom_gnuplot_run *gnuplot, carom_error *error)
{
    const char *style = gnuplot->figure_options->style;
    char plots[PATH], folder[PATH], path[2 * PATH];
    struct dirent **entry = NULL;
    snprintf(plots, sizeof plots, "%.4900s/plots", gnuplot->figure_options->home);
    snprintf(folder, sizeof folder, "%.4900s/plots", gnuplot->directory);
    carom_status status = carom_directory_make(folder, error);
    int count = scandir(plots, &entry, is_gnuplot_script, alphasort);
    for (int i = 0; i < count; i++) {
        snprintf(path, sizeof path, "%s/%.300s", plots, entry[i]->d_name);
        CAROM_THEN(status, copy_script(gnuplot, path, folder, entry[i]->d_name, error));
        free(entry[i]);
    }
    free(entry);
    return status == CAROM_OK && style != NULL
             ? copy_script(gnuplot, style, folder, "own-style.gp", error)
             : status;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks and finishes the files that gnuplot has drawn in a scratch folder, and moves them to their
 * folder. */
#define _POSIX_C_SOURCE 200809L
#include "figures/figures.h"
#include <errno.h>
#include <unistd.h>

enum { PATH = 5000 };

/* ---- formats ---- */

const carom_figure_format carom_figure_formats[CAROM_FORMATS] = {
    [CAROM_PNG] = {".png", "png", "IEND\xae\x42\x60\x82", 8},
    [CAROM_SVG] = {".svg", "svg", "</svg>", 6},
    [CAROM_PDF] = {".pdf", "pdf", "%%EOF", 5},
    [CAROM_GIF] = {".gif", "gif", ";", 1},
    [CAROM_MP4] = {".mp4", NULL, "", 0}};

bool carom_figure_file_is_made(const carom_gnuplot_run *gnuplot, size_t i, int f)
{
    if (gnuplot->figure[i].failed) {
        return false;
    }
    if (gnuplot->figure[i].is_animation) {
        return f == CAROM_GIF || (f == CAROM_MP4 && gnuplot->filmed);
    }
    unsigned formats = gnuplot->figure_options->formats;
    return f <= CAROM_PDF &&
           ((formats == 0 ? 1U << CAROM_PNG | 1U << CAROM_SVG : formats) >> f & 1) != 0;
}

void carom_figure_scratch_name(char name[CAROM_SCRATCH_NAME], size_t i, int f)
{
    snprintf(name, CAROM_SCRATCH_NAME, "%zu%s", i, carom_figure_formats[f].ending);
}

static void scratch_path(char path[PATH], const carom_gnuplot_run *gnuplot, size_t i, int f)
{
    char name[CAROM_SCRATCH_NAME];
    carom_figure_scratch_name(name, i, f);
    snprintf(path, PATH, "%.4900s/%s", gnuplot->scratch, name);
}

/* ---- files ---- */

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
    if (!is_whole(made, length, f)) {
        return carom_error_set(
            error, CAROM_CANNOT_WRITE, "",
            "cannot write '%s/%s': gnuplot's file is cut off, as on a full disk; "
            "existing figures are unchanged",
            gnuplot->directory, name);
    }
    CAROM_TRY(carom_file_open(file, gnuplot->directory, name, error));
    if (f == CAROM_PDF) {
        blank_pdf_date(made, length);
    }
    fwrite(made, 1, length, file->stream);
    return carom_file_finish(file, error);
}

static carom_status finish_file(const carom_gnuplot_run *gnuplot, size_t i, int f, carom_file *file,
                                carom_error *error)
{
    char path[PATH], *made = NULL;
    size_t length = 0;
    scratch_path(path, gnuplot, i, f);
    if (access(path, F_OK) != 0) {
        return carom_error_set(error, CAROM_CANNOT_CREATE, "", "gnuplot did not draw '%s/%s%s'",
                               gnuplot->directory, gnuplot->figure[i].name,
                               carom_figure_formats[f].ending);
    }
    CAROM_TRY(carom_file_read(path, &made, &length, error));
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

/* What replaces a removed figure; the same name may have stood for others in other commands, which
 * the existing figures tell. NULL: nothing. */
static const char *advice_of(const carom_figure_list *list, const char *name)
{
    const char *instead = NULL;
    for (const char *at = list->existing; *at != '\0' && instead == NULL;) {
        char own[100];
        size_t length = strcspn(at, ",");
        snprintf(own, sizeof own, "%.*s", (int)length, at);
        instead = carom_removed_advice(strcmp(own, "scene") == 0 ? "figures" : own, name);
        at += length + (at[length] == ',');
    }
    return instead;
}

carom_status carom_figure_list_check(const carom_figure_list *list, carom_error *error)
{
    const char *name = list->names == NULL || list->existing[0] == '\0' ? "" : list->names;
    for (size_t i = 0; *name != '\0'; i++) {
        int length = (int)strcspn(name, ",");
        if ((list->found >> (i % 32) & 1) == 0) {
            char word[100];
            snprintf(word, sizeof word, "%.*s", length, name);
            const char *instead = advice_of(list, word);
            return carom_error_set(
                error, CAROM_INVALID, "", "--figures: %s'%s'%s; %s%s",
                instead == NULL ? "no figure " : "", word, instead == NULL ? "" : " was removed",
                instead == NULL ? "there are: " : instead, instead == NULL ? list->existing : "");
        }
        name += length + (name[length] == ',');
    }
    return CAROM_OK;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws the figures in a folder again. */
#define _POSIX_C_SOURCE 200809L
#include "figures/figures.h"
#include <dirent.h>
#include <errno.h>

/* ---- figures of studies ---- */

const char carom_drawing_suffix[] = ".figures.tsv";

static int is_drawing(const struct dirent *entry)
{
    return entry->d_name[0] != '.' && carom_text_ends_in(entry->d_name, carom_drawing_suffix);
}

/* ---- until all results use plot.h ---- */

static bool is_plot(const char *path)
{
    char *text = NULL;
    size_t length;
    bool is = carom_file_read(path, &text, &length, NULL) == CAROM_OK &&
              strstr(text, "\ntext\tFOOTER\t") != NULL;
    free(text);
    return is;
}

static carom_status redraw_plots(const char *directory, const carom_figure_options *options,
                                 carom_error *error)
{
    carom_plot *plot = NULL;
    carom_plot_options plot_options = {.home = options->home,
                                       .preset = options->preset->name,
                                       .formats = options->formats,
                                       .title = options->title,
                                       .stop = options->stop};
    char chosen[1000] = "";
    carom_status status = carom_plot_read(&plot, directory, error);
    for (size_t i = 0; plot != NULL && i < plot->rows; i++) {
        const carom_plot_row *row = &plot->row[i];
        if (row->kind >= CAROM_PLOT_FIGURE && carom_figure_is_wanted(options, row->name) &&
            (row->kind == CAROM_PLOT_FIGURE || options->list->names != NULL)) {
            carom_text_append(chosen, sizeof chosen, "%s%s", chosen[0] == '\0' ? "" : ",",
                              row->name);
        }
    }
    plot_options.figures = chosen;
    if (chosen[0] != '\0') {
        CAROM_THEN(status, carom_plot_draw(plot, directory, &plot_options, error));
    }
    carom_plot_free(plot);
    return status;
}

/* ---- redrawing ---- */

static carom_status redraw_study(const char *directory, const char *name,
                                 const carom_figure_options *figure_options, carom_error *error)
{
    char path[5000];
    carom_drawing drawing = {.item = NULL};
    snprintf(path, sizeof path, "%.4400s/%.300s", directory, name);
    if (is_plot(path)) {
        return CAROM_OK;
    }
    carom_status status = carom_drawing_read(&drawing, path, error);
    CAROM_THEN(status, carom_gnuplot_draw(&drawing, directory, figure_options, error));
    carom_drawing_free(&drawing);
    return status;
}

carom_status carom_figures_redraw(const char *directory, const carom_figure_options *figure_options,
                                  size_t *studies, carom_error *error)
{
    struct dirent **entry = NULL;
    int count = scandir(directory, &entry, is_drawing, alphasort);
    carom_status status = CAROM_OK;
    *studies = count > 0 ? (size_t)count : 0;
    if (count < 0 && errno != ENOENT && errno != ENOTDIR) {
        return carom_error_system(error, CAROM_CANNOT_READ, "read", directory, errno);
    }
    if (count <= 0) {
        free(entry);
        return carom_error_set(error, CAROM_CANNOT_READ, "",
                               "'%s' has no figures: no result has written a list of them "
                               "(compare.figures.tsv and so on)",
                               directory);
    }
    for (int i = 0; i < count; i++) {
        CAROM_THEN(status, redraw_study(directory, entry[i]->d_name, figure_options, error));
        free(entry[i]);
    }
    if (count > 0) {
        CAROM_THEN(status, redraw_plots(directory, figure_options, error));
    }
    free(entry);
    return status;
}

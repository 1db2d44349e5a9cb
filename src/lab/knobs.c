/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every parameter that can be turned, with all that its row says of it, as JSON. */
#include "lab/lab.h"
#include "run/run.h"
#include <string.h>

/* Balls written one by one beyond so many have no knobs of their own: nobody turns thousands. */
enum { MOST_ITEMS = 100, PATH_SIZE = 256 };

typedef struct {
    FILE *stream;
    bool first;
    const char *of; /* path of what the parameters are of; "": the scenario */
} writer;

static bool write_knob(void *context, carom_place place);

static void write_bound(FILE *stream, const char *key, double bound, double none)
{
    carom_lab_number(stream, false, key, bound == none ? NAN : bound);
}

static void write_words(FILE *stream, const carom_param *row)
{
    carom_lab_key(stream, false, "words");
    fputc('[', stream);
    for (size_t i = 0; row->type == CAROM_ENTRY && row->seam->entries[i] != NULL; i++) {
        fputs(i == 0 ? "" : ", ", stream);
        carom_json_string(stream, row->seam->entries[i]->name);
    }
    for (size_t i = 0; row->type != CAROM_ENTRY && row->words != NULL && row->words[i] != NULL;
         i++) {
        fputs(i == 0 ? "" : ", ", stream);
        carom_json_string(stream, row->words[i]);
    }
    fputc(']', stream);
}

static void write_value(FILE *stream, carom_place place)
{
    char text[CAROM_SOURCE_SIZE];
    carom_lab_key(stream, false, "value");
    if (carom_param_is_set(place)) {
        carom_param_format(place, text, sizeof text);
        carom_json_string(stream, text);
    } else {
        fputs("null", stream);
    }
}

static void write_row(const writer *w, carom_place place)
{
    static const char *const types[] = {"number", "count", "flag", "word", "text",
                                        "vector", "entry", "map",  "list"};
    const carom_param *row = place.row;
    char path[2 * PATH_SIZE];
    snprintf(path, sizeof path, "%s%s%s", w->of, w->of[0] == '\0' ? "" : ".", row->key);
    fputs(w->first ? "{" : ",\n{", w->stream);
    carom_lab_text(w->stream, true, "path", path);
    carom_lab_text(w->stream, false, "of", w->of);
    carom_lab_text(w->stream, false, "key", row->key);
    carom_lab_text(w->stream, false, "type", types[row->type]);
    carom_lab_text(w->stream, false, "unit", row->unit == NULL ? "" : row->unit);
    carom_lab_text(w->stream, false, "doc", row->doc);
    write_value(w->stream, place);
    carom_lab_key(w->stream, false, "fallback");
    if (row->fallback == NULL) {
        fputs("null", w->stream);
    } else {
        carom_json_string(w->stream, row->fallback);
    }
    write_bound(w->stream, "lowest", row->lowest, CAROM_ANY_LOW);
    write_bound(w->stream, "highest", row->highest, CAROM_ANY_HIGH);
    carom_lab_text(w->stream, false, "instead_of", row->instead_of == NULL ? "" : row->instead_of);
    write_words(w->stream, row);
    fputc('}', w->stream);
}

static void write_below(writer *w, const carom_param *fields, void *options, const char *segment)
{
    char path[2 * PATH_SIZE];
    writer below = {w->stream, w->first, path};
    snprintf(path, sizeof path, "%s%s%s", w->of, w->of[0] == '\0' ? "" : ".", segment);
    path[PATH_SIZE - 1] = '\0';
    carom_params_each(fields, options, write_knob, &below);
    w->first = below.first;
}

/* What an item of a list is reached by: its name, else its position, also where --set would take
 * the name for another; what `place` says of a ball of a group, as that ball's. */
static void write_item(writer *w, carom_place place, size_t i)
{
    const carom_list *list = carom_place_list(place);
    void *item = (char *)list->items + i * place.row->size;
    bool placed = strcmp(place.row->key, "place") == 0;
    carom_place name = carom_params_find(place.row->fields, item, placed ? "ball" : "name");
    char segment[PATH_SIZE / 2], text[CAROM_NAME_SIZE] = "";
    if (name.row != NULL && strcmp(place.row->key, "groups") != 0) {
        carom_param_format(name, text, sizeof text);
    }
    if (text[0] != '\0' && strpbrk(text, "=\n") == NULL && strcmp(text, "*") != 0) {
        snprintf(segment, sizeof segment, "%.40s.%.63s", placed ? "balls" : place.row->key, text);
    } else {
        snprintf(segment, sizeof segment, "%.40s.%zu", place.row->key, i);
    }
    write_below(w, place.row->fields, item, segment);
}

/* What is said of the balls and the solvers is turned; what is done with runs is not. */
static bool is_turned(const carom_param *row)
{
    static const char *const kept[] = {"carom",       "title",      "source",   "checks",
                                       "figures",     "trace",      "sweep",    "divergence",
                                       "convergence", "statistics", "schedule", "samples"};
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++) {
        if (strcmp(row->key, kept[i]) == 0) {
            return false;
        }
    }
    return row->key[0] != '\0';
}

static bool write_knob(void *context, carom_place place)
{
    writer *w = context;
    const carom_list *list;
    bool whose = place.row == &carom_placement_rows[0];
    if (whose || (w->of[0] == '\0' && !is_turned(place.row))) {
        return true;
    }
    switch (place.row->type) {
    case CAROM_MAP:
        write_below(w, place.row->fields, carom_place_value(place), place.row->key);
        break;
    case CAROM_LIST:
        list = carom_place_list(place);
        for (size_t i = 0; i < list->count && list->count <= MOST_ITEMS; i++) {
            write_item(w, place, i);
        }
        break;
    default: write_row(w, place); w->first = false;
    }
    return true;
}

carom_status carom_lab_say_knobs(carom_lab *lab, carom_error *error)
{
    carom_lab_words words;
    carom_status status = carom_lab_words_begin(&words, lab, CAROM_LAB_KNOBS, error);
    if (status == CAROM_OK) {
        writer w = {words.stream, true, ""};
        fputs("[", words.stream);
        carom_params_each(carom_scenario_rows, &lab->scenario, write_knob, &w);
        fputs("]", words.stream);
        status = carom_lab_words_end(&words, error);
    }
    return status;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes a scenario in canonical form, as YAML or as JSON: every key, groups as single balls,
 * numbers in the shortest form that gives the same bits. Writing it again changes nothing. */
#include "scenario/scenario.h"

typedef struct {
    FILE *stream;
    bool json;
    const char *indent;  /* of the lines of JSON after the first */
    const char *between; /* before the next pair of a mapping */
} writer;

/* ---- scalars ---- */

/* Readers of YAML 1.1 take 1e6 and 1e+06 for texts: their numbers need a point and a sign. */
static void write_number(const writer *w, double value)
{
    char text[40];
    carom_number_format_short(value, text, sizeof text);
    size_t mantissa = strcspn(text, "e");
    if (w->json && !isfinite(value)) {
        carom_quoted_write(w->stream, text);
    } else if (w->json || text[mantissa] == '\0') {
        fputs(text, w->stream);
    } else {
        const char *sign = text + mantissa + 1, *digits = sign + 1 + strspn(sign + 1, "0");
        fprintf(w->stream, "%.*s%se%c%s", (int)mantissa, text,
                memchr(text, '.', mantissa) == NULL ? ".0" : "", *sign, digits);
    }
}

static void write_scalar(const writer *w, carom_param_ref param)
{
    const double *number = carom_param_value(param);
    char text[CAROM_SOURCE_SIZE];
    carom_param_format(param, text, sizeof text);
    bool is_word = param.row->type == CAROM_WORD || param.row->type == CAROM_ENTRY ||
                   (param.row->type == CAROM_NUMBER && param.row->words != NULL && isinf(*number));
    if (param.row->type == CAROM_VECTOR) {
        fputs("[", w->stream);
        write_number(w, number[0]);
        fputs(", ", w->stream);
        write_number(w, number[1]);
        fputs("]", w->stream);
    } else if (param.row->type == CAROM_NUMBER && !is_word) {
        write_number(w, *number);
    } else if (param.row->type == CAROM_TEXT || (is_word && w->json)) {
        carom_quoted_write(w->stream, text);
    } else {
        fputs(text, w->stream);
    }
}

/* ---- lists and mappings in one line ---- */

static void write_key(const writer *w, const char *key)
{
    const char *quote = w->json ? "\"" : "";
    fprintf(w->stream, "%s%s%s:", quote, key, quote);
}

static bool write_pair(void *context, carom_param_ref param);

static void write_map(const writer *w, const carom_param *rows, void *options)
{
    writer inner = *w;
    inner.between = "";
    fputs("{ ", w->stream);
    carom_params_each(rows, options, write_pair, &inner);
    fputs(" }", w->stream);
}

static void write_list(const writer *w, const carom_param *row, const carom_list *list)
{
    const carom_param *fields = row->fields;
    fputs("[", w->stream);
    for (size_t i = 0; i < list->count; i++) {
        void *item = (char *)list->items + i * row->size;
        carom_param_ref only = {fields, item};
        fputs(i == 0 ? "" : ", ", w->stream);
        if (fields->key[0] != '\0') {
            write_map(w, fields, item);
        } else if (fields->type != CAROM_LIST) {
            write_scalar(w, only);
        } else if (fields->scalar_sets_all && carom_param_list(only)->count == 1) {
            write_scalar(w, (carom_param_ref){fields->fields, carom_param_list(only)->items});
        } else {
            write_list(w, fields, item);
        }
    }
    fputs("]", w->stream);
}

/* True if an older key gives the value: read together, the older one would be ignored. */
static bool is_given_by_older_key(carom_param_ref param)
{
    for (const carom_param *row = param.row + 1; row->key != NULL; row++) {
        if (row->unless != NULL && strcmp(row->unless, param.row->key) == 0 &&
            *(const int *)carom_param_value((carom_param_ref){row, param.options}) != 0) {
            return true;
        }
    }
    return false;
}

/* An empty text is written if it differs from the default. */
static bool is_written(carom_param_ref param)
{
    const char *fallback = param.row->fallback;
    if (is_given_by_older_key(param)) {
        return false;
    }
    if (param.row->type == CAROM_TEXT && fallback != NULL && fallback[0] != '\0') {
        return true;
    }
    return param.row->type == CAROM_LIST ? carom_param_list(param)->count > 0
                                         : carom_param_is_set(param);
}

static void write_value(const writer *w, carom_param_ref param)
{
    fputs(" ", w->stream);
    if (param.row->type == CAROM_MAP) {
        write_map(w, param.row->fields, carom_param_value(param));
    } else if (param.row->type == CAROM_LIST) {
        write_list(w, param.row, carom_param_list(param));
    } else {
        write_scalar(w, param);
    }
}

static bool write_pair(void *context, carom_param_ref param)
{
    writer *w = context;
    if (is_written(param)) {
        fputs(w->between, w->stream);
        w->between = ", ";
        write_key(w, param.row->key);
        write_value(w, param);
    }
    return true;
}

/* ---- the whole: a line for each key, and for each item of a list of mappings ---- */

static void begin_item(const writer *w, size_t i)
{
    if (w->json) {
        fprintf(w->stream, "%s\n%s    ", i == 0 ? " [" : ",", w->indent);
    } else {
        fputs("\n  - ", w->stream);
    }
}

/* Balls of groups come after the others. */
static void write_balls(const writer *w, const carom_param *fields, const carom_problem *problem)
{
    for (size_t i = 0; i < problem->count; i++) {
        carom_scenario_ball item = {.ball = problem->ball[i], .density_kgpm3 = NAN};
        snprintf(item.name, sizeof item.name, "%s", item.ball.name);
        snprintf(item.material, sizeof item.material, "%s", item.ball.material);
        begin_item(w, i);
        write_map(w, fields, &item);
    }
}

/* True for a section without which the scenario means the same. */
static bool is_left_out(carom_param_ref param)
{
    const carom_scenario *s = param.options;
    const char *key = param.row->key;
    if (param.row->type == CAROM_LIST && strcmp(key, "balls") != 0) {
        return strcmp(key, "groups") == 0 || carom_param_list(param)->count == 0;
    }
    return strcmp(key, "drag") == 0 /* converted to air_drag */ ||
           (strcmp(key, "wall_material") == 0 && s->problem.wall_material[0] == '\0') ||
           (strcmp(key, "sweep") == 0 && s->sweep.parameters.count == 0) ||
           (strcmp(key, "trace") == 0 && s->trace.contacts.count == 0) ||
           (strcmp(key, "gradient") == 0 && s->gradient.of[0] == '\0' &&
            s->gradient.by.count == 0) ||
           (strcmp(key, "fit") == 0 && s->fit.to[0] == '\0' && s->fit.by.count == 0) ||
           (strcmp(key, "audit") == 0 && !(s->audit.within > 0)) ||
           (strcmp(key, "view") == 0 && s->view.chart == 0 && !s->view.trails &&
            s->view.zoom == 1 && s->view.knobs.count == 0);
}

static bool write_top(void *context, carom_param_ref param)
{
    writer *w = context;
    const carom_param *row = param.row;
    bool balls = strcmp(row->key, "balls") == 0;
    if (is_left_out(param)) {
        return true;
    }
    if (w->json) {
        fprintf(w->stream, "%s\n%s  ", w->between, w->indent);
    }
    w->between = ",";
    write_key(w, row->key);
    if (balls) {
        write_balls(w, row->fields, &((const carom_scenario *)param.options)->problem);
    } else if (row->type == CAROM_LIST && row->fields->key[0] != '\0') {
        const carom_list *list = carom_param_list(param);
        for (size_t i = 0; i < list->count; i++) {
            begin_item(w, i);
            write_map(w, row->fields, (char *)list->items + i * row->size);
        }
    } else {
        write_value(w, param);
    }
    if (w->json && row->type == CAROM_LIST && row->fields->key[0] != '\0') {
        fprintf(w->stream, "\n%s  ]", w->indent);
    }
    fputs(w->json ? "" : "\n", w->stream);
    return true;
}

void carom_scenario_write(const carom_scenario *scenario, FILE *stream)
{
    carom_scenario copy = *scenario; /* shallow: the visitor takes no const */
    carom_params_each(carom_scenario_rows, &copy, write_top, &(writer){.stream = stream});
}

void carom_scenario_write_json(const carom_scenario *scenario, FILE *stream, const char *indent)
{
    carom_scenario copy = *scenario;
    writer w = {.stream = stream, .json = true, .indent = indent, .between = ""};
    fputc('{', stream);
    carom_params_each(carom_scenario_rows, &copy, write_top, &w);
    fprintf(stream, "\n%s}\n", indent);
}

char *carom_scenario_text(const carom_scenario *scenario)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = carom_text_open(&text, &size);
    carom_scenario_write(scenario, stream);
    fclose(stream);
    return text;
}

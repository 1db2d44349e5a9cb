/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes a scenario as canonical YAML: every key, groups as single balls, numbers in
 * the shortest form that gives the same bits. Writing it again changes nothing. The same as JSON.
 * Copies of scenarios. */
#include "scenario/scenario.h"
#include <ctype.h>

typedef struct {
    FILE *stream;
    const char *separator; /* before the next pair of a flow mapping */
} writer;

static void write_text(FILE *stream, const char *text)
{
    fputc('"', stream);
    for (const unsigned char *c = (const unsigned char *)text; *c != '\0'; c++) {
        if (*c == '"' || *c == '\\') {
            fprintf(stream, "\\%c", *c);
        } else if (*c < 0x20 || *c == 0x7f) {
            fprintf(stream, "\\x%02x", *c);
        } else {
            fputc(*c, stream);
        }
    }
    fputc('"', stream);
}

static void write_scalar(FILE *stream, carom_param_ref param)
{
    char text[CAROM_SOURCE_SIZE];
    carom_param_format(param, text, sizeof text);
    if (param.row->type == CAROM_TEXT) {
        write_text(stream, text);
    } else {
        fputs(text, stream);
    }
}

static bool write_pair(void *context, carom_param_ref param);

static void write_flow(FILE *stream, const carom_param *rows, void *options)
{
    writer inner = {stream, ""};
    fputs("{ ", stream);
    carom_params_each(rows, options, write_pair, &inner);
    fputs(" }", stream);
}

static void write_flow_list(FILE *stream, const carom_param *row, const carom_list *list);

/* A list with a single scalar is written as the scalar where that is allowed. */
static void write_inner_list(FILE *stream, const carom_param *row, const carom_list *list)
{
    if (row->scalar_sets_all && list->count == 1) {
        write_scalar(stream, (carom_param_ref){row->fields, list->items});
    } else {
        write_flow_list(stream, row, list);
    }
}

static void write_flow_list(FILE *stream, const carom_param *row, const carom_list *list)
{
    fputs("[", stream);
    for (size_t i = 0; i < list->count; i++) {
        void *item = (char *)list->items + i * row->size;
        fputs(i == 0 ? "" : ", ", stream);
        if (row->fields[0].type == CAROM_LIST && row->fields[0].key[0] == '\0') {
            write_inner_list(stream, row->fields, item);
        } else if (row->fields[0].key[0] == '\0') {
            write_scalar(stream, (carom_param_ref){row->fields, item});
        } else {
            write_flow(stream, row->fields, item);
        }
    }
    fputs("]", stream);
}

/* An empty text is written if it differs from the default. */
static bool is_written(carom_param_ref param)
{
    const carom_list *list = carom_param_list(param);
    if (param.row->type == CAROM_TEXT && param.row->fallback != NULL &&
        param.row->fallback[0] != '\0') {
        return true;
    }
    if (param.row->type == CAROM_LIST) {
        return list->count > 0;
    }
    return carom_param_is_set(param);
}

static bool write_pair(void *context, carom_param_ref param)
{
    writer *w = context;
    void *value = carom_param_value(param);
    if (!is_written(param)) {
        return true;
    }
    fprintf(w->stream, "%s%s: ", w->separator, param.row->key);
    w->separator = ", ";
    if (param.row->type == CAROM_MAP) {
        write_flow(w->stream, param.row->fields, value);
    } else if (param.row->type == CAROM_LIST) {
        write_flow_list(w->stream, param.row, value);
    } else {
        write_scalar(w->stream, param);
    }
    return true;
}

static void write_block_list(FILE *stream, const carom_param *row, const carom_list *list)
{
    fprintf(stream, "%s:\n", row->key);
    for (size_t i = 0; i < list->count; i++) {
        fputs("  - ", stream);
        write_flow(stream, row->fields, (char *)list->items + i * row->size);
        fputs("\n", stream);
    }
}

static void write_list(FILE *stream, const carom_param *row, const carom_list *list)
{
    if (row->fields[0].key[0] != '\0') {
        write_block_list(stream, row, list);
        return;
    }
    fprintf(stream, "%s: ", row->key);
    write_flow_list(stream, row, list);
    fputs("\n", stream);
}

/* Balls of groups come after the others. */
static void write_balls(FILE *stream, const carom_param *row, const carom_scenario *scenario)
{
    const carom_problem *problem = &scenario->problem;
    fprintf(stream, "%s:\n", row->key);
    for (size_t i = 0; i < problem->count; i++) {
        carom_scenario_ball item = {.ball = problem->ball[i], .density_kgpm3 = NAN};
        snprintf(item.name, sizeof item.name, "%s", item.ball.name);
        snprintf(item.material, sizeof item.material, "%s", item.ball.material);
        fputs("  - ", stream);
        write_flow(stream, row->fields, &item);
        fputs("\n", stream);
    }
}

static bool write_top(void *context, carom_param_ref param)
{
    writer *w = context;
    void *value = carom_param_value(param);
    const carom_scenario *scenario = param.options;
    if (strcmp(param.row->key, "groups") == 0 ||
        (strcmp(param.row->key, "wall_material") == 0 && *(const char *)value == '\0')) {
        return true; /* contained in the balls; or unknown */
    }
    if (strcmp(param.row->key, "balls") == 0) {
        write_balls(w->stream, param.row, scenario);
    } else if (param.row->type == CAROM_LIST) {
        if (((const carom_list *)value)->count > 0) {
            write_list(w->stream, param.row, value);
        }
    } else if (param.row->type != CAROM_MAP) {
        fprintf(w->stream, "%s: ", param.row->key);
        write_scalar(w->stream, param);
        fputs("\n", w->stream);
    } else if (strcmp(param.row->key, "drag") == 0) {
        return true; /* converted to air_drag */
    } else if ((strcmp(param.row->key, "sweep") != 0 || scenario->sweep.parameters.count > 0) &&
               (strcmp(param.row->key, "trace") != 0 || scenario->trace.contacts.count > 0) &&
               (strcmp(param.row->key, "gradient") != 0 || scenario->gradient.of[0] != '\0' ||
                scenario->gradient.by.count > 0) &&
               (strcmp(param.row->key, "fit") != 0 || scenario->fit.to[0] != '\0' ||
                scenario->fit.by.count > 0) &&
               (strcmp(param.row->key, "audit") != 0 || scenario->audit.within > 0) &&
               (strcmp(param.row->key, "view") != 0 || !carom_view_is_default(&scenario->view))) {
        fprintf(w->stream, "%s: ", param.row->key);
        write_flow(w->stream, param.row->fields, value);
        fputs("\n", w->stream);
    }
    return true;
}

void carom_scenario_write(const carom_scenario *scenario, FILE *stream)
{
    carom_scenario copy = *scenario; /* shallow: the visitor takes no const */
    writer w = {stream, ""};
    carom_params_each(carom_scenario_rows, &copy, write_top, &w);
}

char *carom_scenario_text(const carom_scenario *scenario)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = carom_text_open(&text, &size);
    if (stream == NULL) {
        return NULL;
    }
    carom_scenario_write(scenario, stream);
    return carom_text_close(stream, &text) ? text : NULL;
}

/* ---- the canonical form as JSON ---- */

/* True for flags and numbers, which are unquoted in JSON too. JSON has no 007, .5 and 1. (with
 * nothing after the point). */
static bool is_bare(const char *text)
{
    const char *digits = text + (text[0] == '-'), *point = strchr(text, '.');
    double value;
    return strcmp(text, "true") == 0 || strcmp(text, "false") == 0 ||
           (carom_number_parse(text, &value) && isfinite(value) &&
            isdigit((unsigned char)digits[0]) &&
            (digits[0] != '0' || !isalnum((unsigned char)digits[1])) &&
            (point == NULL || isdigit((unsigned char)point[1])));
}

static void write_part(FILE *stream, const char *text, size_t length, bool quoted)
{
    char part[CAROM_NAME_SIZE] = "";
    snprintf(part, sizeof part, "%.*s", length < sizeof part ? (int)length : 0, text);
    const char *quote = !quoted && is_bare(part) ? "" : "\"";
    fprintf(stream, "%s%.*s%s", quote, (int)length, text, quote);
}

/* Copies a text after its opening quote; JSON has no \x. Values of a sweep are of any type: numbers
 * and flags among them lose their quotes. @return the character after the text */
static const char *copy_quoted(const char *c, FILE *stream, bool any_type)
{
    size_t length = strcspn(c, "\"\\");
    if (c[length] == '"') {
        write_part(stream, c, length, !any_type);
        return c + length + 1;
    }
    fputc('"', stream);
    while (*c != '"' && *c != '\0') {
        bool escaped = c[0] == '\\' && c[1] != '\0', hexadecimal = escaped && c[1] == 'x';
        fprintf(stream, hexadecimal ? "\\u00" : "%.*s", escaped ? 2 : 1, c);
        c += escaped ? 2 : 1;
    }
    fputc('"', stream);
    return c + (*c == '"');
}

/* Copies a line from @p c: keys, words and numbers get quotes where needed. @return its end */
static const char *copy_line(const char *c, FILE *stream)
{
    bool values = false; /* after the key `values` of a sweep */
    while (*c != '\n' && *c != '\0') {
        size_t length = strcspn(c, ":,]} \n");
        if (*c == '"') {
            c = copy_quoted(c + 1, stream, values);
        } else if (strchr(" :,[]{}", *c) != NULL) {
            fputc(*c++, stream);
        } else {
            values = length == strlen("values") && strncmp(c, "values", length) == 0;
            write_part(stream, c, length, false);
            c += length;
        }
    }
    return c;
}

static void begin_line(FILE *stream, const char *before, const char *indent, const char *more)
{
    fprintf(stream, "%s\n%s%s", before, indent, more);
}

void carom_scenario_write_json(const char *text, FILE *stream, const char *indent)
{
    const char *before = "{";
    bool in_list = false;
    while (*text != '\0') {
        bool item = *text == ' '; /* "  - " before the item of a list */
        if (in_list && !item) {
            begin_line(stream, "", indent, "  ]");
        }
        begin_line(stream, item ? (in_list ? "," : " [") : before, indent, item ? "    " : "  ");
        text = copy_line(text + (item ? strlen("  - ") : 0), stream);
        text += *text == '\n';
        in_list = item;
        before = ",";
    }
    if (in_list) {
        begin_line(stream, "", indent, "  ]");
    }
    begin_line(stream, "", indent, "}\n");
}

/* ---- copies, also with another seed ---- */

/* Let the balls of a copy point to its own texts. */
static void point_to_texts(carom_scenario_ball *ball, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        ball[i].ball.name = ball[i].name;
        ball[i].ball.material = ball[i].material;
    }
}

carom_status carom_scenario_copy(carom_scenario *copy, const carom_scenario *from,
                                 carom_error *error)
{
    carom_status rows, problem;
    *copy = *from;
    copy->block = NULL;
    rows = carom_params_copy(carom_scenario_rows, copy, error);
    point_to_texts(copy->balls.items, copy->balls.count);
    problem = carom_problem_copy(&copy->problem, &from->problem, error);
    return rows == CAROM_OK ? problem : rows;
}

static carom_status set_seed(carom_scenario *scenario, long long seed, carom_error *error)
{
    char text[32];
    snprintf(text, sizeof text, "%lld", seed);
    return carom_param_parse(carom_params_find(carom_scenario_rows, scenario, "seed"), text, error);
}

/* Generate the balls of the groups again. Their drag does not depend on the seed and is copied. */
static carom_status regenerate(carom_scenario *copy, const carom_scenario *from,
                               carom_messages *messages)
{
    copy->problem.count = copy->balls.count;
    CAROM_TRY(carom_scenario_generate(copy, NULL, messages));
    for (size_t i = copy->balls.count; i < copy->problem.count; i++) {
        copy->problem.ball[i].air_drag = from->problem.ball[i].air_drag;
    }
    if (messages->errors == 0) {
        CAROM_TRY(carom_scenario_validate_balls(copy, NULL, messages));
    }
    return messages->lost ? CAROM_NO_MEMORY : CAROM_OK;
}

carom_status carom_scenario_copy_of_seed(carom_scenario *copy, const carom_scenario *from,
                                         long long seed, carom_error *error)
{
    carom_messages messages = {.item = NULL};
    carom_error wrong = {CAROM_OK, "", ""};
    const char *why = NULL;
    carom_status status = carom_scenario_copy(copy, from, error);
    if (status == CAROM_OK && set_seed(copy, seed, &wrong) != CAROM_OK) {
        why = wrong.text;
    } else if (status == CAROM_OK && copy->groups.count > 0) {
        status = regenerate(copy, from, &messages);
        why = messages.errors > 0 ? messages.item[0].text : NULL;
    }
    if (status != CAROM_OK) {
        carom_reading_status(status, error);
    } else if (why != NULL) {
        status = carom_error_set(error, CAROM_INVALID, "seed",
                                 "%lld gives an invalid scenario: %.300s", seed, why);
    }
    carom_messages_free(&messages);
    return status;
}

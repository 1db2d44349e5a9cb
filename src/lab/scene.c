/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sends a scenario and its parameters to the listener as JSON; opens scenarios. */
#define _POSIX_C_SOURCE 200809L
#include "lab/lab.h"
#include "plot/plot.h"
#include "run/run.h"

/* ---- the table ---- */

typedef struct {
    FILE *stream;
    int digits;
    bool first;
} outline;

static void write_point(void *context, carom_vec at)
{
    outline *line = context;
    fprintf(line->stream, line->first ? "[%.*g,%.*g]" : ",[%.*g,%.*g]", line->digits, at.x,
            line->digits, at.y);
    line->first = false;
}

static void write_outline(FILE *stream, const carom_problem *problem, int digits)
{
    carom_json_write(stream, "width_m:#,height_m:#,outline:[", problem->width_m, problem->height_m);
    carom_walls_draw(problem, write_point, &(outline){stream, digits, true});
    fputc(']', stream);
}

static void write_table(FILE *stream, const carom_problem *problem)
{
    size_t walls = carom_walls_count(problem);
    carom_json_write(stream, ", table: {walls: [");
    for (size_t i = 0; i < walls; i++) {
        carom_json_write(stream, i == 0 ? "$" : ", $", carom_wall_name(problem, i));
    }
    fputs("], ", stream);
    write_outline(stream, problem, 17);
    fputc('}', stream);
}

/* ---- solvers ---- */

/* Key of a solver's integrator, or of its kind. True if the name is that of another integrator. */
static bool write_method_key(const carom_scenario_solver *solver, char *key, size_t size)
{
    carom_param_ref place = carom_params_find(solver->kind.entry->params, solver->kind.options,
                                              "integrator");
    snprintf(key, size, "%s", carom_solver_display_name(&solver->kind));
    if (place.row == NULL) {
        return false;
    }
    carom_param_format(place, key, size);
    return place.row->type == CAROM_ENTRY &&
           carom_interface_find(place.row->interface, solver->name) != NULL &&
           strcmp(solver->name, key) != 0;
}

/* Label of a solver: its own, or its method where its own would be false: "Velocity Verlet". Equal
 * labels get the number of the solver. */
static void write_label(const carom_lab *lab, size_t i, char *label, size_t size)
{
    const carom_scenario *scenario = &lab->scenario;
    const carom_scenario_solver *solver = carom_scenario_solver_at(scenario, i);
    char method[CAROM_SOURCE_SIZE], word[CAROM_NAME_SIZE], *rest = NULL;
    bool is_false = write_method_key(solver, method, sizeof method);
    if (solver->label[0] != '\0' || (!is_false && strcmp(solver->name, method) != 0)) {
        carom_solver_label(scenario, solver->name, label, size);
        return;
    }
    label[0] = '\0';
    for (char *next = strtok_r(method, "_", &rest); next != NULL;
         next = strtok_r(NULL, "_", &rest)) {
        carom_solver_capitalize(next, word, sizeof word);
        carom_text_append(label, size, "%s%s", label[0] == '\0' ? "" : " ", word);
    }
    carom_solver_append_differences(scenario, solver, label, size);
    for (size_t k = 0; k < i; k++) {
        char other[CAROM_SOLVER_LABEL_SIZE + CAROM_NAME_SIZE];
        write_label(lab, k, other, sizeof other);
        if (strcmp(label, other) == 0) {
            carom_text_append(label, size, " (%zu)", i + 1);
            return;
        }
    }
}

static void write_solver(FILE *stream, const carom_lab *lab, size_t i)
{
    const carom_scenario *scenario = &lab->scenario;
    const carom_scenario_solver *solver = carom_scenario_solver_at(scenario, i);
    char label[CAROM_SOLVER_LABEL_SIZE + CAROM_NAME_SIZE], text[sizeof label];
    int style = carom_solver_line_style(scenario, solver->name);
    write_label(lab, i, label, sizeof label);
    carom_label_in_text(label, text, sizeof text);
    carom_json_write(stream,
                     "{label: $, text: $, hue: #, variant: #, soft: ?, exact: ?, stepped: ?}",
                     label, text, (double)(style % 10), (double)(style / 10),
                     carom_solver_has_traits(&solver->kind, CAROM_SOFT),
                     carom_solver_has_traits(&solver->kind, CAROM_EXACT),
                     carom_solver_has_traits(&solver->kind, CAROM_TIME_STEPPED));
}

/* ---- the whole scene ---- */

/* Columns of CAROM_LAB_NUMBERS, for each solver. */
static void write_columns(FILE *stream, const carom_problem *problem)
{
    carom_json_write(stream, ", columns: [");
    for (const carom_column *c = carom_series_columns(problem) + 1; c->name != NULL; c++) {
        carom_json_write(stream, "{name: $, unit: $, doc: $}, ", c->name, c->unit, c->doc);
    }
    carom_json_write(stream, "{name: $, unit: $, doc: $}]", "rms_m", "m",
                     "root mean square over the balls of the distance to the reference's");
}

static void report_scene(carom_lab *lab, const carom_messages *messages)
{
    const carom_scenario *scenario = &lab->scenario;
    carom_lab_message message;
    carom_lab_message_open(&message, lab, CAROM_LAB_SCENE);
    FILE *stream = message.stream;
    carom_json_write(stream, "{spins: ?, reference: #, own: #, solvers: [",
                     carom_problem_spins(&scenario->problem),
                     (double)carom_scenario_reference(scenario), (double)scenario->balls.count);
    for (size_t i = 0; i < scenario->solvers.count; i++) {
        fputs(i == 0 ? "" : ", ", stream);
        write_solver(stream, lab, i);
    }
    fputc(']', stream);
    write_table(stream, &scenario->problem);
    write_columns(stream, &scenario->problem);
    carom_json_write(stream, ", text: $, messages: ", lab->text);
    carom_lab_write_messages(stream, messages);
    carom_json_write(stream, ", keys: ");
    carom_scenario_write_json(scenario, stream, "");
    fputc('}', stream);
    carom_lab_message_send(&message);
}

/* ---- the first picture ---- */

void carom_lab_first_write(FILE *stream, const carom_scenario *scenario)
{
    static const char *const boundary[] = {
        [CAROM_WALLS] = "walls", [CAROM_PERIODIC] = "periodic", [CAROM_OPEN] = "open"};
    const carom_problem *problem = &scenario->problem;
    carom_json_write(stream, "{solvers:#,zoom:#,table:{boundary:$,",
                     (double)scenario->solvers.count, scenario->view.zoom,
                     boundary[problem->boundary]);
    write_outline(stream, problem, 5);
    carom_json_write(stream, "},balls:[");
    for (size_t i = 0; i < problem->count; i++) {
        const carom_ball *ball = &problem->ball[i];
        carom_json_write(stream, i == 0 ? "{name:&" : ",{name:&", ball->name);
        fprintf(stream, ",\"x_m\":%.6g,\"y_m\":%.6g,\"vx_mps\":%.6g,\"vy_mps\":%.6g", ball->x_m,
                ball->y_m, ball->vx_mps, ball->vy_mps);
        fprintf(stream, ",\"radius_m\":%.6g%s}", ball->radius_m,
                ball->fixed ? ",\"fixed\":true" : "");
    }
    fputs("]}", stream);
}

/* ---- knobs ---- */

/* Every adjustable parameter with the data of its row, as JSON. */

/* Longer lists of balls get no knobs. */
enum { MOST_ITEMS = 100, PATH_SIZE = 512 };

typedef struct {
    FILE *stream;
    bool first;
    char of[PATH_SIZE]; /* path of the owner of the parameters; "" for the scenario */
} writer;

static bool write_knob(void *context, carom_param_ref place);

static void write_row(writer *w, carom_param_ref place)
{
    const carom_param *row = place.row;
    char path[2 * PATH_SIZE], value[CAROM_SOURCE_SIZE];
    const bool is_set = carom_param_is_set(place);
    if (is_set) {
        carom_param_format(place, value, sizeof value);
    }
    snprintf(path, sizeof path, "%s%s%s", w->of, w->of[0] == '\0' ? "" : ".", row->key);
    fputs(w->first ? "" : ",\n", w->stream);
    carom_json_write(w->stream, "{path: $, of: $, key: $, unit: $, doc: $, value: $, fallback: $, ",
                     path, w->of, row->key, row->unit == NULL ? "" : row->unit, row->doc,
                     is_set ? value : NULL, row->fallback);
    carom_param_write_json(w->stream, row);
    fputc('}', w->stream);
    w->first = false;
}

/* Writes the parameters below a key, or below an item of its list. */
static void write_below(writer *w, const carom_param *row, const char *item, void *options)
{
    size_t length = strlen(w->of);
    carom_text_append(w->of, sizeof w->of, "%s%s%s%s", length == 0 ? "" : ".", row->key,
                      item[0] == '\0' ? "" : ".", item);
    carom_params_each(row->fields, options, write_knob, w);
    w->of[length] = '\0';
}

/* Writes the parameters of a list item under its name, or under its index if --set could not parse
 * the name. */
static void write_item(writer *w, carom_param_ref place, size_t i)
{
    void *item = (char *)carom_param_list(place)->items + i * place.row->size;
    carom_param_ref name = carom_params_find(place.row->fields, item, "name");
    char text[CAROM_NAME_SIZE] = "";
    if (name.row != NULL && strcmp(place.row->key, "groups") != 0) {
        carom_param_format(name, text, sizeof text);
    }
    if (text[0] == '\0' || strpbrk(text, "=\n") != NULL || strcmp(text, "*") == 0) {
        snprintf(text, sizeof text, "%zu", i);
    }
    write_below(w, place.row, text, item);
}

/* True for parameters of the physical situation and of solvers, false for output and studies. */
static bool is_knob(const carom_param *row)
{
    static const char *const excluded[] = {"carom",       "title",      "source",   "checks",
                                           "figures",     "trace",      "sweep",    "divergence",
                                           "convergence", "statistics", "gradient", "fit",
                                           "audit",       "schedule",   "samples",  "view"};
    for (size_t i = 0; i < sizeof excluded / sizeof excluded[0]; i++) {
        if (strcmp(row->key, excluded[i]) == 0) {
            return false;
        }
    }
    return row->key[0] != '\0';
}

static bool write_knob(void *context, carom_param_ref place)
{
    writer *w = context;
    const carom_list *list;
    if (w->of[0] == '\0' && !is_knob(place.row)) {
        return true;
    }
    switch (place.row->type) {
    case CAROM_MAP: write_below(w, place.row, "", carom_param_value(place)); break;
    case CAROM_LIST:
        list = carom_param_list(place);
        for (size_t i = 0; i < list->count && list->count <= MOST_ITEMS; i++) {
            write_item(w, place, i);
        }
        break;
    default: write_row(w, place);
    }
    return true;
}

static void report_knobs(carom_lab *lab)
{
    carom_lab_message message;
    carom_lab_message_open(&message, lab, CAROM_LAB_KNOBS);
    writer w = {.stream = message.stream, .first = true};
    fputs("[", message.stream);
    carom_params_each(carom_scenario_rows, &lab->scenario, write_knob, &w);
    fputs("]", message.stream);
    carom_lab_message_send(&message);
}

/* ---- lab ---- */

/* The lab object. */

carom_lab *carom_lab_new(carom_lab_listener *listener, void *context)
{
    carom_lab *lab = calloc(1, sizeof *lab);
    if (lab != NULL) {
        lab->listener = listener;
        lab->context = context;
    }
    return lab;
}

static void reset(carom_lab *lab)
{
    if (lab->is_open) {
        carom_scenario_free(&lab->scenario);
    }
    free(lab->text);
    *lab = (carom_lab){.listener = lab->listener, .context = lab->context};
}

void carom_lab_free(carom_lab *lab)
{
    if (lab != NULL) {
        reset(lab);
        free(lab);
    }
}

/* Parses lines KEY=VALUE, KEY+=ITEM and KEY, which is removed if it is given. */
static carom_override *parse_changes(carom_arena *memory, const char *changes, size_t *count)
{
    size_t lines = carom_text_count(changes, strlen(changes), '\n') + 1;
    carom_override *change = carom_arena_take(memory, lines, sizeof *change);
    for (size_t length; *changes != '\0'; changes += length + (changes[length] == '\n')) {
        length = strcspn(changes, "\n");
        const char *line = carom_arena_print(memory, "%.*s", (int)length, changes);
        size_t key = strcspn(line, "=");
        if (length > 0) {
            change[(*count)++] = (carom_override){
                .text = line[key] == '\0' ? NULL : line,
                .key = carom_arena_print(memory, "%.*s", (int)key, line),
                .value = line[key] == '\0' ? NULL : line + key + 1};
        }
    }
    return change;
}

static carom_status report_scenario(carom_lab *lab, const carom_messages *messages)
{
    if (messages->errors > 0) {
        carom_lab_report_messages(lab, messages);
        return CAROM_INVALID;
    }
    report_scene(lab, messages);
    report_knobs(lab);
    return CAROM_OK;
}

carom_status carom_lab_open(carom_lab *lab, const char *text, size_t length, const char *changes)
{
    carom_arena memory = {NULL};
    carom_messages messages = {.item = NULL};
    size_t count = 0;
    reset(lab);
    const carom_override *change = parse_changes(&memory, changes, &count);
    carom_status status = carom_scenario_edit(&lab->scenario, text, length, change, count,
                                              &messages, &lab->text);
    lab->is_open = true;
    CAROM_THEN(status, report_scenario(lab, &messages));
    carom_messages_free(&messages);
    carom_arena_free(&memory);
    if (status != CAROM_OK) {
        reset(lab);
    }
    return status;
}

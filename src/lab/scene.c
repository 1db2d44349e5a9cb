/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sends a scenario and its parameters to the listener as JSON; opens scenarios. */
#define _POSIX_C_SOURCE 200809L
#include "lab/lab.h"
#include "plot/plot.h"
#include "run/run.h"

/* ---- the table ---- */

typedef struct {
    FILE *stream;
    bool first;
} outline;

static void write_point(void *context, carom_vec at)
{
    outline *line = context;
    carom_json_write(line->stream, line->first ? "[#, #]" : ", [#, #]", at.x, at.y);
    line->first = false;
}

static void write_table(FILE *stream, const carom_problem *problem)
{
    static const char *const boundaries[] = {"walls", "periodic", "open"};
    static const char *const contacts[] = {"surface", "centre"};
    size_t walls = carom_walls_count(problem);
    carom_json_write(
        stream, ", table: {shape: $, boundary: $, wall_contact: $, width_m: #, height_m: #",
        problem->shape == NULL ? "rectangle" : problem->shape, boundaries[problem->boundary],
        contacts[problem->wall_contact], problem->width_m, problem->height_m);
    carom_json_write(stream, ", walls: [");
    for (size_t i = 0; i < walls; i++) {
        carom_json_write(stream, i == 0 ? "$" : ", $", carom_wall_name(problem, i));
    }
    carom_json_write(stream, "], outline: [");
    carom_walls_draw(problem, write_point, &(outline){stream, true});
    fputs("]}", stream);
}

/* ---- balls and solvers ---- */

static void write_ball(FILE *stream, const carom_lab *lab, size_t i)
{
    const carom_scenario *scenario = &lab->scenario;
    const carom_ball *ball = &scenario->problem.ball[i];
    carom_json_write(stream, "{name: $, x_m: #, y_m: #, vx_mps: #, vy_mps: #, spin_radps: #",
                     ball->name, ball->x_m, ball->y_m, ball->vx_mps, ball->vy_mps,
                     ball->spin_radps);
    carom_json_write(stream, ", radius_m: #, mass_kg: #, material: $, fixed: ?, of_group: ?}",
                     ball->radius_m, ball->mass_kg, ball->material, ball->fixed,
                     i >= scenario->balls.count);
}

/* Rest of the key of an override of solver @p i by its name, its position or `*`: "",
 * ".integrator"; NULL: of another. */
static const char *key_below(const carom_lab *lab, size_t i, const char *name, const char *key)
{
    const carom_scenario_solver *solver = carom_scenario_solver_at(&lab->scenario, i);
    char segment[CAROM_NAME_SIZE], *end;
    size_t length = strncmp(key, "solvers.", 8) == 0 ? strcspn(key += 8, ".") : 0;
    snprintf(segment, sizeof segment, "%.*s", (int)length, key);
    bool by_position = strtoul(segment, &end, 10) == i && end != segment && *end == '\0' &&
                       carom_scenario_find_solver(&lab->scenario, segment) == NULL;
    bool by_key =
        strcmp(segment, "*") == 0 && key[length] == '.' &&
        carom_params_find(solver->kind.entry->params, solver->kind.options, &key[length + 1]).row !=
            NULL;
    return length > 0 && (by_position || by_key || strcmp(segment, name) == 0) ? &key[length]
                                                                               : NULL;
}

/* Whether the value of an override is a name, plain or in quotes. Names have no escapes. */
static bool is_name(const char *value, const char *name)
{
    size_t length = strlen(name);
    bool quoted = (value[0] == '"' || value[0] == '\'') && value[strlen(value) - 1] == value[0];
    return quoted ? strlen(value) == length + 2 && strncmp(value + 1, name, length) == 0
                  : strcmp(value, name) == 0;
}

/* True if overrides make the name or the label of a solver false: they change the whole solver, a
 * word such as its integrator, or any key of a solver with a label, and give it no new label. */
static bool is_relabelled(const carom_lab *lab, size_t i)
{
    const carom_scenario_solver *solver = carom_scenario_solver_at(&lab->scenario, i);
    char name[CAROM_NAME_SIZE]; /* before later overrides of it */
    bool relabelled = false;
    snprintf(name, sizeof name, "%s", solver->name);
    for (size_t k = lab->overrides; k-- > 0;) {
        const char *key = lab->override[k].key, *value = lab->override[k].value;
        const char *below = key_below(lab, i, name, key), *end = strstr(key, ".name");
        if (strncmp(key, "solvers.", 8) == 0 && end != NULL && is_name(value, name)) {
            snprintf(name, sizeof name, "%.*s", (int)(end - key - 8), key + 8);
        } else if (below != NULL && strcmp(below, ".label") == 0) {
            return false;
        } else if (below != NULL) {
            relabelled |= solver->label[0] != '\0' || strspn(value, "+-.0123456789") == 0;
        }
    }
    return relabelled;
}

/* Key of a solver's integrator, or of its kind. */
static void write_method_key(const carom_scenario_solver *solver, char *key, size_t size)
{
    carom_param_ref place = carom_params_find(solver->kind.entry->params, solver->kind.options,
                                              "integrator");
    snprintf(key, size, "%s", carom_solver_display_name(&solver->kind));
    if (place.row != NULL) {
        carom_param_format(place, key, size);
    }
}

/* Label of a solver: its own, or its method where its own would be false: "Velocity Verlet". Equal
 * labels get the number of the solver. */
static void write_label(const carom_lab *lab, size_t i, char *label, size_t size)
{
    const carom_scenario *scenario = &lab->scenario;
    const carom_scenario_solver *solver = carom_scenario_solver_at(scenario, i);
    char method[CAROM_SOURCE_SIZE], word[CAROM_NAME_SIZE], *rest = NULL;
    write_method_key(solver, method, sizeof method);
    if (!is_relabelled(lab, i) && (solver->label[0] != '\0' || strcmp(solver->name, method) != 0)) {
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
    carom_json_write(stream, "{name: $, label: $, text: $, kind: $, called: $", solver->name, label,
                     text, solver->kind.entry->name, carom_solver_display_name(&solver->kind));
    carom_json_write(stream, ", hue: #, variant: #, soft: ?, exact: ?, stepped: ?}",
                     (double)(style % 10), (double)(style / 10),
                     carom_solver_has_traits(&solver->kind, CAROM_SOFT),
                     carom_solver_has_traits(&solver->kind, CAROM_EXACT),
                     carom_solver_has_traits(&solver->kind, CAROM_TIME_STEPPED));
}

static void write_items(FILE *stream, const char *key, const carom_lab *lab, size_t count,
                        void (*write)(FILE *stream, const carom_lab *lab, size_t i))
{
    carom_json_write(stream, ", $: [", key);
    for (size_t i = 0; i < count; i++) {
        fputs(i == 0 ? "" : ", ", stream);
        write(stream, lab, i);
    }
    fputc(']', stream);
}

/* ---- what is shown first ---- */

static void write_view(FILE *stream, const carom_view_keys *view)
{
    const carom_view_knob *knob = view->knobs.items;
    carom_json_write(stream, ", view: {chart: $, trails: ?, zoom: #, knobs: [",
                     carom_view_charts[view->chart], view->trails, view->zoom);
    for (size_t i = 0; i < view->knobs.count; i++) {
        carom_json_write(stream, i == 0 ? "$" : ", $", carom_view_knobs[knob[i].knob]);
    }
    fputs("]}", stream);
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

static void write_scene(FILE *stream, const carom_lab *lab, const char *canonical)
{
    const carom_scenario *scenario = &lab->scenario;
    const carom_problem *problem = &scenario->problem;
    const carom_scenario_solver *reference = carom_scenario_find_solver(scenario,
                                                                        scenario->reference);
    carom_json_write(stream, "{version: $, title: $, source: $", carom_version(), scenario->title,
                     scenario->source);
    carom_json_write(stream,
                     ", duration_s: #, samples: #, seed: #, gravity_x_mps2: #, gravity_y_mps2: #",
                     scenario->duration_s, (double)scenario->samples, (double)scenario->seed,
                     problem->gravity_mps2.x, problem->gravity_mps2.y);
    carom_json_write(stream, ", spins: ?, friction: ?, checks: #, reference: #",
                     carom_problem_spins(problem), carom_problem_has_friction(problem),
                     (double)scenario->checks.count,
                     (double)(reference - carom_scenario_solver_at(scenario, 0)));
    write_table(stream, problem);
    write_view(stream, &scenario->view);
    write_items(stream, "balls", lab, problem->count, write_ball);
    write_items(stream, "solvers", lab, scenario->solvers.count, write_solver);
    write_columns(stream, &scenario->problem);
    carom_json_write(stream, ", yaml: $", canonical);
}

static void report_scene(carom_lab *lab, const carom_messages *messages)
{
    carom_lab_message message;
    char *canonical = carom_scenario_text(&lab->scenario);
    carom_lab_message_open(&message, lab, CAROM_LAB_SCENE);
    write_scene(message.stream, lab, canonical);
    carom_json_write(message.stream, ", messages: ");
    carom_lab_write_messages(message.stream, messages);
    fputc('}', message.stream);
    carom_lab_message_send(&message);
    free(canonical);
}

/* ---- knobs ---- */

/* Every adjustable parameter with the data of its row, as JSON. */

/* Longer lists of balls get no knobs. */
enum { MOST_ITEMS = 100, PATH_SIZE = 256 };

typedef struct {
    FILE *stream;
    bool first;
    const char *of; /* path of the owner of the parameters; "" for the scenario */
} writer;

static bool write_knob(void *context, carom_param_ref place);

static void write_words(FILE *stream, const carom_param *row)
{
    carom_json_write(stream, ", words: [");
    for (size_t i = 0; row->type == CAROM_ENTRY && row->interface->entries[i] != NULL; i++) {
        carom_json_write(stream, i == 0 ? "$" : ", $", row->interface->entries[i]->name);
    }
    for (size_t i = 0; row->type != CAROM_ENTRY && row->words != NULL && row->words[i] != NULL;
         i++) {
        carom_json_write(stream, i == 0 ? "$" : ", $", row->words[i]);
    }
    fputc(']', stream);
}

static void write_row(const writer *w, carom_param_ref place)
{
    static const char *const types[] = {"number", "count", "flag", "word", "text",
                                        "vector", "entry", "map",  "list"};
    const carom_param *row = place.row;
    char path[2 * PATH_SIZE], value[CAROM_SOURCE_SIZE];
    const bool is_set = carom_param_is_set(place);
    if (is_set) {
        carom_param_format(place, value, sizeof value);
    }
    snprintf(path, sizeof path, "%s%s%s", w->of, w->of[0] == '\0' ? "" : ".", row->key);
    fputs(w->first ? "" : ",\n", w->stream);
    carom_json_write(w->stream, "{path: $, of: $, key: $, type: $, unit: $, doc: $", path, w->of,
                     row->key, types[row->type], row->unit == NULL ? "" : row->unit, row->doc);
    carom_json_write(w->stream, ", value: $, fallback: $, lowest: #, highest: #, instead_of: $",
                     is_set ? value : NULL, row->fallback,
                     row->lowest == CAROM_ANY_LOW ? NAN : row->lowest,
                     row->highest == CAROM_ANY_HIGH ? NAN : row->highest,
                     row->instead_of == NULL ? "" : row->instead_of);
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

/* Writes the parameters of a list item under its name, or under its index if --set could not parse
 * the name. */
static void write_item(writer *w, carom_param_ref place, size_t i)
{
    const carom_list *list = carom_param_list(place);
    void *item = (char *)list->items + i * place.row->size;
    carom_param_ref name = carom_params_find(place.row->fields, item, "name");
    char segment[PATH_SIZE / 2], text[CAROM_NAME_SIZE] = "";
    if (name.row != NULL && strcmp(place.row->key, "groups") != 0) {
        carom_param_format(name, text, sizeof text);
    }
    if (text[0] != '\0' && strpbrk(text, "=\n") == NULL && strcmp(text, "*") != 0) {
        snprintf(segment, sizeof segment, "%.40s.%.63s", place.row->key, text);
    } else {
        snprintf(segment, sizeof segment, "%.40s.%zu", place.row->key, i);
    }
    write_below(w, place.row->fields, item, segment);
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
    case CAROM_MAP:
        write_below(w, place.row->fields, carom_param_value(place), place.row->key);
        break;
    case CAROM_LIST:
        list = carom_param_list(place);
        for (size_t i = 0; i < list->count && list->count <= MOST_ITEMS; i++) {
            write_item(w, place, i);
        }
        break;
    default: write_row(w, place); w->first = false;
    }
    return true;
}

static void report_knobs(carom_lab *lab)
{
    carom_lab_message message;
    carom_lab_message_open(&message, lab, CAROM_LAB_KNOBS);
    writer w = {message.stream, true, ""};
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
    free(lab->sets);
    free(lab->override);
    *lab = (carom_lab){.listener = lab->listener, .context = lab->context};
}

void carom_lab_free(carom_lab *lab)
{
    if (lab != NULL) {
        reset(lab);
        free(lab);
    }
}

/* Parses lines "KEY=VALUE" as overrides. Stores each line twice: whole for messages, and split. */
static carom_status parse_overrides(carom_lab *lab, const char *sets, carom_error *error)
{
    size_t length = strlen(sets);
    lab->sets = carom_allocate(2 * (length + 1), 1);
    lab->override = carom_allocate(carom_text_count(sets, length, '\n') + 1, sizeof *lab->override);
    char *whole = memcpy(lab->sets, sets, length + 1);
    char *cut = memcpy(lab->sets + length + 1, sets, length + 1);
    while (*whole != '\0') {
        size_t line = strcspn(whole, "\n");
        char *equals = memchr(cut, '=', line);
        bool last = whole[line] == '\0';
        whole[line] = cut[line] = '\0';
        if (line > 0 && (equals == NULL || equals == cut)) {
            return carom_error_set(error, CAROM_INVALID, "", "found '%.300s'; expected KEY=VALUE",
                                   whole);
        }
        if (line > 0) {
            *equals = '\0';
            lab->override[lab->overrides++] = (carom_override){whole, cut, equals + 1};
        }
        whole += last ? line : line + 1;
        cut += last ? line : line + 1;
    }
    return CAROM_OK;
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

/* True if an override sets a ball: balls.rack7.x_m=1.3 */
static bool sets_ball(const carom_override *override)
{
    return strncmp(override->key, "balls.", 6) == 0;
}

/* True if the name of the ball ends with a digit, as those of groups do. */
static bool may_set_member(const carom_override *override)
{
    const char *dot = strrchr(override->key, '.');
    return sets_ball(override) && strchr("0123456789", dot[-1]) != NULL;
}

/* True if an override sets a ball of a group. */
static bool sets_member(const carom_scenario *scenario, const carom_override *override)
{
    const char *name = override->key + strlen("balls."), *dot = strrchr(override->key, '.');
    char text[CAROM_NAME_SIZE] = "";
    if (sets_ball(override) && dot > name) {
        snprintf(text, sizeof text, "%.*s", (int)(dot - name), name);
    }
    size_t ball = carom_problem_ball_called(&scenario->problem, text);
    return text[0] != '\0' && ball >= scenario->balls.count && ball < scenario->problem.count;
}

/* If overrides set balls of groups: replaces the text by one that lists all balls, with the other
 * overrides applied, and leaves those of balls. */
static carom_status list_balls(carom_lab *lab)
{
    carom_messages messages = {.item = NULL};
    carom_scenario listed = {.version = 0};
    size_t others = 0, members = 0;
    bool balls = false, groups = strstr(lab->text, "groups") != NULL;
    for (size_t k = 0; k < lab->overrides; k++) {
        balls = balls || may_set_member(&lab->override[k]);
        groups = groups || strncmp(lab->override[k].key, "groups", strlen("groups")) == 0;
    }
    if (!balls || !groups) {
        return CAROM_OK;
    }
    carom_override *sorted = carom_allocate(lab->overrides, sizeof *sorted);
    for (size_t pass = 0, n = 0; pass < 2; pass++) {
        for (size_t k = 0; k < lab->overrides; k++) {
            if (sets_ball(&lab->override[k]) == (pass == 1)) {
                sorted[n++] = lab->override[k];
                others += pass == 0;
            }
        }
    }
    carom_status status = carom_scenario_read(&listed, lab->text, lab->length, sorted, others,
                                              &messages);
    for (size_t k = others; status == CAROM_OK && messages.errors == 0 && k < lab->overrides; k++) {
        members += sets_member(&listed, &sorted[k]);
    }
    if (members > 0) {
        free(lab->text);
        lab->text = carom_scenario_text(&listed);
        lab->length = strlen(lab->text);
        lab->overrides -= others;
        memcpy(lab->override, sorted + others, lab->overrides * sizeof *sorted);
    }
    free(sorted);
    carom_messages_free(&messages);
    carom_scenario_free(&listed);
    return status;
}

static carom_status read_scenario(carom_lab *lab)
{
    carom_messages messages = {.item = NULL};
    carom_status status = list_balls(lab);
    CAROM_THEN(status, carom_scenario_read(&lab->scenario, lab->text, lab->length, lab->override,
                                           lab->overrides, &messages));
    lab->is_open = true;
    CAROM_THEN(status, report_scenario(lab, &messages));
    carom_messages_free(&messages);
    return status;
}

carom_status carom_lab_open(carom_lab *lab, const char *text, size_t length, const char *sets)
{
    carom_error error = {0};
    reset(lab);
    lab->text = carom_text_copy(text, length);
    lab->length = length;
    carom_status status = parse_overrides(lab, sets, &error);
    status = status == CAROM_OK ? read_scenario(lab) : carom_lab_report_error(lab, status, &error);
    if (status != CAROM_OK) {
        reset(lab);
    }
    return status;
}

double carom_lab_distance(const carom_lab *lab, double ax_m, double ay_m, double bx_m, double by_m)
{
    carom_vec displacement = {bx_m - ax_m, by_m - ay_m};
    return lab->is_open
             ? carom_vec_length(carom_torus_shortest(&lab->scenario.problem, displacement))
             : NAN;
}

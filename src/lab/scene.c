/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sends a scenario and its parameters to the listener as JSON; opens scenarios. */
#define _POSIX_C_SOURCE 200809L
#include "figures/figures.h"
#include "lab/lab.h"
#include "run/run.h"

/* ---- the table ---- */

typedef struct {
    FILE *stream;
    bool first;
} outline;

static void write_point(void *context, carom_vec at)
{
    outline *line = context;
    fputs(line->first ? "[" : ", [", line->stream);
    carom_json_write_number(line->stream, at.x);
    fputs(", ", line->stream);
    carom_json_write_number(line->stream, at.y);
    fputc(']', line->stream);
    line->first = false;
}

static void write_table(FILE *stream, const carom_problem *problem)
{
    static const char *const boundaries[] = {"walls", "periodic", "open"};
    static const char *const contacts[] = {"surface", "centre"};
    size_t walls = carom_walls_count(problem);
    carom_lab_text(stream, true, "shape", problem->shape == NULL ? "rectangle" : problem->shape);
    carom_lab_text(stream, false, "boundary", boundaries[problem->boundary]);
    carom_lab_text(stream, false, "wall_contact", contacts[problem->wall_contact]);
    carom_lab_number(stream, false, "width_m", problem->width_m);
    carom_lab_number(stream, false, "height_m", problem->height_m);
    carom_lab_key(stream, false, "walls");
    fputc('[', stream);
    for (size_t i = 0; i < walls; i++) {
        fputs(i == 0 ? "" : ", ", stream);
        carom_json_write_string(stream, carom_wall_name(problem, i));
    }
    fputc(']', stream);
    carom_lab_key(stream, false, "outline");
    fputc('[', stream);
    carom_walls_draw(problem, write_point, &(outline){stream, true});
    fputc(']', stream);
}

/* ---- balls and solvers ---- */

static void write_ball(FILE *stream, const carom_lab *lab, size_t i)
{
    const carom_scenario *scenario = &lab->scenario;
    const carom_ball *ball = &scenario->problem.ball[i];
    carom_lab_text(stream, true, "name", ball->name);
    carom_lab_number(stream, false, "x_m", ball->x_m);
    carom_lab_number(stream, false, "y_m", ball->y_m);
    carom_lab_number(stream, false, "vx_mps", ball->vx_mps);
    carom_lab_number(stream, false, "vy_mps", ball->vy_mps);
    carom_lab_number(stream, false, "spin_radps", ball->spin_radps);
    carom_lab_number(stream, false, "radius_m", ball->radius_m);
    carom_lab_number(stream, false, "mass_kg", ball->mass_kg);
    carom_lab_text(stream, false, "material", ball->material);
    carom_lab_flag(stream, false, "fixed", ball->fixed);
    carom_lab_flag(stream, false, "of_group", i >= scenario->balls.count);
}

static void write_traits(FILE *stream, const carom_choice *kind)
{
    static const struct {
        const char *name;
        unsigned trait;
    } traits[] = {{"soft", CAROM_SOFT}, {"exact", CAROM_EXACT}, {"stepped", CAROM_TIME_STEPPED}};
    for (size_t k = 0; k < sizeof traits / sizeof traits[0]; k++) {
        carom_lab_flag(stream, false, traits[k].name,
                       carom_solver_has_traits(kind, traits[k].trait));
    }
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
        if (strncmp(key, "solvers.", 8) == 0 && end != NULL && strcmp(value, name) == 0) {
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
    carom_lab_text(stream, true, "name", solver->name);
    carom_lab_text(stream, false, "label", label);
    carom_lab_text(stream, false, "text", text);
    carom_lab_text(stream, false, "kind", solver->kind.entry->name);
    carom_lab_text(stream, false, "called", carom_solver_display_name(&solver->kind));
    carom_lab_number(stream, false, "hue", style % 10);
    carom_lab_number(stream, false, "variant", style / 10);
    write_traits(stream, &solver->kind);
}

static void write_items(FILE *stream, const char *key, const carom_lab *lab, size_t count,
                        void (*write)(FILE *stream, const carom_lab *lab, size_t i))
{
    carom_lab_key(stream, false, key);
    fputc('[', stream);
    for (size_t i = 0; i < count; i++) {
        fputs(i == 0 ? "{" : ", {", stream);
        write(stream, lab, i);
        fputc('}', stream);
    }
    fputc(']', stream);
}

/* ---- what is shown first ---- */

static void write_view(FILE *stream, const carom_view_keys *view)
{
    const carom_view_knob *knob = view->knobs.items;
    carom_lab_text(stream, true, "chart", carom_view_charts[view->chart]);
    carom_lab_flag(stream, false, "trails", view->trails);
    carom_lab_number(stream, false, "zoom", view->zoom);
    carom_lab_key(stream, false, "knobs");
    for (size_t i = 0; i < view->knobs.count; i++) {
        fputs(i == 0 ? "[" : ", ", stream);
        carom_json_write_string(stream, carom_view_knobs[knob[i].knob]);
    }
    fputs(view->knobs.count == 0 ? "[]" : "]", stream);
}

/* ---- the whole scene ---- */

/* Columns of CAROM_LAB_NUMBERS, for each solver. */
static void write_columns(FILE *stream, const carom_problem *problem)
{
    carom_lab_key(stream, false, "columns");
    fputc('[', stream);
    for (const carom_column *c = carom_series_columns(problem) + 1; c->name != NULL; c++) {
        fputc('{', stream);
        carom_lab_text(stream, true, "name", c->name);
        carom_lab_text(stream, false, "unit", c->unit);
        carom_lab_text(stream, false, "doc", c->doc);
        fputs("}, ", stream);
    }
    fputs("{\"name\": \"rms_m\", \"unit\": \"m\", \"doc\": \"root mean square over the balls of "
          "the distance to the reference's\"}]",
          stream);
}

static void write_scene(FILE *stream, const carom_lab *lab, const char *canonical)
{
    const carom_scenario *scenario = &lab->scenario;
    const carom_problem *problem = &scenario->problem;
    const carom_scenario_solver *reference = carom_scenario_find_solver(scenario,
                                                                        scenario->reference);
    carom_lab_text(stream, true, "version", carom_version());
    carom_lab_text(stream, false, "title", scenario->title);
    carom_lab_text(stream, false, "source", scenario->source);
    carom_lab_number(stream, false, "duration_s", scenario->duration_s);
    carom_lab_number(stream, false, "samples", (double)scenario->samples);
    carom_lab_number(stream, false, "seed", (double)scenario->seed);
    carom_lab_number(stream, false, "gravity_x_mps2", problem->gravity_mps2.x);
    carom_lab_number(stream, false, "gravity_y_mps2", problem->gravity_mps2.y);
    carom_lab_flag(stream, false, "orientation", problem->orientation);
    carom_lab_flag(stream, false, "spins", carom_problem_spins(problem));
    carom_lab_flag(stream, false, "friction", carom_problem_has_friction(problem));
    carom_lab_number(stream, false, "checks", (double)scenario->checks.count);
    carom_lab_number(stream, false, "reference",
                     (double)(reference - carom_scenario_solver_at(scenario, 0)));
    carom_lab_key(stream, false, "table");
    fputc('{', stream);
    write_table(stream, problem);
    fputc('}', stream);
    carom_lab_key(stream, false, "view");
    fputc('{', stream);
    write_view(stream, &scenario->view);
    fputc('}', stream);
    write_items(stream, "balls", lab, problem->count, write_ball);
    write_items(stream, "solvers", lab, scenario->solvers.count, write_solver);
    write_columns(stream, &scenario->problem);
    carom_lab_text(stream, false, "yaml", canonical);
}

static carom_status report_scene(carom_lab *lab, const carom_messages *messages, carom_error *error)
{
    carom_lab_message message;
    char *canonical = carom_scenario_text(&lab->scenario);
    carom_status status = canonical == NULL
                            ? carom_error_no_memory(error)
                            : carom_lab_message_open(&message, lab, CAROM_LAB_SCENE, error);
    if (status == CAROM_OK) {
        fputc('{', message.stream);
        write_scene(message.stream, lab, canonical);
        carom_lab_key(message.stream, false, "messages");
        carom_lab_write_messages(message.stream, messages);
        fputc('}', message.stream);
        status = carom_lab_message_send(&message, error);
    }
    free(canonical);
    return status;
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

static void write_bound(FILE *stream, const char *key, double bound, double none)
{
    carom_lab_number(stream, false, key, bound == none ? NAN : bound);
}

static void write_words(FILE *stream, const carom_param *row)
{
    carom_lab_key(stream, false, "words");
    fputc('[', stream);
    for (size_t i = 0; row->type == CAROM_ENTRY && row->interface->entries[i] != NULL; i++) {
        fputs(i == 0 ? "" : ", ", stream);
        carom_json_write_string(stream, row->interface->entries[i]->name);
    }
    for (size_t i = 0; row->type != CAROM_ENTRY && row->words != NULL && row->words[i] != NULL;
         i++) {
        fputs(i == 0 ? "" : ", ", stream);
        carom_json_write_string(stream, row->words[i]);
    }
    fputc(']', stream);
}

static void write_value(FILE *stream, carom_param_ref place)
{
    char text[CAROM_SOURCE_SIZE];
    carom_lab_key(stream, false, "value");
    if (carom_param_is_set(place)) {
        carom_param_format(place, text, sizeof text);
        carom_json_write_string(stream, text);
    } else {
        fputs("null", stream);
    }
}

static void write_row(const writer *w, carom_param_ref place)
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
        carom_json_write_string(w->stream, row->fallback);
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

/* Writes the parameters of a list item under its name, or under its index if --set could not parse
 * the name. Parameters of `place` go to the ball of the group. */
static void write_item(writer *w, carom_param_ref place, size_t i)
{
    const carom_list *list = carom_param_list(place);
    void *item = (char *)list->items + i * place.row->size;
    bool placed = strcmp(place.row->key, "place") == 0;
    carom_param_ref name = carom_params_find(place.row->fields, item, placed ? "ball" : "name");
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

/* True for parameters of the physical situation and of solvers, false for output and studies. */
static bool is_knob(const carom_param *row)
{
    static const char *const excluded[] = {"carom",       "title",      "source",   "checks",
                                           "figures",     "trace",      "sweep",    "divergence",
                                           "convergence", "statistics", "gradient", "fit",
                                           "schedule",    "samples",    "view"};
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
    bool is_owner = place.row == &carom_placement_rows[0];
    if (is_owner || (w->of[0] == '\0' && !is_knob(place.row))) {
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

static carom_status report_knobs(carom_lab *lab, carom_error *error)
{
    carom_lab_message message;
    CAROM_TRY(carom_lab_message_open(&message, lab, CAROM_LAB_KNOBS, error));
    writer w = {message.stream, true, ""};
    fputs("[", message.stream);
    carom_params_each(carom_scenario_rows, &lab->scenario, write_knob, &w);
    fputs("]", message.stream);
    return carom_lab_message_send(&message, error);
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

static size_t count_lines(const char *text)
{
    size_t lines = 1;
    for (const char *c = text; *c != '\0'; c++) {
        lines += *c == '\n';
    }
    return lines;
}

/* Parses lines "KEY=VALUE" as overrides. Stores each line twice: whole for messages, and split. */
static carom_status parse_overrides(carom_lab *lab, const char *sets, carom_error *error)
{
    size_t length = strlen(sets);
    lab->sets = malloc(2 * (length + 1));
    lab->override = calloc(count_lines(sets), sizeof *lab->override);
    CAROM_NEED(lab->sets != NULL && lab->override != NULL, error);
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

static carom_status report_scenario(carom_lab *lab, const carom_messages *messages,
                                    carom_error *error)
{
    if (messages->errors > 0) {
        CAROM_TRY(carom_lab_report_messages(lab, messages, error));
        return CAROM_INVALID;
    }
    CAROM_TRY(report_scene(lab, messages, error));
    return report_knobs(lab, error);
}

/* Reads the scenario; a failure that is not its fault is reported as an error. */
static carom_status read_scenario(carom_lab *lab, carom_error *error)
{
    carom_messages messages = {.item = NULL};
    carom_status status = carom_scenario_read(&lab->scenario, lab->text, lab->length, lab->override,
                                              lab->overrides, &messages);
    lab->is_open = true;
    if (status != CAROM_OK) {
        status = carom_lab_report_error(lab, carom_error_no_memory(error), error);
    } else {
        status = report_scenario(lab, &messages, error);
    }
    carom_messages_free(&messages);
    return status;
}

carom_status carom_lab_open(carom_lab *lab, const char *text, size_t length, const char *sets)
{
    carom_error error = {0};
    reset(lab);
    lab->text = carom_text_copy(text, length);
    lab->length = length;
    carom_status status = lab->text == NULL ? carom_error_no_memory(&error)
                                            : parse_overrides(lab, sets, &error);
    status = status == CAROM_OK ? read_scenario(lab, &error)
                                : carom_lab_report_error(lab, status, &error);
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

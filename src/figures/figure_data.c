/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads run.json for figures: scenario, solvers and scales of a run; defines their variables. */
#include "figures/figures.h"

/* ---- run.json (JSON is YAML) ---- */

static void order_solvers(carom_figure_data *data)
{
    size_t filled = 0;
    for (int solid = 1; solid >= 0; solid--) {
        for (size_t i = 0; i < data->solvers; i++) {
            if ((data->solver[i].style == 1) == solid) {
                data->order[filled++] = i;
            }
        }
    }
}

/* Index of the last sample that a solver reached. */
static size_t last_sample_before(const carom_scenario *scenario, double reached_s)
{
    double intervals = (double)(scenario->samples - 1);
    return (size_t)floor(fmax(0, fmin(intervals, reached_s / scenario->duration_s * intervals)) +
                         0.5);
}

/* Accepts only names in the scenario: they become names of folders. */
static carom_status read_name(const carom_figure_data *data, size_t i,
                              const carom_document *manifest, const carom_node *node,
                              const char **name, carom_error *error)
{
    CAROM_TRY(carom_document_text(manifest, node, "name", name, error));
    if (carom_scenario_find_solver(&data->scenario, *name) == NULL) {
        return carom_document_error(manifest, node, "name", "the name of a solver in its scenario",
                                    error);
    }
    for (size_t k = 0; k < i; k++) {
        if (strcmp(data->solver[k].name, *name) == 0) {
            return carom_document_error(manifest, node, "name", "a name not used by another solver",
                                        error);
        }
    }
    return CAROM_OK;
}

static carom_status read_solver(carom_figure_data *data, size_t i, const carom_document *manifest,
                                const carom_node *node, carom_error *error)
{
    carom_figure_solver *solver = &data->solver[i];
    const char *name = "";
    double mismatch = NAN, delay_m = NAN, reached = 0;
    CAROM_TRY(read_name(data, i, manifest, node, &name, error));
    CAROM_TRY(carom_document_number(manifest, node, "first_mismatch_s", true, &mismatch, error));
    CAROM_TRY(carom_document_number(manifest, node, "lag_m", true, &delay_m, error));
    CAROM_TRY(carom_document_number(manifest, node, "reached_s", false, &reached, error));
    snprintf(solver->name, sizeof solver->name, "%s", name);
    carom_solver_label(&data->scenario, name, solver->label, sizeof solver->label);
    solver->style = carom_solver_line_style(&data->scenario, name);
    solver->first_mismatch_s = mismatch;
    solver->contact_delay_m = delay_m;
    solver->last_sample = last_sample_before(&data->scenario, reached);
    if (strcmp(solver->name, carom_node_text(manifest->root, "reference")) == 0) {
        data->reference = i;
    }
    if (!isnan(mismatch) && !(data->first_mismatch_s <= mismatch)) {
        data->first_mismatch_s = mismatch;
    }
    if (!isnan(delay_m) && !(data->contact_delay_m >= delay_m)) {
        data->contact_delay_m = delay_m;
    }
    return CAROM_OK;
}

/* Length of a label without its parameters: "Euler" of "Euler, h = 1 µs". */
static size_t stem_length(const char *label)
{
    const char *comma = strstr(label, ", ");
    return comma == NULL ? strlen(label) : (size_t)(comma - label);
}

/* Removes the parameters of generated labels that are unique without them. */
static void shorten_labels(carom_figure_data *data)
{
    for (size_t i = 0; i < data->solvers; i++) {
        char *label = data->solver[i].label;
        size_t length = stem_length(label);
        bool unique = carom_scenario_find_solver(&data->scenario, data->solver[i].name)->label[0] ==
                      '\0';
        for (size_t k = 0; k < data->solvers; k++) {
            const char *other = data->solver[k].label;
            unique = unique &&
                     (k == i || stem_length(other) != length || strncmp(label, other, length) != 0);
        }
        label[unique ? length : strlen(label)] = '\0';
    }
}

/* ---- footer ---- */

typedef struct {
    void *defaults;
    char *text;
    size_t size;
} option_text;

/* Appends ", frame_s 0.5 s, clock right": options that are required or differ from their defaults.
 */
static bool append_option(void *context, carom_param_ref place)
{
    option_text *t = context;
    char is[CAROM_NAME_SIZE], defaults[CAROM_NAME_SIZE];
    carom_param_format(place, is, sizeof is);
    carom_param_format((carom_param_ref){place.row, t->defaults}, defaults, sizeof defaults);
    if (place.row->fallback == NULL ? place.row->type == CAROM_WORD : strcmp(is, defaults) == 0) {
        return true;
    }
    if (place.row->type == CAROM_NUMBER) {
        carom_number_format_digits(*carom_param_number(place), 4, is, sizeof is);
    }
    carom_text_append(t->text, t->size, ", %s %s%s%s", place.row->key, is,
                      place.row->unit == NULL ? "" : " ",
                      place.row->unit == NULL ? "" : place.row->unit);
    return true;
}

/* "blog: blog_2013, frame_s 0.5 s, clock right". */
static void describe_named_solver(const carom_scenario_solver *spec, char *text, size_t size)
{
    carom_choice defaults = {NULL, NULL};
    option_text options_text = {NULL, text, size};
    snprintf(text, size, "%s: %s", spec->name, carom_solver_display_name(&spec->kind));
    if (carom_choice_set(&defaults, spec->kind.entry, NULL) == CAROM_OK) {
        options_text.defaults = defaults.options;
        carom_params_each(spec->kind.entry->params, spec->kind.options, append_option,
                          &options_text);
    }
    carom_choice_free(&defaults);
}

/* Writes "heun: penalty, heun, hooke, k = 1e+06 N/m, h = 1e-05 s". */
static void describe_solver(const carom_scenario *scenario, const carom_node *solver, char *text,
                            size_t size)
{
    static const struct {
        const char *key, *before, *after;
    } options_text[] = {{"integrator", "", ""},
                        {"law", "", ""},
                        {"stiffness_N_per_m", "k = ", " N/m"},
                        {"stiffness_N_per_m1p5", "K = ", " N/m^1.5"},
                        {"tangential_stiffness_ratio", "kappa = ", ""},
                        {"contact_time_s", "T = ", " s"},
                        {"max_overlap_m", "overlap ", " m"},
                        {"step_s", "h = ", " s"},
                        {"theta", "theta = ", ""},
                        {"contacts", "contacts ", ""},
                        {"flight", "flight ", ""},
                        {"impact_policy", "", ""}};
    const carom_node *parameters = carom_node_get(solver, "parameters");
    const carom_scenario_solver *spec = carom_scenario_find_solver(scenario,
                                                                   carom_node_text(solver, "name"));
    if (spec != NULL && carom_solver_entry_of(spec->kind.entry)->called != NULL) {
        describe_named_solver(spec, text, size);
        return;
    }
    snprintf(text, size, "%s: %s", carom_node_text(solver, "name"),
             carom_node_text(solver, "kind"));
    for (size_t i = 0; i < sizeof options_text / sizeof options_text[0]; i++) {
        const char *value = carom_node_text(parameters, options_text[i].key);
        bool defaults = strcmp(value, "grid") == 0 || strcmp(value, "step") == 0;
        if (value[0] != '\0' && !defaults) {
            carom_text_append(text, size, ", %s%s%s", options_text[i].before, value,
                              options_text[i].after);
        }
    }
}

/* Appends the coefficient of restitution of balls or walls, or its range over several materials. */
static void append_restitution(const carom_problem *problem, bool wall, char *text, size_t size)
{
    double least, most,
        general = wall ? problem->restitution.ball_wall : problem->restitution.ball_ball;
    if (problem->changes > 0 || !carom_problem_restitution_range(problem, wall, &least, &most)) {
        least = most = general;
    }
    carom_text_append(text, size, least == most ? "%g" : "%g to %g", least, most);
}

static void describe_restitution(const carom_problem *problem, char *text, size_t size)
{
    snprintf(text, size, "e = ");
    append_restitution(problem, false, text, size);
    carom_text_append(text, size, " (balls)");
    if (problem->boundary == CAROM_WALLS) {
        carom_text_append(text, size, ", ");
        append_restitution(problem, true, text, size);
        carom_text_append(text, size, " (walls)");
    }
    if (problem->changes > 0) {
        carom_text_append(text, size, ", changed at %g s%s", problem->change[0].t_s,
                          problem->changes > 1 ? " and later" : "");
    }
}

/* Appends "mu = 0.1 (balls), 0.2 (walls), beta = 0" of frictional surfaces. */
static void describe_friction(const carom_problem *problem, char *text, size_t size)
{
    const carom_surfaces *mu = &problem->friction, *beta = &problem->tangential_restitution;
    const carom_choice *law = &problem->friction_law;
    bool walls = problem->boundary == CAROM_WALLS;
    if (!carom_problem_has_contact_friction(problem)) {
        return;
    }
    carom_text_append(text, size, "mu = %g (balls)", mu->ball_ball);
    if (walls) {
        carom_text_append(text, size, ", %g (walls)", mu->ball_wall);
    }
    if (law->entry != NULL && !carom_friction_law_of(law->entry)->nominal) {
        carom_text_append(text, size, " %s", law->entry->name);
    }
    carom_text_append(text, size, ", beta = %g", beta->ball_ball);
    if (walls && beta->ball_wall != beta->ball_ball) {
        carom_text_append(text, size, " (balls), %g (walls)", beta->ball_wall);
    }
}

static void write_footer(carom_figure_data *data, const carom_node *root)
{
    enum { LINE_LENGTH = 130 }; /* letters that fit below one figure */
    const carom_node *solvers = carom_node_get(root, "solvers");
    char restitution[160];
    size_t line = 1;
    describe_restitution(&data->scenario.problem, restitution, sizeof restitution);
    describe_friction(&data->scenario.problem, data->footer[line], sizeof data->footer[line]);
    snprintf(data->footer[0], sizeof data->footer[0],
             "carom %s, commit %s   |   %s, hash %s   |   %s   |   seed %s",
             carom_node_text(root, "version"), carom_node_text(root, "commit"),
             carom_node_text(root, "scenario_name"), carom_node_text(root, "scenario_hash"),
             restitution, carom_node_text(root, "seed"));
    for (size_t i = 0; i < solvers->count; i++) {
        char text[300];
        describe_solver(&data->scenario, solvers->item[i], text, sizeof text);
        if (data->footer[line][0] != '\0' && line + 1 < CAROM_FOOTER_LINES &&
            strlen(data->footer[line]) + strlen(text) > LINE_LENGTH) {
            line++;
        }
        carom_text_append(data->footer[line], sizeof data->footer[line], "%s%s",
                          data->footer[line][0] == '\0' ? "" : "   |   ", text);
    }
}

/* ---- paths ---- */

/* Chooses all movable balls if there are up to three. The paths of more would be confusing. */
static void choose_paths(carom_figure_data *data)
{
    const carom_problem *problem = &data->scenario.problem;
    size_t movable = 0;
    for (size_t i = 0; i < problem->count; i++) {
        movable += !problem->ball[i].fixed;
    }
    for (size_t i = 0; i < problem->count && movable <= CAROM_MAX_PATHS; i++) {
        if (!problem->ball[i].fixed) {
            data->path[data->paths++] = i;
        }
    }
}

/* ---- manifest ---- */

static carom_status read_scenario(carom_figure_data *data, const carom_document *manifest,
                                  carom_error *error)
{
    carom_messages messages = {.stop = data->stop};
    const char *text = "";
    CAROM_TRY(carom_document_text(manifest, manifest->root, "scenario", &text, error));
    carom_status status = carom_scenario_recorded(&data->scenario, text, &messages);
    if (status != CAROM_OK) {
        status = carom_reading_status(status, error);
    } else if (messages.removed) {
        status = carom_error_set(
            error, CAROM_INVALID, "",
            "the records of '%s' come from an older carom; run the scenario again", manifest->path);
    } else if (messages.errors > 0) {
        status = carom_error_set(
            error, CAROM_INVALID, "",
            "'%s' is not the manifest of a run by this version: scenario, line %zu: %s",
            manifest->path, messages.item[0].mark.line, messages.item[0].text);
    }
    carom_messages_free(&messages);
    return status;
}

/* Scale of residuals: the value of the reference at t = 0. If that is 0, the value of another
 * solver (springs that overlap at the start have energy), else 1. */
static carom_status read_scale(const carom_document *manifest, const carom_node *solvers,
                               size_t reference, const char *key, double *scale, bool *is_zero,
                               carom_error *error)
{
    double own = NAN, other = NAN;
    for (size_t i = 0; i < solvers->count; i++) {
        double value;
        CAROM_TRY(carom_document_number(manifest, solvers->item[i], key, true, &value, error));
        own = i == reference ? value : own;
        other = other > 0 ? other : value;
    }
    *is_zero = !(own > 0 || other > 0);
    *scale = own > 0 ? own : other > 0 ? other : 1;
    return CAROM_OK;
}

static carom_status read_solvers(carom_figure_data *data, const carom_document *manifest,
                                 const carom_node *solvers, carom_error *error)
{
    data->solver = calloc(solvers->count, sizeof *data->solver);
    data->order = calloc(solvers->count, sizeof *data->order);
    CAROM_NEED(data->solver != NULL && data->order != NULL, error);
    data->first_mismatch_s = data->contact_delay_m = NAN;
    while (data->solvers < solvers->count) {
        CAROM_TRY(read_solver(data, data->solvers, manifest, solvers->item[data->solvers], error));
        data->solvers++;
    }
    shorten_labels(data);
    CAROM_TRY(read_scale(manifest, solvers, data->reference, "energy_scale_J", &data->energy_J,
                         &data->in_joules, error));
    data->in_joules |= !carom_vec_is_zero(data->scenario.problem.gravity_mps2);
    return CAROM_OK;
}

static carom_status read_manifest(carom_figure_data *data, const carom_document *manifest,
                                  carom_error *error)
{
    const carom_node *root = manifest->root, *solvers = carom_node_get(root, "solvers");
    if (solvers == NULL || solvers->kind != CAROM_NODE_LIST || solvers->count == 0) {
        return carom_document_error(manifest, root, "solvers",
                                    "a list of solvers, as carom run and compare write it", error);
    }
    CAROM_TRY(read_scenario(data, manifest, error));
    CAROM_TRY(read_solvers(data, manifest, solvers, error));
    order_solvers(data);
    data->compared = solvers->count > 1 && strcmp(carom_node_text(root, "mode"), "compare") == 0;
    snprintf(data->title, sizeof data->title, "%s",
             data->scenario.title[0] != '\0' ? data->scenario.title
                                             : carom_node_text(root, "scenario_name"));
    write_footer(data, root);
    choose_paths(data);
    return CAROM_OK;
}

carom_status carom_figure_data_read(carom_figure_data *data, const char *directory,
                                    const volatile sig_atomic_t *stop, carom_error *error)
{
    char path[CAROM_MANIFEST_PATH_SIZE];
    carom_document manifest;
    *data = (carom_figure_data){.stop = stop};
    carom_status status = carom_manifest_open(&manifest, directory, "scenario", path, stop, error);
    CAROM_THEN(status, read_manifest(data, &manifest, error));
    carom_document_close(&manifest);
    return status;
}

void carom_figure_data_free(carom_figure_data *data)
{
    carom_scenario_free(&data->scenario);
    free(data->solver);
    free(data->order);
}

/* ---- choice of solvers ---- */

carom_status carom_figure_find_solver(const carom_figure_data *data, const char *name,
                                      size_t *place, carom_error *error)
{
    char all[400] = "";
    for (size_t i = 0; i < data->solvers; i++) {
        if (strcmp(data->solver[i].name, name) == 0) {
            *place = i;
            return CAROM_OK;
        }
        carom_text_append(all, sizeof all, "%s%s", i == 0 ? "" : ", ", data->solver[i].name);
    }
    return carom_error_set(error, CAROM_INVALID, "", "no solver '%s' in the records; they have: %s",
                           name, all);
}

carom_status carom_figure_find_pair(const carom_figure_data *data, const char *const *name,
                                    size_t count, size_t pair[2], carom_error *error)
{
    size_t at = count == 1 ? 1 : 0;
    pair[0] = data->reference;
    pair[1] = data->solvers == 1 ? 0 : (data->reference == 0 ? 1 : 0);
    for (size_t i = 0; i < count && at < 2; i++, at++) {
        CAROM_TRY(carom_figure_find_solver(data, name[i], &pair[at], error));
    }
    return CAROM_OK;
}

/* ---- variables of all figures of a run ---- */

static void define_order(carom_drawing *drawing, const carom_figure_data *data)
{
    carom_drawing_array(drawing, "ORDER", data->solvers);
    for (size_t i = 0; i < data->solvers; i++) {
        carom_drawing_count_at(drawing, "ORDER", i, data->order[i] + 1);
    }
}

static void define_solvers(carom_drawing *drawing, const carom_figure_data *data)
{
    const char **name = calloc(data->solvers + 1, sizeof *name);
    if (name == NULL) {
        drawing->failed = true;
        return;
    }
    for (size_t i = 0; i < data->solvers; i++) {
        name[i] = data->solver[i].name;
    }
    carom_drawing_solvers(drawing, &data->scenario, name, data->solvers);
    free(name);
    carom_drawing_array(drawing, "LAST", data->solvers);
    for (size_t i = 0; i < data->solvers; i++) {
        carom_drawing_count_at(drawing, "LAST", i, data->solver[i].last_sample);
    }
    define_order(drawing, data);
    carom_drawing_count(drawing, "REF", data->reference + 1);
    carom_drawing_count(drawing, "COMPARED", data->compared);
    carom_drawing_count(drawing, "ENONE", data->in_joules);
    carom_drawing_number(drawing, "MISMATCH", data->first_mismatch_s);
    carom_drawing_number(drawing, "LAG", data->contact_delay_m);
}

typedef struct {
    char text[8192];
    bool first;
} outline;

static void write_point(void *context, carom_vec place)
{
    outline *line = context;
    char at[2][32];
    carom_number_format_short(place.x, at[0], sizeof at[0]);
    carom_number_format_short(place.y, at[1], sizeof at[1]);
    carom_text_append(line->text, sizeof line->text, "%s %s,%s", line->first ? "from" : " to",
                      at[0], at[1]);
    line->first = false;
}

/* Defines the table's outline as a polygon of gnuplot; "" for a rectangle. */
static void define_outline(carom_drawing *drawing, const carom_problem *problem)
{
    outline line = {"", true};
    if (problem->part != NULL) {
        carom_walls_draw(problem, write_point, &line);
    }
    carom_drawing_text(drawing, "OUTLINE", line.text);
}

static void define_balls(carom_drawing *drawing, const carom_problem *problem)
{
    carom_drawing_count(drawing, "BALLS", problem->count);
    carom_drawing_array(drawing, "RADIUS COLOUR", problem->count);
    for (size_t i = 0; i < problem->count; i++) {
        carom_drawing_number_at(drawing, "RADIUS", i, problem->ball[i].radius_m);
        carom_drawing_count_at(drawing, "COLOUR", i, problem->ball[i].fixed ? 0x606060 : 0xe3e3e3);
    }
}

static void define_table(carom_drawing *drawing, const carom_figure_data *data)
{
    const carom_problem *problem = &data->scenario.problem;
    carom_drawing_number(drawing, "WIDTH", problem->width_m);
    carom_drawing_number(drawing, "HEIGHT", problem->height_m);
    carom_drawing_count(drawing, "TABLE", problem->boundary != CAROM_OPEN);
    define_outline(drawing, problem);
    define_balls(drawing, problem);
    carom_drawing_count(drawing, "PATHS", data->paths);
    carom_drawing_array(drawing, "CHOSEN", CAROM_MAX_PATHS);
    for (size_t i = 0; i < CAROM_MAX_PATHS; i++) {
        carom_drawing_count_at(drawing, "CHOSEN", i, data->path[i]);
    }
    carom_drawing_text(drawing, "PATHSTYLE",
                       problem->boundary == CAROM_PERIODIC ? "dots" : "lines");
}

void carom_figures_define_run(carom_drawing *drawing, const carom_figure_data *data)
{
    const char *const footer[3] = {data->footer[0], data->footer[1], data->footer[2]};
    carom_drawing_begin(drawing, data->title, footer);
    carom_drawing_number(drawing, "DURATION", data->scenario.duration_s);
    define_solvers(drawing, data);
    define_table(drawing, data);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What there is to be seen before anything moves, as JSON. */
#include "scene/scene.h"
#include "figures/figures.h"
#include "lab/lab.h"
#include "records/records.h"
#include "run/run.h"
#include <stdlib.h>

/* ---- the table ---- */

typedef struct {
    FILE *stream;
    bool first;
} outline;

static void write_point(void *context, carom_vec at)
{
    outline *line = context;
    fputs(line->first ? "[" : ", [", line->stream);
    carom_json_number(line->stream, at.x);
    fputs(", ", line->stream);
    carom_json_number(line->stream, at.y);
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
        carom_json_string(stream, carom_wall_name(problem, i));
    }
    fputc(']', stream);
    carom_lab_key(stream, false, "outline");
    fputc('[', stream);
    carom_walls_draw(problem, write_point, &(outline){stream, true});
    fputc(']', stream);
}

/* ---- balls and solvers ---- */

static void write_ball(FILE *stream, const carom_scenario *scenario, size_t i)
{
    const carom_ball *ball = &scenario->problem.ball[i];
    carom_lab_text(stream, true, "name", ball->name);
    carom_lab_number(stream, false, "x_m", ball->x_m);
    carom_lab_number(stream, false, "y_m", ball->y_m);
    carom_lab_number(stream, false, "vx_mps", ball->vx_mps);
    carom_lab_number(stream, false, "vy_mps", ball->vy_mps);
    carom_lab_number(stream, false, "radius_m", ball->radius_m);
    carom_lab_number(stream, false, "mass_kg", ball->mass_kg);
    carom_lab_text(stream, false, "material", ball->material);
    carom_lab_key(stream, false, "fixed");
    fputs(ball->fixed ? "true" : "false", stream);
    carom_lab_key(stream, false, "of_group");
    fputs(i >= scenario->balls.count ? "true" : "false", stream);
}

static void write_traits(FILE *stream, const carom_choice *kind)
{
    static const struct {
        const char *name;
        unsigned trait;
    } traits[] = {{"soft", CAROM_SOFT}, {"exact", CAROM_EXACT}, {"stepped", CAROM_STEPPED}};
    for (size_t k = 0; k < sizeof traits / sizeof traits[0]; k++) {
        carom_lab_key(stream, false, traits[k].name);
        fputs(carom_solver_is(kind, traits[k].trait) ? "true" : "false", stream);
    }
}

static void write_solver(FILE *stream, const carom_scenario *scenario, size_t i)
{
    const carom_scenario_solver *solver = carom_scenario_solver_at(scenario, i);
    char label[CAROM_SOLVER_LABEL_SIZE + CAROM_NAME_SIZE];
    int style = carom_style_of(scenario, solver->name);
    carom_label_of(scenario, solver->name, label, sizeof label);
    carom_lab_text(stream, true, "name", solver->name);
    carom_lab_text(stream, false, "label", label);
    carom_lab_text(stream, false, "kind", solver->kind.entry->name);
    carom_lab_text(stream, false, "called", carom_solver_called(&solver->kind));
    carom_lab_number(stream, false, "hue", style % 10);
    carom_lab_number(stream, false, "variant", style / 10);
    write_traits(stream, &solver->kind);
}

static void write_items(FILE *stream, const char *key, const carom_scenario *scenario, size_t count,
                        void (*write)(FILE *stream, const carom_scenario *scenario, size_t i))
{
    carom_lab_key(stream, false, key);
    fputc('[', stream);
    for (size_t i = 0; i < count; i++) {
        fputs(i == 0 ? "{" : ", {", stream);
        write(stream, scenario, i);
        fputc('}', stream);
    }
    fputc(']', stream);
}

/* ---- all of it ---- */

/* Of CAROM_LAB_NUMBERS, for each solver. */
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

static void write_scene(FILE *stream, const carom_scenario *scenario, const char *canonical)
{
    const carom_problem *problem = &scenario->problem;
    const carom_scenario_solver *reference = carom_scenario_solver_called(scenario,
                                                                          scenario->reference);
    carom_lab_text(stream, true, "version", carom_version());
    carom_lab_text(stream, false, "title", scenario->title);
    carom_lab_text(stream, false, "source", scenario->source);
    carom_lab_number(stream, false, "duration_s", scenario->duration_s);
    carom_lab_number(stream, false, "samples", (double)scenario->samples);
    carom_lab_number(stream, false, "seed", (double)scenario->seed);
    carom_lab_number(stream, false, "gravity_x_mps2", problem->gravity_mps2.x);
    carom_lab_number(stream, false, "gravity_y_mps2", problem->gravity_mps2.y);
    carom_lab_key(stream, false, "orientation");
    fputs(problem->orientation ? "true" : "false", stream);
    carom_lab_key(stream, false, "spins");
    fputs(carom_problem_spins(problem) ? "true" : "false", stream);
    carom_lab_key(stream, false, "friction");
    fputs(carom_problem_has_friction(problem) ? "true" : "false", stream);
    carom_lab_number(stream, false, "checks", (double)scenario->checks.count);
    carom_lab_number(stream, false, "reference",
                     (double)(reference - carom_scenario_solver_at(scenario, 0)));
    carom_lab_key(stream, false, "table");
    fputc('{', stream);
    write_table(stream, problem);
    fputc('}', stream);
    write_items(stream, "balls", scenario, problem->count, write_ball);
    write_items(stream, "solvers", scenario, scenario->solvers.count, write_solver);
    write_columns(stream, &scenario->problem);
    carom_lab_text(stream, false, "yaml", canonical);
}

carom_status carom_lab_say_scene(carom_lab *lab, const carom_messages *messages, carom_error *error)
{
    carom_lab_words words;
    char *canonical = carom_scenario_text(&lab->scenario);
    carom_status status = canonical == NULL
                            ? carom_error_no_memory(error)
                            : carom_lab_words_begin(&words, lab, CAROM_LAB_SCENE, error);
    if (status == CAROM_OK) {
        fputc('{', words.stream);
        write_scene(words.stream, &lab->scenario, canonical);
        carom_lab_key(words.stream, false, "messages");
        carom_lab_write_messages(words.stream, messages);
        fputc('}', words.stream);
        status = carom_lab_words_end(&words, error);
    }
    free(canonical);
    return status;
}

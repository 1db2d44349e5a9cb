/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/base.h"
#include "measure/measure.h"
#include "params/params.h"
#include "run/run.h"
#include "scene/scene.h"
#include "studies/studies.h"
#include <carom/engine.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979324;

/* What the method may make or lose in one contact. */
static carom_status say_method(const carom_scenario *scenario, const carom_choice *choice,
                               const carom_scene_facts *s, carom_words *to, carom_error *error)
{
    const carom_events one = {1, 0, s->kinetic_J};
    carom_theory theory = CAROM_NO_THEORY;
    carom_status status = carom_theory_of(&scenario->problem, choice, "energy_residual_rel", &one,
                                          &theory, error);
    if (!isnan(theory.tolerance)) {
        carom_words_number(to, "energy_residual_rel", theory.tolerance);
        fprintf(to->stream,
                "The method may make or lose up to %.2g of the energy of each contact (%s).",
                theory.tolerance, theory.formula);
    }
    fputc('\n', to->stream);
    return status;
}

/* The longest contact of two balls, s; 0 if there is one ball. */
static double pair_contact_s(const carom_problem *problem, const carom_choice *choice)
{
    carom_problem balls = *problem;
    carom_report report = {.contact_s = 0};
    carom_solver *solver;
    balls.boundary = CAROM_OPEN;
    balls.part = NULL;
    balls.parts = 0;
    solver = problem->count > 1 ? carom_solver_new_chosen(&balls, choice, false, NULL) : NULL;
    if (solver != NULL) {
        carom_solver_report(solver, &report);
        carom_solver_free(solver);
    }
    return report.contact_s;
}

/* The sharpest bend of a contact, 1/m: of two of the smallest balls, or of one and a wall. */
static double sharpest_bend(const carom_problem *problem, bool wall)
{
    double smallest = carom_smallest_radius(problem), bend = wall ? 0 : 1 / (2 * smallest);
    for (size_t k = 0; wall && k < carom_walls_count(problem); k++) {
        for (size_t i = 0; i < problem->count; i++) {
            double reach = carom_walls_reach(problem, problem->ball[i].radius_m);
            bend = fmax(bend, fabs(carom_walls_turn_1pm(problem, k, reach)));
        }
    }
    return bend;
}

/* How long contacts last, and how far that takes a run from the rigid one. */
static void say_contact(const carom_problem *problem, const carom_choice *choice, double longest,
                        double v, carom_words *to)
{
    double pair = pair_contact_s(problem, choice), of = pair > 0 ? pair : longest;
    bool walls = carom_walls_count(problem) > 0;
    double turn = v * fmax(pair * sharpest_bend(problem, false),
                           walls ? longest * sharpest_bend(problem, true) : 0);
    carom_words_number(to, "contact_s", longest);
    fprintf(to->stream, "soft balls. A contact of %s lasts up to %.4g s",
            pair > 0 ? "two balls" : "a ball and a wall", of);
    if (pair > 0 && walls) {
        carom_words_number(to, "pair_contact_s", pair);
        fprintf(to->stream, ", of a ball and a wall up to %.4g s", longest);
    }
    fputs(", a rigid collision no time", to->stream);
    if (v > 0) {
        carom_words_number(to, "speed_mps", v);
        carom_words_number(to, "lag_m", v * longest);
        fprintf(to->stream,
                ": after a head-on hit at %.3g m/s a ball is up to %.3g m behind the impulse model",
                v, v * of);
        if (pair > 0 && walls) {
            carom_words_number(to, "pair_lag_m", v * pair);
            fprintf(to->stream, ", at a wall up to %.3g m", v * longest);
        }
    }
    if (turn > 0) {
        carom_words_number(to, "turn_rad", turn);
        fprintf(to->stream, ", and an oblique hit turns it by up to about %.2g rad less (v_t/s T)",
                turn);
    }
    fputs(". ", to->stream);
}

static carom_status say_springs(const carom_scenario *scenario, const carom_choice *choice,
                                const carom_scene_facts *s, carom_words *to, carom_error *error)
{
    carom_report report;
    double v = s->fastest_mps, k = carom_choice_number(choice, "stiffness_N_per_m");
    double reference = carom_choice_number(choice, "reference_speed_mps");
    carom_solver *solver = carom_solver_new_chosen(&scenario->problem, choice, false, error);
    if (solver == NULL && error->status != CAROM_NO_MEMORY) {
        fprintf(to->stream, "cannot be run: %s\n", error->text);
        return CAROM_OK;
    }
    if (solver == NULL) {
        return error->status;
    }
    carom_solver_report(solver, &report);
    carom_solver_free(solver);
    say_contact(&scenario->problem, choice, report.contact_s, v, to);
    if (!isnan(reference) && !carom_problem_is_elastic(&scenario->problem)) {
        carom_words_number(to, "reference_speed_mps", reference);
        fprintf(to->stream, "Its restitution falls with speed: it is the scenario's at %.4g m/s. ",
                reference);
    }
    if (!isnan(k) && v > 0) {
        carom_words_number(to, "overlap_m", v * report.contact_s / pi);
        fprintf(to->stream,
                "At that speed a ball gets up to %.3g m into what it hits, %.2g %% of the smallest "
                "radius. ",
                v * report.contact_s / pi,
                100 * v * report.contact_s / pi / carom_smallest_radius(&scenario->problem));
    }
    if (report.theta > 0) {
        carom_words_number(to, "theta", report.theta);
        carom_words_number(to, "steps_per_contact", pi / report.theta);
        fprintf(to->stream, "theta = h sqrt(k/mu) = %.3g, %.3g steps a contact. ", report.theta,
                pi / report.theta);
    }
    return say_method(scenario, choice, s, to, error);
}

/* What traits say of a solver that does not say more itself. */
static void say_traits(const carom_choice *choice, carom_words *to)
{
    fprintf(to->stream, "%s.", choice->entry->summary);
    if (carom_solver_is(choice, CAROM_EXACT)) {
        fputs(" Every impact of its rigid balls is found, whenever it is.", to->stream);
    } else if (carom_solver_is(choice, CAROM_STEPPED)) {
        fputs(" Its rigid balls go in steps: a collision is seen late.", to->stream);
    }
    fputc('\n', to->stream);
}

static carom_status say_solver(const carom_scenario *scenario, const carom_scenario_solver *solver,
                               const carom_scene_facts *s, carom_words *to, carom_error *error)
{
    const carom_solver_entry *entry = carom_solver_entry_of(solver->kind.entry);
    const carom_prospect prospect = {s->fastest_mps, (s->moving > 1 ? 2 : 1) * s->fastest_mps};
    char text[2000] = "";
    fputc('\n', to->stream);
    carom_words_text(to, "about", "solver");
    carom_words_text(to, "solver", solver->name);
    carom_words_text(to, "kind", solver->kind.entry->name);
    fprintf(to->stream, "%s: ", solver->name);
    carom_engine_say(&solver->kind, text, sizeof text);
    if (text[0] != '\0') {
        fprintf(to->stream, "%s ", text);
        text[0] = '\0';
    }
    if (entry->explain != NULL) {
        entry->explain(solver->kind.options, &prospect, text, sizeof text);
        fprintf(to->stream, "%s\n", text);
    } else if (carom_solver_is(&solver->kind, CAROM_SOFT)) {
        return say_springs(scenario, &solver->kind, s, to, error);
    } else {
        say_traits(&solver->kind, to);
    }
    return CAROM_OK;
}

static carom_status explain(const carom_scenario *scenario, carom_words *to, FILE *complaints)
{
    carom_error error = {0};
    carom_status status = CAROM_OK;
    carom_scene_facts s = carom_scene_describe(&scenario->problem);
    if (scenario->title[0] != '\0') {
        carom_words_text(to, "about", "title");
        fprintf(to->stream, "%s\n\n", scenario->title);
    }
    carom_scene_explain(scenario, &s, to);
    for (size_t i = 0; i < scenario->solvers.count && status == CAROM_OK; i++) {
        const carom_scenario_solver *solver = carom_scenario_solver_at(scenario, i);
        status = say_solver(scenario, solver, &s, to, &error);
        if (status == CAROM_OK) {
            status = carom_effort_say(scenario, solver, to, &error);
        }
    }
    if (status != CAROM_OK) {
        fprintf(complaints, "carom: error: %s\n", error.text);
    }
    return status;
}

static carom_status explain_print(const void *object, FILE *stream, FILE *complaints)
{
    carom_words to = {.stream = stream};
    return explain(*(const carom_scenario *const *)object, &to, complaints);
}

/* Its lines, one by one, each with its quantities. */
static carom_status explain_json(const void *object, FILE *stream, FILE *complaints)
{
    char *text = NULL;
    size_t length = 0;
    carom_words to = {.stream = carom_text_open(&text, &length), .length = &length};
    carom_status status = CAROM_OK;
    bool whole;
    if (to.stream != NULL) {
        status = explain(*(const carom_scenario *const *)object, &to, complaints);
    }
    whole = carom_text_close(to.stream, &text) && !to.lost;
    if (status == CAROM_OK && !whole) {
        fputs("carom: error: out of memory\n", complaints);
        status = CAROM_NO_MEMORY;
    } else if (status == CAROM_OK) {
        fputs("{\n  \"explain\": ", stream);
        carom_words_json(&to, text, stream);
        fputs("\n}\n", stream);
    }
    carom_words_free(&to);
    free(text);
    return status;
}

static carom_status explain_run(void *object, const carom_study *study, carom_error *error)
{
    const carom_scenario **scenario = object;
    (void)error;
    *scenario = study->scenario;
    return CAROM_OK;
}

static const carom_taken_option options[] = {{"set", NULL},
                                             {"json", "each sentence as JSON, beside it what is "
                                                      "in it by key, with units"},
                                             {NULL, NULL}};

const carom_study_kind carom_study_explain = {
    .about = {.name = "explain",
              .summary = "what will happen and why, before anything is run",
              .options_size = sizeof(const carom_scenario *)},
    .text =
        "Says in words and numbers what the scenario comes to: the scene, who meets first,\n"
        "contact time, lag and turn, the energy a method may make, how many collisions single\n"
        "runs can be trusted for, and how many steps or events a run takes, by a piece of it.\n",
    .options = options,
    .run = explain_run,
    .print = explain_print,
    .json = explain_json};

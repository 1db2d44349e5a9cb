/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Studies in tests: run one on the text of a scenario, and read cells of its frames.
 */
#ifndef CAROM_TESTS_RESULTS_H
#define CAROM_TESTS_RESULTS_H

#include "studies/studies.h"
#include "support.h"

/** A study that has run. */
typedef struct {
    carom_scenario scenario;
    const carom_study_entry *kind;
    carom_result *result; /**< begins the keys of the study */
} study_of_test;

/** Run the study @p name on a scenario text, with the balls and table of @p scene if that is not
 * NULL. @return its status; call study_close in any case */
static inline carom_status study_open_scene(study_of_test *study, const char *name,
                                            const char *text, const carom_problem *scene)
{
    carom_messages messages = {0};
    carom_error error = {0};
    study->kind = carom_study_of(carom_interface_find(&carom_studies, name));
    study->result = calloc(1, study->kind->about.options_size);
    if (study->kind->about.params != NULL) {
        assert_ok(carom_params_default(study->kind->about.params, study->result, &error));
    }
    assert_ok(carom_scenario_read(&study->scenario, text, strlen(text), NULL, 0, &messages));
    ck_assert_msg(messages.errors == 0, "%s", messages.count > 0 ? messages.item[0].text : "");
    carom_messages_free(&messages);
    if (scene != NULL) {
        carom_problem_free(&study->scenario.problem);
        assert_ok(carom_problem_copy(&study->scenario.problem, scene, &error));
    }
    return carom_result_fill(
        study->result, study->kind,
        &(carom_study){
            .scenario = &study->scenario, .text = text, .length = strlen(text), .jobs = 1},
        &error);
}

static inline carom_status study_open(study_of_test *study, const char *name, const char *text)
{
    return study_open_scene(study, name, text, NULL);
}

/** Return the frame of a table: "orders.tsv". */
static inline const carom_frame *study_frame(const study_of_test *study, const char *table)
{
    size_t i = 0;
    while (strcmp(study->kind->tables[i].name, table) != 0) {
        i++;
    }
    return &study->result->frame[i];
}

/** Return a number of the row @p i among those whose first column is @p solver (NULL: among all).
 */
static inline double study_number(const study_of_test *study, const char *table, const char *solver,
                                  size_t i, const char *column)
{
    const carom_frame *frame = study_frame(study, table);
    const carom_column *c = carom_column_find(frame->table->columns, column);
    ck_assert_msg(c != NULL, "%s has no column %s", table, column);
    for (size_t k = 0; k < frame->rows; k++) {
        const void *row = carom_frame_row(frame, k);
        bool counts = solver == NULL || strcmp(frame->table->columns->text(row), solver) == 0;
        if (counts && i-- == 0) {
            return c->number(row);
        }
    }
    ck_abort_msg("%s has too few rows of %s", table, solver != NULL ? solver : "all solvers");
    return NAN;
}

static inline void study_close(study_of_test *study)
{
    if (study->kind->about.params != NULL) {
        carom_params_free(study->kind->about.params, study->result);
    }
    carom_result_free(study->result);
    free(study->result);
    carom_scenario_free(&study->scenario);
}

#endif

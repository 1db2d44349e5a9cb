/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keys of the scenario that gradient and fit change: values, natural sizes of a change, and the
 * scenario with other values. */
#include "solvers/solvers.h"
#include "studies/studies.h"

/* Offset over the scale of a key at which a changed value must be readable. */
static const double checked_offset = 0.02;

/* ---- scenarios ---- */

/* An offset may raise a restitution above 1. */
carom_status carom_changed_load(const carom_changed *changed, const char *solver,
                                const double *value, carom_scenario *scenario, carom_error *error)
{
    char text[CAROM_CHANGED_KEYS][32];
    carom_override override[CAROM_CHANGED_KEYS + 1] = {{"by", "allow_energy_gain", "true"}};
    size_t count = 1;
    for (size_t j = 0; j < changed->count; j++) {
        if (value[j] != changed->key[j].value) {
            carom_number_format(value[j], text[j], sizeof text[j]);
            override[count++] = (carom_override){"by", changed->key[j].name, text[j]};
        }
    }
    return carom_study_read(changed->result->request, override, count, solver, scenario, error);
}

double carom_changed_fastest(const carom_problem *problem, const carom_sample *end)
{
    double fastest = 0;
    for (size_t i = 0; i < problem->count; i++) {
        fastest = fmax(fastest, carom_vec_length(carom_flight_from_ball(&problem->ball[i]).v));
        fastest = fmax(fastest,
                       end == NULL ? 0 : carom_vec_length(carom_flight_from_sample(end, i).v));
    }
    return fastest;
}

bool carom_solver_is_smooth(const carom_choice *kind)
{
    carom_springs springs = {.exact = false};
    return carom_solver_springs(kind, &springs) ? springs.exact && springs.integrator->order > 1
                                                : carom_solver_has_traits(kind, CAROM_EXACT);
}

/* ---- keys ---- */

/* Natural size of a change, by the unit of the key. */
static double scale_of(const carom_changed_key *key, double radius_m, double speed_mps)
{
    const char *unit = strrchr(key->name, '_');
    double own = key->value != 0 ? fabs(key->value) : 0.1;
    unit = unit != NULL ? unit : "";
    if (strcmp(unit, "_m") == 0 && strstr(key->name, "per_m") == NULL) {
        return radius_m;
    }
    if (strcmp(unit, "_mps") == 0) {
        return fmax(speed_mps, 1e-3);
    }
    return strcmp(unit, "_radps") == 0 ? fmax(own, speed_mps / radius_m) : own;
}

void carom_changed_scale(carom_changed *changed, double speed_mps)
{
    double radius_m = carom_smallest_radius(&changed->result->scenario->problem);
    for (size_t j = 0; j < changed->count; j++) {
        changed->key[j].scale = scale_of(&changed->key[j], radius_m, speed_mps);
    }
}

void carom_changed_own_values(const carom_changed *changed, double *value)
{
    for (size_t j = 0; j < changed->count; j++) {
        value[j] = changed->key[j].value;
    }
}

/* The text of a key in a document; @p otherwise if it is not there. */
static const char *text_in(carom_node root, const char *key, const char *otherwise)
{
    carom_node node = carom_document_find(root, key);
    return carom_node_kind_of(node) == CAROM_NODE_SCALAR ? carom_node_scalar(node) : otherwise;
}

/* Read the value of the last key, from the file or the complete scenario. @return false: it is no
 * number */
static bool read_value(carom_changed *changed, carom_node file, carom_node complete)
{
    const carom_study *request = changed->result->request;
    carom_changed_key *key = &changed->key[changed->count - 1];
    const char *text = text_in(file, key->name, text_in(complete, key->name, ""));
    for (size_t k = 0; k < request->override_count; k++) {
        const carom_override *override = &request->overrides[k];
        text = override->value != NULL && strcmp(override->key, key->name) == 0 ? override->value
                                                                                : text;
    }
    if (carom_number_parse(text, &key->value) && isfinite(key->value)) {
        return true;
    }
    key->value = 0;
    return false;
}

/* Refuse the last key if no changed value of it can be read, by the reader's message, or if it is
 * no @p number. */
static void check_key(carom_changed *changed, bool number)
{
    carom_result *result = changed->result;
    const carom_changed_key *key = &changed->key[changed->count - 1];
    carom_error why = {0};
    size_t invalid = 0;
    for (int side = -1; side <= 1 && !carom_result_failed(result); side += 2) {
        carom_scenario scenario;
        double value[CAROM_CHANGED_KEYS];
        carom_changed_own_values(changed, value);
        value[changed->count - 1] = number ? key->value + side * checked_offset * key->scale : 1;
        carom_status status = carom_changed_load(changed, NULL, value, &scenario, &why);
        carom_scenario_free(&scenario);
        invalid += status == CAROM_INVALID;
        if (invalid == 2 || (status != CAROM_OK && status != CAROM_INVALID)) {
            carom_result_fail(result, status, "", "%.600s", why.text);
        }
    }
    if (!number) {
        carom_result_fail(result, CAROM_INVALID, "by",
                          "%.100s has no value in this scenario; expected a key with a number",
                          key->name);
    }
}

/* Find the keys in a text, with values in the documents of the file and of the complete scenario.
 */
static void find_keys(carom_changed *changed, const char *text, carom_node file,
                      carom_node complete)
{
    carom_result *result = changed->result;
    while (!carom_result_failed(result) && *text != '\0') {
        size_t length = strcspn(text, ",");
        if (changed->count == CAROM_CHANGED_KEYS) {
            carom_result_fail(result, CAROM_INVALID, "by", "more than %d keys",
                              (int)CAROM_CHANGED_KEYS);
            break;
        }
        carom_changed_key *key = &changed->key[changed->count++];
        snprintf(key->name, sizeof key->name, "%.*s", (int)length, text);
        bool number = read_value(changed, file, complete);
        carom_changed_scale(changed, carom_changed_fastest(&result->scenario->problem, NULL));
        check_key(changed, number);
        text += length + (text[length] == ',');
    }
}

void carom_changed_find(carom_changed *changed, carom_result *result, const char *text,
                        const carom_list *words, const char *otherwise)
{
    const carom_study *request = result->request;
    const carom_scenario_word *word = words->items;
    carom_document file = {.path = NULL}, complete = {.path = NULL};
    carom_messages messages = {.stop = request->stop};
    for (size_t k = 0, own = text[0] != '\0'; own == 0 && k < words->count; k++) {
        text = carom_arena_print(&result->arena, "%s%s%s", text, k == 0 ? "" : ",", word[k].text);
    }
    changed->result = result;
    char *all = carom_scenario_text(result->scenario);
    carom_status status = carom_scenario_parse(&file, request->text, request->length, &messages);
    CAROM_THEN(status, carom_scenario_parse(&complete, all, strlen(all), &messages));
    if (!carom_result_failed(result)) {
        (void)(carom_reading_status(status, &result->error) == CAROM_OK);
    }
    find_keys(changed, text[0] != '\0' ? text : otherwise, file.root, complete.root);
    carom_messages_free(&messages);
    carom_document_close(&file);
    carom_document_close(&complete);
    free(all);
}

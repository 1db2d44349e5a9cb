/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What checks want to know of run.json. JSON is YAML. */
#include "harness/checks.h"
#include "harness/document.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static carom_status open_manifest(carom_document *m, const char *directory, carom_error *error)
{
    char path[4500];
    carom_messages messages = {0};
    carom_status status;
    snprintf(path, sizeof path, "%s/run.json", directory);
    status = carom_document_open(m, path, &messages, error);
    if (status == CAROM_OK && (m->root == NULL || m->root->kind != CAROM_NODE_MAP)) {
        status = carom_error_set(error, CAROM_INVALID, "", "'%s' is not the manifest of a run", path);
    }
    carom_messages_free(&messages);
    return status;
}

carom_status carom_records_scenario(const char *directory, char **text, carom_error *error)
{
    carom_document m;
    carom_status status = open_manifest(&m, directory, error);
    *text = NULL;
    if (status == CAROM_OK) {
        const char *scenario = carom_node_text(m.root, "scenario");
        *text = malloc(strlen(scenario) + 1);
        status = *text == NULL ? carom_error_no_memory(error) : CAROM_OK;
        if (*text != NULL) {
            strcpy(*text, scenario);
        }
    }
    carom_document_close(&m);
    return status;
}

/* What is said of a solver under a key; "" where nothing is. */
static void say_of(const char *directory, const char *solver, const char *key, char *text, size_t size)
{
    carom_document m;
    text[0] = '\0';
    if (open_manifest(&m, directory, NULL) == CAROM_OK) {
        const carom_node *solvers = carom_node_get(m.root, "solvers");
        for (size_t i = 0; solvers != NULL && solvers->kind == CAROM_NODE_LIST && i < solvers->count; i++) {
            const char *said = carom_node_text(solvers->item[i], key);
            if (strcmp(carom_node_text(solvers->item[i], "name"), solver) == 0 && strcmp(said, "null") != 0) {
                snprintf(text, size, "%s", said);
            }
        }
    }
    carom_document_close(&m);
}

void carom_records_failure(const char *directory, const char *solver, char *text, size_t size)
{
    say_of(directory, solver, "failure", text, size);
}

double carom_records_number(const char *directory, const char *solver, const char *key)
{
    char text[64];
    double value;
    say_of(directory, solver, key, text, sizeof text);
    return carom_number_parse(text, &value) ? value : NAN;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What checks want to know of run.json. JSON is YAML. */
#include "harness/checks.h"
#include "harness/yaml_tree.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    char *text;
    carom_tree tree;
    carom_node *root;
} manifest;

static carom_status open_manifest(manifest *m, const char *directory, carom_error *error)
{
    char path[4500];
    size_t length = 0;
    carom_messages messages = {0};
    carom_status status;
    *m = (manifest){.text = NULL};
    snprintf(path, sizeof path, "%s/run.json", directory);
    status = carom_file_read(path, &m->text, &length, error);
    if (status == CAROM_OK) {
        status = carom_tree_parse(&m->tree, m->text, length, NULL, &messages, &m->root);
    }
    if (status == CAROM_OK && (m->root == NULL || m->root->kind != CAROM_NODE_MAP)) {
        status = carom_error_set(error, CAROM_INVALID, "", "'%s' is not the manifest of a run", path);
    }
    carom_messages_free(&messages);
    return status;
}

static void close_manifest(manifest *m)
{
    carom_tree_free(&m->tree);
    free(m->text);
}

static const char *text_of(const carom_node *map, const char *key)
{
    const carom_node *node = carom_node_get(map, key);
    return node != NULL && node->kind == CAROM_NODE_SCALAR ? node->text : "";
}

carom_status carom_records_scenario(const char *directory, char **text, carom_error *error)
{
    manifest m;
    carom_status status = open_manifest(&m, directory, error);
    *text = NULL;
    if (status == CAROM_OK) {
        const char *scenario = text_of(m.root, "scenario");
        *text = malloc(strlen(scenario) + 1);
        status = *text == NULL ? carom_error_no_memory(error) : CAROM_OK;
        if (*text != NULL) {
            strcpy(*text, scenario);
        }
    }
    close_manifest(&m);
    return status;
}

/* What is said of a solver under a key; "" where nothing is. */
static void say_of(const char *directory, const char *solver, const char *key, char *text, size_t size)
{
    manifest m;
    text[0] = '\0';
    if (open_manifest(&m, directory, NULL) == CAROM_OK) {
        const carom_node *solvers = carom_node_get(m.root, "solvers");
        for (size_t i = 0; solvers != NULL && solvers->kind == CAROM_NODE_LIST && i < solvers->count; i++) {
            const char *said = text_of(solvers->item[i], key);
            if (strcmp(text_of(solvers->item[i], "name"), solver) == 0 && strcmp(said, "null") != 0) {
                snprintf(text, size, "%s", said);
            }
        }
    }
    close_manifest(&m);
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

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads run.json with the YAML reader: JSON is a subset of YAML. */
#define _POSIX_C_SOURCE 200809L
#include "records/records.h"
#include <unistd.h>

enum { PATH = CAROM_MANIFEST_PATH_SIZE };

carom_status carom_manifest_open(carom_document *m, const char *directory, const char *until,
                                 char path[CAROM_MANIFEST_PATH_SIZE],
                                 const volatile sig_atomic_t *stop, carom_error *error)
{
    snprintf(path, PATH, "%s/run.json", directory);
    carom_status status = carom_document_open(m, path, until, stop, error);
    if (status == CAROM_CANNOT_READ && access(directory, F_OK) == 0 && access(path, F_OK) != 0) {
        carom_error_set(error, status, "",
                        "the folder '%.300s' has no run.json, so it holds no complete run; 'carom "
                        "compare FILE -o DIR' writes one, and a solver of kind recorded plays back "
                        "tables of other programs (see 'carom help records')",
                        directory);
    }
    return status;
}

carom_status carom_records_text(const char *directory, const char *key,
                                const volatile sig_atomic_t *stop, char **text, carom_error *error)
{
    char path[PATH];
    carom_document m;
    carom_status status = carom_manifest_open(&m, directory, "scenario_json", path, stop, error);
    carom_node node = carom_node_get(m.root, key);
    const char *value = carom_node_scalar(node);
    *text = NULL;
    if (status == CAROM_OK && value[0] != '\0') {
        *text = carom_text_copy(value, strlen(value));
    } else if (status == CAROM_OK) {
        char found[128];
        carom_mark mark = carom_node_mark(node, m.root);
        status = carom_error_set(error, CAROM_INVALID, key,
                                 "%s:%zu:%zu: %s: found %s; expected a text", path, mark.line,
                                 mark.column, key, carom_node_describe(node, found, sizeof found));
    }
    carom_document_close(&m);
    return status;
}

char *carom_scenario_physics_text(const carom_scenario *scenario)
{
    carom_scenario bare = *scenario;
    bare.title[0] = bare.source[0] = '\0';
    bare.checks.count = bare.figures.count = bare.sweep.parameters.count = 0;
    bare.trace.contacts.count = 0;
    bare.divergence = (carom_divergence_keys){.horizon_rel = 0};
    bare.convergence = (carom_convergence_keys){.thetas = 0};
    bare.statistics = (carom_statistics_keys){.seeds = 0};
    bare.gradient = (carom_gradient_keys){.of = ""};
    bare.view = (carom_view_keys){.zoom = 1};
    bare.fit = (carom_fit_keys){.to = ""};
    bare.audit.within = 0;
    return carom_scenario_text(&bare);
}

bool carom_records_find_difference(const char *recorded, const char *own, char *text, size_t size)
{
    size_t start = 0, k = 0;
    if (strcmp(recorded, own) == 0) {
        return false;
    }
    for (; recorded[k] == own[k]; k++) {
        start = recorded[k] == '\n' ? k + 1 : start;
    }
    snprintf(text, size, "recorded '%.*s', scenario '%.*s'",
             (int)fmin(200, (double)strcspn(recorded + start, "\n")), recorded + start,
             (int)fmin(200, (double)strcspn(own + start, "\n")), own + start);
    return true;
}

size_t carom_records_value(const char *directory, const char *solver, const char *key, char *text,
                           size_t size)
{
    char path[PATH];
    carom_document m;
    carom_error unreadable = {CAROM_OK, "", ""};
    size_t listed = 0;
    text[0] = '\0';
    if (carom_manifest_open(&m, directory, "scenario", path, NULL, &unreadable) == CAROM_OK) {
        carom_node solvers = carom_node_get(m.root, "solvers");
        listed = carom_node_kind_of(solvers) == CAROM_NODE_LIST ? carom_node_count(solvers) : 0;
        for (size_t i = 0; i < listed; i++) {
            carom_node item = carom_node_value(solvers, i);
            const char *value = carom_node_text(item, key);
            if (strcmp(carom_node_text(item, "name"), solver) == 0 && strcmp(value, "null") != 0) {
                snprintf(text, size, "%s", value);
            }
        }
    }
    carom_document_close(&m);
    return listed;
}

bool carom_records_include(const char *directory, const char *solver)
{
    char name[CAROM_NAME_SIZE];
    return carom_records_value(directory, solver, "name", name, sizeof name) == 0 ||
           name[0] != '\0';
}

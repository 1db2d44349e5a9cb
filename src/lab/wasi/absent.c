/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Replaces files that a page does without: src/checks/check_studies.c and audit*.c
 * (it has one thread for checks that take many runs, and no records of other programs),
 * src/params/hint.c and src/scenario/yaml/fault.c (its readers do not type scenarios: its controls
 * offer names and check numbers, and links have a checksum). */
#include "checks/checks.h"
#include "params/params.h"
#include "run/run.h"
#include "scenario/yaml/yaml.h"
#pragma GCC diagnostic ignored "-Wunused-parameter"

/* ---- output folder: always new ---- */

const char carom_run_file_names[] = "";

const char *const carom_solver_file_names[CAROM_FILE_COUNT] = {"series.tsv", "trajectory.tsv",
                                                               "collisions.tsv", "contacts.tsv"};

carom_status carom_folder_claim(const char *directory, const char *names, bool *is_own,
                                carom_error *error)
{
    return CAROM_OK;
}

carom_status carom_folder_clear(const char *directory, const char *names, carom_error *error)
{
    return CAROM_OK;
}

void carom_folder_clear_other(const char *directory, const char *names)
{
}

carom_status carom_folder_claim_solver(const char *directory, const char *solver, bool is_own,
                                       carom_error *error)
{
    return CAROM_OK;
}

carom_status carom_folder_check_input(const char *directory, const char *file, carom_error *error)
{
    return CAROM_OK;
}

carom_status carom_figure_files_write(carom_run *run, const char *directory, carom_error *error)
{
    return CAROM_OK;
}

carom_status carom_figure_files_commit(carom_figure_files *figures, carom_error *error)
{
    return CAROM_OK;
}

/* ---- checks ---- */

static bool order_applies(const carom_scenario *scenario, const carom_scenario_check *check,
                          const carom_scenario_solver *solver)
{
    return carom_solver_has_traits(&solver->kind, CAROM_SOFT);
}

static void skip(carom_measured *measured)
{
    measured->skipped = true;
    snprintf(measured->note, sizeof measured->note,
             "takes many runs, which a page leaves to `carom check` on the command line");
}

const carom_check_evaluator carom_evaluate_order = {
    .kind = "order", .applies = order_applies, .measure = skip};
const carom_check_evaluator carom_evaluate_data = {.kind = "data", .measure = skip};

carom_status carom_audit_records(const carom_check_context *context,
                                 const carom_scenario_solver *solver, carom_verdicts *verdicts,
                                 carom_error *error)
{
    return carom_error_set(error, CAROM_INTERNAL, "", "a page has no records of other programs");
}

/* ---- hints ---- */

void carom_syntax_fault_explain(carom_syntax_fault *fault)
{
    snprintf(fault->message, sizeof fault->message, "not YAML: %s",
             fault->problem == NULL ? "" : fault->problem);
}

typedef struct {
    char *text;
    size_t size;
    bool first;
} key_list;

static bool append_key(void *context, carom_param_ref place)
{
    key_list *keys = context;
    if (place.row->key[0] != '\0') {
        carom_text_append(keys->text, keys->size, "%s%s", keys->first ? "" : ", ", place.row->key);
        keys->first = false;
    }
    return true;
}

const carom_param *carom_hint_parent(const carom_param *rows, const char *key)
{
    return NULL;
}

const carom_param *carom_hint_key(const carom_param *rows, void *options,
                                  const carom_written_key *written, char *text, size_t size)
{
    snprintf(text, size, "unknown key; expected one of: ");
    carom_params_each(rows, options, append_key, &(key_list){text, size, true});
    return NULL;
}

void carom_hint_value(const carom_param *row, const char *value, char *text, size_t size)
{
}

const char *carom_hint_name(const char *wanted, const char *const *names, size_t count)
{
    return NULL;
}

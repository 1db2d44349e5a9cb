/* SPDX-License-Identifier: GPL-3.0-or-later */
/* List of all studies, and overrides of their own keys, such as gradient.of. */
#include "studies/studies.h"

/* To add a study, define carom_study_NAME in a file of its own and append X(NAME). */
#define STUDIES(X)                                                                                 \
    X(converge)                                                                                    \
    X(diverge)                                                                                     \
    X(fan)                                                                                         \
    X(statistics)                                                                                  \
    X(reverse)                                                                                     \
    X(contact)                                                                                     \
    X(explain)                                                                                     \
    X(gradient)                                                                                    \
    X(fit)

#define X(name) extern const carom_study_entry carom_study_##name;
STUDIES(X)
#undef X

#define X(name) &carom_study_##name.about,
static const carom_entry *const entries[] = {STUDIES(X) NULL};
#undef X

const carom_interface carom_studies = {"study", "studies", entries};

/* The part of an overridden key that belongs to the study; NULL: a key of the scenario. */
static const char *study_key(const carom_study_entry *kind, const carom_override *override)
{
    const char *name = kind->about.name;
    size_t length = strlen(name);
    return kind->about.params != NULL && strncmp(override->key, name, length) == 0 &&
                   override->key[length] == '.'
             ? override->key + length + 1
             : NULL;
}

static carom_status report_unknown_key(const carom_study_entry *kind, void *object,
                                       const carom_override *override, const char *key,
                                       carom_error *error)
{
    const carom_written_key written = {.key = key};
    const char *instead = carom_removed_advice(override->key, NULL);
    char text[640];
    if (instead != NULL) {
        snprintf(text, sizeof text, "the key was removed; %s", instead);
    } else {
        (void)carom_hint_key(kind->about.params, object, &written, text, sizeof text);
    }
    return carom_error_set(error, CAROM_INVALID, "", "%.200s: %.400s", override->text, text);
}

/* Plug-ins are set first, because they add keys. */
carom_status carom_study_set_keys(const carom_study_entry *kind, void *object,
                                  const carom_override *overrides, size_t count, carom_error *error)
{
    carom_status status = kind->about.params == NULL
                            ? CAROM_OK
                            : carom_params_default(kind->about.params, object, error);
    for (size_t i = 0; i < 2 * count && status == CAROM_OK; i++) {
        const carom_override *override = &overrides[i % count];
        const char *key = study_key(kind, override);
        bool plugins = i < count;
        carom_param_ref param = {NULL, NULL};
        if (key != NULL) {
            param = carom_params_find(kind->about.params, object, key);
        }
        if (param.row != NULL && (param.row->type == CAROM_ENTRY) == plugins) {
            status = carom_param_parse(param, override->value, error);
        } else if (key != NULL && param.row == NULL && !plugins) {
            status = report_unknown_key(kind, object, override, key, error);
        }
    }
    return status;
}

size_t carom_study_drop_keys(const carom_study_entry *kind, carom_override *overrides, size_t count)
{
    size_t left = 0;
    for (size_t i = 0; i < count; i++) {
        if (study_key(kind, &overrides[i]) == NULL) {
            overrides[left++] = overrides[i];
        }
    }
    return left;
}

/* ---- running ---- */

carom_status carom_study_perform(const carom_study_entry *kind, void *object,
                                 const carom_study *study, carom_error *error)
{
    return kind->fill != NULL ? carom_result_fill(object, kind, study, error)
                              : kind->run(object, study, error);
}

carom_status carom_study_print(const carom_study_entry *kind, const void *object, FILE *stream,
                               FILE *complaints)
{
    return kind->fill != NULL ? carom_result_print(object, stream, complaints)
                              : kind->print(object, stream, complaints);
}

void carom_study_release(const carom_study_entry *kind, void *object)
{
    if (kind->fill != NULL) {
        carom_result_free(object);
    } else if (kind->release != NULL) {
        kind->release(object);
    }
}

/* ---- output folder ---- */

enum { NAMES = 1000 };

/* Writes the names of all files of the study, its manifest first; returns the number of tables. */
static size_t list_files(const carom_study_entry *kind, char names[NAMES])
{
    size_t count = 0;
    snprintf(names, NAMES, "%s.json %s.figures.tsv", kind->about.name, kind->about.name);
    while (kind->tables[count].name != NULL) {
        carom_text_append(names, NAMES, " %s", kind->tables[count++].name);
    }
    carom_text_append(names, NAMES, " %s", kind->figures != NULL ? kind->figures : "");
    return count;
}

carom_status carom_study_claim_folder(const carom_study_entry *kind, const char *directory,
                                      carom_error *error)
{
    char names[NAMES];
    bool is_own;
    (void)list_files(kind, names);
    return carom_folder_claim(directory, names, CAROM_FOLDER_CLEAR, &is_own, error);
}

carom_status carom_study_write(const carom_study_entry *kind, const void *object,
                               const carom_scenario *scenario, const char *directory,
                               const char *name, carom_error *error)
{
    char names[NAMES];
    carom_directory made = {NULL, 0};
    size_t tables = list_files(kind, names);
    carom_file *file = calloc(tables + 1, sizeof *file); /* the manifest, then the tables */
    CAROM_NEED(file != NULL, error);
    carom_status status = carom_directory_create(&made, directory, error);
    CAROM_THEN(status, carom_manifest_open_study(&file[0], directory, kind->about.name, name,
                                                 scenario, error));
    CAROM_THEN(status,
               kind->fill != NULL
                   ? carom_frames_open(&file[1], directory, ((const carom_result *)object)->frame,
                                       tables, error)
                   : carom_tables_open(&file[1], directory, kind->tables, tables, object, error));
    CAROM_THEN(status, carom_folder_clear(directory, names, error));
    for (size_t i = 0; i <= tables && status == CAROM_OK; i++) {
        status = carom_file_commit(&file[i], error);
    }
    for (size_t i = 0; i <= tables; i++) {
        carom_file_discard(&file[i]);
    }
    carom_directory_remove_empty(&made);
    free(file);
    return status;
}

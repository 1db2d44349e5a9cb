/* SPDX-License-Identifier: GPL-3.0-or-later */
/* List of all studies, and overrides of their own keys, such as gradient.of. */
#include "studies/studies.h"
#include <fnmatch.h>

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
    X(fit)                                                                                         \
    X(sweep)

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
    char text[640], removed[300];
    const char *instead = carom_removed_advice(override->key, NULL, removed, sizeof removed);
    if (instead != NULL) {
        snprintf(text, sizeof text, "the key was removed; %s", instead);
    } else {
        (void)carom_hint_key(kind->about.params, object, &written, text, sizeof text);
    }
    return carom_error_set(error, CAROM_INVALID, "", "%.200s: %.400s", override->text, text);
}

carom_status carom_study_set_keys(const carom_study_entry *kind, void *object,
                                  const carom_override *overrides, size_t count, carom_error *error)
{
    carom_status status = kind->about.params == NULL
                            ? CAROM_OK
                            : carom_params_default(kind->about.params, object, error);
    for (size_t i = 0; i < count && status == CAROM_OK; i++) {
        const carom_override *override = &overrides[i];
        const char *key = study_key(kind, override);
        carom_param_ref param = {NULL, NULL};
        if (key != NULL) {
            param = carom_params_find(kind->about.params, object, key);
        }
        if (param.row != NULL && override->value != NULL) { /* --unset: the default */
            status = carom_param_parse(param, override->value, error);
        } else if (key != NULL && param.row == NULL) {
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

/* ---- figures ---- */

carom_status carom_study_check_figures(const carom_study_entry *kind, const char *names,
                                       carom_error *error)
{
    enum { WORD = 100 };
    char name[WORD], own[WORD];
    for (size_t length; *names != '\0'; names += length + (names[length] != '\0')) {
        const char *figures = kind->figures == NULL ? "" : kind->figures;
        char known[400] = "";
        length = strcspn(names, ",");
        snprintf(name, sizeof name, "%.*s", (int)length, names);
        bool found = strcmp(name, "all") == 0;
        while (*figures != '\0') { /* "map-*" begins names */
            snprintf(own, sizeof own, "%.*s", (int)strcspn(figures, "."), figures);
            figures += strcspn(figures, " ");
            figures += *figures == ' ';
            found = found || fnmatch(own, name, 0) == 0;
            carom_text_append(known, sizeof known, "%s%s", known[0] == '\0' ? "" : ",", own);
        }
        if (!found) {
            return carom_error_set(error, CAROM_INVALID, "",
                                   "--figures: no figure '%s'; there are: %s", name, known);
        }
    }
    return CAROM_OK;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every key that --set takes, as a path, from the rows that a scenario is read by. */
#include "cli/help/help.h"
#include "cli/manual/manual.h"
#include "studies/studies.h"
#include <string.h>

enum { PATH_SIZE = 256 };

typedef struct {
    void (*visit)(void *context, const char *text);
    void *context;
} visitor;

static void tell(const visitor *v, const char *path, const char *value)
{
    char text[2 * PATH_SIZE];
    snprintf(text, sizeof text, "%s=%s", path, value);
    v->visit(v->context, text);
}

static void walk(const visitor *v, const carom_param *rows, const char *prefix);

/* A key that chooses an entry, whose keys then stand beside it. */
static void walk_entries(const visitor *v, const carom_seam *seam, const char *path,
                         const char *prefix)
{
    for (const carom_entry *const *entry = seam->entries; *entry != NULL; entry++) {
        tell(v, path, (*entry)->name);
        walk(v, (*entry)->params, prefix);
    }
}

static void walk_row(const visitor *v, const carom_param *row, const char *prefix)
{
    char path[PATH_SIZE], within[PATH_SIZE + 8];
    bool bare = row->key[0] == '\0'; /* fields that stand in the mapping itself */
    snprintf(path, sizeof path, "%s%s", prefix, row->key);
    snprintf(within, sizeof within, "%s%s", path,
             bare                      ? ""
             : row->type == CAROM_LIST ? ".*."
                                       : ".");
    if (!bare && row->fields == NULL && row->seam == NULL) {
        tell(v, path, "");
    } else if (!bare && row->scalar_sets_all) {
        tell(v, path, "");
    }
    for (size_t i = 0; row->type == CAROM_WORD && row->words[i] != NULL; i++) {
        tell(v, path, row->words[i]);
    }
    if (row->type == CAROM_FLAG) {
        tell(v, path, "true");
        tell(v, path, "false");
    }
    if (row->seam != NULL) {
        walk_entries(v, row->seam, path, prefix);
    }
    if (row->fields != NULL) {
        walk(v, row->fields, within);
    }
}

static void walk(const visitor *v, const carom_param *rows, const char *prefix)
{
    for (const carom_param *row = rows; row != NULL && row->key != NULL; row++) {
        walk_row(v, row, prefix);
    }
}

void cli_manual_keys(void (*visit)(void *context, const char *text), void *context)
{
    visitor v = {visit, context};
    walk(&v, carom_scenario_rows, "");
    for (const carom_entry *const *entry = carom_studies.entries; *entry != NULL; entry++) {
        const carom_study_kind *study = carom_study_of(*entry);
        char prefix[PATH_SIZE];
        snprintf(prefix, sizeof prefix, "%s%s", study->bare ? "" : study->about.name,
                 study->bare ? "" : ".");
        walk(&v, study->about.params, prefix);
    }
}

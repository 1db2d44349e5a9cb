/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom list --json. */
#include "cli/help/help.h"
#include "figures/figures.h"
#include "records/records.h"
#include "run/run.h"
#include "scenario/scenario.h"
#include <carom/engine.h>
#include <string.h>

/* ---- what an object is made of ---- */

static void put_text(const char *key, const char *text)
{
    printf("\"%s\": ", key);
    carom_json_string(stdout, text);
}

/* "{ name: NAME, doc: DOC", to be gone on with; a comma before all but the first. */
static void begin(bool *first, const char *indent, const char *key, const char *name,
                  const char *other, const char *text)
{
    printf("%s\n%s{", *first ? "" : ",", indent);
    put_text(key, name);
    printf(", ");
    put_text(other, text);
    *first = false;
}

static void put_rows(const carom_param *rows, const char *indent);

static void put_row(const carom_param *row, const char *indent, bool *first)
{
    char text[320], deeper[32];
    begin(first, indent, "key", row->key, "doc", row->doc);
    carom_param_describe(row, text, sizeof text);
    printf(", ");
    put_text("allowed", text);
    printf(", ");
    put_text("unit", row->unit != NULL ? row->unit : "");
    printf(", \"required\": %s, \"default\": ", row->fallback == NULL ? "true" : "false");
    if (row->fallback == NULL || row->fallback[0] == '\0') {
        printf("null");
    } else {
        carom_json_string(stdout, row->fallback);
    }
    if (row->fields != NULL && row->fields[0].key[0] != '\0') {
        snprintf(deeper, sizeof deeper, "%s  ", indent);
        printf(", \"keys\": ");
        put_rows(row->fields, deeper);
    }
    printf("}");
}

static void put_rows(const carom_param *rows, const char *indent)
{
    bool first = true;
    printf("[");
    for (const carom_param *row = rows; row != NULL && row->key != NULL; row++) {
        if (row->key[0] != '\0') {
            put_row(row, indent, &first);
        }
    }
    printf("]");
}

static void put_column(const carom_column *c, const char *indent, bool *first)
{
    begin(first, indent, "name", c->name, "unit", c->unit);
    printf(", \"text\": %s, ", c->text == NULL ? "false" : "true");
    put_text("doc", c->doc);
    printf("}");
}

/* ---- lists ---- */

typedef struct {
    const carom_elsewhere *elsewhere;
    bool first, out_of_memory;
} list;

/* An entry of elsewhere, or why it is not there. */
static void put_elsewhere(void *context, const char *name)
{
    list *l = context;
    char words[480];
    const carom_entry *entry = l->elsewhere->find(name, words, sizeof words);
    l->out_of_memory = l->out_of_memory || strcmp(words, "out of memory") == 0;
    begin(&l->first, "    ", "name", name, "summary", entry == NULL ? words : entry->summary);
    printf(", \"there\": %s, \"keys\": ", entry == NULL ? "false" : "true");
    put_rows(entry == NULL ? NULL : entry->params, "      ");
    printf("}");
}

static carom_status list_seam(const carom_seam *seam, carom_error *error)
{
    list l = {seam->elsewhere, true, false};
    for (const carom_entry *const *entry = seam->entries; *entry != NULL; entry++) {
        begin(&l.first, "    ", "name", (*entry)->name, "summary", (*entry)->summary);
        printf(", \"there\": true, \"keys\": ");
        put_rows((*entry)->params, "      ");
        printf("}");
    }
    if (l.elsewhere != NULL) {
        l.elsewhere->each(put_elsewhere, &l);
    }
    return l.out_of_memory ? carom_error_no_memory(error) : CAROM_OK;
}

static void put_scene(void *context, const char *name, const char *title)
{
    begin(context, "    ", "name", name, "title", title);
    printf("}");
}

static carom_status list_experiments(const char *home, carom_error *error)
{
    bool first = true;
    return cli_each_scene(home, put_scene, &first, error);
}

static carom_status list_keys(const char *home, carom_error *error)
{
    bool first = true;
    (void)home;
    (void)error;
    for (const carom_param *row = carom_scenario_rows; row->key != NULL; row++) {
        if (row->key[0] != '\0') {
            put_row(row, "    ", &first);
        }
    }
    return CAROM_OK;
}

static carom_status list_quantities(const char *home, carom_error *error)
{
    bool first = true;
    (void)home;
    (void)error;
    for (const char *const *name = carom_quantity_words; *name != NULL; name++) {
        put_column(&carom_quantity_find(*name)->column, "    ", &first);
    }
    return CAROM_OK;
}

static void put_table(const carom_table *table)
{
    bool head = table == carom_run_tables[0], first = true; /* the first is known by its place */
    begin(&head, "    ", "table", table->name, "doc", table->doc);
    printf(", \"columns\": [");
    for (const carom_column *c = table->columns; c->name != NULL; c++) {
        put_column(c, "      ", &first);
    }
    printf("]}");
}

static carom_status list_columns(const char *home, carom_error *error)
{
    (void)home;
    (void)error;
    cli_each_table(put_table);
    return CAROM_OK;
}

static carom_status list_figures(const char *home, carom_error *error)
{
    bool first = true;
    (void)home;
    (void)error;
#define X(constant, name, doc)                                                                     \
    begin(&first, "    ", "name", name, "doc", doc);                                               \
    printf("}");
    CAROM_PANELS(X)
#undef X
    return CAROM_OK;
}

static carom_status list_presets(const char *home, carom_error *error)
{
    bool first = true;
    (void)home;
    (void)error;
    for (const carom_preset *p = carom_presets; p->name != NULL; p++) {
        begin(&first, "    ", "name", p->name, "summary", p->summary);
        printf("}");
    }
    return CAROM_OK;
}

/* ---- all ---- */

/* One list, where @p what (NULL: any) is called so. */
typedef struct {
    const char *what;
    bool found;
} choice;

static bool is_meant(choice *c, const char *name)
{
    if (c->what != NULL && !cli_list_means(c->what, name)) {
        return false;
    }
    if (c->what == NULL) {
        printf("%s\n  \"%s\": ", c->found ? "," : "{", name);
    }
    printf("[");
    c->found = true;
    return true;
}

carom_status cli_list_json(const char *what, const char *home, carom_error *error)
{
    static carom_status (*const lists[])(const char *home, carom_error *error) = {
        list_keys, list_experiments, list_quantities, list_columns, list_figures, list_presets};
    choice c = {what, false};
    carom_status status = CAROM_OK;
    for (const carom_seam *const *seam = cli_seams; *seam != NULL && status == CAROM_OK; seam++) {
        if (is_meant(&c, (*seam)->plural)) {
            status = list_seam(*seam, error);
            printf("\n  ]");
        }
    }
    for (size_t i = 0; cli_list_words[i] != NULL && status == CAROM_OK; i++) { /* as lists[] */
        if (is_meant(&c, cli_list_words[i])) {
            status = lists[i](home, error);
            printf("\n  ]");
        }
    }
    if (!c.found) {
        return cli_list_unknown(what, error);
    }
    printf(what == NULL ? "\n}\n" : "\n");
    return status;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom list: everything here is read from the tables that the program itself works by. */
#include "cli/help/help.h"
#include "figures/figures.h"
#include "figures/run/run_figures.h"
#include "records/records.h"
#include "run/run.h"
#include "scenario/schema/schema.h"
#include "studies/studies.h"
#include "sweep/sweep.h"
#include <carom/carom.h>
#include <carom/engine.h>
#include <string.h>

static void print_rows(const carom_param *rows, const char *indent)
{
    for (const carom_param *row = rows; row != NULL && row->key != NULL; row++) {
        char allowed[320], fallback[64];
        carom_param_describe(row, allowed, sizeof allowed);
        if (row->fallback == NULL) {
            snprintf(fallback, sizeof fallback, "required");
        } else if (row->fallback[0] == '\0') {
            snprintf(fallback, sizeof fallback, "optional");
        } else {
            snprintf(fallback, sizeof fallback, "default %s", row->fallback);
        }
        if (row->key[0] != '\0') {
            printf("%s%-22s %s; %s (%s)\n", indent, row->key, row->doc, allowed, fallback);
        }
        if (row->fields != NULL && row->fields[0].key[0] != '\0') {
            char deeper[32];
            snprintf(deeper, sizeof deeper, "%s  ", indent);
            print_rows(row->fields, deeper);
        }
    }
}

typedef struct {
    const carom_elsewhere *elsewhere;
    bool out_of_memory;
} search;

/* An entry of elsewhere, or why it is not there. */
static void list_elsewhere(void *context, const char *name)
{
    search *in = context;
    char words[480];
    const carom_entry *entry = in->elsewhere->find(name, words, sizeof words);
    in->out_of_memory = in->out_of_memory || strcmp(words, "out of memory") == 0;
    printf("  %-24s %s\n", name, entry == NULL ? words : entry->summary);
    if (entry != NULL) {
        carom_engine_say(&(carom_choice){entry, NULL}, words, sizeof words);
        printf("  %-24s %s\n", "", words);
        print_rows(entry->params, "      ");
    }
}

static carom_status list_seam(const carom_seam *seam, carom_error *error)
{
    search in = {seam->elsewhere, false};
    printf("%s\n", seam->plural);
    for (const carom_entry *const *entry = seam->entries; *entry != NULL; entry++) {
        printf("  %-24s %s\n", (*entry)->name, (*entry)->summary);
        print_rows((*entry)->params, "      ");
    }
    if (seam->elsewhere != NULL) {
        seam->elsewhere->each(list_elsewhere, &in);
    }
    return in.out_of_memory ? carom_error_no_memory(error) : CAROM_OK;
}

static void list_column(const carom_column *c, const char *indent)
{
    printf("%s%-30s %s%s%s%s\n", indent, c->name, c->doc, c->unit[0] == '\0' ? "" : " (", c->unit,
           c->unit[0] == '\0' ? "" : ")");
}

static void list_table(const carom_table *table)
{
    printf("  %-32s %s\n", table->name, table->doc);
    for (const carom_column *c = table->columns; c->name != NULL; c++) {
        list_column(c, "    ");
    }
}

void cli_each_table(void (*tell)(const carom_table *table))
{
    for (const carom_table *const *table = carom_run_tables; *table != NULL; table++) {
        tell(*table);
    }
    for (const carom_table *table = carom_snapshot_tables; table->name != NULL; table++) {
        tell(table);
    }
    for (const carom_table *table = carom_zoom_tables; table->name != NULL; table++) {
        tell(table);
    }
    tell(&carom_sweep_theory_table);
    for (const carom_entry *const *entry = carom_studies.entries; *entry != NULL; entry++) {
        const carom_table *table = carom_study_of(*entry)->tables;
        for (; table != NULL && table->name != NULL; table++) {
            if (table->columns != NULL) {
                tell(table);
            }
        }
    }
}

static void list_columns(void)
{
    printf("columns\n");
    cli_each_table(list_table);
}

static void list_quantities(void)
{
    printf("quantities\n");
    for (const char *const *name = carom_quantity_words; *name != NULL; name++) {
        list_column(&carom_quantity_find(*name)->column, "  ");
    }
}

static void print_scene(void *context, const char *name, const char *title)
{
    (void)context;
    printf("  %-26s %s\n", name, title);
}

static carom_status list_experiments(const char *home, carom_error *error)
{
    printf("experiments\n");
    return cli_each_scene(home, print_scene, NULL, error);
}

static void list_keys(void)
{
    printf("keys\n");
    print_rows(carom_scenario_rows, "  ");
}

static void list_presets(void)
{
    printf("presets\n");
    for (const carom_preset *p = carom_presets; p->name != NULL; p++) {
        printf("  %-12s %s\n", p->name, p->summary);
    }
}

static void list_panels(void)
{
    printf("figures\n");
#define X(constant, name, doc) printf("  %-12s %s\n", name, doc);
    CAROM_PANELS(X)
#undef X
}

const carom_seam *const cli_seams[] = {&carom_solvers,
                                       &carom_integrators,
                                       &carom_force_laws,
                                       &carom_impact_laws,
                                       &carom_impact_policies,
                                       &carom_friction_laws,
                                       &carom_shapes,
                                       &carom_group_kinds,
                                       &carom_check_kinds,
                                       &carom_studies,
                                       NULL};

const char *const cli_list_words[] = {"keys",    "experiments", "quantities", "columns",
                                      "figures", "presets",     NULL};

carom_status cli_list_unknown(const char *what, carom_error *error)
{
    return carom_error_set(error, CAROM_INVALID, "",
                           "cannot list '%s'; expected solvers, integrators, force-laws, "
                           "impact-laws, impact-policies, friction-laws, shapes, groups, checks, "
                           "studies, keys, experiments, quantities, columns, figures or presets",
                           what);
}

bool cli_list_means(const char *what, const char *name)
{
    while (*what != '\0' && (*what == *name || (*name == '-' && strchr("_ ", *what) != NULL))) {
        what++;
        name++;
    }
    return *what == '\0' && (*name == '\0' || strcmp(name, "s") == 0);
}

carom_status cli_list(const char *what, const char *home, carom_error *error)
{
    static void (*const lists[])(void) = {list_keys,    NULL,        list_quantities,
                                          list_columns, list_panels, list_presets};
    carom_status status = CAROM_OK;
    bool found = false;
    for (const carom_seam *const *seam = cli_seams; *seam != NULL && status == CAROM_OK; seam++) {
        if (what == NULL || cli_list_means(what, (*seam)->plural)) {
            status = list_seam(*seam, error);
            found = true;
        }
    }
    for (size_t i = 0; cli_list_words[i] != NULL && status == CAROM_OK; i++) { /* as lists[] */
        if (what == NULL || cli_list_means(what, cli_list_words[i])) {
            found = true;
            if (lists[i] == NULL) {
                status = list_experiments(home, error);
            } else {
                lists[i]();
            }
        }
    }
    return found ? status : cli_list_unknown(what, error);
}

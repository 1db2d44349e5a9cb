/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom list: everything here is read from the tables that the program itself works by. */
#define _POSIX_C_SOURCE 200809L
#include "cli/help/topics.h"
#include "figures/presets.h"
#include "figures/run/zoom.h"
#include "figures/snapshot.h"
#include "records/columns.h"
#include "run/run.h"
#include "scenario/schema/check_kinds.h"
#include "studies/kind.h"
#include "sweep/sweep.h"
#include "system/system_error.h"
#include <carom/carom.h>
#include <carom/engine.h>
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
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

/* An entry of elsewhere, or why it is not there. */
static void list_elsewhere(void *context, const char *name)
{
    const carom_elsewhere *elsewhere = *(const carom_elsewhere *const *)context;
    char words[480];
    const carom_entry *entry = elsewhere->find(name, words, sizeof words);
    printf("  %-24s %s\n", name, entry == NULL ? words : entry->summary);
    if (entry != NULL) {
        carom_engine_say(&(carom_choice){entry, NULL}, words, sizeof words);
        printf("  %-24s %s\n", "", words);
        print_rows(entry->params, "      ");
    }
}

static void list_seam(const carom_seam *seam)
{
    const carom_elsewhere *elsewhere = seam->elsewhere;
    printf("%s\n", seam->plural);
    for (const carom_entry *const *entry = seam->entries; *entry != NULL; entry++) {
        printf("  %-24s %s\n", (*entry)->name, (*entry)->summary);
        print_rows((*entry)->params, "      ");
    }
    if (elsewhere != NULL) {
        elsewhere->each(list_elsewhere, &elsewhere);
    }
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

/* Every table that carom writes but sweep.tsv, whose columns are the sweep's parameters, the solver
 * and what is collected. */
static void each_table(void (*tell)(const carom_table *table))
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

static void tell_as_json(const carom_table *table)
{
    /* the first one is known by its place */
    printf("%s\n  {\"table\": \"%s\", \"doc\": ", table == carom_run_tables[0] ? "[" : ",",
           table->name);
    carom_json_string(stdout, table->doc);
    printf(", \"columns\": [");
    for (const carom_column *c = table->columns; c->name != NULL; c++) {
        printf("%s\n    {\"name\": \"%s\", \"unit\": \"%s\", \"text\": %s, \"doc\": ",
               c == table->columns ? "" : ",", c->name, c->unit,
               c->text == NULL ? "false" : "true");
        carom_json_string(stdout, c->doc);
        printf("}");
    }
    printf("]}");
}

void cli_list_columns_json(void)
{
    each_table(tell_as_json);
    printf("\n]\n");
}

static void list_columns(void)
{
    printf("columns\n");
    each_table(list_table);
}

static void list_quantities(void)
{
    printf("quantities\n");
    for (const char *const *name = carom_quantity_words; *name != NULL; name++) {
        list_column(&carom_quantity_find(*name)->column, "  ");
    }
}

/* What is not there (a folder without a scene, a file among the folders) is not listed; what cannot
 * be read is said. */
static carom_status cannot_read(const char *path, carom_error *error)
{
    return errno == ENOENT || errno == ENOTDIR
             ? CAROM_OK
             : carom_error_system(error, CAROM_CANNOT_READ, "read", path, errno);
}

/* The title of a scene is the first "title:" line of its file; a file without is none. */
static carom_status print_scene(const char *path, const char *label, carom_error *error)
{
    char line[512];
    carom_status status = CAROM_OK;
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        return cannot_read(path, error);
    }
    while (fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, "title: ", 7) == 0) {
            line[strcspn(line, "\n")] = '\0';
            printf("  %-26s %s\n", label, line + 7);
            break;
        }
    }
    if (ferror(file)) {
        status = cannot_read(path, error);
    }
    fclose(file);
    return status;
}

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

/* What is in a folder, in order, but what is hidden. */
static carom_status open_folder(const char *path, struct dirent ***entry, int *count,
                                carom_error *error)
{
    *entry = NULL;
    *count = scandir(path, entry, is_visible, alphasort);
    return *count < 0 ? cannot_read(path, error) : CAROM_OK;
}

static void close_folder(struct dirent **entry, int count)
{
    for (int i = 0; i < count; i++) {
        free(entry[i]);
    }
    free(entry);
}

/* Of one folder: experiment.yaml under the folder's name, every other scene as FOLDER/SCENE. */
static carom_status list_scenes(const char *home, const char *name, carom_error *error)
{
    char folder[4400], path[4700], label[600];
    struct dirent **entry;
    int count;
    carom_status status;
    snprintf(folder, sizeof folder, "%s/experiments/%s", home, name);
    snprintf(path, sizeof path, "%s/experiment.yaml", folder);
    status = print_scene(path, name, error);
    if (status != CAROM_OK) {
        return status;
    }
    status = open_folder(folder, &entry, &count, error);
    for (int i = 0; i < count && status == CAROM_OK; i++) {
        const char *file = entry[i]->d_name, *dot = strrchr(file, '.');
        if (dot != NULL && strcmp(dot, ".yaml") == 0 && strcmp(file, "experiment.yaml") != 0) {
            snprintf(path, sizeof path, "%s/%s", folder, file);
            snprintf(label, sizeof label, "%.250s/%.*s", name, (int)(dot - file), file);
            status = print_scene(path, label, error);
        }
    }
    close_folder(entry, count);
    return status;
}

static carom_status list_experiments(const char *home, carom_error *error)
{
    char path[4400];
    struct dirent **entry;
    int count;
    carom_status status;
    printf("experiments\n");
    snprintf(path, sizeof path, "%s/experiments", home);
    status = open_folder(path, &entry, &count, error);
    for (int i = 0; i < count && status == CAROM_OK; i++) {
        status = list_scenes(home, entry[i]->d_name, error);
    }
    close_folder(entry, count);
    return status;
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

carom_status cli_list(const char *what, const char *home, carom_error *error)
{
    bool found = false;
    for (const carom_seam *const *seam = cli_seams; *seam != NULL; seam++) {
        if (what == NULL || strcmp(what, (*seam)->plural) == 0) {
            list_seam(*seam);
            found = true;
        }
    }
    if (what == NULL || strcmp(what, "keys") == 0) {
        list_keys();
        found = true;
    }
    if (what == NULL || strcmp(what, "experiments") == 0) {
        carom_status status = list_experiments(home, error);
        if (status != CAROM_OK) {
            return status;
        }
        found = true;
    }
    if (what == NULL || strcmp(what, "quantities") == 0) {
        list_quantities();
        found = true;
    }
    if (what == NULL || strcmp(what, "columns") == 0) {
        list_columns();
        found = true;
    }
    if (what == NULL || strcmp(what, "figures") == 0) {
        list_panels();
        found = true;
    }
    if (what == NULL || strcmp(what, "presets") == 0) {
        list_presets();
        found = true;
    }
    return found ? CAROM_OK
                 : carom_error_set(
                       error, CAROM_INVALID, "",
                       "cannot list '%s'; expected solvers, integrators, force-laws, "
                       "impact-laws, impact-policies, friction-laws, shapes, groups, checks, "
                       "studies, keys, experiments, quantities, columns, figures or "
                       "presets",
                       what);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom list: prints the tables of the program as text or as JSON. */
#define _POSIX_C_SOURCE 200809L
#include "cli/console/console.h"
#include "impacts/impacts.h"
#include "scenario/panels.h"
#include <carom/carom.h>
#include <dirent.h>

/* State of the output of a list. */
typedef struct {
    bool json, first; /* first: no comma before the next JSON value */
    bool kinds;       /* print the keys of every plug-in below the key that chooses it */
    int indent;
    const char *home;
    carom_status status;
    carom_error *error;
} list;

/* ---- printers ---- */

/* Begins an item: a line, or a JSON object with two members.
 * @param shown  text on the terminal; NULL: @p text */
static void begin_item(list *l, int width, const char *key, const char *name, const char *member,
                       const char *text, const char *shown)
{
    if (l->json) {
        printf("%s\n%*s", l->first ? "" : ",", l->indent, "");
        carom_json_write(stdout, "{$: $, $: $", key, name, member, text);
        l->first = false;
    } else {
        printf("%*s%-*s %s\n", l->indent, "", width, name, shown != NULL ? shown : text);
    }
}

static void end_item(const list *l)
{
    fputs(l->json ? "}" : "", stdout);
}

/* Begins and ends the items below an item, in JSON its member @p name. */
static void begin_below(list *l, const char *name)
{
    if (l->json) {
        carom_json_write(stdout, ", $: [", name);
    }
    l->first = true;
    l->indent += 2;
}

static void end_below(list *l)
{
    fputs(l->json ? "]" : "", stdout);
    l->first = false;
    l->indent -= 2;
}

static void print_pair(list *l, int width, const char *name, const char *member, const char *text)
{
    begin_item(l, width, "name", name, member, text, NULL);
    end_item(l);
}

/* ---- keys ---- */

static void print_rows(list *l, const carom_param *rows);

/* Prints the keys of every plug-in below the key that chooses it. */
static void print_kinds(list *l, const carom_param *row)
{
    begin_below(l, "kinds");
    for (const carom_entry *const *entry = row->interface->entries; *entry != NULL; entry++) {
        char label[80];
        snprintf(label, sizeof label, "%s: %s", row->key, (*entry)->name);
        begin_item(l, 22, "name", l->json ? (*entry)->name : label, "summary", (*entry)->summary,
                   NULL);
        begin_below(l, "keys");
        print_rows(l, (*entry)->params);
        end_below(l);
        end_item(l);
    }
    end_below(l);
}

static void print_row(list *l, const carom_param *row)
{
    char allowed[CAROM_ALLOWED_SIZE], shown[1000];
    bool required = row->fallback == NULL, optional = !required && row->fallback[0] == '\0';
    carom_param_describe(row, allowed, sizeof allowed);
    cli_row_describe(row, shown, sizeof shown);
    begin_item(l, 22, "key", row->key, "doc", row->doc, shown);
    if (l->json) {
        carom_json_write(stdout, ", allowed: $, unit: $, required: ?, default: $, ", allowed,
                         row->unit != NULL ? row->unit : "", required,
                         required || optional ? NULL : row->fallback);
        carom_param_write_json(stdout, row);
    }
    if (row->fields != NULL && row->fields[0].key[0] != '\0') {
        begin_below(l, "keys");
        print_rows(l, row->fields);
        end_below(l);
    } else if (l->json && row->fields != NULL) { /* a list of values */
        carom_json_write(stdout, ", item: {");
        carom_param_write_json(stdout, row->fields);
        fputc('}', stdout);
    }
    if (l->kinds && row->interface != NULL) {
        print_kinds(l, row);
    }
    end_item(l);
}

static void print_rows(list *l, const carom_param *rows)
{
    for (const carom_param *row = rows; row != NULL && row->key != NULL; row++) {
        print_row(l, row);
    }
}

/* ---- tables ---- */

static void print_columns(list *l, const carom_column *columns)
{
    for (const carom_column *c = columns; c->name != NULL; c++) {
        char shown[500];
        bool bare = c->unit[0] == '\0';
        snprintf(shown, sizeof shown, "%s%s%s%s", c->doc, bare ? "" : " (", c->unit,
                 bare ? "" : ")");
        begin_item(l, 30, "name", c->name, "unit", c->unit, shown);
        if (l->json) {
            carom_json_write(stdout, ", text: ?, doc: $", c->text != NULL, c->doc);
        }
        end_item(l);
    }
}

static void print_tables(list *l, const carom_table *table, size_t count)
{
    for (; count > 0 && table != NULL && table->name != NULL; table++, count--) {
        if (table->columns != NULL) {
            begin_item(l, 32, "table", table->name, "doc", table->doc, NULL);
            begin_below(l, "columns");
            print_columns(l, table->columns);
            end_below(l);
            end_item(l);
        }
    }
}

/* Lists all tables except sweep.tsv, whose columns depend on the sweep. */
static void list_columns(list *l)
{
    for (const carom_table *const *table = carom_run_tables; *table != NULL; table++) {
        print_tables(l, *table, 1);
    }
    print_tables(l, carom_figure_tables, SIZE_MAX);
    print_tables(l, &carom_snapshot_table, 1);
    for (const carom_entry *const *entry = carom_studies.entries; *entry != NULL; entry++) {
        if (!carom_study_of(*entry)->printed_only) {
            print_tables(l, carom_study_of(*entry)->tables, SIZE_MAX);
        }
    }
}

static void list_quantities(list *l)
{
    for (const char *const *name = carom_quantity_words; *name != NULL; name++) {
        print_columns(l,
                      (const carom_column[]){carom_find_quantity(*name)->column, {.name = NULL}});
    }
}

/* ---- experiments ---- */

/* Prints FOLDER or FOLDER/SCENE and the title. Files without one are not scenes. */
static void list_scene(list *l, const char *path)
{
    char name[CAROM_PATH_SIZE];
    carom_document document;
    const char *file = strrchr(path, '/'), *folder = file - 1;
    bool first = strcmp(file, "/experiment.yaml") == 0;
    while (folder > path && folder[-1] != '/') {
        folder--;
    }
    snprintf(name, sizeof name, "%.*s", (int)((first ? file : strrchr(path, '.')) - folder),
             folder);
    l->status = carom_document_open(&document, path, NULL, NULL, l->error);
    if (l->status == CAROM_OK && carom_node_text(document.root, "title")[0] != '\0') {
        print_pair(l, 26, name, "title", carom_node_text(document.root, "title"));
    }
    carom_document_close(&document);
}

/* Lists experiment.yaml of a folder, then its other scenes. */
static void list_experiment(list *l, const char *folder)
{
    char *path = carom_path_join(folder, "experiment.yaml");
    struct dirent **entry = NULL;
    int count = carom_is_regular_file(path) ? scandir(folder, &entry, NULL, alphasort) : 0;
    if (count > 0) {
        list_scene(l, path);
    }
    free(path);
    for (int i = 0; i < count; i++) {
        const char *name = entry[i]->d_name;
        if (name[0] != '.' && carom_text_ends_in(name, ".yaml") &&
            strcmp(name, "experiment.yaml") != 0 && l->status == CAROM_OK) {
            path = carom_path_join(folder, name);
            list_scene(l, path);
            free(path);
        }
        free(entry[i]);
    }
    free(entry);
}

/* Lists the experiments in the tables of experiments/README.md, "| [NAME](", below the headings of
 * their chapters. */
static void list_experiments(list *l)
{
    char name[100], heading[100] = "", *folder = carom_path_join(l->home, "experiments"),
                    *path = carom_path_join(folder, "README.md"), *text = NULL;
    size_t length = 0;
    l->status = carom_file_read(path, &text, &length, l->error);
    free(path);
    for (const char *line = text; line != NULL && *line != '\0'; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (!l->json && strncmp(line, "## ", 3) == 0) {
            snprintf(heading, sizeof heading, "%.*s:\n", (int)strcspn(line, "\n") - 3, line + 3);
        } else if (sscanf(line, "| [%99[^]\n]](", name) == 1) {
            fputs(heading, stdout);
            heading[0] = '\0';
            path = carom_path_join(folder, name);
            list_experiment(l, path);
            free(path);
        }
    }
    free(folder);
    free(text);
}

/* ---- other lists ---- */

static void list_keys(list *l)
{
    l->kinds = true;
    print_rows(l, carom_scenario_rows);
    l->kinds = false;
}

static void list_figures(list *l)
{
#define X(constant, name, doc) print_pair(l, 12, name, "doc", doc);
    CAROM_PANELS(X)
#undef X
}

static void list_presets(list *l)
{
    for (const struct carom_plot_preset *p = carom_plot_presets; p->name != NULL; p++) {
        print_pair(l, 12, p->name, "summary", p->summary);
    }
}

static void list_materials(list *l)
{
    static const char *const key[] = {"youngs_modulus_Pa", "poisson_ratio", "density_kgpm3"};
    static const char *const unit[] = {"Pa", "", "kg/m^3"};
    for (const carom_material_preset *p = carom_material_presets; p->source[0] != NULL; p++) {
        const carom_material *m = &p->material;
        const double value[] = {m->youngs_modulus_Pa, m->poisson_ratio, m->density_kgpm3};
        if (l->json) {
            printf("%s\n%*s", l->first ? "" : ",", l->indent, "");
            carom_json_write(stdout, "{name: $", m->name);
            l->first = false;
        } else {
            printf("  %s\n", m->name);
        }
        for (int i = 0; i < CAROM_MATERIAL_CONSTANTS; i++) {
            char number[32];
            if (l->json) {
                carom_json_write(stdout, ", $: {value: #, unit: $, source: $}", key[i], value[i],
                                 unit[i], p->source[i]);
                continue;
            }
            carom_number_format_short(value[i], number, sizeof number);
            printf("    %-17s %8s %-7s %s\n", key[i], number, unit[i], p->source[i]);
        }
        end_item(l);
    }
}

static void list_interface(list *l, const carom_interface *interface)
{
    for (const carom_entry *const *entry = interface->entries; *entry != NULL; entry++) {
        begin_item(l, 24, "name", (*entry)->name, "summary", (*entry)->summary, NULL);
        l->indent += 2;
        begin_below(l, "keys");
        print_rows(l, (*entry)->params);
        end_below(l);
        l->indent -= 2;
        end_item(l);
    }
}

/* ---- all lists ---- */

static const carom_interface *const interfaces[] = {&carom_solvers,
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

static const struct {
    const char *name;
    void (*print)(list *l);
} lists[] = {{"keys", list_keys},
             {"experiments", list_experiments},
             {"quantities", list_quantities},
             {"columns", list_columns},
             {"figures", list_figures},
             {"presets", list_presets},
             {"materials", list_materials},
             {NULL, NULL}};

/* Begins the list @p name if it is requested. @param found  true after the first list */
static bool begin_list(list *l, const char *what, const char *name, bool *found)
{
    if (l->status != CAROM_OK || (what != NULL && strcmp(what, name) != 0)) {
        return false;
    }
    if (!l->json) {
        printf("%s\n", name);
    } else if (what == NULL) {
        printf("%s\n  \"%s\": [", *found ? "," : "{", name);
    } else {
        putchar('[');
    }
    l->first = *found = true;
    return true;
}

carom_status cli_list_print(const char *what, bool json, const char *home, carom_error *error)
{
    const char *end = json ? "\n  ]" : "";
    list l = {
        .json = json, .indent = json ? 4 : 2, .home = home, .status = CAROM_OK, .error = error};
    bool found = false;
    for (const carom_interface *const *interface = interfaces; *interface != NULL; interface++) {
        if (begin_list(&l, what, (*interface)->plural, &found)) {
            list_interface(&l, *interface);
            printf("%s", end);
        }
    }
    for (size_t i = 0; lists[i].name != NULL; i++) {
        if (begin_list(&l, what, lists[i].name, &found)) {
            lists[i].print(&l);
            printf("%s", end);
        }
    }
    if (!found) {
        return carom_error_set(
            error, CAROM_INVALID, "",
            "unknown list '%s'; use solvers, integrators, force-laws, impact-laws, "
            "impact-policies, friction-laws, shapes, groups, checks, studies, keys, experiments, "
            "quantities, columns, figures, presets or materials",
            what);
    }
    if (json) {
        printf(what == NULL ? "\n}\n" : "\n");
    }
    return l.status;
}

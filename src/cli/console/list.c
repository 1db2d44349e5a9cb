/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom list: prints the tables of the program as text or as JSON. */
#define _POSIX_C_SOURCE 200809L
#include "cli/console/console.h"
#include "impacts/impacts.h"
#include "scenario/panels.h"
#include <carom/carom.h>
#include <dirent.h>
#include <errno.h>

/* State of the output of a list. */
typedef struct {
    bool json, first; /* first: no comma before the next JSON object */
    const char *home;
    const char *chapters; /* text of experiments/README.md; NULL: none */
    carom_status status;
    carom_error *error;
} list;

/* Indentation of the items of a list, and of the keys of an item. */
static int item_indent(const list *l)
{
    return l->json ? 4 : 2;
}

enum { KEY_INDENT = 6 };

/* ---- printers ---- */

static void print_if_json(const list *l, const char *text)
{
    fputs(l->json ? text : "", stdout);
}

/* Begins a JSON object with two members. */
static void begin_object(list *l, int indent, const char *key, const char *name, const char *other,
                         const char *text)
{
    printf("%s\n%*s", l->first ? "" : ",", indent, "");
    carom_json_write(stdout, "{$: $, $: $", key, name, other, text);
    l->first = false;
}

/* Prints a name and a text, in text output from the column @p width on. */
static void print_pair(list *l, const char *name, int width, const char *member, const char *text)
{
    if (l->json) {
        begin_object(l, item_indent(l), "name", name, member, text);
        putchar('}');
    } else {
        printf("  %-*s %s\n", width, name, text);
    }
}

static void print_rows(list *l, const carom_param *rows, int indent);

static void print_row(list *l, const carom_param *row, int indent)
{
    char allowed[CAROM_ALLOWED_SIZE];
    bool required = row->fallback == NULL, optional = !required && row->fallback[0] == '\0';
    carom_param_describe(row, allowed, sizeof allowed);
    if (l->json) {
        begin_object(l, indent, "key", row->key, "doc", row->doc);
        carom_json_write(stdout, ", allowed: $, unit: $, required: ?, default: $", allowed,
                         row->unit != NULL ? row->unit : "", required,
                         required || optional ? NULL : row->fallback);
    } else if (row->key[0] != '\0') {
        printf("%*s%-22s %s; %s (%s%s)\n", indent, "", row->key, row->doc, allowed,
               required   ? "required"
               : optional ? "optional"
                          : "default ",
               required || optional ? "" : row->fallback);
    }
    if (row->fields != NULL && row->fields[0].key[0] != '\0') {
        print_if_json(l, ", \"keys\": [");
        l->first = true;
        print_rows(l, row->fields, indent + 2);
        print_if_json(l, "]");
        l->first = false;
    }
    print_if_json(l, "}");
}

/* A row without a key only groups the fields below it; JSON omits it. */
static void print_rows(list *l, const carom_param *rows, int indent)
{
    for (const carom_param *row = rows; row != NULL && row->key != NULL; row++) {
        if (!l->json || row->key[0] != '\0') {
            print_row(l, row, indent);
        }
    }
}

static void print_entry(list *l, const char *name, const char *summary, const carom_param *rows)
{
    if (l->json) {
        begin_object(l, item_indent(l), "name", name, "summary", summary);
        carom_json_write(stdout, ", keys: [");
        l->first = true;
    } else {
        printf("  %-24s %s\n", name, summary);
    }
    print_rows(l, rows, KEY_INDENT);
    print_if_json(l, "]}");
    l->first = false;
}

static void print_column(list *l, const carom_column *c, int indent)
{
    bool bare = c->unit[0] == '\0';
    if (l->json) {
        begin_object(l, indent, "name", c->name, "unit", c->unit);
        carom_json_write(stdout, ", text: ?, doc: $}", c->text != NULL, c->doc);
    } else {
        printf("%*s%-30s %s%s%s%s\n", indent, "", c->name, c->doc, bare ? "" : " (", c->unit,
               bare ? "" : ")");
    }
}

static void print_table(list *l, const carom_table *table)
{
    if (l->json) {
        begin_object(l, item_indent(l), "table", table->name, "doc", table->doc);
        carom_json_write(stdout, ", columns: [");
        l->first = true;
    } else {
        printf("  %-32s %s\n", table->name, table->doc);
    }
    for (const carom_column *c = table->columns; c->name != NULL; c++) {
        print_column(l, c, item_indent(l) + 2);
    }
    print_if_json(l, "]}");
    l->first = false;
}

/* ---- lists ---- */

static void list_interface(list *l, const carom_interface *interface)
{
    for (const carom_entry *const *entry = interface->entries; *entry != NULL; entry++) {
        print_entry(l, (*entry)->name, (*entry)->summary, (*entry)->params);
    }
}

static void list_keys(list *l)
{
    print_rows(l, carom_scenario_rows, item_indent(l));
}

/* Reports errno, unless the path does not exist or is no folder. */
static void report_read_error(list *l, const char *path)
{
    if (errno != ENOENT && errno != ENOTDIR) {
        l->status = carom_error_system(l->error, CAROM_CANNOT_READ, "read", path, errno);
    }
}

/* The title of a scene is the first "title:" line of its file. Files without one are not scenes. */
static void list_scene(list *l, const char *path, const char *name)
{
    char line[512];
    FILE *file = fopen(path, "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, "title: ", 7) == 0) {
            char *title = line + 7, quote = *title == '"' || *title == '\'' ? *title : '\0';
            title += quote != '\0';
            title[strcspn(title, (const char[]){'\n', quote, '\0'})] = '\0';
            print_pair(l, name, 26, "title", title);
            break;
        }
    }
    if (file == NULL || ferror(file)) {
        report_read_error(l, path);
    }
    if (file != NULL) {
        fclose(file);
    }
}

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

/* Calls a function with the names in a folder, in order. */
static void for_each_name(list *l, const char *folder,
                          void (*visit)(list *l, const char *folder, const char *name))
{
    struct dirent **entry = NULL;
    int count = scandir(folder, &entry, is_visible, alphasort);
    if (count < 0) {
        report_read_error(l, folder);
    }
    for (int i = 0; i < count; i++) {
        if (l->status == CAROM_OK) {
            visit(l, folder, entry[i]->d_name);
        }
        free(entry[i]);
    }
    free(entry);
}

/* Lists another scene of an experiment: FOLDER/SCENE. */
static void list_other_scene(list *l, const char *folder, const char *file)
{
    char path[CAROM_PATH_SIZE + 600], name[600];
    const char *dot = strrchr(file, '.');
    if (dot != NULL && strcmp(dot, ".yaml") == 0 && strcmp(file, "experiment.yaml") != 0) {
        snprintf(path, sizeof path, "%s/%s", folder, file);
        snprintf(name, sizeof name, "%.250s/%.*s", strrchr(folder, '/') + 1, (int)(dot - file),
                 file);
        list_scene(l, path, name);
    }
}

static void list_experiment(list *l, const char *experiments, const char *name)
{
    char folder[CAROM_PATH_SIZE + 300], path[CAROM_PATH_SIZE + 330];
    snprintf(folder, sizeof folder, "%s/%s", experiments, name);
    snprintf(path, sizeof path, "%s/experiment.yaml", folder);
    list_scene(l, path, name);
    if (l->status == CAROM_OK) {
        for_each_name(l, folder, list_other_scene);
    }
}

/* Lists an experiment that no chapter names. */
static void list_other_experiment(list *l, const char *experiments, const char *name)
{
    char link[300];
    snprintf(link, sizeof link, "[%.250s](", name);
    if (l->chapters == NULL || strstr(l->chapters, link) == NULL) {
        list_experiment(l, experiments, name);
    }
}

/* Lists the experiments in the tables of experiments/README.md, "| [NAME](", below the headings of
 * their chapters. */
static void list_chapters(list *l, const char *experiments)
{
    char name[100], heading[100] = "";
    for (const char *line = l->chapters; *line != '\0' && strncmp(line, "# Gallery", 9) != 0;
         line += line[0] == '\n') {
        int length = (int)strcspn(line, "\n");
        if (!l->json && strncmp(line, "## ", 3) == 0) {
            snprintf(heading, sizeof heading, "%.*s:\n", length - 3, line + 3);
        } else if (sscanf(line, "| [%99[^]\n]](", name) == 1) {
            fputs(heading, stdout);
            heading[0] = '\0';
            list_experiment(l, experiments, name);
        }
        line += length;
    }
}

static void list_experiments(list *l)
{
    char folder[CAROM_PATH_SIZE + 20], path[CAROM_PATH_SIZE + 40];
    char *text = NULL;
    size_t length = 0;
    carom_error missing = {0};
    snprintf(folder, sizeof folder, "%s/experiments", l->home);
    snprintf(path, sizeof path, "%s/README.md", folder);
    if (carom_file_read(path, &text, &length, &missing) == CAROM_OK) {
        l->chapters = text;
        list_chapters(l, folder);
    }
    for_each_name(l, folder, list_other_experiment);
    l->chapters = NULL;
    free(text);
}

static void list_quantities(list *l)
{
    for (const char *const *name = carom_quantity_words; *name != NULL; name++) {
        print_column(l, &carom_find_quantity(*name)->column, item_indent(l));
    }
}

static void print_tables(list *l, const carom_table *table)
{
    for (; table != NULL && table->name != NULL; table++) {
        if (table->columns != NULL) {
            print_table(l, table);
        }
    }
}

/* Lists all tables except sweep.tsv, whose columns depend on the sweep. */
static void list_columns(list *l)
{
    for (const carom_table *const *table = carom_run_tables; *table != NULL; table++) {
        print_table(l, *table);
    }
    print_tables(l, carom_figure_tables);
    print_table(l, &carom_snapshot_table);
    for (const carom_entry *const *entry = carom_studies.entries; *entry != NULL; entry++) {
        if (!carom_study_of(*entry)->printed_only) {
            print_tables(l, carom_study_of(*entry)->tables);
        }
    }
}

static void list_figures(list *l)
{
#define X(constant, name, doc) print_pair(l, name, 12, "doc", doc);
    CAROM_PANELS(X)
#undef X
}

static void list_presets(list *l)
{
    for (const struct carom_plot_preset *p = carom_plot_presets; p->name != NULL; p++) {
        print_pair(l, p->name, 12, "summary", p->summary);
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
            printf("%s\n%*s", l->first ? "" : ",", item_indent(l), "");
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
        print_if_json(l, "}");
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

/* True if @p what names the list @p name: "force_laws", "force laws" and "force-law" all name
 * "force-laws". */
static bool is_name_of(const char *what, const char *name)
{
    while (*what != '\0' && (*what == *name || (*name == '-' && strchr("_ ", *what) != NULL))) {
        what++;
        name++;
    }
    return *what == '\0' && (*name == '\0' || strcmp(name, "s") == 0);
}

/* Begins the list @p name if it is requested. @param found  true after the first list */
static bool begin_list(list *l, const char *what, const char *name, bool *found)
{
    if (l->status != CAROM_OK || (what != NULL && !is_name_of(what, name))) {
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
    list l = {.json = json, .home = home, .status = CAROM_OK, .error = error};
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

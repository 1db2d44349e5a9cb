/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/lab.h"
#include "run/run.h"

/* ---- JSON ---- */

static void write_signatures(FILE *stream, const carom_lab_scene *scene)
{
    const char *between = "&";
    carom_json_write(stream, ",seal:{");
    for (size_t i = 0; i < scene->signatures; i++) {
        carom_json_write(stream, i > 0 ? ",&:&" : "&:&", scene->signature[i].solver,
                         scene->signature[i].bits);
    }
    carom_json_write(stream, "},unpromised:[");
    for (size_t i = 0; i < scene->signatures; i++) {
        if (!scene->signature[i].promised) {
            carom_json_write(stream, between, scene->signature[i].solver);
            between = ",&";
        }
    }
    fputc(']', stream);
}

/* Scenes of the same experiment share a worksheet, which is written once. */
static void write_worksheet(FILE *stream, const carom_lab_scene *all, size_t i)
{
    size_t first = 0;
    while (all[first].worksheet == NULL || strcmp(all[first].worksheet, all[i].worksheet) != 0) {
        first++;
    }
    if (first < i) {
        fprintf(stream, ",\"worksheet\":%zu", first);
    } else {
        carom_json_write(stream, ",worksheet:&", all[i].worksheet);
        if (all[i].german != NULL) {
            carom_json_write(stream, ",worksheets:{de:&}", all[i].german);
        }
        fprintf(stream, ",\"questions\":%s", all[i].questions == NULL ? "[]" : all[i].questions);
    }
}

static void write_scene(FILE *stream, const carom_lab_scene *all, size_t at)
{
    const carom_lab_scene *scene = &all[at];
    carom_json_write(stream, "{name:&,title:&,text:&,sets:[", scene->name, scene->title,
                     scene->text);
    for (size_t i = 0; i < scene->sets; i++) {
        carom_json_write(stream, i > 0 ? ",&" : "&", scene->set[i]);
    }
    fputc(']', stream);
    if (scene->signatures > 0) {
        write_signatures(stream, scene);
    }
    if (scene->track != NULL) {
        fprintf(stream, ",\"track\":%s", scene->track);
    }
    if (scene->worksheet != NULL) {
        write_worksheet(stream, all, at);
    }
    fputc('}', stream);
}

void carom_lab_scenes_write(FILE *stream, const char *version, const char *commit,
                            const carom_lab_scene *scene, size_t count)
{
    carom_json_write(stream, "{version:&,commit:&", version, commit);
    fprintf(
        stream,
        ",\"sources\":\"carom %s of commit %s, with the build rules of this page; GSL, libyaml and "
        "wasi-libc as their authors publish them\"",
        version, commit);
    carom_json_write(stream, ",scenes:[");
    for (size_t i = 0; i < count; i++) {
        fputs(i > 0 ? ",\n" : "\n", stream);
        write_scene(stream, scene, i);
    }
    fputs("\n]}", stream);
}

/* ---- the template ---- */

static const char before[] = "<script type=\"application/json\" id=\"scenes\">";

carom_status carom_lab_template_read(carom_lab_template *template, const char *path,
                                     carom_error *error)
{
    static const char after[] = "</script>";
    const char *from, *to = NULL;
    *template = (carom_lab_template){.text = NULL};
    CAROM_TRY(carom_file_read(path, &template->text, &template->length, error));
    from = strstr(template->text, before);
    if (from != NULL) {
        from += sizeof before - 1;
        to = strstr(from, after);
    }
    if (to == NULL) {
        return carom_error_set(error, CAROM_INVALID, "",
                               "'%s' is no template of the lab: it has no place for scenes; "
                               "expected %s%s in it",
                               path, before, after);
    }
    template->from = (size_t)(from - template->text);
    template->to = (size_t)(to - template->text);
    return CAROM_OK;
}

void carom_lab_template_free(carom_lab_template *template)
{
    free(template->text);
    template->text = NULL;
}

bool carom_lab_is_page(const char *path)
{
    static const char begin[] = "<!DOCTYPE html>", scenes[] = "{\"version\":";
    char *text = NULL;
    size_t length = 0;
    carom_error error = {0};
    bool is_page = carom_file_read(path, &text, &length, &error) == CAROM_OK;
    if (is_page && length > 0) {
        const char *element = strstr(text, before);
        is_page = strncmp(text, begin, sizeof begin - 1) == 0 && element != NULL &&
                  strncmp(element + sizeof before - 1, scenes, sizeof scenes - 1) == 0;
    }
    free(text);
    return is_page;
}

void carom_lab_page_write(FILE *stream, const carom_lab_template *template, const char *json,
                          size_t length)
{
    fwrite(template->text, 1, template->from, stream);
    fwrite(json, 1, length, stream);
    fwrite(template->text + template->to, 1, template->length - template->to, stream);
}

/* ---- leave out ---- */

typedef struct {
    const carom_scenario *scenario;
    unsigned traits;
    carom_node root;
    size_t lines;
    bool *stripped; /* indexed by line, from index 1 */
} strip_job;

static bool is_stripped(const strip_job *w, size_t solver)
{
    const carom_solver_entry *entry = carom_solver_entry_of(
        carom_scenario_solver_at(w->scenario, solver)->kind.entry);
    return (entry->traits & w->traits) != 0;
}

/* True if a text is the name of a stripped solver. */
static bool is_stripped_name(const strip_job *w, const char *text)
{
    for (size_t i = 0; i < w->scenario->solvers.count; i++) {
        if (is_stripped(w, i) &&
            strcmp(carom_scenario_solver_at(w->scenario, i)->name, text) == 0) {
            return true;
        }
    }
    return false;
}

static bool mentions_stripped(const strip_job *w, carom_node node)
{
    bool mentioned = is_stripped_name(w, carom_node_scalar(node));
    for (size_t i = 0; i < carom_node_count(node); i++) {
        mentioned = mentioned || mentions_stripped(w, carom_node_value(node, i));
    }
    return mentioned;
}

/* ---- lines ---- */

/* Last line on which a part of a node begins. */
static size_t last_line(carom_node node)
{
    size_t last = carom_node_mark(node, node).line;
    for (size_t i = 0; i < carom_node_count(node); i++) {
        size_t line = last_line(carom_node_value(node, i));
        last = line > last ? line : last;
    }
    return last;
}

static void strike_lines(strip_job *w, size_t from, size_t to)
{
    for (size_t line = from; line <= to && line <= w->lines; line++) {
        w->stripped[line] = true;
    }
}

/* Strikes items; strikes the key too if no item is left, because a key without a value is not an
 * empty list. */
static void strike_list_items(strip_job *w, const char *key,
                              bool (*is_struck)(const strip_job *w, carom_node item, size_t number))
{
    carom_node list = carom_node_get(w->root, key);
    size_t struck = 0;
    for (size_t i = 0; i < carom_node_count(list); i++) {
        carom_node item = carom_node_value(list, i);
        if (is_struck(w, item, i)) {
            strike_lines(w, carom_node_mark(item, item).line, last_line(item));
            struck++;
        }
    }
    if (struck > 0 && struck == carom_node_count(list)) {
        carom_node name = carom_node_key(w->root, carom_node_index(w->root, key));
        strike_lines(w, carom_node_mark(name, name).line, last_line(list));
    }
}

static bool strips_solver(const strip_job *w, carom_node item, size_t number)
{
    (void)item;
    return number < w->scenario->solvers.count && is_stripped(w, number);
}

static bool strips_check(const strip_job *w, carom_node item, size_t number)
{
    (void)number;
    return mentions_stripped(w, item);
}

static char *copy_remaining_lines(const strip_job *w, const char *text, size_t length)
{
    char *rest = malloc(length + 1), *end = rest;
    size_t line = 1;
    for (size_t i = 0; rest != NULL && i < length; i++) {
        if (!w->stripped[line]) {
            *end++ = text[i];
        }
        line += text[i] == '\n';
    }
    if (rest != NULL) {
        *end = '\0';
    }
    return rest;
}

/* ---- overrides and references of stripped solvers ---- */

/* Drops overrides of stripped solvers: "solvers.NAME.key", and a reference to one. */
static void drop_overrides(const strip_job *w, carom_override *set, size_t *sets)
{
    static const char solvers[] = "solvers.";
    size_t kept = 0;
    for (size_t i = 0; i < *sets; i++) {
        const char *name = strncmp(set[i].key, solvers, sizeof solvers - 1) == 0
                             ? set[i].key + sizeof solvers - 1
                             : NULL;
        char plain[CAROM_NAME_SIZE];
        snprintf(plain, sizeof plain, "%.*s", name == NULL ? 0 : (int)strcspn(name, "."),
                 name == NULL ? "" : name);
        if (!is_stripped_name(w, plain) &&
            !(strcmp(set[i].key, "reference") == 0 && is_stripped_name(w, set[i].value))) {
            set[kept++] = set[i];
        }
    }
    *sets = kept;
}

/* Checks that the stripped text is the scenario of the remaining solvers. */
static carom_status check_rest(const strip_job *w, const char *rest, const carom_override *set,
                               size_t sets, bool *right)
{
    carom_scenario scenario = {.version = 0};
    carom_messages messages = {.item = NULL};
    carom_status status = carom_scenario_read(&scenario, rest, strlen(rest), set, sets, &messages);
    size_t at = 0;
    *right = status == CAROM_OK && messages.errors == 0 &&
             scenario.problem.count == w->scenario->problem.count;
    for (size_t i = 0; i < w->scenario->solvers.count && *right; i++) {
        if (!is_stripped(w, i)) {
            *right = at < scenario.solvers.count &&
                     strcmp(carom_scenario_solver_at(&scenario, at)->name,
                            carom_scenario_solver_at(w->scenario, i)->name) == 0;
            at++;
        }
    }
    *right = *right && at == scenario.solvers.count;
    carom_scenario_free(&scenario);
    carom_messages_free(&messages);
    return status;
}

static void strike_all(strip_job *w, const char *text, size_t length, char **rest)
{
    carom_node reference = carom_node_get(w->root, "reference");
    w->lines = carom_text_count(text, length, '\n') + 1;
    w->stripped = carom_allocate(w->lines + 1, sizeof *w->stripped);
    strike_list_items(w, "solvers", strips_solver);
    strike_list_items(w, "checks", strips_check);
    if (reference.id != 0 && mentions_stripped(w, reference)) {
        strike_lines(w, carom_node_mark(reference, reference).line, last_line(reference));
    }
    *rest = copy_remaining_lines(w, text, length);
    free(w->stripped);
}

carom_status carom_lab_strip_solvers(const carom_scenario *scenario, unsigned traits,
                                     const char *text, size_t length, carom_override *set,
                                     size_t *sets, char **rest, carom_error *error)
{
    strip_job w = {.scenario = scenario, .traits = traits};
    carom_messages messages = {.item = NULL};
    carom_document document;
    bool right = false;
    carom_status status = carom_scenario_parse(&document, text, length, &messages);
    *rest = NULL;
    w.root = document.root;
    if (status == CAROM_OK && w.root.id != 0) {
        strike_all(&w, text, length, rest);
    }
    if (status == CAROM_OK && *rest != NULL) {
        drop_overrides(&w, set, sets);
        status = check_rest(&w, *rest, set, *sets, &right);
    }
    carom_document_close(&document);
    carom_messages_free(&messages);
    if (status == CAROM_OK && right) {
        return CAROM_OK;
    }
    free(*rest);
    *rest = NULL;
    return status == CAROM_OK ? carom_error_set(error, CAROM_INVALID, "",
                                                "cannot be removed from the text by whole lines")
                              : carom_error_no_memory(error);
}

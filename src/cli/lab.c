/* SPDX-License-Identifier: GPL-3.0-or-later */
/* carom lab: writes scenarios into a page that runs them in a browser. */
#define _XOPEN_SOURCE 700
#include "lab/lab.h"
#include "cli/cli.h"
#include <sys/stat.h>

enum { SIBLING_PATH_SIZE = CAROM_PATH_SIZE + 20 };

/* A scene of the page. */
typedef struct {
    cli_scenario loaded;
    carom_lab_scene *page;
} scene;

/* All scenes. at: the scene being run. */
typedef struct {
    const cli_options *options;
    char path[SIBLING_PATH_SIZE]; /* of the page */
    scene *item;
    carom_lab_scene *scenes;
    size_t count, at;
    cli_progress progress;
} page;

/* ---- a scene ---- */

/* A page does not run recordings. */
static bool is_recording(const carom_scenario *scenario, const char *name)
{
    const carom_scenario_solver *solver = carom_scenario_find_solver(scenario, name);
    return solver != NULL && carom_solver_has_traits(&solver->kind, CAROM_RECORDED);
}

/* Converts a recording to the track of the page. */
static int convert_recording(const cli_options *options, scene *s, size_t solver)
{
    size_t size = 0;
    FILE *stream = carom_text_open(&s->page->track, &size);
    carom_status status = carom_lab_track_write(stream, &s->loaded.scenario, solver,
                                                options->error);
    fclose(stream);
    if (status == CAROM_OK && size > CAROM_LAB_TRACK_SIZE) {
        fprintf(options->notes,
                "carom: the page omits the recording '%s' of %s: %zu kB of positions, more than %d "
                "kB; use fewer samples\n",
                carom_scenario_solver_at(&s->loaded.scenario, solver)->name, s->page->name,
                size / 1000, CAROM_LAB_TRACK_SIZE / 1000);
        free(s->page->track);
        s->page->track = NULL;
    }
    return cli_report(options, status);
}

/* Converts the first recording. Reports a scene with nothing else to run, and further recordings.
 */
static int convert_recordings(const cli_options *options, scene *s)
{
    const carom_scenario *scenario = &s->loaded.scenario;
    const char *first = "";
    size_t recordings = 0;
    for (size_t i = 0; i < scenario->solvers.count; i++) {
        const char *name = carom_scenario_solver_at(scenario, i)->name;
        if (!is_recording(scenario, name)) {
            continue;
        }
        if (recordings++ == 0) {
            first = name;
            CLI_TRY(convert_recording(options, s, i));
        } else {
            fprintf(options->notes,
                    "carom: the page omits the recording '%s' of %s: it draws the first one\n",
                    name, s->page->name);
        }
    }
    if (recordings < scenario->solvers.count) {
        return EXIT_DONE;
    }
    fprintf(stderr,
            "%s: error: solvers: '%s' needs the file of a recording, which a page does not "
            "support; add another solver\n",
            s->loaded.path, first);
    return EXIT_BAD_SCENARIO;
}

/* True if a check is about a recording or compares with one. */
static bool is_check_of_recording(const carom_scenario *scenario, const carom_scenario_check *check)
{
    char as[CAROM_NAME_SIZE] = "";
    carom_param_ref key = carom_params_find(check->kind.entry->params, check->kind.options, "as");
    if (key.row != NULL) {
        carom_param_format(key, as, sizeof as);
    }
    return is_recording(scenario, check->solver) || is_recording(scenario, as);
}

/* Changes of the text: those of --set, then the removal of recordings, of references to them and of
 * their checks, from the last one. */
static carom_override *changes_of(const cli_options *options, const scene *s, carom_arena *memory,
                                  size_t *count)
{
    const carom_scenario *scenario = &s->loaded.scenario;
    const carom_scenario_check *check = scenario->checks.items;
    size_t given = options->overrides.count;
    carom_override *change = carom_arena_take(
        memory, given + scenario->solvers.count + scenario->checks.count + 2, sizeof *change);
    *count = given;
    memcpy(change, options->overrides.item, given * sizeof *change);
    for (size_t i = 0; i < scenario->solvers.count; i++) {
        const char *name = carom_scenario_solver_at(scenario, i)->name;
        if (is_recording(scenario, name)) {
            change[(*count)++].key = carom_arena_print(memory, "solvers.%s", name);
        }
    }
    size_t first = *count, checks = scenario->checks.count;
    for (size_t i = checks; i-- > 0;) {
        if (is_check_of_recording(scenario, &check[i])) {
            change[(*count)++].key = carom_arena_print(memory, "checks.%zu", i);
        }
    }
    if (checks > 0 && *count - first == checks) { /* all of them */
        *count = first;
        change[(*count)++].key = "checks";
    }
    if (is_recording(scenario, scenario->reference)) {
        change[(*count)++].key = "reference";
    }
    for (size_t i = given; i < *count; i++) {
        change[i].text = carom_arena_print(memory, "--unset %s", change[i].key);
    }
    return change;
}

/* Writes the text of the scene: that of its author, or its keys and values after changes. */
static int write_text(const cli_options *options, scene *s)
{
    carom_arena memory = {NULL};
    carom_scenario scenario;
    carom_messages messages = {.folder = s->loaded.folder};
    size_t count;
    const carom_override *change = changes_of(options, s, &memory, &count);
    carom_status status = carom_scenario_edit(&scenario, s->loaded.text, s->loaded.length, change,
                                              count, &messages, &s->page->text);
    if (status == CAROM_OK && messages.errors > 0) {
        carom_messages_print(&messages, s->loaded.path, stderr);
    }
    bool failed = messages.errors > 0;
    carom_scenario_free(&scenario);
    carom_messages_free(&messages);
    carom_arena_free(&memory);
    return failed ? EXIT_BAD_SCENARIO : cli_report(options, status);
}

/* The worksheet of an experiment, or at a path, followed by the answer file.
 * @param scenario receives the path of its scenario */
static int show_sheet(const cli_options *options, scene *s, const char *name,
                      char scenario[CAROM_PATH_SIZE])
{
    carom_exercise exercise = {.questions = {NULL, 0}};
    size_t size = 0;
    int status = cli_exercise_load(options, name, &exercise);
    if (status == EXIT_DONE) {
        FILE *stream = carom_text_open(&s->page->worksheet, &size);
        carom_status shown = carom_exercise_show(&exercise, CAROM_ENGLISH, stream, options->error);
        fclose(stream);
        stream = carom_text_open(&s->page->questions, &size);
        carom_exercise_write_key(&exercise, stream);
        fclose(stream);
        s->page->german = exercise.german;
        exercise.german = NULL;
        (void)carom_exercise_scenario(&exercise, options->home, scenario);
        status = cli_report(options, shown);
    }
    carom_exercise_free(&exercise);
    return status;
}

static bool sibling_exists(const char *scenario, const char *name, char path[SIBLING_PATH_SIZE])
{
    const char *slash = strrchr(scenario, '/');
    struct stat about;
    snprintf(path, SIBLING_PATH_SIZE, "%.*s%s", slash == NULL ? 0 : (int)(slash - scenario) + 1,
             scenario, name);
    return stat(path, &about) == 0;
}

/* Reads exercise.md and exercise.de.md in the folder of the scenario. */
static int read_worksheet(const cli_options *options, scene *s, const char *experiment)
{
    char path[SIBLING_PATH_SIZE], other[SIBLING_PATH_SIZE], scenario[CAROM_PATH_SIZE];
    size_t length;
    if (strcmp(s->loaded.path, "-") == 0 || !sibling_exists(s->loaded.path, "exercise.md", path)) {
        return EXIT_DONE;
    }
    if (sibling_exists(s->loaded.path, "answers.yaml", other)) {
        return show_sheet(options, s, experiment[0] != '\0' ? experiment : path, scenario);
    }
    if (sibling_exists(s->loaded.path, "exercise.de.md", other)) {
        CLI_TRY(
            cli_report(options, carom_file_read(other, &s->page->german, &length, options->error)));
    }
    return cli_report(options, carom_file_read(path, &s->page->worksheet, &length, options->error));
}

/* Loads a scenario, or that of the worksheet FILE.md. */
static int load_scene(const cli_options *options, scene *s, const char *file)
{
    char experiment[100] = "", stem[CAROM_PATH_SIZE], scenario[CAROM_PATH_SIZE];
    bool is_sheet = carom_text_ends_in(file, ".md");
    cli_options scene_options = *options;
    if (is_sheet) {
        CLI_TRY(show_sheet(options, s, file, scenario));
        s->page->is_lesson = true;
    }
    scene_options.file = is_sheet ? scenario : file;
    CLI_TRY(cli_scenario_load(&scene_options, &s->loaded));
    s->page->title = s->loaded.scenario.title;
    if (!is_sheet) {
        /* FILE is no path if it names an experiment */
        bool shipped = strncmp(file, s->loaded.path, strlen(file)) != 0;
        snprintf(experiment, sizeof experiment, "%.*s", shipped ? (int)strcspn(file, "/") : 0,
                 file);
        CLI_TRY(read_worksheet(options, s, experiment));
    }
    /* "01-head-on" or "09-cradle/touching" for shipped scenarios, otherwise the stem of FILE */
    carom_output_default_path(file, stem); /* out/<stem> */
    snprintf(s->page->name, sizeof s->page->name, "%s",
             experiment[0] != '\0' ? file : strchr(stem, '/') + 1);
    CLI_TRY(convert_recordings(options, s));
    return write_text(options, s);
}

/* ---- signatures ---- */

/* Records the final bits of every solver that reached the end. The last state of a stopped solver
 * depends on the samples. */
static void record_signatures(scene *s, const carom_run *run)
{
    s->page->signature = carom_allocate(run->solvers + 1, sizeof *s->page->signature);
    for (size_t i = 0; i < run->solvers; i++) {
        const carom_solver_run *solver_run = &run->solver[i].solver_run;
        if (!carom_solver_run_has_failed(solver_run)) {
            carom_lab_signature *signature = &s->page->signature[s->page->signatures++];
            signature->solver = solver_run->name;
            carom_signature_compute(&solver_run->sample, signature->bits);
            signature->promised = carom_solver_is_portable(solver_run->problem, solver_run->choice);
        }
    }
}

static void show_progress(void *context, double part, double t_s)
{
    page *p = context;
    cli_progress_show(&p->progress, ((double)p->at + part) / (double)p->count, t_s);
}

static carom_status sign_scene(page *p)
{
    scene *s = &p->item[p->at];
    const carom_scenario *scenario = &s->loaded.scenario;
    const char **only = carom_allocate(scenario->solvers.count + 1, sizeof *only);
    carom_request request = {.scenario = scenario,
                             .name = s->page->name,
                             .only = only,
                             .threads = 1,
                             .stop = p->options->stop,
                             .progress = show_progress,
                             .context = p};
    carom_run run = {.request = NULL};
    for (size_t i = 0; i < scenario->solvers.count; i++) {
        const char *name = carom_scenario_solver_at(scenario, i)->name;
        if (!is_recording(scenario, name)) {
            only[request.only_count++] = name;
        }
    }
    carom_status status = carom_run_scenario(&run, &request, p->options->error);
    if (status == CAROM_OK) {
        record_signatures(s, &run);
    }
    carom_run_close(&run);
    free(only);
    return status;
}

/* ---- the page ---- */

/* The first scene is drawn before the core of the page has started. */
static void write_first_picture(const scene *s)
{
    const carom_scenario *scenario = &s->loaded.scenario;
    size_t size = 0;
    if (scenario->problem.count <= CAROM_LAB_FIRST_BALLS) {
        FILE *stream = carom_text_open(&s->page->first, &size);
        carom_lab_first_write(stream, scenario);
        fclose(stream);
    }
}

static carom_status write_page(const page *p, const carom_lab_template *template, long *bytes)
{
    carom_error *error = p->options->error;
    char *json = NULL;
    size_t length = 0;
    carom_file file = {.stream = NULL};
    FILE *stream = carom_text_open(&json, &length);
    carom_lab_scenes_write(stream, carom_version(), carom_commit(), p->scenes, p->count);
    fclose(stream);
    carom_status status = carom_file_open_path(&file, p->path, error);
    if (status == CAROM_OK) {
        carom_lab_page_write(file.stream, template, json, length);
        *bytes = (long)(template->length - (template->to - template->from) + length);
    }
    status = cli_file_finish(&file, status, error);
    free(json);
    return status;
}

/* Chooses the path, -o or lab.html in out/<stem of the first FILE>. Only a page is replaced. */
static int choose_path(page *p)
{
    const char *output = p->options->output;
    char directory[CAROM_PATH_SIZE];
    carom_output_default_path(p->options->file, directory);
    snprintf(p->path, sizeof p->path, "%s%s", output != NULL ? output : directory,
             output != NULL ? "" : "/lab.html");
    return !carom_file_replaces(p->path) || carom_lab_is_page(p->path)
             ? EXIT_DONE
             : cli_report_existing(p->path, "page of carom");
}

static int output_page(const page *p, const carom_lab_template *template)
{
    const cli_options *options = p->options;
    long bytes = 0;
    if (options->output == NULL) {
        char *folder = carom_path_folder(p->path);
        carom_status made = carom_directory_make(folder, options->error);
        free(folder);
        CLI_TRY(cli_report(options, made));
    }
    CLI_TRY(cli_report(options, write_page(p, template, &bytes)));
    if (strcmp(p->path, "-") != 0 &&
        carom_is_regular_file(p->path)) { /* other files may be standard output */
        fprintf(options->report, "lab: %s, %zu %s, %ld kB: open it in a browser\n", p->path,
                p->count, p->count == 1 ? "scene" : "scenes", (bytes + 999) / 1000);
    }
    return EXIT_DONE;
}

/* ---- the command ---- */

static int read_template(const cli_options *options, carom_lab_template *template)
{
    char path[CAROM_PATH_SIZE];
    if (!carom_lab_template_find(options->home, path)) {
        fprintf(stderr,
                "carom: error: the template of the page is missing: '%s'; run 'make' in the folder "
                "of carom's sources\n",
                path);
        return EXIT_CANNOT_READ;
    }
    return cli_report(options, carom_lab_template_read(template, path, options->error));
}

/* The page stores each value on one line. */
static int check_sets(const cli_options *options)
{
    for (size_t i = 0; i < options->overrides.count; i++) {
        if (strpbrk(options->overrides.item[i].text, "\r\n") != NULL) {
            return cli_report_usage_error("lab", "a page accepts only single-line values, not",
                                          options->overrides.item[i].text);
        }
    }
    return EXIT_DONE;
}

/* Loads all scenarios before it stops, to report the errors of all. */
static int load_scenes(page *p)
{
    int status = EXIT_DONE;
    for (size_t i = 0; i < p->count; i++) {
        const cli_options *options = p->options;
        p->item[i].page = &p->scenes[i];
        int loaded = load_scene(options, &p->item[i],
                                i == 0 ? options->file : options->more.item[i - 1]);
        status = status == EXIT_DONE ? loaded : status;
    }
    return status;
}

static int make_page(page *p, carom_lab_template *template)
{
    CLI_TRY(check_sets(p->options));
    CLI_TRY(choose_path(p));
    CLI_TRY(read_template(p->options, template));
    p->item = carom_allocate(p->count, sizeof *p->item);
    p->scenes = carom_allocate(p->count, sizeof *p->scenes);
    CLI_TRY(load_scenes(p));
    write_first_picture(&p->item[0]);
    carom_status status = CAROM_OK;
    cli_progress_start(&p->progress, p->options, NULL);
    for (p->at = 0; p->at < p->count && status == CAROM_OK; p->at++) {
        status = sign_scene(p);
    }
    cli_progress_end(&p->progress);
    CLI_TRY(cli_report(p->options, status));
    return output_page(p, template);
}

int cli_lab(const cli_options *options)
{
    carom_lab_template template = {.text = NULL};
    page p = {.options = options, .count = 1 + options->more.count};
    int status = make_page(&p, &template);
    for (size_t i = 0; p.item != NULL && i < p.count; i++) {
        carom_lab_scene *written = &p.scenes[i];
        char *const texts[] = {written->text,      written->worksheet, written->german,
                               written->questions, written->track,     written->first};
        for (size_t k = 0; k < sizeof texts / sizeof texts[0]; k++) {
            free(texts[k]);
        }
        free(written->signature);
        cli_scenario_free(&p.item[i].loaded);
    }
    free(p.item);
    free(p.scenes);
    free(template.text);
    return status;
}

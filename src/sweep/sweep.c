/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L
#include "sweep/sweep.h"
#include <unistd.h>

/* ---- rows ---- */

/* Returns the name of the k-th collected column, or NULL past the last. By default, a sweep
 * collects the columns of summary.tsv except the wall-clock time. */
static const char *column_name(const carom_scenario *scenario, size_t k)
{
    const carom_scenario_word *word = scenario->sweep.collect.items;
    if (scenario->sweep.collect.count > 0) {
        return k < scenario->sweep.collect.count ? word[k].text : NULL;
    }
    for (const carom_quantity *q = carom_quantities; q->column.name != NULL; q++) {
        if (q->place < CAROM_IN_CLOCK && k-- == 0) {
            return q->column.name;
        }
    }
    return NULL;
}

static double value_of_column(const carom_run_solver *solver, const char *column)
{
    const carom_summary *summary = &solver->summary_recorder.summary;
    carom_collected of;
    if (!carom_find_collected(solver->solver_run.problem, column, &of)) {
        return NAN;
    }
    if (of.first_ball) {
        return carom_first_ball_at(&solver->solver_run.log, of.wall);
    }
    if (of.quantity == NULL) {
        return carom_ball_end_of(&solver->solver_run.sample, of.ball, of.end);
    }
    return carom_quantity_of(of.quantity, summary) /
           (of.over == NULL ? 1 : carom_quantity_of(of.over, summary));
}

static void write_header(FILE *stream, const carom_scenario *scenario)
{
    for (size_t i = 0; i < scenario->sweep.parameters.count; i++) {
        fprintf(stream, "%s\t", carom_sweep_parameter_at(scenario, i)->key);
    }
    fputs("solver", stream);
    for (size_t k = 0; column_name(scenario, k) != NULL; k++) {
        fprintf(stream, "\t%s", column_name(scenario, k));
    }
    fputc('\n', stream);
}

static void write_rows(FILE *stream, const carom_scenario *scenario,
                       const carom_point_setting *settings, const carom_run *run)
{
    for (size_t k = 0; k < run->solvers; k++) {
        const carom_run_solver *solver = &run->solver[k];
        for (size_t i = 0; i < scenario->sweep.parameters.count; i++) {
            fprintf(stream, "%s\t", settings[i].value);
        }
        fputs(solver->solver_run.name, stream);
        for (size_t c = 0; column_name(scenario, c) != NULL; c++) {
            char text[32];
            carom_number_format(value_of_column(solver, column_name(scenario, c)), text,
                                sizeof text);
            fprintf(stream, "\t%s", text);
        }
        fputc('\n', stream);
    }
}

/* ---- one point ---- */

/* State shared by the threads of a sweep. */
typedef struct {
    carom_sweep_request *sweep;
    size_t *todo;
    carom_node *root; /* of the scenario file, parsed once */
    pthread_mutex_t mutex;
    carom_journal journal;      /* protected by the mutex */
    char path[CAROM_PATH_SIZE]; /* of the journal; "": it is in memory only */
} sweep_work;

static carom_status format_rows(const carom_sweep_request *sweep, const carom_scenario *scenario,
                                const carom_point_setting *settings, size_t point, char **rows,
                                size_t *length, carom_error *error)
{
    carom_run run = {.request = NULL};
    carom_request request = *sweep->request;
    char directory[CAROM_PATH_SIZE];
    FILE *stream = carom_text_open(rows, length);
    CAROM_NEED(stream != NULL, error);
    request.scenario = scenario;
    request.only = sweep->study->only;
    request.only_count = sweep->study->only_count;
    request.stop = sweep->study->stop;
    request.directory = NULL;
    request.progress = NULL; /* the sweep reports progress in points */
    if (sweep->records) {
        snprintf(directory, sizeof directory, "%s/%zu", sweep->request->directory, point + 1);
        request.directory = directory;
    }
    carom_status status = carom_run_scenario(&run, &request, error);
    if (status == CAROM_OK) {
        write_rows(stream, sweep->study->scenario, settings, &run);
    }
    carom_run_close(&run);
    if (!carom_text_close(stream, rows) && status == CAROM_OK) {
        status = carom_error_no_memory(error);
    }
    return status;
}

static carom_status check_point(sweep_work *shared, carom_messages *messages, size_t point,
                                carom_error *error)
{
    if (messages->errors == 0) {
        return CAROM_OK;
    }
    pthread_mutex_lock(&shared->mutex);
    if (shared->sweep->messages->errors == 0) { /* one message is enough */
        carom_messages_free(shared->sweep->messages);
        *shared->sweep->messages = *messages;
        *messages = (carom_messages){.item = NULL};
    }
    pthread_mutex_unlock(&shared->mutex);
    return carom_error_set(error, CAROM_INVALID, "sweep",
                           "point %zu of the sweep is not a valid scenario", point + 1);
}

static carom_status run_point(void *context, size_t task, carom_error *error)
{
    sweep_work *shared = context;
    const carom_study *study = shared->sweep->study;
    size_t number = shared->todo[task], length = 0;
    carom_sweep_point point;
    carom_messages messages = {.stop = study->stop,
                               .folder = study->scenario->folder,
                               .only = study->only,
                               .only_count = study->only_count};
    carom_scenario scenario = {.version = 0};
    char *rows = NULL;
    carom_status status = carom_sweep_point_init(&point, study, number, error);
    CAROM_THEN(status,
               carom_reading_status(carom_scenario_vary(&scenario, shared->root, point.override,
                                                        point.overrides, &messages),
                                    error));
    CAROM_THEN(status, check_point(shared, &messages, number, error));
    CAROM_THEN(status,
               format_rows(shared->sweep, &scenario, point.setting, number, &rows, &length, error));
    if (status == CAROM_OK) {
        pthread_mutex_lock(&shared->mutex);
        status = carom_journal_add(&shared->journal, number, rows, length, error);
        pthread_mutex_unlock(&shared->mutex);
    }
    carom_messages_free(&messages);
    carom_scenario_free(&scenario);
    carom_sweep_point_free(&point);
    free(rows);
    return status;
}

/* ---- all points ---- */

static carom_status run_tasks(sweep_work *shared, carom_error *error)
{
    size_t tasks = shared->journal.identity.tasks, todo = 0;
    shared->todo = malloc((tasks + 1) * sizeof *shared->todo);
    CAROM_NEED(shared->todo != NULL, error);
    for (size_t k = 0; k < tasks; k++) {
        if (carom_journal_is_own(&shared->journal.identity, k) &&
            shared->journal.entry[k].rows == NULL) {
            shared->todo[todo++] = k;
        }
    }
    carom_status status = carom_study_run(shared->sweep->study, todo, run_point, shared, error);
    free(shared->todo);
    return status;
}

/* Without a directory, the journal is in memory only. */
static carom_status open_journal(sweep_work *shared, carom_error *error)
{
    const carom_sweep_request *sweep = shared->sweep;
    const carom_request *request = sweep->request;
    uint64_t hash = carom_journal_hash(sweep->study);
    carom_journal_identity identity = {
        .hash = carom_hash(hash, &request->collisions, sizeof request->collisions),
        .tasks = carom_sweep_points(sweep->study->scenario),
        .shard = sweep->shard,
        .shards = sweep->shards};
    char *header = NULL, name[80] = "sweep.journal";
    size_t length = 0;
    FILE *stream = carom_text_open(&header, &length);
    CAROM_NEED(stream != NULL, error);
    write_header(stream, sweep->study->scenario);
    carom_status status = carom_text_close(stream, &header) ? CAROM_OK
                                                            : carom_error_no_memory(error);
    if (sweep->shards > 1) {
        snprintf(name, sizeof name, "shard-%ld-of-%ld.journal", sweep->shard, sweep->shards);
    }
    if (request->directory != NULL) {
        snprintf(shared->path, sizeof shared->path, "%s/%s", request->directory, name);
        CAROM_THEN(status, carom_directory_make(request->directory, error));
    }
    CAROM_THEN(status, carom_journal_open(&shared->journal,
                                          request->directory == NULL ? NULL : shared->path,
                                          &identity, header, error));
    free(header);
    if (status == CAROM_OK) {
        carom_journal_report_found(&shared->journal, "sweep", "points", sweep->notify,
                                   sweep->notify_context);
    }
    return status;
}

/* The journal is open: an interrupted sweep can always continue. */
static carom_status run_points(sweep_work *shared, carom_tree *tree, carom_error *error)
{
    const carom_sweep_request *sweep = shared->sweep;
    carom_status status = carom_reading_status(carom_scenario_parse(tree, sweep->study->text,
                                                                    sweep->study->length,
                                                                    sweep->messages, &shared->root),
                                               error);
    /* the text was read without errors before */
    CAROM_THEN(status, shared->root == NULL
                           ? carom_error_set(error, CAROM_INVALID, "", "not a valid scenario")
                           : run_tasks(shared, error));
    if (status == CAROM_INTERRUPTED && shared->journal.file >= 0) {
        status = carom_error_set(
            error, status, "",
            "interrupted after %zu of %zu points; the same command continues from there",
            shared->journal.finished, carom_journal_count_own(&shared->journal.identity));
    }
    return status;
}

/* Opens the journal and runs the points that it lacks. */
static carom_status run_rest(sweep_work *shared, carom_error *error)
{
    carom_tree tree = {.newest = NULL};
    carom_status status = open_journal(shared, error);
    pthread_mutex_init(&shared->mutex, NULL);
    CAROM_THEN(status, run_points(shared, &tree, error));
    pthread_mutex_destroy(&shared->mutex);
    carom_tree_free(&tree);
    return status;
}

carom_status carom_sweep_collect(carom_sweep_request *sweep, carom_tsv *table, carom_error *error)
{
    sweep_work shared = {.sweep = sweep, .journal = {.file = -1}};
    carom_status status = run_rest(&shared, error);
    *table = (carom_tsv){.text = NULL};
    CAROM_THEN(status, carom_journal_to_tsv(&shared.journal, table, sweep->study->stop, error));
    carom_journal_close(&shared.journal);
    return status;
}

/* Writes sweep.json before any table: it marks the folder as carom's. */
static carom_status claim_folder(const carom_sweep_request *sweep, carom_error *error)
{
    const carom_request *request = sweep->request;
    bool is_own;
    if (sweep->shards > 1) {
        return CAROM_OK;
    }
    CAROM_TRY(carom_folder_claim(request->directory, carom_sweep_file_names, CAROM_FOLDER_CLEAR,
                                 &is_own, error));
    CAROM_TRY(carom_directory_make(request->directory, error));
    return carom_manifest_write_study(request->directory, "sweep", request->name,
                                      sweep->study->scenario, error);
}

carom_status carom_sweep_run(carom_sweep_request *sweep, carom_error *error)
{
    sweep_work shared = {.sweep = sweep, .journal = {.file = -1}};
    carom_status status = claim_folder(sweep, error);
    CAROM_THEN(status, run_rest(&shared, error));
    if (status == CAROM_OK && sweep->shards == 1) {
        status = carom_journal_table(sweep->request->directory, shared.journal.header,
                                     shared.journal.entry, shared.journal.identity.tasks, error);
        if (status == CAROM_OK) {
            unlink(shared.path); /* the table contains all of it */
        }
    }
    carom_journal_close(&shared.journal);
    return status;
}

/* ---- points ---- */

const carom_sweep_parameter *carom_sweep_parameter_at(const carom_scenario *scenario, size_t i)
{
    return &((const carom_sweep_parameter *)scenario->sweep.parameters.items)[i];
}

static size_t count_values(const carom_sweep_parameter *parameter)
{
    return parameter->values.count > 0 ? parameter->values.count : (size_t)parameter->count;
}

size_t carom_sweep_values(const carom_scenario *scenario, size_t i)
{
    return count_values(carom_sweep_parameter_at(scenario, i));
}

size_t carom_sweep_points(const carom_scenario *scenario)
{
    size_t points = 1;
    for (size_t i = 0; i < scenario->sweep.parameters.count; i++) {
        points *= count_values(carom_sweep_parameter_at(scenario, i));
    }
    return points;
}

static double if_nan(double value, double otherwise)
{
    return isnan(value) ? otherwise : value;
}

static double grid_value(const carom_sweep_parameter *p, size_t k)
{
    double part = p->count > 1 ? (double)k / (double)(p->count - 1) : 0;
    double from = if_nan(p->from, 0), to = if_nan(p->to, 1);
    switch (p->scale) {
    case CAROM_SWEEP_PHASES: return from + (to - from) * ((double)k + 0.5) / (double)p->count;
    case CAROM_SWEEP_SEEDS: return if_nan(p->from, 1) + (double)k;
    default: break;
    }
    if (k > 0 && k + 1 == (size_t)p->count) {
        return to; /* exactly */
    }
    return p->scale == CAROM_SWEEP_LOG ? from * pow(to / from, part) : from + part * (to - from);
}

/* The k-th value as text. 15 digits: nine steps per decade give 1e-05, not
 * 9.9999999999999991e-06. */
static void value_text(const carom_sweep_parameter *p, size_t k, char text[CAROM_KEY_SIZE])
{
    if (p->values.count > 0) {
        snprintf(text, CAROM_KEY_SIZE, "%s",
                 ((const carom_scenario_word *)p->values.items)[k].text);
    } else {
        carom_number_format_digits(grid_value(p, k), 15, text, CAROM_KEY_SIZE);
    }
}

/* Number of overrides of a point: one for each parameter, or for each key that it sets. */
static size_t count_overrides(const carom_scenario *scenario)
{
    size_t count = 0;
    for (size_t i = 0; i < scenario->sweep.parameters.count; i++) {
        size_t sets = carom_sweep_parameter_at(scenario, i)->sets.count;
        count += sets > 0 ? sets : 1;
    }
    return count;
}

static carom_override make_override(carom_point_setting *setting, const char *key)
{
    snprintf(setting->text, sizeof setting->text, "sweep %s=%s", key, setting->value);
    return (carom_override){setting->text, key, setting->value};
}

/* If the value is not a number, the reader reports the NaN. 15 digits: 2*cos(60*pi/180) gives 1. */
static void set_dependent_value(const char *value, const carom_sweep_set_key *set,
                                char text[CAROM_KEY_SIZE])
{
    double x, y = NAN;
    char why[200];
    if (carom_number_parse(value, &x)) {
        (void)carom_formula_evaluate(set->formula, x, &y, why, sizeof why);
    }
    carom_number_format_digits(y, 15, text, CAROM_KEY_SIZE);
}

static void set_values(const carom_scenario *scenario, size_t point, carom_point_setting *settings,
                       carom_override *overrides)
{
    carom_point_setting *following = settings + scenario->sweep.parameters.count;
    for (size_t i = scenario->sweep.parameters.count; i-- > 0;) {
        const carom_sweep_parameter *p = carom_sweep_parameter_at(scenario, i);
        const carom_sweep_set_key *set = p->sets.items;
        value_text(p, point % count_values(p), settings[i].value);
        point /= count_values(p);
        for (size_t k = 0; k < p->sets.count; k++, following++) {
            set_dependent_value(settings[i].value, &set[k], following->value);
            *overrides++ = make_override(following, set[k].key);
        }
        if (p->sets.count == 0) {
            *overrides++ = make_override(&settings[i], p->key);
        }
    }
}

carom_status carom_sweep_point_init(carom_sweep_point *point, const carom_study *study,
                                    size_t number, carom_error *error)
{
    size_t given = study->override_count, own = count_overrides(study->scenario),
           values = study->scenario->sweep.parameters.count;
    *point = (carom_sweep_point){calloc(values + own + 1, sizeof *point->setting),
                                 calloc(given + own + 1, sizeof *point->override), given + own};
    CAROM_NEED(point->setting != NULL && point->override != NULL, error);
    if (given > 0) {
        memcpy(point->override, study->overrides, given * sizeof *study->overrides);
    }
    set_values(study->scenario, number, point->setting, point->override + given);
    return CAROM_OK;
}

void carom_sweep_point_free(carom_sweep_point *point)
{
    free(point->setting);
    free(point->override);
}

/* ---- labels ---- */

/* Finds the description of a key. Items of lists are skipped; keys of plug-ins count as keys of
 * the level above. */
static const carom_param *find_param(const carom_param *rows, const char *path)
{
    size_t length = strcspn(path, ".");
    const carom_param *found = NULL;
    for (const carom_param *row = rows; row != NULL && row->key != NULL && found == NULL; row++) {
        const char *rest = path + length + (path[length] == '.');
        if (strlen(row->key) == length && strncmp(row->key, path, length) == 0) {
            rest += row->type == CAROM_LIST ? strcspn(rest, ".") : 0;
            rest += row->type == CAROM_LIST && *rest == '.';
            return *rest == '\0' ? row : find_param(row->fields, rest);
        }
        for (size_t i = 0; row->type == CAROM_ENTRY && row->interface->entries[i] != NULL; i++) {
            found = found != NULL ? found : find_param(row->interface->entries[i]->params, path);
        }
    }
    return found;
}

/* Returns "cue" of "balls.cue.y_m"; NULL for an index or all items. */
static const char *item_of_key(const char *key, size_t *length)
{
    const char *item = strchr(key, '.');
    bool listed = strncmp(key, "balls.", 6) == 0 || strncmp(key, "solvers.", 8) == 0;
    *length = item == NULL ? 0 : strcspn(item + 1, ".");
    return listed && item[1] != '*' && !(item[1] >= '0' && item[1] <= '9') ? item + 1 : NULL;
}

const char *carom_sweep_label(const carom_sweep_parameter *parameter, char *label)
{
    const carom_param *row = find_param(carom_scenario_rows, parameter->key);
    size_t length;
    const char *item = item_of_key(parameter->key, &length);
    if (parameter->label[0] != '\0' || row == NULL) {
        snprintf(label, CAROM_LABEL_SIZE, "%s",
                 parameter->label[0] != '\0' ? parameter->label : parameter->key);
    } else {
        snprintf(label, CAROM_LABEL_SIZE, "%.*s%s%.*s", (int)strcspn(row->doc, ",;:("), row->doc,
                 item == NULL ? "" : " of ", item == NULL ? 0 : (int)length,
                 item == NULL ? "" : item);
    }
    return row == NULL || row->unit == NULL || strchr(label, '(') != NULL ? "" : row->unit;
}

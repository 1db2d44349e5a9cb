/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _DEFAULT_SOURCE 1
#define _DARWIN_C_SOURCE 1
#include "solvers/solvers.h"
#include <sys/mman.h>

#define TEXT(name) TEXT_OF(name)
#define TEXT_OF(name) #name

/* Engines for which carom has a plug-in, and the Debian packages they need. */
static const struct {
    const char *name, *title, *package;
} known[] = {{"lammps", "LAMMPS", "liblammps-dev"},
             {"chipmunk", "Chipmunk2D", "libchipmunk-dev"},
             {"ode", "the Open Dynamics Engine", "libode-dev"},
             {"mujoco", "MuJoCo", "libmujoco-dev"}};
enum { KNOWN = sizeof known / sizeof known[0] };

/* NULL if the plug-in cannot be used. `why_not` is "" only if the file does not exist. */
static const carom_engine *find_engine(const char *name, char *why_not, size_t size)
{
    static const carom_engine_shape shape = CAROM_ENGINE_SHAPE;
    const carom_engine *engine = carom_plugin_find(name, TEXT(CAROM_ENGINE_SYMBOL), why_not, size);
    if (engine == NULL) {
        return NULL;
    }
    bool is_of_this_build = memcmp(&engine->shape, &shape, sizeof shape) == 0;
    const char *own_name = is_of_this_build ? engine->solver->about.name : NULL;
    if (own_name == NULL || strcmp(own_name, name) != 0) {
        snprintf(why_not, size, "it was built %s",
                 own_name != NULL ? "under another name" : "for another version of carom");
        return NULL;
    }
    return engine;
}

static const carom_entry *find_entry(const char *name, char *why_not, size_t size)
{
    char reason[300] = "";
    const carom_engine *engine = find_engine(name, reason, sizeof reason);
    why_not[0] = '\0';
    if (engine != NULL) {
        return &engine->solver->about;
    }
    if (strcmp(reason, "out of memory") == 0) {
        snprintf(why_not, size, "%s", reason);
    } else if (reason[0] != '\0') {
        snprintf(why_not, size, "the plug-in of this engine cannot be used: %s%s", reason,
                 strchr(reason, ';') == NULL ? "; rebuild it by `make engines`" : "");
    }
    for (size_t i = 0; i < KNOWN && reason[0] == '\0'; i++) {
        if (strcmp(known[i].name, name) == 0) {
            snprintf(
                why_not, size,
                "the plug-in for %s is not there; `make engines` makes it where %s is installed "
                "(apt install %s), and CAROM_ENGINES lists further folders to search",
                known[i].title, known[i].package, known[i].package);
        }
    }
    return NULL;
}

static void visit_names(void (*visit)(void *context, const char *name), void *context)
{
    for (size_t i = 0; i < KNOWN; i++) {
        visit(context, known[i].name);
    }
}

const carom_plugin_registry carom_engines = {find_entry, visit_names};

const carom_engine *carom_engine_of(const carom_choice *choice)
{
    char why_not[300];
    bool foreign = (carom_solver_entry_of(choice->entry)->traits & CAROM_THIRD_PARTY) != 0;
    return foreign ? find_engine(choice->entry->name, why_not, sizeof why_not) : NULL;
}

/* ---- answers of a plug-in's functions, from a worker process ---- */

static void send_version(void *context, int channel)
{
    const carom_engine *const *engine = context;
    char text[CAROM_ENGINE_VERSION_SIZE];
    snprintf(text, sizeof text, "%s", (*engine)->version());
    (void)carom_worker_send(channel, text, sizeof text);
}

void carom_engine_version(const carom_engine *engine, char text[CAROM_ENGINE_VERSION_SIZE])
{
    carom_error error = {0};
    carom_status status = carom_worker_request(send_version, &engine, text,
                                               CAROM_ENGINE_VERSION_SIZE, &error);
    if (status == CAROM_INVALID) {
        snprintf(text, CAROM_ENGINE_VERSION_SIZE, "%s, unknown version (%.60s)",
                 engine->solver->about.name, error.text);
    } else if (status != CAROM_OK) { /* the worker process could not be started */
        snprintf(text, CAROM_ENGINE_VERSION_SIZE, "%s", engine->version());
    }
    text[CAROM_ENGINE_VERSION_SIZE - 1] = '\0';
    carom_text_replace_controls(text);
}

typedef struct {
    bool is_error;
    char key[96], text[400];
} diagnostic;

/* A check in the worker process: its arguments, and the first diagnostics it found. */
typedef struct {
    const carom_problem *problem;
    const carom_choice *choice;
    size_t count;
    bool no_memory;
    diagnostic diagnostic[8];
} checking;

static void add_diagnostic(void *context, bool is_error, const char *key, const char *text)
{
    checking *all = context;
    if (all->count < sizeof all->diagnostic / sizeof all->diagnostic[0]) {
        diagnostic *one = &all->diagnostic[all->count++];
        one->is_error = is_error;
        snprintf(one->key, sizeof one->key, "%s", key);
        snprintf(one->text, sizeof one->text, "%s", text);
    }
}

static void send_diagnostics(void *context, int channel)
{
    checking *all = context;
    const carom_diagnostics diagnostics = {add_diagnostic, all, &all->no_memory, NULL};
    carom_solver_entry_of(all->choice->entry)
        ->check(all->problem, all->choice->options, &diagnostics);
    (void)carom_worker_send(channel, all, sizeof *all);
}

void carom_engine_check(const carom_problem *problem, const carom_choice *choice,
                        const carom_diagnostics *diagnostics)
{
    checking all = {.problem = problem, .choice = choice};
    carom_error error = {0};
    carom_status status = carom_worker_request(send_diagnostics, &all, &all, sizeof all, &error);
    if ((all.no_memory || status == CAROM_NO_MEMORY) && diagnostics->no_memory != NULL) {
        *diagnostics->no_memory = true;
    }
    if (status != CAROM_OK && status != CAROM_NO_MEMORY) {
        carom_diagnostics_add(diagnostics, true, "kind",
                              "the plug-in %.80s cannot check the scenario: %.400s",
                              choice->entry->name, error.text);
    }
    if (status != CAROM_OK) {
        return;
    }
    for (size_t i = 0; i < all.count && i < sizeof all.diagnostic / sizeof all.diagnostic[0]; i++) {
        diagnostic *one = &all.diagnostic[i];
        one->key[sizeof one->key - 1] = one->text[sizeof one->text - 1] = '\0';
        carom_text_replace_controls(one->key);
        carom_text_replace_controls(one->text);
        carom_diagnostics_add(diagnostics, one->is_error, one->key, "%s", one->text);
    }
}

void carom_engine_describe(const carom_choice *choice, char *text, size_t size)
{
    const carom_engine *engine = carom_engine_of(choice);
    char version[CAROM_ENGINE_VERSION_SIZE];
    if (engine == NULL) {
        text[0] = '\0';
        return;
    }
    carom_engine_version(engine, version);
    snprintf(text, size, "%s, a third-party engine. Collisions: %s. Reproducibility: %s.", version,
             engine->collisions, engine->promise);
}

/* ---- solver in a worker process ---- */

/* The solver of a plug-in runs in a worker process. The parent sends times; the worker answers
 * with a status. State and cost lie in shared memory, so sampling needs no message. The worker
 * sends new and changed collisions: an open contact is sent again when it ends.
 *
 * The worker may write anywhere into the shared memory. The parent therefore checks every index,
 * ball number and text before it uses them. */

/* Memory shared by both processes. */
typedef struct {
    carom_view view; /* its arrays are in `place` */
    carom_report report;
    double position[]; /* x, y, vx, vy of all balls */
} shared_state;

/* An answer. `count` collisions follow, the first with index `from` in the log. */
typedef struct {
    carom_status status;
    carom_error error;
    size_t from, count;
} answer;

typedef struct {
    carom_solver_args args;
    carom_worker process;
    shared_state *shared;
    size_t bytes;    /* size of `seen` */
    double t_s;      /* time reached */
    size_t received; /* number of collisions received and traced */
} worker_solver;

/* ---- in the worker process ---- */

typedef struct {
    void *self;
    carom_log log;
    size_t sent; /* collisions before this one are closed and sent */
} service;

static bool send_answer(service *engine, carom_status status, const carom_error *error, int channel)
{
    const carom_log *log = &engine->log;
    answer now = {.status = status, .from = engine->sent, .count = log->count - engine->sent};
    if (status != CAROM_OK) {
        now.error = *error;
    }
    while (engine->sent < log->count && !isnan(log->item[engine->sent].separation_mps)) {
        engine->sent++;
    }
    return carom_worker_send(channel, &now, sizeof now) &&
           (now.count == 0 ||
            carom_worker_send(channel, log->item + now.from, now.count * sizeof log->item[0]));
}

static void serve_requests(void *context, int channel)
{
    const worker_solver *outside = context;
    const carom_solver_entry *entry = outside->args.entry;
    service engine = {.self = NULL};
    carom_error error = {0};
    carom_status status = CAROM_OK;
    carom_trace no_trace = {0};
    carom_solver_args args = outside->args;
    double t_s = 0;
    args.log = args.log == NULL ? NULL : &engine.log;
    args.trace = &no_trace;
    args.cancel = NULL;
    engine.self = entry->create(&args, &error);
    if (engine.self == NULL) {
        (void)send_answer(&engine, error.status, &error, channel);
        return;
    }
    do {
        entry->sample(engine.self, t_s, &outside->shared->view);
        entry->report(engine.self, &outside->shared->report);
        if (!send_answer(&engine, status, &error, channel)) {
            return;
        }
    } while (carom_worker_receive(channel, &t_s, sizeof t_s, NULL) &&
             ((status = entry->advance(engine.self, t_s, &error)), true));
}

/* ---- in carom's process ---- */

/* The worker ended: report the reason, or the cancellation. */
static carom_status report_ended(worker_solver *self, double t_s, carom_error *error)
{
    const char *name = self->args.entry->about.name;
    char reason_of_end[360];
    CAROM_TRY(carom_check_cancelled(self->args.cancel, error));
    if (self->process.process <= 0) {
        return carom_error_set(error, CAROM_INVALID, "kind",
                               "the worker process of %s has already ended", name);
    }
    carom_worker_end(&self->process, reason_of_end, sizeof reason_of_end);
    return carom_error_set(error, CAROM_INVALID, "kind",
                           "the engine %s has ended itself between t = %.6g s and %.6g s: %s", name,
                           self->t_s, t_s, reason_of_end);
}

/* The answer is invalid: end the worker. */
static carom_status reject_answer(worker_solver *self, const char *title, carom_error *error)
{
    carom_worker_end(&self->process, NULL, 0);
    return carom_error_set(error, CAROM_INVALID, "kind",
                           "the engine %s was stopped because it sent %s",
                           self->args.entry->about.name, title);
}

/* Store a new collision, or the new state of a known one. */
static carom_status accept_collision(worker_solver *self, size_t i, const carom_collision *one,
                                     carom_error *error)
{
    carom_log *log = self->args.log;
    size_t id;
    if (i < self->received) {
        if (log != NULL) {
            log->item[i] = *one;
        }
        return CAROM_OK;
    }
    if (log != NULL) {
        CAROM_TRY(carom_log_add(log, one, error));
    }
    CAROM_TRY(carom_trace_begin(self->args.trace, one, &id, error));
    self->received++;
    return CAROM_OK;
}

static carom_status accept_collisions(worker_solver *self, const answer *got, double t_s,
                                      carom_error *error)
{
    if (got->from > self->received) {
        return reject_answer(self, "a collision out of order", error);
    }
    for (size_t k = 0; k < got->count; k++) {
        carom_collision one;
        if (!carom_worker_receive(self->process.channel, &one, sizeof one, self->args.cancel)) {
            return report_ended(self, t_s, error);
        }
        if (!carom_collision_is_valid(&one, self->args.problem)) {
            return reject_answer(self, "a collision of an unknown ball or wall", error);
        }
        CAROM_TRY(accept_collision(self, got->from + k, &one, error));
    }
    return CAROM_OK;
}

/* Report the worker's error. */
static carom_status accept_error(worker_solver *self, answer *got, carom_error *error)
{
    const char *key = memchr(got->error.key, '\0', sizeof got->error.key),
               *text = memchr(got->error.text, '\0', sizeof got->error.text);
    bool understood = got->status <= CAROM_INTERNAL && got->status != CAROM_INTERRUPTED;
    if (!understood || key == NULL || text == NULL || text == got->error.text) {
        return reject_answer(self, "an invalid error", error);
    }
    carom_text_replace_controls(got->error.text);
    return carom_error_set(error, got->status, got->error.key, "%s",
                           carom_error_problem(&got->error));
}

static carom_status receive_answer(worker_solver *self, double t_s, carom_error *error)
{
    answer got;
    if (!carom_worker_receive(self->process.channel, &got, sizeof got, self->args.cancel)) {
        return report_ended(self, t_s, error);
    }
    CAROM_TRY(accept_collisions(self, &got, t_s, error));
    return got.status == CAROM_OK ? CAROM_OK : accept_error(self, &got, error);
}

static void worker_destroy(void *object)
{
    worker_solver *self = object;
    carom_worker_end(&self->process, NULL, 0);
    if (self->shared != NULL) {
        munmap(self->shared, self->bytes);
    }
    free(self);
}

static bool map_shared_state(worker_solver *self)
{
    size_t count = self->args.problem->count;
    double *position;
    self->bytes = sizeof *self->shared + 4 * count * sizeof(double);
    self->shared = mmap(NULL, self->bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1,
                        0);
    if (self->shared == MAP_FAILED) {
        self->shared = NULL;
        return false;
    }
    position = self->shared->position;
    self->shared->view = (carom_view){.x_m = position,
                                      .y_m = position + count,
                                      .vx_mps = position + 2 * count,
                                      .vy_mps = position + 3 * count};
    return true;
}

static carom_status start_worker(worker_solver *self, carom_error *error)
{
    CAROM_NEED(map_shared_state(self), error);
    CAROM_TRY(carom_worker_start(&self->process, serve_requests, self, error));
    return receive_answer(self, 0, error);
}

static void *worker_create(const carom_solver_args *args, carom_error *error)
{
    worker_solver *self = calloc(1, sizeof *self);
    CAROM_NEED_OR_NULL(self != NULL, error);
    self->args = *args;
    self->process = (carom_worker){.process = -1, .channel = -1};
    if (start_worker(self, error) != CAROM_OK) {
        worker_destroy(self);
        return NULL;
    }
    return self;
}

static carom_status worker_advance(void *object, double t_s, carom_error *error)
{
    worker_solver *self = object;
    if (t_s <= self->t_s) {
        return CAROM_OK;
    }
    if (!carom_worker_send(self->process.channel, &t_s, sizeof t_s)) {
        return report_ended(self, t_s, error);
    }
    CAROM_TRY(receive_answer(self, t_s, error));
    self->t_s = t_s;
    return CAROM_OK;
}

/* The array pointers in shared memory are the worker's; use the known addresses instead. */
static void worker_sample(const void *object, double t_s, carom_view *view)
{
    const worker_solver *self = object;
    const double *position = self->shared->position;
    size_t count = self->args.problem->count, bytes = count * sizeof *position;
    carom_view filled = self->shared->view;
    (void)t_s; /* the time of the last advance */
    memcpy(view->x_m, position, bytes);
    memcpy(view->y_m, position + count, bytes);
    memcpy(view->vx_mps, position + 2 * count, bytes);
    memcpy(view->vy_mps, position + 3 * count, bytes);
    filled.x_m = view->x_m;
    filled.y_m = view->y_m;
    filled.vx_mps = view->vx_mps;
    filled.vy_mps = view->vy_mps;
    filled.spin_radps = view->spin_radps;
    filled.orientation = view->orientation;
    *view = filled;
}

static void worker_report(const void *object, carom_report *report)
{
    *report = ((const worker_solver *)object)->shared->report;
}

const carom_solver_entry carom_solver_in_worker = {.create = worker_create,
                                                   .advance = worker_advance,
                                                   .sample = worker_sample,
                                                   .report = worker_report,
                                                   .destroy = worker_destroy};

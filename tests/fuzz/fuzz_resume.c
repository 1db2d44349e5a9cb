/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes the files of an interrupted command: the head of a checkpoint (its state:
 * fuzz_checkpoint.c), or the journal of a study, chosen by the first byte. Hashes and first lines
 * are correct in some inputs, as they can be in a hostile file. */
#define _DEFAULT_SOURCE
#include "base/base.h"
#include "fuzz_scratch.h"
#include "run/run.h"
#include "studies/studies.h"
#include "sweep/sweep.h"
#include <dirent.h>
#include <gsl/gsl_errno.h>
#include <inttypes.h>
#include <math.h>
#include <unistd.h>

enum { MOST = 1 << 14 };

/* Contents of a file, truncated. */
typedef struct {
    uint8_t byte[MOST];
    size_t count;
} bytes;

static void add(bytes *to, const void *data, size_t size)
{
    size_t room = MOST - to->count;
    size = size < room ? size : room;
    memcpy(to->byte + to->count, data, size);
    to->count += size;
}

static void add_text(bytes *to, const char *text)
{
    add(to, text, strlen(text));
}

static void put(const bytes *from, const char *name)
{
    char path[FUZZ_PATH];
    snprintf(path, sizeof path, "%s/%s", scratch, name);
    write_file(path, from->byte, from->count);
}

/* Remove all files of the folder. */
static void clear(void)
{
    DIR *folder = opendir(scratch);
    const struct dirent *entry;
    char path[FUZZ_PATH + 256];
    must(folder != NULL, scratch);
    while ((entry = readdir(folder)) != NULL) {
        snprintf(path, sizeof path, "%s/%s", scratch, entry->d_name);
        unlink(path);
    }
    closedir(folder);
}

/* ---- checkpoints ---- */

static const char identity[] = "version 1\ncommit abc\nprogram 0123\ncommand run\nscenario 77\n"
                               "solvers heun impulse\ncollisions kept\nengines\n";

typedef struct {
    double value;
    bool flag;
    size_t count;
    uint32_t *item;
} kept;

static void serialize_stored(void *object, carom_serializer *serializer)
{
    kept *state = object;
    carom_serialize_value(serializer, state->value);
    carom_serialize_sized_flag(serializer, &state->flag);
    carom_serialize_list(serializer, &state->item, &state->count, NULL, sizeof *state->item);
}

/* Restore the state, write it again, and restore it again. */
static void read_checkpoint(bool again)
{
    kept state = {0};
    carom_checkpoint checkpoint;
    carom_error error = {CAROM_OK, "", ""};
    carom_status status = carom_checkpoint_open(
        &checkpoint, scratch, carom_text_copy(identity, strlen(identity)), 0, &error);
    must_have_message(status, &error);
    must(carom_text_find_control(error.text, NULL) == NULL, "a control character in a message");
    if (status == CAROM_OK && checkpoint.exists) {
        must(isfinite(checkpoint.t_s) && checkpoint.t_s >= 0, "an invalid time");
        status = carom_checkpoint_restore(&checkpoint, serialize_stored, &state, &error);
        must_have_message(status, &error);
    }
    if (status == CAROM_OK && !again) {
        double t_s = checkpoint.t_s;
        must(carom_checkpoint_write(&checkpoint, t_s, serialize_stored, &state, &error) == CAROM_OK,
             error.text);
        carom_checkpoint_close(&checkpoint);
        free(state.item);
        read_checkpoint(true);
        return;
    }
    must(!again || status == CAROM_OK, error.text);
    carom_checkpoint_close(&checkpoint);
    free(state.item);
}

static void try_checkpoint(const uint8_t *data, size_t size, bool headed, bool hashed)
{
    static bytes file;
    char trailer[20];
    file.count = 0;
    if (headed) {
        add_text(&file, "carom-checkpoint 1\n");
        add_text(&file, identity);
    }
    add(&file, data, size);
    if (hashed) {
        snprintf(trailer, sizeof trailer, "%016" PRIx64 "\n",
                 carom_hash(CAROM_HASH_START, file.byte, file.count));
        add_text(&file, trailer);
    }
    put(&file, "checkpoint.carom");
    read_checkpoint(false);
}

/* ---- journals ---- */

static const char scene[] =
    "carom: 1\nduration_s: 0.02\nsamples: 3\nrestitution: 0.9\n"
    "statistics: { seeds: 3 }\n"
    "convergence: { theta_from: 0.05, theta_to: 0.2, thetas: 2, factor_from: 0.5, factor_to: 2, "
    "factors: 2, phases: 2 }\n"
    "balls:\n  - { name: a, x_m: 0.6, y_m: 0.5, vx_mps: 1.7, radius_m: 0.03, mass_kg: 0.17 }\n"
    "  - { name: b, x_m: 0.67, y_m: 0.51, radius_m: 0.03, mass_kg: 0.17 }\n"
    "solvers:\n  - { name: impulse, kind: impulse }\n"
    "  - { name: heun, kind: penalty, integrator: heun, stiffness_N_per_m: 2e4, step_s: 1e-3, "
    "allow_unstable: true }\n";

static carom_scenario scenario;
static carom_study study = {.scenario = &scenario, .text = scene, .jobs = 1};

/* Studies and their numbers of tasks. */
static const struct {
    const carom_study_entry *kind;
    size_t tasks;
} studies[] = {{&carom_study_statistics, 6}, {&carom_study_converge, 10}};

/* Numbers in the results of tasks, valid and invalid. */
static const char *const numbers[] = {"1",      "0",    "2",     "0.5", "nan",    "inf",
                                      "-inf",   "-1",   "1e308", "-0",  "1e-320", "1e18",
                                      "0.6001", "0.51", "x",     ""};

static void add_head(bytes *file, const char *command, size_t tasks)
{
    char line[200];
    snprintf(line, sizeof line, "carom-%s 1 %016" PRIx64 " tasks %zu shard 1/1\nnumber\n", command,
             carom_journal_hash(&study), tasks);
    add_text(file, line);
}

/* Add an entry: one byte for the task, one for the count of numbers, one for each number.
 * @return the number of bytes used */
static size_t add_entry(bytes *file, const uint8_t *data, size_t size)
{
    char rows[600] = "", line[100];
    size_t count = size < 2 ? 0 : data[1] % 16u;
    for (size_t k = 0; k < count && 2 + k < size; k++) {
        carom_text_append(rows, sizeof rows, "%s\n", numbers[data[2 + k] % 16]);
    }
    snprintf(line, sizeof line, "task %u %zu %016" PRIx64 "\n", data[0] % 16u, strlen(rows),
             carom_hash(CAROM_HASH_START, rows, strlen(rows)));
    add_text(file, line);
    add_text(file, rows);
    return 2 + count;
}

/* Continue a study from the files in the folder. */
static void resume(const carom_study_entry *kind, bool observed_run)
{
    void *object = calloc(1, kind->about.options_size);
    carom_drawing drawing = {.item = NULL};
    carom_resume resume;
    carom_study one = study;
    carom_error error = {CAROM_OK, "", ""};
    carom_status status;
    must(object != NULL, "memory");
    carom_resume_init(&resume, &study, scratch, kind->about.name, "runs", NULL);
    one.store = &resume.store;
    status = kind->run(object, &one, &error);
    must_have_message(status, &error);
    if (status == CAROM_OK && observed_run) {
        (void)kind->print(object, null_stream(), null_stream());
        must(carom_tables_write(scratch, kind->tables, object, &error) == CAROM_OK, error.text);
        kind->draw(object, &drawing);
        carom_drawing_free(&drawing);
    }
    kind->release(object);
    free(object);
    carom_resume_close(&resume, true);
}

static void try_journal(const uint8_t *data, size_t size, size_t which, bool headed,
                        bool observed_run)
{
    static bytes file;
    const char *command = studies[which].kind->about.name;
    char name[40];
    file.count = 0;
    if (headed) {
        add_head(&file, command, studies[which].tasks);
        while (size > 0) {
            size_t taken = add_entry(&file, data, size);
            data += taken < size ? taken : size;
            size -= taken < size ? taken : size;
        }
    }
    add(&file, data, size);
    snprintf(name, sizeof name, "%s.journal", command);
    put(&file, name);
    resume(studies[which].kind, observed_run);
}

/* ---- both ---- */

int LLVMFuzzerInitialize(int *count, char ***argument)
{
    carom_messages messages = {0};
    (void)count;
    (void)argument;
    gsl_set_error_handler_off();
    study.length = strlen(scene);
    if (carom_scenario_read(&scenario, scene, study.length, NULL, 0, &messages) != CAROM_OK ||
        messages.errors > 0) {
        carom_messages_print(&messages, "scene", stderr);
        abort();
    }
    carom_messages_free(&messages);
    make_scratch();
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    bool observed_run = is_chosen(data, size);
    if (size == 0) {
        return 0;
    }
    switch (data[0] % 8) {
    case 0: try_checkpoint(data + 1, size - 1, true, true); break;
    case 1: try_checkpoint(data + 1, size - 1, false, true); break;
    case 2: try_checkpoint(data + 1, size - 1, false, false); break;
    case 3: try_journal(data + 1, size - 1, 0, false, observed_run); break;
    case 4: try_journal(data + 1, size - 1, 1, false, observed_run); break;
    default: try_journal(data + 1, size - 1, data[0] % 2u, true, observed_run);
    }
    clear();
    return 0;
}

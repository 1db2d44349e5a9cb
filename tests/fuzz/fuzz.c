/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs the fuzz target that $FUZZ_TARGET names, with libFuzzer (clang), or with FUZZ_REPLAY on the
 * files of the command line. The present input is also in the file $FUZZ_LAST, 8 bytes of size
 * first, for inputs that corrupt the heap and let the report of libFuzzer hang. */
#define _DEFAULT_SOURCE
#include "fuzz.h"
#include "base/base.h"
#include "system/system.h"
#include <fcntl.h>
#include <gsl/gsl_errno.h>
#include <sys/mman.h>

typedef struct {
    const char *name;
    void (*begin)(void); /* or NULL */
    void (*take)(const uint8_t *data, size_t size);
} fuzz_target;

static const fuzz_target targets[] = {
    {"scenario", NULL, fuzz_scenario},     {"set", NULL, fuzz_set}, {"records", NULL, fuzz_records},
    {"folder", begin_folder, fuzz_folder}, {"lab", NULL, fuzz_lab},
};

char scratch[64];
static const fuzz_target *present;
static uint8_t *last_input; /* NULL: not wanted */

enum { ROOM = 1 << 16 };

void must(bool good, const char *what)
{
    if (!good) {
        perror(what);
        abort();
    }
}

void must_explain(carom_status status, carom_error *error)
{
    must(status == CAROM_OK || (error->text[0] != '\0' && error->status == status), "no message");
    *error = (carom_error){CAROM_OK, "", ""};
}

const char *scratch_path(const char *name)
{
    static char path[FUZZ_PATH];
    snprintf(path, sizeof path, "%s/%s", scratch, name);
    return path;
}

void write_scratch(const char *name, const void *data, size_t size)
{
    const char *path = scratch_path(name);
    FILE *file = fopen(path, "wb");
    must(file != NULL && fwrite(data, 1, size, file) == size, path);
    must(fclose(file) == 0, path);
}

FILE *null_stream(void)
{
    static FILE *stream;
    stream = stream == NULL ? fopen("/dev/null", "w") : stream;
    must(stream != NULL, "/dev/null");
    return stream;
}

uint32_t choice_of(const uint8_t *data, size_t size)
{
    return (uint32_t)(carom_hash(CAROM_HASH_START, data, size) >> 8);
}

bool has_small_groups(const char *text, size_t size)
{
    static const char *const slow[] = {"count", "rows"};
    for (size_t k = 0; k < 2; k++) {
        for (size_t i = 0; i + 9 < size; i++) {
            if (text[i] == slow[k][0] && strncmp(text + i, slow[k], strlen(slow[k])) == 0) {
                size_t digits = strspn(text + i + strlen(slow[k]), " :\t'\"+0123456789eExX.");
                if (digits > (FUZZ_SHARE > 1 ? 4 : 6)) {
                    return false;
                }
            }
        }
    }
    return true;
}

char *text_of_input(const uint8_t *data, size_t size)
{
    char *text = calloc(size + 2, 1);
    must(text != NULL, "memory");
    memcpy(text, data, size);
    return text;
}

/* Replace src/system/subprocess.c: gnuplot is not started. */
bool carom_program_exists(const char *name)
{
    (void)name;
    return true;
}

carom_status carom_subprocess_run(const char *const *argument, const char *words,
                                  const volatile sig_atomic_t *stop, int *exit_status,
                                  carom_error *error)
{
    (void)argument;
    (void)words;
    (void)stop;
    (void)error;
    *exit_status = 1;
    return CAROM_OK;
}

static void remove_scratch(void)
{
    char command[sizeof scratch + 16];
    snprintf(command, sizeof command, "rm -rf %s", scratch);
    (void)!system(command);
}

static uint8_t *map_last_input(const char *path)
{
    int file = path == NULL ? -1 : open(path, O_RDWR | O_CREAT | O_TRUNC, 0666);
    void *memory = file < 0 || ftruncate(file, ROOM) != 0
                     ? MAP_FAILED
                     : mmap(NULL, ROOM, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

int LLVMFuzzerInitialize(int *count, char ***argument);
int LLVMFuzzerInitialize(int *count, char ***argument)
{
    const char *wanted = getenv("FUZZ_TARGET");
    (void)count;
    (void)argument;
    for (size_t k = 0; wanted != NULL && k < sizeof targets / sizeof targets[0]; k++) {
        present = strcmp(targets[k].name, wanted) == 0 ? &targets[k] : present;
    }
    must(present != NULL, "FUZZ_TARGET");
    last_input = map_last_input(getenv("FUZZ_LAST"));
    gsl_set_error_handler_off();
    /* in memory if possible */
    snprintf(scratch, sizeof scratch, "/dev/shm/carom-fuzz-XXXXXX");
    if (mkdtemp(scratch) == NULL) {
        snprintf(scratch, sizeof scratch, "/tmp/carom-fuzz-XXXXXX");
        must(mkdtemp(scratch) != NULL, scratch);
    }
    atexit(remove_scratch);
    if (present->begin != NULL) {
        present->begin();
    }
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint64_t stored = size <= ROOM - sizeof stored ? size : ROOM - sizeof stored;
    if (last_input != NULL) {
        memcpy(last_input, &stored, sizeof stored);
        memcpy(last_input + sizeof stored, data, stored);
    }
    present->take(data, size);
    return 0;
}

#ifdef FUZZ_REPLAY
int main(int count, char **file)
{
    LLVMFuzzerInitialize(&count, &file);
    for (int i = 1; i < count; i++) {
        carom_error error = {CAROM_OK, "", ""};
        char *data;
        size_t size;
        must(carom_file_read(file[i], &data, &size, &error) == CAROM_OK, file[i]);
        fprintf(stderr, "%s\n", file[i]);
        LLVMFuzzerTestOneInput((const uint8_t *)data, size);
        free(data);
    }
    return EXIT_SUCCESS;
}
#endif

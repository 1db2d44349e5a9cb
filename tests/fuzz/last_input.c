/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Copies the present input to the file $FUZZ_LAST, 8 bytes of size first, for inputs that corrupt
 * the heap and let the report of libFuzzer hang. Linked with -Wl,--wrap=LLVMFuzzerTestOneInput. */
#define _POSIX_C_SOURCE 200809L
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int __real_LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int __wrap_LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { ROOM = 1 << 16 };

static uint8_t *open_file(void)
{
    const char *path = getenv("FUZZ_LAST");
    int file = path == NULL ? -1 : open(path, O_RDWR | O_CREAT | O_TRUNC, 0666);
    void *memory = file < 0 || ftruncate(file, ROOM) != 0
                     ? MAP_FAILED
                     : mmap(NULL, ROOM, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

int __wrap_LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static uint8_t *memory;
    uint64_t stored = size <= ROOM - sizeof stored ? size : ROOM - sizeof stored;
    memory = memory == NULL ? open_file() : memory;
    if (memory != NULL && stored > 0) {
        memcpy(memory, &stored, sizeof stored);
        memcpy(memory + sizeof stored, data, stored);
    }
    return __real_LLVMFuzzerTestOneInput(data, size);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keeps the input that is being tried in a file, which outlives the process: where an input has
 * broken the heap, libFuzzer's own report may wait for memory for ever. Linked with
 * -Wl,--wrap=LLVMFuzzerTestOneInput; the file is $FUZZ_LAST, its size in 8 bytes first. */
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
    void *place = file < 0 || ftruncate(file, ROOM) != 0
                    ? MAP_FAILED
                    : mmap(NULL, ROOM, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    return place == MAP_FAILED ? NULL : place;
}

int __wrap_LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static uint8_t *place;
    uint64_t kept = size <= ROOM - sizeof kept ? size : ROOM - sizeof kept;
    place = place == NULL ? open_file() : place;
    if (place != NULL && kept > 0) {
        memcpy(place, &kept, sizeof kept);
        memcpy(place + sizeof kept, data, kept);
    }
    return __real_LLVMFuzzerTestOneInput(data, size);
}

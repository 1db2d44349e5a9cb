/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs a fuzz target on files, without libFuzzer. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *count, char ***argument) __attribute__((weak));

int main(int count, char **file)
{
    if (LLVMFuzzerInitialize != NULL) {
        LLVMFuzzerInitialize(&count, &file);
    }
    for (int i = 1; i < count; i++) {
        static uint8_t data[1 << 20];
        FILE *stream = fopen(file[i], "rb");
        size_t size;
        if (stream == NULL) {
            perror(file[i]);
            return EXIT_FAILURE;
        }
        size = fread(data, 1, sizeof data, stream);
        fclose(stream);
        if (getenv("CAROM_FUZZ_SAYS") != NULL) {
            fprintf(stderr, "%s\n", file[i]);
        }
        LLVMFuzzerTestOneInput(data, size);
    }
    return EXIT_SUCCESS;
}

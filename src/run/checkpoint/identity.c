/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/base.h"
#include "run/checkpoint/checkpoint.h"
#include <inttypes.h>
#include <string.h>

void carom_identity_line(FILE *stream, const char *key, const char *value)
{
    fprintf(stream, "%s %.*s\n", key, (int)strcspn(value, "\n"), value);
}

/* Where the system says what runs: a program that was built again is another one, though nobody has
 * committed anything. */
static void hash_program(char text[20])
{
    FILE *program = fopen("/proc/self/exe", "rb");
    uint64_t hash = CAROM_HASH_START;
    char block[65536];
    size_t got;
    snprintf(text, 20, "unknown");
    if (program != NULL) {
        while ((got = fread(block, 1, sizeof block, program)) > 0) {
            hash = carom_hash(hash, block, got);
        }
        snprintf(text, 20, "%016" PRIx64, hash);
        fclose(program);
    }
}

void carom_identity_of_machine(FILE *stream)
{
    static const uint16_t one = 1;
    char text[80], hash[20];
    unsigned char first;
    memcpy(&first, &one, 1);
    snprintf(text, sizeof text, "%s endian, pointers %zu, long %zu, long double %zu",
             first == 1 ? "little" : "big", sizeof(void *), sizeof(long), sizeof(long double));
    carom_identity_line(stream, "machine", text);
    hash_program(hash);
    carom_identity_line(stream, "program", hash);
}

/* ---- which differs ---- */

static const char *const of_build[] = {"version", "commit",  "compiler", "flags",
                                       "gsl",     "machine", "program"};

static const struct {
    const char *key, *says;
} of_run[] = {{"command", "is of carom"},
              {"scenario", "is of another scenario, or of other values by --set: hash"},
              {"solvers", "is of the solvers"},
              {"collisions", "is of a run whose collisions are"},
              {"engines", "is of engines"}};

static void say(const char *key, int length, const char *kept, const char *own, char *why,
                size_t size)
{
    int kept_length = (int)strcspn(kept, "\n"), own_length = (int)strcspn(own, "\n");
    char key_text[20];
    snprintf(key_text, sizeof key_text, "%.*s", length, key);
    snprintf(why, size, "is of something else: its '%s' is '%.*s', not '%.*s'", key_text,
             kept_length, kept, own_length, own);
    for (size_t i = 0; i < sizeof of_build / sizeof of_build[0]; i++) {
        if (strcmp(key_text, of_build[i]) == 0) {
            snprintf(why, size, "is of another build of carom: its %s is '%.*s', not '%.*s'",
                     key_text, kept_length < 100 ? kept_length : 100, kept,
                     own_length < 100 ? own_length : 100, own);
        }
    }
    for (size_t i = 0; i < sizeof of_run / sizeof of_run[0]; i++) {
        if (strcmp(key_text, of_run[i].key) == 0) {
            snprintf(why, size, "%s '%.*s', not '%.*s'", of_run[i].says,
                     kept_length < 100 ? kept_length : 100, kept,
                     own_length < 100 ? own_length : 100, own);
        }
    }
}

bool carom_identity_differs(const char *kept, const char *own, char *why, size_t size)
{
    while (*own != '\0') {
        size_t kept_length = strcspn(kept, "\n"), own_length = strcspn(own, "\n"),
               key = strcspn(own, " \n");
        if (kept_length != own_length || strncmp(kept, own, own_length) != 0) {
            bool same_key = strncmp(kept, own, key + 1) == 0;
            say(own, (int)key, same_key ? kept + key + 1 : "not said", own + key + 1, why, size);
            return true;
        }
        own += own_length + 1;
        kept += kept_length + (kept[kept_length] == '\n');
    }
    return false;
}

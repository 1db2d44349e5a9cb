/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes the scenario reader: any bytes are rejected with a message, or give a scenario that
 * survives writing and reading. Linked with libFuzzer (clang), or with replay.c for the corpus. */
#define _POSIX_C_SOURCE 200809L
#include "fuzz.h"

static void read_with(const char *text, size_t size, const carom_override *overrides, size_t count)
{
    carom_scenario scenario;
    carom_messages messages = {0};
    if (carom_scenario_read(&scenario, text, size, overrides, count, &messages) == CAROM_OK &&
        messages.errors == 0 && is_chosen((const uint8_t *)text, size)) {
        must_survive_writing(&scenario);
    }
    carom_scenario_free(&scenario);
    carom_messages_free(&messages);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    /* a ball of a group that may exist */
    static const carom_override move = {"--set balls.rack7.x_m=1.3", "balls.rack7.x_m", "1.3"};
    char *text = malloc(size + 1);
    if (text == NULL) {
        return 0;
    }
    memcpy(text, data, size);
    text[size] = '\0';
    if (has_small_groups(text, size)) {
        read_with(text, size, NULL, 0);
        if (strstr(text, "groups") != NULL) {
            read_with(text, size, &move, 1);
        }
    }
    free(text);
    return 0;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The scenario reader must survive any bytes: no crash, no leak, no undefined behaviour, and what
 * it accepts must be shown and read again as the same. Built with libFuzzer (clang), or with the
 * main of replay.c over the corpus. */
#define _POSIX_C_SOURCE 200809L
#include "fuzz.h"

static void read_with(const char *text, size_t size, const carom_override *overrides, size_t count)
{
    carom_scenario scenario;
    carom_messages messages = {0};
    if (carom_scenario_read(&scenario, text, size, overrides, count, &messages) == CAROM_OK &&
        messages.errors == 0 && is_chosen((const uint8_t *)text, size)) {
        must_come_back(&scenario);
    }
    carom_scenario_free(&scenario);
    carom_messages_free(&messages);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    /* of a ball that there may be by one of the groups' names, or not */
    static const carom_override move = {"--set balls.rack7.x_m=1.3", "balls.rack7.x_m", "1.3"};
    char *text = malloc(size + 1);
    if (text == NULL) {
        return 0;
    }
    memcpy(text, data, size);
    text[size] = '\0';
    if (groups_are_small(text, size)) {
        read_with(text, size, NULL, 0);
        if (strstr(text, "groups") != NULL) {
            read_with(text, size, &move, 1);
        }
    }
    free(text);
    return 0;
}

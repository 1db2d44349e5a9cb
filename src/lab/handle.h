/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * What a lab keeps, and how it speaks.
 */
#ifndef CAROM_LAB_HANDLE_H
#define CAROM_LAB_HANDLE_H

#include "scenario/scenario.h"
#include <carom/lab.h>
#include <stdio.h>

struct carom_lab {
    carom_lab_listener *listener;
    void *context;
    bool is_open; /**< then there is a scenario */
    carom_scenario scenario;
    char *text; /**< of it (owned), `length` bytes and a 0 */
    size_t length;
    char *sets;               /**< cut into keys and values, to which the overrides point (owned) */
    carom_override *override; /**< overrides of them (owned) */
    size_t overrides;
};

/** A text on its way to the listener. */
typedef struct {
    carom_lab *lab;
    int topic;
    FILE *stream; /**< what is to be said is written here */
    char *text;
    size_t length;
} carom_lab_words;

/** Begins to say something. @return CAROM_NO_MEMORY: then there is nothing to end */
CAROM_CHECKED carom_status carom_lab_words_begin(carom_lab_words *words, carom_lab *lab, int topic,
                                                 carom_error *error);

/** Says it. @return CAROM_NO_MEMORY: then nothing was said */
CAROM_CHECKED carom_status carom_lab_words_end(carom_lab_words *words, carom_error *error);

/** Says why something cannot be done, if it cannot. @return error->status, or @p status */
carom_status carom_lab_fail(carom_lab *lab, carom_status status, const carom_error *error);

/** CAROM_INVALID where there is no scenario. */
CAROM_CHECKED carom_status carom_lab_expect(const carom_lab *lab, carom_error *error);

/** A member of a JSON object: a comma unless it is the first, and its key. */
void carom_lab_key(FILE *stream, bool first, const char *key);

/** The same with a text or a number as value; a number that there is none of is null. */
void carom_lab_text(FILE *stream, bool first, const char *key, const char *value);
void carom_lab_number(FILE *stream, bool first, const char *key, double value);

/** Says what the scenario is (scene.c), and what can be turned of it (knobs.c). */
CAROM_CHECKED carom_status carom_lab_say_scene(carom_lab *lab, const carom_messages *messages,
                                               carom_error *error);
CAROM_CHECKED carom_status carom_lab_say_knobs(carom_lab *lab, carom_error *error);

/** The messages as a JSON list. */
void carom_lab_write_messages(FILE *stream, const carom_messages *messages);

#endif

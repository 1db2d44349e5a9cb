/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kinds of checks with their keys, and the rows of a check. */
#include "scenario/schema/check_kinds.h"
#include "measure/quantities.h"
#include "scenario/scenario.h"

const char *const carom_check_file_words[] = {"series", "trajectory", "divergence", "collisions",
                                              NULL};
static const char *const over_words[] = {"end", "max", "min", "largest", "start", NULL};
static const char *const of_words[] = {"step", "stiffness", NULL};

static const carom_param summary_params[] = {
    {.key = "quantity",
     .type = CAROM_WORD,
     .fallback = NULL,
     .words = carom_quantity_words,
     .doc = "a quantity of the summary (carom list quantities)",
     .offset = offsetof(carom_summary_check, quantity)},
    {.key = NULL}};

const carom_check_kind carom_check_summary = {
    .about = {.name = "summary",
              .summary = "a quantity of the summary",
              .params = summary_params,
              .options_size = sizeof(carom_summary_check)},
    .subject = "quantity",
    .usual = true,
    .knows_theory = true,
};

static const carom_param column_params[] = {
    {.key = "column",
     .type = CAROM_TEXT,
     .fallback = NULL,
     .size = CAROM_NAME_SIZE,
     .doc = "name of the column",
     .offset = offsetof(carom_column_check, column)},
    {.key = "file",
     .type = CAROM_WORD,
     .fallback = "series",
     .words = carom_check_file_words,
     .doc = "which table of the solver",
     .offset = offsetof(carom_column_check, file)},
    {.key = "ball",
     .type = CAROM_TEXT,
     .fallback = "",
     .size = CAROM_NAME_SIZE,
     .doc = "rows of this ball alone",
     .offset = offsetof(carom_column_check, ball)},
    {.key = "at_s",
     .type = CAROM_NUMBER,
     .unit = "s",
     .fallback = "",
     .lowest = 0,
     .highest = CAROM_ANY_HIGH,
     .doc = "at the sample of this time",
     .offset = offsetof(carom_column_check, at_s)},
    {.key = "over",
     .type = CAROM_WORD,
     .fallback = "end",
     .words = over_words,
     .doc =
         "or of all samples: the last, the largest, the smallest, the largest magnitude, the first",
     .offset = offsetof(carom_column_check, over)},
    {.key = NULL}};

const carom_check_kind carom_check_column = {
    .about = {.name = "column",
              .summary = "any column of the records, at a time or over all",
              .params = column_params,
              .options_size = sizeof(carom_column_check)},
    .subject = "column",
};

static const carom_param sequence_params[] = {
    {.key = "as",
     .type = CAROM_TEXT,
     .fallback = "",
     .size = CAROM_NAME_SIZE,
     .doc = "solver whose collisions they should be; the reference by default",
     .offset = offsetof(carom_sequence_check, as)},
    {.key = "until_s",
     .type = CAROM_NUMBER,
     .unit = "s",
     .fallback = "",
     .lowest = 0,
     .highest = CAROM_ANY_HIGH,
     .doc = "only those before",
     .offset = offsetof(carom_sequence_check, until_s)},
    {.key = NULL}};

const carom_check_kind carom_check_sequence = {
    .about = {.name = "sequence",
              .summary = "the same collisions as another solver, in every ball's own order",
              .params = sequence_params,
              .options_size = sizeof(carom_sequence_check)},
    .bounds_itself = true,
};

static const carom_param order_params[] = {
    {.key = "of",
     .type = CAROM_WORD,
     .fallback = "step",
     .words = of_words,
     .doc =
         "order of the method's error in the step, or slope of the model's floor in the stiffness",
     .offset = offsetof(carom_order_check, of)},
    {.key = NULL}};

const carom_check_kind carom_check_order = {
    .about = {.name = "order",
              .summary = "order of convergence, by the map of carom converge",
              .params = order_params,
              .options_size = sizeof(carom_order_check)},
    .bounds_itself = true,
    .knows_theory = true,
};

const carom_check_kind carom_check_renumbering = {
    .about = {.name = "renumbering",
              .summary = "the balls in reverse order come out with the same bits"},
    .bounds_itself = true,
};

#define X(name) &carom_check_##name.about,
static const carom_entry *const entries[] = {CAROM_CHECK_KINDS(X) NULL};
#undef X
const carom_seam carom_check_kinds = {"check", "checks", entries, NULL};

static const char *const theory_words[] = {"theory", NULL};

#define BOUND(name, word, what)                                                                    \
    {                                                                                              \
        .key = #name, .type = CAROM_NUMBER, .fallback = "", .lowest = CAROM_ANY_LOW,               \
        .highest = CAROM_ANY_HIGH, .words = word, .doc = what,                                     \
        .offset = offsetof(carom_scenario_check, name)                                             \
    }
const carom_param carom_check_rows[] = {
    {.key = "kind",
     .type = CAROM_ENTRY,
     .fallback = "summary",
     .seam = &carom_check_kinds,
     .doc = "what is looked at",
     .offset = offsetof(carom_scenario_check, kind)},
    {.key = "solver",
     .type = CAROM_TEXT,
     .fallback = "",
     .size = CAROM_NAME_SIZE,
     .doc = "name of a solver; all by default",
     .offset = offsetof(carom_scenario_check, solver)},
    BOUND(max, theory_words, "largest magnitude allowed"),
    BOUND(min, NULL, "smallest value allowed"),
    BOUND(equals, theory_words, "the value, but for `within`"),
    BOUND(within, theory_words, "how far from `equals`; theory by default"),
    {.key = NULL}};

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kinds of checks with their keys, and the rows of a check. */
#include "measure/measure.h"
#include "params/rows.h"
#include "scenario/scenario.h"
#include "scenario/schema/schema.h"

const char *const carom_check_file_words[] = {"series", "trajectory", "divergence", "collisions",
                                              NULL};
static const char *const over_words[] = {"end", "max", "min", "largest", "start", NULL};
static const char *const of_words[] = {"step", "stiffness", NULL};

#define AT(member) offsetof(carom_summary_check, member)
static const carom_param summary_params[] = {
    {WORD("quantity", AT(quantity), NULL, carom_quantity_words,
          "a quantity of the summary (carom list quantities)")},
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

#undef AT
#define AT(member) offsetof(carom_column_check, member)
static const carom_param column_params[] = {
    {TEXT("column", AT(column), NULL, CAROM_NAME_SIZE, "name of the column")},
    {WORD("file", AT(file), "series", carom_check_file_words, "which table of the solver")},
    {TEXT("ball", AT(ball), "", CAROM_NAME_SIZE, "rows of this ball alone")},
    {NUMBER("at_s", AT(at_s), "s", "", 0, ANY, "at the sample of this time")},
    {WORD("over", AT(over), "end", over_words,
          "or of all samples: the last, the largest, the smallest, the largest magnitude, the "
          "first")},
    {.key = NULL}};

const carom_check_kind carom_check_column = {
    .about = {.name = "column",
              .summary = "any column of the records, at a time or over all",
              .params = column_params,
              .options_size = sizeof(carom_column_check)},
    .subject = "column",
};

#undef AT
#define AT(member) offsetof(carom_sequence_check, member)
static const carom_param sequence_params[] = {
    {TEXT("as", AT(as), "", CAROM_NAME_SIZE,
          "solver whose collisions they should be; the reference by default")},
    {NUMBER("until_s", AT(until_s), "s", "", 0, ANY, "only those before")},
    {.key = NULL}};

const carom_check_kind carom_check_sequence = {
    .about = {.name = "sequence",
              .summary = "the same collisions as another solver, in every ball's own order",
              .params = sequence_params,
              .options_size = sizeof(carom_sequence_check)},
    .bounds_itself = true,
};

#undef AT
#define AT(member) offsetof(carom_order_check, member)
static const carom_param order_params[] = {
    {WORD("of", AT(of), "step", of_words,
          "order of the method's error in the step, or slope of the model's floor in the "
          "stiffness")},
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

#undef AT
#define AT(member) offsetof(carom_scenario_check, member)
const carom_param carom_check_rows[] = {
    {ENTRY("kind", AT(kind), "summary", &carom_check_kinds, "what is looked at")},
    {TEXT("solver", AT(solver), "", CAROM_NAME_SIZE, "name of a solver; all by default")},
    {NUMBER("max", AT(max), "", "", ANY_LOW, ANY, "largest magnitude allowed"),
     .words = theory_words},
    {NUMBER("min", AT(min), "", "", ANY_LOW, ANY, "smallest value allowed")},
    {NUMBER("equals", AT(equals), "", "", ANY_LOW, ANY, "the value, but for `within`"),
     .words = theory_words},
    {NUMBER("within", AT(within), "", "", ANY_LOW, ANY, "how far from `equals`; theory by default"),
     .words = theory_words},
    {.key = NULL}};

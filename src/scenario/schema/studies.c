/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parameter tables of what studies do with a scenario. */
#include "scenario/scenario.h"

static const char *const scale_words[] = {"linear", "log", "phases", "seeds", NULL};

static const char *const names_words[] = {"ends", "beside", NULL};

/* A row without a key: the item itself is a scalar. */
static const carom_param word_rows[] = {{.key = "",
                                         .type = CAROM_TEXT,
                                         .fallback = NULL,
                                         .size = CAROM_KEY_SIZE,
                                         .doc = "a value",
                                         .offset = offsetof(carom_scenario_word, text)},
                                        {.key = NULL}};

#define FORMULA_OF_X                                                                               \
    "of x, the parameter's value: numbers, pi, + - * / ^ ( ), abs, sqrt, exp, log, sin, cos, "     \
    "tan, "                                                                                        \
    "atan, floor, ceil, min, max"

static const carom_param sweep_set_rows[] = {{.key = "key",
                                              .type = CAROM_TEXT,
                                              .fallback = NULL,
                                              .size = CAROM_KEY_SIZE,
                                              .doc = "what follows, as --set takes it",
                                              .offset = offsetof(carom_sweep_set_key, key)},
                                             {.key = "formula",
                                              .type = CAROM_TEXT,
                                              .fallback = NULL,
                                              .size = CAROM_KEY_SIZE,
                                              .doc = FORMULA_OF_X,
                                              .offset = offsetof(carom_sweep_set_key, formula)},
                                             {.key = NULL}};

static const carom_param sweep_parameter_rows[] = {
    {.key = "key",
     .type = CAROM_TEXT,
     .fallback = NULL,
     .size = CAROM_KEY_SIZE,
     .doc = "what varies, as --set takes it; * for every item that says what follows: "
            "solvers.*.step_s; with sets a name alone",
     .offset = offsetof(carom_sweep_parameter, key)},
    {.key = "from",
     .type = CAROM_NUMBER,
     .fallback = "",
     .lowest = CAROM_ANY_LOW,
     .highest = CAROM_ANY_HIGH,
     .doc = "first value",
     .offset = offsetof(carom_sweep_parameter, from)},
    {.key = "to",
     .type = CAROM_NUMBER,
     .fallback = "",
     .lowest = CAROM_ANY_LOW,
     .highest = CAROM_ANY_HIGH,
     .doc = "last value",
     .offset = offsetof(carom_sweep_parameter, to)},
    {.key = "count",
     .type = CAROM_COUNT,
     .fallback = "2",
     .lowest = 1,
     .highest = 1000000,
     .doc = "how many values",
     .offset = offsetof(carom_sweep_parameter, count)},
    {.key = "scale",
     .type = CAROM_WORD,
     .fallback = "linear",
     .words = scale_words,
     .doc = "spacing of the values; phases: middles of equal parts of from..to (0..1), seeds: from "
            "(1), from + 1, ...",
     .offset = offsetof(carom_sweep_parameter, scale)},
    {.key = "values",
     .type = CAROM_LIST,
     .fallback = "",
     .lowest = 1,
     .highest = 1000000,
     .fields = word_rows,
     .size = sizeof(carom_scenario_word),
     .doc = "the values one by one",
     .offset = offsetof(carom_sweep_parameter, values)},
    {.key = "sets",
     .type = CAROM_LIST,
     .fallback = "",
     .lowest = 1,
     .highest = 64,
     .fields = sweep_set_rows,
     .size = sizeof(carom_sweep_set_key),
     .doc = "keys that follow from the value, in place of the one that varies",
     .offset = offsetof(carom_sweep_parameter, sets)},
    {.key = "label",
     .type = CAROM_TEXT,
     .fallback = "",
     .size = CAROM_KEY_SIZE,
     .doc =
         "what figures call it, without its unit unless it has brackets; by default in the words "
         "of 'carom list'",
     .offset = offsetof(carom_sweep_parameter, label)},
    {.key = "origin",
     .type = CAROM_NUMBER,
     .fallback = "",
     .lowest = CAROM_ANY_LOW,
     .highest = CAROM_ANY_HIGH,
     .doc = "the axis of figures counts from this value",
     .offset = offsetof(carom_sweep_parameter, origin)},
    {.key = NULL}};

static const carom_param sweep_theory_rows[] = {{.key = "quantity",
                                                 .type = CAROM_TEXT,
                                                 .fallback = NULL,
                                                 .size = CAROM_KEY_SIZE,
                                                 .doc = "one of those that are collected",
                                                 .offset = offsetof(carom_sweep_theory, quantity)},
                                                {.key = "formula",
                                                 .type = CAROM_TEXT,
                                                 .fallback = NULL,
                                                 .size = CAROM_KEY_SIZE,
                                                 .doc = FORMULA_OF_X,
                                                 .offset = offsetof(carom_sweep_theory, formula)},
                                                {.key = "label",
                                                 .type = CAROM_TEXT,
                                                 .fallback = "theory",
                                                 .size = CAROM_KEY_SIZE,
                                                 .doc = "what stands at its line",
                                                 .offset = offsetof(carom_sweep_theory, label)},
                                                {.key = NULL}};

const carom_param carom_sweep_rows[] = {
    {.key = "parameters",
     .type = CAROM_LIST,
     .fallback = "",
     .lowest = 1,
     .highest = 16,
     .fields = sweep_parameter_rows,
     .size = sizeof(carom_sweep_parameter),
     .doc = "what varies; the grid is the product",
     .offset = offsetof(carom_sweep, parameters)},
    {.key = "collect",
     .type = CAROM_LIST,
     .fallback = "",
     .lowest = 1,
     .highest = 64,
     .fields = word_rows,
     .size = sizeof(carom_scenario_word),
     .doc = "quantities to collect, a/b of two, or cue.vx_mps: of a ball at the end; by default "
            "the columns of summary.tsv but the clock",
     .offset = offsetof(carom_sweep, collect)},
    {.key = "theory",
     .type = CAROM_LIST,
     .fallback = "",
     .highest = 64,
     .fields = sweep_theory_rows,
     .size = sizeof(carom_sweep_theory),
     .doc = "lines in the figures of a sweep over one parameter",
     .offset = offsetof(carom_sweep, theory)},
    {.key = "together",
     .type = CAROM_TEXT,
     .fallback = "",
     .size = CAROM_KEY_SIZE,
     .doc = "one figure of all that is collected, and what its axis says, with the unit",
     .offset = offsetof(carom_sweep, together)},
    {.key = "names",
     .type = CAROM_WORD,
     .fallback = "ends",
     .words = names_words,
     .doc =
         "where figures over one parameter name curves: at their ends, or beside them where they "
         "are apart",
     .offset = offsetof(carom_sweep, names)},
    {.key = "contour",
     .type = CAROM_NUMBER,
     .fallback = "",
     .lowest = CAROM_ANY_LOW,
     .highest = CAROM_ANY_HIGH,
     .doc = "maps of a sweep over two parameters have a line where a quantity passes this value",
     .offset = offsetof(carom_sweep, contour)},
    {.key = NULL}};

const carom_param carom_divergence_rows[] = {
    {.key = "horizon_rel",
     .type = CAROM_NUMBER,
     .fallback = "0.1",
     .lowest = CAROM_POSITIVE,
     .highest = 1000,
     .doc = "part of the smallest radius; runs this far apart no longer tell the same story",
     .offset = offsetof(carom_divergence_keys, horizon_rel)},
    {.key = NULL}};

#define CONVERGENCE(name, usual, low, high, what)                                                  \
    {                                                                                              \
        .key = #name, .type = CAROM_NUMBER, .fallback = usual, .lowest = low, .highest = high,     \
        .doc = what, .offset = offsetof(carom_convergence_keys, name)                              \
    }
#define CONVERGENCE_COUNT(name, usual, high, what)                                                 \
    {                                                                                              \
        .key = #name, .type = CAROM_COUNT, .fallback = usual, .lowest = 1, .highest = high,        \
        .doc = what, .offset = offsetof(carom_convergence_keys, name)                              \
    }
const carom_param carom_convergence_rows[] = {
    CONVERGENCE(theta_from, "0.002", CAROM_POSITIVE, 100,
                "shortest step, times sqrt(k/mu) of the stiffest contact"),
    CONVERGENCE(theta_to, "2.5", CAROM_POSITIVE, 100, "longest step"),
    CONVERGENCE_COUNT(thetas, "16", 1000, "how many steps, in ratio"),
    CONVERGENCE(factor_from, "0.01", CAROM_POSITIVE, 1e12,
                "softest: the solver's own stiffness times this"),
    CONVERGENCE(factor_to, "100", CAROM_POSITIVE, 1e12, "stiffest"),
    CONVERGENCE_COUNT(factors, "5", 1000, "how many stiffnesses, in ratio"),
    CONVERGENCE_COUNT(phases, "32", 10000,
                      "phases of the step at touch that every point is averaged over"),
    {.key = NULL}};

const carom_param carom_statistics_rows[] = {
    {.key = "seeds",
     .type = CAROM_COUNT,
     .fallback = "20",
     .lowest = 2,
     .highest = 1000000,
     .doc = "runs of the ensemble",
     .offset = offsetof(carom_statistics_keys, seeds)},
    {.key = "first_seed",
     .type = CAROM_COUNT,
     .fallback = "1",
     .lowest = 0,
     .highest = 4000000000.0,
     .doc = "seed of the first; the others count on",
     .offset = offsetof(carom_statistics_keys, first_seed)},
    {.key = "from_s",
     .type = CAROM_NUMBER,
     .unit = "s",
     .fallback = "0",
     .lowest = 0,
     .highest = CAROM_ANY_HIGH,
     .doc = "what happens before does not count",
     .offset = offsetof(carom_statistics_keys, from_s)},
    {.key = "spread_rel",
     .type = CAROM_NUMBER,
     .fallback = "0.01",
     .lowest = 0,
     .highest = 1,
     .doc = "where no group has a seed: by what part of a radius the fastest ball is displaced "
            "across its way (sigma)",
     .offset = offsetof(carom_statistics_keys, spread_rel)},
    {.key = NULL}};

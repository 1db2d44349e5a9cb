/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parameter tables of what studies do with a scenario. */
#include "params/rows.h"
#include "scenario/scenario.h"

static const char *const scale_words[] = {"linear", "log", "phases", "seeds", NULL};

static const char *const names_words[] = {"ends", "beside", NULL};

/* A row without a key: the item itself is a scalar. */
#define AT(member) offsetof(carom_scenario_word, member)
static const carom_param word_rows[] = {{TEXT("", AT(text), NULL, CAROM_KEY_SIZE, "a value")},
                                        {.key = NULL}};

#define FORMULA_OF_X                                                                               \
    "of x, the parameter's value: numbers, pi, + - * / ^ ( ), abs, sqrt, exp, log, sin, cos, "     \
    "tan, atan, floor, ceil, min, max"

#undef AT
#define AT(member) offsetof(carom_sweep_set_key, member)
static const carom_param sweep_set_rows[] = {
    {TEXT("key", AT(key), NULL, CAROM_KEY_SIZE, "what follows, as --set takes it")},
    {TEXT("formula", AT(formula), NULL, CAROM_KEY_SIZE, FORMULA_OF_X)},
    {.key = NULL}};

#undef AT
#define AT(member) offsetof(carom_sweep_parameter, member)
static const carom_param sweep_parameter_rows[] = {
    {TEXT("key", AT(key), NULL, CAROM_KEY_SIZE,
          "what varies, as --set takes it; * for every item that says what follows: "
          "solvers.*.step_s; with sets a name alone")},
    {NUMBER("from", AT(from), "", "", ANY_LOW, ANY, "first value")},
    {NUMBER("to", AT(to), "", "", ANY_LOW, ANY, "last value")},
    {COUNT("count", AT(count), "2", 1, 1000000, "how many values")},
    {WORD("scale", AT(scale), "linear", scale_words,
          "spacing of the values; phases: middles of equal parts of from..to (0..1), seeds: from "
          "(1), from + 1, ...")},
    {LIST("values", AT(values), sizeof(carom_scenario_word), word_rows, "the values one by one"),
     .fallback = "", .lowest = 1, .highest = 1000000},
    {LIST("sets", AT(sets), sizeof(carom_sweep_set_key), sweep_set_rows,
          "keys that follow from the value, in place of the one that varies"),
     .fallback = "", .lowest = 1, .highest = 64},
    {TEXT("label", AT(label), "", CAROM_KEY_SIZE,
          "what figures call it, without its unit unless it has brackets; by default in the words "
          "of 'carom list'")},
    {NUMBER("origin", AT(origin), "", "", ANY_LOW, ANY,
            "the axis of figures counts from this value")},
    {.key = NULL}};

#undef AT
#define AT(member) offsetof(carom_sweep_theory, member)
static const carom_param sweep_theory_rows[] = {
    {TEXT("quantity", AT(quantity), NULL, CAROM_KEY_SIZE, "one of those that are collected")},
    {TEXT("formula", AT(formula), NULL, CAROM_KEY_SIZE, FORMULA_OF_X)},
    {TEXT("label", AT(label), "theory", CAROM_KEY_SIZE, "what stands at its line")},
    {.key = NULL}};

#undef AT
#define AT(member) offsetof(carom_sweep, member)
const carom_param carom_sweep_rows[] = {
    {LIST("parameters", AT(parameters), sizeof(carom_sweep_parameter), sweep_parameter_rows,
          "what varies; the grid is the product"),
     .fallback = "", .lowest = 1, .highest = 16},
    {LIST("collect", AT(collect), sizeof(carom_scenario_word), word_rows,
          "quantities to collect, a/b of two, or cue.vx_mps: of a ball at the end; by default "
          "the columns of summary.tsv but the clock"),
     .fallback = "", .lowest = 1, .highest = 64},
    {LIST("theory", AT(theory), sizeof(carom_sweep_theory), sweep_theory_rows,
          "lines in the figures of a sweep over one parameter"),
     .fallback = "", .highest = 64},
    {TEXT("together", AT(together), "", CAROM_KEY_SIZE,
          "one figure of all that is collected, and what its axis says, with the unit")},
    {WORD("names", AT(names), "ends", names_words,
          "where figures over one parameter name curves: at their ends, or beside them where they "
          "are apart")},
    {NUMBER("contour", AT(contour), "", "", ANY_LOW, ANY,
            "maps of a sweep over two parameters have a line where a quantity passes this value")},
    {.key = NULL}};

#undef AT
#define AT(member) offsetof(carom_divergence_keys, member)
const carom_param carom_divergence_rows[] = {
    {NUMBER("horizon_rel", AT(horizon_rel), "", "0.1", POSITIVE, 1000,
            "part of the smallest radius; runs this far apart no longer tell the same story")},
    {.key = NULL}};

#undef AT
#define AT(member) offsetof(carom_convergence_keys, member)
const carom_param carom_convergence_rows[] = {
    {NUMBER("theta_from", AT(theta_from), "", "0.002", POSITIVE, 100,
            "shortest step, times sqrt(k/mu) of the stiffest contact")},
    {NUMBER("theta_to", AT(theta_to), "", "2.5", POSITIVE, 100, "longest step")},
    {COUNT("thetas", AT(thetas), "16", 1, 1000, "how many steps, in ratio")},
    {NUMBER("factor_from", AT(factor_from), "", "0.01", POSITIVE, 1e12,
            "softest: the solver's own stiffness times this")},
    {NUMBER("factor_to", AT(factor_to), "", "100", POSITIVE, 1e12, "stiffest")},
    {COUNT("factors", AT(factors), "5", 1, 1000, "how many stiffnesses, in ratio")},
    {COUNT("phases", AT(phases), "32", 1, 10000,
           "phases of the step at touch that every point is averaged over")},
    {.key = NULL}};

#undef AT
#define AT(member) offsetof(carom_statistics_keys, member)
const carom_param carom_statistics_rows[] = {
    {COUNT("seeds", AT(seeds), "20", 2, 1000000, "runs of the ensemble")},
    {COUNT("first_seed", AT(first_seed), "1", 0, 4000000000.0,
           "seed of the first; the others count on")},
    {NUMBER("from_s", AT(from_s), "s", "0", 0, ANY, "what happens before does not count")},
    {NUMBER("spread_rel", AT(spread_rel), "", "0.01", 0, 1,
            "where no group has a seed: by what part of a radius the fastest ball is displaced "
            "across its way (sigma)")},
    {.key = NULL}};

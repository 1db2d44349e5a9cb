/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "studies/studies.h"

enum {
    CAROM_GRADIENT_KEYS = 16,    /**< largest number of keys */
    CAROM_GRADIENT_OFFSETS = 14, /**< offsets of the differences on each side of the value */
    CAROM_GRADIENT_TEXT = 1024
};

/** A solver of the study. Hidden ones have no rows: converged copies of penalty solvers, and an
 * impulse and a reference solver if the scenario has none. */
typedef struct {
    const char *name, *kind; /**< kind: of an added solver, which has no name; else NULL */
    bool converged, hidden;
    size_t reference; /**< index of the solver with the outcome of its model */
    size_t exact;     /**< index of the solver with the exact derivative; SIZE_MAX: none */
    /** for the scenario's own values: outcome, and its change by a perturbation of 1 ulp */
    double outcome, noise;
    double speed_mps;  /**< largest speed of a ball at the start or the end */
    double grid_error; /**< carom_grid_derivative_error */
    char failure[300]; /**< why it stopped early; "": it did not */
} carom_gradient_solver;

typedef struct {
    char name[CAROM_KEY_SIZE];
    double value;
    double scale; /**< natural size of a change */
} carom_gradient_key;

/** Limit of central differences and its uncertainty; NaN: none. */
typedef struct {
    double value, error;
} carom_gradient_slope;

typedef struct {
    /** keys of the study; empty: those of the scenario */
    char of_text[CAROM_KEY_SIZE], by_text[CAROM_GRADIENT_TEXT];
    const carom_study *study;
    carom_tree tree;
    carom_node *root; /**< of the scenario file */
    carom_collected of;
    carom_gradient_key key[CAROM_GRADIENT_KEYS];
    size_t keys;
    carom_gradient_solver *solver;
    size_t solvers;
    double *outcome;             /**< indexed by solver, key, offset and side; NaN: no result */
    carom_gradient_slope *slope; /**< indexed by solver and key */
} carom_gradient;

/** True if a solver is event-driven, in double precision. */
bool carom_gradient_is_event_driven(const carom_gradient *gradient,
                                    const carom_gradient_solver *solver);

/** Read the keys and choose the solvers. Call carom_gradient_free in any case. */
CAROM_CHECKED carom_status carom_gradient_prepare(carom_gradient *gradient,
                                                  const carom_study *study, carom_error *error);

/** Run all solvers with the scenario's values and choose the scales of the keys.
 *  @return CAROM_INVALID if no changed value of a key can be read */
CAROM_CHECKED carom_status carom_gradient_examine(carom_gradient *gradient, carom_error *error);

/** Read the scenario of a solver with other values of the keys. Call carom_scenario_free in any
 * case.
 *  @return CAROM_INVALID with the reader's first message */
CAROM_CHECKED carom_status carom_gradient_load(const carom_gradient *gradient,
                                               const carom_gradient_solver *solver,
                                               const double *value, carom_scenario *scenario,
                                               carom_error *error);

/** Set the kind and the options of a solver for such a scenario. Call carom_choice_free in any
 * case. */
CAROM_CHECKED carom_status carom_gradient_choose(carom_choice *choice,
                                                 const carom_scenario *scenario,
                                                 const carom_gradient_solver *solver,
                                                 carom_error *error);

void carom_gradient_free(void *object);

/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "studies/studies.h"

enum {
    CAROM_GRADIENT_KEYS = 16,    /**< largest number of keys */
    CAROM_NEWTON_KEYS = 2,       /**< largest number of keys of Newton's method */
    CAROM_NEWTON_STEPS = 20,     /**< largest number of its steps */
    CAROM_GRADIENT_OFFSETS = 14, /**< offsets of the differences on each side of the value */
    CAROM_GRADIENT_TEXT = 1024
};

/** A solver of the study. Hidden ones have no rows: converged copies of penalty solvers, and an
 * impulse solver if the scenario has none. */
typedef struct {
    const char *name; /**< in the scenario; NULL: the added impulse solver */
    bool converged, hidden;
    size_t reference; /**< index of the solver with the exact solution of its model */
    /** for the scenario's own values: outcome, and its change by a perturbation of 1 ulp */
    double outcome, noise;
    carom_vec end_mps; /**< velocity of the ball at the end */
    double speed_mps;  /**< largest speed of a ball at the start or the end */
    double step_s;     /**< 0: contacts do not depend on a grid of steps */
    double grid_error; /**< carom_grid_derivative_error */
    char failure[300]; /**< why it stopped early; "": it did not */
    char fault[200];   /**< why no exact derivative exists; "": it exists, or is not known */
} carom_gradient_solver;

typedef struct {
    char name[CAROM_KEY_SIZE];
    double value;
    double scale;    /**< natural size of a change */
    double interval; /**< width of the interval of the mean slope */
} carom_gradient_key;

/** A derivative; NaN where it is not defined. */
typedef struct {
    double pathwise, noise; /**< limit of central differences, and its uncertainty */
    double left, right;     /**< limits of one-sided differences */
    double jump;            /**< right limit of the outcome minus left limit; 0: continuous */
    double averaged, error; /**< slope of a least-squares line, and its standard error */
    double exact;
    double runs; /**< in the fit */
} carom_gradient_slope;

/** Steps of Newton's method of one solver towards the target. */
typedef struct {
    double value[CAROM_NEWTON_STEPS + 1][CAROM_NEWTON_KEYS]; /**< of the keys */
    double outcome[CAROM_NEWTON_STEPS + 1];
    size_t steps;   /**< done */
    bool converged; /**< |outcome - target| is below 1e-9 */
    char why[300];  /**< why the last step has no outcome; "": it has one */
} carom_newton;

/** Largest Lyapunov exponent of an impulse solver. */
typedef struct {
    const char *solver;
    carom_estimate exponent_1ps;
    carom_lyapunov run;
} carom_gradient_exponent;

typedef struct {
    /** keys of the study; empty or NaN: those of the scenario */
    char of_text[CAROM_KEY_SIZE], by_text[CAROM_GRADIENT_TEXT];
    double interval, target;
    int64_t runs;
    bool lyapunov; /**< measure Lyapunov exponents instead of derivatives */
    const carom_study *study;
    carom_tree tree;
    carom_node *root; /**< of the scenario file */
    carom_collected of;
    carom_gradient_key key[CAROM_GRADIENT_KEYS];
    size_t keys;
    carom_gradient_solver *solver;
    size_t solvers;
    double *outcome;             /**< indexed by solver, key and point; NaN: no result */
    carom_gradient_slope *slope; /**< indexed by solver and key */
    carom_newton *newton;        /**< indexed by solver; NULL: no target */
    carom_gradient_exponent *exponent;
    size_t exponents;
} carom_gradient;

/** Run a solver with other values of the keys. @p outcome is NaN, with the reason in @p why, if the
 * scenario is invalid or the solver stops early. */
CAROM_CHECKED carom_status carom_gradient_evaluate(const carom_gradient *gradient,
                                                   const carom_gradient_solver *solver,
                                                   const double *value, double *outcome,
                                                   carom_error *why);

/** Aim at the target by Newton's method with each solver's own derivative. With two keys, each step
 * is the shortest one relative to their scales. */
CAROM_CHECKED carom_status carom_gradient_aim(carom_gradient *gradient, carom_error *error);

/** Measure the largest Lyapunov exponents of the impulse solvers. */
CAROM_CHECKED carom_status carom_gradient_measure_exponents(carom_gradient *gradient,
                                                            carom_error *error);

/** True if exact derivatives of a solver can be computed. */
bool carom_gradient_is_event_driven(const carom_gradient *gradient,
                                    const carom_gradient_solver *solver);

/** Return the number of runs of a solver for each key: the differences, then the fit. */
static inline size_t carom_gradient_points(const carom_gradient *gradient)
{
    return 2 * CAROM_GRADIENT_OFFSETS + (size_t)gradient->runs;
}

/** Return the value of a key in run @p point. */
double carom_gradient_value(const carom_gradient *gradient, size_t key, size_t point);

/** Return the outcomes of a solver for a key, indexed by point. */
static inline double *carom_gradient_outcomes(const carom_gradient *gradient, size_t solver,
                                              size_t key)
{
    return gradient->outcome + (solver * gradient->keys + key) * carom_gradient_points(gradient);
}

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

/** Run all solvers and compute the derivatives. */
CAROM_CHECKED carom_status carom_gradient_run(carom_gradient *gradient, carom_error *error);
void carom_gradient_free(void *object);

/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * The friction law seam: how Coulomb's coefficient of two surfaces depends on how fast they slip
 * over each other. It is part of the situation, so that all solvers ask the same law.
 */
#ifndef CAROM_FRICTION_LAW_H
#define CAROM_FRICTION_LAW_H

#include <carom/param.h>
#include <carom/problem.h>

/** A friction law. Contract: `coefficient` returns mu >= 0 for slip >= 0 (m/s), from the scenario's
 *  friction for that pair of surfaces, which it is proportional to: of surfaces that have none it
 *  makes none, and of friction 1 the law itself. + - * / and sqrt alone: springs ask within their
 *  steps. */
typedef struct {
    carom_entry about;
    bool nominal; /**< mu is the scenario's, whatever the slip */
    double (*coefficient)(const void *options, double nominal, double slip_mps);
} carom_friction_law;

/** The friction law that an entry of carom_friction_laws is of. */
CAROM_ENTRY_ACCESSOR(carom_friction_law_of, carom_friction_law)

/** The list: one new file in src/friction/ and one X here. */
#define CAROM_FRICTION_LAWS(X) X(constant) X(exponential)

#define X(name) extern const carom_friction_law carom_friction_law_##name;
CAROM_FRICTION_LAWS(X)
#undef X
extern const carom_seam carom_friction_laws;

/** Gives the problem a law of its own, with a copy of the options.
 *  @return CAROM_NO_MEMORY: its friction is constant, as it is without a law */
CAROM_CHECKED carom_status carom_problem_set_friction_law(carom_problem *problem,
                                                          const carom_choice *law,
                                                          carom_error *error);

/** Coulomb's mu of two surfaces that slip at @p slip_mps >= 0, of which the scenario says
 * @p nominal.
 *  @param law of a problem (`friction_law`) */
static inline double carom_friction_coefficient(const carom_choice *law, double nominal,
                                                double slip_mps)
{
    return law->entry == NULL
             ? nominal
             : carom_friction_law_of(law->entry)->coefficient(law->options, nominal, slip_mps);
}

/** The same by the problem's law: @p nominal is carom_pair_rub's friction. */
static inline double carom_problem_friction(const carom_problem *problem, double nominal,
                                            double slip_mps)
{
    return carom_friction_coefficient(&problem->friction_law, nominal, slip_mps);
}

#endif

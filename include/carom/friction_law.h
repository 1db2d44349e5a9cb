/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Interface of friction laws: Coulomb's coefficient mu as a function of the slip speed. The law is
 * part of the problem, so all solvers use the same one.
 */
#ifndef CAROM_FRICTION_LAW_H
#define CAROM_FRICTION_LAW_H

#include <carom/param.h>
#include <carom/problem.h>

/** A friction law. `coefficient` returns mu >= 0 at a slip speed >= 0 (m/s). It is proportional to
 *  @p nominal, the scenario's friction of the two surfaces. It uses + - * / and sqrt only. */
typedef struct {
    carom_entry about;
    bool nominal; /**< mu is the scenario's at any slip speed */
    double (*coefficient)(const void *options, double nominal, double slip_mps);
} carom_friction_law;

/** Friction law of an entry of carom_friction_laws. */
CAROM_ENTRY_ACCESSOR(carom_friction_law_of, carom_friction_law)

/** All friction laws. To add one, write a file in src/laws/ and append X(name) here. */
#define CAROM_FRICTION_LAWS(X) X(constant) X(exponential)

#define X(name) extern const carom_friction_law carom_friction_law_##name;
CAROM_FRICTION_LAWS(X)
#undef X
extern const carom_interface carom_friction_laws;

/** Set the friction law of a problem; its options are copied.
 *  @return CAROM_NO_MEMORY: the problem has constant friction, as without a law */
CAROM_CHECKED carom_status carom_problem_set_friction_law(carom_problem *problem,
                                                          const carom_choice *law,
                                                          carom_error *error);

/** Coulomb's mu at slip speed @p slip_mps >= 0.
 *  @param law      `friction_law` of a problem
 *  @param nominal  the scenario's friction of the two surfaces */
static inline double carom_friction_coefficient(const carom_choice *law, double nominal,
                                                double slip_mps)
{
    return law->entry == NULL
             ? nominal
             : carom_friction_law_of(law->entry)->coefficient(law->options, nominal, slip_mps);
}

/** Coulomb's mu by the problem's law. @p nominal is the friction of carom_pair_tangential. */
static inline double carom_problem_friction(const carom_problem *problem, double nominal,
                                            double slip_mps)
{
    return carom_friction_coefficient(&problem->friction_law, nominal, slip_mps);
}

#endif

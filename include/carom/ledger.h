/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * The ledger: budget of energy, momentum and angular momentum, and its residuals.
 */
#ifndef CAROM_LEDGER_H
#define CAROM_LEDGER_H

#include <carom/vec.h>

/** Contributions that a solver adds up itself. Torques are about the center of the table. */
typedef struct {
    double elastic_J;     /**< energy stored in contacts */
    double dissipated_J;  /**< energy lost since t = 0 to restitution, dashpots, friction */
    carom_vec impulse_Ns; /**< impulse of walls, gravity and friction on the balls since t = 0 */
    double angular_impulse_Nms; /**< the same for angular momentum */
    /** Potential energy of gravity gained by folding balls back into a periodic table (no work is
     * done then). Added up since t = 0 over the positions that the solver returns. */
    double folded_J;
} carom_budget;

/** Budget at one sample. Residuals are zero for an exact solver, apart from rounding. */
typedef struct {
    double kinetic_J; /**< of translation */
    double elastic_J;
    double potential_J; /**< of gravity, along the unfolded path on a periodic table */
    double dissipated_J;
    double spin_J; /**< kinetic energy of rotation about vertical axes */
    /** kinetic + spin + elastic + potential + dissipated - (the same sum at t = 0) */
    double energy_residual_J;
    double px_kgmps, py_kgmps;      /**< total momentum */
    double momentum_residual_kgmps; /**< |P(t) - P(0) - impulse| */
    /** orbital and spin angular momentum about the center of the table; NaN on a periodic table */
    double angular_momentum_kgm2ps;
    double angular_momentum_residual_kgm2ps; /**< L(t) - L(0) - angular impulse */
} carom_ledger;

#endif

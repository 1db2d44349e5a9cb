/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * The ledger: where energy, momentum and angular momentum are, where they went,
 * and what is missing.
 */
#ifndef CAROM_LEDGER_H
#define CAROM_LEDGER_H

#include <carom/vec.h>

/** What only the solver knows at a sample. Torques are about the table's centre. */
typedef struct {
    double elastic_J;           /**< stored in contacts now */
    double dissipated_J;        /**< taken by restitution, dashpots, resistance since t = 0 */
    carom_vec impulse_Ns;       /**< of walls, gravity and resistance on the balls since t = 0 */
    double angular_impulse_Nms; /**< the same for angular momentum */
    double folded_J; /**< of the potential of gravity at the positions that the solver shows, what
                        balls have gained since t = 0 by being folded back into a periodic table: it
                        belongs to no way that they went */
} carom_books;

/** The closed account of one sample: residuals are what the books do not explain. */
typedef struct {
    /** the potential is that of the way unfolded */
    double kinetic_J, elastic_J, potential_J, dissipated_J;
    double spin_J; /**< of rotation about vertical axes */
    /** kinetic + spin + elastic + potential + dissipated - (the same at t = 0) */
    double energy_residual_J;
    double px_kgmps, py_kgmps;
    double momentum_residual_kgmps; /**< |P(t) - P(0) - impulse| */
    double angular_momentum_kgm2ps; /**< of the orbits and of the spins, about the table's centre;
                                       NaN on a periodic table */
    double angular_momentum_residual_kgm2ps;
} carom_ledger;

#endif

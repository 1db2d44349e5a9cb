/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file
 * Two bodies, a law and a speed: everything about their contact before anything is run.
 */
#ifndef CAROM_STUDIES_CALIBRATE_H
#define CAROM_STUDIES_CALIBRATE_H

#include "scenario/scenario.h"
#include <carom/force_law.h>

typedef struct {
    carom_choice law;
    int contact_end, against; /**< 0 a ball, 1 a wall */
    double restitution;
    double mass_kg, other_mass_kg, radius_m, other_radius_m;
    double speed_mps, tangential_mps;
    double error; /**< wanted, of the restitution */
} carom_calibration;

/** The parameter table of the above: what `carom calibrate --set` takes. */
extern const carom_param carom_calibration_rows[];

/** Sets defaults, then @p overrides; checks everything. Messages name the key. The caller frees in
 * any case. */
CAROM_CHECKED carom_status carom_calibration_init(carom_calibration *calibration,
                                                  const carom_override *overrides, size_t count,
                                                  carom_error *error);
void carom_calibration_free(carom_calibration *calibration);

/** The contact that it describes. CAROM_INVALID where the law cannot have the restitution. */
CAROM_CHECKED carom_status carom_calibration_contact(const carom_calibration *calibration,
                                                     carom_contact *contact, carom_error *error);

/** Prints contact time, overlap, lag, turn, restitution, stiffness and dashpot, and the step that
 * each integrator needs. */
void carom_calibration_print(const carom_calibration *calibration, const carom_contact *contact,
                             FILE *stream);

#endif

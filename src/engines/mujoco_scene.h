/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A scene in MuJoCo's own language. */
#ifndef CAROM_ENGINES_MUJOCO_SCENE_H
#define CAROM_ENGINES_MUJOCO_SCENE_H

#include "engines/engines.h"

#include <mujoco/mujoco.h>

/** The model of a problem: spheres that slide along x, y and z from the origin; fixed balls and
 * walls of the world. Contacts have no friction. Ball i's geom is called b<i>, wall w's w<w>; walls
 * have the higher priority, so that a contact with one has the wall's parameters; balls whose
 * materials have a restitution of their own, and walls, are pairs. No solref is set.
 *  @param solimp  of all contacts
 *  @return NULL with a reason in @p error; mj_deleteModel frees it */
mjModel *carom_mujoco_model(const carom_stepper *stepper, const carom_problem *problem,
                            const double solimp[mjNIMP], carom_error *error);

#endif

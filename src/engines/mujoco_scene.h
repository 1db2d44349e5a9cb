/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Builds a MuJoCo model in MJCF. */
#ifndef CAROM_ENGINES_MUJOCO_SCENE_H
#define CAROM_ENGINES_MUJOCO_SCENE_H

#include "engines/engines.h"

#include <mujoco/mujoco.h>

/** Build the model of a problem. Balls are spheres that slide along x, y and z from the origin;
 * fixed balls and walls belong to the world. Contacts have no friction. Geom b<i> is ball i, w<w>
 * is wall w. Walls have the higher priority and decide the parameters of their contacts. Balls of
 * materials with their own restitution, and walls, are pairs. No solref is set.
 * @param solimp  of all contacts
 * @return the model, to be freed with mj_deleteModel, or NULL with the reason in @p error */
mjModel *carom_mujoco_model(const carom_stepper *stepper, const carom_problem *problem,
                            const double solimp[mjNIMP], carom_error *error);

#endif

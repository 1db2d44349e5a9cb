/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/** Panels of the figures of a run: X(constant, name, description). They are drawn by plots/NAME.gp.
 */
#define CAROM_PANELS(X)                                                                            \
    X(SCENE, "scene", "balls on the table: up to three at equal times, more at start and end")     \
    X(FILMSTRIP, "filmstrip",                                                                      \
      "all balls at the start, first collision of two, first mismatch and end")                    \
    X(SPACE_TIME, "space-time", "position over time of balls that move along one line")            \
    X(MOTION, "motion", "speed and spin of up to 12 balls over time")                              \
    X(ENERGY, "energy", "energy over time and its error; from 1000 collisions on log-log")         \
    X(DIVERGENCE, "divergence", "distance of the balls from those of the reference over time")     \
    X(RASTER, "raster",                                                                            \
      "a row for each solver, a tick for each collision; red: the first mismatch")                 \
    X(HODOGRAPH, "hodograph",                                                                      \
      "velocities of two balls before and after their first collision, and Thales' circle")        \
    X(NEWTON, "newton", "velocities of two colliding balls on the energy circle")                  \
    X(BIRKHOFF, "birkhoff", "arc length and sine of the angle of each wall hit, from 100 hits on")

#define X(constant, name, doc) CAROM_PANEL_##constant,
typedef enum { CAROM_PANELS(X) CAROM_PANEL_KINDS } carom_panel;
#undef X

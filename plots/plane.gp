# SPDX-License-Identifier: GPL-3.0-or-later
# Widens X0, X1, Y0 and Y1 to the balls of solver 1 in its table PLANE, with their radii.
stats PLANE using (strcol("solver") ne NAME[1] ? 0 : (PLANE_R = 1.1 * column("radius_m"), \
    X0 = min2(X0, column("x_m") - PLANE_R), X1 = max2(X1, column("x_m") + PLANE_R), \
    Y0 = min2(Y0, column("y_m") - PLANE_R), Y1 = max2(Y1, column("y_m") + PLANE_R), 0)) nooutput

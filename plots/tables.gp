# SPDX-License-Identifier: GPL-3.0-or-later
# Caption: Tables of solvers without their scenario: energy and number of collisions over time, and
# the recorded positions of all balls, to scale; of each table at most about 20 000 rows.
load PLOTS . "/grid.gp"

# SPDX-License-Identifier: GPL-3.0-or-later
# The balls of all solvers at one time, with trails.
OUTLINE = DIR . "/outline.tsv"; PLANE = DIR . "/snapshot.tsv"
X0 = 1e300; X1 = -1e300; Y0 = 1e300; Y1 = -1e300
if (!TABLE) { load PLOTS . "/plane.gp" }
frame_of(j) = DIR . "/snapshot.tsv"
load PLOTS . "/balls.gp"

# SPDX-License-Identifier: GPL-3.0-or-later
# The balls of all solvers at one time, with trails.
L = wide(1); R = 1 - wide(1); T = headroom(0) + high(1); B = high(FOOTED ? 4 : 0.8)
OUTLINE = DIR . (TABLE ? "/outline.tsv" : "/snapshot.tsv")
frame_of(j) = DIR . "/snapshot.tsv"
load PLOTS . "/balls.gp"

# SPDX-License-Identifier: GPL-3.0-or-later
# For print in one colour: told apart by dashes, weights and greys. What lies below is broad and grey, so that dashes above show.
COLOURS = "#8c8c8c #000000 #000000 #000000 #505050 #505050 #505050"
load PLOTS . "/lines.gp"
set style line 1 lw 6.0
set style line 3 lw 2.0 dt (5,3)
set style line 4 lw 2.0
set style line 6 dt (2,3)
set style line 7 lw 1.4 dt solid
set palette gray

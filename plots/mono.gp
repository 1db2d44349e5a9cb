# SPDX-License-Identifier: GPL-3.0-or-later
# For print in one colour: told apart by dashes, weights and greys. What lies below is broad and grey, so that dashes above show.
COLOURS = "#b0b0b0 #000000 #000000 #000000 #606060 #606060 #606060"
set style line 1 lc rgb "#b0b0b0" lw 6.0 dt solid
set style line 2 lc rgb "#000000" lw 2.4 dt (10,5)
set style line 3 lc rgb "#000000" lw 2.0 dt (5,3)
set style line 4 lc rgb "#000000" lw 2.0 dt (12,4,3,4)
set style line 5 lc rgb "#606060" lw 2.4 dt (8,3,2,3,2,3)
set style line 6 lc rgb "#606060" lw 2.4 dt (2,3)
set style line 7 lc rgb "#606060" lw 1.4 dt solid
set style line 8 lc rgb "#909090" lw 2.0 dt (2,6)
set palette gray

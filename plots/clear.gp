# SPDX-License-Identifier: GPL-3.0-or-later
# Clears the settings of a panel before the next one.
unset label
unset arrow
unset object
unset logscale
set autoscale # stats skips values outside the ranges
unset colorbox
unset cblabel
undefine END_*
unset parametric
set samples 100
set border 3 lw 1.2 lc rgb FRAME
set tics nomirror out scale TICSCALE enhanced tc rgb "#202020"
set grid xtics ytics back lt 1 lw 0.8 lc rgb "#e6e6e6"

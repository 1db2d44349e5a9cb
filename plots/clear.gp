# SPDX-License-Identifier: GPL-3.0-or-later
# Clears the settings of a panel before the next one.
unset label
unset arrow
unset object
unset logscale
set autoscale # stats skips values outside the ranges
unset offsets
unset colorbox
undefine END_*
set grid back lt 1 lw 0.8 lc rgb "#e6e6e6"

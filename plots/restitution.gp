# SPDX-License-Identifier: GPL-3.0-or-later
# The restitution that a force law comes to, over the approach speed.
load PLOTS . "/panel.gp"
set logscale x
set xlabel "normal approach speed (m/s)" offset 0,0.3
set ylabel "restitution e"
set autoscale xfix
set key at screen 0.55, screen 1 - 3.1 * FS * 1.333 / H center horizontal maxrows 1
plot DIR . "/restitution.tsv" skip 1 using 1:2 with linespoints ls 3 dt solid pt 7 ps 1.2 title LANE . ", measured", \
     NOMINAL with lines ls 8 lw 2.4 title sprintf("the scenario's, %g", NOMINAL)
unset logscale
unset arrow
unset label 11
unset label 1
unset label 2
unset label 3
unset label 4

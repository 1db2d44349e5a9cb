# SPDX-License-Identifier: GPL-3.0-or-later
# Caption: The restitution that a force law comes to, over the normal approach speed.
KEYROWS = rows(2, 22); T = headroom(KEYROWS)
load PLOTS . "/panel.gp"
set logscale x
set xlabel "normal approach speed (m/s)" offset 0,0.3
set ylabel "restitution e"
set autoscale xfix
plot DIR . "/restitution.tsv" using "approach_mps":"restitution" with linespoints ls 3 dt solid pt 7 ps 1.2 title said(LANE) . ", measured", \
     NOMINAL with lines ls 8 lw 2.4 title sprintf("the scenario's, %g", NOMINAL)

# SPDX-License-Identifier: GPL-3.0-or-later
# The modelling floor over the stiffness: the distance of the converged springs from the rigid run; and what a step of about
# theta = 0.1 makes of it.
T = 0.83
load PLOTS . "/panel.gp"
TABLE = DIR . "/convergence.tsv"
FLOORS = DIR . "/floors.tsv"
set logscale xy
set format xy "10^{%L}"
set xlabel "stiffness k (N/m)" offset 0,0.3
set ylabel "distance from the rigid run (m)"
set autoscale xfix
set key at screen 0.55, screen 1 - 3.4 * FS * 1.333 / H center horizontal maxrows 2
set label 11 sprintf("slope of the floor %s (theory -1/2)", SLOPE[1]) at graph 0.02, graph 0.05 left tc rgb "#505050"
stats TABLE skip 1 every ::0::(POINTS-1) using (abs(log($3 / 0.1))) nooutput name "NEAR"
AT = int(NEAR_index_min)
plot FLOORS skip 1 every ::0::(ROWS[1]-1) using 2:3 with linespoints ls 1 pt 7 ps 1.2 title "floor: the model", \
     for [i=1:N] TABLE skip 1 every POINTS::(FROM[i]+AT)::(FROM[i]+ROWS[i]*POINTS-1) using 2:5 with linespoints ls STYLE[i] pt (2*STYLE[i]+1) ps 1.1 title NAME[i]
unset logscale
unset arrow
unset label 11
unset label 12
unset label 13
unset label 1
unset label 2
unset label 3
unset label 4

# SPDX-License-Identifier: GPL-3.0-or-later
# Caption: The floor of the model over the stiffness: how far springs are from rigid balls that are stepped until nothing
# changes (it falls as one over the root of k), and what a step of about theta = 0.1 adds.
KEYROWS = rows(N + 1, max2(16, longest(N))); T = headroom(KEYROWS)
load PLOTS . "/panel.gp"
TABLE = DIR . "/convergence.tsv"
FLOORS = DIR . "/floors.tsv"
set logscale xy
set format xy POWER
set xlabel "stiffness k (N/m)" offset 0,0.3
set ylabel along("distance from the rigid run (m)", "distance (m)")
set autoscale xfix
set label 11 sprintf("slope of the floor %s (theory -1/2)", SLOPE[1]) at graph 0.02, graph 0.05 left tc rgb "#505050"
stats TABLE every ::0::(POINTS-1) using (abs(log(column("theta") / 0.1))) nooutput name "NEAR"
AT = int(NEAR_index_min)
plot FLOORS every ::0::(ROWS[1]-1) using "stiffness":"floor_m" with linespoints ls 1 pt 7 ps 1.2 title "floor: the model", \
     for [i=1:N] TABLE every POINTS::(FROM[i]+AT)::(FROM[i]+ROWS[i]*POINTS-1) using "stiffness":"total_m" with linespoints ls STYLE[i] pt mark(STYLE[i]) ps 1.1 title said(LABEL[i])

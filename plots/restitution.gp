# SPDX-License-Identifier: GPL-3.0-or-later
# Caption: The coefficient of restitution that a force law produces, over the normal approach speed. Marks are single collisions
# of two balls.
R = R - labelroom(max2(strlen(LANE), 14)); T = headroom(0)
load PLOTS . "/panel.gp"
TABLE = DIR . "/restitution.tsv"
set xlabel "normal approach speed (m/s)"
set ylabel "coefficient of restitution e"
set autoscale xfix
stats TABLE using "restitution" nooutput name "E"
EPAD = max2(0.02, 0.08 * (max2(E_max, NOMINAL) - min2(E_min, NOMINAL)))
Y_LOG = 0; Y_LOW = min2(E_min, NOMINAL) - EPAD; Y_HIGH = max2(E_max, NOMINAL) + EPAD
# after stats, which skips values outside the range
set logscale x
set yrange [Y_LOW:Y_HIGH]
set ytics even_step(Y_LOW, Y_HIGH)
L = L + ticroom(Y_LOW, Y_HIGH); set lmargin at screen L; set ylabel offset NAMESHIFT,0
ENDS = 2; load PLOTS . "/labels.gp"; END_Y[2] = NOMINAL; END_STYLE[1] = 3; END_STYLE[2] = 8
stats TABLE every ::(E_records-1)::(E_records-1) using "restitution" nooutput name "LASTE"
END_Y[1] = LASTE_max; END_TEXT[1] = LANE; END_TEXT[2] = sprintf("specified: %g", NOMINAL)
load PLOTS . "/ends.gp"
plot NOMINAL with lines lc rgb BESIDE lw 4 notitle, TABLE using "approach_mps":"restitution" with linespoints ls 3 dt solid pt 7 ps 1.2*DOT notitle

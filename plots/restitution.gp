# SPDX-License-Identifier: GPL-3.0-or-later
# Caption: The restitution that a force law comes to, over the normal approach speed: marks are single collisions of two balls.
R = R - labelroom(max2(strlen(LANE), 12)); T = headroom(0)
load PLOTS . "/panel.gp"
TABLE = DIR . "/restitution.tsv"
set xlabel "normal approach speed (m/s)"
set ylabel "restitution e"
set autoscale xfix
stats TABLE using "restitution" nooutput name "E"
EPAD = max2(0.02, 0.08 * (max2(E_max, NOMINAL) - min2(E_min, NOMINAL)))
Y_LOG = 0; Y_LOW = min2(E_min, NOMINAL) - EPAD; Y_HIGH = max2(E_max, NOMINAL) + EPAD
# not before: stats passes over what is outside the range
set logscale x
set yrange [Y_LOW:Y_HIGH]
set ytics even_step(Y_LOW, Y_HIGH)
L = L + ticroom(Y_LOW, Y_HIGH); set lmargin at screen L; set ylabel offset NAMESHIFT,0
ENDS = 2; array END_Y[2] = [E_min, NOMINAL]; array END_TEXT[2]; array END_STYLE[2] = [3, 8]
stats TABLE every ::(E_records-1)::(E_records-1) using "restitution" nooutput name "LASTE"
END_Y[1] = LASTE_max; END_TEXT[1] = LANE; END_TEXT[2] = sprintf("asked: %g", NOMINAL)
load PLOTS . "/ends.gp"
plot NOMINAL with lines lc rgb BESIDE lw 4 notitle, TABLE using "approach_mps":"restitution" with linespoints ls 3 dt solid pt 7 ps 1.2*DOT notitle

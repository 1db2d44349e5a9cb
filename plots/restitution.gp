# SPDX-License-Identifier: GPL-3.0-or-later
# Caption: The coefficient of restitution that a force law produces, over the normal approach speed. Marks are collisions of two
# balls with converged springs; the broad line is a free collision by the force law.
R = R - labelroom(max2(strlen(LANE), 14)); T = headroom(0)
load PLOTS . "/panel.gp"
TABLE = DIR . "/restitution.tsv"
set xlabel "normal approach speed (m/s)"
set ylabel "coefficient of restitution e"
stats TABLE using "restitution" nooutput name "E"
stats TABLE using "approach_mps" nooutput name "V"
EPAD = max2(0.02, 0.08 * (max2(E_max, NOMINAL) - min2(E_min, NOMINAL)))
Y_LOG = 0; Y_LOW = min2(E_min, NOMINAL) - EPAD; Y_HIGH = max2(E_max, NOMINAL) + EPAD
# after stats, which skips values outside the range
set logscale x
set xrange [V_min/1.1:V_max*1.1]
set xtics ()
do for [d=floor(log10(V_min))-1:ceil(log10(V_max))] { do for [m in "1 2 5"] { v = m * 10.0**d; if (v >= V_min/1.1 && v <= V_max*1.1 && (V_max < 300 * V_min || m eq "1")) { set xtics add (sprintf("%g", v) v) } } }
set yrange [Y_LOW:Y_HIGH]
set ytics even_step(Y_LOW, Y_HIGH)
L = L + ticroom(Y_LOW, Y_HIGH); set lmargin at screen L; set ylabel offset NAMESHIFT,0
ENDS = 2; load PLOTS . "/labels.gp"
stats TABLE every ::(E_records-1)::(E_records-1) using "restitution" nooutput name "LASTE"
END_Y[1] = LASTE_max; END_TEXT[1] = LANE; END_STYLE[1] = 3
END_Y[2] = NOMINAL; END_TEXT[2] = sprintf("specified: %g", NOMINAL); END_STYLE[2] = 8
if (THEORY) { set label 11 "broad grey: the force law alone" at graph 0.02, graph 0 left offset 0,0.8 tc rgb "#606060" }
load PLOTS . "/ends.gp"
load PLOTS . "/own.gp"
plot NOMINAL with lines lc rgb BESIDE lw 2 dt (6,4) notitle, \
     TABLE using "approach_mps":(THEORY ? column("theory") : NaN) with lines lw 8 lc rgb "#c4c4c4" notitle, \
     TABLE using "approach_mps":"restitution" with points lc rgb colour(3) pt 7 ps 1.1*DOT notitle

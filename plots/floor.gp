# SPDX-License-Identifier: GPL-3.0-or-later
# Caption: The modelling error over the stiffness: the distance between springs with converged steps and rigid balls. Coloured
# marks are steps of about theta = 0.1. Broad grey is theory for frictionless balls: k^(-1/2) for Hooke's law, K^(-2/5) for
# Hertz's.
R = R - labelroom(max2(longest(N), 15)); T = headroom(0)
load PLOTS . "/panel.gp"
TABLE = DIR . "/convergence.tsv"
FLOORS = DIR . "/floors.tsv"
set xlabel SLOPE == -0.4 ? "stiffness K (N/m^{1.5})" : "stiffness k (N/m)"
set ylabel along("distance from the rigid run (m)", "distance (m)")
stats FLOORS using "stiffness" nooutput name "STIFF"
stats TABLE every ::0::(POINTS-1) using (abs(log(column("theta") / 0.1))) nooutput name "NEAR"
AT = int(NEAR_index_min)
stats FLOORS every ::0::0 using "floor_m" nooutput name "FIRST"
stats FLOORS every ::0::0 using "stiffness" nooutput name "SOFTEST"
stats FLOORS every ::0::(ROWS[1]-1) using "floor_m" nooutput name "DEPTH"
Y_LOG = 1; Y_LOW = 0.3 * DEPTH_min; Y_HIGH = 3 * DEPTH_max
ENDS = N + 1; load PLOTS . "/labels.gp"
stats TABLE every ::AT::AT using "theta" nooutput name "NEAR"
set label 11 sprintf("coloured: θ = %.2g", NEAR_max) at graph 0.02, graph 0 left offset 0,0.8 tc rgb "#606060"
do for [i=1:N] {
    stats TABLE every POINTS::(FROM[i]+AT)::(FROM[i]+ROWS[i]*POINTS-1) using (known("total_m", 0)) nooutput name "TOTAL"
    Y_HIGH = max2(Y_HIGH, 3 * TOTAL_max)
    stats TABLE every ::(FROM[i]+AT+(ROWS[i]-1)*POINTS)::(FROM[i]+AT+(ROWS[i]-1)*POINTS) using (known("total_m", 0)) nooutput name "TOTAL"
    END_Y[i] = TOTAL_max > 0 ? TOTAL_max : NaN
}
END_Y[N+1] = DEPTH_min; END_TEXT[N+1] = 1 / wide(1) < 40 ? "modelling" : "modelling error"; END_STYLE[N+1] = 1
# after stats, which skips values outside the range
set logscale xy
set xrange [STIFF_min/1.15:STIFF_max*1.15]
set format xy POWER
set yrange [Y_LOW:Y_HIGH]
set ytics decade(Y_LOW), log_step(Y_LOW, Y_HIGH)
load PLOTS . "/ends.gp"
plot for [i=1:SMOOTH] FLOORS every ::0::(ROWS[1]-1) using "stiffness":(FIRST_max * (column("stiffness") / SOFTEST_max)**SLOPE) with lines lc rgb BESIDE lw 9 notitle, \
     FLOORS every ::0::(ROWS[1]-1) using "stiffness":"floor_m" with linespoints ls 1 pt 7 ps 1.2*DOT notitle, \
     for [i=1:N] TABLE every POINTS::(FROM[i]+AT)::(FROM[i]+ROWS[i]*POINTS-1) using "stiffness":"total_m" with linespoints ls STYLE[i] pt mark(STYLE[i]) ps 1.1*DOT notitle

# SPDX-License-Identifier: GPL-3.0-or-later
# Caption: Distance of a solver from copies of itself whose initial state was changed by one unit in the last place or by further
# small offsets (parts of the radius r). Where the curves reach the level, double precision no longer determines the result.
# Dashed grey is the fitted growth, broad grey the growth in theory.
#
# Draws rows of controls.tsv from FROM on, ROWS for each offset, over the column AXIS.
ALONE = AXIS eq "t_s" # curves of many balls end at the same place, so their labels are at the start
if (ALONE) { R = R - labelroom(7) }
T = headroom(0)
load PLOTS . "/panel.gp"
unset key
CONTROLS = DIR . "/controls.tsv"
stats CONTROLS every ::FROM::(FROM+ROWS-1) using (column(AXIS)) nooutput name "COUNT"
FARTHEST = COUNT_max > 0 ? COUNT_max : 1
array SAYS[4] = ["1 ulp", "1e-12 r", "1e-9 r", "1e-6 r"]
array LS[4] = [1, 3, 4, 2]
ENDS = ALONE ? 4 : 0; load PLOTS . "/labels.gp"
do for [j=1:4] {
    WHERE = FROM + (j - 1) * ROWS + (ALONE ? ROWS - 1 : 1)
    stats CONTROLS every ::WHERE::WHERE using "rms_m" nooutput name "AT"
    if (ALONE) {
        END_Y[j] = AT_max; END_TEXT[j] = SAYS[j]; END_STYLE[j] = LS[j]
    } else {
        set label 30+j SAYS[j] at graph 0.015, first max2(AT_max, 2 * ROUNDING) left offset 0,(j == 1 ? 0.3 : 0.95) tc rgb colour(LS[j])
    }
}
# after stats, which skips values outside the range
set xrange [0:FARTHEST]
set xlabel AXISNAME
Y_HIGH = 1e3
load PLOTS . "/rounding.gp"
set ylabel along(sprintf("rms distance of %s from its copies (m)", said(LANE)), "rms distance (m)") noenhanced
set arrow 1 from graph 0, first LEVEL to graph 1, first LEVEL nohead lw 1.4 lc rgb BESIDE dt (6,3)
set label 12 sprintf("level %.2g m", LEVEL) at graph 0.015, first LEVEL left offset 0,0.55 tc rgb "#505050"
if (REACHED > 0) {
    set arrow 2 from REACHED, graph 0 to REACHED, first LEVEL nohead lw 1.4 lc rgb BESIDE dt (2,3)
    set label 11 sprintf(ALONE ? "%.3g s" : "%.3g collisions", REACHED) at REACHED, graph 0.06 right offset -0.6,0.6 tc rgb "#505050"
}
# lines with the slopes of fit and theory, from the lower right
array SLOPES[2] = [GROWTHTHEORY > 1 ? log(GROWTHTHEORY) : 0, GROWTH]
beside(j, x) = SLOPES[j] > 0 ? 1e-3 * LEVEL * exp(SLOPES[j] * (x - FARTHEST)) : NaN
along_slope(j, x) = beside(j, x) > 1e6 * Y_LOW ? beside(j, x) : NaN
if (GROWTH > 0) {
    set label 13 sprintf(ALONE ? "fitted: exp(%.2f ± %.1g) per second" : "fitted: %.3g-fold per collision", ALONE ? GROWTH : exp(GROWTH), GROWTHERROR) at graph 0.985, graph 0.19 right tc rgb "#505050"
}
if (SLOPES[1] > 0) { set label 14 sprintf("theory, by 2 l/d: %.3g-fold", GROWTHTHEORY) at graph 0.985, graph 0.125 right tc rgb BESIDE }
load PLOTS . "/ends.gp"
set samples 400
plot along_slope(1, x) with lines lc rgb BESIDE lw 7 notitle, along_slope(2, x) with lines lc rgb "#303030" lw 2 dt (4,3) notitle, \
     for [j=1:4] CONTROLS every ::(FROM+(j-1)*ROWS)::(FROM+j*ROWS-1) using (column(AXIS)):(drawn(column("rms_m"))) with lines ls LS[j] notitle

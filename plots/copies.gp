# SPDX-License-Identifier: GPL-3.0-or-later
# Distance of a solver from copies of itself whose initial state was changed by one unit in the last place or by further
# small offsets (parts of the radius r), and from the other solvers (named on the right). Where the curves reach the level,
# double precision no longer determines the result. Dashed is the fitted growth, broad grey the growth in theory.
#
# Draws rows of controls.tsv from FROM on, ROWS for each offset, over the column AXIS; and rows of parts.tsv for each other solver.
ALONE = AXIS eq "t_s"
T = headroom(0); if (N > 0) { R = R - labelroom(longest(N)) }
load PLOTS . "/panel.gp"
unset key
PARTS = DIR . "/parts.tsv"; if (!exists("STYLE")) { array STYLE[1] }
array ABSCISSA[max2(1, ROWS)] # the values of AXIS, for parts.tsv
CONTROLS = DIR . "/controls.tsv"
stats CONTROLS every ::FROM::(FROM+ROWS-1) using (column(AXIS)) nooutput name "COUNT"
stats CONTROLS every ::FROM::(FROM+ROWS-1) using (ABSCISSA[int($0)+1] = column(AXIS)) nooutput name "COUNT"
stats CONTROLS every ::FROM::(FROM+4*ROWS-1) using "rms_m" nooutput name "FAR"
ENDS = N; load PLOTS . "/labels.gp"
do for [i=1:N] {
    stats PARTS every ::PAIRFROM[i]::PAIRUPTO[i] using (known("raw_m", 0)) nooutput name "APART"
    FAR_max = max2(FAR_max, APART_max)
    stats PARTS every ::PAIRUPTO[i]::PAIRUPTO[i] using (known("raw_m", 0)) nooutput name "APART"
    END_Y[i] = APART_max > 0 ? APART_max : NaN
}
stats CONTROLS every ::(FROM+3*ROWS)::(FROM+4*ROWS-1) using "rms_m" nooutput name "WIDEST"
FARTHEST = COUNT_max > 0 ? COUNT_max : 1
X0 = -FARTHEST * wide(4.4) / (R - L - wide(4.4)) # room for the names of the copies, before the start
# The level is drawn if it is near the curves.
Y_HIGH = 10 * decade(max2(FAR_max, FAR_max > 1e-3 * LEVEL ? 10 * LEVEL : 1e-14))
set xrange [X0:FARTHEST]
set xtics 0, across_step(0, FARTHEST)
set xlabel AXISNAME
load PLOTS . "/rounding.gp"
set ylabel along(sprintf("rms distance from %s (m)", LANE), "rms distance (m)") noenhanced
array SAYS[4] = ["1 ulp", "10^{−12} r", "10^{−9} r", "10^{−6} r"]
array SHADE[4] = ["#000000", "#3b528b", "#1b7f79", "#5a9e2f"] # a sequence, as the offsets are
if (ALARM eq "#000000") { array SHADE[4] = ["#000000", "#404040", "#707070", "#909090"] }
set autoscale y
do for [j=1:4] {
    A = FROM + (j - 1) * ROWS
    stats CONTROLS every ::A::A using "rms_m" nooutput name "AT"
    set label 30+j SAYS[j] at first 0, first max2(AT_max, 3 * Y_LOW) right offset -0.5,0 tc rgb SHADE[j]
}
set yrange [Y_LOW:Y_HIGH]
if (LEVEL < Y_HIGH) {
    set arrow 1 from graph 0, first LEVEL to graph 1, first LEVEL nohead lw 1.4 lc rgb BESIDE dt (6,3) back
    set label 12 "level" at first 0, first LEVEL right offset -0.5,0.55 tc rgb "#505050"
    set label 15 sprintf("%.2g %s", LEVEL * units(0, LEVEL), unit(0, LEVEL, "m")) at first 0, first LEVEL right offset -0.5,-0.6 tc rgb "#505050"
}
if (REACHED > 0) {
    set arrow 2 from REACHED, graph 0 to REACHED, first LEVEL nohead lw 1.4 lc rgb BESIDE dt (2,3) back
    set label 11 sprintf((REACHED < 99.5 ? "%.2g" : "%.0f") . (ALONE ? " s" : " collisions"), REACHED) at REACHED, graph 0 left offset 0.6,0.7 front tc rgb "#505050"
    unset label 20
}
# Lines with the slopes of fit and theory through the centre of the first copy's curve between rounding and a fifth of the level.
A = FROM; Z = FROM + ROWS - 1
grows(x) = column("rms_m") > 30 * Y_LOW && column("rms_m") < 0.2 * LEVEL && column(AXIS) > 0
set autoscale
stats CONTROLS every ::A::Z using (grows(0) ? 1 : 0) nooutput name "GROWING"
if (GROWING_sum > 0) {
    stats CONTROLS every ::A::Z using (grows(0) ? column(AXIS) : NaN) nooutput name "CENTREX"
    stats CONTROLS every ::A::Z using (grows(0) ? log(column("rms_m")) : NaN) nooutput name "CENTREY"
}
set xrange [X0:FARTHEST]; set yrange [Y_LOW:Y_HIGH]
array SLOPES[2] = [GROWTH > 0 && GROWTHTHEORY > (ALONE ? 1 : 1.2) ? log(GROWTHTHEORY) : 0, GROWTH]
guide(j, x) = GROWING_sum > 0 && SLOPES[j] > 0 && x > CENTREX_min && x < CENTREX_max ? \
    drawn(exp(CENTREY_mean + SLOPES[j] * (x - CENTREX_mean))) : NaN
linear(x) = POWERED && x > 0.03 * FARTHEST ? drawn(WIDEST_max * x / FARTHEST) : NaN
array LINES_[4] = ["", "", "", ""]; LINE = 0
if (GROWTH > 0) { LINE = 1; LINES_[1] = sprintf(ALONE ? "dashed: fit, exp(%.2f t/s)" : "dashed: fit, %.2g-fold per collision", ALONE ? GROWTH : exp(GROWTH)) }
if (SLOPES[1] > 0) { LINE = 2; LINES_[2] = sprintf(ALONE ? "grey: theory, exp(%.2f t/s)" : "grey: theory 2l/d, %.2g-fold", ALONE ? SLOPES[1] : GROWTHTHEORY) }
if (SLOPES[1] > 0 && OFTEN > 1.2) { LINE = 4; LINES_[3] = sprintf("(one ball collides %.1f times", OFTEN); LINES_[4] = "as often as the mean)" }
if (POWERED) { LINE = 1; LINES_[1] = "grey: proportional to t" }
do for [k=1:LINE] { set label 40+k LINES_[k] at graph 0.985, graph 0 right offset 0,(ROUNDING > 0 ? 2.1 : 0.9) + 1.05 * (LINE - k) tc rgb "#505050" font sized(0.88) }
set samples 400
load PLOTS . "/ends.gp"
plot guide(1, x) with lines lc rgb "#c8c8c8" lw 9 notitle, linear(x) with lines lc rgb "#c8c8c8" lw 9 notitle, \
     for [j=1:4] CONTROLS every ::(FROM+(j-1)*ROWS)::(FROM+j*ROWS-1) using (column(AXIS)):(drawn(column("rms_m"))) with lines lw (j == 1 ? 3.4 : 2) lc rgb SHADE[j] notitle, \
     for [i=1:N] PARTS every ::PAIRFROM[i]::PAIRUPTO[i] using (ABSCISSA[int($0)+1]):(drawn(column("raw_m"))) with lines ls STYLE[i] lw 1.6 dt solid notitle, \
     guide(2, x) with lines lc rgb ALARM lw 2.4 dt (5,4) notitle

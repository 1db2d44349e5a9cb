# SPDX-License-Identifier: GPL-3.0-or-later
# Discretization error over the step at the middle stiffness, in a panel for each solver: the
# distance from the same springs with converged steps, averaged over the sub-step offsets of the
# contact. The band contains two thirds of the offsets. Broad grey lines have the slope of theory, where
# an order was fitted. The dotted line is the modelling error, the distance between springs with converged
# steps and rigid balls, which no shorter step reduces.
load PLOTS . "/middle.gp"
NARROW = 1 / wide(1) < 40; MULTIPLE_ASPECT = 1.3
MULTIPLES = N; MULTIPLE_X = THETANAME
MULTIPLE_Y = along("distance from the converged run (m)", "error (m)")
stats POINTS using "theta" nooutput name "STEP"
# Slopes of theory through the point nearest to theta = 0.05, over a decade
array THROUGH[N]; array THETA[N]; array EXPECTED[N]
array ORDER[N]; FLOORED = 0
nearer(x) = abs(log(x / 0.05)) < NEAREST ? (NEAREST = abs(log(x / 0.05)), 1) : 0
estimate(y, e) = NARROW || e < 0.005 ? sprintf("%.2f", y) : sprintf("%.2f ± %.2f", y, e)
do for [i=1:N] {
    NEAREST = 1e300; THROUGH[i] = NaN; THETA[i] = 1; EXPECTED[i] = NaN; FLOORED = FLOORED || FLOOR[i] > 0
    stats POINTS using (middle(i, "method_m") > 0 && nearer(column("theta")) \
        ? (THETA[i] = column("theta"), THROUGH[i] = column("method_m")) : 0, 0) nooutput
    ORDER[i] = ""
    stats DIR . "/orders.tsv" using (is_of(i) ? (EXPECTED[i] = column("expected_to")) : 0, 0) nooutput
    stats FLOORS using (at_middle(i) ? (ORDER[i] = strcol("order") eq "nan" ? "" : (NARROW ? "θ^{" : "order ") . \
        estimate(column("order"), known("order_error", 0)) . (NARROW ? "}" : ""), 0) : 0, 0) nooutput
}
slope(i, x) = strlen(ORDER[i]) && EXPECTED[i] > 0 && x > 0.3 * THETA[i] && x < 3 * THETA[i] \
    ? THROUGH[i] * (x / THETA[i]) ** EXPECTED[i] : NaN
if (FLOORED) { HEAD = HEAD . "; dotted: modelling error"; load PLOTS . "/head.gp" }
set samples 300
do for [i=1:N] {
    MULTIPLE = i
    load PLOTS . "/multiples.gp"
    LOG_AXIS = "x"; LOG_LOW = 0.9 * STEP_min; LOG_HIGH = 1.1 * STEP_max; LOG_BLANK = !MULTIPLE_FOOT; load PLOTS . "/logarithmic.gp"
    LOG_AXIS = "y"; LOG_LOW = Y_LOW; LOG_HIGH = Y_HIGH; LOG_BLANK = !MULTIPLE_LEFT; load PLOTS . "/logarithmic.gp"
    set style fill transparent solid 0.25 noborder
    if (FLOOR[i] > 0) { set arrow 1 from graph 0, first FLOOR[i] to graph 1, first FLOOR[i] nohead \
        lw 2 lc rgb FAINT dt (3,8) }
    set label 20 ORDER[i] . "" at graph 0.97, graph 0.08 right tc rgb colour(STYLE[i])
    plot POINTS using "theta":(drawn(middle(i, "method_low_m"))):(drawn(column("method_high_m"))) \
            with filledcurves lc rgb colour(STYLE[i]) notitle, \
        slope(i, x) with lines lc rgb TRUTH lw 7 notitle, \
        POINTS using "theta":(drawn(middle(i, "method_m"))) with linespoints \
            lc rgb colour(STYLE[i]) lw 1.6 pt 7 ps DOT notitle
}

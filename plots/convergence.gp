# SPDX-License-Identifier: GPL-3.0-or-later
# Discretization error over the step at the middle stiffness, in a panel for each solver: the distance from the same springs
# with converged steps, averaged over the sub-step offsets of the contact. The band contains two thirds of the offsets. Broad grey
# lines have the slope of theory; small grey marks are the other solvers. The dotted line is the modelling error, the distance
# between springs with converged steps and rigid balls, which no shorter step reduces.
T = headroom(0)
TABLE = DIR . "/convergence.tsv"
NARROW = 1 / wide(1) < 40; MULTIPLE_ASPECT = 1.3
MULTIPLES = N; MULTIPLE_X = THETANAME; MULTIPLE_Y = along("distance from the converged run (m)", "error (m)")
MULTIPLE_NOTE = "number: order\nband: 68 %\ngrey line: theory\ngrey dots: others" . (FLOORAT > 0 ? "\ndotted: modelling error" : "")
stats TABLE using "theta" nooutput name "STEP"
Y_LOW = 1; Y_HIGH = 1e-12
# Slopes of theory through the point nearest to theta = 0.05, over a decade
array THROUGH[N]; array THETA[N]
do for [i=1:N] {
    stats TABLE every ::(MIDDLE[i])::(MIDDLE[i]+POINTS-1) using (abs(log(column("theta") / 0.05))) nooutput name "NEAR"
    A = MIDDLE[i] + int(NEAR_index_min)
    stats TABLE every ::A::A using "theta" nooutput name "NEAR"
    THETA[i] = NEAR_max
    stats TABLE every ::A::A using (known("method_m", 0)) nooutput name "NEAR"
    THROUGH[i] = NEAR_max
    stats TABLE every ::(MIDDLE[i])::(MIDDLE[i]+POINTS-1) using (known("method_m", 0)) nooutput name "FAR"
    Y_LOW = min2(Y_LOW, max2(1e-13, FAR_min)); Y_HIGH = max2(Y_HIGH, FAR_max)
}
if (FLOORAT > 0) { Y_LOW = min2(Y_LOW, FLOORAT); Y_HIGH = max2(Y_HIGH, FLOORAT) }
Y_LOW = decade(Y_LOW); Y_HIGH = 10 * decade(Y_HIGH)
slope(i, x) = EXPECTED[i] > 0 && x > 0.3 * THETA[i] && x < 3 * THETA[i] ? THROUGH[i] * (x / THETA[i]) ** EXPECTED[i] : NaN
set samples 300
array MULTIPLE_TEXT[N]; array MULTIPLE_STYLE[N]
do for [i=1:N] { MULTIPLE_TEXT[i] = LABEL[i] . (SAYS[i] eq "-" ? "" : ", " . word(SAYS[i], 1)) . (NARROW || words(SAYS[i]) < 3 ? "" : "±" . word(SAYS[i], 3)); MULTIPLE_STYLE[i] = STYLE[i] }
do for [i=1:N] {
    MULTIPLE = i
    load PLOTS . "/multiples.gp"
    set logscale xy
    set xrange [0.9*STEP_min:1.1*STEP_max]
    set yrange [Y_LOW:Y_HIGH]
    set ytics Y_LOW, log_step(Y_LOW, Y_HIGH)
    if (MULTIPLE_FOOT) { set format x POWER }
    if (MULTIPLE_LEFT) { set format y POWER }
    set style fill transparent solid 0.25 noborder
    if (FLOORAT > 0) { set arrow 1 from graph 0, first FLOORAT to graph 1, first FLOORAT nohead lw 2 lc rgb "#606060" dt (2,3) }
    plot for [j=1:N] TABLE every ::(MIDDLE[j])::(MIDDLE[j]+POINTS-1) using "theta":(drawn(column("method_m"))) with points pt 7 ps 0.4*DOT lc rgb "#d4d4d4" notitle, \
         TABLE every ::(MIDDLE[i])::(MIDDLE[i]+POINTS-1) using "theta":(drawn(column("method_low_m"))):(drawn(column("method_high_m"))) with filledcurves lc rgb colour(STYLE[i]) notitle, \
         slope(i, x) with lines lc rgb TRUTH lw 7 notitle, \
         TABLE every ::(MIDDLE[i])::(MIDDLE[i]+POINTS-1) using "theta":(drawn(column("method_m"))) with linespoints lc rgb colour(STYLE[i]) lw 1.6 pt 7 ps DOT notitle
}
undefine MULTIPLE_*

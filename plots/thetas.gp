# SPDX-License-Identifier: GPL-3.0-or-later
# Caption: Error of the coefficient of restitution in a head-on contact over the step, relative to the exact springs, in a panel for
# each solver. Closed marks are the median over sub-step offsets of the contact, in a band of two thirds of all. Open marks are the
# mean of the signed errors, where it exceeds a twentieth of a single one; broad grey lines are theory for that mean.
T = headroom(0)
THETAS = DIR . "/contact-thetas.tsv"
MULTIPLE_ASPECT = 1
MULTIPLES = N; MULTIPLE_X = THETANAME; MULTIPLE_Y = "error of e"
of(i) = strcol("solver") eq NAME[i]
stats THETAS using "theta" nooutput name "STEP"
stats THETAS using (known("high", 0)) nooutput name "MOST"
signed_mean(i) = of(i) && abs(column("error")) > 0.05 * column("high") ? drawn(abs(column("error"))) : NaN
# values that are not drawn count as 1
above(x) = x > 1e-15 ? x : 1.0
mean_or(i) = of(i) && abs(known("error", 0)) > 0.05 * known("high", 0) ? above(abs(known("error", 0))) : 1.0
stats THETAS using (above(known("median", 0))) nooutput name "LEAST"
Y_LOW = LEAST_min; MARKED = 0
do for [i=1:N] { stats THETAS using (mean_or(i)) nooutput name "MEAN"; Y_LOW = min2(Y_LOW, MEAN_min); MARKED = MARKED || MEAN_min < 1 }
stats THETAS using (known("theory", 0)) nooutput name "GREY"
MULTIPLE_NOTE = "closed: median over\nsub-step offsets\nband: 68 % of them" . (MARKED ? "\nopen: mean error" : "") . \
    (GREY_max > 0 ? "\ngrey: its theory" : "")
Y_LOW = decade(Y_LOW); Y_HIGH = max2(10 * Y_LOW, round_up(1.5 * max2(1e-15, MOST_max)))
array MULTIPLE_TEXT[N]; array MULTIPLE_STYLE[N]
do for [i=1:N] { MULTIPLE_TEXT[i] = SAYS[i]; MULTIPLE_STYLE[i] = STYLE[i] }
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
    plot THETAS using (of(i) ? NaN : column("theta")):(drawn(column("median"))) with points pt 7 ps 0.4*DOT lc rgb "#d4d4d4" notitle, \
         THETAS using (of(i) ? column("theta") : NaN):(drawn(column("low"))):(drawn(column("high"))) with filledcurves lc rgb colour(STYLE[i]) notitle, \
         THETAS using (of(i) ? column("theta") : NaN):"theory" with lines lw 6 lc rgb TRUTH notitle, \
         THETAS using (of(i) ? column("theta") : NaN):(drawn(column("median"))) with points lc rgb colour(STYLE[i]) pt 7 ps DOT notitle, \
         THETAS using "theta":(signed_mean(i)) with points lc rgb colour(STYLE[i]) pt 6 lw 1.6 ps 1.2*DOT notitle
}
undefine MULTIPLE_*

# SPDX-License-Identifier: GPL-3.0-or-later
# Caption: Error of the coefficient of restitution in a head-on contact over the step, relative to the exact springs. Marks are
# the median over sub-step offsets of the contact, in a band of two thirds of all. Open marks are the mean of the signed errors,
# where it exceeds a twentieth of a single one. Grey lines: theory for that mean.
R = R - labelroom(longest(N)); T = headroom(0)
load PLOTS . "/panel.gp"
THETAS = DIR . "/contact-thetas.tsv"
of(i) = strcol("solver") eq NAME[i]
stats THETAS using "theta" nooutput name "STEP"
stats THETAS using (known("high", 0)) nooutput name "MOST"
drawn(x) = x > 1e-15 ? x : NaN
told(i) = of(i) && abs(column("error")) > 0.05 * column("high") ? drawn(abs(column("error"))) : NaN
# values that are not drawn count as 1
above(x) = x > 1e-15 ? x : 1.0
told_or(i) = of(i) && abs(known("error", 0)) > 0.05 * known("high", 0) ? above(abs(known("error", 0))) : 1.0
stats THETAS using (above(known("median", 0))) nooutput name "LEAST"
Y_LOW = LEAST_min; MARKED = 0; do for [i=1:N] { stats THETAS using (told_or(i)) nooutput name "MEAN"; Y_LOW = min2(Y_LOW, MEAN_min); MARKED = MARKED || MEAN_min < 1 }
set format xy POWER
set xlabel tx("θ = h √(k/μ)", "$\\theta = h\\sqrt{k/\\mu}$")
set ylabel along("error of e", "error of e")
Y_LOW = decade(Y_LOW); Y_HIGH = max2(10 * Y_LOW, round_up(1.5 * max2(1e-15, MOST_max))); Y_LOG = 1
ENDS = N; array END_Y[N]; array END_TEXT[N]; array END_STYLE[N]
do for [i=1:N] {
    stats THETAS using (of(i) && column("theta") == STEP_max ? known("median", 0) : 0) nooutput name "MINE"
    END_Y[i] = MINE_max > 0 ? MINE_max : NaN; END_TEXT[i] = LABEL[i]; END_STYLE[i] = STYLE[i]
}
set ytics Y_LOW, log_step(Y_LOW, Y_HIGH)
load PLOTS . "/ends.gp"
stats THETAS using (known("theory", 0)) nooutput name "GREY"
NOTE = GREY_max > 0 ? "grey: theory for the mean over sub-step offsets" . (MARKED ? " (open marks)" : "") : (MARKED ? "open marks: mean over sub-step offsets" : "")
if (strlen(NOTE) * 0.8 * 0.47 < 0.9 * (R-L) / wide(1)) { set label 11 NOTE at graph 0.99, graph 0.04 right tc rgb "#707070" font sized(0.8) }
# after stats, which skips values outside the ranges
set logscale xy
set xrange [STEP_min:STEP_max]
set yrange [Y_LOW:Y_HIGH]
set style fill transparent solid 0.18 noborder
plot for [i=1:N] THETAS using (of(i) ? column("theta") : NaN):(drawn(column("low"))):(drawn(column("high"))) with filledcurves lc rgb colour(STYLE[i]) notitle, \
     for [i=1:N] THETAS using (of(i) ? column("theta") : NaN):"theory" with lines lw 4 lc rgb "#b8b8b8" notitle, \
     for [i=1:N] THETAS using (of(i) ? column("theta") : NaN):(drawn(column("median"))) with points lc rgb colour(STYLE[i]) pt mark(STYLE[i]) ps 1.3*DOT notitle, \
     for [i=1:N] THETAS using "theta":(told(i)) with points lc rgb colour(STYLE[i]) pt mark(STYLE[i]-10*(variant(STYLE[i]) % 2)+10) ps 1.0*DOT notitle

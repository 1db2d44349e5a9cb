# SPDX-License-Identifier: GPL-3.0-or-later
# Caption: Error of the restitution of one contact, head on, over the step, against that of the springs themselves. Marks: the median
# over where within a step the touch happens to be, in a band of two thirds of all. Open marks: the mean of the errors with their signs,
# where it is more than a twentieth of single ones. Grey lines: theory for that mean.
R = R - labelroom(longest(N)); T = headroom(0)
load PLOTS . "/panel.gp"
THETAS = DIR . "/contact-thetas.tsv"
of(i) = strcol("solver") eq NAME[i]
stats THETAS using "theta" nooutput name "STEP"
stats THETAS using "high" nooutput name "MOST"
drawn(x) = x > 1e-15 ? x : NaN
told(i) = of(i) && abs(column("error")) > 0.05 * column("high") ? drawn(abs(column("error"))) : NaN
stats THETAS using (drawn(column("median"))) nooutput name "LEAST"
Y_LOW = LEAST_min; do for [i=1:N] { stats THETAS using (told(i)) nooutput name "MEAN"; if (MEAN_records > 0) { Y_LOW = min2(Y_LOW, MEAN_min) } }
set logscale xy
set format xy POWER
set xlabel tx("θ = h √(k/μ)", "$\\theta = h\\sqrt{k/\\mu}$")
set ylabel along("error of the restitution e", "error of e")
set xrange [STEP_min:STEP_max]
Y_LOW = decade(Y_LOW); Y_HIGH = round_up(1.5 * MOST_max); Y_LOG = 1
ENDS = N; array END_Y[N]; array END_TEXT[N]; array END_STYLE[N]
do for [i=1:N] {
    stats THETAS using (of(i) && column("theta") == STEP_max ? column("median") : NaN) nooutput name "MINE"
    END_Y[i] = MINE_records > 0 ? MINE_mean : NaN; END_TEXT[i] = LABEL[i]; END_STYLE[i] = STYLE[i]
}
set yrange [Y_LOW:Y_HIGH]
set ytics Y_LOW, log_step(Y_LOW, Y_HIGH)
load PLOTS . "/ends.gp"
NOTE = "grey: theory for the mean over the phases (open marks)"
if (strlen(NOTE) * 0.8 * 0.47 < 0.9 * (R-L) / wide(1)) { set label 11 NOTE at graph 0.99, graph 0.04 right tc rgb "#707070" font sized(0.8) }
set style fill transparent solid 0.18 noborder
plot for [i=1:N] THETAS using (of(i) ? column("theta") : NaN):(drawn(column("low"))):(drawn(column("high"))) with filledcurves lc rgb colour(STYLE[i]) notitle, \
     for [i=1:N] THETAS using (of(i) ? column("theta") : NaN):"theory" with lines lw 4 lc rgb "#b8b8b8" notitle, \
     for [i=1:N] THETAS using (of(i) ? column("theta") : NaN):(drawn(column("median"))) with points lc rgb colour(STYLE[i]) pt mark(STYLE[i]) ps 1.3*DOT notitle, \
     for [i=1:N] THETAS using "theta":(told(i)) with points lc rgb colour(STYLE[i]) pt mark(STYLE[i]-10*(variant(STYLE[i]) % 2)+10) ps 1.0*DOT notitle

# SPDX-License-Identifier: GPL-3.0-or-later
# Predictability time over the perturbation of the start (horizons.tsv): a bar between the samples
# before and after it. Where a small difference grows as exp(lambda t), a tenfold perturbation
# reaches the level ln(10)/lambda earlier: the broad lines have this slope, with the lambda that is
# fitted to the growth of the copies, not to these points, and stands at the left; each passes through the
# mean of its points. A fit through less
# than five collisions per ball is not shown. Copies that do not reach the level have a triangle at the
# end of the run.
R = R - labelroom(longest(N))
load PLOTS . "/panel.gp"
HORIZONS = DIR . "/horizons.tsv"
set xlabel "perturbation of the start (m)"
set ylabel along("predictability time (s)", "time (s)")
own(i) = strcol("solver") eq NAME[i]
missing(x) = strcol("horizon_to_s") eq "nan" && strcol("horizon_from_s") ne "nan"
X_LOW = 1e300; X_HIGH = 0; LINES_ = 0; SCATTER_ = 0; UPTO = 0; MISSING = 0
array RATE[N]; array COUNT[N]; array SUM_X[N]; array SUM_Y[N]
ENDS = N; load PLOTS . "/labels.gp"
do for [i=1:N] {
    COUNT[i] = 0; SUM_X[i] = 0; SUM_Y[i] = 0; RATE[i] = NaN; OFF = NaN; MISSED = MISSING; MOST = 0
    stats HORIZONS using (own(i) ? (X_LOW = min2(X_LOW, column("offset_m")), \
        X_HIGH = max2(X_HIGH, column("offset_m")), END_X[i] = column("offset_m"), RATE[i] = known("growth_per_s", NaN), \
        OFF = known("growth_per_s_error", NaN), \
        UPTO = max2(UPTO, known("horizon_to_s", 0)), MISSING = MISSING + missing(0), \
        END_Y[i] = known("horizon_s", NaN), END_Y[i] == END_Y[i] ? (MOST = max2(MOST, column("horizon_collisions")), COUNT[i] = COUNT[i] + 1, \
        SUM_X[i] = SUM_X[i] + log(column("offset_m")), SUM_Y[i] = SUM_Y[i] + END_Y[i], 0) : 0) \
        : 0) nooutput
    RATE[i] = MOST >= 5 ? RATE[i] : NaN
    if (END_Y[i] != END_Y[i] && MISSING > MISSED) { END_Y[i] = DURATION }
    if (RATE[i] > 0 && COUNT[i] > 0) {
        LINES_ = LINES_ + 1; SCATTER_ = SCATTER_ || COUNT[i] > 1
        set label 20+LINES_ LABEL[i] . sprintf(": λ = %.3g ± %.2g per s", RATE[i], OFF) \
            at graph 0.02, graph 0 left offset 0,-0.3 + 1.05 * LINES_ noenhanced \
            tc rgb colour(STYLE[i]) font sized(0.88)
    }
}
if (LINES_ > 0 && 1 / wide(1) > 40) {
    set label 20 (LINES_ > 1 ? "lines" : "line") . ": slope −1/λ from the growth of copies, through " . (SCATTER_ ? "the mean of the points" : "the point") at graph 0.02, graph 0 left \
        offset 0,0.75 + 1.05 * LINES_ tc rgb NOTED font sized(0.88)
}
if (UPTO == 0) { NOTHING = "no copy diverges within the run"; load PLOTS . "/nothing.gp"; exit }
X_LOW = 0.1 * decade(X_LOW); X_HIGH = 10 * decade(X_HIGH)
LOG_AXIS = "x"; LOG_LOW = X_LOW; LOG_HIGH = X_HIGH
load PLOTS . "/logarithmic.gp"
Y_LOW = 0; Y_HIGH = 1.14 * (MISSING > 0 ? DURATION : UPTO); Y_LOG = 0
set yrange [0:Y_HIGH]; set ytics 0, even_step(0, Y_HIGH)
if (DURATION < Y_HIGH) {
    set arrow 1 from graph 0, first DURATION to graph 1, first DURATION nohead lw 1.4 \
        lc rgb BESIDE dt (12,8) back
    set label 1 "end of the run" . (MISSING > 0 ? "; triangles: not diverged by then" : "") at graph 0.02, first DURATION left offset 0,0.95 tc rgb NOTED
}
line(i, x) = COUNT[i] > 0 && RATE[i] > 0 ? \
    SUM_Y[i] / COUNT[i] - (log(x) - SUM_X[i] / COUNT[i]) / RATE[i] : NaN
inside(y) = y >= 0 && y <= min2(DURATION, Y_HIGH) ? y : NaN
size(i) = DOT * (1.4 + 0.6 * (N - i)) # equal points stay visible
# without a line that ends at the right, the label belongs to the last point
do for [i=1:N] { if (inside(line(i, X_HIGH)) == line(i, X_HIGH)) { END_Y[i] = line(i, X_HIGH); END_X[i] = NaN } }
set samples 300
load PLOTS . "/ends.gp"
plot for [i=1:N] inside(line(i, x)) with lines lc rgb tint(colour(STYLE[i]), 0.35) lw 7 notitle, \
     for [i=1:N] HORIZONS using (own(i) && !missing(0) ? column("offset_m") : NaN): \
         "horizon_s":"horizon_from_s":"horizon_to_s" with yerrorbars lw 2 pt 6 ps size(i) \
         lc rgb colour(STYLE[i]) notitle, \
     for [i=1:N] HORIZONS using (own(i) && missing(0) ? column("offset_m") : NaN):(DURATION) \
         with points pt 8 ps size(i) lw 2 lc rgb colour(STYLE[i]) notitle

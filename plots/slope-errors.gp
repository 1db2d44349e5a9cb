# SPDX-License-Identifier: GPL-3.0-or-later
# Caption: Error of the slope of springs on a grid of time steps (filled), and of their outcome (open), over the largest error of
# a slope by theory: theta w0 T without dashpots, with the step theta = h w0 and the duration T. The broad grey line is this error.
R = R - labelroom(15); T = headroom(0)
load PLOTS . "/panel.gp"
TABLE = DIR . "/gradient.tsv"
set xlabel "largest error of the slope by theory"
set ylabel along("error of the slope, and of the outcome (" . plain(QUANTITY) . ")", "error")
bound(x) = column("grid_error") > 0 ? x : NaN
Y_LOG = 1; Y_LOW = decade(LOW); Y_HIGH = 10 * decade(HIGH)
stats TABLE every COLUMNS using (known("grid_error", 0) > 0 ? column("grid_error") : NaN) nooutput name "X"
set logscale xy; set format xy POWER
set xrange [0.7*X_min:1.4*X_max]; set yrange [Y_LOW:Y_HIGH]
set xtics decade(X_min), 10 ** ceil(log10(X_max / X_min) / max2(1, floor((R - L) / wide(3.5)))); set ytics Y_LOW, log_step(Y_LOW, Y_HIGH)
ENDS = 3; array END_Y[3] = [1.4*X_max, YMOST, YLEAST]; array END_TEXT[3] = ["slope at most", "slope", "outcome"]; array END_STYLE[3] = [8, STYLE[N], STYLE[N]]
load PLOTS . "/ends.gp"
slope_error(x) = abs(column("pathwise") - column("exact"))
load PLOTS . "/own.gp"
plot x with lines lc rgb TRUTH lw 6 dt solid notitle, \
     TABLE every COLUMNS using (bound(column("grid_error"))):(slope_error(0)) with linespoints lc rgb colour(STYLE[N]) lw 1.2 dt solid pt 7 ps 1.2*DOT notitle, \
     TABLE every COLUMNS using (bound(column("grid_error"))):(column("distance")) with linespoints lc rgb colour(STYLE[N]) lw 1.2 dt solid pt 6 ps 1.2*DOT notitle

# SPDX-License-Identifier: GPL-3.0-or-later
# Caption: Distance from the initial state after a run to time t and back with reversed velocities. Each solver has its colour;
# thinner lines have shorter steps.
R = R - labelroom(longest(N)); T = headroom(0)
load PLOTS . "/panel.gp"
TABLE = DIR . "/reverse.tsv"
set xlabel "time of reversal t (s)"
set ylabel along("rms distance from the start (m)", "rms distance (m)")
LW(i) = FINE[i] == 1 ? 3.4 : (FINE[i] == 2 ? 2.2 : 1.2)
DT(i) = FINE[i] == 1 ? 1 : (FINE[i] == 2 ? 2 : 3)
PT(i) = FINE[i] == 1 ? 7 : (FINE[i] == 2 ? 6 : 1)
ENDS = N; array END_Y[ENDS]; array END_TEXT[ENDS]; array END_STYLE[ENDS]
do for [i=1:N] {
    stats TABLE every ::(i*TIMES-1)::(i*TIMES-1) using (column("return_error_m") > 0 ? column("return_error_m") : 0) nooutput name "AT"
    END_Y[i] = AT_max > 0 ? AT_max : NaN; END_TEXT[i] = LABEL[i]; END_STYLE[i] = STYLE[i]
}
# after stats, which skips values outside the range
set xrange [0:DURATION]
Y_HIGH = 10
load PLOTS . "/rounding.gp"
load PLOTS . "/ends.gp"
plot for [i=1:N] TABLE every ::((i-1)*TIMES)::(i*TIMES-1) using "t_s":(drawn(column("return_error_m"))) with linespoints lw LW(i) dt DT(i) pt PT(i) ps 0.9*DOT lc rgb colour(STYLE[i]) notitle

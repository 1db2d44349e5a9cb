# SPDX-License-Identifier: GPL-3.0-or-later
# Work and precision: discretization error over the force evaluations of a run, at the middle stiffness. Below the broad
# line the discretization error is smaller than the modelling error.
R = R - labelroom(max2(15, longest(N))); T = headroom(0)
load PLOTS . "/panel.gp"
TABLE = DIR . "/convergence.tsv"
set xlabel "force evaluations of a run"
set ylabel along("distance from the converged run (m)", "error (m)")
Y_LOW = FLOORAT > 0 ? FLOORAT : 1; Y_HIGH = Y_LOW; Y_LOG = 1; X_LOW = 1e300; X_HIGH = 0
ENDS = N + 1; array END_X[ENDS]; load PLOTS . "/labels.gp"
do for [i=1:N] {
    A = MIDDLE[i]; Z = MIDDLE[i] + POINTS - 1
    stats TABLE every ::A::Z using (max2(1e-13, known("method_m", 0))) nooutput name "ERR"
    stats TABLE every ::A::Z using (column("force_evaluations")) nooutput name "SPENT"
    Y_LOW = min2(Y_LOW, ERR_min); Y_HIGH = max2(Y_HIGH, ERR_max); X_LOW = min2(X_LOW, SPENT_min); X_HIGH = max2(X_HIGH, SPENT_max)
    stats TABLE every ::A::A using (known("method_m", 0)) nooutput name "ERR"
    stats TABLE every ::A::A using (column("force_evaluations")) nooutput name "SPENT"
    END_Y[i] = ERR_max > 0 ? ERR_max : NaN; END_X[i] = SPENT_max
}
Y_LOW = decade(Y_LOW); Y_HIGH = 10 * decade(Y_HIGH)
set logscale xy
set format xy POWER
set xrange [X_LOW/1.3:X_HIGH*1.3]
set yrange [Y_LOW:Y_HIGH]
set ytics Y_LOW, log_step(Y_LOW, Y_HIGH)
if (FLOORAT > 0) {
    set arrow 1 from graph 0, first FLOORAT to graph 1, first FLOORAT nohead lw 5 lc rgb BESIDE back
}
END_X[ENDS] = X_HIGH * 1.3; END_Y[ENDS] = FLOORAT > 0 ? FLOORAT : NaN; END_TEXT[ENDS] = 1 / wide(1) < 40 ? "modelling" : "modelling error"
load PLOTS . "/ends.gp"
undefine END_X
plot for [i=1:N] TABLE every ::(MIDDLE[i])::(MIDDLE[i]+POINTS-1) using "force_evaluations":(drawn(column("method_m"))) with linespoints ls STYLE[i] dt solid lw 2 pt mark(STYLE[i]) ps 1.1*DOT notitle

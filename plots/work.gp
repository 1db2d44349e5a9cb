# SPDX-License-Identifier: GPL-3.0-or-later
# Caption: Work and precision: discretization error over the cost of a run, at the middle stiffness.
#
# COST is a column of convergence.tsv.
KEYROWS = max2(N > 3 ? 2 : 1, rows(N, longest(N))); T = headroom(KEYROWS)
load PLOTS . "/panel.gp"
TABLE = DIR . "/convergence.tsv"
set logscale xy
set format xy POWER
set xlabel COSTLABEL . " of a run"
set ylabel along("distance from the converged run (m)", "error (m)")
set yrange [1e-13:10]
set ytics 1e-13, 100
drawn(x) = x > 1e-13 ? x : NaN
if (FLOORAT > 0) {
    set arrow 1 from graph 0, first FLOORAT to graph 1, first FLOORAT nohead lw 5 lc rgb BESIDE back
    set label 11 "modelling error" at graph 0.985, first FLOORAT right offset 0,0.6 tc rgb "#505050"
}
plot for [i=1:N] TABLE every ::(MIDDLE[i])::(MIDDLE[i]+POINTS-1) using COST:(drawn(column("method_m"))) with linespoints ls STYLE[i] pt mark(STYLE[i]) ps 1.1*DOT title said(LABEL[i])

# SPDX-License-Identifier: GPL-3.0-or-later
# Work and precision: the method's error over what a run costs (column COST of convergence.tsv), at the middle stiffness.
T = 0.83
load PLOTS . "/panel.gp"
TABLE = DIR . "/convergence.tsv"
set logscale xy
set format xy "10^{%L}"
set xlabel COSTLABEL . " of a run" offset 0,0.3
set ylabel "distance from the converged run (m)"
set yrange [1e-13:10]
set ytics 1e-13, 100
set key at screen 0.55, screen 1 - 3.4 * FS * 1.333 / H center horizontal maxrows 2
drawn(x) = x > 1e-13 ? x : NaN
plot for [i=1:N] TABLE skip 1 every ::(MIDDLE[i])::(MIDDLE[i]+POINTS-1) using COST:(drawn($8)) with linespoints ls STYLE[i] pt (2*STYLE[i]+1) ps 1.1 title NAME[i]
unset logscale
unset arrow
unset label 11
unset label 12
unset label 13
unset label 1
unset label 2
unset label 3
unset label 4

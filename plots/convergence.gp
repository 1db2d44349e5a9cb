# SPDX-License-Identifier: GPL-3.0-or-later
# The method's error over the step, at the middle one of the stiffnesses, with the band of the phases and the fitted orders.
load PLOTS . "/panel.gp"
TABLE = DIR . "/convergence.tsv"
set logscale xy
set format xy "10^{%L}"
set xlabel "θ = h √(k/μ)" offset 0,0.3
set ylabel "distance from the converged run (m)"
set autoscale xfix
set yrange [1e-13:10]
set ytics 1e-13, 100
set key at graph 0.995, graph 0.02 right bottom vertical maxrows 8
drawn(x) = x > 1e-13 ? x : NaN
COLOUR(i) = word("#000000 #D55E00 #0072B2 #009E73 #CC79A7 #E69F00 #56B4E9", STYLE[i])
set style fill transparent solid 0.18 noborder
set label 11 "bands: 68 % of the phases of the step" at graph 0.02, graph 0.96 left tc rgb "#505050"
plot for [i=1:N] TABLE skip 1 every ::(MIDDLE[i])::(MIDDLE[i]+POINTS-1) using 3:(drawn($9)):(drawn($10)) with filledcurves lc rgb COLOUR(i) notitle, \
     for [i=1:N] TABLE skip 1 every ::(MIDDLE[i])::(MIDDLE[i]+POINTS-1) using 3:(drawn($8)) with linespoints ls STYLE[i] pt (2*STYLE[i]+1) ps 1.1 title SAYS[i]
unset logscale
unset arrow
unset label 11
unset label 12
unset label 13
unset label 1
unset label 2
unset label 3
unset label 4

# SPDX-License-Identifier: GPL-3.0-or-later
# Caption: Discretization error over the step at the middle stiffness: the distance from the same springs with converged steps,
# averaged over the sub-step offsets of the contact. The band contains two thirds of the offsets. Broad grey lines have the slope
# of theory.
LONGEST = 0; do for [i=1:N] { LONGEST = max2(LONGEST, strlen(SAYS[i]) - 3) } # "±" is two bytes, thin letters are many
KEYROWS = rows(N, LONGEST); T = headroom(KEYROWS)
load PLOTS . "/panel.gp"
TABLE = DIR . "/convergence.tsv"
set xlabel tx("θ = h √(k/μ)", "$\\theta = h\\sqrt{k/\\mu}$")
set ylabel along("distance from the converged run (m)", "error (m)")
drawn(x) = x > 1e-13 ? x : NaN
set style fill transparent solid 0.18 noborder
# Slopes of theory through the point nearest to theta = 0.05, over a decade
array THROUGH[N]; array THETA[N]
do for [i=1:N] {
    stats TABLE every ::(MIDDLE[i])::(MIDDLE[i]+POINTS-1) using (abs(log(column("theta") / 0.05))) nooutput name "NEAR"
    A = MIDDLE[i] + int(NEAR_index_min)
    stats TABLE every ::A::A using "theta" nooutput name "NEAR"
    THETA[i] = NEAR_max
    stats TABLE every ::A::A using (known("method_m", 0)) nooutput name "NEAR"
    THROUGH[i] = NEAR_max
}
# after stats, which skips values outside the range
set logscale xy
set format xy POWER
set autoscale xfix
set yrange [1e-13:10]
set ytics 1e-13, 100
slope(i, x) = EXPECTED[i] > 0 && x > 0.3 * THETA[i] && x < 3 * THETA[i] ? THROUGH[i] * (x / THETA[i]) ** EXPECTED[i] : NaN
set samples 300
set label 11 tx("bands: 68 % of the sub-step offsets", "bands: 68\\,\\% of the sub-step offsets") at graph 0.02, graph 0.96 left tc rgb "#505050"
plot for [i=1:N] slope(i, x) with lines lc rgb "#b4b4b4" lw 9 notitle, \
     for [i=1:N] TABLE every ::(MIDDLE[i])::(MIDDLE[i]+POINTS-1) using "theta":(drawn(column("method_low_m"))):(drawn(column("method_high_m"))) with filledcurves lc rgb colour(STYLE[i]) notitle, \
     for [i=1:N] TABLE every ::(MIDDLE[i])::(MIDDLE[i]+POINTS-1) using "theta":(drawn(column("method_m"))) with linespoints ls STYLE[i] pt mark(STYLE[i]) ps 1.1*DOT title said(SAYS[i])

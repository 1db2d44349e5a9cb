# SPDX-License-Identifier: GPL-3.0-or-later
# Caption: Means over the seeds, divided by the means of the reference, with standard errors. Bars are kinetic theory.
KEYROWS = rows(N + 1, max2(6, longest(N))); T = headroom(KEYROWS)
load PLOTS . "/panel.gp"
TABLE = DIR . "/statistics.tsv"
ROWS = MEASURES + 1
set xlabel ""
set ylabel sprintf("mean / mean of %s", said(LABEL[REF])) noenhanced
NARROW = 1 / wide(1) < 40
if (NARROW) { set bmargin at screen B + high(2.6); set xtics rotate by 25 right }
set xtics ()
do for [m=1:MEASURES] { set xtics add (tic(MEASURED[m]) m) }
array OFREF[MEASURES]; NONZERO = 0
do for [m=1:MEASURES] {
    stats TABLE every ::((REF-1)*ROWS+m-1)::((REF-1)*ROWS+m-1) using (known("mean", 0)) nooutput name "MEAN"
    OFREF[m] = MEAN_mean != 0 ? MEAN_mean : NaN; NONZERO = NONZERO || MEAN_mean != 0
}
# after stats, which skips values outside the range
set xrange [0.4:MEASURES+0.6]
SHIFT(i) = (i - 0.5 * (N + 1)) * 0.16
# The single-point lines are invisible; they keep the axis from being empty if all means are equal.
if (!NONZERO) { set label 11 sprintf("all means of %s are 0", said(LABEL[REF])) at graph 0.5, graph 0.75 center noenhanced tc rgb "#606060" }
set arrow 1 from graph 0, first 1 to graph 1, first 1 nohead lw 1.2 lc rgb "#b0b0b0"
plot for [i=1:N] TABLE every ::((i-1)*ROWS)::((i-1)*ROWS+MEASURES-1) using (int($0)+1+SHIFT(i)):(column("theory")/OFREF[int($0)+1]):(0.06) with xerrorbars pt 0 lw 5 lc rgb "#c8c8c8" title (i == 1 && GAS ? "theory" : ""), \
     for [i=1:N] TABLE every ::((i-1)*ROWS)::((i-1)*ROWS+MEASURES-1) using (int($0)+1+SHIFT(i)):(column("mean")/OFREF[int($0)+1]):(column("standard_error")/OFREF[int($0)+1]) with yerrorbars lw 2.4 pt mark(STYLE[i]) ps 1.5*DOT lc rgb colour(STYLE[i]) title said(LABEL[i]), \
     for [y in "0.999 1.001"] "+" every ::0::0 using (1):(real(y)) with lines notitle

# SPDX-License-Identifier: GPL-3.0-or-later
# Means over the ensemble, divided by the reference's, with standard errors; what theory says as a bar.
load PLOTS . "/panel.gp"
TABLE = DIR . "/statistics.tsv"
ROWS = MEASURES + 1
set xlabel ""
set ylabel sprintf("mean over that of %s", NAME[REF]) noenhanced
set xrange [0.4:MEASURES+0.6]
set xtics ()
do for [m=1:MEASURES] { set xtics add (LABEL[m] m) }
set key at screen 0.55, screen 1 - 3.1 * FS * 1.333 / H center horizontal maxrows 1
array R[MEASURES]
do for [m=1:MEASURES] {
    stats TABLE skip 1 every ::((REF-1)*ROWS+m-1)::((REF-1)*ROWS+m-1) using 3 nooutput name "MEAN"
    R[m] = (exists("MEAN_mean") && MEAN_mean != 0) ? MEAN_mean : NaN
}
SHIFT(i) = (i - 0.5 * (N + 1)) * 0.16
COLOUR(i) = word("#000000 #D55E00 #0072B2 #009E73 #CC79A7 #E69F00 #56B4E9", STYLE[i])
set arrow 1 from graph 0, first 1 to graph 1, first 1 nohead lw 1.2 lc rgb "#b0b0b0"
plot for [i=1:N] TABLE skip 1 every ::((i-1)*ROWS)::((i-1)*ROWS+MEASURES-1) using (int($0)+1+SHIFT(i)):($5/R[int($0)+1]):(0.06) with xerrorbars pt 0 lw 5 lc rgb "#c8c8c8" title (i == 1 && GAS ? "theory" : ""), \
     for [i=1:N] TABLE skip 1 every ::((i-1)*ROWS)::((i-1)*ROWS+MEASURES-1) using (int($0)+1+SHIFT(i)):($3/R[int($0)+1]):($4/R[int($0)+1]) with yerrorbars lw 2.4 pt (2*STYLE[i]+3) ps 1.5 lc rgb COLOUR(i) title NAME[i]
set xtics auto
unset logscale
unset arrow
unset label 11
unset label 12
unset label 13
unset label 1
unset label 2
unset label 3
unset label 4

# SPDX-License-Identifier: GPL-3.0-or-later
# Means over the seeds, divided by the means of the reference, with standard errors. Broad grey bars are kinetic theory.
R = R - labelroom(longest(N)); T = headroom(0)
load PLOTS . "/panel.gp"
TABLE = DIR . "/statistics.tsv"
ROWS = MEASURES + 1
set xlabel ""
set ylabel sprintf("mean / mean of %s", LABEL[REF]) noenhanced
# Long names have two lines, or are turned.
PLACE = (R - L) / MEASURES / wide(0.5) # letters
if (PLACE < 9) { set bmargin at screen B + high(2.6); set xtics rotate by 25 right }
folded(s) = PLACE < 9 || PLACE > strlen(s) + 1 || strstrt(s, " ") == 0 ? s : s[1:strstrt(s, " ")-1] . "\n" . s[strstrt(s, " ")+1:*]
TICFONT = sized(PLACE < 12 ? 0.88 : 1); set xtics () font TICFONT
do for [m=1:MEASURES] { set xtics add (tic(folded(MEASURED[m])) m) }
SHIFT(i) = (i - 0.5 * (N + 1)) * min2(0.16, 0.8 / N)
row(i, m) = (i - 1) * ROWS + m - 1
array OFREF[MEASURES]; NONZERO = 0; Y_LOW = 1; Y_HIGH = 1; Y_LOG = 0
ENDS = N; array END_X[N]; load PLOTS . "/labels.gp"
do for [m=1:MEASURES] {
    stats TABLE every ::row(REF, m)::row(REF, m) using (known("mean", 0)) nooutput name "MEAN"
    OFREF[m] = MEAN_mean != 0 ? MEAN_mean : NaN; NONZERO = NONZERO || MEAN_mean != 0
}
do for [i=1:N] { do for [m=1:MEASURES] {
    stats TABLE every ::row(i, m)::row(i, m) using (known("standard_error", 0)) nooutput name "WIDTH"
    stats TABLE every ::row(i, m)::row(i, m) using (known("mean", 0)) nooutput name "MEAN"
    if (OFREF[m] == OFREF[m] && MEAN_max != 0) {
        Y_LOW = min2(Y_LOW, (MEAN_max - WIDTH_max) / OFREF[m]); Y_HIGH = max2(Y_HIGH, (MEAN_max + WIDTH_max) / OFREF[m])
        END_X[i] = m + SHIFT(i) + 0.1; END_Y[i] = MEAN_max / OFREF[m]
    }
    stats TABLE every ::row(i, m)::row(i, m) using (known("theory", 0)) nooutput name "MEAN"
    if (OFREF[m] == OFREF[m] && MEAN_max != 0) { Y_LOW = min2(Y_LOW, MEAN_max / OFREF[m]); Y_HIGH = max2(Y_HIGH, MEAN_max / OFREF[m]) }
} }
PAD = max2(0.002, 0.08 * (Y_HIGH - Y_LOW)); Y_LOW = Y_LOW - PAD; Y_HIGH = Y_HIGH + PAD
set xrange [0.4:MEASURES+0.6]
set yrange [Y_LOW:Y_HIGH]
set ytics even_step(Y_LOW, Y_HIGH)
if (!NONZERO) { set label 11 sprintf("all means of %s are 0", LABEL[REF]) at graph 0.5, graph 0.75 center noenhanced tc rgb "#606060" }
if (GAS) { set label 12 "broad grey: theory" at graph 0.98, graph 0.96 right tc rgb "#707070" }
set arrow 1 from graph 0, first 1 to graph 1, first 1 nohead lw 1.2 lc rgb "#b0b0b0"
load PLOTS . "/ends.gp"
undefine END_X
HALF = min2(0.06, 0.3 / N)
plot for [i=1:N] TABLE every ::row(i, 1)::row(i, MEASURES) using (int($0)+1+SHIFT(i)-HALF):(column("theory")/OFREF[int($0)+1]):(2*HALF):(0) with vectors nohead lw 7 lc rgb "#c0c0c0" notitle, \
     for [i=1:N] TABLE every ::row(i, 1)::row(i, MEASURES) using (int($0)+1+SHIFT(i)):(column("mean")/OFREF[int($0)+1]):(column("standard_error")/OFREF[int($0)+1]) with yerrorbars lw 2.0 pt mark(STYLE[i]) ps 1.2*DOT lc rgb colour(STYLE[i]) notitle, \
     1/0 notitle

# SPDX-License-Identifier: GPL-3.0-or-later
# Means over the seeds, divided by the means of the reference, with standard errors. Broad grey bars
# are kinetic theory.
R = R - labelroom(longest(N))
load PLOTS . "/panel.gp"
TABLE = DIR . "/statistics.tsv"
QUANTITY = "collision_rate_Hz free_path_m energy_J temperature_J pressure_N_per_m mean_speed_mps"
array WORDS[6] = ["collision rate", "free path", "energy", "temperature", "pressure", "mean speed"]
place(k) = k == 0 || word(QUANTITY, k) eq strcol("quantity") ? k : place(k - 1)
set xlabel ""
set ylabel sprintf("mean / mean of %s", LABEL[REF]) noenhanced
# Long names have two lines, or are turned.
PLACE = (R - L) / 6 / wide(0.5) # letters
if (PLACE < 9) { set bmargin at screen B + high(2.6); set xtics rotate by 25 right offset 0,-0.4 }
folded(s) = PLACE < 9 || PLACE > strlen(s) + 1 || strstrt(s, " ") == 0 ? s \
    : s[1:strstrt(s, " ")-1] . "\n" . s[strstrt(s, " ")+1:*]
TICFONT = sized(PLACE < 12 ? 0.88 : 1); set xtics () font TICFONT
do for [m=1:6] { set xtics add (tic(folded(WORDS[m])) m) }
# means of the reference; NaN: 0 or unknown
array OFREF[6]; do for [m=1:6] { OFREF[m] = NaN }
stats TABLE using (m = is_of(REF) ? place(6) : 0, m > 0 && known("mean", 0) != 0 \
    ? (OFREF[m] = column("mean")) : 0, 0) nooutput
ratio(name) = (m = place(6), m > 0 && OFREF[m] == OFREF[m] && strcol(name) ne "nan" \
    ? column(name) / OFREF[m] : NaN)
at(i) = is_of(i) ? place(6) + (i - 0.5 * (N + 1)) * min2(0.16, 0.8 / N) : NaN
Y_LOW = 1; Y_HIGH = 1; Y_LOG = 0; THEORY = 0; HALF = min2(0.06, 0.3 / N)
widen(y) = y == y ? (Y_LOW = min2(Y_LOW, y), Y_HIGH = max2(Y_HIGH, y), 1) : 0
error(name) = known("standard_error", 0) * abs(ratio(name) / column(name))
array COMPLETE[N]; STOPPED = "" # solvers without a complete run
ENDS = N; array END_X[N]; load PLOTS . "/labels.gp"
do for [i=1:N] {
    COMPLETE[i] = 0
    stats TABLE using (COMPLETE[i] = COMPLETE[i] || (is_of(i) && strcol("mean") ne "nan"), is_of(i) && widen(ratio("mean")) ? (widen(ratio("mean") - error("mean")), \
        widen(ratio("mean") + error("mean")), END_X[i] = at(i) + 0.1, END_Y[i] = ratio("mean"), \
        THEORY = widen(ratio("theory")) ? 1 : THEORY) : 0, 0) nooutput
    if (!COMPLETE[i]) { STOPPED = STOPPED . (STOPPED eq "" ? "all runs stopped: " : ", ") . LABEL[i] }
}
PAD = max2(0.002, 0.08 * (Y_HIGH - Y_LOW)); Y_LOW = Y_LOW - PAD; Y_HIGH = Y_HIGH + PAD
set xrange [0.4:6.6]; set yrange [Y_LOW:Y_HIGH]
set ytics even_step(Y_LOW, Y_HIGH)
if (COMPLETE[REF] && END_Y[REF] != END_Y[REF]) { set label 11 sprintf("all means of %s are 0", \
    LABEL[REF]) at graph 0.5, graph 0.75 center noenhanced tc rgb FAINT }
set label 13 STOPPED at graph 0, graph 1.04 left noenhanced tc rgb FAINT
if (THEORY) { set label 12 "broad grey: theory" at graph 0.98, graph 0.96 right tc rgb FAINT }
set arrow 1 from graph 0, first 1 to graph 1, first 1 nohead lw 1.2 lc rgb LEADER
load PLOTS . "/ends.gp"
plot for [i=1:N] TABLE using (at(i)-HALF):(ratio("theory")):(2*HALF):(0) with vectors nohead lw 7 \
        lc rgb TRUTH notitle, \
    for [i=1:N] TABLE using (at(i)):(ratio("mean")):(error("mean")) with yerrorbars lw 2.6 \
        pt mark(STYLE[i]) ps 2*DOT lc rgb colour(STYLE[i]) notitle, NaN notitle

# SPDX-License-Identifier: GPL-3.0-or-later
# Force over overlap in one contact, exact: compression above, decompression below, in the sense of the arrows. The
# enclosed area is the energy that the contact dissipates.
load PLOTS . "/inside.gp"
MOST = 0; do for [i=1:N] { MOST = max2(MOST, abs(LOSS[i])) }
MILLI = units(0, MOST)
T = headroom(0); RIGHT_ = R; R = R - labelroom(LONGEST + 9)
load PLOTS . "/panel.gp"
stats EXACT using "overlap_m":"force_N" nooutput name "FAR"
DEEP = FAR_max_x; HARD = max2(FAR_max_y, -FAR_min_y)
UNIT = units(0, DEEP); PART = units(0, HARD)
Y_LOW = FAR_min_y < 0 ? 1.15*FAR_min_y*PART : 0; Y_HIGH = 1.08*FAR_max_y*PART; Y_LOG = 0
XNAME = sprintf("overlap (%s)", unit(0, DEEP, "m")); YNAME = sprintf("force (%s)", unit(0, HARD, "N"))
array SAYS[N]
do for [i=1:N] {
    TWIN = 0; do for [j=1:N] { TWIN = TWIN || (j != i && stem(LABEL[j]) eq stem(LABEL[i])) }
    SAYS[i] = sprintf("%s: %.2g %s", TWIN ? tail(LABEL[i]) : stem(LABEL[i]), abs(LOSS[i]) < 1e-4*MOST ? 0 : LOSS[i]*MILLI, unit(0, MOST, "J"))
}
# Arrows of sense where the overlap passes a third of the deepest and, on the way back, two thirds; from the row before.
x(i) = column("overlap_m")*UNIT; WIDTH_ = DEEP*UNIT; PX = 0; PY = 0
past(at, there) = (OX - at*WIDTH_) * there < 0 && (PX - at*WIDTH_) * there >= 0
passed(x, y) = (OX = PX, OY = PY, PX = x, PY = y, abs(PX - OX) < 0.1*WIDTH_ && (past(0.33, 1) || past(0.67, -1)))
LOOP = 'EXACT using (of(i) ? x(i) : NaN):(column("force_N")*PART) with lines'
SENSE = 'EXACT using (passed(of(i) ? x(i) : 10*WIDTH_, column("force_N")*PART) && abs(LOSS[i]) > 1e-4*MOST ? OX : NaN):(OY):(PX-OX):(PY-OY) with vectors head size screen 0.014,18 fixed filled lw 3'
MANY = N > 3; MULTIPLES = N; MULTIPLE_X = XNAME; MULTIPLE_Y = YNAME; MULTIPLE_ASPECT = 1.2
array MULTIPLE_TEXT[N]; array MULTIPLE_STYLE[N]
do for [i=1:N] { MULTIPLE_TEXT[i] = SAYS[i]; MULTIPLE_STYLE[i] = STYLE[i] }
if (MANY) { R = RIGHT_ }
do for [q=1:(MANY ? N : 0)] {
    MULTIPLE = q
    load PLOTS . "/multiples.gp"
    set xrange [0:1.03*DEEP*UNIT]; set yrange [Y_LOW:Y_HIGH]
    set xtics 0, across_step(0, 1.03*DEEP*UNIT); set ytics even_step(Y_LOW, Y_HIGH)
    if (!MULTIPLE_LEFT) { set format y "" }
    set arrow 3 from graph 0, first 0 to graph 1, first 0 nohead lw 1.0 lc rgb "#707070" back
    plot for [i=1:N] @LOOP lw 1.4 lc rgb "#d4d4d4" notitle, \
         for [i=q:q] @LOOP lw 3 lc rgb colour(STYLE[i]) notitle, for [i=q:q] @SENSE lc rgb colour(STYLE[i]) notitle
}
undefine MULTIPLE_*
if (MANY) exit
# names at the deepest point of each curve
ENDS = N; array END_X[N]; load PLOTS . "/labels.gp"
do for [i=1:N] {
    stats EXACT using (of(i) ? column("force_N") : NaN):(of(i) ? column("overlap_m") : NaN) nooutput name "MINE"
    END_Y[i] = MINE_pos_max_y*PART; END_X[i] = MINE_max_y*UNIT; END_TEXT[i] = SAYS[i]
}
set xlabel XNAME
set ylabel YNAME
set xrange [0:1.03*DEEP*UNIT]
set xtics 0, across_step(0, 1.03*DEEP*UNIT)
set yrange [Y_LOW:Y_HIGH]
set arrow 3 from graph 0, first 0 to graph 1, first 0 nohead lw 1.0 lc rgb "#707070" back
load PLOTS . "/ends.gp"
undefine END_X
plot for [i=1:N] @LOOP lw 3 lc rgb colour(STYLE[i]) notitle, for [i=1:N] @SENSE lc rgb colour(STYLE[i]) notitle

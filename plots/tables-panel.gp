# SPDX-License-Identifier: GPL-3.0-or-later
# Panel of a page of tables: draws the blocks of the quantity PANEL_BLOCK[PLACE].
Q = PANEL_BLOCK[PLACE]; TIMES = 1.0
array LAST[N]; array POINTS[N]
eval sprintf("do for [i=1:N] { LAST[i] = %sLAST[i]; POINTS[i] = %sPOINTS[i] }", Q, Q)
set autoscale # stats skips values outside the range
X0 = 1e300; X1 = -1e300; Y0 = 1e300; Y1 = -1e300
do for [i=1:N] {
    if (POINTS[i] > 0) {
        stats sprintf("$%s%d", Q, i) using "x":"y" nooutput name "OF"
        X0 = min2(X0, OF_min_x); X1 = max2(X1, OF_max_x)
        Y0 = min2(Y0, OF_min_y); Y1 = max2(Y1, OF_max_y)
    }
}
if (Q ne "PLACE" || PANELS == 1) { R = R - labelroom(longest(N)) }
load PLOTS . "/panel.gp"
ENDS = N; load PLOTS . "/labels.gp"
if (Q eq "PLACE") {
    TABLE = 0; CURVE = "with points pt 7 ps 0.3*DOT"
    # a motion along one line needs room for the tics across it
    s = 0.03 * max2(1e-3, max2(X1 - X0, Y1 - Y0)); QX = X1 - X0; QY = Y1 - Y0
    QX = max2(s, 0.25 * QY - 0.5 * QX); QY = max2(s, 0.125 * (X1 - X0) - 0.5 * QY)
    X0 = X0 - QX; X1 = X1 + QX; Y0 = Y0 - QY; Y1 = Y1 + QY
    load PLOTS . "/scale.gp"
    QX = R; QY = L; R = 0.5 * (L + R) + w2; L = R - 2 * w2; QB = B; B = T - 2 * h2
    set xtics across_step(X0, X1); set ytics even_step(Y0, Y1)
    R = QX; L = QY; B = QB
    do for [i=1:(PANELS == 1 ? N : 0)] { END_Y[i] = Y1 }
} else {
    if (Q eq "COUNT") {
        CURVE = "with steps lw 2"; Y0 = 0; Y1 = 1.05 * Y1
        set ylabel "collisions"; set ytics count_step(Y0, Y1)
    } else {
        CURVE = "with lines lw 2"
        s = max2(0.08 * (Y1 - Y0), 0.02 * max2(abs(Y0), abs(Y1))); s = s > 0 ? s : 1.0
        TIMES = units(Y0 - s, Y1 + s)
        set ylabel ENERGYNAME . " (" . unit(Y0 - s, Y1 + s, "J") . ")"
        Y0 = TIMES * (Y0 - s); Y1 = TIMES * (Y1 + s)
        set ytics even_step(Y0, Y1)
        L = L + ticroom(Y0, Y1); set lmargin at screen L; set ylabel offset NAMESHIFT,0
    }
    X0 = min2(0, X0); X1 = X1 > X0 ? X1 : X0 + 1.0
    set xrange [X0:X1]; set yrange [Y0:Y1]; set xtics across_step(X0, X1)
    do for [i=1:N] { if (POINTS[i] > 0) { END_Y[i] = TIMES * LAST[i] } }
}
Y_LOW = Y0; Y_HIGH = Y1; Y_LOG = 0
load PLOTS . "/ends.gp"
CURVES = ""
do for [i=1:N] {
    if (POINTS[i] > 0) {
        CURVES = CURVES . (CURVES eq "" ? "" : ", ") . sprintf("$%s%d using 'x':(TIMES*column('y')) %s", Q, \
            i, CURVE) . sprintf(" lc rgb colour(STYLE[%d]) notitle", i)
    }
}
load PLOTS . "/own.gp"
eval "plot " . CURVES

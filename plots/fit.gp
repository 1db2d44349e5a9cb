# SPDX-License-Identifier: GPL-3.0-or-later
# Above, the recorded positions (grey circles) and the fitted runs (dots) over time: y, or x if it
# varies much more. Below, fitted minus recorded position of each solver in units of sigma_m, the
# standard error of the recording: x open, y filled, and chi-square per degree of freedom. The band
# is one sigma; samples outside the dashed lines are outliers of more than 4 sigma.
TABLE = DIR . "/fit-residuals.tsv"
stats TABLE using "t_s" nooutput
DURATION = STATS_max
stats TABLE using "x_m" nooutput
LOW = STATS_min; HIGH = STATS_max; X_MOVES = HIGH > LOW
stats TABLE using "y_m" nooutput
Y_MOVES = STATS_max > STATS_min; QUANTITY = "x"
if (HIGH - LOW <= 3 * (STATS_max - STATS_min)) { QUANTITY = "y"; LOW = STATS_min; HIGH = STATS_max }
ALONG = QUANTITY . "_m"
YMOST = 0; of(i) = strcol("solver") eq NAME[i] ? 1 : NaN
do for [i=1:N] {
    stats TABLE using (of(i) * max2(X_MOVES * abs(column("residual_x")), \
        Y_MOVES * abs(column("residual_y")))) nooutput
    YMOST = max2(YMOST, STATS_max)
}
PAD = HIGH > LOW ? 0.08 * (HIGH - LOW) : 0.01
FAR = 1.15 * max2(YMOST, 2.5)
MULTIPLES = N + 1; MULTIPLE_X = "t (s)"; MULTIPLE_Y = ""; MULTIPLE_ASPECT = 10
array MULTIPLE_TEXT[MULTIPLES]; array MULTIPLE_STYLE[MULTIPLES]
MULTIPLE_TEXT[1] = "Recorded (○) and fitted (●); below: band ±1 σ" . (FAR > 4 ? ", dashed ±4 σ" : ""); MULTIPLE_STYLE[1] = 8
CELL_IN = DIR . "/fit-models.tsv"
do for [i=1:N] {
    CELL_ROW = NAME[i]; CELL_OF = "reduced"; load PLOTS . "/cell.gp"; CHI = CELL
    CELL_OF = "freedom"; load PLOTS . "/cell.gp"
    MULTIPLE_TEXT[i+1] = LABEL[i] . sprintf(", χ²/%.0f = %.3g", CELL, CHI)
    MULTIPLE_STYLE[i+1] = STYLE[i]
}
if (X_MOVES && Y_MOVES) { MULTIPLE_TEXT[2] = MULTIPLE_TEXT[2] . "   ○ x  ● y" }
do for [MULTIPLE=1:MULTIPLES] {
    load PLOTS . "/multiples.gp"
    i = MULTIPLE - 1
    set format y (MULTIPLE_LEFT || i == 1 ? "%g" : "")
    set xrange [-0.03*DURATION:1.03*DURATION]; set xtics across_step(0, DURATION)
    if (i == 0) { set yrange [LOW-PAD:HIGH+PAD] } else { set yrange [-FAR:FAR] }
    if (i == 0) { set ytics even_step(LOW-PAD, HIGH+PAD) } else { set ytics even_step(-FAR, FAR) }
    # one name for the axes of the residuals on the left
    LOWEST = i > 0 ? B - (MULTIPLE_ROWS - 2) * (MULTIPLE_H + MULTIPLE_SKY) : B
    if (i == 0 || i == MULTIPLE_COLUMNS) {
        set label 15 (i == 0 ? QUANTITY . " (m)" : "residual (σ)") \
            at screen L - wide(4.2), screen 0.5 * (LOWEST + T) rotate center
    } else { unset label 15 }
    if (i > 0) {
        set object 21 rectangle from graph 0, first -1 to graph 1, first 1 behind fs solid 1.0 \
            noborder fc rgb "#eeeeee"
        if (FAR > 4) { do for [s=-4:4:8] {
            set arrow 9+s from graph 0, first s to graph 1, first s nohead lw 1.2 lc rgb BESIDE \
                dt (12,8) back
        } }
    }
    if (i == 0) {
        plot TABLE using "t_s":(of(1)*column(ALONG)) with points pt 6 ps 2*DOT lw 1.5 \
            lc rgb "#808080" notitle, \
            for [k=1:N] TABLE using "t_s":(of(k)*column("fitted_".ALONG)) with points pt 7 \
            ps DOT lc rgb colour(STYLE[k]) notitle
    } else {
        plot TABLE using "t_s":(X_MOVES ? of(i)*column("residual_x") : NaN) with points pt 6 \
            ps 1.3*DOT lc rgb colour(STYLE[i]) notitle, \
            TABLE using "t_s":(Y_MOVES ? of(i)*column("residual_y") : NaN) with points pt 7 \
            ps 1.3*DOT lc rgb colour(STYLE[i]) notitle
    }
}

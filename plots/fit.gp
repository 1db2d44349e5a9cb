# SPDX-License-Identifier: GPL-3.0-or-later
# Above, the recorded positions (grey circles) and the fitted runs (dots) over time: y, or x if it varies
# much more. Below, fitted minus recorded position of each solver in units of sigma_m, the standard error of the recording: x open, y
# filled. The band is one sigma; samples outside the dashed lines are outliers of more than 4 sigma.
TABLE = DIR . "/fit-residuals.tsv"
ALONG = QUANTITY . "_m"
PAD = HIGH > LOW ? 0.08 * (HIGH - LOW) : 0.01
FAR = 1.15 * max2(YMOST, 2.5)
MULTIPLES = N + 1; MULTIPLE_X = "t (s)"; MULTIPLE_Y = ""; MULTIPLE_ASPECT = 10
array MULTIPLE_TEXT[MULTIPLES]; array MULTIPLE_STYLE[MULTIPLES]
MULTIPLE_TEXT[1] = "Recorded and fitted"; MULTIPLE_STYLE[1] = 8
do for [i=1:N] { MULTIPLE_TEXT[i+1] = LABEL[i]; MULTIPLE_STYLE[i+1] = STYLE[i] }
from(i) = (i - 1) * POINTS; upto(i) = i * POINTS - 1
do for [MULTIPLE=1:MULTIPLES] {
    load PLOTS . "/multiples.gp"
    i = MULTIPLE - 1
    set format y "%g"
    set xrange [-0.03*DURATION:1.03*DURATION]; set xtics across_step(0, DURATION)
    if (i == 0) { set yrange [LOW-PAD:HIGH+PAD] } else { set yrange [-FAR:FAR] }
    if (i == 0) { set ytics even_step(LOW-PAD, HIGH+PAD) } else { set ytics even_step(-FAR, FAR) }
    # one name for the axes of all residuals below each other
    LOWEST = MULTIPLE_COLUMNS == 1 ? B - (N - 1) * (MULTIPLE_H + MULTIPLE_SKY) : B
    if (i < 2 || MULTIPLE_COLUMNS > 1) {
        set label 15 (i == 0 ? QUANTITY . " (m)" : "residual (σ)") at screen L - wide(4.2), screen 0.5 * ((i == 0 ? B : LOWEST) + T) rotate center
    } else { unset label 15 }
    if (i > 0) {
        set object 21 rectangle from graph 0, first -1 to graph 1, first 1 behind fs solid 1.0 noborder fc rgb "#eeeeee"
        if (FAR > 4) { do for [s=-4:4:8] { set arrow 9+s from graph 0, first s to graph 1, first s nohead lw 1.2 lc rgb BESIDE dt (6,3) back } }
    }
    if (i == 0) {
        plot TABLE every ::from(1)::upto(1) using "t_s":ALONG with points pt 6 ps 1.5*DOT lw 1.5 lc rgb "#808080" notitle, \
            for [k=1:N] TABLE every ::from(k)::upto(k) using "t_s":"fitted_".ALONG with points pt 7 ps 0.6*DOT lc rgb colour(STYLE[k]) notitle
    } else {
        plot TABLE every ::from(i)::upto(i) using "t_s":(SHOWN % 2 == 1 ? column("residual_x") : NaN) with points pt 6 ps 0.8*DOT lc rgb colour(STYLE[i]) notitle, \
            TABLE every ::from(i)::upto(i) using "t_s":(SHOWN > 1 ? column("residual_y") : NaN) with points pt 7 ps 0.8*DOT lc rgb colour(STYLE[i]) notitle
    }
}
undefine MULTIPLE_*

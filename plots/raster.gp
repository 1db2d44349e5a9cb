# SPDX-License-Identifier: GPL-3.0-or-later
# A row for each solver, a tick for each collision, short at a wall; above 300 collisions their rate.
if (SHOWKEY) { T = headroom(0) }
T = T - high(1.2)
L = L + wide(max2(0, 0.55 * longest(N) - 4.5))
load PLOTS . "/panel.gp"
if (HEAD ne "") { set label 10 at screen L, screen T + high(2.1) }
set xrange [0:DURATION]
set yrange [0.4:N+0.6]
set grid noytics
set ytics scale 0 noenhanced ("" 0)
# labels, not tics: gnuplot cuts tics with a % after 50 letters
do for [i=1:N] { set label 60+i LABEL[i] at graph 0, first N+1-i right offset -1.0,0 noenhanced tc rgb "#202020" }
do for [i=1:N] {
    if (PARTED[i] > 0) {
        y = N + 1 - i
        set arrow 40+i from PARTED[i], first y-0.45 to PARTED[i], first y+0.45 \
            nohead front lw 3.5 lc rgb ALARM
    }
}
if (PARTING > 0) {
    t = PARTED[PARTING]
    set label 41 stem(LABEL[PARTING]) . sprintf(" parts, %.3g s", t) at t, screen T + high(0.7) left \
        noenhanced tc rgb ALARM
    if (t > 0.5 * DURATION) { set label 41 right }
    set arrow 39 from t, graph 1 to t, first N+1-PARTING nohead front lw 1.4 lc rgb ALARM
}
CURVES = "NaN notitle"
TICKED = " with vectors nohead lw 1.6"; MOSTRATE = 0
do for [i=1:N] { MOSTRATE = max2(MOSTRATE, TICKRATE[i]) }
do for [i=1:N] {
    y = N + 1 - i - 0.35
    if (TICKS[i] > 0) {
        CURVES = CURVES . sprintf(", $TICK%d using 't_s':(%g):(0):(column('wall') > 0 ? 0.35 : 0.7)", i, y) . \
            TICKED . sprintf(" lc rgb colour(STYLE[%d]) notitle", i)
    }
    if (TICKRATE[i] > 0) {
        CURVES = CURVES . sprintf(", $TICK%d using (column('t_s')+0.5*RATEBIN)", i) . \
            sprintf(":(%g+0.35*column('count')/RATEBIN/MOSTRATE):(0.5*RATEBIN)", y) . \
            ":(0.35*column('count')/RATEBIN/MOSTRATE)" . \
            sprintf(" with boxxyerror fs solid noborder lc rgb colour(STYLE[%d]) notitle", i)
        set label 80+i sprintf("up to %.0f in 1 s", TICKRATE[i]) at graph 0.99, first y + 0.82 \
            right tc rgb NOTED font sized(0.88)
    }
}
eval "plot " . CURVES
set grid ytics
set ytics out scale 0.6 enhanced

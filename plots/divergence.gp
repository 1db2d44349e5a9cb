# SPDX-License-Identifier: GPL-3.0-or-later
# Distance from the balls of the reference over time; the largest delay v t_c of a contact of each solver,
# which no smaller step reduces, as a dashed line in its colour; and the first mismatch.
load PLOTS . "/paths.gp"
NOTHING = COMPARED ? "" : "only carom compare with two solvers or more measures distances"
Q_TABLE(i) = DIR . "/divergence.tsv"; Q_VALUE(i) = own(i, column("rms_m")); Q_ROUNDING = ROUNDING
Q_HIDDEN(i) = i == REF; Q_OVER = "t_s"; Q_THEORY(i) = 0
if (NOTHING eq "") {
    WORST = 0
    stats Q_TABLE(1) using (WORST = max2(WORST, known("rms_m", 0)), 0) nooutput
    if (WORST <= ROUNDING) { NOTHING = "all solvers agree within rounding" }
}
if (NOTHING ne "") { load PLOTS . "/nothing.gp" } else {
    HEAD = "Distance from " . stem(LABEL[REF]); load PLOTS . "/head.gp"
    load PLOTS . "/stops.gp"
    R = R - saidroom(0)
    # one grey line where all delays agree
    Q_LEAST = 1e300; Q_MOST_DELAY = 0
    do for [i=1:N] { if (DELAY[i] > ROUNDING) {
        Q_LEAST = min2(Q_LEAST, DELAY[i]); Q_MOST_DELAY = max2(Q_MOST_DELAY, DELAY[i])
    } }
    if (Q_MOST_DELAY > 0) {
        T = T - high(1.1)
        NOTE = "dashed: delay of a soft contact" \
            . (roomfor(46) < R - L + ROOM ? " (approach speed × contact time)" : "")
        set label 12 NOTE at screen L, screen T + high(0.5) left tc rgb NOTED font sized(0.88)
        do for [i=1:N] { if (DELAY[i] > ROUNDING) {
            set arrow 50+i from graph 0, first DELAY[i] to graph 1, first DELAY[i] nohead lw 1.6 dt (12,12) \
                lc rgb Q_MOST_DELAY > 1.05 * Q_LEAST ? colour(STYLE[i]) : BESIDE
        } }
    }
    load PLOTS . "/parting.gp"
    load PLOTS . "/panel.gp"
    Q_NAME = along("rms distance (m)", "(m)")
    if (PARTING > 0) {
        set arrow 1 from MISMATCH, graph 0 to MISMATCH, graph 1 nohead lw 1.4 lc rgb ALARM dt (2,3)
    }
    if (Q_MOST_DELAY > 0) { Q_FROM = Q_LEAST; Q_UPTO = Q_MOST_DELAY }
    load PLOTS . "/decades.gp"
    undefine Q_FROM
}

# SPDX-License-Identifier: GPL-3.0-or-later
# Distance from the balls of the reference over time; the largest gap delay v t_c of a contact of each
# solver, which no smaller step reduces, as a thin line; and the first mismatch.
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
    # one grey line where all delays agree
    Q_LEAST = 1e300; Q_LINE = 0
    do for [i=1:N] { if (DELAY[i] > ROUNDING) { Q_LEAST = min2(Q_LEAST, DELAY[i]); Q_LINE = max2(Q_LINE, DELAY[i]) } }
    Q_LINE_NAME = Q_LINE > 0 ? (PAGED ? "gap delay" : "gap delay v t_c") : ""
    ROOM = saidroom(0); ROOM = max2(ROOM, roomfor(strlen(Q_LINE_NAME))); R = R - ROOM
    do for [i=1:N] { if (DELAY[i] > ROUNDING) {
        set arrow 50+i from graph 0, first DELAY[i] to graph 1, first DELAY[i] nohead lw 1.4 \
            lc rgb Q_LINE > 1.05 * Q_LEAST ? colour(STYLE[i]) : LEADER back
    } }
    load PLOTS . "/parting.gp"
    load PLOTS . "/panel.gp"
    Q_NAME = along("rms distance (m)", "(m)")
    if (PARTING > 0) {
        set arrow 1 from MISMATCH, graph 0 to MISMATCH, graph 1 nohead lw 1.4 lc rgb ALARM dt (2,3)
    }
    load PLOTS . "/decades.gp"
    undefine Q_LINE
}

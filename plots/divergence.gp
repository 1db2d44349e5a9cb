# SPDX-License-Identifier: GPL-3.0-or-later
# Distance from the balls of the reference over time; alone, the largest gap delay v t_c of a contact of
# each solver, which no smaller step reduces, as a dotted line; and the first mismatch.
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
    load PLOTS . "/stops.gp"
    # A line for solvers whose delays agree. Several lines have the parameter that their solvers share, or a solver.
    array Q_LINE[N]; array Q_LINE_OF[N]; array Q_LINE_NAME[N]; array Q_SHARED[N]; Q_LINED = 0; LETTERS = 0
    do for [i=1:N] { if (DELAY[i] > ROUNDING && !PAGED) {
        m = 0; do for [k=1:Q_LINED] { if (abs(DELAY[i] / Q_LINE[k] - 1) < 0.15) { m = k } }
        if (m == 0) { Q_LINED = Q_LINED + 1; m = Q_LINED; Q_LINE[m] = DELAY[i]; Q_LINE_OF[m] = ""; Q_SHARED[m] = tail(LABEL[i]) }
        Q_LINE_OF[m] = Q_LINE_OF[m] . (Q_LINE_OF[m] eq "" ? "" : "; ") . called(LABEL[i])
        if (tail(LABEL[i]) ne Q_SHARED[m]) { Q_SHARED[m] = "" }
        set arrow 50+i from graph 0, first DELAY[i] to graph 1, first DELAY[i] nohead lw 2 dt (2,7) lc rgb BESIDE back
    } }
    do for [m=1:Q_LINED] {
        k = strstrt(Q_LINE_OF[m], "; ")
        Q_LINE_NAME[m] = "gap delay" . (Q_LINED == 1 ? "" : ": " . (k == 0 ? Q_LINE_OF[m] : \
            Q_SHARED[m] ne "" ? Q_SHARED[m] : Q_LINE_OF[m][1:k-1] . " …"))
        LETTERS = max2(LETTERS, strlen(Q_LINE_NAME[m]))
    }
    HEAD = "Distance from " . named(LABEL[REF]) . (Q_LINED ? "; dotted: gap delay, speed × time of one contact" : "")
    load PLOTS . "/head.gp"
    ROOM = saidroom(0); ROOM = max2(ROOM, min2(0.5 * (R - L), roomfor(LETTERS))); R = R - ROOM
    load PLOTS . "/parting.gp"
    load PLOTS . "/panel.gp"
    Q_NAME = along("rms distance (m)", "(m)")
    if (PARTING > 0) {
        set arrow 1 from MISMATCH, graph 0 to MISMATCH, graph 1 nohead lw 1.4 lc rgb ALARM dt (2,3)
    }
    load PLOTS . "/decades.gp"
    undefine Q_LINED
}

# SPDX-License-Identifier: GPL-3.0-or-later
# Distance from the balls of the reference over time, the contact delay v t_c, which no smaller step
# reduces, and the first mismatch.
load PLOTS . "/paths.gp"
NOTHING = COMPARED ? "" : "only carom compare with two solvers or more measures distances"
Q_TABLE(i) = DIR . "/divergence.tsv"; Q_VALUE(i) = own(i, column("rms_m")); Q_ROUNDING = ROUNDING
Q_HIDDEN(i) = i == REF
PARTING = 0; MISMATCH = 1e300
if (NOTHING eq "") {
    WORST = 0
    stats Q_TABLE(1) using (WORST = max2(WORST, known("rms_m", 0)), 0) nooutput
    if (WORST <= ROUNDING) { NOTHING = "all solvers agree within rounding" }
}
if (NOTHING eq "") {
    do for [i=1:N] {
        CELL_IN = DIR . "/summary.tsv"; CELL_OF = "first_mismatch_s"; CELL_ROW = NAME[i]
        load PLOTS . "/cell.gp"
        if (CELL < MISMATCH) { MISMATCH = CELL; PARTING = i }
    }
    load PLOTS . "/stops.gp"
    R = R - saidroom(11); if (SHOWKEY) { T = headroom(0) }
    if (PARTING > 0) { T = T - high(1.2) }
    load PLOTS . "/panel.gp"
    set ylabel along(sprintf("rms distance from %s (m)", stem(LABEL[REF])), "rms distance (m)") noenhanced
    if (PARTING > 0) {
        set arrow 1 from MISMATCH, graph 0 to MISMATCH, graph 1 nohead lw 1.4 lc rgb ALARM dt (2,3)
        set label 11 sprintf("%s: first mismatch at %.3g s", brief(LABEL[PARTING]), MISMATCH) \
            at MISMATCH, screen T + high(0.7) left noenhanced tc rgb ALARM
        if (MISMATCH > 0.5 * DURATION) { set label 11 right }
        if (HEAD ne "") { set label 10 at screen L, screen T + high(2.1) }
    }
    if (DELAY > ROUNDING) {
        Q_BESIDE = DELAY; Q_BESIDE_TEXT = roomfor(9) < 1.02 * ROOM ? "gap delay" : "delay"
        set arrow 2 from graph 0, first DELAY to graph 1, first DELAY nohead lw 1.4 lc rgb "#606060" \
            dt (6,3)
    }
    load PLOTS . "/decades.gp"
    undefine Q_BESIDE
} else { load PLOTS . "/nothing.gp" }

# SPDX-License-Identifier: GPL-3.0-or-later
# Distance from the balls of the reference over time, and the first mismatch of each solver.
load PLOTS . "/paths.gp"
NOTHING = COMPARED ? "" : "only carom compare with two solvers or more measures distances"
Q_TABLE(i) = DIR . "/divergence.tsv"; Q_VALUE(i) = own(i, column("rms_m")); Q_ROUNDING = ROUNDING
Q_HIDDEN(i) = i == REF; Q_OVER = "t_s"; Q_SPAN = 1e-12; Q_THEORY(i) = 0
if (COMPARED) {
    WORST = 0
    stats Q_TABLE(1) using (WORST = max2(WORST, known("rms_m", 0)), 0) nooutput
    if (WORST <= ROUNDING) { NOTHING = "all solvers agree within rounding" }
}
if (NOTHING ne "") { load PLOTS . "/nothing.gp"; exit }
load PLOTS . "/stops.gp"
HEAD = "Distance from " . named(LABEL[REF]); load PLOTS . "/head.gp"
R = R - saidroom(0)
load PLOTS . "/parting.gp"
load PLOTS . "/panel.gp"
Q_NAME = along("rms distance (m)", "(m)")
do for [i=1:N] { if (MISMATCH_S[i] == MISMATCH_S[i]) {
    set arrow i from MISMATCH_S[i], graph 0 to MISMATCH_S[i], graph 1 nohead lw 1.4 lc rgb ALARM dt (2,3)
} }
load PLOTS . "/decades.gp"

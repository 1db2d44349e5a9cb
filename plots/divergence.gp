# SPDX-License-Identifier: GPL-3.0-or-later
# Distance from the reference over time, the contact delay v T (LAG), which no smaller step reduces, and
# the first collision that differs (MISMATCH).
R = R - labelroom(max2(7, longest(N))); if (SHOWKEY) { T = headroom(0) }
if (PARTING > 0) { T = T - high(1.2) }
load PLOTS . "/panel.gp"
set ylabel along(sprintf("rms distance from %s (m)", LABEL[REF]), "rms distance (m)") noenhanced
if (APARTLOW > 0) {
    if (PARTING > 0) {
        set arrow 1 from MISMATCH, graph 0 to MISMATCH, graph 1 \
            nohead lw 1.4 lc rgb ALARM dt (2,3)
        set label 11 stem(LABEL[PARTING]) . sprintf(" parts, %.3g s", MISMATCH) \
            at MISMATCH, screen T + high(0.7) left noenhanced tc rgb ALARM
        if (MISMATCH > 0.5 * DURATION) { set label 11 right }
        if (HEAD ne "") { set label 10 at screen L, screen T + high(2.1) }
    }
    if (LAG > APARTLOW && LAG < APARTHIGH) {
        set arrow 2 from graph 0, first LAG to graph 1, first LAG nohead lw 1.4 lc rgb "#606060" dt (6,3)
        QBESIDE = LAG; QBESIDETEXT = "delay"
    }
    Q = "APART"; QCOLUMN = "rms_m"
    load PLOTS . "/decades.gp"
    undefine QBESIDE
} else {
    set label 11 "all runs agree within rounding" at graph 0.5, graph 0.5 center tc rgb "#606060"
    set xrange [0:DURATION]
    set yrange [0:1]
    plot NaN notitle
}

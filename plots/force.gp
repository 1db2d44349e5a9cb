# SPDX-License-Identifier: GPL-3.0-or-later
# The contact force over time: exact (grey), in steps (marks) and the impulse of rigid balls (arrow, as
# high as the mean force). More than three integrators have a panel each.
T = headroom(0)
load PLOTS . "/panel.gp"
load PLOTS . "/inside.gp"
LAST = 0; do for [i=1:N] { LAST = max2(LAST, EXACT_T[i]) }
stats STEPS using "t_s" nooutput name "TIME"
stats STEPS using "force_N" nooutput name "HARD"
stats EXACT using "force_N" nooutput name "PEAK"
array PEAKS[N]; do for [i=1:N] { stats STEPS using (is(i) ? known("force_N", 0) : 0) nooutput name "MINE"; PEAKS[i] = MINE_max }
SAME = ALIKE && abs(IMPULSE - EXACT_J[1]) < 1e-3 * IMPULSE
TOP = max2(HARD_max, PEAK_max); LOW = PEAK_min < -0.01 * TOP ? PEAK_min : 0
UNIT = units(0, LAST); S = unit(0, LAST, "s"); PART = units(LOW, TOP); NEWTON = unit(LOW, TOP, "N")
TOP = TOP * PART; LOW = LOW * PART
END = EXACT_T[1] * UNIT; MANY = N > 3
X1 = max2(1.04*TIME_max, 1.15*LAST)*UNIT; X0 = SAME && !MANY ? -X1 / ((R-L) / wide(7.5) - 1) : 0
FLOOR = LOW - (ALIKE && !MANY ? high(2.6) / (T-B) : 0.05) * 1.2 * (TOP - LOW)
DY = high(1.35) / (T-B) * (1.12*TOP - FLOOR); DX = wide(0.5) / (R-L) * (X1 - X0) # a line, a letter
XNAME = sprintf("time since contact onset (%s)", S); YNAME = sprintf("force (%s)", NEWTON)
THETA = THETA_ALL > 0 ? sprintf("θ = %.2g", THETA_ALL) : ""
MEAN = SAME ? PART * IMPULSE / EXACT_T[1] : 0
EXACTS = 'EXACT using (column("t_s")*UNIT):(of(i) ? PART*column("force_N") : NaN) with lines'
MARKS_ = 'STEPS using (column("t_s")*UNIT):(is(i) ? PART*column("force_N") : NaN) with linespoints'
MULTIPLES = N; MULTIPLE_X = XNAME; MULTIPLE_Y = YNAME
MULTIPLE_NOTE = "grey: exact" . (THETA eq "" ? "" : "\n" . THETA) . (SAME ? sprintf("\narrow: impulse %.2g N s", IMPULSE) : "")
do for [i=1:(MANY ? N : 0)] {
    MULTIPLE = i
    load PLOTS . "/multiples.gp"
    set xrange [X0:X1]; set yrange [FLOOR:1.12*TOP]
    set xtics 0, across_step(X0, X1); set ytics 0, even_step(0, 1.12*TOP)
    if (SAME) { set arrow 1 from 0, 0 to 0, MEAN lw 5 lc rgb colour(1) head filled size screen 0.012,20 front }
    plot @EXACTS @EXACTLY notitle, @MARKS_ @STEPPED notitle
}
undefine MULTIPLE_*
if (MANY) exit
set xrange [X0:X1]
set yrange [FLOOR:1.12*TOP]
set xtics 0, across_step(0, X1); set ytics LOW < 0 ? -round_step((TOP-LOW)/6)*10 : 0, round_step((TOP-LOW)/6)
set xlabel XNAME
set ylabel YNAME
set arrow 3 from graph 0, first 0 to graph 1, first 0 nohead lw 1.0 lc rgb "#707070" back
if (SAME) {
    set arrow 1 from 0, 0 to 0, MEAN lw 5 lc rgb colour(1) head filled size screen 0.012,20 front
    set arrow 2 from 0, MEAN to END, MEAN nohead lw 1.6 lc rgb colour(1) dt (2,4)
    set arrow 4 from END, MEAN to END, 0 nohead lw 1.6 lc rgb colour(1) dt (2,4)
    set label 11 sprintf("%s:\n%.2g N s\nat t = 0 ", RIGID, IMPULSE) at 0, 0.7*MEAN right offset -1,0 noenhanced tc rgb colour(1)
}
if (THETA ne "") { set label 15 THETA at graph 0.02, graph 1 left offset 0,-0.9 tc rgb "#505050" }
# Names: for one exact curve inside its falling branch, of higher peaks above them; for several, in the order of their peaks.
falls(h) = sprintf("stats EXACT using (of(1) && column('force_N') >= %g ? column('t_s') : 0) nooutput name 'FALL'; FALLX = FALL_max*UNIT", h * PEAK_max)
if (ALIKE) {
    set arrow 5 from 0, FLOOR + 1.45*DY to END, FLOOR + 1.45*DY heads filled size screen 0.008,20 lw 1.6 lc rgb "#505050"
    LATE = "t_c = " . sprintf(END >= 100 ? "%.0f %s" : "%.3g %s", END, S)
    if (SAME) {
        WHY = sprintf("; by then rigid balls are %.2g mm apart", 1e3*LAG[1])
        if (strlen(LATE . WHY) * DX > X1 - 0.5*END) { WHY = sprintf(", delay %.2g mm", 1e3*LAG[1]) }
        LATE = LATE . WHY
    }
    set label 13 LATE at max2(0.5*END, X0 + 0.52*strlen(LATE)*DX), FLOOR + 0.6*DY center tc rgb "#505050"
    set autoscale; INSIDE = 0.83; eval falls(0.3)
    if (SAME && FALLX > 0.75*END) { set label 12 "equal areas" at 0.5*END, 0 center offset 0,0.8 tc rgb "#505050" }
    do for [i=0:N] {
        if (i > 0 && PEAKS[i > 0 ? i : 1] > 1.02 * PEAK_max) { set label 20+i LABEL[i] at 0.5*END + 3*DX, PART*PEAKS[i] + 0.7*DY @NAMED; continue }
        eval falls(INSIDE)
        WHO = i > 0 ? LABEL[i > 0 ? i : 1] : "exact"
        WHERE = FALLX < (strlen(WHO) + 3)*DX ? FALLX + (strlen(WHO) + 2)*DX : FALLX - 2.2*DX # right of a curve at the axis
        set label 20+i WHO at WHERE, INSIDE*PART*PEAK_max right noenhanced tc rgb (i > 0 ? colour(STYLE[i > 0 ? i : 1]) : GREY)
        INSIDE = INSIDE - 1.15 * DY / (PART * PEAK_max)
        if (SAME && abs(INSIDE*PART*PEAK_max - MEAN) < 0.7*DY) { INSIDE = (MEAN - 0.9*DY) / (PART * PEAK_max) }
    }
    set xrange [X0:X1]; set yrange [FLOOR:1.12*TOP]
} else {
    # at the peaks, or in a list if they are too close
    array PEAKX[N]; CLOSE = 0; set autoscale
    do for [i=1:N] {
        stats EXACT using (of(i) ? column("force_N") : 0) nooutput name "MINE"; PEAKS[i] = max2(PEAKS[i], MINE_max)
        stats EXACT using (of(i) && column("force_N") >= 0.999*MINE_max ? column("t_s") : 0) nooutput name "WHEN"; PEAKX[i] = WHEN_max*UNIT
        do for [j=1:i-1] { CLOSE = CLOSE || (abs(PEAKS[i] - PEAKS[j > 0 ? j : 1])*PART < 1.2*DY && abs(PEAKX[i] - PEAKX[j > 0 ? j : 1]) < (LONGEST + 3)*DX) }
    }
    set xrange [X0:X1]; set yrange [FLOOR:1.12*TOP]
    do for [i=1:N] {
        ABOVE = 0; do for [j=1:N] { ABOVE = ABOVE + (PEAKS[j] > PEAKS[i] || (PEAKS[j] == PEAKS[i] && j < i)) }
        if (CLOSE) { set label 20+i LABEL[i] at X1 - (LONGEST + 2)*DX, 1.07*TOP - ABOVE*DY @NAMED }
        else { set label 20+i LABEL[i] at min2(PEAKX[i] + DX, X1 - strlen(LABEL[i])*DX), PART*PEAKS[i] + 0.6*DY left noenhanced tc rgb colour(STYLE[i]) }
    }
    if (THETA ne "") { set label 15 THETA at graph 0.98, graph 1 right offset 0,(CLOSE ? -0.9 - 1.3*N : -0.9) tc rgb "#505050" }
}
plot for [i=1:N] @EXACTS @EXACTLY notitle, for [i=1:N] @MARKS_ @STEPPED notitle

# SPDX-License-Identifier: GPL-3.0-or-later
# Caption: The contact force over time since contact onset: the exact solution of the springs (grey line), the steps of each
# integrator (marks) and the impulse of the rigid balls (arrow). The arrow is as high as the mean force, so the dotted rectangle
# has the area under the curve. Springs need the time T for what an impulse does at an instant, so they are delayed.
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
UNIT = LAST >= 0.5 ? 1.0 : (LAST >= 5e-4 ? 1e3 : 1e6); S = LAST >= 0.5 ? "s" : (LAST >= 5e-4 ? "ms" : tx("µs", "$\\mu$s"))
END = EXACT_T[1] * UNIT
X1 = max2(1.04*TIME_max, 1.15*LAST)*UNIT; X0 = SAME ? -X1 / ((R-L) / wide(7.5) - 1) : 0
FLOOR = LOW - (ALIKE ? high(2.6) / (T-B) : 0.05) * 1.2 * (TOP - LOW)
DY = high(1.35) / (T-B) * (1.12*TOP - FLOOR); DX = wide(0.5) / (R-L) * (X1 - X0) # a line, a letter
set xrange [X0:X1]
set yrange [FLOOR:1.12*TOP]
set xtics 0, round_step(LAST*UNIT/5); set ytics LOW < 0 ? -round_step((TOP-LOW)/6)*10 : 0, round_step((TOP-LOW)/6)
set xlabel sprintf("time since contact onset (%s)", S)
set ylabel "force (N)"
set arrow 3 from graph 0, first 0 to graph 1, first 0 nohead lw 1.0 lc rgb "#707070" back
if (SAME) {
    MEAN = IMPULSE / EXACT_T[1]
    set arrow 1 from 0, 0 to 0, MEAN lw 5 lc rgb colour(1) head filled size screen 0.012,20 front
    set arrow 2 from 0, MEAN to END, MEAN nohead lw 1.6 lc rgb colour(1) dt (2,4)
    set arrow 4 from END, MEAN to END, 0 nohead lw 1.6 lc rgb colour(1) dt (2,4)
    set label 11 sprintf("%s:\n%.4g N s\nat t = 0 ", said(RIGID), IMPULSE) at 0, 0.7*MEAN right offset -1,0 noenhanced tc rgb colour(1)
    set label 12 "equal areas" at 0.5*END, 0 center offset 0,0.8 tc rgb "#505050"
}
# Names: for one exact curve, of higher peaks above it and of others within it; for several, in the order of their peaks.
if (ALIKE) {
    set arrow 5 from 0, FLOOR + 1.45*DY to END, FLOOR + 1.45*DY heads filled size screen 0.008,20 lw 1.6 lc rgb "#505050"
    LATE = sprintf("T = %.4g %s; by then rigid balls are %.3g mm apart", END, S, 1e3*LAG[1])
    if (strlen(LATE) * DX > X1 - 0.5*END) { LATE = sprintf("T = %.4g %s, delay %.3g mm", END, S, 1e3*LAG[1]) }
    if (!SAME) { LATE = sprintf("T = %.4g %s", END, S) }
    set label 13 LATE at 0.5*END, FLOOR + 0.6*DY center tc rgb "#505050"
    INSIDE = SAME ? MEAN - 0.8*DY : 0.7 * PEAK_max; NAMEX = 0.5*END - 0.5*LONGEST*DX
    set label 14 "exact" at NAMEX, INSIDE left offset 0.9,0 tc rgb GREY
    do for [i=1:N] {
        if (PEAKS[i] < 1.02 * PEAK_max) { INSIDE = INSIDE - DY; set label 20+i said(LABEL[i]) at NAMEX, INSIDE @NAMED }
        else { set label 20+i said(LABEL[i]) at 0.5*END + 3*DX, PEAKS[i] + 0.7*DY @NAMED }
    }
    if (THETA_ALL > 0) { set label 15 sprintf(tx("θ = %.3g", "$\\theta = %.3g$"), THETA_ALL) at NAMEX, INSIDE - DY left offset 0.9,0 tc rgb "#505050" }
} else {
    do for [i=1:N] {
        ABOVE = 0; do for [j=1:N] { ABOVE = ABOVE + (PEAKS[j] > PEAKS[i] || (PEAKS[j] == PEAKS[i] && j < i)) }
        set label 20+i said(LABEL[i]) at X1 - (LONGEST + 2)*DX, 1.07*TOP - ABOVE*DY @NAMED
    }
}
load PLOTS . "/own.gp"
plot for [i=1:N] EXACT using (column("t_s")*UNIT):(of(i) ? column("force_N") : NaN) with lines @EXACTLY notitle, \
     for [i=1:N] STEPS using (column("t_s")*UNIT):(is(i) ? column("force_N") : NaN) with linespoints @STEPPED notitle

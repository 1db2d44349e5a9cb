# SPDX-License-Identifier: GPL-3.0-or-later
# Caption: The force of one contact over the time since the touch: the exact solution of the springs (grey line), the steps of each
# method (marks), and the impulse of the rigid balls (arrow): all of it at once, drawn as high as the mean force, so that the
# rectangle (dotted) has the area of the curve. The springs need the time T for what the impulse does in none: they lag.
T = headroom(0)
load PLOTS . "/panel.gp"
load PLOTS . "/inside.gp"
LAST = 0; do for [i=1:N] { LAST = max2(LAST, EXACT_T[i]) }
stats STEPS using "t_s" nooutput name "TIME"
stats STEPS using "force_N" nooutput name "HARD"
stats EXACT using "force_N" nooutput name "PEAK"
SAME = ALIKE && abs(IMPULSE - EXACT_J[1]) < 1e-3 * IMPULSE
TOP = max2(HARD_max, PEAK_max); LOW = PEAK_min < -0.01 * TOP ? PEAK_min : 0
UNIT = LAST >= 0.5 ? 1.0 : (LAST >= 5e-4 ? 1e3 : 1e6); S = LAST >= 0.5 ? "s" : (LAST >= 5e-4 ? "ms" : tx("µs", "$\\mu$s"))
END = EXACT_T[1] * UNIT
set xlabel sprintf("t since the touch (%s)", S) offset 0,0.3
set ylabel "force (N)"
set xtics 0, round_step(LAST*UNIT/5); set ytics LOW < 0 ? -round_step((TOP-LOW)/6)*10 : 0, round_step((TOP-LOW)/6)
set xrange [(SAME ? -wide(8.5)/(R-L)*LAST*UNIT*1.35 : 0):max2(1.04*TIME_max, 1.3*LAST)*UNIT]
FLOOR = LOW - (ALIKE ? 0.20 : 0.05) * (TOP - LOW)
set yrange [FLOOR:1.12*TOP]
set arrow 3 from graph 0, first 0 to graph 1, first 0 nohead lw 1.0 lc rgb "#707070" back
if (SAME) {
    MEAN = IMPULSE / EXACT_T[1]
    set arrow 1 from 0, 0 to 0, MEAN lw 5 lc rgb colour(1) head filled size screen 0.012,20 front
    set arrow 2 from 0, MEAN to END, MEAN nohead lw 1.6 lc rgb colour(1) dt (2,4)
    set arrow 4 from END, MEAN to END, 0 nohead lw 1.6 lc rgb colour(1) dt (2,4)
    set label 11 sprintf("%s:\n%.4g N s\nat once ", said(RIGID), IMPULSE) at 0, 0.7*MEAN right offset -1,0 noenhanced tc rgb colour(1)
    set label 12 "the same area" at 0.5*END, 0.3*MEAN center tc rgb "#505050"
}
# names: of one exact curve above the peak where it is too high, else within; of several in the order of their peaks
array PEAKS[N]; do for [i=1:N] { stats STEPS using (is(i) ? column("t_s") : NaN):(is(i) ? column("force_N") : NaN) nooutput name "MINE"; PEAKS[i] = MINE_max_y }
if (ALIKE) {
    set arrow 5 from 0, LOW + 0.3*(FLOOR-LOW) to END, LOW + 0.3*(FLOOR-LOW) heads filled size screen 0.008,20 lw 1.6 lc rgb "#505050"
    set label 13 sprintf("T = %.4g %s: by then rigid balls are %.3g mm apart", END, S, 1e3*LAG[1]) at 0.5*END, LOW + 0.68*(FLOOR-LOW) center tc rgb "#505050"
    set label 14 "exact" at 0.5*END, PEAK_max center offset 0,-1.8 tc rgb "#808080"
    WITHIN = 1
    do for [i=1:N] {
        set label 20+i said(NAME[i]) at 0.5*END, PEAKS[i] left offset 1.5,0.8 noenhanced tc rgb colour(STYLE[i])
        if (PEAKS[i] < 1.02 * PEAK_max) { set label 20+i at 0.5*END, PEAK_max center offset 0,-1.8-1.3*WITHIN; WITHIN = WITHIN + 1 }
    }
} else {
    do for [i=1:N] {
        ABOVE = 0; do for [j=1:N] { ABOVE = ABOVE + (PEAKS[j] > PEAKS[i] || (PEAKS[j] == PEAKS[i] && j < i)) }
        set label 20+i said(NAME[i]) at graph 0.98, graph 0.96 right offset 0,-1.4*ABOVE noenhanced tc rgb colour(STYLE[i])
    }
}
plot for [i=1:N] EXACT using (column("t_s")*UNIT):(of(i) ? column("force_N") : NaN) with lines @EXACTLY notitle, \
     for [i=1:N] STEPS using (column("t_s")*UNIT):(is(i) ? column("force_N") : NaN) with linespoints @STEPPED notitle

# SPDX-License-Identifier: GPL-3.0-or-later
# One frame of an animation, sample SAMPLE: the balls of two solvers, to scale, side by side or the second's as circles over the first's
# discs; below energy and divergence up to that time, with their numbers (ENERGY1, ENERGY2, APART). SPOTS1, SPOTS2: how balls have
# rolled.
set multiplot
unset label
unset logscale
unset arrow
set label 1 bold(TITLE) at screen 0.5, screen 0.972 center enhanced font sprintf("Liberation Sans,%g", FS * 1.2)
set label 2 FOOTER1 at screen 0.012, screen 0.018 noenhanced tc rgb "#808080" font sprintf("Liberation Sans,%g", FS * 0.62)
if (MAGNIFIED > 1) { set label 8 sprintf("balls drawn %.3g times as large", MAGNIFIED) at screen 0.985, screen 0.365 right tc rgb "#808080" }
set label 3 sprintf("t = %.2f s", DURATION * SAMPLE / (SAMPLES - 1)) at screen 0.985, screen 0.972 right
A = SAMPLE * BALLS
Z = A + BALLS - 1
do for [j=1:(OVERLAY ? 1 : 2)] {
    L = OVERLAY ? 0.16 : (j == 1 ? 0.02 : 0.51); R = OVERLAY ? 0.84 : (j == 1 ? 0.49 : 0.98); B = 0.40; T = 0.90
    px = (R - L) * W / (X1 - X0); py = (T - B) * H / (Y1 - Y0); p = px < py ? px : py
    set lmargin at screen 0.5 * (L + R) - 0.5 * p * (X1 - X0) / W
    set rmargin at screen 0.5 * (L + R) + 0.5 * p * (X1 - X0) / W
    set bmargin at screen 0.5 * (B + T) - 0.5 * p * (Y1 - Y0) / H
    set tmargin at screen 0.5 * (B + T) + 0.5 * p * (Y1 - Y0) / H
    set xrange [X0:X1]
    set yrange [Y0:Y1]
    unset tics
    unset xlabel
    unset ylabel
    unset grid
    set border (OUTLINE eq "" ? 15 : 0) lw (TABLE ? 2 : 0.8) lc rgb (TABLE ? "#404040" : "#c0c0c0")
    if (TABLE && OUTLINE eq "") { set object 1 rectangle from graph 0,0 to graph 1,1 behind fc rgb "#e8f1ea" fs solid noborder }
    if (OUTLINE ne "") { eval "set object 1 polygon " . OUTLINE . " behind fc rgb '#e8f1ea' fs solid border lc rgb '#404040' lw 2" }
    set label 4 (OVERLAY ? sprintf("%s (discs) and %s (circles)", NAME[FIRST], NAME[SECOND]) : NAME[WHO[j]]) at screen 0.5 * (L + R), screen T + 0.025 center noenhanced
    plot trajectory(WHO[j]) every ::A::Z using "x_m":"y_m":(MAGNIFIED*RADIUS[int($0)+1]):(hex($0)) with circles lc rgb variable fs solid border lc rgb "#303030" notitle
    unset label
    unset object 1
    unset border
    if (SPOTS && j == 1) { plot $SPOTS1 using "x_m":"y_m" with filledcurves closed fc rgb "#202020" notitle }
    if (SPOTS && j == 2) { plot $SPOTS2 using "x_m":"y_m" with filledcurves closed fc rgb "#202020" notitle }
    if (OVERLAY) { plot trajectory(SECOND) every ::A::Z using "x_m":"y_m":(MAGNIFIED*RADIUS[int($0)+1]) with circles ls STYLE[SECOND] lw 2 dt solid fs empty notitle }
}
set grid back lt 1 lw 0.8 lc rgb "#e6e6e6"
set border 3 lw 1.2 lc rgb "#404040"
set tics nomirror out scale 0.6
set xtics auto nomirror
set ytics auto nomirror
set tmargin at screen 0.33
set bmargin at screen 0.10
set lmargin at screen 0.075
set rmargin at screen 0.48
set xrange [0:DURATION]
set yrange [E_LOW:E_HIGH + 0.45 * E_ROOM]
set format xy "%g"
set xlabel "t (s)" offset 0,0.6
set ylabel "energy (J)"
set label 5 sprintf("%s: %.4g J", NAME[FIRST], ENERGY1) at graph 0.02, graph 0.94 left noenhanced tc rgb colour(STYLE[FIRST])
set label 6 sprintf("%s: %.4g J", NAME[SECOND], ENERGY2) at graph 0.02, graph 0.83 left noenhanced tc rgb colour(STYLE[SECOND])
plot series(FIRST) every ::0::SAMPLE using "t_s":@MECHANICAL with lines ls STYLE[FIRST], series(SECOND) every ::0::SAMPLE using "t_s":@MECHANICAL with lines ls STYLE[SECOND]
unset label
set lmargin at screen 0.58
set rmargin at screen 0.985
set logscale y
set format y "10^{%L}"
set yrange [1e-17:100]
set ytics 1e-17, 1e4 nomirror
set ylabel "rms distance (m)"
set label 7 sprintf("%s from %s: %s", NAME[SECOND], NAME[REF], APART > 0 ? sprintf("%.3g m", APART) : "0") at graph 0.02, graph 0.94 left noenhanced tc rgb colour(STYLE[SECOND])
if (APART > LOWEST) {
    plot DIR . "/divergence.tsv" every N::(SECOND-1)::(N*SAMPLE+N-1) using "t_s":(shown(column("rms_m"))) with lines ls STYLE[SECOND]
} else {
    plot NaN notitle
}
unset label
unset multiplot

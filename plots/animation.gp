# SPDX-License-Identifier: GPL-3.0-or-later
# Frame by frame: the balls of the reference (REF) and of another solver (SECOND) on the table, to scale, side by side or one over
# the other; below energy and divergence up to the frame's time. A spot shows how a ball has rolled, where that is recorded.
eval sprintf("set terminal gif animate delay 4 loop 0 optimize size %d,%d font 'Liberation Sans,%g' background rgb 'white'", W, H, FS)
set output OUT
array WHO[2] = [REF, SECOND]
COLOURS = "#f5f5f5 #f2c14e #3b6ea5 #c8453c #6b4c9a #e07b39 #3c8d5a #7b2d26 #333333 #f7d88a #7ea6cf #e08a84 #a890c8 #efb184 #83bd97 #b27a74"
colour(i) = word(COLOURS, (int(i) % 16) + 1)
hex(i) = int("0x" . substr(colour(i), 2, 7))
E_LOW = 0; E_HIGH = E0
do for [j=1:2] {
    stats series(WHO[j]) skip 1 using ($2+$3+$4) nooutput
    E_HIGH = STATS_max > E_HIGH ? STATS_max : E_HIGH
    E_LOW = STATS_min < E_LOW ? STATS_min : E_LOW
}
unset key
do for [k=0:SAMPLES-1:STRIDE] {
    set multiplot
    unset label
    unset logscale
    unset arrow
    set label 1 TITLE at screen 0.5, screen 0.972 center noenhanced font sprintf("Liberation Sans:Bold,%g", FS * 1.2)
    set label 2 FOOTER1 at screen 0.012, screen 0.018 noenhanced tc rgb "#808080" font sprintf("Liberation Sans,%g", FS * 0.62)
    set label 3 sprintf("t = %.2f s", DURATION * k / (SAMPLES - 1)) at screen 0.985, screen 0.972 right
    do for [j=1:(OVERLAY ? 1 : 2)] {
        L = OVERLAY ? 0.16 : (j == 1 ? 0.02 : 0.51); R = OVERLAY ? 0.84 : (j == 1 ? 0.49 : 0.98); B = 0.40; T = 0.90
        px = (R - L) * W / WIDTH; py = (T - B) * H / HEIGHT; p = px < py ? px : py
        set lmargin at screen 0.5 * (L + R) - 0.5 * p * WIDTH / W
        set rmargin at screen 0.5 * (L + R) + 0.5 * p * WIDTH / W
        set bmargin at screen 0.5 * (B + T) - 0.5 * p * HEIGHT / H
        set tmargin at screen 0.5 * (B + T) + 0.5 * p * HEIGHT / H
        set xrange [0:WIDTH]
        set yrange [0:HEIGHT]
        unset tics
        unset xlabel
        unset ylabel
        unset grid
        set border 15 lw 2 lc rgb "#404040"
        set object 1 rectangle from graph 0,0 to graph 1,1 behind fc rgb "#e8f1ea" fs solid noborder
        set label 4 (OVERLAY ? sprintf("%s (discs) and %s (circles)", NAME[REF], NAME[SECOND]) : NAME[WHO[j]]) at graph 0.5, graph 1.06 center noenhanced
        A = k * BALLS
        Z = A + BALLS - 1
        plot trajectory(WHO[j]) skip 1 every ::A::Z using 3:4:(RADIUS[int($0)+1]):(hex($0)) with circles lc rgb variable fs solid border lc rgb "#303030" notitle, \
             trajectory(SECOND) skip 1 every ::A::Z using (OVERLAY ? $3 : NaN):4:(RADIUS[int($0)+1]) with circles ls STYLE[SECOND] lw 2 dt solid fs empty notitle, \
             trajectory(WHO[j]) skip 1 every ::A::Z using (SPOTS && 1-2*(column(SPOTS?8:3)**2+column(SPOTS?9:3)**2) > 0 ? $3 + RADIUS[int($0)+1]*2*(column(SPOTS?8:3)*column(SPOTS?10:3)+column(SPOTS?7:3)*column(SPOTS?9:3)) : NaN):(SPOTS ? $4 + RADIUS[int($0)+1]*2*(column(SPOTS?9:3)*column(SPOTS?10:3)-column(SPOTS?7:3)*column(SPOTS?8:3)) : NaN):(0.25*RADIUS[int($0)+1]) with circles lc rgb "#202020" fs solid noborder notitle
        unset label
        unset object 1
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
    set yrange [E_LOW:1.08*E_HIGH]
    set format xy "%g"
    set xlabel "t (s)" offset 0,0.6
    set ylabel "energy (J)"
    plot series(REF) skip 1 every ::0::k using 1:($2+$3+$4) with lines ls STYLE[REF], series(SECOND) skip 1 every ::0::k using 1:($2+$3+$4) with lines ls STYLE[SECOND]
    set lmargin at screen 0.58
    set rmargin at screen 0.985
    set logscale y
    set format y "10^{%L}"
    set yrange [1e-17:10]
    set ytics 1e-17, 1e4 nomirror
    set ylabel "rms distance (m)"
    plot DIR . "/divergence.tsv" skip 1 every N::(SECOND-1)::(N*k+N-1) using 1:(floored($4, LOWEST)) with lines ls STYLE[SECOND]
    unset multiplot
}
unset output

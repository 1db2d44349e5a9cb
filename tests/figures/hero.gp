# SPDX-License-Identifier: GPL-3.0-or-later
# The frames of hero.sh. The view closes up on the rack while the film is slow.
RADIUS = 0.028575; SPRINGS = "#ff9433"
set terminal pngcairo size 800,480 font "Liberation Sans,16" background rgb "white" rounded
set lmargin at screen 0; set rmargin at screen 1; set bmargin at screen 0.1; set tmargin at screen 1
unset tics; unset border; unset key
set object 1 rectangle from -0.1,-0.1 to 2.64,1.37 fillcolor rgb "#3d2817" fillstyle solid noborder behind
set object 2 rectangle from 0,0 to 2.54,1.27 fillcolor rgb "#1d6b51" fillstyle solid noborder behind
set label 1 at screen 0.02,0.05
set label 2 at screen 0.16,0.05 textcolor rgb "#555555"
set label 3 at screen 0.98,0.05 right
set label 4 "● springs" at screen 0.38,0.05 textcolor rgb "#d9730d"
set label 5 "○ rigid balls" at screen 0.5,0.05
smooth(x) = x < 0 ? 0 : x > 1 ? 1 : x * x * (3 - 2 * x)
do for [f=0:159] {
    s = f / 20.0; ZOOM = smooth((s - 0.7) / 0.7) - smooth((s - 3.5) / 0.8)
    set xrange [-0.1 + ZOOM * 1.78:2.64 - ZOOM * 0.36]; set yrange [-0.1 + ZOOM * 0.5635:1.37 - ZOOM * 0.5635]
    set output sprintf("%s/frame%03d.png", WORK, f)
    stats WORK . "/frames.tsv" index f every ::0::0 using (T = $1, S = $2, D = $3, 0) nooutput
    set label 1 sprintf("t = %.3f s", T)
    set label 2 sprintf("slowed %.0f times", S)
    set label 3 sprintf(D < 0.01 ? "rms distance %.1f mm" : "rms distance %.0f mm", 1000 * D)
    plot WORK . "/frames.tsv" index f every ::1 using 1:2:($3-$1):($4-$2) with vectors nohead lw 1.2 lc rgb "#8fd0b5", \
        "" index f every ::1 using 3:4:(RADIUS) with circles fc rgb SPRINGS fs solid noborder, \
        "" index f every ::1 using 1:2:(RADIUS * 0.92) with circles fc rgb "#ffffff" fs transparent solid 0.55 border lc rgb "white" lw 2.5
}

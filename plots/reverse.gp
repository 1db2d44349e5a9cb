# SPDX-License-Identifier: GPL-3.0-or-later
# How far from the start a run comes out that is turned round at t: a colour per solver, thinner for shorter steps.
R = 0.70
load PLOTS . "/panel.gp"
TABLE = DIR . "/reverse.tsv"
set xrange [0:DURATION]
set logscale y
set format y "10^{%L}"
set yrange [1e-17:10]
set ytics 1e-17, 100
set xlabel "velocities turned round at t (s)" offset 0,0.3
set ylabel "rms distance from the start (m)"
set key at screen 0.715, screen T left top vertical maxrows 20 samplen 2.2
floored(x) = x > 1e-17 ? x : 1e-17
C(i) = word("#000000 #D55E00 #0072B2 #009E73 #CC79A7 #E69F00 #56B4E9", STYLE[i])
LW(i) = FINE[i] == 1 ? 3.4 : (FINE[i] == 2 ? 2.2 : 1.2)
DT(i) = FINE[i] == 1 ? 1 : (FINE[i] == 2 ? 2 : 3)
PT(i) = FINE[i] == 1 ? 7 : (FINE[i] == 2 ? 6 : 1)
plot for [i=1:N] TABLE skip 1 every ::((i-1)*TIMES)::(i*TIMES-1) using 4:(floored($5)) with linespoints lw LW(i) dt DT(i) pt PT(i) ps 0.9 lc rgb C(i) title NAME[i]
unset logscale
unset label 1
unset label 2
unset label 3
unset label 4

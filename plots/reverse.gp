# SPDX-License-Identifier: GPL-3.0-or-later
# Caption: How far from the start a run comes out that is turned round at t: a colour for each solver, thinner for shorter
# steps.
load PLOTS . "/panel.gp"
TABLE = DIR . "/reverse.tsv"
set xrange [0:DURATION]
set logscale y
set format y POWER
set yrange [LOWEST:10]
set ytics LOWEST, 100
set xlabel "velocities turned round at t (s)" offset 0,0.3
set ylabel along("rms distance from the start (m)", "rms distance (m)")
LW(i) = FINE[i] == 1 ? 3.4 : (FINE[i] == 2 ? 2.2 : 1.2)
DT(i) = FINE[i] == 1 ? 1 : (FINE[i] == 2 ? 2 : 3)
PT(i) = FINE[i] == 1 ? 7 : (FINE[i] == 2 ? 6 : 1)
plot for [i=1:N] TABLE every ::((i-1)*TIMES)::(i*TIMES-1) using "t_s":(shown(column("return_error_m"))) with linespoints lw LW(i) dt DT(i) pt PT(i) ps 0.9 lc rgb colour(STYLE[i]) title said(LABEL[i])

# SPDX-License-Identifier: GPL-3.0-or-later
# Caption: One quantity over one parameter of a sweep, a curve for each solver.
load PLOTS . "/panel.gp"
TABLE = DIR . "/sweep.tsv"
set xlabel said(PARAMETER) offset 0,0.3 noenhanced
set ylabel said(QUANTITY) noenhanced
set autoscale xfix
if (LOGX) { set logscale x; set format x POWER }
if (LOGY) { set logscale y; set format y POWER }
plot for [i=1:N] TABLE skip 1 every ABREAST::(i-1) using 1:COLUMN with lines ls STYLE[i] title said(NAME[i])

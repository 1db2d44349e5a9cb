# SPDX-License-Identifier: GPL-3.0-or-later
# One column of a sweep over its parameter, a curve per solver.
T = 0.83; R = 0.96
load PLOTS . "/panel.gp"
TABLE = DIR . "/sweep.tsv"
set xlabel PARAMETER offset 0,0.3 noenhanced
set ylabel QUANTITY noenhanced
set autoscale xfix
set key at screen 0.55, screen 1 - 3.4 * FS * 1.333 / H center horizontal maxrows 2
if (LOGX) { set logscale x; set format x "10^{%L}" }
if (LOGY) { set logscale y; set format y "10^{%L}" }
plot for [i=1:N] TABLE skip 1 every ABREAST::(i-1) using 1:COLUMN with lines ls STYLE[i] title NAME[i]
unset logscale
unset label 1
unset label 2
unset label 3
unset label 4

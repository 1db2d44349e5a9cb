# SPDX-License-Identifier: GPL-3.0-or-later
# Caption: One quantity over one parameter of a sweep, a curve for each solver.
R = R - wide(1.5) # room for half of the last number
load PLOTS . "/panel.gp"
TABLE = DIR . "/sweep.tsv"
set xlabel said(PARAMETER) offset 0,0.3 noenhanced
set ylabel said(QUANTITY) noenhanced
set autoscale xfix
set offsets graph 0, graph 0, graph 0.03, graph 0.03 # no curve on the border
# as many tics as their numbers have room for
stats TABLE using PARAMETER nooutput name "X"
XSTEP = round_step((X_max - X_min) / 6.0)
XDIGITS = max2(strlen(sprintf("%g", X_min + XSTEP)), strlen(sprintf("%g", X_max - XSTEP)))
XROOM = (R - L) / wide(0.6 * (XDIGITS + 1))
if (X_max > X_min) { set xtics round_up((X_max - X_min) / (XROOM < 7 ? XROOM : 7.0)) }
if (LOGX) { set xtics auto; set logscale x; set format x POWER }
if (LOGY) { set logscale y; set format y POWER }
plot for [i=1:N] TABLE every ABREAST::(i-1) using PARAMETER:QUANTITY with lines ls STYLE[i] title said(LABEL[i])

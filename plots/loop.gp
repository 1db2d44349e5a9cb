# SPDX-License-Identifier: GPL-3.0-or-later
# Caption: Force over overlap in one contact: up while the bodies approach, back while they part. What the way back lacks of the way
# up is not given back: the enclosed area is the loss. Lines are the exact solutions, marks the steps where they are few.
T = headroom(0)
load PLOTS . "/panel.gp"
load PLOTS . "/inside.gp"
stats EXACT using "overlap_m":"force_N" nooutput name "FAR"
stats STEPS using "overlap_m":"force_N" nooutput name "OWN"
DEEP = max2(FAR_max_x, OWN_max_x); TOP = max2(FAR_max_y, OWN_max_y); LOW = FAR_min_y < OWN_min_y ? FAR_min_y : OWN_min_y
UNIT = DEEP >= 0.1 ? 1.0 : (DEEP >= 1e-4 ? 1e3 : 1e6); S = DEEP >= 0.1 ? "m" : (DEEP >= 1e-4 ? "mm" : tx("µm", "$\\mu$m"))
set xlabel sprintf("overlap (%s)", S) offset 0,0.3
set ylabel "force (N)"
LONGEST = 0; do for [i=1:N] { LONGEST = max2(LONGEST, strlen(NAME[i])) }
set xrange [0:DEEP*UNIT/(1 - wide(0.5*(LONGEST+13))/(R-L))]
set yrange [LOW < 0 ? 1.15*LOW : 0:1.1*TOP]
set arrow 3 from graph 0, first 0 to graph 1, first 0 nohead lw 1.0 lc rgb "#707070" back
# names beside the deepest point, in the order of the peaks
MOST = 0; do for [i=1:N] { MOST = max2(MOST, abs(LOSS[i])) }
MILLI = MOST < 0.1 ? 1e3 : 1.0
array PEAK[N]; do for [i=1:N] { stats EXACT using (of(i) ? column("force_N") : NaN) nooutput name "MINE"; PEAK[i] = MINE_max }
do for [i=1:N] {
    ABOVE = 0; do for [j=1:N] { ABOVE = ABOVE + (PEAK[j] > PEAK[i] || (PEAK[j] == PEAK[i] && j < i)) }
    set label 20+i sprintf("%s: %.3g %s", said(NAME[i]), abs(LOSS[i]) < 1e-4*MOST ? 0 : LOSS[i]*MILLI, MILLI > 1 ? "mJ" : "J") at DEEP*UNIT, TOP left offset 1.2,-0.4-1.4*ABOVE noenhanced tc rgb colour(STYLE[i])
}
plot for [i=1:N] EXACT using (of(i) ? column("overlap_m")*UNIT : NaN):"force_N" with lines lw 3.2 lc rgb colour(STYLE[i]) notitle, \
     for [i=1:N] STEPS using (is(i) && FEW[i] && column("force_N") != 0 ? column("overlap_m")*UNIT : NaN):"force_N" with points lc rgb colour(STYLE[i]) pt mark(STYLE[i]) ps 1.0 notitle

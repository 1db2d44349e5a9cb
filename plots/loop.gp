# SPDX-License-Identifier: GPL-3.0-or-later
# Caption: Force over overlap in one contact, exact: compression above, decompression below. The enclosed area is the energy that
# the contact dissipates.
load PLOTS . "/inside.gp"
MOST = 0; do for [i=1:N] { MOST = max2(MOST, abs(LOSS[i])) }
MILLI = MOST < 0.1 ? 1e3 : 1.0
T = headroom(0); R = R - labelroom(LONGEST + 9)
load PLOTS . "/panel.gp"
stats EXACT using "overlap_m":"force_N" nooutput name "FAR"
DEEP = FAR_max_x
UNIT = DEEP >= 0.1 ? 1.0 : (DEEP >= 1e-4 ? 1e3 : 1e6); S = DEEP >= 0.1 ? "m" : (DEEP >= 1e-4 ? "mm" : tx("µm", "$\\mu$m"))
# names at the deepest point of each curve
ENDS = N; array END_X[N]; load PLOTS . "/labels.gp"
do for [i=1:N] {
    stats EXACT using (of(i) ? column("force_N") : NaN):(of(i) ? column("overlap_m") : NaN) nooutput name "MINE"
    END_Y[i] = MINE_pos_max_y; END_X[i] = MINE_max_y*UNIT
    END_TEXT[i] = sprintf("%s: %.3g %s", LABEL[i], abs(LOSS[i]) < 1e-4*MOST ? 0 : LOSS[i]*MILLI, MILLI > 1 ? "mJ" : "J")
}
set xlabel sprintf("overlap (%s)", S)
set ylabel "force (N)"
set xrange [0:1.03*DEEP*UNIT]
Y_LOW = FAR_min_y < 0 ? 1.15*FAR_min_y : 0; Y_HIGH = 1.08*FAR_max_y; Y_LOG = 0
set yrange [Y_LOW:Y_HIGH]
set arrow 3 from graph 0, first 0 to graph 1, first 0 nohead lw 1.0 lc rgb "#707070" back
load PLOTS . "/ends.gp"
undefine END_X
load PLOTS . "/own.gp"
plot for [i=1:N] EXACT using (of(i) ? column("overlap_m")*UNIT : NaN):"force_N" with lines ls STYLE[i] lw 3.2 notitle

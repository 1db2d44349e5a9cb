# SPDX-License-Identifier: GPL-3.0-or-later
# Caption: The distribution of speeds in each solver's ensemble with counting errors, and Maxwell's distribution.
KEYROWS = rows(N + 1, max2(7, longest(N))); T = headroom(KEYROWS)
load PLOTS . "/panel.gp"
TABLE = DIR . "/speeds.tsv"
set xlabel "speed (m/s)"
set ylabel "density (s/m)"
set yrange [0:*]
# side by side within a bin: error bars must not overlap
stats TABLE every ::0::1 using "speed_mps" nooutput name "BIN"
SHIFT(i) = (i - 0.5 * (N + 1)) * 0.18 * (BIN_max - BIN_min)
plot TABLE every ::0::(BINS-1) using "speed_mps":(GAS ? column("maxwell_s_per_m") : NaN) smooth csplines with lines lc rgb BESIDE lw 5 title (GAS ? "Maxwell" : ""), \
     for [i=1:N] TABLE every ::((i-1)*BINS)::(i*BINS-1) using (column("speed_mps")+SHIFT(i)):"density_s_per_m":"standard_error" with yerrorbars lw 2 pt mark(STYLE[i]) ps 1.3*DOT lc rgb colour(STYLE[i]) title said(LABEL[i])

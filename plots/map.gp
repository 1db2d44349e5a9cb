# SPDX-License-Identifier: GPL-3.0-or-later
# One solver over step and stiffness: how far from the rigid run, where the model's floor ends and the method's error begins, and
# where it blows up.
R = 0.84
T = 0.80
load PLOTS . "/panel.gp"
TABLE = DIR . "/convergence.tsv"
FLOORS = DIR . "/floors.tsv"
set xlabel "θ = h √(k/μ)" offset 0,0.3
set ylabel "stiffness k (N/m)"
set format xy "10^{%g}"
set xtics 1
set ytics 1
set label 14 sprintf("%s: distance from the rigid run (m)", NAME[LANE]) at screen 0.5, screen 1 - 2.9 * FS * 1.333 / H center noenhanced tc rgb "#202020"
set palette defined (0 "#440154", 0.25 "#3b528b", 0.5 "#21918c", 0.75 "#5ec962", 1 "#fde725")
set colorbox user origin screen 0.865, screen B size screen 0.022, screen (T - B)
set format cb "10^{%g}"
set cbtics 1
unset grid
A = FROM[LANE]
Z = FROM[LANE] + ROWS[LANE] * POINTS - 1
F = FLOOR[LANE]
G = FLOOR[LANE] + ROWS[LANE] - 1
stats TABLE skip 1 every ::A::Z using (log10($3)) nooutput name "X"
stats TABLE skip 1 every ::A::Z using (log10($2)) nooutput name "Y"
DX = 0.5 * (X_max - X_min) / (POINTS > 1 ? POINTS - 1 : 1)
DY = 0.5 * (Y_max - Y_min) / (ROWS[LANE] > 1 ? ROWS[LANE] - 1 : 1)
set xrange [X_min-DX:X_max+DX]
set yrange [Y_min-DY:Y_max+DY]
set style fill solid 1.0 noborder
set key at screen 0.5, screen 1 - 4.6 * FS * 1.333 / H center horizontal maxrows 1 samplen 2
plot TABLE skip 1 every ::A::Z using (log10($3)):(log10($2)):(DX):(DY):($13 < 0.5 ? log10($5) : NaN) with boxxyerror fs solid noborder lc palette notitle, \
     TABLE skip 1 every ::A::Z using ($13 >= 0.5 ? log10($3) : NaN):(log10($2)):(DX):(DY) with boxxyerror fs solid noborder lc rgb "#d0d0d0" title "blows up ", \
     TABLE skip 1 every ::A::Z using ($13 < 0.5 && $8 < $11 ? log10($3) : NaN):(log10($2)) with points pt 6 ps 1.1 lw 1.6 lc rgb "#ffffff" notitle, \
     NaN with points pt 6 ps 1.1 lw 1.6 lc rgb "#808080" title "the model's floor ", \
     FLOORS skip 1 every ::F::G using (log10($6)):(log10($2)) with lines lw 3 lc rgb "#000000" title "method = floor"
unset colorbox
unset label 14
set grid back lt 1 lw 0.8 lc rgb "#e6e6e6"
unset logscale
unset arrow
unset label 11
unset label 12
unset label 13
unset label 1
unset label 2
unset label 3
unset label 4

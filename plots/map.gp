# SPDX-License-Identifier: GPL-3.0-or-later
# Caption: Distance from the rigid run over step and stiffness. Right of the line the discretization error exceeds the modelling
# error. Left of it (rings) smaller steps do not help. Grey runs blew up.
R = 1 - wide(7.6)
KEYROWS = rows(3, 18); T = headroom(KEYROWS) - high(1.4)
load PLOTS . "/panel.gp"
TABLE = DIR . "/convergence.tsv"
FLOORS = DIR . "/floors.tsv"
set xlabel tx("θ = h √(k/μ)", "$\\theta = h\\sqrt{k/\\mu}$")
set ylabel SLOPE == -0.4 ? tx("stiffness K (N/m^{1.5})", "stiffness K (N/m$^{1.5}$)") : "stiffness k (N/m)"
set format xy tx("10^{%g}", "$10^{%g}$")
set xtics 1
set ytics 1
set label 14 sprintf("%s: distance from the rigid run (m)", said(LABEL[LANE])) at screen 0.5, screen keytop(1) center noenhanced tc rgb "#202020"
set colorbox user origin screen R + wide(1.2), screen B size screen wide(1.0), screen (T - B)
set format cb tx("10^{%g}", "$10^{%g}$")
set cbtics 1
unset grid
A = FROM[LANE]
Z = FROM[LANE] + ROWS[LANE] * POINTS - 1
F = FLOOR[LANE]
G = FLOOR[LANE] + ROWS[LANE] - 1
stats TABLE every ::A::Z using (log10(column("theta"))) nooutput name "X"
stats TABLE every ::A::Z using (log10(column("stiffness"))) nooutput name "Y"
DX = 0.5 * (X_max - X_min) / (POINTS > 1 ? POINTS - 1 : 1)
DY = 0.5 * (Y_max - Y_min) / (ROWS[LANE] > 1 ? ROWS[LANE] - 1 : 1)
set xrange [X_min-DX:X_max+DX]
set yrange [Y_min-DY:Y_max+DY]
set style fill solid 1.0 noborder
set key at screen 0.5, screen keytop(KEYROWS) - high(1.5) center samplen 2
plot TABLE every ::A::Z using (log10(column("theta"))):(log10(column("stiffness"))):(DX):(DY):(column("blown") < 0.5 ? log10(column("total_m")) : NaN) with boxxyerror fs solid noborder lc palette notitle, \
     TABLE every ::A::Z using (column("blown") >= 0.5 ? log10(column("theta")) : NaN):(log10(column("stiffness"))):(DX):(DY) with boxxyerror fs solid noborder lc rgb "#d0d0d0" title "blows up ", \
     TABLE every ::A::Z using (column("blown") < 0.5 && column("method_m") < column("floor_m") ? log10(column("theta")) : NaN):(log10(column("stiffness"))) with points pt 6 ps 1.1*DOT lw 1.6 lc rgb "#ffffff" notitle, \
     NaN with points pt 6 ps 1.1*DOT lw 1.6 lc rgb "#808080" title "modelling error ", \
     FLOORS every ::F::G using (log10(column("theta_floor"))):(log10(column("stiffness"))) with lines lw 3 lc rgb "#000000" title "errors equal"

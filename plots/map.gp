# SPDX-License-Identifier: GPL-3.0-or-later
# Distance from the rigid run over step and stiffness. Right of the line the discretization error exceeds the modelling
# error; left of it smaller steps hardly help. Grey runs blew up.
R = 1 - wide(7.6)
T = headroom(0) - high(1.6)
load PLOTS . "/panel.gp"
unset key
TABLE = DIR . "/convergence.tsv"
FLOORS = DIR . "/floors.tsv"
set xlabel THETANAME
set ylabel SLOPE == -0.4 ? "stiffness K (N/m^{1.5})" : "stiffness k (N/m)"
set format xy "10^{%g}"
set xtics 1
set ytics 1
set label 14 "distance from the rigid run (m)" at screen R + wide(2.2), screen T + high(0.9) right noenhanced tc rgb "#202020"
set colorbox user origin screen R + wide(1.2), screen B size screen wide(1.0), screen (T - B)
set format cb "10^{%g}"
set cbtics 1
unset grid
A = FROM[LANE]
Z = FROM[LANE] + ROWS[LANE] * POINTS - 1
F = FLOOR[LANE]
G = FLOOR[LANE] + ROWS[LANE] - 1
stats TABLE every ::A::Z using (log10(column("theta"))) nooutput name "X"
stats TABLE every ::A::Z using (log10(column("stiffness"))) nooutput name "Y"
stats TABLE every ::A::Z using (column("blown") >= 0.5 ? log10(column("theta")) : X_max + 1) nooutput name "BLOWN"
stats FLOORS every ::F::G using (log10(known("theta_floor", 1e9))) nooutput name "EQUAL"
stats FLOORS every ::F::G using (log10(known("theta_floor", 1e-9))) nooutput name "EQUALS"
DX = 0.5 * (X_max - X_min) / (POINTS > 1 ? POINTS - 1 : 1)
DY = 0.5 * (Y_max - Y_min) / (ROWS[LANE] > 1 ? ROWS[LANE] - 1 : 1)
set xrange [X_min-DX:X_max+DX]
set yrange [Y_min-DY:Y_max+DY]
# Names of the regions, along the step if they fit, else along the stiffness
LETTER = wide(0.5) / (R - L) * (X_max - X_min + 2 * DX)
region(low, high, letters) = high - low < 2.6 * LETTER ? 0 : (high - low < (letters + 2) * LETTER ? 2 : 1)
SAID_ = 30
do for [w=1:3] {
    LOW_ = w == 1 ? X_min - DX : (w == 2 ? EQUALS_max : BLOWN_min - DX)
    HIGH_ = w == 1 ? min2(EQUAL_min, X_max + DX) : (w == 2 ? min2(BLOWN_min - DX, X_max + DX) : X_max + DX)
    WORDS_ = word("modelling discretization blows", w) . (w == 3 ? " up" : " error")
    HOW_ = EQUALS_max < -8 && w < 3 ? 0 : region(LOW_, HIGH_, strlen(WORDS_))
    if (HOW_ == 1) { set label SAID_+w WORDS_ at 0.5 * (LOW_ + HIGH_), Y_max - (w == 2 ? 0 : 0.5 * (Y_max - Y_min)) center front tc rgb (w == 1 ? "#ffffff" : "#000000") }
    if (HOW_ == 2) { set label SAID_+w WORDS_ at 0.5 * (LOW_ + HIGH_), 0.5 * (Y_min + Y_max) center rotate by 90 front tc rgb (w == 1 ? "#ffffff" : "#000000") }
}
set style fill solid 1.0 noborder
plot TABLE every ::A::Z using (log10(column("theta"))):(log10(column("stiffness"))):(DX):(DY):(column("blown") < 0.5 ? log10(column("total_m")) : NaN) with boxxyerror fs solid noborder lc palette notitle, \
     TABLE every ::A::Z using (column("blown") >= 0.5 ? log10(column("theta")) : NaN):(log10(column("stiffness"))):(DX):(DY) with boxxyerror fs solid noborder lc rgb "#d0d0d0" notitle, \
     FLOORS every ::F::G using (log10(column("theta_floor"))):(log10(column("stiffness"))) with lines lw 5 lc rgb "#ffffff" notitle, \
     FLOORS every ::F::G using (log10(column("theta_floor"))):(log10(column("stiffness"))) with lines lw 2.4 lc rgb "#000000" notitle

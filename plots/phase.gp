# SPDX-License-Identifier: GPL-3.0-or-later
# One contact in its phase plane: overlap over separation speed, half a circle for an undamped spring.
T = headroom(0)
load PLOTS . "/panel.gp"
load PLOTS . "/inside.gp"
stats STEPS using (-column("rate_rel")):"overlap_rel" nooutput name "FAR"
stats EXACT using (-column("rate_rel")):"overlap_rel" nooutput name "TRUE"
X0 = -1.2; X1 = max2(FAR_max_x, TRUE_max_x); X1 = X1 + max2(0.25, 4.5 * wide(0.5) / (R-L) * (X1 - X0))
Y0 = -max2(0.22, 1.6 * high(1.35) * H * (X1 - X0) / ((R-L) * W)); Y1 = max2(FAR_max_y, TRUE_max_y) + 0.1
TABLE = 0; MANY = N > 3
XNAME = "separation speed / approach speed"; YLONG = "overlap √(k/m_{red}) / approach speed"
THETA = THETA_ALL > 0 ? sprintf("θ = %.2g", THETA_ALL) : ""
EXACTS = 'EXACT using (of(i) ? -column("rate_rel") : NaN):"overlap_rel" with lines'
MARKS_ = 'STEPS using (is(i) ? -column("rate_rel") : NaN):"overlap_rel" with linespoints'
MULTIPLES = N; MULTIPLE_X = XNAME; MULTIPLE_Y = "overlap (scaled)"; MULTIPLE_ASPECT = (X1 - X0) / (Y1 - Y0)
MULTIPLE_NOTE = "grey: exact" . (THETA eq "" ? "" : "\n" . THETA)
array MULTIPLE_TEXT[N]; array MULTIPLE_STYLE[N]
do for [i=1:N] { MULTIPLE_TEXT[i] = sprintf("%s: e = %.4g", stem(LABEL[i]), E[i]); MULTIPLE_STYLE[i] = STYLE[i] }
do for [i=1:(MANY ? N : 0)] {
    MULTIPLE = i
    load PLOTS . "/multiples.gp"
    set xrange [X0:X1]; set yrange [-0.1:Y1]
    set xtics 1; set ytics 0.5
    set arrow 3 from X0, 0 to X1, 0 nohead lw 1.0 lc rgb "#707070" back
    plot @EXACTS @EXACTLY notitle, @MARKS_ @STEPPED notitle
}
undefine MULTIPLE_*
if (MANY) exit
load PLOTS . "/scale.gp"
DY = high(1.35) / (2*h2) * (Y1 - Y0); DX = wide(0.5) / (2*w2) * (X1 - X0) # a line, a letter
set xlabel XNAME
set ylabel (30 * 0.5 > 2*h2 / high(1) ? "overlap (scaled)" : YLONG)
set xtics 0.5; set ytics 0.5
set arrow 3 from X0, 0 to X1, 0 nohead lw 1.0 lc rgb "#707070" back
set label 14 "onset" at -1, -0.7*DY center tc rgb "#505050"
# e below the end of the curve if there is room, else with the names
FREE = -9; NAMEY = min2(0.8, 0.25 + 0.5 * (N + 2) * DY); WIDEST = 5
array SAYS[N]
do for [i=1:N] {
    EXIT = sprintf("e = %.4g", E[i]); SAYS[i] = LABEL[i]
    if (abs(E[i] - FREE) > strlen(EXIT) * DX) {
        set label 40+i EXIT at E[i], -0.7*DY center tc rgb colour(STYLE[i]); FREE = E[i]
    } else {
        SAYS[i] = SAYS[i] . ": " . EXIT
    }
    WIDEST = max2(WIDEST, strlen(SAYS[i]))
}
NAMEX = max2(-0.6, -0.5 * (WIDEST + 2) * DX)
if (ALIKE) { set label 15 "exact" at NAMEX, NAMEY left offset 0.9,0 tc rgb GREY; NAMEY = NAMEY - DY }
do for [i=1:N] { set label 20+i SAYS[i] at NAMEX, NAMEY @NAMED; NAMEY = NAMEY - DY }
if (THETA ne "" && NAMEY > 0.4*DY) { set label 16 THETA at NAMEX, NAMEY left offset 0.9,0 tc rgb "#505050" }
plot for [i=1:N] @EXACTS @EXACTLY notitle, for [i=1:N] @MARKS_ @STEPPED notitle

# SPDX-License-Identifier: GPL-3.0-or-later
# Caption: Paths of chosen balls on the table, to scale: discs are all balls at the start (grey), circles the chosen ones at the
# end.
load PLOTS . "/panel.gp"
# the table; without walls everything that the reference's balls pass, and some height where that is flat
if (TABLE) {
    s = 0.02 * (WIDTH > HEIGHT ? WIDTH : HEIGHT)
    X0 = -s; X1 = WIDTH + s; Y0 = -s; Y1 = HEIGHT + s
} else {
    stats trajectory(REF) skip 1 using 3:4 nooutput name "SEEN"
    r = 0; do for [i=1:BALLS] { r = RADIUS[i] > r ? RADIUS[i] : r }
    X0 = SEEN_min_x - 1.5 * r; X1 = SEEN_max_x + 1.5 * r; Y0 = SEEN_min_y - 1.5 * r; Y1 = SEEN_max_y + 1.5 * r
    s = 0.25 * (X1 - X0) - 0.5 * (Y1 - Y0)
    if (s > 0) { Y0 = Y0 - s; Y1 = Y1 + s }
}
# the largest box of the range's shape that fits, so that a metre is as long both ways
px = (R - L) * W / (X1 - X0); py = (T - B) * H / (Y1 - Y0); p = px < py ? px : py
w2 = 0.5 * p * (X1 - X0) / W; h2 = 0.5 * p * (Y1 - Y0) / H
set lmargin at screen 0.5 * (L + R) - w2
set rmargin at screen 0.5 * (L + R) + w2
set bmargin at screen T - 2 * h2
set tmargin at screen T
set xrange [X0:X1]
set yrange [Y0:Y1]
set xlabel "x (m)"
set ylabel "y (m)"
if (TABLE) set object 1 rectangle from 0,0 to WIDTH,HEIGHT fs empty border lc rgb "#404040" lw 2.0
plot trajectory(REF) skip 1 every ::0::(BALLS-1) using 3:4:(RADIUS[int($0)+1]):(COLOUR[int($0)+1]) with circles lc rgb variable fs solid noborder notitle, \
     for [j=1:PATHS] for [i=1:N] trajectory(ORDER[i]) skip 1 every BALLS::CHOSEN[j] using 3:4 with @PATHSTYLE ls STYLE[ORDER[i]] title (SHOWKEY && j == 1 ? said(NAME[ORDER[i]]) : ""), \
     for [j=1:PATHS] for [i=1:N] trajectory(ORDER[i]) skip 1 every BALLS::(LAST[ORDER[i]]*BALLS+CHOSEN[j])::(LAST[ORDER[i]]*BALLS+CHOSEN[j]) using 3:4:(RADIUS[CHOSEN[j]+1]) with circles ls STYLE[ORDER[i]] lw 2 dt solid fs empty notitle

# SPDX-License-Identifier: GPL-3.0-or-later
# Figure of: run
# Caption: Paths of selected balls on the table, to scale. Discs are all balls at the start (grey;
# above 10 000 balls one disc stands for several), circles the selected balls at the end. Paths of
# many collisions end three collisions after they part, in a red ring, and are thin before; from the fourth
# solver on, a panel for each.
# The range: the table and balls that ended outside it; without a table the paths of the reference
# and the ends of the selected balls, at least a quarter as high as wide.
set autoscale # stats skips values outside the range
if (TABLE) {
    FAR_min_x = 0; FAR_max_x = WIDTH; FAR_min_y = 0; FAR_max_y = HEIGHT
} else {
    stats trajectory(REF) using "x_m":"y_m" nooutput name "FAR"
}
do for [j=1:PATHS] {
    c = CHOSEN[j]; r = RADIUS[c+1]
    do for [i=1:N] {
        stats trajectory(ORDER[i]) every BALLS::(LAST[ORDER[i]]*BALLS+c)::(LAST[ORDER[i]]*BALLS+c) using "x_m" nooutput name "AT"
        FAR_min_x = -max2(-FAR_min_x, r - AT_min); FAR_max_x = max2(FAR_max_x, AT_max + r)
        stats trajectory(ORDER[i]) every BALLS::(LAST[ORDER[i]]*BALLS+c)::(LAST[ORDER[i]]*BALLS+c) using "y_m" nooutput name "AT"
        FAR_min_y = -max2(-FAR_min_y, r - AT_min); FAR_max_y = max2(FAR_max_y, AT_max + r)
    }
}
if (!TABLE) {
    r = 0; do for [i=1:BALLS] { r = RADIUS[i] > r ? RADIUS[i] : r }
    X0 = FAR_min_x - 1.5 * r; X1 = FAR_max_x + 1.5 * r; Y0 = FAR_min_y - 1.5 * r; Y1 = FAR_max_y + 1.5 * r
    s = 0.25 * (X1 - X0) - 0.5 * (Y1 - Y0)
    if (s > 0) { Y0 = Y0 - s; Y1 = Y1 + s }
}
EACH = one_in(BALLS, MOST_DISCS)
last_row(i) = (PATHROW > 0 ? min2(PATHROW, LAST[i]) : LAST[i]) * BALLS
start_discs = "trajectory(REF) every EACH::0::(BALLS-1) using 'x_m':'y_m':" . \
    "(sqrt(EACH)*RADIUS[EACH*int($0)+1]):(COLOUR[EACH*int($0)+1]) " . \
    "with circles lc rgb variable fs solid noborder notitle"
path_of(i, c, from, to, style) = sprintf(", trajectory(%d) every BALLS::%d::%d using 'x_m':'y_m' ", \
    i, from * BALLS + c, to + c) . "with @PATHSTYLE " . style
end_of(i, c) = sprintf(", trajectory(%d) every BALLS::%d::%d using 'x_m':'y_m':(%.9g) ", i, \
    last_row(i) + c, last_row(i) + c, RADIUS[c+1]) . \
    sprintf("with circles ls %d lw 2 dt solid fs empty notitle", STYLE[i])
BOXES = N > 3 ? N : 1
if (N > 3) { MULTIPLES = N; MULTIPLE_BARE = 1; MULTIPLE_ASPECT = 1.3 }
do for [MULTIPLE=1:BOXES] {
    if (N > 3) { load PLOTS . "/multiples.gp" } else { load PLOTS . "/panel.gp" }
    load PLOTS . "/scale.gp"
    if (N > 3) { unset xlabel; unset ylabel }
    CURVES = start_discs
    do for [j=1:PATHS] {
        c = CHOSEN[j]
        if (PARTROW > 0) {
            CURVES = CURVES . path_of(REF, c, 0, PARTROW*BALLS, "lw 1 lc rgb FAINT notitle")
        }
        do for [k=1:(N > 3 ? 1 : N)] {
            i = N > 3 ? MULTIPLE : ORDER[k]
            CURVES = CURVES . path_of(i, c, PARTROW, last_row(i), sprintf("ls %d %s ", STYLE[i], N == 1 ? "lw 1.6" : "") . \
                (SHOWKEY && j == 1 && N < 4 ? sprintf("title said(LABEL[%d])", i) : "notitle"))
            CURVES = CURVES . end_of(i, c)
        }
        if (PARTROW > 0 && PATHS == 1) {
            CURVES = CURVES . sprintf(", trajectory(REF) every BALLS::%d::%d using 'x_m':'y_m' ", \
                PARTROW*BALLS+c, PARTROW*BALLS+c) . \
                "with points pt 6 ps 3*DOT lw 2.5 lc rgb ALARM notitle"
        }
    }
    load PLOTS . "/own.gp"
    eval "plot " . CURVES
}
if (N > 3) { undefine MULTIPLE_* }

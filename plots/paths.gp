# SPDX-License-Identifier: GPL-3.0-or-later
# Figure of: run
# Caption: Paths of selected balls on the table, to scale. Discs are all balls at the start (grey; above 10 000 balls one disc
# stands for several), circles the selected balls at the end.
load PLOTS . "/panel.gp"
# The range: the table and balls that ended outside it; without a table the paths of the reference and the ends of the selected balls,
# at least a quarter as high as wide.
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
load PLOTS . "/scale.gp"
EACH = one_in(BALLS, MOST_DISCS)
plot trajectory(REF) every EACH::0::(BALLS-1) using "x_m":"y_m":(sqrt(EACH)*RADIUS[EACH*int($0)+1]):(COLOUR[EACH*int($0)+1]) with circles lc rgb variable fs solid noborder notitle, \
     for [j=1:PATHS] for [i=1:N] trajectory(ORDER[i]) every BALLS::CHOSEN[j] using "x_m":"y_m" with @PATHSTYLE ls STYLE[ORDER[i]] title (SHOWKEY && j == 1 ? said(LABEL[ORDER[i]]) : ""), \
     for [j=1:PATHS] for [i=1:N] trajectory(ORDER[i]) every BALLS::(LAST[ORDER[i]]*BALLS+CHOSEN[j])::(LAST[ORDER[i]]*BALLS+CHOSEN[j]) using "x_m":"y_m":(RADIUS[CHOSEN[j]+1]) with circles ls STYLE[ORDER[i]] lw 2 dt solid fs empty notitle

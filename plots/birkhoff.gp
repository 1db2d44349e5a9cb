# SPDX-License-Identifier: GPL-3.0-or-later
# Boundary map: a dot for each hit of a wall or a fixed ball, at its arc length and the sine of its angle.
load PLOTS . "/paths.gp"
HITS = DIR . "/hits.tsv"
if (!exists("BOUND")) {
    NOTHING = BALLS > 12 ? sprintf("%d balls; at most 12", BALLS) : "fewer than 100 hits of walls and fixed balls"
    load PLOTS . "/nothing.gp"; exit
}
array COUNT[N]; do for [i=1:N] { COUNT[i] = 0 }
stats HITS using (s = which_solver(N), COUNT[s] = COUNT[s] + 1, 0) nooutput
HEAD = "Hits on the boundary; grey: ends of its parts"
if (|BOUND| > 2) { load PLOTS . "/head.gp" }
MULTIPLES = N; MULTIPLE_X = "arc length (m)"; MULTIPLE_Y = "sine of the angle"
MULTIPLE_ASPECT = 1.2; TOTAL = |BOUND|; LAST = BOUND[TOTAL]
do for [MULTIPLE=1:N] {
    load PLOTS . "/multiples.gp"
    unset grid
    set xrange [0:LAST]; set yrange [-1:1]
    set xtics across_step(0, LAST); set ytics 0.5
    do for [k=1:TOTAL] { if (BOUND[k] > 0 && BOUND[k] < LAST) {
        set arrow 30+k from BOUND[k], -1 to BOUND[k], 1 nohead lw 1.4 lc rgb LEADER back
    } }
    if (COUNT[MULTIPLE] == 0) { set label 30 "too few hits" at graph 0.5, graph 0.5 center }
    plot NaN notitle, HITS using (own(MULTIPLE, column("arc_m"))):"sine" with points pt 7 \
        ps DOT*(COUNT[MULTIPLE] > 2000 ? 0.2 : 0.4)*(W < 400 ? 0.6 : 1) \
        lc rgb colour(STYLE[MULTIPLE]) notitle
}

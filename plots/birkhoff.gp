# SPDX-License-Identifier: GPL-3.0-or-later
# Boundary map: a dot for each hit of a wall or a fixed ball, at its arc length and the sine of its angle.
MULTIPLES = N; MULTIPLE_X = "arc length (m)"; MULTIPLE_Y = "sine of the angle"
MULTIPLE_ASPECT = 1.2
do for [MULTIPLE=1:MULTIPLES] {
    load PLOTS . "/multiples.gp"
    unset grid
    set xrange [0:BOUND[BOUNDS+1]]; set yrange [-1:1]
    set xtics across_step(0, BOUND[BOUNDS+1]); set ytics 0.5
    do for [k=2:BOUNDS] {
        set arrow 30+k from BOUND[k], -1 to BOUND[k], 1 nohead lw 0.9 lc rgb "#b0b0b0" back
    }
    if (HITS[MULTIPLE] == 0) { set label 30 "too few hits" at graph 0.5, graph 0.5 center }
    plot NaN notitle, sprintf("$HIT%d", MULTIPLE) using "arc_m":"sine" with points pt 7 \
        ps DOT*(HITS[MULTIPLE] > 2000 ? 0.2 : 0.4)*(W < 400 ? 0.6 : 1) \
        lc rgb colour(STYLE[MULTIPLE]) notitle
}
undefine MULTIPLE_*

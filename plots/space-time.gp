# SPDX-License-Identifier: GPL-3.0-or-later
# Positions over time along the axis in which the balls move most, with dots at collisions and the
# names of the balls where they end. From the fourth solver on, or with many collisions, a box each, on the
# paths of the reference.
load PLOTS . "/paths.gp"
PLACE = AXIS ? "y_m" : "x_m"; PLACE_NAME = (AXIS ? "y" : "x") . " (m)"
LOW = 1e300; HIGH = -1e300; DOTS = 0; WALL0 = 0; WALL1 = 0
if (FEW) {
    # the range, and the last position of each ball of the reference
    array LAST[MOVING]; do for [c=1:MOVING] { LAST[c] = NaN }
    stats PATHS using (x = column(PLACE), is_number(x) && column("t_s") <= UNTIL * (1 + 1e-9) ? (LOW = min2(LOW, x - column("radius_m")), \
        HIGH = max2(HIGH, x + column("radius_m")), DOTS = DOTS + (column("instant") == 1), \
        k = strcol("solver") eq NAME[REF] ? which_ball(MOVING) : 0, k > 0 ? (LAST[k] = x) : 0) : 0) nooutput
} else { NOTHING = BALLS > 12 ? sprintf("%d balls; at most 12", BALLS) : "no ball moves"; load PLOTS . "/nothing.gp" }
BOXED = N > 3 || (N > 1 && DOTS > 50 * N)
# walls near the balls, if they are straight across
if (FEW && TABLE) {
    stats DIR . "/outline.tsv" using PLACE nooutput name "WALL"
    NEAR = 0.15 * (HIGH - LOW); WALL0 = WALL_min > LOW - NEAR; WALL1 = WALL_max < HIGH + NEAR
    LOW = WALL0 ? min2(LOW, WALL_min) : LOW; HIGH = WALL1 ? max2(HIGH, WALL_max) : HIGH
}
Y_LOW = LOW - 0.03 * (HIGH - LOW); Y_HIGH = HIGH + 0.03 * (HIGH - LOW); Y_LOG = 0
DOTTED = DOTS <= 120 * N ? 0.7 * DOT : 0
if (FEW && !BOXED) {
    LETTERS = 0; do for [c=1:MOVING] { LETTERS = max2(LETTERS, strlen(BALL[c])) }
    if (N > 1 && !PAGED) {
        NAMES_L = L; NAMES_R = R; NAMES_Y = T - high(0.4); load PLOTS . "/names.gp"; T = T - high(1.4)
    }
    ROOM = min2(roomfor(LETTERS), 0.3 * (R - L)); R = R - ROOM
}
if (FEW) { HEAD = "Positions" . UNTIL_NOTE . (BOXED ? "; grey: " . LABEL[REF] : ""); load PLOTS . "/head.gp" }
MULTIPLES = BOXED ? N : 1; MULTIPLE_X = "t (s)"; MULTIPLE_Y = PLACE_NAME
do for [MULTIPLE=1:(FEW ? MULTIPLES : 0)] {
    if (BOXED) { load PLOTS . "/multiples.gp" } else { load PLOTS . "/panel.gp"; set ylabel PLACE_NAME }
    set xrange [0:UNTIL]; set yrange [Y_LOW:Y_HIGH]
    set xtics across_step(0, UNTIL); set ytics even_step(Y_LOW, Y_HIGH)
    if (WALL0) { set arrow 31 from 0, WALL_min to UNTIL, WALL_min nohead back lw 1.6 lc rgb FRAME }
    if (WALL1) { set arrow 32 from 0, WALL_max to UNTIL, WALL_max nohead back lw 1.6 lc rgb FRAME }
    if (!BOXED) {
        ENDS = MOVING; load PLOTS . "/labels.gp"
        do for [c=1:MOVING] { END_TEXT[c] = BALL[c]; END_STYLE[c] = 9; END_Y[c] = LAST[c] }
        load PLOTS . "/ends.gp"
    }
    m = BOXED ? MULTIPLE : 1; n = BOXED ? MULTIPLE : N
    plot for [k=1:(BOXED ? 1 : 0)] PATHS using "t_s":(own(REF, column(PLACE))) with lines lw 6 \
             lc rgb TRUTH notitle, \
         for [i=m:n] PATHS using "t_s":(own(i, column(PLACE))) with lines ls STYLE[i] notitle, \
         for [i=m:n] PATHS using "t_s":(column("instant") == 1 ? own(i, column(PLACE)) : NaN) \
             with points pt 7 ps DOTTED lc rgb colour(STYLE[i]) notitle
}

# SPDX-License-Identifier: GPL-3.0-or-later
# Positions over time along the axis in which the balls move most, with dots at collisions. From the
# fourth solver on a box each, on the paths of the reference.
load PLOTS . "/paths.gp"
NOTHING = FEW ? "" : "more than 12 balls"
PLACE = AXIS ? "y_m" : "x_m"; PLACE_NAME = (AXIS ? "y" : "x") . " (m)"
LOW = 1e300; HIGH = -1e300; DOTS = 0
if (FEW) {
    # the last position of each ball of each solver, and the range
    array LAST[N*MOVING]; do for [k=1:N*MOVING] { LAST[k] = NaN }
    stats PATHS using (x = column(PLACE), k = (which_solver(N) - 1) * MOVING + which_ball(MOVING), \
        is_number(x) ? (LOW = min2(LOW, x - column("radius_m")), \
        HIGH = max2(HIGH, x + column("radius_m")), DOTS = DOTS + (column("instant") == 1), \
        which_ball(MOVING) > 0 ? (LAST[k] = x) : 0) : 0) nooutput
}
# walls near the balls, if they are straight across
if (FEW && TABLE) {
    stats DIR . "/outline.tsv" using PLACE nooutput name "WALL"
    NEAR = 0.15 * (HIGH - LOW); WALL0 = WALL_min > LOW - NEAR; WALL1 = WALL_max < HIGH + NEAR
    LOW = WALL0 ? min2(LOW, WALL_min) : LOW; HIGH = WALL1 ? max2(HIGH, WALL_max) : HIGH
}
Y_LOW = LOW - 0.03 * (HIGH - LOW); Y_HIGH = HIGH + 0.03 * (HIGH - LOW); Y_LOG = 0
DOTTED = DOTS <= 120 * N ? 0.6 * DOT : 0
MANY = FEW && N > 3
if (NOTHING ne "") { load PLOTS . "/nothing.gp" }
if (MANY) {
    MULTIPLES = N; MULTIPLE_X = "t (s)"; MULTIPLE_Y = PLACE_NAME
    do for [MULTIPLE=1:N] {
        load PLOTS . "/multiples.gp"
        set xrange [0:UNTIL]; set yrange [Y_LOW:Y_HIGH]
        set xtics across_step(0, UNTIL); set ytics even_step(Y_LOW, Y_HIGH)
        load PLOTS . "/walls.gp"
        plot PATHS using "t_s":(own(REF, column(PLACE))) with lines lw 5 lc rgb TRUTH notitle, \
             PATHS using "t_s":(own(MULTIPLE, column(PLACE))) with lines lw 2 \
                 lc rgb colour(STYLE[MULTIPLE]) notitle, \
             PATHS using "t_s":(column("instant") == 1 ? own(MULTIPLE, column(PLACE)) : NaN) \
                 with points pt 7 ps DOTTED lc rgb colour(STYLE[MULTIPLE]) notitle
    }
    undefine MULTIPLE_*
}
if (FEW && !MANY) {
    # The ball whose last positions differ most has the solvers' labels, the others their names.
    SPREAD = -1; WIDEST = 1
    do for [c=1:MOVING] {
        a = LAST[c]; b = LAST[c]
        do for [i=1:N] { a = min2(a, LAST[(i-1)*MOVING+c]); b = max2(b, LAST[(i-1)*MOVING+c]) }
        if (b - a > SPREAD) { SPREAD = b - a; WIDEST = c }
    }
    LETTERS = N > 1 ? longest(N) : 0
    do for [c=1:MOVING] { LETTERS = max2(LETTERS, strlen(BALL[c])) }
    R = R - labelroom(LETTERS); if (SHOWKEY) { T = headroom(0) }
    load PLOTS . "/panel.gp"
    set xrange [0:UNTIL]; set yrange [Y_LOW:Y_HIGH]
    set xtics across_step(0, UNTIL); set ytics even_step(Y_LOW, Y_HIGH)
    set ylabel PLACE_NAME
    load PLOTS . "/walls.gp"
    ENDS = N + MOVING; load PLOTS . "/labels.gp"
    do for [i=1:N] { END_Y[i] = N > 1 ? LAST[(i-1)*MOVING+WIDEST] : NaN }
    do for [c=1:MOVING] {
        END_TEXT[N+c] = BALL[c]
        END_Y[N+c] = N > 1 && c == WIDEST ? NaN : LAST[(REF-1)*MOVING+c]
    }
    load PLOTS . "/ends.gp"
    plot for [i=1:N] PATHS using "t_s":(own(i, column(PLACE))) with lines ls STYLE[i] notitle, \
         for [i=1:N] PATHS using "t_s":(column("instant") == 1 ? own(i, column(PLACE)) : NaN) \
             with points pt 7 ps DOTTED lc rgb colour(STYLE[i]) notitle
}

# SPDX-License-Identifier: GPL-3.0-or-later
# Positions over time along the axis in which the balls move most, with dots at collisions and the
# names of the balls where the paths of the reference end. From the fourth solver on, or with many collisions,
# a box each, on the paths of the reference; long names stand right of the last box of a row.
load PLOTS . "/paths.gp"
PLACE = AXIS ? "y_m" : "x_m"; PLACE_NAME = (AXIS ? "y" : "x") . " (m)"
if (!FEW) { NOTHING = BALLS > 12 ? sprintf("%d balls; at most 12", BALLS) : "no ball moves"; load PLOTS . "/nothing.gp"; exit }
LOW = 1e300; HIGH = -1e300; DOTS = 0; WALL0 = 0; WALL1 = 0
# the range, a little beyond the walls, or the size of the paths of the reference beyond them; and where each path ends
array LAST[N*MOVING]; array LAST_X[N*MOVING]; do for [c=1:N*MOVING] { LAST[c] = NaN; LAST_X[c] = NaN }
X0 = -1e300; X1 = 1e300; LEAST = 1e300; MOST = -1e300
if (TABLE) {
    stats DIR . "/outline.tsv" using PLACE nooutput name "WALL"
    s = 0.2 * (WALL_max - WALL_min); X0 = WALL_min - s; X1 = WALL_max + s
}
do for [m=0:1] {
    stats PATHS using (x = column(PLACE), is_number(x) && column("t_s") <= UNTIL * (1 + 1e-9) && (m == 1 || strcol("solver") eq NAME[REF]) ? \
        (LEAST = min2(LEAST, x), MOST = max2(MOST, x), LOW = min2(LOW, max2(X0, x - column("radius_m"))), \
        HIGH = max2(HIGH, min2(X1, x + column("radius_m"))), DOTS = DOTS + m * (column("instant") == 1)) : 0) nooutput
    if (!TABLE) { X0 = LOW - (HIGH - LOW); X1 = HIGH + (HIGH - LOW) }
}
# between two rows where it ends at the right border
stats PATHS using (x = column(PLACE), s = column("t_s"), k = which_ball(MOVING), is_number(x) && k > 0 ? \
    (k = k + MOVING * (which_solver(N) - 1), s <= UNTIL || !is_number(LAST_X[k]) ? (LAST[k] = x, LAST_X[k] = s) : \
    LAST_X[k] < UNTIL ? (LAST[k] = LAST[k] + (x - LAST[k]) * (UNTIL - LAST_X[k]) / (s - LAST_X[k]), LAST_X[k] = UNTIL) : 0) : 0) nooutput
BEYOND = LEAST < LOW || MOST > HIGH ? sprintf("; beyond the axis up to %.3g m", size_of(LEAST, MOST)) : ""
BOXED = N > 3 || (N > 1 && DOTS > 50 * N)
# walls near the balls, if they are straight across
if (TABLE) {
    NEAR = 0.15 * (HIGH - LOW); WALL0 = WALL_min > LOW - NEAR; WALL1 = WALL_max < HIGH + NEAR
    LOW = WALL0 ? min2(LOW, WALL_min) : LOW; HIGH = WALL1 ? max2(HIGH, WALL_max) : HIGH
}
Y_LOW = LOW - 0.03 * (HIGH - LOW); Y_HIGH = HIGH + 0.03 * (HIGH - LOW); Y_LOG = 0
DOTTED = DOTS <= 120 * N ? 0.7 * DOT : 0
load PLOTS . "/stops.gp"
if (N > 1 && !PAGED && !BOXED) {
    NAMES_L = L; NAMES_R = R; NAMES_Y = T - high(0.4); load PLOTS . "/names.gp"; T = T - high(1.4)
}
NAMEROOM = min2(roomfor(NAME_LETTERS), 0.3 * (R - L)); R = R - NAMEROOM
HEAD = "Positions" . until_note(" over time") . (BOXED ? "; grey: " . LABEL[REF] : "") . BEYOND; load PLOTS . "/head.gp"
if (NAME_LETTERS < 9) { MULTIPLE_GAP = NAMEROOM + wide(1.4) } # names at every box
MULTIPLES = BOXED ? N : 1; MULTIPLE_X = "t (s)"; MULTIPLE_Y = PLACE_NAME
do for [MULTIPLE=1:MULTIPLES] {
    if (BOXED) { load PLOTS . "/multiples.gp" } else { load PLOTS . "/panel.gp"; set ylabel PLACE_NAME }
    set xrange [0:UNTIL]; set yrange [Y_LOW:Y_HIGH]
    set xtics across_step(0, UNTIL); set ytics even_step(Y_LOW, Y_HIGH)
    if (WALL0) { set arrow 31 from 0, WALL_min to UNTIL, WALL_min nohead back lw 1.6 lc rgb FRAME }
    if (WALL1) { set arrow 32 from 0, WALL_max to UNTIL, WALL_max nohead back lw 1.6 lc rgb FRAME }
    m = BOXED ? MULTIPLE : 1; n = BOXED ? MULTIPLE : N
    # without room for all there are none
    if (!BOXED || MOVING * high(1.16) < T - B + high(2) && (NAME_LETTERS < 9 || MULTIPLE % MULTIPLE_COLUMNS == 0 || MULTIPLE == N)) {
        ENDS = MOVING; ROOM = NAMEROOM; load PLOTS . "/labels.gp"
        do for [c=1:MOVING] {
            k = c + MOVING * ((BOXED ? m : REF) - 1); END_TEXT[c] = BALL[c]; END_STYLE[c] = 9; END_Y[c] = LAST[k] < LOW || LAST[k] > HIGH ? NaN : LAST[k]
            END_X[c] = LAST_X[k] < 0.98 * UNTIL ? LAST_X[k] : NaN
        }
        load PLOTS . "/ends.gp"
    }
    plot for [k=1:(BOXED ? 1 : 0)] PATHS every ::FROM[REF]::UPTO[REF] using "t_s":PLACE with lines lw 6 \
             lc rgb TRUTH notitle, \
         for [i=m:n] PATHS every ::FROM[i]::UPTO[i] using "t_s":PLACE with lines ls STYLE[i] notitle, \
         for [i=m:n] PATHS every ::FROM[i]::UPTO[i] using "t_s":(column("instant") == 1 ? column(PLACE) : NaN) \
             with points pt 7 ps DOTTED lc rgb colour(STYLE[i]) notitle
}

# SPDX-License-Identifier: GPL-3.0-or-later
# Speed of each moving ball over time, a box for each ball, and below it its spin if balls can spin. The
# names of the solvers stand above in their colours.
load PLOTS . "/paths.gp"
if (!FEW) { NOTHING = BALLS > 12 ? sprintf("%d balls; at most 12", BALLS) : "no ball moves"; load PLOTS . "/nothing.gp"; exit }
FAST = 0; SPIN_LOW = 0; SPIN_HIGH = 0; ROW_B = B; ROW_L = L; ROW_R = R
# the axis has the speeds of solvers that do not stop, if the others are much larger
FASTEST = 0; shows(k) = is_number(column("vx_mps")) && which_ball(MOVING) > 0 && column("t_s") <= UNTIL * (1 + 1e-9)
stats PATHS using (shows(0) ? (k = which_solver(N), FASTEST = max2(FASTEST, speed(0)), \
    REACHED[k] < DURATION * (1 - 1e-9) ? 0 : (FAST = max2(FAST, speed(0))), SPIN_LOW = min2(SPIN_LOW, column("spin_radps")), \
    SPIN_HIGH = max2(SPIN_HIGH, column("spin_radps"))) : 0, 0) nooutput
BEYOND = FAST > 0 && FASTEST > 4 * FAST ? sprintf("; beyond the axis up to %.3g m/s", FASTEST) : ""
FAST = BEYOND eq "" ? FASTEST : FAST
ROWS = SPINS && SPIN_HIGH > SPIN_LOW ? 2 : 1
HEAD = (ROWS == 2 ? "Speeds and spins" : "Speeds") . until_note(" over time") . BEYOND; load PLOTS . "/head.gp"
if (N > 1 && !PAGED) {
    NAMES_L = L; NAMES_R = R; NAMES_Y = T - high(0.4); load PLOTS . "/names.gp"; T = T - high(1.4)
}
ROW_HIGH = T - B
do for [ROW=1:ROWS] {
    LOW = ROW == 2 ? SPIN_LOW : 0; HIGH = ROW == 2 ? SPIN_HIGH : FAST
    PAD = HIGH > LOW ? 0.06 * (HIGH - LOW) : 1.0
    LOW = LOW < 0 ? LOW - PAD : 0; HIGH = HIGH + PAD; UNIT = units(LOW, HIGH)
    L = ROW_L; R = ROW_R; T = ROW_B + ROW_HIGH * (ROW == 2 ? 0.46 : 1)
    B = ROW_B + ROW_HIGH * (ROW < ROWS ? 0.54 : 0)
    if (ROW == 2) { load PLOTS . "/clear.gp"; undefine MULTIPLE_* }
    MULTIPLES = MOVING; MULTIPLE_X = ROW == ROWS ? "t (s)" : ""
    MULTIPLE_Y = ROW == 2 ? "spin (" . unit(LOW, HIGH, "rad/s") . ")" : "speed (" . unit(LOW, HIGH, "m/s") . ")"
    array MULTIPLE_TEXT[MOVING]; array MULTIPLE_STYLE[MOVING]
    do for [c=1:MOVING] { MULTIPLE_TEXT[c] = BALL[c]; MULTIPLE_STYLE[c] = 9 }
    do for [MULTIPLE=1:MOVING] {
        load PLOTS . "/multiples.gp"
        set xrange [0:UNTIL]; set yrange [UNIT*LOW:UNIT*HIGH]
        set xtics across_step(0, UNTIL); set ytics even_step(UNIT*LOW, UNIT*HIGH)
        plot for [i=1:N] PATHS using "t_s":(which_ball(MOVING) == MULTIPLE ? own(i, UNIT * (ROW == 2 ? \
            column("spin_radps") : speed(0))) : NaN) with lines ls STYLE[i] notitle
    }
}

# SPDX-License-Identifier: GPL-3.0-or-later
# Speed of each moving ball over time, a box for each ball, and below it its spin if balls can spin. The
# names of the solvers stand above in their colours.
load PLOTS . "/paths.gp"
MOTION_KEY = SHOWKEY; MOTION_B = B
if (!FEW) { NOTHING = "more than 12 balls"; load PLOTS . "/nothing.gp" }
if (FEW) {
    if (SHOWKEY) { T = headroom(0); SHOWKEY = 0 }
    FAST = 0; SPIN_LOW = 0; SPIN_HIGH = 0
    stats PATHS using (is_number(column("vx_mps")) && which_ball(MOVING) > 0 ? \
        (FAST = max2(FAST, speed(0)), SPIN_LOW = min2(SPIN_LOW, column("spin_radps")), \
        SPIN_HIGH = max2(SPIN_HIGH, column("spin_radps"))) : 0, 0) nooutput
    MOTION_T = T; T = T - high(N > 1 ? 1.4 : 0); MOTION_L = L; MOTION_R = R
    MOTION_ROWS = SPINS && SPIN_HIGH - SPIN_LOW > 0 ? 2 : 1; MOTION_HEIGHT = T - B; MOTION_HEAD = HEAD
    of_ball(i, c, x) = strcol("ball") eq BALL[c] ? own(i, x) : NaN
    do for [MOTION_ROW=1:MOTION_ROWS] {
        SPINNING = MOTION_ROW == 2
        LOW = SPINNING ? SPIN_LOW : 0; HIGH = SPINNING ? SPIN_HIGH : FAST
        PAD = HIGH > LOW ? 0.06 * (HIGH - LOW) : 1.0
        LOW = LOW < 0 ? LOW - PAD : 0; HIGH = HIGH + PAD; UNIT = units(LOW, HIGH)
        L = MOTION_L; R = MOTION_R; HEAD = MOTION_ROW == 1 ? MOTION_HEAD : ""
        if (MOTION_ROWS == 2) {
            T = MOTION_B + MOTION_HEIGHT * (SPINNING ? 0.46 : 1)
            B = MOTION_B + (SPINNING ? 0 : MOTION_HEIGHT * 0.54)
        }
        if (SPINNING) { load PLOTS . "/clear.gp" }
        MULTIPLES = MOVING; MULTIPLE_X = MOTION_ROW == MOTION_ROWS ? "t (s)" : ""
        MULTIPLE_Y = SPINNING ? "spin (" . unit(LOW, HIGH, "rad/s") . ")" : "speed (" . unit(LOW, HIGH, "m/s") . ")"
        array MULTIPLE_TEXT[MOVING]; array MULTIPLE_STYLE[MOVING]
        do for [c=1:MOVING] { MULTIPLE_TEXT[c] = BALL[c]; MULTIPLE_STYLE[c] = 9 }
        do for [MULTIPLE=1:MOVING] {
            load PLOTS . "/multiples.gp"
            set xrange [0:UNTIL]; set yrange [UNIT*LOW:UNIT*HIGH]
            set xtics across_step(0, UNTIL); set ytics even_step(UNIT*LOW, UNIT*HIGH)
            if (MULTIPLE == 1 && !SPINNING && N > 1) { # names of the solvers in a row
                NAMES_X = MOTION_L; NAMES_SHORT = 0
                do for [i=1:N] { NAMES_SHORT = NAMES_SHORT + roomfor(strlen(LABEL[i])) + wide(2.2) }
                NAMES_ROOM = (MOTION_R - MOTION_L) / N - wide(2.2); ROOM = NAMES_ROOM
                NAMES_SHORT = NAMES_SHORT > MOTION_R - MOTION_L
                do for [i=1:N] {
                    NAMED = NAMES_SHORT ? cropped(stem(LABEL[i])) : LABEL[i]
                    set arrow 200+i from screen NAMES_X, screen MOTION_T - high(0.4) to \
                        screen NAMES_X + wide(1.6), screen MOTION_T - high(0.4) nohead ls STYLE[i]
                    set label 200+i NAMED at screen NAMES_X + wide(2.0), screen MOTION_T - high(0.4) \
                        left noenhanced tc rgb colour(STYLE[i])
                    NAMES_X = NAMES_X + roomfor(strlen(NAMED)) + wide(2.2)
                }
            }
            plot for [i=1:N] PATHS using "t_s":(of_ball(i, MULTIPLE, UNIT * (SPINNING ? \
                column("spin_radps") : speed(0)))) with lines ls STYLE[i] notitle
        }
        undefine MULTIPLE_*
    }
}
SHOWKEY = MOTION_KEY

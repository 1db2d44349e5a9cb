# SPDX-License-Identifier: GPL-3.0-or-later
# Velocities of two balls in the plane of √m v: the energy is a circle, the momentum a line. On the right
# the change of the energy; a solver whose balls arrive at other velocities is not drawn.
if (SHOWKEY) { T = headroom(0); SHOWKEY = 0 }
SIDE = min2((T - B) * H, 0.6 * (R - L) * W); RIGHT = R
R = L + SIDE / W; B = T - SIDE / H
load PLOTS . "/panel.gp"
MANY = CIRCLES[REF] > 2
M = CIRCLER * min2(1.45, 1 / (1 - 5 * FS * EM / SIDE)) # with room for "before" and "start"
GREY = "tc rgb '#606060'"
set xrange [-M:M]; set yrange [-M:M]
set xtics max2(across_step(-M, M), round_step(0.45 * M)); set ytics max2(across_step(-M, M), round_step(0.45 * M))
named(ball) = "√m v, " . ball \
    . " (√J)"
set xlabel named(CIRCLEXNAME) noenhanced; set ylabel named(CIRCLEYNAME) noenhanced
set samples 361
outward(x, y) = sprintf("at %g, %g %s", x, y, x < 0 ? "right" : "left") \
    . sprintf(" offset %g,%g " . GREY, x < 0 ? -0.8 : 0.8, y < 0 ? -0.7 : 0.7)
eval sprintf("set label 1 '%s' ", MANY ? "start" : "before") . outward(CIRCLEX0, CIRCLEY0)
eval sprintf("set label 2 '%s' ", MANY ? "end" : "after") . outward(CIRCLEX[REF], CIRCLEY[REF])
if (CIRCLEGAIN[REF] < -1e-3) { # below the circle, on the side away from the chord
    RIGHTWARD = CIRCLEX[REF] > CIRCLEX0 ? 1 : -1
    set label 2 offset 0.8 * RIGHTWARD, CIRCLEY[REF] < 0 ? 0.7 : -0.7
    if (RIGHTWARD < 0) { set label 2 right } else { set label 2 left }
}
# the chord of constant momentum, from the first state to its mirror image, around its middle
MEAN = (CIRCLEX0 * CIRCLEXROOT + CIRCLEY0 * CIRCLEYROOT) / (CIRCLEXROOT**2 + CIRCLEYROOT**2)
u = sqrt(CIRCLEXROOT**2 + CIRCLEYROOT**2)
MX = MEAN * CIRCLEXROOT; MY = MEAN * CIRCLEYROOT
if (!MANY) {
    set arrow 1 from CIRCLEX0, CIRCLEY0 to 2 * MX - CIRCLEX0, 2 * MY - CIRCLEY0 \
        nohead lw 1.4 lc rgb "#909090" dt (6,4) back
    c = (abs(MEAN) * u - 1.7 * FS * EM * M / SIDE) / u * (MEAN < 0 ? -1 : 1)
    CHORD = sqrt((CIRCLEX0 - MX)**2 + (CIRCLEY0 - MY)**2) * SIDE / M # its length on the page
    set label 3 (CHORD > 9 * FS * EM ? "momentum" : "") at \
        c * CIRCLEXROOT + 0.45 * (CIRCLEX0 - MX), c * CIRCLEYROOT + 0.45 * (CIRCLEY0 - MY) center \
        rotate by -180 / pi * atan(CIRCLEXROOT / CIRCLEYROOT) @GREY
}
if (CIRCLEARC > 0) { # two neighbours
    set arrow 4 from 0, 0 to CIRCLEAX, CIRCLEAY nohead lw 2 lc rgb ALARM front
    set arrow 5 from 0, 0 to CIRCLEBX, CIRCLEBY nohead lw 2 lc rgb ALARM front
    set label 4 sprintf("%.3g°", CIRCLEARC) at 0.5 * (CIRCLEAX + CIRCLEBX), \
        0.5 * (CIRCLEAY + CIRCLEBY) center offset 0,1.1 tc rgb ALARM front
}
# on the right: each solver with its energy, in one row or two
ROOM = RIGHT - R - wide(2.2); ONE = roomfor(longest(N) + 13) < ROOM; PITCH = ONE ? 1.3 : 2.6
set label 9 "energy" at screen R + wide(2), screen T - high(0.6) @GREY
do for [i=1:N] {
    ROW = T - high(0.6 + PITCH * i - (ONE ? 0 : 1.2))
    GAIN = num(abs(CIRCLEGAIN[i]))
    if (abs(CIRCLEGAIN[i]) < 1e-12) { GAIN = "rounding" }
    if (ROOM > roomfor(15)) { GAIN = "within " . GAIN }
    if (abs(CIRCLEGAIN[i]) > 1e-3) {
        GAIN = minus(sprintf("%+.2g", 100 * CIRCLEGAIN[i])) . " %"
    }
    FITTING = roomfor(strlen(LABEL[i])) < ROOM ? LABEL[i] : cropped(stem(LABEL[i]))
    set label 10+i FITTING at screen R + wide(2), screen ROW noenhanced \
        tc rgb colour(STYLE[i]) point pt mark(STYLE[i]) lc rgb colour(STYLE[i]) ps 1.3*DOT \
        offset 0.9,0
    if (CIRCLES[i] == 0) { GAIN = "not drawn" }
    set label 40+i GAIN at screen R \
        + (ONE ? wide(3) + roomfor(longest(N)) : wide(2.9)), screen ROW - high(ONE ? 0 : 1.15) @GREY
}
if (ROOM > roomfor(21) && abs(CIRCLEARC - 360 / pi * atan(CIRCLEYROOT / CIRCLEXROOT)) < 1e-6) {
    n = CIRCLES[REF] - 1
    set label 5 sprintf("%d × %.4g° = %.4g°", n, CIRCLEARC, n * CIRCLEARC) \
        at screen R + wide(2), screen ROW - high(ONE ? 2 : 3) tc rgb ALARM
    set label 6 "arc = 2 arctan √(m/M)" \
        at screen R + wide(2), screen ROW - high(ONE ? 3.5 : 4.5) tc rgb ALARM
}
turn(k) = 2 * pi * k / 360
CURVES = "plot '+' using (CIRCLER*cos(turn($0))):(CIRCLER*sin(turn($0))) with lines lw 5 " \
    . "lc rgb '#d0d0d0' notitle"
do for [i=1:N] {
    s = ORDER[i]
    if (CIRCLES[s] > 0) {
        CURVES = CURVES . sprintf(", $CIRCLE%d using 'x':'y' with linespoints ", s) \
            . sprintf("ls %d lw %g pt %d ", STYLE[s], MANY ? 0.8 : 2, mark(STYLE[s])) \
            . sprintf("ps %g*DOT notitle", CIRCLES[s] > 100 ? 0.3 : (MANY ? 0.8 : 1.8))
    }
}
eval CURVES
set samples 100

# SPDX-License-Identifier: GPL-3.0-or-later
# One quantity over the two parameters of a sweep, one map for each solver. Each field is a
# run. STIFFNESS: the map of a convergence study shows the distance from the rigid run over step and stiffness.
# On its black line, drawn if two points are in the map, the discretization error first equals the modelling
# error. A first ball at a wall (OUTCOMES) has the colour of the key, which shows the balls at their
# initial positions; white: no ball. A number has the colour of the scale; grey: not a number.
#
# The second parameter varies fastest. Values that are not evenly spaced are places from 1, with texts X_TIC.
CONVERGES = exists("STIFFNESS"); TABLE = DIR . (CONVERGES ? "/convergence.tsv" : "/sweep-curves.tsv")
if (CONVERGES) {
    X_TITLE = THETANAME; Y_TITLE = literal(STIFFNESS); QUANTITY_NAME = "distance from the rigid run (m)"; OUTCOMES = 0; array BALL_X[1]
} else {
    stats TABLE using (column("x") - X_FROM):(column("second") - Y_FROM) nooutput
    X_TIMES = exists("X_TIC") ? 1.0 : scaled(STATS_min_x, STATS_max_x, X_UNIT)
    Y_TIMES = exists("Y_TIC") ? 1.0 : scaled(STATS_min_y, STATS_max_y, Y_UNIT)
    X_TITLE = titled(X_NAME, X_UNIT, exists("X_TIC") ? 1 : STATS_min_x, exists("X_TIC") ? 1 : STATS_max_x)
    Y_TITLE = titled(Y_NAME, Y_UNIT, exists("Y_TIC") ? 1 : STATS_min_y, exists("Y_TIC") ? 1 : STATS_max_y)
}
X_COUNT = 0; if (exists("X_TIC")) { X_COUNT = |X_TIC| }
Y_COUNT = 0; if (exists("Y_TIC")) { Y_COUNT = |Y_TIC| }
BALLS = OUTCOMES && |BALL_X| <= 24 ? |BALL_X| : 0
KEYWIDE = OUTCOMES ? (BALLS > 0 ? 8.5 : 0.0) : 10.2; RIGHT = R
LETTERS = 0; do for [k=1:Y_COUNT] { LETTERS = max2(LETTERS, strlen(Y_TIC[k])) }
if (LETTERS > 6) { L = min2(0.4, L + wide(0.5 * (LETTERS - 6))) }
# Texts of tics: of numbers as many as have room, of words all, cut to their room.
exponent(x) = floor(log10(x) + 0.5)
power(x) = x > 0 && abs(x / 10 ** exponent(x) - 1) < 1e-9 ? ("10^{" . minus(sprintf("%d", \
    exponent(x))) . "}") : num(x)
numeric(s) = strlen(s) > 0 && strstrt("0123456789+-.", s[1:1]) > 0
is_long(s) = numeric(s) && (strlen(s) > 4 || strstrt(s, "e") > 0)
# real("1e-05") fails in gnuplot 5.4: an exponent needs a decimal point before it
pointed(s) = strstrt(s, "e") > 0 && strstrt(s, ".") == 0 ? s[1:strstrt(s, "e")-1] . ".0" \
    . s[strstrt(s, "e"):*] : s
short(s) = is_long(s) ? power(real(pointed(s))) : literal(s)
letters(s) = is_long(s) ? 5 : strlen(s)
LONGEST = 1; WORDS = 0
do for [k=1:X_COUNT] { LONGEST = max2(LONGEST, letters(X_TIC[k])); WORDS = WORDS || !numeric(X_TIC[k]) }
MULTIPLES = N; MULTIPLE_X = X_TITLE; MULTIPLE_Y = Y_TITLE
MULTIPLE_ASPECT = WORDS && X_COUNT * wide(0.6 * LONGEST + 1) > 0.5 * (R - L) ? 5 : 0.9
R = RIGHT - wide(KEYWIDE)
SHADES = "0x4E79A7 0xF0B640 0x9C3848 0x7FB7A3 0x8C6BB1 0xE58B5B 0x2F4858 " . \
    "0xC3D37B 0xD7A6C5 0x5E7F3B 0xA67C52 0x8FB8DE 0x4B2840 0x9E9E9E 0xE03C31 0x2B2BB5"
ball_shade(k) = int(word(SHADES, (int(k) - 1) % words(SHADES) + 1))
x_of(k) = CONVERGES ? log10(column("theta")) : X_TIMES * (column("x") - X_FROM)
y_of(k) = CONVERGES ? log10(column("stiffness")) : Y_TIMES * (column("second") - Y_FROM)
z_of(k) = !CONVERGES ? column("y") : known("blown", 1) < 0.5 && known("total_m", 0) > 0 ? column("total_m") : NaN
is_value(k) = CONVERGES || strcol("quantity") eq QUANTITY[1]
is_field(i) = is_of(i) && is_value(0)
# ends and step of the axes, and of the values
X_LOW = 1e300; X_HIGH = -1e300; Y_LOW = 1e300; Y_HIGH = -1e300; X_STEP = 1e300; Y_STEP = 1e300
LEAST = 1e300; MOST = -1e300; BEFORE_X = NaN; BEFORE_Y = NaN
least_step(step, a, b) = a == a && abs(b - a) > 1e-9 * abs(a) ? min2(step, abs(b - a)) : step
stats TABLE using (u = x_of(0), v = y_of(0), \
    X_STEP = least_step(X_STEP, BEFORE_X, u), Y_STEP = least_step(Y_STEP, BEFORE_Y, v), \
    BEFORE_X = u, BEFORE_Y = v, X_LOW = min2(X_LOW, u), X_HIGH = max2(X_HIGH, u), \
    Y_LOW = min2(Y_LOW, v), Y_HIGH = max2(Y_HIGH, v), 0) nooutput
X_STEP = X_STEP < 1e300 ? X_STEP : 1; Y_STEP = Y_STEP < 1e300 ? Y_STEP : 1
stats TABLE using (is_value(0) && z_of(0) == z_of(0) ? \
    (LEAST = min2(LEAST, z_of(0)), MOST = max2(MOST, z_of(0)), 0) : 0) nooutput
if (OUTCOMES) {
    # A ball far left of the others, as the cue ball, is drawn next to them.
    LEFT = 1e300
    do for [i=2:|BALL_X|] { LEFT = min2(LEFT, BALL_X[i]) }
    BALL_X[1] = |BALL_X| > 2 && LEFT > BALL_X[1] ? max2(BALL_X[1], LEFT - 4 * BALL_R[1]) : BALL_X[1]
}
# The floors of each solver (log10 theta) that are in the map and not where the energy blows up; two are a line
array TALLY[N]; HAS_LINE = 0; HAS_GREY = 0; floor_of(i) = is_of(i) ? log10(column("theta_floor")) : NaN
in_map(i) = floor_of(i) >= X_LOW - 0.5 * X_STEP && floor_of(i) <= X_HIGH + 0.5 * X_STEP && \
    floor_of(i) <= log10(known("theta_blown", 1e300)) - 0.5 * X_STEP
do for [i=1:(CONVERGES ? N : 0)] {
    TALLY[i] = 0; stats DIR . "/floors.tsv" using (TALLY[i] = TALLY[i] + in_map(i), HAS_LINE = HAS_LINE || TALLY[i] > 1, 0) nooutput
    stats TABLE using (HAS_GREY = HAS_GREY || known("blown", 1) >= 0.5, 0) nooutput
}
LINES = !HAS_LINE ? "" : ', DIR . "/floors.tsv" using (TALLY[MULTIPLE] > 1 && in_map(MULTIPLE) ? floor_of(MULTIPLE) : NaN):' . \
    '(log10(column("stiffness"))) with linespoints lw 3 pt 7 ps DOT lc rgb "#000000" notitle'
# Up to a tenth of the values far beyond the others (Tukey's outer fences) do not take the scale: they have
# its last colour.
is_wide(x) = LEAST > 0 && MOST > (CONVERGES ? 5 : 100) * LEAST
Z_LOG = is_wide(0); NOTE = HAS_LINE ? "; line: discretization and modelling error are equal" : "";
NOTE = NOTE . (HAS_GREY ? "; grey: energy blew up" : ""); of_scale(z) = Z_LOG ? log10(z) : z
if (!OUTCOMES && MOST > LEAST) {
    stats TABLE using (is_value(0) && abs(z_of(0)) > 1e-9 * max2(MOST, -LEAST) ? of_scale(z_of(0)) : NaN) nooutput # not those of 0
    FENCE = 3 * (STATS_up_quartile - STATS_lo_quartile); a = STATS_lo_quartile - FENCE; b = STATS_up_quartile + FENCE
    COUNT = 0; m = 0; LOW = 1e300; HIGH = -1e300; of_fence(z) = z < a || z > b
    stats TABLE using (is_value(0) && z_of(0) == z_of(0) ? (m = m + 1, of_fence(of_scale(z_of(0))) ? (COUNT = COUNT + 1) : \
        (LOW = min2(LOW, z_of(0)), HIGH = max2(HIGH, z_of(0)))) : 0, 0) nooutput
    if (COUNT > 0 && COUNT < 0.1 * m) {
        NOTE = NOTE . (HIGH < MOST ? "; brightest: up to " . num(MOST) : "") . (LOW > LEAST ? "; darkest: from " . num(LEAST) : "")
        LEAST = LOW; MOST = HIGH; Z_LOG = is_wide(0)
    }
}
HEAD = SUBJECT . NOTE; load PLOTS . "/head.gp"
Z_PAD = MOST > LEAST ? 0 : LEAST == 0 ? 1 : 0.5 * abs(LEAST)
# A field extends by a pixel below those on its right and above it, which hides the seams.
DX = 0.5 * X_STEP; DY = 0.5 * Y_STEP
field(i) = is_field(i) ? x_of(0) : NaN
do for [MULTIPLE=1:MULTIPLES] {
    load PLOTS . "/multiples.gp"
    unset grid
    set xrange [X_LOW-DX:X_HIGH+DX]; set yrange [Y_LOW-DY:Y_HIGH+DY]
    EX = (X_HIGH - X_LOW + X_STEP) / ((R - L) * W * SCALE); EY = (Y_HIGH - Y_LOW + Y_STEP) / ((T - B) * H * SCALE)
    set xtics across_step(X_LOW - DX, X_HIGH + DX); set ytics even_step(Y_LOW - DY, Y_HIGH + DY)
    if (CONVERGES) { set xtics ceil((X_HIGH - X_LOW + X_STEP) * wide(3.4) / (R - L)); set ytics ceil((Y_HIGH - Y_LOW + Y_STEP) * high(1.4) / (T - B)); set format x MULTIPLE_FOOT ? "10^{%g}" : ""; set format y MULTIPLE_LEFT ? "10^{%g}" : "" }
    if (X_COUNT > 0) {
        set xtics ()
        EVERY = WORDS ? 1 : int(ceil(1.0 * X_COUNT / max2(1, floor((R - L) / wide(0.58 * LONGEST + 1)))))
        k = int(max2(2, (R - L) / X_COUNT / wide(0.58) - 1.5)) # letters
        do for [m=1:X_COUNT:EVERY] {
            set xtics add (tic(!MULTIPLE_FOOT ? "" : WORDS && strlen(X_TIC[m]) > k ? literal(X_TIC[m][1:k-1]) . "…" : short(X_TIC[m])) m)
        }
    }
    if (Y_COUNT > 0) {
        set ytics ()
        EVERY = int(ceil(1.0 * Y_COUNT / max2(1, floor((T - B) / high(1.8)))))
        do for [m=1:Y_COUNT:EVERY] {
            set ytics add (tic(MULTIPLE_LEFT ? short(Y_TIC[m]) : "") m)
        }
    }
    if (!OUTCOMES) {
        set format cb "%g"; set cbrange [LEAST-Z_PAD:MOST+Z_PAD]
        if (Z_LOG) { LOG_AXIS = "cb"; LOG_LOW = LEAST; LOG_HIGH = MOST; load PLOTS . "/logarithmic.gp" }
    }
    if (MULTIPLE == MULTIPLES && !OUTCOMES) {
        set colorbox vertical user origin screen RIGHT - wide(KEYWIDE - 1), screen MULTIPLE_B size \
            screen wide(1.0), screen (MULTIPLE_T - MULTIPLE_SKY - MULTIPLE_B)
        set cblabel QUANTITY_NAME noenhanced offset 1.2,0
    } else { unset colorbox }
    if (MULTIPLE == MULTIPLES && BALLS > 0) {
        # the balls to scale, right of the maps: from x = a to b and y = c to d
        a = BALL_X[1]; b = a; c = BALL_Y[1]; d = c
        do for [k=1:BALLS] {
            a = min2(a, BALL_X[k] - BALL_R[k]); b = max2(b, BALL_X[k] + BALL_R[k])
            c = min2(c, BALL_Y[k] - BALL_R[k]); d = max2(d, BALL_Y[k] + BALL_R[k])
        }
        p = FS * EM * min2((KEYWIDE - 1.5) / (b - a), 9 / (d - c))
        do for [k=1:BALLS] {
            u = RIGHT - p * (b - BALL_X[k]) / W; v = T - p * (d - BALL_Y[k]) / H
            set object 40+k circle at screen u, screen v size screen p * BALL_R[k] / W front \
                fs solid 1.0 border lc rgb FAINT fc rgb ball_shade(k)
            if (p * BALL_R[k] > 0.55 * FS * EM) {
                set label 40+k sprintf("%d", k) at screen u, screen v center front font sized(0.75)
            }
        }
        set label 39 "first ball" at screen RIGHT - 0.5 * p * (b - a) / W, screen T + high(0.75) \
            center tc rgb NOTED
        set label 38 "white: none" at screen RIGHT - 0.5 * p * (b - a) / W, screen T - p * (d - c) / H - high(0.9) center tc rgb NOTED
    }
    if (OUTCOMES) {
        plot TABLE using (field(MULTIPLE)):(y_of(0)):(x_of(0)-DX):(x_of(0)+DX+EX):(y_of(0)-DY):(y_of(0)+DY+EY): \
            (known("y", 0) < 1 || column("y") > |BALL_X| ? 0xFFFFFF : ball_shade(column("y"))) with boxxyerror fs solid 1.0 \
            noborder lc rgb variable notitle
    } else {
        plot TABLE using (z_of(0) == z_of(0) ? field(MULTIPLE) : NaN):(y_of(0)):(x_of(0)-DX):(x_of(0)+DX+EX): \
            (y_of(0)-DY):(y_of(0)+DY+EY):(z_of(0)) with boxxyerror fs solid 1.0 noborder lc palette notitle, \
            TABLE using (z_of(0) == z_of(0) ? NaN : field(MULTIPLE)):(y_of(0)):(DX):(DY) with boxxyerror \
            fs solid 1.0 noborder lc rgb "#d0d0d0" notitle @LINES
    }
}

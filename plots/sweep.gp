# SPDX-License-Identifier: GPL-3.0-or-later
# Quantities over one parameter of a sweep. Marks are runs, or means over seeds with their standard
# errors; more than 40 points are a line, which has gaps where a curve jumps, and is none where it jumps
# everywhere. Broad grey lines are theory, open points with bars are
# measurements. A figure has the columns of QUANTITY with the theory lines LINE of LINE_OF. Several
# quantities share the axes: then theory lines are labelled and solvers have a key.
TABLE = DIR . "/sweep-curves.tsv"
LINES = 0; if (exists("LINE")) { LINES = |LINE| }
SERIES_COUNT = 0
if (exists("SERIES")) { SERIES_COUNT = |SERIES| } else { array SERIES[1]; SERIES[1] = "" }
place(x) = X_TIMES * (x - X_FROM)
is_drawn(quantity) = int(sum [k=1:|QUANTITY|] (QUANTITY[k] eq quantity ? 1 : 0)) > 0
# curve c is a quantity of a solver
quantity_of(c) = (c - 1) / N + 1
solver_of(c) = (c - 1) % N + 1
is_curve(c) = strcol("quantity") eq QUANTITY[quantity_of(c)] && \
    strcol("solver") eq NAME[solver_of(c)]
is_line(i) = strcol("quantity") eq LINE_OF[i] && strcol("label") eq LINE[i]
is_series(i) = is_drawn(strcol("quantity")) && strcol("series") eq SERIES[i] && \
    column("x") >= OF_X_min - SLACK && column("x") <= OF_X_max + SLACK
stats TABLE using (column("x")) nooutput name "OF_X"
SLACK = 1e-9 * (OF_X_max - OF_X_min)
# ---- ranges: seen(y) extends them by a value ----
LEAST = 1e300; MOST = -1e300; POSITIVE = 1e300
seen(y) = (LEAST = min2(LEAST, y), MOST = max2(MOST, y), 0)
valued(y) = (POSITIVE = y > 0 ? min2(POSITIVE, y) : POSITIVE, seen(y))
CURVES = int(|QUANTITY| * N); POINTS = 0; ERRORS = 0
array CURVE_END[CURVES]; array CURVE_MOST[CURVES]; array CURVE_POINTS[CURVES]
do for [c=1:CURVES] {
    CURVE_END[c] = NaN; CURVE_MOST[c] = -1e300; CURVE_POINTS[c] = 0; AT = -1e300
    stats TABLE using (is_curve(c) && column("y") == column("y") ? \
        (valued(column("y") - column("y_error")), valued(column("y") + column("y_error")), \
        CURVE_POINTS[c] = CURVE_POINTS[c] + 1, CURVE_MOST[c] = max2(CURVE_MOST[c], column("y")), \
        CURVE_END[c] = column("x") >= AT ? column("y") : CURVE_END[c], \
        AT = max2(AT, column("x")), ERRORS = max2(ERRORS, column("y_error"))) : 0) nooutput
    POINTS = max2(POINTS, CURVE_POINTS[c])
}
is_wide(x) = LEAST >= 0 && MOST > 100 * POSITIVE
array IN_FIGURE[max2(1, LINES)]; IN_FIGURE[1] = 0; array LINE_END[max2(1, LINES)]; OWN = 0
do for [i=1:LINES] {
    IN_FIGURE[i] = is_drawn(LINE_OF[i]); LINE_END[i] = NaN; OWN = OWN + IN_FIGURE[i]
    # lines of several quantities show where they go, others only their ends
    stats DIR . "/sweep-theory.tsv" using (IN_FIGURE[i] && is_line(i) ? \
        (LINE_END[i] = column("y"), |QUANTITY| > 1 || column("x") <= OF_X_min ? seen(column("y")) : 0) \
        : 0) nooutput
    if (IN_FIGURE[i] && LINE_END[i] == LINE_END[i]) { u = valued(LINE_END[i]) }
}
# a bar may reach 0 or less; the axis stays as it is
WIDE = is_wide(0); KEYS = 0; array HAS_SERIES[max2(1, SERIES_COUNT)]
HAS_SERIES[1] = 0
do for [i=1:SERIES_COUNT] {
    HAS_SERIES[i] = 0
    stats DIR . "/sweep-measured.tsv" using (is_series(i) ? (HAS_SERIES[i] = 1, \
        seen(WIDE ? abs(column("y")) : column("y") - column("y_error")), \
        seen(column("y") + column("y_error"))) : 0) nooutput
    KEYS = KEYS + HAS_SERIES[i]
}
# only measurements have open points
SHAPED = KEYS; dot(s) = SHAPED > 0 ? shape(hue(s) - 1 + 2 * (variant(s) / 2)) : mark(s)
POSITIVE = WIDE ? min2(POSITIVE, LEAST > 0 ? LEAST : POSITIVE) : POSITIVE
Y_LOG = WIDE || (X_LOG && LEAST > 0 && MOST > 3 * LEAST)
Y_PAD = Y_LOG ? (WIDE ? 2 : (MOST / LEAST) ** 0.05) : \
    MOST > LEAST ? 0.04 * (MOST - LEAST) : MOST == 0 ? 1 : 0.5 * abs(MOST)
Y_LOW = Y_LOG ? POSITIVE / Y_PAD : LEAST - Y_PAD; Y_HIGH = Y_LOG ? MOST * Y_PAD : MOST + Y_PAD
# ---- room for labels and key ----
KEYED = |QUANTITY| > 1 && OWN > 0
# quantities of different balls: their names stand at the curves
ball_of(q) = QUANTITY[q][1:strstrt(QUANTITY[q], ".")-1]
BY_BALL = |QUANTITY| > 1 && !KEYED; BALL_LETTERS = 0
do for [q=1:|QUANTITY|] {
    BY_BALL = BY_BALL && strstrt(QUANTITY[q], ".") > 1; BALL_LETTERS = max2(BALL_LETTERS, strstrt(QUANTITY[q], ".") + 1)
    do for [k=1:q-1] { BY_BALL = BY_BALL && ball_of(k) ne ball_of(q) }
}
LETTERS = KEYED ? 0 : longest(N) + (BY_BALL ? BALL_LETTERS : 0); STEMS = 0; KEYLONG = KEYED ? longest(N) : 0
do for [i=1:LINES] { if (IN_FIGURE[i]) {
    LETTERS = max2(LETTERS, strlen(LINE[i])); STEMS = max2(STEMS, strlen(stem(LINE[i])))
} }
do for [i=1:SERIES_COUNT] { if (HAS_SERIES[i]) { KEYLONG = max2(KEYLONG, strlen(SERIES[i])) } }
KEYS = KEYS + (KEYED ? N : 0)
ROOM = max2(labelroom(LETTERS + 2), min2(0.42 * (R - L), roomfor(STEMS))); R = R - ROOM
KEYROWS = KEYS ? rows(KEYS, KEYLONG) : 0; T = headroom(KEYROWS) - (KEYS ? high(0.7) : 0)
load PLOTS . "/panel.gp"
# ---- axes ----
set xlabel X_NAME noenhanced
# A short panel omits the ball's name and "at the end".
k = strstrt(QUANTITY_NAME, " at the end")
SHORTER = k ? QUANTITY_NAME[1:k-1] . QUANTITY_NAME[k+11:*] : QUANTITY_NAME
SHORTER = SHORTER[strstrt(SHORTER, ":")+1:*]
set ylabel along(QUANTITY_NAME, SHORTER) noenhanced
X_LOW = place(OF_X_min); X_HIGH = place(OF_X_max)
if (X_LOG) {
    X_PAD = (1.0 * X_HIGH / X_LOW) ** 0.02
    LOG_AXIS = "x"; LOG_LOW = X_LOW / X_PAD; LOG_HIGH = X_HIGH * X_PAD
    load PLOTS . "/logarithmic.gp"
} else {
    X_PAD = X_HIGH > X_LOW ? 0.02 * (X_HIGH - X_LOW) : (X_HIGH == 0 ? 1.0 : 0.5 * abs(X_HIGH))
    set xrange [X_LOW-X_PAD:X_HIGH+X_PAD]
    PARTS = 0; stats TABLE using (PARTS = PARTS + (place(column("x")) != floor(place(column("x")))), 0) \
        nooutput
    X_STEP = max2(PARTS == 0, across_step(X_LOW - X_PAD, X_HIGH + X_PAD)); set xtics X_STEP
}
if (Y_LOG) {
    LOG_AXIS = "y"; LOG_LOW = Y_LOW; LOG_HIGH = Y_HIGH; load PLOTS . "/logarithmic.gp"
} else {
    set yrange [Y_LOW:Y_HIGH]
    Y_STEP = max2(WHOLE, even_step(Y_LOW, Y_HIGH)); set ytics Y_STEP
    L = L + ticroom(Y_LOW, Y_HIGH); set lmargin at screen L; set ylabel offset NAMESHIFT,0
}
visible(y) = Y_LOG && y <= 0 ? NaN : y # a log axis cannot show zero
# ---- labels ----
# POINT: of curve c; curves of a ball with the name of a measured series have its shape
array POINT[CURVES]
do for [c=1:CURVES] {
    POINT[c] = dot(STYLE[solver_of(c)]); m = 0
    do for [i=1:(BY_BALL ? SERIES_COUNT : 0)] {
        m = m + HAS_SERIES[i]
        if (HAS_SERIES[i] && SERIES[i] eq ball_of(quantity_of(c))) { POINT[c] = int(word(SERIES_SHAPES, m)) + (m < 7) } # filled
    }
}
ENDS = CURVES + LINES; array END_MARK[ENDS]; load PLOTS . "/labels.gp"
do for [c=1:ENDS] { END_MARK[c] = -1 }
# DRAWN: numbers of the curves that the axes can show
ZEROS = ""; array DRAWN[CURVES]; SHOWN = 0; DRAWN[1] = 1
do for [c=1:CURVES] {
    i = solver_of(c); END_TEXT[c] = LABEL[i]; END_STYLE[c] = STYLE[i]; END_MARK[c] = POINT[c]
    if (BY_BALL) { END_TEXT[c] = LABEL[i] . ", " . ball_of(quantity_of(c)) }
    END_Y[c] = KEYED || (c > N && !BY_BALL) ? NaN : CURVE_END[c]
    # the distance of the reference from itself is no curve
    ITSELF = CURVE_MOST[c] == 0 && QUANTITY[quantity_of(c)] eq "rms_divergence_m" && MOST > 0
    if (CURVE_POINTS[c] > 0) { if ((Y_LOG && CURVE_MOST[c] <= 0) || ITSELF) {
        END_Y[c] = NaN
        ZEROS = ZEROS . (ZEROS eq "" ? "" : ", ") . LABEL[i]
    } else { SHOWN = SHOWN + 1; DRAWN[SHOWN] = c } }
}
array OWN_LINE[max2(1, LINES)]; OWN = 0; array OWN_SERIES[max2(1, SERIES_COUNT)]; MEASURED = 0
OWN_LINE[1] = 1; OWN_SERIES[1] = 1
do for [i=1:SERIES_COUNT] { if (HAS_SERIES[i]) { MEASURED = MEASURED + 1; OWN_SERIES[MEASURED] = i } }
do for [i=1:LINES] {
    if (IN_FIGURE[i]) { OWN = OWN + 1; OWN_LINE[OWN] = i }
    END_Y[CURVES+i] = IN_FIGURE[i] && LINE[i] ne "" ? LINE_END[i] : NaN
    END_TEXT[CURVES+i] = LINE[i]; END_STYLE[CURVES+i] = 8
}
HEAD = SUBJECT . (ZEROS ne "" ? "; 0 within rounding: " . ZEROS : LEAST == 0 && MOST == 0 && !WHOLE ? "; 0 within rounding" : "") \
    . (MEASURED > 0 ? "; open points: from the data file" : "")
load PLOTS . "/head.gp"
load PLOTS . "/ends.gp"
if (KEYS) {
    set key on at screen 0.5, screen keytop(KEYROWS) center vertical maxrows KEYROWS samplen 3.2
}
# ---- curves: lines, then marks; between marks on theory the lines are thin ----
THIN = |QUANTITY| > 1 && OWN > 0 && POINTS <= 40
# a step in the height of the axis; 1: no line; number of large steps after one of its sign: if two, no jump
array TYPICAL[CURVES]; array ROUGH[CURVES]; array STEEP[CURVES]
way(y) = Y_LOG ? log(y / Y_LOW) / log(1.0 * Y_HIGH / Y_LOW) : (y - Y_LOW) / (Y_HIGH - Y_LOW)
rise(y) = way(y) - way(BEFORE_Y)
step(y) = abs(rise(y))
do for [c=1:CURVES] {
    BEFORE_Y = NaN; BEFORE_RISE = 0; COUNT = 0; SUM_X = 0; SUM_Y = 0; STEEP[c] = 0
    stats TABLE using (y = is_curve(c) ? visible(column("y")) : NaN, step(y) == step(y) ? (COUNT = COUNT + 1, \
        SUM_X = SUM_X + step(y), SUM_Y = SUM_Y + sqrt(step(y)), \
        STEEP[c] = STEEP[c] + (step(y) > 0.05 && rise(y) * BEFORE_RISE > 0.05 * step(y)), BEFORE_RISE = rise(y)) : 0, \
        y == y ? (BEFORE_Y = y) : 0, Y_HIGH) nooutput
    TYPICAL[c] = COUNT > 0 ? (SUM_Y / COUNT)**2 : 0; ROUGH[c] = COUNT >= 10 && SUM_X > 2.2 && TYPICAL[c] > 0.1
}
# the value without the points after a jump, or these alone
jumps(m, y) = (k = ROUGH[DRAWN[m]] || (STEEP[DRAWN[m]] < 2 && step(y) > max2(0.15, 8 * TYPICAL[DRAWN[m]])), BEFORE_Y = y == y ? y : BEFORE_Y, k)
smooth(m, y) = jumps(m, y) ? NaN : y
alone(m, y) = jumps(m, y) ? y : NaN
LINED = !UNORDERED && POINTS > 1; MARKED = !LINED || POINTS <= 40
style(m) = STYLE[solver_of(DRAWN[m])]
width(s) = THIN ? 1.0 : hue(s) == 1 ? 4.0 : 2.4
entry(m) = KEYED && DRAWN[m] <= N ? LABEL[DRAWN[m]] : ""; SIZE = (THIN ? 1.2 : 0.9) * DOT
# gnuplot draws an empty loop once, and complains if there is nothing to draw: then all is FAR away.
FAR = Y_LOG ? Y_HIGH * 1e9 : Y_HIGH + 1e9 * (Y_HIGH - Y_LOW)
curve(m, on) = on ? (is_curve(DRAWN[m]) ? visible(column("y")) : NaN) : FAR
line(m) = OWN > 0 ? (is_line(OWN_LINE[m]) ? visible(column("y")) : NaN) : FAR
measured(m) = MEASURED > 0 ? (is_series(OWN_SERIES[m]) ? column("y") : NaN) : FAR
spread(name) = MEASURED > 0 ? column(name) : 0
plot NaN notitle, \
    for [m=1:max2(1, OWN)] (OWN > 0 ? DIR . "/sweep-theory.tsv" : TABLE) \
        using (place(column("x"))):(line(m)) with lines lc rgb TRUTH lw 6 dt solid notitle, \
    for [m=1:SHOWN] TABLE using (place(column("x"))): \
        (column("y_error") > 0 ? curve(m, 1) : FAR):(column("y_error")) \
        with yerrorbars ls style(m) lw 1.4 dt solid pt -1 notitle, \
    for [m=1:SHOWN] BEFORE_Y = NaN TABLE using (place(column("x"))):(smooth(m, curve(m, LINED))) \
        with linespoints ls style(m) lw width(style(m)) pt POINT[DRAWN[m]] pi (MARKED ? 1 : POINTS / 7) \
        ps SIZE title (LINED ? entry(m) : ""), \
    for [m=1:SHOWN] BEFORE_Y = NaN TABLE using (place(column("x"))):(LINED ? alone(m, curve(m, 1)) : curve(m, 1)) \
        with points ls style(m) pt POINT[DRAWN[m]] ps SIZE title (LINED ? "" : entry(m)), \
    for [m=1:max2(1, MEASURED)] (MEASURED > 0 ? DIR . "/sweep-measured.tsv" : TABLE) \
        using (place(column("x"))):(measured(m)): \
        (place(column("x")-spread("x_error"))):(place(column("x")+spread("x_error"))): \
        (measured(m)-spread("y_error")):(measured(m)+spread("y_error")) \
        with xyerrorbars lw 2 dt solid lc rgb word(SERIES_COLOURS, (m - 1) % 4 + 1) \
        pt int(word(SERIES_SHAPES, m)) ps 1.9*DOT title (MEASURED > 0 ? SERIES[OWN_SERIES[m]] : "")

# SPDX-License-Identifier: GPL-3.0-or-later
# Quantities over one parameter of a sweep. Marks are runs, or means over seeds with their standard
# errors; lines join up to 40 of them, but not counts (integers without a unit). Broad grey lines are theory,
# open points with bars are measurements. More than three solvers have a panel each, and so has each of several
# quantities that are measured, of one ball, or of more than six curves. A figure has the columns of QUANTITY, several of
# them with their names SAYS, and the theory lines LINE of LINE_OF.
TABLE = DIR . "/sweep-curves.tsv"; THEORY = DIR . "/sweep-theory.tsv"; POINTS = DIR . "/sweep-measured.tsv"
LINES = 0; if (exists("LINE")) { LINES = |LINE| }
SERIES_COUNT = 0; if (exists("SERIES")) { SERIES_COUNT = |SERIES| }
# ---- x axis ----
stats TABLE using "x" nooutput name "OF_X"
SLACK = 1e-9 * (OF_X_max - OF_X_min); LOW = OF_X_min - X_FROM; HIGH = OF_X_max - X_FROM
X_TIMES = X_LOG ? 1.0 : scaled(LOW, HIGH, X_UNIT); X_LOW = X_TIMES * LOW; X_HIGH = X_TIMES * HIGH
place(x) = X_TIMES * (x - X_FROM)
X_PAD = X_LOG ? (1.0 * X_HIGH / X_LOW) ** 0.02 : X_HIGH > X_LOW ? 0.02 * (X_HIGH - X_LOW) : X_HIGH == 0 ? 1.0 : 0.5 * abs(X_HIGH)
MULTIPLE_X = titled(X_NAME, X_UNIT, X_LOG ? 1 : LOW, X_LOG ? 1 : HIGH)
# ---- curve c is a quantity of a solver; seen(y) extends the y axis by a value ----
CURVES = int(|QUANTITY| * N)
quantity_of(c) = (c - 1) / N + 1
solver_of(c) = (c - 1) % N + 1
is_curve(c) = strcol("quantity") eq QUANTITY[quantity_of(c)] && strcol("solver") eq NAME[solver_of(c)]
BY = 0; LEAST = 1e300; MOST = -1e300; POSITIVE = 1e300; ERRORS = 0; PARTS = 0; X_PARTS = 0; ROWS = 0
seen(y) = (LEAST = min2(LEAST, y), MOST = max2(MOST, y), 0)
valued(y) = (POSITIVE = y > 0 ? min2(POSITIVE, y) : POSITIVE, seen(y))
array CURVE_END[CURVES]; array CURVE_MOST[CURVES]; array COUNTED[CURVES]; array VALUE[42*CURVES] # of the first 42 points
do for [c=1:CURVES] {
    CURVE_END[c] = NaN; CURVE_MOST[c] = -1e300; AT = -1e300; COUNT = 0
    stats TABLE using (is_curve(c) && column("y") == column("y") ? (y = column("y"), u = column("y_error"), \
        valued(y - u), valued(y + u), PARTS = PARTS + (y != floor(y)), X_PARTS = X_PARTS + (column("x") != floor(column("x"))), \
        COUNT = COUNT + 1, VALUE[42*c-42+min2(COUNT, 42)] = y, ERRORS = max2(ERRORS, u), CURVE_MOST[c] = max2(CURVE_MOST[c], y), \
        CURVE_END[c] = column("x") >= AT ? y : CURVE_END[c], AT = max2(AT, column("x"))) : 0, 0) nooutput
    ROWS = max2(ROWS, COUNT); COUNTED[c] = COUNT
}
has_unit(text) = strstrt(text, " (") > 0
Y_COUNT = PARTS == 0 && !has_unit(QUANTITY_NAME)
IS_COUNT = Y_COUNT || (X_PARTS == 0 && X_UNIT eq "" && !has_unit(X_NAME))
# ---- theory, whose ends are on the axis, and in figures of several quantities all of it ----
array IN_FIGURE[max2(1, LINES)]; array LINE_END[max2(1, LINES)]; LETTERS = 0; STEMS = 0; IN_FIGURE[1] = 0
is_drawn(quantity) = int(sum [k=1:|QUANTITY|] (QUANTITY[k] eq quantity ? 1 : 0)) > 0
is_line(i) = strcol("quantity") eq LINE_OF[i] && strcol("label") eq LINE[i]
do for [i=1:LINES] {
    IN_FIGURE[i] = is_drawn(LINE_OF[i]); LINE_END[i] = NaN
    stats THEORY using (IN_FIGURE[i] && is_line(i) ? (LINE_END[i] = column("y"), \
        |QUANTITY| > 1 || column("x") <= OF_X_min ? seen(column("y")) : 0) : 0) nooutput
    if (IN_FIGURE[i] && LINE_END[i] == LINE_END[i]) { u = valued(LINE_END[i]) }
}
# ---- y axis: a bar that reaches 0 or less does not change it ----
WIDE = LEAST >= 0 && MOST > 100 * POSITIVE; SERIES_DRAWN = 0
array OWN_SERIES[max2(1, SERIES_COUNT)]; array BARRED[max2(1, SERIES_COUNT)]; array PRESENT[max2(1, SERIES_COUNT)]; OWN_SERIES[1] = 1
# a row of series i in this figure or, with a panel for each quantity (BY 1), in this panel
is_series(i) = (BY == 1 ? strcol("quantity") eq QUANTITY[MULTIPLE] : is_drawn(strcol("quantity"))) && strcol("series") eq SERIES[i] && \
    column("x") >= OF_X_min - SLACK && column("x") <= OF_X_max + SLACK
do for [i=1:SERIES_COUNT] {
    COUNT = 0; u = 0
    stats POINTS using (is_series(i) ? (COUNT = COUNT + 1, u = max2(u, column("y_error")), seen(WIDE ? abs(column("y")) : column("y") - column("y_error")), \
        seen(column("y") + column("y_error"))) : 0) nooutput
    if (COUNT > 0) { SERIES_DRAWN = SERIES_DRAWN + 1; OWN_SERIES[SERIES_DRAWN] = i; BARRED[SERIES_DRAWN] = u; STEMS = max2(STEMS, strlen(SERIES[i])) }
}
POSITIVE = WIDE ? min2(POSITIVE, LEAST > 0 ? LEAST : POSITIVE) : POSITIVE
Y_LOG = WIDE || (X_LOG && LEAST > 0 && MOST > 3 * LEAST)
Y_PAD = Y_LOG ? (WIDE ? 2 : (MOST / LEAST) ** 0.05) : MOST > LEAST ? 0.04 * (MOST - LEAST) : MOST == 0 ? 1 : 0.5 * abs(MOST)
Y_LOW = Y_LOG ? POSITIVE / Y_PAD : LEAST - Y_PAD; Y_HIGH = Y_LOG ? MOST * Y_PAD : MOST + Y_PAD
# ---- curves that the axes can show: not the distance of the reference from itself ----
array DRAWN[CURVES]; SHOWN = 0; ZEROS = ""; SOLVERS = 0; array ONLY[N]; ONLY[1] = 1
do for [i=1:N] {
    k = SHOWN; m = 0
    do for [q=1:|QUANTITY|] {
        c = (q - 1) * N + i; ITSELF = CURVE_MOST[c] == 0 && QUANTITY[q] eq "rms_divergence_m" && MOST > 0
        m = m + (CURVE_MOST[c] > -1e300)
        if (CURVE_MOST[c] > -1e300 && !ITSELF && (!Y_LOG || CURVE_MOST[c] > 0)) { SHOWN = SHOWN + 1; DRAWN[SHOWN] = c }
    }
    if (SHOWN > k) { SOLVERS = SOLVERS + 1; ONLY[SOLVERS] = i } \
    else { if (m > 0) { ZEROS = ZEROS . (ZEROS eq "" ? "" : ", ") . LABEL[i] } }
}
HEAD = SUBJECT . (ZEROS ne "" || (LEAST == 0 && MOST == 0) ? "; 0" . (Y_COUNT ? "" : " within rounding") : "") \
    . (ZEROS ne "" ? ": " . ZEROS : "") . (|QUANTITY| > 1 && LINES > 0 ? "; grey: theory" : "") . (SERIES_DRAWN > 0 ? "; open points: from the data file" : "")
if (SHOWN == 0) { NOTHING = "no solver has a value to draw"; load PLOTS . "/nothing.gp" } else {
ball_of(q) = QUANTITY[q][1:strstrt(QUANTITY[q], ".")-1]
# of the name of a quantity "ball: what at the end", what others do not share
ended(s, k) = k > 0 ? s[1:k-1] : s
said(q) = ended(SAYS[q], strstrt(SAYS[q], " at the end"))
colon(q) = strstrt(said(q), ": ")
ALIKE = 1; SAME = 1
do for [q=2:|QUANTITY|] { ALIKE = ALIKE && said(q)[colon(q)+1:*] eq said(1)[colon(1)+1:*]; SAME = SAME && ball_of(q) eq ball_of(1) }
what(q) = colon(q) == 0 ? said(q) : ALIKE ? said(q)[1:colon(q)-1] : SAME ? said(q)[colon(q)+2:*] : said(q)
WHATS = 0; do for [q=1:(|QUANTITY| > 1 ? |QUANTITY| : 0)] { WHATS = max2(WHATS, strlen(what(q))) }
# ---- panels: BY 1, one for each quantity; 2, one for each solver ----
BY = SOLVERS > 3 ? 2 : |QUANTITY| > 1 && (!ALIKE || SERIES_DRAWN > 0 || SHOWN > 6); MULTIPLES = BY == 2 ? SOLVERS : BY == 1 ? |QUANTITY| : 1
line_in_panel(i) = IN_FIGURE[i] && (BY != 1 || LINE_OF[i] eq QUANTITY[MULTIPLE])
array MULTIPLE_TEXT[MULTIPLES]; array MULTIPLE_STYLE[MULTIPLES]
do for [k=1:MULTIPLES] {
    MULTIPLE_TEXT[k] = ""; MULTIPLE_STYLE[k] = 1
    if (BY == 2) { MULTIPLE_TEXT[k] = LABEL[ONLY[k]]; MULTIPLE_STYLE[k] = STYLE[ONLY[k]] }
    if (BY == 1) {
        MULTIPLE_TEXT[k] = what(k)
        do for [i=1:LINES] { if (LINE_OF[i] eq QUANTITY[k] && LINE[i] ne "") { MULTIPLE_TEXT[k] = MULTIPLE_TEXT[k] . ", " . LINE[i] } }
    }
}
# room for labels on the right, the key of measurements above, and long numbers on the left
LETTERS = BY == 2 ? WHATS : longest(N) + (BY == 0 && WHATS > 0 ? WHATS + 2 : 0)
do for [i=1:LINES] { if (IN_FIGURE[i] && BY != 1) { LETTERS = max2(LETTERS, strlen(LINE[i])) } }
ROOM = 0; if (LETTERS > 0) { R = R - labelroom(LETTERS + 2) }
KEYROWS = ceil(1.0 * SERIES_DRAWN / max2(1, floor((1 / wide(1) - 6) / ((9.9 + STEMS) * 0.475))))
T = SERIES_DRAWN > 0 ? 1 - high(HEADING + 0.8 + 1.25 * KEYROWS) : T
# A panel too short for it omits the ball's name, "at the end" and what follows a comma.
k = strstrt(QUANTITY_NAME, " at the end"); SHORTER = k ? QUANTITY_NAME[1:k-1] . QUANTITY_NAME[k+11:*] : QUANTITY_NAME
MULTIPLE_Y = literal(along(QUANTITY_NAME, stem(SHORTER[strstrt(SHORTER, ":")+1:*])))
MULTIPLE_WIDER = Y_LOG ? (Y_HIGH / Y_LOW < 100 && (Y_LOW < 1e-3 || Y_HIGH >= 1e5) ? wide(2) : 0) : ticroom(Y_LOW, Y_HIGH)
L = L + MULTIPLE_WIDER; if (BY == 0) { MULTIPLE_SKY = 0 } else { MULTIPLE_ASPECT = 1.2 }
# ---- lines join the points of smooth curves, not across a jump: a fifth of the axis, and four times the changes beside
# it; neither counts nor directions, which go on from 180° to -180° ----
LINED = !IS_COUNT && ROWS < 41 && (MOST - LEAST < 180 || strstrt(QUANTITY[1], ".direction_deg") == 0)
is_jump(c, k) = (m = 42 * c - 42 + k, y = abs(VALUE[m] - VALUE[m-1]), y > 0.2 * (MOST - LEAST) && !(k > 2 && y < 4 * abs(VALUE[m-1] - VALUE[m-2])) \
    && !(k < COUNTED[c] && y < 4 * abs(VALUE[m+1] - VALUE[m])))
X_FIRST = 0; Y_FIRST = 0; X_LAST = 0; Y_LAST = 0 # from the point before
step_x(c) = (y = drawn_y(c), y == y ? (ROW_ = ROW_ + 1, X_FIRST = X_LAST, Y_FIRST = Y_LAST, X_LAST = place(column("x")), Y_LAST = y, \
    ROW_ > 1 && !is_jump(c, ROW_) ? X_FIRST : NaN) : NaN)
load PLOTS . "/head.gp"
# A shape for each solver or, in one panel, each quantity; of a measured series that of its points, filled.
dot(s) = SERIES_DRAWN > 0 ? shape(hue(s) - 1 + 2 * (variant(s) / 2)) : mark(s)
array POINT[CURVES]
do for [c=1:CURVES] {
    POINT[c] = |QUANTITY| > 1 && BY != 1 ? shape(quantity_of(c) - 1) : dot(STYLE[solver_of(c)])
    do for [m=1:(|QUANTITY| > 1 ? SERIES_DRAWN : 0)] {
        if (SERIES[OWN_SERIES[m]] eq ball_of(quantity_of(c))) { POINT[c] = int(word(SERIES_SHAPES, m)) + (m < 7) } }
}
RING = BY == 0 # open and larger before filled, so that equal points stay visible
SIZE = (ROWS > 100 ? 0.5 : 0.9) * DOT; ROOM_RIGHT = ROOM
drawn_y(c) = !is_curve(c) ? NaN : !Y_LOG || column("y") > 0 ? column("y") : 1/0
set datafile missing NaN # rows of other curves do not interrupt a curve
do for [MULTIPLE=1:MULTIPLES] {
    load PLOTS . "/multiples.gp"
    do for [m=1:SERIES_DRAWN] { PRESENT[m] = 0; stats POINTS using (PRESENT[m] = PRESENT[m] + is_series(OWN_SERIES[m]), 0) nooutput }
    LOG_BLANK = !MULTIPLE_FOOT
    if (X_LOG) { LOG_AXIS = "x"; LOG_LOW = X_LOW / X_PAD; LOG_HIGH = X_HIGH * X_PAD; load PLOTS . "/logarithmic.gp" } else {
        set xrange [X_LOW-X_PAD:X_HIGH+X_PAD]; set xtics max2(X_PARTS == 0 && X_TIMES == 1, across_step(X_LOW - X_PAD, X_HIGH + X_PAD))
    }
    LOG_BLANK = !MULTIPLE_LEFT
    if (Y_LOG) { LOG_AXIS = "y"; LOG_LOW = Y_LOW; LOG_HIGH = Y_HIGH; load PLOTS . "/logarithmic.gp" } else {
        set yrange [Y_LOW:Y_HIGH]; set ytics max2(Y_COUNT, even_step(Y_LOW, Y_HIGH))
    }
    # labels right of each row
    ENDS = CURVES + LINES; array END_MARK[max2(1, ENDS)]; load PLOTS . "/labels.gp"
    PLOTTED = ""
    do for [i=1:LINES] {
        END_MARK[CURVES+i] = -1; END_TEXT[CURVES+i] = LINE[i]; END_STYLE[CURVES+i] = 8
        if (line_in_panel(i)) {
            END_Y[CURVES+i] = LINE[i] ne "" && BY != 1 ? LINE_END[i] : NaN
            PLOTTED = PLOTTED . sprintf(", THEORY using (place(column('x'))):(is_line(%d) && (!Y_LOG || column('y') > 0) ? column('y') : NaN) with lines lc rgb TRUTH lw 6 notitle", i)
        }
    }
    BARS = ""; TOPS = ""
    do for [k=1:CURVES] { END_Y[k] = NaN; END_TEXT[k] = ""; END_MARK[k] = -1 }
    do for [m=1:SHOWN] {
        c = DRAWN[m]; i = solver_of(c)
        if (BY == 2 ? i == ONLY[MULTIPLE] : BY == 1 ? quantity_of(c) == MULTIPLE : 1) {
            END_Y[c] = BY == 2 && |QUANTITY| == 1 ? NaN : CURVE_END[c]; END_MARK[c] = POINT[c] - RING * (i < N); END_STYLE[c] = STYLE[i]
            END_TEXT[c] = BY == 2 ? (WHATS > 0 ? what(quantity_of(c)) : "") : LABEL[i] . (BY == 0 && WHATS > 0 ? ", " . what(quantity_of(c)) : "")
            CURVE = sprintf(", TABLE using (place(column('x'))):(drawn_y(%d))", c)
            if (ERRORS > 0) { BARS = BARS . CURVE . sprintf(":'y_error' with yerrorbars ls STYLE[%d] lw 1.4 dt solid pt -1 notitle", i) }
            if (LINED) { BARS = BARS . sprintf(", ROW_ = 0 TABLE using (step_x(%d)):(Y_FIRST):(X_LAST-X_FIRST):(Y_LAST-Y_FIRST)", c) . sprintf(" with vectors nohead ls STYLE[%d] lw %s notitle", i, BY == 0 && LINES == 0 && hue(STYLE[i]) == 1 ? "4" : "2.4") }
            TOPS = TOPS . CURVE . sprintf(" with points ls STYLE[%d] pt END_MARK[%d] ps SIZE*%g notitle", i, c, 1 + 0.4 * RING * (N - i))
        }
    }
    ROOM = ROOM_RIGHT
    if (LETTERS > 0 && (MULTIPLE % MULTIPLE_COLUMNS == 0 || MULTIPLE == MULTIPLES)) { load PLOTS . "/ends.gp" }
    KEYS = MULTIPLE == 1 ? SERIES_DRAWN : 0
    if (KEYS) { set key on at screen 0.5, screen 1 - high(HEADING - 0.1 + 0.5 * KEYROWS) center vertical maxrows KEYROWS samplen 3.2 }
    do for [m=1:SERIES_DRAWN] {
        SET_BARS = sprintf("lw 2 lc rgb '%s' pt %s ps 1.9*DOT", word(SERIES_COLOURS, (m - 1) % 4 + 1), word(SERIES_SHAPES, m))
        if (PRESENT[m] > 0) { TOPS = TOPS . sprintf(", POINTS using (place(column('x'))):(is_series(OWN_SERIES[%d]) ? column('y') : NaN):", m) . \
            "(place(column('x')-column('x_error'))):(place(column('x')+column('x_error'))):" . \
            "(column('y')-column('y_error')):(column('y')+column('y_error')) with xyerrorbars " . SET_BARS . " notitle" }
        if (KEYS) { TOPS = TOPS . (BARRED[m] > 0 ? ", keyentry with yerrorbars " : ", keyentry with points ") . SET_BARS . sprintf(" title SERIES[OWN_SERIES[%d]]", m) }
    }
    eval "plot NaN notitle" . PLOTTED . BARS . TOPS
}
unset datafile missing
}

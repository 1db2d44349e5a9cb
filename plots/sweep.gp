# SPDX-License-Identifier: GPL-3.0-or-later
# One quantity over one parameter of a sweep. Each mark is a run, if there are few, or a
# mean over seeds with its standard error; broad grey lines are theory, open points with bars are
# measurements.
#
# Theory line i is LINEPOINTS rows of sweep-theory.tsv from LINEFROM[i] on. PARAMETER and COLUMN are
# column numbers, since gnuplot finds no name that contains a quotation mark. Curves are ordered by
# column, then by solver; CURVESAYS are their labels.
LETTERS = 0; do for [k=1:COLUMNS*N] { LETTERS = max2(LETTERS, strlen(CURVESAYS[k])) }
STEMS = 0
do for [i=1:LINES] {
    LETTERS = max2(LETTERS, strlen(LINESAYS[i])); STEMS = max2(STEMS, strlen(stem(LINESAYS[i])))
}
ROOM = max2(labelroom(LETTERS), min2(0.42 * (R - L), roomfor(STEMS))); R = R - ROOM
# If several columns share the panel, theory lines are labelled and solvers have a key. So have
# series of measured points (DATAX, DATAXE, DATAY, DATAYE; DATAOF: their series).
KEYED = COLUMNS > 1 && LINES > 0; if (!exists("SERIES")) { SERIES = 0 }
KEYS = SERIES + (KEYED ? N : 0); KEYLONG = KEYED ? longest(N) : 0
do for [k=1:SERIES] { KEYLONG = max2(KEYLONG, strlen(SERIESSAYS[k])) }
if (KEYS) { KEYROWS = rows(KEYS, KEYLONG); SHOWKEY = 1 }
T = headroom(KEYS ? KEYROWS : 0)
GROUND = B; if (RESIDUALS) { B = B + 0.32 * (T - B) }
load PLOTS . "/panel.gp"
TABLE = DIR . (MEANS ? "/sweep-curves.tsv" : "/sweep.tsv")
THEORY = DIR . "/sweep-theory.tsv"
set xlabel XNAME noenhanced
# A short panel omits the ball's name and "at the end".
k = strstrt(QUANTITYNAME, " at the end")
SHORTER = k ? QUANTITYNAME[1:k-1] . QUANTITYNAME[k+11:*] : QUANTITYNAME
SHORTER = SHORTER[strstrt(SHORTER, ":")+1:*]
set ylabel along(QUANTITYNAME, SHORTER) noenhanced
place(x) = XTIMES * (x - XFROM)
stats TABLE using (place(column(PARAMETER))) nooutput name "X"
if (LOGX) {
    X_PAD = (1.0 * X_max / X_min) ** 0.02
    LOG_AXIS = "x"; LOG_LOW = X_min / X_PAD; LOG_HIGH = X_max * X_PAD
    load PLOTS . "/logarithmic.gp"
} else {
    X_PAD = X_max > X_min ? 0.02 * (X_max - X_min) : (X_max == 0 ? 1.0 : 0.5 * abs(X_max))
    set xrange [X_min-X_PAD:X_max+X_PAD]
    X_STEP = across_step(X_min - X_PAD, X_max + X_PAD)
    if (XWHOLE) { X_STEP = max2(1, X_STEP) }
    set xtics X_STEP
}
# a log axis cannot show zero
Y_LOG = LOGY; Y_LOW = YLEAST; Y_HIGH = YMOST
if (LOGY) {
    LOG_AXIS = "y"; LOG_LOW = Y_LOW; LOG_HIGH = Y_HIGH; load PLOTS . "/logarithmic.gp"
} else {
    set yrange [Y_LOW:Y_HIGH]
    Y_STEP = WHOLE ? max2(1, even_step(Y_LOW, Y_HIGH)) : even_step(Y_LOW, Y_HIGH)
    set ytics Y_STEP
    L = L + ticroom(Y_LOW, Y_HIGH); set lmargin at screen L; set ylabel offset NAMESHIFT,0
}
drawn(y) = LOGY && y <= 0 ? NaN : abs(y) <= ZERO ? 0 : y
# If columns share the panel with their theory lines, the lines between marks are thin. Runs of
# several seeds are marks.
THIN = TOGETHER && LINES > 0 && POINTS <= 40
pointed(i) = sprintf("ls %d pt %d ps %g*DOT", STYLE[i], mark(STYLE[i]), THIN ? 1.2 : 0.9)
marked(i) = UNORDERED || POINTS == 1 ? "points " . pointed(i) : \
    POINTS > 40 ? sprintf("lines ls %d", STYLE[i]) : \
    "linespoints " . pointed(i) . (THIN ? " lw 1" : "")
CURVECOUNT = COLUMNS * N
ENDS = CURVECOUNT + LINES; load PLOTS . "/labels.gp"
CURVES = "NaN notitle"; ZEROS = ""
do for [k=1:CURVECOUNT] {
    i = (k - 1) % N + 1
    END_Y[k] = SHOWN[k] && !KEYED && CURVESAYS[k] ne "" ? CURVEEND[k] : NaN
    END_TEXT[k] = CURVESAYS[k]; END_STYLE[k] = STYLE[i]
    if (!SHOWN[k]) {
        if (!EMPTY[k]) { ZEROS = ZEROS . (ZEROS eq "" ? "" : ", ") . LABEL[i] }
        continue
    }
    c = COLUMN[(k-1)/N+1]
    CURVE = sprintf(", TABLE every ABREAST::%d using (place(column(PARAMETER))):(drawn(column(%d)))", \
        i - 1, c)
    if (ERRORS) {
        CURVES = CURVES . CURVE . sprintf(":(column(%d)) with yerrorbars ls %d lw 1.4 ", \
            c + ERRORS, STYLE[i]) . "dt solid pt -1 notitle"
    }
    CURVES = CURVES . CURVE . " with " . marked(i) . \
        (KEYED && k <= N ? sprintf(" title LABEL[%d]", i) : " notitle")
}
do for [i=1:LINES] {
    k = CURVECOUNT + i
    END_Y[k] = LINEEND[i]; END_TEXT[k] = LINESAYS[i]; END_STYLE[k] = 8
    CURVES = sprintf("THEORY every ::%d::%d using (place(column('x'))):(drawn(column('y'))) ", \
        LINEFROM[i], LINEFROM[i] + LINEPOINTS - 1) . \
        "with lines lc rgb TRUTH lw 6 dt solid notitle, " . CURVES
}
if (ZEROS ne "") {
    set label 13 "exactly 0: " . ZEROS at graph 0.02, graph 0.07 left noenhanced tc rgb NOTED
}
load PLOTS . "/ends.gp"
# Numbers of collisions, which a logarithmic axis hides, where the parameter is a power of 100.
hundreds(x) = abs(log10(x) / 2 - floor(log10(x) / 2 + 0.5)) < 1e-9
if (QUANTITYNAME eq "collisions" && LOGX && LOGY && X_max > 1e4 * X_min) {
    CURVES = CURVES . sprintf(", TABLE every ABREAST using (hundreds(column(PARAMETER)) ? " . \
        "place(column(PARAMETER)) : NaN):(drawn(column(%d))):(sprintf('%%d', column(%d))) " . \
        "with labels right offset -0.7,0.6 tc rgb '%s' notitle", COLUMN[1], COLUMN[1], \
        colour(STYLE[1]))
}
# Measured points on top: an open shape for each series. gnuplot takes the first element of the
# array as a header, so DATAOF has one more than there are points.
data(s, k) = DATAOF[k] == s ? place(DATAX[k]) : NaN
do for [s=1:SERIES] {
    CURVES = CURVES . sprintf(", DATAOF using (k = $0 + 1, data(%d, k)):(DATAY[k])", s) . \
        ":(place(DATAX[k]-DATAXE[k])):(place(DATAX[k]+DATAXE[k])):(DATAY[k]-DATAYE[k])" . \
        ":(DATAY[k]+DATAYE[k]) with xyerrorbars lw 1.4 dt solid " . \
        sprintf("lc rgb '%s' pt %s ps 1.5*DOT title SERIESSAYS[%d]", \
        word(SERIES_COLOURS, (s - 1) % 4 + 1), word(SERIES_SHAPES, s), s)
}
if (KEYS) {
    set key on at screen 0.5, screen keytop(KEYROWS) center vertical maxrows KEYROWS samplen 3.2
}
if (RESIDUALS) { set format x ""; unset xlabel }
eval "plot " . CURVES
if (RESIDUALS) {
    # below: value minus theory, in percent of it if the axis above is logarithmic
    load PLOTS . "/clear.gp"
    T = B - high(0.9); B = GROUND
    set bmargin at screen B; set tmargin at screen T
    unset logscale y; set format y "%g"; unset mytics
    set xlabel XNAME noenhanced
    # small residuals are in powers of ten
    RESIDUAL_UNIT = RESIDUALMOST < 0.01 ? decade(RESIDUALMOST) : 1.0
    RESIDUALMOST = RESIDUALMOST / RESIDUAL_UNIT
    set ylabel "off theory" . (LOGY ? " (%)" : RESIDUAL_UNIT < 1 ? \
        sprintf(" (10^{%d})", log10(RESIDUAL_UNIT)) : "") enhanced
    RESIDUAL_STEP = round_down(RESIDUALMOST)
    if (LOGX) {
        LOG_AXIS = "x"; LOG_LOW = X_min / X_PAD; LOG_HIGH = X_max * X_PAD
        load PLOTS . "/logarithmic.gp"
    } else {
        set format x "%g"; set xrange [X_min-X_PAD:X_max+X_PAD]; set xtics X_STEP
    }
    set yrange [-1.25*RESIDUALMOST:1.25*RESIDUALMOST]
    set ytics RESIDUAL_STEP
    CURVES = "0 with lines lc rgb TRUTH lw 4 dt solid notitle"
    do for [i=1:N] {
        if (!SHOWN[i]) { continue }
        CURVES = CURVES . sprintf(", TABLE every ABREAST::%d using (place(column(PARAMETER)))", \
            i - 1) . sprintf(":(RESIDUAL[%d*POINTS+$0+1]/RESIDUAL_UNIT) with ", i - 1) . \
            marked(i) . " notitle"
    }
    eval "plot " . CURVES
}

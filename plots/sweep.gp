# SPDX-License-Identifier: GPL-3.0-or-later
# Caption: One quantity over one parameter of a sweep. Each mark is a run, if there are few; grey lines are theory.
#
# Theory line i is LINEPOINTS rows of sweep-theory.tsv from LINEFROM[i] on. PARAMETER and COLUMN are column numbers, since gnuplot
# finds no name that contains a quotation mark. Curves are ordered by column, then by solver; CURVESAYS are their labels.
LETTERS = 0; do for [k=1:COLUMNS*N] { LETTERS = max2(LETTERS, strlen(CURVESAYS[k])) }
do for [i=1:LINES] { LETTERS = max2(LETTERS, strlen(LINESAYS[i])) }
if (NAMED_BESIDE == 0) { R = R - labelroom(LETTERS) }
T = headroom(0)
load PLOTS . "/panel.gp"
TABLE = DIR . "/sweep.tsv"
THEORY = DIR . "/sweep-theory.tsv"
set xlabel said(XNAME) noenhanced
set ylabel along(said(QUANTITYNAME), said(substr(QUANTITYNAME, strstrt(QUANTITYNAME, ":") + 1, -1))) noenhanced
set autoscale xfix
place(x) = XTIMES * (x - XFROM)
# as many tics as have room for their numbers
stats TABLE using (place(column(PARAMETER))) nooutput name "X"
XSTEP = round_step((X_max - X_min) / 6.0)
XDIGITS = max2(strlen(sprintf("%g", X_min + XSTEP)), strlen(sprintf("%g", X_max - XSTEP)))
XROOM = (R - L) / wide(0.6 * (XDIGITS + 1))
if (X_max > X_min) { set xtics round_up((X_max - X_min) / (XROOM < 7 ? XROOM : 7.0)) }
if (LOGX) { set logscale x; set format x POWER; set xtics decade(X_min), 10 ** ceil(log10(X_max / X_min) / max2(1, floor((R - L) / wide(3.5)))) }
# no curve on the border; a log axis cannot show zero
Y_LOG = LOGY
if (LOGY) {
    Y_LOW = 0.5 * YLEAST; Y_HIGH = 2 * YMOST
    set logscale y; set format y POWER
    set ytics decade(YLEAST), log_step(Y_LOW, Y_HIGH)
} else {
    YPAD = YMOST > YLEAST ? (NAMED_BESIDE == 1 ? 0.1 : 0.04) * (YMOST - YLEAST) : (YMOST == 0 ? 1.0 : 0.5 * abs(YMOST))
    Y_LOW = YLEAST - YPAD; Y_HIGH = YMOST + YPAD
    set ytics even_step(Y_LOW, Y_HIGH)
    L = L + ticroom(Y_LOW, Y_HIGH); set lmargin at screen L; set ylabel offset NAMESHIFT,0
}
set yrange [Y_LOW:Y_HIGH]
above(y) = !LOGY || y > 0 ? y : NaN
# If columns share the panel with their theory lines, the lines between marks are thin.
apart(i) = sprintf("linespoints ls %d lw 1 pt %d ps 1.2*DOT", STYLE[i], mark(STYLE[i]))
# a curve with its name beside it needs no dash pattern
plainly(i) = NAMED_BESIDE == 1 && variant(STYLE[i]) > 0 ? " dt solid" : ""
marked(i) = TOGETHER && LINES > 0 && POINTS <= 40 ? apart(i) : POINTS > 40 ? sprintf("lines ls %d%s", STYLE[i], plainly(i)) : sprintf("linespoints ls %d pt %d ps 0.9*DOT", STYLE[i], mark(STYLE[i]))
CURVECOUNT = COLUMNS * N
ENDS = CURVECOUNT + LINES; load PLOTS . "/labels.gp"
CURVES = "NaN notitle"; ZEROS = ""
do for [k=1:CURVECOUNT] {
    i = (k - 1) % N + 1
    END_Y[k] = SHOWN[k] && CURVESAYS[k] ne "" ? CURVEEND[k] : NaN; END_TEXT[k] = CURVESAYS[k]; END_STYLE[k] = STYLE[i]
    if (SHOWN[k]) {
        CURVES = CURVES . sprintf(", TABLE every ABREAST::%d using (place(column(PARAMETER))):(above(column(COLUMN[%d]))) with %s notitle", i - 1, (k - 1) / N + 1, marked(i))
    } else {
        ZEROS = ZEROS . (ZEROS eq "" ? "" : ", ") . said(LABEL[i])
    }
}
do for [i=1:LINES] {
    END_Y[CURVECOUNT+i] = LINEEND[i]; END_TEXT[CURVECOUNT+i] = LINESAYS[i]; END_STYLE[CURVECOUNT+i] = 8
    CURVES = sprintf("THEORY every ::%d::%d using (place(column('x'))):(above(column('y'))) with lines lc rgb '#949494' lw 5 dt solid notitle, ", LINEFROM[i], LINEFROM[i] + LINEPOINTS - 1) . CURVES
}
if (ZEROS ne "") { set label 13 "exactly 0: " . ZEROS at graph 0.02, graph 0.05 left noenhanced tc rgb "#505050" }
if (NAMED_BESIDE == 1) {
    unset key
    do for [k=1:ENDS] { if (NAMEX[k] >= 0) { set label 1100+k said(END_TEXT[k]) at graph NAMEX[k], graph NAMEY[k] center noenhanced tc rgb colour(END_STYLE[k]) front } }
} else {
    load PLOTS . "/ends.gp"
}
load PLOTS . "/own.gp"
eval "plot " . CURVES

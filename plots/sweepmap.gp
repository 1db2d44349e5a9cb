# SPDX-License-Identifier: GPL-3.0-or-later
# Caption: One quantity over the two parameters of a sweep. Each field is a run, grey where the
# quantity is not a number. The black line is where the quantity passes the value given at the
# colours.
#
# Draws the rows of sweep.tsv of the solver LANE; the last parameter varies fastest.
R = 1 - wide(10.2)
# room for names on the y axis
LETTERS = 0; do for [k=1:YCOUNT] { LETTERS = max2(LETTERS, strlen(YSAYS[k])) }
if (!YEVEN && LETTERS > 6) { L = min2(0.4, L + wide(0.5 * (LETTERS - 6))) }
load PLOTS . "/panel.gp"
TABLE = DIR . "/sweep.tsv"
set xlabel said(XNAME) noenhanced
set ylabel said(YNAME) noenhanced
set xrange [0.5:XCOUNT+0.5]
set yrange [0.5:YCOUNT+0.5]
# Evenly spaced values have tics at round numbers, others at as many values as have room.
round(x) = floor(x + 0.5)
exponent(x) = sprintf("%d", round(log10(x)))
power(x) = x > 0 && abs(x / 10 ** round(log10(x)) - 1) < 1e-9 ? \
    tx("10^{" . minus(exponent(x)) . "}", "$10^{" . exponent(x) . "}$") : num(x)
numeric(s) = strlen(s) > 0 && strstrt("0123456789+-.", s[1:1]) > 0
short(s) = numeric(s) && (strlen(s) > 4) ? power(real(s)) : plain(s)
letters(s) = numeric(s) && strlen(s) > 4 ? 5 : strlen(s)
LONGEST = 1; do for [k=1:XCOUNT] { LONGEST = max2(LONGEST, letters(XSAYS[k])) }
XPLACES = (R - L) / wide(0.58 * LONGEST + 1); YPLACES = (T - B) / high(1.8)
do for [c in "X Y"] {
    eval sprintf("set %stics ()", c eq "X" ? "x" : "y")
    k = value(c . "COUNT"); UNIT = value(c . "TIMES") * value(c . "STEP")
    a = value(c . "TIMES") * (value(c . "FIRST") - value(c . "FROM")) - 0.5 * UNIT; b = a + k * UNIT
    TICS_ADD = sprintf("set %stics add ", c eq "X" ? "x" : "y")
    if (value(c . "EVEN")) {
        s = c eq "X" ? across_step(min2(a, b), max2(a, b)) : even_step(min2(a, b), max2(a, b))
        do for [m=ceil(min2(a, b)/s):floor(max2(a, b)/s)] {
            eval TICS_ADD . sprintf("(num(%.15g) %.15g)", m * s, 0.5 + (m * s - a) / UNIT)
        }
    } else {
        EVERY = int(ceil(1.0 * k / max2(1, floor(value(c . "PLACES")))))
        do for [m=1:k:EVERY] {
            eval TICS_ADD . sprintf("(tic(short(%sSAYS[%d])) %d)", c, m, m)
        }
    }
}
set colorbox user origin screen R + wide(1.0), screen B size screen wide(1.0), screen (T - B)
set cblabel said(QUANTITYNAME) noenhanced offset 1.2,0
set format cb LOGZ ? POWER : "%g"
if (LOGZ) { set logscale cb } else { unset logscale cb }
set cbrange [ZLOW:ZHIGH]
unset grid
unset key
x(k) = int(k) / int(YCOUNT) + 1
y(k) = int(k) % int(YCOUNT) + 1
# Contour edges between a field and the one below it (level) or left of it (upright), if the value
# lies between theirs.
array BEFORE[YCOUNT]
do for [k=1:YCOUNT] { BEFORE[k] = NaN }
passes(a, b) = (a < CONTOUR) != (b < CONTOUR) && a == a && b == b
below(k, v) = (u = (y(k) > 1 ? BELOW : NaN), BELOW = v, passes(u, v))
left(k, v) = (u = BEFORE[y(k)], BEFORE[y(k)] = v, passes(u, v))
BELOW = NaN
FIELDS = "TABLE every ABREAST::LANE using (x($0)):(y($0)):(0.5):(0.5)"
EDGE = ", TABLE every ABREAST::LANE using (%s($0, column(QUANTITY)) ? x($0) - 0.5 : NaN)" . \
    ":(y($0) - 0.5):(%d):(%d) with vectors nohead lw 3 lc rgb '#000000' notitle"
EDGES = CONTOURED ? sprintf(EDGE, "below", 1, 0) . sprintf(EDGE, "left", 0, 1) : ""
if (CONTOURED) {
    set label 15 sprintf("line: %g", CONTOUR) at screen R + wide(1.0), screen T + high(0.9) left
}
load PLOTS . "/own.gp"
FILLED = " with boxxyerror fs solid 1.0 noborder lc "
eval "plot " . FIELDS . FILLED . "rgb '#d0d0d0' notitle, " . \
    FIELDS . ":(column(QUANTITY))" . FILLED . "palette notitle" . EDGES
unset cblabel
set key

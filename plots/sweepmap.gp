# SPDX-License-Identifier: GPL-3.0-or-later
# Caption: One quantity over the two parameters of a sweep. Each field is a run, grey where the quantity is not a number. The
# black line is where the quantity passes the value given at the colours.
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
# as many tics as have room for their numbers
power(x) = x > 0 && abs(x / 10 ** round(log10(x)) - 1) < 1e-9 ? tx(sprintf("10^{%s}", minus(sprintf("%d", round(log10(x))))), sprintf("$10^{%d}$", round(log10(x)))) : num(x)
round(x) = floor(x + 0.5)
numeric(s) = strlen(s) > 0 && strstrt("0123456789+-.", s[1:1]) > 0
short(s) = numeric(s) && (strlen(s) > 4) ? power(real(s)) : plain(s)
letters(s) = numeric(s) && strlen(s) > 4 ? 5 : strlen(s)
LONGEST = 1; do for [k=1:XCOUNT] { LONGEST = max2(LONGEST, letters(XSAYS[k])) }
XEVERY = ceil(1.0 * XCOUNT / max2(1, floor((R - L) / wide(0.58 * LONGEST + 1)))); YEVERY = ceil(1.0 * YCOUNT / max2(1, floor((T - B) / high(1.8))))
set xtics ()
set ytics ()
# evenly spaced values have tics at round numbers, others at every value with room
if (XEVEN) {
    set xrange [0.5:XCOUNT+0.5]; X_ORIGIN = XTIMES * (XFIRST - XFROM); X_UNIT = XTIMES * XSTEP
    X_STEP = across_step(X_ORIGIN - 0.5 * X_UNIT, X_ORIGIN + (XCOUNT - 0.5) * X_UNIT)
    do for [k=ceil((X_ORIGIN-0.5*X_UNIT)/X_STEP):floor((X_ORIGIN+(XCOUNT-0.5)*X_UNIT)/X_STEP)] { set xtics add (num(k * X_STEP) 1 + (k * X_STEP - X_ORIGIN) / X_UNIT) }
} else { do for [k=1:XCOUNT:XEVERY] { set xtics add (tic(short(XSAYS[k])) k) } }
if (YEVEN) {
    Y_ORIGIN = YTIMES * (YFIRST - YFROM); Y_UNIT = YTIMES * YSTEP
    Y_STEP = even_step(Y_ORIGIN - 0.5 * Y_UNIT, Y_ORIGIN + (YCOUNT - 0.5) * Y_UNIT)
    do for [k=ceil((Y_ORIGIN-0.5*Y_UNIT)/Y_STEP):floor((Y_ORIGIN+(YCOUNT-0.5)*Y_UNIT)/Y_STEP)] { set ytics add (num(k * Y_STEP) 1 + (k * Y_STEP - Y_ORIGIN) / Y_UNIT) }
} else { do for [k=1:YCOUNT:YEVERY] { set ytics add (tic(short(YSAYS[k])) k) } }
set colorbox user origin screen R + wide(1.0), screen B size screen wide(1.0), screen (T - B)
set cblabel said(QUANTITYNAME) noenhanced offset 1.2,0
set format cb LOGZ ? POWER : "%g"
if (LOGZ) { set logscale cb } else { unset logscale cb }
set cbrange [ZLOW:ZHIGH]
unset grid
unset key
x(k) = int(k) / int(YCOUNT) + 1
y(k) = int(k) % int(YCOUNT) + 1
# Contour edges between a field and the one below it (level) or left of it (upright), if the value lies between theirs.
array BEFORE[YCOUNT]
do for [k=1:YCOUNT] { BEFORE[k] = NaN }
passes(a, b) = (a < CONTOUR) != (b < CONTOUR) && a == a && b == b
below(k, v) = (u = (y(k) > 1 ? BELOW : NaN), BELOW = v, passes(u, v))
left(k, v) = (u = BEFORE[y(k)], BEFORE[y(k)] = v, passes(u, v))
BELOW = NaN
FIELDS = "TABLE every ABREAST::LANE using (x($0)):(y($0)):(0.5):(0.5)"
LEVEL = CONTOURED ? ", TABLE every ABREAST::LANE using (below($0, column(QUANTITY)) ? x($0) - 0.5 : NaN):(y($0) - 0.5):(1):(0) with vectors nohead lw 3 lc rgb '#000000' notitle" : ""
UPRIGHT = CONTOURED ? ", TABLE every ABREAST::LANE using (left($0, column(QUANTITY)) ? x($0) - 0.5 : NaN):(y($0) - 0.5):(0):(1) with vectors nohead lw 3 lc rgb '#000000' notitle" : ""
if (CONTOURED) { set label 15 sprintf("line: %g", CONTOUR) at screen R + wide(1.0), screen T + high(0.9) left }
load PLOTS . "/own.gp"
eval "plot " . FIELDS . " with boxxyerror fs solid 1.0 noborder lc rgb '#d0d0d0' notitle, " . FIELDS . ":(column(QUANTITY)) with boxxyerror fs solid 1.0 noborder lc palette notitle" . LEVEL . UPRIGHT
unset cblabel
set key

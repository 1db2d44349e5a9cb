# SPDX-License-Identifier: GPL-3.0-or-later
# One quantity over the two parameters of a sweep, one map for each solver. Each field is a
# run. A first ball at a wall has the colour of the key, which shows the balls at their initial
# positions; white: no ball. A number has the colour of the scale; grey: not a number. The black line
# is where it passes the value given at the scale.
#
# RANK[i] is the order of ball i by its number of fields; the ranks have colors. The rows are those
# of sweep.tsv; the last parameter varies fastest.
KEYWIDE = OUTCOMES ? (KEYED > 0 ? 8.5 : 0.0) : 10.2; RIGHT = R; R = R - wide(KEYWIDE)
# room for names on the y axis
LETTERS = 0; do for [k=1:YCOUNT] { LETTERS = max2(LETTERS, strlen(YSAYS[k])) }
if (!YEVEN && LETTERS > 6) { L = min2(0.4, L + wide(0.5 * (LETTERS - 6))) }
MULTIPLES = N; MULTIPLE_X = XNAME; MULTIPLE_Y = YNAME; MULTIPLE_ASPECT = 0.9
TABLE = DIR . "/sweep.tsv"
SHADES = "0x4E79A7 0xF0B640 0x9C3848 0x7FB7A3 0x8C6BB1 0xE58B5B 0x2F4858 " . \
    "0xC3D37B 0xD7A6C5 0x5E7F3B 0xA67C52 0x8FB8DE 0x4B2840 0x9E9E9E"
# Print in one color has greys; the most frequent balls differ most.
GREYS_ONLY = colour(2)[2:3] eq colour(2)[4:5] && colour(3)[2:3] eq colour(3)[4:5]
if (GREYS_ONLY) {
    SHADES = "0xD8D8D8 0x404040 0x909090 0xB4B4B4 0x181818 0x686868 0xC6C6C6 " . \
        "0x2C2C2C 0xA2A2A2 0x545454 0xE8E8E8 0x7C7C7C 0x0C0C0C 0xF4F4F4"
}
shade(rank) = rank < 1 ? 0xFFFFFF : int(word(SHADES, min2(int(rank), words(SHADES))))
ball(v) = v >= 1 ? shade(RANK[int(v)]) : 0xFFFFFF
x(k) = XTIMES * (XFIRST + XSTEP * (int(k) / int(YCOUNT)) - XFROM)
y(k) = YTIMES * (YFIRST + YSTEP * (int(k) % int(YCOUNT)) - YFROM)
# Fields overlap a little, which hides the seams.
DX = 0.52 * XTIMES * XSTEP; DY = 0.52 * YTIMES * YSTEP
# Values that are not evenly spaced have their texts as tics, as many as have room.
exponent(x) = floor(log10(x) + 0.5)
power(x) = x > 0 && abs(x / 10 ** exponent(x) - 1) < 1e-9 ? ("10^{" . minus(sprintf("%d", \
    exponent(x))) . "}") : num(x)
numeric(s) = strlen(s) > 0 && strstrt("0123456789+-.", s[1:1]) > 0
short(s) = numeric(s) && strlen(s) > 4 ? power(real(s)) : literal(s)
letters(s) = numeric(s) && strlen(s) > 4 ? 5 : strlen(s)
LONGEST = 1; do for [k=1:XCOUNT] { LONGEST = max2(LONGEST, letters(XSAYS[k])) }
# Contour edges between a field and the one below it (level) or left of it (upright), if the value
# lies between theirs.
array BEFORE[YCOUNT]; BELOW = NaN
if (OUTCOMES) { CONTOURED = 0 }
row(k) = int(k) % int(YCOUNT) + 1
passes(a, b) = (a < CONTOUR) != (b < CONTOUR) && a == a && b == b
below(k, v) = (u = (row(k) > 1 ? BELOW : NaN), BELOW = v, passes(u, v))
left(k, v) = (u = BEFORE[row(k)], BEFORE[row(k)] = v, passes(u, v))
do for [MULTIPLE=1:MULTIPLES] {
    load PLOTS . "/multiples.gp"
    unset grid
    a = x(0); b = x(XCOUNT * YCOUNT - 1); c = y(0); d = y(YCOUNT - 1)
    X_LOW = min2(a, b) - abs(DX); X_HIGH = max2(a, b) + abs(DX)
    Y_LOW = min2(c, d) - abs(DY); Y_HIGH = max2(c, d) + abs(DY)
    set xrange [X_LOW:X_HIGH]; set yrange [Y_LOW:Y_HIGH]
    set xtics across_step(X_LOW, X_HIGH); set ytics even_step(Y_LOW, Y_HIGH)
    if (!XEVEN) {
        set xtics ()
        EVERY = int(ceil(1.0 * XCOUNT / max2(1, floor((R - L) / wide(0.58 * LONGEST + 1)))))
        do for [m=1:XCOUNT:EVERY] {
            eval sprintf("set xtics add (tic(MULTIPLE_FOOT ? short(XSAYS[%d]) : '') %d)", m, m)
        }
    }
    if (!YEVEN) {
        set ytics ()
        EVERY = int(ceil(1.0 * YCOUNT / max2(1, floor((T - B) / high(1.8)))))
        do for [m=1:YCOUNT:EVERY] {
            eval sprintf("set ytics add (tic(MULTIPLE_LEFT ? short(YSAYS[%d]) : '') %d)", m, m)
        }
    }
    if (!OUTCOMES) {
        if (LOGZ) { set logscale cb } else { unset logscale cb }
        set cbrange [ZLOW:ZHIGH]
    }
    if (MULTIPLE == MULTIPLES && !OUTCOMES) {
        set colorbox user origin screen RIGHT - wide(KEYWIDE - 1), screen MULTIPLE_B size \
            screen wide(1.0), screen (MULTIPLE_T - MULTIPLE_SKY - MULTIPLE_B)
        set cblabel QUANTITYNAME noenhanced offset 1.2,0
        set format cb LOGZ ? POWER : "%g"
        if (CONTOURED) {
            set label 20 sprintf("line: %g", CONTOUR) at screen RIGHT - wide(KEYWIDE - 1), \
                screen MULTIPLE_T - MULTIPLE_SKY + high(0.9) left
        }
    } else { unset colorbox }
    if (MULTIPLE == MULTIPLES && KEYED > 0) {
        # the balls to scale, right of the maps: from x = a to b and y = c to d
        a = BALLX[1]; b = a; c = BALLY[1]; d = c
        do for [k=1:KEYED] {
            a = min2(a, BALLX[k] - BALLR[k]); b = max2(b, BALLX[k] + BALLR[k])
            c = min2(c, BALLY[k] - BALLR[k]); d = max2(d, BALLY[k] + BALLR[k])
        }
        p = FS * EM * min2((KEYWIDE - 1.5) / (b - a), 9 / (d - c))
        do for [k=1:KEYED] {
            u = RIGHT - p * (b - BALLX[k]) / W; v = T - p * (d - BALLY[k]) / H
            set object 40+k circle at screen u, screen v size screen p * BALLR[k] / W front \
                fs solid 1.0 border lc rgb FAINT fc rgb shade(RANK[k])
            if (p * BALLR[k] > 0.55 * FS * EM) {
                set label 40+k sprintf("%d", k) at screen u, screen v center front font sized(0.75)
            }
        }
        set label 39 "first ball" at screen RIGHT - 0.5 * p * (b - a) / W, screen T + high(0.75) \
            center tc rgb NOTED
    }
    do for [k=1:YCOUNT] { BEFORE[k] = NaN }
    FIELDS = "TABLE every ABREAST::(MULTIPLE-1) using (x($0)):(y($0)):(DX):(DY)"
    FILLED = " with boxxyerror fs solid 1.0 noborder lc "
    if (OUTCOMES) {
        eval "plot " . FIELDS . ":(strcol(QUANTITY) eq 'nan' ? 0xFFFFFF : ball(column(QUANTITY)))" . \
            FILLED . "rgb variable notitle"
    } else {
        EDGE = ", TABLE every ABREAST::(MULTIPLE-1) using (%s($0, column(QUANTITY)) ? x($0) - 0.5 * " . \
            "XTIMES * XSTEP : NaN):(y($0) - 0.5 * YTIMES * YSTEP):(%d * XTIMES * XSTEP):" . \
            "(%d * YTIMES * YSTEP) with vectors nohead lw 3 lc rgb '#000000' notitle"
        eval "plot " . FIELDS . FILLED . "rgb '#d0d0d0' notitle, " . \
            FIELDS . ":(column(QUANTITY))" . FILLED . "palette notitle" . \
            (CONTOURED ? sprintf(EDGE, "below", 1, 0) . sprintf(EDGE, "left", 0, 1) : "")
    }
}
unset cblabel; unset colorbox
undefine MULTIPLE_*

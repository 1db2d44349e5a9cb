# SPDX-License-Identifier: GPL-3.0-or-later
# Caption: Which ball is the first at a wall, over the two parameters of a sweep, one map for each
# solver. Each field is a run in the color of its ball, which the key shows at its initial position;
# white: no ball.
#
# RANK[i] is the order of ball i by its number of fields; the ranks have colors.
KEYWIDE = KEYED > 0 ? 8.5 : 0.0; RIGHT = R; R = R - wide(KEYWIDE)
MULTIPLES = N; MULTIPLE_X = said(XNAME); MULTIPLE_Y = said(YNAME); MULTIPLE_ASPECT = 0.9
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
do for [MULTIPLE=1:MULTIPLES] {
    load PLOTS . "/multiples.gp"
    unset grid
    a = x(0); b = x(XCOUNT * YCOUNT - 1); c = y(0); d = y(YCOUNT - 1)
    X_LOW = min2(a, b) - abs(DX); X_HIGH = max2(a, b) + abs(DX)
    Y_LOW = min2(c, d) - abs(DY); Y_HIGH = max2(c, d) + abs(DY)
    set xrange [X_LOW:X_HIGH]; set yrange [Y_LOW:Y_HIGH]
    X_STEP = across_step(X_LOW, X_HIGH); Y_STEP = even_step(Y_LOW, Y_HIGH)
    set xtics X_STEP; set ytics Y_STEP
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
    load PLOTS . "/own.gp"
    plot TABLE every ABREAST::(MULTIPLE-1) using (x($0)):(y($0)):(DX):(DY): \
        (strcol(QUANTITY) eq "nan" ? 0xFFFFFF : ball(column(QUANTITY))) \
        with boxxyerror fs solid 1.0 noborder lc rgb variable notitle
}
undefine MULTIPLE_*

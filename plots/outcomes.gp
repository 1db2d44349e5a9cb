# SPDX-License-Identifier: GPL-3.0-or-later
# Caption: Which ball is the first at a wall, over the two parameters of a sweep, one map for each
# solver. Each field is a run in the color of its ball, which the key shows at its initial position;
# white: no ball.
#
# RANK[i] is the order of ball i by its number of fields; the ranks have colors.
KEYWIDE = KEYED > 0 ? 8.5 : 0.0; RIGHT = R; R = R - wide(KEYWIDE)
MULTIPLES = N; MULTIPLE_X = said(XNAME); MULTIPLE_Y = said(YNAME); MULTIPLE_ASPECT = 0.9
TABLE = DIR . "/sweep.tsv"
SHADES = "0x4E79A7 0xF0B640 0x9C3848 0x7FB7A3 0x8C6BB1 0xE58B5B 0x2F4858 0xC3D37B 0xD7A6C5 0x5E7F3B 0xA67C52 0x8FB8DE 0x4B2840 0x9E9E9E"
# in print of one color: greys, the most frequent balls far apart
GREYS_ONLY = colour(2)[2:3] eq colour(2)[4:5] && colour(3)[2:3] eq colour(3)[4:5]
if (GREYS_ONLY) { SHADES = "0xD8D8D8 0x404040 0x909090 0xB4B4B4 0x181818 0x686868 0xC6C6C6 0x2C2C2C 0xA2A2A2 0x545454 0xE8E8E8 0x7C7C7C 0x0C0C0C 0xF4F4F4" }
shade(rank) = rank < 1 ? 0xFFFFFF : int(word(SHADES, min2(int(rank), words(SHADES))))
ball(v) = v >= 1 ? shade(RANK[int(v)]) : 0xFFFFFF
x(k) = XTIMES * (XFIRST + XSTEP * (int(k) / int(YCOUNT)) - XFROM)
y(k) = YTIMES * (YFIRST + YSTEP * (int(k) % int(YCOUNT)) - YFROM)
# fields overlap a little, so that no seams are seen
DX = 0.52 * XTIMES * XSTEP; DY = 0.52 * YTIMES * YSTEP
do for [MULTIPLE=1:MULTIPLES] {
    load PLOTS . "/multiples.gp"
    unset grid
    X_LOW = x(0) - DX; X_HIGH = x(XCOUNT * YCOUNT - 1) + DX; Y_LOW = y(0) - DY; Y_HIGH = y(YCOUNT - 1) + DY
    set xrange [X_LOW:X_HIGH]; set yrange [Y_LOW:Y_HIGH]
    X_STEP = across_step(X_LOW, X_HIGH); Y_STEP = even_step(Y_LOW, Y_HIGH)
    set xtics X_STEP; set ytics Y_STEP
    if (MULTIPLE == MULTIPLES && KEYED > 0) {
        # the balls to scale, right of the maps
        array BALLPART[4] = [BALLX[1], BALLX[1], BALLY[1], BALLY[1]]
        do for [k=1:KEYED] {
            BALLPART[1] = min2(BALLPART[1], BALLX[k] - BALLR[k]); BALLPART[2] = max2(BALLPART[2], BALLX[k] + BALLR[k])
            BALLPART[3] = min2(BALLPART[3], BALLY[k] - BALLR[k]); BALLPART[4] = max2(BALLPART[4], BALLY[k] + BALLR[k])
        }
        p = min2((KEYWIDE - 1.5) * FS * EM / (BALLPART[2] - BALLPART[1]), 9 * FS * EM / (BALLPART[4] - BALLPART[3]))
        do for [k=1:KEYED] {
            set object 40+k circle at screen RIGHT - p * (BALLPART[2] - BALLX[k]) / W, screen T - p * (BALLPART[4] - BALLY[k]) / H \
                size screen p * BALLR[k] / W front fs solid 1.0 border lc rgb FAINT fc rgb shade(RANK[k])
            if (p * BALLR[k] > 0.55 * FS * EM) {
                set label 40+k sprintf("%d", k) at screen RIGHT - p * (BALLPART[2] - BALLX[k]) / W, screen T - p * (BALLPART[4] - BALLY[k]) / H center front font sized(0.75)
            }
        }
        set label 39 "first ball" at screen RIGHT - 0.5 * p * (BALLPART[2] - BALLPART[1]) / W, screen T + high(0.75) center tc rgb NOTED
    }
    load PLOTS . "/own.gp"
    plot TABLE every ABREAST::(MULTIPLE-1) using (x($0)):(y($0)):(DX):(DY):(strcol(QUANTITY) eq "nan" ? 0xFFFFFF : ball(column(QUANTITY))) with boxxyerror fs solid 1.0 noborder lc rgb variable notitle
}
undefine MULTIPLE_*

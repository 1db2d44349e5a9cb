# SPDX-License-Identifier: GPL-3.0-or-later
# A square plane from PLANE_LOW_X, PLANE_LOW_Y, PLANE_SIDE wide, at the left of the box L, R, B, T, with
# the solvers and FACT[i] of each on its right, below FACT_NAME. PITCH is the height of a row (ems).
SIDE = min2((T - B) * H, 0.6 * (R - L) * W); RIGHT = R
R = L + SIDE / W; B = T - SIDE / H
load PLOTS . "/panel.gp"
GREY = "#606060"
set xrange [PLANE_LOW_X:PLANE_LOW_X+PLANE_SIDE]; set yrange [PLANE_LOW_Y:PLANE_LOW_Y+PLANE_SIDE]
PLANE_STEP = max2(across_step(PLANE_LOW_X, PLANE_LOW_X + PLANE_SIDE), round_step(0.22 * PLANE_SIDE))
set xtics PLANE_STEP; set ytics PLANE_STEP
FACT_LETTERS = 0; do for [i=1:N] { FACT_LETTERS = max2(FACT_LETTERS, strlen(FACT[i])) }
ROOM = RIGHT - R - wide(2.2); ONE = roomfor(longest(N) + FACT_LETTERS + 2) < ROOM; PITCH = ONE ? 1.4 : 2.6
FACT_ROOM = ROOM
set label 9 cropped(FACT_NAME) at screen R + wide(2), screen T - high(0.6) tc rgb GREY
do for [i=1:N] {
    ROW = T - high(0.9 + PITCH * i - (ONE ? 0 : 1.2))
    set label 10+i roomfor(strlen(LABEL[i])) < ROOM ? LABEL[i] : cropped(called(LABEL[i])) \
        at screen R + wide(2), screen ROW noenhanced tc rgb colour(STYLE[i]) \
        point pt mark(STYLE[i]) lc rgb colour(STYLE[i]) ps 1.3*DOT offset 0.9,0
    set label 40+i FACT[i] . "" font sized(ONE ? 1 : 0.88) point pt -1 ps 1.3*DOT lc rgb "white" at screen R + (ONE ? wide(3) + roomfor(longest(N)) : wide(2.9)), \
        screen ROW - high(ONE ? 0 : 1.15) tc rgb GREY
}

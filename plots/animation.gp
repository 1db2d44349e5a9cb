# SPDX-License-Identifier: GPL-3.0-or-later
# Begins a film: GIF, or a PNG for each frame. SHOW[1] to SHOW[SHOWN] are the indices of the solvers
# shown, X0, X1, Y0 and Y1 (m) the part of the plane, E_SHOWN and D_SHOWN the curves.
if (TERM eq "gif") {
    eval sprintf("set terminal gif animate delay 4 loop 0 optimize size %d,%d ", W, H) \
        . sprintf("font '%s,%g' background rgb 'white'", FONT, FS)
    set output OUT
}
if (TERM eq "film") {
    set terminal pngcairo size W,H font sprintf("%s,%g", FONT, FS) linewidth 1.4 \
        background rgb "white"
}
BALLCOLOURS = "#f5f5f5 #f2c14e #3b6ea5 #c8453c #6b4c9a #e07b39 #3c8d5a #7b2d26 " \
    . "#333333 #f7d88a #7ea6cf #e08a84 #a890c8 #efb184 #83bd97 #b27a74"
hex(i) = int("0x" . substr(word(BALLCOLOURS, (int(i) % 16) + 1), 2, 7))
TIME = sprintf("t = %%.%df s", DECIMALS)
EMX = FS * 4.0 / 3 / W; EMY = FS * 4.0 / 3 / H # an em of the font, as parts of the frame
# Chooses the number of tables side by side that makes them largest. A table has its name above and
# one or two lines of numbers below. Curves are in a free place of the last row or below the tables.
TABLES = SHOWN
CHARTS = E_SHOWN + D_SHOWN
UPPER = 0.93; BELOW = 0.24; FOOT = 0.055
ASPECT = (Y1 - Y0) / (X1 - X0)
number_lines(w) = w > 20 * EMX ? 1 : 2
around(w) = (2.7 + 1.25 * number_lines(w)) * EMY
LARGEST = 0.0
do for [c=1:TABLES] { do for [inside=0:1] {
    r = ceil(1.0 * TABLES / c)
    w = 0.96 / c - 0.02; h = (UPPER - (CHARTS && !inside ? BELOW : FOOT)) / r - around(w)
    size = inside && (r * c == TABLES || !CHARTS) ? 0 : min2(w * W, h * H / ASPECT)
    if (size > LARGEST) { LARGEST = size; ACROSSBEST = c; DOWN = r; INSIDE = inside }
} }
CELL = 0.96 / ACROSSBEST - 0.02; ONE_LINE = number_lines(CELL) == 1
ROOM = (UPPER - (CHARTS && !INSIDE ? BELOW : FOOT)) / DOWN
SPARE = min2(0.12, max2(0, DOWN * (ROOM - LARGEST * ASPECT / H - around(CELL)))) # for curves below
if (CHARTS && !INSIDE) { ROOM = ROOM - SPARE / DOWN }
FREE = TABLES % ACROSSBEST # column of the curves
# The box of curves k of CHARTS: side by side below the tables, or on each other in the free place.
chart_left(k) = INSIDE ? 0.08 + 0.96 * FREE / ACROSSBEST : 0.07 + (k - 1) * 0.49
chart_right(k) = INSIDE || k == CHARTS ? 0.95 : 0.46
chart_top(k) = INSIDE ? FOOT + (CHARTS + 1 - k) * ROOM / CHARTS - 1.9 * EMY : 0.19 + SPARE
chart_foot(k) = INSIDE ? FOOT + (CHARTS - k) * ROOM / CHARTS + 1.9 * EMY : 0.095
unset key
set micro # µm, not um
# The axes of a collision extend beyond its balls and stay visible on a large table.
NCOLOUR = "#7a3e9d"; TCOLOUR = "#8a6d00"
AXIS = 0; do for [i=1:BALLS] { AXIS = max2(AXIS, 2.2 * MAGNIFIED * RADIUS[i]) }
AXIS = max2(AXIS, 0.05 * max2(X1 - X0, Y1 - Y0))
AXISARROW = "head filled size screen 0.008,20 lw 2"
shortened(text, most) = strlen(text) <= most ? text : text[1:int(most)-1] . "…"
# Separate labels for a number, right-aligned, and its unit: numbers stay in place and are not cut.
cell(k, text, x, y, style) = sprintf("set label %d '%s' at screen %g, screen %g ", k, text, x, y) \
    . style . ";"
put(k, number, unit, x, y, style) = cell(k, number, x + 3.2 * EMX, y, "right " . style) \
    . cell(k + 1, unit, x + 3.5 * EMX, y, style)

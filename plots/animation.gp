# SPDX-License-Identifier: GPL-3.0-or-later
# Caption: Above, the balls of each solver on its own table, to scale. For a moment after each collision its axes are drawn at the
# point of contact: n, the contact normal, and t, the tangent. Below left, the mechanical energy relative to its initial value.
# Below right, the root mean square distance from the reference's balls; the grey band is rounding.
#
# Begins a GIF or, for a film, a PNG for each frame. SHOW[1] to SHOW[SHOWN] are the indices of the solvers shown, X0, X1, Y0 and Y1 (m)
# the part of the plane.
if (TERM eq "gif") eval sprintf("set terminal gif animate delay 4 loop 0 optimize size %d,%d font '%s,%g' background rgb 'white'", W, H, FONT, FS)
if (TERM eq "film") set terminal pngcairo size W,H font sprintf("%s,%g", FONT, FS) linewidth 1.4 background rgb "white"
if (TERM eq "gif") set output OUT
BALLCOLOURS = "#f5f5f5 #f2c14e #3b6ea5 #c8453c #6b4c9a #e07b39 #3c8d5a #7b2d26 #333333 #f7d88a #7ea6cf #e08a84 #a890c8 #efb184 #83bd97 #b27a74"
hex(i) = int("0x" . substr(word(BALLCOLOURS, (int(i) % 16) + 1), 2, 7))
TIME = sprintf("t = %%.%df s", DECIMALS)
# Chooses the number of tables side by side that makes them largest.
TABLES = OVERLAY ? 1 : SHOWN
LOWER = 0.43; UPPER = 0.915; NAMEROOM = 0.05
ASPECT = (Y1 - Y0) / (X1 - X0)
ACROSSBEST = 1; LARGEST = 0.0
do for [c=1:TABLES] {
    r = ceil(1.0 * TABLES / c)
    w = 0.96 * W / c - 0.02 * W; h = ((UPPER - LOWER) / r - NAMEROOM) * H
    size = w < h / ASPECT ? w : h / ASPECT
    if (size > LARGEST) { LARGEST = size; ACROSSBEST = c }
}
DOWN = ceil(1.0 * TABLES / ACROSSBEST)
unset key
set micro # µm, not um
# The axes of a collision extend beyond its balls and stay visible on a large table.
NCOLOUR = "#7a3e9d"; TCOLOUR = "#8a6d00"
AXIS = 0; do for [i=1:BALLS] { AXIS = max2(AXIS, 2.2 * MAGNIFIED * RADIUS[i]) }
AXIS = max2(AXIS, 0.05 * max2(X1 - X0, Y1 - Y0))
AXISARROW = "head filled size screen 0.008,20 lw 2"
shortened(text, most) = strlen(text) <= most ? text : text[1:int(most)-1] . "…"
line_(j) = 0.33 - 0.037 * (j - 1)

# SPDX-License-Identifier: GPL-3.0-or-later
# Caption: Above, each solver's balls on a table of its own, to scale. At a collision its axes are drawn for a moment, where it took
# place: n, the normal of the contact, and t, its tangent. Below left, the energy of motion, springs and gravity over
# that at the start; below right, the root mean square distance from the reference's balls, from where it could be seen on; the
# grey band is rounding.
#
# What frames are added to: a GIF, or (film) a PNG for each. SHOWN solvers, SHOW[j] their places in NAME and STYLE, on the plane X0
# to X1, Y0 to Y1 (m).
if (TERM eq "gif") eval sprintf("set terminal gif animate delay 4 loop 0 optimize size %d,%d font '%s,%g' background rgb 'white'", W, H, FONT, FS)
if (TERM eq "film") set terminal pngcairo size W,H font sprintf("%s,%g", FONT, FS) linewidth 1.4 background rgb "white"
if (TERM eq "gif") set output OUT
BALLCOLOURS = "#f5f5f5 #f2c14e #3b6ea5 #c8453c #6b4c9a #e07b39 #3c8d5a #7b2d26 #333333 #f7d88a #7ea6cf #e08a84 #a890c8 #efb184 #83bd97 #b27a74"
hex(i) = int("0x" . substr(word(BALLCOLOURS, (int(i) % 16) + 1), 2, 7))
TIME = sprintf("t = %%.%df s", DECIMALS)
# As many tables side by side as make them largest; they stand in the box from 0.45 up to 0.88 of the page.
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
# The axes of a collision reach beyond its balls, and are seen on a large table too.
NCOLOUR = "#7a3e9d"; TCOLOUR = "#8a6d00"
AXIS = 0; do for [i=1:BALLS] { AXIS = max2(AXIS, 2.2 * MAGNIFIED * RADIUS[i]) }
AXIS = max2(AXIS, 0.05 * max2(X1 - X0, Y1 - Y0))
AXISARROW = "head filled size screen 0.008,20 lw 2"
shortened(text, most) = strlen(text) <= most ? text : text[1:int(most)-1] . "…"
line_(j) = 0.33 - 0.037 * (j - 1)

# SPDX-License-Identifier: GPL-3.0-or-later
# The GIF that frame.gp adds frame after frame to: two solvers, FIRST and SECOND, on the plane X0 to X1, Y0 to Y1 (m).
eval sprintf("set terminal gif animate delay 4 loop 0 optimize size %d,%d font 'Liberation Sans,%g' background rgb 'white'", W, H, FS)
set output OUT
array WHO[2] = [FIRST, SECOND]
BALLCOLOURS = "#f5f5f5 #f2c14e #3b6ea5 #c8453c #6b4c9a #e07b39 #3c8d5a #7b2d26 #333333 #f7d88a #7ea6cf #e08a84 #a890c8 #efb184 #83bd97 #b27a74"
hex(i) = int("0x" . substr(word(BALLCOLOURS, (int(i) % 16) + 1), 2, 7))
E_LOW = 0; E_HIGH = E0
do for [j=1:2] {
    stats series(WHO[j]) using @MECHANICAL nooutput
    E_HIGH = max2(E_HIGH, STATS_max)
    E_LOW = -max2(-E_LOW, -STATS_min)
}
E_ROOM = E_HIGH > E_LOW ? E_HIGH - E_LOW : 1
unset key

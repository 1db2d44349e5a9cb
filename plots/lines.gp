# SPDX-License-Identifier: GPL-3.0-or-later
# Sets the line styles: a colour for each family of solvers, a shade and a dash for each variant.
# Loaded again if the user's style changes COLOURS.
do for [v=0:4] {
    s = 10 * v
    set style line s+1 lc rgb colour(s+1) lw (v == 0 ? 4.0 : 2.4)
    do for [h=2:9] { if (h != 8) { set style line s+h lc rgb colour(s+h) lw 2.4 } }
}
set style line 1 dt solid
set style line 2 dt (18,8)
set style line 3 dt (10,6)
set style line 4 dt (20,6,4,6)
set style line 5 dt (14,5,4,5,4,5)
set style line 6 dt (10,10)
set style line 7 dt (5,8)
set style line 9 dt (24,7)
do for [h=1:9] {
    if (h == 8) { continue }
    set style line 10+h dt solid
    set style line 20+h dt (4,6)
    set style line 30+h dt (4,6,4,16)
    set style line 40+h dt (8,14)
}
set style line 11 dt (18,8)
# 8: values for comparison
set style line 8 lc rgb colour(8) lw 2.0 dt (4,8)

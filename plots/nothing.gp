# SPDX-License-Identifier: GPL-3.0-or-later
# A panel without data: says why (NOTHING) in the box L, R, B, T. A figure that nobody asked for by its
# name (ASKED) is not written: carom knows the exit status.
if (!ASKED && !PAGED) { exit status 3 }
load PLOTS . "/panel.gp"
set border 0; unset xtics; unset ytics; unset xlabel; unset ylabel; unset grid
k = roomfor(strlen(NOTHING)) > R - L ? strstrt(NOTHING, ", ") : 0 # in two lines
if (k > 0) { NOTHING = NOTHING[1:k] . "\n" . NOTHING[k+2:*] }
set label 11 NOTHING . "" at screen 0.5 * (L + R), screen 0.5 * (B + T) center noenhanced tc rgb NOTED
set xrange [0:1]; set yrange [0:1]
plot NaN notitle

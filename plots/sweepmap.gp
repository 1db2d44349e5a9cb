# SPDX-License-Identifier: GPL-3.0-or-later
# Caption: One quantity of one solver over the two parameters of a sweep: a field for each point, grey where it is no number.
R = 1 - wide(8.2)
load PLOTS . "/panel.gp"
set label 14 sprintf("%s: %s", said(LANE), said(QUANTITY)) at screen 0.5, screen keytop(1) center noenhanced tc rgb "#202020"
set xlabel said(XNAME) offset 0,0.3 noenhanced
set ylabel said(YNAME) noenhanced
set xrange [0.5:XCOUNT+0.5]
set yrange [0.5:YCOUNT+0.5]
# a tic for as many values as have room for their numbers
short(s) = strlen(s) > 8 ? sprintf("%.3g", real(s)) : s
LONGEST = 1; do for [k=1:XCOUNT] { LONGEST = max2(LONGEST, strlen(short(XSAYS[k]))) }
XEVERY = ceil(1.0 * XCOUNT / max2(1, floor((R - L) / wide(0.58 * LONGEST + 1)))); YEVERY = ceil(1.0 * YCOUNT / max2(1, floor((T - B) / high(1.8))))
set xtics ()
set ytics ()
do for [k=1:XCOUNT:XEVERY] { set xtics add (short(XSAYS[k]) k) }
do for [k=1:YCOUNT:YEVERY] { set ytics add (short(YSAYS[k]) k) }
set colorbox user origin screen R + wide(1.0), screen B size screen wide(1.0), screen (T - B)
set format cb LOGZ ? POWER : "%g"
if (LOGZ) { set logscale cb } else { unset logscale cb }
set cbrange [ZLOW:ZHIGH]
unset grid
unset key
plot $MAP using "x":"y":(0.5):(0.5) with boxxyerror fs solid 1.0 noborder lc rgb "#d0d0d0" notitle, \
     $MAP using "x":"y":(0.5):(0.5):"value" with boxxyerror fs solid 1.0 noborder lc palette notitle
set key

# SPDX-License-Identifier: GPL-3.0-or-later
# Draws one frame of an animation at the time NOW (s): the balls of every solver to scale, side by side or as circles over the
# discs of the first; below, energy and distance from the reference up to that time, with their present values.
#
# Data of the first solver shown: $BALLS1 and $SPOTS1, positions of balls and spots; $CURVE1, energy; $APART1, distance.
set multiplot
unset label
unset logscale
unset arrow
unset object
set label 1 bold(shortened(TITLE, 85)) at screen 0.02, screen 0.965 left enhanced font sprintf("%s,%g", FONT, FS * (strlen(TITLE) > 60 ? 1.0 : 1.2))
set label 2 sprintf(TIME, NOW) at screen 0.98, screen 0.965 right
# Only colours of the first frame: a GIF has one palette.
set label 3 (SLOW ? bold(PACE) : PACE) at screen 0.82, screen 0.965 right enhanced font sprintf("%s,%g", FONT, (SLOW ? 1.2 : 1.0) * FS) tc rgb (SLOW ? "#000000" : "#606060")
if (MAGNIFIED > 1) { set label 4 sprintf("balls drawn %.2g × their size", MAGNIFIED) at screen 0.98, screen 0.40 right tc rgb "#606060" }
EACH = one_in(BALLS, MOST_DISCS) # balls per disc; the disc has their total area
EDGE = BALLS > 1000 ? "noborder" : "border lc rgb '#303030'"
AS_ONE = MAGNIFIED * sqrt(EACH)
if (EACH > 1) { set label 6 sprintf("a disc for %d balls", EACH) at screen 0.02, screen 0.40 left tc rgb "#606060" }
if (AXES) {
    set label 7 "{/:Italic n}: normal of the contact" at screen 0.49, screen 0.413 right tc rgb NCOLOUR
    set label 8 "{/:Italic t}: tangent" at screen 0.51, screen 0.413 left tc rgb TCOLOUR
}
do for [j=1:TABLES] {
    s = SHOW[j]
    row = (j - 1) / ACROSSBEST; column = (j - 1) % ACROSSBEST
    inrow = row == DOWN - 1 ? TABLES - row * ACROSSBEST : ACROSSBEST
    ROOM = (UPPER - LOWER) / DOWN
    CX = 0.5 + 0.96 * (column - 0.5 * (inrow - 1)) / ACROSSBEST
    B = UPPER - (row + 1) * ROOM; T = B + ROOM - NAMEROOM
    CY = 0.5 * (B + T)
    set lmargin at screen CX - 0.5 * LARGEST / W
    set rmargin at screen CX + 0.5 * LARGEST / W
    set bmargin at screen CY - 0.5 * LARGEST * ASPECT / H
    set tmargin at screen CY + 0.5 * LARGEST * ASPECT / H
    set xrange [X0:X1]
    set yrange [Y0:Y1]
    unset tics
    unset xlabel
    unset ylabel
    unset grid
    set border (OUTLINE eq "" ? 15 : 0) lw (TABLE ? 2 : 0.8) lc rgb (TABLE ? "#404040" : "#c0c0c0")
    if (TABLE && OUTLINE eq "") { set object 1 rectangle from graph 0,0 to graph 1,1 behind fc rgb "#e8f1ea" fs solid noborder }
    if (OUTLINE ne "") { eval "set object 1 polygon " . OUTLINE . " behind fc rgb '#e8f1ea' fs solid border lc rgb '#404040' lw 2" }
    set label 5 (OVERLAY ? sprintf("%s (discs) and %s (circles)", LABEL[SHOW[1]], LABEL[SHOW[2]]) : shortened(LABEL[s], 130 / ACROSSBEST)) at screen CX, screen CY + 0.5 * LARGEST * ASPECT / H + 0.024 center noenhanced tc rgb (OVERLAY ? "#202020" : colour(STYLE[s]))
    plot NaN notitle # the table, and the size of a pixel in GPVAL_TERM_*
    unset label
    unset object 1
    unset border
    # Discs at whole pixels of a GIF have the same shape and size everywhere.
    PX = (X1 - X0) / (GPVAL_TERM_XMAX - GPVAL_TERM_XMIN); PY = (Y1 - Y0) / (GPVAL_TERM_YMAX - GPVAL_TERM_YMIN)
    atx(x) = TERM eq "gif" ? X0 + PX * floor((x - X0) / PX + 0.5) : x
    aty(y) = TERM eq "gif" ? Y0 + PY * floor((y - Y0) / PY + 0.5) : y
    # Many discs stay small enough not to overlap.
    LEAST = max2(1, min2(3, floor(0.3 * sqrt((X1 - X0) * (Y1 - Y0) / min2(BALLS, 1.0 * MOST_DISCS)) / PX)))
    large(i) = TERM eq "gif" ? PX * max2(LEAST, floor(AS_ONE * RADIUS[int(i)+1] / PX + 0.5)) : AS_ONE * RADIUS[int(i)+1]
    plot sprintf("$BALLS%d", j) every EACH using (atx(column("x_m"))):(aty(column("y_m"))):(large(EACH*$0)):(hex(EACH*$0)) with circles lc rgb variable fs solid @EDGE notitle
    if (SPOTS) { plot sprintf("$SPOTS%d", j) using "x_m":"y_m" with filledcurves closed fc rgb "#202020" notitle }
    if (AXES) {
        # Axes stay on the table if walls act on centres; names at an edge are on its inner side.
        onto(v, low, high) = v > 1e100 ? v : max2(low, min2(high, v))
        ax(x) = onto(column("x_m"), X0, X1); ay(x) = onto(column("y_m"), Y0, Y1)
        nx(x) = column("nx"); ny(x) = column("ny")
        GAP = max2(0.3 * AXIS, 1.2 * FS * PX); FAR = AXIS + GAP
        beyond(x, y) = x < X0 || x > X1 || y < Y0 || y > Y1
        inward(x) = beyond(ax(0) + FAR * nx(0), ay(0) + FAR * ny(0)) ? -1 : 1
        AT = sprintf("$AXES%d", j)
        plot AT using (ax(0)-AXIS*nx(0)):(ay(0)-AXIS*ny(0)):(2*AXIS*nx(0)):(2*AXIS*ny(0)) with vectors @AXISARROW lc rgb NCOLOUR notitle, \
             AT using (ax(0)+AXIS*ny(0)):(ay(0)-AXIS*nx(0)):(-2*AXIS*ny(0)):(2*AXIS*nx(0)) with vectors @AXISARROW lc rgb TCOLOUR notitle
        # A GIF has no colours for smoothed letters on the table.
        if (TERM ne "gif") {
            plot AT using (ax(0)+inward(0)*FAR*nx(0)):(ay(0)+inward(0)*FAR*ny(0)):("{/:Italic n}") with labels tc rgb NCOLOUR notitle, \
                 AT using (ax(0)-FAR*ny(0)+min2(0,inward(0))*GAP*nx(0)):(ay(0)+FAR*nx(0)+min2(0,inward(0))*GAP*ny(0)):("{/:Italic t}") with labels tc rgb TCOLOUR notitle
        }
    }
    if (OVERLAY) { plot $BALLS2 every EACH using (atx(column("x_m"))):(aty(column("y_m"))):(large(EACH*$0)) with circles ls STYLE[SHOW[2]] lw 2 dt solid fs empty notitle }
}
# the two panels below
seen(t) = t <= NOW ? t : NaN
set grid back lt 1 lw 0.8 lc rgb "#e6e6e6"
set border 3 lw 1.2 lc rgb "#404040"
set tics nomirror out scale 0.6
set xtics auto nomirror
set ytics auto nomirror
set tmargin at screen 0.345
set bmargin at screen 0.105
set lmargin at screen 0.07
set rmargin at screen (COMPARED ? 0.275 : 0.70)
set xrange [0:END]
set yrange [E_LOW:E_HIGH]
set ytics round_step((E_HIGH - E_LOW) / 5)
set format xy "%g"
set xlabel "t (s)" offset 0,0.6
unset ylabel
set label 6 (RELATIVE ? "energy / E(0)" : "energy (J)") at screen 0.02, screen 0.375 left
do for [j=1:SHOWN] {
    set label 10+j shortened(LABEL[SHOW[j]], 22) at graph 1.04, screen line_(j) left noenhanced tc rgb colour(STYLE[SHOW[j]])
    set label 20+j sprintf(abs(ENERGY[j]) < 100 ? "%.4f" : "%.3g", ENERGY[j]) at screen (COMPARED ? 0.495 : 0.985), screen line_(j) right tc rgb colour(STYLE[SHOW[j]])
}
plot for [j=1:SHOWN] sprintf("$CURVE%d", j) using (seen(column("t_s"))):"energy" with lines ls STYLE[SHOW[j]], \
     for [j=1:SHOWN] "+" every ::0::0 using (NOW):(ENERGY[j]) with points pt 7 ps 0.9 lc rgb colour(STYLE[SHOW[j]])
if (COMPARED) {
    unset label
    set lmargin at screen 0.58
    set rmargin at screen 0.77
    set logscale y
    set format y "10^{%L}"
    set yrange [D_LOW:D_HIGH]
    set ytics D_LOW, 10 ** ceil(log10(D_HIGH / D_LOW) / 4) nomirror
    set label 7 sprintf("distance from %s (m)", LABEL[REF]) at screen 0.53, screen 0.375 left noenhanced
    if (ROUNDING > D_LOW) { set object 2 rectangle from graph 0, first D_LOW to graph 1, first ROUNDING behind fc rgb "#ececec" fs solid noborder }
    k = 0
    do for [j=1:SHOWN] {
        if (SHOW[j] != REF) {
            k = k + 1; AWAY = max2(DISTANCE[j], D_LOW)
            set label 20+j shortened(LABEL[SHOW[j]], 19) at graph 1.04, screen line_(k) left noenhanced tc rgb colour(STYLE[SHOW[j]])
            # Separate labels for number and unit: the border would cut the unit of one text.
            set label 30+j "" . (DISTANCE[j] > D_LOW ? "" : "< ") . gprintf("%.1s", AWAY) at screen 0.955, screen line_(k) right tc rgb colour(STYLE[SHOW[j]])
            set label 40+j gprintf("%cm", AWAY) at screen 0.96, screen line_(k) left tc rgb colour(STYLE[SHOW[j]])
        }
    }
    plot NaN notitle, for [j=1:SHOWN] sprintf("$APART%d", j) using (seen(column("t_s"))):(column("distance_m") > D_LOW ? column("distance_m") : NaN) with lines ls STYLE[SHOW[j]]
    unset object 2
}
unset label
unset multiplot

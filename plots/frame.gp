# SPDX-License-Identifier: GPL-3.0-or-later
# Draws one frame of an animation at the time NOW (s): the balls of every solver to scale, side by
# side, with their numbers below; at the bottom energy
# and distance from the reference up to that time, if they change.
#
# Data of the first solver shown: $BALLS1, positions of balls; $CURVE1,
# energy; $APART1, distance; COLLIDED[1], ENERGY[1] and DISTANCE[1], present values.
set multiplot
unset label; unset logscale; unset arrow; unset object
set label 1 bold(shortened(TITLE, 76)) at screen 0.02, screen 0.967 left enhanced
set label 2 sprintf(TIME, NOW) at screen 0.98, screen 0.967 right
# Only colours of the first frame: a GIF has one palette.
set label 3 (SLOW ? bold(PACE) : PACE) at screen 0.82, screen 0.967 right enhanced \
    tc rgb (SLOW ? "#000000" : "#606060")
EACH = one_in(BALLS, MOST_DISCS) # balls per disc; the disc has their total area
EDGE = BALLS > 1000 ? "noborder" : "border lc rgb '#303030'"
AS_ONE = MAGNIFIED * sqrt(EACH)
NOTE = (MAGNIFIED > 1 ? sprintf("balls drawn %.2g × their size", MAGNIFIED) : "") \
    . (EACH > 1 ? sprintf("   a disc for %d balls", EACH) : "")
set label 4 NOTE at screen 0.98, screen 0.022 right tc rgb "#606060"
if (AXES) {
    set label 7 "{/:Italic n}: normal of the contact" at screen 0.02, screen 0.022 tc rgb NCOLOUR
    set label 8 "{/:Italic t}: tangent" at screen 0.02 + 11.5 * EMX, screen 0.022 tc rgb TCOLOUR
}
do for [j=1:TABLES] {
    s = SHOW[j]
    row = (j - 1) / ACROSSBEST; column = (j - 1) % ACROSSBEST
    inrow = row == DOWN - 1 && !INSIDE ? TABLES - row * ACROSSBEST : ACROSSBEST
    NUMBERS = 1.25 * number_lines(CELL) * EMY
    CX = 0.5 + 0.96 * (column - 0.5 * (inrow - 1)) / ACROSSBEST
    B = UPPER - (row + 1) * ROOM + NUMBERS + 1.1 * EMY; T = UPPER - row * ROOM - 1.8 * EMY
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
    if (TABLE && OUTLINE eq "") {
        set object 1 rectangle from graph 0,0 to graph 1,1 behind fc rgb "#e8f1ea" fs solid noborder
    }
    if (OUTLINE ne "") {
        eval "set object 1 polygon " . OUTLINE \
            . " behind fc rgb '#e8f1ea' fs solid border lc rgb '#404040' lw 2"
    }
    TOP = CY + 0.5 * LARGEST * ASPECT / H
    set label 5 shortened(LABEL[s], max2(CELL, LARGEST / W) / EMX / 0.52) at screen CX, \
        screen TOP + 0.8 * EMY center noenhanced tc rgb colour(STYLE[s])
    AT = CX - (ONE_LINE ? 9.9 : 5.7) * EMX
    LINE_ = CY - 0.5 * LARGEST * ASPECT / H - EMY
    NEXT = LINE_ - (ONE_LINE ? 0 : 1.2 * EMY); TINT = "tc rgb '" . colour(STYLE[SHOW[j]]) . "'"
    UNIT = COLLIDED[j] == 1 ? "collision" : "collisions"
    if (COUNTED) { eval put(20 + 10 * j, sprintf("%d", COLLIDED[j]), UNIT, AT, LINE_, TINT) }
    NUMBER = sprintf(abs(ENERGY[j]) < 100 ? "%.4f" : "%.3g", ENERGY[j])
    UNIT = RELATIVE ? "E(0)" : "J"
    eval put(22 + 10 * j, NUMBER, UNIT, AT + (ONE_LINE ? 8 : 0) * EMX, NEXT, TINT)
    if (COMPARED && SHOW[j] != REF) {
        AWAY = max2(DISTANCE[j], D_LOW); UNIT = gprintf("%cm", AWAY)
        NUMBER = (DISTANCE[j] > D_LOW ? "" : "< ") . gprintf("%.1s", AWAY)
        eval put(24 + 10 * j, NUMBER, UNIT, AT + (ONE_LINE ? 14.4 : 6.2) * EMX, NEXT, TINT)
    }
    plot NaN notitle # the table, and the size of a pixel in GPVAL_TERM_*
    unset label
    unset object 1
    unset border
    # Discs at whole pixels of a GIF have the same shape and size everywhere.
    PX = (X1 - X0) / (GPVAL_TERM_XMAX - GPVAL_TERM_XMIN)
    PY = (Y1 - Y0) / (GPVAL_TERM_YMAX - GPVAL_TERM_YMIN)
    atx(x) = TERM eq "gif" ? X0 + PX * floor((x - X0) / PX + 0.5) : x
    aty(y) = TERM eq "gif" ? Y0 + PY * floor((y - Y0) / PY + 0.5) : y
    # Many discs stay small enough not to overlap.
    LEAST = 0.3 * sqrt((X1 - X0) * (Y1 - Y0) / min2(BALLS, 1.0 * MOST_DISCS)) / PX
    LEAST = max2(1, min2(3, floor(LEAST)))
    true(i) = AS_ONE * RADIUS[int(i)+1]
    large(i) = TERM eq "gif" ? PX * max2(LEAST, floor(true(i) / PX + 0.5)) : true(i)
    plot sprintf("$BALLS%d", j) every EACH using (atx(column("x_m"))):(aty(column("y_m"))): \
        (large(EACH*$0)):(hex(EACH*$0)) with circles lc rgb variable fs solid @EDGE notitle
    plot sprintf("$SPOTS%d", j) using "x_m":"y_m":"radius_m" with circles fc rgb "#202020" \
        fs solid noborder notitle
    if (AXES) {
        # Axes stay on the table if walls act on centres; names at an edge are on its inner side.
        onto(v, low, high) = v > 1e100 ? v : max2(low, min2(high, v))
        ax(x) = onto(column("x_m"), X0, X1); ay(x) = onto(column("y_m"), Y0, Y1)
        nx(x) = column("nx"); ny(x) = column("ny")
        GAP = max2(0.3 * AXIS, 1.2 * FS * PX); FAR = AXIS + GAP
        beyond(x, y) = x < X0 || x > X1 || y < Y0 || y > Y1
        inward(x) = beyond(ax(0) + FAR * nx(0), ay(0) + FAR * ny(0)) ? -1 : 1
        AT = sprintf("$AXES%d", j)
        plot AT using (ax(0)-AXIS*nx(0)):(ay(0)-AXIS*ny(0)):(2*AXIS*nx(0)):(2*AXIS*ny(0)) \
                with vectors @AXISARROW lc rgb NCOLOUR notitle, \
             AT using (ax(0)+AXIS*ny(0)):(ay(0)-AXIS*nx(0)):(-2*AXIS*ny(0)):(2*AXIS*nx(0)) \
                with vectors @AXISARROW lc rgb TCOLOUR notitle
        # A GIF has no colours for smoothed letters on the table.
        if (TERM ne "gif") {
            side(x) = min2(0, inward(0)) * GAP
            plot AT using (ax(0)+inward(0)*FAR*nx(0)):(ay(0)+inward(0)*FAR*ny(0)):("{/:Italic n}") \
                    with labels tc rgb NCOLOUR notitle, \
                 AT using (ax(0)-FAR*ny(0)+side(0)*nx(0)):(ay(0)+FAR*nx(0)+side(0)*ny(0)): \
                    ("{/:Italic t}") with labels tc rgb TCOLOUR notitle
        }
    }
}
# the curves
seen(t) = t <= NOW ? t : NaN
set grid back lt 1 lw 0.8 lc rgb "#e6e6e6"
set border 3 lw 1.2 lc rgb "#404040"
set tics nomirror out scale 0.6
set xtics auto nomirror
set xrange [0:END]
unset xlabel; unset ylabel
do for [k=1:CHARTS] {
    DISTANT = D_SHOWN && k == CHARTS
    set lmargin at screen chart_left(k); set rmargin at screen chart_right(k)
    set bmargin at screen chart_foot(k); set tmargin at screen chart_top(k)
    set format xy "%g"
    NAMED = RELATIVE ? "energy / E(0)" : "energy (J)"
    if (DISTANT) { NAMED = "distance from " . LABEL[REF] . " (m)" }
    set label 6 NAMED at screen chart_left(k) - 0.045, screen chart_top(k) + 0.027 noenhanced
    set label 9 "t (s)" at screen chart_right(k) + 0.008, screen chart_foot(k)
    TICS = max2(2, floor((chart_top(k) - chart_foot(k)) / (2.2 * EMY)))
    if (DISTANT) {
        set logscale y; set format y "10^{%L}"; set yrange [D_LOW:D_HIGH]
        set ytics D_LOW, 10 ** ceil(log10(D_HIGH / D_LOW) / TICS) nomirror
        plot NaN notitle, for [j=1:SHOWN] sprintf("$APART%d", j) using (seen(column("t_s"))): \
            (column("distance_m") > D_LOW ? column("distance_m") : NaN) with lines ls STYLE[SHOW[j]]
    } else {
        set yrange [E_LOW:E_HIGH]; set ytics round_step((E_HIGH - E_LOW) / TICS) nomirror
        plot for [j=1:SHOWN] sprintf("$CURVE%d", j) using (seen(column("t_s"))):"energy" \
            with lines ls STYLE[SHOW[j]], for [j=1:SHOWN] "+" every ::0::0 using (NOW):(ENERGY[j]) \
            with points pt 7 ps 0.9 lc rgb colour(STYLE[SHOW[j]])
    }
    unset label; unset logscale
}
unset label
unset multiplot

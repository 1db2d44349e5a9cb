# SPDX-License-Identifier: GPL-3.0-or-later
# Caption: A contact to scale: before contact onset by its own duration (for an impulse by another solver's), halfway, and as long
# after separation. Arrows are velocities. Overlaps are enlarged by larger radii where a panel gives a factor.
#
# SHOWN is the solver, with three blocks of BALLS rows of zoom.tsv from FIRSTROW on. LOOKED is the ball, OTHER the other body (BALLS: a
# wall), MOMENT_S the times since contact onset (s).
if (!FIXED) { H = 0.5 * H }
load PLOTS . "/page.gp"
unset key
set clip two
set autoscale # stats skips values outside the range
ZOOM = DIR . "/zoom.tsv"
stats ZOOM every ::(FIRSTROW+BALLS+LOOKED)::(FIRSTROW+BALLS+LOOKED) using "x_m" nooutput name "X"
stats ZOOM every ::(FIRSTROW+BALLS+LOOKED)::(FIRSTROW+BALLS+LOOKED) using "y_m" nooutput name "Y"
stats ZOOM every ::FIRSTROW::(FIRSTROW+3*BALLS-1) using (sqrt(column("vx_mps")**2 + column("vy_mps")**2)) nooutput name "V"
HALF = 3.4 * RADIUS[LOOKED+1]; XMID = X_min; YMID = Y_min
if (OTHER < BALLS) { # between the two
    stats ZOOM every ::(FIRSTROW+BALLS+OTHER)::(FIRSTROW+BALLS+OTHER) using "x_m" nooutput name "X"
    stats ZOOM every ::(FIRSTROW+BALLS+OTHER)::(FIRSTROW+BALLS+OTHER) using "y_m" nooutput name "Y"
    if (abs(X_min - XMID) < 2 * HALF && abs(Y_min - YMID) < 2 * HALF) { XMID = 0.5 * (XMID + X_min); YMID = 0.5 * (YMID + Y_min) }
}
set print $EDGE
print "x_m\ty_m"
do for [k=0:4] { print sprintf("%.9g\t%.9g", k % 4 == 1 || k % 4 == 2 ? WIDTH : 0, k % 4 > 1 ? HEIGHT : 0) }
unset print
WAY = V_max > 0 ? 1.2 * RADIUS[LOOKED+1] / V_max : 1.0
array SAID[3] = ["before onset", "", "after separation"]
do for [k=1:3] {
    A = FIRSTROW + (k - 1) * BALLS; Z = A + BALLS - 1
    L = (k - 1) / 3.0 + wide(0.6); R = k / 3.0 - wide(0.6)
    T = 1 - high(HEADING + 1.6); B = high(SIGNED ? 3.6 : 0.6)
    px = (R - L) * W / (2 * HALF); py = (T - B) * H / (2 * HALF); p = px < py ? px : py
    w2 = p * HALF / W; h2 = p * HALF / H
    set lmargin at screen 0.5 * (L + R) - w2
    set rmargin at screen 0.5 * (L + R) + w2
    set bmargin at screen T - 2 * h2
    set tmargin at screen T
    unset tics; unset grid; unset xlabel; unset ylabel
    set border 15 lw 0.8 lc rgb "#c0c0c0"
    set autoscale
    stats ZOOM every ::(A+LOOKED)::(A+LOOKED) using "overlap_m" nooutput name "DEEP"
    set xrange [XMID-HALF:XMID+HALF]
    set yrange [YMID-HALF:YMID+HALF]
    if (strlen(OUTLINE) > 0) { eval "set object 1 polygon " . OUTLINE . " behind fs empty border lc rgb '#404040' lw 3" }
    AWAY = k == 1 ? -MOMENT_S[1] : (k == 2 ? MOMENT_S[2] : MOMENT_S[3] - 2 * MOMENT_S[2])
    set label 10 bold(k == 2 ? (DEEP_max > 0 ? sprintf("overlap %.3g mm", 1e3 * DEEP_max) . (EXAGGERATE > 1 ? sprintf(", drawn × %g", EXAGGERATE) : "") : "onset") \
                             : sprintf("%.3g ms %s", 1e3 * AWAY, SAID[k])) at screen 0.5 * (L + R), screen T + high(0.7) center enhanced
    load PLOTS . "/own.gp"
    plot ZOOM every ::A::Z using "x_m":"y_m":"drawn_radius_m" with circles lc rgb colour(STYLE[SHOWN]) lw 1.6 fs transparent solid 0.30 border lc rgb colour(STYLE[SHOWN]) notitle, \
         $EDGE using (TABLE && strlen(OUTLINE) == 0 ? column("x_m") : NaN):"y_m" with lines lw 4 lc rgb "#404040" notitle, \
         ZOOM every ::A::Z using "x_m":"y_m":(WAY*column("vx_mps")):(WAY*column("vy_mps")) with vectors head size screen 0.008,20 filled lw 2.4 lc rgb "#202020" notitle
    load PLOTS . "/clear.gp"
}
unset clip two
set border 3 lw 1.2 lc rgb "#404040"
set tics nomirror out scale 0.6 tc rgb "#202020"
unset multiplot
unset output

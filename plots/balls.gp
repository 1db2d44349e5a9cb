# SPDX-License-Identifier: GPL-3.0-or-later
# The balls of all solvers at one time, side by side and to scale, in the box L, R, B, T. Set before:
# frame_of(j), a table with the balls of solver j (columns: carom list columns, snapshot.tsv); OUTLINE,
# the table of the outline; without a table (TABLE) X0, X1, Y0 and Y1.
# The heading may have labels below 11.
if (TABLE) {
    stats OUTLINE using "x_m":"y_m" nooutput name "PLANE"
    EDGE = 0.003 * max2(PLANE_max_x - PLANE_min_x, PLANE_max_y - PLANE_min_y)
    X0 = PLANE_min_x - EDGE; X1 = PLANE_max_x + EDGE; Y0 = PLANE_min_y - EDGE; Y1 = PLANE_max_y + EDGE
}
# As many tables side by side as give the largest scale p (1/100 inch per m). The second line above
# narrow tables has the first mismatch.
do for [pass=0:1] {
    NARROW = pass; p = 0.0; ABOVE = high(NARROW ? 2.7 : 1.5)
    do for [n=1:N] {
        s = min2((R - L - (n - 1) * wide(1.2)) * W / n / (X1 - X0), \
            ((T - B) / ceil(1.0 * N / n) - ABOVE) * H / (Y1 - Y0))
        if (s > p) { p = s; BESIDE_ = n }
    }
    w = p * (X1 - X0) / W; h = p * (Y1 - Y0) / H
    if (w > wide(27) || N == 1) { break }
}
stats frame_of(1) every ::0::0 using (AGES = column("age"), 0) nooutput
ROWS_NOW = "every AGES+1::AGES" # rows of the balls without their trails
if (!exists("SHOWN")) { # the same in all frames
    SHOWN = 0; SPOTTED = 0
    stats frame_of(1) @ROWS_NOW using (strcol("solver") eq NAME[1] ? \
        (SHOWN = SHOWN + 1, SPOTTED = SPOTTED || column("spot_x_m") != 0) : 0, 0) nooutput
}
EACH = one_in(int(SHOWN), MOST_DISCS); LARGER = sqrt(EACH) # balls per disc, which has their area
PICTURE_W = W; PICTURE_H = ceil(1.0 * N / BESIDE_) * (h + ABOVE) * H + 1.2 * FS * EM
set label 14 EACH > 1 ? sprintf("a disc for %d balls", EACH) : "" at screen R, screen B - high(0.6) right tc rgb NOTED
unset key; unset tics; unset grid; unset xlabel; unset ylabel; set border 0
# Clauses of the plot: an empty loop would read its table too. Many balls are points, because discs take
# half as long again; a point of size s has a radius of 3 s + 0.7 pixels.
TRAILS = AGES > 0 ? "frame_of(j) using (own(column('x_m'))):'y_m':(-column('dx_m')):(-column('dy_m')) \
    with vectors nohead lw 2 lc rgb '#a9bfb0' notitle," : ""
SPOTS = SPOTTED ? "frame_of(j) @ROWS_NOW using (column('spot_m') > 0 ? own(x_now(1)) : NaN):(y_now(1)): \
    (LARGER*column('spot_m')) with circles fc rgb '#202020' fs solid noborder notitle," : ""
DISCS = TERM eq "frames" && SHOWN > 100 ? "((1.5*p*LARGER*column('radius_m') - 0.7) / 3): \
    (ball_colour(column('number'))) with points pt 7 ps variable lc rgb variable" : \
    "(LARGER*column('radius_m')):(ball_colour(column('number'))) with circles \
    lc rgb variable fs solid " . (SHOWN > 100 ? "noborder" : "border lc rgb '#303030'")
own(x) = strcol("solver") eq NAME[j] ? x : NaN
LETTER = FS * EM / p; TAGS = 0; if (exists("BALL")) { TAGS = |BALL| }
x_now(k) = int(column("number")) % EACH == 0 ? column("x_m") + k * LARGER * column("spot_x_m") : NaN
y_now(k) = column("y_m") + k * LARGER * column("spot_y_m")
do for [j=1:(PLAN ? 0 : N)] {
    k = min2(BESIDE_, N - ((j - 1) / BESIDE_) * BESIDE_) # tables in this row, in its middle
    l = L + (0.5 + (j - 1) % BESIDE_ + 0.5 * (BESIDE_ - k)) * (R - L) / BESIDE_ - 0.5 * w
    ROW_HIGH = (T - B) / ceil(1.0 * N / BESIDE_)
    t = T - ((j - 1) / BESIDE_) * ROW_HIGH - ABOVE - 0.5 * (ROW_HIGH - ABOVE - h)
    set lmargin at screen l; set rmargin at screen l + w
    set tmargin at screen t; set bmargin at screen t - h
    set autoscale
    stats frame_of(j) @ROWS_NOW using (strcol("solver") ne NAME[j] ? 0 : (NOW = column("t_s"), \
        COUNT = column("collisions"), RAN_S = column("reached_s"), \
        MISMATCH = known("mismatch_s", -1), 0)) nooutput
    if (TAGS > 0) {
        array TAG[TAGS]; array TIP_X[TAGS]; array TIP_Y[TAGS]; array TIP_R[TAGS]; TAG_COLOUR = "#000000"
        do for [k=1:TAGS] { TAG[k] = ""; TIP_X[k] = NaN }
        stats frame_of(j) @ROWS_NOW using (k = strcol("solver") eq NAME[j] ? which_ball(TAGS) : 0, k > 0 ? \
            (TIP_X[k] = column("x_m"), TIP_Y[k] = column("y_m"), TIP_R[k] = column("radius_m"), TAG[k] = brief(BALL[k])) : 0, 0) nooutput
        load PLOTS . "/tags.gp"
    }
    set xrange [X0:X1]; set yrange [Y0:Y1]
    STATE = RAN_S < NOW * (1 - 1e-9) ? "solver stopped at " . seconds(RAN_S) : (MISMATCH >= 0 ? \
        "first mismatch at " . seconds(MISMATCH) : "")
    COUNTED = sprintf("%d collision", COUNT) . (COUNT == 1 ? "" : "s")
    UP = high(NARROW ? 1.8 : 0.6)
    ROOM = max2(wide(5), w - wide(0.5 * (strlen(COUNTED) + (NARROW ? 0 : strlen(STATE))) + 3))
    CALLED = roomfor(strlen(LABEL[j])) < ROOM ? LABEL[j] : cropped(called(LABEL[j]))
    set label 11 CALLED at screen l, screen t + UP left noenhanced tc rgb colour(STYLE[j])
    set label 12 COUNTED at screen l + w, screen t + UP right noenhanced tc rgb NOTED
    set label 13 STATE at screen l + (NARROW ? 0 : wide(1.5 + 0.54 * strlen(CALLED))), \
        screen t + high(0.6) left noenhanced tc rgb ALARM
    plot for [k=1:TABLE] OUTLINE using "x_m":"y_m" with filledcurves closed fc rgb "#e8f1ea" \
            notitle, \
         for [k=1:TABLE] OUTLINE using "x_m":"y_m" with lines lw 2 lc rgb FRAME notitle, \
         @TRAILS frame_of(j) @ROWS_NOW using (own(x_now(0))):(y_now(0)):@DISCS notitle, \
         @SPOTS frame_of(j) @ROWS_NOW using (column("lost") > 0 ? own(x_now(0)) : NaN):(y_now(0)): \
            (1.15*LARGER*column("radius_m")) with circles lc rgb ALARM lw 3 fs empty notitle
    unset label
}

# SPDX-License-Identifier: GPL-3.0-or-later
# Figure of: run
# Caption: Selected balls at equal times, paler the earlier, a panel for each solver at the same
# scale. Thin lines are their paths; rings are their last positions by the reference.
L = L - wide(4.8); SHOWN = SHOWKEY; SHOWKEY = 0
if (SHOWN) { T = headroom(0) }
load PLOTS . "/panel.gp"
ball(i, c) = sprintf("every %d::%d::%d", BALLS, CHOSEN[c], LAST[i] * BALLS + CHOSEN[c])
# The range covers the reference, near walls, and the others up to twice its size beyond it.
do for [m=0:N] {
    i = m == 0 ? REF : m
    do for [c=1:PATHS] {
        r = 1.15 * RADIUS[CHOSEN[c]+1]
        eval "stats trajectory(i) " . ball(i, c) . " using 'x_m':'y_m' nooutput name 'AT'"
        if (m == 0 && c == 1) {
            X0 = AT_min_x - r; X1 = AT_max_x + r; Y0 = AT_min_y - r; Y1 = AT_max_y + r
            WIDER = 1e300
        }
        X0 = min2(X0, max2(AT_min_x - r, X0 - WIDER)); X1 = max2(X1, min2(AT_max_x + r, X1 + WIDER))
        Y0 = min2(Y0, max2(AT_min_y - r, Y0 - WIDER)); Y1 = max2(Y1, min2(AT_max_y + r, Y1 + WIDER))
    }
    if (m == 0) { WIDER = 2 * max2(X1 - X0, Y1 - Y0) }
}
if (TABLE) {
    NEAR = 0.25 * max2(X1 - X0, Y1 - Y0); s = 0.01 * max2(X1 - X0, Y1 - Y0)
    X0 = X0 < NEAR && X0 > -s ? -s : X0; X1 = X1 > WIDTH - NEAR && X1 < WIDTH + s ? WIDTH + s : X1
    Y0 = Y0 < NEAR && Y0 > -s ? -s : Y0
    Y1 = Y1 > HEIGHT - NEAR && Y1 < HEIGHT + s ? HEIGHT + s : Y1
}
# As many discs as do not touch at full speed, from 5 to 16.
eval "stats trajectory(REF) " . ball(REF, 1) . " using 't_s' nooutput name 'AT'"
SPACING = AT_max / max2(1, LAST[REF]); FASTEST = 0
do for [c=1:PATHS] {
    eval "stats trajectory(REF) " . ball(REF, c) . " using " . \
        "(sqrt(column('vx_mps')**2 + column('vy_mps')**2)) nooutput name 'AT'"
    FASTEST = max2(FASTEST, AT_max / RADIUS[CHOSEN[c]+1])
}
APART = FASTEST > 0 ? ceil(2.2 / FASTEST / SPACING) : 1
APART = max2(ceil(LAST[REF] / 16.0), min2(LAST[REF] / 5, APART))
APART = max2(1, int(APART)); WHOLE = APART
while (LAST[REF] % WHOLE > 0 && WHOLE < 1.7 * APART) { WHOLE = WHOLE + 1 }
APART = LAST[REF] % WHOLE > 0 ? APART : WHOLE
# As many panels side by side as give the largest scale.
NAMEHIGH = 1.5; p = 0; FOOT = high(1.6)
BOXES = AGREED ? 1 : N
do for [n=1:BOXES] {
    s = min2((R - L - (n - 1) * wide(1.2)) * W / n / (X1 - X0), \
        ((T - B + high(2.4) - FOOT) / ceil(1.0 * BOXES / n) - high(NAMEHIGH)) * H / (Y1 - Y0))
    if (s > p) { p = s; ACROSS_OF = n }
}
w = p * (X1 - X0) / W; h = p * (Y1 - Y0) / H
STEP_X = (R - L) / ACROSS_OF; STEP_Y = (T - B + high(2.4) - FOOT) / ceil(1.0 * BOXES / ACROSS_OF)
unset tics; unset grid; unset xlabel; unset ylabel
set border 0
set xrange [X0:X1]; set yrange [Y0:Y1]
EDGE = strlen(OUTLINE) > 0 ? "polygon " . OUTLINE : "rectangle from 0,0 to WIDTH,HEIGHT"
is_exposed(k) = int(k) % APART == 0
age(i, k) = tint(colour(STYLE[i]), 0.12 + 0.7 * k / max2(1, LAST[i]))
ending(c) = LAST[REF] * BALLS + CHOSEN[c]
do for [i=1:BOXES] {
    l = L + ((i - 1) % ACROSS_OF) * STEP_X; t = T - ((i - 1) / ACROSS_OF) * STEP_Y - high(NAMEHIGH)
    set lmargin at screen l; set rmargin at screen l + w
    set tmargin at screen t; set bmargin at screen t - h
    if (TABLE) { eval "set object 1 " . EDGE . " behind fs empty border lc rgb LEADER lw 1.6" }
    set label 11 said(AGREED ? "all solvers" : LABEL[i]) at screen l, screen t + high(0.7) \
        left noenhanced tc rgb colour(STYLE[i])
    if (i == 1) {
        BAR = round_step(0.12 * (R - L) * W / p)
        set arrow 11 from screen L, screen B - high(1.6) to screen L + p * BAR / W, \
            screen B - high(1.6) heads size screen 0.004,90 lw 1.4 lc rgb NOTED
        NOTE = sprintf("%g m; a disc every %.3g s", BAR, APART * SPACING)
        RINGS = NOTE . "; rings: " . said(LABEL[REF]) . " at the end"
        if (BOXES > 1 && p * BAR / W + wide(0.5 * strlen(RINGS)) < R - L) { NOTE = RINGS }
        set label 12 NOTE at screen L + p * BAR / W + wide(0.6), screen B - high(1.6) \
            left noenhanced tc rgb NOTED
    }
    load PLOTS . "/own.gp"
    plot for [c=1:PATHS] trajectory(i) every BALLS::CHOSEN[c] using "x_m":"y_m" \
            with @PATHSTYLE lw 1.2 lc rgb tint(colour(STYLE[i]), 0.5) notitle, \
         for [c=1:PATHS] trajectory(i) every BALLS::CHOSEN[c] \
            using (is_exposed($0) ? column("x_m") : NaN):"y_m":(RADIUS[CHOSEN[c]+1]):(age(i, $0)) \
            with circles lc rgb variable fs solid border lc rgb "white" notitle, \
         for [c=1:PATHS] trajectory(REF) every BALLS::ending(c)::ending(c) \
            using (i == REF ? NaN : column("x_m")):"y_m":(RADIUS[CHOSEN[c]+1]) \
            with circles lw 1.4 lc rgb colour(STYLE[REF]) fs empty notitle
    unset label; unset arrow; unset object
}

# SPDX-License-Identifier: GPL-3.0-or-later
# The table to scale, a box for each solver. Up to three balls (PATHS, CHOSEN) have their paths and, if
# they collide seldom, discs at equal times, paler the earlier; thin circles are their last positions
# by the reference. Of more balls all are drawn, at the start (grey) and at the end.
L = L - wide(4.8); SHOWN = SHOWKEY; SHOWKEY = 0
if (SHOWN) { T = headroom(0) }
load PLOTS . "/panel.gp"
END_ROW(i) = LAST[i] * BALLS
LARGEST = 0; do for [c=1:BALLS] { LARGEST = max2(LARGEST, RADIUS[c]) }
# rows of ball CHOSEN[c], or of all balls at the start (c = 1) or at the end
rows_of(i, c) = PATHS ? sprintf("every %d::%d::%d", BALLS, CHOSEN[c], END_ROW(i) + CHOSEN[c]) \
    : sprintf("every ::%d::%d", c == 1 ? 0 : END_ROW(i), (c == 1 ? 0 : END_ROW(i)) + BALLS - 1)
# The range covers the reference, near walls, and the others up to twice its size beyond it.
X0 = 1e300; X1 = -1e300; Y0 = 1e300; Y1 = -1e300; WIDER = 1e300
if (TABLE && !PATHS) { X0 = 0; X1 = WIDTH; Y0 = 0; Y1 = HEIGHT }
do for [m=0:N] {
    i = m == 0 ? REF : m
    do for [c=1:(PATHS ? PATHS : 2)] {
        r = 1.15 * (PATHS ? RADIUS[CHOSEN[c]+1] : LARGEST)
        eval "stats trajectory(i) " . rows_of(i, c) . " using 'x_m':'y_m' nooutput name 'AT'"
        X0 = min2(X0, max2(AT_min_x - r, -WIDER)); X1 = max2(X1, min2(AT_max_x + r, WIDER))
        Y0 = min2(Y0, max2(AT_min_y - r, -WIDER)); Y1 = max2(Y1, min2(AT_max_y + r, WIDER))
    }
    if (m == 0) { WIDER = max2(max2(abs(X0), abs(X1)), max2(abs(Y0), abs(Y1))) \
        + 2 * max2(X1 - X0, Y1 - Y0) }
}
if (TABLE) {
    NEAR = 0.25 * max2(X1 - X0, Y1 - Y0); s = 0.01 * max2(X1 - X0, Y1 - Y0)
    X0 = X0 < NEAR && X0 > -s ? -s : X0; X1 = X1 > WIDTH - NEAR && X1 < WIDTH + s ? WIDTH + s : X1
    Y0 = Y0 < NEAR && Y0 > -s ? -s : Y0
    Y1 = Y1 > HEIGHT - NEAR && Y1 < HEIGHT + s ? HEIGHT + s : Y1
}
# As many discs as do not touch at full speed, from 5 to 16; after many collisions only the last.
APART = max2(1, LAST[REF])
if (PATHS && COLLISIONS < 10) {
    eval "stats trajectory(REF) " . rows_of(REF, 1) . " using 't_s' nooutput name 'AT'"
    SPACING = AT_max / max2(1, LAST[REF]); FASTEST = 0
    do for [c=1:PATHS] {
        eval "stats trajectory(REF) " . rows_of(REF, c) . " using " . \
            "(sqrt(column('vx_mps')**2 + column('vy_mps')**2)) nooutput name 'AT'"
        FASTEST = max2(FASTEST, AT_max / RADIUS[CHOSEN[c]+1])
    }
    APART = FASTEST > 0 ? ceil(2.2 / FASTEST / SPACING) : 1
    APART = int(max2(1, max2(ceil(LAST[REF] / 16.0), min2(LAST[REF] / 5, APART)))); WHOLE = APART
    while (LAST[REF] % WHOLE > 0 && WHOLE < 1.7 * APART) { WHOLE = WHOLE + 1 }
    APART = LAST[REF] % WHOLE > 0 ? APART : WHOLE
}
# As many boxes side by side as give the largest scale.
p = 0; FOOT = high(1.6)
do for [n=1:N] {
    s = min2((R - L - (n - 1) * wide(1.2)) * W / n / (X1 - X0), \
        ((T - B + high(2.4) - FOOT) / ceil(1.0 * N / n) - high(1.5)) * H / (Y1 - Y0))
    if (s > p) { p = s; ACROSS_OF = n }
}
w = p * (X1 - X0) / W; h = p * (Y1 - Y0) / H
STEP_X = (R - L) / ACROSS_OF; STEP_Y = (T - B + high(2.4) - FOOT) / ceil(1.0 * N / ACROSS_OF)
unset tics; unset grid; unset xlabel; unset ylabel
set border 0
set xrange [X0:X1]; set yrange [Y0:Y1]
EDGE = strlen(OUTLINE) > 0 ? "polygon " . OUTLINE : "rectangle from 0,0 to WIDTH,HEIGHT"
EACH = PATHS ? 1 : one_in(BALLS, MOST_DISCS)
is_exposed(i, k) = int(k) == LAST[i] || int(k) % APART == 0
age(i, k) = tint(colour(STYLE[i]), 0.12 + 0.7 * k / max2(1, LAST[i]))
ending(c) = END_ROW(REF) + CHOSEN[c]
disc(k) = sqrt(EACH) * RADIUS[EACH*int(k)+1]
start(k) = PATHS && COLOUR[EACH*int(k)+1] == 0xe3e3e3 ? NaN : column("x_m") # of few only fixed balls
do for [i=1:N] {
    l = L + ((i - 1) % ACROSS_OF) * STEP_X; t = T - ((i - 1) / ACROSS_OF) * STEP_Y - high(1.5)
    set lmargin at screen l; set rmargin at screen l + w
    set tmargin at screen t; set bmargin at screen t - h
    if (TABLE) { eval "set object 1 " . EDGE . " behind fs empty border lc rgb LEADER lw 1.6" }
    ROOM = STEP_X - wide(0.6)
    set label 11 roomfor(strlen(LABEL[i])) < 1.02 * ROOM ? LABEL[i] : cropped(stem(LABEL[i])) at screen l, screen t + high(0.7) left noenhanced \
        tc rgb colour(STYLE[i])
    if (i == 1) {
        BAR = round_step(0.12 * (R - L) * W / p)
        set arrow 11 from screen L, screen B - high(1.6) to screen L + p * BAR / W, \
            screen B - high(1.6) heads size screen 0.004,90 lw 1.4 lc rgb NOTED
        NOTE = sprintf("%g m", BAR) . (!PATHS ? "; grey: at the start" \
            : (APART < LAST[REF] ? sprintf("; a disc every %.3g s", APART * SPACING) : ""))
        RINGS = NOTE . "; rings: " . LABEL[REF] . " at the end"
        if (PATHS && N > 1 && p * BAR / W + wide(0.5 * strlen(RINGS)) < R - L) { NOTE = RINGS }
        set label 12 NOTE at screen L + p * BAR / W + wide(0.6), screen B - high(1.6) \
            left noenhanced tc rgb NOTED
    }
    plot trajectory(i) every EACH::0::BALLS-1 \
            using (start($0)):"y_m":(disc($0)):(COLOUR[EACH*int($0)+1]) \
            with circles lc rgb variable fs solid noborder notitle, \
         for [c=1:PATHS] trajectory(i) every BALLS::CHOSEN[c] using "x_m":"y_m" \
            with @PATHSTYLE lw 1.2 lc rgb tint(colour(STYLE[i]), 0.5) notitle, \
         for [c=1:PATHS] trajectory(i) every BALLS::CHOSEN[c] \
            using (is_exposed(i, $0) ? column("x_m") : NaN):"y_m":(RADIUS[CHOSEN[c]+1]): \
            (age(i, $0)) with circles lc rgb variable fs solid border lc rgb "white" notitle, \
         for [c=1:PATHS] trajectory(REF) every BALLS::ending(c)::ending(c) \
            using (i == REF ? NaN : column("x_m")):"y_m":(RADIUS[CHOSEN[c]+1]) \
            with circles lw 1.4 lc rgb colour(STYLE[REF]) fs empty notitle, \
         trajectory(i) every EACH::END_ROW(i)::(END_ROW(i)+BALLS-1) \
            using (PATHS ? NaN : column("x_m")):"y_m":(disc($0)) \
            with circles lc rgb colour(STYLE[i]) fs transparent solid 0.4 noborder notitle
    unset label; unset arrow; unset object
}
set border 3 lw 1.2 lc rgb FRAME; set tics out tc rgb "#202020"

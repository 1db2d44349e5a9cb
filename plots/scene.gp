# SPDX-License-Identifier: GPL-3.0-or-later
# The table to scale, a box for each solver. Up to eight moving balls have their paths, through the
# points of collision, and discs at equal times if they collide seldom, paler the earlier; rings are
# the balls of the reference at the same time as the last discs, where each ball has its name, or a number of
# the notes if its name is too long. The film strip shows more balls.
load PLOTS . "/paths.gp"
if (!FEW || MOVING > 8) {
    PICTURE_W = W; PICTURE_H = 0.2 * W; NOTHING = "paths of at most 8 balls, see filmstrip"
    if (!PLAN) { load PLOTS . "/nothing.gp" }
    exit
}
set autoscale
X0 = 1e300; X1 = -1e300; Y0 = 1e300; Y1 = -1e300; X_LOW = -1e300; X_HIGH = 1e300; Y_LOW = -1e300; Y_HIGH = 1e300
DOTS = 0; FASTEST = 0
grown(x, y, r) = (is_number(x) ? (X0 = min2(X0, max2(x - r, X_LOW)), X1 = max2(X1, min2(x + r, X_HIGH)), \
    Y0 = min2(Y0, max2(y - r, Y_LOW)), Y1 = max2(Y1, min2(y + r, Y_HIGH))) : 0, 0)
limit(x0, x1, y0, y1, s) = (X_LOW = x0 - s, X_HIGH = x1 + s, Y_LOW = y0 - s, Y_HIGH = y1 + s)
OUTLINE = DIR . (TABLE ? "/outline.tsv" : "/moments.tsv")
if (TABLE) {
    stats OUTLINE using "x_m":"y_m" nooutput name "EDGE"
    s = max2(EDGE_max_x - EDGE_min_x, EDGE_max_y - EDGE_min_y)
    k = limit(EDGE_min_x, EDGE_max_x, EDGE_min_y, EDGE_max_y, 0.15 * s)
}
# A little beyond the table; on an open plane the reference, then the others up to twice its size beyond it.
do for [m=0:1] {
    stats PATHS every ::(m ? 0 : FROM[REF])::(m ? 1000000000 : UPTO[REF]) using (grown(column("x_m"), column("y_m"), 1.15 * column("radius_m"))) nooutput
    if (!TABLE) { k = limit(X0, X1, Y0, Y1, 2 * max2(X1 - X0, Y1 - Y0)) }
}
stats PATHS every ::FROM[REF]::UPTO[REF] using (is_number(column("x_m")) ? \
    (DOTS = DOTS + (column("instant") == 1), \
    FASTEST = max2(FASTEST, speed(0) / column("radius_m"))) : 0, 0) nooutput
if (DOTS > 70) { MOST_HITS = 50; load PLOTS . "/until.gp" }
# The whole table, if the balls do not stay in a small part of it.
if (TABLE && max2(X1 - X0, Y1 - Y0) > 0.25 * s) {
    X0 = min2(X0, EDGE_min_x - 0.01 * s); X1 = max2(X1, EDGE_max_x + 0.01 * s)
    Y0 = min2(Y0, EDGE_min_y - 0.01 * s); Y1 = max2(Y1, EDGE_max_y + 0.01 * s)
}
# Discs at equal times that do not touch at full speed, 5 to 16 of them; after many collisions none.
APART = 0.0
if (DOTS < 20 && FASTEST > 0) {
    APART = round_up(max2(UNTIL / 16, min2(UNTIL / 5, 2.2 / FASTEST)))
    APART = APART > UNTIL ? UNTIL : APART
}
is_shown(k) = APART > 0 && column("instant") == 0 && which_ball(MOVING) > 0 \
    && abs(column("t_s") / APART - floor(column("t_s") / APART + 0.5)) * APART < 0.5 * PART
at_end(i) = which_ball(MOVING) > 0 && column("instant") == 0 && abs(column("t_s") - END_S) <= 1e-9 * UNTIL
is_fixed(i) = column("moment") == 0 && column("fixed") > 0 && strcol("solver") eq NAME[i]
BOXES = N; undefine BOX_GROUP BOX_BELOW BOX_OVER; if (!TABLE) { BOX_BELOW = 1.8; BOX_OVER = 0.9 } # for names
load PLOTS . "/stops.gp"
FIXED_NAMES = ""; set autoscale
stats MOMENTS using (is_fixed(REF) ? (FIXED_NAMES = FIXED_NAMES . ", " . strcol("ball"), 0) : 0) nooutput
FIXED_NOTE = strlen(FIXED_NAMES) > 60 ? "; dark grey: fixed" : FIXED_NAMES eq "" ? "" : "; dark grey, fixed: " . FIXED_NAMES[3:*]
NOTE_LETTERS = 40 + strlen(named(LABEL[REF]) . FIXED_NOTE . STOP_NOTE) + (NAME_LETTERS > 5) * strlen(NUMBERS_NOTE)
if (PLAN) { load PLOTS . "/boxes.gp" } else {
    HEAD = "Balls and their paths" . until_note("")
    load PLOTS . "/head.gp"
}
do for [i=1:(PLAN ? 0 : N)] {
    BOX = i; BOX_TEXT = LABEL[i]; BOX_BRIEF = called(LABEL[i]); BOX_COLOUR = colour(STYLE[i])
    load PLOTS . "/boxes.gp"
    LETTER = FS * EM / p; NUMBERED = are_numbered(MOVING > 5 ? 0.1 : 0.17)
    if (i == 1) {
        BAR = round_step(0.12 * (R - L) * W / p)
        NOTE = sprintf("%g m", BAR) . (APART > 0 && APART < UNTIL ? "; disc every " . seconds(APART) \
            . (UNTIL > APART * (floor(UNTIL / APART + 1e-9) + 1e-9) ? " and at the end" : "") : "")
        NOTE = NOTE . (NUMBERED ? NUMBERS_NOTE : "") . FIXED_NOTE . STOP_NOTE
        if (N > 1) { NOTE = NOTE . sprintf("; rings: %s at the same time", named(LABEL[REF])) }
        set arrow 11 from screen L, screen BOX_FOOT to screen L + p * BAR / W, screen BOX_FOOT heads \
            size screen 0.004,90 lw 1.4 lc rgb NOTED
        NOTE_L = L + p * BAR / W + wide(0.6); load PLOTS . "/notes.gp"
    }
    # the name of each ball at its last disc
    set autoscale # for stats
    TAGS = MOVING; array TAG[TAGS]; do for [c=1:TAGS] { TAG[c] = NUMBERED ? sprintf("%d", c) : brief(BALL[c]) }
    array TIP_X[TAGS]; array TIP_Y[TAGS]; array TIP_R[TAGS]
    # the last discs: at the last of the equal times, before the solver stopped
    stats PATHS every ::FROM[i]::UPTO[i] using (column("instant") == 0 && column("t_s") <= UNTIL * (1 + 1e-9) ? column("t_s") : NaN) nooutput
    END_S = STATS_max
    stats PATHS every ::FROM[i]::UPTO[i] using (at_end(i) ? (k = which_ball(MOVING), \
        TIP_X[k] = column("x_m"), TIP_Y[k] = column("y_m"), TIP_R[k] = column("radius_m")) : 0, 0) nooutput
    # none beyond the picture
    do for [c=1:TAGS] { if (TIP_X[c] < X0 || TIP_X[c] > X1 || TIP_Y[c] < Y0 || TIP_Y[c] > Y1) { TAG[c] = "" } }
    TAG_COLOUR = colour(STYLE[i])
    if (!TABLE) { TAG_ABOVE = 0.8 * LETTER; TAG_RIGHT = (BOX_COLUMN == BESIDE_ - 1 ? R + wide(0.8) - l : BOX_STEP_X) * W / p - (X1 - X0) }
    covered(j) = is_shown(0) && j == i || at_end(i) ? cover(column("x_m"), column("y_m"), column("radius_m"), 30) : \
        j == i && column("t_s") <= END_S * (1 + 1e-9) ? cover(column("x_m"), column("y_m"), 0, 1) : 0
    TAG_OTHERS = "stats MOMENTS using (is_fixed(i) ? cover(column('x_m'), column('y_m'), column('radius_m'), 90) : 0) nooutput"
    do for [j in i == REF ? "i" : "i REF"] { TAG_OTHERS = TAG_OTHERS . sprintf("; stats PATHS every ::FROM[%s]::UPTO[%s] using (covered(%s)) nooutput", j, j, j) }
    load PLOTS . "/tags.gp"
    set xrange [X0:X1]; set yrange [Y0:Y1]
    plot for [k=1:(TABLE ? 1 : 0)] OUTLINE using "x_m":"y_m" with lines lw 1.6 lc rgb LEADER notitle, \
         for [k=1:(BALLS > MOVING ? 1 : 0)] MOMENTS using (is_fixed(i) ? column("x_m") : NaN): \
             "y_m":"radius_m" with circles lc rgb "#606060" fs solid noborder notitle, \
         PATHS every ::FROM[i]::UPTO[i] using (column("t_s") > END_S * (1 + 1e-9) ? NaN : column("x_m")):"y_m" with lines lw 1.4 \
             lc rgb tint(colour(STYLE[i]), 0.5) notitle, \
         for [k=1:(APART > 0 ? 1 : 0)] PATHS every ::FROM[i]::UPTO[i] using (is_shown(0) ? column("x_m") : NaN):"y_m":"radius_m":(tint(colour(STYLE[i]), 0.12 + 0.7 * column("t_s") / max2(UNTIL, PART))) with circles lc rgb variable fs solid border lc rgb "white" \
             notitle, \
         PATHS every ::FROM[i]::UPTO[i] using (at_end(i) ? column("x_m") : NaN):"y_m":"radius_m" with circles fc rgb colour(STYLE[i]) \
             fs transparent solid 0.8 noborder notitle, \
         for [k=1:(i != REF ? 1 : 0)] PATHS every ::FROM[REF]::UPTO[REF] using (at_end(i) ? column("x_m") : NaN):"y_m":"radius_m" with circles \
             lw 1.4 lc rgb colour(STYLE[REF]) fs empty notitle
}

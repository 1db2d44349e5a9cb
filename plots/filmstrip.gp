# SPDX-License-Identifier: GPL-3.0-or-later
# All balls to scale in the colours of the solvers. As a panel of a page: the start, then the end of every
# solver. As a figure: the start, the first collision of two balls, the first mismatch and the end, in a row for each of up
# to three solvers, on a slide two. Up to eight balls have names, or numbers of the notes; up to 16 colours. With more solvers: rows for the reference and the solver with the earliest mismatch.
load PLOTS . "/paths.gp"
set autoscale
OUTLINE = DIR . (TABLE ? "/outline.tsv" : "/moments.tsv") # with rows in any case
PARTING_T = T; load PLOTS . "/parting.gp"; unset label 13; T = PARTING_T
# the moments 0 to 3 of the reference
array MOMENT_S[4]; do for [k=1:4] { MOMENT_S[k] = NaN }
stats MOMENTS using (column("moment") == 2 || strcol("solver") eq NAME[REF] ? \
    (MOMENT_S[int(column("moment"))+1] = column("t_s")) : 0, 0) nooutput
# not the first collision, if a mismatch follows at once or it is not seen among many balls
SEEN = BALLS <= 30 && !(MOMENT_S[3] - MOMENT_S[2] < 0.02 * DURATION)
MOST_ROWS = FIXED ? 2 : 3
array SHOT_OF[max2(N + 1, 12)]; array SHOT[max2(N + 1, 12)]; BOXES = 0
MISMATCHED = PARTING > 0; if (PARTING == 0 && N > 1) { PARTING = REF == 1 ? 2 : 1 }
array ROW_OF[3] = [REF, PARTING, 6 - REF - PARTING]
if (PAGED) {
    BOXES = N + 1; BOX_GROUP = 1
    do for [k=1:BOXES] { SHOT_OF[k] = k == 1 ? REF : k - 1; SHOT[k] = k == 1 ? 0 : 3 }
} else { do for [row=1:(N <= MOST_ROWS ? N : 2)] { do for [m=0:3] { if (is_number(MOMENT_S[m+1]) && (m != 1 || SEEN)) {
    BOXES = BOXES + 1; SHOT_OF[BOXES] = ROW_OF[row]; SHOT[BOXES] = m
} }
if (row == 1) { BOX_GROUP = BOXES } } }
X0 = 1e300; X1 = -1e300; Y0 = 1e300; Y1 = -1e300
grown(x, y, r) = (X0 = min2(X0, x - r), X1 = max2(X1, x + r), Y0 = min2(Y0, y - r), Y1 = max2(Y1, y + r), 0)
if (TABLE) {
    stats OUTLINE using (grown(column("x_m"), column("y_m"), 0)) nooutput
} else {
    stats MOMENTS using (grown(column("x_m"), column("y_m"), column("radius_m"))) nooutput
}
SPAN_X = X1 - X0; SPAN_Y = Y1 - Y0; s = 0.005 * max2(SPAN_X, SPAN_Y); X0 = X0 - s; X1 = X1 + s; Y0 = Y0 - s; Y1 = Y1 + s
TAGS = MOVING <= 8 ? MOVING : 0; HUED = BALLS > 1 && BALLS <= 16
undefine BOX_BELOW BOX_OVER; NOTE_LETTERS = BALLS > MOST_DISCS || HUED ? 30 + (NAME_LETTERS > 5) * (TAGS > 0) * strlen(NUMBERS_NOTE) : 0
if (PLAN) { load PLOTS . "/boxes.gp" } else { if (!PAGED && N > MOST_ROWS) {
    HEAD = sprintf(MISMATCHED ? "%s and %s, the first of %d solvers with a mismatch" : "%s and %s, two of %d solvers", \
        named(LABEL[REF]), called(LABEL[PARTING]), N); load PLOTS . "/head.gp"
} }
EDGED = HUED ? "border lc rgb '#303030'" : "noborder"
array MOMENT_NAME[4] = ["start", "balls collide", "first mismatch", "end"]
do for [BOX=1:(PLAN ? 0 : BOXES)] {
    i = SHOT_OF[BOX]; m = SHOT[BOX]; AT_S = m < 3 ? MOMENT_S[m+1] : REACHED[i]
    STOPS = m == 3 && REACHED[i] < DURATION * (1 - 1e-9)
    BOX_BRIEF = (STOPS ? "stopped at" : MOMENT_NAME[m+1]) . (m == 0 ? "" : " " . seconds(AT_S))
    BOX_TEXT = (N > 1 && (PAGED ? m > 0 : m == 0) ? called(LABEL[i]) . (STOPS ? " " : ", ") : "") . BOX_BRIEF
    if (m == 0 && N > 1) { BOX_BRIEF = called(LABEL[i]) }
    if (m > 0 && !STOPS) { BOX_BRIEF = seconds(AT_S) } # in a narrow box
    if (PAGED && m > 0) { BOX_BRIEF = called(LABEL[i]) . (STOPS ? " stopped" : "") }
    BOX_COLOUR = colour(STYLE[i])
    if (PAGED && m == 0) { BOX_COLOUR = NOTED }
    load PLOTS . "/boxes.gp"
    if (!TABLE) { set border 15 lw 1 lc rgb BAND }
    LETTER = FS * EM / p; NUMBERED = are_numbered(0.17)
    if (BOX == 1) { NOTE_L = L; NOTE = HUED ? "each ball has its colour" . (TAGS > 0 && NUMBERED ? NUMBERS_NOTE : "") : EACH_NOTE[3:*]; load PLOTS . "/notes.gp" }
    if (TAGS > 0) {
        array TAG[TAGS]; array TIP_X[TAGS]; array TIP_Y[TAGS]; array TIP_R[TAGS]; TAG_COLOUR = "#000000"; set autoscale
        do for [c=1:TAGS] { TAG[c] = "" }; TAG_INSIDE = HUED
        stats MOMENTS using (c = column("moment") == m && strcol("solver") eq NAME[i] ? which_ball(TAGS) : 0, c > 0 ? (TIP_X[c] = column("x_m"), \
            TIP_Y[c] = column("y_m"), TIP_R[c] = column("radius_m"), TAG[c] = NUMBERED ? sprintf("%d", c) : brief(BALL[c])) : 0, 0) nooutput
        load PLOTS . "/tags.gp"
    }
    # balls that are not in the picture
    k = 0; s = 0; set autoscale
    stats MOMENTS using (column("moment") == m && strcol("solver") eq NAME[i] ? (k = k + 1, s = s + (column("x_m") < X0 || \
        column("x_m") > X1 || column("y_m") < Y0 || column("y_m") > Y1)) : 0, 0) nooutput
    set xrange [X0:X1]; set yrange [Y0:Y1]
    set label 13 k == 0 ? "stopped at " . seconds(REACHED[i]) : s > 0 && !TORUS ? sprintf("%d ball%s beyond\nthe walls", s, s > 1 ? "s" : "") : "" \
        at graph 0.5, graph 0.5 center front tc rgb NOTED font sized(0.88)
    here(x) = column("moment") == m ? own(i, x) : NaN
    plot for [k=1:(TABLE ? 1 : 0)] OUTLINE using "x_m":"y_m" with filledcurves closed fc rgb "#f0f4f0" \
             notitle, \
         for [k=1:(TABLE ? 1 : 0)] OUTLINE using "x_m":"y_m" with lines lw 1.4 lc rgb FRAME notitle, \
         for [u=-TORUS:TORUS] for [v=-TORUS:TORUS] MOMENTS using (here(column("x_m") + u * SPAN_X)):(column("y_m") + v * SPAN_Y):"radius_m":(column("fixed") > 0 ? 0x606060 : \
             HUED ? ball_colour(column("number")) : PAGED && m == 0 ? 0x707070 : tint(colour(STYLE[i]), 0.75)) with circles lw 0.8 \
             lc rgb variable fs solid @EDGED notitle
}

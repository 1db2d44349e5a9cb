# SPDX-License-Identifier: GPL-3.0-or-later
# All balls of the reference and of the solver that parts from it first, at the start, at the first
# collision, at the first mismatch and at the end; moving balls in the colour of their solver.
load PLOTS . "/paths.gp"
if (SHOWKEY) { T = headroom(0) }
STRIP_L = L; L = L - wide(4.8); STRIP_HEAD = HEAD
load PLOTS . "/panel.gp"
OUTLINE = DIR . (TABLE ? "/outline.tsv" : "/moments.tsv") # with rows in any case
PARTING = 0; MISMATCH = 1e300
do for [i=1:N] {
    CELL_IN = DIR . "/summary.tsv"; CELL_OF = "first_mismatch_s"; CELL_ROW = NAME[i]
    load PLOTS . "/cell.gp"
    if (i != REF && (PARTING == 0 || CELL < MISMATCH)) {
        PARTING = i; MISMATCH = is_number(CELL) ? CELL : MISMATCH
    }
}
ROWS = PARTING > 0 ? 2 : 1
array MOMENT_S[5]; do for [k=1:5] { MOMENT_S[k] = NaN } # 5: the end of the other solver
stats MOMENTS using (strcol("solver") eq NAME[REF] || column("moment") == 2 ? \
    (MOMENT_S[int(column("moment"))+1] = column("t_s")) : (PARTING > 0 && column("moment") == 3 ? \
    (which_solver(N) == PARTING ? (MOMENT_S[5] = column("t_s")) : 0) : 0), 0) nooutput
array SHOT[4]; SHOTS = 0
do for [k=1:4] { if (is_number(MOMENT_S[k])) { SHOTS = SHOTS + 1; SHOT[SHOTS] = k - 1 } }
X0 = 1e300; X1 = -1e300; Y0 = 1e300; Y1 = -1e300
grown(x, y, r) = (X0 = min2(X0, x - r), X1 = max2(X1, x + r), Y0 = min2(Y0, y - r), Y1 = max2(Y1, y + r), 0)
if (TABLE) {
    stats OUTLINE using (grown(column("x_m"), column("y_m"), 0)) nooutput
} else {
    stats MOMENTS using (grown(column("x_m"), column("y_m"), column("radius_m"))) nooutput
}
s = 0.005 * max2(X1 - X0, Y1 - Y0); X0 = X0 - s; X1 = X1 + s; Y0 = Y0 - s; Y1 = Y1 + s
moment_name(m) = m == 0 ? "start" : (m == 1 ? "first collision" : (m == 2 ? "first mismatch" : \
    (i != REF && MOMENT_S[5] < DURATION * (1 - 1e-9) ? "stopped" : "end")))
# A small panel has the last two moments.
BOXES = ROWS * SHOTS; BOX_COLUMNS = SHOTS; load PLOTS . "/boxes.gp"
if (BOX_W < wide(9) && BOX_H < high(9) && SHOTS > 2) {
    SHOT[1] = SHOT[SHOTS-1]; SHOT[2] = SHOT[SHOTS]; SHOTS = 2
    BOXES = ROWS * SHOTS; BOX_COLUMNS = SHOTS; load PLOTS . "/boxes.gp"
}
# A wide table has its moments below each other, with the solvers side by side, if it is larger then.
STRIP_P = p; BOX_COLUMNS = ROWS; load PLOTS . "/boxes.gp"; TURNED = p > STRIP_P
if (!TURNED) { BOX_COLUMNS = SHOTS; load PLOTS . "/boxes.gp" }
undefine BOX_COLUMNS
load PLOTS . "/larger.gp"
do for [BOX=1:BOXES] {
    row = TURNED ? (BOX - 1) % ROWS : (BOX - 1) / SHOTS; k = TURNED ? (BOX - 1) / ROWS : (BOX - 1) % SHOTS
    i = row == 0 ? REF : PARTING; m = SHOT[k+1]
    AT_S = m == 3 && i != REF ? MOMENT_S[5] : MOMENT_S[m+1]
    NAMED = stem(LABEL[i]) . ", " . moment_name(m) . sprintf(" %.4g s", AT_S)
    BOX_TEXT = roomfor(strlen(NAMED)) < BOX_STEP_X - wide(0.6) ? NAMED : (roomfor(strlen(NAMED) - strlen(stem(LABEL[i])) \
        - 2) < BOX_STEP_X - wide(0.6) ? NAMED[strlen(stem(LABEL[i]))+3:*] : sprintf("%s %.4g s", m == 1 ? "collision" \
        : (m == 2 ? "mismatch" : moment_name(m)), AT_S))
    BOX_COLOUR = colour(STYLE[i])
    load PLOTS . "/box.gp"
    if (BOX == 1 && STRIP_HEAD ne "") {
        set label 10 bold(STRIP_HEAD) at screen STRIP_L, screen T + high(0.9) left
    }
    if (BOX == 1) { set label 12 LARGER_NOTE[3:*] at screen L, screen t - BOX_H * 1 - high(0.8) left tc rgb NOTED }
    here(x) = column("moment") == m ? own(i, x) : NaN
    plot for [k=1:(TABLE ? 1 : 0)] OUTLINE using "x_m":"y_m" with filledcurves closed fc rgb "#f0f4f0" \
             notitle, \
         for [k=1:(TABLE ? 1 : 0)] OUTLINE using "x_m":"y_m" with lines lw 1.4 lc rgb FRAME notitle, \
         MOMENTS using (here(column("x_m"))):"y_m":(larger(0)):(column("fixed") > 0 ? 0x606060 : \
             tint(colour(STYLE[i]), 0.75)) with circles lc rgb variable fs solid noborder notitle
}
unset label; unset arrow; unset object
set border 3 lw 1.2 lc rgb FRAME; set tics out tc rgb "#202020"
L = STRIP_L

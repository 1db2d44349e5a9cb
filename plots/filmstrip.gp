# SPDX-License-Identifier: GPL-3.0-or-later
# All balls at the start, at the first collision, at the first different collision and at the end, of up to three
# solvers, else of the reference and the solver that parts from it first; in the colours of the solvers.
load PLOTS . "/paths.gp"
L = L - wide(4.8); B = B - high(PAGED ? 1.6 : 2.4)
load PLOTS . "/panel.gp"; FULL_T = T
OUTLINE = DIR . (TABLE ? "/outline.tsv" : "/moments.tsv") # with rows in any case
load PLOTS . "/parting.gp"; unset label 13; T = FULL_T
if (PARTING == 0 && N > 1) { PARTING = REF == 1 ? 2 : 1 }
ROWS = N <= 3 ? N : 2; array ROW_OF[ROWS]; ROW_OF[1] = REF; if (ROWS > 1) { ROW_OF[2] = PARTING }
if (ROWS == 3) { ROW_OF[3] = 6 - REF - PARTING }
# moments of the run, and the end of each solver
array MOMENT_S[4]; do for [k=1:4] { MOMENT_S[k] = NaN }
array END_S[N]
stats MOMENTS using (column("moment") == 2 || strcol("solver") eq NAME[REF] ? \
    (MOMENT_S[int(column("moment"))+1] = column("t_s")) : 0, \
    column("moment") == 3 ? (END_S[which_solver(N)] = column("t_s")) : 0, 0) nooutput
# not the first collision, if a different one follows at once or it is not seen among many balls
array SHOT[4]; SHOTS = 0
SEEN = BALLS <= 30 && !(MOMENT_S[3] - MOMENT_S[2] < 0.02 * DURATION)
do for [k=1:4] { if (is_number(MOMENT_S[k]) && (k != 2 || SEEN)) {
    SHOTS = SHOTS + 1; SHOT[SHOTS] = k - 1
} }
X0 = 1e300; X1 = -1e300; Y0 = 1e300; Y1 = -1e300
grown(x, y, r) = (X0 = min2(X0, x - r), X1 = max2(X1, x + r), Y0 = min2(Y0, y - r), Y1 = max2(Y1, y + r), 0)
if (TABLE) {
    stats OUTLINE using (grown(column("x_m"), column("y_m"), 0)) nooutput
} else {
    stats MOMENTS using (grown(column("x_m"), column("y_m"), column("radius_m"))) nooutput
}
s = 0.005 * max2(X1 - X0, Y1 - Y0); X0 = X0 - s; X1 = X1 + s; Y0 = Y0 - s; Y1 = Y1 + s
BOXES = ROWS * SHOTS; BOX_GROUP = SHOTS
array MOMENT_NAME[4] = ["start", "first collision", "first different collision", "end"]
array MOMENT_BRIEF[4] = ["start", "hit", "first different", "end"]
do for [BOX=1:BOXES] {
    i = ROW_OF[(BOX - 1) / SHOTS + 1]; m = SHOT[(BOX - 1) % SHOTS + 1]
    AT_S = m == 3 ? END_S[i] : MOMENT_S[m+1]; TIMED = m == 0 ? "" : sprintf(" %.3g s", AT_S)
    STOPS = m == 3 && END_S[i] < DURATION * (1 - 1e-9)
    BOX_BRIEF = (STOPS ? "stopped" : MOMENT_BRIEF[m+1]) . (m == 0 ? "" : sprintf(" %.2g s", AT_S))
    BOX_TEXT = (m == SHOT[1] && N > 1 ? stem(LABEL[i]) . ", " : "") \
        . (STOPS ? "solver stopped" : MOMENT_NAME[m+1]) . TIMED
    BOX_COLOUR = colour(STYLE[i])
    load PLOTS . "/boxes.gp"
    if (BOX == 1) { set label 12 LARGER_NOTE[3:*] at screen L, screen BOX_FOOT left tc rgb NOTED }
    here(x) = column("moment") == m ? own(i, x) : NaN
    plot for [k=1:(TABLE ? 1 : 0)] OUTLINE using "x_m":"y_m" with filledcurves closed fc rgb "#f0f4f0" \
             notitle, \
         for [k=1:(TABLE ? 1 : 0)] OUTLINE using "x_m":"y_m" with lines lw 1.4 lc rgb FRAME notitle, \
         MOMENTS using (here(column("x_m"))):"y_m":(larger(0)):(column("fixed") > 0 ? 0x606060 : \
             tint(colour(STYLE[i]), 0.75)) with circles lc rgb variable fs solid noborder notitle
}
undefine BOX_GROUP

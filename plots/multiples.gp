# SPDX-License-Identifier: GPL-3.0-or-later
# Small multiples: divides the box L, R, B, T of a panel into equal boxes with common axes, one for
# each solver, with its label as heading in its colour. Usage in a panel, instead of panel.gp:
#   MULTIPLES = N; MULTIPLE_X = "t (s)"; MULTIPLE_Y = "energy (J)"
#   do for [MULTIPLE=1:MULTIPLES] {
#       load PLOTS . "/multiples.gp"               # box L, R, B, T, axes and heading of this one
#       set xrange [0:DURATION]; set yrange [Y_LOW:Y_HIGH]               # the same for all
#       set xtics across_step(0, DURATION); set ytics even_step(Y_LOW, Y_HIGH)
#       plot sprintf("$ENERGY%d", MULTIPLE) using "t_s":"energy_J" with lines ls STYLE[MULTIPLE] \
#           notitle
#   }
#   undefine MULTIPLE_*                            # if others follow in this panel; not MULTIPLES
# The label has the stop of the solver after stops.gp. Optional, before the loop: MULTIPLE_ASPECT, the wanted width over height of a box (1.6); arrays
# MULTIPLE_TEXT and MULTIPLE_STYLE, headings and line styles of other series than the solvers; MULTIPLE_NOTE,
# results after the headings, never shortened;
# MULTIPLE_SKY and MULTIPLE_GAP, the room for headings and between boxes, and MULTIPLE_WIDER, more room for numbers on the left. Labels,
# arrows and objects are set inside the loop and last for one box. MULTIPLE_LEFT and MULTIPLE_FOOT are 1
# where the box has the numbers of the y axis or the x axis.
if (MULTIPLE == 1) {
    if (!exists("MULTIPLE_ASPECT")) { MULTIPLE_ASPECT = 1.6 }
    if (!exists("MULTIPLE_TEXT")) {
        array MULTIPLE_TEXT[MULTIPLES]; array MULTIPLE_STYLE[MULTIPLES]
        do for [k=1:MULTIPLES] { MULTIPLE_TEXT[k] = exists("SAID") ? SAID[k] : LABEL[k]; MULTIPLE_STYLE[k] = STYLE[k] }
    }
    # The grid whose boxes are closest to the wanted shape, with room for the longest stem.
    MULTIPLE_LETTERS = 4; MULTIPLE_MOST = 0
    do for [k=1:MULTIPLES] {
        MULTIPLE_LETTERS = max2(MULTIPLE_LETTERS, strlen(stem(MULTIPLE_TEXT[k])))
        MULTIPLE_MOST = max2(MULTIPLE_MOST, strlen(MULTIPLE_TEXT[k] . (exists("MULTIPLE_NOTE") ? MULTIPLE_NOTE[k] : "")))
    }
    if (!exists("MULTIPLE_GAP")) { MULTIPLE_GAP = wide(1.9) }
    if (!exists("MULTIPLE_SKY")) { MULTIPLE_SKY = high(1.8) }
    if (!exists("MULTIPLE_WIDER")) { MULTIPLE_WIDER = 0 }
    MULTIPLE_COLUMNS = 1; MULTIPLE_MISS = 1e9
    do for [k=1:MULTIPLES] {
        m = ceil(1.0 * MULTIPLES / k)
        w = (R - L + MULTIPLE_GAP) / k - MULTIPLE_GAP; h = (T - B) / m - MULTIPLE_SKY
        MISS = w > 0 && h > 0 ? abs(log(w * W / (h * H) / MULTIPLE_ASPECT)) + 0.5 * (k * m - \
            MULTIPLES) : 1e8
        if (k > 1 && w > 0 && w < wide(0.5 * MULTIPLE_LETTERS)) { \
            MISS = MISS + 2 * log(wide(0.5 * MULTIPLE_LETTERS) / w) }
        if (MISS < MULTIPLE_MISS) { MULTIPLE_MISS = MISS; MULTIPLE_COLUMNS = k }
    }
    MULTIPLE_ROWS = ceil(1.0 * MULTIPLES / MULTIPLE_COLUMNS)
    MULTIPLE_L = L; MULTIPLE_B = B; MULTIPLE_T = T
    MULTIPLE_W = (R - L + MULTIPLE_GAP) / MULTIPLE_COLUMNS - MULTIPLE_GAP
    # a result that does not fit behind the heading is below it
    MULTIPLE_SIZE = 0.52 * MULTIPLE_MOST * wide(1) > MULTIPLE_W ? 0.88 : 1; MULTIPLE_FOLD = 0
    if (exists("MULTIPLE_NOTE")) { MULTIPLE_FOLD = 0.52 * MULTIPLE_MOST * MULTIPLE_SIZE * wide(1) > MULTIPLE_W }
    MULTIPLE_SKY = MULTIPLE_SKY + high(1.1) * MULTIPLE_FOLD; MULTIPLE_H = (T - B) / MULTIPLE_ROWS - MULTIPLE_SKY
} else { load PLOTS . "/clear.gp" }
k = (MULTIPLE - 1) % MULTIPLE_COLUMNS; m = (MULTIPLE - 1) / MULTIPLE_COLUMNS
L = MULTIPLE_L + k * (MULTIPLE_W + MULTIPLE_GAP); R = L + MULTIPLE_W
T = MULTIPLE_T - m * (MULTIPLE_H + MULTIPLE_SKY) - MULTIPLE_SKY; B = T - MULTIPLE_H
MULTIPLE_LEFT = k == 0; MULTIPLE_FOOT = MULTIPLE + MULTIPLE_COLUMNS > MULTIPLES
load PLOTS . "/panel.gp"
unset key; unset xlabel; unset ylabel
if (!MULTIPLE_LEFT) { set format y "" }
if (!MULTIPLE_FOOT) { set format x "" }
# Names of the common axes, with the first box.
if (MULTIPLE == 1) {
    set label 15 MULTIPLE_Y at screen MULTIPLE_L - wide(4.9) - MULTIPLE_WIDER, \
        screen 0.5 * (MULTIPLE_B + MULTIPLE_T) rotate center \
        font sized(max2(0.7, min2(1, (MULTIPLE_T - MULTIPLE_B) / high(0.47 * (strlen(MULTIPLE_Y) + 1)))))
    m = 0.5 * (MULTIPLE_COLUMNS * (MULTIPLE_W + MULTIPLE_GAP) - MULTIPLE_GAP)
    set label 16 MULTIPLE_X at screen MULTIPLE_L + m, screen MULTIPLE_B - high(2.6) center
}
# All headings are smaller if one is too long. That one loses its part after a comma; if still too long, it is cut.
MULTIPLE_SAYS = ""; if (exists("MULTIPLE_NOTE")) { MULTIPLE_SAYS = MULTIPLE_NOTE[MULTIPLE] }
k = MULTIPLE_FOLD ? 0 : strlen(MULTIPLE_SAYS); ROOM = roomfor(MULTIPLE_W / wide(0.52 * MULTIPLE_SIZE))
MULTIPLE_HEAD = roomfor(strlen(MULTIPLE_TEXT[MULTIPLE]) + k) < 1.02 * ROOM ? MULTIPLE_TEXT[MULTIPLE] : shortened(called(MULTIPLE_TEXT[MULTIPLE]), k)
set label 17 (MULTIPLE_FOLD ? bold(MULTIPLE_HEAD) . "\n" . literal(MULTIPLE_SAYS[3:*]) : bold(MULTIPLE_HEAD . MULTIPLE_SAYS)) \
    at screen L, screen T + high(0.75 + 1.1 * MULTIPLE_FOLD) left font sized(MULTIPLE_SIZE) tc rgb colour(MULTIPLE_STYLE[MULTIPLE])

# SPDX-License-Identifier: GPL-3.0-or-later
# Positions over time; a tick joins the centres of a collision. From the fourth solver on, a panel each.
PLACEPAD = 0.03 * (PLACEHIGH - PLACELOW)
Y_LOW = PLACELOW - PLACEPAD; Y_HIGH = PLACEHIGH + PLACEPAD; Y_LOG = 0
curves(s, style) = sprintf("$PLACE%d using 't_s':'place_m' with lines %s notitle", s, style)
ticks(s) = TOUCHES[s] == 0 ? "" : \
    sprintf(", $TOUCH%d using 't_s':'from_m':(0):(column('to_m')-column('from_m'))", s) . \
    sprintf(" with vectors nohead lw 1.6 lc rgb colour(STYLE[%d]) notitle", s) . \
    sprintf(", $TOUCH%d using 't_s':'from_m' with points pt 7 ps 0.6*DOT", s) . \
    sprintf(" lc rgb colour(STYLE[%d]) notitle", s)
set_walls = "do for [k=1:WALLPLACES] { set arrow 30+k from graph 0, first WALLPLACE[k] " . \
    "to graph 1, first WALLPLACE[k] nohead back lw 5 lc rgb '#b0b0b0' }"
if (N > 3) {
    MULTIPLES = N; MULTIPLE_X = "t (s)"; MULTIPLE_Y = PLACEAXIS . " (m)"
    do for [MULTIPLE=1:N] {
        load PLOTS . "/multiples.gp"
        set xrange [0:DURATION]; set yrange [Y_LOW:Y_HIGH]
        set xtics across_step(0, DURATION); set ytics even_step(Y_LOW, Y_HIGH)
        eval set_walls
        eval "plot " . curves(REF, "lw 5 lc rgb TRUTH") . ", " . \
            curves(MULTIPLE, "lw 2 lc rgb colour(STYLE[MULTIPLE])") . ticks(MULTIPLE)
    }
    undefine MULTIPLE_*
} else {
    SPOTLONGEST = 0
    do for [k=1:SPOTS] {
        SPOTLONGEST = max2(SPOTLONGEST, strlen(SPOTWHO[k] > 0 ? LABEL[SPOTWHO[k]] : SPOTNAME[k]))
    }
    R = R - labelroom(SPOTLONGEST); if (SHOWKEY) { T = headroom(0) }
    load PLOTS . "/panel.gp"
    set xrange [0:DURATION]; set yrange [Y_LOW:Y_HIGH]
    set ylabel PLACEAXIS . " (m)"
    eval set_walls
    ENDS = SPOTS; load PLOTS . "/labels.gp"
    do for [k=1:SPOTS] {
        END_Y[k] = SPOT[k]; END_TEXT[k] = SPOTWHO[k] > 0 ? LABEL[SPOTWHO[k]] : SPOTNAME[k]
        END_STYLE[k] = SPOTWHO[k] > 0 ? STYLE[SPOTWHO[k]] : 8
    }
    load PLOTS . "/ends.gp"
    CURVES = ""
    do for [i=1:N] {
        s = ORDER[i]
        CURVES = CURVES . (i > 1 ? ", " : "") . curves(s, sprintf("ls %d", STYLE[s])) . ticks(s)
    }
    eval "plot " . CURVES
}

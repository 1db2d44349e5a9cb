# SPDX-License-Identifier: GPL-3.0-or-later
# Figure of: run
# Caption: Positions of the balls over time, with a line style for each solver. A tick from centre to centre (at a wall, to the
# surface) is a collision; grey lines are walls.
SPOTLONGEST = 0
do for [k=1:SPOTS] {
    SPOTLONGEST = max2(SPOTLONGEST, SPOTWHO[k] > 0 ? strlen(LABEL[SPOTWHO[k]]) : strlen(SPOTNAME[k]))
}
R = R - labelroom(SPOTLONGEST); if (SHOWKEY) { T = headroom(0) }
load PLOTS . "/panel.gp"
set xrange [0:DURATION]
PLACEPAD = 0.03 * (PLACEHIGH - PLACELOW)
Y_LOW = PLACELOW - PLACEPAD; Y_HIGH = PLACEHIGH + PLACEPAD; Y_LOG = 0
set yrange [Y_LOW:Y_HIGH]
set ylabel PLACEAXIS . " (m)"
do for [k=1:WALLPLACES] { set arrow 30+k from graph 0, first WALLPLACE[k] to graph 1, first WALLPLACE[k] nohead back lw 5 lc rgb "#b0b0b0" }
ENDS = SPOTS; load PLOTS . "/labels.gp"
do for [k=1:SPOTS] { END_Y[k] = SPOT[k]; END_TEXT[k] = SPOTWHO[k] > 0 ? LABEL[SPOTWHO[k]] : SPOTNAME[k]; END_STYLE[k] = SPOTWHO[k] > 0 ? STYLE[SPOTWHO[k]] : 8 }
load PLOTS . "/ends.gp"
CURVES = ""
do for [i=1:N] {
    s = ORDER[i]
    CURVES = CURVES . sprintf("%s$PLACE%d using 't_s':'place_m' with lines ls %d notitle", i > 1 ? ", " : "", s, STYLE[s])
    if (TOUCHES[s] > 0) { CURVES = CURVES . sprintf(", $TOUCH%d using 't_s':'from_m':(0):(column('to_m')-column('from_m')) with vectors nohead lw 1.6 lc rgb colour(STYLE[%d]) notitle, $TOUCH%d using 't_s':'from_m' with points pt 7 ps 0.6*DOT lc rgb colour(STYLE[%d]) notitle", s, s, s, s) }
}
eval "plot " . CURVES

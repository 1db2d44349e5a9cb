# SPDX-License-Identifier: GPL-3.0-or-later
# Caption: A solver against itself, started by one unit in the last place away and by further small offsets: how far apart the
# two are, over the collisions of a ball. Where they reach the level, double precision has nothing more to say.
#
# Rows FROM on of controls.tsv, ROWS for each offset.
KEYROWS = rows(4, 8); T = headroom(KEYROWS)
load PLOTS . "/panel.gp"
CONTROLS = DIR . "/controls.tsv"
stats CONTROLS every ::FROM::(FROM+ROWS-1) using "collisions_per_ball" nooutput name "COUNT"
set xrange [0:(COUNT_max > 0 ? COUNT_max : 1)]
set xlabel "collisions per ball" offset 0,0.3
set logscale y
set format y POWER
set yrange [LOWEST:1e3]
set ytics LOWEST, 100
set ylabel along(sprintf("rms distance of %s from itself (m)", said(LANE)), "rms distance (m)") noenhanced
set arrow 1 from graph 0, first LEVEL to graph 1, first LEVEL nohead lw 1.4 lc rgb "#707070" dt (6,3)
set label 12 sprintf("horizon level %.2g m", LEVEL) at graph 0.99, first LEVEL right offset 0,-0.7 tc rgb "#505050"
if (REACHED > 0) {
    set arrow 2 from REACHED, graph 0 to REACHED, graph 1 nohead lw 1.4 lc rgb "#707070" dt (2,3)
    set label 11 sprintf("horizon of doubles: %.3g collisions per ball ", REACHED) at graph 0.99, graph 0.06 right tc rgb "#505050"
}
if (GROWTH > 0) {
    BREAK = W < 45 * FS * EM ? "\n" : " "
    set label 13 sprintf(tx("a difference grows %.3g-fold per collision" . BREAK . "(exp(%.2f ± %.2f))", "a difference grows %.3g-fold per collision ($\\exp(%.2f\\pm %.2f)$)"), exp(GROWTH), GROWTH, GROWTHERROR) at graph 0.01, graph 0.97 left tc rgb "#505050"
}
drawn(x) = x > LOWEST ? x : NaN
array SAYS[4] = ["1 ulp", tx("10^{-12} r", "$10^{-12} r$"), tx("10^{-9} r", "$10^{-9} r$"), tx("10^{-6} r", "$10^{-6} r$")]
array LS[4] = [1, 3, 4, 2]
plot for [j=1:4] CONTROLS every ::(FROM+(j-1)*ROWS)::(FROM+j*ROWS-1) using "collisions_per_ball":(drawn(column("rms_m"))) with lines ls LS[j] title SAYS[j] enhanced

# SPDX-License-Identifier: GPL-3.0-or-later
# What the difference of two solvers consists of: columns of parts.tsv, of the rows FROM to UPTO.
T = 0.83
load PLOTS . "/panel.gp"
PARTS = DIR . "/parts.tsv"
set xrange [0:DURATION]
set logscale y
set format y "10^{%L}"
set yrange [LOWEST:10]
set ytics LOWEST, 100
set ylabel sprintf("rms distance of %s from %s (m)", LANE, REFERENCE) noenhanced
set key at screen 0.55, screen 1 - 3.4 * FS * 1.333 / H center horizontal maxrows 2
set arrow 1 from graph 0, first LEVEL to graph 1, first LEVEL nohead lw 1.4 lc rgb "#707070" dt (6,3)
if (HORIZON > 0) {
    set arrow 2 from HORIZON, graph 0 to HORIZON, graph 1 nohead lw 1.4 lc rgb "#707070" dt (2,3)
    set label 11 sprintf(" horizon %.4g s ", HORIZON) at HORIZON, graph 0.06 left tc rgb "#505050"
    if (HORIZON > 0.6 * DURATION) { set label 11 right }
}
set label 12 sprintf("horizon level %.2g m", LEVEL) at graph 0.99, first LEVEL right offset 0,0.6 tc rgb "#505050"
# what is exactly 0, or of nobody, is not drawn
drawn(x) = x > LOWEST ? x : NaN
if (SOFT) {
    plot PARTS skip 1 every ::FROM::UPTO using 1:(drawn($5)) with lines ls 1 title "difference", \
         PARTS skip 1 every ::FROM::UPTO using 1:(drawn($10)) with lines ls 3 title "contact lag", \
         PARTS skip 1 every ::FROM::UPTO using 1:(drawn($11)) with lines ls 4 title "turn of contacts", \
         PARTS skip 1 every ::FROM::UPTO using 1:(drawn($13)) with lines ls 5 title "rest of the model", \
         PARTS skip 1 every ::FROM::UPTO using 1:(drawn($7)) with lines ls 2 title "method", \
         PARTS skip 1 every ::FROM::UPTO using 1:(drawn($4)) with lines ls 8 title "control: 1 ulp"
} else {
    plot PARTS skip 1 every ::FROM::UPTO using 1:(drawn($5)) with lines ls 1 title "difference", \
         PARTS skip 1 every ::FROM::UPTO using 1:(drawn($4)) with lines ls 8 title "control: 1 ulp"
}
unset logscale
unset arrow
unset label 11
unset label 12
unset label 1
unset label 2
unset label 3
unset label 4

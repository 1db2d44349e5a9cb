# SPDX-License-Identifier: GPL-3.0-or-later
# Caption: What the difference of two solvers consists of, over time: the lag of spring contacts behind impulses, the turn of
# their normals, the rest of the model, the error of the method, and the control, which is the reference against itself from one
# unit in the last place away. Once the control is at the level too, the difference is chaos.
#
# Columns of parts.tsv, of the rows FROM to UPTO.
KEYROWS = SOFT ? rows(6, 17) : rows(2, 14); T = headroom(KEYROWS)
load PLOTS . "/panel.gp"
PARTS = DIR . "/parts.tsv"
set xrange [0:DURATION]
set logscale y
set format y POWER
set yrange [LOWEST:10]
set ytics LOWEST, 100
set ylabel along(sprintf("rms distance of %s from %s (m)", said(LANE), said(REFERENCE)), "rms distance (m)") noenhanced
set arrow 1 from graph 0, first LEVEL to graph 1, first LEVEL nohead lw 1.4 lc rgb "#707070" dt (6,3)
if (HORIZON > 0) {
    set arrow 2 from HORIZON, graph 0 to HORIZON, graph 1 nohead lw 1.4 lc rgb "#707070" dt (2,3)
    set label 11 sprintf(CHAOS > 0 ? " horizon %.4g s " : " apart from %.4g s on ", HORIZON) at HORIZON, graph 0.06 left tc rgb "#505050"
    if (HORIZON > 0.6 * DURATION) { set label 11 right }
}
set label 12 sprintf(CHAOS > 0 ? "horizon level %.2g m" : "apart: %.2g m", LEVEL) at graph 0.99, first LEVEL right offset 0,0.6 tc rgb "#505050"
# what is exactly 0, or of nobody, is not drawn
drawn(x) = x > LOWEST ? x : NaN
if (SOFT) {
    plot PARTS every ::FROM::UPTO using "t_s":(drawn(column("raw_m"))) with lines ls 1 title "difference", \
         PARTS every ::FROM::UPTO using "t_s":(drawn(column("lag_m"))) with lines ls 3 title "contact lag", \
         PARTS every ::FROM::UPTO using "t_s":(drawn(column("turn_m"))) with lines ls 4 title "turn of contacts", \
         PARTS every ::FROM::UPTO using "t_s":(drawn(column("rest_m"))) with lines ls 5 title "rest of the model", \
         PARTS every ::FROM::UPTO using "t_s":(drawn(column("method_m"))) with lines ls 2 title "method", \
         PARTS every ::FROM::UPTO using "t_s":(drawn(column("control_m"))) with lines ls 8 title "control: 1 ulp"
} else {
    plot PARTS every ::FROM::UPTO using "t_s":(drawn(column("raw_m"))) with lines ls 1 title "difference", \
         PARTS every ::FROM::UPTO using "t_s":(drawn(column("control_m"))) with lines ls 8 title "control: 1 ulp"
}

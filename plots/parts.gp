# SPDX-License-Identifier: GPL-3.0-or-later
# Caption: The contributions to the difference of two solvers over time: the contact delay of springs, the rotation of their
# contact normals, a different restitution, the rest of the modelling error and the discretization error. The perturbed copy is
# the reference with its initial state changed by one unit in the last place; once it reaches the level too (shaded), the
# difference is chaotic.
#
# Draws columns of parts.tsv, rows FROM to UPTO.
KEYROWS = SOFT ? rows(7, 17) : rows(2, 14); T = headroom(KEYROWS)
load PLOTS . "/panel.gp"
PARTS = DIR . "/parts.tsv"
END = CHAOS > 0 ? min2(DURATION, 1.6 * CHAOS) : DURATION
set xrange [0:END]
Y_HIGH = 10
load PLOTS . "/rounding.gp"
set ylabel along(sprintf("rms distance of %s from %s (m)", said(LANE), said(REFERENCE)), "rms distance (m)") noenhanced
set arrow 1 from graph 0, first LEVEL to graph 1, first LEVEL nohead lw 1.4 lc rgb BESIDE dt (6,3)
set label 12 sprintf("level %.2g m", LEVEL) at graph 0.015, first LEVEL left offset 0,0.55 tc rgb "#505050"
if (HORIZON > 0 && HORIZON < END) {
    set arrow 2 from HORIZON, graph 0 to HORIZON, graph 1 nohead lw 1.4 lc rgb BESIDE dt (2,3)
    if (!(CHAOS > 0 && CHAOS < HORIZON + 0.08 * END)) { set label 11 sprintf("%.3g s", HORIZON) at HORIZON, graph 0.06 left offset 0.5,0.8 tc rgb "#505050" }
}
if (CHAOS > 0 && CHAOS < END) {
    set object 21 rectangle from CHAOS, graph 0 to END, graph 1 behind fs solid 1.0 noborder fc rgb "#f3e9da"
    set label 15 sprintf("%.3g s: chaos", CHAOS) at CHAOS, graph 0.06 left offset 0.5,0.8 tc rgb "#505050"
}
CURVE = "PARTS every ::FROM::UPTO using 't_s':(drawn(column('%s'))) with lines ls %d title '%s'"
CURVES = "PARTS every ::FROM::UPTO using 't_s':(drawn(column('control_m'))) with lines lc rgb BESIDE lw 2.4 title 'perturbed copy', " . sprintf(CURVE, "raw_m", 1, "difference")
if (SOFT) {
    CURVES = CURVES . ", " . sprintf(CURVE, "lag_m", 3, "contact delay") . ", " . sprintf(CURVE, "turn_m", 4, "rotation of normal") . \
             ", " . sprintf(CURVE, "restitution_m", 6, "restitution") . \
             ", " . sprintf(CURVE, "rest_m", 5, "rest of modelling error") . ", " . sprintf(CURVE, "method_m", 2, "discretization")
}
eval "plot " . CURVES

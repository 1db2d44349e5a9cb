# SPDX-License-Identifier: GPL-3.0-or-later
# Caption: The contributions to the difference of two solvers over time: the contact delay of springs, the rotation of their
# contact normals, a different restitution, the remainder of the modelling error, and the discretization error. The perturbed copy
# belongs to the solver that is chaotic first, with its initial state changed by one unit in the last place; once it reaches the
# level too (shaded), the difference is chaotic.
#
# Draws columns of parts.tsv, rows FROM to UPTO, and of controls.tsv, rows COPYFROM to COPYUPTO.
PARTS = DIR . "/parts.tsv"; COPY = DIR . "/controls.tsv"
table_of(k) = k == 2 ? COPY : PARTS
from(k) = k == 2 ? COPYFROM : FROM; upto(k) = k == 2 ? COPYUPTO : UPTO
ENDS = SOFT ? 8 : 3; array END_X[ENDS]; load PLOTS . "/labels.gp"
array OF_[7] = ["raw_m", "rms_m", "lag_m", "turn_m", "restitution_m", "rest_m", "method_m"]
array SAYS[8] = ["difference", "perturbed copy", "contact delay", "rotation", "restitution", "remainder", "discretization", ""]
array LS[7] = [1, 8, 3, 4, 6, 5, 2]
R = R - labelroom(14); T = headroom(0)
load PLOTS . "/panel.gp"
END = CHAOS > 0 ? min2(DURATION, 1.2 * CHAOS) : DURATION
stats PARTS every ::FROM::UPTO using (column("t_s") <= END ? column("raw_m") : 0) nooutput name "FAR"
Y_HIGH = 10 * decade(max2(max2(FAR_max, LEVEL), 1e-14))
Y_LOW = 0
do for [k=1:ENDS-1] {
    stats table_of(k) every ::from(k)::upto(k) using (column("t_s") <= END && known(OF_[k], 0) > 1e-17 ? column("t_s") : 0) nooutput name "LASTT"
    stats table_of(k) every ::from(k)::upto(k) using (column("t_s") == LASTT_max ? known(OF_[k], 0) : 0) nooutput name "LASTY"
    END_X[k] = LASTT_max; END_Y[k] = LASTY_max > 0 ? LASTY_max : NaN; END_TEXT[k] = SAYS[k]; END_STYLE[k] = LS[k]
}
END_X[ENDS] = END; END_Y[ENDS] = LEVEL; END_TEXT[ENDS] = sprintf("level %.2g %s", LEVEL * units(0, LEVEL), unit(0, LEVEL, "m")); END_STYLE[ENDS] = 8
set xrange [0:END]
load PLOTS . "/rounding.gp"
set ylabel along(sprintf("rms distance of %s from %s (m)", LANE, REFERENCE), "rms distance (m)") noenhanced
set arrow 1 from graph 0, first LEVEL to graph 1, first LEVEL nohead lw 1.4 lc rgb BESIDE dt (6,3) back
if (HORIZON > 0 && HORIZON < END) {
    set arrow 2 from HORIZON, graph 0 to HORIZON, first LEVEL nohead lw 1.4 lc rgb BESIDE dt (2,3) back
    if (!(CHAOS > 0 && CHAOS < HORIZON + wide(4) / (R - L) * END)) { set label 11 sprintf("%.2g s", HORIZON) at HORIZON, graph 0 left offset 0.5,0.7 tc rgb "#505050" }
    if (HORIZON > 0.7 * END) { unset label 20 }
}
if (CHAOS > 0 && CHAOS < END) {
    set object 21 rectangle from CHAOS, graph 0 to END, graph 1 behind fs solid 1.0 noborder fc rgb (ALARM eq "#000000" ? "#f0f0f0" : "#f3e9da")
    if ((END - CHAOS) / END * (R - L) > wide(3)) { set label 15 "chaos" at 0.5 * (CHAOS + END), graph 0 center offset 0,0.7 tc rgb "#505050" }
    unset label 20
}
load PLOTS . "/ends.gp"
undefine END_X
plot for [k=2:ENDS-1] table_of(k) every ::from(k)::upto(k) using "t_s":(drawn(column(OF_[k]))) with lines ls LS[k] dt solid notitle, \
     PARTS every ::FROM::UPTO using "t_s":(drawn(column("raw_m"))) with lines ls 1 notitle

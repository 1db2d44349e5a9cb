# SPDX-License-Identifier: GPL-3.0-or-later
# The largest energy error so far over the number of collisions, after panel.gp, for energy.gp. Broad
# pale lines are theory for one ball: the error of one contact, which accumulates.
ENDS = N; load PLOTS . "/labels.gp"
Y_LOG = 1; Y_LOW = 1e300; Y_HIGH = 0; X_HIGH = 10.0; BELOW_ = ""
do for [i=1:N] {
    MOST = 0; FIRST = 1e300; AT = 0
    stats series(i) using (AT = column("collisions"), MOST = max2(MOST, known("energy_residual_J", 0)), \
        MOST = max2(MOST, -known("energy_residual_J", 0)), \
        AT > 0 && MOST > ENERGY_ROUNDING ? (FIRST = min2(FIRST, MOST)) : 0) nooutput
    X_HIGH = max2(X_HIGH, AT)
    if (MOST > ENERGY_ROUNDING && AT > 0) {
        END_Y[i] = MOST / SCALE; Y_LOW = min2(Y_LOW, FIRST / SCALE); Y_HIGH = max2(Y_HIGH, MOST / SCALE)
    } else { BELOW_ = BELOW_ . (BELOW_ eq "" ? "within rounding: " : ", ") . stem(LABEL[i]) }
}
Y_LOW = decade(max2(Y_LOW, 1e-12 * Y_HIGH)); Y_HIGH = 10 * decade(1.001 * Y_HIGH)
Y_LOW = min2(Y_LOW, 0.01 * Y_HIGH)
set xlabel "number of collisions"
set ylabel is_number(ENERGY_SCALE) ? along("largest |energy error| so far / E(0)", \
    along("largest error so far / E(0)", "error so far / E(0)")) \
    : along("largest energy error so far (J)", "error so far (J)")
LOG_AXIS = "x"; LOG_LOW = 1.0; LOG_HIGH = X_HIGH; load PLOTS . "/logarithmic.gp"
is_drawn(i) = is_number(END_Y[i])
has_theory(i) = BALLS == 1 && is_drawn(i) && ERROR_EACH[i] > 0
THEORIES = int(sum [i=1:N] has_theory(i))
# the names of solvers within rounding in a band at the foot
DRIFT_FOOT = Y_LOW; DRIFT_BAND = BELOW_ eq "" ? 0 : high(1.7) / (T - B)
Y_LOW = DRIFT_FOOT * (Y_HIGH / DRIFT_FOOT) ** (-DRIFT_BAND / (1 - DRIFT_BAND))
if (DRIFT_BAND > 0) {
    set object 20 rectangle from graph 0, graph 0 to graph 1, graph DRIFT_BAND front fc rgb BAND \
        fs solid noborder
    set label 14 BELOW_ . "" at graph 0.01, graph 0.5 * DRIFT_BAND left front noenhanced tc rgb NOTED
}
LOG_AXIS = "y"; LOG_LOW = Y_LOW; LOG_HIGH = Y_HIGH; LOG_FROM = DRIFT_FOOT; load PLOTS . "/logarithmic.gp"
if (THEORIES) { set label 15 "grey: theory" at graph 0.98, graph 0.04 + DRIFT_BAND right tc rgb NOTED }
load PLOTS . "/ends.gp"
Y_LOW = DRIFT_FOOT
drifted(k) = (SOFAR = max2(SOFAR, abs(column("energy_residual_J"))), \
    column("collisions") > 0 ? drawn(SOFAR / SCALE) : NaN)
plot for [i=1:N] for [k=1:has_theory(i)] \
         drawn(ERROR_EACH[i] * x) with lines lw 6 lc rgb TRUTH notitle, \
     for [i=1:N] for [k=1:(is_drawn(i) ? 1 : 0)] SOFAR = 0 series(i) using "collisions":(drifted(0)) \
         with lines ls STYLE[i] notitle

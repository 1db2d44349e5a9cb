# SPDX-License-Identifier: GPL-3.0-or-later
# Draws the curves of a quantity on a log axis, after panel.gp. Q is its name (RESIDUAL,
# UNEXPLAINED, APART), QCOLUMN the column of its blocks. The axis ends at a thousandth of the
# smallest curve; the grey band at its foot names the solvers below it. QBESIDE and QBESIDETEXT
# (optional): a value for comparison and its label.
set xrange [0:DURATION]
QLOW = value(Q . "LOW"); QHIGH = value(Q . "HIGH"); QBELOW = value(Q . "BELOW")
QBAND = QBELOW eq "" ? 0 : high(1.7) / (T - B)
Y_LOW = QLOW * (QHIGH / QLOW) ** (-QBAND / (1 - QBAND)); Y_HIGH = QHIGH; Y_LOG = 1
if (QBAND > 0) {
    set object 20 rectangle from graph 0, graph 0 to graph 1, \
        graph QBAND behind fc rgb BAND fs solid noborder
    QLETTERS = int((R - L) / wide(0.5)) - 2
    set label 20 "" . (strlen(QBELOW) > QLETTERS ? QBELOW[1:QLETTERS-4] . " ..." : QBELOW) at graph \
        0.01, graph 0.5 * QBAND left front noenhanced tc rgb NOTED
}
LOG_AXIS = "y"; LOG_LOW = Y_LOW; LOG_HIGH = Y_HIGH; LOG_FROM = QLOW
load PLOTS . "/logarithmic.gp"
CURVES = 'NaN lc rgb "#000000" notitle'
ENDS = N + 1; load PLOTS . "/labels.gp"
do for [i=1:N] {
    s = ORDER[i]
    eval sprintf("QDRAWN = %sS[%d]; END_Y[%d] = %sEND[%d] > 0 ? %sEND[%d] : NaN", Q, s, s, Q, s, \
        Q, s)
    if (QDRAWN) { CURVES = CURVES . sprintf(", $%s%d using 't_s':'%s' with lines ls %d notitle", \
        Q, s, QCOLUMN, STYLE[s]) }
}
if (exists("QBESIDE")) { END_Y[ENDS] = QBESIDE; END_TEXT[ENDS] = QBESIDETEXT }
load PLOTS . "/ends.gp"
eval "plot " . CURVES

# SPDX-License-Identifier: GPL-3.0-or-later
# Applies the ranges and commands of a user's style (style.gp describes them) to the present axes:
# before their curves, and in ends.gp before the labels are placed.
if (exists("OWN_XLOW")) { set xrange [OWN_XLOW:]; set xtics auto }
if (exists("OWN_XHIGH")) { set xrange [:OWN_XHIGH]; set xtics auto }
if (STACKED == 1 || exists("MULTIPLE_ROWS")) {
    if (exists("OWN_YLOW")) { Y_LOW = OWN_YLOW; set yrange [OWN_YLOW:]; set ytics auto }
    if (exists("OWN_YHIGH")) { Y_HIGH = OWN_YHIGH; set yrange [:OWN_YHIGH]; set ytics auto }
    if (exists("OWN_YLOG")) {
        Y_LOG = OWN_YLOG; set ytics auto
        if (Y_LOG) { set logscale y } else { unset logscale y; set format y "%g" }
    }
}
if (exists("BEFORE_PLOT")) { eval BEFORE_PLOT }

# SPDX-License-Identifier: GPL-3.0-or-later
# Sets a logarithmic y axis of distances from a decade below ROUNDING (m) to Y_HIGH, with rounding
# as a grey band.
Y_LOG = 1
Y_LOW = ROUNDING > 0 ? 0.1 * decade(ROUNDING) : LOWEST
LOG_AXIS = "y"; LOG_LOW = Y_LOW; LOG_HIGH = Y_HIGH
load PLOTS . "/logarithmic.gp"
if (ROUNDING > 0) {
    set object 20 rectangle from graph 0, graph 0 to graph 1, \
        first ROUNDING behind fs solid 1.0 noborder fc rgb BAND
    set label 20 "rounding" at graph 0.99, first Y_LOW right offset 0,0.55 tc rgb FAINT
}

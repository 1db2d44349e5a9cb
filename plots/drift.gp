# SPDX-License-Identifier: GPL-3.0-or-later
# Figure of: run
# Caption: The largest energy error so far, relative to the initial energy (in J with gravity), over
# the number of collisions. Thin lines are theory. The error inside a contact accumulates (slope 1, except for
# symplectic integrators). The error of contact onset and separation between two steps, at most
# theta^2/2, accumulates as a random walk (slope 1/2) if the sub-step offsets are random.
R = R - labelroom(longest(N)); if (SHOWKEY) { T = headroom(0) }
load PLOTS . "/panel.gp"
Y_LOW = 10 ** floor(log10(DRIFTHIGH > 0 ? max2(DRIFTLOW, 1e-12 * DRIFTHIGH) : 1e-12)); Y_HIGH = 10 ** ceil(log10(max2(DRIFTHIGH, 10 * Y_LOW))); Y_LOG = 1
set logscale xy
set format xy POWER
set xrange [1:DRIFTN]
set yrange [Y_LOW:Y_HIGH]
set xtics 1, 10
set ytics Y_LOW, log_step(Y_LOW, Y_HIGH)
set xlabel "number of collisions"
set ylabel ENONE ? "energy error (J)" \
    : along(tx("|energy error| / E(0)", "$|$energy error$|$ / E(0)"), "error / E(0)")
ENDS = N; load PLOTS . "/labels.gp"
CURVES = 'NaN lc rgb "#000000" notitle'
WALK = 0.0; NOTES = ""
do for [i=1:N] {
    s = ORDER[i]
    END_Y[s] = DRIFTS[s] > 0 ? DRIFTEND[s] : NaN
    WALK = max2(WALK, DRIFTWALK[s])
    if (DRIFTS[s] > 0) {
        if (DRIFTEACH[s] > 0) {
            CURVES = CURVES . sprintf(", x * %.17g with lines lc rgb '%s' lw 1.2 dt (2,4) notitle", \
                DRIFTEACH[s], colour(STYLE[s]))
            NOTES = "dotted: n times the error of one contact"
        }
        CURVES = CURVES . sprintf(", $DRIFT%d using 'n':'part' with lines ls %d notitle", s, STYLE[s])
    }
}
if (WALK > 0) {
    CURVES = CURVES . sprintf(", sqrt(x) * %.17g with lines ls 8 lw 1.4 notitle", WALK)
    NOTES = NOTES . (NOTES eq "" ? "" : "\n") . tx("grey: √n θ^2/2", "grey: $\\sqrt n\\,\\theta^2/2$")
}
# above the curves, which rise from the lower left; the caption has the notes too
NOTES = (R - L) < wide(22) ? "" : NOTES
NOTES = (DRIFTBELOW eq "" ? "" : said("rounding: " . DRIFTBELOW) . "\n") . NOTES
set label 14 NOTES at graph 0.02, graph 1 left offset 0,-0.8 tc rgb NOTED
load PLOTS . "/ends.gp"
load PLOTS . "/own.gp"
eval "plot " . CURVES

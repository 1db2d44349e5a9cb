# SPDX-License-Identifier: GPL-3.0-or-later
# Figure of: run
# Caption: Above: the mechanical energy of the balls and their contacts. Below: what the ledger does not explain of it, after
# all that restitution, dashpots, friction and gravity are known to have taken, as a part of the energy at the start.
R = R - labelroom(longest(N)); if (SHOWKEY) { T = headroom(0) }
T0 = T; B0 = B
B = B0 + 0.50 * (T0 - B0)
load PLOTS . "/panel.gp"
set xrange [0:DURATION]
set ylabel "energy (J)"
unset xlabel
set format x ""
# what varies fills the axis, what does not is not blown up to its rounding
EMIN = ENONE ? 0 : E0; EMAX = EMIN
do for [i=1:N] {
    stats series(i) using @MECHANICAL nooutput
    EMIN = STATS_min < EMIN ? STATS_min : EMIN
    EMAX = STATS_max > EMAX ? STATS_max : EMAX
}
EPAD = 0.08 * (EMAX - EMIN) > 0.02 * EMAX ? 0.08 * (EMAX - EMIN) : 0.02 * (ENONE ? EMAX : E0)
EPAD = EPAD > 0 ? EPAD : 1.0 # (a whole number would be divided as one)
set yrange [EMIN-EPAD:EMAX+EPAD]
set ytics even_step(EMIN - EPAD, EMAX + EPAD)
ENDS = N; array END_Y[N]; array END_TEXT[N]; array END_STYLE[N]
do for [i=1:N] {
    stats series(i) every ::LAST[i]::LAST[i] using @MECHANICAL nooutput
    END_Y[i] = STATS_max; END_TEXT[i] = LABEL[i]; END_STYLE[i] = STYLE[i]
}
Y_LOW = EMIN - EPAD; Y_HIGH = EMAX + EPAD; Y_LOG = 0
load PLOTS . "/ends.gp"
# an impulse is a step at its own time
plot for [i=1:N] sprintf("$ENERGY%d", ORDER[i]) using "t_s":"energy_J" with lines ls STYLE[ORDER[i]] notitle
load PLOTS . "/clear.gp"
T = B - 0.07 * (T0 - B0); B = B0; HEAD = ""; SHOWN = SHOWKEY; SHOWKEY = 0
load PLOTS . "/panel.gp"
set xrange [0:DURATION]
set logscale y
set format y POWER
RMAX = 1e-13 # so that there are two tics at least
CURVES = 'NaN lc rgb "#000000" notitle'; ZEROS = ""
do for [i=1:N] {
    s = ORDER[i]
    stats series(s) using (abs(column("energy_residual_J")) / E0) nooutput
    RMAX = max2(RMAX, 3 * STATS_max)
    if (STATS_max > LOWEST) {
        CURVES = CURVES . sprintf(", series(%d) using 't_s':(shown(column('energy_residual_J') / E0)) with lines ls %d notitle", s, STYLE[s])
    } else {
        ZEROS = ZEROS . (ZEROS eq "" ? "" : ", ") . said(LABEL[s])
    }
}
set yrange [LOWEST:RMAX]
set ytics LOWEST, log_step(LOWEST, RMAX)
set ylabel (T - B < high(7.5) ? (ENONE ? "residual (J)" : "residual") : ENONE ? tx("|ledger residual| (J)", "$|$ledger residual$|$ (J)") \
           : tx("|ledger residual| / E(0)", "$|$ledger residual$| / E(0)$"))
if (ZEROS ne "") { set label 13 "exactly 0: " . ZEROS at graph 0.01, graph 0.11 left noenhanced tc rgb "#505050" }
eval "plot " . CURVES
T = T0; B = B0; SHOWKEY = SHOWN

# SPDX-License-Identifier: GPL-3.0-or-later
# Figure of: run
# Caption: The momentum that walls, posts and gravity do not explain, as a part of the sum of all |m v| at the start (of a
# system at rest, which has none: by itself).
R = R - labelroom(longest(N)); if (SHOWKEY) { T = headroom(0) }
load PLOTS . "/panel.gp"
set xrange [0:DURATION]
set logscale y
set format y POWER
PMAX = 1e-11
CURVES = 'NaN lc rgb "#000000" notitle'; ZEROS = ""
ENDS = N; array END_Y[N]; array END_TEXT[N]; array END_STYLE[N]
do for [i=1:N] {
    s = ORDER[i]; END_Y[i] = NaN; END_TEXT[i] = LABEL[s]; END_STYLE[i] = STYLE[s]
    stats series(s) using (abs(column("momentum_residual_kgmps")) / P0) nooutput
    if (STATS_max > PMAX) {
        PMAX = 10 * STATS_max
    }
    if (STATS_max > LOWEST) {
        CURVES = CURVES . sprintf(", series(%d) using 't_s':(shown(column('momentum_residual_kgmps') / P0)) with lines ls %d notitle", s, STYLE[s])
        stats series(s) every ::LAST[s]::LAST[s] using (abs(column("momentum_residual_kgmps")) / P0) nooutput
        END_Y[i] = max2(LOWEST, STATS_max)
    } else {
        ZEROS = ZEROS . (ZEROS eq "" ? "" : ", ") . said(LABEL[s])
    }
}
set yrange [LOWEST:PMAX]
Y_LOW = LOWEST; Y_HIGH = PMAX; Y_LOG = 1
load PLOTS . "/ends.gp"
set ytics LOWEST, log_step(LOWEST, PMAX)
set ylabel ATREST ? along(tx("|unexplained momentum| (kg m/s)", "$|$unexplained momentum$|$ (kg m/s)"), "residual (kg m/s)") \
                  : along(tx("|unexplained momentum| / Σ|m v|", "$|$unexplained momentum$| / \\Sigma|mv|$"), "residual")
if (ZEROS ne "") { set label 13 "exactly 0: " . ZEROS at graph 0.01, graph 0.04 left noenhanced tc rgb "#505050" }
eval "plot " . CURVES

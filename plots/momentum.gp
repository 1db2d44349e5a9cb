# SPDX-License-Identifier: GPL-3.0-or-later
# Figure of: run
# Caption: The momentum that walls, posts and gravity do not explain, as a part of the sum of all |m v| at the start (of a
# system at rest, which has none: by itself).
load PLOTS . "/panel.gp"
set xrange [0:DURATION]
set logscale y
set format y POWER
PMAX = 1e-11
CURVES = 'NaN lc rgb "#000000" notitle'; ZEROS = ""
do for [i=1:N] {
    s = ORDER[i]
    stats series(s) using (abs(column("momentum_residual_kgmps")) / P0) nooutput
    if (STATS_max > PMAX) {
        PMAX = 10 * STATS_max
    }
    if (STATS_max > LOWEST) {
        CURVES = CURVES . sprintf(", series(%d) using 't_s':(shown(column('momentum_residual_kgmps') / P0)) with lines ls %d title (SHOWKEY ? said(NAME[%d]) : '')", s, STYLE[s], s)
    } else {
        ZEROS = ZEROS . (ZEROS eq "" ? "" : ", ") . said(NAME[s])
    }
}
set yrange [LOWEST:PMAX]
set ytics LOWEST, 100
set ylabel ATREST ? along(tx("|unexplained momentum| (kg m/s)", "$|$unexplained momentum$|$ (kg m/s)"), "residual (kg m/s)") \
                  : along(tx("|unexplained momentum| / Σ|m v|", "$|$unexplained momentum$| / \\Sigma|mv|$"), "residual")
if (ZEROS ne "") { set label 13 "exactly 0: " . ZEROS at graph 0.01, graph 0.04 left noenhanced tc rgb "#505050" }
eval "plot " . CURVES

# SPDX-License-Identifier: GPL-3.0-or-later
# Caption: The momentum that walls, posts and gravity do not explain, as a part of the sum of all |m v| at the start (of a
# system at rest, which has none: by itself).
load PLOTS . "/panel.gp"
set xrange [0:DURATION]
set logscale y
set format y POWER
PMAX = 1e-11
do for [i=1:N] {
    stats series(i) skip 1 using (abs($9) / P0) nooutput
    if (STATS_max > PMAX) {
        PMAX = 10 * STATS_max
    }
}
set yrange [LOWEST:PMAX]
set ytics LOWEST, 100
set ylabel ATREST ? along(tx("|unexplained momentum| (kg m/s)", "$|$unexplained momentum$|$ (kg m/s)"), "residual (kg m/s)") \
                  : along(tx("|unexplained momentum| / Σ|m v|", "$|$unexplained momentum$| / \\Sigma|mv|$"), "residual")
plot for [i=1:N] series(ORDER[i]) skip 1 using 1:(floored($9 / P0, LOWEST)) with lines ls STYLE[ORDER[i]] title (SHOWKEY ? said(NAME[ORDER[i]]) : "")

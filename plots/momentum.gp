# SPDX-License-Identifier: GPL-3.0-or-later
# Momentum that walls and gravity do not explain.
load PLOTS . "/panel.gp"
set xrange [0:DURATION]
set logscale y
set format y "10^{%L}"
PMAX = 1e-11
do for [i=1:N] {
    stats series(i) skip 1 using (abs($9) / P0) nooutput
    if (STATS_max > PMAX) {
        PMAX = 10 * STATS_max
    }
}
set yrange [LOWEST:PMAX]
set ytics LOWEST, 100
set ylabel "|unexplained momentum| / Σ|m v|"
plot for [i=1:N] series(ORDER[i]) skip 1 using 1:(floored($9 / P0, LOWEST)) with lines ls STYLE[ORDER[i]] title (SHOWKEY ? NAME[ORDER[i]] : "")
unset label 1
unset label 2
unset label 3
unset label 4
unset label 10

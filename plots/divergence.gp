# SPDX-License-Identifier: GPL-3.0-or-later
# Figure of: run
# Caption: The root mean square distance of the balls from the reference over time. Marked: the lag v T of the longest spring
# contact, which no step makes smaller, and the first collision that is not the same in all runs.
#
# Of the solvers' mismatches the earliest, of the lags the longest; each solver's own are in the table.
R = R - labelroom(longest(N)); if (SHOWKEY) { T = headroom(0) }
load PLOTS . "/panel.gp"
set xrange [0:DURATION]
set ylabel along(said(sprintf("rms distance from %s (m)", LABEL[REF])), "rms distance (m)") noenhanced
if (MISMATCH > 0) {
    set arrow 1 from MISMATCH, graph 0 to MISMATCH, graph 1 nohead lw 1.4 lc rgb "#707070" dt (2,3)
    set label 11 sprintf(" first mismatch %.4g s ", MISMATCH) at MISMATCH, graph 0.40 left front tc rgb "#505050"
}
if (MISMATCH > 0.6 * DURATION) {
    set label 11 right
}
if (LAG > 0) {
    set arrow 2 from graph 0, first LAG to graph 1, first LAG nohead lw 1.4 lc rgb "#707070" dt (6,3)
    set label 12 sprintf("contact lag v T = %.3g m", LAG) at graph 0.97, first LAG right offset 0,-2.2 front tc rgb "#505050"
}
if (COMPARED) {
    # every sample has one row per solver, in the order of NAME; the reference's own rows are 0
    CURVES = 'NaN lc rgb "#000000" notitle'; ZEROS = ""
    ENDS = N-1; array END_Y[N]; array END_TEXT[N]; array END_STYLE[N]
    set autoscale y # stats passes over what is outside the range, and fails where that is everything
    do for [i=1:N-1] {
        s = OTHER[i]
        stats DIR . "/divergence.tsv" every N::(s-1) using "rms_m" nooutput
        if (STATS_max > LOWEST) {
            CURVES = CURVES . sprintf(", DIR . '/divergence.tsv' every N::%d using 't_s':(shown(column('rms_m'))) with lines ls %d notitle", s - 1, STYLE[s])
            stats DIR . "/divergence.tsv" every ::(N*LAST[s]+s-1)::(N*LAST[s]+s-1) using "rms_m" nooutput
            END_Y[i] = STATS_max; END_TEXT[i] = LABEL[s]; END_STYLE[i] = STYLE[s]
        } else {
            END_Y[i] = NaN
            ZEROS = ZEROS . (ZEROS eq "" ? "" : ", ") . said(LABEL[s])
        }
    }
    set logscale y
    set format y POWER
    set yrange [LOWEST:10]
    Y_LOW = LOWEST; Y_HIGH = 10; Y_LOG = 1
    load PLOTS . "/ends.gp"
    set ytics LOWEST, log_step(LOWEST, 10)
    if (ZEROS ne "") { set label 13 "exactly 0: " . ZEROS at graph 0.01, graph 0.04 left noenhanced tc rgb "#505050" }
    eval "plot " . CURVES
} else {
    unset arrow
    set label 11 "nothing was compared in this run" at graph 0.5, graph 0.5 center tc rgb "#808080"
    unset label 12
    set yrange [0:1]
    plot NaN notitle
}

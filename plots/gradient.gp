# SPDX-License-Identifier: GPL-3.0-or-later
# Caption: Change of the outcome with a key of the scenario, for each solver from its own outcome. Dots are runs; the broad grey line
# has the exact slope, the thin line the slope of the solver at its value, the limit of differences.
MULTIPLES = N; MULTIPLE_X = plain(XNAME); MULTIPLE_Y = plain(QUANTITYNAME)
RUNS = DIR . "/gradient-runs.tsv"
HALF = 0.5 * WIDTH * XTIMES
PAD = HIGH > LOW ? 0.06 * (HIGH - LOW) : 1
do for [MULTIPLE=1:MULTIPLES] {
    load PLOTS . "/multiples.gp"
    i = MULTIPLE
    set xrange [-1.05*HALF:1.05*HALF]; set yrange [YTIMES*(LOW-PAD):YTIMES*(HIGH+PAD)]
    set xtics across_step(-1.05*HALF, 1.05*HALF); set ytics even_step(YTIMES*(LOW-PAD), YTIMES*(HIGH+PAD))
    set label 18 SLOPE[i] == SLOPE[i] ? "slope " . (abs(SLOPE[i]) >= 100 && abs(SLOPE[i]) < 1e5 ? minus(sprintf("%.0f", SLOPE[i])) : num(abs(SLOPE[i]) < 1e-9 ? 0 : SLOPE[i])) : "no slope here" \
        at graph (SLOPE[i] * EXPECTED[i] < 0 && abs(SLOPE[i]) < 3 * abs(EXPECTED[i]) ? 0.8 : 0.97), graph (EXPECTED[i] < 0 ? 0.92 : 0.08) right tc rgb NOTED
    # a steep line is short, for it to have points inside the panel
    STEEP = HALF; if (SLOPE[i] == SLOPE[i]) { STEEP = min2(HALF, XTIMES * (HIGH - LOW + PAD) / max2(abs(SLOPE[i]), 1e-30)) }
    load PLOTS . "/own.gp"
    plot sample [-HALF:HALF] YTIMES*EXPECTED[i]*x/XTIMES with lines lc rgb TRUTH lw 6 dt solid notitle, \
        RUNS every ::FROM[i]::(FROM[i]+POINTS-1) using (XTIMES*(column("value")-X0)):(YTIMES*(column("outcome")-Y0[i])) with points pt 7 ps 0.45*DOT lc rgb colour(STYLE[i]) notitle, \
        [-STEEP:STEEP] YTIMES*SLOPE[i]*x/XTIMES with lines lc rgb colour(STYLE[i]) lw 1.6 dt solid notitle
}
undefine MULTIPLE_*

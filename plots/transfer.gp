# SPDX-License-Identifier: GPL-3.0-or-later
# Caption: Distance of the impulse solver from the springs, with a constant coefficient of restitution and with the one measured
# from the springs over the approach speed. The rest is contact delay and rotation of the normals.
R = R - labelroom(11); T = headroom(0)
load PLOTS . "/panel.gp"
TABLE = DIR . "/transfer.tsv"
set ylabel along(sprintf("rms distance from %s (m)", said(LANE)), "rms distance (m)") noenhanced
stats TABLE using (max2(column("constant_m"), column("table_m"))) nooutput name "MOST"
stats TABLE using (column("table_m") > 1e-12 ? column("table_m") : 1e9) nooutput name "LEAST"
Y_LOG = 1; Y_LOW = 0.5 * min2(LEAST_min, 0.1 * MOST_max); Y_HIGH = 3 * max2(MOST_max, 1e-12)
ENDS = 2; load PLOTS . "/labels.gp"; END_TEXT[1] = "constant e"; END_STYLE[1] = 1; END_TEXT[2] = "e(v)"; END_STYLE[2] = 3
stats TABLE every ::(MOST_records-1)::(MOST_records-1) using "constant_m" nooutput name "AT"
END_Y[1] = AT_max
stats TABLE every ::(MOST_records-1)::(MOST_records-1) using "table_m" nooutput name "AT"
END_Y[2] = AT_max
# after stats, which skips values outside the range
set xrange [0:DURATION]
set logscale y
set format y POWER
set yrange [Y_LOW:Y_HIGH]
set ytics decade(Y_LOW), log_step(Y_LOW, Y_HIGH)
if (MOMENT_S > 0) {
    set arrow 2 from MOMENT_S, graph 0 to MOMENT_S, graph 1 nohead lw 1.4 lc rgb BESIDE dt (2,3) back
    if (MOMENT_S > 0.5 * DURATION) { set label 12 SPOTNAME at MOMENT_S, graph 0 right offset -0.6,0.8 noenhanced tc rgb "#505050" }
    else { set label 12 SPOTNAME at MOMENT_S, graph 0 left offset 0.6,0.8 noenhanced tc rgb "#505050" }
}
load PLOTS . "/ends.gp"
load PLOTS . "/own.gp"
plot TABLE using "t_s":(drawn(column("constant_m"))) with lines ls 1 notitle, TABLE using "t_s":(drawn(column("table_m"))) with lines ls 3 notitle

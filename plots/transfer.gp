# SPDX-License-Identifier: GPL-3.0-or-later
# Caption: How far the impulse solver is from the springs, with a constant restitution and with the one measured from the
# springs over the approach speed.
KEYROWS = rows(2, 12); T = headroom(KEYROWS)
load PLOTS . "/panel.gp"
set xrange [0:DURATION]
set logscale y
set format y POWER
set ylabel along(sprintf("rms distance from %s (m)", said(LANE)), "rms distance (m)") noenhanced
drawn(x) = x > 1e-12 ? x : NaN
plot DIR . "/transfer.tsv" using "t_s":(drawn(column("constant_m"))) with lines ls 1 title "constant e", \
     DIR . "/transfer.tsv" using "t_s":(drawn(column("table_m"))) with lines ls 3 title "table e(v)"

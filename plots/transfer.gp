# SPDX-License-Identifier: GPL-3.0-or-later
# Distance of the impulse solver from the springs, with a constant restitution and with the measured one.
load PLOTS . "/panel.gp"
set xrange [0:DURATION]
set logscale y
set format y "10^{%L}"
set ylabel sprintf("rms distance from %s (m)", LANE) noenhanced
set key at screen 0.55, screen 1 - 3.1 * FS * 1.333 / H center horizontal maxrows 1
drawn(x) = x > 1e-12 ? x : NaN
plot DIR . "/transfer.tsv" skip 1 using 1:(drawn($2)) with lines ls 1 title "constant e", \
     DIR . "/transfer.tsv" skip 1 using 1:(drawn($3)) with lines ls 3 title "table e(v)"
unset logscale
unset arrow
unset label 11
unset label 1
unset label 2
unset label 3
unset label 4

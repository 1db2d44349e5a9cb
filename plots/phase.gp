# SPDX-License-Identifier: GPL-3.0-or-later
# Caption: One contact in the plane of its state: across, the speed of parting over the approach speed, from -1 at the touch; up, the
# overlap times sqrt(k/mu) over the approach speed. The exact contact of an undamped spring is half a circle (grey line); marks are
# the steps of each method. Where a contact comes down to its end again it has the speed e: its restitution.
T = headroom(0)
load PLOTS . "/panel.gp"
load PLOTS . "/inside.gp"
stats STEPS using (-column("rate_rel")):"overlap_rel" nooutput name "FAR"
stats EXACT using (-column("rate_rel")):"overlap_rel" nooutput name "TRUE"
X0 = -1.15; X1 = max2(FAR_max_x, TRUE_max_x) + 0.3
Y0 = -0.22; Y1 = max2(FAR_max_y, TRUE_max_y) + 0.1
TABLE = 0
load PLOTS . "/scale.gp"
set xlabel "speed of parting / approach speed" offset 0,0.3
set ylabel tx("overlap √(k/μ) / approach speed", "overlap $\\sqrt{k/\\mu}$ / approach speed")
set xtics 0.5; set ytics 0.5
set arrow 3 from X0, 0 to X1, 0 nohead lw 1.0 lc rgb "#707070" back
set label 14 "touch" at -1, 0 center offset 0,-0.9 tc rgb "#505050"
if (ALIKE) { set label 15 "exact" at -0.75, 0.66 left offset 0.6,-0.6 tc rgb "#808080" }
# e below the exit, where there is room; else with the names
FREE = -9
do for [i=1:N] {
    set label 20+i said(NAME[i]) at 0, 0.6 center offset 0,-1.4*(i-1) noenhanced tc rgb colour(STYLE[i])
    if (abs(E[i] - FREE) > 0.3) {
        set label 40+i sprintf("e = %.4g", E[i]) at E[i], 0 center offset 0,-0.9 tc rgb colour(STYLE[i]); FREE = E[i]
    } else {
        set label 20+i sprintf("%s: e = %.4g", said(NAME[i]), E[i])
    }
}
plot for [i=1:N] EXACT using (of(i) ? -column("rate_rel") : NaN):"overlap_rel" with lines @EXACTLY notitle, \
     for [i=1:N] STEPS using (is(i) ? -column("rate_rel") : NaN):"overlap_rel" with linespoints @STEPPED notitle

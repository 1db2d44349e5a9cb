# SPDX-License-Identifier: GPL-3.0-or-later
# Caption: Friction against the slip over the slip distance in one contact. Steep thin parts stick: only the tangential spring
# yields. Broad parts slide at Coulomb's limit. The area is the energy that friction takes from the motion along t.
load PLOTS . "/inside.gp"
RUB = DIR . "/contact-rub-steps.tsv"
own(i) = is(i) && column("converged") == 0
MOST = 0; do for [i=1:N] { MOST = max2(MOST, abs(LOSS_T[i])) }
MILLI = units(0, MOST)
T = headroom(0)
load PLOTS . "/panel.gp"
# positive in the direction of the initial slip
stats RUB every ::0::0 using "slip_mps" nooutput name "FIRST"
SIGN = FIRST_min < 0 ? -1 : 1
way(x) = SIGN * column("way_m"); force(x) = SIGN * column("force_t_N")
stats RUB using (column("converged") == 0 ? way(0) : NaN):(force(0)) nooutput name "FAR"
HARD = max2(abs(FAR_min_y), abs(FAR_max_y)); PART = units(0, HARD); NEWTON = unit(0, HARD, "N")
DEEP = max2(abs(FAR_min_x), abs(FAR_max_x))
UNIT = units(0, DEEP); S = unit(0, DEEP, "m")
set xlabel sprintf("slip distance (%s)", S)
set ylabel along("friction against the slip (" . NEWTON . ")", "friction (" . NEWTON . ")")
set xrange [min2(0, 1.04*FAR_min_x)*UNIT:max2(0, 1.04*FAR_max_x)*UNIT]
Y_LOW = 1.08*PART*min2(0, FAR_min_y); Y_HIGH = 1.08*PART*max2(0, FAR_max_y)
set yrange [Y_LOW:Y_HIGH]
set arrow 3 from graph 0, first 0 to graph 1, first 0 nohead lw 1.0 lc rgb "#707070" back
# names in the free corner: left of a peak that is far right, else right of it
FARTHEST = FAR_pos_max_y > 0.5 * FAR_max_x
array SAYS[N+1]; SAYS[N+1] = "thin: sticks; broad: slides"
do for [i=1:N] { SAYS[i] = sprintf("%s: %.2g %s", stem(LABEL[i]), abs(LOSS_T[i]) < 1e-4*MOST ? 0 : LOSS_T[i]*MILLI, unit(0, MOST, "J")) }
do for [i=1:N+1] {
    if (FARTHEST) { set label 20+i SAYS[i] at graph 0.03, graph 1 - high(1.2*i)/(T-B) left noenhanced tc rgb (i > N ? "#606060" : colour(STYLE[i])) }
    else { set label 20+i SAYS[i] at graph 0.98, graph 1 - high(1.2*i)/(T-B) right noenhanced tc rgb (i > N ? "#606060" : colour(STYLE[i])) }
}
# A sliding step is drawn from the previous row's position and force.
LASTX = 0; LASTY = 0
went(x, y) = (u = LASTX, w = LASTY, LASTX = x, LASTY = y, u)
plot for [i=1:N] RUB using (own(i) ? way(0)*UNIT : NaN):(PART*force(0)) with lines lw 2.0 lc rgb colour(STYLE[i]) notitle, \
     for [i=1:N] RUB using (x0 = went(way(0), PART*force(0)), own(i) && column("sliding") == 1 ? x0*UNIT : NaN):(w):((way(0) - x0)*UNIT):(PART*force(0) - w) with vectors nohead lw 6 lc rgb colour(STYLE[i]) notitle

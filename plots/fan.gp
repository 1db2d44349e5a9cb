# SPDX-License-Identifier: GPL-3.0-or-later
# Caption: Every outcome of the first impact of three or more balls at once: an arrow for each ball and way of resolving it, as
# long as the velocity after it.
KEYROWS = rows(4, 21); T = headroom(KEYROWS)
load PLOTS . "/panel.gp"
FAN = DIR . "/fan.tsv"
stats FAN skip 1 using 5 nooutput name "X"
stats FAN skip 1 using 6 nooutput name "Y"
stats FAN skip 1 using 7 nooutput name "RADIUS"
stats FAN skip 1 using (sqrt($8**2 + $9**2)) nooutput name "V"
# the fastest arrow is three radii long
S = V_max > 0 ? 3 * RADIUS_max / V_max : 1
is(word) = strstrt(strcol(2), word) == 1
stats FAN skip 1 using (is("newton")) nooutput name "NEWTON"
X0 = X_min - 4.2 * RADIUS_max; X1 = X_max + 4.2 * RADIUS_max
Y0 = Y_min - 3.2 * RADIUS_max; Y1 = Y_max + 3.2 * RADIUS_max
TABLE = 0 # the plane alone
load PLOTS . "/scale.gp"
plot FAN skip 1 using 5:6:7 with circles lc rgb "#c0c0c0" fs transparent solid 0.25 noborder notitle, \
     FAN skip 1 using 5:6:(is("order") || is("sequential") ? S*$8 : NaN):(S*$9) with vectors head size screen 0.008,20 filled lw 2 lc rgb colour(6) title "one after the other", \
     FAN skip 1 using 5:6:(is("newton") ? S*$8 : NaN):(S*$9) with vectors head size screen 0.008,20 filled lw 2 lc rgb colour(4) title (NEWTON_sum > 0 ? "Newton, all at once" : ""), \
     FAN skip 1 using 5:6:(is("generalized") ? S*$8 : NaN):(S*$9) with vectors head size screen 0.010,20 filled lw 4 lc rgb colour(1) title "generalized reflections", \
     FAN skip 1 using 5:6:(is("springs") ? S*$8 : NaN):(S*$9) with vectors head size screen 0.008,20 filled lw 2 dt (6,4) lc rgb colour(3) title "springs"

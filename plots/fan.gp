# SPDX-License-Identifier: GPL-3.0-or-later
# Caption: Every outcome of the first simultaneous impact of three or more balls. Each arrow is the velocity of a ball after the
# impact by one impact law.
KEYROWS = rows(4, 21); T = headroom(KEYROWS)
load PLOTS . "/panel.gp"
FAN = DIR . "/fan.tsv"
stats FAN using "x_m" nooutput name "X"
stats FAN using "y_m" nooutput name "Y"
stats FAN using "radius_m" nooutput name "RADIUS"
stats FAN using (sqrt(column("vx_mps")**2 + column("vy_mps")**2)) nooutput name "V"
# The fastest arrow is three radii long.
S = V_max > 0 ? 3 * RADIUS_max / V_max : 1
is(word) = strstrt(strcol("source"), word) == 1
stats FAN using (is("newton")) nooutput name "NEWTON"
stats FAN using (column("x_m") + S * column("vx_mps")) nooutput name "TIPX"
stats FAN using (column("y_m") + S * column("vy_mps")) nooutput name "TIPY"
ROOM = 1.15 * RADIUS_max
X0 = min2(X_min - ROOM, TIPX_min - 0.2 * ROOM); X1 = max2(X_max + ROOM, TIPX_max + 0.2 * ROOM)
Y0 = min2(Y_min - ROOM, TIPY_min - 0.2 * ROOM); Y1 = max2(Y_max + ROOM, TIPY_max + 0.2 * ROOM)
TABLE = 0
load PLOTS . "/scale.gp"
plot FAN using "x_m":"y_m":"radius_m" with circles lc rgb "#c0c0c0" fs transparent solid 0.25 noborder notitle, \
     FAN using "x_m":"y_m":(is("order") || is("sequential") ? S*column("vx_mps") : NaN):(S*column("vy_mps")) with vectors head size screen 0.008,20 filled lw 2 lc rgb colour(6) title "one after the other", \
     FAN using "x_m":"y_m":(is("newton") ? S*column("vx_mps") : NaN):(S*column("vy_mps")) with vectors head size screen 0.008,20 filled lw 2 lc rgb colour(4) title (NEWTON_sum > 0 ? "Newton, simultaneous" : ""), \
     FAN using "x_m":"y_m":(is("generalized") ? S*column("vx_mps") : NaN):(S*column("vy_mps")) with vectors head size screen 0.010,20 filled lw 4 lc rgb colour(1) title "generalized reflections", \
     FAN using "x_m":"y_m":(is("springs") ? S*column("vx_mps") : NaN):(S*column("vy_mps")) with vectors head size screen 0.008,20 filled lw 2 dt (6,4) lc rgb colour(3) title "springs"

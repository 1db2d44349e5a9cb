# SPDX-License-Identifier: GPL-3.0-or-later
# Velocities of two balls before and after their first collision, as arrows from the origin. Without
# losses and friction each ends on a circle about the velocity of the centre of mass. For equal masses
# this is Thales' circle over both velocities before: against a ball at rest the angle after is 90°.
load PLOTS . "/paths.gp"
array COUNT[N]; array FACT[N]; array AX[N]; array AY[N]; array BX[N]; array BY[N]
array UX[N]; array UY[N]; array VX[N]; array VY[N] # before
do for [i=1:N] { COUNT[i] = 0 }
X0 = 0; X1 = 0; Y0 = 0; Y1 = 0
grown(x, y) = (X0 = min2(X0, x), X1 = max2(X1, x), Y0 = min2(Y0, y), Y1 = max2(Y1, y))
if (!PAIRED) { NOTHING = "no first collision of just two moving balls"; load PLOTS . "/nothing.gp"; exit }
stats STATES using (s = which_solver(N), column("state") > 1 ? 0 : (COUNT[s] = COUNT[s] + 1, \
    column("state") == 0 ? (UX[s] = column("vxa_mps"), UY[s] = column("vya_mps"), VX[s] = column("vxb_mps"), \
    VY[s] = column("vyb_mps")) : 0, AX[s] = column("vxa_mps"), AY[s] = column("vya_mps"), BX[s] = column("vxb_mps"), \
    BY[s] = column("vyb_mps"), \
    s == REF && column("state") == 0 ? (NAME_A = name_of("a"), NAME_B = name_of("b"), \
    SHARE = column("mass_b_kg") / (column("mass_a_kg") + column("mass_b_kg")), \
    PX = AX[s], PY = AY[s], QX = BX[s], QY = BY[s]) : 0), 0) nooutput
CX = PX + SHARE * (QX - PX); CY = PY + SHARE * (QY - PY); U = sqrt((QX - PX)**2 + (QY - PY)**2)
do for [s=0:1] { k = grown(CX - SHARE * U, CY - SHARE * U); k = grown(CX + SHARE * U, CY + SHARE * U); \
    SHARE = 1 - SHARE }
do for [i=1:N] {
    FACT[i] = UNPAIRED[i] . ""
    if (COUNT[i] > 0 && max2(max2(abs(UX[i] - PX), abs(UY[i] - PY)), max2(abs(VX[i] - QX), \
        abs(VY[i] - QY))) > 0.02 * U) { COUNT[i] = 0; FACT[i] = "other velocities before" }
    if (COUNT[i] > 0) { k = grown(UX[i], UY[i]); k = grown(VX[i], VY[i]) }
    if (COUNT[i] > 1) {
        k = grown(AX[i], AY[i]); k = grown(BX[i], BY[i])
        s = sqrt((AX[i]**2 + AY[i]**2) * (BX[i]**2 + BY[i]**2))
        FACT[i] = s > 1e-9 * U**2 ? sprintf("%.4g°", \
            180 / pi * acos(max2(-1, min2(1, (AX[i] * BX[i] + AY[i] * BY[i]) / s)))) : "one at rest"
    }
}
PLANE_SIDE = 1.3 * max2(X1 - X0, Y1 - Y0)
PLANE_LOW_X = 0.5 * (X0 + X1 - PLANE_SIDE); PLANE_LOW_Y = 0.5 * (Y0 + Y1 - PLANE_SIDE)
FACT_NAME = "angle after"
load PLOTS . "/facts.gp"
set xlabel "velocity along x (m/s)"; set ylabel "velocity along y (m/s)"
set label 4 "" at CX, CY point pt 2 ps 1.5*DOT lw 2 lc rgb FAINT
set label 8 roomfor(19) > FACT_ROOM ? "" : "arrows from 0; grey: before\n" . (SHARE == 0.5 ? "circle" : "circles") . ": e = 1, no friction\n×: centre of mass" at screen R + wide(2), screen ROW - high(ONE ? 1.6 : 2.8) tc rgb GREY
# the name of each ball beyond the tip of its velocity after, by the reference, towards the middle of the plane
array NAME_X[2] = [AX[REF], BX[REF]]; array NAME_Y[2] = [AY[REF], BY[REF]]; array NAMED[2] = [NAME_A, NAME_B]
do for [k=1:(COUNT[REF] > 1 ? 2 : 0)] {
    set label 1+k brief(NAMED[k]) at NAME_X[k], NAME_Y[k] center noenhanced front offset 0,(NAME_Y[k] < 0 ? -1.1 : 1.1)
    s = (NAME_X[k] - PLANE_LOW_X) / PLANE_SIDE
    if (s < 0.35) { set label 1+k left } else { if (s > 0.65) { set label 1+k right } }
}
set samples 361; set parametric; set trange [0:2*pi]
vx(v) = column("vx" . v . "_mps"); vy(v) = column("vy" . v . "_mps")
plot for [q=0:1] CX + abs(q-SHARE)*U*cos(t), CY + abs(q-SHARE)*U*sin(t) with lines lw 5 lc rgb TRUTH notitle, \
    for [v in "a b"] STATES using (0):(0):(column("state") == 0 ? own(REF, vx(v)) : NaN):(vy(v)) \
        with vectors filled lw 2 lc rgb LEADER notitle, \
    for [i=1:N] for [k=1:(COUNT[i] > 1 ? 1 : 0)] for [v in "a b"] STATES using (0):(0): \
        (column("state") == 1 ? own(i, vx(v)) : NaN):(vy(v)) with vectors filled ls STYLE[i] notitle
unset parametric; set samples 100

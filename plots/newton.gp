# SPDX-License-Identifier: GPL-3.0-or-later
# Velocities of two balls along the normal in the plane of √m v: the energy is a circle, the momentum a
# line. On the right the change of this energy: velocities and energy across the normal are not drawn.
load PLOTS . "/paths.gp"
# The momentum along n is kept; the relative velocity is logged, as springs turn n during the contact.
along_n(v) = column("vx" . v . "_mps") * column("normal_x") + column("vy" . v . "_mps") * column("normal_y")
mean(k) = (column("mass_a_kg") * along_n("a") + column("mass_b_kg") * along_n("b")) \
    / (column("mass_a_kg") + column("mass_b_kg"))
other(v) = v eq "a" ? "b" : "a"
root_v(v) = sqrt(column("mass_" . v . "_kg")) * (mean(0) + (v eq "a" ? 1 : -1) * column("relative_mps") \
    * column("mass_" . other(v) . "_kg") / (column("mass_a_kg") + column("mass_b_kg")))
array COUNT[N]; array X_FIRST[N]; array Y_FIRST[N]; array X_LAST[N]; array Y_LAST[N]; array FACT[N]
do for [i=1:N] { COUNT[i] = 0 }
if (!PAIRED) { NOTHING = "no first collision of just two moving balls"; load PLOTS . "/nothing.gp"; exit }
stats STATES using (s = which_solver(N), COUNT[s] = COUNT[s] + 1, X_LAST[s] = root_v("a"), \
    Y_LAST[s] = root_v("b"), column("state") == 0 ? (X_FIRST[s] = X_LAST[s], Y_FIRST[s] = Y_LAST[s]) : 0, \
    s == REF ? (NAME_A = name_of("a"), NAME_B = name_of("b"), ROOT_A = sqrt(column("mass_a_kg")), \
    ROOT_B = sqrt(column("mass_b_kg"))) : 0, 0) nooutput
# the ball with more energy on the x axis
SWAP = abs(Y_FIRST[REF]) > abs(X_FIRST[REF])
qx(k) = SWAP ? root_v("b") : root_v("a")
qy(k) = SWAP ? root_v("a") : root_v("b")
if (SWAP) {
    do for [i=1:N] { if (COUNT[i] > 0) {
        s = X_FIRST[i]; X_FIRST[i] = Y_FIRST[i]; Y_FIRST[i] = s; s = X_LAST[i]; X_LAST[i] = Y_LAST[i]; Y_LAST[i] = s
    } }
    s = ROOT_A; ROOT_A = ROOT_B; ROOT_B = s; NAMED = NAME_A; NAME_A = NAME_B; NAME_B = NAMED
}
RADIUS = sqrt(X_FIRST[REF]**2 + Y_FIRST[REF]**2); MANY = COUNT[REF] > 2
do for [i=1:N] {
    FACT[i] = UNPAIRED[i] . ""
    if (COUNT[i] > 0) {
        if (sqrt((X_FIRST[i] - X_FIRST[REF])**2 + (Y_FIRST[i] - Y_FIRST[REF])**2) > 0.02 * RADIUS) {
            COUNT[i] = 0; FACT[i] = "other velocities before"
        }
    }
    if (COUNT[i] > 0) {
        GAIN = (X_LAST[i]**2 + Y_LAST[i]**2) / (X_FIRST[i]**2 + Y_FIRST[i]**2) - 1
        FACT[i] = abs(GAIN) < 1e-12 ? "within rounding" : num(100 * GAIN) . " %"
    }
}
M = RADIUS * min2(2.6, 1 / (1 - 8.5 * FS * EM / min2((T - B) * H, 0.6 * (R - L) * W)))
PLANE_LOW_X = -M; PLANE_LOW_Y = -M; PLANE_SIDE = 2 * M; FACT_NAME = "energy gain"
load PLOTS . "/facts.gp"
set xlabel brief(NAME_A) . ": v·n √m (√J)" noenhanced; set ylabel brief(NAME_B) . ": v·n √m (√J)" noenhanced
LINES = roomfor(19) < FACT_ROOM ? 4 : 0
NAMED = LINES > 0 ? "v·n √m: velocity\nalong the normal ×\nroot of mass; circle:\nits energy before" : ""
set label 7 NAMED at screen R + wide(2), screen ROW - high(2.5) tc rgb GREY
set label 1 (MANY ? "start" : "before") at X_FIRST[REF], Y_FIRST[REF] \
    offset (X_FIRST[REF] < 0 ? -0.8 : 0.8),(Y_FIRST[REF] < 0 ? -0.7 : 0.7) tc rgb GREY
set label 2 (MANY ? "end" : "after") at X_LAST[REF], Y_LAST[REF] \
    offset (X_LAST[REF] < 0 ? -0.8 : 0.8),(Y_LAST[REF] < 0 ? -0.7 : 0.7) tc rgb GREY
if (X_FIRST[REF] < 0) { set label 1 right }
if (X_LAST[REF] < 0) { set label 2 right }
# the chord of constant momentum, from the first state to its mirror image, and its name at its middle
u = sqrt(ROOT_A**2 + ROOT_B**2); MEAN = (X_FIRST[REF] * ROOT_A + Y_FIRST[REF] * ROOT_B) / u**2
MX = MEAN * ROOT_A; MY = MEAN * ROOT_B
if (!MANY) {
    set arrow 1 from X_FIRST[REF], Y_FIRST[REF] to 2 * MX - X_FIRST[REF], 2 * MY - Y_FIRST[REF] \
        nohead lw 1.4 lc rgb "#909090" dt (12,8) back
    c = (abs(MEAN) * u - 1.7 * FS * EM * M / SIDE) / u * (MEAN < 0 ? -1 : 1)
    CHORD = sqrt((X_FIRST[REF] - MX)**2 + (Y_FIRST[REF] - MY)**2) * SIDE / M
    set label 3 (CHORD > 15 * FS * EM ? "constant momentum" : "") at \
        c * ROOT_A + 0.3 * (X_FIRST[REF] - MX), c * ROOT_B + 0.3 * (Y_FIRST[REF] - MY) center \
        rotate by -180 / pi * atan(ROOT_A / ROOT_B) tc rgb GREY
}
# without losses two successive reflections turn the state by equal arcs, around the circle
if (MANY && FACT[REF] eq "within rounding") {
    ARC = 360 / pi * atan(min2(ROOT_A, ROOT_B) / max2(ROOT_A, ROOT_B)); k = COUNT[REF] - 1
    set label 5 sprintf("%d collisions%s× %.4g° = %.4g°\narc = 2 arctan √(m/M)", k, roomfor(32) < FACT_ROOM ? " " : "\n", \
        ARC, k * ARC) at screen R + wide(2), screen ROW - high(2.8 + 1.2 * LINES) tc rgb ALARM
}
set samples 361; set parametric; set trange [0:2*pi]
plot RADIUS*cos(t), RADIUS*sin(t) with lines lw 5 lc rgb TRUTH notitle, \
    for [i=1:N] for [k=1:(COUNT[i] > 0 ? 1 : 0)] STATES using (own(i, qx(0))):(qy(0)) with linespoints \
        ls STYLE[i] lw (MANY ? 0.8 : 2) pt mark(STYLE[i]) \
        ps DOT*(COUNT[i] > 100 ? 0.3 : (MANY ? 0.8 : 1.8)) notitle
unset parametric; set samples 100

# SPDX-License-Identifier: GPL-3.0-or-later
# Every outcome of the first simultaneous impact, in a panel for each kind of method. Grey arrows
# arrive with the velocities before the impact; coloured arrows are the velocities after it.
FAN = DIR . "/fan.tsv"
set autoscale
array KIND[4] = ["sequential order", "newton", "generalized", "springs"]
array WORDS[4] = ["One after the other", "Newton", "Generalized reflections", "Springs"]
array HUE[4] = [6, 4, 1, 3]
begins(part) = strstrt(strcol("source"), part) == 1
in(q) = strcol("vx_mps") ne "nan" && (begins(word(KIND[q], 1)) || begins(word(KIND[q], \
    words(KIND[q]))))
# Kinds with an outcome. The table has no rows for a policy that agrees with an earlier policy.
MULTIPLES = 0; array PANEL_KIND[4]; array MULTIPLE_TEXT[4]; array MULTIPLE_STYLE[4]
do for [q=1:4] {
    stats FAN using (in(q) ? 1 : 0) nooutput name "ROWS"
    if (ROWS_sum > 0) {
        MULTIPLES = MULTIPLES + 1; PANEL_KIND[MULTIPLES] = q
        MULTIPLE_TEXT[MULTIPLES] = WORDS[q]; MULTIPLE_STYLE[MULTIPLES] = HUE[q]
    }
}
if (MULTIPLES == 1) { MULTIPLE_TEXT[1] = "All methods with an outcome"; MULTIPLE_STYLE[1] = 1; HUE[PANEL_KIND[1]] = 1 }
stats FAN using "radius_m" nooutput name "RADIUS"
speed(vx, vy) = sqrt(known(vx, 0)**2 + known(vy, 0)**2)
stats FAN using (max2(speed("vx_mps", "vy_mps"), speed("arriving_vx_mps", "arriving_vy_mps"))) \
    nooutput name "V"
# The fastest arrow is three radii long.
S = V_max > 0 ? 3 * RADIUS_max / V_max : 1
PAD = 1.15 * RADIUS_max; FROM = 1e300; TO = -1e300
widen(low, high) = (FROM = min2(FROM, low), TO = max2(TO, high), 0)
arrows(at, v, before) = widen(min2(at - PAD, min2(at + S * v, at - S * before) - 0.2 * PAD), \
    max2(at + PAD, max2(at + S * v, at - S * before) + 0.2 * PAD))
stats FAN using (arrows(column("x_m"), known("vx_mps", 0), column("arriving_vx_mps"))) nooutput
X0 = FROM; X1 = TO; FROM = 1e300; TO = -1e300
stats FAN using (arrows(column("y_m"), known("vy_mps", 0), column("arriving_vy_mps"))) nooutput
Y0 = FROM; Y1 = TO
UNIT = round_step(0.5 * V_max)
once(x) = column("outcome") == 1 ? x : NaN
BOXES = MULTIPLES; BALLS = 1; undefine BOX_GROUP BOX_BELOW BOX_OVER
if (PLAN) { load PLOTS . "/boxes.gp" }
do for [BOX=1:(PLAN ? 0 : BOXES)] {
    q = PANEL_KIND[BOX]; BOX_TEXT = MULTIPLE_TEXT[BOX]; BOX_BRIEF = BOX_TEXT; BOX_COLOUR = colour(MULTIPLE_STYLE[BOX])
    load PLOTS . "/boxes.gp"
    if (BOX == 1) {
        set arrow 1 from screen L, screen BOX_FOOT to screen L + S * UNIT * p / W, screen BOX_FOOT head filled \
            size screen 0.008,20 lw 2 lc rgb NOTED
        set label 12 sprintf("%g m/s", UNIT) at screen L + S * UNIT * p / W + wide(0.6), screen BOX_FOOT left tc rgb NOTED
    }
    plot FAN using (once(column("x_m"))):"y_m":"radius_m" with circles lc rgb "#c0c0c0" \
            fs transparent solid 0.25 border lc rgb LEADER notitle, \
        FAN using (once(column("x_m")) - S*column("arriving_vx_mps")): \
            (column("y_m")-S*column("arriving_vy_mps")):(S*column("arriving_vx_mps")): \
            (S*column("arriving_vy_mps")) with vectors head size screen 0.014,20 filled lw 8 \
            lc rgb "#a8a8a8" notitle, \
        FAN using "x_m":"y_m":(in(q) ? S*column("vx_mps") : NaN):(S*column("vy_mps")) \
            with vectors head size screen 0.010,20 filled lw 2.6 lc rgb colour(HUE[q]) notitle
}

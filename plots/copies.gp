# SPDX-License-Identifier: GPL-3.0-or-later
# Distance of the solver REF from copies of itself whose start was perturbed (controls.tsv; 1 ulp
# and parts of the smallest radius r), and from the other solvers (parts.tsv, named on the right).
# Where the curves reach LEVEL, the runs have diverged. Dashed is the fitted growth (horizons.tsv), if it
# is one over at least five collisions per ball.
T = T - high(1.7) # for a line of notes
R = R - (N > 1 ? labelroom(longest(N)) : wide(1.5))
load PLOTS . "/panel.gp"
unset key
CONTROLS = DIR . "/controls.tsv"; PARTS = DIR . "/parts.tsv"; HORIZONS = DIR . "/horizons.tsv"
own(x) = strcol("solver") eq NAME[REF]
# Offsets and growth rate of the perturbed copies
array OFFSET[4]; array SAYS[4] = ["1 ulp", "10^{−12} r", "10^{−9} r", "10^{−6} r"]
J = 0; GROWTH = NaN; FROM = NaN; UPTO = NaN
stats HORIZONS using (own(0) && J < 4 ? (J = J + 1, OFFSET[J] = column("offset_m"), \
    GROWTH = known("growth_per_s", NaN), FROM = J == 1 ? column("horizon_from_s") : FROM, \
    UPTO = J == 1 ? known("horizon_to_s", NaN) : UPTO, 0) : 0) nooutput
copy(j) = own(0) && column("offset_m") == OFFSET[j] ? column("rms_m") : NaN
other(i) = i != REF && strcol("solver") eq NAME[i] && strcol("reference") eq NAME[REF] ? \
    known("raw_m", NaN) : NaN
# The ends of the axis and of the curves
array START[4]; FAR = 0; LAST = 0; Y_LOW = 0.1 * decade(OFFSET[1]); HIDDEN = ""
hidden(y, name) = y == y && y <= Y_LOW ? HIDDEN . (HIDDEN eq "" ? "" : ", ") . name : HIDDEN
more(y) = MOST == MOST ? max2(MOST, y) : y
ENDS = N; load PLOTS . "/labels.gp"
do for [j=1:4] {
    START[j] = NaN; MOST = NaN
    stats CONTROLS using (copy(j) == copy(j) ? (START[j] = START[j] == START[j] ? START[j] : \
        copy(j), LAST = copy(j), MOST = more(LAST), FAR = max2(FAR, LAST), 0) : 0) nooutput
    HIDDEN = hidden(MOST, j == 1 ? SAYS[1] : "a copy")
}
do for [i=1:N] {
    MOST = NaN
    stats PARTS using (other(i) == other(i) ? (END_Y[i] = other(i), MOST = more(END_Y[i]), FAR = max2(FAR, MOST), \
        0) : 0) nooutput
    HIDDEN = hidden(MOST, LABEL[i])
    END_Y[i] = END_Y[i] > 0 ? END_Y[i] : NaN
}
X0 = -DURATION * wide(4.4) / (R - L - wide(4.4)) # room for the names of the copies
Y_HIGH = 10 * decade(max2(FAR, FAR > 1e-3 * LEVEL ? 10 * LEVEL : 1e-14))
ROUNDING = OFFSET[1]
Y_LOG = 1; LOG_AXIS = "y"; LOG_LOW = Y_LOW; LOG_HIGH = Y_HIGH
load PLOTS . "/logarithmic.gp"
set arrow 20 from first 0, first ROUNDING to graph 1, first ROUNDING nohead lw 1.4 lc rgb LEADER dt (2,3) back
set label 20 "rounding" at graph N > 1 ? 1 : 0.99, first ROUNDING right offset 0,0.6 tc rgb FAINT
if (N > 1) { set label 20 left offset 0.6,0 }
set xtics 0, across_step(0, DURATION)
set ylabel along(sprintf("rms distance from %s (m)", LABEL[REF]), "rms distance (m)") noenhanced
array SHADE[4] = ["#000000", "#3b528b", "#1b7f79", "#5a9e2f"] # a sequence, as the offsets are
do for [j=1:4] {
    if (START[j] > 0) { set label 30+j SAYS[j] at first 0, first max2(START[j], 3 * Y_LOW) right \
        offset -0.5,0 tc rgb SHADE[j] }
}
if (LEVEL < Y_HIGH) {
    set arrow 1 from graph 0, first LEVEL to graph 1, first LEVEL nohead lw 1.4 lc rgb BESIDE \
        dt (12,8) back
    set label 12 "diverged" at first 0, first LEVEL right offset -0.5,0.55 tc rgb NOTED
    SAID = LEVEL * units(0, LEVEL)
    set label 15 sprintf(SAID < 99.5 ? "%.2g " : "%.0f ", SAID) . unit(0, LEVEL, "m") \
        at first 0, first LEVEL right offset -0.5,-0.6 tc rgb NOTED
}
if (UPTO > 0) {
    set arrow 2 from UPTO, graph 0 to UPTO, first LEVEL nohead lw 1.4 lc rgb BESIDE dt (2,3) back
    # the samples on both sides, if they are far apart
    set label 11 (UPTO - FROM > 0.05 * UPTO ? sprintf("%.2g to ", FROM) : "") . sprintf("%.2g s", UPTO) \
        at UPTO, first ROUNDING left offset 0.6,0.7 front tc rgb NOTED
    if (UPTO > 0.7 * DURATION) { set label 11 right offset -0.6,0.7 }
}
# A line with the fitted slope through the centre of the first copy's curve, between rounding and a
# fifth of the level
COUNT = 0; SUM_X = 0; SUM_Y = 0; LOW_X = 0; HIGH_X = 0; COLLISIONS = 0; SOFAR = 0
grows(y) = y > 30 * Y_LOW && y < 0.2 * LEVEL
set autoscale
stats CONTROLS using (grows(copy(1)) ? (COUNT = COUNT + 1, SUM_X = SUM_X + column("t_s"), \
    SUM_Y = SUM_Y + log(copy(1)), LOW_X = COUNT == 1 ? column("t_s") : LOW_X, \
    HIGH_X = column("t_s"), SOFAR = COUNT == 1 ? column("collisions_per_ball") : SOFAR, \
    COLLISIONS = column("collisions_per_ball") - SOFAR, 0) : 0) nooutput
GROWTH = COLLISIONS >= 5 ? GROWTH : NaN
set xrange [X0:DURATION]; set yrange [Y_LOW:Y_HIGH]
guide(slope, x) = COUNT > 0 && slope > 0 && x > LOW_X && x < HIGH_X ? \
    drawn(exp(SUM_Y / COUNT + slope * (x - SUM_X / COUNT))) : NaN
NOTE = (GROWTH > 0 ? sprintf("dashed: fit, exp(%.2f t/s)", GROWTH) : "") . (HIDDEN eq "" ? "" : \
    (GROWTH > 0 ? "; " : "") . "within rounding: " . HIDDEN)
set label 40 NOTE at screen L, screen T + high(1.3) left noenhanced tc rgb NOTED font sized(0.88)
set samples 400
load PLOTS . "/ends.gp"
plot for [j=1:4] CONTROLS using "t_s":(drawn(copy(j))) with lines lw (j == 1 ? 3.4 : 2) \
         lc rgb SHADE[j] notitle, \
     for [i=1:N] PARTS using "t_s":(drawn(other(i))) with lines ls STYLE[i] lw 1.6 dt solid \
         notitle, guide(GROWTH, x) with lines lc rgb ALARM lw 2.4 dt (16,12) notitle

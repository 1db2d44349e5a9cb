# SPDX-License-Identifier: GPL-3.0-or-later
# Energy over time, with gravity minus E(0) of the reference; below, if it exceeds rounding, its error relative to
# E(0), or in J with gravity, which makes the zero of the energy arbitrary. From 1000 collisions on the
# largest error so far is drawn over their number.
load PLOTS . "/paths.gp"
ENERGY_L = L; ENERGY_R = R; ENERGY_B = B; ENERGY_T = T
energy(k) = column("kinetic_J") + column("elastic_J") + column("potential_J") \
    + (SPINS ? column("spin_J") : 0)
SCALE = is_number(ENERGY_SCALE) ? ENERGY_SCALE : 1.0
LOW = 1e300; HIGH = -1e300; LEAST = 1e300; MOST = -1e300; WORST = 0; COLLISIONS = 0; AT = NaN
# A solver whose energy changes only with its collisions has steps.
array LAST[N]; array STEPPED[N]
do for [i=1:N] {
    STEPPED[i] = 1; LAST[i] = NaN; COUNTED = 0
    stats series(i) using (x = energy(0), is_number(x) ? (STEPPED[i] = STEPPED[i] && \
        !(column("collisions") == COUNTED && abs(x - LAST[i]) > 1e-9 * abs(x)), COUNTED = column("collisions"), \
        AT = i == REF && !is_number(AT) ? x : AT, LAST[i] = x, LEAST = min2(LEAST, x), MOST = max2(MOST, x), \
        REACHED[i] < DURATION * (1 - 1e-9) ? 0 : (LOW = min2(LOW, x), HIGH = max2(HIGH, x)), WORST = max2(WORST, abs(known("energy_residual_J", 0))), \
        COLLISIONS = max2(COLLISIONS, column("collisions"))) : 0) nooutput
}
LIFT = is_number(ENERGY_SCALE) ? 0 : AT; LOW = LOW - LIFT; HIGH = HIGH - LIFT; LEAST = LEAST - LIFT; MOST = MOST - LIFT
# the axis has the energies of solvers that do not stop, if the others are much larger, with an axis for their error
BEYOND = HIGH >= LOW && size_of(LEAST, MOST) > 4 * max2(size_of(LOW, HIGH), 1e12 * ENERGY_ROUNDING) \
    ? sprintf("; beyond the axis up to %.3g J", size_of(LEAST, MOST)) : ""
if (BEYOND eq "") { LOW = LEAST; HIGH = MOST }
do for [i=1:N] { LAST[i] = LAST[i] - LIFT }
DRIFTS = COLLISIONS >= 1000
Q_TABLE(i) = series(i); Q_ROUNDING = ENERGY_ROUNDING / SCALE; Q_HIDDEN(i) = 0; Q_OVER = DRIFTS ? "collisions" : "t_s"; Q_SPAN = DRIFTS ? 1e-12 : 1e-3
error(k) = abs(column("energy_residual_J"))
Q_VALUE(i) = !DRIFTS ? error(0) / SCALE : (SOFAR = max2(SOFAR, error(0)), column("collisions") > 0 ? SOFAR / SCALE : NaN)
Q_THEORY(i) = DRIFTS && BALLS == 1 ? ERROR_EACH[i] : 0
load PLOTS . "/stops.gp"
# A low panel has room for one of the two, and many solvers over many collisions for the error.
WRONG = WORST > ENERGY_ROUNDING
VARIES = HIGH - LOW > 1e9 * ENERGY_ROUNDING && !(DRIFTS && N > 3)
BELOW = WRONG && (T - B > high(N > 3 ? 20 : 8) || !VARIES)
VARIES = VARIES || !BELOW
MOST = DRIFTS ? "largest " : ""
HEAD = VARIES ? "Energy" . (BELOW ? " and its " . MOST . "error" . (DRIFTS ? " so far" : "") : " over time") \
    : (DRIFTS ? "Largest energy error over collisions" : "Energy error over time")
if (!WRONG) { HEAD = HEAD . "; error within rounding" }
if (VARIES) { HEAD = HEAD . (N > 3 ? "; grey: " . LABEL[REF] : "") . BEYOND }
load PLOTS . "/head.gp"
curve(i, style) = sprintf("series(%d) using 't_s':(UNIT*(energy(0)-LIFT)) with %s %s notitle", i, \
    STEPPED[i] ? "steps" : "lines", style)
if (VARIES) {
    if (BELOW) { B = B + 0.50 * (T - B) + (DRIFTS ? high(1.2) : 0) }
    # a constant energy is not magnified to its rounding
    PAD = max2(0.08 * (HIGH - LOW), 2e10 * ENERGY_ROUNDING)
    PAD = PAD > 0 ? PAD : 1.0
    UNIT = units(LOW - PAD, HIGH + PAD); Y_LOW = UNIT * (LOW - PAD); Y_HIGH = UNIT * (HIGH + PAD)
    Y_LOG = 0; Y_NAME = (is_number(ENERGY_SCALE) ? "energy (" : "E − E(0) (") . unit(LOW - PAD, HIGH + PAD, "J") . ")"
    if (N > 3) {
        MULTIPLES = N; MULTIPLE_X = BELOW && !DRIFTS ? "" : "t (s)"; MULTIPLE_Y = Y_NAME
        do for [MULTIPLE=1:N] {
            load PLOTS . "/multiples.gp"
            set xrange [0:DURATION]; set yrange [Y_LOW:Y_HIGH]
            set xtics across_step(0, DURATION); set ytics even_step(Y_LOW, Y_HIGH)
            eval "plot " . curve(REF, "lw 5 lc rgb TRUTH") . "," \
                . curve(MULTIPLE, "lw 2 lc rgb colour(STYLE[MULTIPLE])")
        }
    } else {
        R = R - saidroom(0)
        load PLOTS . "/panel.gp"
        set xrange [0:DURATION]; set yrange [Y_LOW:Y_HIGH]; set xtics across_step(0, DURATION)
        set ylabel Y_NAME
        if (BELOW && !DRIFTS) { unset xlabel; set format x "" }
        set ytics even_step(Y_LOW, Y_HIGH)
        L = L + ticroom(Y_LOW, Y_HIGH); set lmargin at screen L; set ylabel offset NAMESHIFT,0
        ENDS = N; load PLOTS . "/labels.gp"
        do for [i=1:N] { END_Y[i] = max2(Y_LOW, min2(Y_HIGH, UNIT * LAST[i])) }
        load PLOTS . "/stopped.gp"
        load PLOTS . "/ends.gp"
        PLOTTED = ""; do for [i=1:N] { PLOTTED = PLOTTED . (i > 1 ? "," : "plot ") . curve(i, "ls " . STYLE[i]) }
        eval PLOTTED
    }
    load PLOTS . "/clear.gp"
    T = (BELOW ? ENERGY_B + 0.5 * (ENERGY_T - ENERGY_B) : T) - max2(0.07 * (ENERGY_T - ENERGY_B), high(1.4)) \
        - (N > 3 ? high(2.6) : 0) - (DRIFTS ? high(1.0) : 0)
}
if (BELOW) {
    if (!VARIES || N > 3) { L = ENERGY_L; R = ENERGY_R; R = R - saidroom(0) } # else that of the axes above
    B = ENERGY_B
    load PLOTS . "/panel.gp"
    Q_NAME = is_number(ENERGY_SCALE) ? along(MOST . "|energy error| / E(0)", (DRIFTS ? "max. " : "") . "|error| / E(0)") \
        : along(MOST . "|energy error| (J)", (DRIFTS ? "max. " : "") . "|error| (J)")
    load PLOTS . "/decades.gp"
}

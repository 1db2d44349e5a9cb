# SPDX-License-Identifier: GPL-3.0-or-later
# Figure of: run
# Caption: The mechanical energy of the balls and their contacts; the curve is interrupted at each
# impulse, which acts at an instant; from the fourth solver on, a panel for each with the reference
# as a broad grey line. Below, if it exceeds rounding, the energy error relative to the initial
# energy (in J with gravity, which makes the zero of the energy arbitrary): the change that
# restitution, dashpots, friction and gravity do not account for.
R0 = R; R = R - labelroom(longest(N)); if (SHOWKEY) { T = headroom(0) }
T0 = T; B0 = B; L0 = L; SHOWN = SHOWKEY
set autoscale # stats skips values outside the range, and fails if none is left
# A varying energy fills the axis; a constant one is not magnified to its rounding.
EMIN = 1e300; EMAX = -1e300
do for [i=1:N] {
    stats sprintf("$ENERGY%d", i) using "energy_J" nooutput
    EMIN = STATS_min < EMIN ? STATS_min : EMIN
    EMAX = STATS_max > EMAX ? STATS_max : EMAX
}
# A low panel has room for only one of the two.
VARIES = EMAX - EMIN > 1e-3 * max2(abs(EMIN), abs(EMAX))
BELOW = RESIDUALLOW > 0 && (T - B > high(N > 3 ? 20 : 8) || !VARIES)
VARIES = VARIES || !BELOW
if (VARIES) {
    if (BELOW) { B = B0 + 0.50 * (T0 - B0) }
    EPAD = max2(0.08 * (EMAX - EMIN), 0.02 * max2(abs(EMIN), abs(EMAX)))
    EPAD = EPAD > 0 ? EPAD : 1.0 # a float: gnuplot divides integers as integers
    JOULE = units(EMIN - EPAD, EMAX + EPAD)
    ENERGYNAME = "energy (" . unit(EMIN - EPAD, EMAX + EPAD, "J") . ")"
    Y_LOW = JOULE * (EMIN - EPAD); Y_HIGH = JOULE * (EMAX + EPAD); Y_LOG = 0
    if (N > 3) {
        MULTIPLES = N; MULTIPLE_X = BELOW ? "" : "t (s)"; MULTIPLE_Y = ENERGYNAME; R = R0
        SHOWKEY = 0
        do for [MULTIPLE=1:N] {
            load PLOTS . "/multiples.gp"
            set xrange [0:DURATION]; set yrange [Y_LOW:Y_HIGH]
            set xtics across_step(0, DURATION); set ytics even_step(Y_LOW, Y_HIGH)
            load PLOTS . "/own.gp"
            plot sprintf("$ENERGY%d", REF) using "t_s":(JOULE*column("energy_J")) \
                     with lines lw 5 lc rgb TRUTH notitle, \
                 sprintf("$ENERGY%d", MULTIPLE) using "t_s":(JOULE*column("energy_J")) \
                     with lines lw 2 \
                     lc rgb colour(STYLE[MULTIPLE]) notitle
        }
        undefine MULTIPLE_*
        L = L0; R = R0 - labelroom(longest(N)); B = B0 + (BELOW ? 0.5 * (T0 - B0) : 0)
        T0 = T0 - (BELOW ? high(1.6) : 0)
    } else {
        load PLOTS . "/panel.gp"
        set xrange [0:DURATION]; set yrange [Y_LOW:Y_HIGH]
        set ylabel ENERGYNAME
        if (BELOW) { unset xlabel; set format x "" }
        set ytics even_step(Y_LOW, Y_HIGH)
        L = L + ticroom(Y_LOW, Y_HIGH); set lmargin at screen L; set ylabel offset NAMESHIFT,0
        ENDS = N; load PLOTS . "/labels.gp"
        do for [i=1:N] { END_Y[i] = JOULE * ENERGYEND[i] }
        load PLOTS . "/ends.gp"
        load PLOTS . "/own.gp"
        plot for [i=1:N] sprintf("$ENERGY%d", ORDER[i]) using "t_s":(JOULE*column("energy_J")) \
            with lines ls STYLE[ORDER[i]] notitle
    }
    load PLOTS . "/clear.gp"
    T = B - max2(0.07 * (T0 - B0), high(1.4)) - (N > 3 ? high(1) : 0); B = B0; HEAD = ""; SHOWKEY = 0
}
if (BELOW) {
    load PLOTS . "/panel.gp"
    set ylabel ENONE ? along("energy error (J)", "(J)") \
                     : along(tx("|energy error| / E(0)", "$|$energy error$|$ / E(0)"), along("error / E(0)", "error"))
    Q = "RESIDUAL"; QCOLUMN = "part"
    load PLOTS . "/decades.gp"
}
T = T0; B = B0; L = L0; SHOWKEY = SHOWN

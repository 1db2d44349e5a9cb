# SPDX-License-Identifier: GPL-3.0-or-later
# Energy over time, interrupted at impulses; below, if it exceeds rounding, its error relative to E(0),
# or in J with gravity, which makes the zero of the energy arbitrary.
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
# A low panel has room for only one of the two, and many solvers over many collisions for the error.
VARIES = EMAX - EMIN > 1e-3 * max2(abs(EMIN), abs(EMAX)) && !(DRIFTED && N > 3)
BELOW = RESIDUALLOW > 0 && (T - B > high(N > 3 ? 20 : 8) || !VARIES)
VARIES = VARIES || !BELOW
if (VARIES) {
    if (BELOW) { B = B0 + 0.50 * (T0 - B0) + (DRIFTED ? high(1.2) : 0) }
    EPAD = max2(0.08 * (EMAX - EMIN), 0.02 * max2(abs(EMIN), abs(EMAX)))
    EPAD = EPAD > 0 ? EPAD : 1.0 # a float: gnuplot divides integers as integers
    JOULE = units(EMIN - EPAD, EMAX + EPAD)
    ENERGYNAME = "energy (" . unit(EMIN - EPAD, EMAX + EPAD, "J") . ")"
    Y_LOW = JOULE * (EMIN - EPAD); Y_HIGH = JOULE * (EMAX + EPAD); Y_LOG = 0
    if (N > 3) {
        MULTIPLES = N; MULTIPLE_X = BELOW && !DRIFTED ? "" : "t (s)"; MULTIPLE_Y = ENERGYNAME; R = R0
        SHOWKEY = 0
        do for [MULTIPLE=1:N] {
            load PLOTS . "/multiples.gp"
            set xrange [0:DURATION]; set yrange [Y_LOW:Y_HIGH]
            set xtics across_step(0, DURATION); set ytics even_step(Y_LOW, Y_HIGH)
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
        if (BELOW && !DRIFTED) { unset xlabel; set format x "" }
        set ytics even_step(Y_LOW, Y_HIGH)
        L = L + ticroom(Y_LOW, Y_HIGH); set lmargin at screen L; set ylabel offset NAMESHIFT,0
        ENDS = N; load PLOTS . "/labels.gp"
        do for [i=1:N] { END_Y[i] = JOULE * ENERGYEND[i] }
        load PLOTS . "/ends.gp"
        plot for [i=1:N] sprintf("$ENERGY%d", ORDER[i]) using "t_s":(JOULE*column("energy_J")) \
            with lines ls STYLE[ORDER[i]] notitle
    }
    load PLOTS . "/clear.gp"
    T = B - max2(0.07 * (T0 - B0), high(1.4)) - (N > 3 ? high(1) : 0) - (BELOW && DRIFTED ? high(2.2) : 0); B = B0; HEAD = ""; SHOWKEY = 0
}
if (BELOW) {
    load PLOTS . "/panel.gp"
    set ylabel ENONE ? along("energy error (J)", "(J)") \
                     : along("|energy error| / E(0)", along("error / E(0)", "error"))
    if (!DRIFTED) {
        Q = "RESIDUAL"; QCOLUMN = "part"
        load PLOTS . "/decades.gp"
    } else {
        # the largest error so far over the number of collisions; thin lines are theory: the error of
        # one contact accumulates, those of onset and end between two steps as a random walk
        set xlabel "number of collisions"
        Y_LOG = 1; Y_LOW = decade(DRIFTHIGH > 0 ? max2(DRIFTLOW, 1e-12 * DRIFTHIGH) : 1e-12)
        Y_HIGH = 10 ** ceil(log10(max2(DRIFTHIGH, 10 * Y_LOW)))
        LOG_AXIS = "x"; LOG_LOW = 1.0; LOG_HIGH = DRIFTN; load PLOTS . "/logarithmic.gp"
        LOG_AXIS = "y"; LOG_LOW = Y_LOW; LOG_HIGH = Y_HIGH; load PLOTS . "/logarithmic.gp"
        ENDS = N; load PLOTS . "/labels.gp"
        CURVES = 'NaN lc rgb "#000000" notitle'; NOTES = DRIFTBELOW eq "" ? "" : "rounding: " . DRIFTBELOW
        do for [i=1:N] {
            s = ORDER[i]
            if (DRIFTS[s] > 0) {
                END_Y[s] = DRIFTEND[s]
                do for [m=1:2] {
                    LAW = m == 1 ? DRIFTEACH[s] : DRIFTWALK[s]
                    if (LAW > 0) { CURVES = CURVES . sprintf(", x ** %g * %.17g with lines ", \
                        1.0 / m, LAW) . "lw 1.2 dt (2,4) lc rgb FAINT notitle" }
                }
                CURVES = CURVES . \
                    sprintf(", $DRIFT%d using 'n':'part' with lines ls %d notitle", s, STYLE[s])
            }
        }
        if (strstrt(CURVES, "x **") > 0) { NOTES = NOTES . (NOTES eq "" ? "" : "\n") . "dotted: theory" }
        set label 14 NOTES at graph 0.02, graph 1 left offset 0,-0.8 noenhanced tc rgb NOTED
        load PLOTS . "/ends.gp"
        eval "plot " . CURVES
    }
}
T = T0; B = B0; L = L0; SHOWKEY = SHOWN

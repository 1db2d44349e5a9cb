# SPDX-License-Identifier: GPL-3.0-or-later
# Figure of: run
# Caption: The total momentum of the balls; only walls, fixed balls and gravity change it, and the
# curve is interrupted at each impulse; from the fourth solver on, a panel for each with the
# reference as a broad grey line. Below, if it exceeds rounding, the momentum error relative to the
# sum of |m v| at the start (absolute for a system at rest).
R0 = R; R = R - labelroom(longest(N)); if (SHOWKEY) { T = headroom(0) }
T0 = T; B0 = B; L0 = L; SHOWN = SHOWKEY
STOREYS_OF = strlen(MOMENTUMAXES) + (UNEXPLAINEDLOW > 0 && (N < 4 || T - B > high(20)))
TALL = (T0 - B0) / (STOREYS_OF + 0.12 * (STOREYS_OF - 1))
# Ranges first: the stacked axes leave room for the widest numbers of all.
array P_LOW[2]; array P_HIGH[2]
set autoscale # stats skips values outside the range
T = T0; B = T - TALL; WIDER = 0
do for [k=1:strlen(MOMENTUMAXES)] {
    PMIN = 0.0; PMAX = 0.0
    do for [i=1:N] {
        stats sprintf("$MOMENTUM%d", i) using sprintf("p%s_kgmps", MOMENTUMAXES[k:k]) nooutput
        PMIN = min2(PMIN, STATS_min); PMAX = max2(PMAX, STATS_max)
    }
    PPAD = PMAX > PMIN ? 0.08 * (PMAX - PMIN) : 1.0
    P_LOW[k] = PMIN - PPAD; P_HIGH[k] = PMAX + PPAD
    WIDER = max2(WIDER, ticroom(P_LOW[k], P_HIGH[k]))
}
L = L + WIDER
do for [k=1:STOREYS_OF] {
    T = T0 - 1.12 * TALL * (k - 1); B = T - TALL
    if (k <= strlen(MOMENTUMAXES)) {
        AXIS = MOMENTUMAXES[k:k]; PCOLUMN = sprintf("p%s_kgmps", AXIS)
        Y_LOW = P_LOW[k]; Y_HIGH = P_HIGH[k]; Y_LOG = 0
        PNAME = tx(sprintf("P_{/*1.1 %s} (kg m/s)", AXIS), sprintf("$P_%s$ (kg\\,m/s)", AXIS))
    }
    if (k <= strlen(MOMENTUMAXES) && N > 3) {
        MULTIPLES = N; MULTIPLE_X = k < STOREYS_OF ? "" : "t (s)"; MULTIPLE_Y = PNAME
        L1 = L; R = R0; SHOWKEY = 0; B = B + high(1)
        do for [MULTIPLE=1:N] {
            load PLOTS . "/multiples.gp"
            set xrange [0:DURATION]; set yrange [Y_LOW:Y_HIGH]
            set xtics across_step(0, DURATION); set ytics even_step(Y_LOW, Y_HIGH)
            load PLOTS . "/own.gp"
            plot sprintf("$MOMENTUM%d", REF) using "t_s":PCOLUMN with lines lw 5 \
                     lc rgb TRUTH notitle, \
                 sprintf("$MOMENTUM%d", MULTIPLE) using "t_s":PCOLUMN with lines lw 2 \
                     lc rgb colour(STYLE[MULTIPLE]) notitle
        }
        undefine MULTIPLE_*
        L = L1; R = R0 - labelroom(longest(N))
    } else {
        load PLOTS . "/panel.gp"
        set xrange [0:DURATION]
        if (k < STOREYS_OF) { unset xlabel; set format x "" }
        if (k <= strlen(MOMENTUMAXES)) {
            set ylabel along("momentum " . PNAME, PNAME)
            set yrange [Y_LOW:Y_HIGH]
            set ytics even_step(Y_LOW, Y_HIGH)
            set ylabel offset (ticroom(Y_LOW, Y_HIGH), NAMESHIFT),0
            ENDS = N; load PLOTS . "/labels.gp"
            do for [i=1:N] { END_Y[i] = AXIS eq "x" ? MOMENTUMXEND[i] : MOMENTUMYEND[i] }
            load PLOTS . "/ends.gp"
            load PLOTS . "/own.gp"
            plot for [i=1:N] sprintf("$MOMENTUM%d", ORDER[i]) using "t_s":PCOLUMN \
                with lines ls STYLE[ORDER[i]] notitle
        } else {
            set ylabel ATREST ? along(tx("|momentum error| (kg m/s)", "$|$momentum error$|$ (kg m/s)"), "(kg m/s)") \
                              : along(tx("|error| / Σ|m v|", "$|$error$|$ / \\Sigma|mv|$"), "error")
            Q = "UNEXPLAINED"; QCOLUMN = "part"
            load PLOTS . "/decades.gp"
        }
    }
    HEAD = ""; SHOWKEY = 0
    load PLOTS . "/clear.gp"
}
T = T0; B = B0; L = L0; SHOWKEY = SHOWN

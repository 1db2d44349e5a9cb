# SPDX-License-Identifier: GPL-3.0-or-later
# One contact, in a panel for each solver: exact (broad grey line) and in steps (marks, if there are
# fewer than 60). In the phase plane (PHASE) with LOSS force over overlap, compression above and
# decompression below, which encloses the dissipated energy; else overlap over separation speed, half a
# circle for an undamped spring. Otherwise the force over time, and the impulse of rigid balls (arrow, as
# high as its mean force: the rectangle has the same area); with FRICTION the force along t between the
# limit of Coulomb's law (band, on the side of the force), and bars where the surfaces slide. With MORE the
# bodies touch others meanwhile: no e.
RUB = FRICTION && !PHASE
STEPS = DIR . "/contact-steps.tsv"
TOTAL = DIR . "/contact.tsv"
FORCE = RUB ? "force_t_N" : "force_N"; LIMIT = RUB ? "limit_N" : FORCE
RESULT_OF = PHASE ? "restitution" : (RUB ? "impulse_t_Ns" : "impulse_Ns")
is(i) = strcol("says") eq SAYS[i] && column("converged") == 0
of(i) = strcol("solver") eq NAME[i] && column("converged") == 1
x_of(i) = PHASE ? (LOSS ? column("overlap_m") : -column("rate_rel")) : column("t_s")
y_of(i) = PHASE && !LOSS ? column("overlap_rel") : column(FORCE)
set autoscale
X_LEAST = 0; X_MOST = 0; Y_LEAST = 0; Y_MOST = 0; RIGID_J = NaN
array ROWS[N]; array RESULT[N]; array SLID[N]; array T_C[N]
array MULTIPLE_TEXT[N]; array MULTIPLE_STYLE[N]; array MULTIPLE_NOTE[N]
to_y(y) = y == y ? (Y_LEAST = min2(Y_LEAST, y), Y_MOST = max2(Y_MOST, y)) : 0
reach(i) = (X_LEAST = min2(X_LEAST, x_of(i)), X_MOST = max2(X_MOST, x_of(i)), to_y(y_of(i)), 0)
stats TOTAL using (!PHASE && strcol("says") eq RIGID ? (RIGID_J = column(RESULT_OF), 0) : 0) nooutput
do for [i=1:N] {
    ROWS[i] = 0; RESULT[i] = NaN; T_C[i] = NaN; SLID[i] = 0
    stats STEPS using (is(i) ? (ROWS[i] = ROWS[i] + 1, reach(i)) : 0) nooutput
    stats STEPS using (of(i) ? reach(i) : 0) nooutput
    stats TOTAL using (is(i) ? (RESULT[i] = column(RESULT_OF), \
        SLID[i] = RUB ? column("slid_part") : 0, 0) : 0) nooutput
    stats TOTAL using (of(i) ? (T_C[i] = column("contact_s"), 0) : 0) nooutput
    k = to_y(RIGID_J / T_C[i]) # the mean force of rigid balls may exceed that of springs
}
do for [i=1:N] {
    MULTIPLE_TEXT[i] = LABEL[i]; MULTIPLE_STYLE[i] = STYLE[i]
    MULTIPLE_NOTE[i] = PHASE && MORE ? "" : ": " . (PHASE ? sprintf("e = %.4g", RESULT[i]) : minus(sprintf("%.3g N s", RESULT[i])) \
        . (RUB ? sprintf(", slides %.0f %%", 100 * SLID[i]) : ""))
}
# the limit too, unless it is much larger
HARD = max2(Y_MOST, -Y_LEAST); LIMIT_ = 0
if (RUB) { stats STEPS using (LIMIT_ = max2(LIMIT_, known(LIMIT, 0)), 0) nooutput }
if (LIMIT_ < 2 * HARD) {
    Y_MOST = Y_MOST > 0.1 * HARD ? max2(Y_MOST, LIMIT_) : Y_MOST
    Y_LEAST = Y_LEAST < -0.1 * HARD ? min2(Y_LEAST, -LIMIT_) : Y_LEAST
}
X_MOST = X_MOST > X_LEAST ? X_MOST : X_LEAST + 1
Y_MOST = Y_MOST > Y_LEAST ? Y_MOST : Y_LEAST + 1
IS_PLAIN = PHASE && !LOSS # both axes without units
X = IS_PLAIN ? 1 : units(X_LEAST, X_MOST); Y = IS_PLAIN ? 1 : units(Y_LEAST, Y_MOST)
X_EDGE = 0.04 * (X_MOST - X_LEAST); Y_EDGE = (PHASE ? 0.05 : 0.08) * (Y_MOST - Y_LEAST)
X0 = X * (X_LEAST - X_EDGE); X1 = X * (X_MOST + X_EDGE)
Y0 = Y * (Y_LEAST - Y_EDGE); Y1 = Y * (Y_MOST + Y_EDGE)
MULTIPLES = N; if (IS_PLAIN) { MULTIPLE_ASPECT = (X1 - X0) / (Y1 - Y0) }
MULTIPLE_X = IS_PLAIN ? "separation speed / approach speed" : sprintf(PHASE ? "overlap (%s)" \
    : "time since contact onset (%s)", unit(X_LEAST, X_MOST, PHASE ? "m" : "s"))
MULTIPLE_Y = IS_PLAIN ? "overlap × ω_0 / approach speed" : sprintf("force%s (%s)", \
    RUB ? " along t" : "", unit(Y_LEAST, Y_MOST, "N"))
do for [i=1:N] {
    MULTIPLE = i
    load PLOTS . "/multiples.gp"
    set xrange [X0:X1]; set yrange [Y0:Y1]
    set xtics across_step(X0, X1); set ytics even_step(Y0, Y1)
    set arrow 3 from graph 0, first 0 to graph 1, first 0 nohead lw 1.0 lc rgb FAINT back
    MEAN = Y * RIGID_J / T_C[i]; END_S = X * T_C[i]
    if (MEAN == MEAN && MEAN != 0) {
        set object 1 rectangle from 0, 0 to END_S, MEAN front fs empty border lc rgb colour(1) dt (4,8) lw 1.6
    }
    plot STEPS using (RUB && is(i) ? X*column("t_s") : NaN):(Y_MOST > 0.1 * HARD ? min2(Y1, Y*column(LIMIT)) : 0): \
            (Y_LEAST < -0.1 * HARD ? max2(Y0, -Y*column(LIMIT)) : 0) with filledcurves lc rgb BAND fs solid notitle, \
         STEPS using (of(i) ? X*x_of(i) : NaN):(Y*y_of(i)) with lines lw 7 lc rgb TRUTH notitle, \
         STEPS using (is(i) ? X*x_of(i) : NaN):(Y*y_of(i)) with linespoints lw 1.6 \
            lc rgb colour(STYLE[i]) pt mark(STYLE[i]) ps (ROWS[i] < 60 ? 1.3*DOT : 0) notitle, \
         STEPS using (RUB && is(i) && column("sliding") == 1 ? X*column("t_s") : NaN): \
            (Y0 + 0.4 * Y * Y_EDGE) with lines lw 8 lc rgb colour(STYLE[i]) notitle
}

# SPDX-License-Identifier: GPL-3.0-or-later
# The force in one contact over time, in a panel for each solver: exact (broad grey line), in steps
# (marks, if there are fewer than 60) and the impulse of rigid balls (arrow, as high as its mean
# force: the rectangle has the same area). With FRICTION it is the force along t between the limits
# of Coulomb's law (band), and bars show when the surfaces slide.
STEPS = DIR . (FRICTION ? "/contact-rub-steps.tsv" : "/contact-steps.tsv")
EXACT = DIR . (FRICTION ? "/contact-rub-steps.tsv" : "/contact-exact.tsv")
TOTAL = DIR . (FRICTION ? "/contact-rub.tsv" : "/contact.tsv")
FORCE = FRICTION ? "force_t_N" : "force_N"; IMPULSE = FRICTION ? "impulse_t_Ns" : "impulse_Ns"
LIMIT = FRICTION ? "limit_N" : FORCE
is(i) = strcol("says") eq SAYS[i] && (!FRICTION || column("converged") == 0)
of(i) = strcol("solver") eq NAME[i] && (!FRICTION || column("converged") == 1)
rest(text) = text[strlen(stem(text))+1:*] # of a label, from its first comma on
set autoscale
LAST = 0; MOST = 0; LEAST = 0; RIGID_J = NaN
array T_C[N]; array ROWS[N]; array MULTIPLE_TEXT[N]; array MULTIPLE_STYLE[N]
reach(i) = (LAST = max2(LAST, column("t_s")), MOST = max2(MOST, known(FORCE, 0)), \
    LEAST = min2(LEAST, known(FORCE, 0)), 0)
stats TOTAL using (strcol("says") eq RIGID ? (RIGID_J = column(IMPULSE), 0) : 0) nooutput
do for [i=1:N] {
    ROWS[i] = 0; J = NaN; SLID = NaN; T_C[i] = NaN
    stats STEPS using (is(i) ? (ROWS[i] = ROWS[i] + 1, reach(i)) : 0) nooutput
    stats EXACT using (of(i) ? reach(i) : 0) nooutput
    stats DIR . "/contact.tsv" using (strcol("says") eq SAYS[i] ? \
        (T_C[i] = column("exact_contact_s"), 0) : 0) nooutput
    stats TOTAL using (is(i) ? (J = column(IMPULSE), \
        SLID = FRICTION ? column("slid_part") : 0, 0) : 0) nooutput
    # a heading that is too long loses what follows its first comma
    MULTIPLE_TEXT[i] = stem(LABEL[i]) . ": " . minus(sprintf("%.3g N s", J)) . \
        (FRICTION ? sprintf(", slides %.0f %%", 100 * SLID) : "") . rest(LABEL[i])
    MULTIPLE_STYLE[i] = STYLE[i]
    # the mean force of rigid balls may exceed that of springs
    if (RIGID_J == RIGID_J && T_C[i] == T_C[i]) {
        MOST = max2(MOST, RIGID_J / T_C[i]); LEAST = min2(LEAST, RIGID_J / T_C[i])
    }
}
# the limit too, unless it is much larger
HARD = max2(MOST, -LEAST); LIMIT_ = 0
stats STEPS using (FRICTION ? (LIMIT_ = max2(LIMIT_, known(LIMIT, 0)), 0) : 0) nooutput
if (LIMIT_ < 2 * HARD) {
    MOST = MOST > 0.1 * HARD ? max2(MOST, LIMIT_) : MOST
    LEAST = LEAST < -0.1 * HARD ? min2(LEAST, -LIMIT_) : LEAST
}
LAST = LAST > 0 ? LAST : 1; MOST = MOST > LEAST ? MOST : LEAST + 1
X = units(0, LAST); Y = units(LEAST, MOST); EDGE = 0.08 * (MOST - LEAST)
Y_LOW = Y * (LEAST - EDGE); Y_HIGH = Y * (MOST + EDGE)
X0 = -0.04 * X * LAST; X1 = 1.04 * X * LAST
MULTIPLES = N; MULTIPLE_X = sprintf("time since contact onset (%s)", unit(0, LAST, "s"))
MULTIPLE_Y = sprintf("force%s (%s)", FRICTION ? " along t" : "", unit(LEAST, MOST, "N"))
do for [i=1:N] {
    MULTIPLE = i
    load PLOTS . "/multiples.gp"
    set xrange [X0:X1]; set yrange [Y_LOW:Y_HIGH]
    set xtics 0, across_step(0, X1); set ytics even_step(Y_LOW, Y_HIGH)
    set arrow 3 from graph 0, first 0 to graph 1, first 0 nohead lw 1.0 lc rgb FAINT back
    if (RIGID_J == RIGID_J && T_C[i] == T_C[i] && RIGID_J != 0) {
        set arrow 1 from 0, 0 to 0, Y * RIGID_J / T_C[i] lw 5 lc rgb colour(1) \
            head filled size screen 0.012,20 front
        set arrow 2 from 0, Y * RIGID_J / T_C[i] \
            rto X * T_C[i], 0 nohead lw 1.6 lc rgb colour(1) dt (4,8) front
        set arrow 4 from X * T_C[i], 0 \
            rto 0, Y * RIGID_J / T_C[i] nohead lw 1.6 lc rgb colour(1) dt (4,8) front
    }
    plot STEPS using (FRICTION && is(i) ? X*column("t_s") : NaN):(min2(Y_HIGH, Y*column(LIMIT))): \
            (max2(Y_LOW, -Y*column(LIMIT))) with filledcurves lc rgb BAND fs solid notitle, \
         EXACT using (of(i) ? X*column("t_s") : NaN):(Y*column(FORCE)) with lines lw 7 \
            lc rgb TRUTH notitle, \
         STEPS using (is(i) ? X*column("t_s") : NaN):(Y*column(FORCE)) with linespoints lw 1.6 \
            lc rgb colour(STYLE[i]) pt mark(STYLE[i]) ps (ROWS[i] < 60 ? 1.3*DOT : 0) notitle, \
         STEPS using (FRICTION && is(i) && column("sliding") == 1 ? X*column("t_s") : NaN): \
            (Y_LOW + 0.4 * Y * EDGE) with lines lw 8 lc rgb colour(STYLE[i]) notitle
}

# SPDX-License-Identifier: GPL-3.0-or-later
# One contact in its phase plane, in a panel for each solver: exact (broad grey line) and in steps
# (marks, if there are fewer than 60). With LOSS force over overlap, compression above and
# decompression below, which encloses the dissipated energy; else overlap over separation speed,
# half a circle for an undamped spring.
STEPS = DIR . "/contact-steps.tsv"; EXACT = DIR . "/contact-exact.tsv"
is(i) = strcol("says") eq SAYS[i]
of(i) = strcol("solver") eq NAME[i]
x_of(i) = LOSS ? column("overlap_m") : -column("rate_rel")
y_of(i) = LOSS ? column("force_N") : column("overlap_rel")
rest(text) = text[strlen(stem(text))+1:*] # of a label, from its first comma on
set autoscale
X_LEAST = 0; X_MOST = 0; Y_LEAST = 0; Y_MOST = 0; BEST = 0
array ROWS[N]; array RESULT[N]; array MULTIPLE_TEXT[N]; array MULTIPLE_STYLE[N]
reach(i) = (X_LEAST = min2(X_LEAST, x_of(i)), X_MOST = max2(X_MOST, x_of(i)), \
    Y_LEAST = min2(Y_LEAST, y_of(i)), Y_MOST = max2(Y_MOST, y_of(i)), 0)
do for [i=1:N] {
    ROWS[i] = 0; RESULT[i] = NaN
    stats STEPS using (is(i) ? (ROWS[i] = ROWS[i] + 1, reach(i)) : 0) nooutput
    stats EXACT using (of(i) ? reach(i) : 0) nooutput
    stats DIR . "/contact.tsv" using (is(i) ? \
        (RESULT[i] = column(LOSS ? "dissipated_J" : "restitution"), 0) : 0) nooutput
    BEST = RESULT[i] == RESULT[i] ? max2(BEST, RESULT[i]) : BEST
}
do for [i=1:N] {
    # a heading that is too long loses what follows its first comma
    MULTIPLE_TEXT[i] = stem(LABEL[i]) . (LOSS ? sprintf(": %.3g %s", \
        units(0, BEST) * (abs(RESULT[i]) < 1e-9 * BEST ? 0 : RESULT[i]), unit(0, BEST, "J")) : \
        sprintf(": e = %.4g", RESULT[i])) . rest(LABEL[i])
    MULTIPLE_STYLE[i] = STYLE[i]
}
X_MOST = X_MOST > X_LEAST ? X_MOST : X_LEAST + 1
Y_MOST = Y_MOST > Y_LEAST ? Y_MOST : Y_LEAST + 1
X = LOSS ? units(X_LEAST, X_MOST) : 1; Y = LOSS ? units(Y_LEAST, Y_MOST) : 1
X_EDGE = 0.04 * (X_MOST - X_LEAST); Y_EDGE = 0.05 * (Y_MOST - Y_LEAST)
X0 = X * (X_LEAST - X_EDGE); X1 = X * (X_MOST + X_EDGE)
Y0 = Y * (Y_LEAST - Y_EDGE); Y1 = Y * (Y_MOST + Y_EDGE)
MULTIPLES = N; if (!LOSS) { MULTIPLE_ASPECT = (X1 - X0) / (Y1 - Y0) }
MULTIPLE_X = LOSS ? sprintf("overlap (%s)", unit(X_LEAST, X_MOST, "m")) : \
    "separation speed / approach speed"
MULTIPLE_Y = LOSS ? sprintf("force (%s)", unit(Y_LEAST, Y_MOST, "N")) : \
    "overlap × w_0 / approach speed"
do for [i=1:N] {
    MULTIPLE = i
    load PLOTS . "/multiples.gp"
    set xrange [X0:X1]; set yrange [Y0:Y1]
    set xtics across_step(X0, X1); set ytics even_step(Y0, Y1)
    set arrow 3 from graph 0, first 0 to graph 1, first 0 nohead lw 1.0 lc rgb FAINT back
    plot EXACT using (of(i) ? X*x_of(i) : NaN):(Y*y_of(i)) with lines lw 7 lc rgb TRUTH notitle, \
         STEPS using (is(i) ? X*x_of(i) : NaN):(Y*y_of(i)) with linespoints lw 1.6 \
            lc rgb colour(STYLE[i]) pt mark(STYLE[i]) ps (ROWS[i] < 60 ? 1.3*DOT : 0) notitle
}

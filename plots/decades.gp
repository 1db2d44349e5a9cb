# SPDX-License-Identifier: GPL-3.0-or-later
# Curves of a quantity >= 0 on a log axis over Q_OVER, after panel.gp: over "t_s", or over "collisions" on
# a log axis. The names of solvers within rounding are in a band at its foot, below a gap in the axis. Set before: Q_TABLE(i), the
# table of solver i; Q_VALUE(i), its value in a row or NaN; Q_ROUNDING; Q_HIDDEN(i), 1 for a solver without
# a curve; Q_THEORY(i), a value per collision that is drawn as a broad pale line, or 0; Q_NAME, the
# name of the axis; and Q_SPAN, the smallest part of its highest value that a curve shows. At least one curve exceeds rounding.
set datafile missing NaN # rows of other solvers do not interrupt a curve
array Q_MOST[N]; Q_UNTIL = 0; Q_HIGH = 0; Q_LOW = 1e300; Q_LEAST_ = 1e300; Q_BELOW = ""; Q_SHORT = ""; Q_COUNT = 10.0; Q_LINES = 0
Q_TIMED = Q_OVER eq "t_s"
ENDS = N; load PLOTS . "/labels.gp"
do for [i=1:N] {
    Q_MOST[i] = -1; Q_LAST = NaN; SOFAR = 0
    if (!Q_HIDDEN(i)) {
        stats Q_TABLE(i) using (is_number(Q_VALUE(i)) ? (Q_MOST[i] = max2(Q_MOST[i], Q_VALUE(i)), \
            Q_COUNT = Q_TIMED ? 0 : max2(Q_COUNT, column(Q_OVER)), \
            Q_VALUE(i) > Q_ROUNDING ? (Q_LAST = Q_VALUE(i), Q_LEAST_ = min2(Q_LEAST_, Q_LAST)) : 0) : 0, 0) nooutput
    }
    if (Q_MOST[i] > Q_ROUNDING) {
        Q_HIGH = max2(Q_HIGH, Q_MOST[i]); Q_LOW = min2(Q_LOW, Q_SPAN * Q_MOST[i])
        END_Y[i] = Q_LAST; Q_LINES = Q_LINES + (Q_THEORY(i) > 0)
    } else { if (Q_MOST[i] >= 0) {
        s = STOPPED[i] eq "" || PAGED ? "" : " until " . seconds(REACHED[i])
        Q_SHORT = Q_SHORT . (Q_BELOW eq "" ? "" : ", ") . (alike(LABEL[i], N) > 1 ? tail(LABEL[i]) : stem(LABEL[i])) . s
        Q_BELOW = Q_BELOW . (Q_BELOW eq "" ? "" : strstrt(LABEL[i], ",") > 0 ? "; " : ", ") . called(LABEL[i]) . s
        Q_UNTIL = max2(Q_UNTIL, Q_TIMED ? min2(1, REACHED[i] / DURATION) : 1)
    } }
}
Q_LOW = max2(Q_LOW, Q_LEAST_)
Q_HIGH = 2.5 * Q_HIGH; Q_LOW = min2(0.5 * max2(Q_LOW, Q_ROUNDING), 1e-3 * Q_HIGH)
do for [i=1:N] { if (Q_MOST[i] > Q_ROUNDING) { END_Y[i] = max2(END_Y[i], Q_LOW) } }
Q_BAND = Q_BELOW eq "" ? 0 : high(2.1) / (T - B)
Y_LOW = Q_LOW * (Q_HIGH / Q_LOW) ** (-Q_BAND / (1 - Q_BAND)); Y_HIGH = Q_HIGH; Y_LOG = 1
if (Q_BAND > 0) {
    set object 19 rectangle from graph -0.02, graph 0.8 * Q_BAND to graph 1, graph Q_BAND front fc rgb "white" fs solid noborder
    set object 20 rectangle from graph 0, graph 0 to graph Q_UNTIL, graph 0.8 * Q_BAND front fc rgb BAND fs solid noborder
    Q_LETTERS = 0.9 * (R - L) / wide(0.44)
    Q_BELOW = "within rounding: " . (strlen(Q_BELOW) + 17 > Q_LETTERS ? Q_SHORT : Q_BELOW)
    Q_SIZE = strlen(Q_BELOW) > Q_LETTERS ? 0.85 : 1; Q_LETTERS = int(Q_LETTERS / Q_SIZE)
    set label 20 strlen(Q_BELOW) > Q_LETTERS ? Q_BELOW[1:Q_LETTERS-1] . "…" : Q_BELOW . "" \
        at graph 0.01, graph 0.4 * Q_BAND left front noenhanced tc rgb NOTED font sized(Q_SIZE)
}
if (Q_LINES > 0) { set label 21 "grey: theory" at graph 0.98, graph 0.04 + Q_BAND right tc rgb NOTED }
# a label, as the SVG terminal drops a name of the axis left of long numbers
set label 22 Q_NAME at screen L - wide(4.9), screen 0.5 * (B + T) rotate by 90 center noenhanced \
    font sized(max2(0.88, min2(1, (T - B) / high(0.45 * strlen(Q_NAME)))))
if (Q_TIMED) { set xrange [0:DURATION]; set xtics across_step(0, DURATION); load PLOTS . "/stopped.gp" } else {
    set xlabel "number of collisions"
    LOG_AXIS = "x"; LOG_LOW = 1.0; LOG_HIGH = Q_COUNT; load PLOTS . "/logarithmic.gp"
}
LOG_AXIS = "y"; LOG_LOW = Y_LOW; LOG_HIGH = Y_HIGH; LOG_FROM = Q_LOW
load PLOTS . "/logarithmic.gp"
load PLOTS . "/ends.gp"
# gnuplot draws an empty loop once, and complains about a table without points: they are in the band
is_shown(i) = Q_MOST[i] > Q_ROUNDING
plot for [i=1:N] for [k=1:(is_shown(i) && Q_THEORY(i) > 0 ? 1 : 0)] x > 0 && Q_THEORY(i) * x > Q_LOW ? Q_THEORY(i) * x : NaN \
        with lines lw 6 lc rgb TRUTH notitle, \
    for [i=1:N] for [k=1:(is_shown(i) ? 1 : 0)] SOFAR = 0 Q_TABLE(i) using Q_OVER:(is_number(Q_VALUE(i)) ? \
        (Q_VALUE(i) > Q_LOW || !is_shown(i) ? max2(Q_VALUE(i), Q_LOW) : 1/0) : NaN) with lines ls STYLE[i] notitle
unset datafile missing

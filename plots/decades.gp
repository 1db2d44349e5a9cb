# SPDX-License-Identifier: GPL-3.0-or-later
# Curves of a quantity >= 0 over time on a log axis, after panel.gp, with the names of solvers within
# rounding in a band at its foot. Set before: Q_TABLE(i), the table of solver i; Q_VALUE(i), its value
# in a row or NaN; Q_ROUNDING; Q_HIDDEN(i), 1 for a solver without a curve; optionally Q_FROM and Q_UPTO,
# values that the axis shows. At least one curve exceeds rounding.
set datafile missing NaN # rows of other solvers do not interrupt a curve
array Q_MOST[N]; Q_HIGH = 0; Q_LOW = 1e300; Q_LEAST_ = 1e300; Q_BELOW = ""
ENDS = N; load PLOTS . "/labels.gp"
do for [i=1:N] {
    Q_MOST[i] = -1; Q_LAST = NaN
    if (!Q_HIDDEN(i)) {
        stats Q_TABLE(i) using (is_number(Q_VALUE(i)) ? (Q_MOST[i] = max2(Q_MOST[i], Q_VALUE(i)), \
            Q_VALUE(i) > Q_ROUNDING ? (Q_LAST = Q_VALUE(i), Q_LEAST_ = min2(Q_LEAST_, Q_LAST)) : 0) : 0, 0) nooutput
    }
    if (Q_MOST[i] > Q_ROUNDING) {
        Q_HIGH = max2(Q_HIGH, Q_MOST[i]); Q_LOW = min2(Q_LOW, 1e-3 * Q_MOST[i])
        END_Y[i] = Q_LAST
    } else { if (Q_MOST[i] >= 0) {
        Q_BELOW = Q_BELOW . (Q_BELOW eq "" ? "" : ", ") . stem(LABEL[i])
    } }
}
Q_LOW = max2(Q_LOW, Q_LEAST_)
if (exists("Q_FROM")) { Q_LOW = min2(Q_LOW, 0.3 * Q_FROM); Q_HIGH = max2(Q_HIGH, 1.2 * Q_UPTO) }
Q_HIGH = 2.5 * Q_HIGH; Q_LOW = min2(0.5 * max2(Q_LOW, Q_ROUNDING), (T - B > high(9) ? 0.01 : 1e-4) * Q_HIGH)
do for [i=1:N] { if (Q_MOST[i] > Q_ROUNDING) { END_Y[i] = max2(END_Y[i], Q_LOW) } }
Q_BAND = Q_BELOW eq "" ? 0 : high(1.7) / (T - B)
Y_LOW = Q_LOW * (Q_HIGH / Q_LOW) ** (-Q_BAND / (1 - Q_BAND)); Y_HIGH = Q_HIGH; Y_LOG = 1
if (Q_BAND > 0) {
    set object 20 rectangle from graph 0, graph 0 to graph 1, graph Q_BAND front fc rgb BAND \
        fs solid noborder
    Q_LETTERS = (R - L) / wide(0.44)
    Q_BELOW = (strlen(Q_BELOW) + 17 < Q_LETTERS ? "within rounding: " : "rounding: ") . Q_BELOW
    Q_SIZE = strlen(Q_BELOW) > Q_LETTERS ? 0.85 : 1; Q_LETTERS = int(Q_LETTERS / Q_SIZE)
    set label 20 strlen(Q_BELOW) > Q_LETTERS ? Q_BELOW[1:Q_LETTERS-1] . "…" : Q_BELOW . "" \
        at graph 0.01, graph 0.5 * Q_BAND left front noenhanced tc rgb NOTED font sized(Q_SIZE)
}
set xrange [0:DURATION]; set xtics across_step(0, DURATION)
LOG_AXIS = "y"; LOG_LOW = Y_LOW; LOG_HIGH = Y_HIGH; LOG_FROM = Q_LOW
load PLOTS . "/logarithmic.gp"
load PLOTS . "/stopped.gp"
load PLOTS . "/ends.gp"
plot for [i=1:N] for [k=1:(Q_MOST[i] > Q_ROUNDING ? 1 : 0)] Q_TABLE(i) using "t_s": \
    (is_number(Q_VALUE(i)) ? (Q_VALUE(i) > Q_LOW || Q_MOST[i] <= Q_ROUNDING ? max2(Q_VALUE(i), Q_LOW) : 1/0) : NaN) with lines ls STYLE[i] notitle
unset datafile missing

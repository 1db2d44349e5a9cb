# SPDX-License-Identifier: GPL-3.0-or-later
# Error over cost at the middle stiffness, in a panel for each model. Left: distance from rigid
# balls, which no step reduces below the modelling error. Right: distance from the same springs with
# converged steps. The black marks are the solver of rigid balls: without an error in its own model, which
# is below the axis, and off by the modelling error in the other.
R = R - labelroom(longest(N))
load PLOTS . "/middle.gp"
MULTIPLES = 2; MULTIPLE_ASPECT = 1.1; MULTIPLE_X = "cost of a run: force evaluations + pair tests"
MULTIPLE_Y = along("distance at the end (m)", "error (m)")
array MULTIPLE_TEXT[2] = ["From rigid balls", "From converged springs"]
array MULTIPLE_STYLE[2] = [1, 1]
array MODEL[2] = ["total_m", "method_m"]
X_LOW = 1e300; X_HIGH = 0; RIGID = NaN
reach(x) = x > 0 ? (X_LOW = min2(X_LOW, x), X_HIGH = max2(X_HIGH, x), 1) : 0
cost(i) = middle(i, "force_evaluations") + column("pair_tests")
stats DIR . "/orders.tsv" using (RIGID = column("rigid_pair_tests"), reach(RIGID), 0) nooutput
ROOM_RIGHT = ROOM; array LAST_X[N]; array LAST_Y[N] # the shortest step: where the label is
do for [i=1:N] {
    LAST_X[i] = NaN; LAST_Y[i] = NaN; MOST = 0
    stats POINTS using (middle(i, "method_m") > 0 && reach(cost(i)) && cost(i) > MOST ? (MOST = \
        cost(i), LAST_X[i] = MOST, LAST_Y[i] = max2(Y_LOW, column("method_m"))) : 0, 0) nooutput
}
if (X_HIGH == 0) { X_LOW = 1; X_HIGH = 10 }
do for [model=1:2] {
    MULTIPLE = model
    load PLOTS . "/multiples.gp"
    LOG_AXIS = "x"; LOG_LOW = X_LOW / 1.8; LOG_HIGH = X_HIGH * 1.8; LOG_BLANK = !MULTIPLE_FOOT; load PLOTS . "/logarithmic.gp"
    LOG_AXIS = "y"; LOG_LOW = Y_LOW; LOG_HIGH = Y_HIGH; LOG_BLANK = !MULTIPLE_LEFT; load PLOTS . "/logarithmic.gp"
    if (model == 2) {
        ENDS = N; array END_X[max2(1, N)]; load PLOTS . "/labels.gp"
        do for [i=1:N] { END_X[i] = LAST_X[i]; END_Y[i] = LAST_Y[i] }
        Y_LOG = 1; ROOM = ROOM_RIGHT; load PLOTS . "/ends.gp"
    }
    if (RIGID > 0 && model == 1) { set label 11 "rigid balls: no error" at RIGID, Y_LOW left offset 0.8,0.9 }
    plot for [i=1:N] POINTS using (cost(i)):(drawn(column(MODEL[model]))) with linespoints \
            ls STYLE[i] dt solid lw 2 pt mark(STYLE[i]) ps 1.1*DOT notitle, \
        for [i=1:N] "+" using (RIGID > 0 ? RIGID : NaN):(model == 1 ? Y_LOW : FLOOR[i]) every ::0::0 \
            with points pt (model == 1 ? 11 : 7) ps 1.8*DOT lc rgb colour(1) notitle
}

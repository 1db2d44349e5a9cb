# SPDX-License-Identifier: GPL-3.0-or-later
# Rows of convergence.tsv at the middle stiffness of each solver: at_middle(i) in a row. FLOOR[i] is
# the modelling error there (NaN: unknown), Y_LOW and Y_HIGH an axis for the errors in column NAMED.
FLOORS = DIR . "/floors.tsv"; POINTS = DIR . "/convergence.tsv"
array MIDDLE[N]; array FLOOR[N]
do for [i=1:N] {
    k = 0; MIDDLE[i] = NaN; FLOOR[i] = NaN
    stats FLOORS using (k = k + is_of(i), 0) nooutput
    HALF = k / 2 + 1; k = 0
    stats FLOORS using (k = k + is_of(i), is_of(i) && k == HALF ? (MIDDLE[i] = column("stiffness"), \
        FLOOR[i] = column("floor_m")) : 0, 0) nooutput
}
# without a stiffness to vary, all rows of the solver
at_middle(i) = is_of(i) && (MIDDLE[i] != MIDDLE[i] || column("stiffness") == MIDDLE[i])
middle(i, name) = at_middle(i) ? column(name) : NaN
Y_LOW = 1e300; Y_HIGH = 0
widen(y) = y > 1e-13 ? (Y_LOW = min2(Y_LOW, y), Y_HIGH = max2(Y_HIGH, y)) : 0
do for [i=1:N] {
    k = widen(FLOOR[i])
    stats POINTS using (widen(middle(i, "method_m")), widen(middle(i, "total_m")), 0) nooutput
}
if (Y_HIGH == 0) { Y_LOW = 1e-12; Y_HIGH = 1 }
Y_LOW = decade(Y_LOW); Y_HIGH = 10 * decade(Y_HIGH)

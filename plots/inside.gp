# SPDX-License-Identifier: GPL-3.0-or-later
# Shared by the figures of one contact (force, phase, loop): tables, selection of rows by solver,
# styles of theory (line) and of steps (marks, if fewer than 60), and names with their marks.
STEPS = DIR . "/contact-steps.tsv"; EXACT = DIR . "/contact-exact.tsv"
is(i) = strcol("says") eq NAME[i]
of(i) = strcol("solver") eq SOLVER[i]
# stats skips rows outside the ranges of a previous figure.
set autoscale
ROWS_sum = 0
array FEW[N]; do for [i=1:N] { stats STEPS using (is(i) ? 1 : 0) nooutput name "ROWS"; \
    FEW[i] = ROWS_sum < 60 }
GREY = "#909090"
EXACTLY = "lw 5 lc rgb TRUTH"
STEPPED = "lw 1.4 lc rgb colour(STYLE[i]) dt (4,3) pt mark(STYLE[i]) ps DOT*(FEW[i] ? 1.5 : 0)"
NAMED = "left offset 0.9,-0.2 noenhanced tc rgb colour(STYLE[i]) " . \
    "point pt mark(STYLE[i]) lc rgb colour(STYLE[i]) ps 1.3*DOT"
LONGEST = 5; do for [i=1:N] { LONGEST = max2(LONGEST, strlen(LABEL[i])) }
# Identical springs share one exact curve with one T and one area.
ALIKE = 1; do for [i=1:N] { if (abs(EXACT_T[i] - EXACT_T[1]) > 1e-6 * EXACT_T[1]) { ALIKE = 0 } }

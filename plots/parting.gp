# SPDX-License-Identifier: GPL-3.0-or-later
# The first mismatch MISMATCH_S[i] of each solver with the reference (NaN: none), and the solver PARTING
# that parts first (0: none), at MISMATCH. Its label in a line above the panel, which lowers T, if x is time.
array MISMATCH_S[N]; PARTING = 0; MISMATCH = 1e300
do for [i=1:N] {
    CELL = NaN; CELL_IN = DIR . "/summary.tsv"; CELL_OF = "first_mismatch_s"; CELL_ROW = NAME[i]
    if (COMPARED) { load PLOTS . "/cell.gp" }
    MISMATCH_S[i] = CELL
    if (CELL < MISMATCH) { MISMATCH = CELL; PARTING = i }
}
if (PARTING > 0) {
    T = T - high(1.2)
    set label 13 sprintf("%s: first mismatch at %.3g s", brief(stem(LABEL[PARTING])), MISMATCH) \
        at MISMATCH, screen T + high(0.7) left noenhanced tc rgb ALARM
    if (MISMATCH > 0.5 * DURATION) { set label 13 right }
}

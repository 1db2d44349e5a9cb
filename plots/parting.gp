# SPDX-License-Identifier: GPL-3.0-or-later
# The first mismatch MISMATCH_S[i] of each solver and the reference (NaN: none), the solver
# MISMATCH_OF[i] that has it (the other has not), and the solver PARTING that parts first (0: none), at
# MISMATCH. Its label in a line above the panel, which lowers T, if x is time.
array MISMATCH_S[N]; array MISMATCH_OF[N]; PARTING = 0; MISMATCH = 1e300
do for [i=1:N] {
    CELL = NaN; CELL_IN = DIR . "/summary.tsv"; CELL_OF = "first_mismatch_s"; CELL_ROW = NAME[i]
    if (COMPARED) { load PLOTS . "/cell.gp" }
    MISMATCH_S[i] = CELL
    MISMATCH_OF[i] = REF; k = i
    if (CELL < MISMATCH) { MISMATCH = CELL; PARTING = i }
    if (CELL == CELL) {
        CELL_OF = "collisions"; load PLOTS . "/cell.gp"
        if (CELL > 0) { stats DIR . "/" . NAME[i] . "/collisions.tsv" using \
            (abs(column("t_s") - MISMATCH_S[k]) <= 1e-14 * MISMATCH_S[k] ? (MISMATCH_OF[k] = k) : 0, 0) nooutput }
    }
}
if (PARTING > 0) {
    T = T - high(1.3)
    OF = ""; k = 0; do for [i=1:N] { if (MISMATCH_S[i] == MISMATCH_S[i] && seconds(MISMATCH_S[i]) eq seconds(MISMATCH)) { \
        k = k + 1; OF = OF . (k > 1 ? ", " : ": ") . called(LABEL[i]) } }
    fits(text) = wide(0.47 * strlen(text)) < R - L
    FIRST = "first mismatch at " . seconds(MISMATCH); NOTE = "first mismatch of collisions at " . seconds(MISMATCH) . OF
    NOTE = fits(NOTE) ? NOTE : fits(FIRST . OF) ? FIRST . OF : FIRST . (k > 1 ? sprintf(": %d solvers", k) : "")
    set label 13 NOTE at screen max2(L, min2(L + (R - L) * MISMATCH / DURATION, R - wide(0.47 * strlen(NOTE)))), \
        screen T + high(0.7) left noenhanced tc rgb ALARM
}

# SPDX-License-Identifier: GPL-3.0-or-later
# The first mismatch MISMATCH_S[i] of each solver and the reference (NaN: none), the solver
# MISMATCH_OF[i] that has it (the other has not), and the solver PARTING that parts first (0: none), at
# MISMATCH. A label with all of them in a line above the panel, which lowers T, if x is time.
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
    # all times with their solvers, in order; without room for them the first
    ALL = ""; FIRST = ""; AT = MISMATCH
    while (AT < 1e300) {
        OF = ""; k = 0; LATER = 1e300
        do for [i=1:N] { if (MISMATCH_S[i] >= AT) { if (seconds(MISMATCH_S[i]) eq seconds(AT)) {
            k = k + 1; OF = OF . (k > 1 ? ", " : ": ") . called(LABEL[i])
        } else { LATER = min2(LATER, MISMATCH_S[i]) } } }
        ALL = ALL . (ALL eq "" ? " at " : "; ") . seconds(AT) . OF; AT = LATER
        if (FIRST eq "") { FIRST = ALL; MANY = " at " . seconds(MISMATCH) . (k > 1 ? sprintf(": %d solvers", k) : "") }
    }
    LATE = ALL eq FIRST ? "" : "; others later"
    fits(text) = wide(0.47 * (strlen(text) + 14)) < R - L
    NOTE = "first mismatch" . (fits(ALL . " of collisions") ? " of collisions" . ALL : fits(ALL) ? ALL : (fits(FIRST . LATE) ? FIRST : MANY) . LATE)
    set label 13 NOTE at screen max2(L, min2(L + (R - L) * MISMATCH / DURATION, R - wide(0.47 * strlen(NOTE)))), \
        screen T + high(0.7) left noenhanced tc rgb ALARM
}

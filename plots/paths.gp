# SPDX-License-Identifier: GPL-3.0-or-later
# Functions on tables of a run that have rows of several solvers: paths.tsv, states.tsv, moments.tsv.
# All paths of solver i are one curve, rows FROM[i] to UPTO[i] of PATHS. A row of NaN begins each path.
PATHS = DIR . "/paths.tsv"; STATES = DIR . "/states.tsv"; MOMENTS = DIR . "/moments.tsv"
FEW = exists("BALL"); MOVING = 0; if (FEW) { MOVING = |BALL| }
# whether names of balls are too long for a picture of them, which then has numbers, and a note for these
NAME_LETTERS = 0; NUMBERS_NOTE = ""; are_numbered(share) = 0.44 * min2(25, NAME_LETTERS) * LETTER > (MOVING > 3 ? share : 0.3) * (X1 - X0)
do for [c=1:MOVING] { NAME_LETTERS = max2(NAME_LETTERS, strlen(BALL[c])); NUMBERS_NOTE = NUMBERS_NOTE . sprintf("; %d: ", c) . BALL[c] }
own(i, x) = strcol("solver") eq NAME[i] ? x : NaN
which_solver(k) = k == 0 ? 0 : (NAME[k] eq strcol("solver") ? k : which_solver(k - 1))
ball_called(number, k) = k == 0 ? "" : (BALL_NUMBER[k] == number ? BALL[k] : ball_called(number, k - 1))
# the name of ball a or b of a state, by its number if there are few balls: gnuplot cuts texts at a quote
name_of(ab) = FEW ? ball_called(column("number_" . ab), MOVING) : strcol(ab)
speed(k) = sqrt(column("vx_mps")**2 + column("vy_mps")**2)
# paths end early if there are too many collisions to tell them apart
UNTIL = 0; HITS = 0; ROW_ = -1; PART = DURATION / 240
array FROM[N]; array UPTO[N]
do for [i=1:N] { FROM[i] = 1000000000; UPTO[i] = FROM[i] }
if (FEW) {
    array HITS_IN[240]; do for [k=1:240] { HITS_IN[k] = 0 }
    stats PATHS using (k = which_solver(N), ROW_ = ROW_ + 1, k > 0 ? (FROM[k] = min2(FROM[k], ROW_), UPTO[k] = ROW_) : 0, \
        column("instant") == 1 && k == REF ? (HITS = HITS + 1, m = min2(240, 1 + int(column("t_s") / PART)), HITS_IN[m] = HITS_IN[m] + 1) : 0, \
        column("t_s")) nooutput name "PATH"
    UNTIL = PATH_max
    if (HITS > 400) { MOST_HITS = 120; load PLOTS . "/until.gp" }
}
until_note(whole) = UNTIL < DURATION * (1 - 1e-6) ? sprintf(" until %s of %s; later paths would hide them", seconds(UNTIL), seconds(DURATION)) : whole

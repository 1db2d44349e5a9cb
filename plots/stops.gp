# SPDX-License-Identifier: GPL-3.0-or-later
# Before panel.gp: the label SAID[i] of each solver, which names the time REACHED[i] (s) if the solver
# stopped. saidroom(least) is the room for them, at least for `least` letters.
array SAID[N]; SAID_LETTERS = 0; SAID_STOPS = 0
do for [i=1:N] {
    SAID[i] = REACHED[i] < DURATION * (1 - 1e-9) ? \
        stem(LABEL[i]) . sprintf(": stopped at %.3g s", REACHED[i]) : LABEL[i]
    SAID_STOPS = SAID_STOPS || REACHED[i] < DURATION * (1 - 1e-9)
    SAID_LETTERS = max2(SAID_LETTERS, strlen(SAID[i]))
}
saidroom(least) = SAID_STOPS ? (ROOM = min2(0.5 * (R - L), roomfor(max2(least, SAID_LETTERS))), ROOM) \
    : labelroom(max2(least, SAID_LETTERS))

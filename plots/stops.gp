# SPDX-License-Identifier: GPL-3.0-or-later
# Before panel.gp: the last time STOP_AT[i] of each solver (s), its label SAID[i], which names that time
# if the solver stopped. saidroom(least) is the room for them, at least for `least` letters.
array STOP_AT[N]; array SAID[N]; SAID_LETTERS = 0; SAID_STOPS = 0
do for [i=1:N] {
    stats series(i) using (STOP_AT[i] = column("t_s"), 0) nooutput
    SAID[i] = STOP_AT[i] < DURATION * (1 - 1e-9) ? \
        stem(LABEL[i]) . sprintf(": stopped at %.3g s", STOP_AT[i]) : LABEL[i]
    SAID_STOPS = SAID_STOPS || STOP_AT[i] < DURATION * (1 - 1e-9)
    SAID_LETTERS = max2(SAID_LETTERS, strlen(SAID[i]))
}
saidroom(least) = SAID_STOPS ? (ROOM = min2(0.5 * (R - L), roomfor(max2(least, SAID_LETTERS))), ROOM) \
    : labelroom(max2(least, SAID_LETTERS))

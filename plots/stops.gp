# SPDX-License-Identifier: GPL-3.0-or-later
# Before panel.gp: the label SAID[i] of each solver, which names the time REACHED[i] (s) if the solver
# stopped: STOPPED[i], and in SAID_WHY[i] also the reason. saidroom(least) is the room for them, at least for `least` letters.
array SAID[N]; array SAID_WHY[N]; array STOPPED[N]; SAID_LETTERS = 0; SAID_STOPS = 0
do for [i=1:N] {
    STOPPED[i] = REACHED[i] < DURATION * (1 - 1e-9) ? "stopped at " . seconds(REACHED[i]) : ""
    SAID[i] = STOPPED[i] eq "" ? LABEL[i] : called(LABEL[i]) . " " . (PAGED ? "stopped" : STOPPED[i])
    SAID_WHY[i] = STOPPED[i] eq "" ? LABEL[i] : called(LABEL[i]) . " " . STOPPED[i] . ": " . REASON[i]
    SAID_STOPS = SAID_STOPS || STOPPED[i] ne ""
    SAID_LETTERS = max2(SAID_LETTERS, strlen(SAID[i]))
}
saidroom(least) = SAID_STOPS ? (ROOM = min2(0.6 * (R - L), roomfor(max2(least, SAID_LETTERS))), ROOM) \
    : labelroom(max2(least, SAID_LETTERS))

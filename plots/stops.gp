# SPDX-License-Identifier: GPL-3.0-or-later
# Before panel.gp: the label SAID[i] of each solver, which names the time REACHED[i] (s) if the solver
# stopped: STOPPED[i]. STOP_NOTE names all stops with their reasons. saidroom(least) is the room for them, at least for `least` letters.
array SAID[N]; array STOPPED[N]; STOP_NOTE = ""; SAID_LETTERS = 0; SAID_STOPS = 0
do for [i=1:N] {
    STOPPED[i] = REACHED[i] < DURATION * (1 - 1e-9) ? "stopped at " . seconds(REACHED[i]) : ""
    SAID[i] = STOPPED[i] eq "" ? LABEL[i] : called(LABEL[i]) . (PAGED ? " (stopped)" : " (" . STOPPED[i] . ")")
    STOP_NOTE = STOP_NOTE . (STOPPED[i] eq "" ? "" : "; " . called(LABEL[i]) . " " . STOPPED[i] . ": " . REASON[i])
    SAID_STOPS = SAID_STOPS || STOPPED[i] ne ""
    SAID_LETTERS = max2(SAID_LETTERS, strlen(SAID[i]))
}
saidroom(least) = SAID_STOPS ? (ROOM = min2(0.6 * (R - L), roomfor(max2(least, SAID_LETTERS))), ROOM) \
    : labelroom(max2(least, SAID_LETTERS))

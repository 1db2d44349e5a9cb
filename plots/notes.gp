# SPDX-License-Identifier: GPL-3.0-or-later
# Draws NOTE at BOX_FOOT, from NOTE_L to R. What does not fit there begins further lines,
# after a semicolon: NOTE_LINES in all.
NOTE_TEXT = ""; NOTE_LINE = ""; NOTE_LINES = 1; k = 1
while (k > 0) {
    k = strstrt(NOTE, "; "); NOTE_PART = k > 0 ? NOTE[1:k] : NOTE; NOTE = NOTE[k+2:*]
    NOTE_FULL = NOTE_LINE ne "" && wide(0.42 * strlen(NOTE_LINE . " " . NOTE_PART)) > R - NOTE_L
    NOTE_LINES = NOTE_LINES + NOTE_FULL
    NOTE_TEXT = NOTE_FULL ? NOTE_TEXT . NOTE_LINE . "\n" : NOTE_TEXT
    NOTE_LINE = NOTE_FULL || NOTE_LINE eq "" ? NOTE_PART : NOTE_LINE . " " . NOTE_PART
}
set label 12 NOTE_TEXT . NOTE_LINE at screen NOTE_L, screen BOX_FOOT left noenhanced tc rgb NOTED font sized(0.88)

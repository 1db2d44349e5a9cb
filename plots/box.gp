# SPDX-License-Identifier: GPL-3.0-or-later
# The box number BOX of boxes.gp: margins, and its text in the colour BOX_COLOUR.
if (BOX > 1) { unset label; unset arrow; unset object } # the first plot draws heading and footer
l = L + ((BOX - 1) % BESIDE_) * BOX_STEP_X + 0.5 * (BOX_STEP_X - BOX_GAP - BOX_W)
t = T - ((BOX - 1) / BESIDE_) * BOX_STEP_Y - BOX_ABOVE
set lmargin at screen l; set rmargin at screen l + BOX_W
set tmargin at screen t; set bmargin at screen t - BOX_H
ROOM = BOX_STEP_X - wide(0.6)
set xrange [X0:X1]; set yrange [Y0:Y1]
BOX_ROOM = BOX_W > roomfor(strlen(BOX_TEXT)) ? l : L + ((BOX - 1) % BESIDE_) * BOX_STEP_X
set label 11 roomfor(strlen(BOX_TEXT)) < 1.02 * ROOM ? BOX_TEXT : cropped(BOX_TEXT) \
    at screen BOX_ROOM, screen t + high(0.7) left noenhanced tc rgb BOX_COLOUR

# SPDX-License-Identifier: GPL-3.0-or-later
# The names of the solvers in their colours, in a row from NAMES_L to NAMES_R at the height NAMES_Y
# (parts of the page), instead of labels at their curves.
NAMES_LONG = 0; NAMES_X = NAMES_L
do for [i=1:N] { NAMES_LONG = NAMES_LONG + roomfor(strlen(LABEL[i])) + wide(3) }
NAMES_LONG = NAMES_LONG > NAMES_R - NAMES_L
ROOM = (NAMES_R - NAMES_L) / N - wide(3)
do for [i=1:N] {
    NAMED = NAMES_LONG ? cropped(stem(LABEL[i])) : LABEL[i]
    set arrow 1020+i from screen NAMES_X, screen NAMES_Y rto screen wide(1.8), screen 0 nohead ls STYLE[i]
    set label 1020+i NAMED at screen NAMES_X + wide(2.3), screen NAMES_Y left noenhanced \
        tc rgb colour(STYLE[i])
    NAMES_X = NAMES_X + roomfor(strlen(NAMED)) + wide(3)
}

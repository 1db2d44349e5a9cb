# SPDX-License-Identifier: GPL-3.0-or-later
# The names of the solvers in their colours, in a row from NAMES_L to NAMES_R at the height NAMES_Y
# (parts of the page), instead of labels at their curves.
# Long labels lose the part after their comma, or before it if others begin alike; then all are smaller;
# then the longest are cut.
array NAMED[N]; NAMES_SIZE = 1.0; NAMES_MOST = longest(N)
do for [i=1:N] { NAMED[i] = LABEL[i] }
names_long(i) = i == 0 ? 0 : NAMES_SIZE * (roomfor(min2(NAMES_MOST, strlen(NAMED[i]))) + wide(3)) + names_long(i - 1)
if (names_long(N) > NAMES_R - NAMES_L) { do for [i=1:N] { NAMED[i] = called(LABEL[i]) } }
if (names_long(N) > NAMES_R - NAMES_L) { NAMES_SIZE = 0.88 }
while (names_long(N) > NAMES_R - NAMES_L && NAMES_MOST > 4) { NAMES_MOST = NAMES_MOST - 1 }
NAMES_X = NAMES_L; ROOM = roomfor(NAMES_MOST)
do for [i=1:N] {
    set arrow 1020+i from screen NAMES_X, screen NAMES_Y rto screen wide(1.8), screen 0 nohead ls STYLE[i]
    set label 1020+i cropped(NAMED[i]) at screen NAMES_X + wide(2.3), screen NAMES_Y left noenhanced \
        tc rgb colour(STYLE[i]) font sized(NAMES_SIZE)
    NAMES_X = NAMES_X + NAMES_SIZE * (roomfor(min2(NAMES_MOST, strlen(NAMED[i]))) + wide(3))
}

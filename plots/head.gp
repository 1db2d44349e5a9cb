# SPDX-License-Identifier: GPL-3.0-or-later
# Sets the heading of a panel to HEAD. A panel that finds out what it draws sets HEAD and loads this file
# before its first plot. On a page without room it loses what follows a semicolon, and is smaller.
if (PAGED) {
    k = strstrt(HEAD, ";")
    if (k > 0 && wide(0.53 * strlen(HEAD) + 4) > (PLACE_R[PANEL] - PLACE_L[PANEL]) / W) { HEAD = HEAD[1:k-1] }
    HEAD_SIZE = max2(0.66, min2(1, (PLACE_R[PANEL] - PLACE_L[PANEL]) / W / wide(0.53 * strlen(HEAD) + 5)))
    set label 10 bold((PANELS > 1 ? sprintf("(%s) ", "abcd"[PANEL:PANEL]) : "") . HEAD) \
        at screen PLACE_L[PANEL] / W + wide(1), screen HEAD_Y left enhanced font sized(HEAD_SIZE)
} else {
    # one that is too long leaves what it is over to the axes
    k = strstrt(HEAD, " over ")
    if (k > 0 && fitting(0.95, HEAD, 0.46) < 0.8) { HEAD = HEAD[1:k-1] . (strstrt(HEAD, ";") > k ? HEAD[strstrt(HEAD, ";"):*] : "") }
    HEAD_SIZE = max2(TITLED ? 0.75 : 0.88, fitting(0.95, HEAD, 0.46))
    k = int(0.97 / wide(1) / (0.46 * HEAD_SIZE))
    if (HEAD_ROWS == 1 && strlen(HEAD) > k) { HEAD_ROWS = 2; T = T - high(1.1) }
    k = HEAD_ROWS > 1 && strlen(HEAD) > k ? fold(HEAD, k) : 0
    set label 1002 (k > 0 ? HEAD[1:k-1] . "\n" : "") . cut(HEAD[k+1:*], 0.92 * HEAD_SIZE) at screen wide(1.0), \
        screen 1 - high(TITLED ? HEADING - 1.2 : 1.05) left noenhanced font sized(HEAD_SIZE) tc rgb NOTED
}

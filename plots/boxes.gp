# SPDX-License-Identifier: GPL-3.0-or-later
# Pictures of balls to scale in equal boxes in L, R, B, T. Set X0, X1, Y0 and Y1 (m), BOXES, optionally
# BOX_GROUP (boxes that belong together stand in a row or, if all are larger then, below each other),
# BOX_BELOW and BOX_OVER (ems for notes below and above each). If PLAN, only find the largest scale p
# (1/100 inch per m) and the size PICTURE_W, PICTURE_H of all boxes with a line of notes below them at
# BOX_FOOT. Otherwise each BOX needs its text BOX_TEXT, a shorter BOX_BRIEF and BOX_COLOUR before this file
# is loaded. NOTE_LETTERS is the length of the notes, if they may need several lines. Balls are to scale: larger ones would overlap.
if (PLAN || BOX == 1) {
    BOX_OVER = !exists("BOX_OVER") ? 0.0 : BOX_OVER; p = 0.0; BOX_BEST = 0.0; BOX_GAP = wide(1.6); BOX_ABOVE = high(1.6 + BOX_OVER)
    if (!exists("BOX_GROUP")) { BOX_GROUP = 1 }
    if (!exists("BOX_BELOW")) { BOX_BELOW = 0.8 }
    if (!exists("NOTE_LETTERS")) { NOTE_LETTERS = 1 }
    note_lines(width) = max2(0, ceil(NOTE_LETTERS * wide(0.42) / (width - wide(4))))
    do for [n=1:BOXES] {
        if (BOX_GROUP > 1 && n != BOX_GROUP && n * BOX_GROUP != BOXES) { continue }
        s = min2((R - L - (n - 1) * BOX_GAP) * W / n / (X1 - X0), \
            ((T - B - high(0.6 + 1.1 * note_lines(R - L))) / ceil(1.0 * BOXES / n) - BOX_ABOVE - high(BOX_BELOW)) * H / (Y1 - Y0))
        BOX_ROWS = ceil(1.0 * BOXES / n) # few empty places, few rows; on a page of fixed height the largest
        BOX_SCORE = FIXED ? s * (1 - 0.04 * BOX_ROWS) : s * sqrt(1.0 * BOXES / n / BOX_ROWS) * (1 - 0.12 * BOX_ROWS)
        BOX_SHARE = (n * max2(s * (X1 - X0) / W + BOX_GAP, wide(13))) * W / (W - 2 * FS * EM)
        if (PAGED ? BOX_SHARE > 0.64 : !FIXED) { BOX_SCORE = BOX_SCORE * BOX_SHARE }
        if (BOX_SCORE > 1.001 * BOX_BEST) { BOX_BEST = BOX_SCORE; p = s; BESIDE_ = n }
    }
    BOX_TURNED = BOX_GROUP > 1 && BESIDE_ != BOX_GROUP
    BOX_W = p * (X1 - X0) / W; BOX_H = p * (Y1 - Y0) / H
    BOX_STEP_X = min2((R - L + BOX_GAP) / BESIDE_, max2(BOX_W + BOX_GAP, wide(13)))
    BOX_STEP_Y = BOX_ABOVE + BOX_H + high(BOX_BELOW)
    BOX_FOOT = T - ceil(1.0 * BOXES / BESIDE_) * BOX_STEP_Y - high(0.6)
    PICTURE_W = BESIDE_ * BOX_STEP_X * W; PICTURE_H = (T - BOX_FOOT + high(1.1 * note_lines(PLAN ? min2(R - L, max2(0.3, PICTURE_W / W)) : R - L))) * H
    # on a page of fixed size in the middle, unless notes then need more lines
    s = max2(0, 0.5 * (R - L + BOX_GAP - BESIDE_ * BOX_STEP_X))
    if (!PLAN && FIXED && note_lines(R - L - s) == note_lines(R - L)) { L = L + s }
    EACH = one_in(BALLS, MOST_DISCS)
    EACH_NOTE = EACH > 1 ? sprintf("; a disc for %d balls", EACH) : ""
}
if (!PLAN) {
    if (BOX == 1) {
        unset tics; unset grid; unset xlabel; unset ylabel; unset key; set border 0; set clip two
    } else { unset label; unset arrow; unset object } # the first plot draws heading and footer
    BOX_COLUMN = BOX_TURNED ? (BOX - 1) / BOX_GROUP : (BOX - 1) % BESIDE_
    BOX_ROW = BOX_TURNED ? (BOX - 1) % BOX_GROUP : (BOX - 1) / BESIDE_
    l = L + BOX_COLUMN * BOX_STEP_X; t = T - BOX_ROW * BOX_STEP_Y - BOX_ABOVE
    set lmargin at screen l; set rmargin at screen l + BOX_W
    set tmargin at screen t; set bmargin at screen t - BOX_H
    set xrange [X0:X1]; set yrange [Y0:Y1]
    ROOM = (BOX_GROUP == 1 && BOX_COLUMN == BESIDE_ - 1 ? R - l : BOX_STEP_X) / 0.9 - wide(0.2)
    BOX_TEXT = roomfor(strlen(BOX_TEXT)) < 1.02 * ROOM ? BOX_TEXT : cropped(BOX_BRIEF)
    set label 11 BOX_TEXT . "" at screen l, screen t + high(0.7 + BOX_OVER) left noenhanced tc rgb BOX_COLOUR \
        font sized(0.9)
}

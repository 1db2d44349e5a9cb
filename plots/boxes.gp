# SPDX-License-Identifier: GPL-3.0-or-later
# Boxes to scale for BOXES pictures of X0 to X1, Y0 to Y1 (m) side by side, with BOX_TEXT(k) above
# each, in L, R, B, T: as many in a row (BESIDE_) as give the largest scale p (1/100 inch per m). Set
# BOX_COLUMNS for a number of columns. Then, for each: BOX = k; load PLOTS . "/box.gp".
unset tics; unset grid; unset xlabel; unset ylabel; unset key; set border 0
p = 0.0; BOX_GAP = wide(1.2); BOX_ABOVE = high(1.5)
do for [n=1:BOXES] {
    if (exists("BOX_COLUMNS") && n != BOX_COLUMNS) { continue }
    s = min2((R - L - (n - 1) * BOX_GAP) * W / n / (X1 - X0), \
        ((T - B) / ceil(1.0 * BOXES / n) - BOX_ABOVE) * H / (Y1 - Y0))
    if (s > p) { p = s; BESIDE_ = n }
}
BOX_W = p * (X1 - X0) / W; BOX_H = p * (Y1 - Y0) / H
BOX_STEP_X = (R - L + BOX_GAP) / BESIDE_; BOX_STEP_Y = (T - B) / ceil(1.0 * BOXES / BESIDE_)
set clip two

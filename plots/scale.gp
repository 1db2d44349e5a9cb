# SPDX-License-Identifier: GPL-3.0-or-later
# Sets up a part of the plane to scale: X0 to X1, Y0 to Y1 (m), in the largest box of that shape
# within L, R, B, T. With a table (TABLE) it is the table and, up to half its size beyond it, the
# range FAR_min_x to FAR_max_y, so that escaped balls are visible.
if (TABLE) {
    s = 0.02 * (WIDTH > HEIGHT ? WIDTH : HEIGHT)
    X0 = FAR_min_x < -s ? max2(FAR_min_x, -0.5 * WIDTH) : -s; \
        X1 = FAR_max_x > WIDTH + s ? -max2(-FAR_max_x, -1.5 * WIDTH) : WIDTH + s
    Y0 = FAR_min_y < -s ? max2(FAR_min_y, -0.5 * HEIGHT) : -s; \
        Y1 = FAR_max_y > HEIGHT + s ? -max2(-FAR_max_y, -1.5 * HEIGHT) : HEIGHT + s
    eval "set object 1 " . (exists("OUTLINE") && strlen(OUTLINE) > 0 ? "polygon " . OUTLINE : \
        "rectangle from 0,0 to WIDTH,HEIGHT") . \
        " fs empty border lc rgb FRAME lw 2.0"
}
px = (R - L) * W / (X1 - X0); py = (T - B) * H / (Y1 - Y0); p = px < py ? px : py
w2 = 0.5 * p * (X1 - X0) / W; h2 = 0.5 * p * (Y1 - Y0) / H
set lmargin at screen 0.5 * (L + R) - w2
set rmargin at screen 0.5 * (L + R) + w2
set bmargin at screen T - 2 * h2
set tmargin at screen T
set xrange [X0:X1]
set yrange [Y0:Y1]
set xlabel "x (m)"
set ylabel "y (m)"

# SPDX-License-Identifier: GPL-3.0-or-later
# Draws every PARTS-th of the FRAMES frames of a film, from the tables in SCRATCH, as a PNG of up to 1920 by 1080
# pixels: narrower or lower if the tables leave room.
set micro; set minussign
OUTLINE = SCRATCH . "/outline.tsv"
frame_of(j) = sprintf("%s/%05d-%d.tsv", SCRATCH, FILM_FRAME, j)
slower(pace) = abs(pace - 1) < 1e-9 ? "real time" : (pace > 1 ? sprintf("slowed %.3g ×", pace) \
    : sprintf("%.3g × as fast", 1 / pace))
FILM_FRAME = FRAMES - 1; stats frame_of(1) every ::0::0 using (PACE = column("pace"), 0) nooutput
X0 = 1e300; X1 = -1e300; Y0 = 1e300; Y1 = -1e300
do for [FILM_FRAME=0:(TABLE ? -1 : FRAMES-1)] { PLANE = frame_of(1); load PLOTS . "/plane.gp" }
NORMAL = PACE; TIME = sprintf("t = %%.%df s", int(max2(0, ceil(log10(250 * PACE)))))
film_box(k) = (L = wide(0.6), R = 1 - wide(0.6), T = 1 - high(1.2), B = high(1.3))
FILM_FRAME = FRAMES - 1; k = film_box(0); PLAN = 1; load PLOTS . "/balls.gp"; PLAN = 0
# both even in pixels
k = 4 * ceil((PICTURE_H + 1.3 * FS * EM) / 4); W = 4 * ceil(max2(0.55 * W, BESIDE_ * (w + wide(1.2)) * W) / 4); H = max2(H / 2, min2(H, k))
set terminal pngcairo size 1.5*W,1.5*H font sprintf("%s,%g", FONT, FS) rounded fontscale 1.125*EM linewidth 1.5 \
    background rgb "white"
do for [FILM_FRAME=PART:FRAMES-1:PARTS] {
    set output sprintf("%s/frame%05d.png", SCRATCH, FILM_FRAME)
    set multiplot
    load PLOTS . "/clear.gp"
    stats frame_of(1) every ::0::0 using (NOW = column("t_s"), PACE = column("pace"), 0) nooutput
    k = film_box(0)
    set label 1 bold(cut(TITLE, 1.3)) at screen wide(0.6), screen 1 - high(0.9) left enhanced
    set label 2 sprintf(TIME, NOW) at screen R, screen 1 - high(0.9) right
    set label 3 (PACE > 1.5 * NORMAL ? bold(slower(PACE)) : slower(PACE)) \
        at screen R - wide(7), screen 1 - high(0.9) right enhanced tc rgb NOTED
    load PLOTS . "/balls.gp"
    unset multiplot
}

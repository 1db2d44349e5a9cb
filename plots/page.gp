# SPDX-License-Identifier: GPL-3.0-or-later
# Opens a page: terminal, heading and footer. Panels follow. The font has FS points in every format:
# a point of the cairo terminals is 1/54 inch in a PDF and 1/72 of 96 pixels in a PNG, a point of
# the SVG terminal is a unit of the canvas.
if (TERM eq "png") {
    set terminal pngcairo size int(W*SCALE+0.5),int(H*SCALE+0.5) font sprintf("%s,%g", FONT, FS) \
        rounded fontscale 0.75*EM*SCALE linewidth LW*SCALE pointscale SCALE*sqrt(LW) \
        background rgb "white"
}
if (TERM eq "svg") {
    set terminal svg size int(W+0.5),int(H+0.5) font sprintf("%s,%g", FONT, FS*EM) rounded \
        linewidth LW background rgb "white"
}
if (TERM eq "pdf") {
    set terminal pdfcairo size W/100.0,H/100.0 font sprintf("%s,%g", FONT, FS) rounded \
        fontscale 0.75 linewidth LW pointscale sqrt(LW) background rgb "white"
}
# Upward shift of the numbers and the name of the x axis (characters), and the size of points (ps
# 1.2*DOT). The SVG terminal assumes characters 1.4 times too high and has no point scale.
DOT = TERM eq "svg" ? 0.5 : 1
TICLIFT = TERM eq "svg" ? 0.5 : 0.3; NAMELIFT = TERM eq "svg" ? 0.97 : 0.3
# a font of size * FS points
sized(size) = sprintf("%s,%g", FONT, size * FS * (TERM eq "svg" ? EM : 1))
POWER = "10^{/*1.1 %L}"
# name of an axis of time steps
THETANAME = "θ = h √(k/m_{red})"
set minussign
set output OUT
set multiplot
load PLOTS . "/clear.gp"
# The title, smaller if it is long, on a narrow page in two lines; and what is drawn.
TITLESIZE = max2(0.88, fitting(1.15, TITLE, 0.52)); SUBJECTSIZE = 0.95
SPLIT = 0
do for [k=1:int(0.97 / wide(1) / (0.52 * TITLESIZE))] { if (TITLE[k:k] eq " ") { SPLIT = k } }
if (strlen(TITLE) * 0.52 * TITLESIZE < 0.98 / wide(1)) { SPLIT = 0 }
if (TITLED) {
    set label 1001 bold(SPLIT > 0 ? TITLE[1:SPLIT-1] : cut(TITLE, TITLESIZE)) at screen wide(1.0), \
        screen 1 - high(1.05) left enhanced font sized(TITLESIZE) tc rgb "#000000"
    set label 1003 bold(SPLIT > 0 ? cut(TITLE[SPLIT+1:*], TITLESIZE) : "") at screen wide(1.0), \
        screen 1 - high(2.3) left enhanced font sized(TITLESIZE) tc rgb "#000000"
    set label 1002 cut(SUBJECT, SUBJECTSIZE) at screen wide(1.0), \
        screen 1 - high(2.55 + 1.2 * (SPLIT > 0)) left noenhanced font sized(SUBJECTSIZE) tc rgb NOTED
}
HEADING = TITLED ? 4.1 + 1.2 * (SPLIT > 0) : 1.0 # from the top of the page to the key, ems
set key at screen 0.5, screen keytop(1) center vertical maxrows 1
FOOTFIT = FOOTSIZE; do for [i=1:3] { FOOTFIT = max2(FOOTLEAST, fitting(FOOTFIT, FOOTERS[i], 0.5)) }
if (FOOTED) {
    do for [i=1:3] {
        set label 1010+i cut(FOOTERS[i], FOOTFIT) at screen wide(0.57), \
            screen (3.8 - 1.05 * i) * FS / H noenhanced tc rgb "#767676" font sized(FOOTFIT)
    }
}

# SPDX-License-Identifier: GPL-3.0-or-later
# Draws the figure SCRIPT as the file OUT (TERM: png, svg or pdf) with the sizes of PRESET: a panel, or
# as "overview" a page of panels (PANEL_SCRIPT, PANEL_HEAD). carom writes these, PLOTS (this folder),
# DIR (the folder with the tables) and the variables of NAME.figures.tsv, and loads this file.
#
# ---- sizes: W and H of a figure, PAGE_W and PAGE_H of a page of MOSTPANELS panels, ACROSS of them
# side by side (1/100 inch), font size FS (points), SCALE (pixels of a PNG per 1/100 inch), LW (factor
# of line widths). TITLED, FOOTED: with a heading, with a footer. LOW: part of PAGE_H of one row. ----
W = 1200; H = 800; PAGE_W = 1600; PAGE_H = 1200; FS = 18; PAGE_FS = 16; MOSTPANELS = 4; ACROSS = 2
SCALE = 1; LW = 1; TITLED = 1; FOOTED = 1; LOW = 0.56; MONO = 0
if (PRESET eq "slide") {
    W = 4000 / 3.0; H = 750; PAGE_W = W; PAGE_H = H; FS = 21; PAGE_FS = 20.5; MOSTPANELS = 2
    SCALE = 1.44; LW = 1.3; FOOTED = 0; LOW = 1
}
if (PRESET eq "column") {
    W = 334.65; H = 251; PAGE_W = W; PAGE_H = 420; FS = 8; PAGE_FS = 8; MOSTPANELS = 2; ACROSS = 1
    SCALE = 4; LW = 0.45; TITLED = 0; FOOTED = 0
}
if (PRESET eq "print") {
    W = 669.3; H = 440; PAGE_W = W; PAGE_H = 540; FS = 9; PAGE_FS = 8; SCALE = 4; LW = 0.55
    TITLED = 0; FOOTED = 0; MONO = 1
}
PAGED = SCRIPT eq "overview"; PANELS = 1
if (PAGED) {
    PANELS = |PANEL_SCRIPT| < MOSTPANELS ? |PANEL_SCRIPT| : MOSTPANELS
    W = PAGE_W; H = PAGE_H * (PANELS <= ACROSS && PANELS < MOSTPANELS ? LOW : 1); FS = PAGE_FS
}
if (SCRIPT eq "film") { W = 1280; H = 720; FS = 14 }
# Upward shift of the numbers and the name of the x axis (characters), and the size of points (ps
# 1.2*DOT). The SVG terminal assumes characters 1.4 times too high and has no point scale.
DOT = TERM eq "svg" ? 0.5 : 1
TICLIFT = TERM eq "svg" ? 0.5 : 0.3; NAMELIFT = TERM eq "svg" ? 0.97 : 0.3
load PLOTS . "/style.gp"
if (MONO) { load PLOTS . "/mono.gp" }
if (SCRIPT eq "film") { load PLOTS . "/film.gp"; exit }
# ---- page. The font has FS points in every format: a point of the cairo terminals is 1/54 inch in a
# PDF and 1/72 of 96 pixels in a PNG, a point of the SVG terminal is a unit of the canvas. ----
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
set minussign
set output OUT
set multiplot
load PLOTS . "/clear.gp"
# ---- the title, smaller if it is long, on a narrow page in two lines; and what is drawn, or the
# solvers of a page in their colours ----
TITLESIZE = max2(0.88, fitting(1.15, TITLE, 0.52)); SPLIT = 0
do for [k=1:int(0.97 / wide(1) / (0.52 * TITLESIZE))] { if (TITLE[k:k] eq " ") { SPLIT = k } }
SPLIT = strlen(TITLE) * 0.52 * TITLESIZE < 0.98 / wide(1) ? 0 : SPLIT
HEADING = TITLED ? 3.7 + 1.2 * (SPLIT > 0) : 0.9 # from the top of the page to the panels, ems
if (TITLED) {
    set label 1001 bold(SPLIT > 0 ? TITLE[1:SPLIT-1] : cut(TITLE, TITLESIZE)) at screen wide(1.0), \
        screen 1 - high(1.05) left enhanced font sized(TITLESIZE) tc rgb "#000000"
    set label 1003 bold(SPLIT > 0 ? cut(TITLE[SPLIT+1:*], TITLESIZE) : "") at screen wide(1.0), \
        screen 1 - high(2.3) left enhanced font sized(TITLESIZE) tc rgb "#000000"
    set label 1002 PAGED && N > 1 ? "" : cut(SUBJECT, 0.95) at screen wide(1.0), \
        screen 1 - high(HEADING - 1.2) left noenhanced font sized(0.95) tc rgb NOTED
}
if (PAGED && N > 1) {
    HEADING = HEADING + (TITLED ? 0 : 1.2)
    NAMES_L = wide(1.0); NAMES_R = 1 - wide(1); NAMES_Y = 1 - high(HEADING - 1.2)
    load PLOTS . "/names.gp"
}
# ---- the parts of the footer on up to three lines ----
array FOOTERS[3] = ["", "", ""]
FOOTER_LINE = 1; FOOTER_REST = FOOTED ? FOOTER : ""
while (strlen(FOOTER_REST) > 0) {
    k = strstrt(FOOTER_REST, "   |   ")
    FOOTER_PART = k > 0 ? FOOTER_REST[1:k-1] : FOOTER_REST
    FOOTER_REST = k > 0 ? FOOTER_REST[k+7:*] : ""
    FOOTER_NEXT = FOOTERS[FOOTER_LINE] . (FOOTERS[FOOTER_LINE] eq "" ? "" : "   |   ") . FOOTER_PART
    if (strlen(FOOTER_NEXT) > 0.98 / wide(1) / (0.5 * FOOTSIZE) && FOOTER_LINE < 3 \
        && FOOTERS[FOOTER_LINE] ne "") { FOOTER_LINE = FOOTER_LINE + 1; FOOTER_NEXT = FOOTER_PART }
    FOOTERS[FOOTER_LINE] = FOOTER_NEXT
}
FOOTFIT = FOOTSIZE; do for [i=1:3] { FOOTFIT = max2(FOOTLEAST, fitting(FOOTFIT, FOOTERS[i], 0.5)) }
do for [i=1:3] {
    set label 1010+i cut(FOOTERS[i], FOOTFIT) at screen wide(0.57), \
        screen (4.1 - 1.05 * i) * FS / H noenhanced tc rgb "#767676" font sized(FOOTFIT)
}
# ---- panels. The first of three or four fills the left of the page, with the fourth below it. ----
GROUND = high(FOOTED ? 3.3 : 0.4); SKY = 1 - high(HEADING + 0.4)
do for [PLACE=1:PANELS] {
    PANEL = SCRIPT; L = wide(5.92); R = 1 - wide(1.6); B = high(FOOTED ? 6.0 : 3.7); T = headroom(0)
    if (PAGED) {
        PANEL = PANEL_SCRIPT[PLACE]
        COLUMN = ACROSS > 1 && PLACE % 4 > 1; SPLIT = ACROSS == 1 ? PANELS : 1 + (PANELS > 2 + !COLUMN)
        STOREY = ACROSS == 1 ? PLACE - 1 : PLACE > 2
        # pictures of balls need more room than a row of ticks
        TALL = SPLIT == 1 ? 1.0 : (ACROSS > 1 && !COLUMN && (PANEL_SCRIPT[1] eq "scene" \
            || PANEL_SCRIPT[1] eq "filmstrip") ? (STOREY ? 0.32 : 0.68) : 1.0 / SPLIT)
        ALONE = PANELS == 1 || ACROSS == 1
        L = (COLUMN ? 0.5 : 0) + wide(6.0); R = (COLUMN || ALONE ? 1 : 0.5) - wide(1.6)
        B = GROUND + (STOREY == SPLIT - 1 ? 0 : 1 - (STOREY + 1) * TALL) * (SKY - GROUND)
        T = B + TALL * (SKY - GROUND) - high(2.1); B = B + high(3.2)
        HEAD = (PANELS > 1 ? sprintf("(%s) ", "abcd"[PLACE:PLACE]) : "") . PANEL_HEAD[PLACE]
        set label 10 bold(HEAD) at screen L - wide(4.8), screen T + high(1.3) left enhanced
    }
    load PLOTS . "/" . PANEL . ".gp"
    load PLOTS . "/clear.gp"
    undefine MULTIPLE_*
}
unset multiplot
unset output

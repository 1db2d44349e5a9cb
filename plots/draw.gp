# SPDX-License-Identifier: GPL-3.0-or-later
# Draws the figure SCRIPT as the file OUT (TERM: png, svg or pdf) with the sizes of PRESET: a panel, or
# as "overview" a page of panels (PANEL_SCRIPT, PANEL_HEAD). carom writes these, PLOTS (this folder),
# DIR (the folder with the tables) and the variables of NAME.figures.tsv, and loads this file.
# gnuplot looks for the variable of an assignment in an expression by its name, from the first one on, for
# every row of a table. The names of all such variables come first; they stay undefined.
NAMES = "x y k s u v m q a b LOW HIGH MOST LEAST WORST POSITIVE COUNT LAST COLLISIONS SOFAR MISSING Q_COUNT Q_MOST " . \
    "Q_LAST Q_LEAST_ END_X END_Y END_SAID END_PLACE FAR FROM TO AT UPTO ROWS RATE RATE_MOST CELL X0 X1 Y0 Y1 X_LOW " . \
    "X_HIGH X_LEAST X_MOST X_STEP X_FIRST X_LAST Y_LOW Y_HIGH Y_LEAST Y_MOST Y_STEP Y_FIRST Y_LAST BEFORE_X " . \
    "BEFORE_Y SUM_X SUM_Y AX AY BX BY UX UY VX VY WALLS PAIRS DOTS FAST FASTEST SPIN_LOW SPIN_HIGH HITS RESULT"
do for [NAMED in NAMES] { eval NAMED . " = 0"; eval "undefine " . NAMED }
# ---- sizes: W and H of a figure, PAGE_W of a page of up to MOSTPANELS panels, ROW of a row of panels
# (1/100 inch), font size FS (points), SCALE (pixels of a PNG per 1/100 inch), LW (factor of line
# widths). TITLED, FOOTED: with a heading, with a footer. FIXED: the page has the height H. ----
W = 1200; H = 800; PAGE_W = 1600; ROW = 460; FS = 18; PAGE_FS = 16; ACROSS = 2
SCALE = 1; LW = 1; TITLED = 1; FOOTED = 1; FIXED = 0
if (PRESET eq "slide") {
    W = 4000 / 3.0; H = 750; PAGE_W = W; ROW = 500; FS = 21; PAGE_FS = 20.5
    SCALE = 1.44; LW = 1.3; FOOTED = 0; FIXED = 1
}
if (PRESET eq "column") {
    W = 334.65; H = 251; PAGE_W = W; ROW = 210; FS = 8; PAGE_FS = 8; ACROSS = 1
    SCALE = 4; LW = 0.45; TITLED = OWN_TITLE; FOOTED = 0
}
if (PRESET eq "print") {
    W = 669.3; H = 440; PAGE_W = W; ROW = 240; FS = 9; PAGE_FS = 8; SCALE = 4; LW = 0.55
    TITLED = OWN_TITLE; FOOTED = 0
}
PAGED = SCRIPT eq "overview"; PANELS = 1
if (PAGED) { PANELS = |PANEL_SCRIPT| < 4 ? |PANEL_SCRIPT| : 4; W = PAGE_W; FS = PAGE_FS; FIXED = 0 } \
else { array PANEL_SCRIPT[1] = [SCRIPT]; ROW = H }
if (SCRIPT eq "film") { W = 1280; H = 720; FS = 14 }
# Upward shift of the numbers and the name of the x axis (characters), and the size of points (ps
# 1.2*DOT). The SVG terminal assumes characters 1.4 times too high and has no point scale.
DOT = TERM eq "svg" ? 0.5 : 1
TICLIFT = TERM eq "svg" ? 0.5 : 0.3; NAMELIFT = TERM eq "svg" ? 0.97 : 0.3
load PLOTS . "/style.gp"
if (PAGED) { FOOTSIZE = 0.68; FOOTLEAST = 0.66 } # at least 11 pixels on a page that is shown 1200 pixels wide
if (SCRIPT eq "film") { load PLOTS . "/film.gp"; exit }
# ---- lines of the title, which is smaller if it is long, and of the footer: up to three ----
TITLESIZE = max2(0.88, fitting(1.15, TITLE, 0.52))
SPLIT = strlen(TITLE) * 0.52 * TITLESIZE < 0.98 / wide(1) ? 0 : fold(TITLE, int(0.97 / wide(1) / (0.52 * TITLESIZE)))
HEAD_ROWS = !TITLED && !PAGED && fitting(0.95, SUBJECT, 0.46) < 0.88 ? 2 : 1 # on narrow paper
HEADING = TITLED ? 3.7 + 1.2 * (SPLIT > 0) : 1.1 + 1.1 * HEAD_ROWS # from the top of the page to the panels, ems
array FOOTERS[3] = ["", "", ""]
FOOTER_LINES = 1; FOOTER_REST = FOOTED ? FOOTER : ""
while (strlen(FOOTER_REST) > 0) {
    k = strstrt(FOOTER_REST, "   |   ")
    FOOTER_PART = k > 0 ? FOOTER_REST[1:k-1] : FOOTER_REST
    FOOTER_REST = k > 0 ? FOOTER_REST[k+7:*] : ""
    FOOTER_NEXT = FOOTERS[FOOTER_LINES] . (FOOTERS[FOOTER_LINES] eq "" ? "" : "   |   ") . FOOTER_PART
    if (strlen(FOOTER_NEXT) > 0.98 / wide(1) / (0.5 * FOOTSIZE) && FOOTER_LINES < 3 \
        && FOOTERS[FOOTER_LINES] ne "") { FOOTER_LINES = FOOTER_LINES + 1; FOOTER_NEXT = FOOTER_PART }
    FOOTERS[FOOTER_LINES] = FOOTER_NEXT
}
FOOT = FOOTED ? 0.7 + 0.85 * FOOTER_LINES : 0.4 # height, ems
# ---- places of the panels, from the top of the page (1/100 inch). Pictures of balls to scale (PICTURED) have the
# height that they need. Two narrow panels share a row. The last panel fills a row, and so does a panel with a
# box for each of many solvers. ----
is_picture(k) = strstrt(" axes fan filmstrip scene snapshot ", " " . PANEL_SCRIPT[k] . " ") > 0
is_broad(k) = ACROSS == 1 || (N > 3 && strstrt(" energy motion space-time ", " " . PANEL_SCRIPT[k] . " ") > 0)
array PLACE_L[PANELS]; array PLACE_R[PANELS]; array PLACE_T[PANELS]; array PLACE_H[PANELS]
array NEED_W[PANELS]; array NEED_H[PANELS]
EMS = FS * EM; PANEL_ABOVE = PAGED ? 2.2 * EMS : 0.0; PANEL_BELOW = 3.2 * EMS; PANEL_GAP = 0.6 * EMS
PAGE_TOP = (HEADING + 0.4) * EMS; DEEP = PAGE_TOP
do for [PANEL=1:PANELS] { if (is_picture(PANEL)) {
    # in a plane of the size of the page without margins
    PLAN = 1; H = ROW * (FIXED ? 1 : PAGED ? 1.15 : 1.4); L = wide(1); R = 1 - wide(1)
    T = 1; B = PAGED ? 0 : (PAGE_TOP + PANEL_ABOVE + FOOT * EMS) / H
    load PLOTS . "/" . PANEL_SCRIPT[PANEL] . ".gp"
    NEED_W[PANEL] = PICTURE_W; NEED_H[PANEL] = PICTURE_H
} }
PLAN = 0; PANEL = 1
while (PANEL <= PANELS) {
    k = PANEL; m = k + 1; PICTURED = is_picture(k)
    PAIRED_ = k < PANELS && !is_broad(k) && (!PICTURED || NEED_W[k] < 0.64 * W)
    if (PAIRED_) { PAIRED_ = !is_broad(m) && !is_picture(m) }
    PLACE_L[k] = 0; PLACE_R[k] = !PAIRED_ ? W : PICTURED ? max2(0.3 * W, NEED_W[k] + 2 * EMS) : 0.5 * W
    # a row of ticks for each solver
    TALL = PANEL_SCRIPT[k] eq "raster" && !PAIRED_ && PAGED ? min2(ROW, (7.5 + 1.8 * N) * EMS) : ROW
    if (!PAGED) { TALL = H - DEEP - FOOT * EMS }
    # a slide with a low picture has it in the middle
    if (FIXED && PICTURED) { DEEP = DEEP + max2(0, 0.5 * (TALL - NEED_H[k] - PANEL_GAP)); TALL = H - DEEP - FOOT * EMS }
    if (PICTURED && !FIXED) { TALL = NEED_H[k] + PANEL_ABOVE + PANEL_GAP; TALL = PAIRED_ ? max2(TALL, 0.9 * ROW) : TALL }
    PLACE_T[k] = DEEP; PLACE_H[k] = TALL
    if (PAIRED_) { PLACE_L[m] = PLACE_R[k]; PLACE_R[m] = W; PLACE_T[m] = DEEP; PLACE_H[m] = TALL }
    DEEP = DEEP + TALL; PANEL = PANEL + 1 + PAIRED_
}
H = FIXED ? H : ceil(DEEP + FOOT * EMS)
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
if (TITLED) {
    set label 1001 (SPLIT > 0 ? bold(TITLE[1:SPLIT-1]) . "\n" : "") . bold(cut(TITLE[SPLIT+1:*], TITLESIZE)) \
        at screen wide(1.0), screen 1 - high(1.05) left enhanced font sized(TITLESIZE) tc rgb "#000000"
}
if (PAGED) { # the solvers in their colours instead of what is drawn
    NAMES_L = wide(1.0); NAMES_R = 1 - wide(1); NAMES_Y = 1 - high(HEADING - 1.2)
    load PLOTS . "/names.gp"
}
FOOTFIT = FOOTSIZE; do for [i=1:3] { FOOTFIT = max2(FOOTLEAST, fitting(FOOTFIT, FOOTERS[i], 0.5)) }
do for [i=1:3] {
    set label 1010+i cut(FOOTERS[i], FOOTFIT) at screen wide(1.0), \
        screen high(0.55 + 0.85 * (FOOTER_LINES - i)) noenhanced tc rgb "#767676" font sized(FOOTFIT)
}
do for [PANEL=1:PANELS] {
    PICTURED = is_picture(PANEL)
    L = PLACE_L[PANEL] / W + wide(PICTURED ? 1 : 5.9); R = PLACE_R[PANEL] / W - wide(PICTURED ? 1 : 1.6)
    T = 1 - (PLACE_T[PANEL] + PANEL_ABOVE) / H
    B = 1 - (PLACE_T[PANEL] + PLACE_H[PANEL] - (PICTURED ? PANEL_GAP : PANEL_BELOW)) / H
    HEAD_Y = T + high(1.4); HEAD = SUBJECT; if (PAGED) { HEAD = PANEL_HEAD[PANEL] }
    load PLOTS . "/head.gp"
    load PLOTS . "/" . PANEL_SCRIPT[PANEL] . ".gp"
    load PLOTS . "/clear.gp"
    undefine MULTIPLE_*
}
unset multiplot
unset output

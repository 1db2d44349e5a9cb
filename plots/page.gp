# SPDX-License-Identifier: GPL-3.0-or-later
# Opens a page: terminal, heading and footer. Panels follow. The font has FS points in every format:
# a point of the cairo terminals is 1/54 inch in a PDF and 1/72 of 96 pixels in a PNG, a point of
# the SVG terminal is a unit of the canvas.
if (TERM eq "png") set terminal pngcairo size int(W*SCALE+0.5),int(H*SCALE+0.5) font \
    sprintf("%s,%g", FONT, FS) fontscale 0.75*EM*SCALE linewidth LW*SCALE pointscale \
    SCALE*sqrt(LW) background rgb "white"
if (TERM eq "svg") set terminal svg size int(W+0.5),int(H+0.5) font sprintf("%s,%g", FONT, \
    FS*EM) linewidth LW background rgb "white"
if (TERM eq "pdf") set terminal pdfcairo size W/100.0,H/100.0 font sprintf("%s,%g", FONT, \
    FS) fontscale 0.75 linewidth LW pointscale sqrt(LW) background rgb "white"
if (TERM eq "tex") set terminal cairolatex pdf input size W/100.0,H/100.0 font sprintf(",%g", \
    FS) fontscale 0.75 header sprintf("\\fontsize{%g}{%g}\\selectfont", FS, \
    1.2*FS) linewidth 2*LW pointscale sqrt(LW)
# Upward shift of the numbers and the name of the x axis (characters), and the size of points (ps
# 1.2*DOT). The SVG terminal assumes characters 1.4 times too high and has no point scale.
DOT = TERM eq "svg" ? 0.5 : 1
TICLIFT = TERM eq "svg" ? 0.5 : 0.3; NAMELIFT = TERM eq "svg" ? 0.97 : 0.3
# a font of size * FS points
sized(size) = sprintf("%s,%g", FONT, size * FS * (TERM eq "svg" ? EM : 1))
POWER = tx("10^{/*1.1 %L}", "$10^{%L}$")
# name of an axis of time steps
THETANAME = tx("θ = h √(k/m_{red})", "$\\theta = h\\sqrt{k/m_\\mathrm{red}}$")
if (TERM eq "tex") { unset minussign } else { set minussign }
HEADED = TITLED && TERM ne "tex"
SIGNED = FOOTED && TERM ne "tex"
set output OUT
set multiplot
load PLOTS . "/clear.gp"
STACKED = 0 # number of axes drawn in the panel
if (exists("LABEL")) { array LABEL_OWN[|LABEL_GIVEN|]; do for [i=1:min2(int(N), |LABEL|)] { \
    LABEL_OWN[i] = LABEL[i] } }
# The title has as many lines as it needs, smaller if it is long; what is drawn stands below it.
SUBJECTSIZE = 0.95
TITLELETTERS(size) = (1 / wide(1) - 2) / (0.48 * size)
TITLESIZE = strlen(TITLE) > 2 * TITLELETTERS(1.15) ? 1.0 : 1.15
TITLEWRAP = TITLELETTERS(TITLESIZE)
# lines of about equal length
if (strlen(TITLE) > TITLEWRAP) { TITLEWRAP = min2(TITLEWRAP, \
    strlen(TITLE) / ceil(strlen(TITLE) / TITLEWRAP) + 10) }
TITLELINES = 0; SUBJECTED = 0; SPOKEN = ""; LETTERS = 0
if (HEADED) {
    REST = TITLE . "  " # word() would treat quoted text as one word
    while (REST ne "") {
        SPACE = strstrt(REST, " "); NEXTWORD = REST[1:SPACE-1]; REST = REST[SPACE+1:*]; \
            NEXTUNIT = ""; SETUNIT = ""
        SPACE = strstrt(REST, " ")
        # keeps a number with its unit
        if (digit(NEXTWORD[1:1]) && SPACE > 1 && SPACE < 6) { NEXTUNIT = " " . REST[1:SPACE-1]; \
            SETUNIT = literal(NEXTUNIT); REST = REST[SPACE+1:*] }
        # and a value with its name
        if (REST[1:2] eq "= ") { SPACE = strstrt(REST[3:*], " "); \
            NEXTUNIT = NEXTUNIT . " = " . REST[3:SPACE+1]; \
            SETUNIT = SETUNIT . " = " . set_in_print(REST[3:SPACE+1]); REST = REST[SPACE+3:*] }
        if (SPOKEN ne "" && (REST eq "" || LETTERS + strlen(NEXTWORD . NEXTUNIT) > TITLEWRAP)) {
            set label 1001+TITLELINES "{/:Bold " . SPOKEN . "}" at screen wide(1.0), \
                screen 1 - high(1.05 + 1.3 * TITLESIZE * TITLELINES) left enhanced font \
                sized(TITLESIZE) tc rgb "#000000"
            TITLELINES = TITLELINES + 1
            SPOKEN = ""; LETTERS = 0
        }
        SPOKEN = SPOKEN . (SPOKEN eq "" ? "" : " ") . set_in_print(NEXTWORD) . SETUNIT
        LETTERS = LETTERS + strlen(NEXTWORD . NEXTUNIT) + 1
    }
    SUBJECTED = SUBJECT ne ""
    if (SUBJECTED) { set label 1010 cut(SUBJECT, SUBJECTSIZE) at screen wide(1.0), \
        screen 1 - high(1.0 + 1.3 * TITLESIZE * TITLELINES) left noenhanced font \
        sized(SUBJECTSIZE) tc rgb NOTED }
}
# from the top of the page to the key, ems
HEADING = HEADED ? 1.5 + 1.3 * TITLESIZE * TITLELINES + 1.2 * SUBJECTED : 1.0
set key at screen 0.5, screen keytop(1) center vertical maxrows 1
array FOOTER[3] = [FOOTER1, FOOTER2, FOOTER3]
FOOTFIT = FOOTSIZE; do for [i=1:3] { FOOTFIT = max2(FOOTLEAST, fitting(FOOTFIT, FOOTER[i], 0.5)) }
if (SIGNED) {
    do for [i=1:3] {
        set label 1010+i cut(FOOTER[i], FOOTFIT) at screen wide(0.57), \
            screen (3.8 - 1.05 * i) * FS / H noenhanced tc rgb "#767676" font sized(FOOTFIT)
    }
}

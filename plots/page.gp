# SPDX-License-Identifier: GPL-3.0-or-later
# A page: terminal, heading and footer. Panels follow, each in its box.
if (TERM eq "png") set terminal pngcairo size W*SCALE,H*SCALE font sprintf("%s,%g", FONT, FS) fontscale SCALE linewidth LW*SCALE pointscale SCALE*sqrt(LW) background rgb "white"
if (TERM eq "svg") set terminal svg size W,H font sprintf("%s,%g", FONT, FS * 1.28) linewidth LW background rgb "white"
if (TERM eq "pdf") set terminal pdfcairo size W/100.0,H/100.0 font sprintf("%s,%g", FONT, FS * 0.93) linewidth LW pointscale sqrt(LW) background rgb "white"
if (TERM eq "tex") set terminal cairolatex pdf input size W/100.0,H/100.0 font sprintf(",%g", FS * 0.93) header sprintf("\\fontsize{%g}{%g}\\selectfont", FS * 0.93, FS * 1.12) linewidth 2*LW pointscale sqrt(LW)
POINTS_OF_FONT = FS * (TERM eq "svg" ? 1.28 : (TERM eq "pdf" ? 0.93 : 1))
POWER = tx("10^{%L}", "$10^{%L}$")
BOXED = TERM eq "tex" ? "" : "boxed" # for labels on curves; cairolatex puts marks of its own around them
HEADED = TITLED && TERM ne "tex"
SIGNED = FOOTED && TERM ne "tex"
HEADING = HEADED ? 3.1 : 1.0 # ems from the top of the page to the key
set output OUT
set multiplot
load PLOTS . "/clear.gp"
set key at screen 0.5, screen keytop(1) center vertical maxrows 1
if (HEADED) set label 1 TITLE at screen 0.5, screen 1 - high(1.25) center noenhanced font sprintf("%s:Bold,%g", FONT, POINTS_OF_FONT * fitting(1.2, TITLE, 0.56))
array FOOTER[3] = [FOOTER1, FOOTER2, FOOTER3]
FOOTFIT = FOOTSIZE; do for [i=1:3] { FOOTFIT = max2(FOOTLEAST, fitting(FOOTFIT, FOOTER[i], 0.5)) }
if (SIGNED) {
    do for [i=1:3] {
        set label i+1 cut(FOOTER[i], FOOTFIT) at screen wide(0.57), screen (3.8 - 1.05 * i) * FS / H noenhanced tc rgb "#808080" font sprintf("%s,%g", FONT, POINTS_OF_FONT * FOOTFIT)
    }
}

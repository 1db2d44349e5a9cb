# SPDX-License-Identifier: GPL-3.0-or-later
# A page: terminal, heading and footer. Panels follow, each in its box.
if (TERM eq "png") set terminal pngcairo size W,H font sprintf("Liberation Sans,%g", FS) background rgb "white"
if (TERM eq "svg") set terminal svg size W,H font sprintf("Liberation Sans,%g", FS * 1.28) background rgb "white"
if (TERM eq "pdf") set terminal pdfcairo size W/100.0,H/100.0 font sprintf("Liberation Sans,%g", FS * 0.93) background rgb "white"
set output OUT
set multiplot
set key at screen 0.5, screen 1 - 3.1 * FS * 1.333 / H center
unset label
set label 1 TITLE at screen 0.5, screen 1 - 1.25 * FS * 1.333 / H center noenhanced font sprintf("Liberation Sans:Bold,%g", FS * 1.2 * (TERM eq "svg" ? 1.28 : (TERM eq "pdf" ? 0.93 : 1)))
SMALL = FS * 0.62 * (TERM eq "svg" ? 1.28 : (TERM eq "pdf" ? 0.93 : 1))
set label 2 FOOTER1 at screen 0.012, screen 2.75 * FS / H noenhanced tc rgb "#808080" font sprintf("Liberation Sans,%g", SMALL)
set label 3 FOOTER2 at screen 0.012, screen 1.7 * FS / H noenhanced tc rgb "#808080" font sprintf("Liberation Sans,%g", SMALL)
set label 4 FOOTER3 at screen 0.012, screen 0.65 * FS / H noenhanced tc rgb "#808080" font sprintf("Liberation Sans,%g", SMALL)

# SPDX-License-Identifier: GPL-3.0-or-later
# Caption: Values of twelve scenes with exact answers, for each solver at its default settings and at settings for accuracy.
# Colours grade the error relative to the scale of the scene: green within 1e-6, yellow within 1 %, orange within 10 %, red more, grey without a result.
#
# COLUMNS solvers with LABEL; those from FINE (counted from 0) on have settings for accuracy. card.tsv has the same scenes for each.
T = headroom(1)
load PLOTS . "/panel.gp"
CARD = DIR . "/card.tsv"
stats CARD using (column("expected")) nooutput name "CELL"
ROWS = int(CELL_records / COLUMNS + 0.5)
down(i) = ROWS - 1 - int(i) % ROWS
across(i) = int(i) / ROWS + (int(i) / ROWS >= FINE ? 0.4 : 0)
is(word) = strcol("verdict") eq word
grade(x) = is("exact") ? 0xdcebdc : (is("close") ? 0xf6eec4 : (is("off") ? 0xf0b080 : (is("wrong") ? 0xdc7070 : 0xf4f4f4)))
short(x) = x != x ? "–" : minus(sprintf(x != 0 && abs(x) < 1e-3 ? "%.0e" : "%.3g", x))
SMALLER = sized(COLUMNS > 8 ? 0.75 : 0.9)
set xrange [-1.6:COLUMNS-0.1]; set yrange [-0.5:ROWS-0.5]
set border 0; unset grid; set tics scale 0; unset xlabel; unset xtics
set lmargin at screen L + wide(9); set bmargin at screen high(4.5)
set ytics font SMALLER
set label 20 bold("exact") at first -1.05, graph -0.03 center enhanced font SMALLER
do for [i=1:COLUMNS] { set label 20+i LABEL[i] at first across((i-1)*ROWS), graph (COLUMNS > 8 && i % 2 == 0 ? -0.08 : -0.03) center noenhanced font SMALLER }
if (FINE > 0) { set label 50 bold("default settings") at first 0.5*(FINE-1), graph 1.03 center enhanced font SMALLER }
if (FINE < COLUMNS) { set label 51 bold("settings for accuracy") at first 0.5*(FINE+COLUMNS-1)+0.4, graph 1.03 center enhanced font SMALLER }
load PLOTS . "/own.gp"
plot CARD using (across($0)):(down($0)):(0.48):(0.44):(grade(0)) with boxxyerror lc rgb variable fs solid noborder notitle, \
     CARD using (across($0)):(down($0)):(short(column("value"))) with labels font SMALLER notitle, \
     CARD every ::::ROWS-1 using (-1.05):(down($0)):(short(column("expected"))) with labels font SMALLER notitle, \
     CARD every ::::ROWS-1 using (NaN):(down($0)):yticlabels(strcol("scene") . ": " . strcol("quantity")) with points notitle

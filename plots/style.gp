# SPDX-License-Identifier: GPL-3.0-or-later
# The look that all figures share. The program has set before: N (solvers), arrays NAME, STYLE (line
# style of each), ORDER (of drawing), REF (the reference) and OTHER (all others), E0 and P0 (what residuals are relative to), DIR, TITLE, FOOTER1 to FOOTER3, and for each output TERM, OUT, W and H (units of
# the terminal's canvas), FS (font size).

set encoding utf8
set border 3 lw 1.2 lc rgb "#404040"
set tics nomirror out scale 0.6 tc rgb "#202020"
set grid back lt 1 lw 0.8 lc rgb "#e6e6e6"
set datafile separator "\t"

# One colour and dash per kind of solver in every figure (Okabe and Ito's colour-blind safe palette):
# 1 impulse, 2 Euler, 3 Heun, 4 and on: further ones. What lies below is thick and solid, what lies
# above is dashed, so that coinciding curves can both be seen.
set style line 1 lc rgb "#000000" lw 4.0 dt solid
set style line 2 lc rgb "#D55E00" lw 2.4 dt (10,5)
set style line 3 lc rgb "#0072B2" lw 2.4 dt (6,4)
set style line 4 lc rgb "#009E73" lw 2.4 dt (12,4,3,4)
set style line 5 lc rgb "#CC79A7" lw 2.4 dt (8,3,2,3,2,3)
set style line 6 lc rgb "#E69F00" lw 2.4 dt (6,6)
set style line 7 lc rgb "#56B4E9" lw 2.4 dt (2,2)
# 8: what stands beside the curves for comparison
set style line 8 lc rgb "#909090" lw 2.0 dt (2,4)

series(i) = DIR . "/" . NAME[i] . "/series.tsv"
trajectory(i) = DIR . "/" . NAME[i] . "/trajectory.tsv"
# What a log axis cannot show is drawn on its lower end.
floored(x, lowest) = abs(x) > lowest ? abs(x) : lowest
LOWEST = 1e-17

# The key stands above the panels, in one row; a page has one.
set key noenhanced reverse Left samplen 3.2 tc rgb "#202020" horizontal maxrows 1

# SPDX-License-Identifier: GPL-3.0-or-later
# The look that all figures share; a file given by --style is loaded after it and may set anything anew. The program has set
# before: N (solvers), arrays NAME, STYLE (line style of each), ORDER (of drawing), REF (the reference) and OTHER (all others), E0
# and P0 (what residuals are relative to), DIR, TITLE, FOOTER1 to FOOTER3, of the preset TITLED, FOOTED, SCALE (pixels of a PNG
# per unit of the canvas, 1/100 inch) and LW (of all line widths), and for each output TERM, OUT, W and H (of the canvas), FS (font).

set encoding utf8
set border 3 lw 1.2 lc rgb "#404040"
set tics nomirror out scale 0.6 tc rgb "#202020"
set grid back lt 1 lw 0.8 lc rgb "#e6e6e6"
set datafile separator "\t"
set style textbox opaque fc rgb "#ffffff" noborder margins 0.3,0.3 # of labels on curves

FONT = "Liberation Sans"
# One colour and dash per kind of solver in every figure (Okabe and Ito's colour-blind safe palette):
# 1 impulse, 2 Euler, 3 Heun, 4 and on: further ones. What lies below is thick and solid, what lies
# above is dashed, so that coinciding curves can both be seen.
COLOURS = "#000000 #D55E00 #0072B2 #009E73 #CC79A7 #E69F00 #56B4E9"
colour(i) = word(COLOURS, i)
load PLOTS . "/lines.gp"
set palette defined (0 "#440154", 0.25 "#3b528b", 0.5 "#21918c", 0.75 "#5ec962", 1 "#fde725")

# Tables are read by the names of their columns, data blocks too: each begins with a line of names. (A block of its own for every
# curve, and no index: with names gnuplot's index draws nothing and takes the first row of a block for them.)
set datafile columnheaders
MECHANICAL = '(column("kinetic_J")+column("elastic_J")+column("potential_J"))' # J, of a row of series.tsv
series(i) = DIR . "/" . NAME[i] . "/series.tsv"
trajectory(i) = DIR . "/" . NAME[i] . "/trajectory.tsv"
# What a log axis cannot show is not drawn: zero is not 1e-17.
LOWEST = 1e-17
shown(x) = abs(x) > LOWEST ? abs(x) : NaN
FOOTSIZE = 0.62; FOOTLEAST = 0.42 # of the font; what does not fit even then is in the caption
# As large as wanted, but no longer than the page is wide; a letter is half an em.
fitting(size, text, letter) = strlen(text) * letter * size > 0.97 / wide(1) ? 0.97 / wide(1) / (strlen(text) * letter) : size
cut(text, size) = strlen(text) * 0.5 * size > 0.98 / wide(1) ? text[1:int(0.98 / wide(1) / (0.5 * size)) - 4] . " ..." : text
# 1, 2 or 5 times a power of ten, for steps between tics.
decade(x) = 10 ** floor(log10(x))
round_step(x) = decade(x) * (x / decade(x) < 1.5 ? 1 : (x / decade(x) < 3.5 ? 2 : (x / decade(x) < 7.5 ? 5 : 10)))
round_up(x) = decade(x) * (x / decade(x) <= 1 ? 1 : (x / decade(x) <= 2 ? 2 : (x / decade(x) <= 5 ? 5 : 10)))

# Lengths in ems of the font, as parts of the page's height and width.
EM = 1.333
high(ems) = ems * FS * EM / H
wide(ems) = ems * FS * EM / W
max2(a, b) = a > b ? a : b
# The key stands above the panels, in as many rows as N entries of LENGTH letters need; it is no wider than a panel, KEYWIDTH ems.
columns(length) = max2(1, floor(KEYWIDTH / ((7.2 + length) * 0.45)))
rows(n, length) = ceil(1.0 * n / columns(length))
longest(n) = n == 0 ? 0 : (strlen(NAME[n]) > longest(n - 1) ? strlen(NAME[n]) : longest(n - 1))
headroom(rows) = 1 - high(HEADING + 1.0 + 1.25 * (rows - 1))
keytop(rows) = 1 - high(HEADING + 0.5 * (rows - 1))
set key noenhanced reverse Left samplen 3.2 tc rgb "#202020" vertical maxrows 1

# Text for TeX where it is set by TeX.
tx(plain, tex) = TERM eq "tex" ? tex : plain
# A letter that TeX would take for a command, and with it all of a text (in halves: gnuplot does not call deeply).
letter(c) = strstrt("_%&#${}", c) > 0 ? "\\" . c : (c eq "\\" ? "\\textbackslash{}" : (c eq "~" ? "\\textasciitilde{}" : (c eq "^" ? "\\textasciicircum{}" : c)))
escaped(s) = strlen(s) < 2 ? (s eq "" ? "" : letter(s)) : escaped(s[1:strlen(s)/2]) . escaped(s[strlen(s)/2+1:*])
said(s) = tx(s, escaped(s))
# What is written along the panel's height: as long as there is room for it.
along(text, short) = strlen(text) * 0.45 > (T - B) / high(1) ? short : text

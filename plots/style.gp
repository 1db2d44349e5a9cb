# SPDX-License-Identifier: GPL-3.0-or-later
# The look that all figures share; a file given by --style is loaded after it and may set anything anew. The program has set
# before: N (solvers), arrays NAME (as in the tables), LABEL (as figures say it), STYLE (line style of each), ORDER (of drawing),
# REF (the reference) and OTHER (all others), E0 and P0 (what residuals are relative to), DIR, TITLE (what the figure says), SCENE
# (of what), FOOTER1 to FOOTER3, of the preset TITLED, FOOTED, SCALE (pixels of a PNG per unit of the canvas, 1/100 inch), LW (of
# all line widths), MOSTPANELS, ACROSS and FIXED (of a page of panels), and for each output TERM, OUT, W and H (of the canvas), FS
# (font, points).
#
# What a panel (a script in this folder, loaded with the box L, R, B, T as parts of the page and the heading HEAD) can use:
#   load PLOTS . "/panel.gp"             axes in the box; before it R, T and KEYROWS may be changed
#   labels at the ends of curves         ends.gp, in place of a key
#   bold(s), plain(s), said(s)           text as enhanced mode, or TeX, takes it literally; numbers: num(x); at a tic: tic(s)
#   colour(STYLE[i]), mark(STYLE[i])     hue and point of a line style (ls STYLE[i])
#   POWER                                format of a log axis
#   even_step(low, high), log_step(...)  step between the tics of the y axis: set ytics LOW, log_step(LOW, HIGH)
#   ticroom(low, high)     what their numbers need more than a panel leaves to them: L = L + ticroom(LOW, HIGH)
# A page of several panels is laid out by grid.gp.

set encoding utf8
set border 3 lw 1.2 lc rgb "#404040"
set tics nomirror out scale 0.6 tc rgb "#202020"
set grid back lt 1 lw 0.8 lc rgb "#e6e6e6"
set datafile separator "\t"

FONT = "Liberation Sans"
# One hue per family of solvers in every figure, of a contrast of 3 : 1 on white at least: 1 impulse, 2 Euler, 3 Heun, 4 and on:
# further ones; 8: what stands beside the curves for comparison. A line style is the hue and ten times the variant within the
# family, which is a dash (lines.gp). What lies below is thick and solid, what lies above is dashed, so that coinciding curves can
# both be seen.
COLOURS = "#000000 #D55E00 #0072B2 #009E73 #AA3377 #7A5C00 #5B5BD6"; BESIDE = "#808080"
ALARM = "#C00000" # what must not be overlooked: the first mismatch
hue(style) = int(style) % 10
variant(style) = int(style) / 10
colour(style) = hue(style) == 8 ? BESIDE : word(COLOURS, (hue(style) - 1) % words(COLOURS) + 1)
mark(style) = int(word("7 5 9 13 11 15 3 1", hue(style))) - (variant(style) % 2) # filled, then open
load PLOTS . "/lines.gp"
if (!exists("SCENE")) { SCENE = "" }
if (exists("N") && !exists("LABEL") && N > 0) { array LABEL[int(N)]; do for [i=1:int(N)] { LABEL[i] = NAME[i] } }
set palette defined (0 "#440154", 0.25 "#3b528b", 0.5 "#21918c", 0.75 "#5ec962", 1 "#fde725")

# Tables are read by the names of their columns, data blocks too: each begins with a line of names. (A block of its own for every
# curve, and no index: with names gnuplot's index draws nothing and takes the first row of a block for them.)
set datafile columnheaders
MECHANICAL = '(column("kinetic_J")+column("elastic_J")+column("potential_J"))' # J, of a row of series.tsv
series(i) = DIR . "/" . NAME[i] . "/series.tsv"
trajectory(i) = DIR . "/" . NAME[i] . "/trajectory.tsv"
# A number of a row, or what stands for one that is not known. stats without one valid row leaves its variables as they were before,
# or undefined; so where that may be it is given a number of every row.
known(name, other) = strcol(name) eq "nan" ? other : column(name)
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
# Steps between tics of an axis from LOW to HIGH, as many as have room in the panel's height.
most_tics(least) = max2(least, floor((T - B) / high(1.9)))
even_step(low, high) = round_up((high - low) / most_tics(2))
log_step(low, high) = 10 ** ceil(log10(high / low) / most_tics(2))
# Room for the tics' numbers beyond the six letters that stand between a panel and the name of its y axis. The two tics next to
# either end tell: of them one has the sign or the most digits before the point, one as many as the step behind it. In an SVG
# letters are taken for wider than they are, and a name that would be off the page is left out: NAMESHIFT, in letters, brings it back.
lettersof(x) = strlen(sprintf("%g", x))
at_ends(low, high, step) = max2(max2(lettersof(step*ceil(low/step)), lettersof(step*(ceil(low/step)+1))), max2(lettersof(step*floor(high/step)), lettersof(step*(floor(high/step)-1))))
ticroom(low, high) = (TICLETTERS = at_ends(low, high, even_step(low, high)), NAMESHIFT = TERM eq "svg" ? 0.2 + 0.3 * TICLETTERS : 0, wide(0.56) * max2(0, TICLETTERS - 6))

# Lengths in ems of the font, as parts of the page's height and width.
EM = 100 / 72.0
high(ems) = ems * FS * EM / H
wide(ems) = ems * FS * EM / W
max2(a, b) = a > b ? a : b
min2(a, b) = a < b ? a : b
# of so many one stands for so many others, so that no more are drawn than that
one_in(count, most) = (count + most - 1) / most
MOST_DISCS = 10000 # one for each of a million balls would be gigabytes of SVG
# The key stands above the panels, in as many rows as N entries of LENGTH letters need; it is no wider than a panel, KEYWIDTH ems.
columns(length) = max2(1, floor(KEYWIDTH / ((9.9 + length) * 0.475)))
rows(n, length) = ceil(1.0 * n / columns(length))
longest(n) = n == 0 ? 0 : max2(strlen(LABEL[n]), longest(n - 1))
headroom(rows) = 1 - high(HEADING + 1.0 + 1.25 * (rows - 1))
keytop(rows) = 1 - high(HEADING + 0.5 * (rows - 1))
set key noenhanced reverse Left samplen 3.2 tc rgb "#202020" vertical maxrows 1
# Room (ROOM) right of a panel for labels of so many letters at the ends of its curves. Where that is more than a third of the
# panel, labels lose what stands behind their first comma, and at last their ends.
stem(text) = strstrt(text, ",") > 1 ? text[1:strstrt(text, ",")-1] : text
stems(n) = n == 0 ? 0 : max2(strlen(stem(LABEL[n])), stems(n - 1))
roomfor(letters) = wide(0.52 * letters + 0.9)
labelroom(letters) = (ROOM = roomfor(letters) < 0.33 * (R - L) || !exists("N") ? roomfor(letters) : min2(0.5 * (R - L), roomfor(min2(letters, stems(N)))), ROOM)
cropped(text) = roomfor(strlen(text)) < 1.02 * ROOM ? text : text[1:int((ROOM / wide(1) - 0.9) / 0.52) - 1] . "…"

# Text for TeX where it is set by TeX.
tx(plain, tex) = TERM eq "tex" ? tex : plain
# A letter that TeX would take for a command, and with it all of a text (in halves: gnuplot does not call deeply).
letter(c) = strstrt("_%&#${}", c) > 0 ? "\\" . c : (c eq "\\" ? "\\textbackslash{}" : (c eq "~" ? "\\textasciitilde{}" : (c eq "^" ? "\\textasciicircum{}" : c)))
escaped(s) = strlen(s) < 2 ? (s eq "" ? "" : letter(s)) : escaped(s[1:strlen(s)/2]) . escaped(s[strlen(s)/2+1:*])
said(s) = tx(s, escaped(s))
# A text at a tic, which is a format: % would begin a number.
tic(s) = strlen(s) < 2 ? (s eq "%" ? "%%" : s) : tic(s[1:strlen(s)/2]) . tic(s[strlen(s)/2+1:*])
# The same for gnuplot's enhanced mode, and in bold (a weight of the font: "Sans:Bold" would be a family that SVG does not know).
unenhanced(c) = strstrt("\\^_@&~{}", c) > 0 ? "\\" . c : c
literal(s) = strlen(s) < 2 ? (s eq "" ? "" : unenhanced(s)) : literal(s[1:strlen(s)/2]) . literal(s[strlen(s)/2+1:*])
plain(s) = tx(literal(s), escaped(s))
bold(s) = tx("{/:Bold " . literal(s) . "}", "\\textbf{" . escaped(s) . "}")
# A word of a title, enhanced: 2.4e-05 as it is set in print.
digit(c) = strlen(c) == 1 && strstrt("0123456789", c) > 0
signed(c) = c eq "-" || c eq "+"
powered(w, e) = e > 1 && digit(w[e-1:e-1]) && (digit(w[e+1:e+1]) || (signed(w[e+1:e+1]) && digit(w[e+2:e+2])))
upto(w, d) = digit(w[d+1:d+1]) ? (digit(w[d+2:d+2]) ? d + 2 : d + 1) : d # where the digits from d on end
unzeroed(s) = strlen(s) > 1 && s[1:1] eq "0" ? s[2:*] : s
negative(w) = w[1:1] eq "-" && digit(w[2:2]) ? "−" . w[2:*] : w
power_of(w, e, d) = literal(w[1:e-1] eq "1" ? "" : negative(w[1:e-1]) . " × ") . "10^{/*1.1 " . (w[e+1:e+1] eq "-" ? "−" : "") . unzeroed(w[d:upto(w, d)]) . "}" . literal(w[upto(w, d)+1:*])
set_in_print(w) = powered(w, strstrt(w, "e")) ? power_of(w, strstrt(w, "e"), strstrt(w, "e") + 1 + signed(w[strstrt(w, "e")+1:strstrt(w, "e")+1])) : literal(negative(w))
# A number in a text: three digits, a power of ten where it is far from 1, the minus sign as it is set in print. Enhanced.
minus(s) = tx(s[1:1] eq "-" ? "−" . s[2:*] : s, s)
scientific(x) = minus(sprintf("%.3g", x / decade(abs(x)))) . tx(" × 10^{" . minus(sprintf("%d", floor(log10(abs(x))))) . "}", "$\\times 10^{" . sprintf("%d", floor(log10(abs(x)))) . "}$")
num(x) = x == 0 || (abs(x) >= 1e-3 && abs(x) < 1e5) ? minus(sprintf("%.3g", x)) : scientific(x)
# What is written along the panel's height: as long as there is room for it.
along(text, short) = strlen(text) * 0.45 > (T - B) / high(1) ? short : text

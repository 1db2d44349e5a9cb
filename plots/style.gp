# SPDX-License-Identifier: GPL-3.0-or-later
# Settings and functions of all figures. ~/.config/carom/style.gp (in XDG_CONFIG_HOME, if it is set)
# is loaded at the end and may change any of them; after new COLOURS it loads PLOTS . "/lines.gp".
#
# Set before: by the program DIR (the folder with the tables), PLOTS (this folder), SCRIPT, TERM and
# OUT; from NAME.figures.tsv TITLE, SUBJECT, FOOTER, N (solvers), the arrays NAME (in tables and
# names of folders), LABEL (in figures) and STYLE (line style), and the variables of the result; by
# draw.gp W and H (1/100 inch), FS (font, points) and others.
#
# A panel is a script in this folder that draws in the box L, R, B, T (parts of the page). It can use:
#   load PLOTS . "/panel.gp"             axes in the box; L, R, B and T may be changed before
#   load PLOTS . "/ends.gp"              labels at the ends of curves instead of a key
#   load PLOTS . "/names.gp"             the names of the solvers in a row
#   bold(s), literal(s), tic(s)          literal text for enhanced mode or tics; num(x) for numbers
#   colour(STYLE[i]), mark(STYLE[i])     colour and point type of a line style (ls STYLE[i])
#   POWER                                format of a log axis
#   even_step(low, high), across_step(low, high)   step between tics of the y axis and the x axis; at
#                                        least three tics
#   load PLOTS . "/logarithmic.gp"       a log axis with its tics
#   unit(low, high, "m"), units(low, high)  unit with an SI prefix, and the factor of its values
#   zeroed(x, scale)                     0 for rounding
#   TRUTH, NOTED, FAINT, BAND, LEADER    greys: theory, notes, faint lines, bands, leaders
#   series(i)                            table of solver i; cell.gp: a cell of its row in a table
#   ticroom(low, high)                   extra room for their numbers: L = L + ticroom(LOW, HIGH)
# draw.gp lays out a page of several panels, multiples.gp a panel for each solver.

set encoding utf8
FRAME = "#404040"
TICSCALE = 0.6
set datafile separator "\t"

FONT = "Liberation Sans"
# One colour for each family of solvers in every figure, with a contrast of at least 3 : 1 on white:
# 1 impulse, 2 Euler, 3 Heun, 4 Verlet, 5 Runge-Kutta, 6 and 7 other methods; 8 is for values of
# comparison; 9 the greys of the 128-bit reference. A line
# style is the colour plus ten times the variant within the family, which selects a shade and a
# dash (lines.gp). The lowest curve is thick and solid, the others are dashed:
# two curves that coincide are both visible.
COLOURS = "#000000 #D55E00 #0072B2 #009E73 #AA3377 #7A5C00 #5B5BD6"; BESIDE = "#808080"
GREYS = "#505050 #8C8C8C #5B6B7B #93866F #2F3B47"
# Greys with a meaning. Theory is a broad line of TRUTH below the runs.
TRUTH = "#B8B8B8"; NOTED = "#505050"; FAINT = "#707070"; BAND = "#E8E8E8"; LEADER = "#A0A0A0"; START = "#BEBEBE"
ALARM = "#C00000" # the first mismatch
# Measured points, by series: open points.
SERIES_COLOURS = "#303030 #B35806 #01665E #762A83"; SERIES_SHAPES = "6 4 8 12 10 14 2 1"
hue(style) = int(style) % 10
variant(style) = int(style) / 10
# A variant of a colour is darker, or lighter if its contrast with white suffices. A variant of black is lighter.
part_of(c, k) = int("0x" . c[2*k:2*k+1])
mixed(f, x, to) = to + f * (x - to)
shade(c, f, to) = sprintf("#%02X%02X%02X", mixed(f, part_of(c, 1), to), mixed(f, part_of(c, 2), \
    to), mixed(f, part_of(c, 3), to))
# A number, for "lc rgb variable"; greys stay visible.
tint(c, f) = int("0x" . shade(c, f, 255)[2:*])
is_black(c) = part_of(c, 1) + part_of(c, 2) + part_of(c, 3) == 0
is_dark(c) = 2 * part_of(c, 1) + 7 * part_of(c, 2) + part_of(c, 3) < 1050
darkness(v) = real(word("1 0.55 0.3 0.75 0.2", v + 1))
lightness(v) = real(word("1 0.6 0.45 0.8 0.52", v + 1))
shaded(c, v) = v == 0 ? c : (is_black(c) ? shade(c, lightness(v), 255) : \
    (v == 2 && is_dark(c) ? shade(c, 0.72, 255) : shade(c, darkness(v), 0)))
colour(style) = hue(style) == 8 ? BESIDE : (hue(style) == 9 ? word(GREYS, variant(style) % 5 + 1) \
    : shaded(word(COLOURS, (hue(style) - 1) % words(COLOURS) + 1), variant(style) % 5))
# Point types: a shape for each family, filled, then open, then the next shape.
shape(k) = int(word("7 5 9 13 11 15", k % 6 + 1))
mark(style) = hue(style) == 8 ? 1 \
    : shape(hue(style) - 1 + 2 * (variant(style) / 2)) - variant(style) % 2
# Colours of balls by their numbers from 0, -1 for a fixed one.
BALLCOLOURS = "#f5f5f5 #f2c14e #3b6ea5 #c8453c #6b4c9a #e07b39 #3c8d5a #7b2d26 " \
    . "#333333 #f7d88a #7ea6cf #e08a84 #a890c8 #efb184 #83bd97 #b27a74"
# A ball has the colour of its name, if that has one
COLOURED = "white yellow blue red purple orange green brown black"
named_colour(k, other) = k == 0 ? other : strstrt(strcol("ball"), word(COLOURED, k)) > 0 ? k : named_colour(k - 1, other)
ball_colour(i) = i < 0 ? 0x909090 : int("0x" . word(BALLCOLOURS, named_colour(9, int(i) % 16 + 1))[2:*])
load PLOTS . "/lines.gp"
which_ball(k) = k == 0 ? 0 : (BALL_NUMBER[k] == column("number") ? k : which_ball(k - 1))
is_number(x) = x == x
max2(a, b) = a > b ? a : b
min2(a, b) = a < b ? a : b
set palette defined (0 "#440154", 0.25 "#3b528b", 0.5 "#21918c", 0.75 "#5ec962", 1 "#fde725")

# Tables and data blocks begin with a line of column names. Every curve has its own block: with
# names, gnuplot's index draws nothing and takes the first row of a block for names.
set datafile columnheaders
series(i) = DIR . "/" . NAME[i] . "/series.tsv"
is_of(i) = strcol("solver") eq NAME[i] # whether the row of a table belongs to solver i
# The number in a column, or `other` if it is not a number. stats without a valid row leaves its
# variables unchanged or undefined, so it must get a number from every row.
known(name, other) = strcol(name) eq "nan" ? other : column(name)
# Values that a log axis cannot show are not drawn.
drawn(x) = x > Y_LOW ? x : NaN # with Y_LOW, the foot of the axis
FOOTSIZE = 0.62; FOOTLEAST = 0.48 # relative to the font
# The font size `size`, reduced to fit the text on the page; `letter` is the width of a letter in
# ems.
fitting(size, text, letter) = strlen(text) * letter * size > 0.97 / wide(1) ? 0.97 / wide(1) / \
    (strlen(text) * letter) : size
cut(text, size) = strlen(text) * 0.5 * size > 0.98 / wide(1) ? text[1:int(0.98 / wide(1) / (0.5 * \
    size)) - 4] . " ..." : text
# Where a text is folded: its last space among the first k letters, or 0
fold(text, k) = k < 1 || text[k:k] eq " " ? k : fold(text, k - 1)
# Steps between tics: 1, 2 or 5 times a power of ten.
decade(x) = 10 ** floor(log10(x))
round_step(x) = decade(x) * (x / decade(x) < 1.5 ? 1 : (x / decade(x) < 3.5 ? 2 : (x / decade(x) < \
    7.5 ? 5 : 10)))
round_up(x) = decade(x) * (x / decade(x) <= 1 ? 1 : (x / decade(x) <= 2 ? 2 : (x / decade(x) <= 5 \
    ? 5 : 10)))
round_down(x) = decade(x) * (x / decade(x) < 2 ? 1 : (x / decade(x) < 5 ? 2 : 5))
# Steps between tics of a y axis, as many as fit the height of the panel.
tics_in(low, high, step) = floor(high / step + 1e-9) - ceil(low / step - 1e-9) + 1
finer(step) = round_down(0.99 * step)
# a finer step if there are fewer than three tics and there is room for them
refined(low, high, step, most) = tics_in(low, high, step) > 2 || tics_in(low, high, \
    finer(step)) > most ? step : finer(step)
three_tics(low, high, step, most) = refined(low, high, refined(low, high, step, most), most)
even_step(low, high) = three_tics(low, high, round_up(1.0 * (high - low) / max2(2, floor((T - B) / high(1.9)))), \
    (T - B) / high(1.05))
# Step between tics of the x axis, as many as have room for their numbers.
across_step(low, high) = (u = round_up((high - low) / 7.0), \
    v = max2(lettersof(u * ceil(low / u)), lettersof(u * (floor(high / u) - 1))), \
    three_tics(low, high, max2(u, round_up(1.0 * (high - low) / max2(2, \
        (R - L) / wide(0.55 * v + 1.2)))), (R - L) / wide(0.55 * v + 0.4)))
# Room for numbers of tics longer than the six letters between a panel and the name of its y axis.
# The two tics nearest to either end have the longest numbers. The SVG terminal overestimates the
# width of letters and drops a name that would leave the page; NAMESHIFT (letters) moves it back.
lettersof(x) = strlen(sprintf("%g", x))
at_ends(low, high, step) = max2(max2(lettersof(step*ceil(low/step)), \
    lettersof(step*(ceil(low/step)+1))), max2(lettersof(step*floor(high/step)), \
    lettersof(step*(floor(high/step)-1))))
ticroom(low, high) = (TICLETTERS = at_ends(low, high, even_step(low, high)), \
    NAMESHIFT = TERM eq "svg" ? 0.2 + 0.3 * TICLETTERS : 0, wide(0.56) * max2(0, TICLETTERS - 6))

POWER = "10^{/*1.1 %L}"
THETANAME = "time step × contact frequency, θ = h √(k/m_{red})"
# Lengths in ems of the font, as parts of the page's height and width.
EM = 100 / 72.0
sized(size) = sprintf("%s,%g", FONT, size * FS * (TERM eq "svg" ? EM : 1)) # a font
high(ems) = ems * FS * EM / H
wide(ems) = ems * FS * EM / W
# number of items per drawn item, with at most `most` drawn
one_in(count, most) = (count + most - 1) / most
MOST_DISCS = 10000 # a disc for each of a million balls would be gigabytes of SVG
longest(n) = n == 0 ? 0 : max2(strlen(LABEL[n]), longest(n - 1))
set key noenhanced reverse Left samplen 3.2 tc rgb "#202020" vertical maxrows 1
# Room (ROOM) right of a panel for labels at the ends of its curves. If it exceeds a third of the
# panel, labels lose the part after their first comma; their end is cut after MOST_LETTERS.
MOST_LETTERS = 26
stem(text) = strstrt(text, ",") > 1 ? text[1:strstrt(text, ",")-1] : text
tail(text) = strstrt(text, ", ") > 1 ? text[strstrt(text, ", ")+2:*] : text
alike(text, n) = n == 0 ? 0 : alike(text, n - 1) + (stem(LABEL[n]) eq stem(text))
ends_alike(text, n) = n == 0 ? 0 : ends_alike(text, n - 1) + (tail(LABEL[n]) eq tail(text))
named(text) = exists("N") && alike(text, N) > 1 ? text : stem(text) # in a sentence
# a short label: without the part after its comma or, if others begin alike and it is long, that part alone if it is its own
called(text) = !exists("N") || alike(text, N) < 2 ? stem(text) : strlen(text) > 16 && ends_alike(text, N) < 2 ? tail(text) : text
stems(n) = n == 0 ? 0 : max2(strlen(stem(LABEL[n])), stems(n - 1))
roomfor(letters) = wide(0.52 * letters + 0.6)
labelroom(letters) = (ROOM = roomfor(letters) < (PAGED ? 0.2 : 0.36) * (R - L) || !exists("N") ? roomfor(letters) \
    : min2(0.5 * (R - L), roomfor(min2(MOST_LETTERS, min2(letters, stems(N))))), ROOM)
# a text that leaves room for `more` letters; of labels that begin alike their ends
shortened(text, more) = roomfor(strlen(text) + more) < 1.02 * ROOM ? text : exists("N") && tail(text) ne text && alike(text, N) > 1 ? \
    shortened(tail(text), more) : text[1:int(max2(3, (ROOM / wide(1) - 0.6) / 0.52 - 1 - more))] . "…"
cropped(text) = shortened(text, 0)
brief(text) = strlen(text) > 25 ? text[1:24] . "…" : text # a name of a ball

# Units of an axis from `low` to `high` (m, s, N, J): its numbers have at most four letters.
#   set xlabel "overlap (" . unit(0, most, "m") . ")"; plot ... using (column("overlap_m") *
#       units(0, most))
size_of(low, high) = max2(abs(low), abs(high))
first_k(most) = most <= 0 || (most >= 0.1 && most < 1e4) ? 0 : int(floor(log10(most) / 3 + 1e-9))
long_at(low, high, k) = (u = 10.0 ** (-3 * k), v = round_up(u * (high - low) / 4.0), \
    at_ends(u * low, u * high, v) > 4)
thousands(low, high) = (q = first_k(size_of(low, high)), \
    high > low && long_at(low, high, q) && !long_at(low, high, q - 1) ? q - 1 : q)
units(low, high) = 10.0 ** (-3 * thousands(low, high))
raised(s) = s eq "" ? "" : (s[1:1] eq "-" ? "⁻" : word("⁰ ¹ ² ³ ⁴ ⁵ ⁶ ⁷ ⁸ ⁹", int(s[1:1]) + 1)) . raised(s[2:*])
prefix(k) = k < -5 || k > 4 ? "10" . raised(sprintf("%d", 3 * k)) . " " : word("f p n µ m - k M G T", k + 6)
unit(low, high, of) = (thousands(low, high) == 0 ? "" : prefix(thousands(low, high))) . of
# Factor of an axis of a quantity that the scenario names, and its title with the unit: prefixes of these
# units only, and none on a log axis.
scaled(low, high, of) = strstrt(" m s N J ", " " . of . " ") > 0 ? units(low, high) : 1.0
titled(name, of, low, high) = literal(name . (of eq "" ? "" : " (" . \
    (scaled(low, high, of) == 1 ? of : unit(low, high, of)) . ")"))
# Values below 1e-12 of the scale are rounding: 0.
zeroed(x, scale) = abs(x) < 1e-12 * scale ? 0.0 : x
# A text at a tic is a format: % must be doubled.
tic(s) = strlen(s) < 2 ? (s eq "%" ? "%%" : s) : tic(s[1:strlen(s)/2]) . tic(s[strlen(s)/2+1:*])
# Escapes a text for gnuplot's enhanced mode. Bold is a property: as a font name, "Sans:Bold" is
# unknown to SVG.
unenhanced(c) = strstrt("\\^_@&~{}", c) > 0 ? "\\" . c : c
literal(s) = strlen(s) < 2 ? (s eq "" ? "" : unenhanced(s)) : literal(s[1:strlen(s)/2]) . \
    literal(s[strlen(s)/2+1:*])
bold(s) = "{/:Bold " . literal(s) . "}"
# A number in enhanced text: three digits, a power of ten if it is far from 1, and a typographic
# minus sign.
minus(s) = s[1:1] eq "-" ? "−" . s[2:*] : s
scientific(x) = (abs(x / decade(x) - 1) < 1e-9 ? "" : minus(sprintf("%.3g", x / decade(abs(x)))) . " × ") . "10^{" . minus(sprintf("%d", \
    floor(log10(abs(x))))) . "}"
num(x) = x == 0 || (abs(x) >= 1e-3 && abs(x) < 1e5) ? minus(sprintf("%.3g", x)) : scientific(x)
seconds(t) = sprintf(t < 999.5 ? "%.3g s" : "%.0f s", t)
# Text along the height of the panel, or a shorter one if it does not fit.
along(text, short) = strlen(text) * 0.45 > (T - B) / high(1) ? short : text
if (exists("OWN_STYLE")) { load OWN_STYLE }

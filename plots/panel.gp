# SPDX-License-Identifier: GPL-3.0-or-later
# The axes of one panel in the box L, R, B, T (of the page) with the heading HEAD. The page's own
# labels are drawn with its first panel.
set lmargin at screen L
set rmargin at screen R
set bmargin at screen B
set tmargin at screen T
unset logscale
unset object
unset arrow
set autoscale
set format xy "%g"
set xtics auto
set ytics auto
unset mxtics
unset mytics
set xlabel "t (s)" offset 0,0.3
unset ylabel
if (HEAD ne "") set label 10 HEAD at screen L, screen T + 0.9 * FS * 1.333 / H left font "Liberation Sans:Bold"

# SPDX-License-Identifier: GPL-3.0-or-later
# Sets up the axes of a panel in the box L, R, B, T (parts of the page).
set lmargin at screen L
set rmargin at screen R
set bmargin at screen B
set tmargin at screen T
set key on
set autoscale
set format xy "%g"
set border 3
set xtics auto nomirror scale TICSCALE norotate autojustify offset 0,TICLIFT
set ytics auto nomirror scale TICSCALE
unset mxtics
unset mytics
set xlabel "t (s)" offset 0,NAMELIFT
unset ylabel
set ylabel offset (TERM eq "svg" ? 0.4 : 0),0

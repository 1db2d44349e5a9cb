# SPDX-License-Identifier: GPL-3.0-or-later
# Sets up a panel: its axes in the box L, R, B, T (parts of the page) and the heading HEAD.
set lmargin at screen L
set rmargin at screen R
set bmargin at screen B
set tmargin at screen T
set key on
if (SHOWKEY) { set key at screen 0.5, screen keytop(KEYROWS) center vertical maxrows KEYROWS \
    samplen 3.2 }
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
if (HEAD ne "") { set label 10 bold(HEAD) at screen L, screen T + high(0.9) left enhanced }

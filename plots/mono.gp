# SPDX-License-Identifier: GPL-3.0-or-later
# Styles for print in one colour: dashes, widths and greys. The lowest curve is broad and grey; dashes above it stay visible.
ALARM = "#000000"
COLOURS = "#8c8c8c #000000 #000000 #000000 #505050 #505050 #505050"
load PLOTS . "/lines.gp"
do for [v=0:4] {
    set style line 10*v+1 lw 6.0
    do for [h=2:7] { set style line 10*v+h lw (h % 3 == 2 ? 2.4 : (h % 3 == 0 ? 1.6 : 3.2)) }
}
set style line 3 dt (5,3)
set palette gray

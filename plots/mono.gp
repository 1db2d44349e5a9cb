# SPDX-License-Identifier: GPL-3.0-or-later
# Styles for print in one colour: dashes, widths and greys. Impulse is black, thicker than the grey
# dashes above it and darker than theory, a broad pale line.
ALARM = "#000000"; TRUTH = "#D0D0D0"
COLOURS = "#000000 #7C7C7C #666666 #747474 #585858 #6E6E6E #7A7A7A"
SERIES_COLOURS = "#303030 #787878 #505050 #909090"
GREYS = "#404040 #949494 #6A6A6A #808080 #505050"
load PLOTS . "/lines.gp"
do for [v=0:4] {
    set style line 10*v+1 lw (v == 0 ? 5.0 : 2.4)
    do for [h=2:9] { if (h != 8) { set style line 10*v+h lw (h % 3 == 2 ? 2.4 : (h % 3 == 0 ? 1.8 \
        : 3.0)) } }
}
set style line 3 dt (9,5)
set palette gray

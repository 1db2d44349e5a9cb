# SPDX-License-Identifier: GPL-3.0-or-later
# Draws one panel (PANEL) as a figure.
load PLOTS . "/page.gp"
SHOWKEY = 1
HEAD = ""
KEYWIDTH = 1 / wide(1) - 6
KEYROWS = exists("N") ? rows(N, longest(N)) : 1
L = wide(5.92); R = 1 - wide(1.6); B = high(FOOTED ? 6.0 : 3.7); T = headroom(KEYROWS)
load PLOTS . "/" . PANEL . ".gp"
unset multiplot
unset output

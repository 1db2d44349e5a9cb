# SPDX-License-Identifier: GPL-3.0-or-later
# Caption: (a) Energy and what the ledger does not explain of it, (b) momentum that nothing explains, (c) distance from the
# reference, (d) paths of chosen balls.
load PLOTS . "/page.gp"
SHOWKEY = 0 # the first panel shows it for all
LEFT = wide(6.2); MIDDLE = 0.5; RIGHT = 1 - wide(1.2)
KEYWIDTH = (MIDDLE - LEFT) / wide(1) - 0.8
KEYROWS = rows(N, longest(N))
set key at screen 0.5, screen keytop(KEYROWS) center vertical maxrows KEYROWS
LOW = high(SIGNED ? 8.1 : 3.7); HIGH = headroom(KEYROWS) - high(2.8); HALF = 0.5 * (LOW + HIGH)
L = LEFT; R = MIDDLE - wide(0.8); B = HALF + high(3.3); T = HIGH; HEAD = "(a) energy and what the ledger does not explain"
load PLOTS . "/energy.gp"
load PLOTS . "/clear.gp"
L = MIDDLE + wide(6.0); R = RIGHT; B = HALF + high(3.3); T = HIGH; HEAD = "(b) momentum residual"
load PLOTS . "/momentum.gp"
load PLOTS . "/clear.gp"
L = LEFT; R = MIDDLE - wide(0.8); B = LOW; T = HALF - high(3.9); HEAD = "(c) divergence"
load PLOTS . "/divergence.gp"
load PLOTS . "/clear.gp"
L = MIDDLE + wide(6.0); R = RIGHT; B = LOW; T = HALF - high(3.9); HEAD = said(PATHHEAD)
load PLOTS . "/paths.gp"
unset multiplot
unset output

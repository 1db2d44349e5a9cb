# SPDX-License-Identifier: GPL-3.0-or-later
# The four panels on one page.
load PLOTS . "/page.gp"
SHOWKEY = 0 # the first panel shows it for all
L = 0.078; R = 0.49; B = 0.565; T = 0.885; HEAD = "(a) energy and what the ledger does not explain"
load PLOTS . "/energy.gp"
L = 0.575; R = 0.985; B = 0.565; T = 0.885; HEAD = "(b) momentum residual"
load PLOTS . "/momentum.gp"
L = 0.078; R = 0.49; B = 0.135; T = 0.445; HEAD = "(c) divergence"
load PLOTS . "/divergence.gp"
L = 0.575; R = 0.985; B = 0.135; T = 0.445; HEAD = PATHHEAD
load PLOTS . "/paths.gp"
unset multiplot
unset output

# SPDX-License-Identifier: GPL-3.0-or-later
# One panel (PANEL) as a figure of its own.
load PLOTS . "/page.gp"
SHOWKEY = 1
L = 0.125; R = 0.975; B = 0.19; T = 0.87; HEAD = ""
load PLOTS . "/" . PANEL . ".gp"
unset multiplot
unset output

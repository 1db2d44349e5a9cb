# SPDX-License-Identifier: GPL-3.0-or-later
# Caption: The energy and what the ledger does not explain of it, the distance from the reference, the paths of chosen balls, and
# momentum that nothing explains: as many of them as there is room for.
if (!exists("PANELS")) {
    PANELS = 4
    array PANEL_SCRIPT[4] = ["energy", "divergence", "paths", "momentum"]
    array PANEL_HEAD[4] = ["energy and what the ledger does not explain", "divergence", PATHHEAD, "momentum residual"]
}
load PLOTS . "/grid.gp"

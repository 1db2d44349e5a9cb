# SPDX-License-Identifier: GPL-3.0-or-later
# Caption: The panels of the scene, most important first, as many as fit on the page. Their headlines:
load PLOTS . "/grid.gp"

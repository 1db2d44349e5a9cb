# SPDX-License-Identifier: GPL-3.0-or-later
# Caption: The panels of the scene, the important ones first, as many as there is room for; what each of them found:
load PLOTS . "/grid.gp"

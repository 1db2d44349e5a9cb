# SPDX-License-Identifier: GPL-3.0-or-later
# Walls across the axis of space-time.gp.
if (TABLE && WALL0) {
    set arrow 31 from graph 0, first WALL_min to graph 1, first WALL_min nohead back lw 5 lc rgb "#b0b0b0"
}
if (TABLE && WALL1) {
    set arrow 32 from graph 0, first WALL_max to graph 1, first WALL_max nohead back lw 5 lc rgb "#b0b0b0"
}

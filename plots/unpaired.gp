# SPDX-License-Identifier: GPL-3.0-or-later
# Says why there are no velocities of two balls before and after a collision.
NOTHING = PAIR_COUNT == 0 ? "0 collisions of two moving balls; needs 1" : sprintf("%d collision%s of two " \
    . "moving balls, but the first touches a third body or does not end", PAIR_COUNT, PAIR_COUNT > 1 ? "s" : "")
load PLOTS . "/nothing.gp"

# SPDX-License-Identifier: GPL-3.0-or-later
# After boxes.gp: larger(0), the radius at which a ball in a row is drawn, so that none is smaller than
# 0.3 ems, and LARGER_NOTE, "; balls drawn 3 × their size" or "".
LEAST = 1e300
stats MOMENTS using (LEAST = min2(LEAST, column("radius_m")), 0) nooutput
LARGER = max2(1.0, 0.15 * FS * EM / p / LEAST)
if (BALLS > 300) { LARGER = 1.0 }
larger(k) = LARGER * column("radius_m")
EACH = 1 + (BALLS - 1) / 10000
LARGER_NOTE = (LARGER > 1.005 ? sprintf("; balls drawn %.2g × their size", LARGER) : "") \
    . (EACH > 1 ? sprintf("; a disc for %d balls", EACH) : "")

# SPDX-License-Identifier: GPL-3.0-or-later
# Reduces UNTIL to the first of 240 equal times with MOST_HITS collisions of the reference before it.
m = 240; SOFAR = HITS
while (m > 1 && SOFAR - HITS_IN[m] >= MOST_HITS) { SOFAR = SOFAR - HITS_IN[m]; m = m - 1 }
UNTIL = min2(UNTIL, m * PART)

# SPDX-License-Identifier: GPL-3.0-or-later
# The line styles from COLOURS; once more where a style of the user's has changed those.
set style line 1 lc rgb colour(1) lw 4.0 dt solid
set style line 2 lc rgb colour(2) lw 2.4 dt (10,5)
set style line 3 lc rgb colour(3) lw 2.4 dt (6,4)
set style line 4 lc rgb colour(4) lw 2.4 dt (12,4,3,4)
set style line 5 lc rgb colour(5) lw 2.4 dt (8,3,2,3,2,3)
set style line 6 lc rgb colour(6) lw 2.4 dt (6,6)
set style line 7 lc rgb colour(7) lw 2.4 dt (3,5)
# 8: what stands beside the curves for comparison
set style line 8 lc rgb "#909090" lw 2.0 dt (2,4)

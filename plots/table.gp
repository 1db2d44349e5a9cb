# SPDX-License-Identifier: GPL-3.0-or-later
# Caption: The balls on the table at one time, to scale: discs are those of one solver, outlines those of the reference. Arrows show
# the way of the next moment at the present velocity.
#
# SHOWN: the solver of the discs; blocks of BALLS rows of snapshot.tsv.
KEYROWS = rows(2, max2(strlen(NAME[SHOWN]), strlen(NAME[REF]))); T = headroom(KEYROWS + 1)
load PLOTS . "/panel.gp"
SNAPSHOT = DIR . "/snapshot.tsv"
A = (SHOWN-1)*BALLS; Z = A + BALLS - 1
GHOST = (REF-1)*BALLS; GHOSTEND = GHOST + BALLS - 1
stats SNAPSHOT skip 1 every ::A::Z using 8 nooutput name "SIZE"
stats SNAPSHOT skip 1 every ::A::Z using 4 nooutput name "X"
stats SNAPSHOT skip 1 every ::A::Z using 5 nooutput name "Y"
stats SNAPSHOT skip 1 every ::A::Z using (sqrt($6**2 + $7**2)) nooutput name "V"
if (TABLE) {
    FAR_min_x = X_min - SIZE_max; FAR_max_x = X_max + SIZE_max; FAR_min_y = Y_min - SIZE_max; FAR_max_y = Y_max + SIZE_max
} else {
    X0 = X_min - 3 * SIZE_max; X1 = X_max + 3 * SIZE_max; Y0 = Y_min - 3 * SIZE_max; Y1 = Y_max + 3 * SIZE_max
}
load PLOTS . "/scale.gp"
unset grid
MOMENT = V_max > 0 ? round_step(0.15 * (X1 - X0) / V_max) : 1
set label 11 sprintf("t = %.6g s, arrows: %g s of way", TIME, MOMENT) . (EXAGGERATE > 1 ? sprintf(tx(", overlaps × %g", ", overlaps $\\times$ %g"), EXAGGERATE) : "") at screen 0.5, screen keytop(KEYROWS) - high(0.6 * KEYROWS + 0.7) center tc rgb "#505050"
plot SNAPSHOT skip 1 every ::A::Z using 4:5:8 with circles lc rgb colour(STYLE[SHOWN]) fs transparent solid 0.35 noborder title said(NAME[SHOWN]), \
     SNAPSHOT skip 1 every ::GHOST::GHOSTEND using (SHOWN == REF ? NaN : $4):5:8 with circles ls STYLE[REF] lw 1.6 dt solid fs empty title (SHOWN == REF ? "" : said(NAME[REF]) . ", outlines"), \
     SNAPSHOT skip 1 every ::A::Z using 4:5:(MOMENT*$6):(MOMENT*$7) with vectors head size screen 0.006,20 filled lw 1.6 lc rgb colour(STYLE[SHOWN]) notitle

# SPDX-License-Identifier: GPL-3.0-or-later
# The balls at one time: discs for solver SHOWN, outlines for the reference; arrows are displacements.
# snapshot.tsv has a block of BALLS rows for each solver.
KEYROWS = rows(2, max2(strlen(LABEL[SHOWN]), strlen(LABEL[REF]))); T = headroom(KEYROWS + 1)
load PLOTS . "/panel.gp"
SNAPSHOT = DIR . "/snapshot.tsv"
EACH = one_in(BALLS, MOST_DISCS); ARROW = one_in(BALLS, 1000)
A = (SHOWN-1)*BALLS; Z = A + BALLS - 1
GHOST = (REF-1)*BALLS; GHOSTEND = GHOST + BALLS - 1
SIZE_max = 0; do for [i=1:BALLS] { SIZE_max = max2(SIZE_max, RADIUS[i]) }
stats SNAPSHOT every ::A::Z using "x_m" nooutput name "X"
stats SNAPSHOT every ::A::Z using "y_m" nooutput name "Y"
stats SNAPSHOT every ::A::Z using (sqrt(column("vx_mps")**2 + column("vy_mps")**2)) nooutput name \
    "V"
if (TABLE) {
    FAR_min_x = X_min - SIZE_max; FAR_max_x = X_max + SIZE_max; FAR_min_y = Y_min - SIZE_max; \
        FAR_max_y = Y_max + SIZE_max
} else {
    X0 = X_min - 3 * SIZE_max; X1 = X_max + 3 * SIZE_max; Y0 = Y_min - 3 * SIZE_max; \
        Y1 = Y_max + 3 * SIZE_max
}
load PLOTS . "/scale.gp"
unset grid
# Arrows are at most twice the mean spacing of balls.
REACH = min2(0.15 * (X1 - X0), 2 * sqrt((X1 - X0) * (Y1 - Y0) * ARROW / BALLS))
MOMENT = V_max > 0 ? round_step(REACH / V_max) : 1
OF = ARROW > 1 ? sprintf(" (of a ball in %d)", ARROW) : ""
set label 11 sprintf("arrows%s: displacement in %g s", OF, MOMENT) . \
    (EACH > 1 ? sprintf(", a disc for %d balls", EACH) : "") at screen 0.5, \
    screen keytop(KEYROWS) - high(0.6 * KEYROWS + 0.7) center tc rgb NOTED
plot SNAPSHOT every EACH::A::Z using "x_m":"y_m":(sqrt(EACH)*RADIUS[EACH*int($0)+1]) with \
    circles lc rgb colour(STYLE[SHOWN]) fs transparent solid 0.35 noborder title \
    LABEL[SHOWN], \
     SNAPSHOT every EACH::GHOST::GHOSTEND using (SHOWN == REF ? NaN : \
         column("x_m")):"y_m":(sqrt(EACH)*RADIUS[EACH*int($0)+1]) with circles ls STYLE[REF] lw \
         1.6 dt solid fs empty title (SHOWN == REF ? "" : LABEL[REF] . ", outlines"), \
     SNAPSHOT every ARROW::A::Z using \
         "x_m":"y_m":(MOMENT*column("vx_mps")):(MOMENT*column("vy_mps")) with vectors head size \
         screen 0.006,20 filled lw 1.6 lc rgb colour(STYLE[SHOWN]) notitle

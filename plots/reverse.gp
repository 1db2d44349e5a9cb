# SPDX-License-Identifier: GPL-3.0-or-later
# Caption: Distance from the initial state after a run to time t and back with reversed velocities, in a panel for each solver; the
# pale curves are the other solvers. Thinner lines have a half and a quarter of the time step. Below the dashed line a run returns.
T = headroom(0)
TABLE = DIR . "/reverse.tsv"
MULTIPLE_ASPECT = 1
MULTIPLES = N; MULTIPLE_X = "time of reversal t (s)"; MULTIPLE_NOTE = "dashed: limit of a return"
MULTIPLE_Y = along("rms distance from the start (m)", "rms distance (m)")
stats TABLE using (known("return_error_m", 0)) nooutput name "FAR"
Y_HIGH = 10 * decade(max2(FAR_max, 3 * LEVEL))
LW(i) = FINE[i] == 1 ? 3.4 : (FINE[i] == 2 ? 2.0 : 1.1)
CURVE = 'TABLE every ::((i-1)*TIMES)::(i*TIMES-1) using "t_s":(drawn(column("return_error_m"))) with lines'
OWN = 1
do for [MULTIPLE=1:N] {
    load PLOTS . "/multiples.gp"
    OWNEND = OWN; do for [i=OWN:LINES] { if (PANELOF[i] == MULTIPLE) { OWNEND = i } }
    set xrange [0:DURATION]
    load PLOTS . "/rounding.gp"
    unset label 20
    set xtics 0, across_step(0, DURATION)
    if (!MULTIPLE_LEFT) { set format y "" }
    set arrow 1 from graph 0, first LEVEL to graph 1, first LEVEL nohead lw 1.4 lc rgb BESIDE dt (6,3)
    plot for [i=1:LINES] @CURVE lw 1.4 lc rgb "#d4d4d4" notitle, \
         for [i=OWN:OWNEND] @CURVE lw LW(i) lc rgb colour(STYLE[MULTIPLE]) notitle
    OWN = OWNEND + 1
}
undefine MULTIPLE_*

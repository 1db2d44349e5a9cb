# SPDX-License-Identifier: GPL-3.0-or-later
# Friction along t over time, between the limits of Coulomb's law (grey); thick bars below show sliding.
load PLOTS . "/inside.gp"
RUB = DIR . "/contact-rub-steps.tsv"
own(i) = is(i) && column("converged") == 0
array SAYS[N]; WIDEST = 0
do for [i=1:N] {
    SAYS[i] = SLID[i] >= 0.9995 ? "slides" : (SLID[i] <= 0.0005 ? "sticks" : sprintf("slides %.2g %%", 100*SLID[i]))
    if (N > 1) { SAYS[i] = stem(LABEL[i]) . ": " . SAYS[i] }
    WIDEST = max2(WIDEST, strlen(SAYS[i]))
}
T = headroom(0); R = R - min2(0.42 * (R - L), roomfor(WIDEST))
load PLOTS . "/panel.gp"
stats RUB using (column("converged") == 0 ? column("t_s") : NaN) nooutput name "TIME"
stats RUB using (column("limit_N")) nooutput name "LIMIT"
stats RUB using (column("force_t_N")) nooutput name "SOFT"
END = 0; do for [i=1:N] { END = max2(END, EXACT_T[i]) }
UNIT = units(0, END); S = unit(0, END, "s")
PART = units(0, LIMIT_max); NEWTON = unit(0, LIMIT_max, "N")
MEAN = RUBBED ? PART * IMPULSE_T / EXACT_T[1] : 0
MOST = PART * LIMIT_max; HIGH = PART * SOFT_max; DEEP = PART * SOFT_min
# If friction has one sign, only that half of the range is drawn.
TOP = HIGH > 0 ? MOST : 0.12 * MOST; LOW = DEEP < 0 ? -MOST : 0
if (DEEP < 0 && DEEP > -0.3 * MOST && HIGH > 0) { LOW = 1.3 * DEEP }
if (HIGH > 0 && HIGH < 0.3 * MOST && DEEP < 0) { TOP = 1.3 * HIGH }
if (RUBBED) { TOP = max2(TOP, MEAN); LOW = min2(LOW, MEAN) }
X1 = max2(1.02 * TIME_max, 1.02 * END) * UNIT; NARROW = (R-L) < wide(26); X0 = RUBBED ? (NARROW ? -0.05 * X1 : -X1 / ((R-L) / wide(9) - 1)) : 0
ROWS_ = high(1.25 * N + 0.7) / (T-B) # height below the curves, relative to the panel
FLOOR = LOW - ROWS_ / (1 - ROWS_ - 0.06) * (TOP - LOW); CEILING = TOP + 0.06 / (1 - ROWS_ - 0.06) * (TOP - LOW)
DY = high(1.25) / (T-B) * (CEILING - FLOOR)
row(i) = LOW - (i - 0.1) * DY
set xrange [X0:X1]
set yrange [FLOOR:CEILING]
STEP = round_step((TOP-LOW)/5)
LOWTIC = LOW < 0 ? -STEP*floor(-LOW/STEP) : 0
set xtics 0, round_step(END*UNIT/(NARROW ? 2.5 : 5)); set ytics LOWTIC, STEP, STEP*floor(TOP/STEP)
set xlabel sprintf("time since contact onset (%s)", S)
set ylabel along("friction along t (" . NEWTON . ")", "friction (" . NEWTON . ")")
set arrow 3 from graph 0, first 0 to graph 1, first 0 nohead lw 1.0 lc rgb "#707070" back
if (RUBBED) {
    MIDDLE = MEAN > 0 ? max2(0.6*MEAN, 2.1*DY) : min2(0.6*MEAN, -2.1*DY)
    set arrow 1 from 0, 0 to 0, MEAN lw 5 lc rgb colour(1) head filled size screen 0.012,20 front
    if (!NARROW) { set label 11 sprintf("%s:\n%s,\n%s N s ", RIGID, RIGID_SLIDES ? "slides" : "sticks", num(IMPULSE_T)) at 0, MIDDLE right offset -0.6,0.6 enhanced tc rgb colour(1) }
}
set label 12 "μ F_n" at 0.8*EXACT_T[1]*UNIT, 0.6*(HIGH > 0 ? 1 : -1)*MOST left offset 0.7,0.4 tc rgb "#707070"
do for [i=1:N] {
    set label 20+i SAYS[i] at screen R + wide(0.8), first row(i) left noenhanced tc rgb colour(STYLE[i])
    set arrow 20+i from 0, row(i) to EXACT_T[i]*UNIT, row(i) nohead lw 1.2 lc rgb colour(STYLE[i])
}
# A step is drawn from the previous row's time, slightly longer to close the gaps.
LASTT = 0; HAIR = 0.003 * (X1 - X0)
since(t) = (u = LASTT, LASTT = t, u)
slid(i) = own(i) && column("sliding") == 1
plot for [i=1:(ALIKE ? 1 : N)] RUB using (own(i) ? column("t_s")*UNIT : NaN):(min2(CEILING, PART*column("limit_N"))):(max2(LOW, -PART*column("limit_N"))) with filledcurves fs solid (ALIKE ? 0.16 : 0.10) noborder lc rgb (ALIKE ? "#606060" : colour(STYLE[i])) notitle, \
     for [i=1:N] RUB using (own(i) ? column("t_s")*UNIT : NaN):(PART*column("force_t_N")) with lines lw 2.6 lc rgb colour(STYLE[i]) notitle, \
     for [i=1:N] RUB using (own(i) && FEW[i] ? column("t_s")*UNIT : NaN):(PART*column("force_t_N")) with points lc rgb colour(STYLE[i]) pt mark(STYLE[i]) ps 1.3*DOT notitle, \
     for [i=1:N] RUB using (t0 = since(column("t_s")), slid(i) ? t0*UNIT - HAIR : NaN):(row(i)):((column("t_s")-t0)*UNIT + HAIR):(0) with vectors nohead lw 9 lc rgb colour(STYLE[i]) notitle

# SPDX-License-Identifier: GPL-3.0-or-later
# Distance of solver SOLVER from the rigid run over step and stiffness (its axis: STIFFNESS). Right
# of the line the discretization error exceeds the modelling error; left of it smaller steps hardly
# help. Grey runs blew up. All maps have one colour scale.
R = 1 - wide(7.6); T = T - high(1.6)
load PLOTS . "/panel.gp"
unset key; unset grid
TABLE = DIR . "/convergence.tsv"; FLOORS = DIR . "/floors.tsv"
set xlabel THETANAME
set ylabel STIFFNESS noenhanced
set format xy "10^{%g}"; set format cb "10^{%g}"
set xtics 1; set ytics 1; set cbtics 1
set label 14 "distance from the rigid run (m)" at screen R + wide(2.2), screen T + high(0.9) \
    right noenhanced
set colorbox user origin screen R + wide(1.2), screen B size screen wide(1.0), screen (T - B)
LOW = 1e300; HIGH = 0
stats TABLE using (known("blown", 1) < 0.5 && known("total_m", 0) > 0 ? (LOW = min2(LOW, \
    column("total_m")), HIGH = max2(HIGH, column("total_m"))) : 0, 0) nooutput
if (HIGH > 0) { set cbrange [floor(log10(LOW)):ceil(log10(HIGH))] } else {
    unset colorbox; set label 14 "all distances are 0 or unknown" at graph 0.5, graph 0.5 center
}
own(x) = is_of(SOLVER) ? log10(x) : NaN
stats TABLE using (own(column("theta"))) nooutput name "X"
stats TABLE using (own(column("stiffness"))) nooutput name "Y"
LINES = 0; stats FLOORS using (LINES = LINES + is_of(SOLVER), 0) nooutput
BLOWN = 1e9; EQUAL = 9; EQUALS = -9
stats TABLE using (is_of(SOLVER) && column("blown") >= 0.5 ? (BLOWN = min2(BLOWN, \
    log10(column("theta")))) : 0, 0) nooutput
stats FLOORS using (is_of(SOLVER) && strcol("theta_floor") ne "nan" ? (EQUAL = min2(EQUAL, \
    log10(column("theta_floor"))), EQUALS = max2(EQUALS, log10(column("theta_floor")))) : 0, 0) \
    nooutput
DX = 0.5 * (X_max - X_min) / max2(1, X_records / LINES - 1)
DY = 0.5 * (Y_max - Y_min) / max2(1, LINES - 1)
set xrange [X_min-DX:X_max+DX]; set yrange [Y_min-DY:Y_max+DY]
# Names of the regions, along the step if they fit, else along the stiffness
LETTER = wide(0.5) / (R - L) * (X_max - X_min + 2 * DX)
region(low, high, letters) = high - low < 2.6 * LETTER ? 0 \
    : (high - low < (letters + 2) * LETTER ? 2 : 1)
array REGION[3] = ["modelling error", "discretization error", "blows up"]
do for [k=1:3] {
    LOW = k == 1 ? X_min - DX : (k == 2 ? EQUALS : BLOWN - DX)
    HIGH = k == 1 ? min2(EQUAL, X_max + DX) : (k == 2 ? min2(BLOWN - DX, X_max + DX) : X_max + DX)
    HOW = EQUALS < -8 && k < 3 ? 0 : region(LOW, HIGH, strlen(REGION[k]))
    Y_WORDS = HOW == 1 && k == 2 ? Y_max : 0.5 * (Y_min + Y_max)
    if (HOW > 0) { set label 30+k REGION[k] at 0.5 * (LOW + HIGH), Y_WORDS center \
        rotate by (HOW == 2 ? 90 : 0) front tc rgb (k == 1 ? "#ffffff" : "#000000") }
}
box(shown, x) = shown ? own(x) : NaN
plot TABLE using (own(column("theta"))):(own(column("stiffness"))):(DX):(DY): \
        (box(column("blown") < 0.5, column("total_m"))) with boxxyerror fs solid noborder \
        lc palette notitle, \
    TABLE using (box(column("blown") >= 0.5, column("theta"))):(own(column("stiffness"))):(DX): \
        (DY) with boxxyerror fs solid noborder lc rgb "#d0d0d0" notitle, \
    FLOORS using (own(column("theta_floor"))):(own(column("stiffness"))) with lines lw 5 \
        lc rgb "#ffffff" notitle, \
    FLOORS using (own(column("theta_floor"))):(own(column("stiffness"))) with lines lw 2.4 \
        lc rgb "#000000" notitle

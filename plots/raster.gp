# SPDX-License-Identifier: GPL-3.0-or-later
# A row for each solver, a tick for each collision, short at a wall; of more than 300 collisions their
# number in each of 120 equal times.
load PLOTS . "/paths.gp"
if (SHOWKEY) { T = headroom(0) }
T = T - high(1.2); MOST_TICKS = 300; BINS = 120; BIN = DURATION / BINS
ROOM = min2(roomfor(longest(N)), 0.3 * (R - L))
L = L + max2(0, ROOM - wide(4.5))
log_of(i) = DIR . "/" . NAME[i] . "/collisions.tsv"
load PLOTS . "/panel.gp"
if (HEAD ne "") { set label 10 at screen L, screen T + high(2.1) }
set grid noytics
set ytics scale 0 noenhanced ("" 0)
array COUNT[N]; array RATE[N*BINS]; RATE_MOST = 0.0; PARTING = 0; MISMATCH = 1e300
do for [i=1:N] {
    CELL_IN = DIR . "/summary.tsv"; CELL_ROW = NAME[i]
    CELL_OF = "collisions"; load PLOTS . "/cell.gp"; COUNT[i] = CELL > 0 ? int(CELL) : 0
    NOTE = COUNT[i] == 0 ? (is_number(CELL) ? "no collision" : "no collisions recorded") : ""
    if (COUNT[i] > MOST_TICKS) {
        do for [k=1:BINS] { RATE[(i-1)*BINS+k] = 0 }
        stats log_of(i) using (k = int(min2(BINS - 1, column("t_s") / BIN)) + (i - 1) * BINS + 1, \
            RATE[k] = RATE[k] + 1, RATE_MOST = max2(RATE_MOST, RATE[k]), 0) nooutput
    }
    CELL_OF = "first_mismatch_s"; if (COMPARED) { load PLOTS . "/cell.gp" } else { CELL = NaN }
    y = N + 1 - i
    if (is_number(CELL)) {
        set arrow 40+i from CELL, first y-0.45 to CELL, first y+0.45 nohead front lw 3.5 lc rgb ALARM
        if (CELL < MISMATCH) { MISMATCH = CELL; PARTING = i }
    }
    if (REACHED[i] < DURATION * (1 - 1e-9)) {
        NOTE = sprintf("stopped at %.3g s", REACHED[i])
        set label 1200+i "" at first REACHED[i], first y point pt 2 ps 2*DOT lw 2.5 lc rgb colour(STYLE[i]) front
    }
    set label 80+i NOTE . "" at graph 0.99, first y right noenhanced tc rgb NOTED font sized(0.88) front
    # labels, not tics: gnuplot cuts tics with a % after 50 letters
    set label 60+i roomfor(strlen(LABEL[i])) < 1.02 * ROOM ? LABEL[i] : cropped(stem(LABEL[i])) \
        at graph 0, first y right offset -1.0,0 noenhanced tc rgb "#202020"
}
set xrange [0:DURATION]; set yrange [0.4:N+0.6]; set xtics across_step(0, DURATION)
set print $RATES
print "solver\tt_s\tcount\n0\t0\t0"
do for [i=1:N] { if (COUNT[i] > MOST_TICKS) { do for [k=1:BINS] {
    print sprintf("%d\t%.9g\t%d", i, (k - 0.5) * BIN, RATE[(i-1)*BINS+k])
} } }
set print
if (PARTING > 0) {
    set label 11 sprintf("%s: first mismatch at %.3g s", brief(LABEL[PARTING]), MISMATCH) \
        at MISMATCH, screen T + high(0.7) left noenhanced tc rgb ALARM
    if (MISMATCH > 0.5 * DURATION) { set label 11 right }
    set arrow 39 from MISMATCH, graph 1 to MISMATCH, first N+1-PARTING nohead front lw 1.4 lc rgb ALARM
}
if (RATE_MOST > 0) {
    set label 12 sprintf("bars: up to %d collisions in %s", int(RATE_MOST), \
        sprintf("%.3g %s", BIN * units(0, BIN), unit(0, BIN, "s"))) \
        at graph 0.99, screen T - high(0.5) right tc rgb NOTED font sized(0.88) front
}
base(i) = N + 1 - i - 0.35
height(k) = strcol("kind") eq "wall" ? 0.35 : 0.7
has_ticks(i) = COUNT[i] > 0 && COUNT[i] <= MOST_TICKS
plot -1 notitle, for [i=1:N] for [k=1:(has_ticks(i) ? 1 : 0)] log_of(i) using "t_s":(base(i)):(0): \
         (height(0)) with vectors nohead lw 1.6 lc rgb colour(STYLE[i]) notitle, \
     for [i=1:N] for [k=1:(COUNT[i] > MOST_TICKS ? 1 : 0)] $RATES using (column("solver") == i ? \
         column("t_s") : NaN):(base(i) + 0.35*column("count")/RATE_MOST):(0.5*BIN): \
         (0.35*column("count")/RATE_MOST) with boxxyerror fs solid noborder lc rgb colour(STYLE[i]) notitle
set grid ytics
set ytics out scale 0.6 enhanced

# SPDX-License-Identifier: GPL-3.0-or-later
# A row for each solver, a tick for each collision, short at a wall; of more than
# 300 collisions their number in each of 120 equal times. The first mismatch of each solver is red, and bold in
# the row of the solver that has this collision.
load PLOTS . "/paths.gp"
load PLOTS . "/stops.gp"
MOST_TICKS = 300; BINS = 120; BIN = DURATION / BINS
ROOM = roomfor(longest(N)) < 0.3 * (R - L) ? roomfor(longest(N)) \
    : min2(roomfor(min2(MOST_LETTERS, stems(N))), 0.5 * (R - L)); L = L + max2(0, ROOM - wide(4.5))
log_of(i) = DIR . "/" . NAME[i] . "/collisions.tsv"
is_run(i) = column("t_s") <= REACHED[i]
array COUNT[N]; array RATE[N*BINS]; RATE_MOST = 0.0; WALLS = 0; PAIRS = 0
do for [i=1:N] {
    CELL_IN = DIR . "/summary.tsv"; CELL_ROW = NAME[i]; CELL_OF = "collisions"; load PLOTS . "/cell.gp"
    COUNT[i] = CELL > 0 ? int(CELL) : 0
    NOTE = COUNT[i] == 0 ? (is_number(CELL) ? "no collision" : "no collisions recorded") : ""
    if (COUNT[i] > MOST_TICKS) {
        do for [k=1:BINS] { RATE[(i-1)*BINS+k] = 0 }
        stats log_of(i) using (k = int(min2(BINS - 1, column("t_s") / BIN)) + (i - 1) * BINS + 1, \
            RATE[k] = RATE[k] + is_run(i), RATE_MOST = max2(RATE_MOST, RATE[k]), 0) nooutput
    } else { if (COUNT[i] > 0) {
        stats log_of(i) using (k = strcol("kind") eq "wall", WALLS = WALLS || k, PAIRS = PAIRS || !k, 0) nooutput
    } }
    y = N + 1 - i
    if (STOPPED[i] ne "") {
        set label 1200+i "" at first REACHED[i], first y point pt 2 ps 2*DOT lw 2.5 lc rgb colour(STYLE[i]) front
    }
    set label 80+i NOTE . "" at graph 0.99, first y right noenhanced tc rgb NOTED font sized(0.88) front
    # labels, not tics: gnuplot cuts tics with a % after 50 letters
    set label 60+i roomfor(strlen(LABEL[i])) < 1.02 * ROOM ? LABEL[i] : cropped(called(LABEL[i])) \
        at screen L, first y right offset -1.0,0 noenhanced tc rgb colour(STYLE[i])
}
TICKS_NOTE = RATE_MOST > 0 ? sprintf("bars: up to %d collisions in %.3g %s", int(RATE_MOST), \
    BIN * units(0, BIN), unit(0, BIN, "s")) : ""
if (WALLS) { TICKS_NOTE = TICKS_NOTE . (TICKS_NOTE eq "" ? "" : "; ticks: ") . (PAIRS ? "long: two balls; " : "") . "short: ball and wall" }
TICKS_NOTE = TICKS_NOTE . (TICKS_NOTE eq "" ? STOP_NOTE[3:*] : STOP_NOTE)
if (TICKS_NOTE ne "") {
    NOTE = TICKS_NOTE; NOTE_L = L; BOX_FOOT = T - high(0.8)
    load PLOTS . "/notes.gp"; T = T - high(0.2 + 1.1 * NOTE_LINES)
}
load PLOTS . "/parting.gp"
load PLOTS . "/panel.gp"
set grid noytics
set ytics scale 0 noenhanced ("" 0)
set xrange [0:DURATION]; set yrange [0.45:N+0.55]; set xtics across_step(0, DURATION)
set print $RATES
print "solver\tt_s\tcount\n0\t0\t0"
do for [i=1:N] { if (COUNT[i] > MOST_TICKS) { do for [k=1:BINS] {
    print sprintf("%d\t%.9g\t%d", i, (k - 0.5) * BIN, RATE[(i-1)*BINS+k])
} } }
set print
do for [i=1:N] { if (MISMATCH_S[i] == MISMATCH_S[i]) {
    k = MISMATCH_OF[i]
    set arrow 2*i+39 from MISMATCH_S[i], first N+0.55-k to MISMATCH_S[i], first N+1.45-k nohead front lw 3.5 lc rgb ALARM
    set arrow 2*i+40 from MISMATCH_S[i], first N+0.55-i to MISMATCH_S[i], first N+1.45-i nohead front lw 1.4 lc rgb ALARM
} }
height(k) = strcol("kind") eq "wall" ? 0.35 : 0.8
plot -1 notitle, for [i=1:N] for [k=1:(COUNT[i] > 0 && COUNT[i] <= MOST_TICKS ? 1 : 0)] log_of(i) using \
         (is_run(i) ? column("t_s") : NaN):(N + 1 - i - 0.5 * height(0)):(0):(height(0)) with vectors nohead lw 2.2 \
         lc rgb colour(STYLE[i]) notitle, \
     for [i=1:N] for [k=1:(COUNT[i] > MOST_TICKS ? 1 : 0)] $RATES using (column("solver") == i ? \
         column("t_s") : NaN):(N + 0.6 - i + 0.4*column("count")/RATE_MOST):(0.5*BIN): \
         (0.4*column("count")/RATE_MOST) with boxxyerror fs solid noborder lc rgb colour(STYLE[i]) notitle

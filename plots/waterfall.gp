# SPDX-License-Identifier: GPL-3.0-or-later
# Figure of: run
# Caption: The energy budget of each solver from the initial to the final energy: what walls, balls and
# resistance take, and in red what the method adds or loses. The bars add up to the final energy.
SHOWN = SHOWKEY; SHOWKEY = 0; if (SHOWN) { T = headroom(0) }
load PLOTS . "/panel.gp"
W_HIGH = 0; W_LOW = 0
do for [i=1:N] {
    stats sprintf("$WATER%d", i) using (max2(column("from_J"), column("to_J"))) nooutput
    W_HIGH = max2(W_HIGH, STATS_max)
    stats sprintf("$WATER%d", i) using (min2(column("from_J"), column("to_J"))) nooutput
    W_LOW = min2(W_LOW, STATS_min)
}
NAMES = 0; do for [k=1:WATERROWS] { NAMES = max2(NAMES, strlen(WATERNAME[k])) }
L0 = L; L = L - wide(4.8) + wide(0.52 * NAMES); GAP = wide(1.5)
EACH = (R - L) / N; T = T - high(1.4); B = B - high(2.0); ROOM = EACH
if (HEAD ne "") { set label 10 at screen L0, screen T + high(2.3) }
unset tics; unset grid; unset xlabel; set border 0
set xrange [W_LOW:W_LOW + (W_HIGH - W_LOW) * EACH / (EACH - wide(4))]
set yrange [WATERROWS + 0.5:0.5]
two_digits(x) = minus(sprintf(abs(x) < 99.5 ? "%.2g" : "%.0f", x))
joules(x) = abs(x) < 1e-3 * (W_HIGH - W_LOW) ? "0" : two_digits(units(W_LOW, W_HIGH) * x)
do for [i=1:N] {
    set lmargin at screen L + (i - 1) * EACH; set rmargin at screen L + i * EACH - GAP
    set tmargin at screen T; set bmargin at screen B
    set label 11 said(cropped(stem(LABEL[i]))) at graph 0, screen T + high(0.7) left noenhanced tc rgb colour(STYLE[i])
    if (i == 1) { do for [k=1:WATERROWS] { set label 20+k WATERNAME[k] at graph 0, first k right offset -0.8,0 tc rgb (k == WATERERROR ? ALARM : "#202020") } }
    bar(k) = k == 1 || k == WATERROWS ? tint(colour(STYLE[i]), 0.8) : (k == WATERERROR ? tint(ALARM, 1) : 0xa8a8a8)
    change(k, from, to) = k == 1 || k == WATERROWS ? to : to - from
    load PLOTS . "/own.gp"
    plot sprintf("$WATER%d", i) using (0.5*(column("from_J")+column("to_J"))):"row":(0.5*abs(column("to_J")-column("from_J"))):(0.32):(bar(column("row"))) \
             with boxxyerror lc rgb variable fs solid noborder notitle, \
         "" using (column("to_J")):(column("row")+0.5):(0):(column("row") < WATERROWS ? 0.5 : 0) with vectors nohead lw 0.8 lc rgb "#808080" notitle, \
         "" using (max2(column("from_J"), column("to_J"))):"row":(joules(change(column("row"), column("from_J"), column("to_J")))) with labels left offset 0.4,0 tc rgb "#202020" notitle
    unset label
}
set label 12 "energy (" . unit(W_LOW, W_HIGH, "J") . ")" at screen L, screen B - high(0.5) left tc rgb NOTED
load PLOTS . "/own.gp"
plot [0:1] [0:1] NaN notitle
L = L0

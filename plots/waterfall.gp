# SPDX-License-Identifier: GPL-3.0-or-later
# Figure of: run
# Caption: The energy budget of each solver from the energy at the start to that at the end: what
# walls, balls and resistance (rolling and drag) take, and in red what the method of the solver adds
# or loses. The bars add up to the energy at the end.
SHOWN = SHOWKEY; SHOWKEY = 0; if (SHOWN) { T = headroom(0) }
load PLOTS . "/panel.gp"
W_HIGH = 0; W_LOW = 0
do for [i=1:N] {
    stats sprintf("$WATER%d", i) using (max2(column("from_J"), column("to_J"))) nooutput
    W_HIGH = max2(W_HIGH, STATS_max)
    stats sprintf("$WATER%d", i) using (min2(column("from_J"), column("to_J"))) nooutput
    W_LOW = min2(W_LOW, STATS_min)
}
# Bars of a solver that explodes are cut at four times the energy at the start; with gravity, at
# least at four times the largest kinetic energy.
W_MOST = 0; do for [i=1:N] { W_MOST = max2(W_MOST, 4 * WATERSTART[i]) }
if (W_MOST > 0) { W_HIGH = min2(W_HIGH, W_MOST); W_LOW = max2(W_LOW, -W_MOST) }
within(x) = max2(W_LOW, min2(W_HIGH, x))
NAMES = 0; do for [k=1:WATERROWS] { NAMES = max2(NAMES, strlen(WATERNAME[k])) }
L0 = L; L = L - wide(4.8) + wide(0.52 * NAMES + 0.8); GAP = wide(0.6)
# As many boxes side by side as have room for bars and numbers, on levels that are high enough.
B = B - high(2.0)
LEVELS = min2(floor((T - B) / high(1.15 * WATERROWS + 2.6)), \
    ceil(N / max2(1.0, floor((R - L) / wide(5.8)))))
LEVELS = max2(1, LEVELS); ABREAST_OF = int(ceil(1.0 * N / LEVELS))
EACH = (R - L) / ABREAST_OF; TALL = (T - B) / LEVELS; ROOM = EACH - wide(0.5)
unset tics; unset grid; unset xlabel; set border 0
set xrange [W_LOW:W_LOW + (W_HIGH - W_LOW) * (EACH - GAP) / max2(wide(0.5), EACH - GAP - wide(2.9))]
set yrange [WATERROWS + 0.5:0.5]
two_digits(x) = abs(x) < 1e5 ? minus(sprintf(abs(x) < 99.5 ? "%.2g" : "%.0f", x)) : num(x)
joules(x) = abs(x) < 1e-3 * (W_HIGH - W_LOW) ? "0" : two_digits(units(W_LOW, W_HIGH) * x)
do for [i=1:N] {
    k = (i - 1) % ABREAST_OF; t = T - (i - 1) / ABREAST_OF * TALL - high(1.4)
    set lmargin at screen L + k * EACH; set rmargin at screen L + (k + 1) * EACH - GAP
    set tmargin at screen t; set bmargin at screen t - TALL + high(1.6)
    set label 11 said(cropped(stem(LABEL[i]))) at graph 0, screen t + high(0.7) \
        left noenhanced tc rgb colour(STYLE[i])
    if (k == 0) {
        do for [m=1:WATERROWS] {
            set label 20+m WATERNAME[m] at graph 0, first m right offset -0.8,0 \
                tc rgb (m == WATERERROR ? ALARM : "#202020")
        }
    }
    bar(k) = k == 1 || k == WATERROWS ? tint(colour(STYLE[i]), 0.8) \
        : (k == WATERERROR ? tint(ALARM, 1) : 0xa8a8a8)
    from = "within(column('from_J'))"; to = "within(column('to_J'))"; row = "column('row')"
    change(k, a, b) = k == 1 || k == WATERROWS ? b : b - a
    load PLOTS . "/own.gp"
    eval sprintf("plot $WATER%d using (0.5*(%s+%s)):'row':(0.5*abs(%s-%s)):(0.32):(bar(%s)) ", \
            i, from, to, to, from, row) . \
            "with boxxyerror lc rgb variable fs solid noborder notitle, " . \
        sprintf("'' using (%s):(%s+0.5):(0):(%s < WATERROWS ? 0.5 : 0) ", to, row, row) . \
            "with vectors nohead lw 0.8 lc rgb BESIDE notitle, " . \
        sprintf("'' using (max2(%s, %s)):'row':(joules(change(%s, ", from, to, row) . \
            "column('from_J'), column('to_J')))) " . \
            "with labels left offset 0.4,0 tc rgb '#202020' notitle"
    unset label
}
set label 12 "energy (" . unit(W_LOW, W_HIGH, "J") . ")" \
    at screen L, screen B - high(0.8) left tc rgb NOTED
load PLOTS . "/own.gp"
plot [0:1] [0:1] NaN notitle
L = L0

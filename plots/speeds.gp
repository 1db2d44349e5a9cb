# SPDX-License-Identifier: GPL-3.0-or-later
# The distribution of speeds in each solver's ensemble with counting errors, and Maxwell's
# distribution (grey; without one, the distribution of the reference). Below it, the difference from
# Maxwell's in the errors of the counts that it expects; the band is two of them.
TABLE = DIR . "/speeds.tsv"
MULTIPLES = N; MULTIPLE_X = "speed (m/s)"; MULTIPLE_Y = ""; MULTIPLE_ASPECT = 1
stats TABLE using (known("density_s_per_m", 0) + known("standard_error", 0)) nooutput name "MOST"
stats TABLE using "speed_mps" nooutput name "SPEED"
stats TABLE using (known("maxwell_s_per_m", 0)) nooutput name "GAS"
X_HIGH = SPEED_max + SPEED_min; Y_HIGH = max2(1.05 * max2(MOST_max, GAS_max), 1e-300)
row(i, x) = is_of(i) ? x : NaN
array EACH_[N] # density of one count: its error is the root of the density times this
do for [i=1:N] { EACH_[i] = NaN
    stats TABLE using (k = i, is_of(k) && known("density_s_per_m", 0) > 0 ? \
        (EACH_[k] = column("standard_error")**2 / column("density_s_per_m")) : 0, 0) nooutput
}
sigmas(i) = known("maxwell_s_per_m", 0) > 0 ? row(i, (column("density_s_per_m") - \
    column("maxwell_s_per_m")) / sqrt(EACH_[i] * column("maxwell_s_per_m"))) : NaN
HEAD = SUBJECT . (GAS_max > 0 ? "; grey: Maxwell's; bars: counting errors; below: difference, band: 2 σ" : \
    N > 1 ? "; grey: " . LABEL[REF] . "; bars: counting errors" : "; bars: counting errors"); load PLOTS . "/head.gp"
do for [i=1:N] {
    MULTIPLE = i
    load PLOTS . "/multiples.gp"
    STRIP = GAS_max > 0 && T - B > high(11) ? 0.32 * (T - B) : 0
    set bmargin at screen B + STRIP
    set xrange [0:X_HIGH]; set yrange [0:Y_HIGH]
    set xtics 0, across_step(0, X_HIGH)
    T = T - STRIP; set ytics 0, even_step(0, Y_HIGH); T = T + STRIP
    if (!MULTIPLE_LEFT) { set format y "" }
    if (STRIP > 0) { set format x "" }
    if (MULTIPLE_LEFT) { set label 8 "density (s/m)" at screen L - wide(4.9), \
        screen B + 0.5 * (T - B + STRIP) rotate by 90 center }
    plot for [k=1:(GAS_max > 0)] TABLE using "speed_mps":(row(i, column("maxwell_s_per_m"))) \
            smooth csplines with lines lc rgb TRUTH lw 6 notitle, \
        for [k=1:(GAS_max <= 0 && i != REF)] TABLE using "speed_mps":(row(REF, \
            column("density_s_per_m"))) with histeps lc rgb TRUTH lw 4 notitle, \
        TABLE using "speed_mps":(row(i, column("density_s_per_m"))):"standard_error" \
            with yerrorbars lw 1.6 pt 7 ps 0.8*DOT lc rgb colour(STYLE[i]) notitle
    if (STRIP == 0) { continue }
    unset label
    set tmargin at screen B + 0.82 * STRIP; set bmargin at screen B
    set yrange [-4:4]; set ytics -3, 3
    if (MULTIPLE_LEFT) { set format y "%g"; set label 8 "diff. (σ)" at screen L - wide(4.9), \
        screen B + 0.4 * STRIP rotate by 90 center }
    if (MULTIPLE_FOOT) { set format x "%g" }
    set object 1 rectangle from graph 0, first -2 to graph 1, first 2 behind fc rgb BAND fs solid \
        noborder
    set arrow 1 from graph 0, first 0 to graph 1, first 0 nohead lw 1.0 lc rgb BESIDE back
    plot TABLE using "speed_mps":(sigmas(i)) with impulses lw 4 lc rgb colour(STYLE[i]) notitle
}

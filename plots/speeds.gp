# SPDX-License-Identifier: GPL-3.0-or-later
# The distribution of speeds in each solver's ensemble with counting errors, and Maxwell's distribution (grey; without one,
# the distribution of the reference). Below it, the difference from Maxwell's in counting errors; the band is two of them.
TABLE = DIR . "/speeds.tsv"
MULTIPLES = N; MULTIPLE_X = "speed (m/s)"; MULTIPLE_ASPECT = 1
stats TABLE using (column("density_s_per_m") + column("standard_error")) nooutput name "MOST"
stats TABLE using "speed_mps" nooutput name "SPEED"
X_HIGH = SPEED_max + SPEED_min; Y_HIGH = max2(1.05 * MOST_max, 1e-300)
SAID_Y = "density (s/m)"
do for [i=1:N] {
    MULTIPLE = i
    load PLOTS . "/multiples.gp"
    STRIP = GAS && T - B > high(11) ? 0.32 * (T - B) : 0
    A = (i - 1) * BINS; Z = i * BINS - 1; A0 = (REF - 1) * BINS; Z0 = REF * BINS - 1
    set bmargin at screen B + STRIP
    set xrange [0:X_HIGH]; set yrange [0:Y_HIGH]
    set xtics 0, across_step(0, X_HIGH)
    T = T - STRIP; set ytics 0, even_step(0, Y_HIGH); T = T + STRIP
    if (!MULTIPLE_LEFT) { set format y "" }
    if (STRIP > 0) { set format x "" }
    if (MULTIPLE_LEFT) { set label 8 SAID_Y at screen L - wide(4.9), screen B + 0.5 * (T - B + STRIP) rotate by 90 center }
    plot TABLE every ::A0::Z0 using "speed_mps":(GAS ? column("maxwell_s_per_m") : NaN) smooth csplines with lines lc rgb TRUTH lw 6 notitle, \
         TABLE every ::A0::Z0 using "speed_mps":(GAS || i == REF ? NaN : column("density_s_per_m")) with histeps lc rgb TRUTH lw 4 notitle, \
         TABLE every ::A::Z using "speed_mps":"density_s_per_m":"standard_error" with yerrorbars lw 1.6 pt 7 ps 0.8*DOT lc rgb colour(STYLE[i]) notitle
    if (STRIP == 0) { continue }
    unset label
    set tmargin at screen B + 0.82 * STRIP; set bmargin at screen B
    set yrange [-4:4]; set ytics -3, 3
    if (MULTIPLE_LEFT) { set format y "%g"; set label 8 "diff. (σ)" at screen L - wide(4.9), screen B + 0.4 * STRIP rotate by 90 center }
    if (MULTIPLE_FOOT) { set format x "%g" }
    set object 1 rectangle from graph 0, first -2 to graph 1, first 2 behind fc rgb "#ececec" fs solid noborder
    set arrow 1 from graph 0, first 0 to graph 1, first 0 nohead lw 1.0 lc rgb "#808080" back
    plot TABLE every ::A::Z using "speed_mps":(column("standard_error") > 0 ? (column("density_s_per_m") - column("maxwell_s_per_m")) / column("standard_error") : NaN) \
             with impulses lw 4 lc rgb colour(STYLE[i]) notitle
}
undefine MULTIPLE_*

# SPDX-License-Identifier: GPL-3.0-or-later
# Between labels.gp, after which END_Y is set, and ends.gp: labels of stops.gp, and a cross where a curve
# over time stops, from which the leader of its label begins.
do for [i=1:N] {
    if (STOPPED[i] ne "") { END_TEXT[i] = called(LABEL[i]); END_NOTE[i] = "(" . (PAGED ? "stopped" : STOPPED[i]) . ")" }
    if (REACHED[i] < DURATION * (1 - 1e-9) && is_number(END_Y[i])) {
        END_X[i] = REACHED[i]
        set label 1200+i "" at first REACHED[i], first END_Y[i] point pt 2 ps 2*DOT lw 2.5 \
            lc rgb colour(STYLE[i]) front
    }
}

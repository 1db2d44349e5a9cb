# SPDX-License-Identifier: GPL-3.0-or-later
# Declares the labels of ENDS curves for ends.gp: those of the solvers and, for further ones, empty
# texts in the style of comparison. The panel sets END_Y, and others where they differ. END_NOTE is a
# result that stands behind the label and is never shortened: "+42 %", "stopped at 2.16 s".
array END_Y[max2(1, ENDS)]; array END_TEXT[max2(1, ENDS)]; array END_STYLE[max2(1, ENDS)]
array END_NOTE[max2(1, ENDS)]; array END_X[max2(1, ENDS)]; array END_MARK[max2(1, ENDS)]
do for [k=1:ENDS] {
    END_Y[k] = NaN; END_X[k] = NaN; END_MARK[k] = -2; END_NOTE[k] = ""
    if (exists("N") && k <= N) { END_TEXT[k] = LABEL[k]; END_STYLE[k] = STYLE[k] } else { \
        END_TEXT[k] = ""; END_STYLE[k] = 8 }
}

# SPDX-License-Identifier: GPL-3.0-or-later
# Labels the curves right of the panel, at the height where each ends and at least a line apart. A
# label that had to move has a thin grey leader, which begins after a gap. Usage in a panel:
#   R = R - labelroom(longest(N))                 # before panel.gp: room for the longest LABEL
#       (ROOM)
#   ENDS = N; load PLOTS . "/labels.gp"             # arrays END_Y, END_TEXT, END_STYLE
#   END_Y[i] = ... # where curve i ends, in units of the axis (NaN: no label)
#   END_NOTE[i] = "+42 %"                           # optional: follows the label, never shortened
#   Y_LOW = ...; Y_HIGH = ...; Y_LOG = ...          # ends of the axis; 1 if it is logarithmic
#   load PLOTS . "/ends.gp"                         # before plot; its curves have no titles
#   END_X[i] = ...                                  # optional: x of a curve that ends before the right border
#   END_MARK[i] = ...                               # optional: the point type before the label; -1: room for one
unset key
if (ENDS > 0) {
    noted(k) = END_NOTE[k] eq "" ? "" : " " . END_NOTE[k]
    LINE_HIGH = high(1.16) / (T - B)
    ENDED = 0
    fits(text, k) = roomfor(strlen(text . noted(k))) < 1.02 * ROOM
    # all labels are shortened alike: 1 called(), 2 the parts in which labels that begin alike differ
    CROWDED = 0; do for [k=1:ENDS] { if (END_Y[k] == END_Y[k]) { \
        CROWDED = max2(CROWDED, fits(END_TEXT[k], k) ? 0 : fits(called(END_TEXT[k]), k) ? 1 : 2) } }
    array END_PLACE[ENDS] # curves by height
    array END_AT[ENDS]    # height of each end, relative to the panel
    array END_SAID[ENDS]  # height of each label
    do for [k=1:ENDS] {
        if (END_Y[k] == END_Y[k] && (!Y_LOG || END_Y[k] > 0)) {
            END_AT[k] = Y_LOG ? log(END_Y[k] / Y_LOW) / log(1.0 * Y_HIGH / Y_LOW) : (END_Y[k] - \
                Y_LOW) / (Y_HIGH - 1.0 * Y_LOW)
            END_AT[k] = min2(1, max2(0, END_AT[k])); END_SAID[k] = END_AT[k]
            ENDED = ENDED + 1; SLOT = ENDED
            do for [m=1:ENDED-1] {
                if (SLOT > 1 && END_AT[END_PLACE[SLOT > 1 ? SLOT-1 : 1]] > END_AT[k]) { \
                    END_PLACE[SLOT] = END_PLACE[SLOT-1]; SLOT = SLOT - 1 }
            }
            END_PLACE[SLOT] = k
        }
    }
    # room above and below the panel if there are too many labels
    BEYOND = max2(0, 0.5 * ((ENDED - 1) * LINE_HIGH - 1))
    # Labels that are too close move apart, each by half of the missing distance.
    do for [turn=1:(ENDED > 1 ? 40 : 0)] {
        do for [m=1:ENDED-1] {
            a = END_PLACE[m]; b = END_PLACE[m+1]; MISSING = LINE_HIGH - (END_SAID[b] - END_SAID[a])
            if (MISSING > 0) { END_SAID[a] = END_SAID[a] - 0.5 * MISSING; \
                END_SAID[b] = END_SAID[b] + 0.5 * MISSING }
        }
        a = END_PLACE[1]; b = END_PLACE[ENDED]
        END_SAID[a] = max2(END_SAID[a], -BEYOND)
        END_SAID[b] = min2(END_SAID[b], 1 + BEYOND)
    }
    do for [m=1:ENDED] {
        k = END_PLACE[m]
        if (END_X[k] == END_X[k]) {
            set arrow 1100+m from first END_X[k], graph END_AT[k] to screen R + wide(0.7), \
                graph END_SAID[k] nohead lw 1.0 lc rgb LEADER dt solid back
        } else { if (abs(END_SAID[k] - END_AT[k]) > 0.3 * LINE_HIGH) {
            set arrow 1100+m from screen R + wide(0.2), graph END_AT[k] to screen R + wide(0.85), \
                graph END_SAID[k] nohead lw 1.0 lc rgb LEADER dt solid
        } }
        CALLED = CROWDED == 0 ? END_TEXT[k] : CROWDED == 1 || !exists("N") || alike(END_TEXT[k], N) < 2 ? called(END_TEXT[k]) : tail(END_TEXT[k])
        # the letters of notes are narrow
        set label 1100+m shortened(CALLED, int(0.9 * strlen(noted(k)))) . noted(k) \
            at screen R + wide(1.0), graph END_SAID[k] left noenhanced tc rgb colour(END_STYLE[k])
        if (END_MARK[k] > -2) {
            set label 1100+m point pt END_MARK[k] ps 1.1*DOT lc rgb (END_MARK[k] < 0 ? "white" : colour(END_STYLE[k])) offset 0.7,0
        }
    }
}

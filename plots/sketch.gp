# SPDX-License-Identifier: GPL-3.0-or-later
# Draws a sketch of the set-up in a corner of the panel. Usage in a panel, after panel.gp and before
# plot, where no curve is:
#   SKETCH = "ball -1.5 0 1 a; ball 1 0.7 1 b; arrow -0.5 0 0.3 0 {/:Italic v}; dim 2.3 0 2.3 0.7 b"
#   SKETCH_CORNER = "top left"                # or "bottom right" (default "top right")
#   load PLOTS . "/sketch.gp"
# Items in units of the sketch, x to the right, y upwards; NAME is enhanced text and may be missing:
#   ball X Y R NAME          disc with its name inside; "fixed X Y R NAME" is dark
#   wall X0 Y0 X1 Y1 NAME    thick line
#   line X0 Y0 X1 Y1 NAME    thin dashed line, as for an axis
#   arrow X0 Y0 X1 Y1 NAME   velocity or force, named beside its head; from the rim of a
#                            ball, not from its name
#   dim X0 Y0 X1 Y1 NAME     dimension: arrow with two heads, named at its middle
#   angle X Y R A0 A1 NAME   arc about X, Y from A0 to A1 (degrees), named at its middle
#   text X Y NAME
# SKETCH_WIDE, SKETCH_HIGH: size in ems (9 by 6); the sketch is to scale within it. All stay set.
if (!exists("SKETCH_CORNER")) { SKETCH_CORNER = "top right" }
if (!exists("SKETCH_WIDE")) { SKETCH_WIDE = 9.0 }
if (!exists("SKETCH_HIGH")) { SKETCH_HIGH = 6.0 }
# An item: its kind (word 1), number i of its values, and the number of values before the name.
SKETCH_VALUES = "ball 3 fixed 3 wall 4 line 4 arrow 4 dim 4 angle 5 text 2 "
values_of(kind) = (u = strstrt(SKETCH_VALUES, kind . " "), \
    u == 0 ? 0 : int(SKETCH_VALUES[u+strlen(kind)+1:u+strlen(kind)+1]))
value_of(item, i) = real(word(item, i + 1))
after(s, k) = k == 0 ? s : after(s[strstrt(s, " ")+1:*], k - 1)
name_of(item) = words(item) > values_of(word(item, 1)) + 1 ? after(item, values_of(word(item, \
    1)) + 1) : ""
trimmed(s) = s[1:1] eq " " ? trimmed(s[2:*]) : s
# Two passes: the extent, then the items.
XMIN = 1e9; XMAX = -1e9; YMIN = 1e9; YMAX = -1e9
do for [PASS=1:2] {
    if (PASS == 2) {
        # pixels of 1/100 inch per unit, and the place of the origin
        p = min2(SKETCH_WIDE * FS * EM / max2(1e-9, XMAX - XMIN), \
            SKETCH_HIGH * FS * EM / max2(1e-9, YMAX - YMIN))
        SKETCH_X = (strstrt(SKETCH_CORNER, "left") ? L + wide(0.8) : R - wide(0.8) - p * (XMAX - \
            XMIN) / W) - p * XMIN / W
        SKETCH_Y = (strstrt(SKETCH_CORNER, "bottom") ? B + high(0.8) : T - high(0.8) - p * (YMAX - \
            YMIN) / H) - p * YMIN / H
        at_x(x) = SKETCH_X + p * x / W; at_y(y) = SKETCH_Y + p * y / H
    }
    REST = SKETCH . ";"; m = 700
    while (REST ne "") {
        k = strstrt(REST, ";"); ITEM = trimmed(REST[1:k-1]); REST = REST[k+1:*]; KIND = word(ITEM, \
            1); m = m + 1
        if (ITEM eq "") { continue }
        a = value_of(ITEM, 1); b = value_of(ITEM, 2); ROUND = KIND eq "ball" || KIND eq "fixed" || \
            KIND eq "angle"
        r = ROUND ? value_of(ITEM, 3) : 0.0
        c = values_of(KIND) == 4 ? value_of(ITEM, 3) : a; \
            d = values_of(KIND) == 4 ? value_of(ITEM, 4) : b
        if (PASS == 1) {
            XMIN = min2(XMIN, min2(a, c) - r); XMAX = max2(XMAX, max2(a, c) + r)
            YMIN = min2(YMIN, min2(b, d) - r); YMAX = max2(YMAX, max2(b, d) + r)
            continue
        }
        NAMED_X = a; NAMED_Y = b; SHIFT_X = 0.0; SHIFT_Y = 0.0
        if (ROUND && KIND ne "angle") {
            set object m circle at screen at_x(a), screen at_y(b) size screen p * r / W front fs \
                solid (KIND eq "fixed" ? 0.55 : 0.18) \
                border lc rgb FAINT fc rgb FAINT
        }
        if (KIND eq "angle") {
            u = value_of(ITEM, 4); v = value_of(ITEM, 5); t = 0.5 * (u + v) * pi / 180
            set object m circle at screen at_x(a), screen at_y(b) size screen p * r / W arc [u:v] \
                nowedge front fs empty border lc rgb NOTED
            NAMED_X = a + r * cos(t); NAMED_Y = b + r * sin(t); SHIFT_X = 0.9 * cos(t); \
                SHIFT_Y = 0.6 * sin(t)
        }
        if (values_of(KIND) == 4) {
            SHAPE = KIND eq "arrow" ? "head filled size screen 0.009,20 lw 2.6 lc rgb '#000000'" : \
                (KIND eq "dim" ? "heads filled size screen 0.006,20 lw 1.2 lc rgb NOTED" : \
                (KIND eq "wall" ? "nohead lw 4 lc rgb FAINT" : \
                    "nohead lw 1.0 lc rgb FAINT dt (4,3)"))
            eval "set arrow m from screen at_x(a), screen at_y(b) " . \
                "to screen at_x(c), screen at_y(d) front " . SHAPE
            u = sqrt((c - a)**2 + (d - b)**2); u = u > 0 ? u : 1.0; v = KIND eq "arrow" ? 0.9 : 0.5
            NAMED_X = a + v * (c - a); NAMED_Y = b + v * (d - b)
            SHIFT_X = 0.9 * abs(d - b) / u; SHIFT_Y = 0.75 * abs(c - a) / u
        }
        if (name_of(ITEM) ne "") {
            set label m name_of(ITEM) at screen at_x(NAMED_X) + wide(SHIFT_X), \
                screen at_y(NAMED_Y) + high(SHIFT_Y) center front tc rgb NOTED
        }
    }
}

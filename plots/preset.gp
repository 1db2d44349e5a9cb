# SPDX-License-Identifier: GPL-3.0-or-later
# Sizes of the preset PRESET: W and H of a figure, PAGE_W and PAGE_H of a page of MOSTPANELS panels,
# ACROSS of them side by side (1/100 inch), font size FS (points), SCALE (pixels of a PNG per 1/100
# inch) and LW (factor of line widths). TITLED, FOOTED: with a heading, with a footer. A page with
# one row of panels keeps its height if FIXED.
W = 1200; H = 800; PAGE_W = 1600; PAGE_H = 1200; FS = 18; PAGE_FS = 15; MOSTPANELS = 4; ACROSS = 2
SCALE = 1; LW = 1; TITLED = 1; FOOTED = 1; FIXED = 0; MONO = 0
if (PRESET eq "slide") {
    W = 4000 / 3.0; H = 750; PAGE_W = W; PAGE_H = H; FS = 21; PAGE_FS = 20.5; MOSTPANELS = 2
    SCALE = 1.44; LW = 1.3; FOOTED = 0; FIXED = 1
}
if (PRESET eq "column") {
    W = 334.65; H = 251; PAGE_W = W; PAGE_H = 420; FS = 8; PAGE_FS = 8; MOSTPANELS = 2; ACROSS = 1
    SCALE = 4; LW = 0.45; TITLED = 0; FOOTED = 0
}
if (PRESET eq "print") {
    W = 669.3; H = 440; PAGE_W = W; PAGE_H = 520; FS = 9; PAGE_FS = 8; SCALE = 4; LW = 0.55
    TITLED = 0; FOOTED = 0; MONO = 1
}

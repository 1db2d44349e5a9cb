# SPDX-License-Identifier: GPL-3.0-or-later
# Draws the figure SCRIPT as the file OUT (TERM: png, svg or pdf) with the sizes of PRESET.
# carom writes these, PLOTS (this folder), DIR (the folder with the tables) and the variables of
# NAME.figures.tsv, and loads this file.
load PLOTS . "/preset.gp"
if (SCRIPT eq "overview") { W = PAGE_W; H = PAGE_H; FS = PAGE_FS }
load PLOTS . "/style.gp"
if (MONO) { load PLOTS . "/mono.gp" }
# The parts of the footer on up to three lines.
array FOOTERS[3] = ["", "", ""]
FOOTER_LINE = 1; FOOTER_REST = FOOTER; FOOTER_LONGEST = 0.98 / wide(1) / (0.5 * FOOTSIZE)
while (strlen(FOOTER_REST) > 0) {
    k = strstrt(FOOTER_REST, "   |   ")
    FOOTER_PART = k > 0 ? FOOTER_REST[1:k-1] : FOOTER_REST
    FOOTER_REST = k > 0 ? FOOTER_REST[k+7:*] : ""
    FOOTER_NEXT = FOOTERS[FOOTER_LINE] . (FOOTERS[FOOTER_LINE] eq "" ? "" : "   |   ") . FOOTER_PART
    if (strlen(FOOTER_NEXT) > FOOTER_LONGEST && FOOTER_LINE < 3 && FOOTERS[FOOTER_LINE] ne "") {
        FOOTER_LINE = FOOTER_LINE + 1; FOOTER_NEXT = FOOTER_PART
    }
    FOOTERS[FOOTER_LINE] = FOOTER_NEXT
}
LAYOUT = SCRIPT eq "film" ? "film" : "single"; PANEL = SCRIPT
if (SCRIPT eq "overview") { LAYOUT = "grid"; PANELS = |PANEL_SCRIPT| }
load PLOTS . "/" . LAYOUT . ".gp"

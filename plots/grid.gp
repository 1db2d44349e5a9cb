# SPDX-License-Identifier: GPL-3.0-or-later
# Draws a page of panels: PANEL_SCRIPT[i] with the heading PANEL_HEAD[i] ("": none), most important
# first, at most MOSTPANELS of the PANELS, ACROSS of them side by side. The last one alone fills its
# row. Panels label their curves with ends.gp; a page has no key.
PLACES = min2(PANELS, MOSTPANELS)
ROW = min2(PLACES, ACROSS)
STOREYS = ceil(1.0 * PLACES / ROW)
if (!FIXED && STOREYS * ACROSS < MOSTPANELS) { H = H * (STOREYS + 0.25) * ACROSS / (MOSTPANELS + \
    0.25 * ACROSS) }
load PLOTS . "/page.gp"
SHOWKEY = 0; KEYROWS = 0
GROUND = high(FOOTED ? 3.3 : 0.4); SKY = 1 - high(HEADING + (SUBJECT eq "" ? -0.4 : 0.6))
do for [PLACE=1:PLACES] {
    STOREY = (PLACE - 1) / ROW; COLUMN = (PLACE - 1) % ROW
    ALONE = PLACE == PLACES && COLUMN == 0 # alone in its row
    L = (ALONE ? 0 : 1.0 * COLUMN / ROW) + wide(6.0); R = (ALONE ? 1 : (COLUMN + 1.0) / ROW) - \
        wide(1.6)
    T = SKY - STOREY * (SKY - GROUND) / STOREYS - high(1.9); \
        B = SKY - (STOREY + 1) * (SKY - GROUND) / STOREYS + high(3.2)
    KEYWIDTH = (R - L) / wide(1)
    HEAD = PANEL_HEAD[PLACE] eq "" ? "" : (PLACES > 1 ? sprintf("(%s) ", \
        "abcdefgh"[PLACE:PLACE]) : "") . PANEL_HEAD[PLACE]
    PANEL = PANEL_SCRIPT[PLACE]
    load PLOTS . "/" . PANEL . ".gp"
    load PLOTS . "/clear.gp"
}
unset multiplot
unset output

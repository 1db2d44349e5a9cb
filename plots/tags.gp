# SPDX-License-Identifier: GPL-3.0-or-later
# Labels the TAGS balls at TIP_X, TIP_Y with the radii TIP_R by the texts TAG ("": none) in the colour
# TAG_COLOUR, each at the one of 16 places around it that covers least,
# of which eight are farther and have a leader. Set before: LETTER, the height of a
# letter (m). Optional, and undefined afterwards: TAG_RIGHT and TAG_ABOVE, room beyond the picture (m), and TAG_OTHERS,
# commands that call cover(x, y, r, bad) for discs and, with r = 0, points of paths: how bad it is to cover them;
# TAG_INSIDE, a label stands in its ball if it has room there, and never on another: all of them, or none.
if (!exists("TAG_INSIDE")) { TAG_INSIDE = 0 }
TAG_OTHER = TAG_INSIDE ? 1e6 : 30
INSET = TABLE ? 0.6 * LETTER : 0 # from the walls
TAG_X0 = X0 + INSET; TAG_X1 = X1 - INSET; TAG_Y0 = Y0 + INSET; TAG_Y1 = Y1 - INSET
if (exists("TAG_RIGHT")) { TAG_X1 = TAG_X1 + TAG_RIGHT; TAG_Y1 = TAG_Y1 + TAG_ABOVE; TAG_Y0 = -1e300 }
TAG_NEVER = 1e6; array NAME_W[TAGS]; array NAME_X[16*TAGS]; array NAME_Y[16*TAGS]; array BAD[16*TAGS]; array PICK[TAGS]
beyond(a, b) = max2(0, abs(a) - b)
near(x, y, r, n) = beyond(x - NAME_X[n], NAME_W[(n+15)/16])**2 + beyond(y - NAME_Y[n], 0.4 * LETTER)**2 <= r**2
is_inside(c) = TAG_INSIDE && NAME_W[c]**2 + (0.4 * LETTER)**2 < (1.3 * TIP_R[c])**2
do for [n=1:16*TAGS] { BAD[n] = 0; if (TAG[(n+15)/16] eq "") { continue } # above, right, below, left, and at the corners
    c = (n + 15) / 16; k = (n - 1) % 8; u = real(word("0 1 0 -1 1 -1 1 -1", k + 1)); v = real(word("1 0 -1 0 1 1 -1 -1", k + 1))
    FAR = (n - 1) / 8 % 2
    NAME_W[c] = 0.25 * strlen(TAG[c]) * LETTER; s = TIP_R[c] * (u * v == 0 ? 1 : 0.72) + 1.2 * FAR * LETTER
    x = TIP_X[c] + u * (s + NAME_W[c] + (v == 0 ? 0.3 : 0.15) * LETTER)
    y = TIP_Y[c] + v * (s + (u == 0 ? 0.75 : 0.55) * LETTER)
    x = v == 0 ? x : max2(TAG_X0 + NAME_W[c], min2(TAG_X1 - NAME_W[c], x))
    if (is_inside(c)) { x = TIP_X[c]; y = TIP_Y[c] }
    NAME_X[n] = x; NAME_Y[n] = y
    BAD[n] = k / 2 + 25 * FAR + TAG_NEVER * (x + NAME_W[c] > TAG_X1 || x - NAME_W[c] < TAG_X0 || y > TAG_Y1 || y < TAG_Y0)
}
# Distance of a name from a ball, m. A name must be nearer to its own ball than to others; else it has a leader.
gap(n, c) = sqrt(beyond(TIP_X[c] - NAME_X[n], NAME_W[(n+15)/16])**2 + beyond(TIP_Y[c] - NAME_Y[n], 0.4 * LETTER)**2) - TIP_R[c]
unclear(n, c, k) = k == 0 ? 0.0 : max2(k != c && TAG[k] ne "" ? 0.4 + (gap(n, c) - gap(n, k)) / LETTER : 0, unclear(n, c, k - 1))
do for [n=1:16*TAGS] { if (TAG[(n+15)/16] ne "") { BAD[n] = BAD[n] + 200 * unclear(n, (n + 15) / 16, TAGS) } }
add(n, x, y, r, bad) = (BAD[n] = BAD[n] + bad * near(x, y, r, n), n % 16 == 1 ? 0 : add(n - 1, x, y, r, bad))
is_close(c, x, y, r) = TAG[c] ne "" && max2(abs(x - TIP_X[c]), abs(y - TIP_Y[c])) < r + TIP_R[c] + 2 * NAME_W[c] + 1.2 * LETTER
cover_at(c, x, y, r, bad) = c == 0 ? 0 : (is_close(c, x, y, r) ? add(16 * c, x, y, r, bad) : 0, cover_at(c - 1, x, y, r, bad))
cover(x, y, r, bad) = cover_at(TAGS, x, y, r, bad)
do for [c=1:TAGS] { if (TAG[c] ne "" && !is_inside(c)) { k = cover(TIP_X[c], TIP_Y[c], TIP_R[c], TAG_OTHER) } }
# walls that are not parallel to an axis
edge(x, y, m) = m < 1 ? 0 : int(sum [k=0:m] cover(AX + (x - AX) * k / m, AY + (y - AY) * k / m, 0, TAG_NEVER))
AX = NaN; AY = NaN
if (TABLE) { stats OUTLINE using (x = column("x_m"), y = column("y_m"), edge(x, y, AX == x || AY == y || !is_number(AX) ? 0 : \
    ceil(4 * sqrt((x - AX)**2 + (y - AY)**2) / LETTER)), AX = x, AY = y, 0) nooutput }
if (exists("TAG_OTHERS")) { eval TAG_OTHERS; undefine TAG_OTHERS TAG_RIGHT TAG_ABOVE }
# the best place of each label, apart from the others; without one it is left out
covers(m, n) = m > 0 && TAG[(n+15)/16] ne "" && abs(NAME_X[m] - NAME_X[n]) < NAME_W[(m+15)/16] + NAME_W[(n+15)/16] && abs(NAME_Y[m] - NAME_Y[n]) < LETTER
do for [c=1:TAGS] { PICK[c] = 0 }
do for [k=1:2] { do for [c=1:TAGS] { if (TAG[c] ne "") {
    LEAST = 1e300
    do for [m=16*c-15:16*c] {
        WORST = BAD[m]; do for [o=1:TAGS] { if (o != c) { WORST = WORST + TAG_NEVER * covers(PICK[o], m) } }
        if (WORST < LEAST) { LEAST = WORST; q = m }
    }
    PICK[c] = q; if (k == 2 && LEAST >= TAG_NEVER) { TAG[c] = ""; TAG_INSIDE = 2 * TAG_INSIDE }
} } }
if (TAG_INSIDE > 1) { do for [c=1:TAGS] { TAG[c] = "" } }
# with a white edge of copies, legible on paths
do for [c=1:TAGS] { n = PICK[c]; if (TAG[c] ne "" && ((n - 1) / 8 % 2 || unclear(max2(1, n), c, TAGS) > 0.2)) {
    set arrow 60+c from NAME_X[n] + max2(-NAME_W[c], min2(NAME_W[c], TIP_X[c] - NAME_X[n])), \
        NAME_Y[n] + max2(-0.45, min2(0.45, (TIP_Y[c] - NAME_Y[n]) / LETTER)) * LETTER to TIP_X[c], TIP_Y[c] nohead front lw 1 lc rgb LEADER
} }
do for [c=1:TAGS] { if (TAG[c] ne "") { do for [k=0:8] { set label 100+9*c+k TAG[c] . "" at NAME_X[PICK[c]] + (k < 8) * 0.09 * LETTER * cos(k * pi / 4), \
    NAME_Y[PICK[c]] + (k < 8) * 0.09 * LETTER * sin(k * pi / 4) center noenhanced front font sized(0.88) \
    tc rgb k < 8 ? "#FFFFFF" : TAG_COLOUR } } }
undefine TAG_INSIDE

# SPDX-License-Identifier: GPL-3.0-or-later
# The two bodies of a collision to scale before, in and after contact, with the normal n, the tangent t,
# velocities and forces, and a table.
T = headroom(0)
load PLOTS . "/panel.gp"
NCOLOUR = "#7a3e9d"; TCOLOUR = "#8a6d00"; if (ALARM eq "#000000") { NCOLOUR = "#404040"; TCOLOUR = "#808080" } # print
# For both bodies: RADIUS_ (0: a wall), MOVES; before (1, 2) and after (3, 4): VN, VT, PN, KE
TX = -NY; TY = NX
EMS = H / (FS * EM)
TABLESIZE = min2(0.9, 0.205 * W / (FS * EM) / 9) # of the font: a column is 18 letters wide
TABLED = EMS > 23 && TABLESIZE > 0.6
SMALLER = sized(W / (FS * EM) < 40 ? 0.75 : 1)
HEADCELL(c) = c == 1 ? "v_n (m/s)" : (c == 2 ? "v_t (m/s)" : (c == 3 ? "p_n (kg m/s)" : "kinetic energy (J)"))
# ---- the plane ----
BIG = max2(RADIUS_[1], RADIUS_[2])
FAST = 0; do for [i=1:4] { FAST = max2(FAST, sqrt(VN[i]**2 + VT[i]**2)) }
do for [i=1:4] { VN[i] = zeroed(VN[i], FAST); VT[i] = zeroed(VT[i], FAST) }
S = 1.5 * BIG / FAST
cx(k) = (2*k-3) * RADIUS_[k] * NX; cy(k) = (2*k-3) * RADIUS_[k] * NY
# The extent of all three panels, with room for names
AN = max2(RADIUS_[1], RADIUS_[2]) + max2(1.2 * BIG, S * max2(VN[4], 0) + 0.35 * BIG); AT = 1.5 * BIG; PAD = 0.3 * BIG
reach(x) = max2(x, -x)
X1 = reach(AN*NX); Y1 = max2(reach(AN*NY), reach(AT*TY)); X0 = -X1; Y0 = -Y1
do for [k=1:2] { do for [w=0:1] {
    i = 2*w + k; ex = cx(k) + S * (VN[i]*NX + VT[i]*TX); ey = cy(k) + S * (VN[i]*NY + VT[i]*TY); r = RADIUS_[k]
    X1 = max2(X1, max2(cx(k) + r, ex)); X0 = -max2(-X0, max2(r - cx(k), -ex))
    Y1 = max2(Y1, max2(cy(k) + r, ey)); Y0 = -max2(-Y0, max2(r - cy(k), -ey))
} }
X0 = X0 - PAD; X1 = X1 + PAD; Y0 = Y0 - PAD; Y1 = Y1 + PAD
LOWER = high(FOOTED ? 3.2 : 1.0) + (TABLED ? high(8.6) : 0)
unset border; unset xtics; unset ytics; unset xlabel; unset ylabel; unset grid
WIDE_ = (1 - wide(2)) / 3; TALL = T - high(1.4) - LOWER
p = WIDE_ * W / (X1 - X0); if (TALL * H / (Y1 - Y0) < p) { p = TALL * H / (Y1 - Y0) }
set xrange [X0:X1]; set yrange [Y0:Y1]
MID = LOWER + 0.5 * TALL; HW = 0.5 * p * (X1 - X0) / W; HH = 0.5 * p * (Y1 - Y0) / H
do for [q=1:3] {
    if (q > 1) { load PLOTS . "/clear.gp"; unset grid; set xrange [X0:X1]; set yrange [Y0:Y1] }
    C = wide(1) + WIDE_ * (q - 0.5)
    set lmargin at screen C - HW; set rmargin at screen C + HW; set bmargin at screen MID - HH; set tmargin at screen MID + HH
    set label 10 bold(q == 1 ? "before" : (q == 2 ? "in contact" : "after")) at screen C, screen T center enhanced
    if (q == 1) {
        UNIT = round_step(0.5 * FAST); LONG = S * UNIT * p / W
        set arrow 8 from screen 0.33, screen LOWER + high(0.9) to screen 0.33 + LONG, screen LOWER + high(0.9) \
            head filled size screen 0.009,20 lw 2 lc rgb "#505050"
        set label 9 sprintf("%g m/s", UNIT) at screen 0.33 + wide(0.5) + LONG, screen LOWER + high(0.9) left tc rgb "#505050" font SMALLER
    }
    # n and t through the contact point
    set arrow 1 from -AN*NX, -AN*NY to AN*NX, AN*NY head filled size screen 0.007,20 lw 1.4 lc rgb NCOLOUR dt (6,4) back
    set arrow 2 from -AT*TX, -AT*TY to AT*TX, AT*TY head filled size screen 0.007,20 lw 1.4 lc rgb TCOLOUR dt (6,4) back
    set label 11 "{/:Italic n}" at AN*NX, AN*NY center offset 0.9*NX,0.9*NY tc rgb NCOLOUR
    set label 12 "{/:Italic t}" at AT*TX, AT*TY center offset 0.9*TX,0.9*TY tc rgb TCOLOUR
    do for [k=1:2] {
        r = RADIUS_[k]
        if (r > 0) {
            set object k circle at cx(k), cy(k) size r fs solid 0.18 border lc rgb "#808080" fc rgb "#808080" back
        } else {
            set arrow 9 from -AT*TX, -AT*TY to AT*TX, AT*TY nohead lw 4 lc rgb "#808080"
        }
        # names below each body, away from the other
        if (q == 1 && r == 0) {
            set label 13+k BODY[k] at -0.7*AT*TX, -0.7*AT*TY center offset 1.2*(2*k-3)*NX,0.9*(2*k-3)*NY noenhanced tc rgb "#505050" font SMALLER
        }
        if (q == 1 && r > 0) {
            set label 13+k BODY[k] at cx(k) - r*TX, cy(k) - r*TY center offset -(0.6+0.45*strlen(BODY[k]))*TX+1.2*(2*k-3)*NX,-0.9*TY+0.6*(2*k-3)*NY noenhanced tc rgb "#505050" font SMALLER
        }
        i = (q == 3 ? 2 : 0) + k
        if (q == 2) {
            F = 0.85 * (2*k-3) * BIG
            if (abs(FRICTION) > 0.2) { set arrow 12+k from 0, 0 to F*FRICTION*TX, F*FRICTION*TY head filled size screen 0.011,20 lw 4 lc rgb TCOLOUR front }
            set arrow 10+k from 0, 0 to F*NX, F*NY head filled size screen 0.011,20 lw 4 lc rgb NCOLOUR front
            FNAME = k == 1 ? "F_{12}" : "F_{21}"
            set label 16+k FNAME at F*NX, F*NY center offset 1.8*TX,1.2*TY tc rgb NCOLOUR front
        } else {
            ex = S * VN[i] * NX; ey = S * VN[i] * NY; fx = S * VT[i] * TX; fy = S * VT[i] * TY
            if (abs(VN[i]) > 1e-9 * FAST && abs(VT[i]) > 1e-9 * FAST) {
                set arrow 20+k from cx(k), cy(k) to cx(k)+ex, cy(k)+ey head filled size screen 0.009,20 lw 2.6 lc rgb NCOLOUR front
                set arrow 30+k from cx(k), cy(k) to cx(k)+fx, cy(k)+fy head filled size screen 0.009,20 lw 2.6 lc rgb TCOLOUR front
                set arrow 40+k from cx(k)+ex, cy(k)+ey to cx(k)+ex+fx, cy(k)+ey+fy nohead lw 1.2 lc rgb "#707070" dt (3,3)
                set arrow 50+k from cx(k)+fx, cy(k)+fy to cx(k)+ex+fx, cy(k)+ey+fy nohead lw 1.2 lc rgb "#707070" dt (3,3)
            }
            if (sqrt(VN[i]**2 + VT[i]**2) > 1e-9 * FAST) {
                set arrow 60+k from cx(k), cy(k) to cx(k)+ex+fx, cy(k)+ey+fy head filled size screen 0.011,20 lw 3.6 lc rgb "#000000" front
            } else { if (r > 0) {
                set label 20+k "at rest" at cx(k) + 0.5*r*TX, cy(k) + 0.5*r*TY center tc rgb "#505050" font SMALLER
            } }
        }
    }
    # the table
    if (q == 1 && TABLED) {
        SMALL = sized(TABLESIZE)
        column_(c) = 0.26 + 0.205 * (c - 1)
        line_(n) = LOWER - high(0.4 + 1.5 * n)
        sign(x) = minus(sprintf("%.4g", x))
        tiny(x, y) = abs(x) < 1e-12 * (abs(x) + abs(y)) ? 0.0 : x
        change(x, y) = (abs(x - y) <= 1e-12 * (abs(x) + abs(y)) ? sign(x) . " as before" : sign(tiny(x, y)) . " → " . sign(tiny(y, x)))
        do for [c=1:4] { set label 30+c HEADCELL(c) at screen column_(c), screen line_(1) center font SMALL tc rgb (c == 2 ? TCOLOUR : (c == 4 ? "#202020" : NCOLOUR)) }
        do for [k=1:2] {
            set label 34+k BODY[k] at screen 0.14, screen line_(1+k) right noenhanced font SMALL tc rgb "#202020"
            set label 40+k change(VN[k], VN[2+k]) at screen column_(1), screen line_(1+k) center font SMALL
            set label 50+k change(VT[k], VT[2+k]) at screen column_(2), screen line_(1+k) center font SMALL
            if (!MOVES[k]) { continue }
            set label 60+k change(PN[k], PN[2+k]) at screen column_(3), screen line_(1+k) center font SMALL
            set label 70+k change(KE[k], KE[2+k]) at screen column_(4), screen line_(1+k) center font SMALL
        }
        if (MOVES[1] && MOVES[2]) {
            set label 37 "both" at screen 0.14, screen line_(4) right font SMALL tc rgb "#202020"
            set label 63 change(PN[1]+PN[2], PN[3]+PN[4]) at screen column_(3), screen line_(4) center font SMALL
            set label 73 change(KE[1]+KE[2], KE[3]+KE[4]) at screen column_(4), screen line_(4) center font SMALL
        }
    }
    plot NaN notitle
}
# Restore the settings of style.gp.
set border 3 lw 1.2 lc rgb "#404040"
set xtics nomirror out scale 0.6 tc rgb "#202020"; set ytics nomirror out scale 0.6 tc rgb "#202020"

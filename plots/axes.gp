# SPDX-License-Identifier: GPL-3.0-or-later
# The two bodies of a collision to scale before, in and after contact, with the normal n and the
# tangent t at contact onset, velocities and forces.
set autoscale; unset key
NCOLOUR = "#7a3e9d"; TCOLOUR = "#8a6d00"
SMALLER = sized(W / (FS * EM) < 40 ? 0.75 : 0.9)
# Rows of contact-balls.tsv: bodies 1 and 2 before, 3 and 4 after. RADIUS_ is 0 for a wall.
array VN[4]; array VT[4]; array PN[4]; array PT[4]; array RADIUS_[4]; array SPIN[4]
do for [i=1:4] { VN[i] = 0; VT[i] = 0; PN[i] = 0; PT[i] = 0; RADIUS_[i] = 0; SPIN[i] = 0 }
NX = 1; NY = 0
row_of(i) = (column("side") < 0 ? 1 : 2) + (strcol("when") eq "after" ? 2 : 0)
stats DIR . "/contact-balls.tsv" using (strcol("says") eq BODIES_OF ? (k = row_of(0), \
    VN[k] = column("v_n_mps"), VT[k] = column("v_t_mps"), PN[k] = known("p_n_kgmps", 0), \
    PT[k] = known("p_t_kgmps", 0), SPIN[k] = known("spin_radps", 0), RADIUS_[k] = known("radius_m", 0), \
    NX = column("normal_x"), NY = column("normal_y"), 0) : 0) nooutput
SPINS_ = (sum [i=1:4] abs(SPIN[i])) > 0; COLUMN_ = (1 - wide(2)) / 3; ROOMY = COLUMN_ > wide(14.5)
# rows of numbers of each body, and ems below the bodies
FACT_ROWS = 2 - ROOMY + SPINS_; FEET = 1.7 + 2.6 * FACT_ROWS; FOLD = ROOMY ? " " : "\n"
TX = -NY; TY = NX
BIG = max2(1e-9, max2(RADIUS_[1], RADIUS_[2]))
FAST = 0; do for [i=1:4] { FAST = max2(FAST, sqrt(VN[i]**2 + VT[i]**2)) }
do for [i=1:4] { VN[i] = zeroed(VN[i], FAST); VT[i] = zeroed(VT[i], FAST) }
# Impulse on body 2: the change of its momentum, or minus that of body 1 if body 2 does not move. The
# friction RATIO of it is drawn GAIN times as long, if it would be a dot. Without friction, a long contact
# has an impulse along t because the normal rotates.
m = PN[2] != PN[4] || PT[2] != PT[4] ? 2 : 1; JN = (2*m-3) * (PN[m+2] - PN[m])
JT = zeroed((2*m-3) * (PT[m+2] - PT[m]), abs(JN)); RATIO = FRICTION && JN != 0 ? JT / abs(JN) : 0
GAIN = RATIO == 0 || abs(RATIO) > 0.2 ? 1 : round_down(1 / abs(RATIO)); RATIO = GAIN * RATIO
S = FAST > 0 ? 1.5 * BIG / FAST : 0
cx(k) = (2*k-3) * RADIUS_[k] * NX; cy(k) = (2*k-3) * RADIUS_[k] * NY
# The extent of all three panels, with room for names
AN = BIG + (RADIUS_[2] > 0 ? max2(1.2 * BIG, S * max2(VN[4], 0) + 0.35 * BIG) : 0.2 * BIG); AT = 1.5 * BIG; PAD = 0.3 * BIG
X1 = max2(abs(AN*NX), abs(AT*TX)); Y1 = max2(abs(AN*NY), abs(AT*TY)); X0 = -X1; Y0 = -Y1
do for [i=1:4] {
    k = (i + 1) % 2 + 1; r = RADIUS_[k]
    ex = cx(k) + S * (VN[i]*NX + VT[i]*TX); ey = cy(k) + S * (VN[i]*NY + VT[i]*TY)
    X1 = max2(X1, max2(cx(k) + r, ex)); X0 = min2(X0, min2(cx(k) - r, ex))
    Y1 = max2(Y1, max2(cy(k) + r, ey)); Y0 = min2(Y0, min2(cy(k) - r, ey))
}
X0 = X0 - PAD; X1 = X1 + PAD; Y0 = Y0 - PAD; Y1 = Y1 + PAD
TALL = T - B - high(FEET + 2.5)
p = min2(COLUMN_ * W / (X1 - X0), TALL * H / (Y1 - Y0))
HW = 0.5 * p * (X1 - X0) / W; HH = 0.5 * p * (Y1 - Y0) / H; MID = T - high(2.2) - HH
LETTER = FS * EM / p; PICTURE_W = W; PICTURE_H = p * (Y1 - Y0) + (FEET + 2.5) * FS * EM
do for [q=1:(PLAN ? 0 : 3)] {
    if (q > 1) { load PLOTS . "/clear.gp" }
    unset border; unset tics; unset xlabel; unset ylabel; unset grid
    set xrange [X0:X1]; set yrange [Y0:Y1]
    C = wide(1) + COLUMN_ * (q - 0.5)
    set lmargin at screen C - HW; set rmargin at screen C + HW
    set bmargin at screen MID - HH; set tmargin at screen MID + HH
    set label 10 bold(q == 1 ? "before" : (q == 2 ? \
        "in contact" : "after")) at screen C, screen MID + HH + high(1.7) center enhanced
    if (q == 1 && S > 0) {
        UNIT = round_step(0.5 * FAST); LONG = S * UNIT * p / W
        set arrow 8 from screen 0.33, screen MID - HH - high(FEET) rto screen LONG, screen 0 \
            head filled size screen 0.009,20 lw 2 lc rgb NOTED
        set label 9 sprintf("%g m/s", UNIT) at screen 0.33 + wide(0.5) + LONG, \
            screen MID - HH - high(FEET) left tc rgb NOTED font SMALLER
    }
    set arrow 4 from -AN*NX, -AN*NY to AN*NX, AN*NY head filled size screen 0.007,20 lw 1.4 \
        lc rgb NCOLOUR dt (12,8) back
    # on a wall, t is a line on it
    set arrow 5 from -AT*TX, -AT*TY to AT*TX, AT*TY head filled size screen 0.009,20 \
        lw (RADIUS_[2] > 0 ? 1.4 : 2) lc rgb TCOLOUR dt (12,8) back
    set label 11 "{/:Italic n}" at AN*NX, AN*NY center offset 0.9*NX,0.9*NY tc rgb NCOLOUR
    set label 12 "{/:Italic t}" at AT*TX, AT*TY center offset 0.9*TX-(RADIUS_[2] > 0 ? 0 : 0.8)*NX,0.9*TY-(RADIUS_[2] > 0 ? 0 : 0.8)*NY tc rgb TCOLOUR
    if (q == 2) {
        set label 13 sprintf("on 2: J_n = %s,%sJ_t = %s N s%s", num(JN), FOLD, num(JT), \
            FRICTION || JT == 0 ? "" : FOLD . "(n rotates)") at screen C, screen MID - HH - high(1.5) center font SMALLER
        if (GAIN > 1) { set label 19 sprintf("friction drawn%s%g × as long", FOLD, GAIN) at screen C, \
            screen MID - HH - high(1.5 + 1.3 * (2 - ROOMY)) center tc rgb TCOLOUR font SMALLER }
    }
    do for [k=1:2] {
        if (q != 2 && RADIUS_[k] > 0) {
            set label 69+k sprintf("%d: v_n = %s,%sv_t = %s m/s", k, num(VN[k+q-1]), FOLD, num(VT[k+q-1])) \
                . (SPINS_ ? sprintf("\nspin %s rad/s", num(SPIN[k+q-1])) : "") at screen C, \
                screen MID - HH - high(1.5 + 1.3 * FACT_ROWS * (k - 1)) center font SMALLER
        }
        r = RADIUS_[k]; i = (q == 3 ? 2 : 0) + k; x = cx(k); y = cy(k)
        ex = S * VN[i] * NX; ey = S * VN[i] * NY; fx = S * VT[i] * TX; fy = S * VT[i] * TY
        if (r > 0) {
            set object k circle at x, y size r fs solid 0.18 border lc rgb FAINT fc rgb FAINT back
        } else { u = 1 + 0.5 * PAD / AT; set arrow 1 from -u*AT*TX, -u*AT*TY to u*AT*TX, u*AT*TY nohead lw 7 lc rgb START back }
        # the number of each body, on the side without the other body and without velocities
        v = VT[k] + VT[k+2] < 0 ? -1 : 1
        s = (r > 0 ? r : 0.5 * BIG) + 0.8 * LETTER
        set label 13+k sprintf("%d", k) at x + 0.7 * s * ((2*k-3) * NX - v * TX), y + 0.7 * s * ((2*k-3) * NY - v * TY) center tc rgb NOTED font SMALLER
        if (q == 2) {
            F = 0.85 * (2*k-3) * BIG
            set arrow 10+k from 0, 0 to F*NX, F*NY head filled size screen 0.011,20 lw 4 \
                lc rgb NCOLOUR front
            if (RATIO != 0) {
                set arrow 12+k from 0, 0 to F*RATIO*TX, F*RATIO*TY head filled size screen 0.011,20 \
                    lw 4 lc rgb TCOLOUR front
                set label 22+k "F_{t" . (k == 1 ? "12" : "21") . "}" at F*RATIO*TX, F*RATIO*TY center \
                    offset 2.2*(2*k-3)*NX,1.1*(2*k-3)*NY tc rgb TCOLOUR front
            }
            set label 16+k "F_{" . (k == 1 ? "12" : "21") . "}" at F*NX, F*NY center \
                offset (F*RATIO > 0 ? -1.8 : 1.8)*TX,(F*RATIO > 0 ? -1.2 : 1.2)*TY tc rgb NCOLOUR front
        }
        if (q != 2 && VN[i] != 0 && VT[i] != 0) {
            set arrow 20+k from x, y rto ex, ey head filled size screen 0.009,20 lw 2.6 \
                lc rgb NCOLOUR front
            set arrow 30+k from x, y rto fx, fy head filled size screen 0.009,20 lw 2.6 \
                lc rgb TCOLOUR front
            set arrow 40+k from x+ex, y+ey rto fx, fy nohead lw 1.2 lc rgb FAINT dt (5,5)
            set arrow 50+k from x+fx, y+fy rto ex, ey nohead lw 1.2 lc rgb FAINT dt (5,5)
        }
        if (q != 2 && (VN[i] != 0 || VT[i] != 0)) {
            set arrow 60+k from x, y rto ex+fx, ey+fy head filled size screen 0.011,20 lw 3.6 \
                lc rgb "#000000" front
        }
    }
    plot NaN notitle
}

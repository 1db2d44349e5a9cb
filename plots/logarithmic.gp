# SPDX-License-Identifier: GPL-3.0-or-later
# Sets up a logarithmic axis from LOG_LOW to LOG_HIGH: scale, range, at least three labelled tics,
# as many as have room, and minor tics. Usage in a panel, after stats and panel.gp:
#   LOG_AXIS = "y" (or "x", "cb"); LOG_LOW = 1e-9; LOG_HIGH = 3.0; load PLOTS . "/logarithmic.gp"
# LOG_FROM (optional): lowest tic, for an axis with a band at its foot. LOG_BLANK (optional): 1, no numbers.
if (!exists("LOG_FROM")) { LOG_FROM = LOG_LOW }
if (!exists("LOG_BLANK")) { LOG_BLANK = 0 }
eval sprintf("set logscale %s; set %srange [LOG_LOW:LOG_HIGH]; set %stics ()", LOG_AXIS, LOG_AXIS, \
    LOG_AXIS)
LOG_DECADES = log10(LOG_HIGH / LOG_LOW)
LOG_ROOM = max2(3, LOG_AXIS ne "x" ? floor((T - B) * log10(LOG_HIGH / LOG_FROM) / LOG_DECADES / high(1.6)) \
    : floor((R - L) / wide(3.4)))
# from the first to the last power of ten on the axis, labelled every LOG_STEP decades
LOG_FIRST = int(ceil(log10(LOG_FROM) - 1e-9)); LOG_LAST = int(floor(log10(LOG_HIGH) + 1e-9))
LOG_STEP = int(max2(1, ceil((LOG_LAST - LOG_FIRST) / (LOG_ROOM - 1.0))))
# Fewer than three: powers of ten with their multiples of 2 and 5, or equal steps within a decade.
LOG_FEW = LOG_LAST - LOG_FIRST < 2
LOG_EVEN = LOG_DECADES < 1
# all numbers as powers of ten, or none
LOG_POWERS = LOG_LOW < 1e-3 || LOG_HIGH >= 1e5
log_text(x) = LOG_BLANK ? "" : LOG_POWERS ? scientific(x) : num(x)
if (LOG_AXIS eq "y" && LOG_POWERS && LOG_FEW && !exists("MULTIPLE_L")) { L = L + wide(2); set lmargin at screen L }
LOG_ADD = sprintf("set %stics add (", LOG_AXIS)
eval sprintf('set format %s %s', LOG_AXIS, LOG_BLANK ? '""' : LOG_FEW ? '"%g"' : "POWER")
if (LOG_EVEN) {
    s = even_step(LOG_LOW, LOG_HIGH)
    do for [k=int(ceil(LOG_LOW/s)):int(floor(LOG_HIGH/s))] { \
        eval LOG_ADD . sprintf('log_text(%g) %.15g)', k * s, k * s) }
} else {
    do for [k=LOG_FIRST-1:LOG_LAST] {
        u = 10.0 ** k
        if (u >= 0.999 * LOG_FROM) {
            LOG_TEXT = LOG_FEW ? sprintf("log_text(%g) ", u) : ((k - LOG_FIRST) % LOG_STEP == 0 ? "" : \
                '"" ')
            eval LOG_ADD . LOG_TEXT . sprintf("%.15g%s)", u, LOG_TEXT eq '"" ' ? " 1" : "")
        }
        do for [m=2:(LOG_STEP > 1 ? 1 : 9)] {
            if (m * u >= 0.999 * LOG_FROM && m * u <= 1.001 * LOG_HIGH) {
                LOG_TEXT = LOG_FEW && (m == 2 || m == 5) ? sprintf("log_text(%g) %.15g)", m * u, \
                    m * u) : sprintf('"" %.15g 1)', m * u)
                eval LOG_ADD . LOG_TEXT
            }
        }
    }
}
undefine LOG_FROM LOG_BLANK

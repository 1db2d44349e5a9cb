#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Finds labels of figures that lie on another label, on a curve, on a mark or on the frame.
# usage: labels.sh FOLDER...: every figure with both SVG and PDF; prints FIGURE: PROBLEM; status 1 if
# there is one. Boxes of words come from the PDF (pdftotext), curves from the SVG. A box is a little
# larger than its letters: a quarter of its height is allowed. Pale lines (theory) are no obstacle, nor are
# curves behind a label that is drawn several times at nearly one place, as its white edge hides them.
set -u
fail=0
for svg in $(for folder in "$@"; do ls "$folder"/*.svg; done); do
    [ -f "${svg%.svg}.pdf" ] || continue
    { pdftotext -bbox "${svg%.svg}.pdf" - | grep '<word' | tr '"' '\t'; tr -d '\r' < "$svg"; } | awk -v name="$svg" '
        function cross(x0, y0, x1, y1, k,   t0, t1, d, p, q, i, t) { # whether a segment meets box k
            t0 = 0; t1 = 1
            for (i = 0; i < 4; i++) {
                d = i < 2 ? x1 - x0 : y1 - y0; d = i % 2 ? d : -d
                q = i == 0 ? x0 - left[k] : i == 1 ? right[k] - x0 : i == 2 ? y0 - top[k] : foot[k] - y0
                if (d == 0) { if (q < 0) return 0; continue }
                t = q / d
                if (d < 0) { if (t > t0) t0 = t } else if (t < t1) t1 = t
            }
            return t0 < t1
        }
        function report(k, what) { if (word[k] in opaque && what ~ /^a /) return; if (!((k, what) in said)) { print name ": " word[k] " on " what; said[k, what] = bad = 1 } }
        function segment(x0, y0, x1, y1, what,   k) { for (k = 1; k <= n; k++) if (cross(x0, y0, x1, y1, k)) report(k, what) }
        /<word/ {
            split($0, f, "\t"); t = f[9]; sub(/^>/, "", t); sub(/<.*/, "", t)
            s = 100 / 72; n++; left[n] = f[2] * s; top[n] = f[4] * s; right[n] = f[6] * s; foot[n] = f[8] * s; word[n] = t
            q = 0.25 * (foot[n] - top[n] < right[n] - left[n] ? foot[n] - top[n] : right[n] - left[n])
            left[n] += q; right[n] -= q; top[n] += q; foot[n] -= q
            for (k = 1; k < n; k++) if (word[k] == t && (left[k] - left[n]) ^ 2 + (top[k] - top[n]) ^ 2 < 49) { opaque[t]; n--; next }
            for (k = 1; k < n; k++) if (left[n] < right[k] && left[k] < right[n] && top[n] < foot[k] && top[k] < foot[n]) report(n, "\"" word[k] "\"")
            next
        }
        /id="gnuplot_plot_/ { plot = 1 }
        /^\t<\/g>/ { plot = 0 }
        /<path stroke=/ { match($0, /rgb\([^)]*\)/); rgb = substr($0, RSTART + 4, RLENGTH - 5); split(rgb, c, ",")
            pale = c[1] >= 168 && c[2] >= 168 && c[3] >= 168; frame = c[1] == 64 && c[2] == 64 && c[3] == 64
            drawing = (plot && !pale) || frame; what = frame ? "the frame" : "a curve" }
        drawing && /[ML][-0-9.]+,[-0-9.]+/ {
            line = $0; sub(/^.*d=./, "", line); m = split(line, p, /[ ]+/)
            for (i = 1; i <= m; i++) if (p[i] ~ /^[ML][-0-9.]+,[-0-9.]+/) {
                split(substr(p[i], 2), xy, ",")
                if (p[i] ~ /^L/) segment(x, y, xy[1] + 0, xy[2] + 0, what)
                x = xy[1] + 0; y = xy[2] + 0
            }
            if (/\/>/) drawing = 0
        }
        plot && /<use xlink:href=.#gpPt/ { match($0, /translate\([^)]*\)/); split(substr($0, RSTART + 10, RLENGTH - 11), xy, ",")
            segment(xy[1] - 0.01, xy[2], xy[1] + 0.01, xy[2], "a mark") }
        END { exit bad }' || fail=1
done
exit $fail

#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Composes the template of the lab page, into which `carom lab` writes scenes: the page with its core. Core, worker and the page's
# program are packed separately; loader.js and page/core/compile.js unpack them. Needs gzip, or zopfli for a smaller page.
# usage: compose.sh PAGE MODULE: page.html and carom.wasm; the template on standard output
set -eu
page=$1 module=$2 here=$(dirname "$0")
core='<script type="text/plain" id="module">' worker='<script type="text/plain" id="worker">' scenes='<script type="application/json" id="scenes">' end='</script>'
die() { echo "lab: $*" >&2; exit 1; }
# Encodes 9 bytes as 11 of 94 characters, most significant first: ASCII from blank to tilde without <, which HTML would interpret. The
# last k bytes take k + 1 characters, or k + 2 for k >= 5. The text is 8 % shorter than base64; page/core/signs.js decodes it.
signs() {
    od -An -v -tu1 | awk '
        function put(signs, i, rest, text) {
            for (i = 0; i < 11; i++) {
                rest = high % 94 * 1099511627776 + low # 2^40: low has five bytes, and high four
                high = int(high / 94); low = int(rest / 94); rest %= 94
                text = sprintf("%c", rest + (rest < 28 ? 32 : 33)) text
            }
            printf "%s", substr(text, 1, signs)
        }
        function take(byte) { if (at++ < 4) high = 256 * high + byte; else low = 256 * low + byte }
        { for (i = 1; i <= NF; i++) { take($i); if (at == 9) { put(11); high = low = at = 0 } } }
        END { left = at; while (at < 9) take(0); if (left > 0) put(left + (left < 5 ? 1 : 2)) }'
}
# -n omits name and time: equal bytes give equal text. zopfli writes the same format 5 % smaller.
pack() {
    if command -v zopfli > /dev/null; then
        whole=$(mktemp)
        cat > "$whole"
        zopfli -c "$whole" | signs
        rm -f "$whole"
    else gzip -n9 | signs; fi
}

# HEAD</script>BETWEEN WORKER</script>BEHIND<script>PROGRAM</script>TAIL: HEAD ends inside the core's element, BETWEEN inside the
# worker's; TAIL contains no </script>.
part() { # part HEAD|BETWEEN|WORKER|BEHIND|PROGRAM|TAIL
    awk -v wanted="$1" -v core="$core" -v worker="$worker" '
        { page = page $0 "\n" }
        function after(from, mark) { return from + index(substr(page, from + 1), mark) + length(mark) - 1 }
        END {
            begin = "<script>"; end = "</script>"
            head = after(0, core)
            between = after(head, end)
            its = after(between, worker)
            behind = after(its, end)
            program = after(behind, begin)
            for (tail = program; (at = index(substr(page, tail + 1), end)) > 0; tail += at + length(end) - 1) ;
            printf "%s", wanted == "HEAD" ? substr(page, 1, head) : \
                wanted == "BETWEEN" ? substr(page, between + 1, its - between) : \
                wanted == "WORKER" ? substr(page, its + 1, behind - length(end) - its) : \
                wanted == "BEHIND" ? substr(page, behind + 1, program - length(begin) - behind) : \
                wanted == "PROGRAM" ? substr(page, program + 1, tail - length(end) - program) : substr(page, tail + 1)
        }' "$page"
}

[ "$(head -c 4 "$module" | od -An -tx1 | tr -d ' \n')" = 0061736d ] || die "$module is no WebAssembly module"
for element in "$core$end" "$scenes$end" "$worker"; do
    found=$(grep -oF "$element" "$page" | wc -l) # (grep -c counts lines)
    [ "$found" -eq 1 ] || die "$page has $((found)) places for $element; expected one"
done
part HEAD
pack < "$module"
printf '%s' "$end"
part BETWEEN
part WORKER | pack
printf '%s' "$end"
part BEHIND
printf '<script type="text/plain" id="program">'
part PROGRAM | pack
printf '%s\n<script>' "$end"
cat "$here/page/core/signs.js" "$here/loader.js" | sed 's/^ *//; s/^export //; /^\/\//d; /^\/\*\*/d; /^\*/d; s/ \/\/ .*//'
printf '%s' "$end"
part TAIL

#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The page of the lab with the core in it, still without scenes: what `carom lab` puts them into. Needs gzip and base64 alone.
# usage: compose.sh PAGE MODULE: page.html and carom.wasm; the template on standard output
set -eu
page=$1 module=$2
place='<script type="text/plain" id="module">'
die() { echo "lab: $*" >&2; exit 1; }
[ "$(head -c 4 "$module" | od -An -tx1 | tr -d ' \n')" = 0061736d ] || die "$module is no WebAssembly module"
for element in "$place</script>" '<script type="application/json" id="scenes"></script>'; do
    # (grep -c counts lines)
    found=$(grep -oF "$element" "$page" | wc -l)
    [ "$found" -eq 1 ] || die "$page has $((found)) places for $element; expected one"
done
awk -v place="$place" '{ at = index($0, place); if (at) { printf "%s", substr($0, 1, at + length(place) - 1); exit } print }' "$page"
# -n: neither name nor time, so that the same module is the same text
gzip -n9 < "$module" | base64 | tr -d '\n'
awk -v place="$place" 'on { print } !on && (at = index($0, place)) { print substr($0, at + length(place)); on = 1 }' "$page"

#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Every external symbol of the library begins with carom_, and no symbol is writable data.
set -eu
cd "$(dirname "$0")/../.."
bad=$(nm -g --defined-only build/libcarom.a | awk 'NF == 3 && $3 !~ /^_?carom_/ { print $3 }')
[ -z "$bad" ] || { echo "symbols without the prefix: $bad"; exit 1; }
# B, b, C, D, d: writable data (tables of pointers in .data.rel.ro also have D or d)
bad=$(nm build/libcarom.a | awk 'NF == 3 && $2 ~ /^[bBC]$/ { print $3 }')
[ -z "$bad" ] || { echo "writable global state: $bad"; exit 1; }
if size -A build/libcarom.a >/dev/null 2>&1; then
    bad=$(size -A build/libcarom.a | awk '$1 == ".data" && $2 > 0 { print "data:", $2, "bytes" }')
    [ -z "$bad" ] || { echo "writable global state: $bad"; exit 1; }
fi

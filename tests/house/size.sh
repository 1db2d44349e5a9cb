#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Every file under 500 lines, every function under 60.
set -eu
cd "$(dirname "$0")/../.."
fail=0
for file in src/*/*.[ch] include/carom/*.h tests/*/*.[ch] tests/*.h; do
    lines=$(wc -l < "$file")
    [ "$lines" -lt 500 ] || { echo "$file: $lines lines"; fail=1; }
done
# A function begins at a line that starts with { and ends at one that starts with }.
awk 'FNR == 1 { inside = 0 }
     /^\{/ { inside = 1; from = FNR }
     /^\}/ && inside { if (FNR - from + 2 > 60) { printf "%s:%d: a function of %d lines\n", FILENAME, from, FNR - from + 2; bad = 1 } inside = 0 }
     END { exit bad }' src/*/*.c || fail=1
exit $fail

#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Line coverage per folder by the test programs and the command line tests, with gcov. Lines of a process that ends by exec or _exit
# (gnuplot) are not counted, because such a process writes no coverage data.
set -u
cd "$(dirname "$0")/.." || exit 1
find build/coverage -name '*.gcda' -exec rm {} +
for suite in $(build/coverage/tests/all); do
    CK_FORK=no build/coverage/tests/all "$suite" > /dev/null || echo "coverage: $suite failed"
done
CAROM="$PWD/build/coverage/carom" build/coverage/tests/cases tests/cases/*.case | grep '^not ok'
CAROM="$PWD/build/coverage/carom" bats tests/cli | grep '^not ok' | sed 's/^not ok [0-9]*/coverage: failed:/'
for folder in $(find src -name '*.c' -exec dirname {} + | sort -u); do
    for data in build/coverage/$folder/*.gcda; do
        gcov -n -o "build/coverage/$folder" "$data" 2>/dev/null
    done | awk -v folder="$folder" '
        /^File/ { own = match($0, folder "/[a-z0-9_]*\\.c") > 0 }
        /^Lines executed/ && own { split($0, part, /[:% ]+/); covered += part[3] * part[5] / 100; lines += part[5]; own = 0 }
        END { if (lines > 0) printf "%-22s %6.1f %% of %d lines\n", folder, 100 * covered / lines, lines }'
done | awk '{ print; lines += $5; covered += $2 * $5 / 100 } END { printf "%-22s %6.1f %% of %d lines\n", "all", 100 * covered / lines, lines }'

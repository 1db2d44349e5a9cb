#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Line coverage per layer by the test programs and the command line tests, with gcov.
set -u
cd "$(dirname "$0")/.." || exit 1
find build/coverage -name '*.gcda' -exec rm {} +
for source in tests/unit/*.c tests/conformance/*.c tests/physics/*.c tests/golden/*.c; do
    "build/coverage/${source%.c}" > /dev/null || echo "coverage: ${source%.c} failed"
done
CAROM="$PWD/build/coverage/carom" bats tests/cli > /dev/null || echo "coverage: a command line test failed"
for layer in core laws integrators solvers analysis harness cli; do
    for data in build/coverage/src/$layer/*.gcda; do
        gcov -n -o "build/coverage/src/$layer" "$data" 2>/dev/null
    done | awk -v layer=$layer '
        /^File/ { own = index($0, "src/" layer "/") > 0 }
        /^Lines executed/ && own { split($0, part, /[:% ]+/); covered += part[3] * part[5] / 100; lines += part[5]; own = 0 }
        END { if (lines > 0) printf "%-12s %6.1f %% of %d lines\n", layer, 100 * covered / lines, lines }'
done

#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Tests of the page's modules in node, without a browser; prints a line per test for tests/run.sh.
set -u
cd "$(dirname "$0")" || exit 1
command -v node > /dev/null || { echo "skip lab/unit: no node"; exit 0; }
out=$(mktemp)
trap 'rm -f "$out"' EXIT
node --no-warnings --test --test-reporter=tap ./*.test.mjs > "$out" 2>&1
# node nests the tests of a file in a test of the file, or not; select the innermost
sed -nE 's/^ *(ok|not ok) [0-9]+ - (.*:.*)$/\1 \2/p' "$out" | sed -E 's/^ok (.*) # SKIP (.*)/skip \1: \2/'
if ! grep -q '^# fail 0$' "$out" || ! grep -q '^# cancelled 0$' "$out"; then
    grep -q 'not ok .*:' "$out" || echo "not ok lab/unit"
    cat "$out" >&2
fi

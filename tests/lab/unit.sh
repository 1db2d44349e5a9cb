#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The page's modules under node, without a browser: a line for each test, as tests/run.sh reads them.
set -u
cd "$(dirname "$0")" || exit 1
command -v node > /dev/null || { echo "skip lab/unit: no node"; exit 0; }
out=$(mktemp)
trap 'rm -f "$out"' EXIT
node --no-warnings --test --test-reporter=tap ./*.test.mjs > "$out" 2>&1
# tests of a file stand in its test, or by themselves: of both the innermost
sed -nE 's/^ *(ok|not ok) [0-9]+ - (.*:.*)$/\1 \2/p' "$out" | sed -E 's/^ok (.*) # SKIP (.*)/skip \1: \2/'
if ! grep -q '^# fail 0$' "$out" || ! grep -q '^# cancelled 0$' "$out"; then
    grep -q 'not ok .*:' "$out" || echo "not ok lab/unit"
    cat "$out" >&2
fi

#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Tests of the page's modules in node, without a browser; prints a line per test for tests/run.sh.
# One process runs all files, so that the module is compiled once. usage: unit.sh [FILE.test.mjs...]
set -u
cd "$(dirname "$0")" || exit 1
command -v node > /dev/null || { echo "skip lab/unit: no node"; exit 0; }
[ $# -gt 0 ] || set -- *.test.mjs
out=$(mktemp)
trap 'rm -f "$out"' EXIT
for file in "$@"; do echo "import './$file';"; done |
    node --no-warnings --input-type=module --test-reporter=tap > "$out" 2>&1
# tests have a colon in their names, groups of tests have none
sed -nE 's/^ *(ok|not ok) [0-9]+ - (.*:.*)$/\1 \2/p' "$out" | sed -E 's/^ok (.*) # SKIP (.*)/skip \1: \2/'
if ! grep -q '^# fail 0$' "$out" || ! grep -q '^# cancelled 0$' "$out"; then
    grep -q 'not ok .*:' "$out" || echo "not ok lab/unit"
    cat "$out" >&2
fi

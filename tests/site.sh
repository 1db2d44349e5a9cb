#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The web site: it is made, every link resolves (site.py), it is small, and in chromium its pages fit into three widths, without
# violations of accessibility, and can be searched. Prints a line per test.
# usage: site.sh [short]: without the browser
set -u
cd "$(dirname "$0")/.." || exit 1
for tool in python3 cmark-gfm; do command -v $tool > /dev/null || { echo "skip site: no $tool (sh .ci/setup site)"; exit 0; }; done
[ -f build/lab/template.html ] || { echo "skip site: no template of the lab page"; exit 0; }
began=$(date +%s)
python3 packaging/site/site.py build/carom build/site > build/site.log 2>&1 || { sed 's/^/# /' build/site.log; echo "not ok site: made"; exit 0; }
echo "ok site: made in $(($(date +%s) - began)) s: $(cat build/site.log)"
size=$(du -sm build/site | cut -f 1)
if [ "$size" -lt 30 ]; then echo "ok site: $size MB, below 30"; else echo "not ok site: $size MB, at least 30"; fi
[ "${1:-}" != short ] || exit 0
sh tests/lab/browser/run.sh ready > /dev/null
[ -d build/lab/tests-npm/node_modules ] || { echo "skip site/browser: no browser driver"; exit 0; }
exec node --no-warnings tests/site.mjs

#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The prebuilt page src/lab/kept/template.html equals a build from the sources, byte for byte. Requires the tools that made it.
set -u
cd "$(dirname "$0")/../.." || exit 1
kept=src/lab/kept/template.html made=build/lab/kept.html log=build/lab/kept.log
mkdir -p build/lab

skip() { echo "skip lab kept: $1"; exit 0; }
tools() { sed -n 's/.* content="carom; sources [0-9]*; \([^"]*\)".*/\1/p' "$1"; }

for tool in node npm; do command -v $tool > /dev/null 2>&1 || skip "$tool is not installed"; done
sh src/lab/lab.sh toolchain > /dev/null 2> $log || skip "$(head -n 1 $log)"
sh src/lab/lab.sh libraries > /dev/null 2> $log || skip "$(head -n 1 $log)"
sh src/lab/lab.sh packages > $log 2>&1 || skip 'npm does not bring the packages of the page'
{ make -f src/lab/module.mk && sh src/lab/lab.sh template $made; } > $log 2>&1 || { cat $log; echo "not ok lab kept: the page is not built"; exit; }
if cmp -s $kept $made; then echo "ok lab kept: the page"
elif [ "$(tools $kept)" != "$(tools $made)" ]; then skip "made with $(tools $kept), and here is $(tools $made)"
else echo "not ok lab kept: $kept is not what the sources give; 'make lab-keep' renews it ($(wc -c < $kept) and $(wc -c < $made) bytes)"
fi

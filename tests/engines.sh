#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Which engines of other people a scenario asks for that have no plug-in here: their names, one line; nothing where all are there.
# usage: engines.sh FILE...
cd "$(dirname "$0")/.." || exit 1
grep -ohE 'kind: *[a-z0-9_]+' "$@" | sed 's/kind: *//' | sort -u | while read -r kind; do
    grep -q "{\"$kind\", \"[^\"]*\", \"lib" src/solvers/engines.c && [ ! -f "build/engines/$kind.so" ] && printf '%s ' "$kind"
done

#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Ten thousand runs of 01-head-on: without interruption, and killed and resumed ten times. The results must be
# equal. CAROM selects another build.
set -u
cd "$(dirname "$0")/../.." || exit 1
carom=${CAROM:-$PWD/build/carom}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
grid='sweep={ parameters: [ { key: balls.cue.vx_mps, from: 0.5, to: 2, count: 10000 } ], collect: [energy_residual_rel, rms_divergence_m, collisions] }'
begun=$(date +%s)
"$carom" sweep 01-head-on --no-plots --set "$grid" -o "$work/whole" > /dev/null || { echo "not ok sweep: it fails"; exit 1; }
echo "# 10000 runs in $(($(date +%s) - begun)) s"
for delay in 0.3 1.1 0.7 1.9 0.2 1.4 0.9 0.5 1.7 1.2; do
    "$carom" sweep 01-head-on --no-plots --set "$grid" -o "$work/killed" --resume > /dev/null 2>&1 &
    pid=$!
    sleep $delay
    kill -9 $pid
    wait $pid 2> /dev/null
done
"$carom" sweep 01-head-on --no-plots --set "$grid" -o "$work/killed" --resume > /dev/null 2>&1
cmp -s "$work/whole/sweep.tsv" "$work/killed/sweep.tsv" && echo "ok sweep killed ten times" || echo "not ok sweep killed ten times"

#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Every figure that a text shows is there, every one that is there is shown, the gallery has all, and experiments/figures.txt draws
# them, no more and no fewer.
set -eu
cd "$(dirname "$0")/../.."
fail=0
for text in README.md experiments/README.md experiments/*/README.md; do
    folder=$(dirname "$text")
    for shown in $(sed -n 's/.*!\[[^]]*\](\([^)]*\)).*/\1/p' "$text"); do
        [ -f "$folder/$shown" ] || { echo "$text: no figure $shown"; fail=1; }
    done
done
for figure in experiments/*/*.png; do
    folder=$(dirname "$figure") name=$(basename "$figure")
    grep -q "]($name)" "$folder/README.md" || { echo "$figure: not in $folder/README.md"; fail=1; }
    grep -q "](${figure#experiments/})" experiments/README.md || { echo "$figure: not in the gallery"; fail=1; }
done
drawn=$(sed -n '/^#/d; s|^\([^/; ]*\)[^;]*;[^;]*;\(.*\)|\1 \2|p' experiments/figures.txt |
    while read -r folder figures; do for figure in $figures; do echo "experiments/$folder/${figure#*=}.png"; done; done | sort)
for figure in experiments/*/*.png; do
    echo "$drawn" | grep -qxF "$figure" || { echo "$figure: not in experiments/figures.txt"; fail=1; }
done
for figure in $drawn; do [ -f "$figure" ] || { echo "experiments/figures.txt: no figure $figure"; fail=1; }; done
for folder in experiments/*/; do
    [ -f "$folder/README.md" ] && [ -f "$folder/experiment.yaml" ] || { echo "$folder: incomplete"; fail=1; }
    grep -q "($(echo "$folder" | sed 's|/$||'))" README.md || { echo "$folder: not in the table of README.md"; fail=1; }
done
exit $fail

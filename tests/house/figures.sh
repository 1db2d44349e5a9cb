#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Every figure that a text shows is there, every one that is there is shown, and the gallery has all.
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
for folder in experiments/*/; do
    [ -f "$folder/README.md" ] && [ -f "$folder/experiment.yaml" ] || { echo "$folder: incomplete"; fail=1; }
    grep -q "($(echo "$folder" | sed 's|/$||'))" README.md || { echo "$folder: not in the table of README.md"; fail=1; }
done
exit $fail

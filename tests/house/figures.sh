#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The figures of the experiments: each one exists, is shown in its README and in the gallery, and is drawn by its figures.txt.
# Every experiment is in the table and in the gallery.
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
for list in experiments/*/figures.txt; do
    folder=$(dirname "$list")
    drawn=$(sed -n '/^#/d; s|^[^;]*;\(.*\)|\1|p' "$list" | tr -s ' ' '\n' | sed 's/.*=//' | sort -u)
    for figure in "$folder"/*.png; do
        [ -f "$figure" ] || continue
        echo "$drawn" | grep -qxF "$(basename "$figure" .png)" || { echo "$figure: not in $list"; fail=1; }
    done
    for figure in $drawn; do [ -f "$folder/$figure.png" ] || { echo "$list: no figure $figure"; fail=1; }; done
done
for folder in experiments/*/; do
    [ -f "$folder/README.md" ] && [ -f "$folder/experiment.yaml" ] && [ -f "$folder/figures.txt" ] && [ -f "$folder/numbers.txt" ] || { echo "$folder: incomplete"; fail=1; }
    name=$(basename "$folder")
    grep -q "^| \[$name\]($name) | [^|]*? |\$" experiments/README.md ||
        { echo "$folder: not in the table of experiments/README.md, with its question"; fail=1; }
    grep -q "^## \[.*\]($name)\$" experiments/README.md || { echo "$folder: not in the gallery"; fail=1; }
done
exit $fail

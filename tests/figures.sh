#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Draws the figures listed in experiments/*/figures.txt into out/figures/. `figures.sh keep` replaces the pictures in experiments/ that
# differ above their footers.
# `figures.sh same A B` compares two pictures in this way. `figures.sh untuned` draws the scenes of tests/figures/untuned, which nobody
# tuned, into out/untuned: all figures, and a contact sheet. Further arguments (--preset slide) are passed to every command.
set -u
pixels() { # pixels PICTURE: one line each, from the top down, without the last 60 rows, which hold the footer
    gnuplot -d -e "set table; plot '$1' binary filetype=png using 1:2:3 with rgbimage" 2> /dev/null |
        awk '/^#/ || NF < 5 { next } $2 < 60 { exit } { print }' | cksum
}
same() { # same A B: false where gnuplot cannot read them
    cmp -s "$1" "$2" && return
    one=$(pixels "$1") other=$(pixels "$2")
    [ "$one" = "$other" ] && [ "${one#* }" -gt 0 ]
}
[ "${1:-}" = same ] && { same "$2" "$3"; exit; }
cd "$(dirname "$0")/.." || exit 1
carom=${CAROM:-build/carom}
[ "${1:-}" = untuned ] && {
    shift; figures="overview scene filmstrip space-time motion energy divergence raster hodograph newton birkhoff"
    sheet=out/untuned/index.html; mkdir -p out/untuned; echo '<title>Untuned scenes</title>' > "$sheet"
    for scene in tests/figures/untuned/*.yaml; do
        name=$(basename "$scene" .yaml)
        echo "  $name"
        $carom compare "$scene" -o "out/untuned/$name" -q --figures all "$@" || [ $? -eq 65 ] || exit 1 # a solver that stops
        echo "<h2>$name</h2>" >> "$sheet"
        for figure in $figures; do [ -e "out/untuned/$name/$figure.png" ] && echo "<img src='$name/$figure.png' width=480>" >> "$sheet"; done
    done
    echo "  $sheet"
    exit
}
keep=false
[ "${1:-}" = keep ] && {
    keep=true; shift # without a style of the user
    XDG_CONFIG_HOME=$(mktemp -d); export XDG_CONFIG_HOME
    trap 'rm -rf "$XDG_CONFIG_HOME"' EXIT
}
trim() { echo "$1" | sed 's/^ *//; s/ *$//'; }
for list in experiments/*/figures.txt; do
    experiment=$(basename "$(dirname "$list")") number=0
    while IFS=';' read -r command figures; do
        case $command in '' | '#'*) continue ;; esac
        command=$(trim "$command")
        # each command has a folder of its own, so that no picture of another one is kept
        number=$((number + 1)) place=out/figures/$experiment-$number
        # a comparison draws the panels of its overview; for others, all
        all=
        case $command in compare*--figures*) ;; compare*)
            for figure in $figures; do case $figure in overview*) ;; *) all='--figures all' ;; esac; done ;;
        esac
        printf '  carom %s\n' "$command"
        # shellcheck disable=SC2086
        $carom $command -o "$place" $all "$@" > "${TMPDIR:-/tmp}/carom-figures.$$" 2>&1 < /dev/null ||
            { cat "${TMPDIR:-/tmp}/carom-figures.$$"; exit 1; }
        $keep || continue
        for figure in $figures; do
            drawn=$place/${figure%=*}.png kept=$(dirname "$list")/${figure#*=}.png
            same "$drawn" "$kept" || { cp "$drawn" "$kept" && echo "  $kept"; } || exit 1
        done
    done < "$list"
done
rm -f "${TMPDIR:-/tmp}/carom-figures.$$"

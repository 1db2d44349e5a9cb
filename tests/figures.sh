#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Draws what experiments/figures.txt lists into out/; `figures.sh keep` copies what the READMEs show to experiments/.
# Further arguments (--preset slide) go to every command.
set -u
cd "$(dirname "$0")/.." || exit 1
carom=${CAROM:-build/carom}
keep=false
[ "${1:-}" = keep ] && { keep=true; shift; }
trim() { echo "$1" | sed 's/^ *//; s/ *$//'; }
while IFS=';' read -r experiment command figures; do
    case $experiment in '' | '#'*) continue ;; esac
    experiment=$(trim "$experiment") command=$(trim "$command")
    place=out/$experiment
    case $command in plot*) to= ;; *) to="-o $place" ;; esac
    printf '  carom %s\n' "$command"
    # shellcheck disable=SC2086
    $carom $command $to --no-clock "$@" > "${TMPDIR:-/tmp}/carom-figures.$$" 2>&1 < /dev/null ||
        { cat "${TMPDIR:-/tmp}/carom-figures.$$"; exit 1; }
    $keep || continue
    for figure in $figures; do
        cp "$place/${figure%=*}.png" "experiments/${experiment%/*}/${figure#*=}.png" || exit 1
    done
done < experiments/figures.txt
rm -f "${TMPDIR:-/tmp}/carom-figures.$$"

#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Draws what experiments/*/figures.txt list into out/; `figures.sh keep` copies what the READMEs show to experiments/.
# Further arguments (--preset slide) go to every command.
set -u
cd "$(dirname "$0")/.." || exit 1
carom=${CAROM:-build/carom}
keep=false
[ "${1:-}" = keep ] && { keep=true; shift; }
trim() { echo "$1" | sed 's/^ *//; s/ *$//'; }
for list in experiments/*/figures.txt; do
    lacking=$(sh tests/engines.sh "$(dirname "$list")"/*.yaml)
    [ -z "$lacking" ] || { echo "  skip $(dirname "$list"): no plug-in for $lacking(make engines)"; continue; }
    while IFS=';' read -r command figures; do
        case $command in '' | '#'*) continue ;; esac
        command=$(trim "$command")
        what=${command#* } what=${what%% *} # `compare 01-head-on` goes to out/01-head-on, `plot out/01-head-on` stays there
        case $command in plot*) place=$what to= ;; *) place=out/$what to="-o out/$what" ;; esac
        printf '  carom %s\n' "$command"
        # shellcheck disable=SC2086
        $carom $command $to --no-clock "$@" > "${TMPDIR:-/tmp}/carom-figures.$$" 2>&1 < /dev/null ||
            { cat "${TMPDIR:-/tmp}/carom-figures.$$"; exit 1; }
        $keep || continue
        for figure in $figures; do
            cp "$place/${figure%=*}.png" "$(dirname "$list")/${figure#*=}.png" || exit 1
        done
    done < "$list"
done
rm -f "${TMPDIR:-/tmp}/carom-figures.$$"

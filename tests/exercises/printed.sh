#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Does every worksheet: runs its commands and looks for the right answers to the questions of its part "Run" among the numbers that
# the commands print, within the tolerance that the worksheet names. Prints a line per worksheet.
# usage: printed.sh [NAME...]
set -u
cd "$(dirname "$0")/../.." || exit 1
carom=$PWD/${CAROM:-build/carom}
case ${CAROM:-} in /*) carom=$CAROM ;; esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
[ $# -gt 0 ] || set -- $("$carom" exercise list | sed 's/ .*//')
for name; do
    sheet=experiments/$name/exercise.md
    awk -v name="$name" '/^exercise:/ { inside = $2 == name } inside && /^  / { sub(":", ""); print $1, $2 }' tests/exercises/answers.yaml > "$work/right"
    "$carom" exercise show "$name" | sed -n 's/^  \([A-Za-z_0-9]*\): *# a number +- \([^ :]*\)\( %\)\{0,1\}:.*/\1 \2\3/p' > "$work/tolerances"
    sed -n '/^## Run/,/^## [^R]/s/^- `\([^`]*\)`.*/\1/p' "$sheet" > "$work/asked"
    sed -n "s/^    carom //p" "$sheet" | sed 's/=YOURS/=41.312469/' > "$work/commands"
    (cd "$work" && while read -r command; do
        # shellcheck disable=SC2086
        "$carom" $command --no-plots -o "$work/out" < /dev/null || echo "failed: carom $command" >&2
    done < commands > printed)
    awk -v name="$name" -v FS='[^-+.0-9e]+' -v work="$work" '
        BEGIN {
            while ((getline line < (work "/right")) > 0) { split(line, cell, " "); right[cell[1]] = cell[2] }
            while ((getline line < (work "/tolerances")) > 0) {
                split(line, cell, " ")
                within[cell[1]] = cell[3] == "%" ? cell[2] / 100 * right[cell[1]] : cell[2]
            }
            while ((getline line < (work "/asked")) > 0) if (line in within) wanted[line]
        }
        {
            for (i = 1; i <= NF; i++) if ($i ~ /[0-9]/) for (id in wanted) {
                off = ($i - right[id]) / within[id]
                if (off * off <= 1.0001) delete wanted[id]
            }
        }
        END {
            for (id in wanted) missing = missing " " id
            print missing == "" ? "ok worksheet " name : "not ok worksheet " name ": no command prints the answer to" missing
        }' "$work/printed"
done

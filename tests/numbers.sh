#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The numbers of the READMEs, from the commands that they name: each line of experiments/*/numbers.txt (tests/numbers.txt for the
# README of the root) is run and its number compared with what the README shows, digit for digit of those shown; and every number
# in a table of an experiment's README has a line. A scene that is checked for its numbers has to pass: tests/experiments.sh does
# not do it again.
# usage: numbers.sh [short|long] [LIST...]: of these numbers.txt only; without the commands that take seconds, or only those. A list
# names them in lines `nightly ; COMMAND`. Prints "ok ..." or "not ok ..." per list.
set -u
cd "$(dirname "$0")/.." || exit 1
carom=$PWD/build/carom share=
case ${1:-} in short | long) share=$1 && shift ;; esac

. tests/look_up.sh

# whether VALUE, divided by FACTOR, is SHOWN to the digits of SHOWN (half a unit of the last)
agrees() {
    awk -v value="$1" -v factor="$3" -v shown="$2" 'BEGIN {
        if (value == "") exit 1
        mantissa = shown; exponent = 0
        if (i = index(shown, "e")) { mantissa = substr(shown, 1, i - 1); exponent = substr(shown, i + 1) }
        gsub(/[ ]/, "", mantissa)
        digits = index(mantissa, ".") ? length(mantissa) - index(mantissa, ".") : 0
        unit = 10 ^ (exponent - digits); off = value / factor - mantissa * 10 ^ exponent
        exit !(off <= 0.5001 * unit && off >= -0.5001 * unit) }'
}

newline='
'
shows() { # TEXT NUMBER: as a number of its own
    awk -v number="$2" 'BEGIN { gsub(/[.+]/, "[&]", number) } $0 ~ "(^|[^0-9.])" number "([^0-9]|$)" { found = 1; exit } END { exit !found }' "$1"
}

# Numbers of README $1, from its results on, that no line of the list $2 names. What stands in a table's first column is what a
# row is about; code, links and whole numbers of one or two digits in the text are not looked at.
unexplained() {
    sed -n '/^#/d; /^given *;/d; /^nightly *;/d; s/ *\*[^;]*$//; s/^.*; *//p' "$2" |
        awk -v given="$(sed -n 's/^given *; *//p' "$2" | sed 's/ *;.*//' | tr '\n' ',')" '
        BEGIN { n = split(given, g, / *, */); for (i = 1; i <= n; i++) known[g[i]] = 1 }
        FILENAME == "-" { known[$0] = 1; next }
        /^\*\*Result/ { inside = 1 }
        /^\|-/ { next }
        /^\|/ || inside || /^#/ {
            line = $0; row = line ~ /^\|/
            if (row) sub(/^\|[^|]*\|/, "", line)
            if (line ~ /^#/) line = ""
            gsub(/`[^`]*`/, "", line); gsub(/\[[^]]*\]\([^)]*\)/, "", line)
            while (match(line, /-?[0-9]([0-9]| [0-9][0-9][0-9])*(\.[0-9]+)?(e[-+]?[0-9]+)?/)) {
                number = substr(line, RSTART, RLENGTH); before = RSTART > 1 ? substr(line, RSTART - 1, 1) : ""
                if (before !~ /[A-Za-z_^]/ && !(number in known) && (row || number !~ /^([0-9][0-9]?|100)$/)) print number
                line = substr(line, RSTART + RLENGTH)
            }
        }' - "$1" | sort -u | tr '\n' ' '
}

# one list beside its README; what a command has printed and written stays in build/numbers
hold() { # hold LIST
    list=$1 text=$(dirname "$1")/README.md name=$(basename "$(dirname "$1")") bad=0 count=0 before=
    [ "$list" = tests/numbers.txt ] && text=README.md name=README
    slow=$(sed -n 's/^nightly *; *//p' "$list")
    lost=$(echo "$slow" | while read -r command; do grep -q "^$command *;" "$list" || echo "$command"; done)
    [ -z "$lost" ] || { echo "# $list: no line of nightly; $lost"; bad=1; }
    work=build/numbers/$name
    rm -rf "$work"; mkdir -p "$work"
    while IFS=';' read -r command table row column shown; do
        case $command in '' | '#'* | given* | nightly*) continue ;; esac
        trim command
        if [ -n "$share" ]; then
            case "$newline$slow$newline" in *"$newline$command$newline"*) now=long ;; *) now=short ;; esac
            [ $now = "$share" ] || continue
        fi
        trim table; trim row; trim column
        factor=1
        case $shown in *'*'*) factor=${shown#*\*} shown=${shown%\**} ;; esac
        trim shown; trim factor
        count=$((count + 1))
        if [ "$command" != "$before" ]; then # a checksum for each of thousands of lines would take seconds
            run_once "$work" "$command" || case $command in
                check*) echo "# carom $command: "; grep -v '^PASS' "$place/stdout"; bad=1 ;;
            esac
        fi
        before=$command
        if [ "$table" = stdout ]; then value=$(printed "$place/stdout" "$row")
        else value=$(look_up "$place/$table" "$row" "$column" 2> /dev/null); fi
        if ! agrees "$value" "$shown" "$factor"; then
            echo "# carom $command: $table, $row, $column: $value; $text shows $shown"; bad=1
        fi
        shows "$text" "$shown" || { echo "# $text does not show $shown"; bad=1; }
    done < "$list"
    if [ "$name" != README ]; then
        missed=$(unexplained "$text" "$list")
        [ -z "$missed" ] || { echo "# $text: no line in $list says where $missed are from"; bad=1; }
    fi
    if [ $bad = 0 ]; then echo "ok numbers of $name: $count"; else echo "not ok numbers of $name"; fi
}
[ $# -gt 0 ] || set -- experiments/*/numbers.txt tests/numbers.txt
for list in "$@"; do
    hold "$list"
    [ ! -f "$(dirname "$list")/evidence.txt" ] || sh tests/evidence.sh
done

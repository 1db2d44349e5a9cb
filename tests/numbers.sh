#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The numbers of the READMEs, from the commands that they name: each line of experiments/*/numbers.txt (tests/numbers.txt for the
# README of the root) is run and its number compared with what the README shows, digit for digit of those shown; and every number
# in a table of an experiment's README has a line. A scene that is checked for its numbers has to pass: tests/experiments.sh does
# not do it again.
# usage: numbers.sh [LIST...]: of these numbers.txt only. Prints "ok ..." or "not ok ..." per list.
set -u
cd "$(dirname "$0")/.." || exit 1
carom=$PWD/build/carom

trim() { # trim NAME: the spaces around what is in it, without a process for each of thousands
    eval "trimmed=\$$1"
    trimmed=${trimmed#"${trimmed%%[! ]*}"}
    trimmed=${trimmed%"${trimmed##*[! ]}"}
    eval "$1=\$trimmed"
}

# The number in TABLE of the rows that meet ROW ("a=b,c=d"; the last of them, or with "nth=2" the second), in COLUMN. COLUMN may be
# "A/B", a ratio of two; "max A" and "min A", the largest and the least of the rows; "angle A B", that of the velocity of ball A relative to ball B.
look_up() {
    awk -F '\t' -v row="$2" -v column="$3" '
        function same(a, b) { return a == b || (a + 0 == a && b + 0 == b && (a - b) ^ 2 <= 1e-18 * (b ^ 2 + 1e-30)) }
        NR == 1 {
            for (i = 1; i <= NF; i++) at[$i] = i
            wants = split(row, want, ","); words = split(column, word, " "); parts = split(column, part, "/")
            next
        }
        { met = 1; nth = 0
          for (i = 1; i <= wants; i++) {
              split(want[i], kv, "=")
              if (kv[1] == "nth") nth = kv[2]
              else if (!(kv[1] in at) || !same($at[kv[1]], kv[2])) met = 0
          }
          seen += met
          if (nth && seen != nth) met = 0
          if (met && column in at) found = $at[column]
          if (met && parts == 2) found = $at[part[1]] / $at[part[2]]
          if (met && word[1] == "max" && (found == "" || $at[word[2]] > found)) found = $at[word[2]]
          if (met && word[1] == "min" && (found == "" || $at[word[2]] < found)) found = $at[word[2]]
          if (word[1] == "angle") { vx[$at["ball"]] = $at["vx_mps"]; vy[$at["ball"]] = $at["vy_mps"] } }
        END { if (words == 3 && word[1] == "angle")
                  found = sprintf("%.15g", atan2(vy[word[2]] - vy[word[3]], vx[word[2]] - vx[word[3]]))
              print found }' "$1"
}

# the first number after TEXT, whose last word ends there, in what a command printed
printed() {
    awk -v text="$2" '{ all = all $0 "\n" }
        END { while (i = index(all, text)) { all = substr(all, i + length(text)); if (all !~ /^[A-Za-z]/) break }
              if (i) { if (match(all, /-?[0-9][0-9.]*(e[-+]?[0-9]+)?/)) print substr(all, RSTART, RLENGTH) } }' "$1"
}

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

shows() { # TEXT NUMBER: as a number of its own
    awk -v number="$2" 'BEGIN { gsub(/[.+]/, "[&]", number) } $0 ~ "(^|[^0-9.])" number "([^0-9]|$)" { found = 1; exit } END { exit !found }' "$1"
}

# Numbers of README $1, from its results on, that no line of the list $2 names. What stands in a table's first column is what a
# row is about; code, links and whole numbers of one or two digits in the text are not looked at.
unexplained() {
    sed -n '/^#/d; /^given *;/d; s/ *\*[^;]*$//; s/^.*; *//p' "$2" |
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
    lacking=$([ "$name" = README ] || sh tests/engines.sh "$(dirname "$list")"/*.yaml)
    [ -z "$lacking" ] || { echo "skip numbers of $name: no plug-in for $lacking(make engines)"; return; }
    work=build/numbers/$name
    rm -rf "$work"; mkdir -p "$work"
    while IFS=';' read -r command table row column shown; do
        case $command in '' | '#'* | given*) continue ;; esac
        trim command; trim table; trim row; trim column
        factor=1
        case $shown in *'*'*) factor=${shown#*\*} shown=${shown%\**} ;; esac
        trim shown; trim factor
        count=$((count + 1))
        [ "$command" = "$before" ] || place=$work/$(echo "$command" | cksum | cut -d ' ' -f 1)
        before=$command
        if [ ! -d "$place" ]; then
            mkdir -p "$place"
            case $command in run* | sweep* | check*) options= ;; *) options=--no-plots ;; esac
            # shellcheck disable=SC2086
            "$carom" $command $options -o "$place" > "$place/stdout" 2>&1 < /dev/null || case $command in
                check*) echo "# carom $command: "; grep -v '^PASS' "$place/stdout"; bad=1 ;;
            esac
        fi
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
for list in "$@"; do hold "$list"; done

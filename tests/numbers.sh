#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The numbers of the READMEs, from the commands that they name: each line of tests/numbers.txt is run and its number
# compared with what the README shows, digit for digit of those shown. Prints "ok ..." or "not ok ..." per experiment.
set -u
cd "$(dirname "$0")/.." || exit 1
carom=$PWD/build/carom
work=build/numbers
rm -rf "$work"; mkdir -p "$work"

trim() { echo "$1" | sed 's/^ *//; s/ *$//'; }

# the number in TABLE of the rows that meet ROW ("a=b,c=d"; the last of them), in COLUMN; or "angle A B": that of the velocity of
# ball A relative to ball B
look_up() {
    awk -F '\t' -v row="$2" -v column="$3" '
        function same(a, b) { return a == b || (a + 0 == a && b + 0 == b && (a - b) ^ 2 <= 1e-18 * (b ^ 2 + 1e-30)) }
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; wants = split(row, want, ","); next }
        { met = 1
          for (i = 1; i <= wants; i++) { split(want[i], kv, "="); if (!(kv[1] in at) || !same($at[kv[1]], kv[2])) met = 0 }
          if (met && column in at) found = $at[column]
          if (column ~ /^angle /) { vx[$at["ball"]] = $at["vx_mps"]; vy[$at["ball"]] = $at["vy_mps"] } }
        END { if (split(column, w, " ") == 3 && w[1] == "angle")
                  found = sprintf("%.15g", atan2(vy[w[2]] - vy[w[3]], vx[w[2]] - vx[w[3]]))
              print found }' "$1"
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

last='' bad=0 count=0
finish() {
    [ -z "$last" ] || if [ $bad = 0 ]; then echo "ok numbers of $last: $count"; else echo "not ok numbers of $last"; fi
}
while IFS=';' read -r experiment command table row column shown; do
    case $experiment in '' | '#'*) continue ;; esac
    experiment=$(trim "$experiment") command=$(trim "$command") table=$(trim "$table") row=$(trim "$row") column=$(trim "$column")
    shown=$(trim "$shown") factor=1
    case $shown in *'*'*) factor=$(trim "${shown#*\*}") shown=$(trim "${shown%\**}") ;; esac
    [ "$experiment" = "$last" ] || { finish; last=$experiment bad=0 count=0; }
    count=$((count + 1))
    place=$work/$(echo "$command" | cksum | cut -d ' ' -f 1)
    if [ ! -d "$place" ]; then
        mkdir -p "$place"
        case $command in run*) options= ;; sweep*) options= ;; *) options=--no-plots ;; esac
        # shellcheck disable=SC2086
        $carom $command $options -o "$place" > "$place/stdout" 2>&1
    fi
    value=$(look_up "$place/$table" "$row" "$column" 2> /dev/null)
    if ! agrees "$value" "$shown" "$factor"; then
        echo "# carom $command: $table, $row, $column: $value; the README shows $shown"; bad=1
    fi
    text=experiments/$experiment/README.md
    [ "$experiment" = README ] && text=README.md
    if ! grep -qF -- "$shown" "$text"; then
        echo "# $text does not show $shown"; bad=1
    fi
done < tests/numbers.txt
finish

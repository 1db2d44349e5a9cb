#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# How true is it: compares each exhibit of 27-measured with its measurement, for springs and for impulses. Each line of evidence.txt
# names a measured value and the number of a run; the table that follows from them has to be that of evidence.md and of 'carom help evidence'.
# usage: evidence.sh [keep]: writes both; without `keep` compares them with the runs. Uses what numbers.sh has left in build/numbers.
set -eu
cd "$(dirname "$0")/.."
carom=$PWD/build/carom
folder=experiments/27-measured list=experiments/27-measured/evidence.txt work=build/numbers/27-measured
topic=src/cli/help/topics/evidence.txt rows=build/evidence.txt
. tests/look_up.sh

# the verdict of a number: "<0" and ">0" are signs, "A +- S" has a standard error, "A to B" a range, "chi2" stands for a chi-square per
# point, and "= A" for a number without error. `value` is divided by `factor`.
verdict() { # verdict VALUE FACTOR MEASURED
    awk -v value="$1" -v factor="$2" -v measured="$3" 'BEGIN {
        if (value == "" || value == "nan" || value == "-") { print "MISSING"; exit }
        n = split(measured, part, " "); v = value / factor; shown = sprintf("%.3g", v)
        if (measured == "<0" || measured == ">0")
            print shown ", " ((measured == "<0") == (v < 0) && v != 0 ? "right" : "wrong") " sign"
        else if (measured == "chi2") print "chi-square per point " sprintf("%.2g", v)
        else if (part[1] == "=") print sprintf("%.8g", v) ", off by " sprintf("%.1g", (v / part[2] - 1 < 0 ? 1 - v / part[2] : v / part[2] - 1) * 100) " %"
        else if (part[2] == "+-") { off = (v - part[1]) / part[3]; print shown ", " sprintf("%.1f", off < 0 ? -off : off) " sigma" }
        else if (part[2] == "to") print shown ", " (v >= part[1] && v <= part[3] ? "inside" : "outside")
        else print "MISSING" }'
}

shown() { # as the table shows what was measured
    case $1 in '<0') echo negative ;; '>0') echo positive ;; chi2) echo 'points with error bars' ;; '= '*) echo "${1#= }" ;; *) echo "$1" ;; esac
}

mkdir -p build "$work"
: > $rows
seen=
while IFS=';' read -r exhibit compared measured springs impulses; do
    case $exhibit in '' | '#'*) continue ;; esac
    for name in exhibit compared measured; do trim $name; done
    cells=
    for model in "$springs" "$impulses"; do
        trim model
        case $model in
            text:*) cell=${model#text:}; trim cell ;;
            *) command=${model%% | *} rest=${model#* | } factor=1
               table=${rest%% | *} rest=${rest#* | }
               row=${rest%% | *} column=${rest#* | }
               case $column in *'*'*) factor=${column#*\*} column=${column%\**}; trim column; trim factor ;; esac
               run_once "$work" "$command" || :
               if [ "$table" = stdout ]; then value=$(printed "$place/stdout" "$row"); else value=$(look_up "$place/$table" "$row" "$column"); fi
               cell=$(verdict "$value" "$factor" "$measured")
               [ "$cell" != MISSING ] || { echo "not ok evidence: $exhibit: 'carom $command' has no number in $table, $row, $column"; exit 0; } ;;
        esac
        cells="$cells;$cell"
    done
    echo "$exhibit;$compared;$(shown "$measured")$cells" >> $rows
    seen="$seen $exhibit"
done < $list

# as Markdown, and as text of at most 100 columns
awk -F ';' 'BEGIN { print "| exhibit | compared | measured | springs | impulses |\n|---|---|---|---|---|" } { print "| " $1 " | " $2 " | " $3 " | " $4 " | " $5 " |" }' $rows > build/evidence.md
awk -F ';' '
    function wrapped(name, text,    n, word, i, line) { # of at most 100 columns
        n = split(text, word, " "); line = sprintf("  %-10s", name)
        for (i = 1; i <= n; i++) {
            if (length(line " " word[i]) > 100) { print line; line = sprintf("  %-10s", "") }
            line = line " " word[i]
        }
        print line
    }
    { print (NR > 1 ? "\n" : "") $1; wrapped("measured", $2 ": " $3); wrapped("springs", $4); wrapped("impulses", $5) }' $rows > build/evidence.topic

if [ "${1:-}" = keep ]; then
    sed -i '/^| exhibit/,$d' $folder/evidence.md && cat build/evidence.md >> $folder/evidence.md
    sed -i '/^## results/,$d' $topic && { echo '## results'; cat build/evidence.topic; } >> $topic
    exit
fi
sed -n '/^| exhibit/,$p' $folder/evidence.md | cmp -s - build/evidence.md || { diff $folder/evidence.md build/evidence.md | sed 's/^/# /'; echo "not ok evidence: other numbers than $folder/evidence.md (sh tests/evidence.sh keep)"; exit 0; }
sed -n '/^## results/,$p' $topic | sed 1d | cmp -s - build/evidence.topic || { echo "not ok evidence: 'carom help evidence' has other numbers (sh tests/evidence.sh keep)"; exit 0; }
echo "ok evidence:$seen"

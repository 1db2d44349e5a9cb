#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# How true is it: compares each exhibit of 27-measured with its measurement, for springs and for impulses. Each line of evidence.txt
# names a measured value and the number of a run; the table that follows from them has to be that of evidence.md.
# usage: evidence.sh [keep]: writes it; without `keep` compares them with the runs. Uses what numbers.sh has left in build/numbers.
set -eu
cd "$(dirname "$0")/.."
folder=experiments/27-measured list=experiments/27-measured/evidence.txt work=build/numbers/27-measured
. tests/look_up.sh

mkdir -p $work
[ -f $work/commands ] || : > $work/commands
awk -F ' *; *' '/^#/ { next } { for (i = 4; i <= 5; i++) if ($i != "" && $i !~ /^text:/) { sub(/ \| .*/, "", $i); print $i } }' $list | run_all $work

# Writes the table as Markdown, and prints the exhibits, or a number that is missing.
said=$(awk -F ' *; *' -v work=$work "$look_up"'
    # The verdict of a number: "<0" and ">0" are signs, "A +- S" has a standard error, "A to B" a range, "chi2" stands for a chi-square
    # per point, and "= A" for a number without error.
    function verdict(v, measured,    n, part, off) {
        n = split(measured, part, " ")
        if (measured == "<0" || measured == ">0")
            return sprintf("%.3g", v) ", " ((measured == "<0") == (v < 0) && v != 0 ? "right" : "wrong") " sign"
        if (measured == "chi2") return "chi-square per point " sprintf("%.2g", v)
        if (part[1] == "=") { off = v / part[2] - 1; return sprintf("%.8g", v) ", off by " sprintf("%.1g", (off < 0 ? -off : off) * 100) " %" }
        if (part[2] == "+-") { off = (v - part[1]) / part[3]; return sprintf("%.3g", v) ", " sprintf("%.1f", off < 0 ? -off : off) " sigma" }
        if (part[2] == "to") return sprintf("%.3g", v) ", " (v >= part[1] && v <= part[3] ? "inside" : "outside")
        return "MISSING"
    }
    # a model: "text: TEXT", or "COMMAND | TABLE | ROW | COLUMN [* UNIT]"
    function cell_of(model, measured,    part, n, at, column, factor, value, said) {
        if (sub(/^text: */, "", model)) return model
        split(model, part, / *\| */)
        column = part[4]; factor = 1
        if (at = index(column, "*")) { factor = trim(substr(column, at + 1)); column = trim(substr(column, 1, at - 1)) }
        value = find(work, part[1], part[2], part[3], column)
        said = value == "" || value == "nan" || value == "-" ? "MISSING" : verdict(value / factor, measured)
        if (said == "MISSING") lost = "not ok evidence: " $1 ": carom " part[1] " has no number in " part[2] ", " part[3] ", " column
        return said
    }
    function shown(measured) { # as the table shows what was measured
        if (measured == "<0") return "negative"
        if (measured == ">0") return "positive"
        if (measured == "chi2") return "points with error bars"
        sub(/^= /, "", measured)
        return measured
    }
    BEGIN { table = "build/evidence.md"
            print "| exhibit | compared | measured | springs | impulses |\n|---|---|---|---|---|" > table }
    /^#/ || /^$/ { next }
    {
        springs = cell_of($4, $3); impulses = cell_of($5, $3); seen = seen " " $1
        print "| " $1 " | " $2 " | " shown($3) " | " springs " | " impulses " |" > table
    }
    END { print lost == "" ? "ok evidence:" seen : lost }' $list)

case $said in 'not ok'*) echo "$said"; exit 0 ;; esac
if [ "${1:-}" = keep ]; then
    sed -i '/^| exhibit/,$d' $folder/evidence.md && cat build/evidence.md >> $folder/evidence.md
    exit
fi
sed -n '/^| exhibit/,$p' $folder/evidence.md | cmp -s - build/evidence.md || { diff $folder/evidence.md build/evidence.md | sed 's/^/# /'; echo "not ok evidence: other numbers than $folder/evidence.md (sh tests/evidence.sh keep)"; exit 0; }
echo "$said"

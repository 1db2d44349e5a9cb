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
share=
case ${1:-} in short | long) share=$1 && shift ;; esac
. tests/look_up.sh

# Functions of awk for the lines of a list, in the array cell
rows='
function read_line(text,    i, n) { # false for a comment and for the commands of another share
    n = split(text, cell, ";")
    for (i = 1; i <= n; i++) cell[i] = trim(cell[i])
    if (cell[1] == "nightly") slow[cell[2]] = 1
    return cell[1] != "" && cell[1] !~ /^#/ && cell[1] != "given" && cell[1] != "nightly" &&
           (share == "" || share == (cell[1] in slow ? "long" : "short"))
}'

# Prints per number that does not hold, or that no line explains, a line that begins with #, then the verdict.
verdict() { # verdict LIST README NAME WORK
    awk -v list="$1" -v readme="$2" -v name="$3" -v work="$4" -v share="$share" "$look_up$rows"'
    function wrong(text) { print "# " text; bad = 1 }
    # whether a value, divided by a factor, is shown to the digits shown (half a unit of the last)
    function agrees(value, shown, factor,    mantissa, exponent, i, digits, unit, off) {
        if (value == "") return 0
        mantissa = shown; exponent = 0
        if (i = index(shown, "e")) { mantissa = substr(shown, 1, i - 1); exponent = substr(shown, i + 1) }
        gsub(/ /, "", mantissa)
        digits = index(mantissa, ".") ? length(mantissa) - index(mantissa, ".") : 0
        unit = 10 ^ (exponent - digits); off = value / factor - mantissa * 10 ^ exponent
        return off <= 0.5001 * unit && off >= -0.5001 * unit
    }
    function shows(number) { # as a number of its own
        gsub(/[.+]/, "[&]", number)
        return text ~ "(^|[^0-9.])" number "([^0-9]|$)"
    }
    function hold(    shown, factor, value) {
        shown = cell[5]; factor = 1
        if (index(shown, "*")) { factor = trim(substr(shown, index(shown, "*") + 1)); shown = trim(substr(shown, 1, index(shown, "*") - 1)) }
        known[shown] = 1
        if (!counted) return
        value = find(work, cell[1], cell[2], cell[3], cell[4])
        if (!agrees(value, shown, factor)) wrong("carom " cell[1] ": " cell[2] ", " cell[3] ", " cell[4] ": " value "; " readme " shows " shown)
        if (!shows(shown)) wrong(readme " does not show " shown)
    }
    function passed(command,    place, line) { # a check whose numbers are shown has to pass
        place = work "/" number_of(work, command)
        if (command !~ /^check/ || (getline line < (place ".failed")) < 0) return
        wrong("carom " command ":")
        while ((getline line < (place ".stdout")) > 0) if (line !~ /^PASS/) print line
    }
    # Numbers of the README, from its results on, that no line of the list names. What stands in a table'"'"'s first column is what a
    # row is about; code, links and whole numbers of one or two digits in the text are not looked at.
    function explain(line,    row, number, before) {
        if (line ~ /^\*\*Result/) inside = 1
        if (line ~ /^\|-/ || line ~ /^#/ || line !~ /^\|/ && !inside) return
        row = sub(/^\|[^|]*\|?/, "", line)
        gsub(/`[^`]*`/, "", line); gsub(/\[[^]]*\]\([^)]*\)/, "", line)
        while (match(line, /-?[0-9]([0-9]| [0-9][0-9][0-9])*(\.[0-9]+)?(e[-+]?[0-9]+)?/)) {
            number = substr(line, RSTART, RLENGTH); before = RSTART > 1 ? substr(line, RSTART - 1, 1) : ""
            if (before !~ /[A-Za-z_^]/ && !(number in known) && (row || number !~ /^([0-9][0-9]?|100)$/)) {
                missed = missed " " number
                known[number] = 1
            }
            line = substr(line, RSTART + RLENGTH)
        }
    }
    BEGIN {
        text = read_whole(readme)
        while ((getline line < list) > 0) {
            counted = read_line(line)
            if (cell[1] == "nightly" && cell[2] in has_line) wrong(list ": nightly after its lines; " cell[2])
            has_line[cell[1]] = 1
            count += counted
            if (counted && !seen[cell[1]]++) passed(cell[1])
            if (cell[1] == "given") { n = split(cell[2], given, / *, */); for (i = 1; i <= n; i++) known[given[i]] = 1 }
            else if (cell[1] != "nightly" && cell[1] != "" && cell[1] !~ /^#/) hold()
        }
        for (command in slow) if (!(command in has_line)) wrong(list ": no line of nightly; " command)
        n = name == "README" ? 0 : split(text, lines, "\n")
        for (i = 1; i <= n; i++) explain(lines[i])
        if (missed != "") wrong(readme ": no line in " list " says where" missed " are from")
        print bad ? "not ok numbers of " name : "ok numbers of " name ": " count
    }'
}

[ $# -gt 0 ] || set -- experiments/*/numbers.txt tests/numbers.txt
for list in "$@"; do
    folder=${list%/*} readme=${list%/*}/README.md
    name=${folder##*/}
    [ "$list" != tests/numbers.txt ] || { readme=README.md name=README; }
    work=build/numbers/$name # what a command has printed and written stays there
    rm -rf "$work"
    mkdir -p "$work"
    : > "$work/commands"
    awk -v share="$share" "$look_up$rows"' read_line($0) { print cell[1] }' "$list" | run_all "$work"
    verdict "$list" "$readme" "$name" "$work"
    [ ! -f "$folder/evidence.txt" ] || sh tests/evidence.sh
done

# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
# For numbers.sh and evidence.sh: run commands of carom, and find numbers in what they have written or printed.

# Run the commands on standard input, each line once. WORK/commands lists them; the Nth writes to the folder WORK/N and to the file
# WORK/N.stdout. A failure leaves WORK/N.failed.
run_all() { # run_all WORK
    awk 'FILENAME != "-" { known[$0] = 1; n++; next } !($0 in known) { known[$0] = 1; print ++n, $0 }' "$1/commands" - > "$1/new"
    while read -r n command; do
        case $command in run* | check*) options= ;; *) options=--no-plots ;; esac
        # shellcheck disable=SC2086
        build/carom $command $options -o "$1/$n" > "$1/$n.stdout" 2>&1 < /dev/null || : > "$1/$n.failed"
        printf '%s\n' "$command" >> "$1/commands"
    done < "$1/new"
}

# Functions of awk:
# find(WORK, COMMAND, TABLE, ROW, COLUMN): what a command of `run_all` has written there; empty if it has not. TABLE "stdout" is
# what it printed: the first number after the text ROW, whose last word ends there. In other tables ROW is "a=b,c=d", which the last
# row that meets it stands for, or with "nth=2" the second. COLUMN may be "A/B", a ratio of two; "max A" and "min A", the largest and
# the least of the rows; "angle A B", that of the velocity of ball A relative to ball B.
look_up='
function trim(text) { gsub(/^ +| +$/, "", text); return text }
function number_of(work, command,    line, n) {
    if (!(work in listed)) {
        while ((getline line < (work "/commands")) > 0) number[work, line] = ++n
        close(work "/commands")
        listed[work] = 1
    }
    return number[work, command]
}
function find(work, command, table, row, column) {
    work = work "/" number_of(work, command)
    return table == "stdout" ? printed(work ".stdout", row) : look_up(work "/" table, row, column)
}
function read_whole(file,    line, text) {
    while ((getline line < file) > 0) text = text line "\n"
    close(file)
    return text
}
function printed(file, text,    all, i) {
    if (!(file in said)) said[file] = read_whole(file)
    all = said[file]
    while (i = index(all, text)) {
        all = substr(all, i + length(text))
        if (all !~ /^[A-Za-z]/) return match(all, /-?[0-9][0-9.]*(e[-+]?[0-9]+)?/) ? substr(all, RSTART, RLENGTH) : ""
    }
    return ""
}
function same(a, b) { return a == b || (a + 0 == a && b + 0 == b && (a - b) ^ 2 <= 1e-18 * (b ^ 2 + 1e-30)) }
function look_up(file, row, column,    line, n, i, cell, at, want, wants, word, part, kv, met, nth, seen, found, vx, vy) {
    if ((getline line < file) <= 0) return ""
    n = split(line, cell, "\t")
    for (i = 1; i <= n; i++) at[cell[i]] = i
    wants = split(row, want, ","); split(column, word, " "); split(column, part, "/")
    while ((getline line < file) > 0) {
        split(line, cell, "\t")
        met = 1; nth = 0
        for (i = 1; i <= wants; i++) {
            split(want[i], kv, "=")
            if (kv[1] == "nth") nth = kv[2]
            else if (!(kv[1] in at) || !same(cell[at[kv[1]]], kv[2])) met = 0
        }
        seen += met
        if (word[1] == "angle") { vx[cell[at["ball"]]] = cell[at["vx_mps"]]; vy[cell[at["ball"]]] = cell[at["vy_mps"]] }
        if (!met || nth && seen != nth) continue
        if (column in at) found = cell[at[column]]
        else if (part[2] != "") found = cell[at[part[1]]] / cell[at[part[2]]]
        else if (word[1] == "max" && (found == "" || cell[at[word[2]]] > found)) found = cell[at[word[2]]]
        else if (word[1] == "min" && (found == "" || cell[at[word[2]]] < found)) found = cell[at[word[2]]]
    }
    close(file)
    if (word[1] == "angle") found = atan2(vy[word[2]] - vy[word[3]], vx[word[2]] - vx[word[3]])
    return found
}'

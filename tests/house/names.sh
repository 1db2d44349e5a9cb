#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Names of identifiers, files and folders use the field's words: none of the private words below is a part of a name. Keys, commands
# and columns in strings are exempt, and so are former names of public functions, which are macros.
# usage: names.sh [ROOT]: checks the tree at ROOT. Without ROOT it first tests the rule on two small trees, if they or this file have changed
# since they passed, then checks carom.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
. "$here/rules/stamp.sh"
words='lane journey twin twins seam seams story stories burst bursts crowd crew'

audit() { # audit ROOT
    cd "$1"
    # shellcheck disable=SC2046
    awk -v words="$words" '
        BEGIN { n = split(words, word, "[ \n]+"); for (i = 1; i <= n; i++) banned[word[i]] = 1 }
        function check(name, place,    parts, part, i) {
            parts = split(tolower(name), part, "_")
            for (i = 1; i <= parts; i++) if (part[i] in banned) print place ": " name ": " part[i] " is a private word"
        }
        FNR == 1 { comment = 0; n = split(FILENAME, part, "/"); for (i = 1; i <= n; i++) { sub(/\.[a-z]*$/, "", part[i]); check(part[i], FILENAME) } }
        {
            if (/^#define carom_[a-z_]* carom_[a-z_]*$/) next
            gsub(/"([^"\\]|\\.)*"/, "\"\"")
            gsub(/\/\*([^*]|\*+[^*\/])*\*+\//, "")
            if (comment) { if (sub(/.*\*\//, "")) comment = 0; else next }
            if (sub(/\/\*.*/, "")) comment = 1
            line = $0
            while (match(line, /[A-Za-z_][A-Za-z_0-9]*/)) {
                check(substr(line, RSTART, RLENGTH), FILENAME ":" FNR)
                line = substr(line, RSTART + RLENGTH)
            }
        }' $(find src include -name '*.[ch]' | sort)
}

if [ $# -eq 1 ]; then
    audit "$1"
    exit 0
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail=0
if changed names; then . "$here/rules/names.sh"; fi
(audit "$here/../..") > "$work/carom"
[ $fail = 1 ] || remember names
if [ -s "$work/carom" ]; then cat "$work/carom"; fail=1; fi
exit $fail

#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What is said of carom is so: README.md is short and names commands and topics that are there, src/README.md every folder of
# src/ in the order of the floors, and everything in a public header has a comment.
# usage: words.sh [ROOT]: of the tree at ROOT, said as from ROOT. Without it: of carom, after trying each rule on trees that break it.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
most_lines=120

readme() {
    awk -v most=$most_lines 'END { if (NR > most) print "README.md: " NR " lines; at most " most }' README.md
    sed -n '/^    /p' README.md | head -n 2 | sed 's/ *#.*//; s/^ *//' | tr '\n' ';' | grep -qx 'make demo;make check;' ||
        echo "README.md: does not begin with make demo and make check"
    for name in $(grep -oE '\]\([^)]*\)' README.md src/README.md | sed 's/](//; s/)$//'); do
        file=${name#*:}
        [ -e "$(dirname "${name%%:*}")/$file" ] || echo "${name%%:*}: there is no $file"
    done
}

# The words behind "carom" and "carom help" in README.md are commands and topics.
spoken() { # spoken PROGRAM
    "$1" help | sed -n 's/^  carom \([a-z]*\).*/\1/p' > "$work/commands"
    "$1" help | sed -n '/^topics/,/^$/s/^  \([a-z]*\) .*/\1/p' > "$work/topics"
    echo help >> "$work/commands"
    grep -ohE '`(build/)?carom [a-z]+' README.md src/README.md experiments/README.md experiments/*/*.md | sed 's/.* //' | sort -u |
        while read -r word; do grep -qx "$word" "$work/commands" || echo "a text names 'carom $word': there is no such command"; done
    grep -ohE '`carom help [a-z]+[^|]*' README.md src/README.md experiments/README.md experiments/*/*.md |
        sed -nE 's/^`carom help ([a-z]+)`.*/\1/p' | sort -u |
        while read -r word; do grep -qx "$word" "$work/topics" || echo "a text names 'carom help $word': there is no such topic"; done
}

# Folders of src/ that have sources, in the order of the floors, against the first column of the table.
folders() {
    sed -n "/^floors='/,/'\$/p" "$1" | sed "s/^floors='//; s/'\$//" | tr ' ' '\n' > "$work/floors"
    sed -n 's/^| \(`[^|]*`\) |.*/\1/p' src/README.md | sed -n '/^`base`/,/^`cli`/p' | tr -d '`,' | tr ' ' '\n' > "$work/named"
    diff "$work/floors" "$work/named" | sed -n 's/^</src\/README.md lacks, or has elsewhere: /p; s/^>/src\/README.md names, and the floors do not (there): /p'
    find src -name '*.c' | sed 's|^src/||; s|/[^/]*$||' | sort -u |
        while read -r folder; do grep -qx "$folder" "$work/named" || echo "src/README.md does not name $folder"; done
}

# Every declaration of a public header (a prototype, a type, an object) has a comment of its own, above it or behind it in its
# line; but for macros, names of structs that come later, and a seam, of which its list above says all.
headers() {
    for header in include/carom/*.h; do
        awk -v name="$header" '
            comment { if (/\*\//) comment = 0; next }
            !depth && /^\/\*[^*]/ { comment = !/\*\//; next }
            !depth && /^\/\*\*/ { said = 1; comment = !/\*\//; next }
            macro || /^#/ { macro = /\\$/; said = 0; next }
            !depth && /^$/ { said = 0; next }
            /^$/ || /^(X|CAROM_[A-Z_]*)\(/ || /^extern const carom_interface / || /^typedef struct carom_[a-z_]* carom_[a-z_]*;$/ && !said { next }
            !depth && !going { if (!said && !/\/\*\*</) print name ":" FNR ": no comment on " $0 }
            { code = $0; sub(/\/\*.*/, "", code); if (depth && /\/\*/ && !/\*\//) comment = 1
              depth += gsub(/\{/, "{", code) - gsub(/\}/, "}", code)
              going = depth > 0 || code !~ /[;}] *$/
              if (!depth && !going) said = 0 }
        ' "$header"
    done
}

audit() { # audit ROOT FLOORS
    cd "$1"
    readme
    folders "$2"
    headers
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [ $# -eq 1 ]; then
    audit "$1" "$1/floors.sh"
    exit 0
fi

# ---- each rule, tried ----

fail=0
try() { # try "what it has to say" FILE TEXT: of a tree that is right but for FILE; an empty FILE: of one that is right
    tree=$work/tree
    mkdir -p "$tree/src/base" "$tree/src/cli" "$tree/include/carom"
    printf '# a\n\n    make demo\n    make check\n' > "$tree/README.md"
    printf '| `base` | a |\n| `cli` | b |\n' > "$tree/src/README.md"
    printf "floors='base\ncli'\n" > "$tree/floors.sh"
    : > "$tree/src/base/a.c"
    printf '/** What it does. */\nint carom_a(void);\n' > "$tree/include/carom/a.h"
    [ -z "$2" ] || printf '%b' "$3" > "$tree/$2"
    sh "$here/words.sh" "$tree" > "$work/said"
    if [ -n "$1" ] && ! grep -qF "$1" "$work/said"; then
        echo "a tree that should be told '$1' is told '$(cat "$work/said")'"; fail=1
    elif [ -z "$1" ] && [ -s "$work/said" ]; then
        echo "a tree that is right is told '$(cat "$work/said")'"; fail=1
    fi
    rm -rf "$tree"
}

try '' '' ''
try 'README.md: 121 lines' README.md "    make demo\n    make check\n$(awk 'BEGIN { for (i = 0; i < 119; i++) printf "a\\n" }')"
try 'does not begin with' README.md '    make check\n    make demo\n'
try 'there is no b.png' README.md '    make demo\n    make check\n![a](b.png)\n'
try 'lacks, or has elsewhere:  cli' src/README.md '| `base` | a |\n'
try 'lacks, or has elsewhere' src/README.md '| `cli` | a |\n| `base` | a |\n'
try 'src/README.md does not name attic' src/attic.c '' # stands in no folder
try 'no comment on int carom_b' include/carom/a.h '/** What it does. */\nint carom_a(void);\n\nint carom_b(void);\n'
try 'no comment on int carom_b' include/carom/a.h '/** What it does. */\nint carom_a(void);\nint carom_b(void);\n'
try 'no comment on typedef struct {' include/carom/a.h 'typedef struct {\n    int b; /**< b */\n} carom_a;\n'

# ---- carom ----

(audit "$here/../.." "$here/floors.sh"; spoken build/carom) > "$work/carom"
if [ -s "$work/carom" ]; then cat "$work/carom"; fail=1; fi
exit $fail

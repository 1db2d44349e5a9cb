#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Rules on texts: README.md is short and names existing commands and topics, src/README.md lists the folders of src/ in the order of the
# layers, and every declaration in a public header has a comment.
# usage: words.sh [ROOT]: checks the tree at ROOT. Without ROOT it first tests each rule on small trees that violate it, then checks
# carom.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
most_lines=120

readme() {
    awk -v most=$most_lines 'END { if (NR > most) print "README.md: " NR " lines; at most " most }' README.md
    sed -n '/^    /p' README.md | head -n 2 | sed 's/ *#.*//; s/^ *//' | tr '\n' ';' | grep -qx 'make demo;make check;' ||
        echo "README.md: does not begin with make demo and make check"
    for name in $(grep -oE '\]\([^)]*\)' README.md src/README.md | sed 's/](//; s/)$//'); do
        file=${name#*:}
        [ -e "$(dirname "${name%%:*}")/$file" ] || echo "${name%%:*}: $file does not exist"
    done
}

# Words after "carom" and "carom help" must be commands and topics.
named_commands() { # named_commands PROGRAM
    "$1" help | sed -n 's/^  carom \([a-z]*\).*/\1/p' > "$work/commands"
    "$1" help | sed -n '/^topics/,/^$/s/^  \([a-z]*\) .*/\1/p' > "$work/topics"
    printf 'help\nrun\n' >> "$work/commands" # run is compare without figures and reference
    grep -ohE '`(build/)?carom [a-z]+' README.md src/README.md experiments/README.md experiments/*/*.md | sed 's/.* //' | sort -u |
        while read -r word; do grep -qx "$word" "$work/commands" || echo "a text names 'carom $word', which is not a command"; done
    grep -ohE '`carom help [a-z]+[^|]*' README.md src/README.md experiments/README.md experiments/*/*.md |
        sed -nE 's/^`carom help ([a-z]+)`.*/\1/p' | sort -u |
        while read -r word; do grep -qx "$word" "$work/topics" || echo "a text names 'carom help $word', which is not a topic"; done
}

# Compares the folders of src/ with the first column of the table, in the order of the layers.
folders() {
    sed -n "/^floors='/,/'\$/p" "$1" | sed "s/^floors='//; s/'\$//" | tr ' ' '\n' > "$work/floors"
    sed -n 's/^| \(`[^|]*`\) |.*/\1/p' src/README.md | sed -n '/^`base`/,/^`cli`/p' | tr -d '`,' | tr ' ' '\n' > "$work/named"
    diff "$work/floors" "$work/named" | sed -n 's/^</src\/README.md lacks, or has in another place: /p; s/^>/src\/README.md lists, but the layers do not: /p'
    find src -name '*.c' | sed 's|^src/||; s|/[^/]*$||' | sort -u |
        while read -r folder; do grep -qx "$folder" "$work/named" || echo "src/README.md does not name $folder"; done
}

# Every declaration in a public header (prototype, type, object) must have a comment above it or on its line. Exempt are macros,
# forward declarations of structs, and plug-in interfaces, which the comment on their list describes.
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

# ---- tests of the rules ----

fail=0
try() { # try MESSAGE FILE TEXT: a correct tree with FILE replaced by TEXT must cause MESSAGE; empty FILE and MESSAGE: a correct tree
    tree=$work/tree
    mkdir -p "$tree/src/base" "$tree/src/cli" "$tree/include/carom"
    printf '# a\n\n    make demo\n    make check\n' > "$tree/README.md"
    printf '| `base` | a |\n| `cli` | b |\n' > "$tree/src/README.md"
    printf "floors='base\ncli'\n" > "$tree/floors.sh"
    : > "$tree/src/base/a.c"
    printf '/** What it does. */\nint carom_a(void);\n' > "$tree/include/carom/a.h"
    [ -z "$2" ] || printf '%b' "$3" > "$tree/$2"
    sh "$here/words.sh" "$tree" > "$work/output"
    if [ -n "$1" ] && ! grep -qF "$1" "$work/output"; then
        echo "expected '$1' for a tree that violates the rule, got '$(cat "$work/output")'"; fail=1
    elif [ -z "$1" ] && [ -s "$work/output" ]; then
        echo "expected no message for a correct tree, got '$(cat "$work/output")'"; fail=1
    fi
    rm -rf "$tree"
}

try '' '' ''
try 'README.md: 121 lines' README.md "    make demo\n    make check\n$(awk 'BEGIN { for (i = 0; i < 119; i++) printf "a\\n" }')"
try 'does not begin with' README.md '    make check\n    make demo\n'
try 'b.png does not exist' README.md '    make demo\n    make check\n![a](b.png)\n'
try 'lacks, or has in another place:  cli' src/README.md '| `base` | a |\n'
try 'lacks, or has in another place' src/README.md '| `cli` | a |\n| `base` | a |\n'
try 'src/README.md does not name attic' src/attic.c '' # in no folder
try 'no comment on int carom_b' include/carom/a.h '/** What it does. */\nint carom_a(void);\n\nint carom_b(void);\n'
try 'no comment on int carom_b' include/carom/a.h '/** What it does. */\nint carom_a(void);\nint carom_b(void);\n'
try 'no comment on typedef struct {' include/carom/a.h 'typedef struct {\n    int b; /**< b */\n} carom_a;\n'

# ---- carom ----

(audit "$here/../.." "$here/floors.sh"; named_commands build/carom) > "$work/carom"
if [ -s "$work/carom" ]; then cat "$work/carom"; fail=1; fi
exit $fail

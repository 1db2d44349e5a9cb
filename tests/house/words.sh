#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Rules on texts: they name existing files, commands and topics, src/README.md lists the folders of src/ in the order of the layers, and
# every declaration in a public header has a comment.
set -eu
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

links() {
    for name in $(grep -oE '\]\([^)]*\)' README.md src/README.md | sed 's/](//; s/)$//'); do
        text=${name%%:*} file=${name#*:}
        [ -e "${text%README.md}$file" ] || echo "$text: $file does not exist"
    done
}

# Words after "carom" and "carom help" must be commands and topics.
named_commands() {
    build/carom help | sed -n 's/^  carom \([a-z]*\).*/\1/p' > "$work/commands"
    build/carom help | sed -n '/^topics/,/^$/s/^  \([a-z]*\) .*/\1/p' > "$work/topics"
    printf 'help\nrun\n' >> "$work/commands" # run is compare without figures and reference
    cat "$work/commands" >> "$work/topics" # help of a command
    grep -ohE '`(build/)?carom [a-z]+' README.md src/README.md experiments/README.md experiments/*/*.md | sed 's/.* //' | sort -u |
        grep -vxF -f "$work/commands" | sed "s/.*/a text names 'carom &', which is not a command/"
    grep -ohE '`carom help [a-z]+[^|]*' README.md src/README.md experiments/README.md experiments/*/*.md |
        sed -nE 's/^`carom help ([a-z]+)`.*/\1/p' | sort -u |
        grep -vxF -f "$work/topics" | sed "s/.*/a text names 'carom help &', which is not a topic/"
}

# Compares the folders of src/ with the first column of the table, in the order of the layers.
folders() {
    sed -n "/^floors='/,/'\$/p" tests/house/floors.sh | sed "s/^floors='//; s/'\$//" | tr ' ' '\n' > "$work/floors"
    sed -n 's/^| \(`[^|]*`\) |.*/\1/p' src/README.md | sed -n '/^`base`/,/^`cli`/p' | tr -d '`,' | tr ' ' '\n' > "$work/named"
    diff "$work/floors" "$work/named" | sed -n 's/^</src\/README.md lacks, or has in another place: /p; s/^>/src\/README.md lists, but the layers do not: /p'
    find src -name '*.c' | sed 's|^src/||; s|/[^/]*$||' | sort -u |
        grep -vxF -f "$work/named" | sed 's/^/src\/README.md does not name /'
}

# Every declaration in a public header (prototype, type, object) must have a comment above it or on its line. Exempt are macros,
# forward declarations of structs, and plug-in interfaces, which the comment on their list describes.
headers() { # headers FILES...
    awk '
        FNR == 1 { comment = macro = said = depth = going = 0 }
        comment { if (/\*\//) comment = 0; next }
        !depth && /^\/\*[^*]/ { comment = !/\*\//; next }
        !depth && /^\/\*\*/ { said = 1; comment = !/\*\//; next }
        macro || /^#/ { macro = /\\$/; said = 0; next }
        !depth && /^$/ { said = 0; next }
        /^$/ || /^(X|CAROM_[A-Z_]*)\(/ || /^extern const carom_interface / || /^typedef struct carom_[a-z_]* carom_[a-z_]*;$/ && !said { next }
        !depth && !going { if (!said && !/\/\*\*</) print FILENAME ":" FNR ": no comment on " $0 }
        { code = $0; sub(/\/\*.*/, "", code); if (depth && /\/\*/ && !/\*\//) comment = 1
          depth += gsub(/\{/, "{", code) - gsub(/\}/, "}", code)
          going = depth > 0 || code !~ /[;}] *$/
          if (!depth && !going) said = 0 }
    ' "$@"
}

printf '/** What it does. */\nint carom_a(void);\nint carom_b(void);\n\nint carom_c(void);\ntypedef struct {\n    int d; /**< d */\n} carom_e;\n' > "$work/a.h"
{
    links
    named_commands
    folders
    headers include/carom/*.h
    [ "$(headers "$work/a.h" | sed 's/.*comment on //' | tr '\n' ' ')" = 'int carom_b(void); int carom_c(void); typedef struct { ' ] ||
        echo "declarations without a comment are not found"
} > "$work/found"
cat "$work/found"
[ ! -s "$work/found" ]

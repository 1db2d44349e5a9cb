#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Rules on texts: they name existing files, commands and topics, src/README.md lists the folders of src/ in the order of the layers, and
# every declaration in a public header has a comment.
# usage: words.sh [ROOT]: checks the tree at ROOT. Without ROOT it first tests each rule on small trees that violate it, if this file has
# changed since they passed, then checks carom.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
. "$here/rules/stamp.sh"

links() {
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
    links
    folders "$2"
    headers
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [ $# -eq 1 ]; then
    audit "$1" "$1/floors.sh"
    exit 0
fi

fail=0
if changed words; then . "$here/rules/words.sh"; fi

# ---- carom ----

(audit "$here/../.." "$here/floors.sh"; named_commands build/carom) > "$work/carom"
[ $fail = 1 ] || remember words
if [ -s "$work/carom" ]; then cat "$work/carom"; fail=1; fi
exit $fail

# SPDX-License-Identifier: GPL-3.0-or-later
# Small trees, each of which violates one rule of ../words.sh.
try() { # try MESSAGE FILE TEXT: a correct tree with FILE replaced by TEXT must cause MESSAGE; empty FILE and MESSAGE: a correct tree
    tree=$work/tree
    mkdir -p "$tree/src/base" "$tree/src/cli" "$tree/include/carom"
    printf '# a\n' > "$tree/README.md"
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
try 'b.png does not exist' README.md '![a](b.png)\n'
try 'lacks, or has in another place:  cli' src/README.md '| `base` | a |\n'
try 'lacks, or has in another place' src/README.md '| `cli` | a |\n| `base` | a |\n'
try 'src/README.md does not name attic' src/attic.c '' # in no folder
try 'no comment on int carom_b' include/carom/a.h '/** What it does. */\nint carom_a(void);\n\nint carom_b(void);\n'
try 'no comment on int carom_b' include/carom/a.h '/** What it does. */\nint carom_a(void);\nint carom_b(void);\n'
try 'no comment on typedef struct {' include/carom/a.h 'typedef struct {\n    int b; /**< b */\n} carom_a;\n'

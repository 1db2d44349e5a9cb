#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Checks the layers with nm and the calls of inline functions: a unit (a file pair) uses and includes only its own folder and lower
# layers. Units must not form cycles. Files, functions and folders have maximum sizes.
# usage: floors.sh [ROOT OBJECTS]: checks the tree at ROOT, whose objects are under OBJECTS. Prints one line per violation.
# Without arguments it first tests each rule on small trees that violate it, then checks carom.
set -eu
here=$(cd "$(dirname "$0")" && pwd)

# From the lowest layer up. Folders on one line belong to one layer and must not use each other.
floors='base
system
params
scene
search
laws impacts integrators
solvers/impulse solvers/penalty solvers/oracle solvers/published
solvers/leap
solvers
measure
scenario/yaml
scenario
records
run
figures
figures/run
sweep
studies
checks
exercises
lab
lab/wasi
cli/console
cli'
most_lines=800 most_function=60 most_columns=100

# Prints "unit unit symbol": the first unit uses a symbol of the second.
uses() { # uses OBJECTS; unit names (src/layer/unit) on standard input
    while read -r unit; do [ ! -f "$1/$unit.o" ] || echo "$1/$unit.o"; done | xargs -r nm -A |
        awk -v objects="$1/" '
            { unit = $1; sub(/:.*/, "", unit); sub(objects, "", unit); sub(/\.o$/, "", unit); type = $(NF - 1); symbol = $NF
              sub(/^_/, "", symbol) }
            type == "U" { needed[unit " " symbol] = 1; next }
            type ~ /[TDRBVWC]/ { where[symbol] = unit }
            END { for (pair in needed) { split(pair, p, " ")
                  if (p[2] in where && where[p[2]] != p[1]) print p[1], where[p[2]], p[2] } }' | sort
}

# Prints "unit unit": the first calls an inline function in the second's header, which nm does not show. A header belongs to the unit
# of the same name; a folder's common header (src/folder/folder.h) is a unit of its own.
inlines() { # inlines USES; the third word of a line is a symbol
    find src -name '*.[ch]' | sort > "$work/files"
    # shellcheck disable=SC2046
    awk -v uses="$1" '
        function unit(file,    stem, part, parts) {
            stem = file
            sub(/\.[ch]$/, "", stem)
            parts = split(stem, part, "/")
            return file ~ /\.h$/ && (!(stem ".c" in there) || part[parts] == part[parts - 1]) ? file : stem
        }
        function needs(file, word) { if (word in home && home[word] != unit(file)) print unit(file), home[word] }
        BEGIN {
            while ((getline line < uses) > 0) { split(line, w, " "); where[w[3]] = w[2] }
            for (i = 1; i < ARGC; i++) there[ARGV[i]] = 1
        }
        FNR == 1 { comment = 0; inside = 0; pass[FILENAME]++ }
        { gsub(/\/\*([^*]|\*+[^*\/])*\*+\//, "") }
        /\/\*/ { sub(/\/\*.*/, ""); begins = 1 }
        comment { if (sub(/.*\*\//, "")) comment = 0; else next }
        begins { comment = 1; begins = 0 }
        FILENAME ~ /\.h$/ && /^static inline/ { inside = 1 }
        pass[FILENAME] == 1 {
            if (inside == 1 && match($0, /[a-z_0-9]+\(/)) { home[substr($0, RSTART, RLENGTH - 1)] = unit(FILENAME); inside = 2 }
            if (/^}/) inside = 0
            next
        }
        FILENAME ~ /\.c$/ || inside {
            line = $0
            while (match(line, /[A-Za-z_][A-Za-z_0-9]*/)) {
                word = substr(line, RSTART, RLENGTH)
                line = substr(line, RSTART + RLENGTH)
                needs(FILENAME, word)
                if (FILENAME ~ /\.h$/ && word in where && where[word] != unit(FILENAME)) print unit(FILENAME), where[word]
            }
            if (/^}/) inside = 0
        }' $(cat "$work/files" "$work/files") | sort -u
}

# Uses of a higher layer, or of another folder of the same layer.
uses_of_higher_layers() {
    awk -v floors="$floors" '
        BEGIN { n = split(floors, line, "\n"); for (i = 1; i <= n; i++) { m = split(line[i], f, " "); for (j in f) rank[f[j]] = i } }
        function folder(unit) { sub(/^src\//, "", unit); sub(/\/[^\/]*$/, "", unit); return unit }
        { a = folder($1); b = folder($2) }
        !(a in rank) { print $1 ": its folder is in no layer of tests/house/floors.sh"; next }
        rank[b] > rank[a] { print $1 " needs " $2 " (" $3 "), which is above it" }
        rank[b] == rank[a] && a != b { print $1 " needs " $2 " (" $3 "), which is in the same layer" }'
}

# Includes from a higher layer, or from another folder of the same layer. A plug-in's folder may include the interface in its parent.
includes() {
    find src -name '*.[ch]' | sort | xargs grep -HE '^#include "[^"]*/' | sed 's/:#include "\([^"]*\)".*/ \1/' |
        awk -v floors="$floors" '
            BEGIN { n = split(floors, line, "\n"); for (i = 1; i <= n; i++) { m = split(line[i], f, " "); for (j in f) rank[f[j]] = i } }
            function folder(file) { sub(/^src\//, "", file); sub(/\/[^\/]*$/, "", file); return file }
            { a = folder($1); b = folder($2) }
            !(b in rank) { print $1 " includes " $2 ", which is in no layer of tests/house/floors.sh"; next }
            rank[b] > rank[a] && index(a, b "/") != 1 { print $1 " includes " $2 ", which is above it" }
            rank[b] == rank[a] && a != b { print $1 " includes " $2 ", which is in the same layer" }'
}

# Units in a cycle, found by topological sorting.
cycles() {
    tsort 2>&1 > /dev/null | sed -n 's/^tsort: \(src\/.*\)/\1 is in a cycle/p'
}

sizes() { # sizes FILES...: lines, columns, functions (from a line that begins with { to one that begins with })
    awk -v lines=$most_lines -v columns=$most_columns -v longest=$most_function '
        function ended() { if (n > lines) print name ": " n " lines; at most " lines }
        FNR == 1 { ended(); inside = 0; name = FILENAME }
        { n = FNR }
        length($0) > columns { print FILENAME ":" FNR ": " length($0) " columns; at most " columns }
        /^\{/ { inside = 1; from = FNR }
        /^\}/ && inside { if (FNR - from + 2 > longest) print FILENAME ":" from ": a function of " FNR - from + 2 " lines; at most " longest
                          inside = 0 }
        END { ended() }' "$@"
}

# Code that compares the name of a plug-in instead of its properties.
names_compared() {
    for seam in solvers laws impacts integrators; do
        [ -d src/$seam ] || continue
        words=$(find src/$seam -name '*.c' -exec sed -n 's/.*\.about = {\.name = "\([a-z0-9_]*\)".*/\1/p; s/^  *\.name = "\([a-z0-9_]*\)",.*/\1/p' {} + |
            sort -u | tr '\n' '|' | sed 's/|$//')
        [ -n "$words" ] || continue
        find src -name '*.c' ! -path "src/$seam/*" -exec grep -nHE "str(n|case)?cmp\([^;]*\"($words)\"" {} + |
            sed 's/:\([0-9]*\):.*/:\1: compares the name of a plug-in/' || true
    done
    find src -name '*.c' -exec grep -nHE 'str(n|case)?cmp\([^;]*(entry|about)(->|\.)name' {} + |
        grep -vE '^src/params/' | sed 's/:\([0-9]*\):.*/:\1: compares the name of a plug-in/' || true
}

# gnuplot scripts must select columns by name.
numbered() {
    [ -d plots ] || return 0
    grep -nHE '\b(using|u)[ \t]+([^ ]*:)?[0-9]+([: ,]|$)|(^|[^"\\])\$[1-9]|\b(str|time)?col(umn)?\([0-9]' plots/*.gp |
        sed 's/^\([^:]*:[0-9]*\):.*/\1: a column by its number/' || true
    # with column names, gnuplot silently drops a row of a block selected by index
    grep -nHE '\bindex[ \t]+[(0-9A-Za-z]' plots/*.gp | grep -v '^[^:]*:[0-9]*:[ \t]*#' |
        sed 's/^\([^:]*:[0-9]*\):.*/\1: a block by its index/' || true
}

audit() { # audit ROOT OBJECTS
    cd "$1"
    find src -name '*.c' | sed 's/\.c$//' | sort | uses "$2" > "$work/uses"
    uses_of_higher_layers < "$work/uses"
    includes
    { cut -d ' ' -f 1,2 "$work/uses"; inlines "$work/uses"; } | sort -u | cycles
    # shellcheck disable=SC2046
    sizes $(find src include tests -name '*.[ch]' 2> /dev/null)
    names_compared
    numbered
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [ $# -eq 2 ]; then
    audit "$1" "$2"
    exit 0
fi

# ---- tests of the rules ----

fail=0
try() { # try MESSAGE: the tree $work/tree must cause it (empty: none); removes the tree
    for file in $(find "$work/tree/src" -name '*.c'); do
        unit=${file#"$work/tree/"}
        mkdir -p "$work/tree/obj/$(dirname "$unit")"
        ${CC:-cc} -I"$work/tree/src" -c "$file" -o "$work/tree/obj/${unit%.c}.o"
    done
    sh "$here/floors.sh" "$work/tree" obj > "$work/output"
    if [ -n "$1" ] && ! grep -qF "$1" "$work/output"; then
        echo "expected '$1' for a tree that violates the rule, got '$(cat "$work/output")'"; fail=1
    elif [ -z "$1" ] && [ -s "$work/output" ]; then
        echo "expected no message for a correct tree, got '$(cat "$work/output")'"; fail=1
    fi
    rm -rf "$work/tree"
}
unit() { # unit PATH TEXT
    mkdir -p "$(dirname "$work/tree/$1")"
    printf '%b\n' "$2" >> "$work/tree/$1"
}
many() { awk -v n="$1" -v text="$2" 'BEGIN { for (i = 0; i < n; i++) print text }'; }

unit src/base/a.c 'int carom_a(void)\n{\n    return 1;\n}'
unit src/cli/b.c 'int carom_a(void);\nint carom_b(void)\n{\n    return carom_a();\n}'
try ''
unit src/base/a.c 'int carom_b(void);\nint carom_a(void) { return carom_b(); }'
unit src/cli/b.c 'int carom_b(void) { return 1; }'
try 'src/base/a needs src/cli/b (carom_b), which is above it'
unit src/laws/a.c 'int carom_b(void);\nint carom_a(void) { return carom_b(); }'
unit src/impacts/b.c 'int carom_b(void) { return 1; }'
try 'src/laws/a needs src/impacts/b (carom_b), which is in the same layer'
unit src/base/a.h '#include "cli/b.h"'
unit src/base/a.c 'int carom_a;'
unit src/cli/b.h ''
try 'src/base/a.h includes cli/b.h, which is above it'
unit src/laws/a.c '#include "impacts/b.h"\nint carom_a;'
unit src/impacts/b.h ''
try 'src/laws/a.c includes impacts/b.h, which is in the same layer'
unit src/solvers/leap/a.c '#include "solvers/kind.h"\nint carom_a;'
unit src/solvers/kind.h ''
try ''
unit src/attic/a.c 'int carom_b(void);\nint carom_a(void) { return carom_b(); }'
unit src/base/b.c 'int carom_b(void) { return 1; }'
try 'src/attic/a: its folder is in no layer'
unit src/base/a.c 'int carom_b(void);\nint carom_a(void) { return carom_b(); }'
unit src/base/b.c 'int carom_a(void);\nint carom_b(void) { return carom_a(); }'
try 'src/base/b is in a cycle'
unit src/base/a.h '#pragma once\nint carom_a(void);\nstatic inline int carom_ten(void)\n{\n    return 10;\n}'
unit src/base/a.c '#include "base/b.h"\n#include "base/a.h"\nint carom_a(void) { return carom_eleven(); }'
unit src/base/b.h '#pragma once\n#include "base/a.h"\nstatic inline int carom_eleven(void)\n{\n    return 1 + carom_ten();\n}'
unit src/base/b.c 'int carom_b;'
try 'src/base/b is in a cycle'
unit src/base/a.c "$(many 801 '/* */')"
try 'src/base/a.c: 801 lines'
unit src/base/a.c "int carom_a(void)\n{\n$(many 58 '    ;')\n    return 1;\n}"
try 'src/base/a.c:2: a function of 62 lines'
unit src/base/a.c "/* $(many 1 "$(printf '%095d' 0)") */"
try 'src/base/a.c:1: 101 columns'
unit src/solvers/a.c 'static const struct { const char *name; } a = {\n    .name = "clever",\n};\nconst void *carom_a(void) { return &a; }'
unit src/cli/b.c 'int strcmp(const char *, const char *);\nint carom_b(const char *name) { return strcmp(name, "clever"); }'
try 'src/cli/b.c:2: compares the name of a plug-in'
for using in '1:2' '"t_s":2' '"t_s":(abs($3))' '"t_s":(shown($4 / E0))' '(column(5))' '"t_s":(strcol(2) eq "a")'; do
    unit src/base/b.c 'int carom_b;'
    unit plots/a.gp "plot 'a.tsv' using $using with lines"
    try 'plots/a.gp:1: a column by its number'
done
unit src/base/b.c 'int carom_b;'
unit plots/a.gp 'plot $A index 1 using "t_s":"x_m"'
try 'plots/a.gp:1: a block by its index'
unit src/base/b.c 'int carom_b;'
unit plots/a.gp 'set format x "$10^{%g}$"
plot "a.tsv" using "t_s":(column("x_m") / R[int($0)+1]):(0.5)'
try ''

# ---- carom ----

(audit "$here/../.." build/release) > "$work/carom"
if [ -s "$work/carom" ]; then cat "$work/carom"; fail=1; fi
exit $fail

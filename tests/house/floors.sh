#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Checks the layers with nm and the calls of inline functions: a unit (a file pair) uses and includes only its own folder and lower
# layers. Units must not form cycles. Files and functions have maximum sizes. External symbols of the library begin with carom_, and
# it has no writable data. Nothing below the scenario prints, exits or opens a file; stepping calls no function of libm but sqrt.
# usage: floors.sh [ROOT OBJECTS]: checks the tree at ROOT, whose objects are under OBJECTS. Prints one line per violation.
# Without arguments it first checks a small tree that violates every rule (rules/floors.sh), then carom.
set -eu
here=$(cd "$(dirname "$0")" && pwd)

# From the lowest layer up. Folders on one line belong to one layer and must not use each other.
floors='base
system
params
scene
search
contact impacts integrators
solvers/events
solvers/impulse solvers/penalty solvers/reference
solvers
measure
scenario/yaml
scenario
records
run
plot
studies
checks
exercises
lab
lab/wasi
cli/console
cli'
most_lines=800 most_function=60
core='^src/(base|params|scene|search|contact|impacts|integrators|solvers|measure)/'
prints='^((__)?v?f?printf(_chk)?|f?puts|f?putc|putchar|fwrite|stdout|stderr|exit|abort|fopen|open|write|time|clock_gettime|rand)$'
allocates='^(m|c|re|aligned_)alloc$|^strn?dup$' # in the library: memory that runs out ends the program (base/memory.c)
stepping='^src/(scene|search|impacts|integrators|solvers|contact)/'
closed_forms='^src/(scene/(rolling|parts)|contact/(calibration|free_contact|spheres))$' # of rolling balls and of settings, not of steps
libm='^(sin|cos|tan|sincos|a(sin|cos|tan2?)|pow|exp|log|hypot|fma)$'

# Prints "unit type symbol" of all objects.
symbols() { # symbols OBJECTS
    find src -name '*.c' | sort | sed "s|^|$1/|; s|c$|o|" | while read -r object; do [ ! -f "$object" ] || echo "$object"; done > "$work/objects"
    xargs -r nm -A < "$work/objects" | awk -v objects="$1/" '
            { unit = $1; sub(/:.*/, "", unit); sub(objects, "", unit); sub(/\.o$/, "", unit); symbol = $NF; sub(/^_/, "", symbol)
              print unit, $(NF - 1), symbol }'
}

# Prints "unit unit symbol": the first unit uses a symbol of the second.
uses() { # uses SYMBOLS
    awk '$2 == "U" { needed[$1 " " $3] = 1; next }
         $2 ~ /[TDRBVWC]/ { where[$3] = $1 }
         END { for (pair in needed) { split(pair, p, " ")
               if (p[2] in where && where[p[2]] != p[1]) print p[1], where[p[2]], p[2] } }' "$1" | sort
}

# The library has no global state but the memory handler, its names are its own, and its lower layers call little. B, b, C: writable data; tables of pointers in .data.rel.ro have D or d.
names_and_state() { # names_and_state SYMBOLS
    awk '$1 ~ /^src\/cli\// { next }
         $2 ~ /[TDRBVWC]/ && $3 !~ /^carom_/ { print $1 ": the external symbol " $3 " does not begin with carom_" }
         $2 ~ /^[bBC]$/ { print $1 ": " $3 " is writable global state" }' "$1"
    awk -v core="$core" -v allocates="$allocates" -v prints="$prints" -v stepping="$stepping" -v closed="$closed_forms" -v libm="$libm" '
        $2 == "U" && $3 ~ allocates && $1 !~ /^src\/(base\/memory|lab\/|cli\/)/ { print $1 ": " $3 ": memory comes from base/memory" }
        $2 == "U" && $1 ~ core && $3 ~ prints && $1 != "src/base/memory" { print $1 ": " $3 ": nothing below the scenario prints, exits or asks the system" }
        $2 == "U" && $1 ~ stepping && $1 !~ closed && $3 ~ libm { print $1 ": " $3 ": stepping uses + - * / and sqrt" }' "$1"
    grep -v /src/cli/ "$work/objects" | xargs -r size -A 2> /dev/null |
        awk '/:$/ { unit = $1 } $1 == ".data" && $2 > 0 && unit !~ /base\/memory/ { print unit " has " $2 " bytes of writable data" }'
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

# Uses and includes of a higher layer, or of another folder of the same layer. A plug-in's folder may include the interface in its
# parent.
layers() { # reads lines "unit unit symbol" and "file header"
    awk -v floors="$floors" '
        BEGIN { n = split(floors, line, "\n"); for (i = 1; i <= n; i++) { m = split(line[i], f, " "); for (j in f) rank[f[j]] = i } }
        function folder(unit) { sub(/^src\//, "", unit); sub(/\/[^\/]*$/, "", unit); return unit }
        { a = folder($1); b = folder($2); use = NF == 3 ? $1 " needs " $2 " (" $3 ")" : $1 " includes " $2 }
        !(a in rank) || !(b in rank) { print $1 ": " (a in rank ? b : a) " is in no layer of tests/house/floors.sh"; next }
        rank[b] > rank[a] && (NF == 3 || index(a, b "/") != 1) { print use ", which is above it" }
        rank[b] == rank[a] && a != b { print use ", which is in the same layer" }'
}

includes() { find src -name '*.[ch]' | sort | xargs grep -HE '^#include "[^"]*/' | sed 's/:#include "\([^"]*\)".*/ \1/'; }

# Units in a cycle, found by topological sorting.
cycles() {
    tsort 2>&1 > /dev/null | sed -n 's/^tsort: \(src\/.*\)/\1 is in a cycle/p'
}

sizes() { # sizes FILES...: lines, functions (from a line that begins with { to one that begins with })
    awk -v lines=$most_lines -v longest=$most_function '
        function ended() { if (n > lines) print name ": " n " lines; at most " lines }
        FNR == 1 { ended(); inside = 0; name = FILENAME }
        { n = FNR }
        /^\{/ { inside = 1; from = FNR }
        /^\}/ && inside { if (FNR - from + 2 > longest) print FILENAME ":" from ": a function of " FNR - from + 2 " lines; at most " longest
                          inside = 0 }
        END { ended() }' "$@"
}

# Code that compares the name of a plug-in instead of its properties.
names_compared() {
    for seam in solvers contact impacts integrators; do
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
    symbols "$2" > "$work/symbols"
    names_and_state "$work/symbols"
    uses "$work/symbols" > "$work/uses"
    { cat "$work/uses"; includes; } | layers
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

fail=0
. "$here/rules/floors.sh"
(audit "$here/../.." build/release) > "$work/carom"
if [ -s "$work/carom" ]; then cat "$work/carom"; fail=1; fi
exit $fail

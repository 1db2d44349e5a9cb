# SPDX-License-Identifier: GPL-3.0-or-later
# Small trees, each of which violates one rule of ../floors.sh.
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
unit src/base/a.c 'const int carom_a;'
unit src/cli/b.h ''
try 'src/base/a.h includes cli/b.h, which is above it'
unit src/laws/a.c '#include "impacts/b.h"\nconst int carom_a;'
unit src/impacts/b.h ''
try 'src/laws/a.c includes impacts/b.h, which is in the same layer'
unit src/solvers/leap/a.c '#include "solvers/kind.h"\nconst int carom_a;'
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
unit src/base/b.c 'const int carom_b;'
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
    unit src/base/b.c 'const int carom_b;'
    unit plots/a.gp "plot 'a.tsv' using $using with lines"
    try 'plots/a.gp:1: a column by its number'
done
unit src/base/b.c 'const int carom_b;'
unit plots/a.gp 'plot $A index 1 using "t_s":"x_m"'
try 'plots/a.gp:1: a block by its index'
unit src/base/b.c 'int count;\nint carom_b = 1;'
try 'src/base/b: the external symbol count does not begin with carom_'
unit src/base/b.c 'static int carom_b;\nint *carom_c(void) { return &carom_b; }'
try 'src/base/b: carom_b is writable global state'
unit src/base/b.c 'int carom_b = 1;'
try 'obj/src/base/b.o has 4 bytes of writable data'
unit src/base/b.c 'const int carom_b;'
unit plots/a.gp 'set format x "$10^{%g}$"
plot "a.tsv" using "t_s":(column("x_m") / R[int($0)+1]):(0.5)'
try ''

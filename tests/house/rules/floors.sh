# SPDX-License-Identifier: GPL-3.0-or-later
# A small tree that violates every rule of ../floors.sh, and one that violates none.
unit() { # unit PATH TEXT
    [ -d "$work/tree/${1%/*}" ] || mkdir -p "$work/tree/${1%/*}"
    printf '%b\n' "$2" >> "$work/tree/$1"
}
many() { awk -v n="$1" -v text="$2" 'BEGIN { for (i = 0; i < n; i++) print text }'; }
must_say() { # must_say: the messages about the tree are standard input; removes the tree
    for folder in $(cd "$work/tree" && find src -name '*.c' | sed 's|/[^/]*$||' | sort -u); do
        mkdir -p "$work/tree/obj/$folder"
        (cd "$work/tree/obj/$folder" && ${CC:-cc} -fno-builtin -I"$work/tree/src" -c "$work/tree/$folder"/*.c)
    done
    sh "$here/floors.sh" "$work/tree" obj | sort > "$work/output"
    sort | diff - "$work/output" > "$work/diff" ||
        { echo "a tree that violates the rules: expected (<) and found (>) messages"; cat "$work/diff"; fail=1; }
    rm -rf "$work/tree"
}

unit src/base/low.c 'int carom_high(void);\nint carom_low(void) { return carom_high(); }'
unit src/cli/high.c 'int carom_high(void) { return 1; }'
unit src/contact/law.c '#include "impacts/impact.h"\nint carom_impact(void);\nint carom_law(void) { return carom_impact(); }'
unit src/impacts/impact.c 'double sin(double);\nint carom_impact(void) { return (int)sin(2); }'
unit src/impacts/impact.h ''
unit src/base/up.h '#include "cli/high.h"'
unit src/cli/high.h ''
unit src/attic/new.c 'int carom_none(void);\nint carom_new(void) { return carom_none(); }'
unit src/attic/none.c 'int carom_none(void) { return 1; }'
unit src/params/a.c 'int carom_b(void);\nint carom_a(void) { return carom_b(); }'
unit src/params/b.c 'int carom_a(void);\nint carom_b(void) { return carom_a(); }'
unit src/scene/ten.h '#pragma once\nint carom_c(void);\nstatic inline int carom_ten(void)\n{\n    return 10;\n}'
unit src/scene/ten.c '#include "scene/eleven.h"\nint carom_c(void) { return carom_eleven(); }'
unit src/scene/eleven.h '#pragma once\n#include "scene/ten.h"\nstatic inline int carom_eleven(void)\n{\n    return 1 + carom_ten();\n}'
unit src/scene/eleven.c 'const int carom_d;'
unit src/base/long.c "$(many 801 '/* */')"
unit src/base/deep.c "int carom_deep(void)\n{\n$(many 58 '    ;')\n    return 1;\n}"
unit src/solvers/kind.c 'static const struct { const char *name; } a = {\n    .name = "clever",\n};\nconst void *carom_e(void) { return &a; }'
unit src/cli/which.c 'int strcmp(const char *, const char *);\nint carom_f(const char *name) { return strcmp(name, "clever"); }'
unit src/base/state.c 'int count;\nint carom_g = 1;\nint puts(const char *);\nvoid *malloc(unsigned long);\nstatic int carom_i;\nint carom_h(void) { return carom_i++ + puts(malloc(1)); }'
unit plots/a.gp "plot 'a.tsv' using \"t_s\":(shown(\$4 / E0)), \$A index 1 using 1:2"
must_say << 'M'
obj/src/base/state.o has 4 bytes of writable data
plots/a.gp:1: a block by its index
plots/a.gp:1: a column by its number
src/attic/new: attic is in no layer of tests/house/floors.sh
src/base/deep.c:2: a function of 62 lines; at most 60
src/base/long.c: 801 lines; at most 800
src/base/low needs src/cli/high (carom_high), which is above it
src/base/state: carom_i is writable global state
src/base/state: count is writable global state
src/base/state: malloc: memory comes from base/memory
src/base/state: puts: nothing below the scenario prints, exits or asks the system
src/base/state: the external symbol count does not begin with carom_
src/base/up.h includes cli/high.h, which is above it
src/cli/which.c:2: compares the name of a plug-in
src/impacts/impact: sin: stepping uses + - * / and sqrt
src/contact/law needs src/impacts/impact (carom_impact), which is in the same layer
src/contact/law.c includes impacts/impact.h, which is in the same layer
src/params/a is in a cycle
src/params/b is in a cycle
src/scene/eleven is in a cycle
src/scene/ten is in a cycle
M

unit src/base/a.c 'int carom_a(void)\n{\n    return 1;\n}'
unit src/cli/b.c 'int carom_a(void);\nint carom_b(void)\n{\n    return carom_a();\n}'
unit src/solvers/impulse/a.c '#include "solvers/kind.h"\nconst int carom_c;'
unit src/solvers/kind.h ''
unit plots/a.gp 'set format x "$10^{%g}$"\nplot "a.tsv" using "t_s":(column("x_m") / R[int($0)+1]):(0.5)'
must_say < /dev/null

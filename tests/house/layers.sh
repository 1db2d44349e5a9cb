#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Arrows go one way: cli -> harness -> analysis -> solvers -> laws, integrators -> core. A file includes
# its own layer's headers and those of layers to its right; laws and integrators not each other.
set -eu
cd "$(dirname "$0")/../.."
fail=0
allowed() { # the layers that a layer may include
    case $1 in
        core) echo core ;;
        laws) echo laws core ;;
        integrators) echo integrators core ;;
        solvers) echo solvers laws integrators core ;;
        analysis) echo analysis solvers laws integrators core ;;
        harness) echo harness analysis solvers laws integrators core ;;
        cli) echo cli harness analysis solvers laws integrators core ;;
    esac
}
for file in src/*/*.[ch]; do
    layer=$(basename "$(dirname "$file")")
    for included in $(sed -n 's/^#include "\([a-z_]*\)\/.*/\1/p' "$file"); do
        case " $(allowed "$layer") " in
            *" $included "*) ;;
            *) echo "$file: includes $included/, which is not to the right of $layer/"; fail=1 ;;
        esac
    done
    if grep -q '^#include "[^/]*"$' "$file" && ! grep -q '^#include "carom_build.h"$' "$file"; then
        echo "$file: an include without its layer"; fail=1
    fi
    if [ "$layer" != harness ] && grep -q 'yaml\.h' "$file"; then
        echo "$file: only the harness reads YAML"; fail=1
    fi
done
if grep -n '#include "' include/carom/*.h; then
    echo "public headers include public headers only"; fail=1
fi
if grep -nE '\b(printf|puts|exit|abort)\(|stderr|stdout' src/core/*.c src/laws/*.c src/integrators/*.c \
        src/solvers/*.c src/analysis/*.c | grep -vE 'snprintf|vsnprintf'; then
    echo "nothing below the harness prints or exits"; fail=1
fi
if grep -lE '\b(hypot|sin|cos|tan|atan2?|pow|fma)\(' src/core/*.c src/integrators/*.c src/solvers/*.c \
        src/laws/[!c]*.c | grep -vE '^src/core/(rolling|orientation).c$'; then
    echo "the stepping core has + - * / and sqrt alone"; fail=1
fi
for file in $(git ls-files '*.c' '*.h' '*.sh' '*.gp' '*.bats' Makefile 2>/dev/null); do
    head -n 3 "$file" | grep -q 'SPDX-License-Identifier: GPL-3.0-or-later' ||
        { echo "$file: no SPDX line"; fail=1; }
done
exit $fail

#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The same bits with gcc and clang, -O0 and -O3, and as recorded in bits.txt.
# GOLDEN_ROWS=everywhere, for another C library or processor, leaves out the lines that end in *, which use its functions.
# Prints "ok NAME", "not ok NAME" or "skip NAME" per build.
set -u
cd "$(dirname "$0")/../.." || exit 1
sources="$(find src/base src/params src/scene src/search src/laws src/impacts src/integrators src/solvers -name '*.c' | sort)"
libraries="$(pkg-config --cflags --libs gsl mpfr check)"
[ -s tests/golden/test_golden.c ] || exit 1
mkdir -p build/golden
left_out='^$'
[ "${GOLDEN_ROWS:-all}" = all ] || left_out=' \*$'
grep -v "$left_out" tests/golden/bits.txt > build/golden/wanted.txt
flags="-std=c17 -ffp-contract=off -fno-math-errno -fno-trapping-math"

# What to link for COMPILER and LEVEL: all sources, but where the release build is just that, its library
units() {
    built() { sed -n "s/^#define CAROM_$1 \"\(.*\)\"$/\1/p" build/release/carom_build.h; }
    version=$($1 --version | head -n 1)
    if [ -f build/libcarom.a ] && [ "$(built FLAGS)" = "$flags $2" ] && [ "$(built COMPILER | sed 's/^[^ ]* //')" = "${version#* }" ]; then
        echo build/libcarom.a
    else echo "$sources"; fi
}

for compiler in gcc clang; do
    for level in -O0 -O3; do
        name="golden-$compiler$level"
        command -v $compiler >/dev/null 2>&1 || { echo "skip $name: no $compiler"; continue; }
        # shellcheck disable=SC2086
        if $compiler $flags $level -Iinclude -Isrc -Itests tests/golden/test_golden.c \
                $(units $compiler $level) $libraries -lm -pthread -o build/golden/$name 2> build/golden/$name.log &&
                GOLDEN_OUT=build/golden/$name.txt build/golden/$name > build/golden/$name.log 2>&1 &&
                grep -v "$left_out" build/golden/$name.txt | cmp -s - build/golden/wanted.txt; then
            echo "ok $name"
        else
            echo "not ok $name: differs from tests/golden/bits.txt (or see build/golden/$name.log)"
        fi
    done
done

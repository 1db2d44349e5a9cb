#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The same bits with gcc and clang, -O0 and -O3, and as recorded in bits.txt; and once more as on a processor without fused
# operations, for which the C library has other functions: there without the lines that end in *, which use them.
# GOLDEN_ROWS=everywhere, for another C library or processor, leaves those lines out in all builds.
# Prints "ok NAME", "not ok NAME" or "skip NAME" per build.
set -u
cd "$(dirname "$0")/../.." || exit 1
folders="base params scene search friction laws impacts integrators solvers scenario/groups"
sources="$(for folder in $folders; do find src/$folder -name '*.c'; done | sort) src/system/plugin.c src/system/apart.c"
libraries="$(pkg-config --cflags --libs gsl mpfr check)"
[ -s tests/golden/test_golden.c ] || exit 1
mkdir -p build/golden
flags="-std=c17 -ffp-contract=off -fno-math-errno -fno-trapping-math"

# What to link for COMPILER and LEVEL: all sources, but where the release build is just that, its library
units() {
    built() { sed -n "s/^#define CAROM_$1 \"\(.*\)\"$/\1/p" build/release/carom_build.h; }
    version=$($1 --version | head -n 1)
    if [ -f build/libcarom.a ] && [ "$(built FLAGS)" = "$flags $2" ] && [ "$(built COMPILER | sed 's/^[^ ]* //')" = "${version#* }" ]; then
        echo build/libcarom.a
    else echo "$sources"; fi
}

# Whether the lines ROWS (all or everywhere) of what PROGRAM writes as NAME are those of FILE
holds() { # holds NAME PROGRAM ROWS FILE
    left_out='^$'
    [ "$3" = all ] || left_out=' \*$'
    grep -v "$left_out" "$4" > "build/golden/$1.wanted"
    GOLDEN_OUT=build/golden/$1.txt "$2" > "build/golden/$1.log" 2>&1 &&
        grep -v "$left_out" "build/golden/$1.txt" | cmp -s - "build/golden/$1.wanted"
}

say() { # say NAME FILE, after a verdict
    if [ $? -eq 0 ]; then echo "ok $1"
    else echo "not ok $1: differs from $2 (or see build/golden/$1.log)"; fi
}

build() { # build NAME COMPILER LEVEL
    # shellcheck disable=SC2046,SC2086
    $2 $flags $3 -Iinclude -Isrc -Itests tests/golden/test_golden.c \
        $(units $2 $3) $libraries -lm -pthread -o build/golden/$1 2> build/golden/$1.log
}

bits=tests/golden/bits.txt rows=${GOLDEN_ROWS:-all}
program='' held=''
for compiler in gcc clang; do
    name=golden-$compiler-O3
    command -v $compiler >/dev/null 2>&1 || { echo "skip $name: no $compiler"; continue; }
    build $name $compiler -O3 && holds $name build/golden/$name "$rows" $bits && held=${held:-$name}
    say $name $bits
    program=${program:-$compiler}
done

# Without optimization a run takes seven times as long. It is compared with one of those that are as recorded, where springs that
# step through free flight too do so for a tenth of the time, viscoelastic ones for a quarter: every line and branch of the sources
# that a quarter of all comes to is come to in that (gcov, which also says that a tenth of all is too little).
wanted=$bits
if [ -n "$held" ]; then
    export GOLDEN_STEPS=0.1
    wanted=build/golden/short.txt
    GOLDEN_OUT=$wanted build/golden/$held > build/golden/short.log 2>&1
fi
for compiler in gcc clang; do
    name=golden-$compiler-O0
    command -v $compiler >/dev/null 2>&1 || { echo "skip $name: no $compiler"; continue; }
    build $name $compiler -O0 && holds $name build/golden/$name "$rows" $wanted
    say $name $wanted
done
unset GOLDEN_STEPS

# glibc chooses its functions by processor, and can be told to leave out what fused operations are for
plain=glibc.cpu.hwcaps=-FMA,-FMA4,-AVX2,-FMA_Usable,-AVX2_Usable
name=golden-no-fma
if [ -z "$program" ] || ! $program -O1 tests/golden/libm.c -lm -o build/golden/libm 2> build/golden/$name.log; then
    echo "skip $name: no compiler"
elif [ "$(build/golden/libm)" = "$(GLIBC_TUNABLES=$plain build/golden/libm)" ]; then
    echo "skip $name: log, exp and sin are the same without fused operations, or GLIBC_TUNABLES changes nothing here"
else
    export GLIBC_TUNABLES=$plain
    holds $name build/golden/golden-$program-O3 everywhere $bits
    say $name $bits
fi

#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Compares golden bits: gcc and clang at -O3 with bits.txt; the same with the C library's functions for processors without fused
# operations, without the lines that end in *, which use them; gcc at -O0 with musl; aarch64, emulated; and the sanitizers.
# `make golden-matrix` (matrix.sh) takes longer and compares more builds, as -O0 with this C library.
# GOLDEN_ROWS=everywhere omits the lines that end in * in all builds, for another C library or processor.
# Prints "ok NAME", "not ok NAME" or "skip NAME" per build.
set -u
# usage: run.sh native|foreign: the first compiler, with and without fused operations; all others, and the sanitizers
cd "$(dirname "$0")/../.." || exit 1
what=${1:-native}
. tests/golden/rows.sh

# The first compiler that has the recorded bits runs everything; the others compare shorter runs. Springs with time-stepping free
# flight then run for a tenth of the time (viscoelastic: a quarter), which covers the same lines and branches (gcov). Unoptimized
# builds take seven times as long and run for a quarter, such springs for two fifths of that: 92 of 11313 lines and branches fewer.
# Emulated builds and sanitizers run for a tenth: 1542 fewer.
run_part() { # run_part SHARE STEPS: sets wanted
    [ -n "$held" ] || return
    export GOLDEN_SHARE="$1" GOLDEN_STEPS="$2"
    wanted=build/golden/part-$1.txt
    GOLDEN_OUT=$wanted build/golden/"$held" > build/golden/part.log 2>&1
}

program='' held='' wanted=$bits
for compiler in gcc clang; do
    name=golden-$compiler-O3
    here $compiler || { echo "skip $name: no $compiler"; continue; }
    [ "$what" != native ] || [ -z "$held" ] || continue
    build $name $compiler -O3 && holds $name "$rows" "$wanted" build/golden/$name
    say $name "$wanted"
    program=${program:-$compiler}
    if [ -z "$held" ] && [ $verdict -eq 0 ]; then
        held=$name
        run_part 1 0.1
    fi
done

if [ "$what" = native ]; then
    # glibc selects its functions by processor; GLIBC_TUNABLES hides fused operations, where there are any
    name=golden-no-fma
    if [ -z "$program" ]; then echo "skip $name: no compiler"
    else
        GLIBC_TUNABLES=glibc.cpu.hwcaps=-FMA,-FMA4,-AVX2,-FMA_Usable,-AVX2_Usable \
            holds $name everywhere "$wanted" build/golden/golden-$program-O3
        say $name "$wanted"
    fi
    exit 0
fi

run_part 0.25 0.4
foreign golden-musl -O0 -O0 "$wanted" musl-gcc
run_part 0.1 0.1
foreign golden-aarch64 -O1 -O0 "$wanted" aarch64-linux-gnu-gcc qemu-aarch64-static

# The sanitized program of the other tests, by gcc at -O1
name=golden-asan program=build/asan/tests/golden/test_golden
if [ -x $program ]; then holds $name "$rows" "$wanted" $program; say $name "$wanted"
else echo "skip $name: no $program"; fi

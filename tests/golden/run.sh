#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The same bits with gcc and clang at -O3, and as recorded in bits.txt; once more as on a processor without fused
# operations, for which the C library has other functions: there without the lines that end in *, which use them; by gcc at -O0 with
# musl for a C library; on aarch64, emulated; and under the sanitizers. make golden-matrix (matrix.sh) takes longer and tries more:
# -O0 of both compilers with this C library too.
# GOLDEN_ROWS=everywhere, for another C library or processor, leaves those lines out in all builds.
# Prints "ok NAME", "not ok NAME" or "skip NAME" per build.
set -u
# usage: run.sh [native|foreign]: all rows, or those of this machine's C library and processor, or the others
cd "$(dirname "$0")/../.." || exit 1
what=${1:-all}
. tests/golden/rows.sh

# All of it by the first compiler that has the bits as recorded, with which the others are compared: in runs where springs that step
# through free flight too do so for a tenth of the time, viscoelastic ones for a quarter, which come to every line and branch of the
# sources that all of it comes to (gcov). Without optimization a run takes seven times as long: there in a quarter of the time, of which
# such springs have two fifths: 92 of 11313 lines and branches less. And emulated, or under the sanitizers, a tenth of all: 1542 less.
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
    [ "$what" != foreign ] || [ -z "$held" ] || continue
    build $name $compiler -O3 && holds $name "$rows" "$wanted" build/golden/$name
    say $name "$wanted"
    program=${program:-$compiler}
    if [ -z "$held" ] && [ $verdict -eq 0 ]; then
        held=$name
        run_part 1 0.1
    fi
done

if [ "$what" != foreign ]; then
    # glibc chooses its functions by processor, and can be told to leave out what fused operations are for
    plain=glibc.cpu.hwcaps=-FMA,-FMA4,-AVX2,-FMA_Usable,-AVX2_Usable
    name=golden-no-fma
    if [ -z "$program" ] || ! $program -O1 tests/golden/libm.c -lm -o build/golden/libm 2> build/golden/$name.log; then
        echo "skip $name: no compiler"
    elif [ "$(build/golden/libm)" = "$(GLIBC_TUNABLES=$plain build/golden/libm)" ]; then
        echo "skip $name: log, exp and sin are the same without fused operations, or GLIBC_TUNABLES changes nothing here"
    else
        GLIBC_TUNABLES=$plain holds $name everywhere "$wanted" build/golden/golden-$program-O3
        say $name "$wanted"
    fi
fi

if [ "$what" != native ]; then
    run_part 0.25 0.4
    foreign golden-musl -O0 -O0 "$wanted" musl-gcc
fi
run_part 0.1 0.1
[ "$what" = native ] || foreign golden-aarch64 -O1 -O0 "$wanted" aarch64-linux-gnu-gcc qemu-aarch64-static
[ "$what" != foreign ] || exit 0

# The program of the other tests under the sanitizers, by gcc at -O1: the oracle's lines too, which the two before leave out
name=golden-asan program=build/asan/tests/golden/test_golden
if [ -x $program ]; then holds $name "$rows" "$wanted" $program; say $name "$wanted"
else echo "skip $name: no $program"; fi

#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Compares golden bits: gcc and clang at -O3 with bits.txt; the same with the C library's functions for processors without fused
# operations, without the lines that end in *, which use them; gcc at -O0 with musl; aarch64, emulated; and the sanitizers.
# GOLDEN_ROWS=everywhere omits the lines that end in * in all builds, for another C library or processor.
# Prints "ok NAME", "not ok NAME" or "skip NAME" per build.
set -u
# usage: run.sh native|foreign: the first compiler, with and without fused operations; all others, and the sanitizers
cd "$(dirname "$0")/../.." || exit 1
what=${1:-native}
folders="base params scene search contact impacts integrators solvers"
sources="$(for folder in $folders; do find src/$folder -name '*.c'; done | sort) src/scenario/groups.c src/system/atomic_file.c src/system/output_path.c"
libraries="$(pkg-config --cflags --libs gsl)"
flags="-std=c17 -ffp-contract=off -fno-math-errno -fno-trapping-math"
bits=tests/golden/bits.txt rows=${GOLDEN_ROWS:-all}
mkdir -p build/golden

here() { command -v "$1" >/dev/null 2>&1; }

# Objects to link for COMPILER and LEVEL: the library if the release build has these flags, otherwise all sources
units() {
    built() { sed -n "s/^#define CAROM_$1 \"\(.*\)\"$/\1/p" build/release/carom_build.h; }
    version=$($1 --version | head -n 1)
    if [ -f build/libcarom.a ] && [ "$(built FLAGS)" = "$flags $2" ] && [ "$(built COMPILER | sed 's/^[^ ]* //')" = "${version#* }" ]; then
        echo build/libcarom.a
    else echo "$sources"; fi
}

build() { # build NAME COMPILER FLAGS: later flags have it their way
    # shellcheck disable=SC2046,SC2086
    $2 $flags $3 -Iinclude -Isrc -Ibuild/release -Itests tests/golden/test_golden.c \
        $(units "$2" "$3") $libraries -lm -pthread -o build/golden/$1 2> build/golden/$1.log
}

# Build for another C library or processor: with GSL from sources.
build_foreign() { # build_foreign NAME COMPILER LEVEL LEVEL_OF_GSL: build/golden/NAME/golden
    env -u MAKEFLAGS -u MAKELEVEL make -j2 -f tests/golden/foreign.mk NAME="$1" COMPILER="$2" OPT="$3" OPT_GSL="$4" \
        > "build/golden/$1.log" 2>&1
}

# The lines ROWS of a file of bits: all; everywhere: without those that end in *, which depend on the C library.
of() { # of ROWS FILE
    case $1 in
        all) cat "$2" ;;
        everywhere) grep -v ' \*$' "$2" ;;
    esac
}

# Compare the lines ROWS of the output of PROGRAM (with arguments) with those of FILE, which must not be empty
holds() { # holds NAME ROWS FILE PROGRAM...
    name=$1 of=$2
    of "$of" "$3" > "build/golden/$name.wanted" && [ -s "build/golden/$name.wanted" ] || return 1
    shift 3
    rm -f "build/golden/$name.txt"
    GOLDEN_OUT=build/golden/$name.txt "$@" > "build/golden/$name.log" 2>&1 &&
        of "$of" "build/golden/$name.txt" | cmp -s - "build/golden/$name.wanted"
}

say() { # say NAME FILE, after a verdict, which stays in verdict
    verdict=$?
    if [ $verdict -eq 0 ]; then echo "ok $1"
    else echo "not ok $1: differs from $2 (or see build/golden/$1.log)"; fi
}

# The reason why a foreign build is impossible; empty if it is possible
missing() { # missing COMPILER [EMULATOR]
    if ! here "$1"; then echo "no $1"
    elif [ $# -gt 1 ] && ! here "$2"; then echo "no $2"
    elif ! sh src/lab/lab.sh libraries > /dev/null 2>&1; then echo "no sources of GSL (sh src/lab/lab.sh libraries fetch)"
    fi
}

foreign() { # foreign NAME LEVEL LEVEL_OF_GSL FILE COMPILER [EMULATOR]
    name=$1 level=$2 level_of_gsl=$3 wanted=$4
    shift 4
    why=$(missing "$@")
    [ -z "$why" ] || { echo "skip $name: $why"; return; }
    # shellcheck disable=SC2086
    build_foreign "$name" "$1" "$level" "$level_of_gsl" && holds "$name" everywhere "$wanted" ${2:-} "build/golden/$name/golden"
    say "$name" "$wanted"
}

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

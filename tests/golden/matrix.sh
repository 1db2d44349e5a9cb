#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Compares golden bits across optimization levels, link-time optimization, all instructions of this processor, another C library and
# an emulated processor (a quarter of the time, see run.sh). Also checks that the exceptions of `carom help records` do
# differ: contracted operations and 32-bit x86.
# Prints "ok NAME", "not ok NAME" or "skip NAME" per build. usage: matrix.sh [PATTERN]: only rows whose name matches
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/golden/rows.sh
pattern=${1:-}
failed=0
asked() { case $1 in *"$pattern"*) return 0 ;; *) return 1 ;; esac; }
tell() { # what a row says, as it is said
    line=$("$@")
    echo "$line"
    case $line in 'not ok'*) failed=1 ;; esac
}

row() { # row NAME COMPILER FLAGS
    if ! here "$2"; then echo "skip $1: no $2"; return; fi
    build "$1" "$2" "$3" && holds "$1" "$rows" $bits "build/golden/$1"
    say "$1" $bits
}

# A build that must not have these bits.
other() { # other NAME COMMAND...: which says "not ok" of such a build
    name=$1
    shift
    said=$("$@")
    case $said in
        skip*) echo "$said" ;;
        ok*) echo "not ok $name: has the bits that it is said not to have" ;;
        *) if [ "$(cat "build/golden/$name.txt" 2> /dev/null | wc -l)" -ge "$(wc -l < "build/golden/$name.wanted")" ]; then
               echo "ok $name: other bits, as said ($(grep -vxFc -f "build/golden/$name.txt" "build/golden/$name.wanted") lines of $(
                   wc -l < "build/golden/$name.wanted"))"
           else echo "not ok $name: does not run; see build/golden/$name.log"; fi ;;
    esac
}

for compiler in gcc clang; do
    for variant in "O0 -O0" "O1 -O1" "O2 -O2" "O3 -O3" "Os -Os" "lto -O3 -flto" "native -O3 -march=native" "fma -O3 -mfma" \
            "contracted -O3 -mfma -ffp-contract=fast"; do
        name=matrix-$compiler-${variant%% *}
        asked $name || continue
        case $name in
            *contracted) tell other $name row $name $compiler "${variant#* }" ;;
            matrix-clang-lto) here ld.lld && tell row $name $compiler "${variant#* } -fuse-ld=lld" || echo "skip $name: no ld.lld" ;;
            *) tell row $name $compiler "${variant#* }" ;;
        esac
    done
done
for level in O0 O2 O3; do
    name=matrix-musl-$level
    ! asked $name || tell foreign $name -$level -$level $bits musl-gcc
done

name=matrix-i686-x87
! asked $name || tell other $name foreign $name "-O3 -mfpmath=387" -O3 $bits i686-linux-gnu-gcc

# Emulated, against the same part of a run here.
part=build/golden/quarter.txt
export GOLDEN_SHARE=0.25 GOLDEN_STEPS=0.4
GOLDEN_OUT=$part build/release/tests/golden/test_golden > build/golden/quarter.log 2>&1
emulated() { foreign "$1" "$2" -O2 $part aarch64-linux-gnu-gcc qemu-aarch64-static; }
for variant in "O0 -O0" "O2 -O2" "O3 -O3" "lto -O3 -flto" "contracted -O3 -ffp-contract=fast"; do
    name=matrix-aarch64-${variant%% *}
    asked $name || continue
    case $name in
        *contracted) tell other $name emulated $name "${variant#* }" ;;
        *) tell emulated $name "${variant#* }" ;;
    esac
done
exit $failed

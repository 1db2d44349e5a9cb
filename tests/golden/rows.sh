# SPDX-License-Identifier: GPL-3.0-or-later
# Shared by run.sh and matrix.sh: a row is a build of the golden program whose bits are compared with a file. Run from the
# project's folder.
folders="base params scene search contact impacts integrators solvers"
sources="$(for folder in $folders; do find src/$folder -name '*.c'; done | sort) src/scenario/groups.c src/system/atomic_file.c src/system/output_path.c"
libraries="$(pkg-config --cflags --libs gsl)"
flags="-std=c17 -ffp-contract=off -fno-math-errno -fno-trapping-math"
bits=tests/golden/bits.txt rows=${GOLDEN_ROWS:-all}
[ -s tests/golden/test_golden.c ] || exit 1
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
    $2 $flags $3 -Iinclude -Isrc -Itests tests/golden/test_golden.c \
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

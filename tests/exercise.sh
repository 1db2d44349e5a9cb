#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Compiles a submitted force law or integrator: one C file that includes public headers and defines carom_force_law_mine or
# carom_integrator_mine. Its examiner (tests/grading) then runs the conformance test of the interface on it, in another process.
# Writes to DIR the `program` that the examiner runs, and in a source tree a `carom` with the entry (`law: mine`).
# usage: exercise.sh --works                                          tests whether a compiler and the libraries are installed
#        exercise.sh --ready force_law|integrator KEPT                builds the shared parts of all submissions in KEPT
#        exercise.sh --compile force_law|integrator FILE DIR KEPT     compiles a submission
#        exercise.sh force_law|integrator FILE DIR                    compiles and examines a file of your own, without a sandbox
#        status 0: done, 1: it fails the test, 3: it does not compile, 2: carom's own part is missing or does not compile
set -u
mode=
case $1 in --*) mode=$1; shift ;; esac
compiler=${CC:-cc}
if [ "$mode" = --works ]; then
    "$compiler" --version > /dev/null && pkg-config --exists gsl
    exit
fi
seam=$1
if [ "$mode" = --ready ]; then kept=$2 file= folder=; else file=$2 folder=$3 kept=${4-$3/.examiner}; fi
case $file in -*) file=./$file ;; esac
home=$(cd "$(dirname "$0")/.." && pwd)
case $seam in
    force_law)  more=CAROM_MORE_FORCE_LAWS list=src/laws/laws.c test=tests/conformance/test_force_laws.c kind=SUBMISSION_FORCE_LAW ;;
    integrator) more=CAROM_MORE_INTEGRATORS list=src/integrators/integrators.c test=tests/conformance/test_integrators.c
                kind=SUBMISSION_INTEGRATOR ;;
    *) echo "expected force_law or integrator, not $seam"; exit 2 ;;
esac
public="-std=c17 -O2 -Wall -Wextra -ffp-contract=off"
libraries="$(pkg-config --libs gsl yaml-0.1 mpfr sndfile) -lm -pthread"

# A source tree has these files in one folder, an installed carom next to share/carom.
locate() { # locate WHAT PATH...: prints the first existing path
    what=$1; shift
    for path in "$@"; do [ ! -e "$path" ] || { echo "$path"; return; }; done
    echo "$what is not there (looked for: $1); a source tree builds it with 'make', an installed carom has it in its package for C" >&2
    return 1
}

# The examiner and the parts linked with every submission are built once per output folder, and again after a change of the compiler,
# the library or a source. A file that changes during the build is newer than made-with.txt.
fresh() {
    [ "$(cat "$kept/made-with.txt" 2>/dev/null)" = "$made_with" ] &&
        [ -z "$(find -L "$library" "$headers" "$home/$list" "$home/tests/grading" "$home/tests/conformance" \
            "$home/tests/support.h" "$0" -newer "$kept/made-with.txt" | head -n 1)" ]
}
# shellcheck disable=SC2086
make_kept() { # builds in a temporary folder and renames, because another grader may use the files
    find "$kept" -name 'new.*' -mmin +60 -exec rm -rf {} + # left by killed graders
    new=$(mktemp -d "$kept/new.XXXXXX") || return 1
    trap 'rm -rf "$new"; rmdir "$kept" "${kept%/*}" 2> /dev/null' EXIT
    trap 'exit 2' HUP INT TERM
    flags="$public $(pkg-config --cflags check)"
    set -- "-I$headers" "-I$home/tests"
    echo "$made_with" > "$new/made-with.txt" &&
        "$compiler" $flags "$@" -Dmain=conformance_main -DLAST_ENTRY_ALONE -c "$home/$test" -o "$new/conformance.o" &&
        "$compiler" $flags "$@" "$home/tests/grading/examiner.c" "$home/tests/grading/filter.c" "$home/tests/grading/examiner_$seam.c" \
            "$new/conformance.o" "$library" $(pkg-config --libs check) $libraries -o "$new/examiner" &&
        "$compiler" $flags "$@" -D$kind -c "$home/tests/grading/program.c" -o "$new/program.o" &&
        "$compiler" $flags "$@" "-D$more(X)=X(mine)" -c "$home/$list" -o "$new/list.o" &&
        mkdir -p "$kept/include/carom" && cp "$headers"/carom/*.h "$kept/include/carom" && cp "$library" "$new/libcarom.a" &&
        mv "$new/examiner" "$new/program.o" "$new/list.o" "$new/libcarom.a" "$kept" && mv "$new/made-with.txt" "$kept" && rm -r "$new"
}
make_ready() {
    command -v "$compiler" > /dev/null || { echo "no C compiler ($compiler); install gcc or clang"; exit 2; }
    pkg-config --exists check || { echo "libcheck is missing: install it (in a source tree: sh .ci/setup check)"; exit 2; }
    library=$(locate "the library libcarom.a" "$home/build/libcarom.a" "$home"/../../lib/libcarom.a "$home"/../../lib/*/libcarom.a \
        "$(pkg-config --variable=libdir carom 2>/dev/null)/libcarom.a") &&
        headers=$(locate "the header carom/carom.h" "$home/include/carom/carom.h" "$home/../../include/carom/carom.h" \
            "$(pkg-config --variable=includedir carom 2>/dev/null)/carom/carom.h") || exit 2
    headers=${headers%/carom/carom.h}
    mkdir -p "$kept" || exit 2
    made_with="$("$compiler" --version | head -n 1) $compiler $public $headers $libraries"
    fresh || make_kept || exit 2
}
[ "$mode" = --compile ] || make_ready
[ "$mode" != --ready ] || exit 0
mkdir -p "$folder" || exit 2

# A submission may include system headers, carom's public headers and files of its own folder only. (-M, as a header with
# `#pragma GCC system_header` hides from -MM what it includes.)
beside=$(cd "$(dirname "$file")" 2>/dev/null && pwd -P) || { echo "error: cannot read '$file'"; exit 3; }
include=$(cd "$kept/include" && pwd -P)
# shellcheck disable=SC2086
LC_ALL=C "$compiler" $public "-I$kept/include" -E -v -x c /dev/null 2>&1 > /dev/null | sed -n '/^#include </,/^End of search list/s/^ //p' |
    while read -r path; do (cd "$path" 2>/dev/null && pwd -P); done > "$folder/system.txt"
# shellcheck disable=SC2086
"$compiler" $public "-I$kept/include" -M "$file" > "$folder/includes.d" || exit 3
# (one file per line; -M escapes blanks in names by a backslash)
sed 's/^[^:]*://; s/\\$//' "$folder/includes.d" | sed 's/\([^\\]\) \{1,\}/\1\n/g; s/^ *//' | sed 's/^ *//; s/\\ / /g; /^$/d' > "$folder/includes.txt"
of_system() {
    while read -r path; do case $1 in "$path"/*) return 0 ;; esac; done < "$folder/system.txt"
    return 1
}
while read -r included; do
    place=$(cd "$(dirname "$included")" 2>/dev/null && pwd -P) || place=
    [ ! -h "$included" ] || place=$(dirname "$(readlink -f "$included")")
    case $place/ in
        "$beside"/* | "$include"/*) ;;
        *) of_system "$place/" ||
            { echo "error: '$file' includes '$included'; expected headers of the system, of carom, and from its own folder"; exit 3; } ;;
    esac
done < "$folder/includes.txt"
# shellcheck disable=SC2086
"$compiler" $public "-I$kept/include" -c "$file" -o "$folder/mine.o" || exit 3
# shellcheck disable=SC2086
"$compiler" "$kept/program.o" "$folder/mine.o" "$kept/libcarom.a" $libraries -o "$folder/program" || exit 3
set --
for unit in $(cd "$home" && find src/cli -name '*.c' 2>/dev/null); do set -- "$@" "$home/build/release/${unit%c}o"; done
if [ -f "${1-}" ]; then
    # shellcheck disable=SC2086
    "$compiler" "$@" "$kept/list.o" "$folder/mine.o" "$kept/libcarom.a" $libraries -o "$folder/carom" || exit 3
fi
[ "$mode" = --compile ] || exec "$kept/examiner" - "$(cd "$folder" && pwd)/program"

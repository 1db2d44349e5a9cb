#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A force law or an integrator from outside, in one C file that includes public headers and defines carom_force_law_mine or
# carom_integrator_mine, held to the conformance test of its seam among all that carom has. It runs in a process of its own, under
# limits, and is asked for numbers; the verdict is its examiner's (tests/grading). Leaves in DIR a program `carom` that has it too
# (`law: mine`, `integrator: mine`).
# usage: exercise.sh force_law|integrator FILE DIR
set -u
seam=$1 file=$2 folder=$3
home=$(cd "$(dirname "$0")/.." && pwd)
case $seam in
    force_law)  more=CAROM_MORE_FORCE_LAWS list=src/laws/force_laws.c test=tests/conformance/test_force_laws.c kind=HAND_IN_FORCE_LAW ;;
    integrator) more=CAROM_MORE_INTEGRATORS list=src/integrators/integrators.c test=tests/conformance/test_integrators.c
                kind=HAND_IN_INTEGRATOR ;;
    *) echo "expected force_law or integrator, not $seam"; exit 2 ;;
esac
compiler=${CC:-cc}
pkg-config --exists check || { echo "libcheck is missing: 'make check' installs it"; exit 2; }
[ -f "$home/build/libcarom.a" ] || { echo "carom is not built here: 'make' builds it"; exit 2; }
mkdir -p "$folder" || exit 2
flags="-std=c17 -O2 -Wall -Wextra -ffp-contract=off -I$home/include -I$home/src -I$home/tests"
libraries="$(pkg-config --cflags --libs check gsl yaml-0.1 mpfr sndfile) -lm -pthread"
public="-std=c17 -O2 -Wall -Wextra -ffp-contract=off -I$home/include"

# What is handed in includes the system's headers, carom's public ones and what lies beside it, nothing else.
beside=$(cd "$(dirname "$file")" 2>/dev/null && pwd -P) || { echo "error: cannot read '$file'"; exit 1; }
include=$(cd "$home/include" && pwd -P)
# shellcheck disable=SC2086
"$compiler" $public -MM "$file" > "$folder/includes.d" || exit 1
for included in $(sed 's/^[^:]*://; s/\\$//' "$folder/includes.d"); do
    place=$(cd "$(dirname "$included")" 2>/dev/null && pwd -P) || place=
    [ ! -h "$included" ] || place=$(dirname "$(readlink -f "$included")")
    case $place/ in
        "$beside"/* | "$include"/*) ;;
        *) echo "error: '$file' includes '$included'; expected headers of the system, of carom, and from its own folder"; exit 1 ;;
    esac
done
# shellcheck disable=SC2086
"$compiler" $public -c "$file" -o "$folder/mine.o" || exit 1

# The examiner and what is linked with every hand-in do not depend on what is handed in: they are made once, and anew where the compiler,
# the library or a source is another. A file that changes meanwhile is newer than the note of what they were made with.
kept=$home/build/grading/$seam
mkdir -p "$kept" 2>/dev/null && [ -w "$kept" ] || kept=$folder
made_with="$("$compiler" --version | head -n 1) $compiler $flags $libraries"
fresh() {
    [ "$(cat "$kept/made-with.txt" 2>/dev/null)" = "$made_with" ] &&
        [ -z "$(find -L "$home/build/libcarom.a" "$home/include" "$home/src" "$home/tests/grading" "$home/tests/conformance" \
            "$home/tests/support.h" "$0" -newer "$kept/made-with.txt" | head -n 1)" ]
}
# shellcheck disable=SC2086
make_kept() { # in a folder of its own, and then by names that change at once: others may be at it or use it
    new=$(mktemp -d "$kept/new.XXXXXX") || return 1
    trap 'rm -rf "$new"' EXIT
    trap 'exit 2' HUP INT TERM
    echo "$made_with" > "$new/made-with.txt" &&
        "$compiler" $flags -Dmain=conformance_main -c "$home/$test" -o "$new/conformance.o" &&
        "$compiler" $flags "$home/tests/grading/examiner.c" "$home/tests/grading/examiner_$seam.c" "$new/conformance.o" \
            "$home/build/libcarom.a" $libraries -o "$new/examiner" &&
        "$compiler" $flags -D$kind -c "$home/tests/grading/program.c" -o "$new/program.o" &&
        "$compiler" $flags "-D$more(X)=X(mine)" -c "$home/$list" -o "$new/list.o" &&
        mv "$new/examiner" "$new/program.o" "$new/list.o" "$kept" && mv "$new/made-with.txt" "$kept" && rm -r "$new"
}
fresh || make_kept || exit 2
# shellcheck disable=SC2086
"$compiler" "$kept/program.o" "$folder/mine.o" "$home/build/libcarom.a" $libraries -o "$folder/program" || exit 1
"$kept/examiner" "$(cd "$folder" && pwd)/program" || exit $?
set --
for unit in $(cd "$home" && find src/cli -name '*.c'); do set -- "$@" "$home/build/release/${unit%c}o"; done
if [ -f "$1" ]; then
    # shellcheck disable=SC2086
    "$compiler" "$@" "$kept/list.o" "$folder/mine.o" "$home/build/libcarom.a" $libraries -o "$folder/carom" || exit 1
fi

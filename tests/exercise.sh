#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A force law or an integrator from outside, in one C file that includes public headers and defines carom_force_law_mine or
# carom_integrator_mine, held to the conformance test of its seam among all that carom has. It runs in a process of its own, under
# limits, and is asked for numbers; the verdict is its examiner's (tests/grading). Leaves in DIR a program `carom` that has it too
# (`law: mine`, `integrator: mine`).
# usage: exercise.sh force_law|integrator FILE DIR
#        status 0: it holds, 1: it does not, 3: it is no such file, 2: that could not be found out
#        exercise.sh --ready force_law|integrator DIR: makes what all hand-ins have in common, before one is examined in a sandbox
#        exercise.sh --works: whether a compiler and what it needs are there
set -u
mode=
case $1 in --*) mode=$1; shift ;; esac
compiler=${CC:-cc}
if [ "$mode" = --works ]; then
    "$compiler" --version > /dev/null && pkg-config --exists check gsl
    exit
fi
seam=$1 file=${2-} folder=${3-$2}
case $file in -*) file=./$file ;; esac
home=$(cd "$(dirname "$0")/.." && pwd)
case $seam in
    force_law)  more=CAROM_MORE_FORCE_LAWS list=src/laws/force_laws.c test=tests/conformance/test_force_laws.c kind=HAND_IN_FORCE_LAW ;;
    integrator) more=CAROM_MORE_INTEGRATORS list=src/integrators/integrators.c test=tests/conformance/test_integrators.c
                kind=HAND_IN_INTEGRATOR ;;
    *) echo "expected force_law or integrator, not $seam"; exit 2 ;;
esac
pkg-config --exists check || { echo "libcheck is missing: 'make check' installs it"; exit 2; }
[ -f "$home/build/libcarom.a" ] || { echo "carom is not built here: 'make' builds it"; exit 2; }
mkdir -p "$folder" || exit 2
flags="-std=c17 -O2 -Wall -Wextra -ffp-contract=off -I$home/include -I$home/src -I$home/tests"
libraries="$(pkg-config --cflags --libs check gsl yaml-0.1 mpfr sndfile) -lm -pthread"
public="-std=c17 -O2 -Wall -Wextra -ffp-contract=off -I$home/include"

# The examiner and what is linked with every hand-in do not depend on what is handed in: they are made once, and anew where the compiler,
# the library or a source is another. A file that changes meanwhile is newer than the note of what they were made with.
kept=$home/build/grading/$seam
mkdir -p "$kept" 2>/dev/null
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
        "$compiler" $flags -Dmain=conformance_main -DLAST_ENTRY_ALONE -c "$home/$test" -o "$new/conformance.o" &&
        "$compiler" $flags "$home/tests/grading/examiner.c" "$home/tests/grading/examiner_$seam.c" "$new/conformance.o" \
            "$home/build/libcarom.a" $libraries -o "$new/examiner" &&
        "$compiler" $flags -D$kind -c "$home/tests/grading/program.c" -o "$new/program.o" &&
        "$compiler" $flags "-D$more(X)=X(mine)" -c "$home/$list" -o "$new/list.o" &&
        mv "$new/examiner" "$new/program.o" "$new/list.o" "$kept" && mv "$new/made-with.txt" "$kept" && rm -r "$new"
}
fresh || { [ -w "$kept" ] || kept=$folder; fresh || make_kept || exit 2; }
[ "$mode" != --ready ] || exit 0

# What is handed in includes the system's headers, carom's public ones and what lies beside it, nothing else.
beside=$(cd "$(dirname "$file")" 2>/dev/null && pwd -P) || { echo "error: cannot read '$file'"; exit 3; }
include=$(cd "$home/include" && pwd -P)
# shellcheck disable=SC2086
"$compiler" $public -MM "$file" > "$folder/includes.d" || exit 3
# (a line each; a blank in a name stands behind a backslash there)
sed 's/^[^:]*://; s/\\$//' "$folder/includes.d" | sed 's/\([^\\]\) \{1,\}/\1\n/g; s/^ *//' | sed 's/^ *//; s/\\ / /g; /^$/d' > "$folder/includes.txt"
while read -r included; do
    place=$(cd "$(dirname "$included")" 2>/dev/null && pwd -P) || place=
    [ ! -h "$included" ] || place=$(dirname "$(readlink -f "$included")")
    case $place/ in
        "$beside"/* | "$include"/*) ;;
        *) echo "error: '$file' includes '$included'; expected headers of the system, of carom, and from its own folder"; exit 3 ;;
    esac
done < "$folder/includes.txt"
# shellcheck disable=SC2086
"$compiler" $public -c "$file" -o "$folder/mine.o" || exit 3

# shellcheck disable=SC2086
"$compiler" "$kept/program.o" "$folder/mine.o" "$home/build/libcarom.a" $libraries -o "$folder/program" || exit 3
"$kept/examiner" "$(cd "$folder" && pwd)/program" || exit $?
set --
for unit in $(cd "$home" && find src/cli -name '*.c'); do set -- "$@" "$home/build/release/${unit%c}o"; done
if [ -f "$1" ]; then
    # shellcheck disable=SC2086
    "$compiler" "$@" "$kept/list.o" "$folder/mine.o" "$home/build/libcarom.a" $libraries -o "$folder/carom" || exit 1
fi

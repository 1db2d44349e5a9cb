#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A force law or an integrator from outside, in one C file that includes public headers and defines carom_force_law_mine or
# carom_integrator_mine, held to the conformance test of its seam among all that carom has. Leaves in DIR a program `carom` that
# has it too (`law: mine`, `integrator: mine`).
# usage: exercise.sh force_law|integrator FILE DIR
set -u
seam=$1 file=$2 folder=$3
home=$(cd "$(dirname "$0")/.." && pwd)
case $seam in
    force_law)  more=CAROM_MORE_FORCE_LAWS list=src/laws/force_laws.c test=tests/conformance/test_laws.c ;;
    integrator) more=CAROM_MORE_INTEGRATORS list=src/integrators/integrators.c test=tests/conformance/test_integrators.c ;;
    *) echo "expected force_law or integrator, not $seam"; exit 2 ;;
esac
compiler=${CC:-cc}
pkg-config --exists check || { echo "libcheck is missing: 'make check' installs it"; exit 2; }
[ -f "$home/build/libcarom.a" ] || { echo "carom is not built here: 'make' builds it"; exit 2; }
mkdir -p "$folder" || exit 2
flags="-std=c17 -O2 -Wall -Wextra -ffp-contract=off -I$home/include -I$home/src -I$home/tests"
libraries="$(pkg-config --cflags --libs check gsl yaml-0.1 mpfr sndfile) -lm -pthread"
# only public headers for what is handed in
# shellcheck disable=SC2086
"$compiler" -std=c17 -O2 -Wall -Wextra -ffp-contract=off -I"$home/include" -c "$file" -o "$folder/mine.o" || exit 1
# shellcheck disable=SC2086
"$compiler" $flags "-D$more(X)=X(mine)" "$home/$list" "$home/$test" "$folder/mine.o" "$home/build/libcarom.a" $libraries \
    -o "$folder/conformance" || exit 1
set -- "$home"/build/release/src/cli/*.o
if [ -f "$1" ]; then
    # shellcheck disable=SC2086
    "$compiler" $flags "-D$more(X)=X(mine)" "$@" "$home/$list" "$folder/mine.o" "$home/build/libcarom.a" $libraries -o "$folder/carom"
fi
"$folder/conformance"
